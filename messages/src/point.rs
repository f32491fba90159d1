//! Points: the address and port where a peer listens.

use alloc::string::{String, ToString};
use core::{error, fmt, net::Ipv6Addr, str::FromStr};

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::{hash::PeerId, limits::POINT_MAX_BYTES};

mod address;
mod text;

use text::{PointText, Printed};

/// The address and port of a peer. An IPv4 address is stored as an IPv4-mapped IPv6 address.
///
/// | bytes | field | encoding                                       |
/// |------:|-------|------------------------------------------------|
/// | 4 + n | text  | `string`, at most 51 bytes with its size header |
///
/// The text is written as `1.2.3.4:9732` or `[2001:db8::1]:9732`: lower case, the longest run of two or more zero
/// groups (the first one of equals) as `::`, IPv4-mapped addresses as IPv4. The reader accepts what Octez accepts:
/// `ADDRESS[:PORT][#PEER]` with the port required after all, where
/// - ADDRESS is an IPv4 address, in square brackets or not, or an IPv6 address in square brackets;
/// - PORT is decimal digits, leading zeros allowed, at most 65,535;
/// - PEER is a [`PeerId`] as text; it is checked, then dropped.
///
/// Rules: [`p2p_point.ml`, `Id`](https://gitlab.com/tezos/tezos/-/blob/940407dac4fceb479f1ef25e12b3f210ed8820b9/src/lib_base/p2p_point.ml),
/// [`point_parser.mll`, `parse_full_addr`](https://gitlab.com/tezos/tezos/-/blob/f4f033c6a5fff4bd644a2a2a38f7a607a5d6a055/src/lib_base/point_parser.mll).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(id = "p2p_point.id", bounded = "POINT_MAX_BYTES", try_from = "PointText", into = "PointText", json(display))]
pub struct Point {
    /// The address.
    pub addr: Ipv6Addr,
    /// The port.
    pub port: u16,
}

impl Point {
    /// The maximum length of the text in bytes. With the 4-byte size prefix it is 51 bytes on the wire.
    pub const TEXT_MAX_BYTES: usize = POINT_MAX_BYTES - 4;

    /// Parses text from the wire, which may be any bytes.
    ///
    /// # Errors
    /// For text that the documentation of the type does not allow. The length is not limited here.
    #[inline]
    pub fn parse(text: &[u8]) -> Result<Self, PointError> {
        match parse_usual(text) {
            Some((v4, port)) => Ok(Self { addr: Ipv6Addr::from_bits(0xffff_0000_0000 | u128::from(v4)), port }),
            None => Self::parse_any(text),
        }
    }

    /// Any text.
    #[cold]
    fn parse_any(text: &[u8]) -> Result<Self, PointError> {
        let (text, peer) = split_at_byte(text, b'#');
        let (address, port) = match text {
            [b'[', rest @ ..] => {
                let (address, after) = split_at_byte(rest, b']');
                if address.is_empty() || !address.iter().all(|&b| b.is_ascii_hexdigit() || matches!(b, b':' | b'.')) {
                    return Err(PointError::Shape);
                }
                (address, split_port(after.ok_or(PointError::Shape)?)?)
            }
            _ => {
                let (name, port) = split_at_byte(text, b':');
                if name != b"_" && !name.iter().all(|&b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.')) {
                    return Err(PointError::Shape);
                }
                (name, port)
            }
        };
        if [port, peer].into_iter().flatten().any(<[u8]>::is_empty) {
            return Err(PointError::Shape);
        }
        let port = port.map(parse_port).transpose()?;
        peer.map(check_peer).transpose()?;
        let port = port.ok_or(PointError::NoPort)?;
        let addr = address::parse(address).ok_or(PointError::Address)?;
        Ok(Self { addr, port })
    }
}

/// `1.2.3.4:9732`, as almost all points are, in one pass: the bits of the address, and the port. Of all other texts, wrong ones too, it
/// knows nothing. Numbers and not a point, so that they stay in registers: a point would be copied before it is all written.
fn parse_usual(text: &[u8]) -> Option<(u32, u16)> {
    let mut rest = text;
    let mut v4 = 0;
    for end in *b"...:" {
        v4 = v4 << 8 | u32::from(u8::try_from(number(&mut rest)?).ok()?);
        rest = rest.strip_prefix(&[end])?;
    }
    let port = number(&mut rest)?;
    rest.is_empty().then_some((v4, port))
}

/// Returns the text before the first `byte`, and the text after it, if the text contains the byte.
fn split_at_byte(text: &[u8], byte: u8) -> (&[u8], Option<&[u8]>) {
    let mut parts = text.splitn(2, |&b| b == byte);
    (parts.next().unwrap_or_default(), parts.next())
}

/// `:digits`, or nothing.
fn split_port(after_bracket: &[u8]) -> Result<Option<&[u8]>, PointError> {
    match after_bracket {
        [] => Ok(None),
        [b':', port @ ..] => Ok(Some(port)),
        _ => Err(PointError::Shape),
    }
}

/// A decimal number without leading zeros.
#[inline]
fn number(text: &mut &[u8]) -> Option<u16> {
    let (first, mut rest) = text.split_first()?;
    let mut number = first.checked_sub(b'0').filter(|digit| *digit < 10).map(u16::from)?;
    while let Some((next, after)) = rest.split_first() {
        let Some(digit) = next.checked_sub(b'0').filter(|digit| *digit < 10) else { break };
        if number == 0 {
            return None;
        }
        number = number.checked_mul(10)?.checked_add(digit.into())?;
        rest = after;
    }
    *text = rest;
    Some(number)
}

