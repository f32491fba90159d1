//! What can go wrong in a session.

use core::{error, fmt, ops::RangeInclusive};

use tezos_encoding::DecodeError;

use crate::{
    hash::PeerId,
    session::{
        OverBudget,
        chunk::{CONTENT_MAX_BYTES, EMPTY_CHUNKS_MAX, MAC_BYTES, PLAINTEXT_MAX_BYTES},
    },
};

/// Why an encrypted chunk cannot be opened or made. Chunks are counted from 0, the metadata, in each direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChunkError {
    /// The chunk is too short to hold its MAC.
    Short {
        /// Number of the chunk.
        chunk: u64,
        /// Its bytes after the length.
        length: usize,
    },
    /// The MAC does not match: the chunk was changed, is from another place of the stream or has another key.
    WrongMac {
        /// Number of the chunk expected here.
        chunk: u64,
        /// Bytes of the chunk after the length.
        length: usize,
        /// How many nonces were tried.
        tried: u64,
    },
    /// The plaintext does not fit into one chunk.
    PlaintextTooLong {
        /// Its bytes.
        length: usize,
    },
    /// All nonces of the direction are used; another chunk would repeat one.
    NoncesUsedUp,
}

impl fmt::Display for ChunkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short { chunk, length } => {
                write!(f, "encrypted chunk {chunk} has {length} bytes, too few for its {MAC_BYTES}-byte MAC")
            }
            Self::WrongMac { chunk, length, tried: 1 } => {
                write!(f, "encrypted chunk {chunk} ({length} bytes) has a wrong MAC")
            }
            Self::WrongMac { chunk, length, tried } => write!(
                f,
                "a chunk of {length} bytes has a wrong MAC for encrypted chunk {chunk} and those after it ({tried} tried)"
            ),
            Self::PlaintextTooLong { length } => {
                write!(f, "a chunk holds at most {PLAINTEXT_MAX_BYTES} bytes, not {length}")
            }
            Self::NoncesUsedUp => f.write_str("all nonces of this direction are used up"),
        }
    }
}

impl error::Error for ChunkError {}

/// A step of the handshake, or what comes after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionStep {
    /// The connection message, in the clear.
    Connection,
    /// The metadata: the first encrypted chunk.
    Metadata,
    /// The ack: the second encrypted chunk.
    Ack,
    /// Messages, until the end.
    Message,
    /// Nothing more: one side sent a nack.
    Closed,
}

impl fmt::Display for SessionStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Connection => "the connection message",
            Self::Metadata => "the metadata",
            Self::Ack => "the ack",
            Self::Message => "a message",
            Self::Closed => "the end of the connection",
        })
    }
}

/// The lengths that something may have, in words.
struct Lengths<'a>(&'a RangeInclusive<usize>);

impl fmt::Display for Lengths<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.start(), self.0.end()) {
            (least, &usize::MAX) => write!(f, "{least} or more"),
            (least, most) if least == most => write!(f, "{least}"),
            (least, most) => write!(f, "{least} to {most}"),
        }
    }
}

