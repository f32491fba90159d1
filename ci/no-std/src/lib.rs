//! A crate without the standard library that uses the codec. It has a panic handler of its own, so it does not compile if
//! anything below it links the standard library's.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
// The derives find the crate by this name.
extern crate tezos_data_encoding as tezos_encoding;

pub mod expressions;

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, NomReader, View};
// Linked, so that what they link is.
use {tezos_hashes as _, tezos_messages as _, tezos_protocols as _};

/// A message.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub struct Message {
    /// A number.
    pub level: i32,
    /// Blocks of bytes.
    #[encoding(dynamic, list, dynamic, bytes)]
    pub blocks: Vec<Vec<u8>>,
}

/// Decodes and encodes.
pub fn round_trip(bytes: &[u8]) -> Option<Vec<u8>> {
    Message::from_bytes(bytes).ok()?.to_bytes().ok()
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
