//! Errors of connections.

use core::{error, fmt, time::Duration};
use std::io;

use bytes::Bytes;
use tezos_encoding::{EncodeError, Refused, cost::Cost};
use tezos_messages::{
    cost::explanation_cost,
    handshake::{Motive, NetworkVersion},
    hash::PeerId,
    point::Point,
    session::{OverBudget, SessionError, SessionStep},
};

/// What a timeout was waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Waiting {
    /// A message of the handshake from the peer.
    Handshake(SessionStep),
    /// A whole message from the peer.
    Message,
    /// The peer, to receive what was sent.
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

/// An error that ends a connection, or of a message that cannot be sent.
///
/// Offsets count the encrypted bytes of the peer's stream from its start. After [`Error::Encode`] and [`Error::TooLong`] the connection can still
/// be used; after all others it is closed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The connection itself failed.
    Io(io::Error),
    /// The peer's bytes are not a valid session, or ours cannot be part of one.
    Session {
        /// The start of the faulty chunk, or of the chunk with the faulty contents.
        offset: u64,
        /// The error.
        error: SessionError,
    },
    /// The peer sent valid chunks whose contents cannot be decoded.
    Decode {
        /// What was decoded or encoded.
        step: SessionStep,
        /// The end of its last chunk.
        end: u64,
        /// The bytes and their error, which is explained when it is displayed; its offset counts from the start of the value.
        error: Refused<Bytes>,
    },
    /// A value cannot be encoded. Nothing of it was sent.
    Encode {
        /// What was decoded or encoded.
        step: SessionStep,
        /// The error.
        error: EncodeError,
    },
    /// A message to send is longer than the limit. Nothing of it was sent.
    TooLong {
        /// Its length in bytes, without its 4-byte size prefix.
        size: u32,
        /// The limit: `message_max_bytes` of the session's configuration.
        limit: u32,
    },
    /// A timeout passed.
    TimedOut {
        /// What was awaited.
        waiting: Waiting,
        /// The timeout.
        after: Duration,
        /// The number of bytes of the peer's stream that were in complete chunks.
        received: u64,
    },
    /// The peer caused more work than its allowance.
    OverBudget {
        /// The number of bytes of the peer's stream that were taken.
        received: u64,
        /// The cost, and the budget that was left.
        over: OverBudget,
    },
    /// The peer refused the connection.
    Nacked {
        /// The motive.
        motive: Motive,
        /// The peers that it suggests instead.
        peers: Vec<Point>,
    },
    /// This node refused the connection because of the peer's version.
    Refused {
        /// The motive.
        motive: Motive,
        /// The version that the peer announced.
        announced: NetworkVersion,
    },
    /// Another peer than the expected one is at the address.
    OtherPeer {
        /// The identifier of the expected peer.
        expected: PeerId,
        /// That of the peer.
        found: PeerId,
    },
    /// The system provided no random bytes for the handshake.
    NoRandomness,
    /// The sink was closed, or the connection has ended.
    Closed,
}

impl Error {
    /// Returns true if an error while sending concerns one message only, so that the connection can still be used.
    pub(crate) const fn is_of_one_message(&self) -> bool {
        matches!(self, Self::Encode { step: SessionStep::Message, .. } | Self::TooLong { .. })
    }

    /// Returns a bound on the cost of displaying the error: that of [`Error::Decode`] searches for the reason when it is displayed. It is not
    /// charged to the peer's allowance, because the connection has ended. Peers choose the bytes, so a node that logs errors has a budget for it:
    ///
    /// ```
    /// use tezos_messages::session::Budget;
    /// use tezos_net::Error;
    ///
    /// fn log(error: &Error, budget: &mut Budget) {
    ///     match budget.spend(error.display_cost()) {
    ///         Ok(()) => eprintln!("{error}"),
    ///         Err(_) => eprintln!("{error:?}"), // the kind of error and the offset
    ///     }
    /// }
    /// ```
    #[must_use]
    pub fn display_cost(&self) -> Cost {
        match self {
            Self::Decode { error, .. } => explanation_cost(u64::try_from(error.bytes().len()).unwrap_or(u64::MAX)),
            _ => Cost::ZERO,
        }
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
            Self::OtherPeer { expected, found } => write!(f, "expected the peer {expected}, found {found}"),
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
