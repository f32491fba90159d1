//! What waits to be sent to the peers of a node.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tezos_messages::session::assembly::SIZE_BYTES;
use tokio::sync::{
    OwnedSemaphorePermit, Semaphore,
    mpsc::{self, error::TrySendError},
    oneshot,
};

use super::{End, NodeConfig, NotSent};
use crate::{Message, pool::ConnectionNumber};

/// A message that waits, and its part of [`NodeConfig::max_outgoing_bytes`].
#[derive(Debug)]
pub(super) struct Queued<M> {
    pub(super) message: M,
    pub(super) bytes: OwnedSemaphorePermit,
}

/// The ends of the channels through which the node directs a connection.
#[derive(Debug)]
pub(super) struct Directions<M> {
    /// Messages to send.
    pub(super) outbox: mpsc::Receiver<Queued<M>>,
    /// The reason to close the connection at once. Without one, the end of `outbox` closes it.
    pub(super) close: oneshot::Receiver<End>,
}

/// The node's ends of these channels.
#[derive(Debug)]
struct Line<M> {
    outbox: mpsc::Sender<Queued<M>>,
    /// The bytes that may still be queued.
    left: Arc<Semaphore>,
    close: oneshot::Sender<End>,
}

/// The queues of all connections, and their limits.
#[derive(Debug)]
pub(super) struct Outgoing<M> {
    lines: Mutex<HashMap<ConnectionNumber, Line<M>>>,
    message_max_bytes: u32,
    max: usize,
    max_bytes: u32,
}

impl<M: Message> Outgoing<M> {
    pub(super) fn new(config: &NodeConfig<M>) -> Self {
        Self {
            lines: Mutex::default(),
            message_max_bytes: config.session.session.message_max_bytes,
            max: config.max_outgoing,
            max_bytes: config.max_outgoing_bytes,
        }
    }

    fn lines(&self) -> MutexGuard<'_, HashMap<ConnectionNumber, Line<M>>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection.
    pub(super) fn open(&self, connection: ConnectionNumber) -> Directions<M> {
        let (outbox, waiting) = mpsc::channel(self.max);
        let (close, closed) = oneshot::channel();
        let bytes = usize::try_from(self.max_bytes).unwrap_or(usize::MAX);
        let left = Arc::new(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS)));
        self.lines().insert(connection, Line { outbox, left, close });
        Directions { outbox: waiting, close: closed }
    }

    /// Queues a message for a peer.
    pub(super) fn queue(&self, connection: ConnectionNumber, message: M) -> Result<(), NotSent> {
        let length = message.encoded_len().map_err(NotSent::Encode)?;
        let (size, limit) = (length.saturating_sub(SIZE_BYTES), self.message_max_bytes);
        if usize::try_from(limit).is_ok_and(|limit| size > limit) {
            return Err(NotSent::TooLong { size, limit });
        }
        let bytes = u32::try_from(length).unwrap_or(u32::MAX).min(self.max_bytes);
        let lines = self.lines();
        let line = lines.get(&connection).ok_or(NotSent::Closed)?;
        let bytes = Arc::clone(&line.left).try_acquire_many_owned(bytes).map_err(|_| NotSent::Full)?;
        line.outbox.try_send(Queued { message, bytes }).map_err(|error| match error {
            TrySendError::Full(_) => NotSent::Full,
            TrySendError::Closed(_) => NotSent::Closed,
        })
    }

    /// Closes a connection: at once for a reason, or else after its messages.
    pub(super) fn close(&self, connection: ConnectionNumber, reason: Option<End>) {
        let line = self.lines().remove(&connection);
        if let (Some(line), Some(reason)) = (line, reason) {
            // The connection may have ended already.
            let _ = line.close.send(reason);
        }
    }

    /// Closes all connections after their messages.
    pub(super) fn close_all(&self) {
        self.lines().clear();
    }
}
