//! What stands for a point on the wire: a short string, kept without an allocation.
//!
//! Its traits are written by hand because no attribute keeps text of any length in an array: they are those of the form
//! `Dynamic<U30, Text>`, and every point of a message would be an allocation otherwise.

use core::fmt;

use tezos_encoding::nom::{NomResult, nom_read};
use tezos_encoding::schema::Encoding;
use tezos_encoding::wire::{Dynamic, Reads, Schema, Text, U30, Writes};
use tezos_encoding::{BinWriter, EncodeError, Fault, FaultKind, HasEncoding, Measure, NomReader, Reader, Sink};

use super::Point;

/// A `string` of at most [`Point::TEXT_MAX_BYTES`] bytes.
///
/// Written by hand and not derived because it holds its bytes in place: a list of a hundred points costs no allocation but
/// its own. The forms are those of the derive, so it cannot differ from a derived one on the wire.
#[derive(Clone, Copy)]
pub(super) struct PointText {
    bytes: [u8; Point::TEXT_MAX_BYTES],
    len: usize,
}

type Form = Dynamic<U30, Text>;

impl PointText {
    pub(super) fn as_raw(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// Appends `bytes`, or nothing where they do not fit.
    fn push(&mut self, bytes: &[u8]) -> Option<()> {
        let end = self.len.checked_add(bytes.len())?;
        self.bytes.get_mut(self.len..end)?.copy_from_slice(bytes);
        self.len = end;
        Some(())
    }
}

impl Default for PointText {
    fn default() -> Self {
        Self { bytes: [0; Point::TEXT_MAX_BYTES], len: 0 }
    }
}

impl fmt::Write for PointText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text.as_bytes()).ok_or(fmt::Error)
    }
}

impl HasEncoding for PointText {
    const ENCODING: &'static Encoding = <Form as Schema<&[u8]>>::ENCODING;
}

impl<'a> NomReader<'a> for PointText {
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
        nom_read(input, Self::read)
    }

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let start = input.remaining();
        let bytes = <Form as Reads<'a, &'a [u8]>>::read(input)?;
        let mut text = Self::default();
        // The limit of a point's encoding has been checked by the form around; this is for uses without it.
        text.push(bytes).ok_or_else(|| Fault::with_detail(FaultKind::SizeLimitExceeded, start, bytes.len()))?;
        Ok(text)
    }
}

impl BinWriter for PointText {
    const HAS_BLOCKS: bool = true;

    #[inline]
    fn measure(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        <Form as Writes<&[u8]>>::measure(&self.as_raw(), measure)
    }

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) {
        <Form as Writes<&[u8]>>::write(&self.as_raw(), sink);
    }
}
