//! The messages of the handshake.

use tezos_encoding::HasEncoding;
use tezos_messages::handshake::{Ack, ConnectionMessage, Metadata, NetworkVersion};
use tezos_messages::point::Point;

use crate::Target;
use crate::heap::Heap;
use crate::peer::points;
use crate::typed::{Traits, check, check_with_view};

/// Names of chains and of versions are the least elements: text with a size.
const CONNECTION: Traits = Traits::new(Heap::COPIED.list::<NetworkVersion>());

/// Two booleans.
const METADATA: Traits = Traits::new(Heap::NONE);

/// Points of other peers.
const ACK: Traits = Traits::new(Heap::COPIED.list::<Point>()).converting();

/// The heap that each message may take.
pub(crate) fn heaps() -> Vec<(String, Heap)> {
    let heaps = [("Connection_message", CONNECTION), ("Metadata", METADATA), ("Ack", ACK)];
    heaps.map(|(name, traits)| (name.to_owned(), traits.heap)).into()
}

/// A target for each message.
pub(crate) fn targets() -> Vec<Target> {
    vec![
        Target::made("connection_message", ConnectionMessage::ENCODING, points, |bytes| {
            check_with_view::<ConnectionMessage>(bytes, CONNECTION);
        }),
        Target::made("metadata", Metadata::ENCODING, points, |bytes| check::<Metadata>(bytes, METADATA)),
        Target::made("ack", Ack::ENCODING, points, |bytes| check_with_view::<Ack>(bytes, ACK)),
    ]
}
