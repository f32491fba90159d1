//! Decodes one message, a block header, and answers with its level.

#![cfg_attr(target_family = "wasm", no_std, no_main)]
#![forbid(unsafe_code)]

use tezos_encoding::Reader;
use tezos_messages::block_header::BlockHeader;
use tezos_smart_rollup_host::runtime::Runtime;

/// Answers one message.
pub fn run(host: &mut impl Runtime) {
    kernels::run(host, |host, bytes| {
        if let Ok(header) = Reader::new(bytes).read_whole::<BlockHeader>() {
            let _ = host.write_output(&header.level.to_be_bytes());
        }
    });
}

tezos_smart_rollup_entrypoint::kernel_entry!(run);

#[cfg(not(target_family = "wasm"))]
fn main() {}
