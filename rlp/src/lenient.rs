//! Old data, whose headers are longer than necessary.

use alloc::vec::Vec;

use tezos_encoding::schema::RlpHeader;
use tezos_encoding::{DecodeError, Fault, FaultKind};

use crate::FromRlp;

/// Decodes a value from items whose headers may be longer than necessary, as [`shortest`] reads them. Errors count the bytes of the
/// shortest items.
///
/// ```
/// use tezos_rlp::{FromRlp, from_rlp_lenient};
/// let old = [0xf8, 4, 0x81, 7, 0xb8, 0];
/// assert_eq!(from_rlp_lenient::<(u8, String)>(&old).unwrap(), (7, String::new()));
/// assert!(<(u8, String)>::from_rlp(&old).is_err());
/// ```
///
/// # Errors
/// Those of the encoding, among them `Invalid_item` for a number with leading zeros.
pub fn from_rlp_lenient<T>(bytes: &[u8]) -> Result<T, DecodeError>
where
    T: for<'a> FromRlp<'a>,
{
    match shortest(bytes) {
        Ok(shortest) => T::from_rlp(&shortest),
        // The size that does not fit is refused again, with its path.
        Err(_) => T::from_rlp(bytes),
    }
}

/// An item, before it is written.
enum Item<'a> {
    String(&'a [u8]),
    /// The offset at which the list ends, and the length of its content in the shortest form.
    List {
        end: usize,
        len: usize,
    },
}

impl Item<'_> {
    /// Returns the length of the item in its shortest form.
    fn len(&self) -> usize {
        match self {
            Self::String([..0x80]) => 1,
            Self::String(content) => RlpHeader::Bytes.bytes(content.len()).1.saturating_add(content.len()),
            Self::List { len, .. } => RlpHeader::List.bytes(*len).1.saturating_add(*len),
        }
    }
}

/// Returns the same items with the shortest headers. It reads sizes with leading zeros, sizes that fit a shorter header, and headers of
/// single bytes below `80`. Leading zeros of numbers remain: only a type tells what is a number.
///
/// Lists are read by a loop, at any depth. Memory: at most 32 bytes for each item, and the result.
///
/// ```
/// assert_eq!(tezos_rlp::shortest(&[0xf8, 4, 0x81, 7, 0xb8, 0]).unwrap(), [0xc2, 7, 0x80]);
/// ```
///
/// # Errors
/// `Not_enough_data` for a size beyond the list around it, or beyond the input.
pub fn shortest(bytes: &[u8]) -> Result<Vec<u8>, Fault> {
    let (mut items, mut open): (Vec<Item<'_>>, Vec<usize>) = Default::default();
    let (mut at, mut len) = (0usize, 0usize);
    loop {
        // Lists that end here count in the list around them.
        while let Some(list) = open.last().and_then(|list| items.get(*list)).filter(|list| ends_at(list, at)) {
            let inside = list.len();
            open.pop();
            add(&mut items, &open, &mut len, inside);
        }
        let rest = bytes.get(at..).unwrap_or_default();
        if rest.is_empty() {
            break;
        }
        let end = open.last().and_then(|list| items.get(*list)).map_or(bytes.len(), |list| match list {
            Item::List { end, .. } => *end,
            Item::String(_) => bytes.len(),
        });
        let missing = || Fault::with_detail(FaultKind::NotEnoughData, rest, rest.len().saturating_add(1));
        let (is_list, header, size) = header(rest).ok_or_else(missing)?;
        let start = at.saturating_add(header);
        let after = start.checked_add(size).filter(|after| *after <= end).ok_or_else(missing)?;
        match is_list {
            true => {
                open.push(items.len());
                items.push(Item::List { end: after, len: 0 });
                at = start;
            }
            false => {
                let item = Item::String(bytes.get(start..after).unwrap_or_default());
                let inside = item.len();
                add(&mut items, &open, &mut len, inside);
                items.push(item);
                at = after;
            }
        }
    }
    let mut shortest = Vec::with_capacity(len);
    for item in items {
        let (header, content): (RlpHeader, &[u8]) = match item {
            Item::String(content) => (RlpHeader::Bytes, content),
            Item::List { len, .. } => {
                let (header, width) = RlpHeader::List.bytes(len);
                shortest.extend_from_slice(header.get(..width).unwrap_or_default());
                continue;
            }
        };
        if !matches!(content, [..0x80]) {
            let (header, width) = header.bytes(content.len());
            shortest.extend_from_slice(header.get(..width).unwrap_or_default());
        }
        shortest.extend_from_slice(content);
    }
    Ok(shortest)
}

/// Returns true for a list that ends at an offset.
fn ends_at(item: &Item<'_>, at: usize) -> bool {
    matches!(item, Item::List { end, .. } if *end == at)
}

/// Adds the length of an item to that of the innermost open list, or of all items.
fn add(items: &mut [Item<'_>], open: &[usize], all: &mut usize, inside: usize) {
    let around = match open.last().and_then(|list| items.get_mut(*list)) {
        Some(Item::List { len, .. }) => len,
        _ => all,
    };
    *around = around.saturating_add(inside);
}

/// Reads a header of any length: whether it is that of a list, its length, and the size of the content.
fn header(bytes: &[u8]) -> Option<(bool, usize, usize)> {
    let first = *bytes.first()?;
    let is_list = first >= 0xc0;
    let long = match first & 0x3f {
        _ if first < 0x80 => return Some((false, 0, 1)),
        size @ ..=55 => return Some((is_list, 1, size.into())),
        long => usize::from(long).checked_sub(55)?,
    };
    let size = bytes.get(1..long.checked_add(1)?)?;
    let size = size.iter().try_fold(0usize, |size, byte| size.checked_mul(256)?.checked_add(usize::from(*byte)))?;
    Some((is_list, long.checked_add(1)?, size))
}
