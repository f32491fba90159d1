//! Who owns frozen tez, in receipts.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::keys::PublicKeyHash;

use crate::contract::ContractId;

/// The owner of frozen tez, from protocol 018 (Oxford) on.
///
/// | bytes | field             | encoding                                              |
/// |------:|-------------------|-------------------------------------------------------|
/// | 1     | tag               | 0 (single), 1 (shared), 2 (baker); from 019 on 3 (edge) |
/// | 22    | `contract`        | [`ContractId`]; of a single staker                    |
/// | 21    | the delegate      | [`PublicKeyHash`]                                     |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`frozen_staker_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/frozen_staker_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "frozen_staker", title = "frozen_staker", view = "Self")]
#[encoding(
    description = "Abstract notion of staker used in operation receipts for frozen deposits, either a single staker or all the stakers delegating to some delegate."
)]
#[non_exhaustive]
pub enum FrozenStaker {
    /// A staker of a delegate.
    #[encoding(tag = 0)]
    Single {
        /// The staker.
        contract: ContractId,
        /// The delegate.
        delegate: PublicKeyHash,
    },
    /// All stakers of a delegate.
    #[encoding(tag = 1)]
    Shared {
        /// The delegate.
        delegate: PublicKeyHash,
    },
    /// A delegate.
    #[encoding(tag = 2)]
    Baker {
        /// The delegate; JSON has a different name for this field in protocol 018.
        #[encoding(since = 19)]
        baker_own_stake: Option<PublicKeyHash>,
        /// The delegate.
        #[encoding(until = 18)]
        baker: Option<PublicKeyHash>,
    },
    /// A delegate, as the recipient of its share of the rewards of its stakers.
    #[encoding(tag = 3, since = 19)]
    BakerEdge {
        /// The delegate.
        baker_edge: PublicKeyHash,
    },
}

/// The owner of frozen tez that are no longer staked, from protocol 018 (Oxford) on.
///
/// | bytes | field      | encoding                           |
/// |------:|------------|------------------------------------|
/// | 1     | tag        | 0 (single) or 1 (shared)           |
/// | 22    | `contract` | [`ContractId`]; of a single staker |
/// | 21    | `delegate` | [`PublicKeyHash`]                  |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`unstaked_frozen_staker_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/unstaked_frozen_staker_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(id = "staker", title = "unstaked_frozen_staker", view = "Self")]
#[encoding(
    description = "Abstract notion of staker used in operation receipts for unstaked frozen deposits, either a single staker or all the stakers delegating to some delegate."
)]
#[non_exhaustive]
pub enum UnstakedFrozenStaker {
    /// A former staker of a delegate.
    #[encoding(tag = 0)]
    Single {
        /// The former staker.
        contract: ContractId,
        /// The delegate.
        delegate: PublicKeyHash,
    },
    /// All former stakers of a delegate.
    #[encoding(tag = 1)]
    Shared {
        /// The delegate.
        delegate: PublicKeyHash,
    },
}
