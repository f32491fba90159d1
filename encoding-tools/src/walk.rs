//! Helpers shared by several walks over schemas: wrappers without bytes, default values, values of compact encodings.

use alloc::vec::Vec;

use tezos_encoding_core::__tools::{self, Form};
use tezos_encoding_core::Revision;
use tezos_encoding_core::schema::{Case, Class, Count, DefaultBytes, Encoding, Field, Part, PartField};

/// Returns the content of a wrapper that adds no bytes.
pub(crate) fn bare(encoding: &'static Encoding) -> Option<&'static Encoding> {
    match encoding {
        Encoding::Def { inner, .. }
        | Encoding::Described { inner, .. }
        | Encoding::Checked { inner, .. }
        | Encoding::Bounded { inner, .. }
        | Encoding::Reserve { inner, .. }
        | Encoding::Dft { inner, .. } => Some(inner),
        Encoding::Split(split) => Some(split.inner),
        Encoding::Legacy(legacy) => Some(legacy.current),
        _ => None,
    }
}

/// Returns the bytes of a default value; `None` if it cannot be encoded.
pub(crate) fn default_bytes(default: DefaultBytes) -> Option<Vec<u8>> {
    match default {
        DefaultBytes::Known(bytes) => Some(bytes.to_vec()),
        DefaultBytes::Made(make) => make(),
    }
}

/// Returns the fields of an object in the newest revision of its format.
pub(crate) fn newest(fields: &'static [Field]) -> impl Iterator<Item = &'static Field> {
    fields.iter().filter(|field| field.revisions.contain(Revision::NEWEST))
}

/// Returns the cases of a union in the newest revision of its format.
pub(crate) fn newest_cases(cases: &'static [Case]) -> impl Iterator<Item = &'static Case> {
    cases.iter().filter(|case| case.revisions.contain(Revision::NEWEST))
}

/// Returns the cases of a union that have an encoding on the wire.
pub(crate) fn binary_cases(cases: &'static [Case]) -> impl Iterator<Item = &'static Case> {
    newest_cases(cases).filter(|case| case.is_other() || case.own_tag().is_some())
}

/// The content of a part of a compact encoding after a tag; the bits have selected the cases of optional parts and
/// unions.
pub(crate) enum Chosen {
    /// No bytes.
    Nothing,
    Value(&'static Encoding),
    Integer(&'static Form),
    /// Elements, with a size prefix unless their number is in the bits.
    List(&'static Encoding, Count),
    Parts(Parts),
}

/// A tuple or an object in a compact encoding.
pub(crate) struct Parts {
    pub(crate) of: &'static Part,
    /// The total number of bytes, if it is known before they are read.
    pub(crate) bytes: Option<usize>,
    /// The name of each part, if it has one, and its bits; an absent field has no bytes.
    pub(crate) parts: Vec<(Option<&'static str>, &'static Part, u32)>,
}

/// Returns the content of a part with these bits.
pub(crate) fn chosen(part: &'static Part, bits: u32) -> Chosen {
    let parts = |parts| Chosen::Parts(Parts { of: part, bytes: part.fixed(bits), parts });
    let mut rest = bits;
    match part {
        Part::Null | Part::Unit | Part::Bool => Chosen::Nothing,
        Part::Payload(encoding) => Chosen::Value(encoding),
        Part::OrInt32(other) => part.form(bits).map_or(Chosen::Value(other), Chosen::Integer),
        Part::Int32 | Part::Int64 => part.form(bits).map_or(Chosen::Nothing, Chosen::Integer),
        Part::List { bits: width, item } => match __tools::count(*width, bits) {
            Count::Exactly(0) => Chosen::Nothing,
            count => Chosen::List(item, count),
        },
        Part::Option(inner) => inner.present(bits).map_or(Chosen::Nothing, |bits| chosen(inner, bits)),
        Part::Union(union) => union.case(bits).map_or(Chosen::Nothing, |(_, case, bits)| chosen(case.part, bits)),
        Part::Tuple(elements) => {
            let own = |part: &&'static Part| (None, *part, __tools::take(&mut rest, part.bits()));
            parts(elements.iter().map(own).collect())
        }
        Part::Object(fields) => {
            let own = |field: &PartField| match field.present(__tools::take(&mut rest, field.bits())) {
                Some(bits) => (Some(field.name), field.part, bits),
                None => (Some(field.name), &Part::Null, 0),
            };
            parts(fields.iter().map(own).collect())
        }
    }
}

/// Returns the size class of the bytes after a tag with these bits of a part.
pub(crate) fn class(part: &'static Part, bits: u32) -> Class {
    if let Some(bytes) = part.fixed(bits) {
        return Class::Fixed(bytes);
    }
    let is_open = |(_, part, bits): &(_, &'static Part, u32)| class(part, *bits) == Class::Variable;
    match chosen(part, bits) {
        Chosen::Value(encoding) => encoding.size().class,
        Chosen::Parts(Parts { parts, .. }) if parts.iter().any(is_open) => Class::Variable,
        _ => Class::Dynamic,
    }
}

/// Returns the limit of a block, if there is one directly inside.
pub(crate) fn limit(mut encoding: &'static Encoding) -> Option<usize> {
    loop {
        match encoding {
            Encoding::Bounded { limit, .. } => return Some(*limit),
            // The limit of the reference includes the size prefix.
            Encoding::List { count: Count::ToEnd { max: Some(_), .. }, .. } => return encoding.size().most,
            _ => encoding = bare(encoding)?,
        }
    }
}
