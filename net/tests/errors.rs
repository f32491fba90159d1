//! The text and the source of each error.

use core::{error::Error as _, time::Duration};
use std::io;

use tezos_encoding::{Decode, Encode, HeapBudget, Limits, cost::Cost};
use tezos_messages::{
    handshake::Motive,
    p2p::PeerMessage,
    session::{ChunkError, OverBudget, SessionError, SessionStep},
};
use tezos_net::{Error, Waiting};
use tokio_util::bytes::Bytes;

use crate::common::raw::version;

#[test]
fn each_error_has_a_text_and_a_source() {
    let session = |error| Error::Session { offset: 7, error };
    let timed_out = |waiting| Error::TimedOut { waiting, after: Duration::from_millis(1500), received: 9 };
    let over = OverBudget { cost: Cost(3000), left: Cost(1000), wait: None };
    let heap = HeapBudget::new(100);
    let decode = PeerMessage::read_within(&[0, 0, 0, 2, 0x77, 0x77], Limits::default(), &heap).unwrap_err();
    let decode = decode.map(Bytes::copy_from_slice);
    let encode = PeerMessage::Advertise(vec!["1.2.3.4:5".parse().unwrap(); 101]).to_bytes().unwrap_err();
    let nacked = |peers| Error::Nacked { motive: Motive::ALREADY_CONNECTED, peers };
    for (error, text, source) in [
        (Error::from(io::Error::other("no cable")), "the connection failed: no cable".to_owned(), true),
        (
            session(SessionError::Chunk { offset: 5, error: ChunkError::Short { chunk: 1, length: 3 } }),
            "received at byte 5: encrypted chunk 1 has 3 bytes, too few for its 16-byte MAC".to_owned(),
            true,
        ),
        (
            session(SessionError::Truncated { offset: 5, expected: SessionStep::Ack }),
            "the stream ended at byte 5, inside the ack".to_owned(),
            true,
        ),
        (
            session(SessionError::Seal(ChunkError::NoncesUsedUp)),
            "cannot send: all nonces of this direction are used up".to_owned(),
            true,
        ),
        (
            session(SessionError::OutOfTurn { sending: SessionStep::Ack, expected: SessionStep::Message }),
            "cannot send the ack: a message is next".to_owned(),
            true,
        ),
        (
            session(SessionError::AfterNack),
            "received at byte 7: the peer sent more bytes after its nack".to_owned(),
            true,
        ),
        (
            Error::Decode { step: SessionStep::Metadata, end: 8, error: decode.clone() },
            format!("received up to byte 8: the metadata is refused: {decode}"),
            true,
        ),
        (Error::Encode { step: SessionStep::Ack, error: encode.clone() }, format!("cannot send the ack: {encode}"), true),
        (
            Error::TooLong { size: 9, limit: 8 },
            "cannot send a message of 9 bytes: the limit is 8 bytes".to_owned(),
            false,
        ),
        (
            timed_out(Waiting::Handshake(SessionStep::Metadata)),
            "waited 1.5s for the metadata in the handshake; received 9 bytes in whole chunks".to_owned(),
            false,
        ),
        (
            timed_out(Waiting::Message),
            "waited 1.5s for a whole message; received 9 bytes in whole chunks".to_owned(),
            false,
        ),
        (
            timed_out(Waiting::Send),
            "waited 1.5s for the peer to read what was sent; received 9 bytes in whole chunks".to_owned(),
            false,
        ),
        (Error::OverBudget { received: 6, over }, format!("received at byte 6: {over}"), true),
        (
            nacked(Vec::new()),
            "the peer refused the connection: Already connected/connecting; it names 0 other peers".to_owned(),
            false,
        ),
        (
            Error::Refused { motive: Motive::UNKNOWN_CHAIN_NAME, announced: version("TEZOS_OTHER") },
            "refused the peer: Unknown chain name; it announced the chain \"TEZOS_OTHER\", distributed_db_version 2 and \
             p2p_version 1"
                .to_owned(),
            false,
        ),
        (Error::NoRandomness, "the system gave no random bytes".to_owned(), false),
        (Error::Closed, "the connection is closed".to_owned(), false),
    ] {
        assert_eq!(error.to_string(), text);
        assert_eq!(error.source().is_some(), source, "{error}");
        // The source is the error inside, whose text is part of the error's.
        assert!(error.source().is_none_or(|source| text.ends_with(&source.to_string())), "{error}");
    }
    // The peers that a nack names are counted, not listed.
    let peers = vec!["1.2.3.4:5".parse().unwrap(); 2];
    assert!(nacked(peers).to_string().ends_with("; it names 2 other peers"));
}
