//! The schema of each encoding: the one place that knows them.

use alloc::string::String;
use core::fmt;

use super::definitions::Definitions;
use super::keywords::{Keywords, list};
use super::merged::{Merged, elements};
use super::place::Place;
use tezos_encoding_core::__tools::text;
use tezos_encoding_core::schema::to_json;
use tezos_encoding_core::schema::{CaseKind, Count, DefaultBytes, Encoding, Extent, Field, Scalar};
use tezos_encoding_core::wire::MAX_SIZE;

const LENGTH: [&str; 2] = ["minLength", "maxLength"];
pub(super) const ITEMS: [&str; 2] = ["minItems", "maxItems"];
const HEX: &str = "^([0-9a-f]{2})*$";
const NOT_UTF8: &str = "invalid_utf8_string";
const NOT_A_VALUE: &str = "invalid_lazy_bytes";

impl Definitions {
    /// A schema with its braces.
    pub(super) fn schema(
        &mut self,
        out: &mut dyn fmt::Write,
        encoding: &'static Encoding,
        place: Place,
    ) -> fmt::Result {
        out.write_char('{')?;
        self.draw(&mut Keywords::new(out), encoding, place)?;
        out.write_char('}')
    }

    /// The keywords of an encoding, into a schema that may have some.
    pub(super) fn draw(
        &mut self,
        keywords: &mut Keywords<'_>,
        encoding: &'static Encoding,
        place: Place,
    ) -> fmt::Result {
        match encoding {
            Encoding::Empty => self.fields(keywords, [].iter(), &[], place),
            Encoding::Null => keywords.string("type", "null"),
            Encoding::Constant(name) => keywords.string("const", name),
            Encoding::Scalar(scalar) => number(keywords, scalar),
            Encoding::Bytes(extent) => {
                let place = sized(place, *extent);
                keywords.string("type", "string")?;
                keywords.string("pattern", HEX)?;
                let twice = |bytes: usize| bytes.saturating_mul(2);
                keywords.bounds(LENGTH, twice(place.least), place.most.map(twice))
            }
            Encoding::Text { extent, utf8: true } => string(keywords, sized(place, *extent)),
            Encoding::Text { extent, utf8: false } => {
                let place = sized(place, *extent);
                list(keywords.key("anyOf")?, '[', [true, false].into_iter(), |out, utf8| {
                    out.write_char('{')?;
                    let mut keywords = Keywords::new(out);
                    if utf8 {
                        string(&mut keywords, place)?
                    } else {
                        any_bytes(&mut keywords, place)?
                    }
                    out.write_char('}')
                })
            }
            Encoding::Enum(names) => keywords.strings("enum", names.iter().copied()),
            Encoding::List { item, count, .. } => {
                let (least, most) = items(item, *count, place);
                keywords.string("type", "array")?;
                self.schema(keywords.key("items")?, item, Place::ALONE)?;
                keywords.bounds(ITEMS, least, most)
            }
            Encoding::Object(fields) => self.fields(keywords, fields.iter(), &[], place),
            Encoding::Tuple(elements) => self.tuple(keywords, elements),
            Encoding::Merge(parts) if Encoding::are_objects(parts) => {
                let merged = Merged::of(parts);
                self.fields(keywords, merged.fields.iter().copied(), &merged.others, place)
            }
            Encoding::Merge(parts) => match elements(parts) {
                Some(elements) => self.tuple(keywords, &elements),
                None => keywords.string("type", "array"),
            },
            Encoding::Union { cases, .. } => {
                // Cases for JSON only have no bytes whose JSON they could be.
                let printed = cases.iter().filter(|case| !matches!(case.kind, CaseKind::JsonOnly));
                self.cases(keywords, printed.map(|case| (case.title, case.payload)), place.inside().unbounded())
            }
            Encoding::Select(select) => {
                let cases = select.cases.iter().map(|case| (case.name, case.encoding));
                self.cases(keywords, cases, place.inside().unbounded())
            }
            Encoding::Compact(compact) => self.part(keywords, compact.part, place.inside().unbounded()),
            Encoding::Opt(inner) | Encoding::Varopt(inner) if place.named => {
                self.draw(keywords, inner, place.inside().unbounded())
            }
            Encoding::Opt(inner) | Encoding::Varopt(inner) => {
                self.either(keywords, inner, place.unbounded(), |other| other.string("type", "null"))
            }
            Encoding::Dft { inner, default } => {
                self.draw(keywords, inner, place.inside())?;
                match usual(inner, *default).filter(|_| place.named) {
                    Some(json) => keywords.default_value(&json),
                    None => Ok(()),
                }
            }
            Encoding::Padded { inner, .. } | Encoding::Magic { inner, .. } => {
                self.draw(keywords, inner, place.unbounded())
            }
            Encoding::Dynamic { prefix, inner } => self.draw(keywords, inner, place.block(*prefix)),
            Encoding::Suffixed { size, inner } => self.draw(keywords, inner, place.block(*size)),
            Encoding::Bounded { limit, inner } => self.draw(keywords, inner, place.at_most(*limit)),
            Encoding::Sized { bytes, inner } => {
                self.draw(keywords, inner, Place { least: *bytes, ..place }.at_most(*bytes))
            }
            Encoding::Reserve { inner, .. } => self.draw(keywords, inner, Place { least: 0, ..place }),
            Encoding::Checked { inner, .. } => self.draw(keywords, inner, place),
            Encoding::Legacy(legacy) => self.draw(keywords, legacy.current, place),
            Encoding::Described { about, inner } => {
                about.title.map_or(Ok(()), |title| keywords.title(title))?;
                about.description.map_or(Ok(()), |sentence| keywords.description(sentence))?;
                self.draw(keywords, inner, place)
            }
            Encoding::Def { id, inner } => self.refer(keywords, id, inner, place),
            Encoding::Mu(mu) => self.refer(keywords, mu.name, (mu.body)(), place.inside()),
            Encoding::Assoc { .. } if place.open => {
                keywords.string("type", "object")?;
                keywords.raw("additionalProperties", true)
            }
            Encoding::Assoc { value, .. } => {
                keywords.string("type", "object")?;
                self.schema(keywords.key("additionalProperties")?, value, Place::ALONE)
            }
            Encoding::Lazy(inner) => self.either(keywords, inner, Place::ALONE, |other| {
                let bytes = format_args!("{{\"type\":\"string\",\"pattern\":\"{HEX}\"}}");
                only(other, NOT_A_VALUE, bytes)
            }),
            Encoding::Json if place.open => keywords.raw("additionalProperties", true),
            Encoding::Json => Ok(()),
            Encoding::Split(split) => self.draw(keywords, split.json, Place { named: false, ..place }.unbounded()),
        }
    }

