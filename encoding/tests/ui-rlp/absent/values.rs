//! Options whose `None` is a value too, which only the compiler can tell.

use tezos_rlp::{Quantity, Rlp, U256, Value};

#[derive(Rlp)]
struct Strings {
    number: Option<u64>,
    quantity: Option<Quantity>,
    large: Option<U256>,
    truth: Option<bool>,
    bytes: Option<Vec<u8>>,
    text: Option<String>,
    #[rlp(option = "string")]
    with_the_item: Option<u8>,
    #[encoding(guard = "nothing")]
    guarded: Option<u16>,
    #[rlp(bytes = 3)]
    limited: Option<Vec<u8>>,
    any: Option<Value>,
}

#[derive(Rlp)]
struct Lists {
    #[rlp(option = "list")]
    list: Option<Vec<u16>>,
    #[rlp(option = "list")]
    fields: Option<AllMayBeAbsent>,
}

#[derive(Rlp)]
struct AllMayBeAbsent {
    #[rlp(trailing)]
    first: Option<u8>,
    #[rlp(trailing)]
    second: Option<u8>,
}

#[derive(Rlp)]
enum InAVariant {
    One { amount: Option<u64> },
}

fn nothing(_: &Option<u16>) -> Result<(), &'static str> {
    Ok(())
}

fn main() {}
