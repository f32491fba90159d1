//! The style in which hashes are arrays and points are strings.

#![expect(missing_docs, reason = "the names of the protocol")]

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use crate::{limits::*, messages::messages};

#[path = "by_hand.rs"]
pub mod by_hand;

messages! {
    hash: [u8; 32], nonce: [u8; 24], chain: [u8; 4], point: String, points: [, bounded = "POINT_MAX_BYTES"]
}

// The functions of `by_hand` that differ between the styles.

#[inline]
fn copied(hashes: &[[u8; 32]]) -> Vec<[u8; 32]> {
    hashes.to_vec()
}

#[inline]
fn put_hashes(hashes: &[[u8; 32]], out: &mut Vec<u8>) {
    out.extend_from_slice(hashes.as_flattened());
}
