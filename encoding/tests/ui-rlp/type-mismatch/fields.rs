//! Types that RLP has not, and forms for other types, as far as their names tell.

use tezos_rlp::Rlp;

#[derive(Rlp)]
struct Missing {
    int8: i8,
    int16: i16,
    int32: Option<i32>,
    int64: i64,
    int128: i128,
    size: usize,
    float: f64,
    small_float: f32,
    character: char,
}

#[derive(Rlp)]
struct Forms {
    #[rlp(bytes)]
    bytes_of_a_number: u8,
    #[rlp(bytes = 3)]
    bytes_of_a_list: Vec<u16>,
    #[rlp(bytes)]
    bytes_of_an_array: [u8; 3],
    #[rlp(string = 3)]
    text_of_bytes: Vec<u8>,
    #[rlp(list)]
    list_of_text: String,
    #[rlp(list = 3)]
    list_of_an_array: [u16; 3],
    #[rlp(little)]
    little_byte: u8,
    #[rlp(little)]
    little_truth: Option<bool>,
}

fn main() {}
