//! The hash function of Ethereum.

use sha3::Digest as _;
use tezos_encoding::Digest;

/// Keccak with 256 bits, as Ethereum uses it: before SHA-3 was a standard, with another padding.
///
/// ```
/// use tezos_rlp::{Keccak256, ToRlp};
/// let empty: [u8; 32] = Vec::<u8>::new().rlp_hash::<Keccak256>().unwrap();
/// assert_eq!(empty[..4], [0x56, 0xe8, 0x1f, 0x17]); // the root of an empty trie
/// ```
#[derive(Clone, Debug, Default)]
pub struct Keccak256(sha3::Keccak256);

impl Digest for Keccak256 {
    type Output = [u8; 32];

    fn new() -> Self {
        Self::default()
    }

    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}
