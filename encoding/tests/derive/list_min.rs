//! `list(min = N)`: at least N elements; `Box<[T]>`: the reference's arrays.

use crate::common::*;

const MIN: usize = 1;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Operation {
    #[encoding(list(min = MIN))]
    contents: Vec<u16>,
    signature: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Bounded(#[encoding(dynamic, list(max = 3, min = "MIN + 1"), string)] Vec<String>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Arrays {
    #[encoding(dynamic, list = 2, dynamic, list = 1)]
    array: Box<[Vec<u8>]>,
    #[encoding(count(kind = "u8", max = 2))]
    counted: Box<[u16]>,
    #[encoding(list(min = 1), le)]
    rest: Box<[u16]>,
}

fn arrays() -> Arrays {
    Arrays { array: Box::new([vec![1]]), counted: Box::new([2]), rest: Box::new([3]) }
}

#[test]
fn on_the_wire() {
    assert_eq!(size::<Operation>(), Size::variable(2 + 1, None));
    let empty = Value::Fields(vec![Value::List(vec![]), Value::Int(9)]);
    assert_eq!(schema::encode(Operation::ENCODING, &empty).unwrap_err().kind().name(), "List_too_short");
    both(&Operation { contents: vec![1, 2], signature: 9 }, "0001 0002 09");
    both(&Bounded(vec!["a".into(), String::new()]), "00000009 00000001 61 00000000");
    both(&arrays(), "00000005 00000001 01 01 0002 0300");
    refused::<Operation>("09", "List_too_short", "contents", 0);
    refused::<Bounded>("00000005 00000001 61", "List_too_short", "", 9);
    refused::<Bounded>("00000010 00000000 00000000 00000000 00000000", "List_too_long", "", 16);
    unwritable(&Operation { contents: vec![], signature: 9 }, "List_too_short", "contents");
    unwritable(&Bounded(vec![String::new()]), "List_too_short", "");
    unwritable(&Bounded(vec![String::new(); 4]), "List_invalid_length", "");
    let error = OperationView::from_bytes(hex("09")).unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("List_too_short", 0));
    assert!(error.to_string().contains("at least 1 element is required, found 0"), "{error}");
}

#[test]
fn arrays_have_their_own_error_names() {
    refused::<Arrays>("0000000c 00000000 00000000 00000000 00 0300", "Array_too_long", "array", 12);
    refused::<Arrays>("00000006 00000002 0101 00 0300", "List_too_long", "array[0]", 9);
    refused::<Arrays>("00000000 03 0001 0002 0003 0300", "Array_too_long", "counted", 4);
    refused::<Arrays>("00000000 00", "List_too_short", "rest", 5);
    unwritable(&Arrays { array: vec![vec![]; 3].into(), ..arrays() }, "Array_invalid_length", "array");
    unwritable(&Arrays { counted: Box::new([1, 2, 3]), ..arrays() }, "Array_invalid_length", "counted");
    unwritable(&Arrays { rest: Box::new([]), ..arrays() }, "List_too_short", "rest");
}
