//! The purposes of bonds.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::protocol::{SmartRollupAddress, TxRollupHash};

use crate::rollup::sc::ScRollupAddress;

/// The rollup for which a bond is frozen.
///
/// | bytes | field          | encoding                                                         |
/// |------:|----------------|------------------------------------------------------------------|
/// | 1     | tag            | 0 (transaction rollup, up to 017), 1 (smart rollup)              |
/// | 20    | `tx_rollup`    | [`TxRollupHash`]                                                 |
/// | 4 + n | `sc_rollup`    | [`ScRollupAddress`], in protocols 014 and 015                    |
/// | 20    | `smart_rollup` | [`SmartRollupAddress`], from protocol 016 on                        |
///
/// # Errors
/// `Unexpected_tag`; the errors of the fields.
///
/// Rule: [`bond_id_repr.ml`, `encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/bond_id_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub enum BondId {
    /// A transaction rollup, in protocols 013 to 017.
    #[encoding(tag = 0, since = 13, until = 17, title = "Tx_rollup_bond_id")]
    TxRollup {
        /// The rollup.
        tx_rollup: TxRollupHash,
    },
    /// A smart rollup, in protocols 014 and 015.
    #[encoding(tag = 1, since = 14, until = 15, title = "Sc_rollup_bond_id")]
    ScRollup {
        /// The rollup.
        sc_rollup: ScRollupAddress,
    },
    /// A smart rollup.
    #[encoding(tag = 1, since = 16, title = "Smart_rollup_bond_id")]
    SmartRollup {
        /// The rollup.
        smart_rollup: SmartRollupAddress,
    },
}
