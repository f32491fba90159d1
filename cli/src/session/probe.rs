//! Measures the stages of reading a session.

/// The stages of reading a session before its messages are decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Stage {
    /// Cutting the bytes of a direction into chunks.
    Framing,
    /// Checking the MAC of a chunk and decrypting it.
    Decryption,
    /// After lost packets: searching for the next chunk at each position and with each nonce, until one can be decrypted.
    Search,
    /// Joining plaintexts into messages.
    Joining,
}

/// Times the stages of reading a session. The readers are generic over it, so that without a measurement they contain no code for it.
pub(crate) trait Probe {
    /// Runs `work`, whose time belongs to `stage`.
    fn time<T>(&mut self, stage: Stage, work: impl FnOnce() -> T) -> T;
}

/// A probe that measures nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Off;

impl Probe for Off {
    #[inline(always)]
    fn time<T>(&mut self, _: Stage, work: impl FnOnce() -> T) -> T {
        work()
    }
}
