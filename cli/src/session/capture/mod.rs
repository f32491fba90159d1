//! Sessions in captures of a network, pcap or pcapng: the connections that begin with the handshake of two peers.
//!
//! | module      | what it does                                     |
//! |-------------|--------------------------------------------------|
//! | [`packets`] | reads TCP segments from the packets of a file    |
//! | [`flow`]    | joins the segments of a direction                |
//!
//! A capture is read once for its connections, then once for each session, so that sessions follow each other as in a csv file and nothing is kept
//! in memory but what waits for a missing segment. The side that opened the connection is the one that sent.

pub(crate) mod flow;
pub(crate) mod packets;

use std::{
    collections::{HashMap, VecDeque},
    fs::File,
    io::{BufReader, Read as _},
    net::SocketAddr,
    path::{Path, PathBuf},
};

use indicatif::ProgressBar;
use tezos_encoding::Decode as _;
use tezos_messages::{
    handshake::ConnectionMessage,
    identity::{Identity, PublicKey},
    session::chunk::{LENGTH_BYTES, split_frame},
};

use crate::{
    error::Error,
    output::{self, counted},
    session::{Direction, Fault, Row, lines::TextPosition, rows::Record},
};
use flow::Flow;
use packets::{Packet, Packets, START_BYTES, Segment, is_start};

/// The maximum number of connections that are told apart.
const MAX_CONNECTIONS: usize = 0x1_0000;

/// The maximum number of bytes of a direction in which a connection message is searched for. Those of mainnet have 134.
const START_MAX_BYTES: usize = 1024;

/// The maximum number of bytes of a direction that wait for missing ones.
const WAITING_MAX_BYTES: usize = 0x10_0000;

/// A TCP connection in a capture.
#[derive(Debug)]
pub(crate) struct Connection {
    /// The side that opened it, or whose packet is the first in the capture.
    pub(crate) client: SocketAddr,
    pub(crate) server: SocketAddr,
    /// The number of its first packet, and of the first packet of another connection between the same addresses.
    packets: (u64, u64),
    /// True if the capture has the packet that opened it.
    pub(crate) is_whole: bool,
    /// The keys of both sides, if it begins with their connection messages.
    pub(crate) keys: Option<[PublicKey; 2]>,
    starts: [Start; 2],
}

