//! Types without an encoding in RLP, which only the compiler can tell.

use tezos_rlp::{Rlp, U256};

struct Unknown;

type Small = u8;

#[derive(Rlp)]
struct Fields {
    unknown: Unknown,
    #[rlp(little)]
    little: Small,
    #[rlp(string)]
    text: U256,
    #[rlp(via = "encoding")]
    inside: Unknown,
    #[rlp(via = "text")]
    shown: Unknown,
    #[rlp(with = "Unknown")]
    with: u8,
    first: u8,
    #[rlp(since_items = 8)]
    newer: NoDefault,
}

#[derive(Rlp)]
struct NoDefault(u8);

fn main() {}
