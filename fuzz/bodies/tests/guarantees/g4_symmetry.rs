//! Guarantee 4: what is written is read; what the reader refuses the writer refuses.

use tezos_codec_fuzz_bodies::mutate::mutations;
use tezos_encoding::schema::{decode, encode};

use super::{check, each_known};

/// Values at the ends of what is allowed, and ways in which each part of one is changed.
const BOUNDARIES: usize = 25;
const WAYS: u64 = 24;

/// Changes of longer values are too many.
const CHANGED_MAX_BYTES: usize = 120;

/// Values at the ends of what is allowed are read and written as they are; a part that is changed, so that it may be beyond, is
/// refused by the writer, or what is written is read.
#[test]
fn at_and_beyond_each_limit() {
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
            for changed in mutations(&value, WAYS) {
                let Ok(written) = encode(known.encoding, &changed) else { continue };
                let read = decode(known.encoding, &written);
                assert!(read.is_ok(), "{}: {changed:?} is written and not read: {read:?}", known.name);
            }
        }
    });
}

/// Bytes with one thing wrong: every reader refuses them, and says the same.
#[test]
fn almost_valid() {
    each_known(|known| {
        for flawed in known.generate().max_bytes(200).almost_valid(3).take(60) {
            assert!(decode(known.encoding, &flawed.bytes).is_err(), "{}: {flawed:?}", known.name);
            check(known, &flawed.bytes);
        }
    });
}
