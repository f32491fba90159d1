//! The encrypted session between two peers, without input and output of its own: bytes in, events out.
//!
//! Each side sends, in this order: its connection message in the clear; its metadata and its ack, one encrypted chunk
//! each; messages, cut into encrypted chunks. Both sides send without waiting for each other until they need the
//! other's key.
//!
//! | module       | what it does                                                 |
//! |--------------|--------------------------------------------------------------|
//! | [`chunk`]    | cuts a stream into chunks by their 2-byte length             |
//! | [`nonce`]    | derives the first nonces of both directions, counts them on  |
//! | [`cipher`]   | seals and opens chunks                                       |
//! | [`assembly`] | joins plaintexts into messages by their 4-byte size          |
//! | [`Budget`]   | meters the work that the peer causes                         |
//! | [`salvage`]  | finds chunks in a recording that lost packets           |
//! | [`Session`]  | all of it in order, for both roles                           |
//!
//! The session knows metadata and messages as bytes; their types give them meaning. So it is also that between the nodes of the
//! data-availability layer ([`dal`](crate::dal)).
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
pub use error::{ChunkError, SessionError, Step};
pub use machine::Session;
pub use record::{Counters, Traffic};

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::identity::Target;

/// Which side of the TCP connection a peer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// It opened the connection.
    Initiator,
    /// It accepted the connection.
    Responder,
}

impl Role {
    /// The peer's role.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Initiator => Self::Responder,
            Self::Responder => Self::Initiator,
        }
    }
}

/// What a session asks of its peer and of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// What the peer's proof of work has to reach.
    pub target: Target,
    /// Bytes that the metadata of either side may have: 2 between the nodes of a chain. Nodes of the data-availability layer have other
    /// metadata: [`dal::session_config`](crate::dal::session_config).
    pub metadata_bytes: RangeInclusive<usize>,
    /// Most bytes of a message after its 4-byte size, both ways.
    pub message_max_bytes: u32,
    /// Most bytes of plaintext in a chunk that we send; brought into 1 to [`chunk::PLAINTEXT_MAX_BYTES`].
    pub chunk_max_bytes: usize,
    /// Whose messages these are, by which their costs are known.
    pub network: Network,
    /// What the peer may cost: opening its chunks and decoding its messages; `None` for any amount.
    pub allowance: Option<Allowance>,
}

impl Default for Config {
    /// Difficulty 26, as on mainnet; the metadata of a chain's nodes; messages of 16 MiB, which is above the bound of every kind; chunks as large as
    /// they can be; no budget.
    fn default() -> Self {
        Self {
            target: Target::from_bits(26),
            metadata_bytes: 2..=2,
            message_max_bytes: 0x0100_0000,
            chunk_max_bytes: chunk::PLAINTEXT_MAX_BYTES,
            network: Network::Chain,
            allowance: None,
        }
    }
}

/// How much of the peer's stream a session has made events of: [`Session::consumed`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consumed {
    /// Bytes from the start of the stream, in whole frames: where the next frame starts, or the one in which a failure is.
    pub bytes: u64,
    /// Bytes at the end of what these frames hold that are in no message handed out: the start of the next message, or of the one
    /// that is refused.
    pub pending: usize,
}

/// Something complete that came from the peer; `B` are bytes.
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

/// An event in the memory of its session.
pub type Event<'a> = EventOf<&'a [u8]>;

/// An event that outlives its session.
pub type OwnedEvent = EventOf<Vec<u8>>;

impl<B> EventOf<B> {
    /// The same event with other bytes.
    pub fn map<C>(self, change: impl FnOnce(B) -> C) -> EventOf<C> {
        match self {
            Self::Connection(bytes) => EventOf::Connection(change(bytes)),
            Self::Metadata(bytes) => EventOf::Metadata(change(bytes)),
            Self::Ack(bytes) => EventOf::Ack(change(bytes)),
            Self::Message(bytes) => EventOf::Message(change(bytes)),
        }
    }
}

impl Event<'_> {
    /// The event with bytes of its own.
    #[must_use]
    pub fn into_owned(self) -> OwnedEvent {
        self.map(<[u8]>::to_vec)
    }
}
