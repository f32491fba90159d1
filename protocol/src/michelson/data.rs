//! Strings, bytes, booleans and the unit value.

use alloc::string::String;
use alloc::vec::Vec;

use tezos_encoding::schema::{Case, Encoding, TagSize};
use tezos_encoding::{BinWriter, EncodeError, Facts, Fault, HasEncoding, NomReader, Reader, Sink};

use super::application::{Application, NODE, read_prim, unexpected};
use super::{Michelson, Type};
use crate::micheline::Prim;

/// A string: the type `string`. Named `Text` so that it does not hide Rust's `String`.
///
/// | bytes | field | encoding                          |
/// |------:|-------|-----------------------------------|
/// | 1     | tag   | 1                                 |
/// | 4 + n |       | UTF-8, with a 4-byte size prefix  |
///
/// Contracts only have strings of printable ASCII and line feeds; other characters are accepted here, as in Octez's kernels.
///
/// # Errors
/// `Invalid_magic` for a node that is not a string; `Invalid_utf8`.
///
/// Rule: [`michelson.rs`, `MichelsonString`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/michelson.rs).
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[encoding(magic = "[1]")]
pub struct Text(pub String);

/// Bytes: the type `bytes`.
///
/// | bytes | field | encoding                         |
/// |------:|-------|----------------------------------|
/// | 1     | tag   | 10                               |
/// | 4 + n |       | bytes, with a 4-byte size prefix |
///
/// # Errors
/// `Invalid_magic` for a node that is not bytes.
///
/// Rule: [`michelson.rs`, `MichelsonBytes`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/michelson.rs).
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[encoding(magic = "[10]")]
pub struct Bytes(#[encoding(dynamic, bytes)] pub Vec<u8>);

/// The unit value `Unit`: the type `unit`.
///
/// | bytes | field     | encoding |
/// |------:|-----------|----------|
/// | 1     | tag       | 3        |
/// | 1     | primitive | 11       |
///
/// The reader also accepts annotations and the generic application, tags 4 and 9.
///
/// # Errors
/// `Invalid_magic` for any other node.
///
/// Rule: [`michelson.rs`, `MichelsonUnit`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/michelson.rs).
#[derive(HasEncoding, BinWriter, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[encoding(magic = "[3, UNIT]")]
pub struct Unit;

const UNIT: u8 = Prim::Unit.number();

impl<'a> NomReader<'a> for Unit {
    const FACTS: Facts = NODE;

    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        read_prim(input, Prim::Unit, 0, |_, _| Ok(Self))
    }
}

/// `True` or `False`: the type `bool`.
///
/// | bytes | field     | encoding               |
/// |------:|-----------|------------------------|
/// | 1     | tag       | 3                      |
/// | 1     | primitive | 3 (false) or 10 (true) |
///
/// The reader also accepts annotations and the generic application, tags 4 and 9.
///
/// # Errors
/// `Unexpected_tag` for any other node.
///
/// Rule: [`script_ir_translator.ml`, `parse_bool`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_translator.ml).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bool(pub bool);

const FALSE: u8 = Prim::False.number();
const TRUE: u8 = Prim::True.number();

impl HasEncoding for Bool {
    const ENCODING: &'static Encoding = &Encoding::Union {
        tag: TagSize::U16,
        cases: &[
            Case::new(u16::from_be_bytes([3, FALSE]) as u32, "False", &Encoding::Constant("False")),
            Case::new(u16::from_be_bytes([3, TRUE]) as u32, "True", &Encoding::Constant("True")),
        ],
        ignore_unknown: false,
    };
}

impl<'a> NomReader<'a> for Bool {
    const FACTS: Facts = NODE;

    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let start = input.remaining();
        let application = Application::read(input)?;
        let value = match application.prim_of(0) {
            Some(Prim::False) => Self(false),
            Some(Prim::True) => Self(true),
            _ => return Err(unexpected(start)),
        };
        application.arguments(input, |_, _| Ok(value))
    }
}

impl BinWriter for Bool {
    const FACTS: Facts = Facts::fixed(2);

    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        sink.put(&[3, if self.0 { TRUE } else { FALSE }]);
        Ok(())
    }
}

macro_rules! types {
    ($($name:ident($value:ty): $prim:ident;)+) => {
        $(impl From<$value> for $name {
            fn from(value: $value) -> Self {
                Self(value)
            }
        }

        impl Michelson for $name {
            const TYPE: &'static Type = &Type::new(Prim::$prim, &[]);
        })+
    };
}

types! { Text(String): string; Bytes(Vec<u8>): bytes; Bool(bool): bool; }

impl Michelson for Unit {
    const TYPE: &'static Type = &Type::new(Prim::unit, &[]);
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }
}
