//! A file of metadata beside two blocks of the size of the smallest that can be.
#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use shared::{CHAIN, read};

fuzz_target!(|bytes: &[u8]| {
    // The table of offsets, and the genesis: a block whose parts are empty.
    let mut genesis = vec![0; 4 + 32];
    let header = [0; 114];
    genesis.extend(114_u32.to_be_bytes());
    genesis.extend(header);
    genesis.extend([0; 6]);
    let size = u32::try_from(genesis.len() - 4).unwrap_or(0);
    genesis.splice(..4, size.to_be_bytes());
    let file = [&8_u64.to_be_bytes()[..], &genesis].concat();
    let (blocks, zip) = (format!("{CHAIN}/cemented/0_0"), format!("{CHAIN}/cemented/metadata/0_0.zip"));
    read(&[(&blocks, &file), (&zip, bytes)], CHAIN);
});
