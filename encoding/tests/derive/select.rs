//! `select` and `untagged`: the preceding fields select the case of a field.

use crate::common::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Transfer,
    Reveal,
    Other,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum Content {
    Transfer(u8),
    Reveal,
    Drop,
}

impl Content {
    fn kind(&self) -> Kind {
        match self {
            Self::Transfer(_) => Kind::Transfer,
            Self::Reveal => Kind::Reveal,
            Self::Drop => Kind::Other,
        }
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(untagged)]
enum Receipt<'a> {
    #[encoding(on = "Kind::Transfer")]
    Transfer { paid: u16 },
    #[encoding(on = Kind::Reveal)]
    Reveal(#[encoding(dynamic, bytes)] &'a [u8]),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Applied<'a> {
    content: Content,
    #[encoding(select = "content.kind()")]
    receipt: Receipt<'a>,
    last: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(untagged(on = "u16"))]
enum Number {
    #[encoding(on = "0")]
    None,
    #[encoding(on = "1..=255")]
    Small(u8),
    #[encoding(on = "256 | 257")]
    Rest(#[encoding(list)] Vec<u16>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Holder {
    Never,
    Numbers {
        input: Option<u8>,
        how: u8,
        times: u8,
        #[encoding(select = "u16::from(*how) * u16::from(*times)")]
        number: Number,
    },
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct List {
    #[encoding(dynamic, list)]
    holders: Vec<Block>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(dynamic)]
struct Block(Holder);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(untagged(on = "u16"))]
enum Closed {
    #[encoding(on = "0")]
    None,
    #[encoding(on = "1..=255")]
    Small(u8),
    #[encoding(on = "256 | 257")]
    Wide(u16),
}

/// The first field selects the case of the second, and `how` has another representation in JSON.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Twice {
    #[encoding(json(decimal))]
    how: u16,
    #[encoding(select = "*how")]
    first: Closed,
    #[encoding(select = "how + u16::from(matches!(first, Closed::Small(_)))")]
    second: Closed,
}

#[derive(BinWriter)]
#[encoding(untagged(write))]
enum Withdrawal {
    One(u8),
    Two { a: u8, b: u16 },
}

fn numbers(how: u8, times: u8, number: Number) -> Holder {
    Holder::Numbers { input: None, how, times, number }
}

#[test]
fn the_preceding_fields_select_the_case() {
    both(&Applied { content: Content::Transfer(9), receipt: Receipt::Transfer { paid: 7 }, last: 1 }, "00 09 0007 01");
    both(&Applied { content: Content::Reveal, receipt: Receipt::Reveal(&[5]), last: 1 }, "01 00000001 05 01");
    both(&numbers(0, 9, Number::None), "01 00 00 09");
    both(&numbers(2, 9, Number::Small(3)), "01 00 02 09 03");
    both(&numbers(16, 16, Number::Rest(vec![3, 4])), "01 00 10 10 0003 0004");
    let list = List { holders: vec![Block(numbers(0, 1, Number::None)), Block(Holder::Never)] };
    both(&list, "0000000d 00000004 01000001 00000001 00");
    assert_eq!(size::<Applied<'_>>().class, Class::Dynamic);
    assert_eq!(size::<Holder>().class, Class::Variable);
}

#[test]
fn the_error_for_no_case_has_the_offset_of_the_value() {
    refused::<Applied<'_>>("02 00", "No_case_matched", "receipt", 1);
    refused::<Holder>("01 00 11 10 0003", "No_case_matched", "number", 4);
    refused::<Applied<'_>>("00 09 00", "Not_enough_data", "receipt.paid", 2);
    refused::<List>("00000008 00000004 01004040", "No_case_matched", "holders[0].number", 12);
}

#[test]
fn a_value_of_another_case_is_not_written() {
    let error =
        Applied { content: Content::Reveal, receipt: Receipt::Transfer { paid: 7 }, last: 1 }.to_bytes().unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::WrongCase { selected: Some("Reveal"), found: "Transfer" });
    assert_eq!(error.path().to_string(), "receipt");
    assert!(error.to_string().contains("the preceding fields select the case Reveal"), "{error}");
    let error = Applied { content: Content::Drop, receipt: Receipt::Reveal(&[]), last: 1 }.to_bytes().unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::WrongCase { selected: None, found: "Reveal" });
}

#[test]
fn json_of_the_selected_case() {
    let value = numbers(2, 9, Number::Small(3));
    let json = r#"{"how":2,"times":9,"number":3}"#;
    in_json(&value, json);
    // The first case that fits the JSON is not the case that the fields select.
    assert!(Holder::from_json(r#"{"how":16,"times":16,"number":3}"#).is_err());
    let list = r#"{"holders":[{"how":1,"times":0,"number":{}},{"how":16,"times":16,"number":[1]}]}"#;
    assert_eq!(List::from_json(list).unwrap().to_json().unwrap(), list);
}

#[test]
fn the_schema_selects_the_same_case() {
    let encoding = <Applied<'_> as HasEncoding>::ENCODING;
    let value = schema::decode(encoding, hex("01 00000001 05 01")).unwrap();
    let Value::Fields(fields) = &value else { panic!("{value:?}") };
    assert!(matches!(fields[1], Value::Case { index: 1, .. }));
    let wrong = Value::Fields(vec![
        fields[0].clone(),
        Value::Case { index: 0, payload: Box::new(Value::Fields(vec![Value::Int(1)])) },
        fields[2].clone(),
    ]);
    let error = schema::encode(encoding, &wrong).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::WrongCase { selected: Some("Reveal"), found: "Transfer" });
    let slices = schema::slice(encoding, hex("00 09 0007 01")).slices;
    let names: Vec<_> = slices.iter().map(|part| (part.name.as_str(), part.bytes.len())).collect();
    assert_eq!(
        names,
        [("Transfer tag", 1), ("\"content\" (uint8)", 1), ("\"paid\" (uint16)", 2), ("\"last\" (uint8)", 1)]
    );
    let description = schema::describe(encoding).to_string();
    assert!(description.contains("selected by the preceding fields"), "{description}");
}

#[test]
fn a_case_can_be_written_without_its_selector() {
    assert_eq!(Withdrawal::One(7).to_bytes().unwrap(), [7]);
    assert_eq!(Withdrawal::Two { a: 7, b: 8 }.to_bytes().unwrap(), [7, 0, 8]);
}

#[test]
fn a_selected_field_selects_another() {
    let value = Twice { how: 255, first: Closed::Small(3), second: Closed::Wide(9) };
    both(&value, "00ff 03 0009");
    both(&Twice { how: 0, first: Closed::None, second: Closed::None }, "0000");
    let json = r#"{"how":"255","first":3,"second":9}"#;
    in_json(&value, json);
    refused::<Twice>("0200", "No_case_matched", "first", 2);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Guessed {
    Flag { x: u8, y: bool },
    Number { x: u8, y: u8 },
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Guessing {
    kind: u16,
    guessed: Guessed,
    #[encoding(select = "*kind")]
    body: Closed,
}

/// A case that did not match leaves no object behind, whose bytes would be taken for those of the preceding fields.
#[test]
fn a_selected_field_behind_a_guess() {
    for (kind, body, json) in [(256, Closed::Wide(9), "9"), (1, Closed::Small(7), "7"), (0, Closed::None, "{}")] {
        let value = Guessing { kind, guessed: Guessed::Number { x: 1, y: 2 }, body };
        in_json(&value, &format!(r#"{{"kind":{kind},"guessed":{{"x":1,"y":2}},"body":{json}}}"#));
    }
}
