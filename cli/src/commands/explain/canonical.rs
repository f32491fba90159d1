//! Finds the parts of bytes that are not in canonical form.

use std::fmt::Write as _;

use tezos_encoding::schema::{Encoding, Slice, SliceKind, slices};

use super::table::{Table, shown};
use crate::output::style::{BYTES, LAYOUT};

/// Lists the parts of valid bytes whose canonical form has other bytes than those that were read. `again` is the value encoded again.
pub(super) fn rewritten(encoding: &'static Encoding, read: &[u8], again: &[u8]) -> String {
    let mut pairs = slices(encoding, read).zip(slices(encoding, again)).peekable();
    let mut table = Table::new();
    let (mut any, mut compared) = (false, (0_usize, 0_usize));
    while let Some((one, other)) = pairs.next_if(|(one, other)| same(one, other)) {
        compared = (compared.0.saturating_add(one.bytes.len()), compared.1.saturating_add(other.bytes.len()));
        if one.bytes != other.bytes {
            any = true;
            add_replacement(&mut table, &one, other.bytes);
        }
    }
    let mut out = String::new();
    if any {
        let _ = write!(out, "\nThis is not the canonical form, which has other bytes:\n\n{}", table.text());
    }
    if pairs.next().is_some() || compared != (read.len(), again.len()) {
        let _ = write!(
            out,
            "\nThis is not the canonical form, which has other parts:\n\n{BYTES}{}{BYTES:#}\n",
            hex::encode(again)
        );
    }
    out
}

/// Lists the parts of refused bytes whose canonical form does not depend on the rest: presence flags, booleans, padding and minus zeros.
pub(super) fn unusual(encoding: &'static Encoding, read: &[u8]) -> String {
    let mut table = Table::new();
    let mut any = false;
    for slice in slices(encoding, read) {
        if let Some(written) = slice.canonical() {
            any = true;
            add_replacement(&mut table, &slice, &written);
        }
    }
    if any {
        format!("\nParts of this are not in canonical form, which has other bytes:\n\n{}", table.text())
    } else {
        String::new()
    }
}

/// Adds a line about a part whose canonical form is `written`.
fn add_replacement(table: &mut Table, part: &Slice<'_>, written: &[u8]) {
    let line = format!("{BYTES}{}{BYTES:#} {LAYOUT}instead of{LAYOUT:#} {}", shown(written), shown(part.bytes));
    table.remark(part.offset, &part.name, &line, &part.short_path().to_string());
}

/// Returns true if two slices are the same part of a value.
fn same(one: &Slice<'_>, other: &Slice<'_>) -> bool {
    let kinds = match (one.kind, other.kind) {
        (SliceKind::Scalar(one), SliceKind::Scalar(other)) => one == other,
        (one, other) => one == other,
    };
    kinds && one.name == other.name && one.short_path() == other.short_path()
}

/// Returns the bytes of an `n` or a `z` without its trailing zero bytes.
pub(super) fn shortest(bytes: &[u8]) -> Vec<u8> {
    let mut short = bytes.to_vec();
    while let [.., before, 0] = short.as_mut_slice() {
        *before &= 0x7f;
        short.pop();
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusual_flags_and_padding_are_found_in_refused_bytes() {
        let encoding = crate::ids::named("obj{a: bool; b?: bool; c: padded(uint8, 1); d: padded(uint8, 2); e: uint8}");
        let unusual = |bytes: &[u8]| {
            let text = unusual(encoding.unwrap().encoding, bytes);
            let text = anstream::adapter::strip_str(&text).to_string();
            text.lines()
                .skip(3)
                .map(|line| line.split_whitespace().take(4).collect::<Vec<_>>().join(" "))
                .collect::<Vec<_>>()
        };
        assert_eq!(unusual(&[0, 0xff, 0xff, 1, 0, 2, 0, 0]), [""; 0]);
        assert_eq!(unusual(&[0xff, 0, 0xff, 0, 0xff, 0, 0]), [""; 0]);
        let expected = ["0 ff instead of", "2 ff instead of", "4 00 instead of", "6 0000 instead of"];
        assert_eq!(unusual(&[1, 0xff, 0xfe, 9, 0xff, 9, 0, 1]), expected);
    }

    #[test]
    fn trailing_zeros_are_removed() {
        assert_eq!(shortest(&[0x85, 0x80, 0x00]), [0x05]);
        assert_eq!(shortest(&[0x80, 0x81, 0x00]), [0x80, 0x01]);
        assert_eq!(shortest(&[0x80, 0x00]), [0x00]);
    }
}
