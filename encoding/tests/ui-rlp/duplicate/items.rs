//! Items that are given twice.

use tezos_rlp::Rlp;

#[derive(Rlp)]
#[rlp(view, view = "Other")]
struct Type {
    #[rlp(bytes, bytes = 3)]
    form: Vec<u8>,
    #[rlp(list, via = "rlp")]
    two_forms: Vec<u8>,
    #[rlp(list(max = 3, max = 4))]
    limit: Vec<u16>,
    #[rlp(option = "list", option = "string")]
    option: Option<String>,
    #[rlp(trailing)]
    #[rlp(trailing)]
    trailing: Option<u8>,
}

#[derive(Rlp)]
#[rlp(trailing, trailing)]
struct Trailing {
    field: Option<u8>,
}

#[derive(Rlp)]
#[rlp(typed, typed)]
enum Envelope {
    #[rlp(list, list)]
    List(Type),
    #[rlp(tag = 1, tag = 2)]
    Tag(Type),
}

fn main() {}
