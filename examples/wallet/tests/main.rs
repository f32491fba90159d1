//! The program, run as a user runs it, and the lines of the tasks.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test panics if it fails"
)]

mod lines;

use std::io::Write;
use std::process::{Command, Stdio};

use tezos_hashes::keys::Sign;
use tezos_hashes::secret::SecretKey;

const KEY: &str = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh";
const TO: &str = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb";
const TOKEN: &str = "KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn";
const NODE: [&str; 4] = ["--branch", "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2", "--counter", "8"];

/// Runs the program with lines of standard input. Returns the lines that it prints, or its error.
fn wallet(key: &str, arguments: &[&str]) -> Result<Vec<String>, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wallet"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // `inspect` does not read it.
    let _ = child.stdin.take().unwrap().write_all(key.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() {
        assert_eq!(text(output.stderr), "");
        Ok(text(output.stdout).lines().map(str::to_owned).collect())
    } else {
        assert_eq!(output.stdout, b"");
        Err(text(output.stderr))
    }
}

/// Runs a command that makes an operation.
fn make(key: &str, arguments: &[&str]) -> Vec<String> {
    wallet(key, &[arguments, &NODE].concat()).unwrap()
}

fn public_key(key: &str) -> String {
    key.parse::<SecretKey>().unwrap().public_key().to_string()
}

/// Keys of each algorithm of Octez's tests, and one that is encrypted as Octez encrypts it (`hashes/tests/vectors/encrypted.txt`).
#[test]
fn addresses_of_keys() {
    let encrypted = "edesk1s4xEifbUdUkghHHimbNUuyQ4eidDVJdc8JtPRUon758hBqZNZsQxadUDFRSRiUdLoFqBG35HAiLKafyczw";
    let plain = "edsk3Kqr8VHRx9kmR8Pj5qRGcmvQH34cForiMaMz1Ahhq5DkZp7FxJ";
    for (key, address) in [
        (KEY, "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx"),
        (
            "unencrypted:edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh\n",
            "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx",
        ),
        ("spsk2XJu4wuYsHeuDaCktD3ECnnpn574ceSWHEJVvXTt7JP6ztySCL", "tz2DTy9uoYbCFZrtSi9AHNUsnyE8CgDSyQqp"),
        ("p2sk2k6YAkNJ8CySZCS3vGA5Ht6Lj6LXG3yb8UrHvMKZy7Ab8JUtWh", "tz3LUdmLdpj2ZpVY7uTQfYuxarVykqYXxvPA"),
        ("BLsk1hfuv6V8JJRaLDBJgPTRGLKusTZnTmWGrvSKYzUaMuzvPLmeGG", "tz4RzMkzuihTXjknoL2hqePPCuDqEP5iXHtA"),
        (plain, "tz1cu1MuDvT8hFjfv7hxTJq4PDSivS2B8egq"),
        (&format!("{encrypted}\nahThie5H\n"), "tz1cu1MuDvT8hFjfv7hxTJq4PDSivS2B8egq"),
        (&format!("encrypted:{encrypted}\nahThie5H"), "tz1cu1MuDvT8hFjfv7hxTJq4PDSivS2B8egq"),
    ] {
        assert_eq!(wallet(key, &["address"]), Ok(vec![address.to_owned()]), "{key}");
    }
    let error = wallet(&format!("{encrypted}\nahThie5h"), &["address"]).unwrap_err();
    assert!(error.contains("password"), "{error}");
    // A mistyped key: its text is not printed.
    let error = wallet(&encrypted.replace("edesk1s", "edesk1t"), &["address"]).unwrap_err();
    assert!(error.contains("checksum") && !error.contains("edesk1t"), "{error}");
    assert!(wallet("", &["address"]).is_err());
}

