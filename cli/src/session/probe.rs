//! Measures where the time of reading a session goes.

/// What the time of reading a session is spent on before its messages are decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Stage {
    /// Cutting the bytes of a direction into chunks.
    Framing,
    /// Checking the MAC of a chunk and decrypting it.
    Decryption,
    /// Where packets were lost: looking for the next chunk at each place and with each nonce, until one opens.
    Search,
    /// Joining plaintexts into messages.
    Joining,
}

/// Times the stages of reading a session. The reading is generic over it, so that without a measurement it is compiled
/// without one.
pub(crate) trait Probe {
    /// Does `work`, which belongs to `stage`.
    fn time<T>(&mut self, stage: Stage, work: impl FnOnce() -> T) -> T;
}

/// No measurement.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Off;

impl Probe for Off {
    #[inline(always)]
    fn time<T>(&mut self, _: Stage, work: impl FnOnce() -> T) -> T {
        work()
    }
}