fn parse_port(digits: &[u8]) -> Result<u16, PointError> {
    digits.iter().try_fold(0_u16, |port, &digit| {
        let value = digit.checked_sub(b'0').filter(|value| *value < 10).ok_or(PointError::Shape)?;
        port.checked_mul(10).and_then(|port| port.checked_add(value.into())).ok_or(PointError::Port)
    })
}

fn check_peer(text: &[u8]) -> Result<PeerId, PointError> {
    if !text.iter().all(u8::is_ascii_alphanumeric) {
        return Err(PointError::Shape);
    }
    str::from_utf8(text).ok().and_then(|text| text.parse().ok()).ok_or(PointError::Peer)
}

impl TryFrom<PointText> for Point {
    type Error = PointError;

    fn try_from(text: PointText) -> Result<Self, Self::Error> {
        text.0
    }
}

impl From<&Point> for PointText {
    fn from(point: &Point) -> Self {
        Self(Ok(*point))
    }
}

impl TryFrom<&[u8]> for Point {
    type Error = PointError;

    fn try_from(text: &[u8]) -> Result<Self, Self::Error> {
        Self::parse(text)
    }
}

impl From<Point> for String {
    fn from(point: Point) -> Self {
        point.to_string()
    }
}

impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text.as_bytes())
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Printed::new(self).as_str())
    }
}

/// An error for text that is not a [`Point`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PointError {
    /// The text is not of the form `ADDRESS[:PORT][#PEER]`.
    Shape,
    /// The port is missing.
    NoPort,
    /// The port is above 65,535.
    Port,
    /// The text between `[` and `]`, or before the port, is not an IP address.
    Address,
    /// What follows `#` is not a peer id.
    Peer,
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shape => "expected a point such as 1.2.3.4:9732 or [2001:db8::1]:9732",
            Self::NoPort => "expected a point with a port, such as 1.2.3.4:9732, found no port",
            Self::Port => "expected a port from 0 to 65535, found a larger number",
            Self::Address => "expected an IPv4 address, or an IPv6 address in square brackets",
            Self::Peer => "expected a peer id (id…, 30 characters) after '#'",
        })
    }
}

impl error::Error for PointError {}

#[cfg(test)]
mod tests {
    use alloc::{format, vec::Vec};

    use super::*;

    fn canonical(text: &str) -> String {
        text.parse::<Point>().map_or_else(|error| format!("{error:?}"), |point| point.to_string())
    }

    #[test]
    fn reads_and_prints() {
        for (text, printed) in [
            ("1.2.3.4:80", "1.2.3.4:80"),
            ("[1.2.3.4]:80", "1.2.3.4:80"),
            ("[::ffff:1.2.3.4]:80", "1.2.3.4:80"),
            ("[::ffff:102:304]:00080", "1.2.3.4:80"),
            ("[::1.2.3.4]:1", "[::102:304]:1"),
            ("[2001:DB8::1]:65535", "[2001:db8::1]:65535"),
            ("[::]:0", "[::]:0"),
            ("[1::]:0", "[1::]:0"),
            ("[1:0:0:2:0:0:3:4]:1", "[1::2:0:0:3:4]:1"),
            ("[1:0:2:0:3:0:4:0]:1", "[1:0:2:0:3:0:4:0]:1"),
            ("[1:0:0:2:0:0:0:4]:1", "[1:0:0:2::4]:1"),
            ("1.2.3.4:80#idqjq34sB6uHWdFzJDB97zwXAdHASb", "1.2.3.4:80"),
            ("[1:2:3:4:5:6:7:8]", "NoPort"),
            ("", "NoPort"),
            ("_", "NoPort"),
            ("1.2.3.4#idqjq34sB6uHWdFzJDB97zwXAdHASb", "NoPort"),
            ("1.2.3.4:80#idqjq34sB6uHWdFzJDB97zwXAdHASc", "Peer"),
            ("1.2.3.4:80#", "Shape"),
            ("1.2.3.4:80#id:1", "Shape"),
            ("1.2.3.4:", "Shape"),
            ("1.2.3.4:-1", "Shape"),
            ("1.2.3.4:8 0", "Shape"),
            ("[1.2.3.4:80", "Shape"),
            ("1.2.3.4]:80", "Shape"),
            ("[1.2.3.4]80", "Shape"),
            ("[[1.2.3.4]]:80", "Shape"),
            ("::1:80", "Shape"),
            (" 1.2.3.4:80", "Shape"),
            ("1.2.3.4:65536", "Port"),
            ("1.2.3.4:99999999999999999999", "Port"),
            ("_:80", "Address"),
            (":80", "Address"),
            ("[]:80", "Shape"),
            ("localhost:80", "Address"),
            ("1.2.3:80", "Address"),
        ] {
            assert_eq!(canonical(text), printed, "{text}");
        }
    }

    #[test]
    fn the_usual_text_is_read_as_any_other() {
        let letters = *b"012569.:[#a";
        let mut texts: Vec<Vec<u8>> = ["1.2.3.4:5", "255.10.0.9:65535"].map(Vec::from).into();
        for _ in 0..2 {
            let edited = texts.iter().flat_map(|text| {
                let places = 0..text.len();
                places.flat_map(move |at| {
                    let replaced = letters.map(|letter| [&text[..at], &[letter], &text[at + 1..]].concat());
                    let inserted = letters.map(|letter| [&text[..at], &[letter], &text[at..]].concat());
                    replaced.into_iter().chain(inserted).chain([[&text[..at], &text[at + 1..]].concat()])
                })
            });
            texts = edited.collect();
        }
        let usual = texts.iter().filter(|text| parse_usual(text).is_some());
        let mut count = 0;
        for text in usual {
            assert_eq!(Point::parse(text), Point::parse_any(text));
            count += 1;
        }
        assert!(count > 1000, "{count} of {} texts are usual", texts.len());
    }
}
