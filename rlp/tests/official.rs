//! The official cases of RLP: the values that are written, and the bytes that every reader must refuse.

use serde_json::Value;
use tezos_encoding::schema::{Encoding, Mu};
use tezos_rlp::{Quantity, Rlp, ToRlp};

use crate::common::{hex, item, shared};

/// Any item.
#[derive(Clone, Debug, PartialEq, Rlp)]
#[encoding(mu = "item", depth = 1000)]
#[rlp(untagged)]
enum Any {
    String(#[encoding(bytes)] Vec<u8>),
    #[rlp(list)]
    List(Vec<Any>),
}

fn any(value: &Value) -> Any {
    match value {
        Value::String(text) => match text.strip_prefix('#') {
            Some(digits) => Any::String(number(digits)),
            None => Any::String(text.as_bytes().to_vec()),
        },
        Value::Number(number) => Any::String(self::number(&number.to_string())),
        Value::Array(items) => Any::List(items.iter().map(any).collect()),
        other => panic!("{other}"),
    }
}

/// Returns the bytes of a decimal number, most significant first.
fn number(digits: &str) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    for digit in digits.bytes() {
        let mut carry = u32::from(digit - b'0');
        for byte in bytes.iter_mut().rev() {
            carry += u32::from(*byte) * 10;
            *byte = carry as u8;
            carry >>= 8;
        }
        if carry > 0 {
            bytes.insert(0, carry as u8);
        }
    }
    bytes
}

fn cases(file: &str) -> Option<Vec<(String, Value, Vec<u8>)>> {
    let text = std::fs::read_to_string(shared(file)?).unwrap();
    let cases: serde_json::Map<String, Value> = serde_json::from_str(&text).unwrap();
    let case = |(name, case): (String, Value)| (name, case["in"].clone(), hex(case["out"].as_str().unwrap()));
    Some(cases.into_iter().map(case).collect())
}

#[test]
fn values_are_written_and_read() {
    let Some(cases) = cases("data/rlp/rlptest.json") else { return };
    assert_eq!(cases.len(), 28);
    for (name, value, bytes) in cases {
        let value = any(&value);
        assert_eq!(value.to_rlp().unwrap(), bytes, "{name}");
        assert_eq!(item::<Any>(&bytes).unwrap(), value, "{name}");
        if let Any::String(content) = &value {
            let number = item::<Quantity>(&bytes);
            assert_eq!(number.is_ok(), content.first() != Some(&0), "{name}");
        }
    }
}

#[test]
fn invalid_bytes_are_refused() {
    let Some(cases) = cases("data/rlp/invalidRLPTest.json") else { return };
    assert_eq!(cases.len(), 26);
    for (name, _, bytes) in cases {
        item::<Any>(&bytes).map(|value| panic!("{name}: {value:?}")).unwrap_err();
    }
}

#[test]
fn depth_is_limited() {
    let deep = |levels: usize| {
        let mut bytes = vec![0xc0];
        for _ in 1..levels {
            let content = bytes.split_off(0);
            let (header, width) = tezos_encoding::schema::RlpHeader::List.bytes(content.len());
            bytes = [&header[..width], &content].concat();
        }
        bytes
    };
    let value = item::<Any>(&deep(1000)).unwrap();
    assert_eq!(value.to_rlp().unwrap(), deep(1000));
    assert_eq!(item::<Any>(&deep(1001)).unwrap_err().kind().name(), "Too_deep");
    assert!(matches!(<Rlp as tezos_encoding::wire::Schema<Any>>::ENCODING, Encoding::Mu(Mu { depth: 1000, .. })));
}

/// The same items with longer headers.
fn longer(value: &Any, by: usize) -> Vec<u8> {
    let (base, content) = match value {
        Any::String(content) => (0x80, content.clone()),
        Any::List(items) => (0xc0, items.iter().flat_map(|item| longer(item, by)).collect()),
    };
    let size = &content.len().to_be_bytes()[8 - by..];
    [&[base + 55 + by as u8], size, &content].concat()
}

#[test]
fn old_data_is_read_by_name_only() {
    let Some(cases) = cases("data/rlp/rlptest.json") else { return };
    for (name, value, bytes) in cases {
        let value = any(&value);
        for by in [2, 3, 8] {
            let old = longer(&value, by);
            assert_eq!(tezos_rlp::shortest(&old).unwrap(), bytes, "{name}");
            assert_eq!(tezos_rlp::from_rlp_lenient::<Any>(&old).unwrap(), value, "{name}");
            assert!(old == bytes || item::<Any>(&old).is_err(), "{name}");
            for cut in 0..old.len() {
                assert!(tezos_rlp::from_rlp_lenient::<Any>(&old[..cut]).is_err(), "{name}");
            }
        }
        assert_eq!(tezos_rlp::shortest(&bytes).unwrap(), bytes, "{name}");
    }
    // Any depth.
    let deep = [vec![0xc1; 100_000], vec![0xc0]].concat();
    assert!(tezos_rlp::shortest(&deep).is_err(), "sizes that do not fit");
}
