//! Chooses which planted fault is active. Only the sources that `ci/faults` writes to its worktree depend on this crate.
#![forbid(unsafe_code)]

use std::sync::OnceLock;

/// True if the environment variable `FAULT` is this number.
pub fn on(fault: usize) -> bool {
    static ACTIVE: OnceLock<Option<usize>> = OnceLock::new();
    *ACTIVE.get_or_init(|| std::env::var("FAULT").ok()?.parse().ok()) == Some(fault)
}
