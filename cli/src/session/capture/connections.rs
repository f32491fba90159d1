//! Finds the TCP connections in a capture, and those between peers.

use std::{collections::HashMap, net::SocketAddr, path::Path};

use indicatif::ProgressBar;
use tezos_encoding::Decode as _;
use tezos_messages::{
    handshake::ConnectionMessage,
    identity::CryptoBoxPublicKey,
    session::chunk::{LENGTH_BYTES, split_frame},
};

use super::{
    flow::Flow,
    open,
    packets::{Packet, Segment},
};
use crate::{
    error::Error,
    output::{self, counted},
    session::Direction,
};

/// The maximum number of connections that are told apart.
const MAX_CONNECTIONS: usize = 0x1_0000;

/// The maximum number of bytes of a direction in which a connection message is searched for. Those of mainnet have 134.
const START_MAX_BYTES: usize = 1024;

/// A TCP connection in a capture.
#[derive(Debug)]
pub(crate) struct Connection {
    /// The side that opened it, or whose packet is the first in the capture.
    pub(crate) client: SocketAddr,
    pub(crate) server: SocketAddr,
    /// The number of its first packet, and of the first packet of another connection between the same addresses.
    pub(super) packets: (u64, u64),
    /// True if the capture has the packet that opened it.
    pub(crate) is_whole: bool,
    /// The keys of both sides, if it begins with their connection messages.
    pub(crate) keys: Option<[CryptoBoxPublicKey; 2]>,
    starts: [Start; 2],
}

/// The first bytes of a direction.
#[derive(Debug)]
struct Start {
    flow: Flow,
    bytes: Vec<u8>,
    key: Option<CryptoBoxPublicKey>,
    is_known: bool,
}

impl Default for Start {
    fn default() -> Self {
        Self { flow: Flow::new(START_MAX_BYTES), bytes: Vec::new(), key: None, is_known: false }
    }
}

impl Start {
    /// Takes a segment, until it is known whether the bytes begin with a connection message.
    fn push(&mut self, segment: Segment) {
        if segment.is_first {
            return self.flow.begin(segment.sequence);
        }
        if self.is_known {
            return;
        }
        let new = self.flow.push(segment.sequence, segment.payload);
        self.bytes.extend_from_slice(&new);
        let frame = split_frame(&self.bytes).and_then(|(frame, _)| frame.get(LENGTH_BYTES..));
        self.key = frame.and_then(|frame| ConnectionMessage::from_bytes(frame).ok()).map(|message| message.public_key);
        if frame.is_some() || self.bytes.len() > START_MAX_BYTES {
            *self = Self { key: self.key, is_known: true, ..Self::default() };
        }
    }
}

/// Returns the connections of a capture, in the order of their first packets.
pub(crate) fn connections(file: &Path, bar: &ProgressBar) -> Result<Vec<Connection>, Error> {
    let (mut scan, mut packets) = (Scan::default(), open(file, bar)?);
    for packet in packets.by_ref() {
        // Where the file ends too early is said when its sessions are read.
        let Packet::Segment(segment) = packet? else { break };
        if let Some(connection) = scan.connection(&segment) {
            connection.direction(&segment).of(&mut connection.starts).push(segment);
        }
    }
    if scan.is_full {
        let most = counted(MAX_CONNECTIONS, "connection", "connections");
        output::note(&format!("{}: it has more than {most}; those after them are not read", file.display()));
    }
    if let (true, Some(link)) = (scan.all.is_empty(), packets.unknown) {
        let sentence = format!(
            "its packets are not read: their link type is {link}, expected Ethernet, Linux cooked, raw IP or loopback"
        );
        return Err(Error::at_path(file, sentence));
    }
    for connection in &mut scan.all {
        let [client, server] = std::mem::take(&mut connection.starts).map(|start| start.key);
        connection.keys = client.zip(server).map(|(client, server)| [client, server]);
    }
    Ok(scan.all)
}

/// The connections found so far.
#[derive(Default)]
struct Scan {
    all: Vec<Connection>,
    /// The last connection between two addresses, by its index.
    last: HashMap<[SocketAddr; 2], usize>,
    /// True if there were more connections than are told apart.
    is_full: bool,
}

impl Scan {
    /// Returns the connection of a segment, which may be a new one.
    fn connection(&mut self, segment: &Segment) -> Option<&mut Connection> {
        // The addresses in an order that does not depend on the direction.
        let mut both = [segment.from, segment.to];
        both.sort_unstable();
        let last = self.last.get(&both).copied();
        let opens = segment.is_first && segment.received.is_none();
        if let Some(at) = last.filter(|at| !opens || self.all.get(*at).is_some_and(|last| last.opens_again(segment))) {
            return self.all.get_mut(at);
        }
        if self.all.len() >= MAX_CONNECTIONS {
            self.is_full = true;
            return None;
        }
        if let Some(last) = last.and_then(|at| self.all.get_mut(at)) {
            last.packets.1 = segment.packet;
        }
        self.last.insert(both, self.all.len());
        let accepts = segment.is_first && !opens;
        let (client, server) = if accepts { (segment.to, segment.from) } else { (segment.from, segment.to) };
        let (packets, starts) = ((segment.packet, u64::MAX), Default::default());
        self.all.push(Connection { client, server, packets, is_whole: opens, keys: None, starts });
        self.all.last_mut()
    }
}

impl Connection {
    /// Returns the direction of a segment of this connection: the client is the side that sent.
    pub(super) fn direction(&self, segment: &Segment) -> Direction {
        if segment.from == self.client { Direction::Sent } else { Direction::Received }
    }

    /// Returns true if a segment that opens a connection is the one that opened this, sent again.
    fn opens_again(&self, segment: &Segment) -> bool {
        self.is_whole && self.client == segment.from && !self.starts.iter().any(|start| start.is_known)
    }

    /// Returns true for a segment of this connection.
    pub(super) fn has(&self, segment: &Segment) -> bool {
        let addresses = [(self.client, self.server), (self.server, self.client)];
        (self.packets.0..self.packets.1).contains(&segment.packet) && addresses.contains(&(segment.from, segment.to))
    }
}
