//! Changes of tickets.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View, Z};

use super::AnyDestination;
use crate::contract::ContractId;
use crate::micheline::Micheline;

/// Changes of tickets: [`TicketUpdate`]s with a 4-byte size prefix.
///
/// Rule: [`ticket_receipt.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/ticket_receipt.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a list")]
pub struct TicketUpdates(#[encoding(dynamic, list)] pub Vec<TicketUpdate>);

/// The changes of the owners of one kind of tickets.
///
/// | bytes | field          | encoding                                           |
/// |------:|----------------|----------------------------------------------------|
/// | n     | `ticket_token` | [`TicketToken`]                                    |
/// | 4 + n | `updates`      | [`TicketAmountUpdate`]s, with a 4-byte size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TicketUpdate {
    /// The kind of tickets.
    pub ticket_token: TicketToken,
    /// The changes.
    #[encoding(dynamic, list)]
    pub updates: Vec<TicketAmountUpdate>,
}

/// A kind of tickets.
///
/// | bytes | field          | encoding       |
/// |------:|----------------|----------------|
/// | 22    | `ticketer`     | [`ContractId`] |
/// | n     | `content_type` | an expression  |
/// | n     | `content`      | an expression  |
///
/// Rule: [`ticket_token.ml`, `unparsed_token_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/ticket_token.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TicketToken {
    /// The contract that created the tickets.
    pub ticketer: ContractId,
    /// The type of the contents.
    pub content_type: Micheline,
    /// The contents.
    pub content: Micheline,
}

/// The change of the number of tickets of one owner.
///
/// | bytes | field     | encoding           |
/// |------:|-----------|--------------------|
/// | 22    | `account` | [`AnyDestination`] |
/// | n     | `amount`  | `z`                |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TicketAmountUpdate {
    /// The owner.
    pub account: AnyDestination,
    /// The change; negative if tickets were removed.
    pub amount: Z,
}
