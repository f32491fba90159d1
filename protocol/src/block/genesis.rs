//! The block at level 1, the only one of protocol 000: its header holds a command that activates the first economic protocol.

#![allow(clippy::exhaustive_enums, clippy::exhaustive_structs, reason = "of a protocol that has ended")]

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::{hash::ProtocolHash, header::ShellHeader, keys::Signature};

use super::{BlockAnswer, BlockInfo};
use crate::shell::Fitness;

/// What the header of a block of protocol 000 commands.
///
/// | bytes | field                 | encoding                                            |
/// |------:|-----------------------|-----------------------------------------------------|
/// | 1     | tag                   | 0 (activate), 1 (activate as a test chain)          |
/// | 32    | `hash`                | [`ProtocolHash`]                                    |
/// | 4 + n | `fitness`             | [`Fitness`], with the tag 0                         |
/// | rest  | `protocol_parameters` | `bytes`, with the tag 0                             |
/// | 8     | `validity_time`       | `int64`, in seconds, with the tag 1                 |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`data.ml`, `Command.encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_000_Ps9mPmXa/lib_protocol/data.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "command"))]
pub enum GenesisCommand {
    /// Activates a protocol in the next block.
    #[encoding(tag = 0, json(kind_first = "activate"))]
    Activate {
        /// The protocol.
        hash: ProtocolHash,
        /// The fitness of the block.
        fitness: Fitness,
        /// What the protocol starts with: a JSON document in BSON, the first accounts and contracts among it.
        #[encoding(bytes)]
        protocol_parameters: Vec<u8>,
    },
    /// Activates a protocol in a test chain.
    #[encoding(tag = 1, json(kind_first = "activate_testchain"))]
    ActivateTestchain {
        /// The protocol.
        hash: ProtocolHash,
        /// For how many seconds the test chain runs.
        validity_time: i64,
    },
}

/// The fields of a block header that protocol 000 adds to those of the shell.
///
/// | bytes | field       | encoding           |
/// |------:|-------------|--------------------|
/// | n     | `content`   | [`GenesisCommand`] |
/// | 64    | `signature` | [`Signature`]      |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`data.ml`, `Command.signed_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_000_Ps9mPmXa/lib_protocol/data.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct GenesisData {
    /// The command.
    #[encoding(reserve = 64)]
    pub content: GenesisCommand,
    /// The signature by the key that the genesis names.
    #[encoding(sized = 64)]
    pub signature: Signature,
}

/// The header of a block of protocol 000.
///
/// | bytes | field         | encoding        |
/// |------:|---------------|-----------------|
/// | n     | shell         | [`ShellHeader`] |
/// | rest  | protocol data | [`GenesisData`] |
///
/// # Errors
/// The errors of the fields.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct GenesisHeader {
    /// The fields that every protocol has.
    #[encoding(flatten)]
    pub shell: ShellHeader,
    /// The command and the signature.
    #[encoding(flatten)]
    pub protocol_data: GenesisData,
}

/// The metadata of a block of protocol 000, without the fields of the shell: no bytes.
///
/// Rule: [`main.ml`, `block_header_metadata_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_000_Ps9mPmXa/lib_protocol/main.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct GenesisMetadata {}

/// The block of protocol 000 as a node gives it over RPC. It has no operations.
pub type GenesisBlock = BlockInfo<GenesisHeader, GenesisMetadata>;

/// The answer of a node to a request for the block of protocol 000 in binary.
pub type GenesisAnswer = BlockAnswer<GenesisHeader, GenesisMetadata>;
