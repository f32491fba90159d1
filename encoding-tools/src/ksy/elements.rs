//! Converts the attributes of types to encodings.

use std::collections::HashMap;
use std::rc::Rc;

use tezos_encoding_core::schema::{Case, Class, Count, Encoding, Extent, Field, Int, Scalar, Select, TagSize};
use tezos_encoding_core::wire::Prefix;

use super::layouts::check_parts;
use super::spec::{Attribute, Condition, File, Repeat, Size};
use super::{KsyError, Layouts};
use crate::made::{keep, keep_all, keep_text, with_reserves};

/// The enumeration of booleans.
const BOOL: &str = "bool";

/// The name of optional values that have no presence flag on the wire, whatever their size: signatures are optional
/// only at the end of the operations in double-signing evidence (`operation_repr.ml`, `inlined`), as `varopt`.
const WITHOUT_FLAG: &str = "signature";

impl<L: FnMut(&str) -> Result<String, String>> Layouts<L> {
    /// Returns the encoding of a type, given its name and its attributes.
    pub(super) fn sequence(
        &mut self,
        file: &Rc<File>,
        name: &str,
        mut attributes: &[Attribute],
    ) -> Result<&'static Encoding, KsyError> {
        if let Some(number) = number_of_any_size(attributes) {
            return Ok(keep(Encoding::Scalar(number)));
        }
        let (mut names, mut encodings) = (Vec::new(), Vec::new());
        let line = attributes.first().map_or(1, |first| first.line);
        while let [first, rest @ ..] = attributes {
            let (id, encoding, taken) = self.element(file, first, rest)?;
            names.push(id);
            encodings.push((first.line, encoding));
            attributes = rest.get(taken..).unwrap_or_default();
        }
        check_parts(encodings.iter().map(|(_, encoding)| *encoding))
            .map_err(|sentence| KsyError::new(&file.name, line, format_args!("`{name}`: {sentence}")))?;
        let encodings =
            with_reserves(&encodings).map_err(|(line, sentence)| KsyError::new(&file.name, line, sentence))?;
        Ok(match (names.as_slice(), encodings.as_slice()) {
            ([], _) => &Encoding::Empty,
            ([id], [only]) if is_wrapper(name, id) => only,
            _ if names.iter().enumerate().all(|(index, id)| is_numbered(id, index)) => {
                keep(Encoding::Tuple(keep_all(encodings)))
            }
            _ => {
                let fields = names.iter().zip(encodings).map(|(id, encoding)| Field::req(keep_text(id), encoding));
                keep(Encoding::Object(keep_all(fields.collect())))
            }
        })
    }

    /// Returns the element that starts with `first`: its name, its encoding, and how many of the following attributes
    /// belong to it.
    fn element<'f>(
        &mut self,
        file: &Rc<File>,
        first: &'f Attribute,
        rest: &'f [Attribute],
    ) -> Result<(&'f str, &'static Encoding, usize), KsyError> {
        if let Some(name) = &first.enumeration {
            let depends = |attribute: &&Attribute| attribute.case().is_some_and(|(tag, _)| tag == first.id);
            let count = rest.iter().take_while(depends).count();
            let payloads = rest.get(..count).unwrap_or_default();
            return if is_bool(file, first) {
                self.optional(file, first, payloads)
            } else {
                let id = if count == 0 { &first.id } else { first.id.strip_suffix("_tag").unwrap_or(&first.id) };
                Ok((id, self.choice(file, name, first, payloads)?, count))
            };
        }
        if first.condition == Some(Condition::BeforeEnd) {
            return Ok((first.name(), keep(Encoding::Varopt(self.value(file, first)?)), 0));
        }
        if first.condition.is_some() {
            return Err(KsyError::new(&file.name, first.line, "the key `if` without its tag directly before it"));
        }
        if let [second @ Attribute { condition: None, .. }, ..] = rest {
            let of_first = |name: &str| name == first.id;
            if matches!(&second.size, Some(Size::Of(name)) if of_first(name)) {
                let inner = match &second.kind {
                    Some(kind) => self.named(file, kind, second.line)?,
                    None => &Encoding::Bytes(Extent::Rest),
                };
                let (prefix, max) = self.prefix(file, first)?;
                let inner = max.map_or(inner, |limit| keep(Encoding::Bounded { limit, inner }));
                return Ok((&second.id, keep(Encoding::Dynamic { prefix, inner }), 1));
            }
            if matches!(&second.repeat, Some(Repeat::Of(name)) if of_first(name)) {
                let (prefix, max) = self.prefix(file, first)?;
                let item = self.once(file, second)?;
                let list = Encoding::List { item, count: Count::Prefixed { prefix, max }, array: false };
                return Ok((&second.id, keep(list), 1));
            }
        }
        Ok((first.name(), self.value(file, first)?, 0))
    }

    /// Returns a boolean, or the optional value of which it is the presence flag.
    fn optional<'f>(
        &mut self,
        file: &Rc<File>,
        flag: &'f Attribute,
        payloads: &'f [Attribute],
    ) -> Result<(&'f str, &'static Encoding, usize), KsyError> {
        match payloads {
            [] => Ok((&flag.id, &Encoding::Scalar(Scalar::Bool), 0)),
            [value] => {
                let inner = self.value(file, value)?;
                // Octez has no flag before a value that extends to the end of the block (`encoding.ml`, `opt`), but its
                // printer prints one.
                let without_flag = inner.size().class == Class::Variable || value.id == WITHOUT_FLAG;
                let encoding = match without_flag && !self.literal && !file.is_exact {
                    true => Encoding::Varopt(inner),
                    false => Encoding::Opt(inner),
                };
                Ok((&value.id, keep(encoding), 1))
            }
            [_, second, ..] => Err(KsyError::new(&file.name, second.line, "two values share one presence flag")),
        }
    }

    /// Returns a union or an enumeration, given its tag and the attributes that depend on the tag.
    fn choice(
        &mut self,
        file: &Rc<File>,
        name: &str,
        tag: &Attribute,
        payloads: &[Attribute],
    ) -> Result<&'static Encoding, KsyError> {
        let mistake = |line, sentence: &str| KsyError::new(&file.name, line, format_args!("`{name}`: {sentence}"));
        let values = file.enums.get(name).ok_or_else(|| mistake(tag.line, "the enumeration does not exist"))?;
        let Int { bytes: width, signed: false, .. } = self.integer(file, tag)? else {
            return Err(mistake(tag.line, "its tag is a signed integer"));
        };
        // The number of values with each label, and the attributes that depend on it.
        let mut labels: HashMap<&str, (usize, Vec<&Attribute>)> = HashMap::new();
        for value in values {
            let (count, _) = labels.entry(&value.label).or_default();
            *count = count.saturating_add(1);
        }
        for payload in payloads {
            let label = payload.case().and_then(|(_, label)| labels.get_mut(label));
            let (_, own) = label.ok_or_else(|| mistake(payload.line, "the enumeration has no value for this `if`"))?;
            own.push(payload);
        }
        let mut cases = Vec::new();
        for value in values {
            let (same, own) = labels.get(value.label.as_str()).map_or((0, &[][..]), |(count, own)| (*count, own));
            let mut own = own.iter().map(|payload| self.value(file, payload)).collect::<Result<Vec<_>, _>>()?;
            if own.len() < same {
                own.push(&Encoding::Empty);
            }
            let payload = match own.as_slice() {
                [only] if same == 1 => only,
                [Encoding::Empty] => &Encoding::Empty,
                _ => one_of(&value.name, &own),
            };
            cases.push(Case::new(value.number, keep_text(&value.name), payload));
        }
        let in_order = values.iter().zip(0..).all(|(value, index)| value.number == index);
        if payloads.is_empty() && in_order && width == Prefix::for_count(values.len()).bytes() {
            let names = cases.iter().map(|case| case.title).collect();
            return Ok(keep(Encoding::Enum(keep_all(names))));
        }
        let size = match width {
            1 => TagSize::U8,
            2 => TagSize::U16,
            _ => TagSize::U32,
        };
        if values.iter().any(|value| value.number > size.max()) {
            return Err(mistake(tag.line, "a value is too large for the tag"));
        }
        Ok(keep(Encoding::Union { tag: size, cases: keep_all(cases), ignore_unknown: false }))
    }

    /// Returns the encoding of an attribute without its `if`.
    fn value(&mut self, file: &Rc<File>, attribute: &Attribute) -> Result<&'static Encoding, KsyError> {
        let item = self.once(file, attribute)?;
        let count = match &attribute.repeat {
            None => return Ok(item),
            Some(Repeat::ToEnd) => Count::ToEnd { min: 0, max: None },
            Some(Repeat::Exactly(count)) => Count::Exactly(*count),
            Some(Repeat::Of(_) | Repeat::Until) => {
                let sentence = "the key `repeat` without a count directly before it";
                return Err(KsyError::new(&file.name, attribute.line, sentence));
            }
        };
        Ok(keep(Encoding::List { item, count, array: false }))
    }

    /// Returns the encoding of an attribute without its `repeat` and its `if`.
    fn once(&mut self, file: &Rc<File>, attribute: &Attribute) -> Result<&'static Encoding, KsyError> {
        let mistake = |sentence| Err(KsyError::new(&file.name, attribute.line, sentence));
        match (&attribute.kind, &attribute.size) {
            (None, Some(Size::Fixed(bytes))) => Ok(keep(Encoding::Bytes(Extent::Fixed(*bytes)))),
            (None, Some(Size::ToEnd)) => Ok(&Encoding::Bytes(Extent::Rest)),
            (Some(kind), Some(Size::Fixed(bytes))) => {
                let inner = self.named(file, kind, attribute.line)?;
                Ok(keep(Encoding::Sized { bytes: *bytes, inner }))
            }
            (kind, Some(Size::Before(bytes))) => {
                let inner = match kind {
                    Some(kind) => self.named(file, kind, attribute.line)?,
                    None => &Encoding::Bytes(Extent::Rest),
                };
                Ok(keep(Encoding::Reserve { bytes: *bytes, inner }))
            }
            (Some(kind), None) if kind == "f8" => Ok(match (attribute.min, attribute.max) {
                (Some(min), Some(max)) => {
                    keep(Encoding::Scalar(Scalar::RangedFloat { min: min.to_bits(), max: max.to_bits() }))
                }
                _ => &Encoding::Scalar(Scalar::Float),
            }),
            (Some(kind), None) => match scalar(kind) {
                Some(_) => Ok(keep(Encoding::Scalar(Scalar::Int(self.integer(file, attribute)?)))),
                None => self.named(file, kind, attribute.line),
            },
            (Some(_), Some(Size::ToEnd)) => {
                mistake("`type` and `size-eos` in one attribute, which Octez does not print")
            }
            (_, Some(Size::Of(_))) => mistake("the key `size` does not name the attribute directly before it"),
            (None, None) => mistake("an attribute with neither `type` nor `size`"),
        }
    }

    /// Returns the integer encoding of an attribute.
    fn integer(&self, file: &File, attribute: &Attribute) -> Result<Int, KsyError> {
        let kind = attribute.kind.as_deref().unwrap_or_default();
        let full = scalar(kind).ok_or_else(|| {
            KsyError::new(&file.name, attribute.line, format_args!("`{kind}` is not an integer type that Octez prints"))
        })?;
        let (min, max) = (attribute.min, attribute.max);
        if min.is_none() && max.is_none() {
            return Ok(full);
        }
        let whole = |bound: Option<f64>, full: i128| match bound {
            Some(bound) if bound.fract() != 0.0 => Err(KsyError::new(
                &file.name,
                attribute.line,
                format_args!("the limit {bound} does not fit the integer"),
            )),
            bound => Ok(bound.map_or(full, |bound| bound as i128)),
        };
        let (min, max) = (whole(min, full.min)?, whole(max, full.max)?);
        if let (Ok(min), Ok(max)) = (i64::try_from(min), i64::try_from(max)) {
            let ranged = Int::ranged(min, max, full.little);
            if (ranged.bytes, ranged.signed, ranged.shift) == (full.bytes, full.signed, 0) {
                return Ok(ranged);
            }
        }
        Ok(Int { name: "ranged_int", min, max, ..full })
    }

    /// Returns the size prefix or count of an attribute, with its maximum if that is less than the maximum of its
    /// width.
    fn prefix(&self, file: &File, attribute: &Attribute) -> Result<(Prefix, Option<usize>), KsyError> {
        // Saturates if the limit is negative.
        let max = attribute.max.map(|max| max as usize);
        if attribute.kind.as_deref() == Some("n") {
            return Ok((Prefix::N, max));
        }
        let int = self.integer(file, attribute)?;
        let prefix = match (int.bytes, int.little, int.signed) {
            (1, _, false) => Prefix::U8,
            (2, false, false) => Prefix::U16,
            (2, true, false) => Prefix::U16Le,
            (4, false, false) => Prefix::U30,
            (4, true, false) => Prefix::U30Le,
            _ => return Err(KsyError::new(&file.name, attribute.line, "a size must be `u1`, `u2` or `u4`")),
        };
        let widest = prefix.int().map(|int| int.max);
        Ok((prefix, max.filter(|max| widest.is_none_or(|widest| i128::try_from(*max).is_ok_and(|max| max < widest)))))
    }
}

