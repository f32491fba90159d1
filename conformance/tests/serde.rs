//! Serializes every type of `tezos-hashes`, `tezos-messages` and `tezos-protocols` with serde to JSON, CBOR and postcard, and back; those that
//! depend on the protocol to JSON, by the methods of a protocol. `ci/check each_feature` runs these tests, because the other tests are built
//! without the feature `serde`.
//!
//! The types come from the lists in each crate's `src/serde.rs`, which are compiled here with other macros.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

#[path = "../../encoding/tests/common/shared.rs"]
mod shared;

use std::fs;

use serde::{Serialize, de::DeserializeOwned};
use shared::shared;
use tezos_encoding::{
    BinWriter, Decode, Encode, FromJson, HasEncoding, NomReader, ToJson,
    schema::{Encoding, at},
};
use tezos_protocols::{Protocol, micheline::Micheline, operation::Operation};

/// A type of one of the lists.
struct Type {
    name: &'static str,
    encoding: &'static Encoding,
    check: fn(&[u8]) -> bool,
}

impl Type {
    const fn of<T: for<'a> Decode<'a> + Encode + Serialize + DeserializeOwned + 'static>(name: &'static str) -> Self {
        Self { name, encoding: T::ENCODING, check: check::<T> }
    }
}

/// Stands in for `serde_impls!` and makes a [`Type`] of each type in its list. Types with parameters become `None`.
macro_rules! types {
    ($($($name:ident)::+ $(<$($parameter:tt),+>)?),+ $(,)?) => {
        pub(crate) const TYPES: &[Option<crate::Type>] = &[$(types!(@ [$($name)::+] $($($parameter)+)?)),+];
    };
    (@ [$($name:tt)+]) => { Some(crate::Type::of::<$($name)+>(stringify!($($name)+))) };
    (@ [$($name:tt)+] $($parameter:tt)+) => { None };
}

/// A type whose encoding depends on the protocol.
struct TypeByProtocol {
    name: &'static str,
    encoding: &'static Encoding,
    check: fn(Protocol, &[u8]) -> bool,
}

impl TypeByProtocol {
    const fn of<T: HasEncoding + for<'a> NomReader<'a> + BinWriter + 'static>(name: &'static str) -> Self {
        Self { name, encoding: T::ENCODING, check: check_in::<T> }
    }
}

/// Stands in for `by_protocol!`.
macro_rules! types_by_protocol {
    ($($type:ty),+ $(,)?) => {
        pub(crate) const BY_PROTOCOL: &[crate::TypeByProtocol] = &[$(crate::TypeByProtocol::of::<$type>(stringify!($type))),+];
    };
}

#[path = "."]
mod hashes {
    use tezos_hashes::*;
    use types as serde_impls;

    #[path = "../../hashes/src/serde.rs"]
    pub(crate) mod list;
}

#[path = "."]
mod messages {
    use tezos_messages::*;
    use types as serde_impls;

    #[path = "../../messages/src/serde.rs"]
    pub(crate) mod list;
}

#[path = "."]
mod protocol {
    use tezos_protocols::*;
    use types as serde_impls;
    use types_by_protocol as by_protocol;

    #[path = "../../protocol/src/serde.rs"]
    pub(crate) mod list;
}

/// Number of values of each type.
const VALUES: usize = 20;

/// Checks all formats on the value that `bytes` encode. Returns false if they encode none, because the type accepts less than its schema.
fn check<T: FromJson + Encode + Serialize + DeserializeOwned>(bytes: &[u8]) -> bool {
    let Ok(value) = T::from_bytes(bytes) else { return false };
    let bytes = value.to_bytes().unwrap();

    let text = value.to_json().unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_value(&value).unwrap(), json);
    match (serde_json::from_value::<T>(json), T::from_json(&text)) {
        (Ok(read), Ok(expected)) => assert_eq!(read.to_bytes().unwrap(), expected.to_bytes().unwrap()),
        (Err(error), Err(expected)) => {
            assert!(expected.to_string().ends_with(&error.to_string()), "{error}, {expected}")
        }
        (read, expected) => panic!("{:?}, {:?}", read.err(), expected.err()),
    }

    let packed = postcard::to_allocvec(&value).unwrap();
    assert_eq!(packed, postcard::to_allocvec(&bytes).unwrap());
    assert_eq!(postcard::from_bytes::<T>(&packed).unwrap().to_bytes().unwrap(), bytes);

    let (mut packed, mut string) = (Vec::new(), Vec::new());
    ciborium::into_writer(&value, &mut packed).unwrap();
    ciborium::into_writer(&ciborium::Value::Bytes(bytes.clone()), &mut string).unwrap();
    assert_eq!(packed, string);
    assert_eq!(ciborium::from_reader::<T, _>(&*packed).unwrap().to_bytes().unwrap(), bytes);
    true
}

