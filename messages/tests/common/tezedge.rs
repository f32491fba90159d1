//! The messages of TezEdge's test suite.

use std::fs;

use tezos_encoding::Tagged;
use tezos_messages::p2p::PeerMessage;

use super::{frame, shared};

/// A message with its file, its kind, and its tag if it has one.
pub(crate) struct Message {
    pub(crate) file: String,
    pub(crate) kind: String,
    pub(crate) tag: Option<u16>,
    pub(crate) bytes: Vec<u8>,
}

/// Every message of TezEdge, with the size and tag that the files leave out. Files are named after the kinds.
pub(crate) fn messages() -> Vec<Message> {
    let Some(folder) = shared("data/tezedge_messages") else { return Vec::new() };
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: std::path::PathBuf| {
        let file = path.file_name()?.to_str()?.to_owned();
        let kind = file.strip_suffix(".msg")?.split('.').next()?.replace('-', "_");
        let case = PeerMessage::CASES.iter().find(|case| case.title.to_lowercase() == kind);
        let (tag, body) = (case.map(|case| u16::try_from(case.tag).unwrap()), fs::read(&path).unwrap());
        let bytes = tag.map_or_else(|| body.clone(), |tag| frame(tag, &body));
        Some(Message { file, kind, tag, bytes })
    };
    let messages: Vec<_> = files.filter_map(read).collect();
    assert_eq!(messages.len(), 10);
    messages
}
