//! Receipts, and the operations that scripts made, as Octez writes them.

use tezos_protocol::Protocol;
use tezos_protocol::operation::AnyScript;
use tezos_protocol::receipt::{
    BalanceUpdates, InternalOperation, InternalOperationResult, LazyStorageDiff, OperationDataAndMetadata,
};

use crate::samples::{check, check_samples};

#[test]
fn samples() {
    check_samples::<LazyStorageDiff>("lazy_storage_diff", 0);
    check_samples::<InternalOperation>("operation.internal", 0);
    check_samples::<InternalOperationResult>("operation.internal_and_metadata", 0);
    check_samples::<OperationDataAndMetadata>("operation.data_and_metadata", 0);
    check_samples::<AnyScript>("script", 0);
    // Three more are of a version of the protocol in development that had bakers with addresses of their own.
    check_samples::<BalanceUpdates>("receipt.balance_updates", 2);
}

/// A change of each case with fields, in the first and in the last protocol that has it: its bytes behind the size, and its JSON.
#[test]
fn changes_of_balances() {
    const TZ1: &str = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx";
    let account = hex::encode(&bytes_of_account()[1..]);
    let delegate = format!("00{account}");
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
            format!("1500{delegate}0100000024{}", hex::encode("scr1HLXM32GacPNDrhHDLAssZG88eWqCUbyLF")),
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
        for protocol in Protocol::ALL.iter().copied() {
            let is_known = check::<BalanceUpdates>(protocol, &bytes, &json);
            assert_eq!(is_known.is_ok(), range.contains(&protocol.number()), "{json} in {protocol}: {is_known:?}");
        }
    }
}
fn bytes_of_account() -> Vec<u8> {
    Protocol::Seoul
        .encode(&"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse::<tezos_protocol::keys::PublicKeyHash>().unwrap())
        .unwrap()
}

#[test]
fn native_scripts() {
    let json = r#"{"kind":{},"storage":{"int":"5"}}"#;
    check::<AnyScript>(Protocol::Ushuaia, &[1, 0, 0, 0, 0, 2, 0, 5], &serde_json::from_str(json).unwrap()).unwrap();
    let json = r#"{"code":[],"storage":{"int":"5"}}"#;
    let bytes = [0, 0, 0, 0, 5, 2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 5];
    check::<AnyScript>(Protocol::Ushuaia, &bytes, &serde_json::from_str(json).unwrap()).unwrap();
}
