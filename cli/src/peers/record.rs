//! Records the bytes of a connection as csv, as `replay` reads them.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::Path,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::session::{Direction, rows};

/// A connection whose bytes are appended to a file, if there is one, as they pass.
#[derive(Debug)]
pub(crate) struct Recorded<S> {
    stream: S,
    file: Option<File>,
}

impl<S> Recorded<S> {
    /// Starts a session in `file`, behind those that it has.
    pub(super) fn new(stream: S, file: Option<&Path>) -> io::Result<Self> {
        let file = file.map(|file| {
            let mut file = OpenOptions::new().append(true).create(true).open(file)?;
            file.write_all(rows::write(&[]).as_bytes())?;
            Ok::<_, io::Error>(file)
        });
        Ok(Self { stream, file: file.transpose()? })
    }

    /// Appends a row.
    fn record(&mut self, direction: Direction, bytes: &[u8]) -> io::Result<()> {
        match &mut self.file {
            Some(file) if !bytes.is_empty() => file.write_all(rows::line(direction, bytes).as_bytes()),
            _ => Ok(()),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Recorded<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        Poll::Ready(self.record(Direction::Received, buffer.filled().get(before..).unwrap_or_default()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Recorded<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let count = ready!(Pin::new(&mut self.stream).poll_write(cx, bytes))?;
        let recorded = self.record(Direction::Sent, bytes.get(..count).unwrap_or_default());
        Poll::Ready(recorded.map(|()| count))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
