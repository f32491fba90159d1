//! The messages of TezEdge's test suite.

use std::fs;

use super::{frame, shared};

/// The messages of TezEdge: file, tag (none for the handshake), kind.
pub(crate) const MESSAGES: &[(&str, Option<u16>, &str)] = &[
    ("ack.msg", None, "Nack"),
    ("connection.msg", None, "Connection_message"),
    ("block-header.msg", Some(0x21), "Block_header"),
    ("current-branch.big.msg", Some(0x11), "Current_branch"),
    ("current-head.big.msg", Some(0x14), "Current_head"),
    ("get-block-headers.msg", Some(0x20), "Get_block_headers"),
    ("get-current-branch.msg", Some(0x10), "Get_current_branch"),
    ("get-current-head.msg", Some(0x13), "Get_current_head"),
    ("get-operations-for-blocks.msg", Some(0x60), "Get_operations_for_blocks"),
    ("operations-for-blocks.huge.msg", Some(0x61), "Operations_for_blocks"),
];

/// Returns every message of TezEdge, with the size prefix and the tag that the files lack.
pub(crate) fn messages() -> Vec<(&'static str, Option<u16>, Vec<u8>)> {
    let Some(folder) = shared("data/tezedge_messages") else { return Vec::new() };
    let read = |(file, tag, _): &(&'static str, Option<u16>, _)| {
        let body = fs::read(folder.join(file)).unwrap();
        (*file, *tag, tag.map_or_else(|| body.clone(), |tag| frame(tag, &body)))
    };
    MESSAGES.iter().map(read).collect()
}
