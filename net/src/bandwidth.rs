//! Limits for the bytes per second of each peer and of all peers together.

use core::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::Instant,
};

use crate::timer::Timer;

/// The bytes that a limit permits at once: those of this time.
const BURST: Duration = Duration::from_secs(1);

/// Limits for the bytes per second, in each direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bandwidth {
    /// Received and sent bytes per second of each peer; `None` for no limit.
    pub peer: Option<u64>,
    /// Received and sent bytes per second of all peers together; `None` for no limit.
    pub total: Option<u64>,
}

impl Default for Bandwidth {
    /// 8 MiB/s for each peer and 64 MiB/s in total, chosen here. Octez has such limits (`max_download_speed`, `max_upload_speed`), and sets none.
    fn default() -> Self {
        Self { peer: Some(8 << 20), total: Some(64 << 20) }
    }
}

/// The time at which a number of bytes per second permits the next byte.
#[derive(Debug)]
struct Meter {
    rate: Option<u64>,
    free_at: Instant,
}

impl Meter {
    fn new(rate: Option<u64>) -> Self {
        Self { rate, free_at: Instant::now() }
    }

    /// Returns how long the next byte has to wait.
    fn wait(&self, now: Instant) -> Duration {
        self.free_at.saturating_duration_since(now).saturating_sub(BURST)
    }

    /// Counts bytes, which may be more than were permitted: the next ones wait longer then.
    fn count(&mut self, now: Instant, bytes: usize) {
        let rate = self.rate.map_or(0, u128::from);
        let nanoseconds = u128::try_from(bytes).unwrap_or(u128::MAX).saturating_mul(1_000_000_000);
        let Some(nanoseconds) = nanoseconds.checked_div(rate) else { return };
        let time = Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX));
        let start = self.free_at.max(now);
        self.free_at = start.checked_add(time).unwrap_or(start);
    }
}

/// The meters of all peers together, which clones share.
#[derive(Debug, Clone)]
pub struct TotalBandwidth {
    bandwidth: Bandwidth,
    meters: Arc<[Mutex<Meter>; 2]>,
}

impl TotalBandwidth {
    /// Returns meters at rest.
    #[must_use]
    pub fn new(bandwidth: Bandwidth) -> Self {
        let meter = || Mutex::new(Meter::new(bandwidth.total));
        Self { bandwidth, meters: Arc::new([meter(), meter()]) }
    }

    /// Limits a connection.
    pub fn limit<S>(&self, stream: S) -> Limited<S> {
        let direction = || (Meter::new(self.bandwidth.peer), Timer::new(None));
        Limited { stream, total: self.clone(), reading: direction(), writing: direction() }
    }
}

/// A connection that reads and writes no faster than its [`Bandwidth`]. A peer that sends faster blocks.
///
/// ```
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> std::io::Result<()> {
/// use tezos_net::{Bandwidth, TotalBandwidth};
/// use tokio::{io::{AsyncReadExt, AsyncWriteExt}, time::Instant};
///
/// let total = TotalBandwidth::new(Bandwidth { peer: Some(1000), total: None });
/// let (mut theirs, ours) = tokio::io::duplex(1 << 20);
/// theirs.write_all(&[0; 10_000]).await?;
/// let (mut ours, start) = (total.limit(ours), Instant::now());
/// for _ in 0..100 {
///     ours.read_exact(&mut [0; 100]).await?;
/// }
/// assert_eq!(start.elapsed().as_secs(), 8); // the first second's bytes come at once
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Limited<S> {
    stream: S,
    total: TotalBandwidth,
    reading: (Meter, Timer),
    writing: (Meter, Timer),
}

/// Waits until a direction may continue.
fn poll_free(cx: &mut Context<'_>, (meter, timer): &mut (Meter, Timer), total: &Mutex<Meter>) -> Poll<()> {
    loop {
        if timer.is_running() {
            ready!(timer.poll(cx));
            timer.stop();
        }
        let now = Instant::now();
        let wait = meter.wait(now).max(total.lock().unwrap_or_else(PoisonError::into_inner).wait(now));
        if wait.is_zero() {
            return Poll::Ready(());
        }
        timer.start(wait);
    }
}

/// Counts bytes of a direction.
fn count((meter, _): &mut (Meter, Timer), total: &Mutex<Meter>, bytes: usize) {
    let now = Instant::now();
    meter.count(now, bytes);
    total.lock().unwrap_or_else(PoisonError::into_inner).count(now, bytes);
}

impl<S: AsyncRead + Unpin> AsyncRead for Limited<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let Self { stream, total, reading, .. } = &mut *self;
        let [total, _] = &*total.meters;
        ready!(poll_free(cx, reading, total));
        let before = buffer.filled().len();
        ready!(Pin::new(stream).poll_read(cx, buffer))?;
        count(reading, total, buffer.filled().len().saturating_sub(before));
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Limited<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let Self { stream, total, writing, .. } = &mut *self;
        let [_, total] = &*total.meters;
        ready!(poll_free(cx, writing, total));
        let written = ready!(Pin::new(stream).poll_write(cx, bytes))?;
        count(writing, total, written);
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
