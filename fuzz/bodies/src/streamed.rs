//! Values that arrive in chunks are those of the whole, and errors are at the same place.

use tezos_encoding::DecodeError;
use tezos_encoding::stream::{Settings, StreamDecoder, StreamError};

use crate::typed::Subject;

/// The maximum length of inputs that are also read byte by byte.
const BYTE_BY_BYTE_MAX_BYTES: usize = 400;

/// No limit, so that sizes that announce much are refused as those of a message are.
const SETTINGS: Settings = Settings::new().with_value_max_bytes(usize::MAX);

/// Checks the bytes as a stream.
///
/// # Panics
/// Where something does not hold.
pub(crate) fn check<T: Subject>(bytes: &[u8]) {
    let Ok(decoder) = StreamDecoder::<T>::try_new(SETTINGS) else { return };
    let (values, start, error) = whole::<T>(bytes);
    // Not the same for all inputs.
    let mixed = bytes.iter().map(|byte| usize::from(*byte)).sum::<usize>();
    let size = match mixed % 8 {
        0 | 1 if bytes.len() <= BYTE_BY_BYTE_MAX_BYTES => 1,
        0 | 1 => 4096,
        2 => bytes.len().max(1),
        size => size,
    };
    let (found, end, failure) = in_chunks::<T>(decoder, bytes, size);
    assert!(
        found.len() == values.len() && found.iter().zip(&values).all(|(one, other)| one.to_bytes() == other.to_bytes()),
        "chunks of {size}: {found:?}, expected {values:?}"
    );
    assert_eq!(end, start as u64, "chunks of {size}");
    same(failure.as_ref(), start, error.as_ref()).unwrap_or_else(|what| {
        panic!("chunks of {size}: {what}: {failure:?}, expected {error:?} of the value at {start}")
    });
}

/// The values of a stream that is there as a whole, where the last of them ends, and why it is the last.
fn whole<T: Subject>(bytes: &[u8]) -> (Vec<T>, usize, Option<DecodeError>) {
    let (mut values, mut rest) = (Vec::new(), bytes);
    loop {
        let start = bytes.len() - rest.len();
        if rest.is_empty() {
            return (values, start, None);
        }
        match T::from_prefix(rest) {
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

/// Expects the error of the whole, as far as a stream has it.
fn same(found: Option<&StreamError>, start: usize, expected: Option<&DecodeError>) -> Result<(), &'static str> {
    let (found, expected) = match (found, expected) {
        (None, None) => return Ok(()),
        (Some(found), Some(expected)) => (found, expected),
        _ => return Err("one error"),
    };
    let Some(error) = found.decode_error() else { return Err("no error of a value") };
    if found.start() != Some(start as u64) {
        return Err("another value");
    }
    let place = |error: &DecodeError| (error.kind().name(), error.path().to_string(), error.offset(), error.missing());
    match found {
        // What is wrong inside of a block is found before the block ends.
        StreamError::Decode { .. } if expected.is_incomplete() => Ok(()),
        StreamError::EndsEarly { .. } if place(error) == place(expected) && expected.is_incomplete() => Ok(()),
        StreamError::Decode { .. } if place(error) == place(expected) => Ok(()),
        // A limit is checked before the bytes beyond it are waited for.
        StreamError::Decode { .. }
            if error.kind().name() == "Size_limit_exceeded"
                && expected.kind().name() == "Not_enough_data"
                && error.offset() == expected.offset() =>
        {
            Ok(())
        }
        // The first mistake of a block is one that only the reader knows.
        StreamError::Decode { .. } if ONLY_READERS.contains(&expected.kind().name()) => Ok(()),
        _ => Err("another error"),
    }
}

const ONLY_READERS: [&str; 5] =
    ["Exception_raised_in_user_function", "User_invariant_guard", "Overflow", "Duplicate_key", "Foreign_parser"];
