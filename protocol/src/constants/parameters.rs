//! The initial state of a chain.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View, Z};
use tezos_hashes::{
    keys::{PublicKey, PublicKeyHash},
    protocol::{BlindedPublicKeyHash, ContractHash, SmartRollupAddress},
};

use super::ParametricConstants;
use crate::chain::{Period, named};
use crate::micheline::LazyExpr;
use crate::numbers::Mutez;
use crate::operation::Script;

/// The initial state of a chain: accounts, contracts, rollups, commitments of the fundraiser, and constants; from protocol 005 on.
///
/// | bytes  | field                             | encoding                                                       |
/// |-------:|-----------------------------------|----------------------------------------------------------------|
/// | n      | bootstrap                         | [`Bootstrap`]                                                  |
/// | n      | constants                         | [`ParametricConstants`]                                        |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`parameters_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/parameters_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ProtocolParameters {
    /// The accounts, contracts and rollups, and the rewards of the first cycles.
    #[encoding(flatten)]
    pub bootstrap: Bootstrap,
    /// The constants.
    #[encoding(flatten)]
    pub constants: ParametricConstants,
}

/// What a chain starts with besides its constants.
///
/// | bytes  | field                             | encoding                                                       |
/// |-------:|-----------------------------------|----------------------------------------------------------------|
/// | 4 + n  | `bootstrap_accounts`              | `dynamic`, a list of [`BootstrapAccount`]s                     |
/// | 4 + n  | `bootstrap_contracts`             | `dynamic`, a list of [`BootstrapContract`]s                    |
/// | 4 + n  | `bootstrap_smart_rollups`         | `dynamic`, a list of [`BootstrapSmartRollup`]s; from 018 on    |
/// | 4 + n  | `commitments`                     | `dynamic`, a list of [`ActivationCommitment`]s                 |
/// | 1 or 5 | `security_deposit_ramp_up_cycles` | `00`, or `ff` and an `int31`                                   |
/// | 1 or 5 | `no_reward_cycles`                | `00`, or `ff` and an `int31`                                   |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`parameters_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/parameters_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Bootstrap {
    /// The accounts.
    #[encoding(dynamic, list)]
    pub bootstrap_accounts: Vec<BootstrapAccount>,
    /// The contracts.
    #[encoding(dft = "Vec::new()", dynamic, list)]
    pub bootstrap_contracts: Vec<BootstrapContract>,
    /// The smart rollups.
    #[encoding(since = 18, dft = "Vec::new()", dynamic, list)]
    pub bootstrap_smart_rollups: Option<Vec<BootstrapSmartRollup>>,
    /// The commitments of the fundraiser.
    #[encoding(dft = "Vec::new()", dynamic, list)]
    pub commitments: Vec<ActivationCommitment>,
    /// Cycles in which deposits grow to their full amount.
    #[encoding(option, builtin = "Int31")]
    pub security_deposit_ramp_up_cycles: Option<i32>,
    /// Cycles without rewards.
    #[encoding(option, builtin = "Int31")]
    pub no_reward_cycles: Option<i32>,
}

