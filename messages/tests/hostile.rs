//! Bytes that nobody should send: cut, changed or found by a fuzzer. Nothing panics, and what reads writes.

use std::fmt::Debug;
use std::iter;

use crate::common::tezedge::{MESSAGES, messages};
use crate::common::{bytes, frame, lines, shared};
use tezos_encoding::{Decode, Encode};
use tezos_messages::block_header::BlockHeader;
use tezos_messages::handshake::{Ack, ConnectionMessage};
use tezos_messages::operation::Operation;
use tezos_messages::p2p::PeerMessage;

/// Reads bytes that may be anything; what reads must write.
fn one<T: Encode + for<'a> Decode<'a> + Debug + PartialEq>(input: &[u8]) {
    match T::from_bytes(input) {
        Ok(value) => assert!(T::from_bytes(&value.to_bytes().unwrap()).as_ref() == Ok(&value)),
        Err(error) => assert!(!error.to_string().is_empty() && error.offset() <= input.len()),
    }
}

/// Tries a message of TezEdge.
fn attempt(tag: Option<u16>, file: &str, input: &[u8]) {
    match (tag, file) {
        (None, "ack.msg") => one::<Ack>(input),
        (None, _) => one::<ConnectionMessage>(input),
        (Some(_), _) => one::<PeerMessage>(input),
    }
}

/// Cut at each length and with each byte changed, all of it in small messages, here and there in large ones.
#[test]
fn cut_and_changed_messages() {
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
        for place in (0..input.len().min(600)).chain((600..input.len()).step_by(stride)) {
            for flip in iter::once(0xff).chain((0..8).map(|bit| 1 << bit)) {
                if stride > 1 && place > 600 && flip != 0xff && flip != 0x10 {
                    continue;
                }
                changed[place] ^= flip;
                attempt(tag, file, &changed);
                changed[place] ^= flip;
            }
        }
        assert!(changed == input);
    }
}

/// Inputs that a fuzzer found interesting, tried as every kind of message.
#[test]
fn hostile_inputs() {
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

/// Changes every byte of `input` three ways and cuts it at every length; how many decodes that is.
fn every_byte<T: Encode + for<'a> Decode<'a> + Debug + PartialEq>(input: &mut [u8]) -> usize {
    for place in 0..input.len() {
        one::<T>(&input[..place]);
        for flip in [0x01, 0x80, 0xff] {
            input[place] ^= flip;
            one::<T>(input);
            input[place] ^= flip;
        }
    }
    input.len() * 4
}

/// All of every header, operation and message of the data, no byte left out: a minute with optimisation, so only when asked.
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
                decodes += every_byte::<Operation>(&mut hex::decode(operation.as_str().unwrap()).unwrap());
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
