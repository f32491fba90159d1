//! Futures that are dropped at every await and created again: no message is lost or duplicated.

use core::task::Poll;

use futures_util::{SinkExt, StreamExt};
use tezos_messages::p2p::PeerMessage;
use tezos_net::{Peer, Settings};
use tokio::{
    io::{DuplexStream, duplex},
    task::yield_now,
};
use tokio_test::task::spawn;

use crate::common::{connected_over, identity, operation, settings, trickle::Trickle};

type Slow = Peer<Trickle<DuplexStream>>;

/// Returns messages without data, with data in one chunk, and with data in several chunks.
fn messages() -> Vec<PeerMessage> {
    [0, 300, 3000, 5].into_iter().zip(0..).map(|(size, number)| operation(number, size)).collect()
}

async fn connected(ours: &Settings) -> (Slow, Slow) {
    let mut ours = ours.clone();
    ours.session.chunk_max_bytes = 1000;
    let (one, two) = duplex(1 << 20);
    connected_over(Trickle::new(one), Trickle::new(two), &ours, &settings()).await
}

/// Creates the future, polls it once and drops it, until one is ready. Returns the number of dropped futures and the output.
macro_rules! dropping {
    ($future:expr) => {{
        let mut dropped = 0_usize;
        loop {
            // The future is a temporary, so it is dropped after this poll.
            if let Poll::Ready(done) = spawn($future).poll() {
                break (dropped, done);
            }
            dropped += 1;
            yield_now().await;
        }
    }};
}

#[tokio::test]
async fn next_can_be_dropped() {
    let (mut one, mut two) = connected(&settings()).await;
    for message in messages() {
        one.send(message).await.unwrap();
    }
    one.close().await.unwrap();
    let mut total = 0;
    for expected in messages() {
        let (dropped, message) = dropping!(two.next());
        assert!(message.unwrap().unwrap() == expected);
        total += dropped;
    }
    assert!(total > 3000, "fewer futures were dropped than bytes received: {total}");
    assert!(dropping!(two.next()).1.is_none());
}

#[tokio::test]
async fn ready_flush_and_close_can_be_dropped() {
    let (mut one, mut two) = connected(&settings()).await;
    let mut total = 0;
    for message in messages() {
        let (dropped, ready) = dropping!(one.ready());
        ready.unwrap();
        one.start_send_unpin(message).unwrap();
        // A flush that is dropped after its first poll.
        assert!(spawn(one.flush()).poll().is_pending());
        total += dropped;
    }
    let (dropped, flushed) = dropping!(one.flush());
    flushed.unwrap();
    assert!(total + dropped > 3000, "{total} {dropped}");
    let (dropped, closed) = dropping!(one.close());
    closed.unwrap();
    assert!(dropped > 0);
    for expected in messages() {
        assert!(two.next().await.unwrap().unwrap() == expected);
    }
    assert!(two.next().await.is_none());
}

/// A dropped `send` has queued either the whole message or nothing.
#[tokio::test]
async fn send_can_be_dropped() {
    let ours = Settings { send_buffer_bytes: 100, ..settings() };
    let (mut lost, mut kept) = (0, 0);
    for polls in 1.. {
        let (mut one, mut two) = connected(&ours).await;
        // Fills the buffer of the sink, so that it is not ready.
        one.start_send_unpin(operation(0, 200)).unwrap();
        let done = {
            let mut send = spawn(one.send(operation(1, 20)));
            let mut done = false;
            for _ in 0..polls {
                done = send.poll().is_ready();
                if done {
                    break;
                }
                yield_now().await;
            }
            done
        };
        one.send(operation(2, 30)).await.unwrap();
        one.close().await.unwrap();
        let mut received = Vec::new();
        while let Some(message) = two.next().await {
            received.push(message.unwrap());
        }
        let [first, second, third] = [operation(0, 200), operation(1, 20), operation(2, 30)];
        if received == [first.clone(), third.clone()] {
            assert!(!done && kept == 0, "{polls}");
            lost += 1;
        } else {
            assert_eq!(received, [first, second, third], "{polls}");
            kept += 1;
        }
        if done {
            break;
        }
    }
    assert!(lost > 100 && kept > 50, "{lost} dropped before the message was queued, {kept} after");
}

/// A handshake that is dropped closes the connection; the error of the other side has the offset.
#[tokio::test]
async fn a_dropped_handshake_closes_the_connection() {
    let (me, you, settings) = (identity(1), identity(2), settings());
    for polls in 1.. {
        let (one, two) = duplex(1 << 16);
        let mut accept = spawn(Peer::accept(two, &you, &settings));
        let done = {
            let mut connect = spawn(Peer::connect(Trickle::new(one), &me, &settings));
            let mut done = false;
            for _ in 0..polls {
                done = connect.poll().is_ready();
                if done {
                    break;
                }
                assert!(accept.poll().is_pending());
                yield_now().await;
            }
            done
        };
        if done {
            return;
        }
        yield_now().await;
        match accept.poll() {
            Poll::Ready(Err(error)) => {
                assert!(error.to_string().starts_with("the stream ended at byte "), "{polls}: {error}");
            }
            // Our side of the handshake was sent completely.
            Poll::Ready(Ok(mut peer)) => assert!(peer.next().await.is_none()),
            Poll::Pending => panic!("{polls}: the other side waits on a closed connection"),
        }
    }
}
