//! Messages between two peers: order, backpressure, closing.

use core::{task::Poll, time::Duration};

use futures_util::{SinkExt, StreamExt};
use tezos_messages::{
    dal,
    p2p::PeerMessage,
    session::{Role, SessionError, SessionStep},
};
use tezos_net::{Error, Peer, Settings, Waiting};
use tokio::io::{AsyncWriteExt, duplex};
use tokio_test::task::spawn;

use crate::common::{connected, identity, operation, raw::Raw, settings, with_target, within_an_hour};

/// Sizes around those of chunks and buffers, and sizes that are larger than all of them.
const SIZES: [usize; 9] = [0, 1, 1000, 8_160, 65_400, 65_470, 65_480, 65_536, 130_000];

#[tokio::test]
async fn messages_arrive_in_order_in_both_directions() {
    for buffer in [1, 100, 65_536] {
        let (one, two) = connected(buffer, &settings(), &settings()).await;
        let sizes = if buffer == 1 { &SIZES[..3] } else { &SIZES };
        let exchange = async |peer: Peer<_>| {
            let (mut sink, mut stream) = peer.split();
            let send = async {
                for (number, size) in (0..).zip(sizes) {
                    sink.feed(operation(number, *size)).await.unwrap();
                }
                sink.close().await.unwrap();
            };
            let receive = async {
                let mut received = Vec::new();
                while let Some(message) = stream.next().await {
                    received.push(message.unwrap());
                }
                received
            };
            tokio::join!(send, receive).1
        };
        let expected: Vec<_> = (0..).zip(sizes).map(|(number, size)| operation(number, *size)).collect();
        let (to_one, to_two) = tokio::join!(exchange(one), exchange(two));
        assert!(to_one == expected, "{buffer}");
        assert!(to_two == expected, "{buffer}");
    }
}

#[tokio::test]
async fn peers_of_the_data_availability_layer_exchange_messages() {
    let settings: Settings<dal::DalPeerMessage> = with_target(Settings::new("DAL_TEZOS_TEST"));
    let (one, two) = duplex(4096);
    let (me, you) = (identity(1), identity(2));
    let (mut one, mut two) =
        tokio::try_join!(Peer::connect(one, &me, &settings), Peer::accept(two, &you, &settings)).unwrap();
    assert_eq!(one.info().version.distributed_db_version, 0);
    let message = dal::DalPeerMessage::IWant(Vec::new());
    one.send(message.clone()).await.unwrap();
    assert_eq!(two.next().await.unwrap().unwrap(), message);
}

#[tokio::test]
async fn a_peer_that_does_not_read_makes_the_sink_wait() {
    let ours = Settings { send_buffer_bytes: 10_000, ..settings() };
    let (mut one, mut two) = connected(1000, &ours, &settings()).await;
    let mut sent = 0;
    loop {
        let ready = spawn(one.ready()).poll();
        let Poll::Ready(ready) = ready else { break };
        ready.unwrap();
        one.start_send_unpin(operation(sent, 2000)).unwrap();
        sent += 1;
        assert!(sent < 100, "the sink accepts all messages");
    }
    assert_eq!(sent, 5, "10,000 bytes are five messages");
    let receive = async {
        for number in 0..sent {
            assert_eq!(two.next().await.unwrap().unwrap(), operation(number, 2000));
        }
    };
    let (flushed, ()) = tokio::join!(one.flush(), receive);
    flushed.unwrap();
    one.ready().await.unwrap();
}

#[tokio::test]
async fn nothing_is_read_unless_a_message_is_awaited() {
    let (one, mut two) = connected(1000, &settings(), &settings()).await;
    let before = one.received();
    let send = async {
        for number in 0..100 {
            two.send(operation(number, 2000)).await.unwrap();
        }
    };
    assert!(tokio::time::timeout(Duration::from_millis(50), send).await.is_err());
    assert_eq!(one.received(), before);
}

