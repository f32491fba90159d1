//! `composite(..)`: the items for the layers of a foreign type.

use crate::common::*;

type Amount = N;
type Offset = Z;
type Data = Vec<u8>;
type Name = String;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Foreign {
    #[encoding(composite(mutez))]
    amount: Amount,
    #[encoding(composite(zarith))]
    offset: Offset,
    #[encoding(composite(dynamic = "4", bytes))]
    data: Data,
    #[encoding(composite(string = "3"))]
    name: Name,
    #[encoding(dynamic, list, composite(dynamic, bytes))]
    list: Vec<Data>,
    #[encoding(composite(dynamic, composite(bytes)))]
    nested: Data,
}

fn value() -> Foreign {
    Foreign {
        amount: N::from(1u64),
        offset: Z::from(-1i64),
        data: vec![1, 2],
        name: "abc".to_owned(),
        list: vec![vec![3], vec![]],
        nested: vec![4],
    }
}

#[test]
fn on_the_wire() {
    both(&value(), "01 41 00000002 0102 00000003 616263 00000009 00000001 03 00000000 00000001 04");
    unwritable(&Foreign { data: vec![0; 5], ..value() }, "Size_limit_exceeded", "data");
    unwritable(&Foreign { name: "abcd".to_owned(), ..value() }, "Size_limit_exceeded", "name");
}
