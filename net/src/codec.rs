//! The session as a codec of `tokio_util`.

use core::marker::PhantomData;

use bytes::{Bytes, BytesMut};
use tezos_encoding::{Decode, Encode, HeapBudget, Limits, Refused};
use tezos_messages::{
    handshake::{Ack, ConnectionMessage},
    identity::Identity,
    p2p::PeerMessage,
    session::{OverBudget, Role, Session, SessionError, SessionEvent, SessionStep},
};
use tokio::time::Instant;
use tokio_util::codec::{Decoder, Encoder};

use crate::{Error, Message, Settings};

/// What a peer sends: the three messages of the handshake, in this order, or a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Packet<M: Message = PeerMessage> {
    /// Its key, its proof of work and its versions.
    Connection(ConnectionMessage),
    /// Its metadata.
    Metadata(M::Metadata),
    /// Its acceptance or refusal of the connection.
    Ack(Ack),
    /// A message.
    Message(M),
}

/// Why the next packet is not returned yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hold {
    /// It costs more than the peer's [`Allowance`](tezos_messages::session::Allowance) has left. Decoding again after `wait` continues with it.
    OverBudget(OverBudget),
    /// A message of more than 256 KiB has begun, and the peers share the memory of such messages. Decoding again continues with it.
    Large {
        /// Its size in bytes.
        size: u32,
    },
}

/// One side of a session as a [`Decoder`] and an [`Encoder`] of [`Packet`]s, for both roles.
///
/// A node uses [`Peer`](crate::Peer), which adds the handshake, timeouts and backpressure. The codec alone checks frames, encryption, proof of
/// work, limits and the order of the packets.
///
/// If the next packet has to wait, decoding returns `Err(Hold)` as an item, which is not an error of the stream. Nothing is lost: decoding again
/// continues with that packet. Time is that of tokio's clock.
///
/// With the feature `bytes`, a message is copied once into a buffer of its own, which the `Blob`s in it share instead of copying their parts
/// again. A part that you keep then keeps the whole buffer alive.
///
/// The codec holds the received bytes that are in no returned packet yet: at most one message (`message_max_bytes`), one chunk (64 kB) and the
/// bytes of one read.
#[derive(Debug)]
pub struct Codec<M: Message = PeerMessage> {
    session: Session,
    heap_max_bytes: usize,
    refilled: Instant,
    /// True if a large message is reported when it begins.
    reports_large: bool,
    /// True if that was done.
    is_reported: bool,
    messages: PhantomData<fn() -> M>,
}

impl<M: Message> Codec<M> {
    /// Returns a codec at the start of a session. It uses the limits of the session and of the heap from the settings.
    #[must_use]
    pub fn new(role: Role, identity: &Identity, settings: &Settings<M>) -> Self {
        Self {
            session: Session::new(role, identity, settings.session.clone()),
            heap_max_bytes: settings.message_heap_max_bytes,
            refilled: Instant::now(),
            reports_large: settings.large_messages.is_some(),
            is_reported: false,
            messages: PhantomData,
        }
    }

    /// Returns the underlying session: what is sent and received next, the peer's key, its budget.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The number of bytes of the peer's stream that were taken, in whole chunks.
    #[must_use]
    pub fn received(&self) -> u64 {
        self.session.consumed().bytes
    }

    /// Refills the peer's budget for the time since the last packet.
    fn refill(&mut self) {
        if self.session.budget().is_some() {
            let now = Instant::now();
            self.session.refill(now.saturating_duration_since(self.refilled));
            self.refilled = now;
        }
    }

    /// Reports a large message once.
    fn large(&mut self) -> Option<Hold> {
        if !self.reports_large || self.is_reported {
            return None;
        }
        let size = self.session.large_message()?;
        self.is_reported = true;
        Some(Hold::Large { size })
    }

    fn session_error(&self, error: SessionError) -> Error {
        Error::Session { offset: self.received(), error }
    }

    /// Returns the next packet in the bytes that the session has received.
    fn next(&mut self) -> Result<Option<Result<Packet<M>, Hold>>, Error> {
        let (step, decoded) = match self.session.next_event() {
            Ok(None) => return Ok(self.large().map(Err)),
            Ok(Some(event)) => {
                self.is_reported = false;
                decode(event, self.heap_max_bytes)
            }
            Err(SessionError::OverBudget(over)) => return Ok(Some(Err(Hold::OverBudget(over)))),
            Err(error) => return Err(self.session_error(error)),
        };
        match decoded {
            Ok(packet) => Ok(Some(Ok(packet))),
            Err(refused) => {
                let error = refused.map(|kept| match kept {
                    Kept::Copy(bytes) => bytes,
                    Kept::Last(length) => {
                        let buffer = Bytes::from(self.session.take_message());
                        buffer.slice(buffer.len().saturating_sub(length)..)
                    }
                });
                Err(Error::Decode { step, end: self.received(), error })
            }
        }
    }
}

