//! The types of `tezos-protocol`.

mod micheline;
mod registry;

pub(crate) use registry::shared_examples;

use crate::{Budget, Known, Target};

/// The encodings of the crate.
pub(crate) fn known() -> impl Iterator<Item = Known> {
    micheline::known().chain(registry::known())
}

/// The targets of its types.
pub(crate) fn targets() -> Vec<Target> {
    let mut targets = micheline::targets();
    targets.push(registry::signer());
    targets
}

/// What its types may take of heap.
pub(crate) fn budgets() -> Vec<Budget> {
    micheline::budgets()
}
