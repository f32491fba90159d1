//! `Swap_request` and `Swap_ack`.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::hash::PeerId;
use crate::point::Point;

/// A peer that the sender offers, or gives.
///
/// | bytes | field     | encoding   |
/// |------:|-----------|------------|
/// | 4 + n | `point`   | [`Point`]  |
/// | 16    | `peer_id` | [`PeerId`] |
///
/// # Errors
/// `Not_enough_data`; those of the point.
///
/// Rule: [`p2p_message.ml`, line 87][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/da083f5fc12c199582cad2dbc2a13bd3bd7478c6/src/lib_p2p/p2p_message.ml#L87
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub struct Swap {
    /// The point at which the peer listens.
    pub point: Point,
    /// The identifier of the peer.
    pub peer_id: PeerId,
}
