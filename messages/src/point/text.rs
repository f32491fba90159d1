//! What stands for a point on the wire: a short string, made and read in place.
//!
//! Its traits are written by hand because no attribute keeps text of any length without an allocation, and every point of a message
//! would cost one. They are those of the form `Dynamic<U30, Text>`, so that it cannot differ from a derived one on the wire.

use core::fmt::{self, Write};

use tezos_encoding::nom::{NomResult, nom_read};
use tezos_encoding::schema::Encoding;
use tezos_encoding::wire::{Dynamic, Reads, Schema, Text, U30, Writes};
use tezos_encoding::{BinWriter, EncodeError, ErrorKind, Fault, HasEncoding, Measure, NomReader, Reader, Sink};

use super::{Point, PointError};

/// The point that a `string` is, or why it is none.
pub(super) struct PointText(pub(super) Result<Point, PointError>);

type Form = Dynamic<U30, Text>;

impl HasEncoding for PointText {
    const ENCODING: &'static Encoding = <Form as Schema<&[u8]>>::ENCODING;
}

impl<'a> NomReader<'a> for PointText {
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
        nom_read(input, Self::read)
    }

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        <Form as Reads<'a, &'a [u8]>>::read(input).map(|text| Self(Point::parse(text)))
    }
}

impl BinWriter for PointText {
    const HAS_BLOCKS: bool = true;

    #[inline]
    fn measure(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        let Ok(point) = &self.0 else { return Err(EncodeError::new(ErrorKind::NoCaseMatched)) };
        // The length alone decides: other bytes of that length stand for the text.
        let bytes = [0; Point::TEXT_MAX_BYTES];
        <Form as Writes<&[u8]>>::measure(&bytes.get(..Printed::len(point)).unwrap_or(&bytes), measure)
    }

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) {
        if let Ok(point) = &self.0 {
            <Form as Writes<&[u8]>>::write(&Printed::new(point).as_bytes(), sink);
        }
    }
}

/// The text of a point.
pub(super) struct Printed {
    bytes: [u8; Point::TEXT_MAX_BYTES],
    len: usize,
}

impl Printed {
    /// IPv4 digit by digit, because almost all points are; IPv6 as the standard library prints it.
    pub(super) fn new(point: &Point) -> Self {
        let mut text = Self { bytes: [0; Point::TEXT_MAX_BYTES], len: 0 };
        match point.addr.to_ipv4_mapped() {
            Some(v4) => {
                let [a, b, c, d] = v4.octets();
                for (number, end) in [(a, b'.'), (b, b'.'), (c, b'.'), (d, b':')] {
                    text.decimal(number.into());
                    text.push(end);
                }
            }
            None => {
                // Cannot fail: the longest text of a point fits.
                let _ = write!(text, "[{}]:", point.addr);
            }
        }
        text.decimal(point.port);
        text
    }

    /// Bytes of the text of a point, which need not be printed for that where it is IPv4.
    #[inline]
    fn len(point: &Point) -> usize {
        match point.addr.to_ipv4_mapped() {
            Some(v4) => {
                let digits = |number: u16| [10, 100, 1_000, 10_000].iter().filter(|unit| number >= **unit).count();
                let numbers = v4.octets().map(u16::from).into_iter().chain([point.port]);
                // One digit of each of the five numbers, and what stands between them.
                numbers.map(digits).fold(9, usize::saturating_add)
            }
            None => Self::new(point).len,
        }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    pub(super) fn as_str(&self) -> &str {
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.len) {
            *place = byte;
            self.len = self.len.saturating_add(1);
        }
    }

    fn decimal(&mut self, number: u16) {
        for unit in [10_000, 1_000, 100, 10] {
            if number >= unit {
                self.push(digit(number.checked_div(unit).unwrap_or_default()));
            }
        }
        self.push(digit(number));
    }
}

/// The last decimal digit of a number.
fn digit(number: u16) -> u8 {
    let [_, last] = number.checked_rem(10).unwrap_or_default().to_be_bytes();
    b'0'.saturating_add(last)
}

impl Write for Printed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|byte| self.push(byte));
        Ok(())
    }
}
