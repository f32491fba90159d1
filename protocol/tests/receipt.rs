//! Receipts and internal operations, compared with Octez.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, Tagged};
use tezos_hashes::hash::OperationHash;
use tezos_hashes::protocol::{BlindedPublicKeyHash, ContractHash, SmartRollupAddress, TxRollupHash};
use tezos_protocols::Protocol;
use tezos_protocols::block::GenesisCommand;
use tezos_protocols::chain::{EarlyBalance, OldBalance};
use tezos_protocols::contract::ContractId;
use tezos_protocols::keys::PublicKeyHash;
use tezos_protocols::operation::AnyScript;
use tezos_protocols::receipt::{
    Balance, BalanceUpdates, GameResult, InternalContents, InternalOperation, InternalOperationResult,
    LazyStorageChange, LazyStorageDiff, OperationDataAndMetadata, RenamedInlined, RenamedInlinedPreattestation,
    RenamedOperation, RenamedUnsigned, WhitelistUpdate,
};

use tezos_protocols::rollup::smart::{DalSlotHeader, GameState, InputProof, RevealProof};

use crate::samples::{ALPHA, bytes, check, check_samples, lines, protocols, values_of_cases, values_round_trip};

#[test]
fn samples_convert_in_both_directions() {
    check_samples::<LazyStorageDiff>("lazy_storage_diff", 2);
    check_samples::<InternalOperation>("operation.internal", 3);
    check_samples::<InternalOperationResult>("operation.internal_and_metadata", 3);
    // The other samples are of a version of the protocol in development with another encoding of accounts.
    check_samples::<BalanceUpdates>("receipt.balance_updates", 2);
}

