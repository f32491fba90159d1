//! Bytes of kinds and of their fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tezos_encoding::{Path, Segment, schema::slice};

use super::sizes::Sizes;
use crate::{
    session::probe::Off,
    stream::{self, Message},
};

/// Steps of a path behind which all fields are counted as one: fields of a recursive type would have no end.
const STEPS: usize = 32;

/// What was counted. It takes memory for each field of the encodings, and for each of its sizes up to a limit, not for each
/// message.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Tally {
    kinds: BTreeMap<String, Kind>,
    /// Messages that their encoding refuses.
    pub(super) refused: u64,
    /// Messages of lists, refused ones included.
    pub(super) listed: u64,
    /// Damaged places of recordings.
    pub(super) faults: u64,
}

/// A kind of message.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Kind {
    pub(super) sizes: Sizes,
    /// By path, without the places in lists: bytes in each message that has the field.
    fields: BTreeMap<String, Sizes>,
}

impl Kind {
    /// The fields, the largest first.
    pub(super) fn fields(&self) -> Vec<(&str, &Sizes)> {
        let mut fields: Vec<_> = self.fields.iter().map(|(path, sizes)| (path.as_str(), sizes)).collect();
        fields.sort_by_key(|(_, sizes)| std::cmp::Reverse(sizes.total()));
        fields
    }
}

impl Tally {
    /// The kinds with their names, those with the most bytes first.
    pub(super) fn kinds(&self) -> Vec<(&str, &Kind)> {
        let mut kinds: Vec<_> = self.kinds.iter().map(|(name, kind)| (name.as_str(), kind)).collect();
        kinds.sort_by_key(|(_, kind)| std::cmp::Reverse(kind.sizes.total()));
        kinds
    }
}

impl stream::Tally for Tally {
    type Probe = Off;

    fn add(&mut self, message: &Message<'_>) {
        self.listed = self.listed.saturating_add(u64::from(message.what.is_none()));
        let slicing = slice(message.encoding, message.bytes);
        if slicing.error.is_some() {
            self.refused = self.refused.saturating_add(1);
            return;
        }
        let mut fields: BTreeMap<String, u64> = BTreeMap::new();
        let mut kind = message.kind();
        for slice in &slicing.slices {
            let path = slicing.path(slice);
            kind = kind.or_else(|| case(&path).map(Into::into));
            let bytes = fields.entry(place(&path)).or_default();
            *bytes = bytes.saturating_add(length(slice.bytes));
        }
        let kind = self.kinds.entry(kind.unwrap_or("all".into()).into()).or_default();
        kind.sizes.add(length(message.bytes));
        for (path, bytes) in fields {
            kind.fields.entry(path).or_default().add(bytes);
        }
    }

    fn add_faults(&mut self, count: u64) {
        self.faults = self.faults.saturating_add(count);
    }

    fn add_reading(&mut self, Off: Off) {}

    fn merge(&mut self, other: Self) {
        let Self { kinds, refused, listed, faults } = other;
        for (name, Kind { sizes, fields }) in kinds {
            let kind = self.kinds.entry(name).or_default();
            kind.sizes.merge(sizes);
            for (path, sizes) in fields {
                kind.fields.entry(path).or_default().merge(sizes);
            }
        }
        self.refused = self.refused.saturating_add(refused);
        self.listed = self.listed.saturating_add(listed);
        self.faults = self.faults.saturating_add(faults);
    }
}

/// The outermost case.
fn case(path: &Path) -> Option<String> {
    path.segments().find_map(|segment| match segment {
        Segment::Case(name) => Some(name.to_owned()),
        _ => None,
    })
}

/// A path without the places in lists.
fn place(path: &Path) -> String {
    let mut out = String::new();
    for segment in path.segments().take(STEPS) {
        match segment {
            Segment::Case(_) => {}
            Segment::Index(_) => out.push_str("[]"),
            Segment::Field(name) => {
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(name);
            }
        }
    }
    out
}

fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Tally as _;

    #[test]
    fn fields_of_a_message_are_all_of_it() {
        let bytes = hex::decode("0000000600107a06a770").unwrap();
        let encoding = crate::encodings::named("p2p_message").unwrap().encoding;
        let mut tally = Tally::default();
        tally.add(&Message { what: None, encoding, line: 1, bytes: &bytes, is_sampled: true });
        tally.add(&Message { what: None, encoding, line: 2, bytes: &bytes[1..], is_sampled: true });
        let kinds = tally.kinds();
        assert_eq!((kinds.len(), tally.refused, kinds[0].0), (1, 1, "Get_current_branch"));
        let fields: Vec<_> = kinds[0].1.fields().into_iter().map(|(path, sizes)| (path, sizes.total())).collect();
        assert_eq!(fields, [("", 6), ("get_current_branch", 4)]);
    }
}
