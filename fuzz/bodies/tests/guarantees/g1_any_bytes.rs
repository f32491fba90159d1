//! Guarantee 1: no input makes any function panic, on a stack of 2 MiB; and for all small inputs, everything else that holds.

use std::env;

use super::{check, each_known};

/// Bytes that mean something in most forms: the ends of ranges, flags, small tags and sizes, signs and bits that go on.
const TELLING: [u8; 7] = [0x00, 0x01, 0x02, 0x10, 0x7f, 0x80, 0xff];

/// Bytes of the longest input that is made of those.
const TELLING_MOST: u32 = 4;

/// Bytes of the longest sample that is cut and changed at each byte.
const SAMPLE_MAX_BYTES: usize = 40;

/// Whether all changes are made, and all inputs of two bytes, and of three where the longest values have as many: minutes with
/// optimisation.
fn thorough() -> bool {
    let thorough = env::var_os("TEZOS_CODEC_EVERY_BYTE").is_some();
    if !thorough {
        println!("a part: TEZOS_CODEC_EVERY_BYTE=1 cargo test --release tries more");
    }
    thorough
}

/// All of two bytes where no value is longer; else those with a telling second byte.
#[test]
fn all_inputs_of_up_to_two_bytes() {
    let (thorough, all) = (thorough(), (0..=0xff).collect::<Vec<u8>>());
    each_known(|known| {
        let seconds =
            if thorough || known.encoding.size().most.is_some_and(|most| most <= 2) { &all[..] } else { &TELLING };
        check(known, &[]);
        for first in 0..=0xff {
            check(known, &[first]);
            seconds.iter().for_each(|second| check(known, &[first, *second]));
        }
    });
}

/// All of three bytes where the longest values have as many; else those of telling bytes.
#[test]
fn longer_inputs() {
    let thorough = thorough();
    each_known(|known| {
        if thorough && known.encoding.size().most == Some(3) {
            (0..1_u32 << 24).for_each(|bytes| check(known, &bytes.to_be_bytes()[1..]));
        }
        for len in 3..=TELLING_MOST {
            for number in 0..TELLING.len().pow(len) {
                let places = (0..len).map(|place| number / TELLING.len().pow(place) % TELLING.len());
                check(known, &places.map(|place| TELLING[place]).collect::<Vec<u8>>());
            }
        }
    });
}

/// Values cut at each byte, and with each byte changed.
#[test]
fn samples_cut_and_changed() {
    let thorough = thorough();
    let changes: Vec<u8> = if thorough { (1..=0xff).collect() } else { vec![0x01, 0x80, 0xff] };
    each_known(|known| {
        let generate = known.generate().max_bytes(SAMPLE_MAX_BYTES);
        let boundaries = generate.boundaries().filter_map(Result::ok).filter(|bytes| bytes.len() <= SAMPLE_MAX_BYTES);
        let values = generate.values(7).take(if thorough { 5 } else { 3 }).map(Result::unwrap);
        let samples = values.chain(boundaries.take(if thorough { 15 } else { 3 }));
        for mut sample in samples.filter(|sample| sample.len() <= 300) {
            (0..=sample.len()).for_each(|end| check(known, &sample[..end]));
            for place in 0..sample.len() {
                for change in &changes {
                    sample[place] ^= change;
                    check(known, &sample);
                    sample[place] ^= change;
                }
            }
        }
    });
}
