//! Fields that may be absent where the list does not tell which are.

use tezos_rlp::Rlp;

#[derive(Rlp)]
struct BehindTrailing {
    #[rlp(trailing)]
    first: Option<u8>,
    second: u8,
}

#[derive(Rlp)]
struct OptionBehindTrailing {
    #[rlp(trailing)]
    first: Option<u8>,
    #[rlp(option = "list")]
    second: Option<u8>,
}

#[derive(Rlp)]
struct OtherCount {
    first: u8,
    #[rlp(since_items = 4)]
    second: u8,
}

#[derive(Rlp)]
struct SameCount {
    first: u8,
    #[rlp(since_items = 2)]
    second: u8,
    #[rlp(since_items = 2)]
    third: u8,
}

fn main() {}
