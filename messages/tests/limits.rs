//! Each limit at its last valid value and one beyond it, reading and writing.

use std::{fmt::Debug, net::Ipv6Addr};

use crate::common::build::{HEADER, header, key, operation};
use crate::common::{frame, sized};
use tezos_encoding::{Decode, Encode, FromJson, ToJson, Validate, schema};
use tezos_messages::block_locator::BlockLocator;
use tezos_messages::handshake::{Ack, Motive};
use tezos_messages::hash::{BlockHash, ChainId, OperationHash, ProtocolHash};
use tezos_messages::limits::*;
use tezos_messages::mempool::Mempool;
use tezos_messages::merkle::Step;
use tezos_messages::operation::RawOperation;
use tezos_messages::p2p::{
    Checkpoint, CurrentBranch, CurrentHead, OperationsForBlocks, PeerMessage, PredecessorHeader, ProtocolBranch,
};
use tezos_messages::path::MerklePath;
use tezos_messages::point::Point;
use tezos_messages::protocol::{Component, EnvironmentVersion, ProtocolSource};

const CHAIN: ChainId = ChainId([7; 4]);
const POINT: Point = Point { addr: Ipv6Addr::LOCALHOST, port: 80 };

/// A type whose limits are checked: by its readers, its writer, its view and the walker of its schema.
trait Limited: Encode + for<'a> Decode<'a> + Validate + ToJson + FromJson + PartialEq + Debug {}

impl<T: Encode + for<'a> Decode<'a> + Validate + ToJson + FromJson + PartialEq + Debug> Limited for T {}

/// Checks that the value is written as the expected bytes and read from them.
#[track_caller]
fn accepted<T: Limited>(value: &T, expected: &[u8]) {
    let bytes = value.to_bytes().unwrap();
    assert!(bytes == expected, "the layout differs");
    assert!(T::from_bytes(expected).unwrap() == *value, "another value is read");
    assert_eq!((T::validate(expected), schema::decode(T::ENCODING, expected).err()), (Ok(()), None));
}

/// Checks that the writer refuses the value and the reader refuses the bytes.
#[track_caller]
fn refused<T: Limited>(value: &T, bytes: &[u8], writing: &str, reading: &str) {
    assert_eq!(value.to_bytes().unwrap_err().kind().name(), writing);
    let error = T::from_bytes(bytes).unwrap_err();
    assert_eq!(error.kind().name(), reading);
    assert_eq!(schema::decode(T::ENCODING, bytes).err().as_ref(), Some(&error));
    // Validation takes a loop, at any depth.
    assert_eq!(T::validate(bytes).err(), Some(error).filter(|_| reading != "Too_deep"));
}

/// Checks that JSON of `last` elements is read and JSON of one more is not. The elements are equal, so what the JSON of two has and that of
/// one lacks is one more element.
#[track_caller]
fn json_has_the_limit<T: Limited>(last: usize, message: impl Fn(usize) -> (T, Vec<u8>)) {
    let json = |count| message(count).0.to_json().unwrap();
    let (one, two, mut longest) = (json(1), json(2), json(last));
    let at = one.bytes().zip(two.bytes()).take_while(|(one, two)| one == two).count();
    assert!(T::from_json(&longest).unwrap() == message(last).0);
    longest.insert_str(at, &two[at..at + two.len() - one.len()]);
    for refused in [T::from_json(&longest).map(|_| ()), schema::from_json(T::ENCODING, &longest).map(|_| ())] {
        let error = refused.unwrap_err().to_string();
        assert!(error.contains("List_invalid_length"), "{error}");
    }
}

const SIZE: (&str, &str) = ("Size_limit_exceeded", "Size_limit_exceeded");
const LIST: (&str, &str) = ("List_invalid_length", "List_too_long");

