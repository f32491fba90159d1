//! `#[deprecated]` on a type, a variant or a field: the generated code uses the deprecated items without a warning to
//! the user.

#![deny(warnings)]

use tezos_encoding::{Arena, BinWriter, Decode, Encode, HasEncoding, NomReader, Tagged, View};

#[deprecated]
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Old {
    #[deprecated]
    field: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
enum Kinds {
    #[deprecated]
    First(u8),
    Second {
        #[deprecated]
        old: u16,
        new: u8,
    },
}

#[deprecated]
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(string_enum)]
enum Names {
    Yes,
    #[deprecated]
    No,
}

#[deprecated]
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View, Arena)]
#[encoding(mu)]
enum Tree {
    #[deprecated]
    Leaf(u8),
    Node(Box<Tree>, Box<Tree>),
}

#[deprecated]
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(guard = "is_small", bounded = 1)]
struct Guarded(u8);

#[allow(deprecated, reason = "the tested types are deprecated")]
fn is_small(value: &Guarded) -> Result<(), &'static str> {
    if value.0 < 9 { Ok(()) } else { Err("too much") }
}

#[test]
#[allow(deprecated, reason = "the test uses deprecated variants")]
fn deprecated_types_work_as_others() {
    assert_eq!(Old::from_bytes(&[7]).unwrap(), Old { field: 7 });
    assert_eq!(Kinds::First(1).to_bytes().unwrap(), [0, 1]);
    assert_eq!(Kinds::Second { old: 1, new: 2 }.title(), "Second");
    assert_eq!(Names::from_bytes(&[1]).unwrap(), Names::No);
    let tree = Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2)));
    assert_eq!(Tree::from_bytes(&tree.to_bytes().unwrap()).unwrap(), tree);
    assert!(Guarded::from_bytes(&[9]).is_err());
}
