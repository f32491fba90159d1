//! Compares the messages between peers: ours are those of `tezos_messages`, theirs the types that the benchmarks measure.

use tezos_encoding::schema::Encoding;
use tezos_encoding::{Decode, Encode, HasEncoding, Tagged};
use tezos_messages::handshake;
use tezos_messages::p2p::PeerMessage;

use super::{Pair, Rule, difference, judge, read_by_theirs};

#[path = "../../../../benches/src/peers/structs.rs"]
mod structs;
#[allow(dead_code, unreachable_pub, clippy::enum_variant_names, reason = "a public module of the benchmarks")]
#[path = "../../../../benches/src/peers/tezos.rs"]
mod tezos;

/// The error of the types of the benchmarks.
#[derive(Debug)]
pub(crate) struct Refused;

/// The name of the target.
pub(crate) const TARGET: &str = "tezos_data_encoding_messages";

/// Bytes before the body of a message: the size prefix and the tag.
const HEADER_BYTES: usize = 6;

/// A message of one of our types, which `theirs` reads too.
macro_rules! messages {
    ($($tag:literal: $type:ident,)*) => {
        /// The tags of the messages that both have.
        const TAGS: &[u16] = &[$($tag),*];

        /// Returns the messages of the handshake, then those of [`TAGS`].
        pub(super) fn pairs() -> Vec<Pair> {
            vec![
                Pair {
                    encoding: handshake::ConnectionMessage::ENCODING,
                    examples: Vec::new,
                    difference: difference::<tezos::ConnectionMessage, handshake::ConnectionMessage>,
                },
                Pair {
                    encoding: handshake::Ack::ENCODING,
                    examples: crate::peer::points,
                    difference: difference::<tezos::Ack, handshake::Ack>,
                },
                $(Pair {
                    encoding: body($tag),
                    examples: Vec::new,
                    difference: |body| message($tag, body, read_by_theirs::<tezos::$type>),
                },)*
            ]
        }
    };
}
messages! {
    0x10: ChainId,
    0x11: CurrentBranch,
    0x13: ChainId,
    0x14: CurrentHead,
    0x20: GetBlockHeaders,
    0x21: BlockHeader,
    0x31: Operation,
    0x60: GetOperationsForBlocks,
    0x61: OperationsForBlocks,
}

/// Returns the encoding of the body of messages with this tag.
fn body(tag: u16) -> &'static Encoding {
    PeerMessage::CASES.iter().find(|case| case.tag == u32::from(tag)).unwrap().payload
}

/// Compares a body: we read it as a node does, behind the size and the tag.
fn message(tag: u16, body: &[u8], theirs: fn(&[u8]) -> Option<Vec<u8>>) -> Result<Option<Rule>, String> {
    let ours =
        PeerMessage::from_bytes(&framed(tag, body)).map(|message| message.to_bytes().unwrap().split_off(HEADER_BYTES));
    judge(body, self::body(tag), ours, theirs)
}

/// Returns a body behind its size and its tag.
fn framed(tag: u16, body: &[u8]) -> Vec<u8> {
    let size = u32::try_from(body.len() + 2).unwrap();
    [&size.to_be_bytes(), &tag.to_be_bytes()[..], body].concat()
}

/// Returns the input for a message between peers, if both have it: the body as it is.
pub(crate) fn input(message: &[u8]) -> Option<Vec<u8>> {
    let (header, body) = message.split_at_checked(HEADER_BYTES)?;
    let at = TAGS.iter().position(|tag| tag.to_be_bytes() == header[4..])?;
    let which = u8::try_from(at + pairs().len() - TAGS.len()).unwrap();
    Some([&[which, 0], body].concat())
}

/// Returns the input for a connection message.
pub(crate) fn connection_input(message: &[u8]) -> Vec<u8> {
    [&[0, 0], message].concat()
}

#[cfg(test)]
mod tests {
    use tezos_messages::limits::{
        GET_BLOCK_HEADERS_MAX_ITEMS, GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS, NACK_MAX_ITEMS, OPERATION_MAX_BYTES,
    };

    use super::*;

    /// Returns bytes behind a size prefix.
    fn block(bytes: &[u8]) -> Vec<u8> {
        [&u32::try_from(bytes.len()).unwrap().to_be_bytes(), bytes].concat()
    }

    /// Generated values are small, so the limits are compared here: at most as many elements or bytes, and one more.
    #[test]
    fn the_limits_are_the_same() {
        let bodies = |count: usize| {
            [
                (0x20, GET_BLOCK_HEADERS_MAX_ITEMS, block(&[7; 32].repeat(count))),
                (0x60, GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS, block(&[7; 33].repeat(count))),
                // The hash, the pass, an empty path and an operation, whose branch has 32 bytes.
                (0x61, OPERATION_MAX_BYTES, [&[7; 33][..], &[0], &block(&vec![7; count])].concat()),
            ]
        };
        for at in 0..3 {
            let max = bodies(0)[at].1;
            for (count, is_read) in [(max, true), (max + 1, false)] {
                let (tag, _, body) = bodies(count)[at].clone();
                let framed = framed(tag, &body);
                let which = usize::from(input(&framed).unwrap()[0]);
                assert_eq!((pairs()[which].difference)(&body), Ok(None), "{tag:#x}: {count}");
                assert_eq!(PeerMessage::from_bytes(&framed).is_ok(), is_read, "{tag:#x}: {count}");
            }
        }
        let point = block(b"1.2.3.4:9732");
        let nack = |count: usize| [&[1, 0, 1][..], &block(&point.repeat(count))].concat();
        for count in [0, NACK_MAX_ITEMS, NACK_MAX_ITEMS + 1] {
            assert_eq!(difference::<tezos::Ack, handshake::Ack>(&nack(count)), Ok(None), "{count}");
        }
    }

    #[test]
    fn they_keep_the_texts_of_points() {
        for (text, rule) in
            [(&b"1.2.3.4"[..], Some(Rule::AnyTextIsAPoint)), (b"[::B]:0", Some(Rule::PointAsItWas)), (b"[::b]:0", None)]
        {
            let nack = [&[1, 0, 1][..], &block(&block(text))].concat();
            assert_eq!(difference::<tezos::Ack, handshake::Ack>(&nack), Ok(rule));
        }
    }

    /// Captured messages are compared as they are, and both read them.
    #[test]
    fn the_input_of_a_message_is_its_body() {
        let message = PeerMessage::GetCurrentHead(tezos_messages::hash::ChainId([1; 4])).to_bytes().unwrap();
        assert_eq!(input(&message), Some(vec![4, 0, 1, 1, 1, 1]));
        assert_eq!((input(&message[..5]), input(&[0, 0, 0, 2, 0, 1])), (None, None));
        assert!(std::ptr::eq(pairs()[4].encoding, body(0x13)));
        assert_eq!(read_by_theirs::<tezos::ChainId>(&message[6..]), Some(vec![1; 4]));
    }
}
