//! Compiles and uses the golden expansions of the derives in `encoding-derive/tests/golden`.
//!
//! They are text, so that the local variables of the generated code have no hygiene here; otherwise they equal the
//! output of a derive.

#![allow(clippy::type_complexity, missing_docs, unreachable_pub, reason = "the types stand for those of users")]

use tezos_encoding::{Arena, BinWriter, Decode, DigestOf, Encode, Validate};

mod chain {
    include!("../../encoding-derive/tests/golden/chain.rs");

    use super::Digest;
}

mod compact {
    include!("../../encoding-derive/tests/golden/compact.rs");
}

mod generic {
    include!("../../encoding-derive/tests/golden/generic.rs");

    #[derive(Debug, PartialEq)]
    pub struct Port(u32);

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

    fn signed<T: Clone, const N: usize>(signed: &Signed<'_, T, N>) -> Result<(), &'static str> {
        if signed.signature == [0; N] { Err("not signed") } else { Ok(()) }
    }
}

mod newtype {
    include!("../../encoding-derive/tests/golden/newtype.rs");

    impl Hash {
        pub fn new(bytes: [u8; 4]) -> Self {
            Self(bytes)
        }
    }
}

mod recursive {
    include!("../../encoding-derive/tests/golden/recursive.rs");

    const DEPTH: u32 = 3;
}

mod variants {
    include!("../../encoding-derive/tests/golden/variants.rs");

    const FIRST: u16 = 0x100;
}

/// The hashed bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Digest(Vec<u8>);

impl DigestOf for Digest {
    fn digest_of(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
}

/// Checks that `value` encodes to `bytes` and that `bytes` decode to `value`.
#[track_caller]
fn both<'a, T: Decode<'a> + BinWriter + PartialEq + std::fmt::Debug>(value: &T, bytes: &'a [u8]) {
    assert_eq!(value.to_bytes().unwrap(), bytes);
    assert_eq!(&T::from_canonical_bytes(bytes).unwrap(), value);
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
fn parameters_a_guard_and_a_conversion() {
    let bytes = [0, 1, 0, 80, 2, 3, 4];
    let port = generic::Port::new(80);
    both(&generic::Signed { value: 1u16, port, signature: [2, 3], bytes: &[4] }, &bytes);
    let error = |bytes| generic::Signed::<u16, 2>::from_bytes(bytes).unwrap_err();
    assert_eq!(error(&[0, 1, 0, 80, 0, 0]).kind().name(), "User_invariant_guard");
    assert_eq!(error(&[0, 1, 0, 0, 2, 3]).path().to_string(), "port");
    // After the type that is a parameter, the sizes of the port and the signature are checked together again.
    let cut = error(&bytes[..5]);
    assert_eq!((cut.path().to_string(), cut.offset()), ("signature".to_owned(), 4));
}

#[test]
fn enums() {
    both(&variants::Message::Unit, &[0, 0]);
    both(&variants::Message::One(vec![1]), &[1, 0, 0, 0, 0, 2, 0, 1]);
    both(&variants::Message::Named { number: -1 }, &[1, 1, 0x41]);
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
    // Bits are used from the lowest upward: two for the width of the number, one for the case.
    for (value, bytes) in [(compact::Amount::Nothing, vec![0]), (compact::Amount::Sum { tez: 300 }, vec![0b101, 1, 44])]
    {
        assert_eq!(value.to_bytes().unwrap(), bytes);
        assert_eq!(compact::Amount::from_bytes(&bytes), Ok(value));
    }
}
