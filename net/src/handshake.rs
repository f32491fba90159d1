//! The handshake of both roles.
//!
//! Each side sends its connection message, its metadata and its ack, in this order. It checks each of the other side's before it sends its next.
//!
//! Rule: [`p2p_socket.ml`, `authenticate` and `accept`][rule], [`p2p_connect_handler.ml`, `raw_authenticate`][checks].
//!
//! [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_socket.ml#L406
//! [checks]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_connect_handler.ml#L392

use core::{fmt, future::poll_fn, pin::Pin, task::Poll};

use futures_util::{SinkExt, StreamExt};
use tezos_messages::{
    handshake::{Ack, ConnectionMessage, Motive, NetworkVersion},
    hash::PeerId,
    identity::{CryptoBoxPublicKey, Identity},
    p2p::PeerMessage,
    point::Point,
    session::{Role, SessionError},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, error::Elapsed, sleep, timeout_at},
};
use tokio_util::codec::Framed;

use crate::{Codec, Error, Hold, Message, OnOverBudget, Packet, Peer, Settings, Waiting, timer::deadline};

/// What is known of a peer from the handshake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info<M: Message = PeerMessage> {
    /// Our side of the connection.
    pub role: Role,
    /// The peer's key, whose proof of work reaches the target.
    pub public_key: CryptoBoxPublicKey,
    /// The port on which it listens; 0 if it did not send one.
    pub port: u16,
    /// The version that it announced.
    pub announced: NetworkVersion,
    /// The version that both sides use.
    pub version: NetworkVersion,
    /// Its metadata.
    pub metadata: M::Metadata,
}

impl<M: Message> Info<M> {
    /// Returns the peer's identifier.
    #[must_use]
    pub fn peer_id(&self) -> PeerId {
        self.public_key.peer_id()
    }
}

/// A connection whose peer is known, before the two sides accept it.
///
/// [`Peer::connect`] and [`Peer::accept`] accept every peer of the network. A node that decides by the identity of the peer, or by the number of its
/// peers, decides here.
pub struct Authenticated<S, M: Message = PeerMessage> {
    framed: Framed<S, Codec<M>>,
    info: Info<M>,
    settings: Settings<M>,
    deadline: Instant,
}