/// As in Octez. Readers such as tzgo look for the kind at the start of the object.
#[test]
fn kinds_are_first_in_json() {
    fn check<T: HasEncoding + BinWriter + Tagged + for<'a> NomReader<'a>>(protocol: Protocol) -> usize {
        named::<T>("kind", protocol)
    }

    fn named<T: HasEncoding + BinWriter + Tagged + for<'a> NomReader<'a>>(name: &str, protocol: Protocol) -> usize {
        let values = values_of_cases::<T>(protocol, 1);
        for (_, bytes) in &values {
            let text = protocol.to_json(&protocol.decode::<T>(bytes).unwrap()).unwrap();
            assert!(text.starts_with(&format!(r#"{{"{name}":""#)), "{text}");
        }
        values.len()
    }

    let mut count = 0;
    for protocol in protocols(1..=ALPHA) {
        count += check::<Balance>(protocol) + check::<LazyStorageChange>(protocol);
        count += check::<EarlyBalance>(protocol) + check::<OldBalance>(protocol);
        count += check::<InternalContents>(protocol) + check::<InternalOperationResult>(protocol);
        count += check::<RenamedInlined>(protocol) + check::<RenamedInlinedPreattestation>(protocol);
        count += check::<GameResult>(protocol) + check::<WhitelistUpdate>(protocol) + check::<GameState>(protocol);
        count +=
            named::<InputProof>("input_proof_kind", protocol) + named::<RevealProof>("reveal_proof_kind", protocol);
        count += named::<DalSlotHeader>("version", protocol) + named::<GenesisCommand>("command", protocol);
    }
    assert!(count > 500, "{count}");
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
    values_round_trip::<BalanceUpdates>("receipt.balance_updates", 9..=ALPHA);
    values_round_trip::<LazyStorageDiff>("lazy_storage_diff", 8..=ALPHA);
    values_round_trip::<InternalOperation>("operation.internal", 1..=ALPHA);
    values_round_trip::<AnyScript>("script", 25..=ALPHA);
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
    let without_fields = [
        (2, 12..=ALPHA, "accumulator", "block fees"),
        (5, 12..=ALPHA, "minted", "nonce revelation rewards"),
        (6, 12..=17, "minted", "double signing evidence rewards"),
        (7, 12..=17, "minted", "endorsing rewards"),
        (7, 18..=ALPHA, "minted", "attesting rewards"),
        (8, 12..=ALPHA, "minted", "baking rewards"),
        (9, 12..=ALPHA, "minted", "baking bonuses"),
        (11, 12..=ALPHA, "burned", "storage fees"),
        (12, 12..=ALPHA, "burned", "punishments"),
        (14, 12..=ALPHA, "minted", "subsidy"),
        (15, 12..=ALPHA, "burned", "burned"),
        (17, 12..=ALPHA, "minted", "bootstrap"),
        (18, 12..=ALPHA, "minted", "invoice"),
        (19, 12..=ALPHA, "minted", "commitment"),
        (20, 12..=ALPHA, "minted", "minted"),
        (22, 13..=17, "minted", "tx_rollup_rejection_rewards"),
        (23, 13..=17, "burned", "tx_rollup_rejection_punishments"),
        (24, 14..=15, "burned", "sc_rollup_refutation_punishments"),
        (24, 16..=ALPHA, "burned", "smart_rollup_refutation_punishments"),
        (25, 15..=15, "minted", "sc_rollup_refutation_rewards"),
        (25, 16..=ALPHA, "minted", "smart_rollup_refutation_rewards"),
        (29, 22..=ALPHA, "minted", "DAL attesting rewards"),
        (31, 25..=25, "freezer", "clst_deposits"),
        (31, 26..=ALPHA, "freezer", "stez_deposits"),
        (33, 255..=255, "", ""),
    ]
    .map(|(tag, range, kind, category)| {
        (range, format!("{tag:02x}"), format!(r#""kind":"{kind}","category":"{category}""#))
    });
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
        (12..=17, format!("04{delegate}"), format!(r#""kind":"freezer","category":"deposits","delegate":"{TZ1}""#)),
        (
            18..=ALPHA,
            format!("0401{delegate}"),
            format!(r#""kind":"freezer","category":"deposits","staker":{{"delegate":"{TZ1}"}}"#),
        ),
        (
            12..=17,
            format!("0d{delegate}ff00"),
            format!(
                r#""kind":"burned","category":"lost endorsing rewards","delegate":"{TZ1}","participation":true,"revelation":false"#
            ),
        ),
        (
            18..=ALPHA,
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
            18..=ALPHA,
            format!("1a01{delegate}00000005"),
            format!(r#""kind":"freezer","category":"unstaked_deposits","staker":{{"delegate":"{TZ1}"}},"cycle":5"#),
        ),
        (
            18..=ALPHA,
            format!("1c{delegate}"),
            format!(r#""kind":"staking","category":"delegate_denominator","delegate":"{TZ1}""#),
        ),
        (
            22..=ALPHA,
            format!("1e{delegate}"),
            format!(r#""kind":"burned","category":"lost DAL attesting rewards","delegate":"{TZ1}""#),
        ),
        (9..=ALPHA, format!("0000{delegate}"), format!(r#""kind":"contract","contract":"{TZ1}""#)),
        (
            9..=11,
            format!("02{delegate}00000005"),
            format!(r#""kind":"freezer","category":"fees","delegate":"{TZ1}","cycle":5"#),
        ),
        (
            12..=12,
            format!("01{delegate}00000005"),
            format!(r#""kind":"freezer","category":"legacy_rewards","delegate":"{TZ1}","cycle":5"#),
        ),
        (
            12..=12,
            format!("0a{delegate}00000005"),
            format!(r#""kind":"freezer","category":"legacy_fees","delegate":"{TZ1}","cycle":5"#),
        ),
        (
            12..=ALPHA,
            format!("10{}", "00".repeat(20)),
            r#""kind":"commitment","category":"commitment","committer":"BTZ1""#
                .replace("BTZ1", &BlindedPublicKeyHash([0; 20]).to_string()),
        ),
        (
            13..=17,
            format!("1500{delegate}00{}", "00".repeat(20)),
            format!(
                r#""kind":"freezer","category":"bonds","contract":"{TZ1}","bond_id":{{"tx_rollup":"{}"}}"#,
                TxRollupHash([0; 20])
            ),
        ),
        (
            16..=ALPHA,
            format!("1500{delegate}01{}", "00".repeat(20)),
            format!(
                r#""kind":"freezer","category":"bonds","contract":"{TZ1}","bond_id":{{"smart_rollup":"{}"}}"#,
                SmartRollupAddress([0; 20])
            ),
        ),
        (
            18..=ALPHA,
            format!("1b00{delegate}"),
            format!(r#""kind":"staking","category":"delegator_numerator","delegator":"{TZ1}""#),
        ),
        (
            25..=25,
            format!("2000{delegate}00000005"),
            format!(r#""kind":"freezer","category":"clst_redeemed_deposits","staker":"{TZ1}","cycle":5"#),
        ),
        (
            26..=ALPHA,
            format!("2000{delegate}00000005"),
            format!(r#""kind":"freezer","category":"stez_redeemed_deposits","staker":"{TZ1}","cycle":5"#),
        ),
    ]
    .into_iter()
    .chain(without_fields)
    {
        let size = bytes.len() / 2 + 9;
        let bytes = hex::decode(format!("{size:08x}{bytes}fffffffffffffff900")).unwrap();
        let json = serde_json::from_str(&format!(r#"[{{{json},"change":"-7","origin":"block"}}]"#)).unwrap();
        for protocol in protocols(9..=ALPHA) {
            let is_known = check::<BalanceUpdates>(protocol, &bytes, &json);
            assert_eq!(is_known.is_ok(), range.contains(&(protocol as u8)), "{json} in {protocol}: {is_known:?}");
        }
    }
}

/// Checks where changes of balances come from: the first protocol, the bytes behind the change, and the JSON.
#[test]
fn origins_of_balance_changes_depend_on_the_protocol() {
    let hash = OperationHash([0; 32]);
    for (first, bytes, json) in [
        (9, "00".to_owned(), r#""origin":"block""#.to_owned()),
        (9, "01".into(), r#""origin":"migration""#.into()),
        (10, "02".into(), r#""origin":"subsidy""#.into()),
        (12, "03".into(), r#""origin":"simulation""#.into()),
        (
            18,
            format!("04{}", "00".repeat(32)),
            format!(r#""origin":"delayed_operation","delayed_operation_hash":"{hash}""#),
        ),
        (ALPHA + 1, "05".into(), String::new()),
    ] {
        let contract = ContractId::from(ContractHash([0; 20]));
        let update = format!("0001{}00{:016x}{bytes}", "00".repeat(20), 7);
        let bytes = hex::decode(format!("{:08x}{update}", update.len() / 2)).unwrap();
        let json = format!(r#"[{{"kind":"contract","contract":"{contract}","change":"7",{json}}}]"#);
        let json = serde_json::from_str(&json).unwrap_or_default();
        for protocol in protocols(9..=ALPHA) {
            let is_known = check::<BalanceUpdates>(protocol, &bytes, &json);
            assert_eq!(is_known.is_ok(), protocol as u8 >= first, "{json} in {protocol}: {is_known:?}");
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