    /// An object of fields, and of parts that are no plain objects.
    pub(super) fn fields<'f>(
        &mut self,
        keywords: &mut Keywords<'_>,
        fields: impl Iterator<Item = &'f Field> + Clone,
        others: &[&'static Encoding],
        place: Place,
    ) -> fmt::Result {
        keywords.string("type", "object")?;
        if fields.clone().next().is_some() {
            list(keywords.key("properties")?, '{', fields.clone(), |out, field| {
                text::string(out, field.name)?;
                out.write_char(':')?;
                self.schema(out, field.encoding, Place::NAMED)
            })?;
        }
        let mut required = fields.filter(|field| !field.encoding.may_be_left_out()).map(|field| field.name).peekable();
        if required.peek().is_some() {
            keywords.strings("required", required)?;
        }
        if !others.is_empty() {
            let open = Place { open: true, ..Place::ALONE };
            list(keywords.key("allOf")?, '[', others.iter(), |out, part| self.schema(out, part, open))?;
        }
        match (place.open, others) {
            (true, _) => Ok(()),
            (false, []) => keywords.raw("additionalProperties", false),
            (false, _) => keywords.raw("unevaluatedProperties", false),
        }
    }

    fn tuple(&mut self, keywords: &mut Keywords<'_>, elements: &[&'static Encoding]) -> fmt::Result {
        keywords.string("type", "array")?;
        if !elements.is_empty() {
            let all = keywords.key("prefixItems")?;
            list(all, '[', elements.iter(), |out, element| self.schema(out, element, Place::ALONE))?;
        }
        keywords.raw("items", false)?;
        keywords.bounds(ITEMS, elements.len(), None)
    }

    /// Any of some cases, each with its title.
    fn cases(
        &mut self,
        keywords: &mut Keywords<'_>,
        cases: impl Iterator<Item = (&'static str, &'static Encoding)>,
        place: Place,
    ) -> fmt::Result {
        let mut cases = cases.peekable();
        if cases.peek().is_none() {
            return keywords.raw("not", "{}");
        }
        list(keywords.key("anyOf")?, '[', cases, |out, (title, payload)| {
            out.write_char('{')?;
            let mut keywords = Keywords::new(out);
            keywords.title(title)?;
            self.draw(&mut keywords, payload, place)?;
            out.write_char('}')
        })
    }

    /// A value, or something else.
    fn either(
        &mut self,
        keywords: &mut Keywords<'_>,
        inner: &'static Encoding,
        place: Place,
        other: impl Fn(&mut Keywords<'_>) -> fmt::Result,
    ) -> fmt::Result {
        list(keywords.key("anyOf")?, '[', [Some(inner), None].into_iter(), |out, inner| {
            let Some(inner) = inner else {
                out.write_char('{')?;
                other(&mut Keywords::new(out))?;
                return out.write_char('}');
            };
            self.schema(out, inner, place)
        })
    }
}

