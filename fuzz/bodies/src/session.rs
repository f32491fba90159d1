//! Two sessions that are connected by a wire whose bytes may be changed in any way.

use tezos_messages::identity::{CryptoBoxSecretKey, Identity, PowTarget as Work, Stamp};
use tezos_messages::session::{Config, OwnedEvent as Owned, Role, Session, SessionError};

use crate::Target;
use crate::heap::peak;

/// Maximum number of steps in a script.
const STEPS: usize = 60;

/// Maximum size in bytes of messages, without the size prefix.
const MESSAGE_MAX_BYTES: u32 = 4000;

/// Heap that a session may take for each received byte: the chunk and its copy in a message, while both grow.
const HEAP_PER_BYTE: usize = 8;

/// Heap that a session may take for any input: the connection message, keys, an error.
const HEAP_FIXED: usize = 4096;

struct Side {
    session: Session,
    identity: Identity,
    /// The sent events, in order.
    sent: Vec<Owned>,
    /// The events that its session returned, in order.
    received: Vec<Owned>,
    /// Bytes on the wire to the other side.
    wire: Vec<u8>,
    /// True if bytes on the wire were changed.
    changed: bool,
    /// True if bytes on the wire were changed before the connection message, which is not encrypted, was received.
    changed_in_the_clear: bool,
    /// Number of received bytes.
    fed: usize,
    failure: Option<SessionError>,
}

impl Side {
    fn new(role: Role, seed: u8, chunk_max_bytes: usize) -> Self {
        let identity = Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([seed; 24]));
        let config = Config {
            target: Work::from_bits(0),
            message_max_bytes: MESSAGE_MAX_BYTES,
            chunk_max_bytes,
            ..Config::default()
        };
        Self {
            session: Session::new(role, &identity, config),
            identity,
            sent: Vec::new(),
            received: Vec::new(),
            wire: Vec::new(),
            changed: false,
            changed_in_the_clear: false,
            fed: 0,
            failure: None,
        }
    }

    /// Sends an event, unless the session refuses it, for example because it is not its turn.
    fn send(&mut self, event: Owned) {
        let bytes = match &event {
            Owned::Connection(bytes) => self.session.connection(bytes),
            Owned::Metadata(metadata) => self.session.metadata(metadata),
            Owned::Ack(bytes) => self.session.ack(bytes),
            Owned::Message(bytes) => self.session.message(bytes),
        };
        if let Ok(bytes) = bytes {
            self.wire.extend(bytes);
            self.sent.push(event);
        }
    }

    fn connection(&self) -> Owned {
        let key = self.identity.public_key().as_ref();
        Owned::Connection([&[0x26, 0x04], key, &[0; 24], &[9; 24], &[0, 0, 0, 0, 0, 0, 0, 1]].concat())
    }

    /// Feeds bytes to the session and collects its events. Checks that its heap is proportional to the received bytes.
    fn receive(&mut self, bytes: &[u8]) {
        self.fed += bytes.len();
        let (events, taken) = peak(|| {
            self.session.feed(bytes);
            events(&mut self.session)
        });
        let allowed = HEAP_PER_BYTE * self.fed + HEAP_FIXED;
        assert!(taken <= allowed, "{taken} bytes of heap for {} received bytes, {allowed} are allowed", self.fed);
        let (events, failure) = events;
        if let Some(before) = &self.failure {
            assert_eq!((events.len(), failure.as_ref()), (0, Some(before)), "the session continues after a failure");
        }
        self.received.extend(events);
        self.failure = failure;
    }
}

fn events(session: &mut Session) -> (Vec<Owned>, Option<SessionError>) {
    let mut events = Vec::new();
    loop {
        events.push(match session.next_event() {
            Ok(Some(event)) => event.into_owned(),
            Ok(None) => return (events, None),
            Err(error) => return (events, Some(error)),
        });
    }
}

/// Returns the target. An input is a byte that selects the chunk size, then a script of steps of three bytes.
pub(crate) fn target() -> Target {
    Target::plain("session", script, seeds)
}

