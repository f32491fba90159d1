//! `tag = N` on a struct: the encoding starts with the tag.

use crate::common::*;

const FIRST: u8 = 7;

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(tag = FIRST)]
struct MoveFile {
    from: u8,
    #[encoding(dynamic, bytes)]
    to: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tag = 0x1234, tags = "u16")]
struct Wide(u8);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tag = 3)]
struct Nothing;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tag = 9, dynamic)]
struct Block<T> {
    value: T,
}

#[test]
fn the_tag_comes_first() {
    both(&MoveFile { from: 1, to: vec![2] }, "07 01 00000001 02");
    both(&Wide(5), "1234 05");
    both(&Nothing, "03");
    both(&Block { value: 5u16 }, "00000003 09 0005");
    assert_eq!(size::<Wide>().class, Class::Fixed(3));
}

#[test]
fn another_tag_is_refused() {
    refused::<MoveFile>("08 01 00000000", "Unexpected_tag", "", 0);
    refused::<Wide>("1235 05", "Unexpected_tag", "", 0);
}

#[test]
fn the_json_is_that_of_the_fields() {
    let value = MoveFile { from: 1, to: vec![2] };
    in_json(&value, r#"{"from":1,"to":"02"}"#);
    assert_eq!((value.tag(), value.title()), (7, "Move_file"));
}

#[test]
fn the_view_has_the_fields() {
    let view = MoveFileView::from_bytes(hex("07 01 00000001 02")).unwrap();
    assert_eq!(view, MoveFileView { from: 1, to: &[2] });
    assert_eq!(view.to_owned().unwrap(), MoveFile { from: 1, to: vec![2] });
}
