//! Compile errors as users see them. The messages are those of one toolchain: other toolchains skip these tests.
//!
//! Those of the derive `Rlp` are in `ui-rlp`. In the tests of tezos-rlp they would take a minute more: trybuild builds all dependencies of
//! a crate again, and one of its features needs tezos-protocols.
//!
//! One folder for each reason, with many mistakes in a file, all of which are in its `.stderr`. An error of the derive
//! keeps the compiler from checking types and constants, so that mistakes that the compiler finds are in files without
//! errors of the derive.

use std::process::Command;

/// The toolchain that the `.stderr` files record.
const RECORDED: &str = "rustc 1.95.0 ";

#[test]
#[cfg_attr(target_family = "wasm", ignore = "no processes, so no compiler")]
fn ui() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&version);
    if !version.starts_with(RECORDED) {
        println!("skipped: the messages are those of {RECORDED}, this is {version}");
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*/*.rs");
    cases.compile_fail("tests/ui-rlp/*/*.rs");
}
