//! Zero-knowledge rollups, from protocol 015 (Lima) on.
//!
//! Octez refuses proofs and parameters that are not points of a curve; this crate accepts any bytes.
//!
//! Rules: `operation_repr.ml` and the files `zk_rollup_*.ml` of
//! [the protocol in development](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, Revision, View, Z};
use tezos_hashes::{
    keys::PublicKeyHash,
    protocol::{ScriptExprHash, ZkRollupHash},
};

use crate::{contract::ContractId, micheline::Micheline};

/// Originates a rollup.
///
/// | bytes      | field                       | encoding                                 |
/// |-----------:|-----------------------------|------------------------------------------|
/// | 8 + n      | `public_parameters`, 015    | [`ZkPublicParameters`]                   |
/// | 4 + n      | `public_parameters`, 016 on | bytes with a 4-byte size prefix          |
/// | 4 + n      | `circuits_info`, 015        | [`ZkPublicCircuits`]                     |
/// | 4 + n      | `circuits_info`, 016 on     | [`ZkCircuits`]                           |
/// | 4 + 32 · n | `init_state`                | [`ZkScalar`]s, with a 4-byte size prefix |
/// | 4          | `nb_ops`                    | `int31`                                  |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkRollupOrigination {
    /// Parameters of the verifier and of the transcript.
    #[encoding(name = "public_parameters", until = 15)]
    pub split_public_parameters: Option<ZkPublicParameters>,
    /// Parameters of the verifier.
    #[encoding(since = 16, dynamic, bytes)]
    pub public_parameters: Option<Vec<u8>>,
    /// The circuits by name, and whether each is public.
    #[encoding(name = "circuits_info", until = 15)]
    pub public_circuits: Option<ZkPublicCircuits>,
    /// The circuits by name.
    #[encoding(since = 16)]
    pub circuits_info: Option<ZkCircuits>,
    /// The first state.
    #[encoding(dynamic, list)]
    pub init_state: Vec<ZkScalar>,
    /// The number of kinds of operations of the second layer.
    #[encoding(builtin = "Int31")]
    pub nb_ops: i32,
}

/// Parameters of the verifier and of the transcript, in protocol 015.
///
/// | bytes | field | encoding                        |
/// |------:|-------|---------------------------------|
/// | 4 + n | 0     | bytes with a 4-byte size prefix |
/// | 4 + n | 1     | bytes with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkPublicParameters(#[encoding(dynamic, bytes)] pub Vec<u8>, #[encoding(dynamic, bytes)] pub Vec<u8>);

/// Circuits by name, with the kind of statement that each proves.
///
/// | bytes | field | encoding                                                      |
/// |------:|-------|---------------------------------------------------------------|
/// | 4 + n |       | each [`ZkNamed`] [`ZkCircuitKind`], with a 4-byte size prefix |
///
/// They are read in any order, and written in the order of their names.
///
/// # Errors
/// `User_invariant_guard` for a duplicate name.
///
/// Rule: [`zk_rollup_account_repr.ml`, `circuits_info_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/zk_rollup_account_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(canonical = "ZkCircuits::canonical")]
pub struct ZkCircuits(#[encoding(dynamic, list, guard = "have_own_names")] pub Vec<ZkNamed<ZkCircuitKind>>);

/// Circuits by name, and whether each is public.
///
/// | bytes | field | encoding                                           |
/// |------:|-------|----------------------------------------------------|
/// | 4 + n |       | each [`ZkNamed`] `bool`, with a 4-byte size prefix |
///
/// They are read in any order, and written in the order of their names.
///
/// # Errors
/// `User_invariant_guard` for a duplicate name.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(canonical = "ZkPublicCircuits::canonical")]
pub struct ZkPublicCircuits(#[encoding(dynamic, list, guard = "have_own_names")] pub Vec<ZkNamed<bool>>);

impl ZkCircuits {
    fn canonical(&self, _: Revision) -> Option<Self> {
        sorted(&self.0).map(Self)
    }
}

impl ZkPublicCircuits {
    fn canonical(&self, _: Revision) -> Option<Self> {
        sorted(&self.0).map(Self)
    }
}

/// Returns the circuits in the order of their names, if they are in another.
fn sorted<T: Clone>(circuits: &[ZkNamed<T>]) -> Option<Vec<ZkNamed<T>>> {
    if circuits.is_sorted_by(|ZkNamed(one, _), ZkNamed(next, _)| one <= next) {
        return None;
    }
    let mut circuits = circuits.to_vec();
    circuits.sort_unstable_by(|ZkNamed(one, _), ZkNamed(next, _)| one.cmp(next));
    Some(circuits)
}

fn have_own_names<T>(circuits: &[ZkNamed<T>]) -> Result<(), &'static str> {
    let mut names = BTreeSet::new();
    let are_own = circuits.iter().all(|ZkNamed(name, _)| names.insert(name));
    if are_own { Ok(()) } else { Err("Zk_rollup_origination: circuits_info has duplicated keys") }
}

/// A property of a circuit, preceded by the name of the circuit.
///
/// | bytes | field | encoding                       |
/// |------:|-------|--------------------------------|
/// | 4 + n | 0     | text with a 4-byte size prefix |
/// |       | 1     | a `T`                          |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkNamed<T>(#[encoding(string)] pub Vec<u8>, pub T);

/// The kind of statement that a circuit proves.
///
/// | tag | case    |
/// |----:|---------|
/// | 0   | Public  |
/// | 1   | Private |
/// | 2   | Fee     |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ZkCircuitKind {
    /// One published operation.
    #[encoding(tag = 0)]
    Public {
        /// Carries no data.
        public: (),
    },
    /// A batch of unpublished operations.
    #[encoding(tag = 1)]
    Private {
        /// Carries no data.
        private: (),
    },
    /// The fees of an update.
    #[encoding(tag = 2)]
    Fee {
        /// Carries no data.
        fee: (),
    },
}

