//! Messages between peers: a target for each kind, and one for all kinds.

use tezos_encoding::schema::{Case, Size};
use tezos_encoding::{Encode, HasEncoding, Tagged};
use tezos_messages::hash::BlockHash;
use tezos_messages::limits::PATH_MAX_BYTES;
use tezos_messages::operation::RawOperation;
use tezos_messages::p2p::{OperationsForBlock, PeerMessage};
use tezos_messages::path::MerklePath;
use tezos_messages::point::Point;
use tezos_messages::protocol::Component;

use crate::heap::Heap;
use crate::typed::{Traits, check_with_view};
use crate::{Budget, Target};

/// A header: the elements of its fitness take the most heap for each byte.
pub(crate) const HEADER: Heap = Heap::COPIED.elements(size_of::<Vec<u8>>(), 4);

/// Operations, and their path to the root, which has few levels.
const OPERATIONS: Heap = Heap::COPIED.list::<RawOperation>().levels_within(size_of::<MerklePath>(), 1, PATH_MAX_BYTES);

/// A message of any kind.
pub(crate) const ANY: Heap =
    HEADER.or(OPERATIONS).or(Heap::COPIED.list::<Point>()).or(Heap::COPIED.list::<Component>());

/// Returns the heap that a decode of a message with this tag may take.
const fn heap(tag: u32) -> Heap {
    match tag {
        0x03..=0x05 => Heap::COPIED.list::<Point>(),
        0x11 | 0x14 | 0x21 | 0x71 | 0x81 | 0x91 => HEADER.or(Heap::NONE.list::<BlockHash>()),
        0x20 | 0x30 | 0x40 => Heap::NONE.list::<BlockHash>(),
        0x31 => Heap::COPIED,
        0x41 => Heap::COPIED.list::<Component>(),
        0x60 => Heap::NONE.list::<OperationsForBlock>(),
        0x61 => OPERATIONS,
        _ => Heap::NONE,
    }
}

/// Returns examples of addresses, because random texts are rarely valid.
pub(crate) fn points() -> Vec<(&'static str, Vec<u8>)> {
    let texts = ["1.2.3.4:9732", "[::1]:0", "[::ffff:255.255.255.255]:65535"];
    let bytes = texts.map(|text| text.parse::<Point>().unwrap().to_bytes().unwrap());
    bytes.into_iter().map(|bytes| ("TryFrom<PointText>", bytes)).collect()
}

/// Bytes before a body: the size prefix and the tag.
const HEADER_BYTES: usize = 6;

/// Returns the budget of each kind, and one for all kinds.
pub(crate) fn budgets() -> Vec<Budget> {
    let kinds = PeerMessage::CASES.iter().map(|case| {
        let body = case.payload.size();
        let most = body.most.map(|most| most + HEADER_BYTES);
        Budget {
            name: case.title.to_owned(),
            size: Size::dynamic(body.least + HEADER_BYTES, most),
            heap: heap(case.tag),
        }
    });
    let any = Budget { name: "any of them".to_owned(), size: PeerMessage::ENCODING.size(), heap: ANY };
    kinds.chain([any]).collect()
}

/// Returns the target of each kind, and one for all kinds.
pub(crate) fn targets() -> Vec<Target> {
    let all = Target::made("peer_message", PeerMessage::ENCODING, points, |bytes| message(bytes, ANY));
    PeerMessage::CASES.iter().map(kind).chain([all]).collect()
}

/// Returns the name of the target of the kind with this tag.
pub(crate) fn name_of(tag: u16) -> Option<String> {
    let case = PeerMessage::CASES.iter().find(|case| case.tag == u32::from(tag));
    case.map(|case| case.title.to_lowercase())
}

/// Returns the target of a kind, whose inputs are bodies.
fn kind(case: &'static Case) -> Target {
    Target::made(case.title.to_lowercase(), case.payload, points, move |bytes| body(case, bytes))
}

/// Checks the message of this kind with this body.
pub(crate) fn body(case: &Case, body: &[u8]) {
    let tag = u16::try_from(case.tag).unwrap().to_be_bytes();
    let size = u32::try_from(tag.len() + body.len()).unwrap().to_be_bytes();
    message(&[&size[..], &tag, body].concat(), heap(case.tag));
}

/// Tags of the kinds with points, whose canonical text differs from some accepted texts.
const WITH_POINTS: [u8; 3] = [0x03, 0x04, 0x05];

/// Checks a message, whose decode may take at most `heap`.
pub(crate) fn message(bytes: &[u8], heap: Heap) {
    let traits = Traits::new(heap);
    let converts = matches!(bytes.get(4..6), Some([0, tag]) if WITH_POINTS.contains(tag));
    check_with_view::<PeerMessage>(bytes, if converts { traits.converting() } else { traits });
}
