//! Describes what a reader expected and what it found.

use tezos_encoding::ErrorKind;

use crate::output::counted;

/// Returns what was expected at byte `offset` of `bytes`, and what was found there.
pub(super) fn expected(kind: &ErrorKind, bytes: &[u8], offset: usize) -> (String, String) {
    let here = bytes.get(offset..).unwrap_or_default();
    let byte = here.first().map_or_else(|| "the end".to_owned(), |byte| format!("{byte:02x}"));
    let pair = |expected: String, found: String| (expected, found);
    match kind {
        ErrorKind::NotEnoughData { expected, needed, available } => pair(
            format!("{} for {expected}", count(*needed)),
            format!("{}, then the end of the block", count(*available)),
        ),
        ErrorKind::ExtraBytes { count: extra } => {
            pair("the end of the block".into(), format!("{} more", count(*extra)))
        }
        ErrorKind::UnexpectedTag { tag, known, .. } => {
            pair(known.near(*tag).to_string(), format!("{tag} ({tag:#04x}), an unknown tag"))
        }
        ErrorKind::NoCaseMatched => pair("the index of a name, or the value of a case".into(), byte),
        ErrorKind::InvalidInt { min, value, max } => pair(format!("an integer from {min} to {max}"), value.to_string()),
        ErrorKind::InvalidFloat { min, value, max } => {
            let [min, value, max] = [min, value, max].map(|bits| f64::from_bits(*bits));
            pair(format!("a number from {min} to {max}"), value.to_string())
        }
        ErrorKind::TrailingZero => pair("a last byte that is not zero".into(), byte),
        ErrorKind::SizeLimitExceeded { limit, found } => pair(format!("at most {}", count(*limit)), count(*found)),
        ErrorKind::ListLength { max, found, .. } => pair(format!("at most {}", elements(*max)), elements(*found)),
        ErrorKind::ListTooShort { min, found } => pair(format!("at least {}", elements(*min)), elements(*found)),
        ErrorKind::UserGuard { function, message } | ErrorKind::UserFunction { function, message } => {
            pair(format!("a value that `{function}` accepts"), message.to_string())
        }
        ErrorKind::InvalidUtf8 => pair("text in UTF-8".into(), "other bytes".into()),
        ErrorKind::Magic { expected, found } => pair(hex::encode(expected), hex::encode(found)),
        ErrorKind::TooDeep { limit } => pair(format!("at most {limit} levels"), "one more".into()),
        other => pair("a value of the encoding".into(), other.to_string()),
    }
}

fn count(bytes: usize) -> String {
    counted(bytes, "byte", "bytes")
}

fn elements(count: usize) -> String {
    counted(count, "element", "elements")
}
