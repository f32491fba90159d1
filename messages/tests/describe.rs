//! The messages' descriptions and slices against the reference's: `schemas/*.txt`, `schemas/*.json` and `slices.jsonl` of the
//! vectors, where the project does not carry them those beside it.

use std::fs;
use std::path::Path;

use crate::common::{bytes, lines, shared, text, vectors};
use serde_json::{Value, json};
use tezos_encoding::schema::{Encoding, describe, slice};
use tezos_encoding::{Decode, HasEncoding, Tagged};
use tezos_messages::block_locator::BlockLocator;
use tezos_messages::handshake::{Ack, ConnectionId, ConnectionMessage, Metadata, Motive};
use tezos_messages::mempool::Mempool;
use tezos_messages::operation::Operation;
use tezos_messages::p2p::PeerMessage;
use tezos_messages::protocol::Protocol;

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

/// Compares descriptions with the files of a folder, and says how many texts and documents there are.
fn compare(folder: &Path) -> (usize, usize) {
    let (mut texts, mut documents) = (0, 0);
    for (name, encoding) in table() {
        let description = describe(encoding);
        let file = folder.join("schemas").join(name);
        if let Ok(theirs) = fs::read_to_string(file.with_extension("txt")) {
            assert_eq!(description.to_string(), theirs, "{}", file.display());
            texts += 1;
        }
        if let Ok(theirs) = fs::read_to_string(file.with_extension("json")) {
            let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap();
            assert_eq!(parsed(&description.to_json()), parsed(&theirs), "{}", file.display());
            documents += 1;
        }
    }
    (texts, documents)
}

#[test]
fn descriptions_are_the_references() {
    assert_eq!(compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/vectors")), (0, 8));
    if let Some(folder) = shared("vectors") {
        assert_eq!(compare(&folder), (23, 23));
    }
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
    for line in vectors("slices.jsonl").unwrap_or_default() {
        let (message, bytes) = (text(&line, "message"), bytes(&line, "hex"));
        let slicing = slice(encoding_of(message), &bytes);
        assert_eq!(slicing.error, None, "{message}");
        // Every byte is in one slice.
        let mut offset = 0;
        for slice in &slicing.slices {
            assert_eq!(slice.offset, offset, "{message}");
            offset += slice.bytes.len();
        }
        assert_eq!(offset, bytes.len(), "{message}");
        let found = slicing.into_reference();
        let found = found
            .iter()
            .map(|slice| json!({"name": slice.name, "value": hex::encode(slice.bytes), "pretty": slice.pretty}));
        assert_eq!(found.collect::<Value>(), line["slices"], "{message}");
    }
}

/// A message cut short, or with a byte too many, is cut up to the refused byte, and refused for the same reason as by the reader.
#[test]
fn broken_messages_are_cut_up_to_the_refused_byte() {
    let Some(folder) = shared("vectors") else { return };
    let mut refused = 0;
    for line in ["p2p_read_errors.jsonl", "p2p_fuzz.jsonl"].iter().flat_map(|file| lines(&folder.join(file))) {
        if text(&line, "message").starts_with("type:") {
            continue;
        }
        let bytes = bytes(&line, "hex");
        let slicing = slice(PeerMessage::ENCODING, &bytes);
        let read = PeerMessage::from_bytes(&bytes).err();
        let kind = read.as_ref().map(|error| error.kind().name());
        assert_eq!(slicing.error.as_ref().map(|error| error.kind.name()), kind, "{line}");
        if let (Some(error), Some(read)) = (&slicing.error, &read) {
            refused += 1;
            let end = slicing.slices.last().map_or(0, |slice| slice.offset + slice.bytes.len());
            // A value that a function refuses is cut before it is refused, as a whole.
            let function = matches!(kind, Some("Exception_raised_in_user_function" | "User_invariant_guard"));
            assert!(end <= error.offset || function, "{line}");
            assert_eq!(error.offset, read.offset(), "{line}");
        }
    }
    println!("{refused} messages refused");
}
