//! Counts the bytes of each kind of message and of its fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tezos_encoding::{Path, Segment, schema::slices};

use super::sizes::Sizes;
use crate::{
    session::{Damage, probe::Off},
    stream::{self, Message},
};

/// The maximum number of steps of a path. Deeper fields are counted together, because the fields of recursive types have no end.
const MAX_STEPS: usize = 32;

/// The bytes counted so far. The memory grows with the number of fields and, up to a limit, of their sizes, not with the number of
/// messages.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Tally {
    kinds: BTreeMap<String, MessageSizes>,
    /// The number of messages that their encoding refuses.
    pub(super) refused: u64,
    /// The number of messages in lists, refused ones included.
    pub(super) listed: u64,
    /// The damage of recordings.
    pub(super) damage: Damage,
}

/// A kind of message.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct MessageSizes {
    pub(super) sizes: Sizes,
    /// The bytes of each field in each message that has the field, by path without indices in lists.
    fields: BTreeMap<String, Sizes>,
}

impl MessageSizes {
    /// Returns the fields with their paths, those with the most bytes first.
    pub(super) fn fields(&self) -> Vec<(&str, &Sizes)> {
        let mut fields: Vec<_> = self.fields.iter().map(|(path, sizes)| (path.as_str(), sizes)).collect();
        fields.sort_by_key(|(_, sizes)| std::cmp::Reverse(sizes.total()));
        fields
    }
}

impl Tally {
    /// Returns the kinds with their names, those with the most bytes first.
    pub(super) fn kinds(&self) -> Vec<(&str, &MessageSizes)> {
        let mut kinds: Vec<_> = self.kinds.iter().map(|(name, kind)| (name.as_str(), kind)).collect();
        kinds.sort_by_key(|(_, kind)| std::cmp::Reverse(kind.sizes.total()));
        kinds
    }
}

impl stream::Tally for Tally {
    type Probe = Off;

    fn add(&mut self, message: &Message<'_>) {
        self.listed = self.listed.saturating_add(u64::from(message.what.is_none()));
        let mut slices = slices(message.encoding, message.bytes);
        let mut fields: BTreeMap<String, u64> = BTreeMap::new();
        let mut kind = message.kind();
        for slice in slices.by_ref() {
            let path = slice.path();
            kind = kind.or_else(|| case(&path).map(Into::into));
            let bytes = fields.entry(field_path(&path)).or_default();
            *bytes = bytes.saturating_add(length(slice.bytes));
        }
        if slices.into_error().is_some() {
            self.refused = self.refused.saturating_add(1);
            return;
        }
        let kind = self.kinds.entry(kind.unwrap_or("all".into()).into()).or_default();
        kind.sizes.add(length(message.bytes));
        for (path, bytes) in fields {
            kind.fields.entry(path).or_default().add(bytes);
        }
    }

    fn add_damage(&mut self, damage: Damage) {
        self.damage.add(damage);
    }

    fn add_reading(&mut self, Off: Off) {}

    fn merge(&mut self, other: Self) {
        let Self { kinds, refused, listed, damage } = other;
        for (name, MessageSizes { sizes, fields }) in kinds {
            let kind = self.kinds.entry(name).or_default();
            kind.sizes.merge(sizes);
            for (path, sizes) in fields {
                kind.fields.entry(path).or_default().merge(sizes);
            }
        }
        self.refused = self.refused.saturating_add(refused);
        self.listed = self.listed.saturating_add(listed);
        self.damage.add(damage);
    }
}

/// Returns the name of the outermost case.
fn case(path: &Path) -> Option<String> {
    path.segments().find_map(|segment| match segment {
        Segment::Case(name) => Some(name.to_owned()),
        _ => None,
    })
}

/// Returns a path without cases and without indices in lists.
fn field_path(path: &Path) -> String {
    let mut out = String::new();
    for segment in path.segments().take(MAX_STEPS) {
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
    fn the_fields_cover_the_whole_message() {
        let bytes = hex::decode("0000000600107a06a770").unwrap();
        let encoding = crate::ids::named("p2p_message").unwrap().encoding;
        let mut tally = Tally::default();
        tally.add(&Message { what: None, encoding, index: 0, line: 1, bytes: &bytes, is_sampled: true });
        tally.add(&Message { what: None, encoding, index: 0, line: 2, bytes: &bytes[1..], is_sampled: true });
        let kinds = tally.kinds();
        assert_eq!((kinds.len(), tally.refused, kinds[0].0), (1, 1, "Get_current_branch"));
        let fields: Vec<_> = kinds[0].1.fields().into_iter().map(|(path, sizes)| (path, sizes.total())).collect();
        assert_eq!(fields, [("", 6), ("get_current_branch", 4)]);
    }

    /// Values with several fields of a path, messages of a session, tallies that are merged.
    #[test]
    fn bytes_of_a_field_are_added_up_in_each_message() {
        let encoding = crate::ids::named("obj{a: list(uint16); b: obj{c: uint8}}").unwrap().encoding;
        let of = |bytes: &[u8], what| {
            let mut tally = Tally::default();
            tally.add(&Message { what, encoding, index: 0, line: 1, bytes, is_sampled: true });
            tally
        };
        let mut tally = of(&[0, 0, 0, 4, 0, 1, 0, 2, 9], None);
        tally.merge(of(&[0, 0, 0, 0, 9], Some(crate::session::What::Ack)));
        tally.merge(of(&[0, 0, 0, 0, 9], None));
        tally.merge(of(&[0, 0, 0, 1, 9], None));
        let damage = Damage { faults: 2, unread_bytes: 5 };
        tally.add_damage(damage);
        assert_eq!((tally.listed, tally.refused, tally.damage), (3, 1, damage));
        let kinds: Vec<_> =
            tally.kinds().into_iter().map(|(name, kind)| (name, kind.sizes.count(), kind.sizes.total())).collect();
        assert_eq!(kinds, [("all", 2, 14), ("ack", 1, 5)]);
        let fields: Vec<_> =
            tally.kinds["all"].fields().into_iter().map(|(path, it)| (path, it.count(), it.total())).collect();
        assert_eq!(fields, [("a", 2, 8), ("a[]", 1, 4), ("b.c", 2, 2)]);
    }

    #[test]
    fn deep_paths_are_cut() {
        let path = |steps: usize| {
            let mut path = Path::default();
            (0..steps).for_each(|index| path.push_outer(Segment::Index(index)));
            field_path(&path)
        };
        assert_eq!((path(31), path(32), path(33)), ("[]".repeat(31), "[]".repeat(32), "[]".repeat(32)));
    }
}
