//! Values of streams: the values and the errors do not depend on how the bytes are cut into chunks.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::{self, Read};
use std::iter;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use tezos_encoding::schema::{self, generate::generate};
use tezos_encoding::stream::{Framer, StreamDecoder, StreamError, StreamSettings, Unstreamable, ValueDecoder, Values};
use tezos_encoding::{Arena, BinWriter, Decode, DecodeError, Encode, HasEncoding, Limits, N, NomReader, Revision, Z};

use crate::combined::near_values::{Absent, Counts, Limits3, Others, Selected};
use crate::common::zoo::{Animal, Tree, Zoo};

/// A block that is too short for its value is refused without waiting for more bytes, also if the stream ends after it.
#[test]
fn a_block_that_is_too_short_is_refused_at_once() {
    type Pair = (Short, u16);
    #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Short(#[encoding(dynamic)] u32);
    for size in 1..4 {
        let bytes = [0, 0, 0, size, 7, 7, 7];
        let end = 4 + usize::from(size);
        assert!(is_refused_at_once::<Pair>(&bytes[..4], 1), "{size}");
        let (values, _, error) = chunks::<Pair>([&bytes[..end]]);
        let Some(StreamError::Decode { start: 0, error }) = error else { panic!("{error:?}") };
        assert_eq!((values.len(), kind_path_offset(&error)), (0, ("Not_enough_data", "0".to_owned(), 4)));
    }
    let (_, _, error) = chunks::<Pair>([&[0, 0, 0, 4, 7, 7, 7][..]]);
    assert!(error.unwrap().is_early_end());
}

/// A block around a [`Zoo`], which extends to the end of its block.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Record(#[encoding(dynamic)] Zoo);

#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Numbers {
    n: N,
    z: Z,
    #[encoding(builtin = "UintLikeN", range = "0 ..= 1000")]
    like: u32,
    #[encoding(count(kind = "n", max = 9))]
    counted: Vec<u16>,
    #[encoding(list(len = 3))]
    three: Vec<i32>,
    #[encoding(magic = "[1, 2]", option)]
    perhaps: Option<String>,
    #[encoding(padded = 2)]
    padded: bool,
}

#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Keyed {
    #[encoding(dynamic, map)]
    keys: BTreeMap<String, u16>,
    #[encoding(dynamic, guard = "is_even")]
    even: u16,
}

fn is_even(number: &u16) -> Result<(), &'static str> {
    if number.is_multiple_of(2) { Ok(()) } else { Err("odd") }
}

trait Streamed: for<'a> Decode<'a> + BinWriter + Clone + PartialEq + Debug {}

impl<T: for<'a> Decode<'a> + BinWriter + Clone + PartialEq + Debug> Streamed for T {}

/// Decodes chunks. Returns the values, the end of the last value, and the error that follows it.
fn chunks<'c, T: Streamed>(chunks: impl IntoIterator<Item = &'c [u8]>) -> (Vec<T>, u64, Option<StreamError>) {
    let mut decoder = StreamDecoder::<T>::default();
    let mut values = Vec::new();
    for chunk in chunks.into_iter().map(Some).chain([None]) {
        match chunk {
            Some(chunk) => decoder.feed(chunk),
            None => decoder.end(),
        }
        loop {
            match decoder.next_value() {
                Ok(None) => break,
                Ok(Some(value)) => values.push(value),
                Err(error) => return (values, decoder.offset(), Some(error)),
            }
        }
    }
    assert!(decoder.is_over() && decoder.unread().is_empty());
    (values, decoder.offset(), None)
}

/// Decodes all bytes at once. Returns the values, the end of the last value, and the error that follows it.
fn whole<T: Streamed>(bytes: &[u8]) -> (Vec<T>, usize, Option<DecodeError>) {
    let (mut values, mut rest) = (Vec::new(), bytes);
    while !rest.is_empty() {
        match T::from_prefix(rest) {
            Ok((value, behind)) => {
                values.push(value);
                rest = behind;
            }
            Err(error) => return (values, bytes.len() - rest.len(), Some(error)),
        }
    }
    (values, bytes.len(), None)
}

fn kind_path_offset(error: &DecodeError) -> (&'static str, String, usize) {
    (error.kind().name(), error.path().to_string(), error.offset())
}

/// Generates values of a type and their bytes.
fn made<T: Streamed>(count: usize) -> (Vec<T>, Vec<u8>) {
    let mut bytes = Vec::new();
    let made = generate(T::ENCODING).max_bytes(120);
    let values = made.values(7).map(|bytes| T::from_bytes(&bytes.unwrap()).unwrap()).take(count).collect::<Vec<_>>();
    values.iter().for_each(|value| bytes.extend(value.to_bytes().unwrap()));
    (values, bytes)
}