/// Checks a limit with messages of any size, each as a value and as bytes.
#[track_caller]
fn bound<T: Limited>(last: usize, (writing, reading): (&str, &str), message: impl Fn(usize) -> (T, Vec<u8>)) {
    let (value, bytes) = message(last);
    accepted(&value, &bytes);
    let (value, bytes) = message(last + 1);
    refused(&value, &bytes, writing, reading);
    if (writing, reading) == LIST {
        json_has_the_limit(last, message);
    }
}

/// Returns `count` copies of an element, as a list and as bytes.
fn items<T: Clone>(item: T, bytes: &[u8], count: usize) -> (Vec<T>, Vec<u8>) {
    (vec![item; count], bytes.repeat(count))
}

fn point_bytes() -> Vec<u8> {
    sized(b"[::1]:80")
}

/// Returns the bytes of a header that has `total` bytes.
fn header_bytes(total: usize) -> Vec<u8> {
    let bytes = header(total - HEADER).to_bytes().unwrap();
    assert_eq!(bytes.len(), total);
    bytes
}

/// Checks the values of the limits. The other tests only check that they are enforced.
#[test]
fn limits_have_the_values_of_the_reference() {
    let bytes = [
        PEER_MESSAGE_MAX_BYTES,
        BLOCK_HEADER_MAX_BYTES,
        OPERATION_MAX_BYTES,
        OPERATION_LIST_MAX_BYTES,
        PROTOCOL_MAX_BYTES,
        MEMPOOL_MAX_BYTES,
        PATH_MAX_BYTES,
        POINT_MAX_BYTES,
    ];
    assert_eq!(bytes, [104_857_600, 8_388_608, 131_072, 1_048_576, 2_097_152, 128_008, 100, 51]);
    let items = [
        ADVERTISE_MAX_ITEMS,
        NACK_MAX_ITEMS,
        BLOCK_LOCATOR_MAX_ITEMS,
        GET_BLOCK_HEADERS_MAX_ITEMS,
        GET_OPERATIONS_MAX_ITEMS,
        GET_PROTOCOLS_MAX_ITEMS,
        GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS,
        MEMPOOL_MAX_ITEMS,
        VALIDATION_PASSES_MAX_ITEMS,
    ];
    assert_eq!(items, [100, 100, 1000, 10, 10, 10, 10, 4000, 8]);
    assert_eq!((PROTOCOL_ENVIRONMENT_MAX_VERSION, PATH_MAX_LEVELS), (17, 128));
    assert_eq!(Point::TEXT_MAX_BYTES, 47);
}

#[test]
fn lists_of_hashes_and_points_have_limits() {
    bound(ADVERTISE_MAX_ITEMS, LIST, |count| {
        let (points, bytes) = items(POINT, &point_bytes(), count);
        (PeerMessage::Advertise(points), frame(0x03, &bytes))
    });
    bound(GET_BLOCK_HEADERS_MAX_ITEMS, LIST, |count| {
        let (hashes, bytes) = items(BlockHash([1; 32]), &[1; 32], count);
        (PeerMessage::GetBlockHeaders(hashes), frame(0x20, &sized(&bytes)))
    });
    bound(GET_OPERATIONS_MAX_ITEMS, LIST, |count| {
        let (hashes, bytes) = items(OperationHash([1; 32]), &[1; 32], count);
        (PeerMessage::GetOperations(hashes), frame(0x30, &sized(&bytes)))
    });
    bound(GET_PROTOCOLS_MAX_ITEMS, LIST, |count| {
        let (hashes, bytes) = items(ProtocolHash([1; 32]), &[1; 32], count);
        (PeerMessage::GetProtocols(hashes), frame(0x40, &sized(&bytes)))
    });
    bound(GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS, LIST, |count| {
        let (keys, bytes) = items(key(), &[0; 33], count);
        (PeerMessage::GetOperationsForBlocks(keys), frame(0x60, &sized(&bytes)))
    });
    bound(NACK_MAX_ITEMS, LIST, |count| {
        let (peers, bytes) = items(POINT, &point_bytes(), count);
        let nack = Ack::Nack { motive: Motive::TOO_MANY_CONNECTIONS, peers };
        (nack, [&[1, 0, 1][..], &sized(&bytes)].concat())
    });
}