/// Why a session ends early.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionError {
    /// A chunk of the peer cannot be opened.
    Chunk {
        /// Where it starts in the peer's stream.
        offset: u64,
        /// What is wrong with it.
        error: ChunkError,
    },
    /// A chunk of ours cannot be made.
    Seal(ChunkError),
    /// The bytes do not fit into one unencrypted chunk.
    ContentTooLong {
        /// Their number.
        length: usize,
    },
    /// The connection message ends before the public key and the proof of work.
    ConnectionTooShort {
        /// Its bytes.
        length: usize,
    },
    /// The peer's proof of work is below the required difficulty.
    NotEnoughWork {
        /// The peer.
        peer: PeerId,
    },
    /// The peer's public key is a point of low order: the two sides would share no secret.
    LowOrderKey {
        /// The peer.
        peer: PeerId,
    },
    /// The peer has our own public key, and our secret key too, as its metadata shows.
    Myself {
        /// Our peer id.
        peer: PeerId,
    },
    /// The peer's metadata is shorter or longer than metadata is.
    MetadataLength {
        /// Its bytes.
        length: usize,
        /// The bytes that it may have.
        expected: RangeInclusive<usize>,
    },
    /// The metadata that we were to send is shorter or longer than metadata is.
    OurMetadata {
        /// Its bytes.
        length: usize,
        /// The bytes that it may have.
        expected: RangeInclusive<usize>,
    },
    /// The peer's ack starts with a byte that is not a tag of an ack, or is empty.
    UnknownAck {
        /// The tag.
        tag: Option<u8>,
    },
    /// The ack that we were to send starts with a byte that is not a tag of an ack, or is empty.
    OurAck {
        /// The tag.
        tag: Option<u8>,
    },
    /// A message is larger than the limit. Nothing was reserved for it.
    MessageTooLong {
        /// The size it announces, without the 4 bytes of the size.
        size: u32,
        /// The limit.
        limit: u32,
    },
    /// A message is larger than any with its tag. It is refused as soon as its size and its tag have arrived and more bytes are needed.
    KindTooLong {
        /// The tag.
        tag: u16,
        /// The size that the message announces, without the 4 bytes of the size.
        size: u32,
        /// The greatest size of messages with this tag; `None` if there are none.
        most: Option<usize>,
    },
    /// A message of several chunks is refused before it is complete.
    Message {
        /// The number of its bytes that have arrived, with its 4-byte size.
        received: usize,
        /// Why no further bytes can complete it. The offset counts from the size.
        error: DecodeError,
    },
    /// The peer sent too many chunks without contents in a row.
    EmptyChunks,
    /// The peer's budget is spent. Unlike every other error, this one does not end the session: nothing is lost, and
    /// [`Session::next_event`](crate::session::Session::next_event) continues once the budget is refilled.
    OverBudget(OverBudget),
    /// A message to send does not have the size in its first 4 bytes.
    MessageSize {
        /// Bytes after the size, by the size; `None` without 4 bytes.
        announced: Option<u32>,
        /// Bytes of the message with its size.
        length: usize,
    },
    /// We tried to send something out of turn.
    OutOfTurn {
        /// What we tried to send.
        sending: SessionStep,
        /// What has to be sent first.
        expected: SessionStep,
    },
    /// We tried to send a chunk before the peer's connection message arrived.
    NoKeyYet,
    /// The peer sent more after a nack.
    AfterNack,
    /// The stream ended inside a chunk or a message.
    Truncated {
        /// Where it ended.
        offset: u64,
        /// What was expected next.
        expected: SessionStep,
    },
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chunk { offset, error } => write!(f, "received at byte {offset}: {error}"),
            Self::Seal(error) => write!(f, "cannot send: {error}"),
            Self::ContentTooLong { length } => {
                write!(f, "a chunk holds at most {CONTENT_MAX_BYTES} bytes, not {length}")
            }
            Self::ConnectionTooShort { length } => {
                write!(f, "the peer's connection message has {length} bytes, too few for a key and a proof of work")
            }
            Self::NotEnoughWork { peer } => write!(f, "the proof of work of peer {peer} is below the difficulty"),
            Self::LowOrderKey { peer } => {
                write!(f, "the public key of peer {peer} has a low order: everyone could read what is sent to it")
            }
            Self::Myself { peer } => write!(f, "the peer is this node itself ({peer})"),
            Self::MetadataLength { length, expected } => {
                write!(f, "the peer's metadata has {length} bytes instead of {}", Lengths(expected))
            }
            Self::OurMetadata { length, expected } => {
                write!(f, "cannot send metadata of {length} bytes; expected {}", Lengths(expected))
            }
            Self::UnknownAck { tag: None } => f.write_str("the peer's ack is empty"),
            Self::UnknownAck { tag: Some(tag) } => {
                write!(f, "the peer's ack has the unknown tag {tag:#04x}; expected 0x00, 0x01 or 0xff")
            }
            Self::OurAck { tag: None } => f.write_str("cannot send an empty ack"),
            Self::OurAck { tag: Some(tag) } => {
                write!(f, "cannot send an ack with the unknown tag {tag:#04x}; expected 0x00, 0x01 or 0xff")
            }
            Self::MessageTooLong { size, limit } => {
                write!(f, "a message of {size} bytes is above the limit of {limit} bytes")
            }
            Self::KindTooLong { tag, size, most: Some(most) } => {
                write!(f, "a message with the tag {tag:#04x} has at most {most} bytes after its size, not {size}")
            }
            Self::KindTooLong { tag, size, most: None } => {
                write!(f, "no message has the tag {tag:#04x}, with which {size} bytes are announced")
            }
            Self::Message { received, error } => {
                write!(f, "a message is refused after {received} bytes: {error}")
            }
            Self::EmptyChunks => {
                write!(f, "the peer sent more than {EMPTY_CHUNKS_MAX} chunks in a row that contain nothing")
            }
            Self::OverBudget(error) => error.fmt(f),
            Self::MessageSize { announced: None, length } => {
                write!(f, "a message of {length} bytes is too short for its 4-byte size")
            }
            Self::MessageSize { announced: Some(announced), length } => {
                write!(f, "a message says {announced} bytes after its 4-byte size and has {length} with it")
            }
            Self::OutOfTurn { sending, expected } => write!(f, "cannot send {sending}: {expected} is next"),
            Self::NoKeyYet => f.write_str("cannot encrypt before the peer's connection message is received"),
            Self::AfterNack => f.write_str("the peer sent more bytes after its nack"),
            Self::Truncated { offset, expected } => {
                write!(f, "the stream ended at byte {offset}, inside {expected}")
            }
        }
    }
}

