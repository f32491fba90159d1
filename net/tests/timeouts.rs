//! Timeouts to the millisecond: what arrives one millisecond before the end is in time.

use core::{future::pending, time::Duration};

use futures_util::{SinkExt, StreamExt};
use tezos_encoding::Encode;
use tezos_messages::{
    handshake::Motive,
    session::{OwnedEvent, Role, SessionStep},
};
use tezos_net::{Authenticated, Error, Peer, Settings, Waiting};
use tokio::{
    io::{AsyncReadExt, DuplexStream, duplex},
    time::{Instant, sleep, timeout},
};

use crate::common::{
    identity, operation,
    raw::{Raw, version, with_raw},
    settings, within_an_hour,
};

const LIMIT: Duration = Duration::from_millis(1500);
const MILLISECOND: Duration = Duration::from_millis(1);

/// Runs the handshake with a peer that sends its message of `late` after a delay. Returns the result and how long it took.
async fn handshake(late: SessionStep, delay: Duration) -> (Result<Peer<DuplexStream>, Error>, Duration) {
    let ours = Settings { handshake_timeout: LIMIT, ..settings() };
    let (one, two) = duplex(1 << 16);
    let wait = async |step| {
        if step == late {
            sleep(delay).await
        }
    };
    let peer = async {
        wait(SessionStep::Connection).await;
        let mut raw = Raw::introduced(one, Role::Initiator, &identity(1), version("TEZOS_TEST")).await;
        wait(SessionStep::Metadata).await;
        let metadata = raw.session.metadata(&[0, 0]).unwrap();
        raw.write(&metadata).await;
        wait(SessionStep::Ack).await;
        let ack = raw.session.ack(&[0]).unwrap();
        raw.write(&ack).await;
        pending::<()>().await;
    };
    let start = Instant::now();
    let (node, settings) = (identity(2), ours);
    let done = within_an_hour(async {
        tokio::select! {
            done = Peer::accept(two, &node, &settings) => done,
            () = peer => unreachable!(),
        }
    });
    (done.await, start.elapsed())
}

#[tokio::test(start_paused = true)]
async fn each_step_of_the_handshake_ends_at_the_timeout() {
    for (step, expected) in [(SessionStep::Connection, 0), (SessionStep::Metadata, 102), (SessionStep::Ack, 122)] {
        let (done, took) = handshake(step, LIMIT - MILLISECOND).await;
        assert_eq!((done.map(|peer| peer.received()).unwrap(), took), (141, LIMIT - MILLISECOND), "{step}");
        let (done, took) = handshake(step, LIMIT + MILLISECOND).await;
        let error = done.unwrap_err();
        let Error::TimedOut { waiting: Waiting::Handshake(awaited), after: LIMIT, received } = error else {
            panic!("{error}")
        };
        assert_eq!((awaited, received, took), (step, expected, LIMIT));
    }
}

