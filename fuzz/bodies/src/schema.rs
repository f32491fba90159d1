//! What holds for every encoding and every input, from the schema alone.

use tezos_encoding::schema::{Encoding, decode, encode, fit, from_json, slice, to_json};

use crate::heap::Heap;
use crate::input::Maker;
use crate::{KNOWN, Target};

/// The first byte of an input says which encoding the rest is for.
pub(crate) fn target() -> Target {
    let body = |input: &[u8]| {
        let Some((which, rest)) = input.split_first() else { return };
        let known = &KNOWN[usize::from(*which) % KNOWN.len()];
        check(known.encoding, &Maker::of(known.encoding, known.examples).make(rest));
    };
    // One for each, in turn a value, bytes that are almost one, and a value at the ends of what is allowed.
    let seeds =
        || (0..=0xff).take(KNOWN.len()).map(|which| [&[which, which % 3 + 1], &[which; 8][..]].concat()).collect();
    Target::plain("schema", body, seeds)
}

/// Numbers longer than this have no digits: the work grows with the square of their length.
pub const DECIMAL_MAX_BYTES: usize = 1 << 15;

/// Checks that all that is made of bytes by a schema agrees: the value, the JSON, the slices; and that what is read is written
/// and read again.
///
/// # Panics
/// Where something does not hold.
pub fn check(encoding: &'static Encoding, bytes: &[u8]) {
    let slicing = Heap::SLICED.hold("slicing", bytes, || slice(encoding, bytes));
    let fit = Heap::SLICED.hold("fitting", bytes, || fit(encoding, bytes));
    let json = to_json(encoding, bytes);
    for slice in &slicing.slices {
        let end = slice.offset + slice.bytes.len();
        assert_eq!(bytes.get(slice.offset..end), Some(slice.bytes), "{}", slice.name);
        assert!(!slicing.path(slice).to_string().contains('\0'));
    }
    match Heap::DECODED.hold("decoding by the schema", bytes, || decode(encoding, bytes)) {
        Ok(value) => {
            assert!(slicing.error.is_none() && fit.whole, "{:?}", slicing.error);
            let written = encode(encoding, &value).unwrap_or_else(|error| panic!("{value:?} is not written: {error}"));
            let again = decode(encoding, &written).unwrap_or_else(|error| panic!("{value:?} is not read: {error}"));
            assert_eq!(encode(encoding, &again).as_ref(), Ok(&written), "{value:?}");
            let json = match json {
                Ok(json) => json,
                Err(error) => {
                    assert!(error.kind().name() == "Size_limit_exceeded" && bytes.len() > DECIMAL_MAX_BYTES, "{error}");
                    return;
                }
            };
            let back = from_json(encoding, &json).unwrap_or_else(|error| panic!("{json} leads nowhere: {error}"));
            // As it is written: a map is read in any order.
            assert_eq!(to_json(encoding, &back), to_json(encoding, &written));
        }
        Err(error) => {
            // The reference's slicer refuses the same, and sees it elsewhere where values have a fixed size.
            let refusal = slicing.error.unwrap_or_else(|| panic!("the slices are not refused: {error}"));
            assert_eq!(refusal.kind.name(), error.kind().name(), "the slices and the value: {error}");
            assert!(refusal.offset <= bytes.len());
            assert!(!fit.whole);
            assert_eq!(json, Err(error));
        }
    }
}
