//! Captures of networks: made here from the rows of a session, in every shape that a network and a recorder give them.

use std::{
    fs,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    path::{Path, PathBuf},
};

use etherparse::PacketBuilder;

use crate::common::{Run, folder, run, sample};

const CLIENT: u16 = 40_000;
const SERVER: u16 = 9_732;

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

/// Returns the rows of the sample session: whether they were sent, and their bytes.
fn rows() -> Vec<(bool, Vec<u8>)> {
    let text = fs::read_to_string(sample("session.csv")).unwrap();
    let rows = text.lines().skip(1).map(|line| line.split_once(',').unwrap());
    rows.map(|(direction, hex)| (direction == "Sent", hex::decode(hex).unwrap())).collect()
}

/// A segment: whether the client sent it, its sequence number, whether it is a SYN, its bytes.
#[derive(Clone)]
struct Segment {
    sent: bool,
    sequence: u32,
    syn: bool,
    bytes: Vec<u8>,
}

/// Cuts rows into the segments of a connection, some of them longer than a packet of Ethernet. The sequence numbers start close to their limit.
fn segments(rows: &[(bool, Vec<u8>)], random: &mut Random) -> Vec<Segment> {
    let mut next = [u32::MAX - 3_000, u32::MAX - 70_000];
    let mut all: Vec<Segment> = Vec::new();
    for sent in [true, false] {
        let next = &mut next[usize::from(sent)];
        all.push(Segment { sent, sequence: *next, syn: true, bytes: Vec::new() });
        *next = next.wrapping_add(1);
    }
    for (sent, bytes) in rows {
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (bytes, after) = rest.split_at((1 + random.below(2_000)).min(rest.len()));
            let next = &mut next[usize::from(*sent)];
            all.push(Segment { sent: *sent, sequence: *next, syn: false, bytes: bytes.into() });
            *next = next.wrapping_add(u32::try_from(bytes.len()).unwrap());
            rest = after;
        }
    }
    all
}

/// Sends some segments again, joined with their neighbours or not, and lets some arrive after later ones.
fn disturbed(segments: &[Segment], random: &mut Random) -> Vec<Segment> {
    let (handshake, data) = segments.split_at(2);
    let mut all = data.to_vec();
    for at in 0..data.len() {
        if random.below(5) == 0 {
            let mut again = data[at].clone();
            if let Some(next) = data.get(at + 1).filter(|next| next.sent == again.sent && random.below(2) == 0) {
                again.bytes.extend(&next.bytes);
            }
            let to = (at + random.below(12)).min(all.len());
            all.insert(to, again);
        }
        if random.below(4) == 0 {
            let (from, to) = (random.below(all.len()), random.below(6));
            let moved = all.remove(from);
            all.insert((from + to).min(all.len()), moved);
        }
    }
    [handshake, &all].concat()
}

/// A network: its link type, and whether it is one of IPv6, with tags of VLANs.
#[derive(Clone, Copy)]
struct Network {
    link: u32,
    v6: bool,
    vlan: bool,
}

const ETHERNET: Network = Network { link: 1, v6: false, vlan: false };

impl Network {
    fn packet(self, Segment { sent, sequence, syn, bytes }: &Segment) -> Vec<u8> {
        let (v4, v6) = (|last| [10, 0, 0, last], |last| Ipv6Addr::from(0xfd00 << 112 | u128::from(last)).octets());
        let (from, to) = if *sent { (1_u8, 2) } else { (2, 1) };
        let builder = PacketBuilder::ethernet2([1; 6], [2; 6]);
        let builder = match (self.v6, self.vlan) {
            (false, false) => builder.ipv4(v4(from), v4(to), 64),
            (false, true) => builder.single_vlan(7.try_into().unwrap()).ipv4(v4(from), v4(to), 64),
            (true, false) => builder.ipv6(v6(from), v6(to), 64),
            (true, true) => builder.single_vlan(7.try_into().unwrap()).ipv6(v6(from), v6(to), 64),
        };
        let (from, to) = if *sent { (CLIENT, SERVER) } else { (SERVER, CLIENT) };
        let mut builder = builder.tcp(from, to, *sequence, 65_535);
        if *syn {
            builder = builder.syn();
        }
        if !*syn || !*sent {
            builder = builder.ack(1);
        }
        let mut frame = Vec::new();
        builder.write(&mut frame, bytes).unwrap();
        let ip = &frame[14..];
        let ether_type: &[u8] = if self.v6 { &[0x86, 0xdd] } else { &[0x08, 0x00] };
        match self.link {
            // Short frames of Ethernet are filled up.
            1 => frame.resize(frame.len().max(60), 0),
            0 => frame = [&2_u32.to_le_bytes(), ip].concat(),
            108 => frame = [&2_u32.to_be_bytes(), ip].concat(),
            113 => frame = [&[0; 14], ether_type, ip].concat(),
            276 => frame = [ether_type, &[0; 18], ip].concat(),
            _ => frame = ip.to_vec(),
        }
        frame
    }

