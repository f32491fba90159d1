//! Unknown items of fields, and known ones with an argument that they do not take.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Fields {
    #[encoding(lsit = 3)]
    exchanged: Vec<u16>,
    #[encoding(opt)]
    begun: Option<u8>,
    #[encoding(dynamic(knid = "u8"), list)]
    exchanged_inside: Vec<u16>,
    #[encoding(dynamic, list(mx = 3))]
    missing_inside: Vec<u16>,
    #[encoding(transparant)]
    of_another_place: u8,
    #[encoding(dynamic, banana)]
    field: Vec<u8>,
    #[encoding(string, max = 3)]
    name_from_elsewhere: String,
    #[encoding(skip, banana)]
    after_skip: Vec<u8>,
    #[encoding(dynamic list)]
    not_items: Vec<u16>,
    #[encoding(option = 3)]
    argument_of_a_flag: Option<u8>,
    #[encoding(option(flagged))]
    option_argument: Option<u8>,
    #[encoding(option(tagged = false))]
    argument_of_an_option_argument: Option<u8>,
    #[encoding(string(variable = false))]
    argument_of_a_string_argument: String,
    #[encoding(dynamic, list(most = 3))]
    list_argument: Vec<u16>,
    #[encoding(dynamic, list = "MAX +")]
    not_an_expression: Vec<u16>,
    #[encoding(map(read, write))]
    map_with_functions: u8,
    #[encoding(range = "0 .. 10")]
    open_range: u8,
    #[encoding(sized, bytes)]
    missing_value: Vec<u8>,
    #[encoding(skip = )]
    nothing_behind_skip: u8,
    #[encoding(dynamic = , list)]
    nothing_behind_dynamic: Vec<u8>,
    #[encoding(bounded = "")]
    nothing_behind_bounded: Vec<u8>,
    #[encoding(builtin = "Int24")]
    builtin: i32,
    #[encoding(builtin = "UintLikeN")]
    uint_like_n_without_range: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Sizes {
    #[encoding(count = 3)]
    count_assigned: Vec<u8>,
    #[encoding(count)]
    count_alone: Vec<u8>,
    #[encoding(count(max = 3))]
    count_bounded: Vec<u8>,
    #[encoding(count(le))]
    count_little: Vec<u8>,
    #[encoding(count(kind = "n", le))]
    count_of_a_number: Vec<u8>,
    #[encoding(dynamic(kind = "u24"), bytes)]
    dynamic_kind: Vec<u8>,
    #[encoding(dynamic(kind = "u32"), bytes)]
    dynamic_of_four_bytes: Vec<u8>,
    #[encoding(dynamic(kind = "u8", le), bytes)]
    dynamic_of_one_byte: Vec<u8>,
    #[encoding(suffix_len, bytes)]
    suffix_len_alone: Vec<u8>,
    #[encoding(suffix_len(kind = "n"), bytes)]
    suffix_len_of_a_number: Vec<u8>,
    #[encoding(suffix_len(kind = "u8", max = 3), bytes)]
    suffix_len_limited: Vec<u8>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Json {
    #[encoding(json = "hex")]
    without_items: Vec<u8>,
    #[encoding(json(rename_all = "camelCase"))]
    on_a_field: u8,
    #[encoding(json(decimals))]
    decimals: u64,
    #[encoding(json(skip))]
    skip: u8,
}

fn main() {}
