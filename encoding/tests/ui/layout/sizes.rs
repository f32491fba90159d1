//! Limits and ranges that contradict the size of the value, the Rust type or the size prefix.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Fields {
    #[encoding(sized = 3)]
    sized_too_large: u16,
    #[encoding(sized = 3, string)]
    sized_too_small: String,
    #[encoding(dynamic, bounded = 3, string)]
    bounded_too_small: String,
    #[encoding(short_dynamic = 256, bytes)]
    size_cannot_say_the_maximum: Vec<u8>,
    #[encoding(range = "-1 ..= 9")]
    range_does_not_fit_the_type: u8,
    #[encoding(range = "0 ..= 0x4000_0000")]
    range_too_wide: u64,
    #[encoding(range = "9.0 ..= 0.5")]
    range_upside_down: f64,
    #[encoding(range = "1 ..= 9", builtin = "UintLikeN")]
    uint_like_n_from_one: u8,
    #[encoding(with = "tezos_encoding::wire::Ranged<-5000000000, 5000000000>")]
    with_a_range_too_wide: i64,
    #[encoding(with = "tezos_encoding::wire::Ranged<5, 3>")]
    with_a_range_upside_down: u8,
    #[encoding(with = "tezos_encoding::wire::UintLikeN<{ u64::MAX }>")]
    with_more_than_eight_bytes: u64,
    #[encoding(with = "tezos_encoding::wire::IntLikeZ<{ i64::MIN }, 0>")]
    with_more_than_eight_bytes_of_z: i64,
    #[encoding(padded = 3, bytes)]
    padded_variable: Vec<u8>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(bounded = 3)]
struct BoundedTypeTooSmall(i32);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(short_dynamic = 256)]
struct SizePrefixTooNarrowForTheMaximumOfAType(Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct SizeSuffixTooNarrowForTheMaximum(#[encoding(suffix_len(kind = "u8"), bytes = 300)] Vec<u8>);

fn main() {}
