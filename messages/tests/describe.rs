//! The messages' descriptions and slices against the reference's: `schemas/*.txt`, `schemas/*.json` and `slices.jsonl` of the
//! shared vectors.

use crate::common::shared;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use tezos_encoding::schema::{Encoding, describe, slice};
use tezos_encoding::{Decode, HasEncoding, Tagged};
use tezos_messages::block_locator::BlockLocator;
use tezos_messages::handshake::{Ack, ConnectionId, ConnectionMessage, Metadata, Motive};
use tezos_messages::mempool::Mempool;
use tezos_messages::operation::Operation;
use tezos_messages::p2p::PeerMessage;
use tezos_messages::protocol::Protocol;

/// The shared vectors, if they are there.
fn vectors() -> Option<PathBuf> {
    shared("vectors")
}

/// The encodings of the reference's files: whole types, and the bodies of the messages as `p2p_` and the name in small letters.
fn table() -> Vec<(String, &'static Encoding)> {
    let types: [(&str, &'static Encoding); 8] = [
        ("block_locator", BlockLocator::ENCODING),
        ("connection_id", ConnectionId::ENCODING),
        ("connection_message", ConnectionMessage::ENCODING),
        ("mempool", Mempool::ENCODING),
        ("operation", Operation::ENCODING),
        ("protocol", Protocol::ENCODING),
        ("rejection", Motive::ENCODING),
        ("p2p_message", PeerMessage::ENCODING),
    ];
    let bodies = PeerMessage::CASES.iter().map(|case| (format!("p2p_{}", case.title.to_lowercase()), case.payload));
    types.into_iter().map(|(name, encoding)| (name.to_owned(), encoding)).chain(bodies).collect()
}

#[test]
fn descriptions_are_the_references() {
    let Some(folder) = vectors() else { return };
    let (mut texts, mut documents, mut files) = (0, 0, 0);
    for (name, encoding) in table() {
        let file = folder.join("schemas").join(format!("{name}.txt"));
        let Ok(text) = fs::read_to_string(&file) else { continue };
        files += 1;
        let description = describe(encoding);
        if description.to_string() == text {
            texts += 1;
        } else {
            println!("{name}: expected\n{text}\nfound\n{description}");
        }
        let theirs: Value = serde_json::from_str(&fs::read_to_string(file.with_extension("json")).unwrap()).unwrap();
        let ours: Value = serde_json::from_str(&description.to_json()).unwrap();
        if ours == theirs {
            documents += 1;
        } else {
            println!("{name}: expected\n{theirs}\nfound\n{ours}");
        }
    }
    println!("{texts} texts and {documents} JSON documents of {files} agree");
    assert_eq!((texts, documents, files), (23, 23, 23));
}

fn encoding_of(message: &str) -> &'static Encoding {
    match message {
        "Connection_message" => ConnectionMessage::ENCODING,
        "Ack" | "Nack" => Ack::ENCODING,
        "Metadata" => Metadata::ENCODING,
        _ => PeerMessage::ENCODING,
    }
}

#[test]
fn slices_are_the_references() {
    let Some(folder) = vectors() else { return };
    let (mut agree, mut lines) = (0, 0);
    for line in fs::read_to_string(folder.join("slices.jsonl")).unwrap().lines() {
        let expected: Value = serde_json::from_str(line).unwrap();
        let bytes = hex::decode(expected["hex"].as_str().unwrap()).unwrap();
        lines += 1;
        let message = expected["message"].as_str().unwrap();
        let slicing = slice(encoding_of(message), &bytes);
        assert_eq!(slicing.error, None, "{message}");
        // Every byte is in one slice.
        let mut offset = 0;
        for slice in &slicing.slices {
            assert_eq!(slice.offset, offset, "{message}");
            offset += slice.bytes.len();
        }
        assert_eq!(offset, bytes.len(), "{message}");
        let found: Vec<Value> = slicing
            .into_reference()
            .iter()
            .map(|slice| json!({"name": slice.name, "value": hex::encode(slice.bytes), "pretty": slice.pretty}))
            .collect();
        if Value::from(found.clone()) == expected["slices"] {
            agree += 1;
        } else {
            let theirs = expected["slices"].as_array().unwrap();
            for (ours, theirs) in found.iter().zip(theirs).filter(|(ours, theirs)| ours != theirs) {
                println!("{message}: expected {theirs}, found {ours}");
            }
            println!("{message}: {} slices expected, {} found", theirs.len(), found.len());
        }
    }
    println!("{agree} of {lines} messages are cut as the reference cuts them");
    assert_eq!(agree, lines);
}

/// A message cut short, or with a byte too many, is cut up to the refused byte, and refused for the same reason as by the reader.
#[test]
fn broken_messages_are_cut_up_to_the_refused_byte() {
    let Some(folder) = vectors() else { return };
    let mut refused = 0;
    for file in ["p2p_read_errors.jsonl", "p2p_fuzz.jsonl"] {
        let Ok(text) = fs::read_to_string(folder.join(file)) else { continue };
        for line in text.lines() {
            let vector: Value = serde_json::from_str(line).unwrap();
            if vector["message"].as_str().is_some_and(|message| message.starts_with("type:")) {
                continue;
            }
            let bytes = hex::decode(vector["hex"].as_str().unwrap()).unwrap();
            let slicing = slice(PeerMessage::ENCODING, &bytes);
            let read = PeerMessage::from_bytes(&bytes);
            let kinds =
                (slicing.error.as_ref().map(|it| it.kind.name()), read.as_ref().err().map(|it| it.kind().name()));
            assert_eq!(kinds.0, kinds.1, "{line}");
            if let (Some(error), Err(read)) = (&slicing.error, &read) {
                refused += 1;
                let end = slicing.slices.last().map_or(0, |slice| slice.offset + slice.bytes.len());
                // A value that a function refuses is cut before it is refused, as a whole.
                let function = matches!(kinds.0, Some("Exception_raised_in_user_function" | "User_invariant_guard"));
                assert!(end <= error.offset || function, "{line}");
                assert_eq!(error.offset, read.offset(), "{line}");
            }
        }
    }
    println!("{refused} messages refused");
}
