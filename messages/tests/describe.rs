//! Slices of invalid messages. The crate `conformance` compares descriptions and slices with the reference.

use crate::common::{bytes, lines, shared, text};
use tezos_encoding::schema::slice;
use tezos_encoding::{Decode, HasEncoding};
use tezos_messages::p2p::PeerMessage;

/// The slices of an invalid message end before the refused byte, and the error is that of the reader.
#[test]
fn slices_of_invalid_messages_end_before_the_refused_byte() {
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
            // A value that a function refuses has a slice, because the function is called after all its bytes are read.
            let function = matches!(kind, Some("Exception_raised_in_user_function" | "User_invariant_guard"));
            assert!(end <= error.offset || function, "{line}");
            assert_eq!(error.offset, read.offset(), "{line}");
        }
    }
    println!("{refused} messages refused");
}