/// taquito 24.2, pytezos 3.20 and tzgo 1.25 make the same operations, but for the batch of tzgo (`examples/peers/run`).
#[test]
fn operations_are_those_of_other_libraries() {
    let transfer = make(KEY, &["transfer", TO, "1.5"]);
    assert_eq!(transfer[0], "opNTAK6kmWD9nyGsN4Qev1K7j5oL1UK63sde6qus6Sbb8zAS8ir");
    let batch = make(KEY, &["batch", TO, "1.5", TOKEN, "mint", r#"Pair 3 (Some "gold")"#]);
    assert_eq!(batch[0], "oo47XgRH7FFeJHL5rhYNjkzc6AKa7V9p3UjRwZ4DWtkRsFH9XDc");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/script.tz");
    let origination = make(KEY, &["originate", script, "Unit"]);
    assert_eq!(origination[0], "oobpHXHk9EjhL8h6qpamosDz3phvjqY2YvNHABdbhtV6ttbryKA");
    assert_eq!(origination[2], "KT1Th8rz8oJE2RRWzFR3jhj25xx7toB6zmBD");
    assert_eq!((transfer.len(), batch.len(), origination.len()), (2, 2, 3));

    let inspect = |hex: &str, key: &str| wallet("", &["inspect", hex, key]);
    let account = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx";
    let sent = format!("transfer 1.5 ꜩ from {account} to {TO}");
    assert_eq!(inspect(&transfer[1], &public_key(KEY)), Ok(vec![sent.clone()]));
    let words =
        format!("reveal the public key of {account}; {sent}; transfer 0 ꜩ from {account} to {TOKEN}, calls `mint`");
    assert_eq!(inspect(&batch[1], &public_key(KEY)), Ok(vec![words]));
    let words = format!("originate a contract with 0 ꜩ, by {account}");
    assert_eq!(inspect(&origination[1], &public_key(KEY)), Ok(vec![words]));

    // Another key, and another amount.
    let other = public_key("edsk3Kqr8VHRx9kmR8Pj5qRGcmvQH34cForiMaMz1Ahhq5DkZp7FxJ");
    assert!(inspect(&transfer[1], &other).unwrap_err().contains("signature"));
    assert!(inspect(&transfer[1].replace("e0c65b", "e1c65b"), &public_key(KEY)).unwrap_err().contains("signature"));
}

/// A key of each algorithm reveals itself, with a proof if it is one of BLS, and its signature verifies.
#[test]
fn batches_of_each_algorithm() {
    for key in [
        "spsk2XJu4wuYsHeuDaCktD3ECnnpn574ceSWHEJVvXTt7JP6ztySCL",
        "p2sk2k6YAkNJ8CySZCS3vGA5Ht6Lj6LXG3yb8UrHvMKZy7Ab8JUtWh",
        "BLsk1hfuv6V8JJRaLDBJgPTRGLKusTZnTmWGrvSKYzUaMuzvPLmeGG",
    ] {
        let batch = make(key, &["batch", TO, "0.000001", TOKEN, "default", "Unit"]);
        let words = wallet("", &["inspect", &batch[1], &public_key(key)]).unwrap();
        assert!(words[0].contains("transfer 0.000001 ꜩ from tz"), "{words:?}");
    }
}

#[test]
fn what_is_missing_or_wrong_is_named() {
    let error = |arguments: &[&str]| wallet(KEY, arguments).unwrap_err();
    assert!(error(&["transfer", TO, "1.5"]).contains("--branch is missing"));
    assert!(error(&["transfer", TO, "1.5", "--branch"]).contains("--branch is without a value"));
    assert!(error(&["transfer", TO]).contains("unknown command, or not its arguments"));
    assert!(error(&["address", "--fee", "1"]).contains("unknown option --fee"));
    assert!(error(&[&["originate", "no.tz", "Unit"][..], &NODE].concat()).contains("no.tz: "));
    assert!(error(&[&["transfer", TO, "1.5000001"][..], &NODE].concat()).len() > 10);
    let usage = wallet("", &[]).unwrap().join("\n");
    for command in ["address", "transfer", "batch", "originate", "inspect"] {
        assert!(usage.contains(&format!("wallet {command}")), "{usage}");
    }
}
