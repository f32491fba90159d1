//! Decodes any message between peers and answers with its bytes, encoded again.

#![cfg_attr(target_family = "wasm", no_std, no_main)]
#![forbid(unsafe_code)]

use tezos_encoding::{Encode, Fault, Reader};
use tezos_messages::p2p::PeerMessage;
use tezos_smart_rollup_host::runtime::Runtime;

/// Answers one message.
pub fn run(host: &mut impl Runtime) {
    kernels::run(host, |host, bytes| {
        let message: Result<PeerMessage, Fault> = Reader::new(bytes).read_whole();
        if let Ok(Ok(written)) = message.map(|message| message.to_bytes()) {
            let _ = host.write_output(&written);
        }
    });
}

tezos_smart_rollup_entrypoint::kernel_entry!(run);

#[cfg(not(target_family = "wasm"))]
fn main() {}