/// Checks that each prefix of a stream has the values that are complete in it, and ends early if it cuts the next one.
fn every_prefix<T: Streamed>() {
    let (values, bytes) = made::<T>(4);
    let mut ends = vec![0];
    values.iter().for_each(|value| ends.push(ends[ends.len() - 1] + value.encoded_len().unwrap()));
    for cut in 0..=bytes.len() {
        let complete = ends.iter().rposition(|end| *end <= cut).unwrap();
        for size in [1, 5, bytes.len()] {
            let (found, end, error) = chunks::<T>(bytes[..cut].chunks(size));
            assert_eq!((found.as_slice(), end), (&values[..complete], ends[complete] as u64), "{cut} bytes in {size}s");
            let Some(error) = error else {
                assert_eq!(ends[complete], cut, "{cut} bytes in {size}s");
                continue;
            };
            let expected = T::from_prefix(&bytes[ends[complete]..cut]).unwrap_err();
            assert!(error.is_early_end() && expected.is_incomplete(), "{cut} bytes in {size}s: {error}");
            assert_eq!(error.start(), Some(ends[complete] as u64), "{cut} bytes in {size}s");
            assert_eq!(error.decode_error(), Some(&expected), "{cut} bytes in {size}s");
            let missing = expected.missing().unwrap().get();
            assert!(missing <= ends[complete + 1] - cut, "{missing} bytes are missing of {}, {expected}", bytes.len());
        }
    }
}

/// Returns true if the decoder reports an error without knowing that the stream has ended.
fn is_refused_at_once<T: Streamed>(bytes: &[u8], size: usize) -> bool {
    let mut decoder = StreamDecoder::<T>::default();
    bytes.chunks(size).any(|chunk| {
        decoder.feed(chunk);
        iter::from_fn(|| decoder.next_value().transpose()).any(|value| value.is_err())
    })
}

/// Changes each byte of a stream. Checks that values and errors equal those of all bytes at once, and that errors are reported at once.
fn every_changed_byte<T: Streamed>() {
    let (_, bytes) = made::<T>(3);
    for at in 0..bytes.len() {
        for mask in [0x01, 0x02, 0x10, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[at] ^= mask;
            let (values, start, expected) = whole::<T>(&bytes);
            for size in [1, 3, bytes.len()] {
                let (found, end, error) = chunks::<T>(bytes.chunks(size));
                let context = || format!("byte {at} ^ {mask:02x} in {size}s: {error:?}, expected {expected:?}");
                assert_eq!((&found, end), (&values, start as u64), "{}", context());
                match (&expected, &error) {
                    (None, None) => {}
                    // If a block extends beyond the stream, its available bytes may be wrong, or its size may exceed a limit.
                    (Some(expected), Some(error)) if expected.is_incomplete() => {
                        assert_eq!(error.start(), Some(start as u64), "{}", context());
                        let early = error.is_early_end().then(|| kind_path_offset(error.decode_error().unwrap()));
                        assert!(early.is_none_or(|early| early == kind_path_offset(expected)), "{}", context());
                    }
                    // A block that is too long for the stream and for the value.
                    (Some(expected), Some(StreamError::TooLong { start: value, .. })) => {
                        assert_eq!(
                            (expected.kind().name(), *value),
                            ("Not_enough_data", start as u64),
                            "{}",
                            context()
                        );
                    }
                    (Some(expected), Some(StreamError::Decode { start: value, error })) => {
                        assert!(is_refused_at_once::<T>(&bytes, size), "{}", context());
                        assert_eq!(*value, start as u64, "{}", context());
                        let beyond_a_limit = expected.kind().name() == "Not_enough_data"
                            && error.kind().name() == "Size_limit_exceeded"
                            && expected.offset() == error.offset();
                        assert!(
                            beyond_a_limit || kind_path_offset(error) == kind_path_offset(expected),
                            "{}",
                            context()
                        );
                    }
                    _ => panic!("{}", context()),
                }
            }
        }
    }
}

macro_rules! each_type {
    ($check:ident) => {
        $check::<Record>();
        $check::<Animal>();
        $check::<Tree>();
        $check::<Numbers>();
        $check::<Keyed>();
        $check::<(u8, Option<String>, [u8; 4])>();
        $check::<u32>();
        $check::<Limits3>();
        $check::<Absent>();
        $check::<Counts>();
        $check::<Others>();
        $check::<(u8, Selected)>();
    };
}

#[test]
fn every_prefix_of_a_stream_gives_its_complete_values() {
    each_type!(every_prefix);
}

#[test]
fn a_changed_byte_gives_the_same_error_in_any_chunks() {
    each_type!(every_changed_byte);
}

