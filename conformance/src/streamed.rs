//! Reads vectors with our stream readers in chunks of three bytes, as the reference's results were made.

use tezos_encoding::{
    Decode,
    schema::{self, Encoding},
    stream::{Framer, StreamDecoder, StreamError, StreamSettings},
};

use crate::line::RAISED;

/// Size of a chunk in bytes.
const CHUNK: usize = 3;

/// The result of reading the first value of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Streamed {
    /// The type cannot be read from a stream, because its values end where their input ends.
    Unstreamable,
    /// The stream has no bytes and therefore no value.
    Nothing,
    /// A value of this number of bytes.
    Value(usize),
    /// The value is refused with this error.
    Refused(&'static str),
    /// The stream ends inside the value.
    Early,
}

/// The known reasons why our stream reader gives another error than the reference's. `encoding/docs/streams.md` lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reason {
    Unstreamable,
    Nothing,
    TooDeep,
    Functions,
    Count,
    Elements,
}

impl Reason {
    /// Returns the known reason for a difference between two errors.
    fn of(expected: &str, found: &str) -> Option<Self> {
        Some(match (expected, found) {
            (_, UNSTREAMABLE) => Self::Unstreamable,
            ("Not_enough_data", NOTHING) => Self::Nothing,
            (_, "Too_deep") => Self::TooDeep,
            (RAISED, _) => Self::Functions,
            ("Invalid_int", "List_too_long" | "Array_too_long") => Self::Count,
            ("Size_limit_exceeded", "List_too_long" | "Array_too_long" | "Not_enough_data" | "Extra_bytes") => {
                Self::Elements
            }
            _ => return None,
        })
    }

    /// Returns the reason as a sentence.
    #[cfg(test)]
    pub(crate) const fn sentence(self) -> &'static str {
        match self {
            Self::Unstreamable => {
                "values of this type end where their input ends; such types are refused before anything is read"
            }
            Self::Nothing => "an empty stream is not an error here: it has no values",
            Self::TooDeep => "the value is deeper than its type allows; the reference has no limit",
            Self::Functions => {
                "a user function refuses a field of an incomplete value; here it is called once the value is complete"
            }
            Self::Count => "a count encoded as `n` exceeds its limit; the error is that of `from_bytes`",
            Self::Elements => {
                "a block is longer than its list allows; elements are counted as they arrive, as in `from_bytes`"
            }
        }
    }
}

const UNSTREAMABLE: &str = "a type that is refused";
const NOTHING: &str = "no value";

/// Compares our result for a stream of these bytes with the reference's: an error, or `None` for a value that takes all the bytes.
/// Returns the known reason if they differ, and an error if there is no known reason.
pub(crate) fn compare(found: Streamed, bytes: &[u8], expected: Option<&str>) -> Result<Option<Reason>, String> {
    let found = match found {
        Streamed::Unstreamable => UNSTREAMABLE,
        Streamed::Nothing => NOTHING,
        Streamed::Value(size) if size < bytes.len() => "Extra_bytes",
        Streamed::Value(_) => "a value",
        Streamed::Refused(name) => name,
        Streamed::Early => "Not_enough_data",
    };
    match expected {
        Some(expected) if found == expected => Ok(None),
        None if found == "a value" || bytes.is_empty() && found == NOTHING => Ok(None),
        None if found == UNSTREAMABLE => Ok(Some(Reason::Unstreamable)),
        expected => {
            let expected = expected.unwrap_or("a value");
            let reason = Reason::of(expected, found).map(Some);
            reason.ok_or_else(|| format!("in chunks of a stream, it is {found}, expected {expected}"))
        }
    }
}

/// Allows values of any size, because the vectors announce sizes up to the largest.
fn settings() -> StreamSettings {
    StreamSettings::default().with_value_max_bytes(usize::MAX)
}

/// Reads the first value with a type.
pub(crate) fn by_type<T: for<'a> Decode<'a>>(bytes: &[u8]) -> Streamed {
    let Ok(mut decoder) = StreamDecoder::<T>::try_new(settings()) else { return Streamed::Unstreamable };
    for chunk in bytes.chunks(CHUNK) {
        decoder.feed(chunk);
        match decoder.next_value() {
            Ok(None) => {}
            Ok(Some(_)) => return value(decoder.offset()),
            Err(error) => return refused(&error),
        }
    }
    decoder.end();
    match decoder.next_value() {
        Ok(None) => Streamed::Nothing,
        Ok(Some(_)) => value(decoder.offset()),
        Err(error) => refused(&error),
    }
}

/// Reads the first value with a schema.
pub(crate) fn by_schema(encoding: &'static Encoding, bytes: &[u8]) -> Streamed {
    let Ok(mut framer) = Framer::new(encoding, settings()) else { return Streamed::Unstreamable };
    let ends = (0..bytes.len()).step_by(CHUNK).map(|end| (end, false));
    for (end, ended) in ends.chain([(bytes.len(), true)]) {
        match framer.next_value(bytes.get(..end).unwrap_or(bytes), ended) {
            Ok(None) => {}
            Ok(Some(size)) => {
                return match schema::decode(encoding, bytes.get(..size).unwrap_or(bytes)) {
                    Ok(_) => Streamed::Value(size),
                    Err(error) => Streamed::Refused(error.kind().name()),
                };
            }
            Err(error) => return refused(&error),
        }
    }
    Streamed::Nothing
}

fn value(end: u64) -> Streamed {
    Streamed::Value(usize::try_from(end).unwrap_or(usize::MAX))
}

fn refused(error: &StreamError) -> Streamed {
    match (error, error.decode_error()) {
        (StreamError::EndsEarly { .. }, _) => Streamed::Early,
        (_, Some(error)) => Streamed::Refused(error.kind().name()),
        _ => Streamed::Refused("Too_long"),
    }
}