/// Our own points never exceed the limit: the longest one has exactly the maximum size.
#[test]
fn points_have_a_size_limit() {
    let longest = "[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]:65535";
    let point: Point = longest.parse().unwrap();
    let bytes = sized(longest.as_bytes());
    assert_eq!(bytes.len(), POINT_MAX_BYTES);
    accepted(&point, &bytes);
    let longer = sized(longest.replace(":65535", ":065535").as_bytes());
    assert_eq!(Point::from_bytes(&longer).unwrap_err().kind().name(), "Size_limit_exceeded");
}

#[test]
fn block_headers_have_a_size_limit() {
    let last = BLOCK_HEADER_MAX_BYTES;
    bound(last, SIZE, |size| (PeerMessage::BlockHeader(header(size - HEADER)), frame(0x21, &header_bytes(size))));
    bound(last, SIZE, |size| {
        let body = Checkpoint { chain_id: CHAIN, header: header(size - HEADER) };
        (PeerMessage::Checkpoint(body), frame(0x71, &[&CHAIN.0[..], &header_bytes(size)].concat()))
    });
    bound(last, SIZE, |size| {
        let body = PredecessorHeader { block: BlockHash([0; 32]), offset: 0, header: header(size - HEADER) };
        (PeerMessage::PredecessorHeader(body), frame(0x91, &[&[0; 36][..], &header_bytes(size)].concat()))
    });
    bound(last, SIZE, |size| {
        let body = CurrentHead {
            chain_id: CHAIN,
            current_block_header: header(size - HEADER),
            current_mempool: Mempool::default(),
        };
        let mempool = [0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0];
        let bytes = [&CHAIN.0[..], &sized(&header_bytes(size)), &mempool].concat();
        (PeerMessage::CurrentHead(body), frame(0x14, &bytes))
    });
    bound(last, SIZE, |size| current_branch(size, 1));
    bound(last, SIZE, |size| protocol_branch(size, 1));
}

fn locator(header_size: usize, hashes: usize) -> (BlockLocator, Vec<u8>) {
    let (history, bytes) = items(BlockHash([1; 32]), &[1; 32], hashes);
    let locator = BlockLocator { current_head: header(header_size - HEADER), history };
    (locator, [sized(&header_bytes(header_size)), bytes].concat())
}

fn current_branch(header_size: usize, hashes: usize) -> (PeerMessage, Vec<u8>) {
    let (locator, bytes) = locator(header_size, hashes);
    let message = PeerMessage::CurrentBranch(CurrentBranch { chain_id: CHAIN, current_branch: locator });
    (message, frame(0x11, &[&CHAIN.0[..], &bytes].concat()))
}

fn protocol_branch(header_size: usize, hashes: usize) -> (PeerMessage, Vec<u8>) {
    let (locator, bytes) = locator(header_size, hashes);
    let message = PeerMessage::ProtocolBranch(ProtocolBranch { chain: CHAIN, proto_level: 9, locator });
    (message, frame(0x81, &[&CHAIN.0[..], &[9], &bytes].concat()))
}

#[test]
fn locators_have_a_limit() {
    bound(BLOCK_LOCATOR_MAX_ITEMS, LIST, |count| current_branch(HEADER, count));
    bound(BLOCK_LOCATOR_MAX_ITEMS, LIST, |count| protocol_branch(HEADER, count));
    bound(BLOCK_LOCATOR_MAX_ITEMS, LIST, |count| locator(HEADER, count));
}

