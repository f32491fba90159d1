//! Reads and writes the types of [`crate::types`] by both crates, and by the old and the new traits of this one.

use std::fmt::Debug;

use proptest::prelude::Rng as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tezos_encoding::schema::generate::Generate;
use tezos_encoding::{Decode, Encode};

use crate::types::{each, ours, theirs};

/// The number of generated values of each type; for each, its bytes are changed this many times.
const VALUES: usize = 40;

/// What a reader makes of bytes: the value, the bytes of the value written again and the number of bytes left, or the
/// error.
#[derive(Debug, PartialEq)]
enum Read {
    Value { value: String, written: Result<Vec<u8>, String>, left: usize },
    Refused(String),
}

fn read_by_ours<T>(bytes: &[u8]) -> Read
where
    T: Debug + for<'a> tezos_data_encoding::nom::NomReader<'a> + tezos_data_encoding::enc::BinWriter,
{
    match T::nom_read(bytes) {
        Ok((left, value)) => {
            let written = value.to_bytes().map_err(|error| error.to_string());
            Read::Value { value: format!("{value:?}"), written, left: left.len() }
        }
        Err(error) => Read::Refused(format!("{error:?}")),
    }
}

fn read_by_theirs<T>(bytes: &[u8]) -> Read
where
    T: Debug + for<'a> original::nom::NomReader<'a> + original::enc::BinWriter,
{
    match T::nom_read(bytes) {
        Ok((left, value)) => {
            let mut written = Vec::new();
            let written = value.bin_write(&mut written).map(|()| written).map_err(|error| error.to_string());
            Read::Value { value: format!("{value:?}"), written, left: left.len() }
        }
        Err(error) => Read::Refused(format!("{error:?}")),
    }
}

/// Compares the two crates on these bytes; returns true if they are a value.
#[track_caller]
fn same<T, U>(bytes: &[u8]) -> bool
where
    T: Debug + for<'a> tezos_data_encoding::nom::NomReader<'a> + tezos_data_encoding::enc::BinWriter,
    U: Debug + for<'a> original::nom::NomReader<'a> + original::enc::BinWriter,
{
    let read = read_by_ours::<T>(bytes);
    assert_eq!(read, read_by_theirs::<U>(bytes), "{bytes:02x?}");
    matches!(read, Read::Value { .. })
}

/// Compares the old and the new traits: what the new reader takes, the old one takes too, as the same value; the new
/// writer's bytes are the old one's. Returns true if the bytes are a value.
#[track_caller]
fn same_by_new<T>(bytes: &[u8]) -> bool
where
    T: Debug
        + for<'a> tezos_data_encoding::nom::NomReader<'a>
        + tezos_data_encoding::enc::BinWriter
        + for<'a> Decode<'a>
        + Encode,
{
    let Ok((value, _)) = T::from_prefix(bytes) else { return false };
    let written = Encode::to_bytes(&value).unwrap();
    let (left, again): (&[u8], T) = tezos_data_encoding::nom::NomReader::nom_read(&written).unwrap();
    assert_eq!((left.len(), format!("{again:?}")), (0, format!("{value:?}")), "{written:02x?}");
    assert_eq!(tezos_data_encoding::enc::BinWriter::to_bytes(&value).unwrap(), written);
    true
}

/// Returns bytes of a type: generated from its schema, each of them changed too, and bytes of the kind that sizes, tags and
/// flags are made of, which also become values of types that the schema does not know.
fn samples<T: tezos_encoding::HasEncoding>() -> Vec<Vec<u8>> {
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), seed);
    let generate = Generate::new(T::ENCODING).max_bytes(60);
    let generated = generate.values(7).take(VALUES).flatten();
    let likely = (0..VALUES * 200).map(|_| likely(&mut runner)).collect::<Vec<_>>();
    let mut samples: Vec<Vec<u8>> = generated.chain(likely).collect();
    for index in 0..samples.len() {
        samples.push(changed(samples[index].clone(), &mut runner));
    }
    samples
}

fn below(count: usize, runner: &mut TestRunner) -> usize {
    usize::try_from(runner.rng().next_u32()).unwrap() % count.max(1)
}

/// Returns bytes with blocks, flags and small numbers.
fn likely(runner: &mut TestRunner) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..below(6, runner) {
        let small = u8::try_from(below(8, runner)).unwrap();
        match below(5, runner) {
            0 => bytes.extend([0, 0, 0, small]),
            1 => bytes.push([0, 0xff][below(2, runner)]),
            2 => bytes.push(small),
            3 => bytes.extend(vec![[b'a', 0, 0xff][below(3, runner)]; small.into()]),
            _ => bytes.extend([0, 0, 0, small].into_iter().chain(vec![0; small.into()])),
        }
    }
    // Blocks around all of it.
    for _ in 0..below(3, runner) {
        let size = u8::try_from(bytes.len()).unwrap();
        bytes.splice(..0, [0, 0, 0, size]);
    }
    bytes.extend(vec![1; below(3, runner)]);
    bytes
}

/// Changes a byte, removes one, adds one, or cuts the end off.
fn changed(mut bytes: Vec<u8>, runner: &mut TestRunner) -> Vec<u8> {
    let (at, byte) = (below(bytes.len(), runner), [0, 1, 0x7f, 0x80, 0xff, 5][below(6, runner)]);
    match below(4, runner) {
        0 if !bytes.is_empty() => bytes[at] = byte,
        1 if !bytes.is_empty() => drop(bytes.remove(at)),
        2 => bytes.insert(at, byte),
        _ => bytes.truncate(at),
    }
    bytes
}

#[test]
fn bytes_values_and_errors_are_those_of_the_old_crate() {
    let mut types = 0;
    macro_rules! compare {
        ($name:ident) => {
            types += 1;
            let samples = samples::<ours::$name>();
            let values = samples.iter().filter(|bytes| same::<ours::$name, theirs::$name>(bytes)).count();
            let by_new = samples.iter().filter(|bytes| same_by_new::<ours::$name>(bytes)).count();
            // The old derive gives `dynamic` on a `Vec` without `list` to each element, and the list ends where an element is
            // refused. With the new traits such a list ends with its block.
            let is_ended_by_error = stringify!($name) == "ListInBlockByDefault";
            assert!(values > 10 && (by_new > 5 || is_ended_by_error), "{}: {values}, {by_new}", stringify!($name));
        };
    }
    each!(compare);
    assert!(types >= 60, "{types}");
}

#[test]
fn descriptions_are_those_of_the_old_crate() {
    use original::encoding::HasEncoding as _;
    use tezos_data_encoding::encoding::HasEncoding as _;

    macro_rules! compare {
        ($name:ident) => {
            // The cases of a union are in a map, whose order changes.
            let letters = |text: String| {
                let mut letters: Vec<char> = text.chars().collect();
                letters.sort_unstable();
                letters.into_iter().collect::<String>()
            };
            let ours = format!("{:?}", ours::$name::encoding())
                .replace("by_id", "id_to_tag")
                .replace("ids:", "variant_to_id:");
            assert_eq!(letters(ours), letters(format!("{:?}", theirs::$name::encoding())), stringify!($name));
        };
    }
    each!(compare);
}
