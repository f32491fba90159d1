//! `dft = value`: always present on the wire, omitted from JSON if it equals the default.

use tezos_encoding::schema::describe;

use crate::common::*;

const DEFAULT: &str = "main";

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Call<'a> {
    level: u8,
    #[encoding(dft = 7)]
    fee: u16,
    #[encoding(dft = "DEFAULT", string = 8)]
    entry: &'a str,
    #[encoding(dynamic, list, dft = "vec![1, 2]")]
    parts: Vec<u8>,
}

const CALL: Call<'_> = Call { level: 1, fee: 8, entry: "go", parts: Vec::new() };

fn default_call() -> Call<'static> {
    Call { level: 1, fee: 7, entry: "main", parts: vec![1, 2] }
}

#[test]
fn bytes_and_json() {
    assert_eq!(size::<Call<'_>>(), Size::dynamic(1 + 2 + 4 + 4, None));
    assert!(describe(Call::ENCODING).to_string().contains("| fee "), "{}", describe(Call::ENCODING));
    both(&CALL, "01 0008 00000002 676f 00000000");
    both(&default_call(), "01 0007 00000004 6d61696e 00000002 0102");
    assert_eq!(CALL.to_json().unwrap(), r#"{"level":1,"fee":8,"entry":"go","parts":[]}"#);
    assert_eq!(default_call().to_json().unwrap(), r#"{"level":1}"#);
    let bytes = schema::from_json(Call::ENCODING, r#"{"level":1,"parts":[1,2]}"#).unwrap();
    assert_eq!(bytes, default_call().to_bytes().unwrap());
    schema::from_json(Call::ENCODING, "{}").unwrap_err();
    assert_eq!(Owned::from_json("{}").unwrap(), Owned { name: "x".into() });
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Owned {
    #[encoding(dft = "String::from(\"x\")")]
    name: String,
}

#[test]
fn bounds() {
    refused::<Call<'_>>("01 0007 00000009 6d61696e6d61696e6d", "Size_limit_exceeded", "entry", 7);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Rates {
    low: u8,
    high: u16,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Rated {
    level: u8,
    #[encoding(dft = "Rates { low: 1, high: 2 }")]
    rates: Rates,
}

#[test]
fn an_error_inside_names_the_field_where_the_bytes_end() {
    both(&Rated { level: 3, rates: Rates { low: 4, high: 5 } }, "03 04 0005");
    refused::<Rated>("03 04 00", "Not_enough_data", "rates.high", 2);
}
