//! Values dissected by Wireshark, with the dissectors that `export lua` prints, compared with our slices.
//!
//! `wireshark FOLDER`: scripts and captures are written to FOLDER, and `tshark` is run on them.
//!
//! Wireshark has to find each part of a valid value: its offset, its length, its number if it has one, and the name of its field. Cut and
//! changed values have to be dissected up to the first wrong part; what follows must be malformed, and no error of Lua.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "a program that answers on standard output")]

#[path = "../exported.rs"]
mod exported;
mod pcap;
mod pdml;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, error, fs};

use exported::Exported;
use pdml::{Packet, Part};
use tezos_encoding::schema::export::{dissector_name, lua};
use tezos_encoding::schema::{Scalar, SliceKind, slice};
use tezos_encoding::{ErrorKind, Segment};

/// Values of each encoding.
const VALUES: usize = 4;
/// Bytes of the longest value.
const MAX_BYTES: usize = 300;
/// Encodings of one run of `tshark`.
const SCRIPTS: usize = 150;
/// Differences that are printed.
const SHOWN: usize = 20;

/// A message, with the encoding whose dissector gets it.
struct Message<'e> {
    exported: &'e Exported,
    bytes: Vec<u8>,
    /// Whether a dissector may stop early, because Wireshark draws only some levels and items.
    is_large: bool,
}

/// Large messages: the description of the encoding, bytes that are repeated, their number, and the last bytes.
const LARGE: &[(&str, &[u8], usize, &[u8])] = &[
    ("mu(chain){0 Nil | 1 Cons: uint8*chain}", &[1, 7], 5_000, &[0]),
    ("obj{a: variable_list(tup(uint8, uint8)); b: uint16; c: fixed_bytes(2)}", &[1, 2], 60_000, &[]),
    ("n", &[0xff], 100_000, &[1]),
];

