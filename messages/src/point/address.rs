//! Reads IP addresses by the rules of OCaml's `ipaddr`, which differ from `std`'s in what they refuse.
//!
//! - IPv4: four decimal numbers; one that starts with `0` and has more digits is refused (it could be octal).
//! - IPv6: groups may have any number of leading zeros, and the last two may be written as IPv4.
//! - IPv4 is tried first, then IPv6; nothing may follow.
//! - Numbers are OCaml's integers, which keep 63 bits: a longer number counts as its lowest 63 bits. A group that
//!   becomes negative ends the address before it.
//!
//! Rule: [`ipaddr.ml`, `parse_dotted_quad`, `parse_ipv6`, `of_string_raw`](https://github.com/mirage/ocaml-ipaddr/blob/2c222f63d963e3da3ec9297f5fc57e827d004780/lib/ipaddr.ml).

use core::net::{Ipv4Addr, Ipv6Addr};

/// Parses an address; an IPv4 address becomes IPv4-mapped.
pub(super) fn parse(text: &[u8]) -> Option<Ipv6Addr> {
    let mut cursor = Cursor(text);
    let address = if let Some(v4) = cursor.v4() {
        v4.to_ipv6_mapped()
    } else {
        cursor = Cursor(text);
        cursor.v6()?
    };
    cursor.0.is_empty().then_some(address)
}

/// What is still to be read.
#[derive(Clone, Copy)]
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn eat(&mut self, byte: u8) -> bool {
        let rest = self.0.split_first().filter(|(first, _)| **first == byte);
        rest.inspect(|(_, rest)| self.0 = rest).is_some()
    }

    /// One or more digits of `base`, as an OCaml integer.
    fn number(&mut self, base: u32) -> Option<i64> {
        let digit = |byte: &u8| char::from(*byte).to_digit(base);
        let mut value = i64::from(self.0.first().and_then(digit)?);
        while let Some((_, rest)) = self.0.split_first() {
            self.0 = rest;
            let Some(next) = rest.first().and_then(digit) else { break };
            value = value.wrapping_mul(base.into()).wrapping_add(next.into());
        }
        Some((value << 1) >> 1)
    }

    /// A decimal number without leading zeros.
    fn octet(&mut self) -> Option<i64> {
        if matches!(self.0, [b'0', b'0'..=b'9', ..]) {
            return None;
        }
        self.number(10)
    }

    fn v4(&mut self) -> Option<Ipv4Addr> {
        let mut octets = [0_i64; 4];
        for (place, octet) in octets.iter_mut().enumerate() {
            if place > 0 && !self.eat(b'.') {
                return None;
            }
            *octet = self.octet()?;
        }
        let [a, b, c, d] = octets.map(u8::try_from);
        Some(Ipv4Addr::new(a.ok()?, b.ok()?, c.ok()?, d.ok()?))
    }

    fn v6(&mut self) -> Option<Ipv6Addr> {
        let mut groups = Groups::default();
        if self.0.len() < 2 {
            return None;
        }
        if self.eat(b':') {
            if !self.eat(b':') {
                return None;
            }
            groups.compress();
        }
        while !groups.is_full() {
            let start = *self;
            let Some(value) = self.number(16).filter(|value| *value >= 0) else { break };
            if !groups.has_room_for_two() {
                groups.push(value)?;
            } else if self.0.starts_with(b"::") {
                groups.push(value)?;
                if groups.compressed.is_some() {
                    break;
                }
                self.0 = self.0.get(2..)?;
                groups.compress();
                continue;
            } else if self.eat(b':') {
                groups.push(value)?;
                if !self.0.first().is_some_and(u8::is_ascii_hexdigit) {
                    return None;
                }
                continue;
            } else if self.0.starts_with(b".") {
                *self = start;
                let [a, b, c, d] = self.v4()?.octets();
                groups.push(u16::from_be_bytes([a, b]).into())?;
                groups.push(u16::from_be_bytes([c, d]).into())?;
            } else {
                groups.push(value)?;
            }
            break;
        }
        groups.finish()
    }
}

/// Groups of an IPv6 address, with the place of `::`, which counts as one of the eight.
#[derive(Default)]
struct Groups {
    values: [u16; 8],
    len: usize,
    compressed: Option<usize>,
}

impl Groups {
    /// Groups read, `::` included.
    fn count(&self) -> usize {
        self.len.saturating_add(self.compressed.is_some().into())
    }

    fn is_full(&self) -> bool {
        self.count() >= 8
    }

    fn has_room_for_two(&self) -> bool {
        self.count() < 7
    }

    fn compress(&mut self) {
        self.compressed = Some(self.len);
    }

    fn push(&mut self, value: i64) -> Option<()> {
        *self.values.get_mut(self.len)? = u16::try_from(value).ok()?;
        self.len = self.len.saturating_add(1);
        Some(())
    }

    fn finish(self) -> Option<Ipv6Addr> {
        let (head, tail) = self.values.get(..self.len)?.split_at_checked(self.compressed.unwrap_or(self.len))?;
        if self.compressed.is_none() && self.len != 8 {
            return None;
        }
        let mut groups = [0_u16; 8];
        groups.get_mut(..head.len())?.copy_from_slice(head);
        let start = groups.len().checked_sub(tail.len())?;
        groups.get_mut(start..)?.copy_from_slice(tail);
        Some(groups.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_std_on_short_numbers() {
        let v6 = ":: ::1 1:: 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 1:2:3:4:5:6::8 1::3:4:5:6:7:8 ::ffff:1.2.3.4 \
                  1:2:3:4:5:6:1.2.3.4 1:2:3:4:5::1.2.3.4 ::1.2.3.4 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 \
                  1::2::3 ::: : 1: :1 1:2:3:4:5:6:7: 1:2:3:4:5:6:7:8: 1::2: ::1.2.3 ::1.2.3.4.5 1:2:3:4:5:6::1.2.3.4 \
                  1:2:3:4:5:6:7:1.2.3.4 1.2.3.4:: g:: 1::g 1:2:3:4:5:6:7::8 ::1:2:3:4:5:6:7:8 10000:: ::fffff \
                  ::1.2.3.256 ::01.2.3.4 1::: 1:::2 1";
        for text in v6.split(' ').chain([""]) {
            assert_eq!(parse(text.as_bytes()), text.parse().ok(), "{text}");
        }
        let v4 = "1.2.3.4 0.0.0.0 255.255.255.255 256.1.1.1 00.1.1.1 1.2.3.04 1.2.3.4. 1..2.3 1.2.3.4:1";
        for text in v4.split(' ') {
            assert_eq!(parse(text.as_bytes()), text.parse::<Ipv4Addr>().ok().map(|v4| v4.to_ipv6_mapped()), "{text}");
        }
    }

    #[test]
    fn long_numbers_wrap_as_in_ocaml() {
        assert_eq!(parse(b"000000001::"), "1::".parse().ok());
        assert_eq!(parse(b"8000000000000001::"), "1::".parse().ok());
        assert_eq!(parse(b"::4000000000000000"), "::".parse().ok());
        assert_eq!(parse(b"9223372036854775809.2.3.4"), Some(Ipv4Addr::new(1, 2, 3, 4).to_ipv6_mapped()));
    }
}
