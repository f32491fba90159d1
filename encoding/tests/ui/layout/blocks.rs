//! Fields that extend to the end of the block: what may follow them, and `reserve`.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Rest(Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct BeforeOthers {
    #[encoding(bytes)]
    variable: Vec<u8>,
    #[encoding(suffix_len(kind = "u16"), bytes)]
    suffix: Vec<u8>,
    #[encoding(bytes, reserve = 4)]
    reserve_before_a_dynamic_field: Vec<u8>,
    variable_by_type: Rest,
    tuple: (Vec<u8>, u8),
    #[encoding(list, suffix_len(kind = "u16"), bytes)]
    list_of_suffixes: Vec<Vec<u8>>,
    dynamic: String,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct ListBeforeOthers {
    list: Vec<u16>,
    text: String,
}

#[derive(HasEncoding, NomReader, BinWriter)]
enum InAVariant {
    A { data: Vec<u8>, level: String },
    B,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct BeforeAVariableField(#[encoding(list)] Vec<u16>, #[encoding(list)] Vec<u16>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct ReserveOfAFixedField(#[encoding(reserve = 4)] u16, i32);

#[derive(HasEncoding, NomReader, BinWriter)]
struct ReserveOfAnotherSize(#[encoding(bytes, reserve = 3)] Vec<u8>, i32);

mod variable_by_a_known_name {
    use tezos_encoding::HasEncoding;

    /// Shadows the one of the standard library.
    #[derive(HasEncoding)]
    struct String(Vec<u8>);

    #[derive(HasEncoding)]
    struct Message {
        text: String,
        level: i32,
    }
}

fn main() {}
