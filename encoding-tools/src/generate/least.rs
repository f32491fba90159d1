//! Bytes of the shortest value of an encoding, recursive ones included, whose stated size may be less.

use alloc::vec::Vec;

use super::Example;
use tezos_encoding_core::__tools::BIG_LIST;
use tezos_encoding_core::__tools::z_bytes;
use tezos_encoding_core::schema::{Case, Count, Encoding, Extent, Part, Scalar, TagSize};
use tezos_encoding_core::wire::Prefix;

/// The shortest values of recursive encodings, and of what the user has examples for.
pub(super) struct Least {
    known: Vec<Known>,
    /// Functions of the user, each with the bytes of its shortest example.
    examples: Vec<(&'static str, usize)>,
}

struct Known {
    body: &'static Encoding,
    bytes: Option<usize>,
}

/// Bodies of recursive encodings that are met.
type Found = Vec<&'static Encoding>;

impl Least {
    /// Of everything in an encoding.
    pub(super) fn of(encoding: &'static Encoding, examples: &[Example]) -> Self {
        let examples = examples.iter().map(|(function, bytes)| (*function, bytes.len())).collect();
        let mut least = Self { known: Vec::new(), examples };
        let mut found = Vec::new();
        least.bytes_and(encoding, &mut found);
        while let Some(body) = found.pop() {
            if !least.known.iter().any(|known| core::ptr::eq(known.body, body)) {
                least.known.push(Known { body, bytes: None });
                least.bytes_and(body, &mut found);
            }
        }
        // Each round gets at least one more of them right.
        for _ in 0..least.known.len() {
            for index in 0..least.known.len() {
                let bytes = least.known.get(index).and_then(|known| least.bytes(known.body));
                if let Some(known) = least.known.get_mut(index) {
                    known.bytes = bytes;
                }
            }
        }
        least
    }

    /// Recursive encodings.
    pub(super) fn recursive(&self) -> usize {
        self.known.len()
    }

    /// Bytes of the shortest value; nothing where there is no value.
    pub(super) fn bytes(&self, encoding: &'static Encoding) -> Option<usize> {
        self.bytes_and(encoding, &mut Vec::new())
    }

    /// The same, and the bodies of recursive encodings that are not known.
    fn bytes_and(&self, encoding: &'static Encoding, found: &mut Found) -> Option<usize> {
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => Some(0),
            Encoding::Scalar(Scalar::IntLikeZ { min, max }) => {
                let nearest = 0.clamp(*min, *max);
                Some(z_bytes(nearest, nearest))
            }
            Encoding::Scalar(scalar) => Some(scalar.size().least),
            Encoding::Bytes(extent) | Encoding::Text { extent, .. } => match extent {
                Extent::Fixed(bytes) => Some(*bytes),
                Extent::Rest => Some(0),
            },
            Encoding::Enum([]) => None,
            Encoding::Enum(names) => Some(Prefix::for_count(names.len()).bytes()),
            Encoding::List { item, count, .. } => {
                let item = self.bytes_and(item, found);
                match count {
                    Count::ToEnd { min: 0, .. } | Count::Exactly(0) => Some(0),
                    Count::ToEnd { min, .. } => item?.checked_mul(*min),
                    Count::Exactly(n) => item?.checked_mul(*n),
                    Count::Prefixed { prefix, .. } => Some(prefix.least_bytes()),
                }
            }
            Encoding::Object(fields) => total(fields.iter().map(|field| self.bytes_and(field.encoding, found))),
            Encoding::Tuple(parts) | Encoding::Merge(parts) => {
                total(parts.iter().map(|part| self.bytes_and(part, found)))
            }
            Encoding::Union { tag, cases, .. } => shortest(cases.iter().map(|case| self.case_and(*tag, case, found))),
            Encoding::Select(select) => shortest(select.cases.iter().map(|case| self.bytes_and(case.encoding, found))),
            Encoding::Compact(compact) => self.part_and(compact.part, found)?.checked_add(compact.tag.bytes()),
            Encoding::Opt(inner) => {
                self.bytes_and(inner, found);
                Some(1)
            }
            Encoding::Varopt(inner) | Encoding::Assoc { value: inner, .. } => {
                self.bytes_and(inner, found);
                Some(0)
            }
            Encoding::Padded { bytes, inner } => self.bytes_and(inner, found)?.checked_add(*bytes),
            Encoding::Magic { bytes, inner } => self.bytes_and(inner, found)?.checked_add(bytes.len()),
            Encoding::Dynamic { prefix, inner } => {
                let inner = self.bytes_and(inner, found).filter(|inner| *inner <= prefix.max())?;
                inner.checked_add(prefix.width(inner))
            }
            Encoding::Suffixed { size, inner } => {
                let inner = self.bytes_and(inner, found).filter(|inner| *inner <= size.max())?;
                inner.checked_add(size.bytes())
            }
            Encoding::Bounded { limit, inner } => self.bytes_and(inner, found).filter(|bytes| bytes <= limit),
            Encoding::Sized { bytes, inner } => {
                self.bytes_and(inner, found).filter(|inner| inner <= bytes).and(Some(*bytes))
            }
            // The examples of a function are its values.
            Encoding::Checked { inner, check } => {
                let inner = self.bytes_and(inner, found);
                let own = self.examples.iter().filter(|(function, _)| *function == check.function);
                own.map(|(_, bytes)| *bytes).min().or(inner)
            }
            Encoding::Dft { inner, .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Def { inner, .. }
            | Encoding::Described { inner, .. }
            | Encoding::Lazy(inner) => self.bytes_and(inner, found),
            Encoding::Split(split) => self.bytes_and(split.inner, found),
            Encoding::Legacy(legacy) => self.bytes_and(legacy.current, found),
            Encoding::Json => Some(super::json::LEAST),
            Encoding::Mu(mu) => {
                let body = (mu.body)();
                match self.known.iter().find(|known| core::ptr::eq(known.body, body)) {
                    Some(known) => known.bytes,
                    None => {
                        found.push(body);
                        None
                    }
                }
            }
        }
    }

