//! The counters of a session and, with the feature `tracing`, its spans and events.

use crate::{
    identity::CryptoBoxPublicKey,
    session::{Role, SessionError, SessionStep},
};

/// Bytes, frames and messages that passed through a session in one direction since its start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Bytes on the wire, in whole frames.
    pub bytes: u64,
    /// Frames: the connection message and the encrypted chunks.
    pub frames: u64,
    /// Messages, without those of the handshake.
    pub messages: u64,
}

/// The traffic of a session since its start: [`Session::counters`](crate::session::Session::counters).
///
/// No number ever decreases, so each can be the absolute value of a counter of the crate `metrics`:
///
/// ```
/// # use tezos_messages::session::Counters;
/// fn publish(counters: &Counters) {
///     for (name, value) in counters.named() {
///         metrics::counter!(name).absolute(value);
///     }
/// }
/// # publish(&Counters::default());
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Frames accepted from the peer, and messages returned as events.
    pub received: Traffic,
    /// Frames and messages for the peer that the sending methods returned.
    pub sent: Traffic,
    /// Calls of [`Session::next_event`](crate::session::Session::next_event) that failed because the peer's budget was spent.
    pub over_budget: u64,
}

impl Counters {
    /// Returns each number with a name for monitoring.
    #[must_use]
    pub const fn named(&self) -> [(&'static str, u64); 7] {
        [
            ("tezos_session_received_bytes_total", self.received.bytes),
            ("tezos_session_received_frames_total", self.received.frames),
            ("tezos_session_received_messages_total", self.received.messages),
            ("tezos_session_sent_bytes_total", self.sent.bytes),
            ("tezos_session_sent_frames_total", self.sent.frames),
            ("tezos_session_sent_messages_total", self.sent.messages),
            ("tezos_session_over_budget_total", self.over_budget),
        ]
    }
}

/// Emits an event in the span of a session; nothing without the feature.
macro_rules! event {
    ($record:ident, $level:ident, $($fields:tt)+) => {
        #[cfg(feature = "tracing")]
        tracing::event!(parent: &$record.span, tracing::Level::$level, $($fields)+);
    };
}

/// Counts what passes through a session, and reports it.
#[derive(Debug)]
pub(super) struct Record {
    counters: Counters,
    #[cfg(feature = "tracing")]
    span: tracing::Span,
}

#[cfg_attr(not(feature = "tracing"), allow(unused_variables, clippy::unused_self, reason = "only events have them"))]
impl Record {
    /// Opens the span of a session.
    pub(super) fn new(role: Role) -> Self {
        Self {
            counters: Counters::default(),
            #[cfg(feature = "tracing")]
            span: tracing::debug_span!("session", ?role, peer = tracing::field::Empty),
        }
    }

    pub(super) const fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Records the peer in the span.
    pub(super) fn peer(&self, key: &CryptoBoxPublicKey) {
        #[cfg(feature = "tracing")]
        self.span.record("peer", tracing::field::display(key.peer_id()));
    }

    /// Counts frames that are returned to be sent.
    pub(super) fn sent(&mut self, step: SessionStep, frames: u64, bytes: usize) {
        let sent = &mut self.counters.sent;
        sent.bytes = sent.bytes.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
        sent.frames = sent.frames.saturating_add(frames);
        if step == SessionStep::Message {
            sent.messages = sent.messages.saturating_add(1);
            event!(self, TRACE, bytes, frames, "sent {step}");
        } else {
            event!(self, DEBUG, bytes, "sent {step}");
        }
    }

    /// Counts an accepted frame of the peer; `taken` is the number of bytes of its stream up to the frame's end.
    pub(super) fn received_frame(&mut self, step: SessionStep, taken: u64) {
        let received = &mut self.counters.received;
        let bytes = taken.saturating_sub(received.bytes);
        received.bytes = taken;
        received.frames = received.frames.saturating_add(1);
        if step == SessionStep::Message {
            event!(self, TRACE, bytes, "received a chunk");
        } else {
            event!(self, DEBUG, bytes, "received {step}");
        }
    }

    /// Counts a message that is returned as an event.
    pub(super) fn received_message(&mut self, bytes: usize) {
        let received = &mut self.counters.received;
        received.messages = received.messages.saturating_add(1);
        event!(self, TRACE, bytes, "received a message");
    }

    /// Counts a failure of the receiving half.
    pub(super) fn failed(&mut self, error: &SessionError) {
        if let SessionError::OverBudget(over) = error {
            self.counters.over_budget = self.counters.over_budget.saturating_add(1);
            event!(self, DEBUG, wait = ?over.wait, "the peer is over its budget");
        } else {
            event!(self, WARN, %error, "the session failed");
        }
    }
}
