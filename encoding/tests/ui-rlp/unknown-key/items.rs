//! Unknown items of `#[rlp(..)]`, items at the wrong place, and known ones with an argument that they do not take.

use tezos_rlp::Rlp;

#[derive(Rlp)]
#[rlp(lsit)]
#[rlp(view = "a::View")]
#[rlp(transparent = 3)]
#[rlp(bound = "T")]
#[rlp(crate = 3)]
struct Type {
    field: u8,
}

#[derive(Rlp)]
#[rlp(tag = 1)]
#[rlp(type)]
enum OfOtherPlaces {
    #[rlp(typed)]
    Variant(u8),
    #[rlp(tag)]
    NoTag(u8),
    #[rlp(list = 3)]
    ArgumentOfAFlag(u8),
}

#[derive(Rlp)]
struct Fields {
    #[rlp(lsit = 3)]
    exchanged: Vec<u16>,
    #[rlp(dynamic)]
    of_the_other_format: Vec<u16>,
    #[rlp(untagged)]
    of_another_place: u8,
    #[rlp(bytes(mx = 3))]
    exchanged_inside: Vec<u8>,
    #[rlp(list(len = 3))]
    list_argument: Vec<u16>,
    #[rlp(little = 3)]
    argument_of_a_flag: u32,
    #[rlp(via = "json")]
    via: u8,
    #[rlp(via = encoding)]
    without_quotes: u8,
    #[rlp(via)]
    via_alone: u8,
    #[rlp(option = "zero")]
    option: Option<u8>,
    #[rlp(option)]
    option_alone: Option<u8>,
    #[rlp(since_items)]
    since_alone: u8,
    #[rlp(since_items = "many")]
    since_a_word: u8,
    #[rlp(with)]
    with_alone: u8,
}

fn main() {}
