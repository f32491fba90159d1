//! A timer that is started when something is waited for.

use core::{
    future::Future as _,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::time::{Instant, Sleep, sleep_until};

/// About thirty years, for times that end after all that a clock can tell.
const FAR: Duration = Duration::from_secs(1_000_000_000);

/// The end of a time that starts now.
pub(crate) fn deadline(time: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(time).or_else(|| now.checked_add(FAR)).unwrap_or(now)
}

/// A timer that runs for a time, and is kept from one wait to the next.
#[derive(Debug)]
pub(crate) struct Timer {
    limit: Option<Duration>,
    is_running: bool,
    sleep: Option<Pin<Box<Sleep>>>,
}

impl Timer {
    /// A timer that does not run. Without a limit, [`Timer::poll_running`] never starts it.
    pub(crate) const fn new(limit: Option<Duration>) -> Self {
        Self { limit, is_running: false, sleep: None }
    }

    /// Starts anew.
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

    /// Waits for the end.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        match &mut self.sleep {
            Some(sleep) => sleep.as_mut().poll(cx),
            None => Poll::Ready(()),
        }
    }

    /// Waits until the limit, which starts to count with the first poll after [`Timer::stop`], and returns it.
    pub(crate) fn poll_running(&mut self, cx: &mut Context<'_>) -> Poll<Duration> {
        let Some(limit) = self.limit else { return Poll::Pending };
        if !self.is_running {
            self.start(limit);
        }
        self.poll(cx).map(|()| limit)
    }
}