/// An element of the scalar field of BLS12-381: a number below the order of the field, in 32 bytes, little-endian.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 32    |       | bytes    |
///
/// # Errors
/// `Exception_raised_in_user_function` for the order of the scalar field of BLS12-381 and more.
///
/// Rule: [`main_protocol.ml`, `scalar_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_plonk/main_protocol.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[encoding(view = "Self", guard(function = "ZkScalar::is_reduced", exception))]
pub struct ZkScalar(#[encoding(bytes = 32)] pub [u8; 32]);

impl ZkScalar {
    /// The order of the field, big-endian.
    const ORDER: [u8; 32] = [
        0x73, 0xed, 0xa7, 0x53, 0x29, 0x9d, 0x7d, 0x48, 0x33, 0x39, 0xd8, 0x08, 0x09, 0xa1, 0xd8, 0x05, 0x53, 0xbd,
        0xa4, 0x02, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x01,
    ];

    fn is_reduced(&self) -> Result<(), &'static str> {
        if self.0.iter().rev().lt(Self::ORDER.iter()) { Ok(()) } else { Err("not below the order of the field") }
    }
}

/// Publishes operations of the second layer.
///
/// | bytes | field       | encoding                                    |
/// |------:|-------------|---------------------------------------------|
/// | 20    | `zk_rollup` |                                             |
/// | 4 + n | `op`        | [`ZkPublished`]s, with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkRollupPublish {
    /// The rollup.
    pub zk_rollup: ZkRollupHash,
    /// The operations.
    #[encoding(dynamic, list)]
    pub op: Vec<ZkPublished>,
}

/// An operation of the second layer, and the ticket that it deposits or withdraws.
///
/// | bytes | field | encoding                             |
/// |------:|-------|--------------------------------------|
/// |       | 0     | [`ZkOperation`]                      |
/// |       | 1     | tag 0, or tag 1 and a [`ZkTicket`]   |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkPublished(pub ZkOperation, #[encoding(option(tagged))] pub Option<ZkTicket>);

/// An operation of the second layer.
///
/// | bytes      | field       | encoding                                 |
/// |-----------:|-------------|------------------------------------------|
/// | 4          | `op_code`   | `int31`                                  |
/// |            | `price`     | [`ZkPrice`]                              |
/// | 21         | `l1_dst`    | [`PublicKeyHash`]                        |
/// | 20         | `rollup_id` |                                          |
/// | 4 + 32 · n | `payload`   | [`ZkScalar`]s, with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkOperation {
    /// The kind of the operation.
    #[encoding(builtin = "Int31")]
    pub op_code: i32,
    /// The tickets that it moves.
    pub price: ZkPrice,
    /// The account of the first layer that receives the tickets.
    pub l1_dst: PublicKeyHash,
    /// The rollup.
    pub rollup_id: ZkRollupHash,
    /// The input of the circuit.
    #[encoding(dynamic, list)]
    pub payload: Vec<ZkScalar>,
}

