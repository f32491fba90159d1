//! A connection with a fault at a given byte.

use core::time::Duration;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, copy, duplex, split},
    time::sleep,
};

/// A fault in the stream from the initiator to the responder.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    /// The connection ends before this byte.
    Cut(usize),
    /// This byte and all that follow arrive later.
    Delay(usize, Duration),
    /// The bytes before this one are read separately.
    Split(usize),
    /// One bit of this byte is flipped: the bit whose number is the offset of the byte modulo 8.
    Flip(usize),
}

/// More bytes than the two sides send.
const BUFFER: usize = 1 << 16;

/// Returns the initiator's end, the responder's end, and a future that carries bytes between them until both are dropped.
pub(crate) fn proxy(fault: Fault) -> (DuplexStream, DuplexStream, impl Future<Output = ()>) {
    let (initiator, near) = duplex(BUFFER);
    let (far, responder) = duplex(BUFFER);
    let carry = async move {
        let ((from, mut back_to), (mut back_from, to)) = (split(near), split(far));
        let back = async move {
            let _ = copy(&mut back_from, &mut back_to).await;
            let _ = back_to.shutdown().await;
        };
        tokio::join!(forth(from, to, fault), back);
    };
    (initiator, responder, carry)
}

/// Carries bytes, with the fault. Errors are ignored, because either side may have been dropped.
async fn forth(mut from: ReadHalf<DuplexStream>, mut to: WriteHalf<DuplexStream>, fault: Fault) {
    let mut position = 0;
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let read = &mut bytes[..count];
        let (Fault::Cut(at) | Fault::Delay(at, _) | Fault::Split(at) | Fault::Flip(at)) = fault;
        let here = at.checked_sub(position).filter(|here| *here < count);
        position += count;
        let Some(here) = here else {
            let _ = to.write_all(read).await;
            continue;
        };
        if let Fault::Flip(_) = fault {
            read[here] ^= 1 << (at % 8);
        }
        let _ = to.write_all(&read[..here]).await;
        match fault {
            Fault::Cut(_) => break,
            Fault::Delay(_, time) => sleep(time).await,
            // The reader runs before the next bytes arrive.
            Fault::Split(_) => sleep(Duration::from_millis(1)).await,
            Fault::Flip(_) => {}
        }
        let _ = to.write_all(&read[here..]).await;
    }
    let _ = to.shutdown().await;
}
