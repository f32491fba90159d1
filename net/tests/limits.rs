//! Limits of a peer: sizes, heap, work, time.

use core::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tezos_encoding::{Decode, Encode, HeapBudget, Limits, cost::Cost};
use tezos_messages::{
    hash::BlockHash,
    operation::RawOperation,
    p2p::{OperationsForBlock, OperationsForBlocks, PeerMessage},
    path::MerklePath,
    session::{Allowance, Network, SessionError, chunk_cost},
};
use tezos_net::{Error, LargeMessages, OnOverBudget, Peer, Settings, Waiting};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, duplex},
    time::{Instant, sleep, timeout},
};

use crate::common::{apart, connected, identity, operation, raw::with_raw, settings, within_an_hour};

#[tokio::test]
async fn a_size_above_the_limit_is_refused_at_its_first_chunk() {
    let mut ours = settings();
    ours.session.message_max_bytes = 100_000;
    let (mut raw, mut peer) = with_raw(1 << 20, &ours).await;
    let at = peer.received();
    let bytes = raw.sealed(&operation(1, 120_000));
    raw.write(&bytes[..65_535]).await;
    let error = peer.next().await.unwrap().unwrap_err();
    let Error::Session { error: SessionError::MessageTooLong { size: 120_034, limit: 100_000 }, offset } = &error
    else {
        panic!("{error}")
    };
    assert_eq!(*offset, at + 65_535);
    assert!(peer.next().await.is_none());
}

#[tokio::test]
async fn a_message_takes_no_more_heap_than_allowed() {
    let points = |count: u16| {
        PeerMessage::Advertise((1..=count).map(|port| format!("1.2.3.4:{port}").parse().unwrap()).collect())
    };
    let ours = Settings { message_heap_max_bytes: 2000, ..settings() };
    let (mut one, mut two) = connected(4096, &settings(), &ours).await;
    one.send(points(10)).await.unwrap();
    assert_eq!(two.next().await.unwrap().unwrap(), points(10));
    one.send(points(100)).await.unwrap();
    let error = two.next().await.unwrap().unwrap_err();
    let Error::Decode { error, .. } = &error else { panic!("{error}") };
    assert_eq!(error.kind().name(), "Heap_exceeded");
}

/// A message of exactly the limit is sent and received; one byte more is neither.
#[tokio::test]
async fn the_longest_message_is_sent_and_received() {
    let limit = operation(1, 1000).encoded_len().unwrap() - 4;
    let mut ours = settings();
    ours.session.message_max_bytes = limit.try_into().unwrap();
    let (mut one, mut two) = connected(1 << 16, &ours, &ours).await;
    one.send(operation(1, 1000)).await.unwrap();
    assert_eq!(two.next().await.unwrap().unwrap(), operation(1, 1000));
    let error = one.send(operation(1, 1001)).await.unwrap_err();
    let Error::TooLong { size, limit: found } = error else { panic!("{error}") };
    assert_eq!((size as usize, found as usize), (limit + 1, limit));

    let (mut raw, mut peer) = with_raw(1 << 16, &ours).await;
    let bytes = [raw.sealed(&operation(1, 1000)), raw.sealed(&operation(1, 1001))].concat();
    raw.write(&bytes).await;
    assert_eq!(peer.next().await.unwrap().unwrap(), operation(1, 1000));
    let error = peer.next().await.unwrap().unwrap_err();
    let Error::Session { error: SessionError::MessageTooLong { size, limit: found }, .. } = error else {
        panic!("{error}")
    };
    assert_eq!((size as usize, found as usize), (limit + 1, limit));
}

/// The limit is for each message, not for all of them.
#[tokio::test]
async fn each_message_may_take_the_heap_exactly() {
    let points = PeerMessage::Advertise((1..=20).map(|port| format!("1.2.3.4:{port}").parse().unwrap()).collect());
    let bytes = points.to_bytes().unwrap();
    let heap = HeapBudget::new(usize::MAX);
    // The heap of a decoder that shares the buffer of the message, with the feature `bytes`, is the same.
    PeerMessage::from_bytes_within(&bytes, Limits::default(), &heap).unwrap();
    let takes = usize::MAX - heap.left();
    let (mut one, mut two) =
        connected(1 << 16, &settings(), &Settings { message_heap_max_bytes: takes, ..settings() }).await;
    for _ in 0..3 {
        one.send(points.clone()).await.unwrap();
        assert_eq!(two.next().await.unwrap().unwrap(), points);
    }
    let (mut one, mut two) =
        connected(1 << 16, &settings(), &Settings { message_heap_max_bytes: takes - 1, ..settings() }).await;
    one.send(points).await.unwrap();
    assert!(matches!(two.next().await, Some(Err(Error::Decode { .. }))));
}

