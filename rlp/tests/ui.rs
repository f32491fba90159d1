//! Compile errors as users see them, by the rules of `encoding/tests/ui.rs`: one folder for each reason, and the messages of one toolchain.

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
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}