    fn pcap(self, segments: &[Segment], big_endian: bool, nanoseconds: bool) -> Vec<u8> {
        let number = |number: u32| if big_endian { number.to_be_bytes() } else { number.to_le_bytes() };
        let magic = if nanoseconds { 0xa1b2_3c4d } else { 0xa1b2_c3d4 };
        let version = if big_endian { [0, 2, 0, 4] } else { [2, 0, 4, 0] };
        let mut file = [number(magic), version, [0; 4], [0; 4], number(0x4_0000), number(self.link)].concat();
        for (segment, second) in segments.iter().zip(1_700_000_000..) {
            let packet = self.packet(segment);
            let length = number(u32::try_from(packet.len()).unwrap());
            file.extend([number(second), number(5), length, length].concat());
            file.extend(packet);
        }
        file
    }

    /// Returns a capture whose last packet has a FIN.
    fn pcap_with_end(self, segments: &[Segment], last: &Segment) -> Vec<u8> {
        let without = self.pcap(segments, false, false).len();
        let mut file = self.pcap(&[segments, std::slice::from_ref(last)].concat(), false, false);
        // The flags of TCP are 13 bytes after its start, behind the headers of the packet, of Ethernet and of IPv4.
        file[without + 16 + 14 + 20 + 13] |= 1;
        file
    }

    fn pcapng(self, segments: &[Segment]) -> Vec<u8> {
        let block = |kind: u32, body: Vec<u8>| {
            let length = u32::try_from(body.len() + 12).unwrap().to_le_bytes();
            [&kind.to_le_bytes(), &length, &body[..], &length].concat()
        };
        let section = [&0x1a2b_3c4d_u32.to_le_bytes()[..], &[1, 0, 0, 0], &[0xff; 8]].concat();
        let mut file = block(0x0a0d_0d0a, section);
        file.extend(block(1, [&self.link.to_le_bytes(), &0_u32.to_le_bytes()[..]].concat()));
        // A block of another kind.
        file.extend(block(0xbad, vec![0; 8]));
        for segment in segments {
            let mut packet = self.packet(segment);
            let length = u32::try_from(packet.len()).unwrap().to_le_bytes();
            packet.resize(packet.len().next_multiple_of(4), 0);
            file.extend(block(6, [&[0; 12], &length[..], &length, &packet].concat()));
        }
        file
    }
}

/// Returns a capture of the sample session.
pub(crate) fn of_the_sample() -> Vec<u8> {
    ETHERNET.pcapng(&segments(&rows(), &mut Random(1)))
}

/// Writes a capture, with the identity of one side beside it.
fn write(folder: &Path, name: &str, capture: &[u8]) -> String {
    fs::copy(sample("identity.json"), folder.join("identity.json")).unwrap();
    let path: PathBuf = folder.join(name);
    fs::write(&path, capture).unwrap();
    path.to_str().unwrap().to_owned()
}

fn replay(file: &str) -> Run {
    run(&["replay", file])
}

/// Returns the lines of a report without times.
fn counts(Run { out, .. }: &Run) -> Vec<String> {
    let counted = ["Encrypted", "Messages", "Decoded", "Headers", "Failures"];
    out.lines().filter(|line| counted.iter().any(|start| line.starts_with(start))).map(str::to_owned).collect()
}

