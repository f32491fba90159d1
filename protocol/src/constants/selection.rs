//! The selection of bakers in protocol 012.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::keys::PublicKey;

/// The selection of bakers, in protocol 012 (Ithaca).
///
/// | bytes | field | encoding                                                                       |
/// |------:|-------|--------------------------------------------------------------------------------|
/// | 1     | tag   | 0 (random) or 1 (in turns)                                                     |
/// | 4 + n |       | if in turns: `dynamic`, a list of `dynamic` lists of [`PublicKey`]s            |
///
/// In JSON it is `"random"`, or an array of arrays of keys.
///
/// # Errors
/// `Unexpected_tag`; the errors of the keys.
///
/// Rule: [`constants_repr.ml`, `delegate_selection_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_012_Psithaca/lib_protocol/constants_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub enum DelegateSelection {
    /// Bakers are selected at random.
    #[encoding(tag = 0, constant = "random", title = "Random_delegate_selection")]
    Random(()),
    /// Bakers take turns: the delegates of each level, by round.
    #[encoding(tag = 1, dynamic, list, dynamic, list, title = "Round_robin_over_delegates")]
    RoundRobin(Vec<Vec<PublicKey>>),
}
