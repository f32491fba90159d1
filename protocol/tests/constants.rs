//! Constants and parameters: values of every protocol, and JSON as Octez prints it.

use std::fmt::Debug;

use serde_json::{Value, json};
use tezos_encoding::schema::{self, generate};
use tezos_encoding::{BinWriter, HasEncoding, NomReader};
use tezos_hashes::protocol::SmartRollupAddress;
use tezos_protocols::Protocol;
use tezos_protocols::constants::{
    BelowOne, CacheSize, Constants, DelegateSelection, EarlyParameters, FixedConstants, MaxBonus, NonNegative,
    ParametricConstants, Percentage, Positive, ProtocolParameters, Ratio, UpToOne, WholePercentage,
};

use crate::samples::{ALPHA, check, values_round_trip};

#[test]
fn values_of_every_protocol_round_trip() {
    values_round_trip::<FixedConstants>("constants.fixed", 1..=ALPHA);
    values_round_trip::<ParametricConstants>("constants.parametric", 1..=ALPHA);
    values_round_trip::<Constants>("constants", 1..=ALPHA);
    values_round_trip::<EarlyParameters>("parameters", 1..=4);
    values_round_trip::<ProtocolParameters>("parameters", 5..=ALPHA);
}

/// Reads the constants that nodes of 19 protocols returned, and checks that they are printed as the same JSON.
#[test]
fn constants_have_the_json_of_octez() {
    let text = include_str!("../testdata/constants/octez.jsonl");
    let mut protocols = Vec::new();
    for line in text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        // A number, or the id of a protocol without a number of its own.
        let protocol: Protocol = line["protocol"].to_string().trim_matches('"').parse().unwrap();
        let json = &line["constants"];
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
        protocols.push(protocol);
    }
    let of_node = |protocol: &Protocol| ![0, 1, 2, 3, 4, 5, 6, 8, 9].contains(&protocol.number());
    assert!(Protocol::ALL.iter().copied().filter(of_node).eq(protocols));
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

/// The smart rollups of 025 have an address that its draft lacks, and the protocol in development has two switches less.
#[test]
fn constants_of_the_newest_protocols_differ() {
    let text = include_str!("../testdata/constants/octez.jsonl");
    let json = |protocol: Protocol| -> Value {
        let of_this = |line: &Value| line["protocol"] == protocol.id() || line["protocol"] == protocol.number();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).rfind(of_this).unwrap()["constants"].clone()
    };
    let address = SmartRollupAddress([7; 20]);
    for protocol in [Protocol::Tallinn, Protocol::UshuaiaDraft, Protocol::Ushuaia, Protocol::Alpha] {
        let has_address = protocol >= Protocol::Ushuaia;
        let mut without_address = json(protocol);
        without_address.as_object_mut().unwrap().remove("smart_rollup_canonical_rollup_address");
        let without: Constants = protocol.from_json(&without_address.to_string()).unwrap();
        let smart_rollup = &without.parametric.smart_rollup;
        assert_eq!(smart_rollup.smart_rollup_canonical_rollup_address, None, "{protocol}");
        let features = &without.parametric.features;
        assert_eq!(features.aggregate_attestation.is_some(), protocol < Protocol::Alpha, "{protocol}");
        assert_eq!(features.allow_tz4_delegate_enable.is_some(), protocol < Protocol::Alpha, "{protocol}");

        let mut with = without.clone();
        with.parametric.smart_rollup.smart_rollup_canonical_rollup_address = Some(address);
        let mut with_address = without_address;
        with_address["smart_rollup_canonical_rollup_address"] = address.to_string().into();
        if has_address {
            let (before, bytes) = (protocol.encode(&without).unwrap(), protocol.encode(&with).unwrap());
            assert_eq!(bytes.len(), before.len() + 20, "{protocol}");
            check::<Constants>(protocol, &bytes, &with_address).unwrap();
            let flag = before.iter().zip(&bytes).position(|(before, after)| before != after).unwrap();
            assert_eq!((before[flag], &bytes[flag..=flag + 20]), (0, &[&[0xff][..], &[7; 20]].concat()[..]));
        } else {
            assert_eq!(protocol.encode(&with).unwrap_err().kind().name(), "Other_revision", "{protocol}");
            assert!(protocol.from_json::<Constants>(&with_address.to_string()).is_err(), "{protocol}");
        }
    }
}
