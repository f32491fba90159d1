//! A block as a node gives it over RPC.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::hash::{BlockHash, ChainId, OperationHash};

use super::{BlockHeaderMetadata, BlockMetadata, ProtocolName};
use crate::Protocol;
use crate::header::FullHeader;
use crate::operation::{Operation, OperationProtocolData};
use crate::receipt::OperationDataAndMetadata;
use crate::shell::OperationShellHeader;

/// A block as a node gives it over RPC, with the receipts of its operations.
///
/// | bytes | field        | encoding                                                                                  |
/// |------:|--------------|-------------------------------------------------------------------------------------------|
/// | 0     | `protocol`   | [`ProtocolName`]                                                                          |
/// | 4     | `chain_id`   | [`ChainId`]                                                                               |
/// | 32    | `hash`       | [`BlockHash`]                                                                             |
/// | 4 + n | `header`     | [`FullHeader`] with a 4-byte size prefix                                                  |
/// | n     | `metadata`   | an option of a [`BlockHeaderMetadata`] with a 4-byte size prefix                          |
/// | 4 + n | `operations` | lists of [`BlockOperation`]s, each with two 4-byte size prefixes, all with a 4-byte size prefix |
///
/// The examples of the methods read the file `examples/block.bin` of this crate: a block with an attestation and two operations of an account, a
/// call, in which the contract emits an event and pays, and a delegation that fails.
///
/// The block of protocol 000 is a [`GenesisBlock`](super::GenesisBlock), with another header and other metadata.
///
/// All parts are encoded in one protocol: that of the block, by which it was applied. The block that activates a protocol is still of the
/// protocol before, although its header has the new number in `proto`: only the blocks after it are of the new one. So the protocol of a
/// block is that of the number in its predecessor's header: see [`Protocol::of_proto_level`](crate::Protocol::of_proto_level).
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`block_services.ml`, `block_info_encoding`][rule], and for the protocol [`block_directory.ml`, `get_proto_hash`][directory].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_shell_services/block_services.ml
/// [directory]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_shell/block_directory.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BlockInfo<H = FullHeader, M = BlockMetadata> {
    /// The protocol of the block.
    pub protocol: ProtocolName,
    /// The chain.
    pub chain_id: ChainId,
    /// The hash of the header.
    pub hash: BlockHash,
    /// The header.
    #[encoding(dynamic)]
    pub header: H,
    /// The metadata, if the node has it.
    #[encoding(option, dynamic)]
    pub metadata: Option<BlockHeaderMetadata<M>>,
    /// The operations, by validation pass.
    #[encoding(dynamic, list, dynamic, dynamic, list)]
    pub operations: Vec<Vec<BlockOperation>>,
}

/// The answer of a node to a request for a block in binary: a [`BlockInfo`] with a 4-byte size prefix.
///
/// # Errors
/// The errors of the block.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a wrapper")]
pub struct BlockAnswer<H = FullHeader, M = BlockMetadata>(#[encoding(dynamic)] pub BlockInfo<H, M>);

/// An operation of a [`BlockInfo`].
///
/// | bytes | field      | encoding                                          |
/// |------:|------------|---------------------------------------------------|
/// | 0     | `protocol` | [`ProtocolName`]                                  |
/// | 4     | `chain_id` | [`ChainId`]                                       |
/// | 32    | `hash`     | [`OperationHash`]                                 |
/// | 4 + 32 | shell     | [`OperationShellHeader`] with a 4-byte size prefix |
/// | 4 + n | data       | [`OperationReceipt`] with a 4-byte size prefix    |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`block_services.ml`, `operation_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_shell_services/block_services.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BlockOperation {
    /// The protocol of the block.
    pub protocol: ProtocolName,
    /// The chain.
    pub chain_id: ChainId,
    /// The hash of the operation.
    pub hash: OperationHash,
    /// The branch.
    #[encoding(flatten, dynamic)]
    pub shell: OperationShellHeader,
    /// The contents and the signature, and the receipt if there is one.
    #[encoding(flatten, dynamic)]
    pub receipt: OperationReceipt,
}

impl BlockOperation {
    /// Returns the operation without its receipt. Its [hash](Operation::hash) is that of the block operation, except for one that a node
    /// received in a non-canonical form.
    #[must_use]
    pub fn into_operation(self, protocol: Protocol) -> Operation {
        Operation { branch: self.shell.branch, protocol_data: self.receipt.into_protocol_data(protocol) }
    }
}

/// The contents of an operation in a block, with or without a receipt.
///
/// | bytes | field | encoding                                                                                           |
/// |------:|-------|----------------------------------------------------------------------------------------------------|
/// | 1     | tag   | 0 (the receipt is too large), 1 (no receipt), 2 (with a receipt)                                   |
/// | n     |       | [`OperationProtocolData`]; with a receipt [`OperationDataAndMetadata`]                                      |
///
/// In protocol 018 the JSON of an operation without a receipt has the names of endorsements; Octez has those of attestations.
///
/// # Errors
/// `Unexpected_tag`; the errors of the case.
///
/// Rule: [`block_services.ml`, `operation_data_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_shell_services/block_services.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(first_match))]
#[allow(clippy::exhaustive_enums, reason = "all forms of a block")]
pub enum OperationReceipt {
    /// The receipt was too large to be kept.
    #[encoding(tag = 0, title = "Operation with too large metadata")]
    TooLarge {
        /// The contents and the signature.
        #[encoding(flatten, reserve = 0)]
        protocol_data: OperationProtocolData,
        /// `too large` in JSON.
        #[encoding(constant = "too large")]
        metadata: (),
    },
    /// Without a receipt, because the request excluded it.
    #[encoding(tag = 1, title = "Operation without metadata")]
    WithoutReceipt(OperationProtocolData),
    /// With a receipt.
    #[encoding(tag = 2, title = "Operation with metadata")]
    WithReceipt(OperationDataAndMetadata),
}

impl OperationReceipt {
    /// Returns the contents and the signature of the operation, without a receipt.
    #[must_use]
    pub fn into_protocol_data(self, protocol: Protocol) -> OperationProtocolData {
        match self {
            Self::TooLarge { protocol_data, .. } | Self::WithoutReceipt(protocol_data) => protocol_data,
            Self::WithReceipt(operation) => operation.into_protocol_data(protocol),
        }
    }
}
