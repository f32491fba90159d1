//! Decodes a transaction of Ethereum and answers with its bytes, which are encoded again.

#![cfg_attr(target_family = "wasm", no_std, no_main)]
#![forbid(unsafe_code)]

use tezos_encoding::{Encode, Reader};
use tezos_rlp::{Envelope, Item, ethereum::Transaction};
use tezos_smart_rollup_host::runtime::Runtime;

/// Answers one message.
pub fn run(host: &mut impl Runtime) {
    kernels::run(host, |host, bytes| {
        let transaction = Reader::new(bytes).read_whole::<Item<Transaction, Envelope>>();
        if let Some(bytes) = transaction.ok().and_then(|transaction| transaction.to_bytes().ok()) {
            let _ = host.write_output(&bytes);
        }
    });
}

tezos_smart_rollup_entrypoint::kernel_entry!(run);

#[cfg(not(target_family = "wasm"))]
fn main() {}
