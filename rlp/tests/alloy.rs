//! Beside `alloy-rlp`, by other authors: the same bytes, and the same refusals.

use alloy_rlp::{Decodable, RlpDecodable, RlpEncodable};
use proptest::collection::vec;
use proptest::prelude::*;
use tezos_rlp::{FromRlp, Rlp, ToRlp, U256};

use crate::common::item;

#[derive(Clone, Debug, PartialEq, Rlp, RlpEncodable, RlpDecodable)]
struct Inner {
    number: u16,
    hash: [u8; 32],
    text: String,
}

/// One type, with the derives of both.
#[derive(Clone, Debug, PartialEq, Rlp, RlpEncodable, RlpDecodable)]
#[rlp(trailing)]
struct Value {
    small: u8,
    number: u64,
    wide: u128,
    flag: bool,
    address: [u8; 20],
    text: String,
    numbers: Vec<u32>,
    inner: Inner,
    list: Vec<Inner>,
    nested: Vec<Vec<u64>>,
    #[rlp(trailing)]
    last: Option<u64>,
}

fn inner() -> impl Strategy<Value = Inner> {
    (any::<u16>(), any::<[u8; 32]>(), ".{0,70}").prop_map(|(number, hash, text)| Inner { number, hash, text })
}

fn numbers() -> impl Strategy<Value = u64> {
    (any::<u64>(), 0..64u32).prop_map(|(number, shift)| number >> shift)
}

fn value() -> impl Strategy<Value = Value> {
    (
        (any::<u8>(), numbers(), any::<u128>(), any::<bool>(), any::<[u8; 20]>(), ".{0,70}"),
        (vec(any::<u32>(), 0..20), inner(), vec(inner(), 0..4), vec(vec(numbers(), 0..9), 0..4), any::<Option<u64>>()),
    )
        .prop_map(|((small, number, wide, flag, address, text), (numbers, inner, list, nested, last))| Value {
            small,
            number,
            wide,
            flag,
            address,
            text,
            numbers,
            inner,
            list,
            nested,
            last,
        })
}

/// Decodes a value from all bytes.
fn theirs(mut bytes: &[u8]) -> Option<Value> {
    let value = Value::decode(&mut bytes).ok()?;
    bytes.is_empty().then_some(value)
}

proptest! {
    #[test]
    fn values_have_the_same_bytes(value in value()) {
        let bytes = value.to_rlp().unwrap();
        prop_assert_eq!(alloy_rlp::encode(&value), bytes.as_slice());
        prop_assert_eq!(item::<Value>(&bytes).unwrap(), value.clone());
        prop_assert_eq!(theirs(&bytes), Some(value));
    }

    #[test]
    fn mutants_are_refused_alike(value in value(), at: prop::sample::Index, byte: u8, cut in any::<bool>()) {
        let mut bytes = value.to_rlp().unwrap();
        let place = at.index(bytes.len());
        match cut {
            true => bytes.truncate(place),
            false => bytes[place] = byte,
        }
        prop_assert_eq!(item::<Value>(&bytes).ok(), theirs(&bytes), "{:02x?}", bytes);
    }

    #[test]
    fn bytes_of_any_kind_are_refused_alike(bytes in vec(prop_oneof![any::<u8>(), Just(0x80), Just(0xc0), Just(0xb8), Just(0xf8), Just(1)], 0..12)) {
        fn alike<T: Decodable + for<'a> FromRlp<'a> + PartialEq + core::fmt::Debug>(bytes: &[u8]) {
            let mut rest = bytes;
            let theirs = T::decode(&mut rest).ok().filter(|_| rest.is_empty());
            assert_eq!(T::from_rlp(bytes).ok(), theirs, "{bytes:02x?}");
        }
        alike::<u8>(&bytes);
        alike::<u64>(&bytes);
        alike::<u128>(&bytes);
        alike::<bool>(&bytes);
        alike::<String>(&bytes);
        alike::<[u8; 4]>(&bytes);
        alike::<[u8; 1]>(&bytes);
        alike::<Vec<u16>>(&bytes);
        alike::<Vec<String>>(&bytes);
        alike::<Vec<Vec<bool>>>(&bytes);
    }

    #[test]
    fn numbers_of_any_width(number in any::<[u8; 32]>(), shift in 0..256usize) {
        let mut bytes = number;
        bytes.iter_mut().take(shift / 8).for_each(|byte| *byte = 0);
        let number = U256::from_be_bytes(bytes);
        prop_assert_eq!(item::<U256>(&number.to_rlp().unwrap()).unwrap(), number);
        prop_assert_eq!(number.to_string().parse(), Ok(number));
    }
}