/// A node that refuses a peer reads what the peer sent until it closes the connection, or until the timeout of the handshake.
#[tokio::test(start_paused = true)]
async fn a_refusal_ends_when_the_peer_closes_or_at_the_timeout() {
    for (reads, closes, expected) in [(true, true, 700), (true, false, 1500), (false, false, 1500)] {
        let ours = Settings { handshake_timeout: LIMIT, ..settings() };
        let (one, two) = duplex(130);
        let (me, you) = (identity(1), identity(2));
        let start = Instant::now();
        let peer = async {
            let mut raw = Raw::introduced(one, Role::Initiator, &me, version("TEZOS_TEST")).await;
            let metadata = raw.session.metadata(&[0, 0]).unwrap();
            raw.write(&metadata).await;
            assert!(raw.event().await.unwrap().is_some());
            if reads {
                assert!(raw.event().await.unwrap().is_some(), "the nack");
                assert_eq!(
                    (raw.event().await, start.elapsed()),
                    (Ok(None), Duration::ZERO),
                    "the node's half is closed"
                );
            }
            sleep(Duration::from_millis(700)).await;
            if !closes {
                pending::<()>().await;
            }
        };
        let refuse = async {
            let peer = Authenticated::new(two, Role::Responder, &you, &ours).await.unwrap();
            peer.reject(Motive::NONE, vec!["1.2.3.4:5".parse().unwrap(); 50]).await
        };
        let done = within_an_hour(async {
            tokio::select! {
                done = refuse => (done, start.elapsed()),
                () = async { peer.await; pending().await } => unreachable!(),
            }
        });
        let (done, took) = done.await;
        assert_eq!(took, Duration::from_millis(expected), "{reads} {closes}");
        match done {
            Ok(()) => assert!(reads),
            Err(Error::TimedOut { waiting: Waiting::Handshake(SessionStep::Ack), after: LIMIT, .. }) => assert!(!reads),
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_timeout_for_messages_restarts_with_each_message() {
    let ours = Settings { idle_timeout: Some(LIMIT), ..settings() };
    let (mut raw, mut peer) = with_raw(1 << 16, &ours).await;
    for number in 0..4 {
        // It does not run while no message is awaited.
        sleep(10 * LIMIT).await;
        let sealed = raw.sealed(&operation(number, 10));
        let send = async {
            sleep(LIMIT - MILLISECOND).await;
            raw.write(&sealed).await;
        };
        let ((), message) = within_an_hour(async { tokio::join!(send, peer.next()) }).await;
        assert_eq!(message.unwrap().unwrap(), operation(number, 10));
    }
    let start = Instant::now();
    let received = peer.received();
    let error = within_an_hour(peer.next()).await.unwrap().unwrap_err();
    let Error::TimedOut { waiting: Waiting::Message, after: LIMIT, received: found } = error else { panic!("{error}") };
    assert_eq!((start.elapsed(), found), (LIMIT, received));
    assert!(peer.next().await.is_none());
    // The sink has its own timeout.
    peer.send(operation(9, 10)).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_timeout_for_sending_restarts_after_each_wait() {
    let ours = Settings { send_timeout: Some(LIMIT), send_buffer_bytes: 100, ..settings() };
    // What waits: the flush of a queued message, the next message, the end.
    for waits in ["flush", "ready", "close"] {
        let (mut raw, mut peer) = with_raw(100, &ours).await;
        let queue = |peer: &mut Peer<DuplexStream>| peer.start_send_unpin(operation(1, 1000)).unwrap();
        // One chunk, with its length and its MAC.
        let sealed = operation(1, 1000).encoded_len().unwrap() + 18;
        for _ in 0..3 {
            queue(&mut peer);
            let read = async {
                sleep(LIMIT - MILLISECOND).await;
                raw.stream.read_exact(&mut vec![0; sealed]).await.unwrap();
            };
            let start = Instant::now();
            let (flushed, ()) = within_an_hour(async { tokio::join!(peer.flush(), read) }).await;
            flushed.unwrap();
            assert_eq!(start.elapsed(), LIMIT - MILLISECOND);
            // It does not run while nothing waits.
            sleep(10 * LIMIT).await;
        }
        queue(&mut peer);
        let start = Instant::now();
        let done = within_an_hour(async {
            match waits {
                "flush" => peer.flush().await,
                "ready" => peer.ready().await,
                _ => peer.close().await,
            }
        });
        let error = done.await.unwrap_err();
        assert!(matches!(error, Error::TimedOut { waiting: Waiting::Send, after: LIMIT, .. }), "{waits}: {error}");
        assert_eq!(start.elapsed(), LIMIT, "{waits}");
        assert!(matches!(peer.ready().await, Err(Error::Closed)), "{waits}");
        assert!(matches!(peer.start_send_unpin(operation(2, 10)), Err(Error::Closed)), "{waits}");
        // Messages of the peer are still received.
        let message = raw.sealed(&operation(3, 10));
        raw.write(&message).await;
        assert_eq!(peer.next().await.unwrap().unwrap(), operation(3, 10), "{waits}");
    }
}

#[tokio::test(start_paused = true)]
async fn without_timeouts_a_peer_waits_for_years() {
    let ours = Settings { idle_timeout: None, send_timeout: None, ..settings() };
    let (mut raw, mut peer) = with_raw(100, &ours).await;
    let years = Duration::from_secs(100_000_000);
    assert!(timeout(years, peer.next()).await.is_err(), "the wait for a message ended");
    peer.feed(operation(1, 1000)).await.unwrap();
    assert!(timeout(years, peer.flush()).await.is_err(), "the wait for the peer to read ended");
    let sealed = raw.sealed(&operation(2, 10));
    raw.write(&sealed).await;
    assert_eq!(peer.next().await.unwrap().unwrap(), operation(2, 10));
    let receive = async { raw.event().await.unwrap().unwrap() };
    let (flushed, event) = within_an_hour(async { tokio::join!(peer.flush(), receive) }).await;
    flushed.unwrap();
    assert_eq!(event, OwnedEvent::Message(operation(1, 1000).to_bytes().unwrap()));
}
