//! Every type of `tezos-hashes`, `tezos-messages` and `tezos-protocol` in formats of serde: JSON, CBOR and postcard. `ci/check features` runs
//! it, because the feature `serde` is off where everything else is tested.
//!
//! The types are those of the crates' own lists, `src/serde.rs`, which are compiled here with another macro.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

#[path = "../../encoding/tests/common/shared.rs"]
mod shared;

use std::fs;

use serde::{Serialize, de::DeserializeOwned};
use shared::shared;
use tezos_encoding::{Decode, Encode, FromJson, ToJson, schema::Encoding};
use tezos_protocol::{Protocol, micheline::Micheline, operation::Operation};

/// A type of a list.
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

/// Makes [`Type`]s of a list that is written for `serde_impls!`, but for types with parameters, which are no types yet.
macro_rules! types {
    ($($($name:ident)::+ $(<$($parameter:tt),+>)?),+ $(,)?) => {
        pub(crate) const TYPES: &[Option<crate::Type>] = &[$(types!(@ [$($name)::+] $($($parameter)+)?)),+];
    };
    (@ [$($name:tt)+]) => { Some(crate::Type::of::<$($name)+>(stringify!($($name)+))) };
    (@ [$($name:tt)+] $($parameter:tt)+) => { None };
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
    use tezos_protocol::*;
    use types as serde_impls;

    #[path = "../../protocol/src/serde.rs"]
    pub(crate) mod list;
}

/// Values of each type.
const VALUES: usize = 20;

/// Checks the formats on the value that `bytes` are; false if they are none, because the type is narrower than its encoding.
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

/// Checks values of the types of a list, and returns the names of those of which no value was made.
fn check_all(types: &[Option<Type>]) -> Vec<&'static str> {
    types.iter().flatten().filter(|one| !check_one(one)).map(|one| one.name).collect()
}

fn check_one(one: &Type) -> bool {
    // What a test that fails prints.
    println!("{}", one.name);
    let generate = tezos_protocol::registry::add_examples(tezos_messages::generate(one.encoding));
    // A `rollup::merkle::Value` that has no shorter form.
    let generate =
        generate.example("is_medium", vec![7; 0x100]).example("is_unlimited", vec![7; 0x1_0000]).max_bytes(300);
    let made = generate.values(1).take(VALUES).flatten();
    made.filter(|bytes| (one.check)(bytes)).count() > 0
}

#[test]
fn hashes_are_carried() {
    assert_eq!(check_all(hashes::list::TYPES), [""; 0]);
}

#[test]
fn messages_are_carried() {
    assert_eq!(check_all(messages::list::TYPES), [""; 0]);
}

#[test]
fn types_of_the_protocols_are_carried() {
    assert_eq!(check_all(protocol::list::TYPES), [""; 0]);
}

/// Lines of a file beside the project; none where it is not there.
fn lines(part: &str) -> Vec<serde_json::Value> {
    let Some(path) = shared(part) else { return Vec::new() };
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn scripts_of_contracts_are_carried() {
    for contract in lines("data/scripts/contracts_pytezos.jsonl") {
        let script: Micheline = serde_json::from_value(contract["code"].clone()).unwrap();
        let bytes = hex::decode(contract["code_hex"].as_str().unwrap()).unwrap();
        assert_eq!(script.to_bytes().unwrap(), bytes);
        assert!(check::<Micheline>(&bytes));
    }
}

#[test]
fn operations_of_a_protocol_are_carried() {
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
