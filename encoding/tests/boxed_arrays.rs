//! Arrays in boxes that are larger than the stack.

use std::fmt::Debug;
use std::thread;

use crate::common::*;
use tezos_encoding::HeapBudget;

const LARGE: usize = 1 << 20;

/// Runs a test on a stack of 128 KiB.
fn on_a_small_stack(test: fn()) {
    let test = thread::Builder::new().stack_size(128 << 10).spawn(test).unwrap();
    test.join().unwrap();
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Bytes(Box<[u8; LARGE]>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Block {
    #[encoding(dynamic, bytes)]
    bytes: Box<[u8; LARGE]>,
    #[encoding(bounded = "2 * LARGE")]
    bounded: Box<[u16; LARGE / 2]>,
    #[encoding(padded = 1)]
    padded: Box<[u8; LARGE]>,
    last: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Elements {
    numbers: Box<[u32; LARGE / 4]>,
    hashes: Box<[[u8; 32]; LARGE / 32]>,
    flags: Box<[bool; LARGE]>,
    optional: Option<Box<[Option<u16>; LARGE / 4]>>,
}

/// Reads `bytes`, writes the value again, and refuses the bytes without the last.
fn survives<T: for<'a> Decode<'a> + BinWriter + Debug + PartialEq>(bytes: &[u8]) {
    let value = T::from_bytes(bytes).unwrap();
    assert!(value.to_bytes().unwrap() == bytes);
    assert!(T::from_canonical_bytes(bytes).unwrap() == value);
    let short = &bytes[..bytes.len() - 1];
    assert_eq!(T::from_bytes(short).unwrap_err().kind().name(), "Not_enough_data");
    assert_eq!(T::from_bytes(&[]).unwrap_err().kind().name(), "Not_enough_data");
}

#[test]
fn they_are_read_on_a_small_stack() {
    on_a_small_stack(|| {
        let large = vec![7; LARGE];
        survives::<Bytes>(&large);
        survives::<Box<[u8; LARGE]>>(&large);
        survives::<Block>(&[&0x0010_0000_u32.to_be_bytes(), &*large, &large, &large, &[0, 9]].concat());
        survives::<Elements>(&[&*large, &large, &vec![0xff; LARGE], &[0xff], &[0xff, 1, 2].repeat(LARGE / 4)].concat());
    });
}

/// The first refused element is the error, also if bytes are missing behind it.
#[test]
fn elements_are_refused_before_missing_bytes() {
    type Numbers = Box<[Small; 3]>;
    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Small(#[encoding(range = "0 ..= 9")] u8);

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Open(u8, #[encoding(dynamic, bytes)] Vec<u8>);

    let refused = |bytes: &[u8]| Numbers::from_bytes(bytes).unwrap_err();
    assert_eq!(refused(&[1, 2]), <[Small; 3]>::from_bytes(&[1, 2]).unwrap_err());
    assert_eq!(refused(&[1, 10]), <[Small; 3]>::from_bytes(&[1, 10]).unwrap_err());
    assert_eq!(refused(&[1, 10, 3]).kind().name(), "Invalid_int");
    type Opens = Box<[Open; 2]>;
    let bytes = hex("01 0000000105 02 00000000");
    assert_eq!(Opens::from_bytes(bytes).unwrap()[0], Open(1, vec![5]));
    for end in 0..bytes.len() {
        let short = &bytes[..end];
        assert_eq!(Opens::from_bytes(short).unwrap_err(), <[Open; 2]>::from_bytes(short).unwrap_err(), "{end} bytes");
    }
}

/// Nothing is charged to a budget for bytes that are missing, and the whole array for those that are there.
#[test]
fn they_are_charged_to_the_heap_budget() {
    let within = |bytes: &[u8], heap: usize| {
        let heap = HeapBudget::new(heap);
        let read = Box::<[u32; 100]>::from_bytes_within(bytes, Limits::default(), &heap);
        (read.map(drop).map_err(|error| error.kind().name().to_owned()), heap.left())
    };
    assert_eq!(within(&[0; 400], 800), (Ok(()), 0));
    assert_eq!(within(&[0; 400], 799).0, Err("Heap_exceeded".to_owned()));
    assert_eq!(within(&[0; 399], 800), (Err("Not_enough_data".to_owned()), 401));
}

/// Arrays of arrays of bytes are copied in one piece.
#[test]
fn arrays_of_byte_arrays() {
    type Hashes = [[u8; 4]; 3];
    let bytes: Vec<u8> = (0..12).collect();
    let hashes = Hashes::from_bytes(&bytes).unwrap();
    assert_eq!(hashes, [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]);
    assert_eq!(hashes.to_bytes().unwrap(), bytes);
    let error = Hashes::from_bytes(&bytes[..11]).unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("Not_enough_data", 8));
    assert_eq!(<[[u8; 0]; 3]>::from_bytes(&[]), Ok([[]; 3]));
    assert_eq!(<[[[u8; 2]; 2]; 2]>::from_bytes(&bytes[..8]), Ok([[[0, 1], [2, 3]], [[4, 5], [6, 7]]]));
}
