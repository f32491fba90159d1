//! Variants that RLP cannot tell apart without a tag.

use tezos_rlp::Rlp;

#[derive(Rlp)]
#[rlp(untagged)]
enum Strings {
    Bytes(Vec<u8>),
    Text(String),
}

#[derive(Rlp)]
#[rlp(untagged)]
enum Lists {
    Pair(u8, u8),
    Named { one: u8, other: u8 },
}

#[derive(Rlp)]
#[rlp(untagged)]
enum AnyList {
    #[rlp(list)]
    List(Vec<u8>),
    Pair(u8, u8),
}

fn main() {}
