//! What the attributes mean.

use tezos_encoding::prelude::*;
use tezos_rlp::{FromRlp, Rlp, ToRlp, U256};

use crate::common::{hex, item};

/// Both formats of one type.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, Rlp)]
struct Both {
    number: u32,
    #[encoding(dynamic, bytes = 4)]
    data: Vec<u8>,
    #[encoding(list = 2, dynamic)]
    hashes: Vec<[u8; 2]>,
}

#[test]
fn one_type_in_two_formats() {
    let both = Both { number: 300, data: vec![1, 2], hashes: vec![[3, 4]] };
    assert_eq!(
        both.to_bytes().unwrap(),
        hex("0000012c00000002010200000002").into_iter().chain([3, 4]).collect::<Vec<_>>()
    );
    assert_eq!(both.to_rlp().unwrap(), hex("ca82012c820102c3820304"));
    assert_eq!(item::<Both>(&hex("ca82012c820102c3820304")).unwrap(), both);
    assert_eq!(item::<Both>(&hex("cd82012c850102030405c3820304")).unwrap_err().kind().name(), "Size_limit_exceeded");
    let error = item::<Both>(&hex("d082012c820102c9820304820304820304")).unwrap_err();
    assert_eq!((error.kind().name(), error.path().to_string()), ("List_too_long", "hashes".to_string()));
    let long = Both { data: vec![0; 5], ..both.clone() };
    assert_eq!(
        long.to_rlp().unwrap_err().to_string(),
        "data: at most 4 bytes are allowed, found 5 (Size_limit_exceeded)"
    );
}

/// Numbers whose range in `data-encoding` is narrower than their type.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, Rlp)]
struct Narrow {
    #[encoding(range = "1 ..= 300")]
    number: u16,
    #[encoding(builtin = "Uint30")]
    level: u32,
    #[encoding(builtin = "Int31")]
    #[rlp(little)]
    change: i32,
    #[encoding(option, range = "1 ..= 9")]
    #[rlp(option = "list")]
    digit: Option<u8>,
    #[encoding(dynamic, list, range = "0 ..= 4")]
    rounds: Vec<u8>,
}

#[test]
fn ranges_hold_in_both_formats() {
    let least = Narrow { number: 1, level: 0, change: -0x4000_0000, digit: None, rounds: vec![0, 4] };
    assert_eq!(item::<Narrow>(&least.to_rlp().unwrap()).unwrap(), least);
    let most = Narrow { number: 300, level: 0x3fff_ffff, change: 0x3fff_ffff, digit: Some(9), rounds: vec![] };
    assert_eq!(item::<Narrow>(&most.to_rlp().unwrap()).unwrap(), most);
    for (wrong, path) in [
        (Narrow { number: 0, ..least.clone() }, "number"),
        (Narrow { number: 301, ..least.clone() }, "number"),
        (Narrow { level: 0x4000_0000, ..least.clone() }, "level"),
        (Narrow { change: -0x4000_0001, ..least.clone() }, "change"),
        (Narrow { change: 0x4000_0000, ..least.clone() }, "change"),
        (Narrow { digit: Some(0), ..least.clone() }, "digit"),
        (Narrow { digit: Some(10), ..least.clone() }, "digit"),
        (Narrow { rounds: vec![4, 5], ..least.clone() }, "rounds[1]"),
    ] {
        let error = wrong.to_rlp().unwrap_err();
        assert_eq!(
            (error.kind().name(), error.path().to_string().as_str()),
            ("User_invariant_guard", path),
            "{wrong:?}"
        );
        assert!(wrong.to_bytes().is_err(), "{wrong:?}");
    }
    let error = item::<Narrow>(&hex("cb82012d8084000000c080c0")).unwrap_err();
    let reason =
        "number: at byte 1, the value is refused: expected a number from 1 to 300, found 301 (User_invariant_guard)";
    assert!(error.to_string().starts_with(reason), "{error}");
}

#[derive(Clone, Debug, PartialEq, Rlp)]
struct Optional {
    #[rlp(since_items = 5)]
    version: u8,
    parent: Option<[u8; 2]>,
    #[rlp(option = "list")]
    listed: Option<u16>,
    #[rlp(option = "wrapped")]
    wrapped: Option<u64>,
    #[rlp(since_items = 6)]
    chain: Option<U256>,
    #[rlp(little)]
    level: u32,
}

