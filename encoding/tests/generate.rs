//! Values generated from the schema of a type that uses most kinds of encodings. For every attribute, `fuzz/bodies`
//! checks the same guarantees.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::zoo::{Animal, Tree, Zoo};
use crate::common::{fits_schema_size, written};
use tezos_encoding::schema::generate::{Flaw, Flawed, Generate, Unmade};
use tezos_encoding::schema::{
    Case, Check, Class, CompactSchema, Count, Encoding, Extent, Field, Int, Keys, Mu, Part, PartCase, PartField,
    PartUnion, Scalar, Select, SharedTag, TagSize, Value, decode, encode, from_json, to_json,
};
use tezos_encoding::wire::Prefix;
use tezos_encoding::{BinWriter, Decode, DecodeError, Encode, FromJson, HasEncoding, NomReader, ToJson};

/// Checks a generated value: the type and its schema alone decode it, it is written as the same bytes, and it survives
/// JSON.
fn good<T>(bytes: &[u8]) -> T
where
    T: for<'a> Decode<'a> + BinWriter + ToJson + FromJson + Debug + PartialEq,
{
    let value = T::from_bytes(bytes).unwrap_or_else(|error| panic!("{bytes:02x?}: {error}"));
    assert_eq!(written(&value), bytes);
    fits_schema_size::<T>(bytes.len());
    assert_eq!(encode(T::ENCODING, &decode(T::ENCODING, bytes).unwrap()).unwrap(), bytes);
    assert_eq!(T::from_json(&value.to_json().unwrap()).unwrap(), value);
    value
}

#[test]
fn values_and_boundaries_of_a_zoo() {
    let generate = Generate::new(Zoo::ENCODING).max_bytes(2000);
    let zoos: Vec<Zoo> = generate.values(1).take(300).map(|bytes| good(&bytes.unwrap())).collect();
    assert!(zoos.iter().any(|zoo| zoo.levels.is_none()) && zoos.iter().any(|zoo| zoo.levels.is_some()));
    let zoos: Vec<Zoo> = generate.boundaries().map(|bytes| good(&bytes.unwrap())).collect();
    let has = |what: &str, is: fn(&Zoo) -> bool| assert!(zoos.iter().any(is), "{what}");
    has("ends of ranges", |zoo| zoo.numbers.0 == i8::MIN && zoo.ranged == 0);
    has("ends of ranges", |zoo| zoo.ranged == -0x4000_0000);
    has("ends of ranges", |zoo| zoo.numbers.3 == u64::MAX);
    has("whole lists", |zoo| zoo.fitness.len() == 5);
    has("whole text", |zoo| zoo.text.len() == 40 && zoo.text.starts_with('é'));
    has("cases", |zoo| matches!(zoo.animals[..], [Animal::One(u32::MAX)]));
    has("cases in cases", |zoo| matches!(zoo.animals[..], [Animal::Several(false, Some(0xff))]));
    has("trees", |zoo| matches!(&zoo.tree, Tree::Node(trees) if matches!(trees[..], [Tree::Leaf(0xff), _, _])));
    has("powers", |zoo| zoo.n.to_bytes().unwrap().len() == 37);
    assert!(zoos.len() < 2000, "{} values", zoos.len());
    let distinct: BTreeSet<Vec<u8>> = zoos.iter().map(|zoo| zoo.to_bytes().unwrap()).collect();
    assert_eq!(distinct.len(), zoos.len());
}

