//! Sends the message back: the size of a kernel without the codec.

#![cfg_attr(target_family = "wasm", no_std, no_main)]
#![forbid(unsafe_code)]

use tezos_smart_rollup_host::runtime::Runtime;

/// Answers one message.
pub fn run(host: &mut impl Runtime) {
    kernels::run(host, |host, bytes| {
        let _ = host.write_output(bytes);
    });
}

tezos_smart_rollup_entrypoint::kernel_entry!(run);

#[cfg(not(target_family = "wasm"))]
fn main() {}
