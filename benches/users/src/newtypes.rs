//! Hashes and points are newtypes.

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

// What differs from style to style by hand.

macro_rules! like_what_is_inside {
    ($($type:ident $inside:ty;)*) => {$(
        impl From<$inside> for $type {
            #[inline]
            fn from(inside: $inside) -> Self {
                Self(inside)
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

like_what_is_inside! {
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
    // Of newtypes no bulk copy is known to safe code: sixteen at a time go through the stack.
    let mut stage = [[0; 32]; 16];
    for group in hashes.chunks(stage.len()) {
        for (place, hash) in stage.iter_mut().zip(group) {
            *place = hash.0;
        }
        out.extend_from_slice(stage.as_flattened().split_at(group.len().saturating_mul(32)).0);
    }
}
