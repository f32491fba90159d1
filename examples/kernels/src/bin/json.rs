//! Decodes one message, a block header, and answers with its JSON, or with an error that its schema explains. The code
//! for JSON uses floats.

#![cfg_attr(target_family = "wasm", no_std, no_main)]
#![forbid(unsafe_code)]

extern crate alloc;

use alloc::string::ToString;

use tezos_encoding::{Decode, ToJson};
use tezos_messages::block_header::BlockHeader;
use tezos_smart_rollup_host::runtime::Runtime;

/// Answers one message.
pub fn run(host: &mut impl Runtime) {
    kernels::run(host, |host, bytes| {
        let answer = match BlockHeader::from_bytes(bytes) {
            Ok(header) => header.to_json().unwrap_or_default(),
            Err(error) => error.to_string(),
        };
        let _ = host.write_output(answer.as_bytes());
    });
}

tezos_smart_rollup_entrypoint::kernel_entry!(run);

#[cfg(not(target_family = "wasm"))]
fn main() {}
