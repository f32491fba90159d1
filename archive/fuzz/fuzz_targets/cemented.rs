//! A file of cemented blocks, with offsets.
#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use shared::{CHAIN, read};

fuzz_target!(|bytes: &[u8]| {
    read(&[(&format!("{CHAIN}/cemented/0_3"), bytes)], CHAIN);
});
