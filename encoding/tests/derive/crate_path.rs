//! `crate = "path"`: where the runtime is, for those who have it under another name; see also `tests/hygiene.rs`.

use crate::common::{both, shape};

mod facade {
    pub(crate) use tezos_encoding as codec;
}

#[derive(Debug, PartialEq, facade::codec::HasEncoding, facade::codec::NomReader, facade::codec::BinWriter)]
#[encoding(crate = "facade::codec")]
struct Quoted {
    #[encoding(dynamic, list = 2)]
    list: Vec<u16>,
}

#[derive(Debug, PartialEq, facade::codec::HasEncoding, facade::codec::NomReader, facade::codec::BinWriter)]
#[encoding(crate = facade::codec, dynamic)]
enum Bare {
    A(Quoted),
}

#[test]
fn the_same_as_ever() {
    assert_eq!(shape::<Bare>(), "dynamic<u30>(union<u8>[0 A: {list: dynamic<u30>(list<=2(uint16))}])");
    both(&Bare::A(Quoted { list: vec![1] }), "00000007 00 00000002 0001");
}
