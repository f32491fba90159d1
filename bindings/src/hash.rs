//! Hashes in base58check.

use tezos_hashes::{
    base58::{self, TextKind},
    hash::{blake2b_160, blake2b_256},
};

use crate::Error;

/// Returns the BLAKE2b hash of bytes in base58check, as a text of a kind such as `operation_hash`, `block_hash`, `script_expr_hash` or
/// `ed25519_public_key_hash`; `blake2b` returns the 32 bytes in hex.
///
/// The bytes are those that the hash is made of: a whole operation, a whole header, a packed expression, a key without its tag.
///
/// # Errors
/// If the kind is not known, or not that of a hash.
pub fn hash(kind: &str, bytes: &[u8]) -> Result<String, Error> {
    if kind == "blake2b" {
        return Ok(hex::encode(blake2b_256(bytes)));
    }
    let known = base58::kinds().find(|known| known.name == kind).filter(|kind| is_hash(kind));
    let known = known.ok_or_else(|| unknown(kind))?;
    Ok(match known.size {
        20 => known.encode(&blake2b_160(bytes)),
        _ => known.encode(&blake2b_256(bytes)),
    })
}

/// Returns whether texts of a kind are hashes of bytes.
fn is_hash(kind: &TextKind) -> bool {
    kind.name.ends_with("_hash") && matches!(kind.size, 20 | 32)
}

fn unknown(kind: &str) -> Error {
    let known: Vec<&str> = base58::kinds().filter(|kind| is_hash(kind)).map(|kind| kind.name).collect();
    Error::argument(
        "Unknown_kind",
        format_args!("`{kind}` is no kind of hash; expected blake2b or one of: {}", known.join(", ")),
    )
}