impl<S: fmt::Debug, M: Message> fmt::Debug for Authenticated<S, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authenticated").field("peer", &self.info.peer_id()).finish_non_exhaustive()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin, M: Message> Authenticated<S, M> {
    /// Exchanges connection messages and metadata over a new connection. `role` is our side: the one that opened the connection or the one that
    /// accepted it.
    ///
    /// The peer's proof of work has to reach the target. A peer of another network, or of an unsupported version, gets a nack.
    ///
    /// # Cancellation
    /// Dropping the future closes the connection.
    ///
    /// # Errors
    /// All except [`Error::Nacked`] and [`Error::Closed`]; [`Error::TimedOut`] after the timeout of the handshake, which also covers
    /// [`Authenticated::accept`].
    pub async fn new(stream: S, role: Role, identity: &Identity, settings: &Settings<M>) -> Result<Self, Error> {
        let deadline = deadline(settings.handshake_timeout);
        let mut framed = Framed::new(stream, Codec::new(role, identity, settings));
        let done = timeout_at(deadline, introduce(&mut framed, identity, settings)).await;
        let (theirs, metadata) = in_time(done, &framed, settings)?;
        let version = match settings.select(&theirs.version) {
            Ok(version) => version,
            Err(motive) => {
                // Whether or not the peer can be told.
                let _ = refuse(framed, settings, deadline, nack(&theirs.version, motive, Vec::new())).await;
                return Err(Error::Refused { motive, announced: theirs.version });
            }
        };
        let ConnectionMessage { public_key, port, version: announced, .. } = theirs;
        let info = Info { role, public_key, port, announced, version, metadata };
        Ok(Self { framed, info, settings: settings.clone(), deadline })
    }

    /// Returns what is known of the peer.
    #[must_use]
    pub const fn info(&self) -> &Info<M> {
        &self.info
    }

    /// Checks that the peer is `peer`: that of the [`Address`](crate::Address) that was dialled. Another peer is disconnected without a nack.
    ///
    /// Rule: [`p2p_connect_handler.ml`, `check_expected_peer_id`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_connect_handler.ml#L328
    ///
    /// # Errors
    /// [`Error::OtherPeer`].
    pub fn expect(self, peer: &PeerId) -> Result<Self, Error> {
        let (expected, found) = (*peer, self.info.peer_id());
        if expected == found { Ok(self) } else { Err(Error::OtherPeer { expected, found }) }
    }

    /// Accepts the connection, and waits until the peer accepts it.
    ///
    /// # Cancellation
    /// Dropping the future closes the connection.
    ///
    /// # Errors
    /// [`Error::Nacked`] if the peer refuses; those of [`Authenticated::new`].
    pub async fn accept(mut self) -> Result<Peer<S, M>, Error> {
        let done = timeout_at(self.deadline, agree(&mut self.framed, &self.settings)).await;
        in_time(done, &self.framed, &self.settings)?;
        Ok(Peer::new(self.framed, self.info, &self.settings))
    }

    /// Refuses the connection, and closes it. `peers` are at most 100 others that may accept one. A peer with version 0 of the peer layer receives
    /// neither these nor the motive.
    ///
    /// # Cancellation
    /// Dropping the future closes the connection, perhaps before the peer has read the refusal.
    ///
    /// # Errors
    /// The errors of [`Authenticated::new`], if the refusal cannot be sent.
    pub async fn reject(self, motive: Motive, peers: Vec<Point>) -> Result<(), Error> {
        let nack = nack(&self.info.announced, motive, peers);
        refuse(self.framed, &self.settings, self.deadline, nack).await
    }
}

/// Exchanges connection messages and metadata.
async fn introduce<S: AsyncRead + AsyncWrite + Unpin, M: Message>(
    framed: &mut Framed<S, Codec<M>>,
    identity: &Identity,
    settings: &Settings<M>,
) -> Result<(ConnectionMessage, M::Metadata), Error> {
    let mut message_nonce = [0; 24];
    getrandom::fill(&mut message_nonce).map_err(|_| Error::NoRandomness)?;
    let hello = ConnectionMessage {
        port: settings.port,
        public_key: *identity.public_key(),
        proof_of_work_stamp: *identity.proof_of_work_stamp(),
        message_nonce,
        version: settings.announced(),
    };
    let as_connection = |packet| if let Packet::Connection(hello) = packet { Some(hello) } else { None };
    let theirs = exchange(framed, settings, Packet::Connection(hello), as_connection).await?;
    let ours = Packet::Metadata(settings.metadata.clone());
    let as_metadata = |packet| if let Packet::Metadata(metadata) = packet { Some(metadata) } else { None };
    let metadata = exchange(framed, settings, ours, as_metadata).await?;
    Ok((theirs, metadata))
}

/// Exchanges acks.
async fn agree<S: AsyncRead + AsyncWrite + Unpin, M: Message>(
    framed: &mut Framed<S, Codec<M>>,
    settings: &Settings<M>,
) -> Result<(), Error> {
    let as_ack = |packet| if let Packet::Ack(ack) = packet { Some(ack) } else { None };
    match exchange(framed, settings, Packet::Ack(Ack::Ack), as_ack).await? {
        Ack::Ack => Ok(()),
        Ack::Nack { motive, peers } => Err(Error::Nacked { motive, peers }),
        Ack::NackV0 => Err(Error::Nacked { motive: Motive::NONE, peers: Vec::new() }),
    }
}

/// The nack that a peer of this version understands.
fn nack(theirs: &NetworkVersion, motive: Motive, peers: Vec<Point>) -> Ack {
    if theirs.p2p_version == 0 { Ack::NackV0 } else { Ack::Nack { motive, peers } }
}