/// The first bytes of a direction.
#[derive(Debug)]
struct Start {
    flow: Flow,
    bytes: Vec<u8>,
    key: Option<PublicKey>,
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

/// Returns true if a file is a capture.
pub(crate) fn is_file(file: &Path) -> bool {
    let mut start = Vec::new();
    File::open(file).is_ok_and(|file| file.take(START_BYTES).read_to_end(&mut start).is_ok()) && is_start(&start)
}

/// Refuses a capture that is no file, because it is read several times. `start` has its first bytes.
pub(crate) fn refuse_start(source: &str, start: &[u8]) -> Result<(), Error> {
    if is_start(start) {
        return Err(Error::in_file(source, "this is a capture, which is read several times: give it as a file"));
    }
    Ok(())
}

fn open(file: &Path, bar: &ProgressBar) -> Result<Packets, Error> {
    let opened = File::open(file).map_err(|error| Error::at_path(file, error))?;
    Packets::new(&file.display().to_string(), bar.wrap_read(BufReader::new(opened)))
}

/// Returns the connections of a capture, in the order of their first packets.
pub(crate) fn connections(file: &Path, bar: &ProgressBar) -> Result<Vec<Connection>, Error> {
    let mut all: Vec<Connection> = Vec::new();
    let mut current: HashMap<[SocketAddr; 2], usize> = HashMap::new();
    let mut is_full = false;
    let mut packets = open(file, bar)?;
    for packet in packets.by_ref() {
        // Where the file ends too early is said when its sessions are read.
        let Packet::Segment(segment) = packet? else { break };
        let key = between(&segment);
        let begins = segment.is_first && segment.received.is_none();
        let known = current.get(&key).copied();
        // The first packet may be sent again.
        let again = known.and_then(|at| all.get(at)).is_some_and(|connection| {
            connection.is_whole
                && connection.client == segment.from
                && !connection.starts.iter().any(|start| start.is_known)
        });
        let at = match known {
            Some(at) if !begins || again => at,
            _ if all.len() >= MAX_CONNECTIONS => {
                is_full = true;
                continue;
            }
            before => {
                if let Some(before) = before.and_then(|at| all.get_mut(at)) {
                    before.packets.1 = segment.packet;
                }
                let accepts = segment.is_first && !begins;
                let (client, server) = if accepts { (segment.to, segment.from) } else { (segment.from, segment.to) };
                let packets = (segment.packet, u64::MAX);
                all.push(Connection {
                    client,
                    server,
                    packets,
                    is_whole: begins,
                    keys: None,
                    starts: Default::default(),
                });
                current.insert(key, all.len().saturating_sub(1));
                all.len().saturating_sub(1)
            }
        };
        if let Some(connection) = all.get_mut(at) {
            let direction = connection.direction(&segment);
            direction.of(&mut connection.starts).push(segment);
        }
    }
    if is_full {
        let most = counted(MAX_CONNECTIONS, "connection", "connections");
        output::note(&format!("{}: it has more than {most}; those after them are not read", file.display()));
    }
    if let (true, Some(link)) = (all.is_empty(), packets.unknown) {
        let sentence = format!(
            "its packets are not read: their link type is {link}, expected Ethernet, Linux cooked, raw IP or loopback"
        );
        return Err(Error::at_path(file, sentence));
    }
    for connection in &mut all {
        connection.keys = match &connection.starts {
            [Start { key: Some(client), .. }, Start { key: Some(server), .. }] => Some([*client, *server]),
            _ => None,
        };
        connection.starts = Default::default();
    }
    Ok(all)
}

/// Returns the times of the packets of a capture, in nanoseconds since 1970, by their number minus 1. Those of packets without TCP are 0.
pub(crate) fn times(file: &Path) -> Result<Vec<u64>, Error> {
    let mut times = Vec::new();
    for packet in open(file, &ProgressBar::hidden())? {
        let Packet::Segment(segment) = packet? else { break };
        times.resize(usize::try_from(segment.packet).unwrap_or(usize::MAX).saturating_sub(1), 0);
        times.push(segment.time);
    }
    Ok(times)
}

/// Returns the two addresses of a segment in an order that does not depend on its direction.
fn between(segment: &Segment) -> [SocketAddr; 2] {
    let mut both = [segment.from, segment.to];
    both.sort_unstable();
    both
}

impl Connection {
    /// Returns the direction of a segment of this connection: the client is the side that sent.
    fn direction(&self, segment: &Segment) -> Direction {
        if segment.from == self.client { Direction::Sent } else { Direction::Received }
    }
}

/// The sessions of a capture of which an identity is one side, as the rows of a csv file: each row has the number of its packet.
pub(crate) struct Captured {
    file: PathBuf,
    bar: ProgressBar,
    /// The sessions that follow, each with its number.
    sessions: VecDeque<(u64, Connection)>,
    reading: Option<Reading>,
    rows: VecDeque<Record>,
}

/// A session that is being read.
struct Reading {
    packets: Packets,
    connection: Connection,
    flows: [Flow; 2],
    /// The number of the last packet.
    last: u64,
}

impl Captured {
    /// Opens a capture, and skips its first sessions.
    ///
    /// # Errors
    /// If it has no session of which `identity` is one side.
    pub(crate) fn new(file: &Path, identity: &Identity, skipped: u64, bar: &ProgressBar) -> Result<Self, Error> {
        let all = connections(file, bar)?;
        let (count, peers) = (all.len(), all.iter().filter(|connection| connection.keys.is_some()).count());
        let begun = all.iter().filter(|connection| !connection.is_whole).count();
        let own = all.into_iter().filter(|one| one.keys.is_some_and(|keys| keys.contains(identity.public_key())));
        let sessions: VecDeque<(u64, Connection)> = (0..).zip(own).collect();
        if sessions.is_empty() {
            let mut sentence = format!("the capture has {}, ", counted(count, "TCP connection", "TCP connections"));
            match (peers, begun) {
                (0, 0) => sentence += "none of which begins with the connection messages of two peers",
                (0, begun) => {
                    let began = counted(begun, "began before it", "began before it");
                    sentence += &format!(
                        "none of which has the connection messages of two peers: {began}, and a session cannot be decrypted without its start"
                    );
                }
                (peers, _) => {
                    sentence += &format!(
                        "{peers} of them between peers, and the identity is that of none of these: give that of one side with --identity"
                    );
                }
            }
            return Err(Error::at_path(file, sentence));
        }
        let others = peers.saturating_sub(sessions.len());
        if skipped == 0 && others.saturating_add(begun) > 0 {
            output::note(&format!(
                "{}: not read are {} between peers of which the identity is none, and {} that began before the capture",
                file.display(),
                counted(others, "connection", "connections"),
                counted(begun, "connection", "connections")
            ));
        }
        let sessions = sessions.into_iter().skip(usize::try_from(skipped).unwrap_or(usize::MAX)).collect();
        Ok(Self { file: file.into(), bar: bar.clone(), sessions, reading: None, rows: VecDeque::new() })
    }

