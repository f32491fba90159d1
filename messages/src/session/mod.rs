//! The encrypted session between two peers, without input or output: it takes bytes and returns events.
//!
//! Each side sends, in this order: its connection message in the clear; its metadata and its ack, one encrypted chunk
//! each; messages, cut into encrypted chunks. Neither side waits for the other until it needs the other's key.
//!
//! | module       | what it does                                                 |
//! |--------------|--------------------------------------------------------------|
//! | [`chunk`]    | cuts a stream into chunks by their 2-byte length             |
//! | [`nonce`]    | derives the first nonces of both directions and counts       |
//! | [`cipher`]   | seals and opens chunks                                       |
//! | [`assembly`] | joins plaintexts into messages by their 4-byte size          |
//! | [`Budget`]   | meters the work that the peer causes                         |
//! | [`salvage`]  | finds chunks in a recording that lost packets                |
//! | [`Session`]  | the whole session, for both roles                            |
//!
//! Metadata and messages are bytes here, so nodes of the data-availability layer ([`dal`](crate::dal)) use the same session.
//!
//! Rule: [`p2p_socket.ml`](https://gitlab.com/tezos/tezos/-/blob/455f0f6ef16d0a2cb0ae4a280c44ca779586361a/src/lib_p2p/p2p_socket.ml).

pub mod assembly;
mod budget;
pub mod chunk;
pub mod cipher;
mod error;
mod machine;
pub mod nonce;
mod record;
pub mod salvage;

pub use budget::{Allowance, Budget, Network, OverBudget, chunk_cost};
pub use error::{ChunkError, SessionError, SessionStep};
pub use machine::Session;
pub use record::{Counters, Traffic};

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::identity::PowTarget;

/// Which side of the TCP connection a peer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// It opened the connection.
    Initiator,
    /// It accepted the connection.
    Responder,
}

impl Role {
    /// Returns the role of the other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Initiator => Self::Responder,
            Self::Responder => Self::Initiator,
        }
    }
}

/// Requirements and limits of a session, for both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The difficulty that the peer's proof of work has to reach.
    pub target: PowTarget,
    /// Permitted sizes of the metadata of either side: 2 bytes between nodes of a chain; for nodes of the data-availability layer, see [`dal::session_config`](crate::dal::session_config).
    pub metadata_bytes: RangeInclusive<usize>,
    /// Maximum number of bytes of a message after its 4-byte size, in both directions.
    pub message_max_bytes: u32,
    /// Maximum number of bytes of plaintext in a chunk that we send; clamped to 1 to [`chunk::PLAINTEXT_MAX_BYTES`].
    pub chunk_max_bytes: usize,
    /// The network, which determines the costs of messages.
    pub network: Network,
    /// Limit of the cost of decrypting the peer's chunks and decoding its messages; `None` for no limit.
    pub allowance: Option<Allowance>,
}

impl Default for Config {
    /// Difficulty 26, as on mainnet; the metadata of a chain's nodes; messages of 16 MiB, which is above the limit of every kind; the largest
    /// chunks; no budget.
    fn default() -> Self {
        Self {
            target: PowTarget::from_bits(26),
            metadata_bytes: 2..=2,
            message_max_bytes: 0x0100_0000,
            chunk_max_bytes: chunk::PLAINTEXT_MAX_BYTES,
            network: Network::Chain,
            allowance: None,
        }
    }
}

/// How much of the peer's stream a session has returned as events: [`Session::consumed`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consumed {
    /// Number of bytes in whole frames: the offset of the next frame, or of the frame with the failure.
    pub bytes: u64,
    /// Number of decrypted bytes that are not yet in a returned message: the start of the next message, or of the refused one.
    pub pending: usize,
}

/// A complete part of the peer's stream; `B` is the type of its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventOf<B> {
    /// Its connection message, without the length of the chunk.
    Connection(B),
    /// Its metadata, of one of the lengths of [`Config::metadata_bytes`].
    Metadata(B),
    /// Its ack, or its nack, which ends the session.
    Ack(B),
    /// A message, with its 4-byte size.
    Message(B),
}

/// An event that borrows from its session.
pub type SessionEvent<'a> = EventOf<&'a [u8]>;

/// An event that outlives its session.
pub type OwnedEvent = EventOf<Vec<u8>>;

impl<B> EventOf<B> {
    /// Converts the bytes of the event.
    pub fn map<C>(self, change: impl FnOnce(B) -> C) -> EventOf<C> {
        match self {
            Self::Connection(bytes) => EventOf::Connection(change(bytes)),
            Self::Metadata(bytes) => EventOf::Metadata(change(bytes)),
            Self::Ack(bytes) => EventOf::Ack(change(bytes)),
            Self::Message(bytes) => EventOf::Message(change(bytes)),
        }
    }
}

impl SessionEvent<'_> {
    /// Copies the bytes of the event.
    #[must_use]
    pub fn into_owned(self) -> OwnedEvent {
        self.map(<[u8]>::to_vec)
    }
}
