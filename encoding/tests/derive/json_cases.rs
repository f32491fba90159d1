//! `json(tag = "..")`, `json(tagged)` and `json(first_match)`: how JSON tells the variants of an enum apart.

use tezos_encoding::Revision;

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(tag = "type"))]
enum Tagged {
    Ping {
        nonce: u64,
    },
    Pong {
        nonce: u64,
    },
    #[encoding(title = "GoodBye")]
    Bye,
    #[encoding(json(kind = "other"))]
    Others(Peer),
    #[encoding(name = "level")]
    HeadLevel(u32),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Peer {
    port: u16,
}

#[test]
fn a_field_names_the_variant() {
    in_json(&Tagged::Ping { nonce: 1 }, r#"{"type":"ping","nonce":"1"}"#);
    in_json(&Tagged::Pong { nonce: 1 }, r#"{"type":"pong","nonce":"1"}"#);
    in_json(&Tagged::Bye, r#"{"type":"GoodBye"}"#);
    in_json(&Tagged::Others(Peer { port: 1 }), r#"{"type":"other","port":1}"#);
    in_json(&Tagged::HeadLevel(1), r#"{"type":"head_level","level":1}"#);
    for json in [r#"{"nonce":"1"}"#, r#"{"type":"bye"}"#, r#"{"type":"ping","port":1}"#] {
        assert!(Tagged::from_json(json).is_err(), "{json}");
    }
    both(&Tagged::Pong { nonce: 1 }, "01 0000000000000001");
    both(&Tagged::HeadLevel(1), "04 00000001");
    refused::<Tagged>("04 0000", "Not_enough_data", "level", 1);
}

/// A filter without names in JSON would be read as `Not(Not(..))` without an end.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, json(tagged, rename_all = "camelCase"))]
enum Filter {
    Not(Box<Self>),
    #[encoding(dynamic, list)]
    AnyOf(Vec<Self>),
    #[encoding(name = "yes")]
    Everything,
    Kind(u8),
    Size {
        least: u32,
        most: u32,
    },
    Pair(u8, u8),
}

#[test]
fn an_object_names_the_variant() {
    let filter = Filter::Not(Box::new(Filter::AnyOf(vec![
        Filter::Everything,
        Filter::Kind(2),
        Filter::Size { least: 1, most: 2 },
        Filter::Pair(3, 4),
    ])));
    in_json(&filter, r#"{"not":{"anyOf":[{"yes":{}},{"kind":2},{"size":{"least":1,"most":2}},{"pair":[3,4]}]}}"#);
    both(&filter, "00 01 0000000f 02 0302 04 00000001 00000002 05 0304");
    refused::<Filter>("00 05 03", "Not_enough_data", "not.pair.1", 3);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum First {
    Narrow(u8),
    Wide(u16),
}

#[test]
fn the_first_that_matches() {
    assert_eq!(First::from_json("255").unwrap(), First::Narrow(255));
    assert_eq!(First::from_json("256").unwrap(), First::Wide(256));
    assert_eq!(First::Wide(2).to_json().unwrap(), "2");
}

/// The compiler sees that the JSON of these variants differs.
mod distinct {
    use super::*;

    macro_rules! distinct {
        ($($name:ident { $($variant:tt)* } $($value:expr => $json:literal),*;)*) => {$(
            #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
            enum $name { $($variant)* }
        )*
            #[test]
            fn each_is_read_as_itself() {
                $($(in_json(&{ use $name::*; $value }, $json);)*)*
            }
        };
    }

    distinct! {
        Kinds { Null(#[encoding(builtin = "Null")] ()), Flag(bool), Number(u8), Text(String), Many(Vec<u16>), One { a: u8 } }
            Null(()) => "null", Flag(true) => "true", Number(1) => "1", Text("1".to_owned()) => "\"1\"",
            Many(vec![1]) => "[1]", One { a: 1 } => r#"{"a":1}"#;
        Ranges { Low(#[encoding(range = "0 ..= 9")] u8), High(#[encoding(range = "10 ..= 19")] u8) }
            Low(9) => "9", High(10) => "10";
        Lengths { Two(u8, u8), Three(u8, u8, u8), Four([u8; 4]), Five([u8; 5]) }
            Two(1, 2) => "[1,2]", Three(1, 2, 3) => "[1,2,3]", Four([0; 4]) => "\"00000000\"", Five([0; 5]) => "\"0000000000\"";
        Elements { Numbers(u8, u16), Flags(u8, bool), List(#[encoding(list(min = 1))] Vec<String>) }
            Numbers(1, 2) => "[1,2]", Flags(1, true) => "[1,true]", List(vec!["a".to_owned()]) => "[\"a\"]";
        Fields { Less { a: u8 }, More { a: u8, b: Option<u8>, c: u8 }, Other { a: bool } }
            Less { a: 1 } => r#"{"a":1}"#, More { a: 1, b: None, c: 2 } => r#"{"a":1,"c":2}"#, Other { a: true } => r#"{"a":true}"#;
        Constants { First(#[encoding(constant = "first")] ()), Second(#[encoding(constant = "second")] ()), Number(Z) }
            First(()) => "\"first\"", Second(()) => "\"second\"", Number(Z::from(1i64)) => "\"1\"";
        Texts { #[encoding(constant = "first")] First, #[encoding(constant = "second")] Second, Number(Z) }
            First => "\"first\"", Second => "\"second\"", Number(Z::from(1i64)) => "\"1\"";
    }

    /// No revision has both cases.
    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    enum Revisions {
        #[encoding(tag = 0, until = 3)]
        Old(u8),
        #[encoding(tag = 0, since = 4)]
        New(u8),
    }

    #[test]
    fn a_revision_has_one_of_its_cases() {
        for (revision, value) in [(Revision(3), Revisions::Old(1)), (Revision(4), Revisions::New(1))] {
            assert_eq!(revision.to_json(&value).unwrap(), "1");
            assert_eq!(revision.from_json::<Revisions>("1").unwrap(), value);
        }
    }
}