#[test]
fn optional_fields() {
    let four = Optional { version: 0, parent: None, listed: None, wrapped: None, chain: None, level: 258 };
    assert_eq!(FromRlp::from_rlp(&hex("c880c0c08402010000")), Ok(four.clone()));
    assert_eq!(four.to_rlp().unwrap(), hex("c98080c0c08402010000"), "a default is written");
    let six = Optional {
        version: 1,
        parent: Some([1, 2]),
        listed: Some(0),
        wrapped: Some(0),
        chain: Some(U256::from(7u8)),
        level: 1,
    };
    assert_eq!(item::<Optional>(&hex("cd0182010280c1800784010000 00".replace(' ', "").as_str())).unwrap(), six);
    assert_eq!(item::<Optional>(&hex("c480c0c0")).unwrap_err().kind().name(), "Not_enough_data");
}

#[derive(Clone, Debug, PartialEq, Rlp)]
struct Newer {
    #[rlp(since_items = 4)]
    fourth: Option<u8>,
    first: u8,
    #[rlp(since_items = 3)]
    third: Option<u8>,
    second: u8,
    #[rlp(since_items = 5)]
    fifth: u8,
}

/// A list of four items has the fourth, so that a value without it and with the fifth cannot be read again.
#[test]
fn newer_fields_need_the_older_ones() {
    let all = Newer { fourth: Some(4), first: 1, third: Some(3), second: 2, fifth: 5 };
    assert_eq!(item::<Newer>(&hex("c50401030205")).unwrap(), all);
    for (gap, field) in
        [(Newer { fourth: None, ..all.clone() }, "fifth"), (Newer { third: None, ..all.clone() }, "fourth")]
    {
        let error = gap.to_rlp().unwrap_err().to_string();
        assert_eq!(
            error,
            format!("{field}: an optional field is absent, and one that may only be present with it is present (Gap)")
        );
    }
    let encoding = <Rlp as tezos_encoding::wire::Schema<Newer>>::ENCODING;
    let json = |fourth, third, fifth| {
        let newer = format!(r#"{{"fourth":{fourth},"first":"0x1","third":{third},"second":"0x2","fifth":{fifth}}}"#);
        tezos_encoding::schema::from_json(encoding, &newer).map_err(|error| error.name())
    };
    let [three, four, five] = [r#""0x3""#, r#""0x4""#, r#""0x5""#];
    assert_eq!(json(four, three, five), Ok(hex("c50401030205")));
    assert_eq!(json(four, three, "null"), Ok(hex("c404010302")));
    assert_eq!(json("null", "null", "null"), Ok(hex("c20102")));
    for (fourth, third, fifth) in [(four, "null", "null"), (four, "null", five), ("null", three, five)] {
        assert_eq!(json(fourth, third, fifth), Err("Gap"), "{fourth} {third} {fifth}");
    }
}

#[derive(Clone, Debug, PartialEq, Rlp)]
struct Amount {
    wei: u64,
}

#[derive(Clone, Debug, PartialEq, Rlp)]
struct Payment {
    #[rlp(option = "list")]
    amount: Option<Amount>,
    #[rlp(option = "list")]
    names: Option<[String; 1]>,
}

/// A list of one item is never empty, although the item may be.
#[test]
fn options_of_lists_with_items() {
    let none = Payment { amount: None, names: None };
    let some = Payment { amount: Some(Amount { wei: 0 }), names: Some([String::new()]) };
    for (bytes, value) in [("c2c0c0", none), ("c4c180c180", some)] {
        assert_eq!(item::<Payment>(&hex(bytes)).unwrap(), value);
    }
}

#[derive(Clone, Debug, PartialEq, Rlp)]
struct Trailing {
    first: u8,
    #[rlp(trailing)]
    second: Option<u8>,
    #[rlp(trailing)]
    third: Option<String>,
}

#[test]
fn trailing_fields() {
    for (bytes, second, third) in [
        ("c107", None, None),
        ("c20780", Some(0), None),
        ("c30701 61".replace(' ', "").as_str(), Some(1), Some("a".to_string())),
    ] {
        assert_eq!(item::<Trailing>(&hex(bytes)).unwrap(), Trailing { first: 7, second, third });
    }
    let gap = Trailing { first: 7, second: None, third: Some(String::new()) };
    assert_eq!(
        gap.to_rlp().unwrap_err().to_string(),
        "third: an optional field is absent, and one that may only be present with it is present (Gap)"
    );
    let json = r#"{"first":"0x7","third":"a"}"#;
    let error =
        tezos_encoding::schema::from_json(<Rlp as tezos_encoding::wire::Schema<Trailing>>::ENCODING, json).unwrap_err();
    assert!(error.to_string().contains("an optional field is absent, and one"), "{error}");
    assert_eq!(
        item::<Trailing>(&hex("c40701 6162".replace(' ', "").as_str())).unwrap_err().kind().name(),
        "Extra_bytes"
    );
}

#[derive(Clone, Debug, PartialEq, Rlp)]
enum Tagged {
    #[encoding(tag = 1)]
    Deposit(Both),
    #[encoding(tag = 0)]
    Nothing,
    #[rlp(tag = 200)]
    Two(u8, String),
    #[encoding(tag = 2)]
    Named { amount: u64 },
}

#[test]
fn enums_by_their_first_item() {
    for (bytes, value) in [
        ("c180", Tagged::Nothing),
        ("c481c80561", Tagged::Two(5, "a".into())),
        ("c501c38080c0", Tagged::Deposit(Both { number: 0, data: vec![], hashes: vec![] })),
        ("c20207", Tagged::Named { amount: 7 }),
    ] {
        assert_eq!(value.to_rlp().unwrap(), hex(bytes));
        assert_eq!(item::<Tagged>(&hex(bytes)).unwrap(), value);
    }
    assert_eq!(item::<Tagged>(&hex("c107")).unwrap_err().kind().name(), "Unexpected_tag");
    assert_eq!(item::<Tagged>(&hex("c0")).unwrap_err().kind().name(), "Not_enough_data");
    assert_eq!(item::<Tagged>(&hex("ca89010000000000000000")).unwrap_err().kind().name(), "Size_limit_exceeded");
}

#[derive(Clone, Debug, PartialEq, Rlp)]
#[rlp(untagged)]
enum Receiver {
    Address([u8; 3]),
    Pair { tag: u8, contract: Vec<u8> },
    Triple(u8, u8, u8),
}

#[test]
fn enums_by_the_kind_and_number_of_items() {
    for (bytes, value) in [
        ("83010203", Receiver::Address([1, 2, 3])),
        ("c401820909", Receiver::Pair { tag: 1, contract: vec![9, 9] }),
        ("c3010203", Receiver::Triple(1, 2, 3)),
    ] {
        assert_eq!(item::<Receiver>(&hex(bytes)).unwrap(), value);
        assert_eq!(value.to_rlp().unwrap(), hex(bytes));
    }
    for (bytes, name) in [
        ("c101", "Unexpected_tag"),
        ("82aabb", "Not_enough_data"),
        ("c4aabbccdd", "Not_enough_data"),
        ("c58101020301", "Invalid_item"),
    ] {
        assert_eq!(item::<Receiver>(&hex(bytes)).unwrap_err().kind().name(), name, "{bytes}");
    }
}

#[derive(Clone, Debug, PartialEq, Rlp)]
struct Inside<T> {
    #[rlp(via = "encoding")]
    #[encoding(dynamic = 10, list)]
    numbers: Vec<u16>,
    #[rlp(via = "encoding")]
    flag: bool,
    #[rlp(via = "rlp")]
    nested: (u8, u8),
    #[rlp(via = "text")]
    shown: u64,
    generic: Box<T>,
    #[rlp(skip = 7)]
    skipped: u8,
}

#[test]
fn strings_that_contain_encodings() {
    let inside = Inside {
        numbers: vec![1, 2],
        flag: false,
        nested: (3, 0x80),
        shown: 42,
        generic: Box::new(U256::default()),
        skipped: 7,
    };
    let bytes = hex("d3880000000400010002 00 84c3038180 823432 80".replace(' ', "").as_str());
    assert_eq!(inside.to_rlp().unwrap(), bytes);
    assert_eq!(item::<Inside<U256>>(&bytes).unwrap(), inside);
}

#[derive(Clone, Debug, PartialEq, Rlp)]
#[rlp(untagged)]
enum Several {
    Two(Option<[u8; 1]>, Option<[u8; 1]>),
    Three(Option<[u8; 1]>, Option<[u8; 1]>, Option<[u8; 1]>),
}

/// An absent item is told from a value only when it is read, and the items behind it are still there.
#[test]
fn json_of_absent_items() {
    for (json, several) in [
        (r#"["0x07",null]"#, Several::Two(Some([7]), None)),
        (r#"["0x07",null,"0x08"]"#, Several::Three(Some([7]), None, Some([8]))),
        (r#"[null,null,null]"#, Several::Three(None, None, None)),
    ] {
        let item = tezos_rlp::Item::<Several>::new(several);
        assert_eq!(item.to_json().unwrap(), json);
        assert_eq!(tezos_rlp::Item::from_json(json).unwrap(), item);
    }
}

fn even(number: &u32) -> Result<(), &'static str> {
    if number.is_multiple_of(2) { Ok(()) } else { Err("odd") }
}

fn ascending(pair: &Guarded) -> Result<(), &'static str> {
    if pair.low <= pair.high { Ok(()) } else { Err("descending") }
}

fn listed(name: &Named) -> Result<(), &'static str> {
    if name.0.starts_with('a') { Ok(()) } else { Err("not listed") }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Seconds(u32);

impl From<u32> for Seconds {
    fn from(seconds: u32) -> Self {
        Self(seconds)
    }
}

impl From<&Seconds> for u32 {
    fn from(seconds: &Seconds) -> Self {
        seconds.0
    }
}

#[derive(Clone, Debug, PartialEq, Rlp)]
#[encoding(guard = "ascending")]
struct Guarded {
    #[rlp(little)]
    #[encoding(guard = "even")]
    low: u32,
    #[encoding(guard = "even")]
    high: u32,
    #[rlp(little)]
    #[encoding(from = "u32", into = "u32")]
    time: Seconds,
}

#[derive(Clone, Debug, PartialEq, Rlp)]
#[encoding(guard = "listed")]
struct Named(String);

/// Guards and conversions are those of both formats, also where RLP has another form.
#[test]
fn guards_and_conversions() {
    let valid = Guarded { low: 2, high: 4, time: Seconds(1) };
    let bytes = hex("cb8402000000048401000000");
    assert_eq!(valid.to_rlp().unwrap(), bytes);
    assert_eq!(item::<Guarded>(&bytes).unwrap(), valid);
    for (bytes, path) in
        [("cb8403000000048401000000", "low"), ("cb8402000000058401000000", "high"), ("cb8408000000048401000000", "")]
    {
        let error = item::<Guarded>(&hex(bytes)).unwrap_err();
        assert_eq!((error.kind().name(), error.path().to_string().as_str()), ("User_invariant_guard", path), "{bytes}");
    }
    assert!(Guarded { low: 3, ..valid.clone() }.to_rlp().is_err() && Guarded { low: 8, ..valid }.to_rlp().is_err());
    assert_eq!(item::<Named>(&hex("61")).unwrap(), Named("a".into()));
    assert_eq!(item::<Named>(&hex("62")).unwrap_err().kind().name(), "User_invariant_guard");
    assert!(Named("b".into()).to_rlp().is_err());
}

#[derive(Clone, Debug, PartialEq, Rlp)]
#[rlp(number, view)]
enum Kind {
    Legacy,
    #[encoding(tag = 0x90)]
    New,
}

#[test]
fn enums_that_are_numbers() {
    for (bytes, kind) in [("80", Kind::Legacy), ("8190", Kind::New)] {
        assert_eq!(item::<Kind>(&hex(bytes)).unwrap(), kind);
        assert_eq!(kind.to_rlp().unwrap(), hex(bytes));
    }
    assert_eq!(item::<Kind>(&hex("01")).unwrap_err().kind().name(), "Unexpected_tag");
    assert_eq!(item::<Vec<Kind>>(&hex("c3808190")).unwrap(), [Kind::Legacy, Kind::New]);
}

#[derive(Clone, Debug, PartialEq, Rlp)]
#[rlp(view)]
struct OfKind {
    kind: Kind,
    #[encoding(bytes)]
    data: Vec<u8>,
}

#[test]
fn types_without_fields_are_their_own_views() {
    let bytes = hex("c58190826162");
    let view = OfKindRlpView::from_rlp(&bytes).unwrap();
    assert_eq!((view.kind.clone(), view.data), (Kind::New, &b"ab"[..]));
    assert_eq!(view.to_owned().unwrap(), item::<OfKind>(&bytes).unwrap());
}

/// Variants with the same contents are told apart in JSON by their names.
#[test]
fn json_names_variants_that_look_alike() {
    #[derive(Debug, PartialEq, Rlp)]
    #[encoding(json(tagged))]
    enum Amount {
        Wei(u64),
        Gwei(u64),
    }
    for (value, json) in [(Amount::Wei(7), r#"{"wei":"0x7"}"#), (Amount::Gwei(7), r#"{"gwei":"0x7"}"#)] {
        let item = tezos_rlp::Item::<Amount>::new(value);
        assert_eq!(item.to_json().unwrap(), json);
        assert_eq!(tezos_rlp::Item::from_json(json).unwrap(), item);
    }
}
