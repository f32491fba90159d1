//! The parts of a session: the messages of the handshake and those after it.

use std::borrow::Cow;

use crate::{
    registry::{self, Codec},
    session::Direction,
};

/// The kind of a part of a session, in the order of the handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    /// The connection message.
    Connection,
    /// The metadata.
    Metadata,
    /// The ack or nack.
    Ack,
    /// A message, with its 4-byte size.
    Message,
}

impl What {
    /// Returns the type that decodes it.
    pub(crate) const fn codec(self) -> &'static Codec {
        match self {
            Self::Connection => &registry::CONNECTION,
            Self::Metadata => &registry::METADATA,
            Self::Ack => &registry::ACK,
            Self::Message => &registry::MESSAGE,
        }
    }
}

/// A message that one side sent, in the handshake or after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SessionPart {
    /// The direction.
    pub(crate) direction: Direction,
    /// The number in its direction; 0 is the connection message.
    pub(crate) number: u64,
    /// The line of the file in which it ends, counted from 1.
    pub(crate) line: u64,
    /// The kind.
    pub(crate) what: What,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
}

impl SessionPart {
    /// Returns the tag of a message.
    pub(crate) fn tag(&self) -> Option<u16> {
        tag_of(self.what, &self.bytes)
    }

    /// Returns the reference's name of a message, or the tool's name of other parts.
    pub(crate) fn kind(&self) -> Cow<'static, str> {
        kind_of(self.what, &self.bytes)
    }
}

/// Returns the tag of a message with these bytes.
fn tag_of(what: What, bytes: &[u8]) -> Option<u16> {
    match (what, bytes) {
        (What::Message, [_, _, _, _, high, low, ..]) => Some(u16::from_be_bytes([*high, *low])),
        _ => None,
    }
}

/// Returns the reference's name of a message with these bytes, or the tool's name of other parts.
pub(crate) fn kind_of(what: What, bytes: &[u8]) -> Cow<'static, str> {
    match (what, tag_of(what, bytes)) {
        (What::Message, Some(tag)) => {
            registry::message_name(tag).map_or_else(|| format!("unknown tag {tag:#06x}").into(), Into::into)
        }
        (What::Message, None) => "without a tag".into(),
        (what, _) => what.codec().name.into(),
    }
}
