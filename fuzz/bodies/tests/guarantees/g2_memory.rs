//! Guarantee 2: messages of the least elements take no more heap than is stated, good or refused at any of them; nor do sizes that
//! announce what is not there.

use tezos_codec_fuzz_bodies::{Heap, KNOWN, Known, peak};
use tezos_encoding::schema::{decode, fit};
use tezos_encoding::{HasEncoding, Validate};
use tezos_messages::path::Path;

use super::check;

/// Bytes of the elements of a long message.
const BYTES: usize = 60_000;

fn known() -> &'static Known {
    KNOWN.iter().find(|known| known.name == "p2p_message").unwrap()
}

/// Bytes behind their size.
fn sized(body: &[u8]) -> Vec<u8> {
    [&u32::try_from(body.len()).unwrap().to_be_bytes()[..], body].concat()
}

fn message(tag: u8, body: &[u8]) -> Vec<u8> {
    sized(&[&[0, tag], body].concat())
}

/// The fields of a header around its fitness.
fn header(fitness: &[u8]) -> Vec<u8> {
    [&[0; 4 + 1 + 32 + 8 + 1 + 32][..], &sized(fitness), &[0; 32]].concat()
}

/// Makes a message from the bytes of elements that take the most memory for each byte.
type Make = fn(&[u8]) -> Vec<u8>;

/// An element, and the message of elements.
const LONG: [(&[u8], Make); 5] = [
    (&[0; 9], |elements| message(0x41, &[&[0, 0][..], &sized(elements)].concat())),
    (&[0; 4], |elements| message(0x21, &header(elements))),
    (&[0; 4], |elements| message(0x71, &[&[0; 4][..], &header(elements)].concat())),
    (&LEAST_OPERATION, |elements| message(0x61, &[&[0; 33][..], &[0], elements].concat())),
    (&LEAST_HASH, |elements| {
        message(0x14, &[&[0; 4][..], &sized(&header(&[])), &sized(elements), &sized(&sized(&[]))].concat())
    }),
];

const LEAST_OPERATION: [u8; 36] = {
    let mut operation = [0; 36];
    operation[3] = 32;
    operation
};

const LEAST_HASH: [u8; 32] = [7; 32];

#[test]
fn the_least_elements() {
    for (element, make) in LONG {
        for bytes in [element.len(), BYTES / 10, BYTES] {
            let elements = element.repeat(bytes / element.len());
            let good = make(&elements);
            assert!(decode(known().encoding, &good).is_ok());
            check(known(), &good);
            // A byte too many in the list, one too few, one behind the message, and a message that ends early.
            check(known(), &make(&[&elements[..], &[0]].concat()));
            check(known(), &make(&elements[..elements.len() - 1]));
            check(known(), &[&good[..], &[0]].concat());
            check(known(), &good[..good.len() - 1]);
        }
    }
}

/// Every size of 4 bytes in a message says as much as it can, or as much as there never is.
#[test]
fn sizes_that_lie() {
    for bytes in known().generate().max_bytes(300).values(9).take(24).map(Result::unwrap) {
        for place in 0..bytes.len().saturating_sub(3) {
            for size in [0x3fff_ffff_u32, 0x0640_0000, 0x7fff_ffff, u32::MAX] {
                let mut lying = bytes.clone();
                lying[place..place + 4].copy_from_slice(&size.to_be_bytes());
                check(known(), &lying);
            }
        }
    }
}

/// Bytes that are checked and made nothing of take heap for each level that is open where they are refused. What is made from a schema
/// alone has a limit of levels, and takes heap for no more of them.
#[test]
fn levels_without_a_limit() {
    let encoding = Path::ENCODING;
    for levels in [100, 423, 600, 8_000, 100_000, 1_000_000] {
        let deep = vec![0xf0; levels];
        let validated = peak(|| Path::validate(&deep).unwrap_err()).1;
        assert!(validated <= Heap::NONE.levels(0, 1).bound(levels), "{levels} levels take {validated} bytes");
        let decoded = peak(|| decode(encoding, &deep).unwrap_err()).1;
        let fitted = peak(|| fit(encoding, &deep)).1;
        assert!(decoded <= 1 << 17 && fitted <= 1 << 17, "{levels} levels take {decoded} and {fitted} bytes");
    }
}
