//! The program, run on a small block and on real ones. The tables of these are compared with the JSON of the blocks.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test panics if it fails"
)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Runs the program with a block as standard input. Returns the lines that it prints, or its error.
fn indexer(arguments: &[&str], block: &[u8]) -> Result<Vec<String>, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_indexer"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses its arguments does not read it.
    let _ = child.stdin.take().unwrap().write_all(block);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() {
        assert_eq!(text(output.stderr), "");
        Ok(text(output.stdout).lines().map(str::to_owned).collect())
    } else {
        Err(text(output.stderr))
    }
}

/// The block of `index_block`, an example of the protocols.
const SMALL_BLOCK: &[u8] = include_bytes!("../../../protocol/examples/block.bin");

#[test]
fn tables_of_a_small_block() {
    let table = |arguments: &[&str]| indexer(arguments, SMALL_BLOCK).unwrap();
    let hash = "ook3Ry9NBiqauiB4s8sbtxh1QvAUj8XbsKJ29a4o6H5U3JxeoNq";
    let (account, contract) = ("tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx", "KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc");
    assert_eq!(
        table(&["operations", "Nairobi"]),
        [
            format!("operations[0][0].contents[0] {hash} endorsement -"),
            format!("operations[3][0].contents[0] {hash} transaction applied"),
            format!("operations[3][1].contents[0] {hash} delegation failed"),
        ]
    );
    assert_eq!(
        table(&["transfers", "17"]),
        [format!("{hash} {account} {contract} 1500000"), format!("{hash} {contract} {account} 250000")]
    );
    // 700 is the fee.
    assert_eq!(table(&["balances", "Nairobi", "-"]), [format!("{account} -1250700"), format!("{contract} 1250000")]);
    assert_eq!(
        table(&["changes", "Nairobi"]),
        [r#"big_map 4 update "minted" = 5"#.to_owned(), format!("event {contract} minted 5")]
    );
    assert_eq!(table(&["calls", "mint", "Nairobi"]), [format!("{account} {contract} 5")]);
    assert_eq!(table(&["calls", "burn", "Nairobi"]), [""; 0]);
    let json: Value = serde_json::from_str(&table(&["json", "Nairobi"])[0]).unwrap();
    assert_eq!(json["operations"][3][0]["hash"], hash);
}

#[test]
fn what_is_wrong_is_named() {
    let error = |arguments: &[&str], block: &[u8]| indexer(arguments, block).unwrap_err();
    assert!(error(&["operations", "Nairob"], SMALL_BLOCK).contains("Nairob: expected the hash, the id"));
    assert!(error(&["blocks", "Nairobi"], SMALL_BLOCK).contains("unknown command blocks"));
    assert!(error(&["operations", "Nairobi", "no.bin"], &[]).contains("no.bin: "));
    assert!(error(&["operations", "Nairobi"], &SMALL_BLOCK[1..]).starts_with("indexer: -: "));
    assert!(error(&["operations", "Carthage"], SMALL_BLOCK).starts_with("indexer: -: "));
    assert!(indexer(&[], &[]).unwrap().join("\n").contains("indexer balances PROTOCOL [FILE ..]"));
}

/// Returns the blocks of `../shared`, each with its protocol; none if the folder does not exist.
fn real_blocks() -> Vec<(String, PathBuf)> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let shared = std::env::var_os("TEZOS_CODEC_SHARED").map_or(beside.into(), PathBuf::from);
    let Ok(folder) = fs::read_dir(shared.join("data/blocks_binary")) else {
        println!("skipped: {} is not available (TEZOS_CODEC_SHARED can set its folder)", shared.display());
        return Vec::new();
    };
    let blocks =
        folder.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|ext| ext == "bin"));
    blocks.map(|path| (path.file_name().unwrap().to_str().unwrap()[..3].to_owned(), path)).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// What the tables have, read in the JSON.