#[test]
fn sessions_in_captures_are_those_in_rows() {
    let folder = folder("pcap");
    let expected = counts(&replay(&sample("session.csv")));
    assert_eq!(expected.len(), 5);
    let mut random = Random(7);
    let all = segments(&rows(), &mut random);
    let network = |link, v6, vlan| Network { link, v6, vlan };
    let captures = [
        ("plain.pcap", ETHERNET.pcap(&all, false, false)),
        ("disturbed.pcap", ETHERNET.pcap(&disturbed(&all, &mut random), false, true)),
        ("big.pcap", network(1, true, false).pcap(&disturbed(&all, &mut random), true, false)),
        ("vlan.pcap", network(1, false, true).pcap(&all, true, true)),
        ("vlan6.pcapng", network(1, true, true).pcapng(&disturbed(&all, &mut random))),
        ("cooked.pcap", network(113, false, false).pcap(&all, false, false)),
        ("cooked2.pcapng", network(276, true, false).pcapng(&all)),
        ("null.pcap", network(0, false, false).pcap(&all, false, false)),
        ("loop.pcap", network(108, true, false).pcap(&all, false, false)),
        ("raw.unknown", network(101, false, false).pcapng(&all)),
    ];
    for (name, capture) in captures {
        let found = replay(&write(&folder, name, &capture));
        assert_eq!((found.status, counts(&found)), (0, expected.clone()), "{name}: {}", found.err);
    }
    // `stats` and `profile` find captures in folders.
    let of_rows = run(&["stats", &sample("session.csv")]).out;
    assert_eq!(run(&["stats", folder.join("disturbed.pcap").to_str().unwrap()]).out, of_rows);
    let profile = run(&["profile", "--json", folder.join("big.pcap").to_str().unwrap()]);
    assert_eq!(profile.status, 0, "{}", profile.err);
    let both = folder.join("both");
    fs::create_dir_all(&both).unwrap();
    for name in ["plain.pcap", "identity.json", "cooked2.pcapng"] {
        fs::copy(folder.join(name), both.join(name)).unwrap();
    }
    let json = run(&["stats", "--json", both.to_str().unwrap()]).json();
    let once = run(&["stats", "--json", &sample("session.csv")]).json();
    assert_eq!(json["messages"].as_u64(), once["messages"].as_u64().map(|count| count * 2), "{json}");
}

#[test]
fn several_connections_are_told_apart() {
    let folder = folder("pcap-several");
    let mut random = Random(3);
    let all = segments(&rows()[..40], &mut random);
    let web = |sent, bytes: &[u8]| Segment { sent, sequence: 5, syn: false, bytes: bytes.into() };
    // Another protocol between the same ports, the session, and the session again.
    let mut one = vec![web(true, b"GET / HTTP/1.1\r\n\r\n"), web(false, b"HTTP/1.1 200 OK\r\n\r\n")];
    one.extend(all.clone());
    one.extend(all);
    let file = write(&folder, "several.pcapng", &ETHERNET.pcapng(&one));
    let listed = run(&["pcap", &file]).out;
    assert!(listed.contains("3 TCP connections") && listed.matches(" peers id").count() == 2, "{listed}");
    assert_eq!(listed.matches("began before the capture").count(), 1, "{listed}");
    let (stats, rows) = (run(&["stats", "--json", &file]).json(), rows()[..40].to_vec());
    let alone = write(&folder, "alone.pcap", &ETHERNET.pcap(&segments(&rows, &mut random), false, false));
    let alone = run(&["stats", "--json", &alone]).json();
    assert_eq!(stats["messages"].as_u64(), alone["messages"].as_u64().map(|count| count * 2));
    assert_eq!(run(&["replay", "--json", &file]).json()["sessions"], 2);
}

#[test]
fn what_a_capture_lacks_is_said() {
    let folder = folder("pcap-lacks");
    let mut random = Random(11);
    let all = segments(&rows(), &mut random);
    let whole = ETHERNET.pcap(&all, false, false);
    let expected = counts(&replay(&write(&folder, "whole.pcap", &whole)));
    let of = |name: &str, capture: &[u8]| replay(&write(&folder, name, capture));

    let cut = of("cut.pcap", &whole[..whole.len() - 3]);
    assert_eq!(cut.status, 1, "{}", cut.err);
    assert!(cut.out.contains("the capture is cut inside this packet"), "{}", cut.out);
    // A packet is missing, of any message; or the last, which the other side says that it received; or there is a stray packet.
    let data: Vec<usize> = (20..all.len()).collect();
    for at in data.iter().step_by(23).chain(data.last()) {
        let mut lost = all.clone();
        let Segment { sent, sequence, bytes, .. } = lost.remove(*at);
        let after = sequence.wrapping_add(u32::try_from(bytes.len()).unwrap());
        let fin = Segment { sent, sequence: after, syn: false, bytes: Vec::new() };
        let lost = of("lost.pcap", &ETHERNET.pcap_with_end(&lost, &fin));
        assert!(lost.status == 1 && lost.out.contains("\n  packet "), "{at}: {}", lost.out);
        assert!(lost.out.contains("the capture lacks "), "{at}: {}", lost.out);
    }
    let mut stray = all.clone();
    stray.insert(60, Segment { sent: false, sequence: 77, syn: true, bytes: Vec::new() });
    let stray = of("stray.pcap", &ETHERNET.pcap(&stray, false, false));
    assert_eq!((stray.status, counts(&stray)), (0, expected), "{}", stray.out);
    // The recorder kept the first bytes of each packet only.
    let snapped: Vec<Segment> =
        all.iter().map(|one| Segment { bytes: one.bytes[..one.bytes.len().min(90)].to_vec(), ..one.clone() }).collect();
    let snapped = of("snapped.pcap", &ETHERNET.pcap(&snapped, false, false));
    assert_eq!(snapped.status, 1, "{}", snapped.out);

    let late = of("late.pcap", &ETHERNET.pcap(&all[40..], false, false));
    assert!(
        late.status == 1 && late.err.contains("1 began before it, and a session cannot be decrypted without its start"),
        "{}",
        late.err
    );
    let unknown = of("unknown.pcap", &Network { link: 147, ..ETHERNET }.pcap(&all[..3], false, false));
    assert!(
        unknown.err.contains("their link type is ") && unknown.err.contains("expected Ethernet"),
        "{}",
        unknown.err
    );
    let empty = of("empty.pcap", &ETHERNET.pcap(&[], false, false));
    assert!(empty.err.contains("the capture has 0 TCP connections"), "{}", empty.err);
    let header = of("header.pcap", &whole[..9]);
    assert!(header.err.contains("this is not a capture: it ends in its header"), "{}", header.err);
    let file = write(&folder, "other.pcap", &whole);
    run(&["record", "--seed", "1", "--messages", "100", "--out", folder.join("other").to_str().unwrap()]);
    let other = folder.join("other/identity.json");
    let other = run(&["replay", &file, "--identity", other.to_str().unwrap()]);
    assert!(other.err.contains("1 of them between peers, and the identity is that of none of these"), "{}", other.err);
}

