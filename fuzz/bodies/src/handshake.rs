//! The messages of the handshake.

use tezos_encoding::HasEncoding;
use tezos_messages::handshake::{Ack, ConnectionMessage, ConnectionMetadata, NetworkVersion};
use tezos_messages::point::Point;

use crate::heap::Heap;
use crate::peer::points;
use crate::typed::{Traits, check, check_with_view};
use crate::{Budget, Target};

/// The list elements with the most heap for each byte are versions, which have a text.
pub(crate) const CONNECTION: Traits = Traits::new(Heap::COPIED.list::<NetworkVersion>());

/// Two booleans, so no heap.
pub(crate) const METADATA: Traits = Traits::new(Heap::NONE);

/// A list of points of other peers.
pub(crate) const ACK: Traits = Traits::new(Heap::COPIED.list::<Point>()).converting();

/// Returns the budget of each message.
pub(crate) fn budgets() -> Vec<Budget> {
    let messages = [
        ("Connection_message", ConnectionMessage::ENCODING, CONNECTION),
        ("Metadata", ConnectionMetadata::ENCODING, METADATA),
        ("Ack", Ack::ENCODING, ACK),
    ];
    messages
        .map(|(name, encoding, traits)| Budget { name: name.to_owned(), size: encoding.size(), heap: traits.heap })
        .into()
}

/// Returns the target of each message.
pub(crate) fn targets() -> Vec<Target> {
    vec![
        Target::made("connection_message", ConnectionMessage::ENCODING, points, |bytes| {
            check_with_view::<ConnectionMessage>(bytes, CONNECTION);
        }),
        Target::made("metadata", ConnectionMetadata::ENCODING, points, |bytes| {
            check::<ConnectionMetadata>(bytes, METADATA)
        }),
        Target::made("ack", Ack::ENCODING, points, |bytes| check_with_view::<Ack>(bytes, ACK)),
    ]
}
