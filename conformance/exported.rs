//! The encodings whose exports are tested with other tools, and values of them.

use tezos_encoding::schema::generate::Unmade;
use tezos_encoding::schema::{Encoding, grammar};
use tezos_protocols::registry;

/// Descriptions of encodings with the forms that no registered encoding has.
const DESCRIPTIONS: &[&str] = &[
    "obj{a: int8; b: uint8; c: int16; d: uint16; e: int31; f: uint30; g: int32; h: int64; i: float; j: n; k: z; l: bool}",
    "obj{a: int16_le; b: uint16_le; c: int31_le; d: int32_le; e: int64_le; f: ranged_int_le(-300,500)}",
    "obj{a: ranged_int(-5,5); b: ranged_int(1000,1200); c: ranged_int(7,70000); d: ranged_float(0.5,2.5)}",
    "obj{a: uint_like_n(max=1000); b: int_like_z(min=-3,max=9000)}",
    "obj{a: string(len=n); b: bytes(len=uint8); c: string(len=uint16); d: bounded_string(300); e: bounded_bytes(20,len=n)}",
    "obj{end: uint8; if: uint8; and: string; not?: uint8; constructor: uint8; a: uint8}",
    "obj{a: list(list(list(uint16))); b: fixed_list(2, option(uint8)); c: list_with_length(n, max=9, list(string))}",
    "obj{a: list_with_length(uint16, max=9, tup(uint8, n)); b: list(max=3, fixed_bytes(2)); c?: string; d??: list(uint8)}",
    "tup(uint8, tup(uint16, string), padded(uint8, 3), obj{a: variable_bytes; b: uint16})",
    "obj{a: variable_list(tup(uint8, uint8)); b: uint16; c: fixed_bytes(2)}",
    "union(tag=uint16){0 Nil | 1 Number: n | 5 A_b: obj{x: uint8; y: string} | 300 and: list(bool) | 301 Union: option(uint8)}",
    "obj{a: string_enum(red,green,blue); b: string_enum(c0..c299); c: string_enum(Left,LEFT,left)}",
    "assoc(obj{a: uint8; b: string})",
    "obj{a: lazy(uint16); b: json; c: result(string, n)}",
    "mu(tree){0 Leaf: z | 1 Node: obj{left: tree; right: tree} | 2 Many: list(tree)}",
    "mu(chain){0 Nil | 1 Cons: uint8*chain}",
    "mu(name){a: uint8; b: list(name)}",
    "compact(tag=uint8, obj2{req a: int64; opt b: or_int32(string)})",
    "compact(tag=uint16, tup2(list(bits=3, uint16), union{A: bool | B: option(payload z)}))",
    "tup(dynamic_size(uint8, check_size(9, variable_list(n))), dynamic_size(n, tup(uint8, variable_bytes)))",
    "list(uint8)",
    "variable_list(string)",
    "n",
    "z",
    "string",
    "empty",
];

/// An encoding with an id.
pub(crate) struct Exported {
    /// Its id, or `described.` and a number.
    pub(crate) id: String,
    /// Its description, if it is not registered.
    pub(crate) description: Option<&'static str>,
    pub(crate) encoding: &'static Encoding,
}

impl Exported {
    /// Returns the description, or the id.
    pub(crate) fn label(&self) -> &str {
        self.description.unwrap_or(&self.id)
    }
}

/// Returns the encodings of the messages, those of the shell, of each name of the protocols the newest, and descriptions.
///
/// # Errors
/// If a description is wrong.
pub(crate) fn all() -> Result<Vec<Exported>, String> {
    let plain = tezos_messages::encodings().iter().chain(registry::encodings()).cloned();
    let newest = registry::of_protocols().filter_map(|encoding| {
        let protocol = encoding.protocols().next_back()?;
        Some(encoding.at(protocol))
    });
    let registered = plain.chain(newest).map(|named| {
        let encoding = tezos_encoding::schema::at(named.encoding, tezos_encoding::Revision::NEWEST);
        Exported { id: named.id.into_owned(), description: None, encoding }
    });
    let mut all: Vec<Exported> = registered.collect();
    all.sort_by(|one, other| one.id.cmp(&other.id));
    all.dedup_by(|one, other| one.id == other.id);
    for (index, description) in DESCRIPTIONS.iter().enumerate() {
        let encoding = grammar::parse(description).map_err(|error| format!("{description}: {error}"))?;
        all.push(Exported { id: format!("described.{index}"), description: Some(description), encoding });
    }
    Ok(all)
}

/// Returns values of an encoding, at most `max_bytes` long if its values are not longer.
///
/// # Errors
/// If no value can be made.
pub(crate) fn values(encoding: &'static Encoding, count: usize, max_bytes: usize) -> Result<Vec<Vec<u8>>, Unmade> {
    let max_bytes = max_bytes.max(encoding.size().least);
    let generate = registry::add_examples(tezos_messages::generate(encoding)).max_bytes(max_bytes);
    let made = |seed| generate.values(seed).take(count).collect::<Result<Vec<_>, _>>();
    (0..16).map(made).find_map(Result::ok).map_or_else(|| made(0), Ok)
}
