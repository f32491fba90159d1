//! `DecodeError::is_incomplete` and `missing`: whether, and how many, bytes after the input could complete the message.

use std::num::NonZeroUsize;

use tezos_encoding::schema::{self, Encoding};
use tezos_encoding::wire::{Reads, Schema};
use tezos_encoding::{BinWriter, Decode, DecodeError, Fault, HasEncoding, NomReader, Reader};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Block {
    #[encoding(dynamic)]
    inside: u16,
    behind: u64,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Last {
    #[encoding(dynamic)]
    inside: Inner,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Inner {
    #[encoding(short_dynamic, list)]
    numbers: Vec<u16>,
    last: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Sized {
    #[encoding(sized = 3, short_dynamic, list)]
    inside: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Head {
    #[encoding(reserve = 2, list)]
    numbers: Vec<u16>,
    last: u16,
}

/// A number whose hand-written reader requires two bytes where its schema has one.
struct TwoBytes;

impl Schema<u8> for TwoBytes {
    const ENCODING: &'static Encoding = u8::ENCODING;
}

impl<'a> Reads<'a, u8> for TwoBytes {
    fn read(input: &mut Reader<'a>) -> Result<u8, Fault> {
        input.array().map(|[_, last]| *last)
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader)]
struct ByHand {
    #[encoding(dynamic, with = "TwoBytes")]
    inside: u8,
    #[encoding(with = "TwoBytes")]
    behind: u8,
}

fn error<T: for<'a> Decode<'a> + std::fmt::Debug>(bytes: &[u8]) -> DecodeError {
    let error = T::from_bytes(bytes).unwrap_err();
    assert_eq!(error.kind().name(), "Not_enough_data", "{error}");
    let by_schema = schema::decode(T::ENCODING, bytes).unwrap_err();
    assert_eq!(by_schema.missing(), error.missing(), "{error}");
    assert_eq!(error.is_incomplete(), error.missing().is_some());
    error
}

#[test]
fn truncated_messages_are_incomplete() {
    for cut in 0..14 {
        assert!(error::<Block>(&[0, 0, 0, 2, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0][..cut]).is_incomplete(), "{cut}");
    }
    assert!(error::<Last>(&[0, 0, 0, 4, 2, 0, 9]).is_incomplete());
    assert!(error::<Sized>(&[2, 0]).is_incomplete());
    // A value that extends to the end continues if more bytes arrive.
    assert!(error::<Head>(&[0, 1, 0, 0, 0]).is_incomplete());
    assert!(error::<u32>(&[0]).is_incomplete());
    assert!(error::<(u8, u32)>(&[]).is_incomplete());
}

#[test]
fn a_complete_block_that_is_too_short_is_not_incomplete() {
    assert!(!error::<Block>(&[0, 0, 0, 1, 9, 0, 0, 0, 0, 0, 0, 0, 0]).is_incomplete());
    // Also if the block ends at the end of the message.
    assert!(!error::<Block>(&[0, 0, 0, 1, 9]).is_incomplete());
    assert!(!error::<Last>(&[0, 0, 0, 4, 3, 0, 9, 0]).is_incomplete());
    assert!(!error::<Last>(&[0, 0, 0, 3, 2, 0, 9]).is_incomplete());
    assert!(!error::<Sized>(&[3, 0, 0]).is_incomplete());
    let other = Block::from_bytes(&[0, 0, 0, 3, 0, 9, 1]).unwrap_err();
    assert!(!other.is_incomplete(), "{other}");
}

/// Returns the number of missing bytes, or `None` if more bytes would not complete the value.
fn missing<T: for<'a> Decode<'a> + std::fmt::Debug>(bytes: &[u8]) -> Option<usize> {
    error::<T>(bytes).missing().map(NonZeroUsize::get)
}

#[test]
fn the_number_of_missing_bytes_is_reported() {
    let whole = [0, 0, 0, 2, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0];
    let found: Vec<_> = (0..14).map(|cut| missing::<Block>(&whole[..cut]).unwrap()).collect();
    // First the missing bytes of the size prefix, then those of the block, then those of the number after it.
    assert_eq!(found, [4, 3, 2, 1, 2, 1, 8, 7, 6, 5, 4, 3, 2, 1]);
    // For nested blocks, the missing bytes are those up to the end of the outermost block.
    assert_eq!(missing::<Last>(&[0, 0, 0, 9, 2, 0, 9]), Some(6));
    assert_eq!(missing::<Last>(&[0, 0, 0, 9, 2]), Some(8));
    // For a value of a fixed size, all its missing bytes count.
    assert_eq!(missing::<(u8, u32)>(&[7, 0]), Some(3));
    assert_eq!(missing::<(u8, u32, u16)>(&[7, 0]), Some(5));
    assert_eq!(missing::<(u8, (u8, u16), u32)>(&[7, 0]), Some(6));
    assert_eq!(missing::<Sized>(&[2, 0]), Some(1));
    // The number is a minimum: the list before the last field may be longer.
    assert_eq!(missing::<Head>(&[0, 1, 0, 0, 0]), Some(1));
    assert_eq!(missing::<Block>(&[0, 0, 0, 1, 9]), None);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Short {
    #[encoding(bounded = 6, string)]
    name: String,
}

/// A truncated value that already exceeds its size limit is not incomplete.
#[test]
fn more_bytes_do_not_help_past_a_size_limit() {
    assert_eq!(missing::<Short>(&[0, 0, 0]), Some(1));
    assert_eq!(missing::<Short>(&[0, 0, 0, 2]), Some(2));
    assert_eq!(missing::<Short>(&[0, 0, 0, 3]), None);
    let complete = Short::from_bytes(&[0, 0, 0, 3, b'a', b'b', b'c']).unwrap_err();
    assert_eq!(complete.kind().name(), "Size_limit_exceeded");
}

#[test]
fn errors_of_a_hand_written_reader_can_be_incomplete() {
    let incomplete = |bytes: &[u8]| ByHand::from_bytes(bytes).unwrap_err().is_incomplete();
    assert!(incomplete(&[0, 0, 0, 2, 1]));
    assert!(incomplete(&[0, 0, 0, 2, 1, 1]));
    assert!(incomplete(&[0, 0, 0, 2, 1, 1, 1]));
    assert!(!incomplete(&[0, 0, 0, 1, 1, 1, 1]));
}
