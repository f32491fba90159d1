//! `raw = "T"`: the bytes of one value, kept unchanged.

use tezos_encoding::schema::{decode, to_json};

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(mu, depth = 3)]
enum Expr {
    Int(Z),
    #[encoding(dynamic, list)]
    Seq(Vec<Expr>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Event {
    #[encoding(raw = "Expr")]
    ty: Vec<u8>,
    tag: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Borrowed<'a> {
    #[encoding(dynamic, raw = "Expr")]
    ty: &'a [u8],
    tag: u8,
}

#[test]
fn on_the_wire() {
    both(&Event { ty: vec![0, 7], tag: 9 }, "00 07 09");
    both(&Event { ty: vec![1, 0, 0, 0, 4, 0, 1, 0, 2], tag: 9 }, "01 00000004 0001 0002 09");
    both(&Borrowed { ty: &[0, 7], tag: 9 }, "00000002 0007 09");
    // Minus zero is kept and not normalized to zero.
    let minus_zero = Event { ty: vec![0, 0x40], tag: 9 };
    assert_eq!(Event::from_canonical_bytes(&written(&minus_zero)).unwrap(), minus_zero);
    let view = EventView::from_bytes(&[0, 7, 9]).unwrap();
    assert_eq!((view.ty, view.tag), (&[0, 7][..], 9));
    assert_eq!(view.to_owned().unwrap(), Event { ty: vec![0, 7], tag: 9 });
}

#[test]
fn the_schema_describes_the_value() {
    assert_eq!(to_json(Event::ENCODING, &[0, 7, 9]).unwrap(), r#"{"ty":"7","tag":9}"#);
    assert_eq!(decode(Event::ENCODING, &[0, 7, 9]).unwrap(), decode(<(Expr, u8)>::ENCODING, &[0, 7, 9]).unwrap());
}

#[test]
fn bytes_that_do_not_decode() {
    refused::<Event>("02 07 09", "Unexpected_tag", "ty", 0);
    refused::<Event>("00 8000 09", "Trailing_zero", "ty", 2);
    refused::<Borrowed<'_>>("00000003 000708 09", "Extra_bytes", "ty", 6);
    let deep = "01 0000000f 01 0000000a 01 00000005 01 00000000 09";
    refused::<Event>(deep, "Too_deep", "ty[0][0][0]", 15);
    for (ty, name) in [(vec![], "Not_enough_data"), (vec![0, 7, 8], "Extra_bytes"), (vec![2], "Unexpected_tag")] {
        let error = Event { ty, tag: 9 }.to_bytes().unwrap_err();
        assert_eq!((error.kind().name(), error.path().to_string().as_str()), (name, "ty"));
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Fixed {
    #[encoding(range = "0 ..= 1")]
    first: u8,
    #[encoding(raw = "u16")]
    number: Vec<u8>,
}

/// A value of a fixed size is checked as a whole before its first field is read, as if the field were a number.
#[test]
fn bytes_of_a_fixed_size() {
    viewed(&Fixed { first: 1, number: vec![2, 3] });
    refused::<Fixed>("05 02", "Not_enough_data", "number", 1);
    refused::<Fixed>("05 0203", "Invalid_int", "first", 0);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = 4, json(first_match))]
enum Inner {
    End,
    More(Box<Inner>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = 4, json(first_match))]
enum Outer {
    Kept(#[encoding(raw = "Inner")] Vec<u8>),
    Held(Inner),
    More(Box<Outer>),
}

/// The depth limit includes the levels around the value: every value that can be written can be read.
#[test]
fn the_levels_around_the_value_count() {
    let kept = |levels: usize| Outer::More(Box::new(Outer::Kept([vec![1; levels], vec![0]].concat())));
    both(&kept(1), "02 00 01 00");
    refused::<Outer>("02 00 01 01 00", "Too_deep", "", 4);
    unwritable(&kept(2), "Too_deep", "");
    let held = |levels| (0..levels).fold(Inner::End, |inner, _| Inner::More(Box::new(inner)));
    let held = |levels| Outer::More(Box::new(Outer::Held(held(levels))));
    both(&held(1), "02 01 01 00");
    refused::<Outer>("02 01 01 01 00", "Too_deep", "", 4);
    unwritable(&held(2), "Too_deep", "");
}