#[test]
fn the_type_and_its_schema_refuse_flawed_values_alike() {
    let generate = Generate::new(Zoo::ENCODING).max_bytes(2000);
    let mut made = Vec::new();
    for flawed in generate.almost_valid(2).take(1500) {
        let say = |error: &DecodeError| (error.kind().name(), error.offset());
        let fast = Zoo::from_bytes(&flawed.bytes).unwrap_err();
        assert_eq!(say(&fast), say(&decode(Zoo::ENCODING, &flawed.bytes).unwrap_err()), "{flawed:?}");
        let expected = match flawed.mistake {
            Flaw::Tag => Some("Unexpected_tag"),
            Flaw::TrailingZero => Some("Trailing_zero"),
            Flaw::Integer => Some("Invalid_int"),
            Flaw::NotUtf8 => Some("Invalid_utf8"),
            Flaw::TooManyElements => Some("List_too_long"),
            _ => None,
        };
        assert!(expected.is_none_or(|name| name == fast.kind().name() || name == "Invalid_utf8"), "{flawed:?}: {fast}");
        if !made.contains(&flawed.mistake) {
            made.push(flawed.mistake);
        }
    }
    assert!(made.len() >= 8, "{made:?}");
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let generate = Generate::new(Zoo::ENCODING);
    let some = |seed| generate.values(seed).take(20).collect::<Vec<_>>();
    assert_eq!(some(5), some(5));
    assert_ne!(some(5), some(6));
    let flawed = |seed| generate.almost_valid(seed).take(20).collect::<Vec<_>>();
    assert_eq!(flawed(5), flawed(5));
}

#[test]
fn bytes_are_capped_unless_the_shortest_value_is_longer() {
    let least = Generate::new(Zoo::ENCODING).max_bytes(0).values(3).next().unwrap().unwrap().len();
    for max_bytes in [0, 50, 100, 1000] {
        let generate = Generate::new(Zoo::ENCODING).max_bytes(max_bytes);
        let longest = generate.values(3).take(200).map(|bytes| bytes.unwrap().len()).max().unwrap();
        assert!(longest <= max_bytes.max(least), "{longest} bytes of {max_bytes}");
    }
    static LONG: Encoding = Encoding::Bytes(Extent::Fixed(10_000));
    assert_eq!(Generate::new(&LONG).values(0).next().unwrap().unwrap().len(), 10_000);
    static ENDLESS: Encoding = Encoding::Bytes(Extent::Fixed(1 << 30));
    assert_eq!(Generate::new(&ENDLESS).values(0).next(), Some(Err(Unmade::TooLong { bytes: 1 << 30 })));
}

#[test]
fn encodings_without_a_value_are_errors() {
    static NONE: Encoding = Encoding::Union { tag: TagSize::U8, cases: &[], ignore_unknown: false };
    static LOOP: Encoding =
        Encoding::Mu(&Mu { name: "loop", class: Class::Dynamic, least: 1, depth: 100, body: || &BODY });
    static BODY: Encoding = Encoding::Object(&[Field::req("a", u8::ENCODING), Field::req("again", &LOOP)]);
    for encoding in [&NONE, &LOOP] {
        let generate = Generate::new(encoding);
        assert_eq!(generate.values(0).collect::<Vec<_>>(), [Err(Unmade::NoValue)]);
        assert_eq!(generate.boundaries().collect::<Vec<_>>(), [Err(Unmade::NoValue)]);
        assert_eq!(generate.almost_valid(0).next(), None);
    }
    let check = Check::guard("never", Some(|_, _| Err(String::from("no"))));
    let refused = Box::leak(Box::new(Encoding::Checked { inner: u8::ENCODING, check }));
    let generate = Generate::new(refused);
    assert_eq!(generate.values(0).next(), Some(Err(Unmade::Refused { function: "never" })));
    static ITEM: &Encoding = u16::ENCODING;
    static PAIRS: Encoding = Encoding::List { item: ITEM, count: Count::ToEnd { min: 0, max: None }, array: false };
    static ODD: Encoding = Encoding::Sized { bytes: 3, inner: &PAIRS };
    assert_eq!(Generate::new(&ODD).values(0).next(), Some(Err(Unmade::Unfillable { bytes: 3 })));
    assert!(Unmade::NoValue.to_string().contains("no value"));
}

#[test]
fn refused_values_are_generated_again() {
    let check = Check::guard("rare", Some(|bytes, _| if bytes[0] % 16 == 9 { Ok(()) } else { Err(String::new()) }));
    let rare: &'static Encoding = Box::leak(Box::new(Encoding::Checked { inner: u8::ENCODING, check }));
    let generate = Generate::new(rare);
    let all = generate.values(0).take(20).chain(generate.boundaries());
    let values: Vec<Value> = all.map(|bytes| decode(rare, &bytes.unwrap()).unwrap()).collect();
    assert!(values.len() > 20 && values.iter().all(|value| matches!(value, Value::Int(number) if number % 16 == 9)));
}

