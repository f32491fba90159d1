//! Minimum sizes of encodings, including recursive ones, whose schema has only a lower bound.

use alloc::vec::Vec;

use super::Example;
use crate::walk::{binary_cases, newest};
use tezos_encoding_core::__tools::{BIG_LIST, z_bytes};
use tezos_encoding_core::schema::{Case, Count, Encoding, Extent, Part, Scalar, TagSize};
use tezos_encoding_core::wire::Prefix;

/// The minimum sizes of recursive encodings, and of values for which the user has added examples.
pub(super) struct MinSizes {
    known: Vec<Known>,
    /// User-supplied functions, each with the size of an example.
    examples: Vec<(&'static str, usize)>,
}

struct Known {
    body: &'static Encoding,
    bytes: Option<usize>,
}

/// The bodies of recursive encodings that were found.
type Found = Vec<&'static Encoding>;

impl MinSizes {
    /// Computes the minimum sizes of the recursive encodings in an encoding.
    pub(super) fn new(encoding: &'static Encoding, examples: &[Example]) -> Self {
        let examples = examples.iter().map(|(function, bytes)| (*function, bytes.len())).collect();
        let mut sizes = Self { known: Vec::new(), examples };
        let mut found = Vec::new();
        sizes.find(encoding, &mut found);
        while let Some(body) = found.pop() {
            if !sizes.known.iter().any(|known| core::ptr::eq(known.body, body)) {
                sizes.known.push(Known { body, bytes: None });
                sizes.find(body, &mut found);
            }
        }
        // Each round completes at least one more of them.
        for _ in 0..sizes.known.len() {
            for index in 0..sizes.known.len() {
                let bytes = sizes.known.get(index).and_then(|known| sizes.of(known.body));
                sizes.known.get_mut(index).into_iter().for_each(|known| known.bytes = bytes);
            }
        }
        sizes
    }

    /// Returns the number of recursive encodings.
    pub(super) fn recursive(&self) -> usize {
        self.known.len()
    }

    /// Returns the minimum size of an encoding in bytes; `None` if it has no value.
    pub(super) fn of(&self, encoding: &'static Encoding) -> Option<usize> {
        self.find(encoding, &mut Vec::new())
    }

    /// Returns the minimum size of a case with its tag; `None` if it has no encoding on the wire.
    pub(super) fn of_case(&self, tag: TagSize, case: &'static Case) -> Option<usize> {
        self.find_case(tag, case, &mut Vec::new())
    }

    /// Returns the minimum size of a part of a compact encoding, without the tag.
    pub(super) fn of_part(&self, part: &'static Part) -> Option<usize> {
        self.find_part(part, &mut Vec::new())
    }

