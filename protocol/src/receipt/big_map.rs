//! Changes of big maps, in the forms of all protocols.

use core::{iter::FusedIterator, slice};

use tezos_encoding::Z;
use tezos_hashes::protocol::ScriptExprHash;

use super::{BigMapUpdate, BigMapUpdates, LazyChange, LazyStorageChange, LazyStorageDiff};
use crate::chain::{BigMapDiff, BigMapDiffItem};
use crate::micheline::Micheline;

/// A change of a big map, borrowed from a receipt of any protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "no protocol changed it")]
pub struct BigMapChange<'a> {
    /// The big map. `None` in protocols 002 to 004, where a contract has at most one and receipts do not number it.
    pub big_map: Option<&'a Z>,
    /// The change.
    pub action: BigMapAction<'a>,
}

/// What happens to a big map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "no protocol changed it")]
pub enum BigMapAction<'a> {
    /// A value is set or removed.
    Update {
        /// The hash of the key.
        key_hash: &'a ScriptExprHash,
        /// The key.
        key: &'a Micheline,
        /// The new value; `None` if the value is removed.
        value: Option<&'a Micheline>,
    },
    /// The big map is removed.
    Remove,
    /// The big map is created as a copy.
    Copy {
        /// The original.
        source: &'a Z,
    },
    /// The big map is created.
    Alloc {
        /// The type of its keys.
        key_type: &'a Micheline,
        /// The type of its values.
        value_type: &'a Micheline,
    },
}

/// The changes of big maps in the effects of an operation, in the order of the receipt. The creation of a big map comes before its first
/// values. Protocols 008 to 012 have each change twice, as `lazy_storage_diff` and as `big_map_diff`: it occurs once here.
///
/// Returned by [`Effects::big_map_diffs`](super::Effects::big_map_diffs).
#[derive(Debug, Clone, Default)]
pub struct BigMapDiffs<'a> {
    /// The changes of `lazy_storage_diff` that are left.
    lazy: slice::Iter<'a, LazyStorageChange>,
    /// The changes of `big_map_diff` that are left, in protocols 005 to 012.
    items: slice::Iter<'a, BigMapDiffItem>,
    /// The big map whose updates are next.
    big_map: Option<&'a Z>,
    /// The updates of a big map that are left.
    updates: slice::Iter<'a, BigMapUpdate>,
}

impl<'a> BigMapDiffs<'a> {
    /// Returns the changes of the field that the protocol has: the newest form if there are two.
    pub(super) fn of(
        lazy: &'a Option<LazyStorageDiff>,
        diff: &'a Option<BigMapDiff>,
        updates: &'a Option<BigMapUpdates>,
    ) -> Self {
        match (lazy, diff, updates) {
            (Some(lazy), ..) => Self { lazy: lazy.0.iter(), ..Self::default() },
            (_, Some(diff), _) => Self { items: diff.0.iter(), ..Self::default() },
            (.., Some(updates)) => Self { updates: updates.0.iter(), ..Self::default() },
            _ => Self::default(),
        }
    }

    /// Starts with a big map of `lazy_storage_diff`. Returns its removal or creation.
    fn open(&mut self, change: &'a LazyStorageChange) -> Option<BigMapChange<'a>> {
        let LazyStorageChange::BigMap { id, diff } = change else { return None };
        let (action, updates) = match diff {
            LazyChange::Update { updates } => (None, Some(updates)),
            LazyChange::Remove => (Some(BigMapAction::Remove), None),
            LazyChange::Copy { source, updates } => (Some(BigMapAction::Copy { source }), Some(updates)),
            LazyChange::Alloc { updates, alloc } => {
                let (key_type, value_type) = (&alloc.key_type, &alloc.value_type);
                (Some(BigMapAction::Alloc { key_type, value_type }), Some(updates))
            }
        };
        self.big_map = Some(id);
        self.updates = updates.map_or_else(slice::Iter::default, |updates| updates.0.iter());
        action.map(|action| BigMapChange { big_map: Some(id), action })
    }
}

impl<'a> Iterator for BigMapDiffs<'a> {
    type Item = BigMapChange<'a>;

    fn next(&mut self) -> Option<BigMapChange<'a>> {
        loop {
            if let Some(BigMapUpdate { key_hash, key, value }) = self.updates.next() {
                let action = BigMapAction::Update { key_hash, key, value: value.as_ref() };
                return Some(BigMapChange { big_map: self.big_map, action });
            }
            let Some(change) = self.lazy.next() else { break };
            if let Some(change) = self.open(change) {
                return Some(change);
            }
        }
        self.items.next().map(BigMapChange::from)
    }
}

impl FusedIterator for BigMapDiffs<'_> {}

impl<'a> From<&'a BigMapDiffItem> for BigMapChange<'a> {
    fn from(item: &'a BigMapDiffItem) -> Self {
        let (big_map, action) = match item {
            BigMapDiffItem::Update { big_map, key_hash, key, value } => {
                (big_map, BigMapAction::Update { key_hash, key, value: value.as_ref() })
            }
            BigMapDiffItem::Remove { big_map } => (big_map, BigMapAction::Remove),
            BigMapDiffItem::Copy { source_big_map, destination_big_map } => {
                (destination_big_map, BigMapAction::Copy { source: source_big_map })
            }
            BigMapDiffItem::Alloc { big_map, key_type, value_type } => {
                (big_map, BigMapAction::Alloc { key_type, value_type })
            }
        };
        Self { big_map: Some(big_map), action }
    }
}