impl error::Error for SessionError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Chunk { error, .. } | Self::Seal(error) => Some(error),
            Self::OverBudget(error) => Some(error),
            Self::Message { error, .. } => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::string::ToString;

    use tezos_encoding::cost::Cost;

    use super::{ChunkError::*, SessionError::*, *};

    #[test]
    fn each_error_says_what_was_found() {
        let peer = PeerId([7; 16]);
        let wrong = |tried| Chunk { offset: 9, error: WrongMac { chunk: 1, length: 20, tried } };
        for (error, text) in [
            (wrong(1), "received at byte 9: encrypted chunk 1 (20 bytes) has a wrong MAC"),
            (
                wrong(3),
                "received at byte 9: a chunk of 20 bytes has a wrong MAC for encrypted chunk 1 and those after it (3 tried)",
            ),
            (
                Chunk { offset: 9, error: Short { chunk: 1, length: 5 } },
                "received at byte 9: encrypted chunk 1 has 5 bytes, too few for its 16-byte MAC",
            ),
            (Seal(PlaintextTooLong { length: 65_520 }), "cannot send: a chunk holds at most 65517 bytes, not 65520"),
            (Seal(NoncesUsedUp), "cannot send: all nonces of this direction are used up"),
            (ContentTooLong { length: 65_536 }, "a chunk holds at most 65535 bytes, not 65536"),
            (
                ConnectionTooShort { length: 3 },
                "the peer's connection message has 3 bytes, too few for a key and a proof of work",
            ),
            (
                NotEnoughWork { peer },
                "the proof of work of peer idqXLcdkt4BnFbfdphq3fPQeC3eaYx is below the difficulty",
            ),
            (
                LowOrderKey { peer },
                "the public key of peer idqXLcdkt4BnFbfdphq3fPQeC3eaYx has a low order: everyone could read what is sent to it",
            ),
            (Myself { peer }, "the peer is this node itself (idqXLcdkt4BnFbfdphq3fPQeC3eaYx)"),
            (MetadataLength { length: 3, expected: 2..=2 }, "the peer's metadata has 3 bytes instead of 2"),
            (MetadataLength { length: 2, expected: 3..=28 }, "the peer's metadata has 2 bytes instead of 3 to 28"),
            (
                MetadataLength { length: 2, expected: 3..=usize::MAX },
                "the peer's metadata has 2 bytes instead of 3 or more",
            ),
            (OurMetadata { length: 3, expected: 2..=2 }, "cannot send metadata of 3 bytes; expected 2"),
            (UnknownAck { tag: None }, "the peer's ack is empty"),
            (UnknownAck { tag: Some(2) }, "the peer's ack has the unknown tag 0x02; expected 0x00, 0x01 or 0xff"),
            (OurAck { tag: None }, "cannot send an empty ack"),
            (OurAck { tag: Some(2) }, "cannot send an ack with the unknown tag 0x02; expected 0x00, 0x01 or 0xff"),
            (MessageTooLong { size: 9, limit: 8 }, "a message of 9 bytes is above the limit of 8 bytes"),
            (
                KindTooLong { tag: 2, size: 99, most: Some(2) },
                "a message with the tag 0x02 has at most 2 bytes after its size, not 99",
            ),
            (
                KindTooLong { tag: 0x7777, size: 99, most: None },
                "no message has the tag 0x7777, with which 99 bytes are announced",
            ),
            (EmptyChunks, "the peer sent more than 32 chunks in a row that contain nothing"),
            (MessageSize { announced: None, length: 3 }, "a message of 3 bytes is too short for its 4-byte size"),
            (
                MessageSize { announced: Some(9), length: 8 },
                "a message says 9 bytes after its 4-byte size and has 8 with it",
            ),
            (
                OutOfTurn { sending: SessionStep::Message, expected: SessionStep::Ack },
                "cannot send a message: the ack is next",
            ),
            (
                OutOfTurn { sending: SessionStep::Metadata, expected: SessionStep::Closed },
                "cannot send the metadata: the end of the connection is next",
            ),
            (NoKeyYet, "cannot encrypt before the peer's connection message is received"),
            (AfterNack, "the peer sent more bytes after its nack"),
            (
                Truncated { offset: 5, expected: SessionStep::Connection },
                "the stream ended at byte 5, inside the connection message",
            ),
            (
                OverBudget(super::OverBudget { cost: Cost(3000), left: Cost(2000), wait: None }),
                "the peer's budget has 2ns left and 3ns is needed, which is more than its burst: close the connection",
            ),
        ] {
            assert_eq!(error.to_string(), text);
            let cause = matches!(error, Chunk { .. } | Seal(_) | OverBudget(_));
            assert_eq!(error.source().is_some(), cause, "{error}");
        }
    }
}
