//! Chooses which planted fault is active. Only the sources that `ci/faults` writes to its worktree depend on this crate.
#![forbid(unsafe_code)]

use std::fs::File;
use std::io::Read;
use std::sync::OnceLock;

/// True if the environment variable `FAULT` is this number.
pub fn on(fault: usize) -> bool {
    static ACTIVE: OnceLock<Option<usize>> = OnceLock::new();
    *ACTIVE.get_or_init(active) == Some(fault)
}

/// Reads the variable without an allocation, which tests may count.
fn active() -> Option<usize> {
    let mut variables = [0; 1 << 16];
    let length = File::open("/proc/self/environ").ok()?.read(&mut variables).ok()?;
    let number = variables[..length].split(|&byte| byte == 0).find_map(|variable| variable.strip_prefix(b"FAULT="))?;
    std::str::from_utf8(number).ok()?.parse().ok()
}
