//! The messages that kernels write, and their proofs.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View};
use tezos_hashes::protocol::SmartRollupStateHash;

use super::{MESSAGE_MAX_BYTES, Whitelist};
use crate::{
    chain::RawLevel, contract::OriginatedContract, micheline::Micheline, operation::EntrypointName,
    rollup::merkle::v2_2::TreeProof,
};

/// A message of a kernel to contracts or to the protocol.
///
/// | tag | case                               | payload                                                |
/// |----:|------------------------------------|--------------------------------------------------------|
/// |   0 | AtomicTransactionBatch             | [`OutboxTransaction`]s, with a 4-byte size prefix      |
/// |   1 | AtomicTransactionBatchTyped        | [`TypedOutboxTransaction`]s, with a 4-byte size prefix |
/// |   2 | WhitelistUpdate, 018 on            | presence flag and [`Whitelist`]                        |
/// |   3 | CanonicalRollupSignal, PsUshuai on | text with a 4-byte size prefix                         |
///
/// # Errors
/// `Size_limit_exceeded` for more than 4,096 bytes; `Unexpected_tag`; those of an expression.
///
/// Rule: [`sc_rollup_outbox_message_repr.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_outbox_message_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(check_size = MESSAGE_MAX_BYTES)]
#[non_exhaustive]
pub enum OutboxMessage {
    /// Calls of contracts, which succeed or fail together.
    #[encoding(tag = 0, json(kind = "untyped"))]
    AtomicTransactionBatch {
        /// The calls.
        #[encoding(dynamic, list)]
        transactions: Vec<OutboxTransaction>,
    },
    /// Calls of contracts with the types of their arguments, which succeed or fail together.
    #[encoding(tag = 1, json(kind = "typed"))]
    AtomicTransactionBatchTyped {
        /// The calls.
        #[encoding(dynamic, list)]
        transactions: Vec<TypedOutboxTransaction>,
    },
    /// The accounts that may publish commitments of the rollup from now on.
    #[encoding(tag = 2, json(kind = "whitelist_update"), since = 18)]
    WhitelistUpdate {
        /// The accounts; `None` means anyone.
        whitelist: Option<Whitelist>,
    },
    /// A signal of the canonical rollup to the protocol.
    #[encoding(tag = 3, json(kind = "canonical_rollup_signal"), since = 26)]
    CanonicalRollupSignal {
        /// The signal, which need not be UTF-8.
        #[encoding(string)]
        payload: Vec<u8>,
    },
}

/// A call of a contract.
///
/// | bytes | field         | encoding                                           |
/// |------:|---------------|----------------------------------------------------|
/// |       | `parameters`  | an expression                                      |
/// | 22    | `destination` | [`OriginatedContract`]                             |
/// | 4 + n | `entrypoint`  | [`EntrypointName`]                                 |
///
/// In JSON the entrypoint `default` is omitted.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct OutboxTransaction {
    /// The argument of the call.
    pub parameters: Micheline,
    /// The contract.
    pub destination: OriginatedContract,
    /// The entrypoint.
    #[encoding(dft = EntrypointName::default())]
    pub entrypoint: EntrypointName,
}

/// A call of a contract, with the type of its argument.
///
/// | bytes | field           | encoding                                           |
/// |------:|-----------------|----------------------------------------------------|
/// |       | `parameters`    | an expression                                      |
/// |       | `parameters_ty` | an expression                                      |
/// | 22    | `destination`   | [`OriginatedContract`]                             |
/// | 4 + n | `entrypoint`    | [`EntrypointName`]                                 |
///
/// In JSON the entrypoint `default` is omitted.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TypedOutboxTransaction {
    /// The argument of the call.
    pub parameters: Micheline,
    /// The type of the argument.
    pub parameters_ty: Micheline,
    /// The contract.
    pub destination: OriginatedContract,
    /// The entrypoint.
    #[encoding(dft = EntrypointName::default())]
    pub entrypoint: EntrypointName,
}

/// A message of the outbox, and its position.
///
/// | bytes | field           | encoding          |
/// |------:|-----------------|-------------------|
/// | 4     | `outbox_level`  | [`RawLevel`]      |
/// | n     | `message_index` | `n`               |
/// |       | `message`       | [`OutboxMessage`] |
///
/// Rule: [`sc_rollup_PVM_sig.ml`, `output_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_PVM_sig.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Output {
    /// The level of the outbox.
    pub outbox_level: RawLevel,
    /// The number of the message.
    pub message_index: N,
    /// The message.
    pub message: OutboxMessage,
}

/// The proof that a message is in the outbox of a WebAssembly rollup.
///
/// | bytes | field                                | encoding      |
/// |------:|--------------------------------------|---------------|
/// |       | `output_proof`                       | [`TreeProof`] |
/// | 32    | `output_proof_state`, 016 and 017    |               |
/// |       | `output_proof_output`                | [`Output`]    |
///
/// Rule: [`sc_rollup_wasm.ml`, `output_proof_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_wasm.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct OutputProof {
    /// The parts of the state that contain the message.
    pub output_proof: TreeProof,
    /// Hash of the state.
    #[encoding(until = 17)]
    pub output_proof_state: Option<SmartRollupStateHash>,
    /// The message.
    pub output_proof_output: Output,
}
