//! Guarantee 4: all that is written can be read, and the writer refuses what the reader refuses.

use tezos_codec_fuzz_bodies::mutate::mutations;
use tezos_encoding::schema::{decode, encode};

use super::{check, each_known};

/// Number of boundary values that are changed, and number of changes for each value inside them.
const BOUNDARIES: usize = 25;
const VARIANTS: u64 = 24;

/// Maximum size in bytes of values that are changed: longer ones have too many values inside.
const CHANGED_MAX_BYTES: usize = 120;

/// Boundary values are accepted by readers and writers. A changed value, which may exceed a limit, is either refused by the writer or
/// accepted by the reader.
#[test]
fn readers_and_writers_have_the_same_limits() {
    each_known(|known| {
        for bytes in known.generate().max_bytes(600).boundaries().take(150) {
            let Ok(bytes) = bytes else { continue };
            assert!(decode(known.encoding, &bytes).is_ok(), "{}: {bytes:02x?}", known.name);
            check(known, &bytes);
        }
        let generate = known.generate().max_bytes(CHANGED_MAX_BYTES);
        let boundaries = generate.boundaries().filter_map(Result::ok);
        for bytes in boundaries.filter(|bytes| bytes.len() <= CHANGED_MAX_BYTES).take(BOUNDARIES) {
            let value = decode(known.encoding, &bytes).unwrap();
            for changed in mutations(&value, VARIANTS) {
                let Ok(written) = encode(known.encoding, &changed) else { continue };
                let read = decode(known.encoding, &written);
                assert!(read.is_ok(), "{}: {changed:?} was written but cannot be read: {read:?}", known.name);
            }
        }
    });
}

/// Every reader refuses values with one mistake, with the same error.
#[test]
fn almost_valid_values_are_refused() {
    each_known(|known| {
        for flawed in known.generate().max_bytes(200).almost_valid(3).take(60) {
            assert!(decode(known.encoding, &flawed.bytes).is_err(), "{}: {flawed:?}", known.name);
            check(known, &flawed.bytes);
        }
    });
}
