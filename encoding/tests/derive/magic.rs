//! `magic = bytes`: fixed bytes before a value.

use tezos_encoding::schema::describe;

use crate::common::*;

const PAIR: u8 = 7;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(magic = "[5, PAIR]")]
struct Pair {
    a: u16,
    #[encoding(magic = b"TZ")]
    b: u8,
    #[encoding(magic = "[0xff]")]
    end: (),
}

/// A Michelson primitive: two bytes that its type determines.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(magic = "[3, PRIM]")]
struct Prim<const PRIM: u8> {
    #[encoding(dynamic, bytes)]
    annotations: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Marked<const A: u8, T> {
    #[encoding(magic = "[A, 1]")]
    mark: (),
    value: T,
}

const BYTES: &str = "0507 0001 545a 02 ff";

#[test]
fn bytes_views_and_json() {
    assert_eq!(size::<Pair>(), Size::fixed(8));
    assert_eq!(size::<Prim<9>>(), Size::dynamic(2 + 4, None));
    let slices = schema::slice(Pair::ENCODING, hex(BYTES)).slices;
    let magic: Vec<_> = slices.iter().filter(|slice| slice.name == "magic").map(|slice| slice.bytes).collect();
    assert_eq!(magic, [&[5, 7][..], b"TZ", &[0xff]]);
    assert!(describe(Pair::ENCODING).to_string().contains("the bytes 0507"), "{}", describe(Pair::ENCODING));
    both(&Pair { a: 1, b: 2, end: () }, BYTES);
    both(&Prim::<9> { annotations: vec![1] }, "0309 00000001 01");
    both(&Marked::<4, bool> { mark: (), value: true }, "0401 ff");
    let text = r#"{"a":1,"b":2,"end":{}}"#;
    in_json(&Pair { a: 1, b: 2, end: () }, text);
    assert_eq!(PairView::from_bytes(hex(BYTES)).unwrap().b, 2);
    let error = PairView::from_bytes(hex("0508 0001 545a 02 ff")).unwrap_err();
    assert_eq!(error.kind().name(), "Invalid_magic");
    refused::<Pair>("0508 0001 545a 02 ff", "Invalid_magic", "", 0);
    refused::<Pair>("0507 0001 5459 02 ff", "Invalid_magic", "b", 4);
    refused::<Pair>("0507 0001 545a 02 fe", "Invalid_magic", "end", 7);
    refused::<Prim<9>>("0308 00000000", "Invalid_magic", "", 0);
    let error = Prim::<9>::from_bytes(&[3, 8, 0, 0, 0, 0]).unwrap_err();
    assert!(error.to_string().contains("expected the bytes [03, 09], found [03, 08]"), "{error}");
}
