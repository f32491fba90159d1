//! Values and errors of bytes in chunks equal those of all bytes at once.

use tezos_encoding::stream::{StreamDecoder, StreamError, StreamSettings};
use tezos_encoding::{DecodeError, ErrorKind};

use crate::typed::{NEWEST, Subject};

/// The maximum length of inputs that are also read byte by byte.
const BYTE_BY_BYTE_MAX_BYTES: usize = 400;

/// No limit, so that large size prefixes are refused with the same error as in a message.
const SETTINGS: StreamSettings = StreamSettings::new().with_value_max_bytes(usize::MAX).with_revision(NEWEST);

/// Checks the bytes as a stream.
///
/// # Panics
/// If a property is violated.
pub(crate) fn check<T: Subject>(bytes: &[u8]) {
    let Ok(decoder) = StreamDecoder::<T>::try_new(SETTINGS) else { return };
    let (values, start, error) = whole::<T>(bytes);
    // The size of the chunks depends on the bytes.
    let mixed = bytes.iter().map(|byte| usize::from(*byte)).sum::<usize>();
    let size = match mixed % 8 {
        0 | 1 if bytes.len() <= BYTE_BY_BYTE_MAX_BYTES => 1,
        0 | 1 => 4096,
        2 => bytes.len().max(1),
        size => size,
    };
    let (found, end, failure) = in_chunks::<T>(decoder, bytes, size);
    assert!(
        found.len() == values.len()
            && found.iter().zip(&values).all(|(one, other)| NEWEST.encode(one) == NEWEST.encode(other)),
        "chunks of {size}: {found:?}, expected {values:?}"
    );
    assert_eq!(end, start as u64, "chunks of {size}");
    same(failure.as_ref(), start, error.as_ref()).unwrap_or_else(|what| {
        panic!("chunks of {size}: {what}: {failure:?}, expected {error:?} of the value at {start}")
    });
}

/// Decodes all bytes at once. Returns the values, the end of the last value, and the error that follows it.
fn whole<T: Subject>(bytes: &[u8]) -> (Vec<T>, usize, Option<DecodeError>) {
    let (mut values, mut rest) = (Vec::new(), bytes);
    loop {
        let start = bytes.len() - rest.len();
        if rest.is_empty() {
            return (values, start, None);
        }
        match NEWEST.decode_prefix::<T>(rest) {
            Ok((value, behind)) => {
                assert!(behind.len() < rest.len(), "{value:?} has no bytes");
                values.push(value);
                rest = behind;
            }
            Err(error) => return (values, start, Some(error)),
        }
    }
}

fn in_chunks<T: Subject>(
    mut decoder: StreamDecoder<T>,
    bytes: &[u8],
    size: usize,
) -> (Vec<T>, u64, Option<StreamError>) {
    let mut values = Vec::new();
    for chunk in bytes.chunks(size).map(Some).chain([None]) {
        match chunk {
            Some(chunk) => decoder.feed(chunk),
            None => decoder.end(),
        }
        loop {
            match decoder.next_value() {
                Ok(Some(value)) => values.push(value),
                Ok(None) => break,
                Err(error) => {
                    assert!(decoder.is_over() && matches!(decoder.next_value(), Ok(None)), "after {error}");
                    return (values, decoder.offset(), Some(error));
                }
            }
        }
    }
    assert!(decoder.is_over(), "{decoder:?}");
    (values, decoder.offset(), None)
}

/// Checks that the error of the stream matches that of all bytes at once, except for known differences.
fn same(found: Option<&StreamError>, start: usize, expected: Option<&DecodeError>) -> Result<(), &'static str> {
    let (found, expected) = match (found, expected) {
        (None, None) => return Ok(()),
        (Some(found), Some(expected)) => (found, expected),
        _ => return Err("only one of them fails"),
    };
    // A size that does not fit into a `usize`, which RLP can announce.
    if let (StreamError::TooLong { .. }, ErrorKind::NotEnoughData { needed: usize::MAX, .. }) = (found, expected.kind())
    {
        return Ok(());
    }
    let Some(error) = found.decode_error() else { return Err("not an error of a value") };
    if found.start() != Some(start as u64) {
        return Err("another value");
    }
    let details =
        |error: &DecodeError| (error.kind().name(), error.path().to_string(), error.offset(), error.missing());
    match found {
        // A stream reports an error inside a block before the block is complete.
        StreamError::Decode { .. } if expected.is_incomplete() => Ok(()),
        StreamError::EndsEarly { .. } if details(error) == details(expected) && expected.is_incomplete() => Ok(()),
        StreamError::Decode { .. } if details(error) == details(expected) => Ok(()),
        // A limit is checked without waiting for the bytes beyond it.
        StreamError::Decode { .. }
            if error.kind().name() == "Size_limit_exceeded"
                && expected.kind().name() == "Not_enough_data"
                && error.offset() == expected.offset() =>
        {
            Ok(())
        }
        // The first error of the block is one that only the reader of the type detects.
        StreamError::Decode { .. } if ONLY_READERS.contains(&expected.kind().name()) => Ok(()),
        _ => Err("another error"),
    }
}

const ONLY_READERS: [&str; 5] =
    ["Exception_raised_in_user_function", "User_invariant_guard", "Overflow", "Duplicate_key", "Foreign_parser"];
