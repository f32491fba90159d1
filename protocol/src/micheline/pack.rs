//! Packing, unpacking and hashing of expressions.

use core::fmt;

use alloc::vec::Vec;

use tezos_encoding::{Decode, DecodeError, Encode, EncodeError};
use tezos_hashes::{hash::blake2b_256_of, protocol::ScriptExprHash};

use super::Micheline;

/// The byte before a packed expression.
const PACKED: u8 = 5;

/// Returns the result of `PACK` for a value: the byte 05 and the encoded expression.
///
/// `PACK` represents addresses, keys, signatures, timestamps and similar values as bytes and numbers (`Optimized_legacy`). The expression
/// must already use this representation, to which [`Micheline::optimised`] converts a value of a given type.
///
/// ```
/// use tezos_protocols::micheline::{Micheline, Prim, pack, unpack};
/// let packed = pack(&Micheline::prim(Prim::Unit, [])).unwrap();
/// assert_eq!(packed, [5, 3, 11]);
/// assert_eq!(unpack(&packed), Ok(Micheline::prim(Prim::Unit, [])));
/// ```
///
/// # Errors
/// If the expression cannot be encoded.
///
/// Rule: [`script_ir_translator.ml`](https://gitlab.com/tezos/tezos/-/blob/d26a8bef82/src/proto_alpha/lib_protocol/script_ir_translator.ml),
/// `pack_data`.
pub fn pack(micheline: &Micheline) -> Result<Vec<u8>, EncodeError> {
    let mut packed = Vec::from([PACKED]);
    packed.extend_from_slice(&micheline.to_bytes()?);
    Ok(packed)
}

/// Decodes packed bytes: the byte 05, then exactly one expression.
///
/// # Errors
/// If the bytes do not start with 05, or the rest is not exactly one expression.
pub fn unpack(bytes: &[u8]) -> Result<Micheline, UnpackError> {
    match bytes.split_first() {
        Some((&PACKED, expression)) => Micheline::from_bytes(expression).map_err(UnpackError::Expression),
        _ => Err(UnpackError::Prefix),
    }
}

/// Returns the hash of a packed expression: BLAKE2b-256 of 05 and its bytes. To look up a value in a big map, use the hash of the key as
/// returned by [`Micheline::optimised`].
///
/// ```
/// use tezos_protocols::micheline::{Micheline, script_expr_hash};
/// let key = script_expr_hash(&Micheline::int(0)).unwrap();
/// assert_eq!(key.to_string(), "exprtZBwZUeYYYfUs9B9Rg2ywHezVHnCCnmF9WsDQVrs582dSK63dC");
/// ```
///
/// # Errors
/// If the expression cannot be encoded.
///
/// Rule: [`script_ir_translator.ml`](https://gitlab.com/tezos/tezos/-/blob/d26a8bef82/src/proto_alpha/lib_protocol/script_ir_translator.ml),
/// `hash_data`.
pub fn script_expr_hash(micheline: &Micheline) -> Result<ScriptExprHash, EncodeError> {
    Ok(ScriptExprHash(blake2b_256_of(&[&[PACKED], &micheline.to_bytes()?])))
}

/// The reason why bytes are not a packed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnpackError {
    /// The first byte is not 05.
    Prefix,
    /// The bytes after 05 are not an expression. Offsets are relative to the second byte.
    Expression(DecodeError),
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prefix => f.write_str("packed data begins with the byte 05"),
            Self::Expression(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for UnpackError {}
