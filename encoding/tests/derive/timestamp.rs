//! `timestamp`: seconds in eight bytes.

use tezos_encoding::schema::Size;
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use crate::common::{both, refused, shape, size};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct At {
    #[encoding(timestamp)]
    at: i64,
    #[encoding(option, timestamp)]
    until: Option<i64>,
}

#[test]
fn schema() {
    assert_eq!(shape::<At>(), "{at: int64; until: opt(int64)}");
    assert_eq!(size::<At>(), Size::dynamic(9, Some(17)));
}

#[test]
fn bytes() {
    both(&At { at: i64::MIN, until: None }, "8000000000000000 00");
    both(&At { at: -1, until: Some(i64::MAX) }, "ffffffffffffffff ff 7fffffffffffffff");
    refused::<At>("00000000000000", "Not_enough_data", "at", 0);
}
