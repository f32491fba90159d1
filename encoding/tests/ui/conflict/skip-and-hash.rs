#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use tezos_encoding::DigestOf;

#[derive(Default)]
struct Hash;

impl DigestOf for Hash {
    fn digest_of(_: &[u8]) -> Self {
        Self
    }
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    a: u8,
    #[encoding(hash, skip)]
    hash: Hash,
}

fn main() {}
