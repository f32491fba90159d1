//! The TCP segments in a capture, read one by one.

use std::{io::Read, net::SocketAddr};

use etherparse::{EtherType, LaxNetSlice, LaxSlicedPacket, TransportSlice};
use pcap_parser::{
    Block, Linktype, PcapBlockOwned, PcapError, create_reader,
    traits::{PcapNGPacketBlock as _, PcapReaderIterator},
};

use crate::error::Error;

/// The number of bytes that are read from a capture at once.
const BUFFER_BYTES: usize = 0x2_0000;

/// The maximum number of bytes of a packet, or of another block of a pcapng file.
const BLOCK_MAX_BYTES: usize = 0x0100_0000;

/// The maximum number of interfaces of a section.
const MAX_INTERFACES: usize = 0x1_0000;

/// A TCP segment.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    /// The number of its packet in the file, counted from 1 as Wireshark does.
    pub(crate) packet: u64,
    /// Nanoseconds since 1970.
    pub(crate) time: u64,
    pub(crate) from: SocketAddr,
    pub(crate) to: SocketAddr,
    /// The number of its first byte. A SYN is a byte of its own.
    pub(crate) sequence: u32,
    /// True for the first segment of a side.
    pub(crate) is_first: bool,
    /// True for the last segment of a side.
    pub(crate) is_last: bool,
    /// The sequence number up to which its sender has received; none in the first segment of a connection.
    pub(crate) received: Option<u32>,
    pub(crate) payload: Vec<u8>,
}

/// The link types whose packets are read.
const KNOWN: [Linktype; 10] = [
    Linktype::ETHERNET,
    Linktype::NULL,
    Linktype::LOOP,
    Linktype::RAW,
    Linktype::IPV4,
    Linktype::IPV6,
    Linktype(12),
    Linktype(14),
    Linktype::LINUX_SLL,
    Linktype::LINUX_SLL2,
];

/// What is read next.
#[derive(Debug)]
pub(crate) enum Packet {
    Segment(Segment),
    /// The file ends inside the packet with this number, or is damaged there.
    Cut(u64, &'static str),
}

/// The TCP segments of a capture. Other packets are skipped.
pub(crate) struct Packets {
    source: String,
    reader: Box<dyn PcapReaderIterator + Send>,
    interfaces: Vec<Interface>,
    /// The number of packets read.
    count: u64,
    capacity: usize,
    is_over: bool,
    /// The link type of packets that cannot be read.
    pub(crate) unknown: Option<Linktype>,
}

/// A source of packets.
#[derive(Debug, Clone, Copy)]
struct Interface {
    link: Linktype,
    /// The units of time in a second.
    resolution: u64,
    /// The seconds that are added to its times.
    offset: i64,
}

/// The number of first bytes of a file that show whether it is a capture.
pub(crate) const START_BYTES: u64 = 12;

/// Returns true if these are the first bytes of a capture: pcap in both orders of bytes, with microseconds or nanoseconds, or pcapng, whose
/// order of bytes is behind the length of its first block.
pub(crate) const fn is_start(start: &[u8]) -> bool {
    matches!(
        start,
        [0xa1, 0xb2, 0xc3, 0xd4, ..]
            | [0xd4, 0xc3, 0xb2, 0xa1, ..]
            | [0xa1, 0xb2, 0x3c, 0x4d, ..]
            | [0x4d, 0x3c, 0xb2, 0xa1, ..]
            | [0x0a, 0x0d, 0x0d, 0x0a, _, _, _, _, 0x1a, 0x2b, 0x3c, 0x4d, ..]
            | [0x0a, 0x0d, 0x0d, 0x0a, _, _, _, _, 0x4d, 0x3c, 0x2b, 0x1a, ..]
    )
}

impl Packets {
    /// Opens a capture. `source` is the name of the file in errors.
    pub(crate) fn new(source: &str, file: impl Read + Send + 'static) -> Result<Self, Error> {
        let reader = create_reader(BUFFER_BYTES, file)
            .map_err(|error| Error::in_file(source, format_args!("this is not a capture: {}", sentence(&error))))?;
        let (source, interfaces) = (source.into(), Vec::new());
        Ok(Self { source, reader, interfaces, count: 0, capacity: BUFFER_BYTES, is_over: false, unknown: None })
    }

