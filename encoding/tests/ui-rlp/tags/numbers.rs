//! Tags that are numbers.

use tezos_rlp::Rlp;

#[derive(Rlp)]
enum Same {
    #[encoding(tag = 1)]
    A(u8),
    #[encoding(tag = 1)]
    B(u8),
}

#[derive(Rlp)]
enum SameInRlp {
    #[encoding(tag = 1)]
    A(u8),
    #[encoding(tag = 2)]
    #[rlp(tag = 1)]
    B(u8),
}

#[derive(Rlp)]
#[rlp(number)]
enum SameByCounting {
    #[rlp(tag = 1)]
    A,
    B,
}

#[derive(Rlp)]
#[rlp(typed)]
enum Envelopes {
    #[encoding(tag = 128)]
    A(u8),
    #[rlp(tag = 2)]
    B(u8),
    #[rlp(tag = 2)]
    C(u8),
}

fn main() {}
