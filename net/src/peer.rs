//! A peer as a stream and a sink of messages.

use core::{
    fmt,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::BytesMut;
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tezos_messages::{
    identity::Identity,
    p2p::PeerMessage,
    session::{Budget, Counters, OverBudget, Role},
};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::codec::Framed;

use crate::{
    Authenticated, Codec, Error, Hold, Info, Message, OnOverBudget, Packet, Settings, Waiting, large::Reservation,
    timer::Timer,
};

/// The capacity in bytes that an empty buffer keeps for the next message.
const KEPT_BYTES: usize = 64 << 10;

/// The number of messages that are returned one after another before the task yields.
const MESSAGES_AT_ONCE: u8 = 32;

/// The least time that a peer over its budget waits: each wait wakes the task.
const LEAST_PAUSE: Duration = Duration::from_millis(50);

/// A peer after the handshake: a [`Stream`] of its messages, and a [`Sink`] for ours. [`StreamExt::split`] separates the two, for two tasks.
///
/// The stream ends after its first error, and when the peer closes the connection between two messages.
///
/// # Backpressure
/// The peer's bytes are read only while a message is awaited, up to its end and what the same read returned. A peer that sends faster than its
/// messages are taken, or more than its allowance permits, blocks. The sink is ready while fewer than
/// [`send_buffer_bytes`](Settings::send_buffer_bytes) bytes wait to be written.
///
/// # Cancellation
/// Received bytes and bytes to send are held in the peer, not in futures. Futures of these methods can be dropped at any await and created again:
///
/// | method                                   | when its future is dropped                                                      |
/// |------------------------------------------|---------------------------------------------------------------------------------|
/// | [`StreamExt::next`]                      | no byte and no message is lost; the next future continues                        |
/// | [`SinkExt::flush`]                       | bytes that are not written remain queued                                        |
/// | [`SinkExt::close`]                       | bytes that are not written remain queued; closing again continues               |
/// | [`Peer::ready`]                          | nothing has changed; once it is ready, [`Sink::start_send`] does not wait       |
/// | [`SinkExt::send`], [`SinkExt::feed`]     | the message is queued whole, or not at all and dropped with the future; use `ready` and `start_send` to know which |
/// | [`Peer::connect`], [`Peer::accept`]      | the connection is closed                                                        |
///
/// # Timeouts
/// They run while the peer is polled. The timeout for messages starts when a message is first awaited and ends when a whole one has arrived, also
/// while a peer over its budget waits. A large message has to arrive within the time of [`LargeMessages`](crate::LargeMessages). The timeout for
/// sending runs while `ready`, `flush` or `close` wait.
///
/// # Fairness
/// After 32 messages that were received already, the stream yields to other tasks of the thread. A peer over its budget is read again after 50 ms at
/// the earliest, or when its budget is full.
///
/// # Threads
/// Chunks are decrypted and messages decoded in `poll_next`, on the thread that polls. Tokio's cooperative budget ends a poll after 128 reads of 8 kB
/// each, whose chunks take about 1.5 ms to decrypt. Decoding one message is not interrupted. By [`cost`](tezos_messages::cost), on the machine named
/// there, the operations of a block take at most 0.5 ms for their mebibyte, and the worst message, a head of 8.5 MB made of the smallest elements,
/// 31 ms. To exclude it, lower `message_max_bytes` or the burst of the allowance. Of a message of more than 256 KiB, each chunk is also checked when it
/// arrives, which takes up to 2.5 ms.
pub struct Peer<S, M: Message = PeerMessage> {
    framed: Framed<S, Codec<M>>,
    info: Info<M>,
    on_over_budget: OnOverBudget,
    idle: Timer,
    sending: Timer,
    /// Runs until a peer over its budget may continue.
    pause: Timer,
    /// The memory for a large message, and the heap that decoding one may take.
    large: Option<Reservation>,
    message_heap_max_bytes: usize,
    /// The number of messages that were returned since the task last yielded.
    at_once: u8,
    /// True if the stream has ended.
    is_over: bool,
    /// True if the sink was closed or has failed.
    is_closed: bool,
}

impl<S, M: Message> fmt::Debug for Peer<S, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peer").field("peer", &self.info.peer_id()).finish_non_exhaustive()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin, M: Message> Peer<S, M> {
    /// Performs the handshake over a connection that this node opened.
    ///
    /// # Errors
    /// The errors of [`Authenticated::new`] and [`Authenticated::accept`].
    pub async fn connect(stream: S, identity: &Identity, settings: &Settings<M>) -> Result<Self, Error> {
        Authenticated::new(stream, Role::Initiator, identity, settings).await?.accept().await
    }

    /// Performs the handshake over a connection that this node accepted.
    ///
    /// # Errors
    /// The errors of [`Authenticated::new`] and [`Authenticated::accept`].
    pub async fn accept(stream: S, identity: &Identity, settings: &Settings<M>) -> Result<Self, Error> {
        Authenticated::new(stream, Role::Responder, identity, settings).await?.accept().await
    }

    pub(crate) fn new(mut framed: Framed<S, Codec<M>>, info: Info<M>, settings: &Settings<M>) -> Self {
        framed.set_backpressure_boundary(settings.send_buffer_bytes);
        Self {
            framed,
            info,
            on_over_budget: settings.on_over_budget,
            idle: Timer::new(settings.idle_timeout),
            sending: Timer::new(settings.send_timeout),
            pause: Timer::new(None),
            large: settings.large_messages.as_ref().map(Reservation::new),
            message_heap_max_bytes: settings.message_heap_max_bytes,
            at_once: 0,
            is_over: false,
            is_closed: false,
        }
    }

    /// Returns what is known of the peer from the handshake.
    #[must_use]
    pub const fn info(&self) -> &Info<M> {
        &self.info
    }

    /// Returns the number of bytes of the peer's stream that were taken, in whole chunks.
    #[must_use]
    pub fn received(&self) -> u64 {
        self.framed.codec().received()
    }

    /// Returns the budget that the peer has left after its last message; `None` without an allowance.
    #[must_use]
    pub fn budget(&self) -> Option<&Budget> {
        self.framed.codec().session().budget()
    }

    /// Returns what passed through the session since its start, the handshake included.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        self.framed.codec().session().counters()
    }

    /// Waits until the sink accepts a message.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::TimedOut`], [`Error::Closed`].
    pub async fn ready(&mut self) -> Result<(), Error> {
        core::future::poll_fn(|cx| self.poll_ready_unpin(cx)).await
    }

    /// Waits for a packet that has neither to wait for the budget of the peer nor for memory.
    fn poll_packet(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Packet<M>, Error>>> {
        loop {
            if self.pause.is_running() {
                ready!(self.pause.poll(cx));
                self.pause.stop();
            }
            if let Some(large) = &mut self.large {
                ready!(large.poll(cx));
            }
            let hold = match self.framed.poll_next_unpin(cx) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Some(Ok(Err(hold)))) => hold,
                Poll::Ready(Some(Ok(Ok(packet)))) => return Poll::Ready(Some(Ok(packet))),
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Some(Err(error))),
                Poll::Ready(None) => return Poll::Ready(None),
            };
            match hold {
                Hold::OverBudget(over) => {
                    if let Err(error) = self.hold(over) {
                        return Poll::Ready(Some(Err(error)));
                    }
                }
                Hold::Large { size } => {
                    let bytes = usize::try_from(size).unwrap_or(usize::MAX);
                    let bytes = bytes.saturating_add(self.message_heap_max_bytes);
                    self.large.iter_mut().for_each(|large| large.want(bytes));
                }
            }
        }
    }

    /// Makes a peer over its budget wait.
    fn hold(&mut self, over: OverBudget) -> Result<(), Error> {
        let received = self.received();
        let wait = over.wait.filter(|_| self.on_over_budget == OnOverBudget::Wait);
        let wait = wait.ok_or(Error::OverBudget { received, over })?;
        let until_full = self.budget().and_then(Budget::until_full).unwrap_or(wait);
        self.pause.start(wait.max(LEAST_PAUSE.min(until_full)));
        Ok(())
    }

    /// Takes the result of sending, and waits for it until the timeout.
    fn poll_sent(&mut self, cx: &mut Context<'_>, sent: Poll<Result<(), Error>>) -> Poll<Result<(), Error>> {
        let done = match sent {
            Poll::Ready(done) => done,
            Poll::Pending => {
                let after = ready!(self.sending.poll_running(cx));
                Err(Error::TimedOut { waiting: Waiting::Send, after, received: self.received() })
            }
        };
        self.sending.stop();
        self.is_closed |= done.is_err();
        Poll::Ready(done)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin, M: Message> Stream for Peer<S, M> {
    type Item = Result<M, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if this.is_over {
            return Poll::Ready(None);
        }
        if this.at_once == MESSAGES_AT_ONCE {
            this.at_once = 0;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let item = loop {
            match this.poll_packet(cx) {
                Poll::Ready(Some(Ok(Packet::Message(message)))) => {
                    this.at_once = this.at_once.saturating_add(1);
                    break Some(Ok(message));
                }
                // The session gives no part of the handshake after it.
                Poll::Ready(Some(Ok(_))) => {}
                Poll::Ready(Some(Err(error))) => break Some(Err(error)),
                Poll::Ready(None) => break None,
                Poll::Pending => {
                    this.at_once = 0;
                    let late = this.large.as_mut().map_or(Poll::Pending, |large| large.poll_late(cx));
                    let after = if let Poll::Ready(time) = late { time } else { ready!(this.idle.poll_running(cx)) };
                    break Some(Err(Error::TimedOut { waiting: Waiting::Message, after, received: this.received() }));
                }
            }
        };
        this.idle.stop();
        this.large.iter_mut().for_each(Reservation::release_later);
        this.is_over = !matches!(item, Some(Ok(_)));
        Poll::Ready(item)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin, M: Message> Sink<M> for Peer<S, M> {
    type Error = Error;

    fn poll_ready(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        if self.is_closed {
            return Poll::Ready(Err(Error::Closed));
        }
        let sent = Sink::<Packet<M>>::poll_ready(Pin::new(&mut self.framed), cx);
        self.poll_sent(cx, sent)
    }

    /// Encrypts a message. After an error of this message only, [`Error::Encode`] or [`Error::TooLong`], the sink accepts others.
    fn start_send(mut self: Pin<&mut Self>, message: M) -> Result<(), Error> {
        if self.is_closed {
            return Err(Error::Closed);
        }
        let done = self.framed.start_send_unpin(Packet::Message(message));
        self.is_closed |= done.as_ref().is_err_and(|error| !error.is_of_one_message());
        done
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        let sent = Sink::<Packet<M>>::poll_flush(Pin::new(&mut self.framed), cx);
        ready!(self.poll_sent(cx, sent))?;
        let buffer = self.framed.write_buffer_mut();
        // Not `capacity`, which does not count the bytes in front that were written.
        if buffer.is_empty() && buffer.try_reclaim(KEPT_BYTES.saturating_add(1)) {
            *buffer = BytesMut::new();
        }
        Poll::Ready(Ok(()))
    }

    /// Writes all queued bytes, and closes our half of the connection. What the peer sends until it closes its own half can still be received.
    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.is_closed = true;
        let sent = Sink::<Packet<M>>::poll_close(Pin::new(&mut self.framed), cx);
        self.poll_sent(cx, sent)
    }
}
