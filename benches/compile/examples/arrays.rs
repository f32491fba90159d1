//! Arrays of each kind of element as fields, for `ci/compile-time`: their length must not change what LLVM leaves of them.

#![forbid(unsafe_code)]

use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, NomReader};

/// The length of the longest arrays. The others have as many elements as take about 4 KiB.
pub const LEN: usize = if cfg!(long) { 1024 } else { 32 };

/// Two numbers and a flag, which refuses no bytes.
#[derive(HasEncoding, NomReader, BinWriter)]
pub struct Point {
    pub x: i32,
    pub y: i32,
    pub is_visible: bool,
}

/// Bytes with a size prefix, so that elements vary in size and own memory.
#[derive(HasEncoding, NomReader, BinWriter)]
pub struct Name(#[encoding(dynamic, bytes)] pub Vec<u8>);

macro_rules! arrays {
    ($($name:ident: $type:ty;)+) => {
        $(
            /// An array between other fields, with its entry points.
            pub mod $name {
                use super::*;

                #[derive(HasEncoding, NomReader, BinWriter)]
                pub struct Fields {
                    pub before: u8,
                    pub array: $type,
                    pub after: u32,
                }

                pub fn decode(bytes: &[u8]) -> Option<Fields> {
                    Fields::from_bytes(bytes).ok()
                }

                pub fn encode(fields: &Fields) -> Option<Vec<u8>> {
                    fields.to_bytes().ok()
                }
            }
        )+
    };
}

arrays! {
    bytes: [u8; LEN];
    integers: [u16; LEN];
    byte_arrays: [[u8; 32]; LEN / 8];
    byte_arrays_in_arrays: [[[u8; 32]; 4]; LEN / 32];
    flags: [bool; LEN];
    structs: [Point; LEN / 4];
    names: [Name; LEN / 8];
    optional: [Option<u64>; LEN / 4];
}
