//! `since` and `until` where they have no meaning.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct NoOption {
    #[encoding(since = 12)]
    round: u32,
    #[encoding(since = 12, until = 11)]
    slot: Option<u8>,
    #[encoding(since = "12")]
    level: Option<u8>,
    #[encoding(since = 12, skip)]
    cache: Option<u8>,
    #[encoding(until = 3)]
    kind: Option<u8>,
    #[encoding(since = 3, name = "kind")]
    new_kind: Option<u16>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct NoName(u8, #[encoding(since = 12)] Option<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
enum Cases {
    #[encoding(tag = 1, until = 3)]
    A,
    #[encoding(tag = 1, since = 3)]
    B,
    #[encoding(other, since = 4)]
    C(u8, Vec<u8>),
}

fn main() {}
