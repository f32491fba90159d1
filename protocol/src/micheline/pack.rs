//! Expressions packed and hashed.

use core::fmt;

use alloc::vec::Vec;

use tezos_encoding::{Decode, DecodeError, Encode, EncodeError};
use tezos_hashes::{hash::blake2b_256_of, protocol::ScriptExprHash};

use super::Micheline;

/// The byte in front of a packed expression.
const PACKED: u8 = 5;

/// Returns the bytes that `PACK` returns for a value: 05 and the expression.
///
/// `PACK` writes addresses, keys, signatures, timestamps and the like as bytes and numbers (`Optimized_legacy`); the expression has to
/// have them in this form, in which [`Micheline::optimised`] brings it by its type.
///
/// ```
/// use tezos_protocol::micheline::{Micheline, Prim, pack, unpack};
/// let packed = pack(&Micheline::prim(Prim::Unit, [])).unwrap();
/// assert_eq!(packed, [5, 3, 11]);
/// assert_eq!(unpack(&packed), Ok(Micheline::prim(Prim::Unit, [])));
/// ```
///
/// # Errors
/// As writing the expression.
///
/// Rule: [`script_ir_translator.ml`](https://gitlab.com/tezos/tezos/-/blob/d26a8bef82/src/proto_alpha/lib_protocol/script_ir_translator.ml),
/// `pack_data`.
pub fn pack(micheline: &Micheline) -> Result<Vec<u8>, EncodeError> {
    let mut packed = Vec::from([PACKED]);
    packed.extend_from_slice(&micheline.to_bytes()?);
    Ok(packed)
}

/// Returns the expression of packed bytes: 05, then exactly one expression.
///
/// # Errors
/// Bytes that do not begin with 05, or whose rest is no expression.
pub fn unpack(bytes: &[u8]) -> Result<Micheline, UnpackError> {
    match bytes.split_first() {
        Some((&PACKED, expression)) => Micheline::from_bytes(expression).map_err(UnpackError::Expression),
        _ => Err(UnpackError::Prefix),
    }
}

/// Returns the hash of an expression: BLAKE2b-256 of 05 and its bytes. A value in a big map is found by the hash of its packed key, which
/// is that of the key as [`Micheline::optimised`] returns it.
///
/// ```
/// use tezos_protocol::micheline::{Micheline, script_expr_hash};
/// let key = script_expr_hash(&Micheline::int(0)).unwrap();
/// assert_eq!(key.to_string(), "exprtZBwZUeYYYfUs9B9Rg2ywHezVHnCCnmF9WsDQVrs582dSK63dC");
/// ```
///
/// # Errors
/// As writing the expression.
///
/// Rule: [`script_ir_translator.ml`](https://gitlab.com/tezos/tezos/-/blob/d26a8bef82/src/proto_alpha/lib_protocol/script_ir_translator.ml),
/// `hash_data`.
pub fn script_expr_hash(micheline: &Micheline) -> Result<ScriptExprHash, EncodeError> {
    Ok(ScriptExprHash(blake2b_256_of(&[&[PACKED], &micheline.to_bytes()?])))
}

/// Why bytes are no packed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnpackError {
    /// They do not begin with 05.
    Prefix,
    /// What is behind is no expression; offsets count from behind the first byte.
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
