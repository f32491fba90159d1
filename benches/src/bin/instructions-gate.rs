//! Compares the instructions that `benches/instructions.rs` counted with `ci/instructions.toml`; `ci/instructions` calls it.
//!
//! `instructions-gate samples FOLDER` writes the messages that will be counted: the made ones, or with `--real` those of `../shared`. After
//! the benchmark, the program reads gungraun's summaries on stdin, one JSON object a line. Its arguments are then a task (`check`, `bless`
//! or `show`) and what the counts depend on, as `name=text`.

#![forbid(unsafe_code)]

use std::{
    collections::BTreeMap,
    env, fs,
    io::{self, BufRead as _},
    path::Path,
    process::ExitCode,
};

use serde_json::Value;
use tezos_codec_benches::{
    budget::{self, Figures, Verdict},
    by_hand::{Body, Refused},
    ethereum,
    samples::Samples,
    tree::{expr, tree},
};

/// Returns by how many percent a count may differ. Handwritten code may differ more: it is only the yardstick, whose counts keep the ratios
/// current.
fn slack(name: &str) -> u64 {
    if name == "by hand" { 5 } else { 2 }
}

/// The functions of the benchmark, each with the prefix of its sections and with the name that criterion has for the counted function.
const FUNCTIONS: [(&str, &str, &str); 20] = [
    ("decode_derived", "decode/", "derived"),
    ("decode_by_hand", "decode/", "by hand"),
    ("peer_decoded", "decode/peer_", "derived"),
    ("peer_decoded_by_hand", "decode/peer_", "by hand"),
    ("peer_encoded", "encode/peer_", "derived"),
    ("peer_reused", "encode/peer_", "derived, reused buffer"),
    ("arena_derived", "arena/", "derived"),
    ("validate_derived", "validate/", "derived"),
    ("view_derived", "view/", "derived"),
    ("view_by_hand", "view/", "by hand"),
    ("encode_derived", "encode/", "derived"),
    ("encode_by_hand", "encode/", "by hand"),
    ("encode_reused", "encode/", "derived, reused buffer"),
    ("hash_derived", "hash/", "derived"),
    ("hash_encoded", "hash/", "encode, then hash"),
    ("rlp_decoded", "decode/rlp_", "derived"),
    ("rlp_encoded", "encode/rlp_", "derived"),
    ("rlp_encoded_by_hand", "encode/rlp_", "by hand"),
    ("rlp_hashed", "hash/rlp_", "derived"),
    ("rlp_hashed_by_hand", "hash/rlp_", "by hand"),
];

const COMMENTS: &str = "\
# Instructions of one call (benches/benches/instructions.rs), on the toolchain named first; a count may differ by 2 %,
# one of code written by hand by 5 %.
# Written by `ci/instructions --bless`.
";

fn main() -> io::Result<ExitCode> {
    let mut arguments = env::args().skip(1);
    let task = arguments.next().unwrap_or_default();
    if task == "samples" {
        let folder = arguments.next().unwrap_or_default();
        let samples =
            if arguments.next().is_some_and(|which| which == "--real") { Samples::load() } else { Samples::made() };
        return write_samples(Path::new(&folder), &samples);
    }
    let toolchain: Vec<String> = arguments.collect();
    let toolchain: Vec<_> = toolchain.iter().filter_map(|text| text.split_once('=')).collect();
    let counts = read_counts()?;
    print_ratios(&counts);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ci/instructions.toml");
    match task.as_str() {
        "show" => Ok(ExitCode::SUCCESS),
        "bless" => {
            budget::write(&path, COMMENTS, &toolchain, &counts)?;
            println!("instructions: written to ci/instructions.toml");
            Ok(ExitCode::SUCCESS)
        }
        "check" => Ok(check(&budget::read(&path)?, &counts)),
        task => Err(io::Error::other(format!("expected check, bless or show, found {task:?}"))),
    }
}

/// The trees have two to this power leaves or constructors.
const TREE_HEIGHT: u32 = 12;

/// The number of transactions of the block.
const TRANSACTIONS: usize = 320;

