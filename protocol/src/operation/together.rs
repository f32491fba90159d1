//! The rule for combining contents in an operation: one item of any kind, or several manager operations.

use tezos_encoding::{Revision, Tagged};

use super::Contents;

impl Contents {
    /// The least tag of a manager operation, that is, an operation of an account, from protocol 005 on.
    ///
    /// Rule: [`operation_repr.ml`, `reveal_case`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
    pub const FIRST_MANAGER_TAG: u32 = 107;
}

/// Returns whether contents with this tag are a manager operation, that is, an operation of an account. Before protocol 005 these had the
/// tags 7 to 10.
const fn is_manager(tag: u32, protocol: Revision) -> bool {
    tag >= Contents::FIRST_MANAGER_TAG || protocol.0 <= 4 && tag >= 7
}

/// Counts the contents of an operation, by whether they are manager operations.
#[derive(Default)]
pub(super) struct Tally {
    contents: usize,
    manager: usize,
}

impl Tally {
    /// Counts contents of one kind, by their tag.
    #[inline]
    pub(super) fn add(&mut self, tag: u32, protocol: Revision) {
        self.contents = self.contents.saturating_add(1);
        self.manager = self.manager.saturating_add(is_manager(tag, protocol).into());
    }

    /// Checks that the contents may be combined in one operation.
    ///
    /// # Errors
    /// If there are no contents, or several of which at least one is not a manager operation.
    ///
    /// Rule: [`operation_repr.ml`, `of_list_internal`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
    #[inline]
    pub(super) const fn check(&self) -> Result<(), &'static str> {
        match self.contents {
            0 => Err("an operation has at least one of the contents"),
            1 => Ok(()),
            _ if self.manager == self.contents => Ok(()),
            _ => Err("an operation with several contents has manager operations only"),
        }
    }
}

/// The guard of a list of contents.
///
/// # Errors
/// The errors of [`Tally::check`].
pub(crate) fn can_stand_together<T: Tagged>(contents: &[T]) -> Result<(), &'static str> {
    let mut tally = Tally::default();
    for case in contents.iter().map(Tagged::case) {
        // Kinds that ended with protocol 004 are distinct cases.
        tally.add(case.tag, case.revisions.until);
    }
    tally.check()
}