    /// Returns the addresses of the sessions that follow: of the side that opened each, then of the other.
    pub(crate) fn addresses(&self) -> Vec<[SocketAddr; 2]> {
        self.sessions.iter().map(|(_, connection)| [connection.client, connection.server]).collect()
    }

    /// Reads one packet further. Returns false at the end.
    fn step(&mut self) -> Result<bool, Error> {
        let Some(reading) = &mut self.reading else {
            let Some((number, connection)) = self.sessions.pop_front() else { return Ok(false) };
            self.bar.inc_length(self.file.metadata().map_or(0, |data| data.len()));
            let packets = open(&self.file, &self.bar)?;
            let flows = [Flow::new(WAITING_MAX_BYTES), Flow::new(WAITING_MAX_BYTES)];
            self.reading = Some(Reading { packets, connection, flows, last: 0 });
            self.rows.push_back(Record::Header(TextPosition { offset: number, line: 0 }));
            return Ok(true);
        };
        let segment = match reading.packets.next().transpose()? {
            Some(Packet::Segment(segment)) => Some(segment),
            Some(Packet::Cut(packet, sentence)) => {
                let (subject, sentence) = ("the capture".into(), sentence.into());
                let fault = Fault { direction: None, line: packet, subject, sentence };
                // The flows end before it.
                self.finish();
                self.rows.push_back(Record::Fault(fault));
                return Ok(true);
            }
            None => None,
        };
        let Some(segment) = segment.filter(|segment| segment.packet < reading.connection.packets.1) else {
            self.finish();
            return Ok(true);
        };
        let own = [reading.connection.client, reading.connection.server];
        if segment.packet < reading.connection.packets.0 || !own.contains(&segment.from) || !own.contains(&segment.to) {
            return Ok(true);
        }
        let direction = reading.connection.direction(&segment);
        let flow = direction.of(&mut reading.flows);
        reading.last = segment.packet;
        if segment.is_first {
            flow.begin(segment.sequence);
        } else {
            let after = segment.sequence.wrapping_add(u32::try_from(segment.payload.len()).unwrap_or(u32::MAX));
            let bytes = flow.push(segment.sequence, segment.payload);
            if segment.is_last {
                flow.end(after);
            }
            let lost = flow.take_lost();
            self.add(segment.packet, direction, lost, bytes);
        }
        if let (Some(received), Some(reading)) = (segment.received, &mut self.reading) {
            direction.other().of(&mut reading.flows).received(received);
        }
        Ok(true)
    }

    /// Ends a session, with the bytes that waited for missing ones.
    fn finish(&mut self) {
        let Some(mut reading) = self.reading.take() else { return };
        for direction in Direction::BOTH {
            let flow = direction.of(&mut reading.flows);
            let (bytes, end) = (flow.finish(), flow.missing_end());
            let lost = flow.take_lost();
            self.add(reading.last, direction, lost, bytes);
            self.add(reading.last, direction, end, Vec::new());
        }
    }

    /// Adds bytes of a direction, before which some were lost.
    fn add(&mut self, line: u64, direction: Direction, lost: u64, bytes: Vec<u8>) {
        if lost > 0 {
            let sentence = format!("lacks {} up to this packet", counted(lost, "byte", "bytes"));
            let fault = Fault { direction: Some(direction), line, subject: "the capture".into(), sentence };
            self.rows.push_back(Record::Fault(fault));
        }
        if !bytes.is_empty() {
            self.rows.push_back(Record::Row(Row { line, direction, bytes }));
        }
    }
}

impl Iterator for Captured {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.rows.pop_front() {
                return Some(Ok(row));
            }
            match self.step() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.sessions.clear();
                    self.reading = None;
                    return Some(Err(error));
                }
            }
        }
    }
}