fn script(input: &[u8]) {
    let Some((chunks, steps)) = input.split_first() else { return };
    let chunk_max_bytes = [1, 20, 1000, usize::MAX][usize::from(chunks & 3)];
    let mut sides = [Side::new(Role::Initiator, 1, chunk_max_bytes), Side::new(Role::Responder, 2, chunk_max_bytes)];
    for step in steps.chunks_exact(3).take(STEPS) {
        let (who, number) = (usize::from(step[0] & 1), usize::from(u16::from_be_bytes([step[1], step[2]])));
        let [one, two] = &mut sides;
        let (from, to) = if who == 0 { (one, two) } else { (two, one) };
        apply(step[0] >> 1, number, from, to);
    }
    let [one, two] = &mut sides;
    deliver(one, two, usize::MAX);
    check_received(one, two);
    deliver(two, one, usize::MAX);
    check_received(two, one);
}

/// Applies a step: sends an event, delivers bytes, or changes the bytes on the wire.
fn apply(what: u8, number: usize, from: &mut Side, to: &mut Side) {
    let offset = number.checked_rem(from.wire.len()).unwrap_or_default();
    let clear = !matches!(to.received.first(), Some(Owned::Connection(_)));
    let (before, sent) = (from.wire.clone(), from.sent.len());
    match what % 16 {
        0 => from.send(from.connection()),
        1 => from.send(Owned::Metadata(vec![number.to_be_bytes()[7], 0])),
        2 => from.send(Owned::Ack(vec![0])),
        3 => from.send(Owned::Ack(vec![number.to_be_bytes()[7], 0, 0])),
        4..=6 => {
            // Of the kind that may be the longest, `Current_head`.
            let body = [&[0, 0x14][..], &vec![what; number % 5000]].concat();
            let size = u32::try_from(body.len()).unwrap();
            from.send(Owned::Message([&size.to_be_bytes()[..], &body].concat()));
        }
        7..=10 => deliver(from, to, number),
        11 => from.wire.iter_mut().skip(offset).take(1).for_each(|byte| *byte ^= 1 << (number & 7)),
        12 => drop(from.wire.drain(..offset)),
        13 => from.wire.truncate(offset),
        14 => from.wire.extend(from.wire.clone().iter().skip(offset).take(200)),
        // Sends the bytes of the other side back to it.
        _ => from.wire.extend(&to.wire),
    }
    if (11..=15).contains(&(what % 16)) && before != from.wire && sent == from.sent.len() {
        from.changed = true;
        from.changed_in_the_clear |= clear;
    }
    check_received(from, to);
}

fn deliver(from: &mut Side, to: &mut Side, count: usize) {
    let bytes: Vec<u8> = from.wire.drain(..count.min(from.wire.len())).collect();
    to.receive(&bytes);
}

/// Checks that the received events are the first sent events, and that the session has not failed if no byte was changed.
fn check_received(from: &Side, to: &Side) {
    let clear = usize::from(from.changed_in_the_clear);
    let same = to.received.iter().zip(&from.sent).skip(clear).all(|(received, sent)| received == sent);
    assert!(same && to.received.len() <= from.sent.len() + clear, "{:?} of {:?}", to.received, from.sent);
    if !from.changed && !to.changed_in_the_clear {
        assert_eq!(to.failure, None);
        if from.wire.is_empty() && !to.sent.is_empty() {
            assert_eq!(to.received.len(), from.sent.len(), "an event was not returned");
        }
    }
}

/// Returns scripts with the handshake, then messages, then changes on the wire.
fn seeds() -> Vec<Vec<u8>> {
    let handshake: Vec<[u8; 3]> = [
        [0, 0, 0],
        [1, 0, 0],
        [14, 255, 255],
        [15, 255, 255],
        [2, 0, 0],
        [3, 0, 1],
        [4, 0, 0],
        [5, 0, 0],
        [14, 255, 255],
        [15, 255, 255],
        [8, 0, 9],
        [9, 4, 0],
    ]
    .into();
    let script = |chunks: u8, more: &[[u8; 3]]| [&[chunks][..], handshake.as_flattened(), more.as_flattened()].concat();
    let changes: [&[[u8; 3]]; 6] = [
        &[[14, 0, 1], [14, 0, 7], [15, 255, 255]],
        &[[22, 0, 9], [14, 255, 255]],
        &[[24, 0, 3]],
        &[[28, 0, 0], [14, 255, 255]],
        &[[30, 0, 0], [15, 255, 255]],
        &[[6, 0, 1], [8, 0, 1]],
    ];
    let all = (0..).zip(changes).map(|(chunks, more)| script(chunks, more));
    all.chain([vec![3, 0, 0, 0, 22, 0, 5, 14, 255, 255, 1, 0, 0, 15, 255, 255]]).collect()
}
