//! Reads blocks in binary: those that nodes gave over RPC, and files as a store has them, built here byte by byte.

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};
use tezos_messages::hash::blake2b_256;

use crate::common::{Run, folder, run, shared::shared};

/// Returns bytes with a 4-byte size prefix.
fn framed(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_be_bytes()[..], bytes].concat()
}

fn last_line(run: &Run) -> &str {
    run.out.lines().last().unwrap_or_default()
}

#[test]
fn blocks_of_nodes_are_read_with_their_receipts() {
    let Some(folder) = shared("data/blocks_binary") else { return };
    let run = run(&["blocks", folder.to_str().unwrap()]);
    assert_eq!((run.status, last_line(&run)), (0, "30 blocks of 012 to 018, 0 failures"), "{}{}", run.out, run.err);
    assert!(run.out.contains("Smart_rollup_execute_outbox_message"), "{}", run.out);
}

/// A block of a node is a value for the other commands too.
#[test]
fn a_block_of_a_node_has_an_id() {
    let Some(folder) = shared("data/blocks_binary") else { return };
    let (file, id) = (folder.join("018_Proxford_494220.bin"), "018-Proxford.block_info.response");
    let file = file.to_str().unwrap();
    let sliced = run(&["slice", file]);
    assert_eq!((sliced.status, sliced.out.lines().next()), (0, Some("018-Proxford.block_info.response:")));
    let decoded = run(&["decode", id, "from", file]);
    assert_eq!((decoded.status, &decoded.json()["header"]["level"]), (0, &Value::from(494_220)));
    let stats = run(&["stats", "--json", "--encoding", id, file]);
    assert_eq!(stats.status, 0, "{}{}", stats.out, stats.err);
    assert!(stats.out.contains("operations[][].branch"), "{}", stats.out);
}

/// A block of a store, without its size prefix and its metadata, from a line of JSON.
fn stored(line: &Value) -> Vec<u8> {
    let hex = |value: &Value| hex::decode(value.as_str().unwrap()).unwrap();
    let header = hex(&line["header"]);
    let passes = line["operations"].as_array().unwrap().iter().map(|pass| {
        framed(&pass.as_array().unwrap().iter().flat_map(|operation| framed(&hex(operation))).collect::<Vec<_>>())
    });
    let operations = framed(&passes.flatten().collect::<Vec<_>>());
    [&blake2b_256(&header)[..], &framed(&header), &operations, &[0, 0]].concat()
}

/// The metadata of a block of a store: no message, two numbers, and what belongs to the protocol, in the newer or the older form.
fn metadata(block: &[u8], receipt: &[u8], is_legacy: bool) -> Vec<u8> {
    let receipt = if is_legacy { framed(receipt) } else { [&[0][..], &framed(receipt), &[1]].concat() };
    [&[0, 0, 120, 0, 0, 0, 7][..], &framed(block), &framed(&framed(&receipt))].concat()
}

/// Generates the first value of an encoding of Seoul.
fn generated(id: &str) -> Vec<u8> {
    let run = run(&["generate", &format!("023-PtSeouLo.{id}"), "--count", "1"]);
    let line: Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
    hex::decode(line["hex"].as_str().unwrap()).unwrap()
}

