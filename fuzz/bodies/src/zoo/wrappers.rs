//! Wrappers.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::heap::Heap;
use crate::typed::Traits;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Dynamic {
    #[encoding(dynamic, list)]
    plain: Vec<u16>,
    #[encoding(dynamic = 9, list)]
    bounded: Vec<u16>,
    #[encoding(dynamic(kind = "u8", max = 7), bytes)]
    u8: Vec<u8>,
    #[encoding(dynamic(kind = "u16"), list, dynamic(kind = "n", max = 300), bytes)]
    n: Vec<Vec<u8>>,
    #[encoding(dynamic(kind = "u30", le), bytes)]
    little: Vec<u8>,
    #[encoding(dynamic(kind = "u16", le, max = 3), bytes)]
    small: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(short_dynamic)]
pub(crate) struct Short {
    #[encoding(short_dynamic, list, short_dynamic = 3, bytes)]
    each: Vec<Vec<u8>>,
    last: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Suffix {
    first: u8,
    #[encoding(suffix_len(kind = "u16", le), list, short_dynamic, bytes)]
    behind: Vec<Vec<u8>>,
    last: u16,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(suffix_len(kind = "u8"))]
pub(crate) struct Behind(#[encoding(list)] Vec<u16>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(bounded = 20)]
pub(crate) struct Bounded {
    #[encoding(check_size = 6, dynamic, list)]
    inner: Vec<u8>,
    #[encoding(bounded = 11, list, short_dynamic, bytes)]
    rest: Vec<Vec<u8>>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Sized {
    #[encoding(sized = 6, list)]
    numbers: Vec<u16>,
    #[encoding(sized = 5, list, short_dynamic, bytes)]
    each: Vec<Vec<u8>>,
    array: [u8; 3],
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Arrays {
    pairs: [(u8, u16); 2],
    #[encoding(dynamic, list)]
    arrays: Vec<[u16; 3]>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Padded {
    #[encoding(padded = 2)]
    one: u16,
    #[encoding(dynamic, list, padded = 1)]
    all: Vec<(u8, u8)>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(magic = "[1, 2]")]
pub(crate) struct Magic {
    level: u8,
    #[encoding(magic = b"TZ")]
    middle: (),
    #[encoding(magic = "[9]", list)]
    rest: Vec<u16>,
}

super::zoo! {
    views {
        Dynamic: Traits::new(Heap::COPIED.elements(size_of::<Vec<u8>>(), 1));
        Short: Traits::new(Heap::COPIED.elements(size_of::<Vec<u8>>(), 1));
        Suffix: Traits::new(Heap::COPIED.elements(size_of::<Vec<u8>>(), 1));
        Behind: Traits::new(Heap::NONE.list::<u16>());
        Bounded: Traits::new(Heap::COPIED.elements(size_of::<Vec<u8>>(), 1));
        Sized: Traits::new(Heap::COPIED.elements(size_of::<Vec<u8>>(), 1));
        Padded: Traits::new(Heap::NONE.list::<(u8, u8)>());
        Magic: Traits::new(Heap::NONE.list::<u16>());
    }
    types {
        Arrays: Traits::new(Heap::NONE.list::<[u16; 3]>());
    }
}
