//! The messages of a session in the order in which they were sent and received, decrypted.

use std::{fs, path::Path};

use serde_json::Value;
use tezos_codec_benches::samples::shared;
use tezos_messages::{
    handshake::{Ack, ConnectionMessage, ConnectionMetadata},
    identity::{Identity, PowTarget},
    p2p::PeerMessage,
    samples::{self, Message, Visitor},
    session::{
        Config, Role, Session, SessionEvent,
        chunk::{FrameBuffer, LENGTH_BYTES},
    },
};

use crate::handle;

/// A message, with the function [`handle`] of its type.
pub(crate) type Entry = (fn(&[u8], &mut Vec<u8>), Vec<u8>);

/// Returns every message of the protocol once.
pub(crate) fn samples() -> Vec<Entry> {
    struct Entries(Vec<Entry>);
    impl Visitor for Entries {
        fn message<T: Message>(&mut self, _: &'static str, sample: T) {
            self.0.push((handle::<T>, sample.to_bytes().unwrap()));
        }
    }
    let mut entries = Entries(Vec::new());
    samples::visit(&mut entries);
    entries.0
}

/// Returns the session in this repository, which `tezos-codec record` made.
pub(crate) fn own() -> Vec<Entry> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../messages/testdata/session");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let [one, other] = ["identity.json", "peer_identity.json"].map(|name| {
        let identity: Value = serde_json::from_str(&read(name)).unwrap();
        let field = |name: &str| identity[name].as_str().unwrap();
        Identity::from_text(None, field("public_key"), field("secret_key"), field("proof_of_work_stamp")).unwrap()
    });
    let session = read("session.csv");
    let rows = session.lines().skip(1).map(|line| line.split_once(',').unwrap());
    let rows: Vec<_> = rows.map(|(direction, bytes)| (direction == "Sent", hex::decode(bytes).unwrap())).collect();
    opened(&one, &other, &rows)
}

/// Returns the captured session of `../shared`, which is stored there decrypted.
pub(crate) fn capture() -> Option<Vec<Entry>> {
    let session = fs::read_to_string(shared("data/p2p_session_carthage/session.jsonl")?).unwrap();
    let entry = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let handle = match line["kind"].as_str().unwrap() {
            "connection" => handle::<ConnectionMessage>,
            "metadata" => handle::<ConnectionMetadata>,
            "ack" => handle::<Ack>,
            _ => handle::<PeerMessage>,
        };
        (handle, hex::decode(line["hex"].as_str().unwrap()).unwrap())
    };
    Some(session.lines().map(entry).collect())
}

/// Decrypts a recording of the session that `one` opened to `other`. Each row has whether `one` sent it, and the bytes.
fn opened(one: &Identity, other: &Identity, rows: &[(bool, Vec<u8>)]) -> Vec<Entry> {
    let receiver = |role, identity, sent: bool| {
        let mut frames = FrameBuffer::new();
        rows.iter().filter(|(to, _)| *to == sent).for_each(|(_, bytes)| frames.push(bytes));
        let mut session = Session::new(role, identity, Config { target: PowTarget::from_bits(0), ..Config::default() });
        session.connection(&frames.next_frame().unwrap()[LENGTH_BYTES..]).unwrap();
        session
    };
    let mut one = receiver(Role::Initiator, one, true);
    let mut other = receiver(Role::Responder, other, false);
    let mut entries: Vec<Entry> = Vec::new();
    for (sent, bytes) in rows {
        let receiver = if *sent { &mut other } else { &mut one };
        receiver.feed(bytes);
        while let Some(event) = receiver.next_event().unwrap() {
            entries.push(match event {
                SessionEvent::Connection(bytes) => (handle::<ConnectionMessage>, bytes.to_vec()),
                SessionEvent::Metadata(bytes) => (handle::<ConnectionMetadata>, bytes.to_vec()),
                SessionEvent::Ack(bytes) => (handle::<Ack>, bytes.to_vec()),
                SessionEvent::Message(bytes) => (handle::<PeerMessage>, bytes.to_vec()),
            });
        }
    }
    assert_eq!([one.finish(), other.finish()], [Ok(()), Ok(())]);
    entries
}
