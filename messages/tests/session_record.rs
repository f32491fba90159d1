//! The counters of a session, and the events that it reports through `tracing`.

use tezos_encoding::cost::Cost;
use tezos_messages::session::{Allowance, Config, Counters, Role, Session, SessionError, Traffic};

use crate::common::peers::{accepted, config, connection_message, events, identity, long, message};

#[test]
fn both_sides_have_equal_counters() {
    let (mut initiator, mut responder) = accepted(Config { chunk_max_bytes: 1000, ..config() });
    let before = *responder.counters();
    assert_eq!((before.received.frames, before.received.messages), (3, 0));
    let sealed = [initiator.message(&long(7, 2500)).unwrap(), initiator.message(&message(&[0, 2])).unwrap()];
    // The last byte is missing: its chunk and its message are not counted yet.
    let (last, bytes) = sealed.concat().split_last().map(|(last, bytes)| (*last, bytes.to_vec())).unwrap();
    responder.feed(&bytes);
    assert_eq!(events(&mut responder).unwrap().len(), 1);
    let after = responder.counters().received;
    assert_eq!((after.frames - before.received.frames, after.messages), (3, 1));
    responder.feed(&[last]);
    assert_eq!(events(&mut responder).unwrap().len(), 1);

    assert_eq!(responder.counters().received, initiator.counters().sent);
    assert_eq!(responder.counters().sent, initiator.counters().received);
    let chunks = [1000, 1000, 504, 6].map(|plaintext| 2 + 16 + plaintext).iter().sum::<u64>();
    let expected = Traffic { bytes: before.received.bytes + chunks, frames: 3 + 4, messages: 2 };
    assert_eq!(responder.counters().received, expected);
    assert_eq!(responder.consumed().bytes, expected.bytes);
}

#[test]
fn refused_chunks_and_messages_are_not_counted() {
    let (mut initiator, mut responder) = accepted(config());
    let before = *responder.counters();
    let mut sealed = initiator.message(&message(&[0, 2])).unwrap();
    *sealed.last_mut().unwrap() ^= 1;
    responder.feed(&sealed);
    assert!(matches!(responder.next_event(), Err(SessionError::Chunk { .. })));
    assert_eq!(*responder.counters(), before);
    // A message that cannot be sent is not counted either.
    let sent = *initiator.counters();
    assert!(initiator.message(&[0, 0, 0, 9]).is_err());
    assert_eq!(*initiator.counters(), sent);
}

/// Returns a responder without a budget that has received the metadata of its peer.
fn without_budget() -> Session {
    let spent = Some(Allowance { burst: Cost::ZERO, per_second: Cost::ZERO });
    let mut responder = Session::new(Role::Responder, &identity(2), Config { allowance: spent, ..config() });
    let mut initiator = Session::new(Role::Initiator, &identity(1), config());
    initiator.feed(&responder.connection(&connection_message(&identity(2))).unwrap());
    responder.feed(&initiator.connection(&connection_message(&identity(1))).unwrap());
    assert_eq!((events(&mut initiator).unwrap().len(), events(&mut responder).unwrap().len()), (1, 1));
    responder.feed(&initiator.metadata(&[0, 0]).unwrap());
    responder
}

#[test]
fn refusals_over_budget_are_counted() {
    let mut responder = without_budget();
    for calls in 1..=3 {
        assert!(matches!(responder.next_event(), Err(SessionError::OverBudget(_))));
        assert_eq!(responder.counters().over_budget, calls);
    }
}

#[test]
fn each_counter_has_its_own_name() {
    let traffic = |from| Traffic { bytes: from, frames: from + 1, messages: from + 2 };
    let named = Counters { received: traffic(1), sent: traffic(4), over_budget: 7 }.named();
    assert_eq!(named.map(|(_, value)| value), [1, 2, 3, 4, 5, 6, 7]);
    let mut names = named.map(|(name, _)| name).to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), named.len());
    assert!(names.iter().all(|name| name.starts_with("tezos_session_") && name.ends_with("_total")));
}

#[cfg(feature = "tracing")]
mod events {
    use std::{
        io::{self, Write},
        sync::{Arc, Mutex},
    };

    use tracing_subscriber::fmt::MakeWriter;

    use super::*;

    #[derive(Clone, Default)]
    struct Text(Arc<Mutex<Vec<u8>>>);

    impl Write for Text {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Text {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    /// The subscriber is that of the process: a subscriber of one thread misses the events of callsites that another thread, without a
    /// subscriber, used first. The threads of tests have the names of the tests.
    #[test]
    fn a_session_reports_its_steps_its_messages_and_its_failure() {
        let text = Text::default();
        tracing_subscriber::fmt()
            .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
            .without_time()
            .with_target(false)
            .with_thread_names(true)
            .with_ansi(false)
            .with_writer(text.clone())
            .init();
        tracing::callsite::rebuild_interest_cache();
        let (mut initiator, mut responder) = accepted(config());
        let mut sealed = [initiator.message(&message(&[0, 2])), initiator.message(&message(&[0, 2]))];
        *sealed[1].as_mut().unwrap().last_mut().unwrap() ^= 1;
        responder.feed(&sealed.map(Result::unwrap).concat());
        assert!(events(&mut responder).is_err());
        assert!(without_budget().next_event().is_err());

        let text = String::from_utf8(text.0.lock().unwrap().clone()).unwrap();
        let peer = identity(1).peer_id().to_string();
        let thread = std::thread::current().name().unwrap().to_owned();
        // The level, the name of the thread, the event.
        let of_responder = text.lines().filter(|line| line.contains("Responder")).filter_map(|line| {
            let (level, event) = line.split_once(&thread)?;
            Some([level.trim(), &event.replace(&peer, "PEER")].concat())
        });
        // The span names the peer as soon as it is known.
        let expected = [
            "DEBUG session{role=Responder}: sent the connection message bytes=92",
            "DEBUG session{role=Responder peer=PEER}: received the connection message bytes=92",
            "DEBUG session{role=Responder peer=PEER}: received the metadata bytes=20",
            "DEBUG session{role=Responder peer=PEER}: received the ack bytes=19",
            "DEBUG session{role=Responder peer=PEER}: sent the metadata bytes=20",
            "DEBUG session{role=Responder peer=PEER}: sent the ack bytes=19",
            "TRACE session{role=Responder peer=PEER}: received a chunk bytes=24",
            "TRACE session{role=Responder peer=PEER}: received a message bytes=6",
            "WARN session{role=Responder peer=PEER}: the session failed error=received at byte 155: encrypted chunk 3 (22 bytes) has a wrong MAC",
            "DEBUG session{role=Responder}: sent the connection message bytes=92",
            "DEBUG session{role=Responder peer=PEER}: received the connection message bytes=92",
            "DEBUG session{role=Responder peer=PEER}: the peer is over its budget wait=None",
        ];
        assert_eq!(of_responder.collect::<Vec<_>>(), expected, "{text}");
        let sent = text.lines().filter(|line| line.contains(&thread) && line.contains("role=Initiator"));
        let sent = sent.filter(|line| line.contains("TRACE")).collect::<Vec<_>>();
        assert!(
            sent.len() == 2 && sent.iter().all(|line| line.ends_with(": sent a message bytes=24 frames=1")),
            "{text}"
        );
    }
}
