//! Fields that are not what tells their variant apart, which only the compiler can tell.

use tezos_rlp::{Rlp, Value};

#[derive(Rlp)]
#[rlp(untagged)]
enum ListAsString {
    List(Vec<u16>),
}

#[derive(Rlp)]
#[rlp(untagged)]
enum StringAsList {
    #[rlp(list)]
    Bytes(Vec<u8>),
}

#[derive(Rlp)]
#[rlp(untagged)]
enum Unknown {
    Any(Value),
}

fn main() {}
