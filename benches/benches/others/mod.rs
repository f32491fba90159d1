//! The writers of other crates for the blocks of Ethereum: alloy-rlp and rlp.

mod alloy;
mod parity;

use tezos_codec_benches::ethereum::Derived;
use tezos_encoding::Digest as _;
use tezos_rlp::{Keccak256, ethereum::Hash};

/// The writers of other crates.
pub(crate) trait Others: Derived {
    /// The type that alloy-rlp writes.
    type OfAlloy;

    /// Decodes the value for alloy-rlp.
    fn for_alloy(bytes: &[u8]) -> Self::OfAlloy;

    /// Encodes with alloy-rlp.
    fn by_alloy(value: &Self::OfAlloy) -> Vec<u8>;

    /// Encodes with rlp.
    fn by_parity(&self) -> impl AsRef<[u8]>;
}

/// Returns the hash of bytes.
pub(crate) fn keccak(bytes: &[u8]) -> Hash {
    let mut hash = Keccak256::new();
    hash.update(bytes);
    hash.finish()
}