/// The keywords of a scalar.
pub(super) fn number(keywords: &mut Keywords<'_>, scalar: &Scalar) -> fmt::Result {
    match *scalar {
        Scalar::Bool => keywords.string("type", "boolean"),
        Scalar::Int(int) if int.bytes == 8 => {
            let digits = int.max.max(int.min.saturating_neg()).checked_ilog10().unwrap_or_default();
            let sign = if int.min < 0 { "-?" } else { "" };
            keywords.string("type", "string")?;
            keywords.raw("pattern", format_args!("\"^(0|{sign}[1-9][0-9]{{0,{digits}}})$\""))
        }
        Scalar::Int(int) => integer(keywords, int.min, int.max),
        Scalar::UintLikeN { max } => integer(keywords, 0, max.into()),
        Scalar::IntLikeZ { min, max } => integer(keywords, min.into(), max.into()),
        Scalar::N | Scalar::Z => {
            keywords.string("type", "string")?;
            keywords.string("pattern", if *scalar == Scalar::N { "^(0|[1-9][0-9]*)$" } else { "^(0|-?[1-9][0-9]*)$" })
        }
        Scalar::Float => keywords.raw("anyOf", "[{\"type\":\"number\"},{\"enum\":[\"nan\",\"inf\",\"-inf\"]}]"),
        Scalar::RangedFloat { min, max } => {
            let bounds = [("minimum", f64::from_bits(min)), ("maximum", f64::from_bits(max))];
            let infinite = bounds.iter().any(|(_, bound)| bound.is_infinite());
            let finite = |keywords: &mut Keywords<'_>| {
                keywords.string("type", "number")?;
                bounds.iter().filter(|(_, bound)| bound.is_finite()).try_for_each(|(name, bound)| {
                    let out = keywords.key(name)?;
                    text::float(out, *bound)
                })
            };
            if !infinite {
                return finite(keywords);
            }
            let out = keywords.key("anyOf")?;
            out.write_str("[{")?;
            finite(&mut Keywords::new(out))?;
            out.write_str("},{")?;
            let names = bounds.iter().filter(|(_, bound)| bound.is_infinite());
            let names = names.map(|(_, bound)| if *bound < 0.0 { "-inf" } else { "inf" });
            Keywords::new(out).strings("enum", names)?;
            out.write_str("}]")
        }
    }
}

fn integer(keywords: &mut Keywords<'_>, min: i128, max: i128) -> fmt::Result {
    keywords.string("type", "integer")?;
    keywords.raw("minimum", min)?;
    keywords.raw("maximum", max)
}

/// The bytes of bytes or text.
fn sized(place: Place, extent: Extent) -> Place {
    match extent {
        Extent::Fixed(bytes) => Place { least: bytes, most: Some(bytes), ..place },
        Extent::Rest => place,
    }
}

/// A string: a character is one to four bytes.
fn string(keywords: &mut Keywords<'_>, place: Place) -> fmt::Result {
    keywords.string("type", "string")?;
    keywords.bounds(LENGTH, place.least.div_ceil(4), place.most)
}

/// Text that is not UTF-8.
fn any_bytes(keywords: &mut Keywords<'_>, place: Place) -> fmt::Result {
    let mut bytes = String::from("{\"type\":\"array\",\"items\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":255}");
    let mut inside = Keywords::behind(&mut bytes);
    inside.bounds(ITEMS, place.least, place.most)?;
    bytes.push('}');
    only(keywords, NOT_UTF8, format_args!("{bytes}"))
}

/// An object with one property.
fn only(keywords: &mut Keywords<'_>, name: &str, schema: fmt::Arguments<'_>) -> fmt::Result {
    keywords.string("type", "object")?;
    keywords.raw("properties", format_args!("{{\"{name}\":{schema}}}"))?;
    keywords.strings("required", core::iter::once(name))?;
    keywords.raw("additionalProperties", false)
}

/// How many elements a list has, at least and at most.
fn items(item: &'static Encoding, count: Count, place: Place) -> (usize, Option<usize>) {
    match count {
        Count::Exactly(n) => (n, Some(n)),
        Count::Prefixed { prefix, max } => (0, Some(max.unwrap_or(prefix.max())).filter(|max| *max < MAX_SIZE)),
        Count::ToEnd { min, max } => {
            let size = item.size();
            let least = size.most.filter(|most| *most > 0).map_or(0, |most| place.least.div_ceil(most));
            let fit = place.most.and_then(|most| most.checked_div(size.least));
            let most = match (max, fit) {
                (Some(max), Some(fit)) => Some(max.min(fit)),
                (max, fit) => max.or(fit),
            };
            (least.max(min), most)
        }
    }
}

/// The JSON of the usual value.
fn usual(inner: &'static Encoding, default: DefaultBytes) -> Option<String> {
    match default {
        DefaultBytes::Known(bytes) => to_json(inner, bytes).ok(),
        DefaultBytes::Made(make) => to_json(inner, &make()?).ok(),
    }
}
