//! A timer that is started when something is waited for.

use core::{
    future::Future as _,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::time::{Instant, Sleep, sleep};

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
            Some(sleep) => {
                let now = Instant::now();
                sleep.as_mut().reset(now.checked_add(time).unwrap_or(now));
            }
            None => self.sleep = Some(Box::pin(sleep(time))),
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
