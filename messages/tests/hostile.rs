//! Invalid messages: truncated, changed, or found by a fuzzer. Nothing panics, and every value that is read can be written.

use std::fmt::Debug;
use std::iter;

use crate::common::tezedge::{MESSAGES, messages};
use crate::common::{bytes, frame, lines, shared};
use tezos_encoding::{Decode, Encode};
use tezos_messages::block_header::BlockHeader;
use tezos_messages::handshake::{Ack, ConnectionMessage};
use tezos_messages::operation::RawOperation;
use tezos_messages::p2p::PeerMessage;

/// Decodes any bytes. Checks that a value can be written and read again, and that an error has an offset and a text.
fn one<T: Encode + for<'a> Decode<'a> + Debug + PartialEq>(input: &[u8]) {
    match T::from_bytes(input) {
        Ok(value) => assert!(T::from_bytes(&value.to_bytes().unwrap()).as_ref() == Ok(&value)),
        Err(error) => assert!(!error.to_string().is_empty() && error.offset() <= input.len()),
    }
}

/// Decodes a message of TezEdge.
fn attempt(tag: Option<u16>, file: &str, input: &[u8]) {
    match (tag, file) {
        (None, "ack.msg") => one::<Ack>(input),
        (None, _) => one::<ConnectionMessage>(input),
        (Some(_), _) => one::<PeerMessage>(input),
    }
}

/// Truncates messages at each length and changes each byte; in large messages, only some lengths and bytes.
#[test]
fn truncated_and_changed_messages_cause_no_panic() {
    for (file, tag, input) in messages() {
        let stride = match input.len() {
            0..1_000 => 1,
            1_000..10_000 => 5,
            10_000..100_000 => 11,
            _ => 211,
        };
        for end in (0..input.len()).step_by(stride).chain(input.len().saturating_sub(600)..input.len()) {
            attempt(tag, file, &input[..end]);
            if let (Some(tag), Some(body)) = (tag, input.get(6..end)) {
                attempt(Some(tag), file, &frame(tag, body));
            }
        }
        let mut changed = input.clone();
        for at in (0..input.len().min(600)).chain((600..input.len()).step_by(stride)) {
            for flip in iter::once(0xff).chain((0..8).map(|bit| 1 << bit)) {
                if stride > 1 && at > 600 && flip != 0xff && flip != 0x10 {
                    continue;
                }
                changed[at] ^= flip;
                attempt(tag, file, &changed);
                changed[at] ^= flip;
            }
        }
        assert!(changed == input);
    }
}

/// Decodes inputs of another fuzzer as every kind of message.
#[test]
fn inputs_of_another_fuzzer_cause_no_panic() {
    let Some(folder) = shared("data/fuzz_inputs") else { return };
    let inputs = lines(&folder.join("inputs.jsonl"));
    for line in &inputs {
        let input = bytes(line, "hex");
        attempt(None, "ack.msg", &input);
        attempt(None, "connection.msg", &input);
        attempt(Some(0), "", &input);
        for (_, tag, _) in MESSAGES {
            attempt(Some(0), "", &frame(tag.unwrap_or(0x41), &input));
        }
    }
    println!("fuzz_inputs/inputs.jsonl: {} without a panic", inputs.len());
}

/// Truncates `input` at each length and makes three changes of each byte. Returns the number of decodes.
fn every_byte<T: Encode + for<'a> Decode<'a> + Debug + PartialEq>(input: &mut [u8]) -> usize {
    for at in 0..input.len() {
        one::<T>(&input[..at]);
        for flip in [0x01, 0x80, 0xff] {
            input[at] ^= flip;
            one::<T>(input);
            input[at] ^= flip;
        }
    }
    input.len() * 4
}

/// Changes every byte of every header, operation and message of the data. This takes a minute in an optimized build, so it is optional.
#[test]
fn every_byte_of_everything() {
    if std::env::var_os("TEZOS_CODEC_EVERY_BYTE").is_none() {
        println!("skipped: TEZOS_CODEC_EVERY_BYTE=1 cargo test --release changes every byte of all data, for a minute");
        return;
    }
    let mut decodes = 0;
    for file in ["data/blocks_carthage/blocks.jsonl", "data/blocks_mainnet/blocks.jsonl"] {
        for block in shared(file).map(|path| lines(&path)).unwrap_or_default() {
            decodes += every_byte::<BlockHeader>(&mut bytes(&block, "header"));
            for operation in block["operations"].as_array().unwrap().iter().flat_map(|pass| pass.as_array().unwrap()) {
                decodes += every_byte::<RawOperation>(&mut hex::decode(operation.as_str().unwrap()).unwrap());
            }
        }
    }
    for message in shared("data/p2p_operations_for_blocks/messages.jsonl").map(|path| lines(&path)).unwrap_or_default()
    {
        let tagged = bytes(&message, "hex");
        decodes += every_byte::<PeerMessage>(&mut frame(0x61, &tagged[2..]));
    }
    for (_, tag, mut input) in messages() {
        decodes += match tag {
            Some(_) => every_byte::<PeerMessage>(&mut input),
            None => 0,
        };
    }
    println!("{decodes} decodes without a panic");
}
