//! Guarantee 4, for values and bytes that proptest chooses and shrinks: values round-trip through bytes, bytes through values, and
//! both through JSON.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tezos_codec_fuzz_bodies::Known;
use tezos_encoding::schema::decode;

use super::each_known;

/// Number of values, or of inputs, for each type.
const CASES: u32 = 48;

/// Maximum size of values in bytes.
const MAX_BYTES: usize = 300;

fn run<S: Strategy>(known: &Known, strategy: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    if let Err(error) = TestRunner::new(config).run(&strategy, property) {
        panic!("{}: {error}", known.name);
    }
}

/// Returns the bytes of the value with this seed and maximum size.
fn value(known: &Known, (seed, max_bytes): (u64, usize)) -> Result<Vec<u8>, TestCaseError> {
    let made = known.generate().max_bytes(max_bytes).values(seed).next();
    made.and_then(Result::ok).ok_or_else(|| TestCaseError::reject("no value has this size"))
}

/// Returns seeds and maximum sizes for [`value`].
fn which() -> impl Strategy<Value = (u64, usize)> {
    (any::<u64>().no_shrink(), 0..=MAX_BYTES)
}

#[test]
fn every_value_round_trips() {
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
fn changed_and_truncated_values_are_refused_or_round_trip() {
    each_known(|known| {
        let strategy = (which(), any::<prop::sample::Index>(), any::<Option<u8>>());
        run(known, strategy, |(which, index, byte)| {
            let mut bytes = value(known, which)?;
            if !bytes.is_empty() {
                let at = index.index(bytes.len());
                match byte {
                    Some(byte) => bytes[at] = byte,
                    None => bytes.truncate(at),
                }
            }
            known.check(&bytes);
            Ok(())
        });
    });
}

#[test]
fn any_bytes_are_refused_or_round_trip() {
    each_known(|known| {
        run(known, prop::collection::vec(any::<u8>(), 0..=60), |bytes| {
            known.check(&bytes);
            Ok(())
        });
    });
}
