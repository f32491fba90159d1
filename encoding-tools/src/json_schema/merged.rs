//! Merged objects and merged tuples.

use crate::walk::newest;
use alloc::vec::Vec;

use tezos_encoding_core::schema::{Encoding, Field};

/// The contents of merged objects.
#[derive(Default)]
pub(super) struct Merged {
    /// The fields of plain objects.
    pub(super) fields: Vec<&'static Field>,
    /// Other parts: unions, recursive types, objects with a different encoding in JSON.
    pub(super) others: Vec<&'static Encoding>,
}

impl Merged {
    pub(super) fn of(parts: &[&'static Encoding]) -> Self {
        let mut merged = Self::default();
        parts.iter().for_each(|part| merged.add(part));
        merged
    }

    fn add(&mut self, part: &'static Encoding) {
        match part {
            Encoding::Empty => {}
            Encoding::Object(fields) => self.fields.extend(newest(fields)),
            Encoding::Merge(parts) => parts.iter().for_each(|part| self.add(part)),
            part => match part.wrapped() {
                Some(inner) => self.add(inner),
                None => self.others.push(part),
            },
        }
    }
}

/// Returns the elements of merged tuples; `None` if a part is not a tuple.
pub(super) fn elements(parts: &[&'static Encoding]) -> Option<Vec<&'static Encoding>> {
    let mut all = Vec::new();
    for part in parts {
        let mut part: &'static Encoding = part;
        while let Some(inner) = part.wrapped() {
            part = inner;
        }
        match part {
            Encoding::Tuple(elements) => all.extend(*elements),
            Encoding::Merge(parts) => all.extend(elements(parts)?),
            _ => return None,
        }
    }
    Some(all)
}
