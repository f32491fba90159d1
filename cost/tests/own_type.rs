//! Runs the example `own_type`, which starts itself again to measure.

#![allow(clippy::expect_used, reason = "a test without a harness")]

use std::{env, process::Command};

#[path = "../examples/own_type.rs"]
mod own_type;

/// The environment variable of the process that is the example.
const EXAMPLE: &str = "TEZOS_CODEC_COST_EXAMPLE";

fn main() {
    if env::var_os(EXAMPLE).is_some() {
        return own_type::main().expect("the example succeeds");
    }
    let program = env::current_exe().expect("the path of this program");
    let output = Command::new(program).env(EXAMPLE, "1").output().expect("the example starts");
    let code = String::from_utf8(output.stdout).expect("code is UTF-8");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        code.contains("5 processes") && code.contains("pub const fn decode_message_cost(load: &Workload)"),
        "{code}"
    );
    assert!(code.contains("Cost(Sum::new(") && code.contains("load.elements"), "{code}");
}
