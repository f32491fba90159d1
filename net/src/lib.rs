#![doc = include_str!("../README.md")]
//!
//! [`Peer`] is a connection after the handshake: a [`Stream`](futures_util::Stream) of the peer's messages and a
//! [`Sink`](futures_util::Sink) for ours, over anything that is [`AsyncRead`](tokio::io::AsyncRead) and
//! [`AsyncWrite`](tokio::io::AsyncWrite).
//!
//! | item | what it is |
//! |---|---|
//! | [`Peer`] | messages both ways, with timeouts, limits and backpressure |
//! | [`Authenticated`] | a connection between the two halves of the handshake, where a node decides by the identity of the peer |
//! | [`Address`], `Dialer` | where a node is reached, and how connections are opened: directly or through a SOCKS5 proxy (feature `dial`) |
//! | `node::Node` | accepts and opens connections, keeps their number and passes on messages (feature `dial`) |
//! | [`pool`] | the decisions of a node: whom to connect with, whom to refuse, for how long |
//! | [`serve`] | answers of a node that has a chain |
//! | [`TotalBandwidth`] | limits for the bytes per second of each peer, and of all |
//! | [`LargeMessages`] | the memory that large messages of all peers share |
//! | [`identity`] | the file of a node's identity, and the search for its proof of work on all cores |
//! | [`Settings`] | limits, timeouts, the versions, port and metadata that the node announces |
//! | [`Codec`] | the underlying session, for use with your own [`Framed`](tokio_util::codec::Framed) |
//! | [`ValueCodec`] | the values of any [`AsyncRead`](tokio::io::AsyncRead), one after the other: files, and sockets without a session |
//! | [`Message`] | the networks: that of a chain's nodes, and that of the nodes of the data-availability layer |
//! | [`Error`] | the error, with the byte of the peer's stream |
//!
//! # What a peer can cost
//! - Memory: what [`Codec`] holds, one decoded message of at most [`message_heap_max_bytes`](Settings::message_heap_max_bytes), and what waits to be
//!   sent. Nothing is reserved because a size is announced.
//! - Work: an [`Allowance`](tezos_messages::session::Allowance) in [`Settings::session`]; unlimited by default.
//! - Time: the timeouts of [`Settings`].
//!
//! # Monitoring
//! [`Peer::counters`] returns the bytes, frames and messages of a session in both directions, with names that the crate `metrics` can publish. With the
//! feature `tracing`, each session has a span that names its peer, with events for the steps of the handshake and failures (`DEBUG`, `WARN`), for
//! chunks and messages (`TRACE`). Neither contains keys or the contents of messages.

#![forbid(unsafe_code)]

mod address;
mod bandwidth;
mod codec;
#[cfg(feature = "dial")]
mod dial;
mod error;
mod handshake;
pub mod identity;
mod large;
mod message;
#[cfg(feature = "dial")]
pub mod node;
mod peer;
pub mod pool;
pub mod serve;
mod settings;
mod timer;
mod values;

pub use address::{Address, AddressError};
pub use bandwidth::{Bandwidth, Limited, TotalBandwidth};
pub use codec::{Codec, Hold, Packet};
#[cfg(feature = "dial")]
pub use dial::Dialer;
pub use error::{Error, Waiting};
pub use handshake::{Authenticated, Info};
pub use large::LargeMessages;
pub use message::Message;
pub use peer::Peer;
pub use settings::{OnOverBudget, Settings};
pub use values::ValueCodec;
