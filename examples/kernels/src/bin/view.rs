//! Checks one list of operations of a block as a view and answers whether it is valid; no allocator is linked.

#![cfg_attr(target_family = "wasm", no_std, no_main)]
#![forbid(unsafe_code)]

use tezos_encoding::Reader;
use tezos_messages::p2p::OperationsForBlocksView;
use tezos_smart_rollup_host::runtime::Runtime;

/// Answers one message.
pub fn run(host: &mut impl Runtime) {
    kernels::run(host, |host, bytes| {
        if Reader::new(bytes).read_whole::<OperationsForBlocksView<'_>>().is_ok() {
            let _ = host.write_output(b"valid");
        }
    });
}

tezos_smart_rollup_entrypoint::kernel_entry!(run);

#[cfg(not(target_family = "wasm"))]
fn main() {}