/// The initial state of a chain in protocols 001 to 004, in which constants may be left out. Octez replaces an absent constant by its default,
/// and writes a constant with the value of its default as absent; this type keeps both.
///
/// | bytes  | field                             | encoding                                                       |
/// |-------:|-----------------------------------|----------------------------------------------------------------|
/// | n      | bootstrap                         | [`Bootstrap`]                                                  |
/// | n      | constants                         | each `00`, or `ff` and the constant as in [`ParametricConstants`] |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`parameters_repr.ml`, `encoding`][rule], and the same file of 001 to 003.
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_004_Pt24m4xi/lib_protocol/parameters_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct EarlyParameters {
    /// The accounts, contracts and rollups, and the rewards of the first cycles.
    #[encoding(flatten)]
    pub bootstrap: Bootstrap,
    /// Number of cycles between the selection of bakers and the cycle for which they are selected.
    pub preserved_cycles: Option<u8>,
    /// Blocks in a cycle.
    pub blocks_per_cycle: Option<i32>,
    /// Interval of blocks with the hash of a seed nonce.
    pub blocks_per_commitment: Option<i32>,
    /// Blocks between two snapshots of the rolls.
    pub blocks_per_roll_snapshot: Option<i32>,
    /// Blocks in a voting period.
    pub blocks_per_voting_period: Option<i32>,
    /// Seconds between two blocks, by priority.
    #[encoding(option, dynamic, list)]
    pub time_between_blocks: Option<Vec<Period>>,
    /// Endorsers of a block.
    pub endorsers_per_block: Option<u16>,
    /// Maximum gas of an operation.
    pub hard_gas_limit_per_operation: Option<Z>,
    /// Maximum gas of a block.
    pub hard_gas_limit_per_block: Option<Z>,
    /// Upper bound for the hash of a header with its nonce, as a number.
    pub proof_of_work_threshold: Option<i64>,
    /// The amount of a roll.
    pub tokens_per_roll: Option<Mutez>,
    /// Maximum number of nodes of a type in a script.
    pub michelson_maximum_type_size: Option<u16>,
    /// The reward for the revelation of a nonce.
    pub seed_nonce_revelation_tip: Option<Mutez>,
    /// The price of a new contract.
    #[encoding(until = 2, option)]
    pub origination_burn: Option<Mutez>,
    /// Number of bytes that are charged for a new contract.
    #[encoding(since = 3, option, builtin = "Int31")]
    pub origination_size: Option<i32>,
    /// The deposit of the baker of a block.
    pub block_security_deposit: Option<Mutez>,
    /// The deposit of an endorser.
    pub endorsement_security_deposit: Option<Mutez>,
    /// The reward for a block.
    pub block_reward: Option<Mutez>,
    /// The reward for an endorsement.
    pub endorsement_reward: Option<Mutez>,
    /// The price of a byte of storage.
    pub cost_per_byte: Option<Mutez>,
    /// Maximum number of bytes of storage of an operation.
    pub hard_storage_limit_per_operation: Option<Z>,
    /// Lifetime of a test chain, in seconds.
    #[encoding(since = 4, option)]
    pub test_chain_duration: Option<i64>,
}

/// An initial account of a chain. In JSON it is an array of the fields.
///
/// | bytes | field               | encoding                           |
/// |------:|---------------------|------------------------------------|
/// | 1     | tag                 | 0 (known key), 1 (unknown key); from 014 on 2 (known key with a delegate), 3 (unknown key with a delegate); from 015 on 4 (a known key with a consensus key) |
/// | n     | the key or its hash | [`PublicKey`] or [`PublicKeyHash`] |
/// | n     | the amount          | [`Mutez`]                          |
/// | n     | the delegate        | [`PublicKeyHash`]; tags 2 and 3    |
/// | n     | the consensus key   | [`PublicKey`]; tag 4               |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`parameters_repr.ml`, `bootstrap_account_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/parameters_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(first_match))]
#[non_exhaustive]
pub enum BootstrapAccount {
    /// An account whose key is known.
    #[encoding(tag = 0, title = "Public_key_known")]
    Known(PublicKey, Mutez),
    /// An account whose key is not known.
    #[encoding(tag = 1, title = "Public_key_unknown")]
    Unknown(PublicKeyHash, Mutez),
    /// An account whose key is known, with a delegate.
    #[encoding(tag = 2, since = 14, title = "Public_key_known_with_delegate")]
    KnownWithDelegate(PublicKey, Mutez, PublicKeyHash),
    /// An account whose key is not known, with a delegate.
    #[encoding(tag = 3, since = 14, title = "Public_key_unknown_with_delegate")]
    UnknownWithDelegate(PublicKeyHash, Mutez, PublicKeyHash),
    /// An account whose key is known, with a consensus key.
    #[encoding(tag = 4, since = 15, title = "Public_key_known_with_consensus_key")]
    KnownWithConsensusKey(PublicKey, Mutez, PublicKey),
}