    /// Computes a minimum size, and adds the bodies of recursive encodings whose size is unknown.
    fn find(&self, encoding: &'static Encoding, found: &mut Found) -> Option<usize> {
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => Some(0),
            Encoding::Scalar(Scalar::IntLikeZ { min, max }) => {
                let shortest = 0.clamp(*min, *max);
                Some(z_bytes(shortest, shortest))
            }
            Encoding::Scalar(scalar) => Some(scalar.size().least),
            Encoding::Bytes(extent) | Encoding::Text { extent, .. } => match extent {
                Extent::Fixed(bytes) => Some(*bytes),
                Extent::Rest => Some(0),
            },
            Encoding::Enum([]) => None,
            Encoding::Enum(names) => Some(Prefix::for_count(names.len()).bytes()),
            Encoding::List { item, count, .. } => {
                let item = self.find(item, found);
                match count {
                    Count::ToEnd { min: 0, .. } | Count::Exactly(0) => Some(0),
                    Count::ToEnd { min: count, .. } | Count::Exactly(count) => item?.checked_mul(*count),
                    Count::Prefixed { prefix, .. } => Some(prefix.min_bytes()),
                }
            }
            Encoding::Object(fields) => total(newest(fields).map(|field| self.find(field.encoding, found))),
            Encoding::Tuple(parts) | Encoding::Merge(parts) => total(parts.iter().map(|part| self.find(part, found))),
            Encoding::Union { tag, cases, .. } => {
                shortest(binary_cases(cases).map(|case| self.find_case(*tag, case, found)))
            }
            Encoding::Select(select) => shortest(select.cases.iter().map(|case| self.find(case.encoding, found))),
            Encoding::Compact(compact) => self.find_part(compact.part, found)?.checked_add(compact.tag.bytes()),
            Encoding::Opt(inner) => {
                self.find(inner, found);
                Some(1)
            }
            Encoding::Varopt(inner) | Encoding::Assoc { value: inner, .. } => {
                self.find(inner, found);
                Some(0)
            }
            Encoding::Padded { bytes, inner } => self.find(inner, found)?.checked_add(*bytes),
            Encoding::Magic { bytes, inner } => self.find(inner, found)?.checked_add(bytes.len()),
            Encoding::Dynamic { prefix, inner } => {
                let inner = self.find(inner, found).filter(|inner| *inner <= prefix.max())?;
                inner.checked_add(prefix.width(inner))
            }
            Encoding::Suffixed { size, inner } => {
                let inner = self.find(inner, found).filter(|inner| *inner <= size.max())?;
                inner.checked_add(size.bytes())
            }
            Encoding::Bounded { limit, inner } => self.find(inner, found).filter(|bytes| bytes <= limit),
            Encoding::Sized { bytes, inner } => {
                self.find(inner, found).filter(|inner| inner <= bytes).and(Some(*bytes))
            }
            // If a function has examples, its values are only these.
            Encoding::Checked { inner, check } => {
                let inner = self.find(inner, found);
                let examples = self.examples.iter().filter(|(function, _)| *function == check.function);
                examples.map(|(_, bytes)| *bytes).min().or(inner)
            }
            Encoding::Dft { inner, .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Def { inner, .. }
            | Encoding::Described { inner, .. }
            | Encoding::Lazy(inner) => self.find(inner, found),
            Encoding::Split(split) => self.find(split.inner, found),
            Encoding::Legacy(legacy) => self.find(legacy.current, found),
            Encoding::Json => Some(super::json::MIN_SIZE),
            Encoding::Mu(mu) => {
                let body = (mu.body)();
                let known = self.known.iter().find(|known| core::ptr::eq(known.body, body));
                if known.is_none() {
                    found.push(body);
                }
                known?.bytes
            }
        }
    }

    fn find_case(&self, tag: TagSize, case: &'static Case, found: &mut Found) -> Option<usize> {
        let payload = self.find(case.payload, found);
        if case.is_other() { payload } else { case.own_tag().and(payload)?.checked_add(tag.bytes()) }
    }

    fn find_part(&self, part: &'static Part, found: &mut Found) -> Option<usize> {
        match part {
            Part::Null | Part::Unit | Part::Bool => Some(0),
            Part::Int32 | Part::Int64 => Some(1),
            Part::Payload(encoding) => self.find(encoding, found),
            Part::Option(part) => {
                self.find_part(part, found);
                Some(0)
            }
            Part::OrInt32(other) => {
                self.find(other, found);
                Some(1)
            }
            Part::Tuple(parts) => total(parts.iter().map(|part| self.find_part(part, found))),
            Part::Object(fields) => total(fields.iter().map(|field| {
                let bytes = self.find_part(field.part, found);
                if field.optional { Some(0) } else { bytes }
            })),
            Part::Union(union) => shortest(union.cases.iter().map(|case| self.find_part(case.part, found))),
            Part::List { bits, item } => {
                self.find(item, found);
                Some(if *bits == 0 { BIG_LIST.bytes() } else { 0 })
            }
        }
    }
}

/// Returns the smallest of the known sizes.
fn shortest(all: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    all.flatten().min()
}

/// Returns the sum of all sizes, if all are known. Always evaluates all of them.
fn total(all: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    let all: Vec<Option<usize>> = all.collect();
    all.into_iter().try_fold(0usize, |sum, bytes| sum.checked_add(bytes?))
}
