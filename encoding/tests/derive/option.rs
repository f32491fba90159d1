//! `option`: a flag byte, `00` or `ff`, then the value; any byte but zero reads as present.

use tezos_encoding::schema::Size;
use tezos_encoding::{BinWriter, FromJson, HasEncoding, NomReader, ToJson};

use crate::common::{accepted, both, refused, shape, size, unwritable};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Options {
    plain: Option<u16>,
    #[encoding(option)]
    marked: Option<u16>,
    #[encoding(option, dynamic, list = 2)]
    list: Option<Vec<u16>>,
    #[encoding(dynamic, option)]
    around: Option<u8>,
    #[encoding(option, string = "2")]
    text: Option<String>,
    #[encoding(option, option)]
    twice: Option<Option<u8>>,
    #[encoding(option, bytes)]
    rest: Option<Vec<u8>>,
}

fn none() -> Options {
    Options { plain: None, marked: None, list: None, around: None, text: None, twice: None, rest: None }
}

#[test]
fn schema() {
    assert_eq!(
        shape::<Options>(),
        "{plain: opt(uint16); marked: opt(uint16); list: opt(dynamic<u30>(list<=2(uint16))); \
         around: dynamic<u30>(opt(uint8)); text: opt(dynamic<u30>(bounded<2>(utf8))); twice: opt(opt(uint8)); \
         rest: opt(bytes)}",
    );
    assert_eq!(size::<Option<u16>>(), Size::dynamic(1, Some(3)));
    assert_eq!(size::<Options>(), Size::variable(11, None));
}

#[test]
fn bytes() {
    both(&none(), "00 00 00 00000001 00 00 00 00");
    let full = Options {
        plain: Some(1),
        marked: Some(2),
        list: Some(vec![3]),
        around: Some(4),
        text: Some("a".to_owned()),
        twice: Some(None),
        rest: Some(vec![5]),
    };
    both(&full, "ff0001 ff0002 ff00000002 0003 00000002 ff04 ff00000001 61 ff00 ff05");
    both(&Options { twice: Some(Some(6)), ..none() }, "00 00 00 00000001 00 00 ffff06 00");
    both(&Some(1u8), "ff01");
    both(&None::<u8>, "00");
}

/// What JSON leaves out may stand in a block.
#[test]
fn absent_in_a_block() {
    let json = none().to_json().unwrap();
    assert_eq!(json, "{}");
    assert_eq!(Options::from_json(&json).unwrap(), none());
}

#[test]
fn any_byte_but_zero_is_present() {
    accepted("01 0007", &Some(7u16), "ff 0007");
    accepted("80 07", &Some(7u8), "ff 07");
}

#[test]
fn bounds() {
    refused::<Options>("", "Not_enough_data", "plain", 0);
    refused::<Options>("ff", "Not_enough_data", "plain", 1);
    refused::<Options>("00 00 00 00000003 ff04 00", "Extra_bytes", "around", 9);
    unwritable(&Options { list: Some(vec![0; 3]), ..none() }, "List_invalid_length", "list");
    unwritable(&Options { text: Some("abc".to_owned()), ..none() }, "Size_limit_exceeded", "text");
}
