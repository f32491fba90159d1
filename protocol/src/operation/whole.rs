//! Operations with their branch: signed, unsigned and undecoded.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, EncodeError, HasEncoding, NomReader, View};
use tezos_hashes::hash::{BlockHash, ChainId, OperationHash, blake2b_256};

use super::together::can_stand_together;
use super::{BlsModeContents, BlsModeUnsigned, Contents, OperationProtocolData};
use crate::Protocol;
use crate::keys::Watermark;

/// A signed operation.
///
/// | bytes | field           | encoding         |
/// |------:|-----------------|------------------|
/// | 32    | `branch`        | [`BlockHash`]    |
/// |       | `protocol_data` | [`OperationProtocolData`] |
///
/// ```
/// use tezos_protocols::{Protocol, operation::{Contents, Operation}};
/// # let bytes = [&[7; 32][..], &[17, 0, 0, 0, 1, 9], &[0; 64]].concat();
/// let operation: Operation = Protocol::Seoul.decode(&bytes).unwrap();
/// assert!(matches!(&operation.protocol_data.contents[..], [Contents::FailingNoop(_)]));
/// assert_eq!(Protocol::Seoul.encode(&operation).unwrap(), bytes);
/// assert!(Protocol::Carthage.decode::<Operation>(&bytes).is_err(), "a kind that it does not have");
/// ```
///
/// Rule: [`operation_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "operation")]
#[allow(clippy::exhaustive_structs, reason = "no protocol changed it")]
pub struct Operation {
    /// A recent block of the branch in which the operation may be included.
    pub branch: BlockHash,
    /// The contents and the signature.
    #[encoding(flatten)]
    pub protocol_data: OperationProtocolData,
}

impl Operation {
    /// Returns the hash of the operation: BLAKE2b-256 of its canonical bytes in `protocol`. A node hashes the bytes that it received, which
    /// may be a non-canonical encoding of the same operation; see [`RawOperation::hash`](super::RawOperation::hash).
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{Protocol, keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// # let signature = tezos_protocols::keys::Signature::try_from([1; 64].as_slice())?;
    /// let operation = unsigned.with_signature(signature);
    /// assert_eq!(operation.hash(Protocol::Seoul)?.to_string(), "opRUPD367XMMj4fViNjYsWbQAttR4maiscH5J7vuQiGAckXnBig");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the operation cannot be encoded in this protocol.
    pub fn hash(&self, protocol: Protocol) -> Result<OperationHash, EncodeError> {
        Ok(OperationHash(blake2b_256(&protocol.encode(self)?)))
    }

    /// Returns the operation without its signature.
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// # let signature = tezos_protocols::keys::Signature::try_from([1; 64].as_slice())?;
    /// let operation = unsigned.clone().with_signature(signature);
    /// assert_eq!(operation.unsigned(), unsigned);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unsigned(&self) -> Unsigned {
        Unsigned { branch: self.branch, contents: self.protocol_data.contents.clone() }
    }
}

/// An operation before it is signed.
///
/// | bytes | field      | encoding                          |
/// |------:|------------|-----------------------------------|
/// | 32    | `branch`   | [`BlockHash`]                     |
/// |       | `contents` | [`Contents`], one after the other |
///
/// # Errors
/// The errors of [`ContentsList`].
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "operation.unsigned_operation")]
#[allow(clippy::exhaustive_structs, reason = "no protocol changed it")]
pub struct Unsigned {
    /// A recent block of the branch in which the operation may be included.
    pub branch: BlockHash,
    /// The contents to be signed: one item, or several manager operations of the same account.
    #[encoding(
        guard(function = "can_stand_together", until = 10, exception),
        guard(function = "can_stand_together", since = 11)
    )]
    pub contents: Vec<Contents>,
}

