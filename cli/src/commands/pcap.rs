//! `pcap`: lists the connections in a capture of a network, or writes their decrypted messages for Wireshark.

use std::{
    fs::File,
    io::{BufWriter, ErrorKind, Write as _},
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use pcap_parser::{EnhancedPacketBlock, InterfaceDescriptionBlock, Linktype, SectionHeaderBlock, ToVec};
use serde_json::{Value, json};

use crate::{
    error::Error,
    output::{self, counted, text_table},
    session::{
        Damage, Direction, Event, Options, PACKET, SessionPart, What,
        capture::{self, Captured, Connection},
        encrypted::Encrypted,
        identity,
        probe::Off,
    },
};

/// The number of lost chunks that are tried at one position, as in `replay`.
const WINDOW: u64 = 128;

/// The maximum number of defects that are printed.
const MAX_SHOWN: usize = 10;

/// List the TCP connections in a capture, or decrypt those between peers for Wireshark.
///
/// A capture is a pcap or pcapng file of Ethernet, Linux cooked, raw IP or loopback packets, as tcpdump and Wireshark write it. `replay`, `stats` and
/// `profile` read captures too.
///
/// With --decrypt, each message of the connections of which the identity is one side becomes a packet of a new pcapng file: with its time, its
/// addresses and the name of its dissector. Wireshark shows them with dissectors from `export lua`: `tezos.p2p` for messages,
/// `tezos.p2p_connection.message`, `tezos.p2p_connection.metadata` and `tezos.p2p_connection.ack` for those of the handshake. The connections follow
/// each other, and of a message of more than 256 KiB the start is written. The exit status is 1 if bytes could not be decrypted.
#[derive(Args)]
#[command(after_help = "Examples:\n  tezos-codec pcap capture.pcapng\n  \
                        tezos-codec pcap capture.pcapng --identity identity.json --decrypt messages.pcapng")]
pub(crate) struct Arguments {
    /// The capture: pcap or pcapng.
    #[arg(value_name = "CAPTURE")]
    capture: PathBuf,
    /// The identity of one side; by default, `identity.json` beside the capture.
    #[arg(long, value_name = "FILE", requires = "decrypt")]
    identity: Option<PathBuf>,
    /// Write the decrypted messages into this new pcapng file.
    #[arg(long, value_name = "OUT.pcapng")]
    decrypt: Option<PathBuf>,
    /// Print JSON: a list of the connections, or an object with the counts of --decrypt and its faults.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let capture = &arguments.capture;
    if !capture.is_file() {
        return Err(Error::at_path(capture, "there is no such file"));
    }
    if !capture::is_file(capture) {
        return Err(Error::at_path(capture, "this is not a capture: expected a pcap or pcapng file"));
    }
    let length = capture.metadata().map_err(|error| Error::at_path(capture, error))?.len();
    let bar = output::progress_of_bytes("reading", Some(length), arguments.json);
    let Some(out) = &arguments.decrypt else {
        let connections = capture::connections(capture, &bar)?;
        bar.finish_and_clear();
        return output::print(&if arguments.json { list_json(&connections) } else { list(&connections) });
    };
    let identity = identity::of(capture, arguments.identity.as_deref())?;
    let captured = Captured::new(capture, &identity, 0, &bar)?;
    let (addresses, times) = (captured.addresses(), capture::times(capture)?);
    let options = Options { window: WINDOW, strict: false, quiet: true };
    let mut events = Encrypted::new(&capture.display().to_string(), captured, identity, options, Off);
    let mut file = Messages::create(out)?;
    let (mut damage, mut count, mut faults) = (Damage::default(), 0_u64, Vec::new());
    while let Some(event) = events.next().transpose()? {
        damage.count(&event);
        match event {
            Event::Part(part) => {
                let session = usize::try_from(events.read_up_to().0.offset).unwrap_or(usize::MAX);
                let [client, server] = addresses.get(session).copied().unwrap_or([UNKNOWN; 2]);
                let ends = if part.direction == Direction::Sent { [client, server] } else { [server, client] };
                let packet = usize::try_from(part.line.saturating_sub(1)).unwrap_or(usize::MAX);
                file.push(&part, ends, times.get(packet).copied().unwrap_or_default())?;
                count = count.saturating_add(1);
            }
            Event::Fault(fault) if faults.len() < MAX_SHOWN => faults.push(fault),
            Event::Fault(_) | Event::Unread(_) => {}
        }
    }
    file.finish()?;
    bar.finish_and_clear();
    let status = if damage == Damage::default() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    if arguments.json {
        let faults: Vec<String> = faults.iter().map(|fault| fault.at(PACKET)).collect();
        let all = json!({
            "messages": count, "connections": addresses.len(), "unread_bytes": damage.unread_bytes,
            "faults": damage.faults, "first_faults": faults,
        });
        output::print(&output::json::pretty(&all.to_string()))?;
        return Ok(status);
    }
    for fault in &faults {
        output::note(&fault.at(PACKET));
    }
    let sessions = counted(addresses.len(), "connection", "connections");
    let unread = match damage.unread_bytes {
        0 => String::new(),
        bytes => format!("; {} could not be decrypted", counted(bytes, "byte", "bytes")),
    };
    output::print(&format!("{} of {sessions}{unread}\n", counted(count, "message", "messages")))?;
    Ok(status)
}

/// Formats a row for each connection.
fn list(connections: &[Connection]) -> String {
    let mut table = text_table(&["opened by", "accepted by", "what"]);
    for connection in connections {
        let what = match (&connection.keys, connection.is_whole) {
            (Some([client, server]), _) => format!("peers {} and {}", client.peer_id(), server.peer_id()),
            (None, true) => "no peers".into(),
            (None, false) => "began before the capture".into(),
        };
        table.add_row([connection.client.to_string(), connection.server.to_string(), what]);
    }
    let count = counted(connections.len(), "TCP connection", "TCP connections");
    if connections.is_empty() { format!("{count}\n") } else { format!("{}\n{count}\n", output::lines(table)) }
}

fn list_json(connections: &[Connection]) -> String {
    let connection = |one: &Connection| {
        let peers = one.keys.map(|keys| keys.map(|key| key.peer_id().to_string()));
        json!({ "opened_by": one.client.to_string(), "accepted_by": one.server.to_string(), "whole": one.is_whole, "peers": peers })
    };
    output::json::pretty(&connections.iter().map(connection).collect::<Value>().to_string())
}

/// The address of a session that is not known.
const UNKNOWN: SocketAddr = SocketAddr::new(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED), 0);