fn main() -> Result<ExitCode, Box<dyn error::Error>> {
    let folder = env::args().nth(1).map(PathBuf::from).ok_or("usage: wireshark FOLDER")?;
    let all = exported::all()?;
    let (mut messages, mut wrong, mut parts) = (0_usize, Vec::new(), 0_usize);
    for exported in all.chunks(SCRIPTS) {
        let made = make(exported);
        let packets = dissect(&folder, exported, &made)?;
        if packets.len() != made.len() {
            return Err(format!("tshark printed {} packets of {}", packets.len(), made.len()).into());
        }
        for (message, packet) in made.iter().zip(&packets) {
            parts = parts.saturating_add(packet.parts.len());
            if let Err(reason) = compare(message, packet) {
                wrong.push(format!(
                    "{}: {reason}: {}",
                    message.exported.label(),
                    hex::encode(message.bytes.get(..MAX_BYTES).unwrap_or(&message.bytes))
                ));
            }
        }
        messages = messages.saturating_add(made.len());
    }
    wrong.iter().take(SHOWN).for_each(|line| println!("{line}"));
    let (encodings, wrong) = (all.len(), wrong.len());
    println!(
        "{messages} messages of {encodings} encodings dissected by Wireshark in {parts} parts, {wrong} otherwise than here"
    );
    Ok(if wrong == 0 && messages > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Makes values of encodings; each also without its last byte, without its second half, with a byte more and with one changed.
fn make(all: &[Exported]) -> Vec<Message<'_>> {
    let mut messages = Vec::new();
    for exported in all {
        let Ok(values) = exported::values(exported.encoding, VALUES, MAX_BYTES) else {
            println!("no value is made: {}", exported.label());
            continue;
        };
        for bytes in values {
            let half = bytes.len() / 2;
            let changed: Vec<u8> =
                bytes.iter().enumerate().map(|(at, byte)| if at == half { !byte } else { *byte }).collect();
            let cut = bytes.get(..bytes.len().saturating_sub(1)).unwrap_or_default().to_vec();
            let start = bytes.get(..half).unwrap_or_default().to_vec();
            let longer = [bytes.as_slice(), &[0]].concat();
            messages.extend([bytes, cut, start, longer, changed].map(|bytes| Message {
                exported,
                bytes,
                is_large: false,
            }));
        }
        let large = LARGE.iter().filter(|(description, ..)| exported.description == Some(description));
        messages.extend(large.map(|(_, bytes, count, last)| Message {
            exported,
            bytes: [&bytes.repeat(*count), *last].concat(),
            is_large: true,
        }));
    }
    messages
}

/// Returns what `tshark` finds in messages.
fn dissect(folder: &Path, all: &[Exported], messages: &[Message<'_>]) -> Result<Vec<Packet>, Box<dyn error::Error>> {
    fs::create_dir_all(folder)?;
    let capture = folder.join("values.pcap");
    let packets = messages.iter().map(|message| (dissector_name(&message.exported.id), message.bytes.as_slice()));
    fs::write(&capture, pcap::of_dissectors(packets))?;
    let mut tshark = Command::new("tshark");
    tshark.args(["-n", "-T", "pdml", "-r"]).arg(&capture);
    // Scripts of the user could register the same names.
    tshark.env("HOME", folder).env("XDG_CONFIG_HOME", folder);
    for exported in all {
        let script = folder.join(format!("{}.lua", dissector_name(&exported.id)));
        fs::write(&script, lua(exported.encoding, &exported.id))?;
        tshark.arg("-X").arg(format!("lua_script:{}", script.display()));
    }
    let output = tshark.output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || said.contains("Lua") || said.contains("lua:") {
        return Err(format!("tshark fails: {said}").into());
    }
    Ok(pdml::packets(&String::from_utf8_lossy(&output.stdout)))
}

/// Compares what Wireshark finds in a message with its slices. The error is a reason.
fn compare(Message { exported, bytes, is_large }: &Message<'_>, packet: &Packet) -> Result<(), String> {
    if packet.is_broken {
        return Err("an error of Lua".to_owned());
    }
    if *is_large && packet.malformed.as_ref().is_some_and(|text| text.contains("the rest is not dissected")) {
        return Ok(());
    }
    let slicing = slice(exported.encoding, bytes);
    let mut found = packet.parts.iter();
    for ours in slicing.slices.iter().filter(|ours| !ours.bytes.is_empty()) {
        let where_ = format!("{} at {}", ours.name, ours.offset);
        let theirs = found.next().ok_or_else(|| format!("{where_} is not found"))?;
        if (theirs.offset, theirs.len) != (ours.offset, ours.bytes.len()) {
            let Part { name, offset, len, .. } = theirs;
            return Err(format!("{where_}, {} bytes, is {name} at {offset}, {len} bytes", ours.bytes.len()));
        }
        // The field of an object with one field has the name of the object. What serves the layout may have that of a type, and so may a value
        // with padding.
        let mut names: Vec<String> = ours.path().segments().filter_map(field).collect();
        let names = names.split_off(names.len().saturating_sub(2));
        if !ours.kind.is_layout()
            && !names.is_empty()
            && !names.iter().any(|name| theirs.name.split('.').any(|part| part.starts_with(name) || part == "field0"))
        {
            return Err(format!("{where_}, the field {}, is {}", names.join("."), theirs.name));
        }
        if let (Some(ours), Some(theirs)) = (number(ours.kind, &ours.pretty), theirs.number())
            && ours != theirs
        {
            return Err(format!("{where_} is {ours}, not {theirs}"));
        }
    }
    match (&slicing.error, packet.malformed.as_deref()) {
        (None, None) => {
            found.next().map_or(Ok(()), |more| Err(format!("{} at {} is too much", more.name, more.offset)))
        }
        (None, Some(text)) => Err(format!("malformed: {text}")),
        (Some(error), None) if is_of_layout(&error.kind) => Err(format!("{:?} is not noticed", error.kind)),
        (Some(_), _) => Ok(()),
    }
}

/// Returns the name of a field or a case as display filters have it.
fn field(segment: Segment) -> Option<String> {
    let (Segment::Field(name) | Segment::Case(name)) = segment else { return None };
    // An element of a tuple is a field named by its index.
    let start = if name.starts_with(|first: char| first.is_ascii_digit()) { "field" } else { "" };
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
    Some(start.chars().chain(letters).collect())
}

/// Returns the number of a slice, if it has one.
fn number(kind: SliceKind, pretty: &str) -> Option<i128> {
    match kind {
        SliceKind::Scalar(Scalar::Float | Scalar::RangedFloat { .. } | Scalar::Bool) => None,
        // Slices have the number on the wire, as in the reference.
        SliceKind::Scalar(Scalar::Int(int)) => pretty.parse().ok().map(|number: i128| number.saturating_add(int.shift)),
        SliceKind::Tag { .. } | SliceKind::Size | SliceKind::Count | SliceKind::Name { .. } | SliceKind::Scalar(_) => {
            pretty.parse().ok()
        }
        _ => None,
    }
}

/// Returns true for errors that a dissector has to notice: not those of functions of types and of limits that the bytes do not need.
fn is_of_layout(kind: &ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotEnoughData { .. } | ErrorKind::ExtraBytes { .. } | ErrorKind::UnexpectedTag { .. })
}
