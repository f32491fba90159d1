//! Compact types.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, OrInt32};

use crate::heap::Heap;
use crate::typed::Traits;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
pub(crate) struct Transfer {
    urgent: bool,
    amount: i64,
    level: Option<i32>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
pub(crate) enum Fee {
    None,
    Fixed(i32),
    Paid(Transfer),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact(union_tag_bits = 3, cases_tag_bits = 4))]
pub(crate) enum Roomy {
    Flag(bool),
    #[encoding(tag = 2)]
    Level(i32),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
pub(crate) struct Path(#[encoding(list(bits = 2))] Vec<u8>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact(tag = "u16"))]
pub(crate) struct Stamped {
    #[encoding(payload)]
    level: i32,
    #[encoding(payload)]
    round: Option<i32>,
    fee: Fee,
    pair: (bool, i32),
    #[encoding(list(bits = 3))]
    all: Vec<u16>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
pub(crate) struct Either(OrInt32<[u8; 3]>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact(tag = "u0"))]
pub(crate) struct Bare(#[encoding(payload)] u16);

super::zoo! {
    views {
    }
    types {
        Transfer: Traits::new(Heap::NONE);
        Fee: Traits::new(Heap::NONE);
        Path: Traits::new(Heap::COPIED.elements(1, 1));
        Stamped: Traits::new(Heap::NONE.list::<u16>());
        Either: Traits::new(Heap::NONE);
        Bare: Traits::new(Heap::NONE);
        Roomy: Traits::new(Heap::NONE);
    }
}
