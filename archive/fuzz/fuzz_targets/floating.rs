//! A floating store; the first bytes are the head.
#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use shared::{CHAIN, read};

fuzz_target!(|bytes: &[u8]| {
    let (head, blocks) = bytes.split_at(bytes.len().min(36));
    read(&[(&format!("{CHAIN}/current_head"), head), (&format!("{CHAIN}/rw_floating/blocks"), blocks)], CHAIN);
});
