//! The messages of a session in the order in which they were sent and received, decrypted.

use std::{fs, path::Path};

use serde_json::Value;
use tezos_codec_benches::samples::shared;
use tezos_encoding::Decode;
use tezos_messages::{
    handshake::{Ack, ConnectionMessage, Metadata},
    identity::Identity,
    p2p::PeerMessage,
    samples::{self, Message, Visitor},
    session::{
        Config, Role,
        assembly::Assembler,
        chunk::{FrameBuffer, LENGTH_BYTES},
        cipher::{ChannelKey, Opener},
        nonce::{Nonce, Nonces},
    },
};

use crate::handle;

/// A message, with what handles it: [`handle`] of its type.
pub(crate) type Part = (fn(&[u8], &mut Vec<u8>), Vec<u8>);

/// Every message of the protocol once.
pub(crate) fn samples() -> Vec<Part> {
    struct Parts(Vec<Part>);
    impl Visitor for Parts {
        fn message<T: Message>(&mut self, _: &'static str, sample: T) {
            self.0.push((handle::<T>, sample.to_bytes().unwrap()));
        }
    }
    let mut parts = Parts(Vec::new());
    samples::visit(&mut parts);
    parts.0
}

/// The session that the project carries, recorded by `tezos-codec record`.
pub(crate) fn own() -> Vec<Part> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../messages/testdata/session");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let identity: Value = serde_json::from_str(&read("identity.json")).unwrap();
    let field = |name: &str| identity[name].as_str().unwrap();
    let identity =
        Identity::from_text(None, field("public_key"), field("secret_key"), field("proof_of_work_stamp")).unwrap();
    let session = read("session.csv");
    let rows = session.lines().skip(1).map(|line| line.split_once(',').unwrap());
    let rows: Vec<_> = rows.map(|(direction, bytes)| (direction == "Sent", hex::decode(bytes).unwrap())).collect();
    opened(&identity, &rows)
}

/// The captured session of `../shared`, which is decrypted there already.
pub(crate) fn capture() -> Option<Vec<Part>> {
    let session = fs::read_to_string(shared("data/p2p_session_carthage/session.jsonl")?).unwrap();
    let part = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let handle = match line["kind"].as_str().unwrap() {
            "connection" => handle::<ConnectionMessage>,
            "metadata" => handle::<Metadata>,
            "ack" => handle::<Ack>,
            _ => handle::<PeerMessage>,
        };
        (handle, hex::decode(line["hex"].as_str().unwrap()).unwrap())
    };
    Some(session.lines().map(part).collect())
}

/// One direction of a session.
struct Direction {
    frames: FrameBuffer,
    opener: Opener,
    messages: Assembler,
    /// How many frames were seen: the first three are the handshake's.
    number: usize,
}

impl Direction {
    fn new(key: &ChannelKey, nonce: Nonce) -> Self {
        let opener = Opener::new(key.clone(), nonce);
        let messages = Assembler::new(Config::default().message_max_bytes);
        Self { frames: FrameBuffer::new(), opener, messages, number: 0 }
    }

    /// Takes what came at once, and adds the messages that it completes.
    fn push(&mut self, bytes: &[u8], parts: &mut Vec<Part>) {
        self.frames.push(bytes);
        while let Some(frame) = self.frames.next_frame() {
            let content = &mut frame[LENGTH_BYTES..];
            match self.number {
                0 => parts.push((handle::<ConnectionMessage>, content.to_vec())),
                1 => parts.push((handle::<Metadata>, self.opener.open(content).unwrap().to_vec())),
                2 => parts.push((handle::<Ack>, self.opener.open(content).unwrap().to_vec())),
                _ => self.messages.push(self.opener.open(content).unwrap()),
            }
            self.number += 1;
            while let Some(message) = self.messages.next_message().unwrap() {
                parts.push((handle::<PeerMessage>, message.to_vec()));
            }
        }
    }

    fn is_whole(&self) -> bool {
        self.frames.pending() == 0 && self.messages.pending() == 0
    }
}

/// Decrypts a recording of the side that opened the connection; rows say whether that side sent them.
fn opened(identity: &Identity, rows: &[(bool, Vec<u8>)]) -> Vec<Part> {
    let connection = |sent: bool| {
        let mut frames = FrameBuffer::new();
        rows.iter().filter(|(to, _)| *to == sent).for_each(|(_, bytes)| frames.push(bytes));
        frames.next_frame().unwrap().to_vec()
    };
    let (ours, theirs) = (connection(true), connection(false));
    let nonces = Nonces::derive(&ours, &theirs);
    let peer = ConnectionMessage::from_bytes(&theirs[LENGTH_BYTES..]).unwrap().public_key;
    let key = ChannelKey::new(identity.secret_key(), &peer);
    let mut sent = Direction::new(&key, nonces.sending(Role::Initiator));
    let mut received = Direction::new(&key, nonces.receiving(Role::Initiator));
    let mut parts = Vec::new();
    for (by_us, bytes) in rows {
        if *by_us { &mut sent } else { &mut received }.push(bytes, &mut parts);
    }
    assert!(sent.is_whole() && received.is_whole());
    parts
}