#[test]
fn blocks_of_a_store_are_read() {
    let stage = folder("blocks_of_a_store");
    let of = |name: &str, content: &[u8]| {
        let file = stage.join(name);
        fs::write(&file, content).unwrap();
        run(&["blocks", file.to_str().unwrap()])
    };
    let line = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/blocks/blocks.jsonl");
    let block = stored(&serde_json::from_str(&fs::read_to_string(line).unwrap()).unwrap());
    let alone = framed(&block);
    let (of_block, receipt) = (generated("block_header_metadata"), generated("operation_metadata"));
    let with = |is_legacy| framed(&[block.clone(), metadata(&of_block, &receipt, is_legacy)].concat());

    for (name, content, count) in [
        ("one", alone.clone(), "1 block"),
        ("newer", with(false), "1 block"),
        ("older", with(true), "1 block"),
        ("floating", [with(false), alone.clone(), with(true)].concat(), "3 blocks"),
    ] {
        let run = of(name, &content);
        let expected = format!("{count} of 023, 0 failures");
        assert_eq!((run.status, last_line(&run)), (0, expected.as_str()), "{name}: {}{}", run.out, run.err);
    }
    for width in [8, 4] {
        let offsets = [2 * width, 2 * width + alone.len()];
        let offsets = offsets.iter().flat_map(|offset| (*offset as u64).to_be_bytes()[8 - width..].to_vec());
        let run = of("cemented", &[offsets.collect(), alone.clone(), alone.clone()].concat());
        assert_eq!((run.status, last_line(&run)), (0, "2 blocks of 023, 0 failures"), "{width}: {}", run.out);
    }
    let mut other = [16, 16 + alone.len() + 1].map(|offset| (offset as u64).to_be_bytes()).concat();
    other.extend([alone.clone(), alone.clone()].concat());
    let other = of("other offsets", &other);
    assert_eq!((other.status, last_line(&other)), (1, "2 blocks of 023, 1 failure"), "{}", other.out);
    let endless = of("endless", &[&alone[..], &[4, 0, 0, 1, 9]].concat());
    let sentence = format!(
        "byte {}: this is no block: it would have 67,108,865 bytes, and the limit is 67,108,864\n",
        alone.len()
    );
    assert!(endless.out.contains(&sentence), "{}", endless.out);
    for (bytes, count) in [(&[0, 0, 0][..], 2), (&[], 1)] {
        let cut = of("cut prefix", &[&alone[..], bytes].concat());
        assert_eq!(
            (cut.status, last_line(&cut).starts_with(&format!("{count} block"))),
            (count - 1, true),
            "{}",
            cut.out
        );
    }
    let cut = of("cut", &[&alone[..], &alone[..alone.len() - 1]].concat());
    assert_eq!(cut.status, 1);
    let sentence = format!("byte {}: the file ends inside a block", alone.len());
    assert!(cut.out.contains(&sentence), "{}", cut.out);
    // A block whose hash is not that of its header.
    let mut other = alone.clone();
    other[4] ^= 1;
    for content in [other, vec![0; 4000]] {
        let run = of("other hash", &content);
        assert_eq!((run.status, last_line(&run)), (1, "1 block, 1 failure"));
        assert!(run.out.contains("byte 0: this is no block"), "{}", run.out);
    }
    let mut padded = with(true);
    padded.extend([0; 3]);
    assert_eq!(of("padded", &padded).status, 1);

    let both = run(&["blocks", stage.join("one").to_str().unwrap(), stage.join("cut").to_str().unwrap()]);
    assert_eq!((both.status, last_line(&both)), (1, "3 blocks of 023, 1 failure"), "{}", both.out);
    for content in [&b""[..], b"\n \n"] {
        let run = of("empty", content);
        assert_eq!(run.status, 1, "{}", run.out);
        assert!(run.err.ends_with("empty: there is no block in it\n"), "{}", run.err);
    }
    let empty = folder("no_blocks");
    assert_eq!(
        run(&["blocks", empty.to_str().unwrap()]).err.trim_end().split(": ").last().unwrap(),
        "there is no file .bin or .jsonl in this folder"
    );
}

/// The header of a block of protocol 000 with these fields of the shell.
fn genesis_header(level: u8, proto: u8, operations: &[u8]) -> Vec<u8> {
    let command = [&[0][..], &[9; 32], &framed(&framed(&[1])), b"parameters", &[0; 64]].concat();
    let shell =
        [&[0, 0, 0, level, proto][..], &[8; 32], &[0, 0, 0, 0, 0, 0, 0, 5, 0], operations, &framed(&[]), &[6; 32]];
    [&shell.concat()[..], &command].concat()
}