fn operations(path: &MerklePath, operations: Vec<RawOperation>) -> (PeerMessage, Vec<u8>) {
    let list: Vec<_> = operations.iter().map(|operation| sized(&operation.to_bytes().unwrap())).collect();
    let bytes = [vec![0; 33], path.to_bytes().unwrap(), list.concat()].concat();
    let body = OperationsForBlocks { operations_for_block: key(), operation_hashes_path: path.clone(), operations };
    (PeerMessage::OperationsForBlocks(body), frame(0x61, &bytes))
}

#[test]
fn operations_have_a_size_limit() {
    bound(OPERATION_MAX_BYTES, SIZE, |size| {
        let operation = operation(size - 32);
        let bytes = frame(0x31, &operation.to_bytes().unwrap());
        (PeerMessage::Operation(operation), bytes)
    });
    bound(OPERATION_MAX_BYTES, SIZE, |size| operations(&MerklePath::Op, vec![operation(0), operation(size - 32)]));
}

/// Errors of the writer have the path of the field.
#[test]
fn errors_of_the_writer_have_a_path() {
    let at = |message: PeerMessage| message.to_bytes().unwrap_err().path().to_string();
    assert_eq!(at(PeerMessage::Advertise(vec![POINT; 101])), "id");
    assert_eq!(at(PeerMessage::GetOperationsForBlocks(vec![key(); 11])), "get_operations_for_blocks");
    assert_eq!(at(operations(&MerklePath::Op, vec![operation(0), operation(OPERATION_MAX_BYTES)]).0), "operations[1]");
    assert_eq!(at(current_branch(HEADER, 1001).0), "current_branch.history");
}

#[test]
fn lists_of_operations_have_a_size_limit() {
    bound(OPERATION_LIST_MAX_BYTES, SIZE, |size| {
        let each = OPERATION_LIST_MAX_BYTES / 16;
        let mut list = vec![operation(each - 36); 15];
        list.push(operation(size - 15 * each - 36));
        operations(&MerklePath::Op, list)
    });
}

fn path(steps: usize, left: impl Fn(usize) -> bool) -> MerklePath {
    (0..steps).map(|n| if left(n) { Step::Left([1; 32]) } else { Step::Right([2; 32]) }).collect()
}

#[test]
fn paths_have_a_size_limit() {
    assert_eq!(path(3, |_| true).encoded_len(), Ok(PATH_MAX_BYTES));
    for left in [|_: usize| true, |_: usize| false, |n: usize| n.is_multiple_of(2)] {
        bound(3, SIZE, |steps| operations(&path(steps, left), Vec::new()));
    }
}

/// The end of a path counts as a level. The value with too many levels is built by hand, because the reader refuses it.
#[test]
fn paths_have_a_depth_limit() {
    let levels = usize::try_from(PATH_MAX_LEVELS).unwrap();
    let left = |levels: usize| [vec![0xf0; levels - 1], vec![0x00], vec![1; 32 * (levels - 1)]].concat();
    let right = |levels: usize| [[&[0x0f][..], &[2; 32]].concat().repeat(levels - 1), vec![0x00]].concat();
    bound(levels, ("Too_deep", "Too_deep"), |levels| (path(levels - 1, |_| true), left(levels)));
    bound(levels, ("Too_deep", "Too_deep"), |levels| (path(levels - 1, |_| false), right(levels)));
}

/// Paths of many tags without an end: the depth limit, the size limit of the message or the end of the bytes stops the recursion.
#[test]
fn endless_paths_are_refused() {
    let tags = |count| MerklePath::from_bytes(&vec![0xf0; count]).unwrap_err().kind().name();
    assert_eq!(tags(100), "Not_enough_data");
    assert_eq!(tags(1_000_000), "Too_deep");
    let message = frame(0x61, &[vec![0; 33], vec![0xf0; 1_000_000]].concat());
    assert_eq!(PeerMessage::from_bytes(&message).unwrap_err().kind().name(), "Size_limit_exceeded");
}

