//! A timer that starts when something is awaited.

use core::{
    future::Future as _,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::time::{Instant, Sleep, sleep_until};

/// About thirty years, for ends that the clock cannot represent.
const FAR: Duration = Duration::from_secs(1_000_000_000);

/// Returns the end of a period that starts now.
pub(crate) fn deadline(time: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(time).or_else(|| now.checked_add(FAR)).unwrap_or(now)
}

/// A timer that runs for a period, and is kept from one wait to the next.
#[derive(Debug)]
pub(crate) struct Timer {
    limit: Option<Duration>,
    is_running: bool,
    sleep: Option<Pin<Box<Sleep>>>,
}

impl Timer {
    /// Returns a timer that does not run. Without a limit, [`Timer::poll_running`] never starts it.
    pub(crate) const fn new(limit: Option<Duration>) -> Self {
        Self { limit, is_running: false, sleep: None }
    }

    /// Restarts the timer.
    pub(crate) fn start(&mut self, time: Duration) {
        self.is_running = true;
        match &mut self.sleep {
            Some(sleep) => sleep.as_mut().reset(deadline(time)),
            None => self.sleep = Some(Box::pin(sleep_until(deadline(time)))),
        }
    }

    pub(crate) const fn stop(&mut self) {
        self.is_running = false;
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.is_running
    }

    /// Waits for the end of the period.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        match &mut self.sleep {
            Some(sleep) => sleep.as_mut().poll(cx),
            None => Poll::Ready(()),
        }
    }

    /// Waits until the limit and returns it. The period starts with the first poll after [`Timer::stop`].
    pub(crate) fn poll_running(&mut self, cx: &mut Context<'_>) -> Poll<Duration> {
        let Some(limit) = self.limit else { return Poll::Pending };
        if !self.is_running {
            self.start(limit);
        }
        self.poll(cx).map(|()| limit)
    }
}
