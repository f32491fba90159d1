//! The messages for `tezos_data_encoding` 0.6, with the wire format and the bounds of `tezos_messages`.
//!
//! Hashes are its `SizedBytes`. A path is nested boxes as in `tezos_messages`; the crate writes boxes but does not read them, so
//! [`Next`] does. `HasEncoding` is left out: neither reading nor writing uses it.

#![allow(missing_docs, reason = "the names of `tezos_messages`; the fuzz bodies include this file as a private module")]
#![expect(unused_qualifications, reason = "the derived code has them")]

use tezos_data_encoding::{
    enc::{BinError, BinResult, BinWriter},
    nom::{NomReader, NomResult},
    types::SizedBytes,
};
use tezos_messages::limits::{
    BLOCK_HEADER_MAX_BYTES, BLOCK_LOCATOR_MAX_ITEMS, GET_BLOCK_HEADERS_MAX_ITEMS, GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS,
    MEMPOOL_MAX_BYTES, NACK_MAX_ITEMS, OPERATION_LIST_MAX_BYTES, OPERATION_MAX_BYTES, PATH_MAX_BYTES, POINT_MAX_BYTES,
};

use super::{Refused, structs::structs};

pub type Hash = SizedBytes<32>;
pub type Nonce = SizedBytes<24>;
pub type ChainId = SizedBytes<4>;

/// Structs with the derives of `tezos_data_encoding`.
macro_rules! tezos {
    ($($(#[tezos($($on:tt)*)])? struct $name:ident {
        $($(#[tezos($($item:tt)*)])? $(#[serde($($_item:tt)*)])? $field:ident: $type:ident $(<$of:ident>)?,)*
    })*) => {$(
        #[derive(NomReader, BinWriter, Clone, Debug, PartialEq)]
        $(#[encoding($($on)*)])?
        pub struct $name {
            $($(#[encoding($($item)*)])? pub $field: $type $(<$of>)?,)*
        }
    )*};
}
structs!(tezos!);

#[derive(NomReader, BinWriter, Clone, Debug, PartialEq)]
pub struct Nack {
    pub motive: i16,
    #[encoding(dynamic, list = "NACK_MAX_ITEMS", bounded = "POINT_MAX_BYTES")]
    pub peers: Vec<String>,
}

#[derive(NomReader, BinWriter, Clone, Debug, PartialEq)]
#[encoding(tags = "u8")]
pub enum Ack {
    #[encoding(tag = 0x00)]
    Ack,
    #[encoding(tag = 0x01)]
    Nack(Nack),
    #[encoding(tag = 0xff)]
    NackV0,
}

#[derive(NomReader, BinWriter, Clone, Debug, PartialEq)]
pub struct FitnessElement {
    #[encoding(dynamic, bytes)]
    pub bytes: Vec<u8>,
}

#[derive(NomReader, BinWriter, Clone, Debug, PartialEq)]
pub struct OperationsForBlock {
    pub hash: Hash,
    pub validation_pass: i8,
}

/// The rest of a path, in a box.
#[derive(Clone, Debug, PartialEq)]
pub struct Next(pub Box<Path>);

impl<'a> NomReader<'a> for Next {
    #[inline]
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
        Path::nom_read(input).map(|(input, path)| (input, Self(Box::new(path))))
    }
}

impl BinWriter for Next {
    #[inline]
    fn bin_write(&self, out: &mut Vec<u8>) -> BinResult {
        self.0.bin_write(out)
    }
}

#[derive(NomReader, BinWriter, Clone, Debug, PartialEq)]
#[encoding(tags = "u8")]
pub enum Path {
    #[encoding(tag = 0x00)]
    Op,
    #[encoding(tag = 0x0f)]
    Right(Right),
    #[encoding(tag = 0xf0)]
    Left(Left),
}

#[derive(NomReader, BinWriter, Clone, Debug, PartialEq)]
pub struct Right {
    pub left: Hash,
    pub path: Next,
}

#[derive(NomReader, BinWriter, Clone, Debug, PartialEq)]
pub struct Left {
    pub path: Next,
    pub right: Hash,
}

/// Decodes a value that fills `bytes`.
///
/// # Errors
/// If the bytes are not exactly one value. The reason is dropped.
#[inline]
pub fn decode<T: for<'a> NomReader<'a>>(bytes: &[u8]) -> Result<T, Refused> {
    match T::nom_read(bytes) {
        Ok(([], value)) => Ok(value),
        _ => Err(Refused),
    }
}

/// Encodes `value` into a new vector.
///
/// # Errors
/// The errors of `tezos_data_encoding`.
#[inline]
pub fn encode<T: BinWriter>(value: &T) -> Result<Vec<u8>, BinError> {
    let mut bytes = Vec::new();
    value.bin_write(&mut bytes)?;
    Ok(bytes)
}
