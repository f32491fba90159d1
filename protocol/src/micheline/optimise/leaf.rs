//! Values of types that do not contain other values.

use alloc::vec::Vec;
use core::str::FromStr;

use tezos_encoding::{Encode, Revision};
use tezos_hashes::{
    hash::ChainId,
    keys::{PublicKey, PublicKeyHash, Signature},
    time::Timestamp,
};

use super::is_empty;
use crate::{
    micheline::{ExprKind, MichelineBuilder, MichelineRef, Prim},
    receipt::AnyDestination,
};

/// Parses text.
fn text<T: FromStr>(text: &[u8]) -> Option<T> {
    core::str::from_utf8(text).ok()?.parse().ok()
}

/// Writes a value of a type without arguments, or of `contract`. Returns `None` if it is not a value of the type.
pub(super) fn write(value: MichelineRef<'_>, ty: Prim, builder: &mut MichelineBuilder) -> Option<()> {
    match (ty, value.kind()) {
        (Prim::int | Prim::timestamp, ExprKind::Int(_)) | (Prim::string, ExprKind::String(_)) => builder.add(value),
        (Prim::nat, ExprKind::Int(number)) if number.to_z() >= 0_i64.into() => builder.add(value),
        (Prim::mutez, ExprKind::Int(number)) if number.to_i64()? >= 0 => builder.add(value),
        (Prim::timestamp, ExprKind::String(date)) => builder.int(text::<Timestamp>(date)?.0),
        (Prim::address | Prim::contract, ExprKind::String(address)) => builder.bytes(&address_bytes(address)?),
        (Prim::key_hash, ExprKind::String(hash)) => builder.bytes(&text::<PublicKeyHash>(hash)?.to_bytes().ok()?),
        (Prim::key, ExprKind::String(key)) => builder.bytes(&text::<PublicKey>(key)?.to_bytes().ok()?),
        (Prim::signature, ExprKind::String(signature)) => builder.bytes(text::<Signature>(signature)?.as_bytes()),
        (Prim::chain_id, ExprKind::String(chain)) => builder.bytes(text::<ChainId>(chain)?.as_bytes()),
        (Prim::bls12_381_fr, ExprKind::Int(number)) => {
            let mut bytes = [0; 32];
            let number = u64::try_from(number.to_i64()?).ok()?;
            *bytes.first_chunk_mut()? = number.to_le_bytes();
            builder.bytes(&bytes);
        }
        (Prim::bls12_381_fr, ExprKind::Bytes(short)) => {
            let mut bytes = [0; 32];
            bytes.get_mut(..short.len())?.copy_from_slice(short);
            builder.bytes(&bytes);
        }
        (
            Prim::bytes
            | Prim::address
            | Prim::contract
            | Prim::key_hash
            | Prim::key
            | Prim::signature
            | Prim::chain_id
            | Prim::bls12_381_g1
            | Prim::bls12_381_g2
            | Prim::chest
            | Prim::chest_key
            | Prim::sapling_transaction
            | Prim::sapling_transaction_deprecated,
            ExprKind::Bytes(_),
        ) => builder.add(value),
        (Prim::unit, ExprKind::Application(_)) => constant(value, &[Prim::Unit], builder)?,
        (Prim::bool, ExprKind::Application(_)) => constant(value, &[Prim::True, Prim::False], builder)?,
        _ => return None,
    }
    Some(())
}

/// Writes a constant that is one of `of`.
fn constant(value: MichelineRef<'_>, of: &[Prim], builder: &mut MichelineBuilder) -> Option<()> {
    let prim = value.prim().filter(|prim| of.contains(prim) && is_empty(value.children()))?;
    builder.open(prim);
    builder.close("");
    Some(())
}

/// The longest name of an entrypoint, in bytes.
const ENTRYPOINT_MAX_BYTES: usize = 31;

/// Returns the bytes of an address: 22 bytes of a contract or a rollup, then the name of the entrypoint unless it is `default`.
fn address_bytes(address: &[u8]) -> Option<Vec<u8>> {
    let end = address.iter().position(|byte| *byte == b'%');
    let (destination, name) = address.split_at_checked(end.unwrap_or(address.len()))?;
    let name = name.get(1..).unwrap_or_default();
    let mut bytes = Revision::NEWEST.encode(&text::<AnyDestination>(destination)?).ok()?;
    if name != b"default" {
        bytes.extend_from_slice(name);
    }
    Some(bytes).filter(|_| name.len() <= ENTRYPOINT_MAX_BYTES)
}
