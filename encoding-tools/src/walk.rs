//! What several walks over schemas share: wrappers without bytes of their own, default values, the values of compact encodings.

use alloc::vec::Vec;

use tezos_encoding_core::__tools::{self, Form};
use tezos_encoding_core::schema::{Case, Class, Count, DefaultBytes, Encoding, Part, PartField};

/// Returns what is inside a wrapper that has no bytes of its own, so that the bytes of both are the same.
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

/// Returns the bytes of a default value; none where it cannot be encoded.
pub(crate) fn default_bytes(default: DefaultBytes) -> Option<Vec<u8>> {
    match default {
        DefaultBytes::Known(bytes) => Some(bytes.to_vec()),
        DefaultBytes::Made(make) => make(),
    }
}

/// Returns the cases of a union that have an encoding on the wire.
pub(crate) fn binary_cases(cases: &'static [Case]) -> impl Iterator<Item = &'static Case> {
    cases.iter().filter(|case| case.is_other() || case.own_tag().is_some())
}

/// What the bits of a part of a compact encoding make of it.
pub(crate) enum Chosen {
    /// No bytes.
    Nothing,
    Value(&'static Encoding),
    Integer(&'static Form),
    /// Elements, behind a size unless their number is in the bits.
    List(&'static Encoding, Count),
    /// The fields or elements, each with its own bits.
    Parts(Vec<(&'static Part, u32)>),
}

/// Returns what a part with these bits of its own consists of; optional parts and unions are what their bits choose.
pub(crate) fn chosen(part: &'static Part, mut bits: u32) -> Chosen {
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
            let own = |part: &&'static Part| (*part, __tools::take(&mut bits, part.bits()));
            Chosen::Parts(elements.iter().map(own).collect())
        }
        Part::Object([field]) if !field.optional => chosen(field.part, bits),
        Part::Object([field]) => field.part.present(bits).map_or(Chosen::Nothing, |bits| chosen(field.part, bits)),
        Part::Object(fields) => {
            let own = |field: &PartField| match field.present(__tools::take(&mut bits, field.bits())) {
                Some(bits) => (field.part, bits),
                None => (&Part::Null, 0),
            };
            Chosen::Parts(fields.iter().map(own).collect())
        }
    }
}

/// Returns the size class of what follows a tag with these bits of a part.
pub(crate) fn class(part: &'static Part, bits: u32) -> Class {
    if let Some(bytes) = part.fixed(bits) {
        return Class::Fixed(bytes);
    }
    match chosen(part, bits) {
        Chosen::Value(encoding) => encoding.size().class,
        Chosen::Parts(parts) if parts.iter().any(|(part, bits)| class(part, *bits) == Class::Variable) => {
            Class::Variable
        }
        _ => Class::Dynamic,
    }
}

/// A value behind the tag of a compact encoding.
pub(crate) struct Shared {
    /// The fields around it, outermost first.
    pub(crate) fields: Vec<&'static str>,
    pub(crate) content: Content,
}

#[derive(Clone, Copy)]
pub(crate) enum Content {
    Value(&'static Encoding),
    Integer(&'static Form),
    List(&'static Encoding, Count),
    /// The values that follow, of this part, take this number of bytes together.
    Fixed(&'static Part, usize),
}

/// Returns the values behind a tag with the bits `bits`, in the order of their bytes: the tag decides which ones are present, and
/// the widths of integers.
pub(crate) fn shared_values(part: &'static Part, bits: u32) -> Vec<Shared> {
    let mut values = Values::default();
    values.part(part, bits);
    values.found
}

#[derive(Default)]
struct Values {
    found: Vec<Shared>,
    fields: Vec<&'static str>,
}

impl Values {
    fn push(&mut self, content: Content) {
        self.found.push(Shared { fields: self.fields.clone(), content });
    }

    fn part(&mut self, part: &'static Part, mut bits: u32) {
        match part {
            Part::Null | Part::Unit | Part::Bool => {}
            Part::Payload(encoding) => self.push(Content::Value(encoding)),
            Part::OrInt32(other) => self.push(part.form(bits).map_or(Content::Value(other), Content::Integer)),
            Part::Int32 | Part::Int64 => part.form(bits).into_iter().for_each(|form| self.push(Content::Integer(form))),
            Part::List { bits: width, item } => self.push(Content::List(item, __tools::count(*width, bits))),
            Part::Option(inner) => inner.present(bits).into_iter().for_each(|bits| self.part(inner, bits)),
            Part::Union(union) => {
                if let Some((_, case, bits)) = union.case(bits) {
                    self.part(case.part, bits);
                }
            }
            Part::Tuple(elements) => {
                self.fixed(part, bits);
                elements.iter().for_each(|element| self.part(element, __tools::take(&mut bits, element.bits())));
            }
            Part::Object(fields) => {
                self.fixed(part, bits);
                for field in *fields {
                    if let Some(bits) = field.present(__tools::take(&mut bits, field.bits())) {
                        self.fields.push(field.name);
                        self.part(field.part, bits);
                        self.fields.pop();
                    }
                }
            }
        }
    }

    fn fixed(&mut self, part: &'static Part, bits: u32) {
        part.fixed(bits).into_iter().for_each(|bytes| self.push(Content::Fixed(part, bytes)));
    }
}
