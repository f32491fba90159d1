//! The encoded form of a point: a short string, written and read in place.
//!
//! Its traits are written by hand because no attribute keeps text of any length without an allocation, and every point of a message
//! would cost one. They are those of the form `Dynamic<U30, Text>`, so that it cannot differ from a derived one on the wire.

use core::fmt::{self, Write};
use core::net::Ipv6Addr;

use tezos_encoding::schema::Encoding;
use tezos_encoding::wire::{Dynamic, Reads, Schema, Text, U30, Writes};
use tezos_encoding::{BinWriter, EncodeError, ErrorKind, Facts, Fault, HasEncoding, NomReader, Reader, Sink};

use super::{Point, PointError};

/// Parses the string of a point.
pub(super) struct PointText(pub(super) Result<Point, PointError>);

type Form = Dynamic<U30, Text>;

impl HasEncoding for PointText {
    const ENCODING: &'static Encoding = <Form as Schema<&[u8]>>::ENCODING;
}

impl<'a> NomReader<'a> for PointText {
    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        <Form as Reads<'a, &'a [u8]>>::read(input).map(|text| Self(Point::parse(text)))
    }
}

impl BinWriter for PointText {
    const FACTS: Facts = <Form as Writes<&[u8]>>::FACTS;

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        let Ok(point) = &self.0 else { return Err(EncodeError::new(ErrorKind::NoCaseMatched)) };
        // The size prefix has four bytes.
        sink.counted(Printed::len(point).saturating_add(4), |sink| {
            <Form as Writes<&[u8]>>::write(&Printed::new(point).as_bytes(), sink)
        })
    }
}

/// The octets of an IPv4 address.
#[inline]
fn v4(address: Ipv6Addr) -> Option<[u8; 4]> {
    let [.., a, b, c, d] = address.octets();
    // All bits at once: a match on sixteen octets looks at each.
    (address.to_bits() >> 32 == 0xffff).then_some([a, b, c, d])
}

/// Returns the number of leading zeros of a number of five digits.
#[inline]
fn zeros(number: u16) -> usize {
    [10, 100, 1_000, 10_000].into_iter().filter(|unit| number < *unit).count()
}

/// Bytes that are written at once for a number.
const AT_ONCE: usize = 8;

/// The text of a point.
pub(super) struct Printed {
    bytes: [u8; Point::TEXT_MAX_BYTES + AT_ONCE],
    len: usize,
}

impl Printed {
    /// IPv4 number by number, because almost all points are; IPv6 as the standard library prints it.
    #[inline]
    pub(super) fn new(point: &Point) -> Self {
        let mut text = Self { bytes: [0; Point::TEXT_MAX_BYTES + AT_ONCE], len: 0 };
        text.print(point.addr, point.port);
        text
    }

    /// Takes values and not the point, which would be copied for its address.
    fn print(&mut self, address: Ipv6Addr, port: u16) {
        match v4(address) {
            Some([a, b, c, d]) => {
                for (number, end) in [(a, b'.'), (b, b'.'), (c, b'.'), (d, b':')] {
                    self.number(number.into(), &[end]);
                }
            }
            None => {
                // Cannot fail: the longest text of a point fits.
                let _ = write!(self, "[{address}]:");
            }
        }
        self.number(port, &[]);
    }

    /// Bytes of the text of a point, which need not be printed for that where it is IPv4.
    #[inline]
    fn len(point: &Point) -> usize {
        match v4(point.addr) {
            Some([a, b, c, d]) => {
                // Five digits of each of the five numbers, and what stands between them.
                [a.into(), b.into(), c.into(), d.into(), point.port]
                    .map(zeros)
                    .into_iter()
                    .fold(29, usize::saturating_sub)
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

    /// A decimal number and what follows it: five digits and the end are shifted by the zeros in front and written at once, because how
    /// many digits the next number has is nothing that a processor can guess.
    #[inline]
    fn number(&mut self, number: u16, end: &[u8]) {
        let digits = [number / 10_000, number / 1_000 % 10, number / 100 % 10, number / 10 % 10, number % 10];
        let [a, b, c, d, e] = digits.map(|digit| b'0' | digit.to_le_bytes()[0]);
        let text = u64::from_be_bytes([a, b, c, d, e, end.first().copied().unwrap_or_default(), 0, 0]);
        let zeros = zeros(number);
        let shift = u32::try_from(zeros << 3).unwrap_or_default();
        if let Some(place) = self.bytes.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut::<AT_ONCE>) {
            *place = text.wrapping_shl(shift).to_be_bytes();
            self.len = self.len.saturating_add(5).saturating_sub(zeros).saturating_add(end.len());
        }
    }
}

impl Write for Printed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len.saturating_add(text.len());
        self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}