/// The chunks of the handshake are charged too: the ack has to wait, or ends the connection.
#[test]
fn a_budget_can_be_spent_in_the_handshake() {
    apart(async {
        let [metadata, ack] = [18, 17].map(chunk_cost);
        for (burst, action, expected) in [
            (metadata, OnOverBudget::Wait, None),
            (metadata, OnOverBudget::Cut, Some((122, Some(Duration::from_secs(1))))),
            // No budget of this burst ever covers the metadata.
            (ack, OnOverBudget::Wait, Some((102, None))),
        ] {
            let mut ours = Settings { on_over_budget: action, ..settings() };
            ours.session.allowance = Some(Allowance { burst, per_second: ack });
            let (one, two) = duplex(1 << 16);
            let (me, you, theirs) = (identity(1), identity(2), settings());
            let start = Instant::now();
            let (_peer, done) = tokio::join!(Peer::connect(one, &me, &theirs), Peer::accept(two, &you, &ours));
            match (done, expected) {
                (Ok(peer), None) => {
                    assert_eq!(start.elapsed(), Duration::from_secs(1));
                    assert_eq!((peer.budget().unwrap().left(), peer.counters().over_budget), (Cost::ZERO, 1));
                }
                (Err(Error::OverBudget { received, over }), Some(expected)) => {
                    assert_eq!((received, over.wait), expected);
                    assert_eq!(start.elapsed(), Duration::ZERO);
                }
                (done, _) => panic!("{action:?}: {done:?}"),
            }
        }
    });
}

/// Returns an allowance for `count` messages at once and one message per second.
fn allowance(message: &PeerMessage, count: u64) -> Option<Allowance> {
    let bytes = message.to_bytes().unwrap();
    let chunk = u16::try_from(bytes.len() + 16).unwrap();
    let each = Network::Chain.message_cost(&bytes).unwrap().plus(chunk_cost(chunk));
    let handshake = chunk_cost(18).plus(chunk_cost(17));
    Some(Allowance { burst: handshake.plus(Cost(each.0 * count)), per_second: each })
}

#[test]
fn a_peer_over_its_budget_waits_and_loses_nothing() {
    apart(async {
        // The idle timeout runs while the peer waits for its budget.
        let mut ours = Settings { idle_timeout: Some(Duration::from_millis(1200)), ..settings() };
        ours.session.allowance = allowance(&operation(0, 1000), 3);
        let (mut one, mut two) = connected(1 << 20, &settings(), &ours).await;
        for number in 0..10 {
            one.feed(operation(number, 1000)).await.unwrap();
        }
        one.flush().await.unwrap();
        let start = Instant::now();
        for number in 0..10 {
            let message = within_an_hour(two.next()).await;
            assert_eq!(message.unwrap().unwrap(), operation(number, 1000), "{:?}", start.elapsed());
            let expected = Duration::from_secs(u64::from(number).saturating_sub(2));
            // The last wait of a message is at least 50 ms.
            assert!(start.elapsed().abs_diff(expected) < Duration::from_millis(55), "{number}: {:?}", start.elapsed());
        }
        // Of each message that the burst does not cover, the chunk waits once and the message once.
        assert_eq!(two.counters().over_budget, 14);
        one.close().await.unwrap();
        assert!(two.next().await.is_none());
    });
}

/// One period covers a whole message, however often the peer is over its budget meanwhile.
#[test]
fn a_wait_for_budget_does_not_stop_the_idle_timeout() {
    apart(async {
        let message = operation(1, 70_000);
        let mut ours = Settings { idle_timeout: Some(Duration::from_millis(800)), ..settings() };
        // The budget covers an empty chunk every 100 ms.
        let each = chunk_cost(16);
        ours.session.allowance = Some(Allowance { burst: chunk_cost(65_533), per_second: Cost(each.0 * 10) });
        let (mut raw, mut peer) = with_raw(1 << 20, &ours).await;
        let chunks = raw.sealed(&message);
        raw.write(&chunks[..65_535]).await;
        let start = Instant::now();
        let error = within_an_hour(peer.next()).await.unwrap().unwrap_err();
        assert!(matches!(error, Error::TimedOut { waiting: Waiting::Message, .. }), "{error}");
        assert_eq!(start.elapsed(), Duration::from_millis(800));
    });
}