/// The block at level 1 as a node gives it and as a store has it.
#[test]
fn the_first_blocks_of_mainnet_are_read() {
    let header = genesis_header(1, 1, &blake2b_256(&[]));
    let hash = blake2b_256(&header);
    let mainnet = [0x7a, 0x06, 0xa7, 0x70];
    let stage = folder("first_blocks");
    let of = |name: &str, content: &[u8]| {
        let file = stage.join(name);
        fs::write(&file, content).unwrap();
        run(&["blocks", file.to_str().unwrap()])
    };
    let answer = framed(&[&mainnet[..], &hash, &framed(&header), &[0], &framed(&[])].concat());
    let stored = framed(&[&hash[..], &framed(&header), &framed(&[]), &[0, 0]].concat());
    for (name, content) in [("answer", &answer), ("stored", &stored)] {
        let run = of(name, content);
        assert_eq!((run.status, last_line(&run)), (0, "1 block of 000, 0 failures"), "{name}: {}{}", run.out, run.err);
    }
    // Other operations than those of the header.
    let header = genesis_header(1, 1, &[7; 32]);
    let hash = blake2b_256(&header);
    let other = of("other", &framed(&[&hash[..], &framed(&header), &framed(&[]), &[0, 0]].concat()));
    assert_eq!((other.status, last_line(&other)), (1, "1 block of 000, 1 failure"), "{}", other.out);
    assert!(other.out.contains("byte 0: the hash of the operations is LLo"), "{}", other.out);
}

/// Runs `blocks` of standard input. Returns the run, and its peak memory in kB after the input was written.
fn piped<'c>(content: impl Iterator<Item = &'c [u8]>) -> (Run, u64) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tezos-codec"));
    command.args(["blocks", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    content.for_each(|bytes| child.stdin.as_mut().unwrap().write_all(bytes).unwrap());
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (Run { status: status.code().unwrap(), out, err }, peak.unwrap_or_default())
}

/// Blocks whose metadata is 2 MB of zeros, which no protocol accepts.
#[test]
fn memory_does_not_grow_with_the_number_of_blocks() {
    let line = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/blocks/blocks.jsonl");
    let block = stored(&serde_json::from_str(&fs::read_to_string(line).unwrap()).unwrap());
    let large = framed(&[block, metadata(&vec![0; 2_000_000], &[0], false)].concat());
    let (run, peak) = piped(std::iter::repeat_n(large.as_slice(), 64));
    assert_eq!((run.status, last_line(&run)), (1, "64 blocks, 64 failures"), "{}{}", run.out, run.err);
    assert!(peak < 64_000, "{peak} kB for 128 MB");
    let blank = " ".repeat(999) + "\n";
    let (run, peak) = piped(std::iter::repeat_n(blank.as_bytes(), 128_000));
    assert_eq!((run.status, run.err.as_str()), (1, "error: standard input: there is no block in it\n"));
    assert!(peak < 64_000, "{peak} kB for 128 MB");
}

#[test]
fn standard_input_without_a_block_is_refused() {
    for content in [&b""[..], b"\n"] {
        let (run, _) = piped(std::iter::once(content));
        assert_eq!((run.status, run.out.as_str()), (1, ""));
        assert_eq!(run.err, "error: standard input: there is no block in it\n");
    }
}

/// The first failures are printed.
#[test]
fn failures_are_limited() {
    let line = b"{\"header\":\"00\",\"chain_id\":\"7a06a770\"}\n";
    let (run, _) = piped(std::iter::repeat_n(line.as_slice(), 1_003));
    assert_eq!(run.status, 1);
    assert_eq!(run.out.matches("failed line ").count(), 1_000);
    assert!(run.out.contains("\nand 3 more\n"), "{}", last_line(&run));
    assert!(last_line(&run).starts_with("1,003 blocks of ") && run.out.ends_with(", 1,003 failures\n"));
}

/// A block of another chain in JSON: the protocol is the newest that accepts the header and all operations.
#[test]
fn the_protocol_of_a_block_of_any_chain_is_found() {
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/blocks/blocks.jsonl");
    let mut block: Value = serde_json::from_str(&fs::read_to_string(text).unwrap()).unwrap();
    block["chain_id"] = json!("01020304");
    let line = block.to_string() + "\n";
    let (run, _) = piped(std::iter::once(line.as_bytes()));
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let last = last_line(&run);
    assert!(last.starts_with("1 block of ") && last.ends_with(", 0 failures"), "{last}");
    // A test network of 2019.
    let Some(real) = shared("data/blocks_carthage/blocks.jsonl") else { return };
    let run = crate::common::run(&["blocks", real.to_str().unwrap()]);
    assert_eq!((run.status, last_line(&run)), (0, "661 blocks of 009, 0 failures"), "{}", run.err);
}
