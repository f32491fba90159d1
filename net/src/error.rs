//! Why a connection ends early.

use core::{error, fmt, time::Duration};
use std::io;

use tezos_encoding::{DecodeError, EncodeError};
use tezos_messages::{
    handshake::{Motive, NetworkVersion},
    point::Point,
    session::{OverBudget, SessionError, Step},
};

/// What was waited for when a time was up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// For a part of the handshake from the peer.
    Handshake(Step),
    /// For a whole message from the peer.
    Message,
    /// For the peer to take what we sent.
    Send,
}

impl fmt::Display for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handshake(step) => write!(f, "{step} in the handshake"),
            Self::Message => f.write_str("a whole message"),
            Self::Send => f.write_str("the peer to read what was sent"),
        }
    }
}

/// Why a connection ends early, or why a message cannot be sent.
///
/// Offsets count the bytes of the peer's stream from its start, encrypted as they are. After [`Error::Encode`] and [`Error::TooLong`] the
/// connection goes on; after all others it is over.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The connection itself failed.
    Io(io::Error),
    /// The peer's bytes are no session, or ours cannot become one.
    Session {
        /// Where the chunk starts that is wrong or holds what is wrong.
        offset: u64,
        /// What is wrong.
        error: SessionError,
    },
    /// What the peer sent is in proper chunks, but is no value.
    Decode {
        /// What it was to be.
        step: Step,
        /// Where its last chunk ends.
        end: u64,
        /// What is wrong; its offset counts from the start of the value.
        error: DecodeError,
    },
    /// A value of ours cannot be written. Nothing of it was sent.
    Encode {
        /// What it was to be.
        step: Step,
        /// What is wrong.
        error: EncodeError,
    },
    /// A message of ours is longer than the limit. Nothing of it was sent.
    TooLong {
        /// Its bytes, without its 4-byte size.
        size: u32,
        /// The limit: `message_max_bytes` of the session's configuration.
        limit: u32,
    },
    /// A time was up.
    TimedOut {
        /// What was waited for.
        waiting: Waiting,
        /// For how long.
        after: Duration,
        /// How many bytes of the peer's stream were complete chunks.
        received: u64,
    },
    /// The peer caused more work than its allowance.
    OverBudget {
        /// How many bytes of the peer's stream were taken.
        received: u64,
        /// What was to be spent and what was left.
        over: OverBudget,
    },
    /// The peer refused the connection.
    Nacked {
        /// Why.
        motive: Motive,
        /// Whom it names instead.
        peers: Vec<Point>,
    },
    /// We refused the connection because of the peer's version.
    Refused {
        /// Why.
        motive: Motive,
        /// What the peer speaks.
        announced: NetworkVersion,
    },
    /// The system gave no random bytes for the handshake.
    NoRandomness,
    /// The sink was closed, or the connection is over.
    Closed,
}

impl Error {
    /// Whether an error while sending is about one message only, so that the connection goes on.
    pub(crate) const fn is_of_one_message(&self) -> bool {
        matches!(self, Self::Encode { step: Step::Message, .. } | Self::TooLong { .. })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the connection failed: {error}"),
            // These have the offset in their text, or are not about what was received.
            Self::Session { error: error @ (SessionError::Chunk { .. } | SessionError::Truncated { .. }), .. } => {
                error.fmt(f)
            }
            Self::Session { error: error @ (SessionError::Seal(_) | SessionError::OutOfTurn { .. }), .. } => {
                error.fmt(f)
            }
            Self::Session { offset, error } => write!(f, "received at byte {offset}: {error}"),
            Self::Decode { step, end, error } => write!(f, "received up to byte {end}: {step} is refused: {error}"),
            Self::Encode { step, error } => write!(f, "cannot send {step}: {error}"),
            Self::TooLong { size, limit } => {
                write!(f, "cannot send a message of {size} bytes: the limit is {limit} bytes")
            }
            Self::TimedOut { waiting, after, received } => {
                write!(f, "waited {after:?} for {waiting}; received {received} bytes in whole chunks")
            }
            Self::OverBudget { received, over } => write!(f, "received at byte {received}: {over}"),
            Self::Nacked { motive, peers } => {
                write!(f, "the peer refused the connection: {motive}; it names {} other peers", peers.len())
            }
            Self::Refused { motive, announced } => write!(
                f,
                "refused the peer: {motive}; it announced the chain {:?}, distributed_db_version {} and p2p_version {}",
                announced.chain_name.to_string(),
                announced.distributed_db_version,
                announced.p2p_version
            ),
            Self::NoRandomness => f.write_str("the system gave no random bytes"),
            Self::Closed => f.write_str("the connection is closed"),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Session { error, .. } => Some(error),
            Self::Decode { error, .. } => Some(error),
            Self::Encode { error, .. } => Some(error),
            Self::OverBudget { over, .. } => Some(over),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