/// A peer that sends much more than its budget wakes the node at most 20 times a second.
#[test]
fn a_peer_over_its_budget_is_read_rarely() {
    apart(async {
        let small = operation(0, 10);
        let mut ours = settings();
        let Some(Allowance { burst, per_second }) = allowance(&small, 100) else { panic!() };
        // A message a millisecond.
        ours.session.allowance = Some(Allowance { burst, per_second: Cost(per_second.0 * 1000) });
        let (mut one, mut two) = connected(1 << 20, &settings(), &ours).await;
        for number in 0..1100 {
            one.feed(operation(number, 10)).await.unwrap();
        }
        one.flush().await.unwrap();
        let start = Instant::now();
        for _ in 0..1100 {
            within_an_hour(two.next()).await.unwrap().unwrap();
        }
        assert!(start.elapsed().abs_diff(Duration::from_secs(1)) < Duration::from_millis(55), "{:?}", start.elapsed());
        assert!(two.counters().over_budget <= 22, "{}", two.counters().over_budget);
    });
}

/// Other tasks run between the messages of a peer that sends without end.
#[tokio::test]
async fn a_stream_yields_between_messages() {
    let (mut one, mut two) = connected(1 << 20, &settings(), &settings()).await;
    for number in 0..40 {
        one.feed(operation(number, 10)).await.unwrap();
    }
    one.flush().await.unwrap();
    let mut number = 0;
    for expected in [32, 8] {
        let next = core::future::poll_fn(|cx| {
            let mut returned = 0;
            while let core::task::Poll::Ready(message) = two.poll_next_unpin(cx) {
                assert_eq!(message.unwrap().unwrap(), operation(number, 10));
                (number, returned) = (number + 1, returned + 1);
            }
            core::task::Poll::Ready(returned)
        });
        assert_eq!(next.await, expected);
    }
}

#[test]
fn a_peer_over_its_budget_is_disconnected_with_cut() {
    apart(async {
        let mut ours = Settings { on_over_budget: OnOverBudget::Cut, ..settings() };
        ours.session.allowance = allowance(&operation(0, 1000), 3);
        let (mut one, mut two) = connected(1 << 20, &settings(), &ours).await;
        for number in 0..4 {
            one.send(operation(number, 1000)).await.unwrap();
        }
        for number in 0..3 {
            assert_eq!(two.next().await.unwrap().unwrap(), operation(number, 1000));
        }
        let error = two.next().await.unwrap().unwrap_err();
        assert!(matches!(error, Error::OverBudget { .. }), "{error}");
        let at = two.received();
        assert!(error.to_string().starts_with(&format!("received at byte {at}: the peer's budget has ")), "{error}");
        assert!(two.next().await.is_none());
    });
}

#[test]
fn a_message_above_the_burst_disconnects_the_peer() {
    apart(async {
        let mut ours = settings();
        ours.session.allowance = allowance(&operation(0, 1000), 3);
        let (mut one, mut two) = connected(1 << 20, &settings(), &ours).await;
        one.send(operation(0, 60_000)).await.unwrap();
        let error = two.next().await.unwrap().unwrap_err();
        assert!(error.to_string().ends_with("which is more than its burst: close the connection"), "{error}");
    });
}

#[tokio::test(start_paused = true)]
async fn silent_and_slow_peers_are_disconnected() {
    let ours = Settings { idle_timeout: Some(Duration::from_secs(30)), ..settings() };
    let (mut raw, mut peer) = with_raw(1 << 20, &ours).await;
    let message = raw.sealed(&operation(1, 100));
    let start = Instant::now();
    let trickle = async {
        sleep(Duration::from_secs(20)).await;
        raw.write(&message).await;
        // One byte per second of the next message, without an end.
        for byte in raw.sealed(&operation(2, 100_000)) {
            sleep(Duration::from_secs(1)).await;
            if raw.stream.write_all(&[byte]).await.is_err() {
                break;
            }
        }
    };
    let receive = async {
        assert_eq!(peer.next().await.unwrap().unwrap(), operation(1, 100));
        let error = peer.next().await.unwrap().unwrap_err();
        assert!(matches!(error, Error::TimedOut { waiting: Waiting::Message, .. }), "{error}");
        let received = peer.received();
        assert_eq!(
            error.to_string(),
            format!("waited 30s for a whole message; received {received} bytes in whole chunks")
        );
        assert_eq!(start.elapsed(), Duration::from_secs(50));
        drop(peer);
    };
    within_an_hour(async { tokio::join!(trickle, receive) }).await;
}