#[tokio::test]
async fn closing_sends_queued_messages_and_still_receives() {
    let (mut one, mut two) = connected(100, &settings(), &settings()).await;
    one.feed(operation(1, 5000)).await.unwrap();
    let receive = async {
        let message = two.next().await.unwrap().unwrap();
        assert!(two.next().await.is_none());
        two.send(operation(2, 10)).await.unwrap();
        two.close().await.unwrap();
        message
    };
    let (closed, message) = tokio::join!(one.close(), receive);
    closed.unwrap();
    assert_eq!(message, operation(1, 5000));
    assert_eq!(two.counters().received, one.counters().sent);
    assert_eq!((two.counters().received.messages, two.counters().received.bytes), (1, two.received()));
    assert_eq!(one.next().await.unwrap().unwrap(), operation(2, 10));
    assert!(one.next().await.is_none());
    assert!(one.next().await.is_none());
    assert!(matches!(one.send(operation(3, 0)).await, Err(Error::Closed)));
    assert!(matches!(one.start_send_unpin(operation(3, 0)), Err(Error::Closed)));
}

#[tokio::test]
async fn the_error_of_a_truncated_message_has_an_offset() {
    let (one, two) = duplex(1 << 20);
    let (me, you, settings) = (identity(1), identity(2), settings());
    let (mut raw, peer) = tokio::join!(Raw::agreed(one, Role::Initiator, &me), Peer::accept(two, &you, &settings));
    let mut peer = peer.unwrap();
    let whole = raw.sealed(&operation(1, 100));
    let half = raw.sealed(&operation(2, 100_000));
    raw.write(&[&whole, &half[..70_000]].concat()).await;
    raw.stream.shutdown().await.unwrap();
    let handshake = peer.received();
    assert_eq!(peer.next().await.unwrap().unwrap(), operation(1, 100));
    let error = peer.next().await.unwrap().unwrap_err();
    let expected = handshake + (whole.len() + 70_000) as u64;
    let Error::Session { error: SessionError::Truncated { offset, expected: SessionStep::Message }, .. } = &error
    else {
        panic!("{error}")
    };
    assert_eq!(*offset, expected);
    assert_eq!(error.to_string(), format!("the stream ended at byte {expected}, inside a message"));
    assert!(peer.next().await.is_none(), "the stream ends after an error");
}

#[tokio::test]
async fn a_message_that_cannot_be_sent_does_not_affect_others() {
    let mut ours = settings();
    ours.session.message_max_bytes = 1000;
    let (mut one, mut two) = connected(4096, &ours, &settings()).await;
    let long = one.send(operation(1, 2000)).await.unwrap_err();
    assert_eq!(long.to_string(), "cannot send a message of 2034 bytes: the limit is 1000 bytes");
    let points = vec!["1.2.3.4:5".parse().unwrap(); 101];
    let wrong = one.send(PeerMessage::Advertise(points)).await.unwrap_err();
    assert!(matches!(wrong, Error::Encode { step: SessionStep::Message, .. }), "{wrong}");
    assert!(wrong.to_string().starts_with("cannot send a message: "), "{wrong}");
    one.send(operation(2, 20)).await.unwrap();
    assert_eq!(two.next().await.unwrap().unwrap(), operation(2, 20));
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_reads_nothing_is_disconnected() {
    let ours = Settings { send_timeout: Some(Duration::from_secs(9)), ..settings() };
    let (mut one, _two) = connected(100, &ours, &settings()).await;
    let error = within_an_hour(one.send(operation(1, 5000))).await.unwrap_err();
    assert!(matches!(error, Error::TimedOut { waiting: Waiting::Send, .. }), "{error}");
    let received = one.received();
    assert_eq!(
        error.to_string(),
        format!("waited 9s for the peer to read what was sent; received {received} bytes in whole chunks")
    );
    assert!(matches!(one.ready().await, Err(Error::Closed)));
}
