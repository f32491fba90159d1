//! Guarantee 1: no input causes a panic in any function, on a stack of 2 MiB. Small inputs are also checked for all other properties.

use std::env;

use super::{check, each_known};

/// Bytes with a meaning in most encodings: ends of ranges, flags, small tags and sizes, sign bits and continuation bits.
const TYPICAL: [u8; 7] = [0x00, 0x01, 0x02, 0x10, 0x7f, 0x80, 0xff];

/// Size in bytes of the longest inputs that consist of [`TYPICAL`] bytes.
const TYPICAL_MAX_BYTES: u32 = 4;

/// Maximum size in bytes of generated values that are truncated and changed at each byte.
const SAMPLE_MAX_BYTES: usize = 40;

/// Returns true if the environment requests all changes, all inputs of two bytes, and all inputs of three bytes for encodings whose
/// longest values have three bytes. This takes minutes in an optimized build.
fn thorough() -> bool {
    let thorough = env::var_os("TEZOS_CODEC_EVERY_BYTE").is_some();
    if !thorough {
        println!("only some inputs: TEZOS_CODEC_EVERY_BYTE=1 cargo test --release tries more");
    }
    thorough
}

/// Checks all inputs of two bytes if no value is longer; otherwise, those with a typical second byte.
#[test]
fn inputs_of_up_to_two_bytes_cause_no_panic() {
    let (thorough, all) = (thorough(), (0..=0xff).collect::<Vec<u8>>());
    each_known(|known| {
        let seconds =
            if thorough || known.encoding.size().most.is_some_and(|most| most <= 2) { &all[..] } else { &TYPICAL };
        check(known, &[]);
        for first in 0..=0xff {
            check(known, &[first]);
            seconds.iter().for_each(|second| check(known, &[first, *second]));
        }
    });
}

/// Checks all inputs of three bytes if the longest values have three bytes, and all inputs of three or four typical bytes.
#[test]
fn inputs_of_typical_bytes_cause_no_panic() {
    let thorough = thorough();
    each_known(|known| {
        if thorough && known.encoding.size().most == Some(3) {
            (0..1_u32 << 24).for_each(|bytes| check(known, &bytes.to_be_bytes()[1..]));
        }
        for len in 3..=TYPICAL_MAX_BYTES {
            for number in 0..TYPICAL.len().pow(len) {
                let indices = (0..len).map(|digit| number / TYPICAL.len().pow(digit) % TYPICAL.len());
                check(known, &indices.map(|index| TYPICAL[index]).collect::<Vec<u8>>());
            }
        }
    });
}

/// Checks values that are truncated at each byte, and values in which each byte is changed.
#[test]
fn truncated_and_changed_values_cause_no_panic() {
    let thorough = thorough();
    let changes: Vec<u8> = if thorough { (1..=0xff).collect() } else { vec![0x01, 0x80, 0xff] };
    each_known(|known| {
        let generate = known.generate().max_bytes(SAMPLE_MAX_BYTES);
        let boundaries = generate.boundaries().filter_map(Result::ok).filter(|bytes| bytes.len() <= SAMPLE_MAX_BYTES);
        let values = generate.values(7).take(if thorough { 5 } else { 3 }).map(Result::unwrap);
        let samples = values.chain(boundaries.take(if thorough { 15 } else { 3 }));
        for mut sample in samples.filter(|sample| sample.len() <= 300) {
            (0..=sample.len()).for_each(|end| check(known, &sample[..end]));
            for at in 0..sample.len() {
                for change in &changes {
                    sample[at] ^= change;
                    check(known, &sample);
                    sample[at] ^= change;
                }
            }
        }
    });
}
