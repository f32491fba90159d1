//! Questions to a schema, and small rows.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Layout, Limit, Row};
use tezos_encoding_core::schema::Int;
use tezos_encoding_core::schema::{Class, Count, Encoding, TagSize};
use tezos_encoding_core::wire::Prefix;

/// The optional form of a field, behind what has no bytes of its own.
pub(super) fn option(encoding: &'static Encoding) -> Option<&'static Encoding> {
    let mut encoding = encoding;
    loop {
        match encoding {
            Encoding::Opt(_) | Encoding::Varopt(_) => return Some(encoding),
            Encoding::Checked { inner, .. }
            | Encoding::Bounded { inner, .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Described { inner, .. } => encoding = inner,
            Encoding::Split(split) => encoding = split.inner,
            Encoding::Legacy(legacy) => encoding = legacy.current,
            _ => return None,
        }
    }
}

/// What a field is behind its size: the name around it, the form of the size if it has one, and the rest
/// (`binary_description.ml`, `extract_dynamic`).
pub(super) fn unwrapped(encoding: &'static Encoding) -> (Option<&'static str>, Option<Prefix>, &'static Encoding) {
    let (mut id, mut encoding) = (None, encoding);
    loop {
        match encoding {
            Encoding::Def { id: name, inner } => (id, encoding) = (Some(*name), inner),
            Encoding::Described { about, inner } if about.field.is_none() => encoding = inner,
            Encoding::Split(split) => encoding = split.inner,
            Encoding::Legacy(legacy) => encoding = legacy.current,
            Encoding::Checked { inner, .. } | Encoding::Reserve { inner, .. } | Encoding::Dft { inner, .. } => {
                encoding = inner;
            }
            Encoding::Dynamic { prefix, inner } if !bounded_text(*prefix, inner) => return (id, Some(*prefix), inner),
            _ => return (id, None, encoding),
        }
    }
}

/// Whether a block is `Bounded.string` or `Bounded.bytes`, which the reference limits around the size and not inside.
fn bounded_text(prefix: Prefix, inner: &Encoding) -> bool {
    match inner {
        Encoding::Bounded { limit, inner: Encoding::Text { .. } | Encoding::Bytes(_) } => {
            prefix == Prefix::for_count(*limit)
        }
        _ => false,
    }
}

pub(super) fn limit(count: Count) -> Limit {
    match count {
        Count::ToEnd { max: None, .. } => Limit::Any,
        Count::ToEnd { max: Some(max), .. } => Limit::AtMost(max),
        Count::Exactly(count) => Limit::Exactly(count),
        Count::Prefixed { prefix, max } => Limit::AtMost(max.unwrap_or(prefix.max())),
    }
}

/// The names of an enumeration.
pub(super) fn owned(names: &'static [&'static str]) -> Vec<Cow<'static, str>> {
    names.iter().map(|name| Cow::Borrowed(*name)).collect()
}

/// One row without a name.
pub(super) fn unnamed(class: Class, layout: Layout) -> Vec<Row> {
    Vec::from([Row::Field { name: None, class, layout }])
}

/// The rows of a block behind that of its size.
pub(super) fn with_length(prefix: Prefix, mut rows: Vec<Row>) -> Vec<Row> {
    rows.insert(0, Row::Length { of: None, rows: rows.len(), prefix });
    rows
}

/// The rows of a case behind that of its tag.
pub(super) fn with_tag(tag: TagSize, mut rows: Vec<Row>) -> Vec<Row> {
    let int = Int::full("", tag.bytes(), false, false);
    rows.insert(0, Row::Field { name: Some("Tag".into()), class: Class::Fixed(tag.bytes()), layout: Layout::Int(int) });
    rows
}

/// The rows of a value and that of the bytes behind it.
pub(super) fn with_padding(bytes: usize, mut rows: Vec<Row>) -> Vec<Row> {
    rows.push(Row::Field { name: Some("padding".into()), class: Class::Fixed(bytes), layout: Layout::Padding });
    rows
}

/// The rows of a block and that of its size behind it.
pub(super) fn with_suffix(size: Prefix, mut rows: Vec<Row>) -> Vec<Row> {
    let layout = match size.int() {
        Some(int) if int.is_ranged() => Layout::RangedInt(int),
        Some(int) => Layout::Int(int),
        None => Layout::Nothing,
    };
    rows.push(Row::Field { name: Some("# bytes before".into()), class: Class::Fixed(size.bytes()), layout });
    rows
}

/// The rows of a value behind that of the fixed bytes in front of it.
pub(super) fn with_magic(bytes: &'static [u8], mut rows: Vec<Row>) -> Vec<Row> {
    rows.insert(
        0,
        Row::Field {
            name: Some("magic".into()),
            class: Class::Fixed(bytes.len()),
            layout: Layout::Magic(bytes.into()),
        },
    );
    rows
}
