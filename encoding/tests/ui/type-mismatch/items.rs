//! Items that do not match the Rust type of the field, in cases that the derive recognizes.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Fields {
    #[encoding(assoc)]
    assoc_on_a_number: u8,
    #[encoding(map)]
    map_on_a_list: Vec<(String, u8)>,
    #[encoding(dynamic, bytes)]
    bytes_on_a_list: Vec<u16>,
    #[encoding(dynamic, bytes)]
    bytes_on_a_number: u16,
    #[encoding(string)]
    string_on_a_number: u32,
    #[encoding(constant = "k")]
    constant_on_a_number: u8,
    #[encoding(option)]
    option_on_a_number: u8,
    #[encoding(varopt)]
    varopt_on_a_number: u8,
    #[encoding(dynamic, list)]
    list_on_a_string: String,
    #[encoding(list = 4)]
    list_on_an_array: [u16; 4],
    #[encoding(dynamic, list)]
    list_on_boxed_bytes: Box<[u8]>,
    #[encoding(rest)]
    rest_on_a_list: Vec<u16>,
    #[encoding(raw = "String")]
    raw_on_a_list: Vec<String>,
    #[encoding(builtin = "Int31")]
    builtin: u16,
    #[encoding(zarith)]
    zarith_on_unsigned: u64,
    #[encoding(range = "0 ..= 1")]
    range_on_a_bool: bool,
    #[encoding(json(decimal))]
    json_decimal_of_text: String,
    #[encoding(json(hex))]
    json_hex_of_a_number: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct JsonOfABorrowedType<'a> {
    #[encoding(json(plain))]
    a: &'a [u8],
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct DftWithoutAName(#[encoding(dft = 7)] u8, u8);

#[derive(HasEncoding, NomReader)]
struct SelectOfALaterField {
    #[encoding(select = "*kind + skipped")]
    body: u8,
    kind: u8,
    #[encoding(skip)]
    skipped: u8,
}

#[derive(HasEncoding, NomReader)]
struct SelectOfSelf(u8, #[encoding(select = "self.0")] u8);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact(tag = "u32"))]
#[encoding(compact = "u16")]
struct Compact(bool);

#[derive(HasEncoding)]
#[encoding(magic = "TZ")]
#[encoding(magic = "TZ 1")]
struct MagicOfText(u8);

#[derive(HasEncoding)]
enum MagicOfNothing {
    #[encoding(magic = "[3, 6]")]
    None,
}

#[derive(HasEncoding)]
struct FunctionInPlace(#[encoding(from = "u8", from_fn = "|port: u8| port", into_fn = "u8::clone")] u8);

#[derive(HasEncoding)]
#[encoding(versioned(name = "state", v0 = "u8", v1 = "u16"))]
struct VersionedOfAnotherType(u32);

#[derive(HasEncoding, NomReader, BinWriter)]
struct ArgumentsWithoutNames {
    #[encoding(dynamic(8), bytes)]
    size: Vec<u8>,
    #[encoding(count("u8"))]
    count: Vec<u8>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct InnerLayers {
    #[encoding(dynamic, bytes = 4)]
    in_an_option: Option<Vec<u8>>,
    #[encoding(string = 4)]
    in_a_list: Vec<String>,
}

fn main() {}
