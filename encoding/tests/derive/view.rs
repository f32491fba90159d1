//! `#[derive(View)]`: types that are their own view, and fields of types of the standard library.

use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, NomReader, View};

/// Goes over the wire as another type.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Height(u16);

impl From<u16> for Height {
    fn from(level: u16) -> Self {
        Self(level)
    }
}

impl From<&Height> for u16 {
    fn from(level: &Height) -> Self {
        level.0
    }
}

/// Nothing in it borrows, so it is its own view.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Converted {
    #[encoding(from = "u16")]
    level: Height,
    #[encoding(constant = "end")]
    end: (),
    #[encoding(skip = 7)]
    skipped: u8,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Arrays {
    converted: Converted,
    numbers: [u16; 2],
    #[encoding(dynamic, list)]
    pairs: Vec<[i32; 2]>,
    text: Box<str>,
    named: [Named; 2],
    grid: [[Level; 2]; 1],
}

type Level = u32;

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Named {
    #[encoding(string)]
    name: String,
}

#[test]
fn types_that_are_their_own_view_and_arrays_of_numbers() {
    let converted = Converted { level: Height(5), end: (), skipped: 7 };
    let named = ["b", ""].map(|name| Named { name: name.to_owned() });
    let value = Arrays {
        converted: converted.clone(),
        numbers: [1, 2],
        pairs: vec![[3, 4], [5, 6]],
        text: "a".into(),
        named,
        grid: [[8, 9]],
    };
    let bytes = value.to_bytes().unwrap();
    let view = ArraysView::from_bytes(&bytes).unwrap();
    assert_eq!((view.converted.clone(), view.numbers, view.text), (converted, [1, 2], "a"));
    assert_eq!((view.named.each_ref().map(|named| named.name), view.grid), (["b", ""], [[8, 9]]));
    assert_eq!(view.pairs.iter().collect::<Vec<_>>(), [[3, 4], [5, 6]]);
    assert_eq!(view.to_owned().unwrap(), value);
    assert_eq!(Arrays::from_bytes(&bytes[1..]).unwrap_err(), ArraysView::from_bytes(&bytes[1..]).unwrap_err());
}
