//! Markers.

use std::collections::BTreeMap;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::heap::Heap;
use crate::typed::Traits;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Options {
    plain: Option<u16>,
    #[encoding(option, dynamic, list)]
    inside: Option<Vec<u16>>,
    #[encoding(dynamic, option)]
    outside: Option<u8>,
    #[encoding(option(tagged))]
    tagged: Option<u16>,
    #[encoding(option(default = 7))]
    usual: u16,
    #[encoding(varopt)]
    last: Option<(u8, bool)>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Results {
    #[encoding(result)]
    one: Result<u16, u8>,
    #[encoding(dynamic, list, result)]
    all: Vec<Result<u8, bool>>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Lists {
    #[encoding(dynamic, list)]
    any: Vec<(u8, u16)>,
    #[encoding(dynamic, list = 3)]
    few: Vec<u32>,
    #[encoding(dynamic, list(min = 1, max = 4))]
    some: Vec<u8>,
    #[encoding(list(len = 2))]
    two: Vec<(u8, bool)>,
    #[encoding(dynamic, list = 5)]
    texts: Vec<String>,
    #[encoding(list = 4)]
    rest: Vec<[u8; 2]>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Arrays {
    #[encoding(dynamic, list = 2)]
    few: Box<[u16]>,
    #[encoding(count(kind = "u8", max = 3))]
    counted: Box<[u16]>,
    #[encoding(list(len = 2))]
    two: Box<[(u8, bool)]>,
    #[encoding(list(min = 1))]
    rest: Box<[(u8, bool)]>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Counts {
    #[encoding(count(kind = "u30"))]
    u30: Vec<(u8, bool)>,
    #[encoding(count(kind = "u8", max = 3))]
    u8: Vec<u16>,
    #[encoding(count(kind = "u16"), string)]
    u16: Vec<String>,
    #[encoding(count(kind = "n"))]
    n: Vec<[u8; 4]>,
    #[encoding(count(kind = "u30", le))]
    little: Vec<u64>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Maps {
    #[encoding(dynamic, assoc)]
    pairs: Vec<(String, u8)>,
    #[encoding(dynamic, map)]
    map: BTreeMap<String, u16>,
    #[encoding(assoc, short_dynamic, bytes)]
    rest: Vec<(String, Vec<u8>)>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct BytesAndText {
    #[encoding(dynamic, bytes)]
    any: Vec<u8>,
    #[encoding(dynamic, bytes = 4)]
    few: Vec<u8>,
    #[encoding(string)]
    text: String,
    #[encoding(string = 3)]
    short: Vec<u8>,
    #[encoding(string(kind = "u16", max = 9))]
    kind: String,
    #[encoding(string(kind = "n"))]
    n: String,
    #[encoding(string(bounded, max = 300))]
    narrow: String,
    #[encoding(string(fixed = 2))]
    fixed: String,
    #[encoding(dynamic, string(variable))]
    block: String,
    #[encoding(rest)]
    rest: String,
}

super::zoo! {
    views {
        Options: Traits::new(Heap::NONE.list::<u16>());
        Results: Traits::new(Heap::NONE.elements(size_of::<Result<u8, bool>>(), 1));
        Lists: Traits::new(Heap::COPIED.list::<(u8, u16)>().list::<String>());
        Counts: Traits::new(Heap::COPIED.list::<String>());
        BytesAndText: Traits::new(Heap::COPIED);
    }
    types {
        Arrays: Traits::new(Heap::NONE.list::<u16>());
        Maps: Traits::new(Heap::COPIED.elements(size_of::<(String, Vec<u8>)>(), 5).elements(512, 6));
    }
}