/// Where the refused bytes are.
enum Kept {
    /// Here: those of the handshake are short.
    Copy(Bytes),
    /// In the session, which has received a message of this length: a copy would take longer than decoding it.
    Last(usize),
}

/// Decodes the bytes of an event. Each message has a heap budget of its own.
fn decode<M: Message>(
    event: SessionEvent<'_>,
    heap_max_bytes: usize,
) -> (SessionStep, Result<Packet<M>, Refused<Kept>>) {
    fn read<'a, T: Decode<'a>>(bytes: &'a [u8], heap: &'a HeapBudget) -> Result<T, Refused<Kept>> {
        let copied = |refused: Refused<&[u8]>| refused.map(|bytes| Kept::Copy(Bytes::copy_from_slice(bytes)));
        T::read_within(bytes, Limits::default(), heap).map_err(copied)
    }
    let heap = HeapBudget::new(heap_max_bytes);
    match event {
        SessionEvent::Connection(bytes) => (SessionStep::Connection, read(bytes, &heap).map(Packet::Connection)),
        SessionEvent::Metadata(bytes) => (SessionStep::Metadata, read(bytes, &heap).map(Packet::Metadata)),
        SessionEvent::Ack(bytes) => (SessionStep::Ack, read(bytes, &heap).map(Packet::Ack)),
        SessionEvent::Message(bytes) => {
            #[cfg(feature = "bytes")]
            let bytes = &Bytes::copy_from_slice(bytes);
            (SessionStep::Message, read_message(bytes, &heap).map(Packet::Message))
        }
    }
}

/// Decodes a message that owns its parts. A function of its own, because bytes and heap have to live equally long.
#[cfg(not(feature = "bytes"))]
fn read_message<'a, M: Decode<'a>>(bytes: &'a [u8], heap: &'a HeapBudget) -> Result<M, Refused<Kept>> {
    M::read_within(bytes, Limits::default(), heap).map_err(|refused| refused.map(|bytes| Kept::Last(bytes.len())))
}

/// Decodes a message that shares the buffer.
#[cfg(feature = "bytes")]
fn read_message<'a, M: Decode<'a>>(bytes: &'a Bytes, heap: &'a HeapBudget) -> Result<M, Refused<Kept>> {
    let kept = |refused: Refused<&[u8]>| refused.map(|bytes| Kept::Last(bytes.len()));
    M::read_shared_within(bytes, Limits::default(), heap).map_err(kept)
}

impl<M: Message> Decoder for Codec<M> {
    type Item = Result<Packet<M>, Hold>;
    type Error = Error;

    /// Takes all bytes, and returns the next packet that is complete.
    ///
    /// # Errors
    /// [`Error::Session`], [`Error::Decode`].
    fn decode(&mut self, bytes: &mut BytesMut) -> Result<Option<Self::Item>, Error> {
        self.session.feed(bytes);
        bytes.clear();
        self.refill();
        self.next()
    }

    /// Returns the remaining packets after the peer has closed the connection.
    ///
    /// # Errors
    /// The errors of [`Codec::decode`]; [`SessionError::Truncated`] if the stream ends inside a chunk, a message or the handshake.
    fn decode_eof(&mut self, bytes: &mut BytesMut) -> Result<Option<Self::Item>, Error> {
        match self.decode(bytes)? {
            None => self.session.finish().map(|()| None).map_err(|error| self.session_error(error)),
            packet => Ok(packet),
        }
    }
}

impl<M: Message> Encoder<Packet<M>> for Codec<M> {
    type Error = Error;

    /// Appends a packet as encrypted chunks. On an error, nothing is appended and the session is unchanged.
    ///
    /// # Errors
    /// [`Error::Encode`], [`Error::TooLong`]; [`SessionError::OutOfTurn`] and the like.
    fn encode(&mut self, packet: Packet<M>, out: &mut BytesMut) -> Result<(), Error> {
        let not_a_value = |step| move |error| Error::Encode { step, error };
        let sealed = match &packet {
            Packet::Connection(hello) => {
                self.session.connection(&hello.to_bytes().map_err(not_a_value(SessionStep::Connection))?)
            }
            Packet::Metadata(metadata) => {
                self.session.metadata(&metadata.to_bytes().map_err(not_a_value(SessionStep::Metadata))?)
            }
            Packet::Ack(ack) => self.session.ack(&ack.to_bytes().map_err(not_a_value(SessionStep::Ack))?),
            Packet::Message(message) => {
                self.session.message(&message.to_bytes().map_err(not_a_value(SessionStep::Message))?)
            }
        };
        match sealed {
            Ok(bytes) => {
                out.extend_from_slice(&bytes);
                Ok(())
            }
            Err(SessionError::MessageTooLong { size, limit }) => Err(Error::TooLong { size, limit }),
            Err(error) => Err(self.session_error(error)),
        }
    }
}
