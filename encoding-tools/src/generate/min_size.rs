//! Minimum sizes of encodings, including recursive ones, whose schema has only a lower bound.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::Example;
use crate::walk::{binary_cases, newest};
use tezos_encoding_core::__tools::{BIG_LIST, z_bytes};
use tezos_encoding_core::schema::{Case, Count, Encoding, Extent, Part, Scalar, Size, TagSize};
use tezos_encoding_core::wire::Prefix;

/// The minimum sizes of an encoding and of all encodings inside it. Each is computed once for all paths that lead to it.
pub(super) struct MinSizes {
    /// By the address of the encoding; `None` if it has no value.
    sizes: BTreeMap<usize, Option<usize>>,
    /// The addresses of the bodies of recursive encodings.
    recursive: BTreeSet<usize>,
    /// User-supplied functions, each with the size of an example.
    examples: Vec<(&'static str, usize)>,
}

impl MinSizes {
    /// Computes the minimum sizes in an encoding.
    pub(super) fn new(encoding: &'static Encoding, examples: &[Example]) -> Self {
        let examples = examples.iter().map(|(function, bytes)| (*function, bytes.len())).collect();
        let mut sizes = Self { sizes: BTreeMap::new(), recursive: BTreeSet::new(), examples };
        let mut all = Vec::new();
        sizes.collect(encoding, &mut all);
        // A recursive encoding contains itself, so its size is not known in the first round. Rounds only make sizes
        // smaller, so they end.
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for encoding in &all {
                let bytes = sizes.compute(encoding);
                has_changed |= sizes.sizes.insert(address(encoding), bytes) != Some(bytes);
            }
        }
        sizes
    }

    /// Adds an encoding and those inside it to `all`, each once and after those that it contains.
    fn collect(&mut self, encoding: &'static Encoding, all: &mut Vec<&'static Encoding>) {
        if self.sizes.insert(address(encoding), None).is_some() {
            return;
        }
        match encoding {
            Encoding::Mu(mu) => {
                let body = (mu.body)();
                self.recursive.insert(address(body));
                self.collect(body, all);
            }
            _ => (0..).map_while(|index| encoding.child(index)).for_each(|child| self.collect(child, all)),
        }
        all.push(encoding);
    }

    /// Returns the number of recursive encodings.
    pub(super) fn recursive(&self) -> usize {
        self.recursive.len()
    }

    /// Returns the minimum size in bytes of the encoding or of one inside it; `None` if it has no value.
    pub(super) fn of(&self, encoding: &'static Encoding) -> Option<usize> {
        self.sizes.get(&address(encoding)).copied().flatten()
    }

    /// Returns the size of the shortest example of a function.
    fn example(&self, function: &str, size: Size) -> Option<usize> {
        let examples = self.examples.iter().filter(|(name, bytes)| *name == function && size.allows(*bytes));
        examples.map(|(_, bytes)| *bytes).min()
    }

    /// Returns the minimum size of a case with its tag; `None` if it has no encoding on the wire.
    pub(super) fn of_case(&self, tag: TagSize, case: &'static Case) -> Option<usize> {
        let payload = self.of(case.payload);
        if case.is_other() { payload } else { payload?.checked_add(tag.width(case.own_tag()?)) }
    }

    /// Returns the minimum size of a part of a compact encoding, without the tag.
    pub(super) fn of_part(&self, part: &'static Part) -> Option<usize> {
        match part {
            Part::Null | Part::Unit | Part::Bool | Part::Option(_) => Some(0),
            Part::Int32 | Part::Int64 | Part::OrInt32(_) => Some(1),
            Part::Payload(encoding) => self.of(encoding),
            Part::Tuple(parts) => total(parts.iter().map(|part| self.of_part(part))),
            Part::Object(fields) => {
                total(fields.iter().map(|field| if field.optional { Some(0) } else { self.of_part(field.part) }))
            }
            Part::Union(union) => shortest(union.cases.iter().map(|case| self.of_part(case.part))),
            Part::List { bits, .. } => Some(if *bits == 0 { BIG_LIST.bytes() } else { 0 }),
        }
    }

    /// Computes a minimum size from those of the encodings inside.
    fn compute(&self, encoding: &'static Encoding) -> Option<usize> {
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
            Encoding::List { item, count, .. } => match count {
                Count::ToEnd { min: 0, .. } | Count::Exactly(0) => Some(0),
                Count::ToEnd { min: count, .. } | Count::Exactly(count) => self.of(item)?.checked_mul(*count),
                Count::Prefixed { prefix, .. } => Some(prefix.min_bytes()),
            },
            Encoding::Object(fields) => total(newest(fields).map(|field| self.of(field.encoding))),
            Encoding::Tuple(parts) | Encoding::Merge(parts) => total(parts.iter().map(|part| self.of(part))),
            Encoding::Union { tag, cases, .. } => shortest(binary_cases(cases).map(|case| self.of_case(*tag, case))),
            Encoding::Select(select) => shortest(select.cases.iter().map(|case| self.of(case.encoding))),
            Encoding::Compact(compact) => self.of_part(compact.part)?.checked_add(compact.tag.bytes()),
            Encoding::Opt(_) => Some(1),
            Encoding::Varopt(_) | Encoding::Assoc { .. } => Some(0),
            Encoding::Padded { bytes, inner } => self.of(inner)?.checked_add(*bytes),
            Encoding::Magic { bytes, inner } => self.of(inner)?.checked_add(bytes.len()),
            Encoding::Dynamic { prefix, inner } => {
                let inner = self.of(inner).filter(|inner| *inner <= prefix.max())?;
                inner.checked_add(prefix.width(inner))
            }
            Encoding::Suffixed { size, inner } => {
                let inner = self.of(inner).filter(|inner| *inner <= size.max())?;
                inner.checked_add(size.bytes())
            }
            Encoding::Bounded { limit, inner } => self.of(inner).filter(|bytes| bytes <= limit),
            Encoding::Sized { bytes, inner } => self.of(inner).filter(|inner| inner <= bytes).and(Some(*bytes)),
            // If a function has examples, its values are only these.
            Encoding::Checked { inner, check } => self.example(check.function, inner.size()).or_else(|| self.of(inner)),
            Encoding::Opaque(opaque) => Some(self.example(opaque.name, opaque.size).unwrap_or(opaque.size.least)),
            Encoding::Dft { inner, .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Def { inner, .. }
            | Encoding::Described { inner, .. }
            | Encoding::Lazy(inner) => self.of(inner),
            Encoding::Split(split) => self.of(split.inner),
            Encoding::Legacy(legacy) => self.of(legacy.current),
            Encoding::Json => Some(super::json::MIN_SIZE),
            Encoding::Mu(mu) => self.of((mu.body)()),
        }
    }
}

/// Returns the smallest of the known sizes.
fn shortest(all: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    all.flatten().min()
}

/// Returns the sum of all sizes, if all are known.
fn total(mut all: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    all.try_fold(0usize, |sum, bytes| sum.checked_add(bytes?))
}

/// Returns what identifies an encoding.
fn address(encoding: &'static Encoding) -> usize {
    core::ptr::from_ref(encoding).addr()
}
