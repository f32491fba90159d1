//! Guarantee 2: messages of the elements with the most heap for each byte take no more heap than the stated limits, whether they are
//! valid or refused. Neither do size prefixes that announce absent bytes.

use tezos_codec_fuzz_bodies::{Heap, KNOWN, Known, peak};
use tezos_encoding::schema::{decode, fit};
use tezos_encoding::{HasEncoding, Validate};
use tezos_messages::path::MerklePath;

use super::check;

/// Size in bytes of the list in a long message.
const BYTES: usize = 60_000;

fn known() -> &'static Known {
    KNOWN.iter().find(|known| known.name == "p2p_message").unwrap()
}

/// Returns bytes with their size prefix.
fn sized(body: &[u8]) -> Vec<u8> {
    [&u32::try_from(body.len()).unwrap().to_be_bytes()[..], body].concat()
}

fn message(tag: u8, body: &[u8]) -> Vec<u8> {
    sized(&[&[0, tag], body].concat())
}

/// Returns a header with this fitness.
fn header(fitness: &[u8]) -> Vec<u8> {
    [&[0; 4 + 1 + 32 + 8 + 1 + 32][..], &sized(fitness), &[0; 32]].concat()
}

/// Makes a message from the bytes of its list elements.
type Make = fn(&[u8]) -> Vec<u8>;

/// The elements that take the most heap for each byte, and the messages that contain them.
const LONG: [(&[u8], Make); 5] = [
    (&[0; 9], |elements| message(0x41, &[&[0, 0][..], &sized(elements)].concat())),
    (&[0; 4], |elements| message(0x21, &header(elements))),
    (&[0; 4], |elements| message(0x71, &[&[0; 4][..], &header(elements)].concat())),
    (&SHORTEST_OPERATION, |elements| message(0x61, &[&[0; 33][..], &[0], elements].concat())),
    (&HASH, |elements| {
        message(0x14, &[&[0; 4][..], &sized(&header(&[])), &sized(elements), &sized(&sized(&[]))].concat())
    }),
];

const SHORTEST_OPERATION: [u8; 36] = {
    let mut operation = [0; 36];
    operation[3] = 32;
    operation
};

const HASH: [u8; 32] = [7; 32];

#[test]
fn lists_of_the_shortest_elements_stay_within_the_limits() {
    for (element, make) in LONG {
        for bytes in [element.len(), BYTES / 10, BYTES] {
            let elements = element.repeat(bytes / element.len());
            let good = make(&elements);
            assert!(decode(known().encoding, &good).is_ok());
            check(known(), &good);
            // One byte too many in the list, one too few, one after the message, and a truncated message.
            check(known(), &make(&[&elements[..], &[0]].concat()));
            check(known(), &make(&elements[..elements.len() - 1]));
            check(known(), &[&good[..], &[0]].concat());
            check(known(), &good[..good.len() - 1]);
        }
    }
}

/// Replaces each 4 bytes of a message, so also each size prefix, by large sizes.
#[test]
fn wrong_size_prefixes_stay_within_the_limits() {
    for bytes in known().generate().max_bytes(300).values(9).take(24).map(Result::unwrap) {
        for at in 0..bytes.len().saturating_sub(3) {
            for size in [0x3fff_ffff_u32, 0x0640_0000, 0x7fff_ffff, u32::MAX] {
                let mut changed = bytes.clone();
                changed[at..at + 4].copy_from_slice(&size.to_be_bytes());
                check(known(), &changed);
            }
        }
    }
}

/// Validation has no depth limit; an error takes heap for each level that is open at its offset. Functions that need only the schema
/// have a depth limit, which also limits their heap.
#[test]
fn deep_values_stay_within_the_limits() {
    let encoding = MerklePath::ENCODING;
    for levels in [100, 423, 600, 8_000, 100_000, 1_000_000] {
        let deep = vec![0xf0; levels];
        let validated = peak(|| MerklePath::validate(&deep).unwrap_err()).1;
        assert!(validated <= Heap::NONE.levels(0, 1).bound(levels), "{levels} levels take {validated} bytes");
        let decoded = peak(|| decode(encoding, &deep).unwrap_err()).1;
        let fitted = peak(|| fit(encoding, &deep)).1;
        assert!(decoded <= 1 << 17 && fitted <= 1 << 17, "{levels} levels take {decoded} and {fitted} bytes");
    }
}