#[test]
fn protocols_have_a_size_limit() {
    bound(PROTOCOL_MAX_BYTES, SIZE, |size| {
        let implementation = "x".repeat(size - 2 - 4 - 4 - 1 - 4);
        let body = [&[0, 0, 0, 0, 0][..], &sized(implementation.as_bytes())].concat();
        let bytes = frame(0x41, &[&[0, 1][..], &sized(&body)].concat());
        let component = Component { implementation: implementation.into(), ..Component::default() };
        (
            PeerMessage::Protocol(ProtocolSource {
                expected_env_version: 1.try_into().unwrap(),
                components: vec![component],
            }),
            bytes,
        )
    });
}

#[test]
fn environment_versions_have_a_limit() {
    let bytes = |version: u16| [&version.to_be_bytes()[..], &[0; 4]].concat();
    let last = PROTOCOL_ENVIRONMENT_MAX_VERSION;
    accepted(&ProtocolSource { expected_env_version: last.try_into().unwrap(), components: Vec::new() }, &bytes(last));
    let error = ProtocolSource::from_bytes(&bytes(last + 1)).unwrap_err();
    assert_eq!(error.kind().name(), "Exception_raised_in_user_function");
    assert_eq!((error.path().to_string().as_str(), error.offset()), ("expected_env_version", 0));
    assert!(EnvironmentVersion::try_from(last + 1).is_err());
}

#[test]
fn mempools_have_a_size_limit() {
    let mempool = |valid, pending| {
        let (known_valid, valid) = items(OperationHash([1; 32]), &[1; 32], valid);
        let (pending, bytes) = items(OperationHash([2; 32]), &[2; 32], pending);
        (Mempool { known_valid, pending }, [sized(&valid), sized(&sized(&bytes))].concat())
    };
    bound(MEMPOOL_MAX_ITEMS - 1, SIZE, |count| mempool(count, 0));
    bound(MEMPOOL_MAX_ITEMS - 1, SIZE, |count| mempool(0, count));
    bound(2000, SIZE, |count| mempool(1999, count));
    bound(2000, SIZE, |count| {
        let (current_mempool, bytes) = mempool(1999, count);
        let body = CurrentHead { chain_id: CHAIN, current_block_header: header(0), current_mempool };
        let bytes = [&CHAIN.0[..], &sized(&header_bytes(HEADER)), &bytes].concat();
        (PeerMessage::CurrentHead(body), frame(0x14, &bytes))
    });
}

/// No message that can be written reaches this limit, so it is only checked by reading a `Disconnect` with a long body.
#[test]
fn whole_messages_have_a_size_limit() {
    let message = |total: usize| {
        let mut bytes = vec![0; total];
        bytes[..4].copy_from_slice(&u32::try_from(total - 4).unwrap().to_be_bytes());
        bytes[5] = 0x01;
        PeerMessage::from_bytes(&bytes).unwrap_err().kind().name()
    };
    assert_eq!(message(PEER_MESSAGE_MAX_BYTES), "Extra_bytes");
    assert_eq!(message(PEER_MESSAGE_MAX_BYTES + 1), "Size_limit_exceeded");
}

/// The longest message that can be written.
#[test]
fn the_longest_message_round_trips() {
    let body = CurrentHead {
        chain_id: CHAIN,
        current_block_header: header(BLOCK_HEADER_MAX_BYTES - HEADER),
        current_mempool: Mempool {
            known_valid: vec![OperationHash([0; 32]); MEMPOOL_MAX_ITEMS - 1],
            pending: Vec::new(),
        },
    };
    let bytes = PeerMessage::CurrentHead(body.clone()).to_bytes().unwrap();
    // The limit of the mempool is not a multiple of the size of a hash, so 28 bytes of it cannot be used.
    assert_eq!(bytes.len(), 8_516_630 - 28);
    assert_eq!(PeerMessage::from_bytes(&bytes).unwrap(), PeerMessage::CurrentHead(body));
}
