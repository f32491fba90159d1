//! Frozen balances and their updates until protocol 011 (Hangzhou).

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::keys::PublicKeyHash;

use super::Cycle;
use crate::contract::ContractId;
use crate::numbers::Mutez;

/// The balance that a delegate has frozen for a cycle, until protocol 011 (Hangzhou).
///
/// | bytes | field                   | encoding  |
/// |------:|-------------------------|-----------|
/// | n     | `deposit` or `deposits` | [`Mutez`] |
/// | n     | `fees`                  | [`Mutez`] |
/// | n     | `rewards`               | [`Mutez`] |
///
/// The first field is called `deposits` in JSON from protocol 010 (Granada) on.
///
/// # Errors
/// The errors of the fields.
///
/// Rule: [`delegate_storage.ml`, `frozen_balance_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_011_PtHangz2/lib_protocol/delegate_storage.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct FrozenBalance {
    /// Deposits for blocks and endorsements, until protocol 009 (Florence).
    #[encoding(until = 9)]
    pub deposit: Option<Mutez>,
    /// Deposits for blocks and endorsements.
    #[encoding(since = 10)]
    pub deposits: Option<Mutez>,
    /// Fees of the operations in its blocks.
    pub fees: Mutez,
    /// Rewards for blocks and endorsements.
    pub rewards: Mutez,
}

/// The [`FrozenBalance`] of a cycle.
///
/// | bytes | field   | encoding          |
/// |------:|---------|-------------------|
/// | 4     | `cycle` | [`Cycle`]         |
/// | n     | balance | [`FrozenBalance`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct FrozenBalanceOfCycle {
    /// The cycle.
    pub cycle: Cycle,
    /// The balance that is frozen for the cycle.
    #[encoding(flatten)]
    pub balance: FrozenBalance,
}

/// The frozen balance of a delegate, by cycle: [`FrozenBalanceOfCycle`]s with a 4-byte size prefix.
///
/// When Octez reads them, it sorts them and keeps only the last for each cycle; this crate keeps them unchanged.
///
/// Rule: [`delegate_storage.ml`, `frozen_balance_by_cycle_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_011_PtHangz2/lib_protocol/delegate_storage.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct FrozenBalanceByCycles(#[encoding(dynamic, list)] pub Vec<FrozenBalanceOfCycle>);

/// Defines a balance, an update and a list of them, with the JSON name of the cycle.
macro_rules! balance_updates {
    ($protocols:literal, $balance:ident, $update:ident, $updates:ident, $cycle:ident) => {
        #[doc = concat!("The balance that an update changes, in protocols ", $protocols, ".")]
        ///
        /// | bytes | field      | encoding                                          |
        /// |------:|------------|---------------------------------------------------|
        /// | 1     | tag        | 0 (contract), 1 (rewards), 2 (fees), 3 (deposits) |
        /// | 22    | `contract` | [`ContractId`]; tag 0                             |
        /// | 21    | `delegate` | [`PublicKeyHash`]; tags 1 to 3                    |
        #[doc = concat!("| 4     | `", stringify!($cycle), "` | [`Cycle`]; tags 1 to 3 |")]
        ///
        /// # Errors
        /// `Unexpected_tag`; the errors of the fields.
        ///
        /// Rule: [`delegate_storage.ml`, `balance_encoding`][rule], and the same file of the other protocols.
        ///
        /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_005_PsBabyM1/lib_protocol/delegate_storage.ml
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[encoding(id = "operation_metadata.alpha.balance", view = "Self")]
        pub enum $balance {
            /// The balance of a contract.
            #[encoding(tag = 0, json(kind_first = "contract"))]
            Contract {
                /// The contract.
                contract: ContractId,
            },
            /// Frozen rewards.
            #[encoding(tag = 1, json(kind_first = "freezer"))]
            Rewards {
                /// `rewards` in JSON.
                #[encoding(constant = "rewards")]
                category: (),
                /// The delegate that owns them.
                delegate: PublicKeyHash,
                /// The cycle for which they are frozen.
                $cycle: Cycle,
            },
            /// Frozen fees.
            #[encoding(tag = 2, json(kind_first = "freezer"))]
            Fees {
                /// `fees` in JSON.
                #[encoding(constant = "fees")]
                category: (),
                /// The delegate that owns them.
                delegate: PublicKeyHash,
                /// The cycle for which they are frozen.
                $cycle: Cycle,
            },
            /// Frozen deposits.
            #[encoding(tag = 3, json(kind_first = "freezer"))]
            Deposits {
                /// `deposits` in JSON.
                #[encoding(constant = "deposits")]
                category: (),
                /// The delegate that owns them.
                delegate: PublicKeyHash,
                /// The cycle for which they are frozen.
                $cycle: Cycle,
            },
        }

        #[doc = concat!("A change of a balance, in protocols ", $protocols, ".")]
        ///
        /// | bytes | field    | encoding                |
        /// |------:|----------|-------------------------|
        #[doc = concat!("| n | balance | [`", stringify!($balance), "`] |")]
        /// | 8     | `change` | `int64`, not -2^63      |
        ///
        /// # Errors
        /// `Exception_raised_in_user_function` for a change of -2^63; the errors of the balance.
        ///
        /// Rule: [`delegate_storage.ml`, `balance_update_encoding`][rule], and the same file of the other protocols.
        ///
        /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_005_PsBabyM1/lib_protocol/delegate_storage.ml
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[encoding(view = "Self")]
        pub struct $update {
            /// The balance that changes.
            #[encoding(flatten)]
            pub balance: $balance,
            /// The change in millionths of a tez; negative for a debit.
            #[encoding(guard(function = "is_change", exception))]
            pub change: i64,
        }

        #[doc = concat!("The changes of balances of an operation or a block, in protocols ", $protocols, ", with a 4-byte size prefix.")]
        ///
        /// Rule: [`delegate_storage.ml`, `balance_updates_encoding`][rule], and the same file of the other protocols.
        ///
        /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_005_PsBabyM1/lib_protocol/delegate_storage.ml
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
        #[encoding(id = "operation_metadata.alpha.balance_updates")]
        pub struct $updates(#[encoding(dynamic, list)] pub Vec<$update>);
    };
}

balance_updates!("001 to 003", EarlyBalance, EarlyBalanceUpdate, EarlyBalanceUpdates, level);
balance_updates!("004 to 008", OldBalance, OldBalanceUpdate, OldBalanceUpdates, cycle);

fn is_change(change: &i64) -> Result<(), &'static str> {
    if *change == i64::MIN { Err("a change is above -2^63") } else { Ok(()) }
}
