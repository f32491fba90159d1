//! What several tests use.

use std::path::PathBuf;

use tezos_encoding::wire::{Reads, Schema, Writes};
use tezos_encoding::{Decode, DecodeError, Encode};
use tezos_rlp::{Item, Rlp};

/// Returns a path in the folder of the project's data, unless this is a user's clone.
pub(crate) fn shared(part: &str) -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared");
    let folder = std::env::var_os("TEZOS_CODEC_SHARED").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let path = folder.join(part);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is not here; TEZOS_CODEC_SHARED names the folder that has it", path.display());
    None
}

/// Returns the bytes of hexadecimal digits, with or without `0x`.
pub(crate) fn hex(digits: &str) -> Vec<u8> {
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    assert_eq!(digits.len() % 2, 0, "{digits}");
    (0..digits.len() / 2).map(|index| u8::from_str_radix(&digits[2 * index..2 * index + 2], 16).unwrap()).collect()
}

/// Checks that the reader, the writer and the schema agree on these bytes: both read them, and write them again, or both refuse them
/// at the same byte for the same reason.
pub(crate) fn agree<T, W>(bytes: &[u8]) -> Result<T, DecodeError>
where
    W: for<'a> Reads<'a, T> + Writes<T> + Schema<T>,
{
    let read = Item::<T, W>::from_bytes(bytes);
    let walked = tezos_encoding::schema::decode(W::ENCODING, bytes);
    match (&read, walked) {
        (Ok(item), Ok(value)) => {
            assert_eq!(item.to_bytes().unwrap(), bytes, "written");
            assert_eq!(item.encoded_len(), Ok(bytes.len()), "measured");
            assert_eq!(tezos_encoding::schema::encode(W::ENCODING, &value).unwrap(), bytes, "written by the schema");
            let json = tezos_encoding::schema::to_json(W::ENCODING, bytes).unwrap();
            let again =
                tezos_encoding::schema::from_json(W::ENCODING, &json).map_err(|error| format!("{json}: {error}"));
            assert_eq!(again.unwrap(), bytes, "{json}");
        }
        (Err(read), Err(walked)) => {
            let of = |error: &DecodeError| (error.kind().name(), error.offset());
            assert_eq!(of(read), of(&walked), "{read} and {walked}");
            assert_eq!(read.to_string(), walked.to_string());
            let json = tezos_encoding::schema::to_json(W::ENCODING, bytes);
            assert_eq!(json.as_ref().map_err(of), Err(of(read)), "bytes that are refused have no JSON");
        }
        (read, walked) => panic!("{:?} and {walked:?}: {bytes:02x?}", read.as_ref().map(|_| "a value")),
    }
    read.map(|item| item.value)
}

/// [`agree`] for items.
pub(crate) fn item<T>(bytes: &[u8]) -> Result<T, DecodeError>
where
    Rlp: for<'a> Reads<'a, T> + Writes<T> + Schema<T>,
{
    agree::<T, Rlp>(bytes)
}
