//! Broken messages in slices. All that the reference says of descriptions and slices is compared by the crate `conformance`.

use crate::common::{bytes, lines, shared, text};
use tezos_encoding::schema::slice;
use tezos_encoding::{Decode, HasEncoding};
use tezos_messages::p2p::PeerMessage;

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
