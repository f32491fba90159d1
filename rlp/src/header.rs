//! The headers of items.
//!
//! In WebAssembly, what is called for each field is not inlined, here and in [`form`](crate::form): a kernel contains it once.

use tezos_encoding::schema::RlpHeader;
use tezos_encoding::wire::{Length, MAX_SIZE, Prefix};
use tezos_encoding::{EncodeError, Fault, FaultKind, Reader, Sink};

/// The header of a list, [`RlpHeader::List`].
#[derive(Debug)]
pub struct ListHeader;

/// The header of a string, [`RlpHeader::Bytes`], for content that is not a single byte below `80`.
#[derive(Debug)]
pub struct StringHeader;

macro_rules! length {
    ($length:ident, $header:ident, $read:path) => {
        impl Length for $length {
            const PREFIX: Prefix = Prefix::Rlp(RlpHeader::$header);

            #[inline]
            fn read(input: &mut Reader<'_>) -> Result<usize, Fault> {
                $read(input)
            }

            #[inline]
            fn put<S: Sink>(len: usize, sink: &mut S) {
                put(RlpHeader::$header, len, sink);
            }

            /// Does nothing: this header has no fixed width, so it is only written once the size is known.
            #[inline]
            fn store(_: usize, _: &mut [u8]) {}
        }
    };
}

length!(ListHeader, List, list_header);
length!(StringHeader, Bytes, string_header);

/// Writes the header of `len` bytes of content.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline)]
fn put<S: Sink>(header: RlpHeader, len: usize, sink: &mut S) {
    let (bytes, width) = header.bytes(len);
    match (width, bytes) {
        (1, [byte, ..]) => sink.put(&[byte]),
        (2, [first, size, ..]) => sink.put(&[first, size]),
        _ => sink.put(bytes.get(..width).unwrap_or_default()),
    }
}

/// Writes a string.
///
/// # Errors
/// `Size_limit_exceeded` above 2^30 - 1 bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn put_string<S: Sink>(content: &[u8], sink: &mut S) -> Result<(), EncodeError> {
    if content.len() > MAX_SIZE {
        return StringHeader::check(content.len());
    }
    put_content(content, sink);
    Ok(())
}

/// Writes a string that is not too long.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
#[cfg_attr(target_family = "wasm", inline(never))]
fn put_content<S: Sink>(content: &[u8], sink: &mut S) {
    if !matches!(content, [..0x80]) {
        put(RlpHeader::Bytes, content.len(), sink);
    }
    sink.put(content);
}

/// Reads the content of a string.
///
/// # Errors
/// `Invalid_item` for a list, or a header that is not the shortest; `Not_enough_data`, `Size_limit_exceeded`.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline)]
pub fn string<'a>(input: &mut Reader<'a>) -> Result<&'a [u8], Fault> {
    match input.remaining() {
        [..0x80, ..] => return input.take(1),
        [first @ 0x80..=0xb7, rest @ ..] => {
            let len = usize::from(first & 0x3f);
            if let Some((content, _)) = rest.split_at_checked(len)
                && !matches!(content, [..0x80])
            {
                input.take(len.wrapping_add(1))?;
                return Ok(content);
            }
        }
        [0xb8, len @ 56..=0xff, ..] => {
            let len = usize::from(*len);
            input.take(2)?;
            return input.take(len);
        }
        _ => {}
    }
    let len = string_header(input)?;
    input.take(len)
}

/// Reads the header of a string and returns a reader of the content, which `input` skips.
///
/// # Errors
/// Those of [`string`].
#[inline]
pub fn string_block<'a>(input: &mut Reader<'a>) -> Result<Reader<'a>, Fault> {
    let len = string_header(input)?;
    input.block(len)
}

/// Reads the header of a list and returns a reader of the items, which `input` skips.
///
/// # Errors
/// `Invalid_item` for a string, or a header that is not the shortest; `Not_enough_data`, `Size_limit_exceeded`.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline)]
pub fn list<'a>(input: &mut Reader<'a>) -> Result<Reader<'a>, Fault> {
    let len = list_header(input)?;
    input.block(len)
}

#[inline]
fn list_header(input: &mut Reader<'_>) -> Result<usize, Fault> {
    match *input.remaining() {
        [first @ 0xc0..=0xf7, ..] => {
            input.take(1)?;
            Ok(usize::from(first & 0x3f))
        }
        [0xf8, len @ 56..=0xff, ..] => {
            input.take(2)?;
            Ok(len.into())
        }
        _ => long_header(input, RlpHeader::List),
    }
}

/// Reads the header of a string whose content is refused, or that is longer than a byte.
#[inline(never)]
fn string_header(input: &mut Reader<'_>) -> Result<usize, Fault> {
    let start = input.remaining();
    let len = match *start {
        [..0x80, ..] => return Ok(1),
        [first @ 0x80..=0xb7, ..] => {
            input.take(1)?;
            usize::from(first & 0x3f)
        }
        _ => long_header(input, RlpHeader::Bytes)?,
    };
    input.need(len)?;
    match *input.remaining() {
        [..0x80, ..] if len == 1 => Err(invalid(start)),
        _ => Ok(len),
    }
}

/// Reads a header that is followed by a size.
#[inline(never)]
fn long_header(input: &mut Reader<'_>, header: RlpHeader) -> Result<usize, Fault> {
    let start = input.remaining();
    let [first] = *input.array()?;
    let is_long = match header {
        RlpHeader::List => matches!(first, 0xf8..),
        RlpHeader::Bytes | RlpHeader::Number => matches!(first, 0xb8..=0xbf),
    };
    if !is_long {
        return Err(invalid(start));
    }
    let bytes = input.take(usize::from(first & 7).wrapping_add(1))?;
    let len = bytes.iter().fold(0u64, |len, byte| len << 8 | u64::from(*byte));
    if bytes.first() == Some(&0) || len <= 55 {
        return Err(invalid(start));
    }
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    input.need(len)?;
    if len > MAX_SIZE {
        return Err(Fault::with_detail(FaultKind::SizeLimitExceeded, input.remaining(), len));
    }
    Ok(len)
}

/// Returns the fault of an item that is of the other kind, or not in its shortest form.
#[cold]
pub(crate) fn invalid(start: &[u8]) -> Fault {
    Fault::with_detail(FaultKind::InvalidItem, start, start.first().copied().unwrap_or_default().into())
}

/// Skips the item at the front and returns its bytes.
pub(crate) fn skip<'a>(input: &mut Reader<'a>) -> Result<&'a [u8], Fault> {
    let start = input.remaining();
    match start {
        [0xc0..=0xff, ..] => _ = list(input)?,
        _ => _ = string(input)?,
    }
    Ok(start.get(..start.len().wrapping_sub(input.remaining().len())).unwrap_or_default())
}

/// Returns the number of items that are left, counted up to `most`. Bytes that are no item count as one; their fault is returned too.
pub(crate) fn items(input: &Reader<'_>, most: usize) -> (usize, Option<Fault>) {
    let (mut rest, mut items) = (input.clone(), 0usize);
    while items < most && !rest.is_empty() {
        items = items.wrapping_add(1);
        if let Err(fault) = skip(&mut rest) {
            return (items, Some(fault));
        }
    }
    (items, None)
}
