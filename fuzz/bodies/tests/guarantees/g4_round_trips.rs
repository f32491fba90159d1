//! Guarantee 4, for values and bytes that proptest chooses and makes smaller where something does not hold: value to bytes to
//! value, bytes to value to bytes, JSON both ways.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tezos_codec_fuzz_bodies::Known;
use tezos_encoding::schema::decode;

use super::each_known;

/// Values and inputs for each type.
const CASES: u32 = 48;

/// Bytes of the longest value.
const MAX_BYTES: usize = 300;

fn run<S: Strategy>(known: &Known, strategy: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    if let Err(error) = TestRunner::new(config).run(&strategy, property) {
        panic!("{}: {error}", known.name);
    }
}

/// Bytes of a value: which, and how many of them at most.
fn value(known: &Known, (seed, max_bytes): (u64, usize)) -> Result<Vec<u8>, TestCaseError> {
    let made = known.generate().max_bytes(max_bytes).values(seed).next();
    made.and_then(Result::ok).ok_or_else(|| TestCaseError::reject("there is no such value"))
}

fn which() -> impl Strategy<Value = (u64, usize)> {
    (any::<u64>().no_shrink(), 0..=MAX_BYTES)
}

#[test]
fn every_value_comes_back() {
    each_known(|known| {
        run(known, which(), |which| {
            let bytes = value(known, which)?;
            prop_assert!(decode(known.encoding, &bytes).is_ok());
            known.check(&bytes);
            Ok(())
        });
    });
}

#[test]
fn values_with_a_byte_changed_or_cut() {
    each_known(|known| {
        let strategy = (which(), any::<prop::sample::Index>(), any::<Option<u8>>());
        run(known, strategy, |(which, place, byte)| {
            let mut bytes = value(known, which)?;
            if !bytes.is_empty() {
                let place = place.index(bytes.len());
                match byte {
                    Some(byte) => bytes[place] = byte,
                    None => bytes.truncate(place),
                }
            }
            known.check(&bytes);
            Ok(())
        });
    });
}

#[test]
fn any_bytes() {
    each_known(|known| {
        run(known, prop::collection::vec(any::<u8>(), 0..=60), |bytes| {
            known.check(&bytes);
            Ok(())
        });
    });
}
