//! Rules of the reference that are easy to get wrong: the lines of `vectors/surprises.jsonl` whose encodings can be said
//! with today's attributes.

use crate::common::shared::shared;
use crate::common::*;

macro_rules! encodings {
    ($($text:literal => $(#[$attr:meta])* $name:ident;)*) => {
        /// Reads and writes by the reference's description of an encoding; nothing for those that are not in the table.
        fn outcome(encoding: &str, bytes: &[u8]) -> Option<Result<String, String>> {
            match encoding {
                $($text => Some(round::<$name>(bytes)),)*
                _ => None,
            }
        }
    };
}

fn round<'a, T: Decode<'a> + BinWriter>(bytes: &'a [u8]) -> Result<String, String> {
    match T::from_bytes(bytes) {
        Ok(value) => Ok(digits(&value.to_bytes().unwrap())),
        Err(error) => Err(error.kind().name().to_owned()),
    }
}

type Bool = bool;
type Naturals = N;
type Integers = Z;

#[derive(HasEncoding, NomReader, BinWriter)]
struct OptField {
    a: u8,
    b: Option<i16>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
enum TaggedOption {
    None,
    Some(u8),
}

#[derive(HasEncoding, NomReader, BinWriter)]
enum ResultOf {
    #[encoding(tag = 1)]
    Ok(u8),
    #[encoding(tag = 0)]
    Error(#[encoding(string)] Vec<u8>),
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Text(#[encoding(string)] Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct ListOf5(#[encoding(dynamic, list = 5)] Vec<u16>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct ListOf2(#[encoding(dynamic, list = 2, string)] Vec<String>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct ShortBlock(#[encoding(short_dynamic)] u16);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Checked(#[encoding(check_size = 8, string)] Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct CheckedTwice(#[encoding(check_size = 10, check_size = 20, bytes)] Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Bounded3(#[encoding(short_dynamic = 3, bytes)] Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Bounded10(#[encoding(short_dynamic = 10, bytes)] Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Bounded300(#[encoding(dynamic(kind = "u16", max = 300), bytes)] Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Tail(#[encoding(bytes, reserve = 2)] Vec<u8>, u16);

#[derive(HasEncoding, NomReader, BinWriter)]
enum Shapes {
    Circle(u16),
    #[encoding(tag = 3)]
    Rect {
        w: u8,
        h: u8,
    },
    #[encoding(tag = 200, string)]
    Named(Vec<u8>),
    #[encoding(tag = 7)]
    Nothing,
}

const SHAPES: &str =
    "union(tag=uint8){0 Circle: uint16 | 3 Rect: obj{w: uint8; h: uint8} | 200 Named: string | 7 Nothing: empty}";

encodings! {
    "bool" => Bool;
    "n" => Naturals;
    "z" => Integers;
    "obj{a: uint8; b?: int16}" => OptField;
    "option(uint8)" => TaggedOption;
    "result(uint8, string)" => ResultOf;
    "string" => Text;
    "list(max=5, uint16)" => ListOf5;
    "list(max=2, string)" => ListOf2;
    "dynamic_size(uint8, uint16)" => ShortBlock;
    "check_size(8, string)" => Checked;
    "check_size(10, check_size(20, variable_bytes))" => CheckedTwice;
    "bounded_string(3)" => Bounded3;
    "bounded_string(10)" => Bounded10;
    "bounded_string(300)" => Bounded300;
    "tup(variable_bytes, uint16)" => Tail;
    "union(tag=uint8){0 Circle: uint16 | 3 Rect: obj{w: uint8; h: uint8} | 200 Named: string | 7 Nothing: empty}" => Shapes;
}

#[test]
fn surprises() {
    let Some(path) = shared("vectors/surprises.jsonl") else { return };
    let lines = std::fs::read_to_string(path).unwrap();
    let mut checked = 0;
    for line in lines.lines() {
        let (Some(encoding), Some(hex)) = (field(line, "encoding"), field(line, "hex")) else { continue };
        let Some(outcome) = outcome(&encoding, crate::common::hex(&hex)) else { continue };
        let expected = match field(line, "error") {
            Some(error) => Err(error),
            None => Ok(field(line, "reencoded").unwrap_or(hex)),
        };
        assert_eq!(outcome, expected, "{line}");
        checked += 1;
    }
    assert!(checked >= 29, "{checked} lines are known");
}

/// The string `key` of one line of JSON; these have no escapes.
fn field(line: &str, key: &str) -> Option<String> {
    let (_, rest) = line.split_once(&format!(", \"{key}\": \""))?;
    Some(rest.split('"').next()?.to_owned())
}

/// The same without the files: what the names above stand for.
#[test]
fn the_rules_by_themselves() {
    for (encoding, bytes, expected) in [
        ("bool", "80", Ok("ff")),
        ("obj{a: uint8; b?: int16}", "0101aabb", Ok("01ffaabb")),
        ("option(uint8)", "ff05", Err("Unexpected_tag")),
        ("n", "8000", Err("Trailing_zero")),
        ("z", "40", Ok("00")),
        ("string", "80000000", Err("Invalid_int")),
        ("string", "40000000", Err("Not_enough_data")),
        ("list(max=5, uint16)", "0000000c000000010002000300040005", Err("List_too_long")),
        ("dynamic_size(uint8, uint16)", "03000102", Err("Extra_bytes")),
        ("check_size(8, string)", "000000056162636465", Err("Size_limit_exceeded")),
        ("bounded_string(10)", "0b7a7a7a7a7a7a7a7a7a7a", Err("Not_enough_data")),
        ("tup(variable_bytes, uint16)", "78797affff", Ok("78797affff")),
        (SHAPES, "0700", Err("Extra_bytes")),
    ] {
        let expected = expected.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(outcome(encoding, hex(bytes)), Some(expected), "{encoding} {bytes}");
    }
}
