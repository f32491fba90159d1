//! Operations with their branch, signed and to be signed.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, EncodeError, HasEncoding, NomReader, View};
use tezos_hashes::hash::{BlockHash, ChainId, OperationHash, blake2b_256};

use super::{Contents, ProtocolData};
use crate::Protocol;
use crate::keys::Watermark;

/// A signed operation.
///
/// | bytes | field           | encoding         |
/// |------:|-----------------|------------------|
/// | 32    | `branch`        | [`BlockHash`]    |
/// |       | `protocol_data` | [`ProtocolData`] |
///
/// ```
/// use tezos_protocol::{Protocol, operation::{Contents, Operation}};
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq)]
#[encoding(id = "operation")]
pub struct Operation {
    /// A recent block of the branch in which the operation is meant to be included.
    pub branch: BlockHash,
    /// The contents and the signature.
    #[encoding(flatten)]
    pub protocol_data: ProtocolData,
}

impl Operation {
    /// Returns the hash of the operation: BLAKE2b-256 of its bytes.
    ///
    /// # Errors
    /// If the protocol cannot write it.
    pub fn hash(&self, protocol: Protocol) -> Result<OperationHash, EncodeError> {
        Ok(OperationHash(blake2b_256(&protocol.encode(self)?)))
    }

    /// Returns the operation without its signature.
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq)]
#[encoding(id = "operation.unsigned_operation")]
pub struct Unsigned {
    /// A recent block of the branch in which the operation is meant to be included.
    pub branch: BlockHash,
    /// What is to be signed.
    pub contents: Vec<Contents>,
}

impl Unsigned {
    /// Returns the bytes that are signed on a chain: a watermark, which tells attestations from all others, and those of the operation.
    ///
    /// # Errors
    /// If the protocol cannot write it.
    ///
    /// Rule: [`operation_repr.ml`, `to_watermark`, `check_signature`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
    pub fn preimage(&self, protocol: Protocol, chain: ChainId) -> Result<Vec<u8>, EncodeError> {
        let bytes = protocol.encode(self)?;
        let [a, b, c, d] = *chain.as_bytes();
        Ok(match self.contents.first() {
            Some(Contents::EmmyEndorsement(_) | Contents::EndorsementWithSlot(_)) => {
                Watermark::Endorsement(chain).preimage(&bytes)
            }
            Some(Contents::Preendorsement(_) | Contents::Preattestation(_) | Contents::PreattestationsAggregate(_)) => {
                Watermark::Custom(&[0x12, a, b, c, d]).preimage(&bytes)
            }
            Some(
                Contents::Endorsement(_)
                | Contents::Attestation(_)
                | Contents::AttestationWithDal(_)
                | Contents::AttestationsAggregate(_)
                | Contents::DalAttestation(_)
                | Contents::DalSlotAvailability(_),
            ) => Watermark::Custom(&[0x13, a, b, c, d]).preimage(&bytes),
            _ => Watermark::GenericOperation.preimage(&bytes),
        })
    }
}

/// The contents of an operation, one after the other.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq)]
#[encoding(id = "operation.contents_list")]
pub struct ContentsList(pub Vec<Contents>);

/// An operation as the shell sees it: its contents and signature are bytes.
///
/// | bytes | field    | encoding      |
/// |------:|----------|---------------|
/// | 32    | `branch` | [`BlockHash`] |
/// | rest  | `data`   | `bytes`       |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(id = "operation")]
pub struct RawOperation {
    /// A recent block of the branch.
    pub branch: BlockHash,
    /// The bytes of a [`ProtocolData`].
    #[encoding(bytes)]
    pub data: Vec<u8>,
}
