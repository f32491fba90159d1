//! The messages of a session in the order in which they were sent and received, decrypted.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use tezos_encoding::Decode;
use tezos_messages::{
    handshake::ConnectionMessage,
    identity::Identity,
    session::{
        Config, Role,
        assembly::Assembler,
        chunk::{FrameBuffer, LENGTH_BYTES},
        cipher::{ChannelKey, Opener},
        nonce::{Nonce, Nonces},
    },
};

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Connection,
    Metadata,
    Ack,
    Message,
}

/// A message and what it is.
pub(crate) type Part = (Kind, Vec<u8>);

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
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared"));
    let shared = env::var_os("TEZOS_CODEC_SHARED").map_or(beside, PathBuf::from);
    let path = shared.join("data/p2p_session_carthage/session.jsonl");
    let Ok(session) = fs::read_to_string(&path) else {
        println!("skipped: {} is not here (TEZOS_CODEC_SHARED can say where it is)", path.display());
        return None;
    };
    let part = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let kind = match line["kind"].as_str().unwrap() {
            "connection" => Kind::Connection,
            "metadata" => Kind::Metadata,
            "ack" => Kind::Ack,
            _ => Kind::Message,
        };
        (kind, hex::decode(line["hex"].as_str().unwrap()).unwrap())
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
                0 => parts.push((Kind::Connection, content.to_vec())),
                1 => parts.push((Kind::Metadata, self.opener.open(content).unwrap().to_vec())),
                2 => parts.push((Kind::Ack, self.opener.open(content).unwrap().to_vec())),
                _ => self.messages.push(self.opener.open(content).unwrap()),
            }
            self.number += 1;
            while let Some(message) = self.messages.next_message().unwrap() {
                parts.push((Kind::Message, message.to_vec()));
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
