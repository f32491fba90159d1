//! Hashes and identifiers of a fixed size, with their base58check text, and BLAKE2b.
//!
//! | type                    | bytes | text      |
//! |-------------------------|------:|-----------|
//! | [`BlockHash`]           |    32 | `B` (51)  |
//! | [`OperationHash`]       |    32 | `o` (51)  |
//! | [`OperationListHash`]   |    32 | `Lo` (52) |
//! | [`OperationListListHash`] |  32 | `LLo` (53) |
//! | [`ProtocolHash`]        |    32 | `P` (51)  |
//! | [`ContextHash`]         |    32 | `Co` (52) |
//! | [`ChainId`]             |     4 | `Net` (15) |
//! | [`PeerId`]              |    16 | `id` (30) |
//!
//! On the wire each is its bytes, without a size prefix; in JSON, its text. The reference has an object with one field around the bytes,
//! which only descriptions and slices show (the item `field`).
//!
//! Prefixes: [`base58.ml`, `Prefix`](https://gitlab.com/tezos/tezos/-/blob/0465d4133690b3ef4cf5e99f31f5575085890f4c/src/lib_crypto/base58.ml).

use alloc::vec::Vec;

use blake2::{
    Blake2b,
    digest::consts::{U16, U20, U32},
};
use tezos_encoding::Digest;

use crate::table::hashes;

hashes! {
    /// BLAKE2b-256 of a block header.
    BlockHash, 32, [1, 52], "B", 51, "block_hash", "block_hash";
    /// BLAKE2b-256 of an operation.
    OperationHash, 32, [5, 116], "o", 51, "operation_hash", "Operation_hash";
    /// Merkle root of the operation hashes of one validation pass.
    OperationListHash, 32, [133, 233], "Lo", 52, "operation_list_hash", "Operation_list_hash";
    /// Merkle root of the [`OperationListHash`]es of a block.
    OperationListListHash, 32, [29, 159, 109], "LLo", 53, "operation_list_list_hash", "Operation_list_list_hash";
    /// BLAKE2b-256 of a protocol's sources.
    ProtocolHash, 32, [2, 170], "P", 51, "protocol_hash", "Protocol_hash";
    /// Root hash of the ledger's state after a block.
    ContextHash, 32, [79, 199], "Co", 52, "context_hash", "Context_hash";
    /// First 4 bytes of BLAKE2b-256 of a chain's genesis block hash.
    ChainId, 4, [87, 82, 0], "Net", 15, "chain_id", "Chain_id";
    /// BLAKE2b-128 of a peer's public key.
    PeerId, 16, [153, 103], "id", 30, "peer_id", "Crypto_box.Public_key_hash";
}

impl ChainId {
    /// Returns the identifier of the chain that starts with `genesis`.
    ///
    /// Rule: [`chain_id.ml`, `of_block_hash`](https://gitlab.com/tezos/tezos/-/blob/409a3f3fe491ba5c9ac51c7124833f4f70006c07/src/lib_crypto/chain_id.ml).
    #[must_use]
    pub fn of_genesis(genesis: &BlockHash) -> Self {
        let [a, b, c, d, ..] = blake2b_256(genesis.as_bytes());
        Self([a, b, c, d])
    }
}

/// BLAKE2b with 32 bytes of output, for input in pieces.
#[derive(Debug, Clone)]
pub struct Blake2b256(Blake2b<U32>);

impl Digest for Blake2b256 {
    type Output = [u8; 32];

    #[inline]
    fn new() -> Self {
        Self(<Blake2b<U32> as blake2::Digest>::new())
    }

    #[inline]
    fn update(&mut self, bytes: &[u8]) {
        blake2::Digest::update(&mut self.0, bytes);
    }

    #[inline]
    fn finish(self) -> [u8; 32] {
        blake2::Digest::finalize(self.0).into()
    }
}

impl Default for Blake2b256 {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the BLAKE2b-256 hash of `bytes`.
#[must_use]
pub fn blake2b_256(bytes: &[u8]) -> [u8; 32] {
    <Blake2b<U32> as blake2::Digest>::digest(bytes).into()
}

/// Returns the BLAKE2b-256 hash of the concatenated `parts`.
#[must_use]
pub fn blake2b_256_of(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Blake2b256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finish()
}

/// Returns the BLAKE2b-256 hash of each of `inputs`, in their order. With the feature `simd`, several are hashed at a time where the processor
/// has vector instructions for it.
///
/// ```
/// use tezos_hashes::hash::{blake2b_256, blake2b_256_each};
/// assert_eq!(blake2b_256_each([&b"one"[..], b"two"]), [blake2b_256(b"one"), blake2b_256(b"two")]);
/// ```
#[must_use]
pub fn blake2b_256_each<T: AsRef<[u8]>>(inputs: impl IntoIterator<Item = T>) -> Vec<[u8; 32]> {
    #[cfg(not(feature = "simd"))]
    return inputs.into_iter().map(|input| blake2b_256(input.as_ref())).collect();
    #[cfg(feature = "simd")]
    {
        use blake2b_simd::{Params, many};
        let mut params = Params::new();
        params.hash_length(32);
        let inputs: Vec<T> = inputs.into_iter().collect();
        let inputs = inputs.iter().map(AsRef::as_ref);
        let mut jobs: Vec<_> = inputs.map(|input| many::HashManyJob::new(&params, input)).collect();
        many::hash_many(&mut jobs);
        jobs.iter().map(|job| job.to_hash().as_bytes().first_chunk().copied().unwrap_or_default()).collect()
    }
}

/// Returns the BLAKE2b-160 hash of `bytes`.
#[must_use]
pub fn blake2b_160(bytes: &[u8]) -> [u8; 20] {
    <Blake2b<U20> as blake2::Digest>::digest(bytes).into()
}

/// Returns the BLAKE2b-128 hash of `bytes`.
#[must_use]
pub fn blake2b_128(bytes: &[u8]) -> [u8; 16] {
    <Blake2b<U16> as blake2::Digest>::digest(bytes).into()
}

#[cfg(test)]
mod tests {
    use alloc::{
        format,
        string::{String, ToString},
    };

