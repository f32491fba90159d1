//! Balance updates: the amount and the reason of a change. From protocol 018 on, the schema has the amount inside each case.
//!
//! The schemas are those of protocols from 009 on. The [forms](super::forms) of the fields with balance updates have those of all protocols.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]

use alloc::vec::Vec;

use tezos_encoding::schema::{Case, Encoding, TagSize};
use tezos_encoding::{BinWriter, HasEncoding, NomReader, Revision, Revisions, Tagged, View};
use tezos_hashes::hash::OperationHash;

use super::Balance;

/// A change of a balance.
///
/// | bytes | field    | encoding                             |
/// |------:|----------|--------------------------------------|
/// | n     | balance  | [`Balance`]                          |
/// | 8     | `change` | `int64`, not -2^63                   |
/// | n     | origin   | [`UpdateOrigin`], from protocol 009 on |
///
/// # Errors
/// Up to protocol 017, `Exception_raised_in_user_function` for a change of -2^63; the errors of the fields.
///
/// Rule: [`receipt_repr.ml`, `item_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/receipt_repr.ml
#[derive(NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct BalanceUpdate {
    /// The balance that changes.
    pub balance: Balance,
    /// The change in millionths of a tez, or in pseudotokens; negative for a debit.
    #[encoding(guard(function = "is_change", until = 17, exception))]
    pub change: i64,
    /// The reason of the change, from protocol 009 (Florence) on.
    #[encoding(since = 9)]
    pub origin: Option<UpdateOrigin>,
}

fn is_change(change: &i64) -> Result<(), &'static str> {
    if *change == i64::MIN { Err("a change is above -2^63") } else { Ok(()) }
}

/// The changes of balances of an operation or a block: [`BalanceUpdate`]s with a 4-byte size prefix.
///
/// Rule: [`receipt_repr.ml`, `balance_updates_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/receipt_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a list")]
pub struct BalanceUpdates(#[encoding(dynamic, list)] pub Vec<BalanceUpdate>);

/// The reason why a balance changes.
///
/// | bytes | field                    | encoding                                                      |
/// |------:|--------------------------|---------------------------------------------------------------|
/// | 1     | tag                      | 0 to 4                                                        |
/// | 32    | `delayed_operation_hash` | [`OperationHash`]; of a delayed operation                     |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`receipt_repr.ml`, `update_origin_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/receipt_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[encoding(json(tag = "origin"))]
#[non_exhaustive]
pub enum UpdateOrigin {
    /// The application of a block.
    #[encoding(tag = 0, json(kind = "block"), title = "Block_application")]
    Block,
    /// The activation of a protocol.
    #[encoding(tag = 1, json(kind = "migration"), title = "Protocol_migration")]
    Migration,
    /// The subsidy of liquidity baking, from protocol 010 on.
    #[encoding(tag = 2, since = 10)]
    Subsidy,
    /// The simulation of an operation, from protocol 012 on.
    #[encoding(tag = 3, since = 12)]
    Simulation,
    /// An operation of an earlier block, from protocol 018 on.
    #[encoding(tag = 4, since = 18)]
    DelayedOperation {
        /// The operation.
        delayed_operation_hash: OperationHash,
    },
}

/// The amount, as a field.
#[derive(HasEncoding)]
struct Change {
    #[expect(dead_code, reason = "only its schema is of use")]
    change: i64,
}

/// The amount, in protocols where it follows the union.
#[derive(HasEncoding)]
struct ChangeBehind {
    #[expect(dead_code, reason = "only its schema is of use")]
    #[encoding(until = 17, guard(function = "is_change", exception))]
    change: Option<i64>,
}

/// The first protocol with the amount inside each case.
const FIRST_INSIDE: Revision = Revision(18);
const BEHIND: Revisions = Revisions { since: Revision(0), until: Revision(FIRST_INSIDE.0 - 1) };
const INSIDE: Revisions = Revisions { since: FIRST_INSIDE, until: Revision::NEWEST };

/// Returns the intersection of two overlapping ranges of protocols.
const fn both(one: Revisions, other: Revisions) -> Revisions {
    let since = if one.since.0 > other.since.0 { one.since } else { other.since };
    let until = if one.until.0 < other.until.0 { one.until } else { other.until };
    Revisions { since, until }
}

/// A case of [`Balance`] with the amount.
struct Inside<const INDEX: usize>;

impl<const INDEX: usize> Inside<INDEX> {
    const PARTS: [&'static Encoding; 2] = [Balance::CASES[INDEX].payload, Change::ENCODING];
    const PAYLOAD: Encoding = Encoding::Merge(&Self::PARTS);
}

/// The payloads of all cases of [`Balance`] with the amount.
macro_rules! inside {
    ($($index:literal)+) => { [$(&Inside::<$index>::PAYLOAD),+] };
}
const PAYLOADS: [&Encoding; Balance::CASES.len()] = inside!(
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42
);

const COUNT: usize = {
    let (mut rest, mut count) = (Balance::CASES, 0);
    while let [case, others @ ..] = rest {
        count += case.revisions.overlap(BEHIND) as usize + case.revisions.overlap(INSIDE) as usize;
        rest = others;
    }
    count
};

const CASES: [Case; COUNT] = {
    let mut cases = [Balance::CASES[0]; COUNT];
    let (mut index, mut at) = (0, 0);
    while index < Balance::CASES.len() {
        let case = Balance::CASES[index];
        if case.revisions.overlap(BEHIND) {
            cases[at] = case.during(both(case.revisions, BEHIND));
            at += 1;
        }
        if case.revisions.overlap(INSIDE) {
            cases[at] = Case { payload: PAYLOADS[index], ..case }.during(both(case.revisions, INSIDE));
            at += 1;
        }
        index += 1;
    }
    cases
};

impl HasEncoding for BalanceUpdate {
    const ENCODING: &'static Encoding = &Encoding::Merge(&[
        &Encoding::Union { tag: TagSize::U8, cases: &CASES, ignore_unknown: false },
        ChangeBehind::ENCODING,
        UpdateOrigin::ENCODING,
    ]);
}
