//! Guarantee 6: the heap of a session is proportional to the bytes that the peer sent, not to the bytes that it announced.

use tezos_messages::session::{Config, Role, Session, SessionEvent};

use crate::common::peers::{config, identity, long, sealed, waiting};

/// Heap for each received byte that is in no event yet: the chunk and its copy in the message, each in an allocation that may be half
/// empty, and the previous allocation while it grows.
const PER_BYTE: usize = 4;

/// Heap for any input: the error of a failure, and allocations of the minimum size.
const FIXED: usize = 1024;

/// Feeds the bytes in portions, and checks the peak of live heap. Returns the number of events.
fn fed(session: &mut Session, bytes: &[u8], portion: usize) -> usize {
    let mut events = 0;
    let info = allocation_counter::measure(|| {
        for part in bytes.chunks(portion) {
            session.feed(part);
            while let Ok(Some(event)) = session.next_event() {
                assert!(!matches!(event, SessionEvent::Connection(_)));
                events += 1;
            }
        }
    });
    let (most, allowed) = (usize::try_from(info.bytes_max).unwrap(), PER_BYTE * bytes.len() + FIXED);
    assert!(most <= allowed, "{most} bytes of heap for {} received bytes, {allowed} are allowed", bytes.len());
    events
}

/// The start of a message of 100 MiB, in a session without a size limit.
#[test]
fn announced_bytes_cost_nothing() {
    let any_size = || Config { message_max_bytes: u32::MAX, ..config() };
    for (sent, portion) in [(0, 1), (1, 1), (1_000, 1), (40_000, 1), (65_000, 1), (65_000, 65_535)] {
        let (mut sealer, mut responder) = waiting(any_size());
        let start = [&0x0640_0000_u32.to_be_bytes()[..], &vec![7; sent]].concat();
        let chunk = sealed(&mut sealer, &start);
        assert_eq!(fed(&mut responder, &chunk, portion), 0);
        assert_eq!(responder.consumed().pending, 4 + sent);
    }
    // A chunk of which only the length and a few bytes arrive.
    for announced in [[0xff, 0xff], [0, 16]] {
        let (_, mut responder) = waiting(any_size());
        assert_eq!(fed(&mut responder, &[&announced[..], &[0; 5]].concat(), 1), 0);
    }
}

/// A message in chunks of one byte each. Each has a length and a MAC of 18 bytes in total, which are dropped once it is decrypted.
#[test]
fn chunks_of_one_byte_take_no_more_heap_than_their_message() {
    let (mut sealer, mut responder) = waiting(config());
    let mut stream = Vec::new();
    sealer.seal_all(&long(5, 3_000), 1, &mut stream).unwrap();
    let info = allocation_counter::measure(|| {
        for byte in &stream {
            responder.feed(&[*byte]);
            while let Ok(Some(_)) = responder.next_event() {}
        }
    });
    let most = usize::try_from(info.bytes_max).unwrap();
    assert!(most <= PER_BYTE * 3_004 + FIXED, "{most} bytes of heap for a message of 3,004");
    assert_eq!(responder.finish(), Ok(()));
}

/// A session keeps no heap for events that were returned, so a long session needs only that of its longest message.
#[test]
fn a_session_keeps_no_heap_for_returned_events() {
    let (mut sealer, mut responder) = waiting(config());
    let body = long(5, 3_000);
    let stream: Vec<u8> = (0..500).flat_map(|_| sealed(&mut sealer, &body)).collect();
    let info = allocation_counter::measure(|| {
        for part in stream.chunks(100) {
            responder.feed(part);
            while let Ok(Some(_)) = responder.next_event() {}
        }
    });
    let most = usize::try_from(info.bytes_max).unwrap();
    assert!(most <= PER_BYTE * 2 * body.len() + FIXED, "{most} bytes of heap for messages of 3,004");
}

/// A peer that never completes its connection message.
#[test]
fn an_incomplete_connection_message_takes_little_heap() {
    for (sent, portion) in [(1, 1), (65_000, 1), (65_000, 1_000)] {
        let mut session = Session::new(Role::Responder, &identity(2), config());
        let bytes = [&[0xff, 0xff], &vec![1; sent][..]].concat();
        assert_eq!(fed(&mut session, &bytes, portion), 0);
    }
}

/// Checks that SECURITY.md states the limit.
#[test]
fn security_md_states_the_heap_of_a_session() {
    let text = include_str!("../../../SECURITY.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let stated =
        format!("at most {PER_BYTE} bytes of heap for each received byte that is in no event yet, plus {FIXED}");
    assert!(text.contains(&stated), "SECURITY.md does not state: {stated}");
}
