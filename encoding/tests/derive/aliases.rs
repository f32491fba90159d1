//! Types that the derive knows only by a name: what it may not guess is written out, and means the same as for the type
//! itself. What does not compile is in `ui/type-mismatch/aliases.rs`.

use std::collections::BTreeMap;
use std::vec::Vec as V;

use crate::common::*;

type Data = Vec<u8>;
type Name = String;
type Perhaps = Option<Data>;
type Numbers = Vec<u16>;
type Flags = Vec<Option<bool>>;
type Names = BTreeMap<String, Numbers>;
type Short<'a> = &'a [u8];

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Newtype(Option<u8>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct List(#[encoding(list)] Numbers);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Generic<T>(#[encoding(dynamic)] T);

/// Fields with their types by an alias, and the same fields with the types themselves.
macro_rules! alike {
    ($($test:ident: #[encoding($($items:tt)*)] $alias:ty = $type:ty, $value:expr, $digits:literal;)+) => {$(
        #[test]
        fn $test() {
            #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
            struct Alias {
                #[encoding($($items)*)]
                field: $alias,
            }
            #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
            struct Type {
                #[encoding($($items)*)]
                field: $type,
            }
            let bytes = hex($digits);
            assert_eq!(Alias { field: $value }.to_bytes().unwrap(), bytes);
            assert_eq!(Type { field: $value }.to_bytes().unwrap(), bytes);
            assert_eq!(Alias::from_bytes(&bytes).unwrap().field, $value);
        }
    )+};
}

alike! {
    bytes: #[encoding(dynamic)] Data = Vec<u8>, vec![1, 2], "00000002 0102";
    text: #[encoding(bounded = 9)] Name = String, String::from("a"), "00000001 61";
    inside_an_option: #[encoding(option, dynamic)] Perhaps = Option<Vec<u8>>, Some(vec![1, 2]), "ff 00000002 0102";
    around_an_option: #[encoding(dynamic, option)] Perhaps = Option<Vec<u8>>, Some(vec![1, 2]), "00000003 ff0102";
    around_a_list: #[encoding(dynamic, list)] Numbers = Vec<u16>, vec![1, 2], "00000004 00010002";
    inside_a_list: #[encoding(list, short_dynamic)] Numbers = Vec<u16>, vec![1, 2], "02 0001 02 0002";
    renamed: #[encoding(dynamic, list)] V<u16> = Vec<u16>, vec![1, 2], "00000004 00010002";
    both: #[encoding(dynamic, list, option, sized = 1)] Flags = Vec<Option<bool>>, vec![None, Some(true)], "00000003 00 ffff";
    values: #[encoding(map, dynamic, list)] Names = BTreeMap<String, Vec<u16>>,
        BTreeMap::from([(String::from("a"), vec![1])]), "00000001 61 00000002 0001";
    default: #[encoding(dynamic)] Box<Newtype> = Box<Newtype>, Box::new(Newtype(Some(7))), "00000002 ff07";
}

/// A type of one's own around an option or a list is not looked into, whatever its encoding.
#[test]
fn types_of_ones_own() {
    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Fields {
        #[encoding(dynamic)]
        newtype: Newtype,
        #[encoding(dynamic)]
        list: List,
        generic: Generic<Option<u8>>,
    }
    let fields = Fields { newtype: Newtype(Some(1)), list: List(vec![2]), generic: Generic(None) };
    let bytes = hex("00000002 ff01 00000002 0002 00000001 00");
    assert_eq!(fields.to_bytes().unwrap(), bytes);
    assert_eq!(Fields::from_bytes(bytes), Ok(fields));
}

#[test]
fn with_a_lifetime() {
    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Borrowed<'a>(#[encoding(dynamic)] Short<'a>);
    assert_eq!(Borrowed::from_bytes(&[0, 0, 0, 1, 7]), Ok(Borrowed(&[7])));
}
