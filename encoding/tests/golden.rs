//! The golden expansions of the derives, compiled and used: `encoding-derive/src/expand/golden`.
//!
//! They are text, so the locals of the generated code lose their hygiene here; nothing else differs from a derive.

#![allow(clippy::type_complexity, missing_docs, unreachable_pub, reason = "the types stand for those of users")]

use tezos_encoding::{Arena, BinWriter, Decode, DigestOf, Encode, Validate};

mod around {
    include!("../../encoding-derive/src/expand/golden/around.rs");

    fn in_order(span: &Span) -> Result<(), &'static str> {
        if u16::from(span.from) <= span.to { Ok(()) } else { Err("the span ends before it begins") }
    }

    fn even(number: &u16) -> Result<(), &'static str> {
        if number.is_multiple_of(2) { Ok(()) } else { Err("odd") }
    }
}

mod behind {
    use tezos_encoding::{BinWriter, HasEncoding, NomReader};

    include!("../../encoding-derive/src/expand/golden/behind.rs");

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    pub struct Name(String);

    impl Name {
        pub fn new(name: &str) -> Self {
            Self(name.to_owned())
        }
    }
}

mod chain {
    include!("../../encoding-derive/src/expand/golden/chain.rs");

    use super::Digest;
}

mod compact {
    include!("../../encoding-derive/src/expand/golden/compact.rs");
}

mod compact_cases {
    include!("../../encoding-derive/src/expand/golden/compact_cases.rs");
}

mod converted {
    include!("../../encoding-derive/src/expand/golden/converted.rs");

    impl Port {
        pub fn new(number: u32) -> Self {
            Self(number)
        }
    }

    impl TryFrom<u16> for Port {
        type Error = &'static str;

        fn try_from(number: u16) -> Result<Self, Self::Error> {
            if number == 0 { Err("no port") } else { Ok(Self(number.into())) }
        }
    }

    impl From<&Port> for u16 {
        fn from(port: &Port) -> Self {
            Self::try_from(port.0).unwrap_or(Self::MAX)
        }
    }
}

mod generic {
    include!("../../encoding-derive/src/expand/golden/generic.rs");
}

mod narrow {
    include!("../../encoding-derive/src/expand/golden/narrow.rs");
}

mod newtype {
    include!("../../encoding-derive/src/expand/golden/newtype.rs");

    impl Hash {
        pub fn new(bytes: [u8; 4]) -> Self {
            Self(bytes)
        }
    }
}

mod recursive {
    include!("../../encoding-derive/src/expand/golden/recursive.rs");

    const DEPTH: u32 = 3;
}

mod variants {
    include!("../../encoding-derive/src/expand/golden/variants.rs");

    const FIRST: u16 = 0x100;
}

/// All the bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Digest(Vec<u8>);