#[derive(Default)]
struct Counts {
    operations: Vec<String>,
    transfers: usize,
    calls: BTreeMap<String, usize>,
    balances: BTreeMap<String, i64>,
    big_maps: usize,
    events: usize,
}

impl Counts {
    fn of(block: &Value) -> Self {
        let mut counts = Self::default();
        counts.result(&block["metadata"]);
        list(&block["metadata"]["implicit_operations_results"]).iter().for_each(|result| counts.result(result));
        for operation in list(&block["operations"]).iter().flat_map(list) {
            for content in list(&operation["contents"]) {
                let metadata = &content["metadata"];
                let status = metadata["operation_result"]["status"].as_str().unwrap_or("-");
                let (hash, kind) = (operation["hash"].as_str().unwrap(), content["kind"].as_str().unwrap());
                counts.operations.push(format!("{hash} {kind} {status}"));
                counts.result(metadata);
                counts.executed(content, &metadata["operation_result"]);
                for internal in list(&metadata["internal_operation_results"]) {
                    counts.executed(internal, &internal["result"]);
                }
            }
        }
        counts
    }

    fn executed(&mut self, operation: &Value, result: &Value) {
        if result["status"] != "applied" {
            return;
        }
        self.result(result);
        match operation["kind"].as_str().unwrap() {
            "transaction" => {
                self.transfers += 1;
                if let Some(name) = operation["parameters"]["entrypoint"].as_str() {
                    *self.calls.entry(name.to_owned()).or_default() += 1;
                }
            }
            "event" => self.events += 1,
            _ => {}
        }
    }

    fn result(&mut self, result: &Value) {
        for update in list(&result["balance_updates"]).iter().filter(|update| update["kind"] == "contract") {
            let sum = self.balances.entry(update["contract"].as_str().unwrap().to_owned()).or_default();
            *sum += update["change"].as_str().unwrap().parse::<i64>().unwrap();
        }
        for change in list(&result["lazy_storage_diff"]).iter().filter(|change| change["kind"] == "big_map") {
            let diff = &change["diff"];
            self.big_maps += list(&diff["updates"]).len() + usize::from(diff["action"] != "update");
        }
    }
}

#[test]
fn tables_of_real_blocks_are_those_of_their_json() {
    let mut tokens = 0;
    for (protocol, path) in real_blocks() {
        let path = path.to_str().unwrap();
        let table = |task: &str| indexer(&[task, &protocol, path], &[]).unwrap();
        let json = serde_json::from_str(&table("json")[0]).unwrap();
        let counts = Counts::of(&json);
        let operations = table("operations");
        let operations: Vec<&str> = operations.iter().map(|row| row.split_once(' ').unwrap().1).collect();
        assert_eq!(operations, counts.operations, "{path}");
        assert_eq!(table("transfers").len(), counts.transfers, "{path}");
        let balances = counts.balances.iter().map(|(contract, change)| format!("{contract} {change}"));
        let mut sorted = table("balances");
        sorted.sort();
        assert_eq!(sorted, balances.collect::<Vec<_>>(), "{path}");
        let changes = table("changes");
        let events = changes.iter().filter(|row| row.starts_with("event ")).count();
        assert_eq!((changes.len() - events, events), (counts.big_maps, counts.events), "{path}");
        // Those of FA2 have a row for each token too, which begins with the contract and a number.
        let calls = indexer(&["calls", "transfer", &protocol, path], &[]).unwrap();
        let (rows, calls): (Vec<&String>, Vec<&String>) =
            calls.iter().partition(|row| row.split(' ').nth(1).unwrap().bytes().all(|byte| byte.is_ascii_digit()));
        assert_eq!(calls.len(), counts.calls.get("transfer").copied().unwrap_or(0), "{path}");
        tokens += rows.len();
    }
    println!("{tokens} tokens");
    assert!(real_blocks().is_empty() || tokens > 100, "{tokens}");
}
