//! The types of `tezos-protocols`.

mod micheline;
mod michelson;
mod operation;
mod registry;
mod rollup;

pub(crate) use registry::shared_examples;

use crate::{Budget, Known, Target};

/// Returns the encodings of the crate, with their checks.
pub(crate) fn known() -> impl Iterator<Item = Known> {
    micheline::known().chain(registry::known())
}

/// Returns the targets of the crate.
pub(crate) fn targets() -> Vec<Target> {
    let mut targets = micheline::targets();
    targets.push(michelson::target());
    targets.push(registry::signer());
    targets.push(rollup::inbox());
    targets.push(operation::target());
    targets
}

/// Returns the budgets of the types of the crate.
pub(crate) fn budgets() -> Vec<Budget> {
    let others = [registry::budgets(), rollup::budgets(), operation::budgets()];
    micheline::budgets().into_iter().chain(others.into_iter().flatten()).collect()
}
