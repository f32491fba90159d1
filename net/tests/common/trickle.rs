//! A connection that reads and writes one byte at a time, and is pending before each byte.

use core::{
    pin::Pin,
    task::{Context, Poll, ready},
};
use std::io;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Wraps a connection: for each kind of poll, every second one is pending, and the others transfer one byte.
#[derive(Debug)]
pub(crate) struct Trickle<S> {
    inner: S,
    waits: [bool; 4],
}

impl<S> Trickle<S> {
    pub(crate) fn new(inner: S) -> Self {
        Self { inner, waits: [false; 4] }
    }

    /// Returns true if this poll is pending. The task is woken at once: the tests drop its future in between.
    fn waits(&mut self, kind: usize, cx: &Context<'_>) -> bool {
        self.waits[kind] = !self.waits[kind];
        if self.waits[kind] {
            cx.waker().wake_by_ref();
        }
        self.waits[kind]
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Trickle<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, out: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.waits(0, cx) {
            return Poll::Pending;
        }
        let mut byte = [0];
        let mut one = ReadBuf::new(&mut byte);
        ready!(Pin::new(&mut self.inner).poll_read(cx, &mut one))?;
        out.put_slice(one.filled());
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Trickle<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.waits(1, cx) {
            return Poll::Pending;
        }
        let one = bytes.get(..1).unwrap_or_default();
        Pin::new(&mut self.inner).poll_write(cx, one)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.waits(2, cx) {
            return Poll::Pending;
        }
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.waits(3, cx) {
            return Poll::Pending;
        }
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}
