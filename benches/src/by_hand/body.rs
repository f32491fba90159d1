//! The trait of bodies that are also decoded and encoded by hand.

use std::fmt::Debug;

use tezos_encoding::{Decode, Encode};

use super::input::Read;

/// A type that is decoded and encoded as the body of a message, derived and by hand.
pub trait Body: for<'a> Decode<'a> + Encode + Debug + PartialEq + 'static {
    /// Decodes a whole body.
    ///
    /// # Errors
    /// If the bytes are not a valid message.
    fn read_by_hand(bytes: &[u8]) -> Read<Self>;

    /// Encodes the body into a new vector.
    ///
    /// # Errors
    /// If a value is above a limit that the writer checks.
    fn write_by_hand(&self) -> Read<Vec<u8>>;
}