impl Unsigned {
    /// Returns the bytes that a key signs for a chain: a watermark, which distinguishes attestations from all other operations, and the
    /// encoded operation. Keys of Ed25519, secp256k1 and P-256 sign the BLAKE2b-256 of these bytes, as the example `sign_and_forge` does. From
    /// protocol 023 on, BLS keys sign [`BlsModeUnsigned::preimage`] instead.
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{Protocol, keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// let preimage = unsigned.preimage(Protocol::Seoul, "NetXdQprcVkpaWU".parse()?)?;
    /// let (watermark, bytes) = preimage.split_first().unwrap();
    /// assert_eq!((*watermark, bytes.to_vec()), (3, Protocol::Seoul.encode(&unsigned)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the operation cannot be encoded in this protocol.
    ///
    /// Rule: [`operation_repr.ml`, `to_watermark`, `check_signature`][rule]; for the slots of the data availability layer in protocol 018,
    /// [its version][proxford].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
    /// [proxford]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_018_Proxford/lib_protocol/operation_repr.ml
    pub fn preimage(&self, protocol: Protocol, chain: ChainId) -> Result<Vec<u8>, EncodeError> {
        let bytes = protocol.encode(self)?;
        Ok(match self.contents.first() {
            Some(Contents::EmmyEndorsement(_)) => Watermark::Endorsement(chain).preimage(&bytes),
            Some(Contents::Preendorsement(_) | Contents::Preattestation(_)) => {
                consensus_preimage(PREATTESTATION, chain, &bytes)
            }
            Some(Contents::DalAttestation(_)) if protocol == Protocol::Oxford => {
                consensus_preimage(DAL_ATTESTATION, chain, &bytes)
            }
            Some(
                Contents::Endorsement(_)
                | Contents::Attestation(_)
                | Contents::AttestationWithDal(_)
                | Contents::DalAttestation(_)
                | Contents::DalSlotAvailability(_),
            ) => consensus_preimage(ATTESTATION, chain, &bytes),
            _ => Watermark::GenericOperation.preimage(&bytes),
        })
    }

    /// Returns the operation that BLS keys sign instead of this one from protocol 023 on: attestations lose the fields that differ between
    /// bakers, so that aggregated attestations are identical to the attestation that each baker signed.
    ///
    /// ```
    /// # use tezos_hashes::{hash::BlockHash, protocol::BlockPayloadHash};
    /// use tezos_protocols::{Protocol, operation::{ConsensusContent, Contents, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// let slots = [5, 70].map(|slot| ConsensusContent::new(slot, 10_300_000, 0, BlockPayloadHash([7; 32])));
    /// let [one, other] = slots.map(|content| Unsigned::new(branch, Contents::Attestation(content)));
    /// assert_ne!(one, other); // two bakers
    /// assert_eq!(one.bls_mode(), other.bls_mode());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bls_mode(&self) -> BlsModeUnsigned {
        BlsModeUnsigned { branch: self.branch, contents: self.contents.iter().map(BlsModeContents::from).collect() }
    }
}

/// The watermarks of consensus operations, from protocol 012 on. The chain id follows them.
pub(super) const PREATTESTATION: u8 = 0x12;
pub(super) const ATTESTATION: u8 = 0x13;
const DAL_ATTESTATION: u8 = 0x14;

/// Returns the bytes that are signed for a consensus operation.
pub(super) fn consensus_preimage(watermark: u8, chain: ChainId, bytes: &[u8]) -> Vec<u8> {
    let [a, b, c, d] = *chain.as_bytes();
    Watermark::Custom(&[watermark, a, b, c, d]).preimage(bytes)
}

/// The contents of an operation: one item, or several manager operations of the same account.
///
/// # Errors
/// `User_invariant_guard`, up to protocol 010 `Exception_raised_in_user_function`, if there are no contents, or several of which at least
/// one is not a manager operation; the errors of the contents.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "operation.contents_list")]
#[allow(clippy::exhaustive_structs, reason = "a list")]
pub struct ContentsList(
    #[encoding(
        guard(function = "can_stand_together", until = 10, exception),
        guard(function = "can_stand_together", since = 11)
    )]
    pub Vec<Contents>,
);
