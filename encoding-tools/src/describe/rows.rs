//! Rows of particular layouts, and helper functions about encodings.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Layout, Limit, Row};
use crate::walk::bare;
use tezos_encoding_core::schema::{Class, Count, Encoding, Int, TagSize};
use tezos_encoding_core::wire::Prefix;

impl Row {
    pub(super) fn field(name: Option<&'static str>, class: Class, layout: Layout) -> Self {
        Self::Field { name: name.map(Cow::Borrowed), class, layout }
    }

    /// Returns the row of a tag.
    pub(super) fn tag(tag: TagSize) -> Self {
        if let TagSize::Rlp(_) = tag {
            return Self::field(Some("Tag"), Class::Dynamic, Layout::Bytes);
        }
        let int = Int::full("", tag.bytes(), false, false);
        Self::field(Some("Tag"), Class::Fixed(tag.bytes()), Layout::Int(int))
    }
}

impl Layout {
    pub(super) fn int(int: Int) -> Self {
        if int.is_ranged() { Self::RangedInt(int) } else { Self::Int(int) }
    }
}

/// Returns a single row without a name.
pub(super) fn unnamed(class: Class, layout: Layout) -> Vec<Row> {
    Vec::from([Row::field(None, class, layout)])
}

/// Prepends a row to others.
pub(super) fn before(row: Row, mut rows: Vec<Row>) -> Vec<Row> {
    rows.insert(0, row);
    rows
}

/// Appends a row to others.
pub(super) fn after(mut rows: Vec<Row>, row: Row) -> Vec<Row> {
    rows.push(row);
    rows
}

/// Prepends the row of a size prefix to the rows of its block.
pub(super) fn with_length(prefix: Prefix, rows: Vec<Row>) -> Vec<Row> {
    before(Row::Length { of: None, rows: rows.len(), prefix }, rows)
}

/// Returns the optional encoding of a field, without the wrappers around it.
pub(super) fn option(encoding: &'static Encoding) -> Option<&'static Encoding> {
    match encoding {
        Encoding::Opt(_) | Encoding::Varopt(_) => Some(encoding),
        Encoding::Def { .. } | Encoding::Dft { .. } => None,
        wrapper => bare(wrapper).and_then(option),
    }
}

/// Returns what follows the size prefix of a field: the name of the definition around it, the prefix if there is one,
/// and the encoding (`binary_description.ml`, `extract_dynamic`).
pub(super) fn unwrapped(encoding: &'static Encoding) -> (Option<&'static str>, Option<Prefix>, &'static Encoding) {
    let (mut id, mut encoding) = (None, encoding);
    loop {
        let inner = match encoding {
            Encoding::Dynamic { prefix, inner } if !is_bounded_text(*prefix, inner) => {
                return (id, Some(*prefix), inner);
            }
            Encoding::Described { about, .. } if about.field.is_some() => None,
            Encoding::Bounded { .. } => None,
            wrapper => bare(wrapper),
        };
        let Some(inner) = inner else { return (id, None, encoding) };
        if let Encoding::Def { id: name, .. } = encoding {
            id = Some(*name);
        }
        encoding = inner;
    }
}

/// Returns true for the block of `Bounded.string` and `Bounded.bytes`, whose limit in the reference includes the size
/// prefix.
fn is_bounded_text(prefix: Prefix, inner: &Encoding) -> bool {
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
