//! Receipts and internal operations, compared with Octez.

use tezos_protocol::Protocol;
use tezos_protocol::keys::PublicKeyHash;
use tezos_protocol::operation::AnyScript;
use tezos_protocol::receipt::{
    BalanceUpdates, InternalOperation, InternalOperationResult, LazyStorageDiff, OperationDataAndMetadata,
    RenamedOperation, RenamedUnsigned,
};

use crate::samples::{bytes, check, check_samples, lines, values_round_trip};

#[test]
fn samples_convert_in_both_directions() {
    check_samples::<LazyStorageDiff>("lazy_storage_diff", 2);
    check_samples::<InternalOperation>("operation.internal", 3);
    check_samples::<InternalOperationResult>("operation.internal_and_metadata", 3);
    // The other samples are of a version of the protocol in development with another encoding of accounts.
    check_samples::<BalanceUpdates>("receipt.balance_updates", 2);
}

/// Errors are JSON documents, and `serde_json` does not keep the order of their fields. So JSON is compared as a value, and only our own
/// JSON is read.
#[test]
fn operations_with_metadata_have_the_json_of_octez() {
    let all = lines("data/octez_encoding_samples/samples.jsonl");
    for sample in all.iter().filter(|sample| sample["encoding"] == "operation.data_and_metadata") {
        let bytes = bytes(sample, "hex");
        for protocol in [Protocol::Seoul, Protocol::Tallinn, Protocol::Ushuaia] {
            let value: OperationDataAndMetadata = protocol.decode(&bytes).unwrap();
            let json = protocol.to_json(&value).unwrap();
            assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap(), sample["json"]);
            let again: OperationDataAndMetadata = protocol.from_json(&json).unwrap();
            assert_eq!((&again, protocol.encode(&again).unwrap()), (&value, bytes.clone()));
        }
    }
}

/// Checks generated values. Results of transactions are left out, because JSON does not distinguish those to a smart rollup from those to
/// a contract, as in Octez.
#[test]
fn generated_values_round_trip() {
    values_round_trip::<BalanceUpdates>("receipt.balance_updates", 9..=26);
    values_round_trip::<LazyStorageDiff>("lazy_storage_diff", 8..=26);
    values_round_trip::<InternalOperation>("operation.internal", 5..=26);
    values_round_trip::<AnyScript>("script", 25..=26);
}

#[test]
fn operations_with_other_names_convert_in_both_directions() {
    check_samples::<RenamedOperation>("operation_with_attestation", 8);
    check_samples::<RenamedUnsigned>("operation_with_attestation.unsigned", 9);
    check_samples::<RenamedOperation>("operation_with_legacy_attestation_name", 9);
    check_samples::<RenamedUnsigned>("operation_with_legacy_attestation_name.unsigned", 9);
}

/// Checks balance changes in each protocol: the range of protocols that have the case, its bytes after the size prefix, and its JSON.
#[test]
fn balance_changes_depend_on_the_protocol() {
    const TZ1: &str = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx";
    let delegate = hex::encode(Protocol::Seoul.encode(&TZ1.parse::<PublicKeyHash>().unwrap()).unwrap());
    for (range, bytes, json) in [
        (
            9..=11,
            format!("01{delegate}00000005"),
            format!(r#""kind":"freezer","category":"rewards","delegate":"{TZ1}","cycle":5"#),
        ),
        (
            9..=11,
            format!("03{delegate}00000005"),
            format!(r#""kind":"freezer","category":"deposits","delegate":"{TZ1}","cycle":5"#),
        ),
        (
            12..=12,
            format!("03{delegate}00000005"),
            format!(r#""kind":"freezer","category":"legacy_deposits","delegate":"{TZ1}","cycle":5"#),
        ),
        (12..=26, "02".into(), r#""kind":"accumulator","category":"block fees""#.into()),
        (12..=17, format!("04{delegate}"), format!(r#""kind":"freezer","category":"deposits","delegate":"{TZ1}""#)),
        (
            18..=26,
            format!("0401{delegate}"),
            format!(r#""kind":"freezer","category":"deposits","staker":{{"delegate":"{TZ1}"}}"#),
        ),
        (12..=17, "07".into(), r#""kind":"minted","category":"endorsing rewards""#.into()),
        (18..=26, "07".into(), r#""kind":"minted","category":"attesting rewards""#.into()),
        (
            12..=17,
            format!("0d{delegate}ff00"),
            format!(
                r#""kind":"burned","category":"lost endorsing rewards","delegate":"{TZ1}","participation":true,"revelation":false"#
            ),
        ),
        (
            18..=26,
            format!("0d{delegate}ff00"),
            format!(
                r#""kind":"burned","category":"lost attesting rewards","delegate":"{TZ1}","participation":true,"revelation":false"#
            ),
        ),
        (
            14..=15,
            format!("1500{delegate}0100000025{}", hex::encode("scr1HLXM32GacPNDrhHDLAssZG88eWqCUbyLF")),
            format!(
                r#""kind":"freezer","category":"bonds","contract":"{TZ1}","bond_id":{{"sc_rollup":"scr1HLXM32GacPNDrhHDLAssZG88eWqCUbyLF"}}"#
            ),
        ),
        (
            18..=26,
            format!("1a01{delegate}00000005"),
            format!(r#""kind":"freezer","category":"unstaked_deposits","staker":{{"delegate":"{TZ1}"}},"cycle":5"#),
        ),
        (
            18..=26,
            format!("1c{delegate}"),
            format!(r#""kind":"staking","category":"delegate_denominator","delegate":"{TZ1}""#),
        ),
        (
            22..=26,
            format!("1e{delegate}"),
            format!(r#""kind":"burned","category":"lost DAL attesting rewards","delegate":"{TZ1}""#),
        ),
        (25..=26, "1f".into(), r#""kind":"freezer","category":"stez_deposits""#.into()),
    ] {
        let size = bytes.len() / 2 + 9;
        let bytes = hex::decode(format!("{size:08x}{bytes}fffffffffffffff900")).unwrap();
        let json = serde_json::from_str(&format!(r#"[{{{json},"change":"-7","origin":"block"}}]"#)).unwrap();
        for protocol in Protocol::ALL.iter().copied().filter(|protocol| protocol.number() >= 9) {
            let is_known = check::<BalanceUpdates>(protocol, &bytes, &json);
            assert_eq!(is_known.is_ok(), range.contains(&protocol.number()), "{json} in {protocol}: {is_known:?}");
        }
    }
}

#[test]
fn native_scripts_convert_in_both_directions() {
    let json = r#"{"kind":{},"storage":{"int":"5"}}"#;
    check::<AnyScript>(Protocol::Ushuaia, &[1, 0, 0, 0, 0, 2, 0, 5], &serde_json::from_str(json).unwrap()).unwrap();
    let json = r#"{"code":[],"storage":{"int":"5"}}"#;
    let bytes = [0, 0, 0, 0, 5, 2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 5];
    check::<AnyScript>(Protocol::Ushuaia, &bytes, &serde_json::from_str(json).unwrap()).unwrap();
}