    fn read(&mut self) -> Result<Option<Packet>, Error> {
        while !self.is_over {
            let wrong =
                |sentence: &str| Error::in_file(&self.source, format_args!("after packet {}: {sentence}", self.count));
            let segment = match self.reader.next() {
                Ok((length, block)) => {
                    let segment = take(&block, &mut self.interfaces, &mut self.count);
                    let unknown = self.interfaces.iter().find(|interface| !KNOWN.contains(&interface.link));
                    self.unknown = self.unknown.or(unknown.map(|interface| interface.link));
                    drop(block);
                    self.reader.consume(length);
                    segment
                }
                Err(PcapError::Eof) => {
                    self.is_over = true;
                    None
                }
                Err(PcapError::Incomplete(_) | PcapError::UnexpectedEof | PcapError::BufferTooSmall) => {
                    if self.reader.reader_exhausted() {
                        return Ok(Some(self.stop("is cut inside this packet")));
                    }
                    // A block is longer than the buffer.
                    if self.reader.data().len() >= self.capacity {
                        self.capacity = self.capacity.saturating_mul(2);
                        if self.capacity > BLOCK_MAX_BYTES || !self.reader.grow(self.capacity) {
                            return Ok(Some(
                                self.stop("has a packet here that is longer than 16 MiB, and is not read on"),
                            ));
                        }
                    }
                    self.reader.refill().map_err(|error| wrong(&sentence(&error)))?;
                    None
                }
                Err(PcapError::ReadError) => return Err(wrong("the file cannot be read")),
                Err(_) => return Ok(Some(self.stop("is damaged at this packet, and is not read on"))),
            };
            if let Some(segment) = segment {
                return Ok(Some(Packet::Segment(segment)));
            }
        }
        Ok(None)
    }

    /// Ends the reading at a packet that cannot be read.
    const fn stop(&mut self, sentence: &'static str) -> Packet {
        self.is_over = true;
        Packet::Cut(self.count.saturating_add(1), sentence)
    }
}

impl Iterator for Packets {
    type Item = Result<Packet, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.read().transpose();
        self.is_over |= matches!(read, Some(Err(_)));
        read
    }
}

/// Takes a block of the file: the description of an interface, or a packet, whose TCP segment is returned if it has one.
fn take(block: &PcapBlockOwned<'_>, interfaces: &mut Vec<Interface>, count: &mut u64) -> Option<Segment> {
    let mut next = || {
        *count = count.saturating_add(1);
        *count
    };
    match block {
        PcapBlockOwned::LegacyHeader(header) => {
            let resolution = if header.is_nanosecond_precision() { 1_000_000_000 } else { 1_000_000 };
            interfaces.push(Interface { link: header.network, resolution, offset: 0 });
            None
        }
        PcapBlockOwned::Legacy(packet) => {
            let (number, interface) = (next(), interfaces.first()?);
            let fraction = u64::from(packet.ts_usec);
            let units = u64::from(packet.ts_sec).saturating_mul(interface.resolution).saturating_add(fraction);
            segment(number, time(units, *interface), interface.link, packet.data)
        }
        PcapBlockOwned::NG(Block::SectionHeader(_)) => {
            interfaces.clear();
            None
        }
        PcapBlockOwned::NG(Block::InterfaceDescription(described)) => {
            let resolution = resolution(described.if_tsresol);
            let interface = Interface { link: described.linktype, resolution, offset: described.if_tsoffset };
            if interfaces.len() < MAX_INTERFACES {
                interfaces.push(interface);
            }
            None
        }
        PcapBlockOwned::NG(Block::EnhancedPacket(packet)) => {
            let (number, interface) = (next(), interfaces.get(usize::try_from(packet.if_id).ok()?)?);
            let units = u64::from(packet.ts_high) << 32 | u64::from(packet.ts_low);
            segment(number, time(units, *interface), interface.link, packet.packet_data())
        }
        PcapBlockOwned::NG(Block::SimplePacket(packet)) => {
            let (number, interface) = (next(), interfaces.first()?);
            segment(number, 0, interface.link, packet.packet_data())
        }
        PcapBlockOwned::NG(_) => None,
    }
}

