//! The style in which hashes and points are newtypes.

#![expect(missing_docs, reason = "the names of the protocol")]

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use crate::{limits::*, messages::messages};

#[path = "by_hand.rs"]
pub mod by_hand;

#[derive(Clone, Copy, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct Hash(pub [u8; 32]);

#[derive(Clone, Copy, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct Nonce(pub [u8; 24]);

#[derive(Clone, Copy, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub struct ChainId(pub [u8; 4]);

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(bounded = "POINT_MAX_BYTES")]
pub struct Point(pub String);

messages! { hash: Hash, nonce: Nonce, chain: ChainId, point: Point, points: [] }

// The functions of `by_hand` that differ between the styles.

macro_rules! inner_conversions {
    ($($type:ident $inner:ty;)*) => {$(
        impl From<$inner> for $type {
            #[inline]
            fn from(inner: $inner) -> Self {
                Self(inner)
            }
        }

        impl AsRef<[u8]> for $type {
            #[inline]
            fn as_ref(&self) -> &[u8] {
                self.0.as_ref()
            }
        }
    )*};
}

inner_conversions! {
    Hash [u8; 32];
    Nonce [u8; 24];
    ChainId [u8; 4];
    Point String;
}

#[inline]
fn copied(hashes: &[[u8; 32]]) -> Vec<Hash> {
    hashes.iter().map(|hash| Hash(*hash)).collect()
}

#[inline]
fn put_hashes(hashes: &[Hash], out: &mut Vec<u8>) {
    // Safe code cannot copy newtypes in bulk, so sixteen hashes at a time go through an array on the stack.
    let mut stage = [[0; 32]; 16];
    for group in hashes.chunks(stage.len()) {
        for (slot, hash) in stage.iter_mut().zip(group) {
            *slot = hash.0;
        }
        out.extend_from_slice(stage.as_flattened().split_at(group.len().saturating_mul(32)).0);
    }
}
