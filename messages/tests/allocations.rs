//! Allocations of messages: views and hashing make none, writing makes one of exactly the encoded length.

use std::fmt::Debug;

use crate::common::{bytes, carried_vectors, report, short, text, vectors};
use allocation_counter::{AllocationInfo, measure};
use serde_json::Value;
use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, NomReader, View};
use tezos_messages::block_header::BlockHeader;
use tezos_messages::handshake::{Ack, ConnectionMessage};
use tezos_messages::hash::{Blake2b256, BlockHash, blake2b_256};
use tezos_messages::p2p::PeerMessage;
use tezos_messages::protocol::ProtocolSource;

/// Runs `work`, and returns its result and the allocations of this thread.
fn measured<R>(work: impl FnOnce() -> R) -> (R, AllocationInfo) {
    let mut result = None;
    let info = measure(|| result = Some(work()));
    (result.unwrap(), info)
}

/// Checks that the type and its view accept the same bytes, and that the view allocates nothing and converts back to the value.
fn check<T>(bytes: &[u8]) -> Result<(), String>
where
    T: for<'a> Decode<'a> + View + Debug + PartialEq,
    for<'a> T::View<'a>: Decode<'a>,
{
    let owned = T::from_bytes(bytes);
    let (view, AllocationInfo { count_total: allocations, .. }) = measured(|| T::View::from_bytes(bytes));
    match (owned, view) {
        (Ok(_), Ok(_)) if allocations > 0 => Err(format!("{allocations} allocations")),
        (Ok(owned), Ok(view)) => match T::from_view(&view) {
            Ok(again) if again == owned => Ok(()),
            again => Err(format!("{again:?} is not {owned:?}")),
        },
        (Err(owned), Err(view)) if owned == view => Ok(()),
        (owned, view) => Err(format!("{owned:?}, but the view {:?}", view.map(|_| "is fine"))),
    }
}

/// Checks that writing makes one allocation of exactly the encoded length, and that hashing and writing to a slice make none.
fn check_writing<T: for<'a> Decode<'a> + Encode>(bytes: &[u8]) -> Result<(), String> {
    let Ok(value) = T::from_bytes(bytes) else { return Ok(()) };
    let (written, info) = measured(|| value.to_bytes());
    let written = written.map_err(|error| error.to_string())?;
    // A reallocation counts as another allocation.
    if (info.count_total, info.bytes_total) != (u64::from(!written.is_empty()), written.len() as u64) {
        return Err(format!("writing {} bytes: {info:?}", written.len()));
    }
    let mut buffer = vec![0; written.len()];
    let (results, AllocationInfo { count_total: allocations, .. }) =
        measured(|| (value.hash::<Blake2b256>(), value.write_to_slice(&mut buffer)));
    match results {
        (Ok(hash), Ok(_)) if allocations == 0 && hash == blake2b_256(&written) && buffer == written => Ok(()),
        (hash, len) => Err(format!("{hash:?}, {len:?}, {allocations} allocations")),
    }
}

fn check_lines(file: &str, lines: &[Value]) {
    let mut checked = 0;
    let mut failures = Vec::new();
    for line in lines {
        let (name, bytes) = (text(line, "message"), bytes(line, "hex"));
        let result = match name {
            "Connection_message" => {
                check::<ConnectionMessage>(&bytes).and_then(|()| check_writing::<ConnectionMessage>(&bytes))
            }
            "Ack" | "Nack" => check::<Ack>(&bytes).and_then(|()| check_writing::<Ack>(&bytes)),
            "Metadata" => continue,
            name if name.starts_with("type:") => continue,
            _ => check::<PeerMessage>(&bytes).and_then(|()| check_writing::<PeerMessage>(&bytes)),
        };
        checked += 1;
        failures.extend(result.err().map(|error| format!("{name} {}: {error}", short(&hex::encode(&bytes)))));
    }
    report(file, checked, &failures);
}

const FILES: [&str; 4] = ["p2p.jsonl", "p2p_read_errors.jsonl", "p2p_read_accepts.jsonl", "p2p_fuzz.jsonl"];

