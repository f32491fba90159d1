//! The messages' descriptions against the reference's documents that the project carries, and broken messages in slices. All that the
//! reference says of descriptions and slices is compared by the tool's tests, `cli/tests/conformance.rs`.

use std::fs;

use crate::common::{bytes, lines, shared, text};
use serde_json::Value;
use tezos_encoding::schema::{Encoding, describe, slice};
use tezos_encoding::{Decode, HasEncoding};
use tezos_messages::block_locator::BlockLocator;
use tezos_messages::handshake::{ConnectionId, ConnectionMessage, Motive};
use tezos_messages::mempool::Mempool;
use tezos_messages::operation::Operation;
use tezos_messages::p2p::PeerMessage;
use tezos_messages::protocol::Protocol;

/// The types whose documents the project carries.
const TABLE: [(&str, &Encoding); 8] = [
    ("block_locator", BlockLocator::ENCODING),
    ("connection_id", ConnectionId::ENCODING),
    ("connection_message", ConnectionMessage::ENCODING),
    ("mempool", Mempool::ENCODING),
    ("operation", Operation::ENCODING),
    ("protocol", Protocol::ENCODING),
    ("rejection", Motive::ENCODING),
    ("p2p_message", PeerMessage::ENCODING),
];

#[test]
fn descriptions_are_the_references() {
    for (name, encoding) in TABLE {
        let file = format!("{}/testdata/vectors/schemas/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        assert_eq!(parsed(&describe(encoding).to_json()), parsed(&fs::read_to_string(file).unwrap()), "{name}");
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