#[test]
fn decrypted_messages_are_packets_of_another_capture() {
    let folder = folder("pcap-decrypt");
    let all = segments(&rows(), &mut Random(2));
    for (name, network) in [("v4.pcap", ETHERNET), ("v6.pcap", Network { v6: true, ..ETHERNET })] {
        let file = write(&folder, name, &network.pcap(&all, false, false));
        let out = folder.join(format!("{name}ng"));
        let out = out.to_str().unwrap();
        let decrypted = run(&["pcap", &file, "--decrypt", out]);
        assert_eq!(decrypted.status, 0, "{}", decrypted.err);
        let messages = decrypted.out.split(' ').next().unwrap().parse::<usize>().unwrap();
        let bytes = fs::read(out).unwrap();
        assert_eq!(bytes[..4], [0x0a, 0x0d, 0x0d, 0x0a]);
        let names = [&b"tezos.p2p\0\0\0"[..], b"tezos.p2p_connection.message"];
        let found = names.map(|name| bytes.windows(name.len()).filter(|window| *window == name).count());
        assert_eq!(found, [messages - 6, 2], "{name}");
        let address: Vec<u8> = match network.v6 {
            false => [&[0, 20, 0, 4][..], &Ipv4Addr::new(10, 0, 0, 1).octets()].concat(),
            true => [&[0, 22, 0, 16][..], &Ipv6Addr::from(0xfd00 << 112 | 1_u128).octets()].concat(),
        };
        assert!(bytes.windows(address.len()).any(|window| window == address), "{:?}", IpAddr::from([10, 0, 0, 1]));
        // A file is not replaced.
        let again = run(&["pcap", &file, "--decrypt", out]);
        assert!(again.status == 1 && again.err.contains("the file already exists"), "{}", again.err);
    }
    let session = run(&["pcap", &sample("session.csv")]);
    assert!(session.err.contains("this is not a capture: expected a pcap or pcapng file"), "{}", session.err);
}

#[test]
fn hostile_captures_end_with_a_status() {
    let folder = folder("pcap-hostile");
    let mut random = Random(5);
    let all = segments(&rows()[..24], &mut random);
    let whole = [ETHERNET.pcapng(&all), ETHERNET.pcap(&all, false, false)];
    for round in 0..60 {
        let mut bytes = whole[round % 2].clone();
        for _ in 0..=random.below(4) {
            let limit = if random.below(2) == 0 { 400 } else { usize::MAX };
            let at = random.below(bytes.len().min(limit));
            match random.below(4) {
                0 => bytes.truncate(at.max(24)),
                1 => bytes[at] = 0xff,
                2 => drop(bytes.drain(at..(at + random.below(40)).min(bytes.len()))),
                _ => bytes[at] ^= 1 << random.below(8),
            }
        }
        let file = write(&folder, "hostile.pcap", &bytes);
        for command in [vec!["pcap", &file], vec!["stats", &file]] {
            let run = run(&command);
            assert!(
                run.status <= 1 && !run.err.contains("panicked"),
                "{command:?}, round {round}: {} {}",
                run.status,
                run.err
            );
        }
    }
}