/// The timeout continues when a future is dropped, as in a `select!` with another future that is ready often.
#[tokio::test(start_paused = true)]
async fn a_dropped_future_does_not_restart_the_timeout() {
    let ours = Settings { idle_timeout: Some(Duration::from_secs(30)), ..settings() };
    let (mut raw, mut peer) = with_raw(1 << 20, &ours).await;
    let start = Instant::now();
    let mut ended = None;
    for _ in 0..10 {
        tokio::select! {
            message = peer.next() => {
                ended = message;
                break;
            }
            () = sleep(Duration::from_secs(7)) => {}
        }
    }
    let error = ended.expect("the timeout has expired").unwrap_err();
    assert!(matches!(error, Error::TimedOut { waiting: Waiting::Message, .. }), "{error}");
    assert_eq!(start.elapsed(), Duration::from_secs(30));
    drop(peer);
    assert_eq!(raw.stream.read(&mut [0; 100]).await.unwrap(), 0);
}

/// A message of 500,000 bytes.
fn large() -> PeerMessage {
    let operations = vec![RawOperation { branch: BlockHash([1; 32]), data: vec![7; 99_964].into() }; 5];
    PeerMessage::OperationsForBlocks(OperationsForBlocks {
        operations_for_block: OperationsForBlock { hash: BlockHash([2; 32]), validation_pass: 3 },
        operation_hashes_path: MerklePath::Op,
        operations,
    })
}

#[tokio::test(start_paused = true)]
async fn large_messages_share_their_memory() {
    const WAIT: Duration = Duration::from_secs(1);
    const TIME: Duration = Duration::from_secs(15);
    let shared = LargeMessages::new(3 << 20, TIME);
    let ours = Settings { message_heap_max_bytes: 2 << 20, large_messages: Some(shared.clone()), ..settings() };
    let (mut first, mut one) = with_raw(1 << 20, &ours).await;
    let (mut second, mut two) = with_raw(1 << 20, &ours).await;
    let bytes = first.sealed(&large());
    let (start, end) = bytes.split_at(bytes.len() / 2);
    first.write(start).await;
    assert!(timeout(WAIT, one.next()).await.is_err());
    assert!(shared.available() < 1 << 20, "{} bytes left", shared.available());
    let bytes = second.sealed(&large());
    second.write(&bytes).await;
    assert!(timeout(WAIT, two.next()).await.is_err(), "there is memory for one message only");
    assert!(two.received() < 100_000, "{} bytes were read", two.received());
    first.write(end).await;
    assert_eq!(one.next().await.unwrap().unwrap(), large());
    assert!(timeout(WAIT, two.next()).await.is_err(), "the first message may still be in use");
    // Small messages need none of it.
    let bytes = first.sealed(&PeerMessage::Bootstrap);
    first.write(&bytes).await;
    assert_eq!(one.next().await.unwrap().unwrap(), PeerMessage::Bootstrap);
    assert_eq!(two.next().await.unwrap().unwrap(), large());
    drop(two);
    assert_eq!(shared.available(), 3 << 20);
    // Who holds the memory and sends nothing is disconnected in time, and another one has it.
    let bytes = first.sealed(&large());
    first.write(&bytes[..400_000]).await;
    let (mut third, mut three) = with_raw(1 << 20, &ours).await;
    let bytes = third.sealed(&large());
    third.write(&bytes).await;
    let holding = async {
        let error = one.next().await.unwrap().unwrap_err();
        assert!(matches!(error, Error::TimedOut { waiting: Waiting::Message, after: TIME, .. }), "{error}");
        drop(one);
    };
    let waiting = async {
        sleep(WAIT).await;
        three.next().await.unwrap()
    };
    let ((), received) = tokio::join!(holding, waiting);
    assert_eq!(received.unwrap(), large());
}