    /// Bytes of the shortest value of a case with its tag; nothing where it is not on the wire.
    pub(super) fn case(&self, tag: TagSize, case: &'static Case) -> Option<usize> {
        self.case_and(tag, case, &mut Vec::new())
    }

    fn case_and(&self, tag: TagSize, case: &'static Case, found: &mut Found) -> Option<usize> {
        let payload = self.bytes_and(case.payload, found);
        if case.is_other() { payload } else { case.own_tag().and(payload)?.checked_add(tag.bytes()) }
    }

    /// Bytes of the shortest value of a part of a compact encoding, without the tag.
    pub(super) fn part(&self, part: &'static Part) -> Option<usize> {
        self.part_and(part, &mut Vec::new())
    }

    fn part_and(&self, part: &'static Part, found: &mut Found) -> Option<usize> {
        match part {
            Part::Null | Part::Unit | Part::Bool => Some(0),
            Part::Int32 | Part::Int64 => Some(1),
            Part::Payload(encoding) => self.bytes_and(encoding, found),
            Part::Option(part) => {
                self.part_and(part, found);
                Some(0)
            }
            Part::OrInt32(other) => {
                self.bytes_and(other, found);
                Some(1)
            }
            Part::Tuple(parts) => total(parts.iter().map(|part| self.part_and(part, found))),
            Part::Object(fields) => total(fields.iter().map(|field| {
                let bytes = self.part_and(field.part, found);
                if field.optional { Some(0) } else { bytes }
            })),
            Part::Union(cases) => shortest(cases.iter().map(|case| self.part_and(case.part, found))),
            Part::List { bits, item } => {
                self.bytes_and(item, found);
                Some(if *bits == 0 { BIG_LIST.bytes() } else { 0 })
            }
        }
    }
}

/// The least of those that there are.
fn shortest(all: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    all.fold(None, |least: Option<usize>, bytes| match (least, bytes) {
        (Some(least), Some(bytes)) => Some(least.min(bytes)),
        (least, bytes) => least.or(bytes),
    })
}

/// The sum, with every one of them looked at.
fn total(all: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    let all: Vec<Option<usize>> = all.collect();
    all.into_iter().try_fold(0usize, |sum, bytes| sum.checked_add(bytes?))
}
