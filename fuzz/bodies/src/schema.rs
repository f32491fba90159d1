//! Properties of every encoding and every input that only need the schema.

use tezos_encoding::schema::{Encoding, decode, encode, fit, from_json, slice, to_json};

use crate::heap::Heap;
use crate::input::Maker;
use crate::{KNOWN, Target};

/// Returns the target for all encodings. The first two bytes of an input select one.
pub(crate) fn target() -> Target {
    let body = |input: &[u8]| {
        let Some((which, rest)) = input.split_first_chunk() else { return };
        let known = &KNOWN[usize::from(u16::from_be_bytes(*which)) % KNOWN.len()];
        check(known.encoding, &Maker::of(known.encoding, known.examples).make(rest));
    };
    // A value, an almost valid value, or a boundary value, in turn, of 256 encodings that are spread over all.
    let seeds = || {
        let spread = (0..=u16::MAX).take(KNOWN.len()).step_by(KNOWN.len().div_ceil(256)).zip(0..=u8::MAX);
        spread.map(|(which, seed)| [&which.to_be_bytes()[..], &[seed % 3 + 1], &[seed; 8]].concat()).collect()
    };
    Target::plain("schema", body, seeds)
}

/// Maximum size of numbers that are converted to decimal digits, because the time grows with the square of their length.
pub const DECIMAL_MAX_BYTES: usize = 1 << 15;

/// Checks that the value, the JSON and the slices that a schema gives for some bytes agree, and that the value can be written and
/// read again.
///
/// # Panics
/// If a property is violated.
pub fn check(encoding: &'static Encoding, bytes: &[u8]) {
    let slicing = Heap::SLICED.hold("slicing", bytes, || slice(encoding, bytes));
    let fit = Heap::SLICED.hold("fitting", bytes, || fit(encoding, bytes));
    let json = to_json(encoding, bytes);
    for slice in &slicing.slices {
        let end = slice.offset + slice.bytes.len();
        assert_eq!(bytes.get(slice.offset..end), Some(slice.bytes), "{}", slice.name);
        assert!(!slice.path().to_string().contains('\0'));
    }
    match Heap::DECODED.hold("decoding by the schema", bytes, || decode(encoding, bytes)) {
        Ok(value) => {
            assert!(slicing.error.is_none() && fit.whole, "{:?}", slicing.error);
            let written =
                encode(encoding, &value).unwrap_or_else(|error| panic!("{value:?} cannot be written: {error}"));
            let again = decode(encoding, &written).unwrap_or_else(|error| panic!("{value:?} cannot be read: {error}"));
            assert_eq!(encode(encoding, &again).as_ref(), Ok(&written), "{value:?}");
            let json = match json {
                Ok(json) => json,
                Err(error) => {
                    assert!(error.kind().name() == "Size_limit_exceeded" && bytes.len() > DECIMAL_MAX_BYTES, "{error}");
                    return;
                }
            };
            let back = from_json(encoding, &json).unwrap_or_else(|error| panic!("{json} is refused: {error}"));
            // Compared with the written bytes, because a map may be read in any order.
            assert_eq!(to_json(encoding, &back), to_json(encoding, &written));
        }
        Err(error) => {
            // As in the reference, the slicer refuses the same bytes, but may report another offset in values of a fixed size.
            let refusal = slicing.error.unwrap_or_else(|| panic!("only the slicer accepts the bytes: {error}"));
            assert_eq!(refusal.kind.name(), error.kind().name(), "the slices and the value: {error}");
            assert!(refusal.offset <= bytes.len());
            assert!(!fit.whole);
            assert_eq!(json, Err(error));
        }
    }
}