/// Writes a file for each message, for each kind of tree, and for each type of Ethereum.
fn write_samples(folder: &Path, samples: &Samples) -> io::Result<ExitCode> {
    fs::create_dir_all(folder)?;
    for (name, message) in samples.messages() {
        fs::write(folder.join(name), samples.body(name))?;
        fs::write(folder.join(format!("peer_{name}")), message)?;
    }
    let refused = |_: Refused| io::Error::other("a tree that cannot be written");
    fs::write(folder.join("binary_tree"), tree(TREE_HEIGHT, 0).write_by_hand().map_err(refused)?)?;
    fs::write(folder.join("five_tree"), expr(1 << TREE_HEIGHT).write_by_hand().map_err(refused)?)?;
    fs::write(folder.join("rlp_transaction"), ethereum::transaction().map_err(io::Error::other)?)?;
    fs::write(folder.join("rlp_header"), ethereum::header().map_err(io::Error::other)?)?;
    fs::write(folder.join("rlp_block"), ethereum::block(TRANSACTIONS).map_err(io::Error::other)?)?;
    println!("messages: {}", samples.origin);
    Ok(ExitCode::SUCCESS)
}

/// Reads the counts on stdin.
fn read_counts() -> io::Result<Figures> {
    let mut counts = Figures::new();
    for line in io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let text = |field: &str| line.get(field).and_then(Value::as_str);
        let count = line.pointer("/profiles/0/data/total/metrics/Ir/values/new").and_then(Value::as_u64);
        let function = FUNCTIONS.iter().find(|(function, ..)| Some(*function) == text("function_name"));
        let (Some((_, group, name)), Some(id), Some(count)) = (function, text("id"), count) else {
            return Err(io::Error::other(format!("not a count of instructions: {line}")));
        };
        counts.entry(format!("{group}{id}")).or_default().insert((*name).to_owned(), count);
    }
    if counts.is_empty() {
        return Err(io::Error::other("no counts on stdin"));
    }
    Ok(counts)
}

/// Prints the counts of each message, and the ratios of derived to handwritten code.
fn print_ratios(counts: &Figures) {
    println!(
        "{:<34} {:>10} {:>10} {:>7}   {:>10} {:>7}",
        "instructions", "derived", "by hand", "ratio", "reused", "ratio"
    );
    for (section, counts) in counts {
        let of = |name: &str| counts.get(name).copied();
        let other = of("by hand").or_else(|| of("encode, then hash"));
        let column = |count: Option<u64>| count.map_or_else(String::new, |count| count.to_string());
        let ratio = |count: Option<u64>| match (count, other) {
            (Some(count), Some(other)) => format!("{:.2}", count as f64 / other as f64),
            _ => String::new(),
        };
        let (derived, reused) = (of("derived"), of("derived, reused buffer"));
        let line = format!(
            "{section:<34} {:>10} {:>10} {:>7}   {:>10} {:>7}",
            column(derived),
            column(other),
            ratio(derived),
            column(reused),
            ratio(reused)
        );
        println!("{}", line.trim_end());
    }
    println!("(hash/..: compared with encoding first and then hashing; hash/rlp_..: with hashing by hand)");
}

/// Prints the counts that differ from the committed ones.
fn check(committed: &Figures, counts: &Figures) -> ExitCode {
    // A message that is no longer counted is a difference too.
    let none = BTreeMap::new();
    let mut counts = counts.clone();
    for section in committed.keys() {
        counts.entry(section.clone()).or_insert_with(|| none.clone());
    }
    let rows = budget::compare(committed, &counts, slack);
    let different: Vec<_> = rows.iter().filter(|row| row.verdict() != Verdict::Kept).collect();
    if different.is_empty() {
        println!("instructions: {} counts are as committed", rows.len());
        return ExitCode::SUCCESS;
    }
    println!("\n{}", budget::heading());
    different.iter().for_each(|row| println!("{row}"));
    println!(
        "instructions: {} of {} counts are not as committed; undo regressions, or run `ci/instructions --bless` and commit intended changes",
        different.len(),
        rows.len()
    );
    ExitCode::FAILURE
}
