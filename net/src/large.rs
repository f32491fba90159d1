//! The memory that large messages of all peers share.

use core::{
    mem,
    task::{Context, Poll, ready},
    time::Duration,
};
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::PollSemaphore;

use crate::timer::Timer;

/// The memory is counted in KiB.
const UNIT: usize = 1 << 10;

/// The memory that messages of more than 256 KiB of all peers share. Clones share it too.
///
/// A peer whose large message begins is not read further until the size of the message and the
/// [heap](crate::Settings::message_heap_max_bytes) for decoding it are reserved; peers wait in turn. The reservation ends when the next message is
/// awaited. Since it is made at once and not as bytes arrive, peers do not wait for each other. A peer that has not sent the whole message in time is
/// disconnected, so that it cannot occupy the memory for longer.
#[derive(Debug, Clone)]
pub struct LargeMessages {
    semaphore: Arc<Semaphore>,
    units: u32,
    time: Duration,
}

impl LargeMessages {
    /// Returns `bytes` bytes to share. Once its bytes are reserved, a message has `time` to arrive; then its peer is disconnected:
    /// [`Error::TimedOut`](crate::Error::TimedOut). A message that needs more bytes waits until no other has any.
    #[must_use]
    pub fn new(bytes: usize, time: Duration) -> Self {
        let units = (bytes / UNIT).clamp(1, Semaphore::MAX_PERMITS).min(u32::MAX as usize);
        Self { semaphore: Arc::new(Semaphore::new(units)), units: u32::try_from(units).unwrap_or(u32::MAX), time }
    }

    /// Returns the number of bytes that are not reserved.
    #[must_use]
    pub fn available(&self) -> usize {
        self.semaphore.available_permits().saturating_mul(UNIT)
    }
}

/// What a peer has reserved, or waits for.
#[derive(Debug)]
pub(crate) struct Reservation {
    units: u32,
    semaphore: PollSemaphore,
    wanted: Option<u32>,
    held: Option<OwnedSemaphorePermit>,
    /// Runs while the message is awaited.
    time: Timer,
    /// True if the message was returned, so that the next wait ends the reservation.
    is_used: bool,
}

impl Reservation {
    pub(crate) fn new(shared: &LargeMessages) -> Self {
        let semaphore = PollSemaphore::new(Arc::clone(&shared.semaphore));
        Self {
            units: shared.units,
            semaphore,
            wanted: None,
            held: None,
            time: Timer::new(Some(shared.time)),
            is_used: false,
        }
    }

    /// Wants a number of bytes, for [`Reservation::poll`].
    pub(crate) fn want(&mut self, bytes: usize) {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        self.wanted = Some(units.min(self.units));
    }

    /// Waits until the wanted bytes are reserved.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if mem::take(&mut self.is_used) {
            self.held = None;
        }
        if let Some(units) = self.wanted {
            // The semaphore is never closed.
            self.held = ready!(self.semaphore.poll_acquire_many(cx, units));
            self.wanted = None;
            self.time.stop();
        }
        Poll::Ready(())
    }

    /// Waits until the message is late, and returns the time that it had.
    pub(crate) fn poll_late(&mut self, cx: &mut Context<'_>) -> Poll<Duration> {
        match self.held {
            Some(_) => self.time.poll_running(cx),
            None => Poll::Pending,
        }
    }

    /// Ends the reservation with the next wait.
    pub(crate) const fn release_later(&mut self) {
        self.is_used = true;
    }
}