static U8: &Encoding = u8::ENCODING;
static U16: &Encoding = u16::ENCODING;

/// Encodings that only exist in schemas here, with the mistakes that flawed values of each must contain.
fn encodings() -> [(&'static Encoding, &'static [Flaw]); 7] {
    static CASES: Encoding = Encoding::Union {
        tag: TagSize::U8,
        cases: &[
            Case::new(1, "Even", U16).when(Some(|bytes| bytes[1] & 1 == 0)),
            Case::json_only("Never", U8),
            Case::other("Other", &Encoding::Tuple(&[U8, U8, U8]), &[7]),
        ],
        ignore_unknown: false,
    };
    static MAP: Encoding = Encoding::Assoc { value: U16, keys: Keys { utf8: true, distinct: true } };
    static MAGIC: Encoding = Encoding::Magic { bytes: b"tz", inner: U8 };
    static COMPACT: Encoding = Encoding::Compact(&CompactSchema::new(
        SharedTag::U16,
        &Part::Object(&[
            PartField::req("flag", &Part::Bool),
            PartField::opt("number", &Part::Int64),
            PartField::req("either", &Part::OrInt32(&Encoding::Dynamic { prefix: Prefix::U8, inner: &REST })),
            PartField::req("list", &Part::List { bits: 2, item: U16 }),
            PartField::req(
                "case",
                &Part::Union(PartUnion::new(&[
                    PartCase::new(0, "A", &Part::Unit),
                    PartCase::new(2, "B", &Part::Int32),
                ])),
            ),
        ]),
    ));
    static REST: Encoding = Encoding::Text { extent: Extent::Rest, utf8: true };
    static FILLED: Encoding =
        Encoding::Sized { bytes: 12, inner: &Encoding::Tuple(&[&SHORT, &Encoding::Opt(U8), &MAP]) };
    static SHORT: Encoding = Encoding::Dynamic { prefix: Prefix::N, inner: &REST };
    static STEP: Encoding = Encoding::Dynamic { prefix: Prefix::U30Le, inner: &REST };
    static STEPS: Encoding = Encoding::List { item: &STEP, count: Count::ToEnd { min: 0, max: Some(9) }, array: false };
    static BEHIND: Encoding = Encoding::Suffixed { size: Prefix::U16Le, inner: &STEPS };
    static LATE: Encoding = Encoding::Dynamic { prefix: Prefix::U16, inner: &Encoding::Lazy(&COMPACT) };
    [
        (&CASES, &[Flaw::Tag]),
        (&MAP, &[Flaw::DuplicateKey]),
        (&MAGIC, &[Flaw::Magic, Flaw::ExtraByte]),
        (&COMPACT, &[Flaw::Tag, Flaw::Integer, Flaw::NotUtf8]),
        (&FILLED, &[Flaw::NotUtf8]),
        (&LATE, &[Flaw::SizeTooLarge]),
        (&BEHIND, &[Flaw::SizeTooLarge, Flaw::SizeTooSmall]),
    ]
}

#[test]
fn encodings_without_a_type() {
    for (encoding, mistakes) in encodings() {
        let generate = Generate::new(encoding).max_bytes(300);
        let all = generate.values(4).take(300).chain(generate.boundaries());
        let all: BTreeSet<Vec<u8>> = all.map(|bytes| bytes.unwrap()).collect();
        assert!(all.len() > 5);
        for bytes in &all {
            let value = decode(encoding, bytes).unwrap_or_else(|error| panic!("{bytes:02x?}: {error}"));
            assert_eq!(&encode(encoding, &value).unwrap(), bytes);
            let json = to_json(encoding, bytes).unwrap();
            assert_eq!(&from_json(encoding, &json).unwrap(), bytes, "{json}");
        }
        let flawed: Vec<Flawed> = generate.almost_valid(4).take(500).collect();
        flawed.iter().for_each(|flawed| assert!(decode(encoding, &flawed.bytes).is_err(), "{flawed:02x?}"));
        for mistake in mistakes {
            assert!(flawed.iter().any(|flawed| flawed.mistake == *mistake), "no {mistake:?} in {encoding:?}");
        }
    }
}

