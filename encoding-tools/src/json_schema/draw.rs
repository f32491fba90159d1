//! The schema of each encoding.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::context::Context;
use super::definitions::Definitions;
use super::keywords::{Keywords, list, quoted};
use super::merged::{Merged, elements};
use crate::walk::{default_bytes, newest, newest_cases};
use tezos_encoding_core::__tools::text;
use tezos_encoding_core::schema::{CaseKind, Count, Encoding, Field, Part, PartField, Scalar};
use tezos_encoding_core::walk::to_json;
use tezos_encoding_core::wire::MAX_SIZE;

const LENGTH: [&str; 2] = ["minLength", "maxLength"];
const ITEMS: [&str; 2] = ["minItems", "maxItems"];
const HEX: &str = "^([0-9a-f]{2})*$";
const NOT_UTF8: &str = "invalid_utf8_string";
const NOT_A_VALUE: &str = "invalid_lazy_bytes";

/// Something that has a schema. The JSON of a part of a compact encoding is that of the same value without the shared
/// tag.
#[derive(Clone, Copy)]
enum Node {
    Encoding(&'static Encoding),
    Part(&'static Part),
    /// The null of an absent value.
    Null,
    /// The text of lazy bytes that are not a value.
    LazyBytes,
    /// Text; true if it must be UTF-8.
    Text(bool),
}

/// A member of an object.
struct Property {
    name: &'static str,
    node: Node,
    context: Context,
    is_required: bool,
}

impl Property {
    fn of_field(field: &Field) -> Self {
        let is_required = !field.encoding.may_be_left_out();
        Self { name: field.name, node: Node::Encoding(field.encoding), context: Context::FIELD, is_required }
    }

    fn of_part(field: &'static PartField) -> Self {
        let is_named = !field.optional && matches!(field.part, Part::Payload(_));
        let context = if is_named { Context::FIELD } else { Context::ALONE };
        Self { name: field.name, node: Node::Part(field.part), context, is_required: !field.may_be_left_out() }
    }
}

impl Definitions {
    /// Writes a schema with its braces.
    pub(super) fn schema(
        &mut self,
        out: &mut dyn fmt::Write,
        encoding: &'static Encoding,
        context: Context,
    ) -> fmt::Result {
        self.titled(out, (None, Node::Encoding(encoding)), context)
    }

    fn titled(
        &mut self,
        out: &mut dyn fmt::Write,
        (title, node): (Option<&'static str>, Node),
        context: Context,
    ) -> fmt::Result {
        out.write_char('{')?;
        let mut keywords = Keywords::new(out);
        title.map_or(Ok(()), |title| keywords.title(title))?;
        match node {
            Node::Encoding(encoding) => self.draw(&mut keywords, encoding, context)?,
            Node::Part(part) => self.part(&mut keywords, part, context)?,
            Node::Null => keywords.string("type", "null")?,
            Node::LazyBytes => {
                only(&mut keywords, NOT_A_VALUE, format_args!("{{\"type\":\"string\",\"pattern\":\"{HEX}\"}}"))?;
            }
            Node::Text(true) => utf8(&mut keywords, context)?,
            Node::Text(false) => any_bytes(&mut keywords, context)?,
        }
        out.write_char('}')
    }

    /// Writes the keywords of an encoding into a schema that may have others already.
    pub(super) fn draw(
        &mut self,
        keywords: &mut Keywords<'_>,
        encoding: &'static Encoding,
        context: Context,
    ) -> fmt::Result {
        match encoding {
            Encoding::Empty => self.object(keywords, [].into_iter(), &[], context),
            Encoding::Null => keywords.string("type", "null"),
            Encoding::Constant(name) => keywords.string("const", name),
            Encoding::Scalar(scalar) => number(keywords, scalar),
            Encoding::Bytes(extent) => {
                let context = context.extent(*extent);
                keywords.string("type", "string")?;
                keywords.string("pattern", HEX)?;
                let digits = |bytes: usize| bytes.saturating_mul(2);
                keywords.bounds(LENGTH, digits(context.min), context.max.map(digits))
            }
            Encoding::Opaque(_) => {
                keywords.string("type", "string")?;
                keywords.string("pattern", HEX)
            }
            Encoding::Text { extent, utf8: true } => utf8(keywords, context.extent(*extent)),
            Encoding::Text { extent, utf8: false } => {
                self.any_of(keywords, [Node::Text(true), Node::Text(false)], context.extent(*extent))
            }
            Encoding::Enum(names) => keywords.strings("enum", names.iter().copied()),
            Encoding::List { item, count, .. } => {
                let (min, max) = items(item, *count, context);
                keywords.string("type", "array")?;
                self.schema(keywords.key("items")?, item, Context::ALONE)?;
                keywords.bounds(ITEMS, min, max)
            }
            Encoding::Object(fields) => self.object(keywords, newest(fields).map(Property::of_field), &[], context),
            Encoding::Tuple(elements) => self.tuple(keywords, elements.iter().map(|it| Node::Encoding(it))),
            Encoding::Merge(parts) if Encoding::are_objects(parts) => {
                let merged = Merged::of(parts);
                let fields = merged.fields.into_iter().map(Property::of_field);
                self.object(keywords, fields, &merged.others, context)
            }
            Encoding::Merge(parts) => match elements(parts) {
                Some(elements) => self.tuple(keywords, elements.into_iter().map(Node::Encoding)),
                None => keywords.string("type", "array"),
            },
            Encoding::Union { cases, .. } => {
                // No bytes have the JSON of a JSON-only case.
                let printed = newest_cases(cases).filter(|case| !matches!(case.kind, CaseKind::JsonOnly));
                let cases = printed.map(|case| (case.title, Node::Encoding(case.payload)));
                self.cases(keywords, cases, context.inside().unbounded())
            }
            Encoding::Select(select) => {
                let cases = select.cases.iter().map(|case| (case.name, Node::Encoding(case.encoding)));
                self.cases(keywords, cases, context.inside().unbounded())
            }
            Encoding::Compact(compact) => self.part(keywords, compact.part, context.inside().unbounded()),
            Encoding::Opt(inner) | Encoding::Varopt(inner) if context.is_field => {
                self.draw(keywords, inner, context.inside().unbounded())
            }
            Encoding::Opt(inner) | Encoding::Varopt(inner) => {
                self.any_of(keywords, [Node::Encoding(inner), Node::Null], context.unbounded())
            }
            Encoding::Dft { inner, default } => {
                self.draw(keywords, inner, context.inside())?;
                let bytes = default_bytes(*default).filter(|_| context.is_field);
                match bytes.and_then(|bytes| to_json(inner, &bytes).ok()) {
                    Some(json) => keywords.default_value(&json),
                    None => Ok(()),
                }
            }
            Encoding::Padded { inner, .. } | Encoding::Magic { inner, .. } => {
                self.draw(keywords, inner, context.unbounded())
            }
            Encoding::Dynamic { prefix, inner } => self.draw(keywords, inner, context.block(*prefix)),
            Encoding::Suffixed { size, inner } => self.draw(keywords, inner, context.block(*size)),
            Encoding::Bounded { limit, inner } => self.draw(keywords, inner, context.at_most(*limit)),
            Encoding::Sized { bytes, inner } => {
                self.draw(keywords, inner, Context { min: *bytes, ..context }.at_most(*bytes))
            }
            Encoding::Reserve { inner, .. } => self.draw(keywords, inner, Context { min: 0, ..context }),
            Encoding::Checked { inner, .. } => self.draw(keywords, inner, context),
            Encoding::Legacy(legacy) => self.draw(keywords, legacy.current, context),
            Encoding::Described { about, inner } => {
                about.title.map_or(Ok(()), |title| keywords.title(title))?;
                about.description.map_or(Ok(()), |sentence| keywords.description(sentence))?;
                self.draw(keywords, inner, context)
            }
            Encoding::Def { id, inner } => self.refer(keywords, id, inner, context),
            Encoding::Mu(mu) => self.refer(keywords, mu.name, (mu.body)(), context.inside()),
            Encoding::Assoc { .. } if context.is_open => {
                keywords.string("type", "object")?;
                keywords.raw("additionalProperties", true)
            }
            Encoding::Assoc { value, .. } => {
                keywords.string("type", "object")?;
                self.schema(keywords.key("additionalProperties")?, value, Context::ALONE)
            }
            Encoding::Lazy(inner) => self.any_of(keywords, [Node::Encoding(inner), Node::LazyBytes], Context::ALONE),
            Encoding::Json if context.is_open => keywords.raw("additionalProperties", true),
            Encoding::Json => Ok(()),
            Encoding::Split(split) => self.draw(keywords, split.json, context.inside().unbounded()),
        }
    }

    fn part(&mut self, keywords: &mut Keywords<'_>, part: &'static Part, context: Context) -> fmt::Result {
        match part {
            Part::Null => keywords.string("type", "null"),
            Part::Unit => self.object(keywords, [].into_iter(), &[], context),
            Part::Bool => number(keywords, &Scalar::Bool),
            Part::Int32 | Part::Int64 => part.whole().map_or(Ok(()), |scalar| number(keywords, scalar)),
            Part::Payload(encoding) => self.draw(keywords, encoding, context),
            Part::Option(part) => self.any_of(keywords, [Node::Part(part), Node::Null], context),
            Part::OrInt32(other) => self.any_of(keywords, [Node::Part(&Part::Int32), Node::Encoding(other)], context),
            Part::Tuple(parts) => self.tuple(keywords, parts.iter().map(|part| Node::Part(part))),
            Part::Object(fields) => self.object(keywords, fields.iter().map(Property::of_part), &[], context),
            Part::Union(union) => {
                self.cases(keywords, union.cases.iter().map(|case| (case.title, Node::Part(case.part))), context)
            }
            Part::List { item, .. } => {
                keywords.string("type", "array")?;
                self.schema(keywords.key("items")?, item, Context::ALONE)
            }
        }
    }

    /// Writes an object of properties, and of merged parts that are not plain objects.
    fn object(
        &mut self,
        keywords: &mut Keywords<'_>,
        properties: impl Iterator<Item = Property>,
        others: &[&'static Encoding],
        context: Context,
    ) -> fmt::Result {
        keywords.string("type", "object")?;
        let (mut required, mut properties) = (Vec::new(), properties.peekable());
        if properties.peek().is_some() {
            list(
                keywords.key("properties")?,
                '{',
                properties,
                |out, Property { name, node, context, is_required }| {
                    required.extend(is_required.then_some(name));
                    write!(out, "{}:", quoted(name))?;
                    self.titled(out, (None, node), context)
                },
            )?;
        }
        if !required.is_empty() {
            keywords.strings("required", required.into_iter())?;
        }
        if !others.is_empty() {
            let open = Context { is_open: true, ..Context::ALONE };
            list(keywords.key("allOf")?, '[', others.iter(), |out, part| self.schema(out, part, open))?;
        }
        match (context.is_open, others) {
            (true, _) => Ok(()),
            (false, []) => keywords.raw("additionalProperties", false),
            (false, _) => keywords.raw("unevaluatedProperties", false),
        }
    }

    fn tuple(&mut self, keywords: &mut Keywords<'_>, elements: impl Iterator<Item = Node>) -> fmt::Result {
        keywords.string("type", "array")?;
        let (mut count, mut elements) = (0usize, elements.peekable());
        if elements.peek().is_some() {
            list(keywords.key("prefixItems")?, '[', elements, |out, element| {
                count = count.saturating_add(1);
                self.titled(out, (None, element), Context::ALONE)
            })?;
        }
        keywords.raw("items", false)?;
        keywords.bounds(ITEMS, count, None)
    }

    /// Writes alternatives, each with its title.
    fn cases(
        &mut self,
        keywords: &mut Keywords<'_>,
        cases: impl Iterator<Item = (&'static str, Node)>,
        context: Context,
    ) -> fmt::Result {
        let mut cases = cases.map(|(title, node)| (Some(title), node)).peekable();
        if cases.peek().is_none() {
            return keywords.raw("not", "{}");
        }
        list(keywords.key("anyOf")?, '[', cases, |out, case| self.titled(out, case, context))
    }

    fn any_of(&mut self, keywords: &mut Keywords<'_>, nodes: [Node; 2], context: Context) -> fmt::Result {
        list(keywords.key("anyOf")?, '[', nodes.into_iter(), |out, node| self.titled(out, (None, node), context))
    }
}

/// Writes the keywords of a scalar.
fn number(keywords: &mut Keywords<'_>, scalar: &Scalar) -> fmt::Result {
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
                    let mut number = String::new();
                    text::float(&mut number, *bound);
                    keywords.raw(name, number)
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

/// Writes a string whose characters have one to four bytes each.
fn utf8(keywords: &mut Keywords<'_>, context: Context) -> fmt::Result {
    keywords.string("type", "string")?;
    keywords.bounds(LENGTH, context.min.div_ceil(4), context.max)
}

/// Writes text that is not UTF-8: an object with its bytes.
fn any_bytes(keywords: &mut Keywords<'_>, context: Context) -> fmt::Result {
    let mut bytes = String::from("{\"type\":\"array\",\"items\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":255}");
    Keywords::after(&mut bytes).bounds(ITEMS, context.min, context.max)?;
    bytes.push('}');
    only(keywords, NOT_UTF8, format_args!("{bytes}"))
}

/// Writes an object with one property.
fn only(keywords: &mut Keywords<'_>, name: &str, schema: fmt::Arguments<'_>) -> fmt::Result {
    keywords.string("type", "object")?;
    keywords.raw("properties", format_args!("{{\"{name}\":{schema}}}"))?;
    keywords.strings("required", core::iter::once(name))?;
    keywords.raw("additionalProperties", false)
}

/// Returns the minimum and the maximum number of elements of a list.
fn items(item: &'static Encoding, count: Count, context: Context) -> (usize, Option<usize>) {
    match count {
        Count::Exactly(n) => (n, Some(n)),
        Count::Prefixed { prefix, max } => (0, Some(max.unwrap_or(prefix.max())).filter(|max| *max < MAX_SIZE)),
        Count::ToEnd { min, max } => {
            let size = item.size();
            let filling = size.most.filter(|most| *most > 0).map_or(0, |most| context.min.div_ceil(most));
            let fitting = context.max.and_then(|bytes| bytes.checked_div(size.least));
            (filling.max(min), max.into_iter().chain(fitting).min())
        }
    }
}