/// Returns the units of time in a second: a negative power of 10, or of 2 if the highest bit is set.
fn resolution(exponent: u8) -> u64 {
    let (base, exponent) = if exponent < 0x80 { (10_u64, exponent) } else { (2, exponent & 0x7f) };
    base.checked_pow(exponent.into()).unwrap_or(u64::MAX)
}

/// Returns nanoseconds since 1970.
fn time(units: u64, Interface { resolution, offset, .. }: Interface) -> u64 {
    let nanoseconds =
        u128::from(units).saturating_mul(1_000_000_000).checked_div(resolution.into()).unwrap_or_default();
    let nanoseconds = i128::try_from(nanoseconds).unwrap_or(i128::MAX);
    u64::try_from(nanoseconds.saturating_add(i128::from(offset).saturating_mul(1_000_000_000))).unwrap_or_default()
}

/// Returns the TCP segment in a packet. Packets may be cut by the program that captured them.
fn segment(packet: u64, time: u64, link: Linktype, data: &[u8]) -> Option<Segment> {
    let of_type = |bytes: Option<&[u8; 2]>, rest| {
        let ether_type = EtherType(u16::from_be_bytes(*bytes?));
        Some(LaxSlicedPacket::from_ether_type(ether_type, rest))
    };
    let sliced = match link {
        Linktype::ETHERNET => LaxSlicedPacket::from_ethernet(data).ok(),
        // The family of addresses in 4 bytes, in the order of the machine; the packet says which IP it is.
        Linktype::NULL | Linktype::LOOP => LaxSlicedPacket::from_ip(data.get(4..)?).ok(),
        Linktype::RAW | Linktype::IPV4 | Linktype::IPV6 => LaxSlicedPacket::from_ip(data).ok(),
        // On some systems, `Linktype::RAW` has one of these numbers.
        Linktype(12 | 14) => LaxSlicedPacket::from_ip(data).ok(),
        Linktype::LINUX_SLL => of_type(data.get(14..)?.first_chunk(), data.get(16..)?),
        Linktype::LINUX_SLL2 => of_type(data.first_chunk(), data.get(20..)?),
        _ => None,
    }?;
    let (source, destination) = match sliced.net? {
        LaxNetSlice::Ipv4(ip) => (ip.header().source_addr().into(), ip.header().destination_addr().into()),
        LaxNetSlice::Ipv6(ip) => (ip.header().source_addr().into(), ip.header().destination_addr().into()),
        LaxNetSlice::Arp(_) => return None,
    };
    let Some(TransportSlice::Tcp(tcp)) = sliced.transport else { return None };
    Some(Segment {
        packet,
        time,
        from: SocketAddr::new(source, tcp.source_port()),
        to: SocketAddr::new(destination, tcp.destination_port()),
        sequence: tcp.sequence_number(),
        is_first: tcp.syn(),
        is_last: tcp.fin(),
        received: tcp.ack().then(|| tcp.acknowledgment_number()),
        payload: tcp.payload().to_vec(),
    })
}

fn sentence<T>(error: &PcapError<T>) -> String {
    match error {
        PcapError::Eof | PcapError::Incomplete(_) | PcapError::UnexpectedEof => "it ends in its header".into(),
        PcapError::ReadError => "it cannot be read".into(),
        _ => "its header is that of neither pcap nor pcapng".into(),
    }
}
