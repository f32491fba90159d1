//! Items of a field that exclude each other, or do not fit the place of the field.

use tezos_rlp::Rlp;

#[derive(Rlp)]
struct Skipped {
    first: u8,
    #[rlp(skip, bytes)]
    form: Vec<u8>,
    #[encoding(skip)]
    #[rlp(list = 3)]
    form_beside_the_other_skip: Vec<u16>,
    #[rlp(skip, trailing)]
    trailing: Option<u8>,
    #[rlp(skip, since_items = 2)]
    since: u8,
    #[rlp(skip, option = "list")]
    option: Option<u8>,
}

#[derive(Rlp)]
struct NoOptions {
    #[rlp(option = "list")]
    option: u8,
    #[rlp(trailing)]
    trailing: u8,
}

#[derive(Rlp)]
struct Twice {
    first: u8,
    #[rlp(since_items = 2, trailing)]
    since: Option<u8>,
    #[rlp(since_items = 3, option = "list")]
    since_and_option: Option<u8>,
    #[rlp(trailing, option = "list")]
    trailing_and_option: Option<u8>,
}

#[derive(Rlp)]
struct Newtype(#[rlp(trailing)] Option<u8>);

#[derive(Rlp)]
struct SkippedNewtype(#[rlp(skip)] u8);

#[derive(Rlp)]
#[rlp(transparent)]
struct Transparent {
    #[rlp(since_items = 1)]
    field: u8,
}

#[derive(Rlp)]
#[rlp(untagged)]
enum Untagged {
    One(#[rlp(trailing)] Option<u8>),
    Two(u8, #[rlp(trailing)] Option<u8>),
    Three {
        first: u8,
        second: u8,
        #[rlp(since_items = 3)]
        third: u8,
    },
}

#[derive(Rlp)]
struct Merged {
    #[encoding(flatten)]
    inside: Newtype,
}

fn main() {}
