//! Samples of Octez, by id: their bytes and their JSON.

use std::fmt::Debug;
use std::fs;
use std::ops::RangeInclusive;

use serde_json::Value;
use tezos_encoding::schema::{self, Case, generate};
use tezos_encoding::{BinWriter, HasEncoding, NomReader, Tagged};
use tezos_protocols::{Protocol, registry};

#[path = "../../encoding/tests/common/shared.rs"]
mod shared;

pub(crate) use self::shared::shared;

/// The revision of the protocol in development.
pub(crate) const ALPHA: u8 = Protocol::Alpha as u8;

/// Returns the protocols of a range of revisions.
pub(crate) fn protocols(revisions: RangeInclusive<u8>) -> impl Iterator<Item = Protocol> {
    Protocol::ALL.iter().copied().filter(move |protocol| revisions.contains(&(*protocol as u8)))
}

/// Returns the lines of a file of JSON values outside the repository, or none if it is not available.
pub(crate) fn lines(part: &str) -> Vec<Value> {
    let Some(path) = shared(part) else { return Vec::new() };
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the bytes of the hexadecimal string in a field.
pub(crate) fn bytes(line: &Value, field: &str) -> Vec<u8> {
    hex::decode(line[field].as_str().unwrap()).unwrap()
}

/// Returns the protocol of a folder of samples: `t024`, `024-PtTALLiN`, `tallinn`. Returns `None` for the protocol in development,
/// because its samples are of any version of it.
fn protocol(name: &str) -> Option<Protocol> {
    let digits: String = name.trim_start_matches(|c: char| !c.is_ascii_digit()).chars().take(3).collect();
    let named = if digits.is_empty() { name.parse() } else { digits.parse() };
    named.ok().filter(|protocol| *protocol != Protocol::Alpha)
}

/// Checks bytes and JSON in both directions.
pub(crate) fn check<T>(protocol: Protocol, bytes: &[u8], json: &Value) -> Result<(), String>
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq,
{
    let value: T = protocol.decode(bytes).map_err(|error| format!("{error}"))?;
    let written = protocol.encode(&value).map_err(|error| format!("{error}: {value:?}"))?;
    let text = protocol.to_json(&value).map_err(|error| format!("{error}: {value:?}"))?;
    let back: T = protocol.from_json(&json.to_string()).map_err(|error| format!("{json}: {error}"))?;
    match () {
        () if written != bytes => Err(format!("written as {}", hex::encode(written))),
        () if serde_json::from_str::<Value>(&text).unwrap() != *json => Err(format!("{text} is not {json}")),
        () if back != value => Err(format!("JSON gives {back:?}, the bytes give {value:?}")),
        () => Ok(()),
    }
}

/// Checks all samples of an id in their protocols. Samples of the protocol in development only are known if any protocol accepts them.
/// If the samples are available, `count` of them must be known.
#[track_caller]
pub(crate) fn check_samples<T>(id: &str, count: usize)
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq,
{
    let all = lines("data/octez_encoding_samples/samples.jsonl");
    let mut known = 0;
    for sample in all.iter().filter(|sample| sample["encoding"] == id) {
        let (bytes, json, path) = (bytes(sample, "hex"), &sample["json"], &sample["json_path"]);
        let names = sample["protocols"].as_array().unwrap().iter();
        let protocols: Vec<_> = names.filter_map(|name| protocol(name.as_str().unwrap())).collect();
        for protocol in &protocols {
            check::<T>(*protocol, &bytes, json).unwrap_or_else(|error| panic!("{id} in {protocol} ({path}): {error}"));
        }
        let is_known = |protocol: &Protocol| check::<T>(*protocol, &bytes, json).is_ok();
        known += usize::from(!protocols.is_empty() || Protocol::ALL.iter().any(is_known));
    }
    assert!(all.is_empty() || known == count, "{id}: {known} samples");
}

/// Generates values of a type in some protocols. Checks that they round-trip, and that the type and its schema give the same JSON.
#[track_caller]
pub(crate) fn values_round_trip<T>(id: &str, revisions: RangeInclusive<u8>)
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq,
{
    for protocol in protocols(revisions) {
        let encoding = schema::at(T::ENCODING, protocol.revision());
        let generate = registry::add_examples(generate(encoding)).max_bytes(4000);
        for bytes in generate.values(24).take(12) {
            let bytes = bytes.unwrap_or_else(|error| panic!("{id} in {protocol}: {error}"));
            let value: T = protocol.decode(&bytes).unwrap_or_else(|error| panic!("{id} in {protocol}: {error}"));
            let written = protocol.encode(&value).unwrap();
            let json = protocol.to_json(&value).unwrap();
            assert!(json == schema::to_json(encoding, &bytes).unwrap(), "{id} in {protocol}: {json}");
            let back: T = protocol.from_json(&json).unwrap_or_else(|error| panic!("{id} in {protocol}: {error}"));
            // Only the JSON is compared, because scripts are kept as bytes, which may differ from the bytes made from JSON.
            assert!(protocol.to_json(&back).unwrap() == json, "{id} in {protocol}: {json}");
            assert!(protocol.decode::<T>(&written).unwrap() == value, "{id} in {protocol}: {json}");
            assert!(protocol.decode::<T>(&bytes[..bytes.len() - 1]).is_err(), "{id} in {protocol}");
        }
    }
}

/// Returns a value of each case that a protocol has, with the case.
pub(crate) fn cases<T>(protocol: Protocol) -> Vec<(&'static Case, Vec<u8>)>
where
    T: Tagged + HasEncoding + for<'a> NomReader<'a>,
{
    values_of_cases::<T>(protocol, 1)
}

/// Returns at most `count` values of each case that a protocol has, at least one, with the case.
pub(crate) fn values_of_cases<T>(protocol: Protocol, count: usize) -> Vec<(&'static Case, Vec<u8>)>
where
    T: Tagged + HasEncoding + for<'a> NomReader<'a>,
{
    let known = T::CASES.iter().filter(|case| case.revisions.contain(protocol.revision()));
    known.flat_map(|case| values::<T>(protocol, case, count).into_iter().map(move |bytes| (case, bytes))).collect()
}

/// Generates bytes of a case. Some generated values have signatures of later protocols, so those that are accepted are returned.
fn values<T: HasEncoding + for<'a> NomReader<'a>>(protocol: Protocol, case: &Case, count: usize) -> Vec<Vec<u8>> {
    let generate = registry::add_examples(generate(schema::at(case.payload, protocol.revision()))).max_bytes(1000);
    let tag = u8::try_from(case.tag).unwrap();
    let with_tag = |payload: Result<Vec<u8>, _>| [&[tag][..], &payload.ok()?].concat().into();
    let made = generate.values(24).take(100).filter_map(with_tag);
    let found: Vec<_> = made.filter(|bytes: &Vec<u8>| protocol.decode::<T>(bytes).is_ok()).take(count).collect();
    assert!(!found.is_empty(), "no value of {} in {protocol}", case.title);
    found
}