/// A user-defined type that borrows a list of hashes.
#[derive(Debug, HasEncoding, NomReader, BinWriter)]
struct Wanted<'a> {
    #[encoding(dynamic, list = 10)]
    blocks: &'a [BlockHash],
}

/// A borrowed list of hashes is a slice of the input, so it is not copied.
#[test]
fn borrowed_hashes_take_no_heap() {
    let bytes = [&[0, 0, 0, 64][..], &[1; 32], &[2; 32]].concat();
    let (wanted, info) = measured(|| Wanted::from_bytes(&bytes));
    assert_eq!(info.count_total, 0);
    assert_eq!(wanted.unwrap().blocks, [BlockHash([1; 32]), BlockHash([2; 32])]);
}

/// A list with a count.
#[derive(Debug, HasEncoding, NomReader, BinWriter)]
struct Counted {
    #[encoding(count(kind = "u30"))]
    blocks: Vec<BlockHash>,
}

/// A count that exceeds the available elements takes no more heap than these elements.
#[test]
fn a_wrong_count_reserves_no_memory() {
    let bytes = [&[0x3f, 0xff, 0xff, 0xff][..], &[1; 100]].concat();
    let (refused, info) = measured(|| <Counted as NomReader>::nom_read(&bytes).is_err());
    assert!(refused);
    assert!(info.bytes_total <= 2 * bytes.len() as u64, "{info:?}");
}

/// A user-defined type with arrays of elements that are not bytes.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Segment {
    ends: [(u8, u16); 2],
    blocks: [BlockHash; 2],
    nested: [[bool; 2]; 2],
}

/// Arrays are read in place, without heap, even if an element is refused.
#[test]
fn arrays_take_no_heap() {
    let bytes = [&[1, 0, 2, 3, 0, 4][..], &[1; 32], &[2; 32], &[0xff, 0, 0xff, 0]].concat();
    let short = &bytes[..bytes.len() - 1];
    let ((segment, cut), info) = measured(|| (Segment::from_bytes(&bytes), Segment::nom_read(short).is_err()));
    assert_eq!((info.count_total, cut), (0, true));
    let expected = Segment {
        ends: [(1, 2), (3, 4)],
        blocks: [BlockHash([1; 32]), BlockHash([2; 32])],
        nested: [[true, false], [true, false]],
    };
    assert_eq!(segment, Ok(expected));
}

/// Headers and protocols are hashed while they are written, without a buffer.
#[test]
fn hashing_takes_no_heap() {
    let header = BlockHeader::from_bytes(&[&[7; 78][..], &[0; 4], &[7; 40]].concat()).unwrap();
    let protocol = ProtocolSource::default();
    let (hashes, info) = measured(|| (header.hash(), protocol.hash()));
    assert_eq!(info.count_total, 0);
    let expected = (header.to_bytes().unwrap(), protocol.to_bytes().unwrap());
    assert_eq!(hashes.0.unwrap().0, blake2b_256(&expected.0));
    assert_eq!(hashes.1.unwrap().0, blake2b_256(&expected.1));
}

#[test]
fn messages_make_only_necessary_allocations() {
    for file in FILES {
        check_lines(file, &carried_vectors(file));
        if let Some(lines) = vectors(file) {
            check_lines(file, &lines);
        }
    }
}

/// A block of a variable width that contains another.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Part {
    #[encoding(dynamic(kind = "n"), bytes)]
    text: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Parts {
    #[encoding(dynamic(kind = "n"), list, dynamic(kind = "n"))]
    parts: Vec<Part>,
    #[encoding(dynamic, list, dynamic)]
    others: Vec<Part>,
}

/// However many blocks a value has, their lengths take no heap.
#[test]
fn any_number_of_sizes_takes_no_heap() {
    for count in [0, 1, 16, 17, 100, 10_000] {
        let parts = vec![Part { text: vec![7; count % 200] }; count];
        let bytes = Parts { others: parts.clone(), parts }.to_bytes().unwrap();
        check_writing::<Parts>(&bytes).unwrap_or_else(|error| panic!("{count}: {error}"));
    }
}