impl DigestOf for Digest {
    fn digest_of(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
}

/// `value` and `bytes` are each other's.
#[track_caller]
fn both<'a, T: Decode<'a> + BinWriter + PartialEq + std::fmt::Debug>(value: &T, bytes: &'a [u8]) {
    assert_eq!(value.to_bytes().unwrap(), bytes);
    assert_eq!(&T::from_canonical_bytes(bytes).unwrap(), value);
}

#[test]
fn around_the_fields() {
    both(&around::Span { from: 1, to: 2 }, &[0, 0, 0, 3, 1, 0, 2]);
    for refused in [[0, 0, 0, 3, 1, 0, 3], [0, 0, 0, 3, 3, 0, 2]] {
        let error = around::Span::from_bytes(&refused).unwrap_err();
        assert_eq!(error.kind().name(), "User_invariant_guard");
    }
}

#[test]
fn numbers_behind_a_type_of_the_users_own() {
    let value = behind::Version { name: behind::Name::new("ab"), database: 1, protocol: 2 };
    let bytes = [0, 0, 0, 2, b'a', b'b', 0, 1, 0, 2];
    both(&value, &bytes);
    let error = behind::Version::from_bytes(&bytes[..9]).unwrap_err();
    assert_eq!((error.path().to_string(), error.offset()), ("protocol".to_owned(), 8));
}

#[test]
fn chains_and_the_view() {
    let bytes = [0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 1, 9, 0xff, 0, 0, 0, 1, b'a', 7, 8, 0, 2];
    let value = chain::Header {
        level: 1,
        fitness: vec![vec![9]],
        name: Some("a".to_owned()),
        cache: 7,
        data: vec![7, 8],
        r#type: 2,
        hash: Digest(bytes.to_vec()),
    };
    both(&value, &bytes);
    let view = chain::HeaderView::from_bytes(&bytes).unwrap();
    assert_eq!(view.to_owned().unwrap(), value);
}

#[test]
fn a_type_as_another() {
    both(&converted::Port::new(80), &[0, 80]);
    assert!(converted::Port::from_bytes(&[0, 0]).is_err());
}

#[test]
fn parameters() {
    both(&generic::Signed { value: 1u16, signature: [2, 3], bytes: &[4] }, &[0, 1, 2, 3, 0, 0, 0, 1, 4]);
}

#[test]
fn enums() {
    both(&narrow::Narrow::A, &[0]);
    both(&narrow::Narrow::B(1), &[255, 0, 0, 0, 1]);
    both(&variants::Message::Unit, &[0, 0]);
    both(&variants::Message::One(vec![1]), &[0, 0x10, 0, 0, 0, 2, 0, 1]);
    both(&variants::Message::Several(1, vec![2]), &[0, 0x11, 1, 0, 0, 0, 1, 2]);
    both(&variants::Message::Named { flag: true, number: -1 }, &[1, 0, 0xff, 0x41]);
    both(&variants::Message::AfterNamed(5), &[1, 1, 5]);
    let view = variants::MessageView::from_bytes(&[0, 0x11, 1, 0, 0, 0, 1, 2]).unwrap();
    assert_eq!(view.to_owned().unwrap(), variants::Message::Several(1, vec![2]));
}

#[test]
fn newtypes() {
    both(&newtype::Hash::new([1, 2, 3, 4]), &[1, 2, 3, 4]);
}

#[test]
fn recursion() {
    use recursive::Path;
    let path = Path::Left { path: Box::new(Path::Right { left: 1, path: Box::new(Path::Op) }), right: 2 };
    both(&path, &[0xf0, 0x0f, 1, 0, 2]);
    let view = recursive::PathView::from_bytes(&[0xf0, 0x0f, 1, 0, 2]).unwrap();
    assert_eq!(view.to_owned().unwrap(), path);
    let nodes = Arena::<Path>::from_bytes(&[0xf0, 0x0f, 1, 0, 2]).unwrap();
    both(&nodes, &[0xf0, 0x0f, 1, 0, 2]);
    assert_eq!(nodes.nodes().first(), Some(&recursive::PathNode::Op));
    assert_eq!(Path::validate(&[0xf0, 0x0f, 1, 0, 2]), Ok(()));
    assert_eq!(Path::from_bytes(&[0xf0; 9]).unwrap_err().kind().name(), "Too_deep");
}

#[test]
fn compact_types() {
    let value = compact::Transfer { urgent: true, amount: Some(300), path: vec![7], level: 1, seen: false };
    // From the lowest bit on: urgent, 1 and a flag for the amount, one element.
    let bytes = [0, 0b01_1011, 1, 44, 0, 7, 0, 0, 0, 1];
    assert_eq!(value.to_bytes().unwrap(), bytes);
    assert_eq!(compact::Transfer::from_bytes(&bytes), Ok(value));
    let value = compact_cases::Amount::Pair { left: 300, right: Some(true) };
    assert_eq!(value.to_bytes().unwrap(), [0b10_1101, 1, 44]);
    assert_eq!(compact_cases::Amount::from_bytes(&[0b10_1101, 1, 44]), Ok(value));
}
