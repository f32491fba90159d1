//! Tezos peers over tokio.
//!
//! [`Peer`] is a connection after the handshake: a [`Stream`](futures_util::Stream) of the peer's messages and a
//! [`Sink`](futures_util::Sink) for ours, over anything that is [`AsyncRead`](tokio::io::AsyncRead) and
//! [`AsyncWrite`](tokio::io::AsyncWrite).
//!
//! | item | what it is |
//! |---|---|
//! | [`Peer`] | messages both ways, with timeouts, limits and backpressure |
//! | [`Authenticated`] | a connection between the two halves of the handshake, where a node decides by the identity of the peer |
//! | [`Settings`] | limits, timeouts, the versions, port and metadata that the node announces |
//! | [`Codec`] | the underlying session, for use with your own [`Framed`](tokio_util::codec::Framed) |
//! | [`ValueCodec`] | the values of any [`AsyncRead`](tokio::io::AsyncRead), one after the other: files, and sockets without a session |
//! | [`Message`] | the networks: that of a chain's nodes, and that of the nodes of the data-availability layer |
//! | [`Error`] | the error, with the byte of the peer's stream |
//!
//! ```
//! use futures_util::{SinkExt, StreamExt};
//! use tezos_messages::{identity::{Identity, Target}, p2p::PeerMessage};
//! use tezos_net::{Peer, Settings};
//! use tokio::net::{TcpListener, TcpStream};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut settings = Settings::new("TEZOS_EXAMPLE");
//! settings.session.target = Target::from_bits(8); // 26 on mainnet
//!
//! let listener = TcpListener::bind("127.0.0.1:0").await?;
//! let address = listener.local_addr()?;
//! let ours = (Identity::generate(&settings.session.target)?, settings.clone());
//! let node = tokio::spawn(async move {
//!     let (stream, _) = listener.accept().await.unwrap();
//!     let mut peer: Peer<_> = Peer::accept(stream, &ours.0, &ours.1).await.unwrap();
//!     while let Some(message) = peer.next().await {
//!         if message.unwrap() == PeerMessage::Bootstrap {
//!             peer.send(PeerMessage::Advertise(vec!["1.2.3.4:9732".parse().unwrap()])).await.unwrap();
//!         }
//!     }
//! });
//!
//! let identity = Identity::generate(&settings.session.target)?;
//! let mut peer = Peer::connect(TcpStream::connect(address).await?, &identity, &settings).await?;
//! peer.send(PeerMessage::Bootstrap).await?;
//! let Some(PeerMessage::Advertise(points)) = peer.next().await.transpose()? else { panic!() };
//! assert_eq!(points[0].to_string(), "1.2.3.4:9732");
//! peer.close().await?; // the node sees the end of the stream
//! node.await?;
//! # Ok(())
//! # }
//! ```
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

mod codec;
mod error;
mod handshake;
mod message;
mod peer;
mod settings;
mod timer;
mod values;

pub use codec::{Codec, Packet};
pub use error::{Error, Waiting};
pub use handshake::{Authenticated, Info};
pub use message::Message;
pub use peer::Peer;
pub use settings::{OnOverBudget, Settings};
pub use values::ValueCodec;
