//! A snapshot in one file.
#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use shared::read;

fuzz_target!(|bytes: &[u8]| {
    read(&[("snapshot", bytes)], "snapshot");
});