    use super::*;

    #[test]
    fn known_values() {
        let genesis: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse().unwrap();
        let mainnet: ChainId = "NetXdQprcVkpaWU".parse().unwrap();
        assert_eq!(mainnet.as_bytes(), &[0x7a, 0x06, 0xa7, 0x70]);
        assert_eq!(ChainId::of_genesis(&genesis), mainnet);
        assert_eq!(genesis.to_string(), "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2");
        let carthage: ProtocolHash = "PsCARTHAGazKbHtnKfLzQg3kms52kSRpgnDY982a9oYsSXRLQEb".parse().unwrap();
        assert_eq!(format!("{carthage:?}"), "PsCARTHAGazKbHtnKfLzQg3kms52kSRpgnDY982a9oYsSXRLQEb");
        let peer: PeerId = "idqjq34sB6uHWdFzJDB97zwXAdHASb".parse().unwrap();
        assert_eq!(peer.to_string(), "idqjq34sB6uHWdFzJDB97zwXAdHASb");
        assert_eq!(format!("[{mainnet:>17}]"), "[  NetXdQprcVkpaWU]");
    }

    #[test]
    fn each_input_is_hashed_as_alone() {
        let bytes: Vec<u8> = (0..600u32).map(|byte| (byte % 251) as u8).collect();
        for count in 0..12 {
            // Of no block, of some in full, of some and a part.
            let inputs: Vec<&[u8]> = (0..count).map(|index| &bytes[..index * 64 % 300]).collect();
            let alone: Vec<_> = inputs.iter().map(|input| blake2b_256(input)).collect();
            assert_eq!(blake2b_256_each(inputs), alone);
        }
    }

    #[test]
    fn refusals_say_what_was_found() {
        let error = |text: &str| text.parse::<ChainId>().unwrap_err().to_string();
        let expected = "expected a chain_id (Net…, 15 characters), ";
        assert_eq!(error("idqjq34sB6uHWdFzJDB97zwXAdHASb"), format!("{expected}found a peer_id"));
        assert_eq!(error(""), format!("{expected}found 0 characters"));
        assert_eq!(error("NetXdQprcVkpaWV"), format!("{expected}found a wrong checksum"));
        assert_eq!(
            error("NetXdQprcVkpaW0"),
            format!("{expected}found '0' at 14, which is not in the base-58 alphabet")
        );
        assert_eq!(error("NetXdQprcVkpaé"), format!("{expected}found 'é' at 13, which is not in the base-58 alphabet"));
        let other = bs58::encode([90; 7]).with_check().into_string();
        assert_eq!(other.len(), 15);
        assert_eq!(error(&other), format!("{expected}found a text of another kind"));
        assert!("x".repeat(1 << 20).parse::<ChainId>().is_err());
    }

    #[test]
    fn every_flipped_character_is_refused() {
        let text = "PsCARTHAGazKbHtnKfLzQg3kms52kSRpgnDY982a9oYsSXRLQEb";
        for place in 0..text.len() {
            for byte in 0..128_u8 {
                let mut changed = text.as_bytes().to_vec();
                changed[place] = byte;
                let changed = String::from_utf8(changed).unwrap();
                assert_eq!(changed.parse::<ProtocolHash>().is_ok(), changed == text, "{changed}");
            }
        }
    }

    /// The expected values are those of `hashlib` of Python.
    #[test]
    fn known_hashes() {
        assert_eq!(hex(&blake2b_128(b"abc")), "cf4ab791c62b8d2b2109c90275287816");
        assert_eq!(hex(&blake2b_160(b"abc")), "384264f676f39536840523f284921cdc68b6846b");
        assert_eq!(hex(&blake2b_256(b"abc")), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn pieces_hash_as_the_whole() {
        let mut hasher = Blake2b256::default();
        hasher.update(b"ab");
        hasher.update(b"c");
        assert_eq!(hasher.finish(), blake2b_256(b"abc"));
        assert_eq!(blake2b_256_of(&[b"a", b"", b"bc"]), blake2b_256(b"abc"));
        assert_eq!(BlockHash::try_from(&blake2b_256(b"")[..]).unwrap().0, blake2b_256(b""));
        assert!(BlockHash::try_from(&[0; 31][..]).is_err() && BlockHash::try_from(&[0; 33][..]).is_err());
    }

    #[test]
    fn hashes_convert_and_are_ordered_by_their_bytes() {
        let [low, high] = [ChainId([1, 2, 3, 4]), ChainId([1, 2, 4, 0])];
        assert_eq!((ChainId::from([1, 2, 3, 4]), <[u8; 4]>::from(low)), (low, [1, 2, 3, 4]));
        assert_eq!((low.as_ref(), low.as_bytes(), ChainId::SIZE), (&[1, 2, 3, 4][..], &[1, 2, 3, 4], 4));
        assert!(low < high && low == low.to_string().parse().unwrap());
    }
}
