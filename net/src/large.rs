//! The memory that large messages of all peers share.

use core::{
    mem,
    task::{Context, Poll, ready},
};
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::PollSemaphore;

/// The memory is counted in KiB.
const UNIT: usize = 1 << 10;

/// The memory that messages of more than 256 KiB of all peers share. Clones share it too.
///
/// A peer whose large message begins is not read further until the size of the message and the
/// [heap](crate::Settings::message_heap_max_bytes) for decoding it are reserved; peers wait in turn. The reservation ends when the next message is
/// awaited. Since it is made at once and not as bytes arrive, peers do not wait for each other. The timeout for the message runs on, so that a peer
/// cannot occupy the memory for longer.
#[derive(Debug, Clone)]
pub struct LargeMessages {
    semaphore: Arc<Semaphore>,
    units: u32,
}

impl LargeMessages {
    /// Returns a number of bytes to share. A message that needs more waits until no other has any.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let units = (bytes / UNIT).clamp(1, Semaphore::MAX_PERMITS).min(u32::MAX as usize);
        Self { semaphore: Arc::new(Semaphore::new(units)), units: u32::try_from(units).unwrap_or(u32::MAX) }
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
    /// True if the message was returned, so that the next wait ends the reservation.
    is_used: bool,
}

impl Reservation {
    pub(crate) fn new(shared: &LargeMessages) -> Self {
        let semaphore = PollSemaphore::new(Arc::clone(&shared.semaphore));
        Self { units: shared.units, semaphore, wanted: None, held: None, is_used: false }
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
        }
        Poll::Ready(())
    }

    /// Ends the reservation with the next wait.
    pub(crate) const fn release_later(&mut self) {
        self.is_used = true;
    }
}
