//! A file of answers in binary or of lines of JSON.
#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use shared::read;

fuzz_target!(|bytes: &[u8]| {
    read(&[("blocks.bin", bytes)], "blocks.bin");
});
