//! Tags as constants, which only the compiler can check.

use tezos_rlp::Rlp;

const ONE: u8 = 1;
const LARGE: u8 = 200;

#[derive(Rlp)]
#[encoding(json(first_match))]
enum Same {
    #[encoding(tag = 1)]
    A(u8),
    #[rlp(tag = ONE)]
    B(u8),
    #[encoding(tag = ONE)]
    C(u8),
}

#[derive(Rlp)]
#[rlp(typed)]
enum Envelopes {
    #[encoding(tag = LARGE)]
    A(Vec<u8>),
}

fn main() {}
