//! Messages between DAL nodes.

use tezos_encoding::HasEncoding;
use tezos_messages::dal::{DalPeerMessage, MessageId, PxPeer, Scalar};
use tezos_messages::point::Point;

use crate::heap::Heap;
use crate::peer::points;
use crate::typed::{Traits, check_with_view};
use crate::{Budget, Target};

/// Properties of gossip messages, which have lists of peers, identifiers and scalars.
pub(crate) const GOSSIP: Traits =
    Traits::new(Heap::COPIED.list::<PxPeer>().or(Heap::NONE.list::<MessageId>()).or(Heap::NONE.list::<Scalar>()))
        .converting();

/// Properties of all messages, which can have lists of points in addition.
pub(crate) const PEERS: Traits = Traits { heap: GOSSIP.heap.or(Heap::COPIED.list::<Point>()), ..GOSSIP };

/// Returns examples that are unlikely to be generated: texts of addresses, and numbers below the order of the field.
pub(crate) fn examples() -> Vec<(&'static str, Vec<u8>)> {
    let mut last = Scalar::ORDER;
    last[0] = 0;
    points().into_iter().chain([[0; 32], last].map(|bytes| ("TryFrom<[u8;32]>", bytes.to_vec()))).collect()
}

/// Returns the budget of these messages.
pub(crate) fn budgets() -> [Budget; 1] {
    let (name, size) = ("any of the DAL".to_owned(), DalPeerMessage::ENCODING.size());
    [Budget { name, size, heap: PEERS.heap }]
}

/// Returns the target for all of these messages.
pub(crate) fn targets() -> Vec<Target> {
    let check = |bytes: &[u8]| check_with_view::<DalPeerMessage>(bytes, PEERS);
    vec![Target::made("dal_peer_message", DalPeerMessage::ENCODING, examples, check)]
}