/// Returns the payload of a case whose label other cases have too, so that the layout does not determine which payload
/// belongs to which tag: one of these alternatives, which no reader can select.
fn one_of(name: &str, alternatives: &[&'static Encoding]) -> &'static Encoding {
    let cases = alternatives.iter().map(|encoding| Field::req(keep_text(name), encoding)).collect();
    keep(Encoding::Select(keep(Select { cases: keep_all(cases), choose: |_| None })))
}

/// Returns true if an attribute is a boolean: 1 byte, 0 or 255.
fn is_bool(file: &File, attribute: &Attribute) -> bool {
    let is_named = attribute.enumeration.as_deref() == Some(BOOL) && attribute.kind.as_deref() == Some("u1");
    let values = file.enums.get(BOOL).map_or(&[][..], Vec::as_slice);
    let values = values.iter().map(|value| (value.number, value.label.as_str()));
    is_named && values.eq([(0, "false"), (255, "true")])
}

/// Returns the integer type with this name: `u1`, `s4be`, `u2le`.
fn scalar(kind: &str) -> Option<Int> {
    let (kind, little) = match kind.strip_suffix("le") {
        Some(kind) => (kind, true),
        None => (kind.strip_suffix("be").unwrap_or(kind), false),
    };
    let (name, bytes, signed) = match kind {
        "u1" => ("uint8", 1, false),
        "s1" => ("int8", 1, true),
        "u2" => ("uint16", 2, false),
        "s2" => ("int16", 2, true),
        "u4" => ("uint32", 4, false),
        "s4" => ("int32", 4, true),
        "u8" => ("uint64", 8, false),
        "s8" => ("int64", 8, true),
        _ => return None,
    };
    Some(Int::full(name, bytes, signed, little))
}

/// Returns `n` or `z` if these are the attributes of its definition.
fn number_of_any_size(attributes: &[Attribute]) -> Option<Scalar> {
    let kinds: Vec<Option<&str>> = attributes.iter().map(|attribute| attribute.kind.as_deref()).collect();
    let until = attributes.last().is_some_and(|last| last.repeat == Some(Repeat::Until));
    match kinds.as_slice() {
        [Some("n_chunk")] if until => Some(Scalar::N),
        [Some("b1be"), Some("b1be"), Some("b6be"), Some("n_chunk")] if until => Some(Scalar::Z),
        _ => None,
    }
}

/// Returns true if the printer generated a type around its only attribute: both have the same name, except for a suffix
/// that makes names unique.
fn is_wrapper(name: &str, id: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = stem.strip_suffix('_').filter(|stem| stem.len() < name.len()).unwrap_or(name);
    name == id || stem == id || stem.ends_with("_entries") || id.strip_suffix("_entries").is_some_and(|id| id == stem)
}

/// Returns true if this is the name that the printer gives to the element of a tuple with this index.
fn is_numbered(id: &str, index: usize) -> bool {
    id.rsplit_once("_field").is_some_and(|(_, number)| number.parse() == Ok(index))
}
