//! Sessions in captures of a network, pcap or pcapng: the connections that begin with the handshake of two peers.
//!
//! | module              | what it does                                  |
//! |---------------------|-----------------------------------------------|
//! | [`packets`]         | reads TCP segments from the packets of a file |
//! | [`flow`]            | joins the segments of a direction             |
//! | [`mod@connections`] | finds connections, and those between peers    |
//!
//! A capture is read once for its connections, then once for each session, so that sessions follow each other as in a csv file and nothing is kept
//! in memory but what waits for a missing segment. The side that opened the connection is the one that sent.

mod connections;
mod flow;
mod packets;

use std::{
    collections::VecDeque,
    fs::File,
    io::{BufReader, Read as _},
    net::SocketAddr,
    path::{Path, PathBuf},
};

use indicatif::ProgressBar;
use tezos_messages::identity::Identity;

pub(crate) use connections::{Connection, connections};

use crate::{
    error::Error,
    output::{self, counted},
    session::{Direction, Fault, Row, lines::TextPosition, rows::Record},
};
use flow::Flow;
use packets::{Packet, Packets, START_BYTES, Segment, is_start};

/// The maximum number of bytes of a direction that wait for missing ones.
const WAITING_MAX_BYTES: usize = 0x10_0000;

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
        let begun = all.iter().filter(|connection| !connection.is_whole && connection.keys.is_none()).count();
        let own = all.into_iter().filter(|one| one.keys.is_some_and(|keys| keys.contains(identity.public_key())));
        let sessions: VecDeque<(u64, Connection)> = (0..).zip(own).collect();
        if sessions.is_empty() {
            let mut sentence = format!("the capture has {}, ", counted(count, "TCP connection", "TCP connections"));
            match (peers, begun) {
                (0, 0) => sentence += "none of which begins with the connection messages of two peers",
                (0, begun) => {
                    sentence += &format!(
                        "none of which has the connection messages of two peers: {begun} began before it, and a session cannot be decrypted without its start"
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
        let Some(reading) = &mut self.reading else { return self.open_next() };
        match reading.packets.next().transpose()? {
            Some(Packet::Segment(segment)) if segment.packet >= reading.connection.packets.1 => self.finish(),
            Some(Packet::Segment(segment)) if reading.connection.has(&segment) => self.take(segment),
            Some(Packet::Segment(_)) => {}
            Some(Packet::Cut(line, sentence)) => {
                // What waits comes before it.
                self.finish();
                let (subject, sentence) = ("the capture".into(), sentence.into());
                self.rows.push_back(Record::Fault(Fault { direction: None, line, subject, sentence }));
            }
            None => self.finish(),
        }
        Ok(true)
    }

    /// Begins to read the next session. Returns false if there is none.
    fn open_next(&mut self) -> Result<bool, Error> {
        let Some((number, connection)) = self.sessions.pop_front() else { return Ok(false) };
        self.bar.inc_length(self.file.metadata().map_or(0, |data| data.len()));
        let packets = open(&self.file, &self.bar)?;
        let flows = [Flow::new(WAITING_MAX_BYTES), Flow::new(WAITING_MAX_BYTES)];
        self.reading = Some(Reading { packets, connection, flows, last: 0 });
        self.rows.push_back(Record::Header(TextPosition { offset: number, line: 0 }));
        Ok(true)
    }

    /// Takes a segment of the session.
    fn take(&mut self, segment: Segment) {
        let Some(reading) = &mut self.reading else { return };
        reading.last = segment.packet;
        let direction = reading.connection.direction(&segment);
        let flow = direction.of(&mut reading.flows);
        if segment.is_first {
            return flow.begin(segment.sequence);
        }
        let after = segment.sequence.wrapping_add(u32::try_from(segment.payload.len()).unwrap_or(u32::MAX));
        let bytes = flow.push(segment.sequence, segment.payload);
        if segment.is_last {
            flow.end(after);
        }
        let lost = flow.take_lost();
        if let Some(received) = segment.received {
            direction.other().of(&mut reading.flows).received(received);
        }
        self.add(segment.packet, direction, lost, bytes);
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