#[cfg(feature = "proptest")]
mod with_proptest {
    use super::*;
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    use tezos_encoding::schema::strategy;

    proptest! {
        #[test]
        fn zoos(zoo in strategy::<Zoo>()) {
            prop_assert_eq!(Zoo::from_bytes(&zoo.to_bytes().unwrap()).unwrap(), zoo);
        }
    }

    #[test]
    fn values_shrink_to_short_ones() {
        let mut runner = TestRunner::deterministic();
        let mut tree = strategy::<Vec<u8>>().new_tree(&mut runner).unwrap();
        while tree.simplify() {}
        assert!(tree.current().is_empty());
    }
}

#[cfg(feature = "arbitrary")]
#[test]
fn the_bytes_of_a_fuzzer_select_the_value() {
    use arbitrary::Unstructured;
    use tezos_encoding::schema::arbitrary_value;
    let of = |bytes: &[u8]| arbitrary_value::<Zoo>(&mut Unstructured::new(bytes)).unwrap();
    let none = of(&[]);
    assert_eq!(Zoo::from_bytes(&none.to_bytes().unwrap()).unwrap(), none);
    let some: Vec<u8> = (0..=255).collect();
    assert_eq!(of(&some), of(&some));
    assert_ne!(of(&some), none);
}

/// If no example fits into the maximum, there is no value that the function accepts.
#[test]
fn examples_are_only_where_they_fit() {
    const MAGIC: &[u8] = b"\0\0\0\x0babracadabra";
    static WORD: Encoding = Encoding::Checked {
        inner: &Encoding::Dynamic { prefix: Prefix::U30, inner: &Encoding::Bytes(Extent::Rest) },
        check: Check::guard("magic", Some(|word, _| if word == MAGIC { Ok(()) } else { Err("no".into()) })),
    };
    static WORDS: Encoding = Encoding::Object(&[
        Field::req("first", &WORD),
        Field::req("second", &Encoding::Opt(&WORD)),
        Field::req("rest", &Encoding::List { item: &WORD, count: Count::ToEnd { min: 0, max: None }, array: false }),
    ]);
    for max_bytes in 0..100 {
        let generate = Generate::new(&WORDS).example("magic", MAGIC.to_vec()).max_bytes(max_bytes);
        for bytes in generate.values(1).take(20).chain(generate.boundaries()) {
            let bytes = bytes.unwrap_or_else(|error| panic!("{max_bytes} bytes: {error}"));
            assert!(bytes.len() <= max_bytes.max(MAGIC.len() + 1), "{} bytes of {max_bytes}", bytes.len());
            decode(&WORDS, &bytes).unwrap();
        }
    }
}

/// Signatures of 64 and of 96 bytes are converted by functions of one name.
#[test]
fn an_example_has_the_size_of_its_encoding() {
    const fn sized(inner: &'static Encoding) -> Encoding {
        Encoding::Checked { inner, check: Check::guard("sign", Some(|_, _| Ok(()))) }
    }
    static SHORT: Encoding = sized(&Encoding::Bytes(Extent::Fixed(4)));
    static LONG: Encoding = sized(&Encoding::Bytes(Extent::Fixed(6)));
    static BOTH: Encoding = Encoding::Object(&[Field::req("short", &SHORT), Field::req("long", &LONG)]);
    let generate = Generate::new(&BOTH).example("sign", vec![1; 6]).example("sign", vec![2; 4]);
    for bytes in generate.values(1).take(20).chain(generate.boundaries()) {
        assert_eq!(bytes.unwrap(), [2, 2, 2, 2, 1, 1, 1, 1, 1, 1]);
    }
}

