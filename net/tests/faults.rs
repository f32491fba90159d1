//! Connections that are cut, delayed, split and changed at each byte: the outcome is the sent messages or an error.
//!
//! `net/docs/faults.md` lists the outcomes; `BLESS=1` rewrites it.

use core::{fmt::Write, time::Duration};
use std::{env, fs, path::Path};

use futures_util::{SinkExt, StreamExt};
use tezos_messages::p2p::PeerMessage;
use tezos_net::{Error, Peer, Settings};

use crate::common::{
    identity, operation,
    proxy::{Fault, proxy},
    settings,
};

/// The sections of the initiator's stream, with their names and ends.
const PARTS: [(&str, usize); 19] = [
    ("connection message: length", 2),
    ("connection message: port", 4),
    ("connection message: public key", 36),
    ("connection message: proof of work", 60),
    ("connection message: nonce", 84),
    ("connection message: version", 102),
    ("metadata: length", 104),
    ("metadata: MAC", 120),
    ("metadata: ciphertext", 122),
    ("ack: length", 124),
    ("ack: MAC", 140),
    ("ack: ciphertext", 141),
    ("message 1: length", 143),
    ("message 1: MAC and ciphertext", 165),
    ("message 2: length", 167),
    ("message 2: MAC and ciphertext", 301),
    ("message 3, chunk 1: length", 303),
    ("message 3, chunk 1: MAC and ciphertext", 519),
    ("message 3, chunk 2", 675),
];

/// The length of the stream.
const END: usize = PARTS[PARTS.len() - 1].1;

/// The offsets between messages: after the ack, and after each message except the last.
const BETWEEN: [usize; 3] = [141, 165, 301];

/// Returns messages of 6, 118 and 338 bytes, the last one in chunks of 200 and 138 bytes.
fn messages() -> [PeerMessage; 3] {
    [PeerMessage::Bootstrap, operation(1, 80), operation(2, 300)]
}

/// Returns the number of received messages and the error with which the responder's connection ended.
async fn outcome(fault: Fault) -> (usize, Option<Error>) {
    let (initiator, responder, carry) = proxy(fault);
    // The initiator has long timeouts, so that the responder times out first.
    let mut ours = Settings { handshake_timeout: Duration::from_secs(100), idle_timeout: None, ..settings() };
    ours.session.chunk_max_bytes = 200;
    let send = async {
        let mut peer = Peer::connect(initiator, &identity(1), &ours).await?;
        for message in messages() {
            peer.send(message).await?;
        }
        peer.close().await?;
        while peer.next().await.transpose()?.is_some() {}
        Ok::<_, Error>(())
    };
    let receive = async {
        let theirs = Settings { idle_timeout: Some(Duration::from_secs(8)), ..settings() };
        let mut peer = match Peer::accept(responder, &identity(2), &theirs).await {
            Ok(peer) => peer,
            Err(error) => return (0, Some(error)),
        };
        let mut received = Vec::new();
        let error = loop {
            match peer.next().await {
                Some(Ok(message)) => received.push(message),
                Some(Err(error)) => break Some(error),
                None => break None,
            }
        };
        assert!(messages().starts_with(&received), "{fault:?}: a message that was not sent");
        let is_whole = received.len() == messages().len();
        let is_between = matches!(fault, Fault::Cut(at) if BETWEEN.contains(&at));
        assert_eq!(error.is_none(), is_whole || is_between, "{fault:?}: lost without an error");
        (received.len(), error)
    };
    // The result of the initiator does not matter, but its future must end.
    tokio::join!(send, receive, carry).1
}

/// Returns the name of the section that a byte is in, for flipped bits with the field.
fn part(fault: Fault, at: usize) -> &'static str {
    let name = PARTS.iter().find(|(_, end)| at < *end).map_or("the end", |(name, _)| name);
    match fault {
        Fault::Flip(_) => name,
        _ => name.split(':').next().unwrap_or(name),
    }
}

/// Formats an error for the table. The text is the same for each byte of a row and in each run, so the offset of the fault, the peer whose
/// key was changed, and bytes that may be random are removed.
fn text(at: usize, error: Option<&Error>) -> String {
    let Some(error) = error else { return "no error".into() };
    let text = error.to_string();
    let text = text
        .split("; bytes nearby")
        .next()
        .unwrap_or_default()
        .replace(&format!("ended at byte {at},"), "ended at that byte,");
    match text.split_once("of peer id") {
        Some((before, after)) => format!("{before}of peer id…{}", &after[28..]),
        None => text,
    }
}

/// Adds the rows of one kind of fault to the table: ranges of bytes with the same outcome.
async fn rows(name: &str, fault: impl Fn(usize) -> Fault, table: &mut String) {
    let mut rows: Vec<(usize, usize, String)> = Vec::new();
    for at in 0..END {
        let (received, error) = outcome(fault(at)).await;
        let row = format!("{} | {received} | {}", part(fault(at), at), text(at, error.as_ref()));
        match rows.last_mut() {
            Some((_, last, same)) if *same == row => *last = at,
            _ => rows.push((at, at, row)),
        }
    }
    for (first, last, row) in rows {
        let bytes = if first == last { first.to_string() } else { format!("{first} to {last}") };
        writeln!(table, "| {name} | {bytes} | {row} |").unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn every_fault_at_every_byte_has_the_outcome_of_the_table() {
    let mut table = String::from(HEAD);
    rows("cut before", Fault::Cut, &mut table).await;
    rows("one bit flipped in", Fault::Flip, &mut table).await;
    rows("10 s of delay before", |at| Fault::Delay(at, Duration::from_secs(10)), &mut table).await;
    for at in 0..END {
        for fault in [Fault::Delay(at, Duration::from_secs(4)), Fault::Split(at)] {
            assert_eq!(outcome(fault).await.0, messages().len(), "{fault:?}");
        }
    }
    writeln!(table, "| 4 s of delay before | 0 to {} | anywhere | 3 | no error |", END - 1).unwrap();
    writeln!(table, "| reads split before | 0 to {} | anywhere | 3 | no error |", END - 1).unwrap();

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/faults.md");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &table).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let differs = committed.lines().zip(table.lines()).find(|(committed, found)| committed != found);
    assert!(committed == table, "BLESS=1 rewrites {}; the first line that differs: {differs:?}", path.display());
}

/// The page above its table.
const HEAD: &str = "\
# Faults and outcomes

What a node reports when a connection from a peer goes wrong. `net/tests/faults.rs` injects each fault at each byte and compares the outcomes
with this page, which `BLESS=1 cargo test -p tezos-net faults` writes.

The peer sends its handshake and three messages of 6, 118 and 338 bytes, the last one in two chunks, and closes. The node's timeouts are 5 s for
the handshake and 8 s without a message. Bytes are counted from 0. The flipped bit is number b modulo 8 of byte b.

No fault makes the node receive a message that was not sent. No fault loses a message without an error, with one exception: a cut between two
messages, which nothing in the protocol distinguishes from the end of the stream.

| fault | byte | in | messages received | outcome |
|---|---|---|--:|---|
";
