//! Numbers of the field in which shards are computed.

use core::fmt;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

/// A number of the scalar field of BLS12-381, below its order r.
///
/// | bytes | field | encoding                                      |
/// |------:|-------|-----------------------------------------------|
/// | 32    |       | `bytes`, least significant first, less than r |
///
/// # Errors
/// `Exception_raised_in_user_function` from r on; `Not_enough_data`.
///
/// Rule: [`bls.ml`, `Scalar.encoding`][rule] with [`fr.ml`, `of_bytes_exn`][exn].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_kzg/bls.ml#L32
/// [exn]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_bls12_381/fr.ml#L116
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self", try_from = "[u8; 32]", into = "[u8; 32]")]
pub struct Scalar([u8; 32]);

impl Scalar {
    /// The order r of the field, least significant byte first.
    pub const ORDER: [u8; 32] = [
        0x01, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0x02, 0xa4, 0xbd, 0x53, 0x05, 0xd8,
        0xa1, 0x09, 0x08, 0xd8, 0x39, 0x33, 0x48, 0x7d, 0x9d, 0x29, 0x53, 0xa7, 0xed, 0x73,
    ];

    /// The bytes, least significant first.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl TryFrom<[u8; 32]> for Scalar {
    type Error = NotInField;

    fn try_from(bytes: [u8; 32]) -> Result<Self, NotInField> {
        if bytes.iter().rev().lt(Self::ORDER.iter().rev()) { Ok(Self(bytes)) } else { Err(NotInField) }
    }
}

impl From<&Scalar> for [u8; 32] {
    fn from(scalar: &Scalar) -> Self {
        scalar.0
    }
}

impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// An error for 32 bytes that are not a [`Scalar`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotInField;

impl fmt::Display for NotInField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a number below the order of the scalar field of BLS12-381")
    }
}

impl core::error::Error for NotInField {}

#[cfg(test)]
mod tests {
    use tezos_encoding::{Decode, Encode};

    use super::*;

    #[test]
    fn below_the_order() {
        let mut last = Scalar::ORDER;
        last[0] = 0;
        for (bytes, good) in [([0; 32], true), (last, true), (Scalar::ORDER, false), ([0xff; 32], false)] {
            let read = Scalar::from_bytes(&bytes);
            assert_eq!(read.is_ok(), good, "{read:?}");
            match read {
                Ok(scalar) => assert_eq!(scalar.to_bytes().unwrap(), bytes),
                Err(error) => assert_eq!(error.kind().name(), "Exception_raised_in_user_function"),
            }
        }
    }
}
