//! Compile errors as a user sees them. The messages are those of one toolchain: others skip these tests.

use std::process::Command;

/// The toolchain that the `.stderr` files record.
const RECORDED: &str = "rustc 1.95.0 ";

#[test]
fn ui() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&version);
    if !version.starts_with(RECORDED) {
        println!("skipped: the messages are those of {RECORDED}, this is {version}");
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}