/// The number of bytes that a refused peer may send before it has read the nack, such as its ack. They are discarded unread.
const DISCARDED_MAX_BYTES: usize = 1 << 20;

/// Reads and discards bytes until the peer closes the connection, or has sent more than an honest one.
async fn discard<S: AsyncRead + Unpin>(mut stream: S) {
    let (mut left, mut space) = (DISCARDED_MAX_BYTES, [0; 4096]);
    while left > 0 {
        let mut buffer = ReadBuf::new(&mut space);
        match poll_fn(|cx| Pin::new(&mut stream).poll_read(cx, &mut buffer)).await {
            Ok(()) if !buffer.filled().is_empty() => left = left.saturating_sub(buffer.filled().len()),
            _ => break,
        }
    }
}

/// Sends a nack, and closes the connection when the peer does, or at the deadline.
async fn refuse<S: AsyncRead + AsyncWrite + Unpin, M: Message>(
    mut framed: Framed<S, Codec<M>>,
    settings: &Settings<M>,
    deadline: Instant,
    nack: Ack,
) -> Result<(), Error> {
    let done = timeout_at(deadline, async {
        framed.send(Packet::Ack(nack)).await?;
        SinkExt::<Packet<M>>::close(&mut framed).await
    });
    let done = done.await;
    in_time(done, &framed, settings)?;
    // The peer may have sent its ack. If it were left unread, closing would reset the connection, and the nack could be lost.
    let _ = timeout_at(deadline, discard(framed.into_inner())).await;
    Ok(())
}

/// Sends a message of the handshake while receiving the peer's, so that neither side waits for the other to read. If both fail, returns the error
/// of receiving, which is more specific.
async fn exchange<S: AsyncRead + AsyncWrite + Unpin, M: Message, T>(
    framed: &mut Framed<S, Codec<M>>,
    settings: &Settings<M>,
    ours: Packet<M>,
    part: impl FnOnce(Packet<M>) -> Option<T>,
) -> Result<T, Error> {
    framed.start_send_unpin(ours)?;
    let mut sent = None;
    let packet = loop {
        let received = poll_fn(|cx| {
            if sent.is_none()
                && let Poll::Ready(done) = framed.poll_flush_unpin(cx)
            {
                sent = Some(done);
            }
            framed.poll_next_unpin(cx)
        });
        match received.await.transpose()? {
            // No part of the handshake is large.
            Some(Err(Hold::Large { .. })) => {}
            Some(Err(Hold::OverBudget(over))) => {
                match over.wait.filter(|_| settings.on_over_budget == OnOverBudget::Wait) {
                    Some(wait) => sleep(wait).await,
                    None => return Err(Error::OverBudget { received: framed.codec().received(), over }),
                }
            }
            Some(Ok(packet)) => break Some(packet),
            None => break None,
        }
    };
    if !matches!(packet, Some(Packet::Ack(Ack::Nack { .. } | Ack::NackV0))) {
        match sent {
            Some(sent) => sent?,
            None => framed.flush().await?,
        }
    }
    // The session gives the parts in order.
    packet.and_then(part).ok_or_else(|| {
        let (offset, expected) = (framed.codec().received(), framed.codec().session().receiving());
        Error::Session { offset, error: SessionError::Truncated { offset, expected } }
    })
}

/// Returns the result of a step of the handshake, or the error of its timeout.
fn in_time<S, M: Message, T>(
    done: Result<Result<T, Error>, Elapsed>,
    framed: &Framed<S, Codec<M>>,
    settings: &Settings<M>,
) -> Result<T, Error> {
    done.unwrap_or_else(|_| {
        let step = framed.codec().session().receiving();
        Err(Error::TimedOut {
            waiting: Waiting::Handshake(step),
            after: settings.handshake_timeout,
            received: framed.codec().received(),
        })
    })
}