/// The first field selects between two known cases, which have fixed bytes before them or padding after them.
#[test]
fn a_selected_value_may_have_bytes_around_it() {
    static BYTE: Encoding = Encoding::Scalar(Scalar::Int(Int::full("uint8", 1, false, false)));
    static CHOSEN: Encoding = Encoding::Select(&Select {
        cases: &[Field::req("one", &BYTE), Field::req("two", &Encoding::Empty)],
        choose: |before| before.first().map(|kind| usize::from(*kind)).filter(|kind| *kind < 2),
    });
    static BEHIND: Encoding = Encoding::Magic { bytes: b"m", inner: &CHOSEN };
    static FRONT: Encoding = Encoding::Padded { bytes: 1, inner: &CHOSEN };
    static OBJECTS: [Encoding; 2] = [
        Encoding::Object(&[Field::req("kind", &BYTE), Field::req("chosen", &BEHIND)]),
        Encoding::Object(&[Field::req("kind", &BYTE), Field::req("chosen", &FRONT)]),
    ];
    for encoding in &OBJECTS {
        let made = Generate::new(encoding).values(7).take(20).filter(Result::is_ok).count();
        assert_eq!(made, 20);
    }
}

/// A chain that ends in one of 21 cases, and a field behind it.
static ENDLESS: Encoding =
    Encoding::Mu(&Mu { name: "chain", class: Class::Dynamic, least: 1, depth: 200, body: || &LINKS });
static LINKS: Encoding = Encoding::Union {
    tag: TagSize::U8,
    cases: &{
        let mut cases = [Case::new(0, "link", &ENDLESS); 21];
        let mut tag = 1;
        while tag < 21 {
            cases[tag] = Case::new(tag as u32, "link", &ENDLESS);
            tag += 1;
        }
        cases[0] = Case::new(0, "end", &Encoding::Empty);
        cases
    },
    ignore_unknown: false,
};

#[test]
fn what_follows_a_deep_value_is_not_as_short_as_possible() {
    static AND_TAIL: Encoding = Encoding::Tuple(&[&ENDLESS, &Encoding::Bytes(Extent::Rest)]);
    let generate = Generate::new(&AND_TAIL).max_bytes(1000);
    let values: Vec<Vec<u8>> = generate.values(1).take(100).map(Result::unwrap).collect();
    let levels = |bytes: &[u8]| bytes.iter().position(|tag| *tag == 0).unwrap();
    let deepest = values.iter().map(|bytes| levels(bytes)).max().unwrap();
    let deep: Vec<&Vec<u8>> = values.iter().filter(|bytes| levels(bytes) == deepest).collect();
    assert!(deepest < 30 && deep.len() > 10, "{} values with {deepest} levels", deep.len());
    assert!(deep.iter().any(|bytes| bytes.len() > deepest + 1));
}

/// An encoding that many paths lead to, such as the metadata of an operation, is looked at once and not once for each.
#[test]
fn sizes_are_computed_once_for_all_paths() {
    static VISITS: AtomicUsize = AtomicUsize::new(0);
    static BODY: Encoding = Encoding::Opt(&TREE);
    static TREE: Encoding = Encoding::Mu(&Mu {
        name: "tree",
        class: Class::Dynamic,
        least: 1,
        depth: 100,
        body: || {
            VISITS.fetch_add(1, Ordering::Relaxed);
            &BODY
        },
    });
    // Each tuple doubles the number of paths to the tree.
    let doubled =
        (0..12).fold(&TREE, |inner, _| Box::leak(Box::new(Encoding::Tuple(Box::leak(Box::new([inner, inner]))))));
    let _ = Generate::new(doubled);
    let visits = VISITS.load(Ordering::Relaxed);
    assert!(visits < 20, "{visits} visits");
}

static CHECKED: AtomicUsize = AtomicUsize::new(0);

#[derive(Debug, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = 20, guard = "is_seven")]
struct Sevens {
    number: u8,
    child: Option<Box<Sevens>>,
}

fn is_seven(node: &Sevens) -> Result<(), &'static str> {
    CHECKED.fetch_add(1, Ordering::Relaxed);
    if node.number == 7 { Ok(()) } else { Err("not 7") }
}

/// Each attempt for the outer value makes a hundred for each value inside.
#[test]
fn attempts_do_not_multiply_in_recursive_types() {
    let generate = Generate::new(Sevens::ENCODING);
    assert_eq!(generate.values(1).next(), Some(Err(Unmade::Refused { function: "is_seven" })));
    let checked = CHECKED.load(Ordering::Relaxed);
    assert!(checked > 1000 && checked < 100_000, "{checked} attempts");
}