/// A pcapng file of messages, each a packet of the link type `WIRESHARK_UPPER_PDU`.
///
/// Rule: `epan/exported_pdu.h` of Wireshark. A packet begins with tags, each a 2-byte number and a 2-byte length, both big-endian, and a value whose
/// length is a multiple of 4; the tag 0 ends them.
struct Messages<'f> {
    path: &'f Path,
    file: BufWriter<File>,
}

/// The maximum number of bytes of a packet that Wireshark reads.
const CAPTURED_MAX_BYTES: usize = 262_144;

/// Numbers of tags.
mod tag {
    pub(super) const DISSECTOR: u16 = 12;
    pub(super) const IPV4: [u16; 2] = [20, 21];
    pub(super) const IPV6: [u16; 2] = [22, 23];
    pub(super) const PORT_TYPE: u16 = 24;
    pub(super) const PORT: [u16; 2] = [25, 26];
}

/// The value of `PORT_TYPE` for TCP.
const TCP: u32 = 2;

impl<'f> Messages<'f> {
    fn create(path: &'f Path) -> Result<Self, Error> {
        let file = File::create_new(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                Error::at_path(path, "the file already exists: give another one with --decrypt")
            }
            _ => Error::at_path(path, format_args!("the file cannot be written: {error}")),
        })?;
        let mut messages = Self { path, file: BufWriter::new(file) };
        // The lengths and the magic numbers of blocks are filled in when they are written.
        messages.block(&mut SectionHeaderBlock {
            block_type: 0,
            block_len1: 0,
            bom: 0,
            major_version: 1,
            minor_version: 0,
            section_len: -1,
            options: Vec::new(),
            block_len2: 0,
        })?;
        let nanoseconds = 9;
        messages.block(&mut InterfaceDescriptionBlock {
            block_type: 0,
            block_len1: 0,
            linktype: Linktype::WIRESHARK_UPPER_PDU,
            reserved: 0,
            snaplen: 0,
            options: Vec::new(),
            block_len2: 0,
            if_tsresol: nanoseconds,
            if_tsoffset: 0,
        })?;
        Ok(messages)
    }

    fn block(&mut self, block: &mut impl ToVec) -> Result<(), Error> {
        let bytes = block.to_vec().map_err(|error| Error::at_path(self.path, error))?;
        self.file.write_all(&bytes).map_err(|error| Error::at_path(self.path, error))
    }

    /// Writes a message from the first address to the second.
    fn push(&mut self, part: &SessionPart, ends: [SocketAddr; 2], time: u64) -> Result<(), Error> {
        let mut data = Vec::new();
        put(&mut data, tag::DISSECTOR, dissector(part.what).as_bytes());
        put(&mut data, tag::PORT_TYPE, &TCP.to_be_bytes());
        for (index, address) in ends.iter().enumerate() {
            let of = |tags: [u16; 2]| tags.get(index).copied().unwrap_or_default();
            match address.ip() {
                IpAddr::V4(ip) => put(&mut data, of(tag::IPV4), &ip.octets()),
                IpAddr::V6(ip) => put(&mut data, of(tag::IPV6), &ip.octets()),
            }
            put(&mut data, of(tag::PORT), &u32::from(address.port()).to_be_bytes());
        }
        put(&mut data, 0, &[]);
        data.extend_from_slice(&part.bytes);
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let captured = data.get(..CAPTURED_MAX_BYTES).unwrap_or(&data);
        let half = |bits: u64| u32::try_from(bits & u64::from(u32::MAX)).unwrap_or_default();
        self.block(&mut EnhancedPacketBlock {
            block_type: 0,
            block_len1: 0,
            if_id: 0,
            ts_high: half(time >> 32),
            ts_low: half(time),
            caplen: length(captured),
            origlen: length(&data),
            data: captured,
            options: Vec::new(),
            block_len2: 0,
        })
    }

    fn finish(mut self) -> Result<(), Error> {
        self.file.flush().map_err(|error| Error::at_path(self.path, error))
    }
}

/// Appends a tag and its value, filled up with zeros.
fn put(data: &mut Vec<u8>, tag: u16, value: &[u8]) {
    let length = value.len().next_multiple_of(4);
    data.extend_from_slice(&tag.to_be_bytes());
    data.extend_from_slice(&u16::try_from(length).unwrap_or(u16::MAX).to_be_bytes());
    data.extend_from_slice(value);
    data.resize(data.len().saturating_sub(value.len()).saturating_add(length), 0);
}

/// Returns the name of the dissector that `export lua` makes for a part of a session.
const fn dissector(what: What) -> &'static str {
    match what {
        What::Connection => "tezos.p2p_connection.message",
        What::Metadata => "tezos.p2p_connection.metadata",
        What::Ack => "tezos.p2p_connection.ack",
        What::Message => "tezos.p2p",
    }
}