/// Tickets that an operation moves: into the rollup, or out of it if `amount` is negative.
///
/// | bytes | field    | encoding |
/// |------:|----------|----------|
/// | 32    | `id`     |          |
/// | n     | `amount` | `z`      |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkPrice {
    /// Hash of the ticket's ticketer, type and contents.
    pub id: ScriptExprHash,
    /// The number of tickets.
    pub amount: Z,
}

/// A kind of tickets.
///
/// | bytes | field      | encoding       |
/// |------:|------------|----------------|
/// |       | `contents` | an expression  |
/// |       | `ty`       | an expression  |
/// | 22    | `ticketer` | [`ContractId`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkTicket {
    /// The contents of the ticket.
    pub contents: Micheline,
    /// The type of the contents.
    pub ty: Micheline,
    /// The contract that created the ticket.
    pub ticketer: ContractId,
}

/// Updates the state of a rollup, from protocol 016 (Mumbai) on.
///
/// | bytes | field       | encoding     |
/// |------:|-------------|--------------|
/// | 20    | `zk_rollup` |              |
/// |       | `update`    | [`ZkUpdate`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkRollupUpdate {
    /// The rollup.
    pub zk_rollup: ZkRollupHash,
    /// The update.
    pub update: ZkUpdate,
}

/// The inputs of an update's circuits, and the proof that the circuits accept them.
///
/// | bytes      | field         | encoding                                                        |
/// |-----------:|---------------|-----------------------------------------------------------------|
/// | 4 + n      | `pending_pis` | each [`ZkNamed`] [`ZkPendingInputs`], with a 4-byte size prefix |
/// | 4 + n      | `private_pis` | each [`ZkNamed`] [`ZkPrivateInputs`], with a 4-byte size prefix |
/// | 4 + 32 · n | `fee_pi`      | [`ZkFeeInputs`]                                                 |
/// | 4 + n      | `proof`       | bytes with a 4-byte size prefix                                 |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkUpdate {
    /// The inputs for published operations.
    #[encoding(dynamic, list)]
    pub pending_pis: Vec<ZkNamed<ZkPendingInputs>>,
    /// The inputs for batches of unpublished operations.
    #[encoding(dynamic, list)]
    pub private_pis: Vec<ZkNamed<ZkPrivateInputs>>,
    /// The inputs for the fees.
    pub fee_pi: ZkFeeInputs,
    /// The proof.
    #[encoding(dynamic, bytes)]
    pub proof: Vec<u8>,
}

/// The inputs of the circuit of a published operation.
///
/// | bytes      | field           | encoding                                 |
/// |-----------:|-----------------|------------------------------------------|
/// | 4 + 32 · n | `new_state`     | [`ZkScalar`]s, with a 4-byte size prefix |
/// | 32         | `fee`           | [`ZkScalar`]                             |
/// | 1          | `exit_validity` | `bool`                                   |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkPendingInputs {
    /// The state after the operation.
    #[encoding(dynamic, list)]
    pub new_state: Vec<ZkScalar>,
    /// The fee of the operation.
    pub fee: ZkScalar,
    /// Whether tickets leave the rollup.
    pub exit_validity: bool,
}

/// The inputs of the circuit of a batch.
///
/// | bytes      | field       | encoding                                 |
/// |-----------:|-------------|------------------------------------------|
/// | 4 + 32 · n | `new_state` | [`ZkScalar`]s, with a 4-byte size prefix |
/// | 32         | `fee`       | [`ZkScalar`]                             |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkPrivateInputs {
    /// The state after the batch.
    #[encoding(dynamic, list)]
    pub new_state: Vec<ZkScalar>,
    /// The fees of the batch.
    pub fee: ZkScalar,
}

/// The inputs of the circuit of the fees.
///
/// | bytes      | field       | encoding                                 |
/// |-----------:|-------------|------------------------------------------|
/// | 4 + 32 · n | `new_state` | [`ZkScalar`]s, with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZkFeeInputs {
    /// The state after the update.
    #[encoding(dynamic, list)]
    pub new_state: Vec<ZkScalar>,
}