/// Checks the JSON of the value that `bytes` encode in a protocol. Returns false if they encode none.
fn check_in<T: HasEncoding + for<'a> NomReader<'a> + BinWriter>(protocol: Protocol, bytes: &[u8]) -> bool {
    let Ok(value) = protocol.decode::<T>(bytes) else { return false };
    let revision = protocol.revision();
    let text = protocol.to_json(&value).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_value(protocol.json(&value).unwrap()).unwrap(), json);
    assert_eq!(revision.serialize(&value, serde_json::value::Serializer).unwrap(), json);
    match (revision.deserialize::<T, _>(json), protocol.from_json::<T>(&text)) {
        (Ok(read), Ok(expected)) => assert_eq!(protocol.encode(&read), protocol.encode(&expected)),
        (Err(error), Err(expected)) => {
            assert!(expected.to_string().ends_with(&error.to_string()), "{error}, {expected}")
        }
        (read, expected) => panic!("{:?}, {:?}", read.err(), expected.err()),
    }
    true
}

/// Checks values of each type of a list, and returns the names of the types for which no value could be made.
fn check_all(types: &[Option<Type>]) -> Vec<&'static str> {
    types.iter().flatten().filter(|one| !check_one(one)).map(|one| one.name).collect()
}

fn check_one(one: &Type) -> bool {
    // Printed if the test fails.
    println!("{}", one.name);
    values(one.encoding).iter().filter(|bytes| (one.check)(bytes)).count() > 0
}

/// Returns generated values of an encoding.
fn values(encoding: &'static Encoding) -> Vec<Vec<u8>> {
    let generate = tezos_protocols::registry::add_examples(tezos_messages::generate(encoding));
    // A `rollup::merkle::Value` uses the shortest layout, so these need long values.
    let generate =
        generate.example("is_medium", vec![7; 0x100]).example("is_unlimited", vec![7; 0x1_0000]).max_bytes(300);
    generate.values(1).take(VALUES).flatten().collect()
}

#[test]
fn hashes_survive_serde() {
    assert_eq!(check_all(hashes::list::TYPES), [""; 0]);
}

#[test]
fn messages_survive_serde() {
    assert_eq!(check_all(messages::list::TYPES), [""; 0]);
}

#[test]
fn protocol_types_survive_serde() {
    assert_eq!(check_all(protocol::list::TYPES), [""; 0]);
}

#[test]
fn types_by_protocol_survive_serde() {
    for one in protocol::list::BY_PROTOCOL {
        println!("{}", one.name);
        let is_checked = |protocol: Protocol| {
            let values = values(at(one.encoding, protocol.revision()));
            values.iter().filter(|bytes| (one.check)(protocol, bytes)).count() > 0
        };
        assert!(Protocol::ALL.iter().rev().copied().any(is_checked), "no protocol has a value of {}", one.name);
    }
}

/// Parses the lines of a shared file; returns none if it is absent.
fn lines(part: &str) -> Vec<serde_json::Value> {
    let Some(path) = shared(part) else { return Vec::new() };
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn scripts_of_contracts_survive_serde() {
    for contract in lines("data/scripts/contracts_pytezos.jsonl") {
        let script: Micheline = serde_json::from_value(contract["code"].clone()).unwrap();
        let bytes = hex::decode(contract["code_hex"].as_str().unwrap()).unwrap();
        assert_eq!(script.to_bytes().unwrap(), bytes);
        assert!(check::<Micheline>(&bytes));
    }
}

#[test]
fn operations_of_a_protocol_survive_serde() {
    let revision = Protocol::Jakarta.revision();
    for line in lines("data/operations/mainnet_block_jakarta.jsonl") {
        let bytes = hex::decode(line["hex"].as_str().unwrap()).unwrap();
        let operation: Operation = revision.decode(&bytes).unwrap();
        let json = revision.serialize(&operation, serde_json::value::Serializer).unwrap();
        let expected: serde_json::Value = serde_json::from_str(&revision.to_json(&operation).unwrap()).unwrap();
        assert_eq!(json, expected);
        assert_eq!(revision.deserialize::<Operation, _>(json).unwrap(), operation);
    }
}
