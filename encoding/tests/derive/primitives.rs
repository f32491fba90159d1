//! Every row of `encoding-derive/src/primitives.rs`: a row without its encoding does not compile here.

use crate::common::{self, *};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Builtins {
    #[encoding(builtin = "Int8")]
    int8: i8,
    #[encoding(builtin = "Uint8")]
    uint8: u8,
    #[encoding(builtin = "Int16")]
    int16: i16,
    #[encoding(builtin = "Uint16")]
    uint16: u16,
    #[encoding(builtin = "Int31")]
    int31: i32,
    #[encoding(builtin = "Uint30")]
    uint30: u32,
    #[encoding(builtin = "Int32")]
    int32: i32,
    #[encoding(builtin = "Uint32")]
    uint32: u32,
    #[encoding(builtin = "Int64")]
    int64: i64,
    #[encoding(builtin = "Uint64")]
    uint64: u64,
    #[encoding(builtin = "Bool")]
    bool: bool,
    #[encoding(builtin = "Float")]
    float: f64,
    #[encoding(builtin = "Timestamp")]
    time: i64,
    #[encoding(builtin = "N")]
    n: N,
    #[encoding(builtin = "N")]
    n64: u64,
    #[encoding(builtin = "Z")]
    z: Z,
    #[encoding(builtin = "Z")]
    z64: i64,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Leaves {
    #[encoding(timestamp)]
    timestamp: i64,
    #[encoding(zarith)]
    zarith: Z,
    #[encoding(zarith)]
    zarith64: i64,
    #[encoding(narith)]
    narith: N,
    #[encoding(narith)]
    narith64: u64,
    #[encoding(mutez)]
    mutez: N,
    #[encoding(mutez)]
    mutez64: u64,
}

#[test]
fn every_row_is_tested() {
    let rows = include_str!("../../../encoding-derive/src/primitives.rs");
    let here = concat!(include_str!("primitives.rs"), include_str!("range.rs"), include_str!("null.rs"));
    let (builtins, leaves) = rows.split_once("LEAVES: &[Row]").unwrap();
    let keywords =
        |text: &'static str| text.split("row(\"").skip(1).map(|row| row.split('"').next().unwrap()).collect::<Vec<_>>();
    for keyword in keywords(builtins) {
        assert!(here.contains(&format!("builtin = \"{keyword}\"")), "builtin {keyword}");
    }
    for keyword in keywords(leaves) {
        assert!(here.contains(&format!("#[encoding({keyword})]")), "{keyword}");
    }
    assert!(keywords(builtins).len() >= 15 && keywords(leaves).len() >= 4, "the rows are found");
}

fn builtins() -> Builtins {
    Builtins {
        int8: -1,
        uint8: 1,
        int16: -2,
        uint16: 2,
        int31: -3,
        uint30: 3,
        int32: -4,
        uint32: 4,
        int64: -5,
        uint64: 5,
        bool: true,
        float: 1.0,
        time: 6,
        n: N::from(300u64),
        n64: 300,
        z: Z::from(-300i64),
        z64: -300,
    }
}

#[test]
fn on_the_wire() {
    both(
        &builtins(),
        "ff 01 fffe 0002 fffffffd 00000003 fffffffc 00000004 fffffffffffffffb 0000000000000005 \
         ff 3ff0000000000000 0000000000000006 ac02 ac02 ec04 ec04",
    );
    let leaves = Leaves {
        timestamp: -1,
        zarith: Z::from(-1i64),
        zarith64: 63,
        narith: N::from(128u64),
        narith64: 127,
        mutez: N::ZERO,
        mutez64: u64::MAX,
    };
    both(&leaves, "ffffffffffffffff 41 3f 8001 7f 00 ffffffffffffffffff01");
    let before = "00 00 0000 0000 00000000 00000000 00000000 00000000 0000000000000000 0000000000000000 00 \
                  0000000000000000 0000000000000000";
    refused::<Builtins>(&format!("{before} 8000"), "Trailing_zero", "n", 56);
    refused::<Builtins>(&format!("{before} 00 ffffffffffffffffff02"), "Overflow", "n64", 56);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Digit(#[encoding(range = "0 ..= 9")] u8);

type Digits = (Digit, Digit, Digit, Digit, Digit, Digit, Digit, Digit, Digit, Digit);

/// The elements of the longest tuple are encoded in their order, and each has its index in errors.
#[test]
fn elements_of_tuples() {
    let tuple = |digits: [u8; 10]| -> Digits {
        let [a, b, c, d, e, f, g, h, i, j] = digits.map(Digit);
        (a, b, c, d, e, f, g, h, i, j)
    };
    both(&tuple([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), "00010203040506070809");
    for at in 0..10 {
        let mut digits = [9; 10];
        digits[at] = 10;
        unwritable(&tuple(digits), "Invalid_int", &at.to_string());
        refused::<Digits>(&common::digits(&digits), "Invalid_int", &at.to_string(), at);
        refused::<Digits>(&common::digits(&[9; 10][..at]), "Not_enough_data", &at.to_string(), at);
    }
}
