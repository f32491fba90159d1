//! Items of one field that exclude each other.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, Z};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Fields {
    #[encoding(bytes, dynamic)]
    after_the_innermost: Vec<u8>,
    #[encoding(list(max = 3, len = 4))]
    list_of_two_lengths: Vec<u8>,
    #[encoding(string(variable, max = 4))]
    text_of_two_kinds: String,
    #[encoding(builtin = "Int16", range = "0 ..= 9")]
    range_and_another_width: i16,
    #[encoding(le, builtin = "Int31")]
    int31_with_its_low_byte_first: i32,
    #[encoding(builtin = "Uint30", le)]
    uint30_with_its_low_byte_first: u32,
    #[encoding(le, builtin = "Int64")]
    le_and_the_type_s_own: i64,
    #[encoding(le, zarith)]
    le_of_a_zarith: Z,
    #[encoding(range = "0.0 ..= 9.0", le)]
    range_of_constants_and_endianness: f64,
    #[encoding(try_from = "String", into = "u16")]
    two_wire_types: Port,
    #[encoding(from = "u16", from_fn = "port")]
    one_function: Port,
    #[encoding(into_fn = "port")]
    functions_without_a_wire_type: Port,
    #[encoding(skip, from_fn = "port")]
    a_function_for_no_bytes: Port,
    #[encoding(payload)]
    payload_outside_of_compact: i32,
    #[encoding(list(bits = 2))]
    bits_outside_of_compact: Vec<u8>,
    #[encoding(flatten, name = "pair")]
    flatten_and_name: Port,
}

struct Port(u16);

#[derive(HasEncoding, NomReader, BinWriter)]
struct NotOnTheWire {
    #[encoding(skip, dynamic, list)]
    skip_and_wire_item: Vec<u8>,
    #[encoding(skip, flatten)]
    skip_and_flatten: (),
    #[encoding(skip, description = "Nothing.")]
    skip_and_description: u8,
    #[encoding(skip, name = "other")]
    skip_and_name: u8,
    #[encoding(hash, json(name = "digest"))]
    hash_and_name: u8,
    #[encoding(hash, skip)]
    skip_and_hash: [u8; 32],
    #[encoding(hash, sized = 32)]
    hash_and_wire_item: [u8; 32],
    on_wire: u8,
}

#[derive(HasEncoding)]
struct Selected {
    kind: u8,
    #[encoding(select = "*kind", dynamic)]
    select_and_wire_item: u8,
    #[encoding(select = "*kind", json(display))]
    select_and_json: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct InACompactType {
    #[encoding(guard = "even")]
    guard: i32,
    #[encoding(dynamic, list, payload)]
    payload_inside_a_list: Vec<i32>,
    #[encoding(title = "The level")]
    title: i32,
    #[encoding(dft = 3)]
    dft: i32,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct NameInATuple(#[encoding(name = "units")] u32, u8);

#[derive(HasEncoding, NomReader, BinWriter)]
enum NameInATupleVariant {
    Moved(u8, #[encoding(json(name = "to"))] u8),
}

fn main() {}