/// Cuts bytes into chunks of these sizes, which are repeated.
fn cut<'b>(bytes: &'b [u8], sizes: &[usize]) -> Vec<&'b [u8]> {
    let (mut rest, mut chunks, mut sizes) = (bytes, Vec::new(), sizes.iter().cycle());
    while !rest.is_empty() {
        let (chunk, behind) = rest.split_at((*sizes.next().unwrap()).min(rest.len()));
        chunks.push(chunk);
        rest = behind;
    }
    chunks
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 60 }))]

    #[test]
    fn values_do_not_depend_on_the_chunks(count in 0usize..12, sizes in prop::collection::vec(1usize..90, 1..9)) {
        fn check<T: Streamed>(count: usize, sizes: &[usize]) {
            let (values, bytes) = made::<T>(count);
            let (found, end, error) = chunks::<T>(cut(&bytes, sizes));
            assert!(error.is_none(), "{error:?}");
            assert_eq!((found, end), (values.clone(), bytes.len() as u64));
            let read = Values::new(InChunks { chunks: cut(&bytes, sizes), interrupts: true });
            assert_eq!(read.map(Result::unwrap).collect::<Vec<T>>(), values);
            // With the schema alone.
            let mut framer = Framer::new(T::ENCODING, StreamSettings::default()).unwrap();
            let (mut start, mut end, mut sizes) = (0, 0, sizes.iter().cycle());
            let mut ends = Vec::new();
            while end < bytes.len() {
                end = bytes.len().min(end + sizes.next().unwrap());
                while let Some(size) = framer.next_value(&bytes[start..end], false).unwrap() {
                    start += size;
                    ends.push(start);
                }
            }
            let mut expected = 0;
            let expected = values.iter().map(|value| {
                expected += value.encoded_len().unwrap();
                expected
            });
            assert_eq!(ends, expected.collect::<Vec<_>>());
        }
        check::<Record>(count, &sizes);
        check::<Animal>(count, &sizes);
        check::<Tree>(count, &sizes);
        check::<Numbers>(count, &sizes);
        check::<Keyed>(count, &sizes);
    }
}

/// A source that returns one chunk at a time.
struct InChunks<'c> {
    chunks: Vec<&'c [u8]>,
    interrupts: bool,
}

impl Read for InChunks<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.interrupts = !self.interrupts;
        if self.interrupts {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.chunks.is_empty() {
            return Ok(0);
        }
        let chunk = self.chunks.remove(0);
        out[..chunk.len()].copy_from_slice(chunk);
        Ok(chunk.len())
    }
}

/// A value is returned as soon as its last byte is known, and `needed` never exceeds the bytes that it lacks.
#[test]
fn values_are_returned_with_their_last_byte() {
    fn check<T: Streamed>() {
        let (values, _) = made::<T>(20);
        let mut decoder = StreamDecoder::<T>::default();
        for value in values {
            let bytes = value.to_bytes().unwrap();
            for (at, byte) in bytes.iter().enumerate() {
                assert!(decoder.next_value().unwrap().is_none());
                assert!(decoder.needed() <= bytes.len() - at, "{} more, {at} of {}", decoder.needed(), bytes.len());
                decoder.feed(&[*byte]);
            }
            assert_eq!(decoder.next_value().unwrap(), Some(value));
        }
    }
    each_type!(check);
    // Numbers of any size end with their last byte too.
    for size in 1..20 {
        let bytes = [vec![0x80; size], vec![1]].concat();
        let mut decoder = StreamDecoder::<(u8, Z)>::default();
        decoder.feed(&[7]);
        for byte in &bytes {
            assert!(decoder.next_value().unwrap().is_none());
            assert!(decoder.needed() <= 1, "{}", decoder.needed());
            decoder.feed(&[*byte]);
        }
        assert_eq!(decoder.next_value().unwrap(), Some((7, Z::from_bytes(&bytes).unwrap())), "{size}");
    }
}

/// A number that exceeds its block or its limit is refused with the last byte that it may have.
#[test]
fn numbers_that_cannot_end_in_their_block() {
    #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Blocks {
        #[encoding(bounded = 4, narith)]
        limited: N,
        #[encoding(short_dynamic, narith)]
        block: N,
    }
    for (bytes, name, path) in [
        (&[0x80, 0x80, 0x80, 0x80][..], "Size_limit_exceeded", "limited"),
        (&[1, 5, 0x80, 0x80, 0x80, 0x80, 0x80], "Not_enough_data", "block"),
    ] {
        let mut decoder = StreamDecoder::<Blocks>::default();
        let (last, before) = bytes.split_last().unwrap();
        for byte in before {
            decoder.feed(&[*byte]);
            assert!(decoder.next_value().unwrap().is_none());
        }
        decoder.feed(&[*last]);
        let StreamError::Decode { error, .. } = decoder.next_value().unwrap_err() else { panic!("{name}") };
        assert_eq!(kind_path_offset(&error), (name, path.to_owned(), bytes.len()));
    }
}