/// An initial contract of a chain.
///
/// | bytes   | field      | encoding                                                                        |
/// |--------:|------------|---------------------------------------------------------------------------------|
/// | n       | `delegate` | [`PublicKeyHash`] until 011; from 012 on `00`, or `ff` and a [`PublicKeyHash`]  |
/// | n       | `amount`   | [`Mutez`]                                                                       |
/// | n       | `script`   | [`Script`]                                                                      |
/// | 1 or 21 | `hash`     | `00`, or `ff` and a [`ContractHash`]; from 018 on                               |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`parameters_repr.ml`, `bootstrap_contract_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/parameters_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BootstrapContract {
    /// Its delegate, until protocol 011 (Hangzhou).
    #[encoding(until = 11, name = "delegate")]
    pub required_delegate: Option<PublicKeyHash>,
    /// Its delegate.
    #[encoding(since = 12, option)]
    pub delegate: Option<PublicKeyHash>,
    /// Its balance.
    pub amount: Mutez,
    /// Its script.
    pub script: Script,
    /// The address; if absent, the protocol chooses one.
    #[encoding(since = 18, option)]
    pub hash: Option<ContractHash>,
}

/// The machine that executes an initial smart rollup.
///
/// | bytes | field | encoding                                          |
/// |------:|-------|---------------------------------------------------|
/// | 1     | tag   | 0 (arith), 1 (wasm_2_0_0) or 2 (riscv)            |
///
/// # Errors
/// `No_case_matched` for another number.
///
/// Rule: [`sc_rollups.ml`, `Kind`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollups.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self", json(display))]
#[non_exhaustive]
pub enum PvmKind {
    /// The arithmetic machine of tests.
    #[encoding(tag = 0)]
    Arith,
    /// WebAssembly.
    #[encoding(tag = 1, title = "wasm_2_0_0")]
    Wasm,
    /// RISC-V.
    #[encoding(tag = 2)]
    Riscv,
}

named! { PvmKind { Arith => "arith", Wasm => "wasm_2_0_0", Riscv => "riscv" } }

/// An initial smart rollup of a chain, from protocol 018 (Oxford) on.
///
/// | bytes  | field           | encoding                                                     |
/// |-------:|-----------------|--------------------------------------------------------------|
/// | 20     | `address`       | [`SmartRollupAddress`]                                       |
/// | 1      | `pvm_kind`      | [`PvmKind`]                                                  |
/// | 4 + n  | `kernel`        | `dynamic`, `bytes`                                           |
/// | 4 + n  | `parameters_ty` | [`LazyExpr`]                                                 |
/// | n      | `whitelist`     | `00`, or `ff` and a `dynamic` list of [`PublicKeyHash`]es    |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`parameters_repr.ml`, `bootstrap_smart_rollup_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/parameters_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BootstrapSmartRollup {
    /// Its address.
    pub address: SmartRollupAddress,
    /// Its machine.
    pub pvm_kind: PvmKind,
    /// Its kernel.
    #[encoding(dynamic, bytes)]
    pub kernel: Vec<u8>,
    /// The type of its parameters.
    pub parameters_ty: LazyExpr,
    /// The accounts that may publish commitments, unless everyone may.
    #[encoding(option, dynamic, list)]
    pub whitelist: Option<Vec<PublicKeyHash>>,
}

/// An amount for a participant of the fundraiser, which can be claimed with the key and the activation code. In JSON it is an array.
///
/// | bytes | field      | encoding                 |
/// |------:|------------|--------------------------|
/// | 20    | the hash   | [`BlindedPublicKeyHash`] |
/// | n     | the amount | [`Mutez`]                |
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`commitment_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/commitment_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[allow(clippy::exhaustive_structs, reason = "a pair")]
pub struct ActivationCommitment(pub BlindedPublicKeyHash, pub Mutez);
