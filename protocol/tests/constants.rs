//! Constants and parameters: values of every protocol, and JSON as Octez prints it.

use std::fmt::Debug;

use serde_json::{Value, json};
use tezos_encoding::schema::{self, generate};
use tezos_encoding::{BinWriter, HasEncoding, NomReader};
use tezos_protocols::Protocol;
use tezos_protocols::constants::{
    BelowOne, CacheSize, Constants, DelegateSelection, FixedConstants, MaxBonus, NonNegative, Parameters,
    ParametricConstants, Percentage, Positive, Ratio, UpToOne, WholePercentage,
};

use crate::samples::{check, values_round_trip};

#[test]
fn values_of_every_protocol_round_trip() {
    values_round_trip::<FixedConstants>("constants.fixed", 5..=26);
    values_round_trip::<ParametricConstants>("constants.parametric", 5..=26);
    values_round_trip::<Constants>("constants", 5..=26);
    values_round_trip::<Parameters>("parameters", 5..=26);
}

/// Reads the constants that nodes of 16 protocols returned, and checks that they are printed as the same JSON.
#[test]
fn constants_have_the_json_of_octez() {
    let text = include_str!("../testdata/constants/octez.jsonl");
    let mut protocols = Vec::new();
    for line in text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let (protocol, json) = (number(line["protocol"].as_u64().unwrap()), &line["constants"]);
        let constants: Constants =
            protocol.from_json(&json.to_string()).unwrap_or_else(|error| panic!("{protocol}: {error}"));
        let bytes = protocol.encode(&constants).unwrap();
        check::<Constants>(protocol, &bytes, json).unwrap_or_else(|error| panic!("{protocol}: {error}"));
        check::<ParametricConstants>(
            protocol,
            &protocol.encode(&constants.parametric).unwrap(),
            &parametric(json, protocol),
        )
        .unwrap_or_else(|error| panic!("{protocol}: {error}"));
        protocols.push(protocol.number());
    }
    assert_eq!(protocols, [7, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
}

/// Returns the parametric constants: those that are neither fixed nor derived from others.
fn parametric(json: &Value, protocol: Protocol) -> Value {
    let fixed = schema::at(FixedConstants::ENCODING, protocol.revision());
    let fixed = schema::to_json(fixed, &generate(fixed).values(1).next().unwrap().unwrap()).unwrap();
    let fixed: Value = serde_json::from_str(&fixed).unwrap();
    let derived = ["issuance_modification_delay", "consensus_key_activation_delay", "unstake_finalization_delay"];
    let object = json.as_object().unwrap().iter();
    object
        .filter(|(name, _)| fixed.get(name).is_none() && !derived.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn number(number: u64) -> Protocol {
    number.to_string().parse().unwrap()
}

/// Checks that a type reads some bytes as some JSON, and refuses others.
fn limits<T>(protocol: u64, accepted: &str, json: Value, refused: &[&str])
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq,
{
    let protocol = number(protocol);
    check::<T>(protocol, &hex::decode(accepted).unwrap(), &json).unwrap();
    for bytes in refused {
        let error = protocol.decode::<T>(&hex::decode(bytes).unwrap()).unwrap_err();
        assert_eq!(error.kind().name(), "User_invariant_guard", "{bytes}");
    }
}

#[test]
fn ratios_and_percentages_have_limits() {
    let ratio = |numerator: i32| json!({"numerator": numerator.to_string(), "denominator": "3"});
    limits::<Ratio>(12, "00070003", json!({"numerator": 7, "denominator": 3}), &["00070000"]);
    limits::<WholePercentage>(18, "64", json!(100), &["65", "ff"]);
    limits::<Percentage>(19, "2710", json!(10_000), &["2711", "ffff"]);
    limits::<MaxBonus>(18, "00038d7ea4c68000", json!("1000000000000000"), &["00038d7ea4c68001", "ffffffffffffffff"]);
    limits::<Positive>(18, "0103", ratio(1), &["0003", "4103", "0100", "0143"]);
    limits::<NonNegative>(18, "0003", ratio(0), &["4103", "0000"]);
    limits::<UpToOne>(18, "0303", ratio(3), &["0403", "4103"]);
    limits::<BelowOne>(22, "0203", ratio(2), &["0303", "4103"]);
    limits::<CacheSize>(
        11,
        "3fffffffffffffff",
        json!("4611686018427387903"),
        &["4000000000000000", "ffffffffffffffff"],
    );
    limits::<DelegateSelection>(12, "00", json!("random"), &[]);
    limits::<DelegateSelection>(12, "010000000400000000", json!([[]]), &[]);
}