/// Guards and the rules of maps are left to the reader: the schema finds the end of the value, however the bytes arrive.
#[test]
fn a_framer_does_not_call_guards() {
    let bytes = [0, 0, 0, 14, 0, 0, 0, 1, b'a', 0, 1, 0, 0, 0, 1, b'a', 0, 2, 0, 0, 0, 2, 0, 1];
    assert_eq!(schema::decode(Keyed::ENCODING, &bytes).unwrap_err().kind().name(), "Duplicate_key");
    for size in [1, 5, bytes.len()] {
        let mut framer = Framer::new(Keyed::ENCODING, StreamSettings::default()).unwrap();
        let ends = (0..bytes.len()).step_by(size).map(|end| bytes.len().min(end + size));
        let found: Vec<_> = ends.map(|end| framer.next_value(&bytes[..end], false).unwrap()).collect();
        let (last, before) = found.split_last().unwrap();
        assert_eq!((*last, before.iter().all(Option::is_none)), (Some(bytes.len()), true), "in {size}s");
    }
}

/// A source that returns these results, one after the other.
struct Results(Vec<io::Result<&'static [u8]>>);

impl Read for Results {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Ok(0);
        }
        let bytes = self.0.remove(0)?;
        out[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

#[test]
fn no_bytes_are_lost_if_a_source_would_block() {
    let error = |kind: io::ErrorKind| Err(kind.into());
    let source = Results(vec![
        Ok(&[0, 7, 0]),
        error(io::ErrorKind::WouldBlock),
        Ok(&[8]),
        error(io::ErrorKind::TimedOut),
        Ok(&[0, 9, 0]),
        error(io::ErrorKind::BrokenPipe),
        Ok(&[1]),
    ]);
    let mut values = Values::<_, u16>::new(source);
    let mut next = || values.next();
    assert_eq!(next().unwrap().unwrap(), 7);
    assert!(next().unwrap().unwrap_err().can_retry());
    assert_eq!(next().unwrap().unwrap(), 8);
    assert!(next().unwrap().unwrap_err().can_retry());
    assert_eq!(next().unwrap().unwrap(), 9);
    let error = next().unwrap().unwrap_err();
    assert!(!error.can_retry() && error.start().is_none(), "{error}");
    assert!(next().is_none() && next().is_none());
}

#[test]
fn unread_bytes_and_the_source_can_be_taken_back() {
    let file: &[u8] = &[0, 7, 0, 8, 1, 2, 3];
    let mut values = Values::<_, u16>::new(file.chain(&[4, 5][..]));
    assert_eq!(values.by_ref().take(2).map(Result::unwrap).collect::<Vec<_>>(), [7, 8]);
    assert_eq!((values.offset(), values.unread()), (4, &[1, 2, 3][..]));
    let mut rest = Vec::new();
    values.into_inner().read_to_end(&mut rest).unwrap();
    assert_eq!(rest, [4, 5]);
}

#[test]
fn a_value_beyond_the_size_limit_is_refused() {
    let settings = StreamSettings::default().with_value_max_bytes(10);
    let read = |bytes: &[u8], size: usize| {
        let mut decoder = StreamDecoder::<(u8, String)>::new(settings);
        let mut found = Vec::new();
        for chunk in bytes.chunks(size).map(Some).chain([None]) {
            match chunk {
                Some(chunk) => decoder.feed(chunk),
                None => decoder.end(),
            }
            loop {
                match decoder.next_value() {
                    Ok(None) => break,
                    Ok(Some((number, text))) => found.push(format!("{number} {text}")),
                    Err(StreamError::TooLong { start, limit: 10 }) => {
                        found.push(format!("too long at {start} with {}", decoder.unread().len().min(5)));
                        return found;
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        }
        found
    };
    for size in [1, 2, 30] {
        assert_eq!(read(&[1, 0, 0, 0, 5, b'a', b'b', b'c', b'd', b'e', 2, 0, 0, 0, 0], size), ["1 abcde", "2 "]);
        // A value is refused as soon as its size prefix is complete.
        let long = [1, 0, 0, 0, 0, 2, 0, 0, 0, 6, b'a', b'b', b'c', b'd', b'e', b'f'];
        assert_eq!(read(&long, size), ["1 ", "too long at 5 with 5"]);
    }
    // A value without a size prefix is refused once it exceeds the limit.
    let mut decoder = StreamDecoder::<N>::new(settings);
    decoder.feed(&[0x80; 9]);
    assert!(decoder.next_value().unwrap().is_none());
    decoder.feed(&[0x80, 1]);
    assert!(matches!(decoder.next_value(), Err(StreamError::TooLong { start: 0, limit: 10 })));
    // The limit also applies to a value that arrives in one chunk.
    let mut decoder = StreamDecoder::<N>::new(settings);
    decoder.feed(&[[0x80; 10].as_slice(), &[1]].concat());
    assert!(matches!(decoder.next_value(), Err(StreamError::TooLong { .. })));
}

#[test]
fn heap_budgets_and_depth_limits_apply() {
    // Ten empty strings take 44 bytes on the wire; the budget is charged for these and for the strings in memory.
    let charged = 44 + 10 * size_of::<String>();
    #[derive(Debug, HasEncoding, NomReader, BinWriter)]
    struct Texts(#[encoding(dynamic, list)] Vec<String>);
    let one = [&[0, 0, 0, 40][..], &[0; 40]].concat();
    let stream = one.repeat(3);
    for (heap, expected) in [(charged, 3), (charged - 1, 0)] {
        for size in [1, 44, 200] {
            let settings = StreamSettings::default().with_value_heap_max_bytes(heap);
            let mut decoder = StreamDecoder::<Texts>::new(settings);
            let mut found = 0;
            let mut end = None;
            for chunk in stream.chunks(size) {
                decoder.feed(chunk);
                loop {
                    match decoder.next_value() {
                        Ok(None) => break,
                        Ok(Some(_)) => found += 1,
                        Err(error) => end = Some(error.decode_error().unwrap().kind().name()),
                    }
                }
            }
            assert_eq!((found, end), (expected, (expected == 0).then_some("Heap_exceeded")), "{heap} in {size}s");
        }
    }
    // A value that exceeds the budget is refused, also if the stream ends inside it.
    let settings = StreamSettings::default().with_value_heap_max_bytes(10 * size_of::<String>() - 1);
    let mut decoder = StreamDecoder::<(Texts, u16)>::new(settings);
    decoder.feed(&[&one[..], &[7]].concat());
    assert!(decoder.next_value().unwrap().is_none());
    decoder.end();
    let error = decoder.next_value().unwrap_err();
    assert_eq!((error.is_early_end(), error.decode_error().unwrap().kind().name()), (false, "Heap_exceeded"));
    let pair = [2, 2, 0, 7, 0, 8, 0, 9];
    let read = |levels| {
        let settings = StreamSettings::default().with_limits(Limits::default().with_max_depth(levels));
        let mut decoder = StreamDecoder::<Tree>::new(settings);
        decoder.feed(&pair[..2]);
        let early = decoder.next_value();
        decoder.feed(&pair[2..]);
        early.and_then(|_| decoder.next_value())
    };
    assert_eq!(read(3).unwrap(), Some(Tree::from_bytes(&pair).unwrap()));
    assert_eq!(read(2).unwrap_err().decode_error().unwrap().kind().name(), "Too_deep");
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu)]
enum Chain {
    End,
    Link(Box<Chain>, u8),
}

/// For more levels than the schema allows, boxes are refused, but an arena is read.
#[test]
fn an_arena_may_exceed_the_depth_of_its_type() {
    let deep = [vec![1; 5000], vec![0], vec![7; 5000]].concat();
    let stream = deep.repeat(2);
    for size in [1, 100, 20_000] {
        let mut decoder = StreamDecoder::<Arena<Chain>>::default();
        let mut found = Vec::new();
        for chunk in stream.chunks(size) {
            decoder.feed(chunk);
            found.extend(decoder.next_value().unwrap());
        }
        decoder.end();
        while let Some(value) = decoder.next_value().unwrap() {
            found.push(value);
        }
        assert_eq!(found, [Arena::from_bytes(&deep).unwrap(), Arena::from_bytes(&deep).unwrap()]);
        let (_, start, error) = chunks::<Chain>(stream.chunks(size));
        let StreamError::Decode { error, .. } = error.unwrap() else { panic!() };
        assert_eq!((start, kind_path_offset(&error)), (0, kind_path_offset(&Chain::from_bytes(&deep).unwrap_err())));
    }
}

/// The end of such a value is not known from its schema, but a limit of its exact size is enough, and one byte less is not.
#[test]
fn an_arena_deeper_than_its_type_is_as_long_as_the_limit_allows() {
    let deep = [vec![1; 300], vec![0], vec![7; 300]].concat();
    for (limit, fits) in [(deep.len(), true), (deep.len() - 1, false)] {
        let mut decoder = StreamDecoder::<Arena<Chain>>::new(StreamSettings::default().with_value_max_bytes(limit));
        let mut read = Ok(None);
        for byte in deep.iter().chain([&0]) {
            decoder.feed(&[*byte]);
            read = decoder.next_value();
            if !matches!(read, Ok(None)) {
                break;
            }
        }
        match read {
            Ok(value) => assert_eq!((value, fits), (Some(Arena::from_bytes(&deep).unwrap()), true)),
            Err(error) => assert!(!fits && matches!(error, StreamError::TooLong { start: 0, .. }), "{error}"),
        }
        assert_eq!(decoder.offset(), if fits { deep.len() as u64 } else { 0 });
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Old(u8);

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "Old")]
struct New {
    #[encoding(guard = "is_even")]
    number: u16,
}

impl TryFrom<Old> for New {
    type Error = &'static str;

    fn try_from(old: Old) -> Result<Self, Self::Error> {
        Ok(Self { number: 2 * u16::from(old.0) })
    }
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Versions(#[encoding(short_dynamic)] New);

#[derive(Debug, HasEncoding, NomReader, BinWriter)]
struct Nothing {}

#[test]
fn types_whose_end_is_ambiguous_cannot_be_streamed() {
    assert_eq!(StreamDecoder::<Vec<u16>>::try_new(StreamSettings::default()).unwrap_err(), Unstreamable::Variable);
    assert_eq!(StreamDecoder::<Nothing>::try_new(StreamSettings::default()).unwrap_err(), Unstreamable::Empty);
    assert_eq!(ValueDecoder::<New>::try_new(StreamSettings::default()).unwrap_err(), Unstreamable::Legacy);
    assert_eq!(Framer::new(Zoo::ENCODING, StreamSettings::default()).unwrap_err(), Unstreamable::Variable);
    let error = ValueDecoder::<New>::new(StreamSettings::default()).decode(&[0, 2], true).unwrap_err();
    assert!(error.to_string().contains("put `dynamic` in front"), "{error}");
    // A block determines the end of its value.
    let (values, bytes) = (vec![Versions(New { number: 6 }), Versions(New { number: 8 })], [1, 3, 2, 0, 8]);
    for size in 1..6 {
        assert_eq!(chunks::<Versions>(bytes.chunks(size)).0, values, "in {size}s");
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Vote {
    level: u16,
    #[encoding(since = 12)]
    round: Option<u16>,
}

#[test]
fn the_revision_determines_the_fields() {
    let bytes = [0, 1, 0, 2, 0, 3, 0, 4];
    let read = |settings| {
        let read = Values::<_, Vote>::with_settings(bytes.as_slice(), settings);
        read.map(|vote| vote.map(|vote| (vote.level, vote.round)).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(read(StreamSettings::default().with_revision(Revision(12))), [(1, Some(2)), (3, Some(4))]);
    let old = read(StreamSettings::default().with_revision(Revision(11)));
    assert_eq!(old, [(1, None), (2, None), (3, None), (4, None)]);
    let mut decoder = StreamDecoder::<Vote>::new(StreamSettings::default().with_revision(Revision(11)));
    decoder.feed(&[0]);
    assert!(decoder.next_value().unwrap().is_none());
    decoder.feed(&[1]);
    assert_eq!(decoder.next_value().unwrap(), Some(Vote { level: 1, round: None }));

    assert_eq!(StreamDecoder::<Vote>::try_new(StreamSettings::default()).unwrap_err(), Unstreamable::NoRevision);
    let mut votes = Values::<_, Vote>::new(bytes.as_slice());
    assert!(matches!(votes.next(), Some(Err(StreamError::Unstreamable(Unstreamable::NoRevision)))));
    assert!(votes.next().is_none());
}

/// Feeds a megabyte byte by byte, for several types. Each would take hours if every new byte caused all bytes to be read again, so this
/// fails after a minute.
#[test]
fn the_work_is_linear() {
    const BYTES: usize = if cfg!(miri) { 100 } else { 1 << 20 };
    fn check<T: Streamed>(bytes: &[u8]) {
        let start = Instant::now();
        let in_time = bytes.chunks(1).inspect(|_| {
            assert!(cfg!(miri) || start.elapsed() < Duration::from_secs(60), "reading takes more than linear time");
        });
        let (found, end, error) = chunks::<T>(in_time);
        assert!(error.is_none() && end == bytes.len() as u64, "{end}, {error:?}");
        assert_eq!(found.len(), 1);
    }
    let size = |bytes: usize| u32::try_from(bytes).unwrap().to_be_bytes();
    let long = [vec![0x80; BYTES], vec![1]].concat();
    check::<N>(&long);
    check::<(u8, Z)>(&[&[7], &long[..]].concat());
    check::<String>(&[&size(BYTES)[..], &vec![b'a'; BYTES]].concat());
    #[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Lists {
        #[encoding(dynamic, list)]
        texts: Vec<String>,
        #[encoding(count(kind = "u30"))]
        pairs: Vec<(u8, bool)>,
        #[encoding(dynamic, list)]
        numbers: Vec<Z>,
    }
    let (texts, pairs, numbers) = (vec![0; BYTES], vec![1; BYTES], vec![1; BYTES]);
    let parts: [&[u8]; 6] = [&size(BYTES), &texts, &size(BYTES / 2), &pairs, &size(BYTES), &numbers];
    check::<Lists>(&parts.concat());
}

/// Decodes a stream with a limit for each value. Returns the number of values, and whether the next one is too long.
fn within<T: Streamed>(bytes: &[u8], size: usize, limit: usize) -> (usize, bool) {
    let mut decoder = StreamDecoder::<T>::new(StreamSettings::default().with_value_max_bytes(limit));
    let mut found = 0;
    for chunk in bytes.chunks(size) {
        decoder.feed(chunk);
        loop {
            match decoder.next_value() {
                Ok(None) => break,
                Ok(Some(_)) => found += 1,
                Err(StreamError::TooLong { start, limit: named }) => {
                    assert_eq!((start, named, decoder.is_over()), (decoder.offset(), limit, true));
                    return (found, true);
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    (found, false)
}

#[test]
fn a_value_of_exactly_the_limit_is_accepted() {
    fn check<T: Streamed>(bytes: &[u8], by_schema: bool) {
        for (limit, expected) in [(bytes.len(), (3, false)), (bytes.len() - 1, (0, true))] {
            for size in [1, 3, 1000] {
                let stream = bytes.repeat(3);
                assert_eq!(within::<T>(&stream, size, limit), expected, "{limit} in {size}s");
                let mut framer =
                    Framer::new(T::ENCODING, StreamSettings::default().with_value_max_bytes(limit)).unwrap();
                let (mut found, mut start) = (0, 0);
                let mut next = |end: usize| {
                    let next = framer.next_value(&stream[start..end], end == stream.len());
                    next.map(|size| size.map(|size| (found, start) = (found + 1, start + size)).is_some())
                };
                let ends = (0..stream.len()).step_by(size).map(|end| stream.len().min(end + size));
                let too_long = ends.into_iter().any(|end| (0..4).any(|_| next(end).is_err()));
                assert!(!by_schema || (found, too_long) == expected, "{limit} in {size}s by the schema: {found}");
            }
        }
    }
    check::<N>(&[[0x80; 9].as_slice(), &[1]].concat(), true);
    check::<String>(&[0, 0, 0, 3, b'a', b'b', b'c'], true);
    check::<u32>(&[0, 0, 0, 7], true);
    check::<(u8, Option<String>)>(&[1, 0xff, 0, 0, 0, 1, b'a'], true);
    check::<Numbers>(&made::<Numbers>(1).1, true);
    check::<Chain>(&[1, 1, 0, 7, 7], true);
    // Its end is found by the reader alone.
    check::<Arena<Chain>>(&[vec![1; 300], vec![0], vec![7; 300]].concat(), false);
}

/// What was learned about a value that is deeper than its type does not affect the next one.
#[test]
fn a_value_behind_one_that_is_too_deep() {
    let deep = [vec![1; 300], vec![0], vec![7; 300]].concat();
    let next = [1, 1, 0, 7, 8];
    let mut decoder = StreamDecoder::<Arena<Chain>>::default();
    for _ in 0..2 {
        decoder.feed(&deep[..290]);
        assert!(decoder.next_value().unwrap().is_none());
        assert_eq!(decoder.needed(), 290, "the reader is tried again on twice as many bytes");
        decoder.feed(&deep[290..]);
        assert_eq!(decoder.next_value().unwrap(), Some(Arena::from_bytes(&deep).unwrap()));
        for (at, byte) in next.iter().enumerate() {
            assert!(decoder.next_value().unwrap().is_none());
            assert!((1..=next.len() - at).contains(&decoder.needed()), "{} after {at}", decoder.needed());
            decoder.feed(&[*byte]);
        }
        assert_eq!(decoder.next_value().unwrap(), Some(Arena::from_bytes(&next).unwrap()));
    }
    // The schema alone refuses the deep value.
    let mut framer = Framer::new(Chain::ENCODING, StreamSettings::default()).unwrap();
    let error = framer.next_value(&deep, false).unwrap_err();
    assert_eq!(kind_path_offset(error.decode_error().unwrap()).0, "Too_deep");
    assert!(framer.is_over() && framer.next_value(&next, false).unwrap().is_none());
}

#[test]
fn the_minimum_size_of_the_next_value() {
    let bytes = [7, 0, 0, 0, 2, b'h', b'i', 0, 1, 0, 2];
    let mut framer = Framer::new(<(u8, String, [u16; 2])>::ENCODING, StreamSettings::default()).unwrap();
    for round in 1..3 {
        let mut needed = vec![framer.needed()];
        for end in 1..bytes.len() {
            assert_eq!(framer.next_value(&bytes[..end], false).unwrap(), None);
            needed.push(framer.needed());
        }
        // The first byte, the size prefix, its block, and the two numbers.
        assert_eq!(needed, [1, 5, 5, 5, 5, 7, 7, 9, 9, 11, 11], "value {round}");
        assert_eq!(framer.next_value(&bytes, false).unwrap(), Some(bytes.len()));
        assert_eq!(framer.offset(), round * bytes.len() as u64);
    }
    // A value of a fixed size has it from its first byte on.
    let mut framer = Framer::new(<(u8, u32)>::ENCODING, StreamSettings::default()).unwrap();
    assert_eq!((framer.next_value(&[1], false).unwrap(), framer.needed()), (None, 5));
    let mut nested = Framer::new(<(u8, (u8, u16), u32)>::ENCODING, StreamSettings::default()).unwrap();
    for end in 1..8 {
        assert_eq!((nested.next_value(&bytes[..end], false).unwrap(), nested.needed()), (None, 8));
    }
    let early = framer.next_value(&[1], true).unwrap_err();
    assert_eq!((early.is_early_end(), early.decode_error().unwrap().missing().unwrap().get()), (true, 4));
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct GuardAndCase {
    one: u8,
    two: u8,
    three: u8,
    four: u8,
    #[encoding(guard = "is_even")]
    even: u16,
    animal: Perhaps,
    last: String,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum Perhaps {
    Yes,
    No,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct GuardAndBlock {
    first: u32,
    #[encoding(guard = "is_even")]
    even: u16,
    #[encoding(short_dynamic, bytes)]
    last: Vec<u8>,
}

/// The schema finds the long block before the reader is tried again; the reader finds the mistake before it.
#[test]
fn a_mistake_before_a_block_that_is_too_long() {
    let settings = StreamSettings::default().with_value_max_bytes(10);
    for (bytes, expected) in [([0, 0, 0, 0, 0, 1, 4], Some("User_invariant_guard")), ([0, 0, 0, 0, 0, 2, 4], None)] {
        for size in [1, 3, 7] {
            let mut decoder = StreamDecoder::<GuardAndBlock>::new(settings);
            let error = bytes.chunks(size).find_map(|chunk| {
                decoder.feed(chunk);
                decoder.next_value().err()
            });
            let error = error.unwrap();
            assert_eq!(error.decode_error().map(|error| error.kind().name()), expected, "{bytes:?} in {size}s");
            assert_eq!(expected.is_none(), matches!(error, StreamError::TooLong { start: 0, limit: 10 }), "{error}");
        }
    }
}

/// The schema finds the unknown tag before the reader is tried again; the reader finds the mistake before it.
#[test]
fn the_first_mistake_is_reported() {
    for (bytes, expected) in [
        ([1, 2, 3, 4, 0, 1, 9], ("User_invariant_guard", "even".to_owned(), 4)),
        ([1, 2, 3, 4, 0, 2, 9], ("Unexpected_tag", "animal".to_owned(), 6)),
    ] {
        let mut decoder = StreamDecoder::<GuardAndCase>::default();
        for byte in &bytes[..6] {
            decoder.feed(&[*byte]);
            assert!(decoder.next_value().unwrap().is_none());
        }
        decoder.feed(&bytes[6..]);
        let error = decoder.next_value().unwrap_err();
        assert_eq!(kind_path_offset(error.decode_error().unwrap()), expected);
        decoder.feed(&[1, 2, 3]);
        assert_eq!((decoder.unread(), decoder.is_over()), (&bytes[..], true));
        assert!(decoder.next_value().unwrap().is_none());
    }
}

#[test]
fn values_left_after_the_end() {
    let mut decoder = StreamDecoder::<u16>::default();
    decoder.feed(&[0, 7, 0, 8]);
    decoder.end();
    decoder.feed(&[0, 9]);
    assert_eq!((decoder.is_over(), decoder.unread()), (false, &[0, 7, 0, 8][..]), "bytes after the end are ignored");
    for (value, is_over) in [(Some(7), false), (Some(8), true), (None, true)] {
        assert_eq!((decoder.next_value().unwrap(), decoder.is_over()), (value, is_over));
    }
}

/// A node moves decoders between threads.
#[test]
fn decoders_can_be_sent_to_other_threads() {
    fn sent<T: Send>() {}
    sent::<Framer>();
    sent::<StreamDecoder<String>>();
}
