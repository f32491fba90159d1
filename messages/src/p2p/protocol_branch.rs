//! `Get_protocol_branch` and `Protocol_branch`.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::block_locator::BlockLocator;
use crate::hash::ChainId;

/// The sender requests the receiver's branch under one protocol.
///
/// | bytes | field         | encoding    |
/// |------:|---------------|-------------|
/// | 4     | `chain`       | [`ChainId`] |
/// | 1     | `proto_level` | `uint8`     |
///
/// # Errors
/// `Not_enough_data`.
///
/// Rule: [`distributed_db_message.ml`, line 307][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L307
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct GetProtocolBranch {
    /// The chain.
    pub chain: ChainId,
    /// The number of protocols before, modulo 256.
    pub proto_level: u8,
}

/// The branch of the sender under one protocol.
///
/// | bytes | field         | encoding         |
/// |------:|---------------|------------------|
/// | 4     | `chain`       | [`ChainId`]      |
/// | 1     | `proto_level` | `uint8`          |
/// | rest  | `locator`     | [`BlockLocator`] |
///
/// # Errors
/// The errors of the locator.
///
/// Rule: [`distributed_db_message.ml`, line 318][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_shell/distributed_db_message.ml#L318
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProtocolBranch {
    /// The chain.
    pub chain: ChainId,
    /// The number of protocols before, modulo 256.
    pub proto_level: u8,
    /// The branch, from the last block under the protocol.
    pub locator: BlockLocator,
}
