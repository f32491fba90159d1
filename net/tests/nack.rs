//! Refusals of both sides arrive, even if the connection fails meanwhile.

use core::time::Duration;

use tezos_encoding::Encode;
use tezos_messages::{
    handshake::{Ack, Motive},
    session::{ChunkError, OwnedEvent, Role, SessionError, SessionStep},
};
use tezos_net::{Authenticated, Error, Peer};
use tokio::{
    io::{AsyncWriteExt, duplex},
    net::TcpSocket,
    time::timeout,
};

use crate::common::{
    identity, operation,
    raw::{Raw, version},
    settings,
};

/// Returns the result of a node's handshake with a peer that sends these chunks after its metadata, reads nothing and is gone before the
/// node accepts it.
async fn accept_one_that_is_gone(chunks: impl FnOnce(&mut Raw<tokio::io::DuplexStream>) -> Vec<u8>) -> Error {
    let (one, two) = duplex(1 << 16);
    let (me, you, settings) = (identity(1), identity(2), settings());
    let peer = async {
        let mut raw = Raw::introduced(one, Role::Initiator, &me, version("TEZOS_TEST")).await;
        let bytes = [raw.session.metadata(&[0, 0]).unwrap(), chunks(&mut raw)].concat();
        raw.write(&bytes).await;
        // The node has sent its metadata.
        assert!(matches!(raw.event().await, Ok(Some(OwnedEvent::Metadata(_)))));
    };
    let ((), node) = tokio::join!(peer, Authenticated::new(two, Role::Responder, &you, &settings));
    node.unwrap().accept().await.unwrap_err()
}

/// The node's ack cannot be sent. What the peer has sent before it closed says why.
#[tokio::test]
async fn a_nack_is_received_although_our_ack_cannot_be_sent() {
    let peers = vec!["1.2.3.4:5".parse().unwrap(); 3];
    let nack = Ack::Nack { motive: Motive::TOO_MANY_CONNECTIONS, peers: peers.clone() }.to_bytes().unwrap();
    let error = accept_one_that_is_gone(|raw| raw.session.ack(&nack).unwrap()).await;
    let Error::Nacked { motive: Motive::TOO_MANY_CONNECTIONS, peers: found } = error else { panic!("{error}") };
    assert_eq!(found, peers);

    let error = accept_one_that_is_gone(|raw| raw.session.ack(&[0xff]).unwrap()).await;
    assert!(matches!(&error, Error::Nacked { motive: Motive::NONE, peers } if peers.is_empty()), "{error}");

    let error =
        accept_one_that_is_gone(|_| vec![0, 17, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]).await;
    let wrong = ChunkError::WrongMac { chunk: 1, length: 17, tried: 1 };
    let Error::Session { offset: 122, error: SessionError::Chunk { offset: 122, error } } = error else {
        panic!("{error}")
    };
    assert_eq!(error, wrong);

    let error = accept_one_that_is_gone(|_| Vec::new()).await;
    let Error::Session { error: SessionError::Truncated { offset: 122, expected: SessionStep::Ack }, .. } = error
    else {
        panic!("{error}")
    };

    // Of a peer that accepts us, the failure of our ack is the error.
    let error = accept_one_that_is_gone(|raw| raw.session.ack(&[0]).unwrap()).await;
    assert!(matches!(error, Error::Io(_)), "{error}");
}

/// A nack of more points than the limit is not sent.
#[tokio::test]
async fn a_nack_of_too_many_points_is_an_error() {
    for (points, is_sent) in [(100, true), (101, false)] {
        let (one, two) = duplex(1 << 16);
        let (me, you, settings) = (identity(1), identity(2), settings());
        let (peer, node) = tokio::join!(
            Authenticated::new(one, Role::Initiator, &me, &settings),
            Authenticated::new(two, Role::Responder, &you, &settings)
        );
        let node = node.unwrap();
        assert_eq!(format!("{node:?}"), format!("Authenticated {{ peer: {:?}, .. }}", me.peer_id()));
        let points = vec!["1.2.3.4:5".parse().unwrap(); points];
        let (accepted, rejected) = tokio::join!(peer.unwrap().accept(), node.reject(Motive::NONE, points.clone()));
        match rejected {
            Ok(()) => assert!(is_sent),
            Err(error) => assert!(!is_sent && matches!(error, Error::Encode { step: SessionStep::Ack, .. }), "{error}"),
        }
        match accepted.unwrap_err() {
            Error::Nacked { peers, .. } => assert!(is_sent && peers == points),
            error => assert!(!is_sent, "{error}"),
        }
    }
}

/// Closing a socket with unread bytes resets the connection, and what the peer is about to send or read fails. The buffers of the sockets
/// are smaller than what the peer sends.
#[tokio::test]
async fn a_peer_that_sends_more_reads_our_nack_on_a_real_socket() {
    let (me, you, settings) = (identity(1), identity(2), settings());
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let node = async {
        let (stream, _) = listener.accept().await.unwrap();
        Peer::accept(stream, &you, &settings).await.unwrap_err()
    };
    let peer = async {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_send_buffer_size(4096).unwrap();
        let stream = socket.connect(address).await.unwrap();
        let mut raw = Raw::introduced(stream, Role::Initiator, &me, version("TEZOS_OTHER")).await;
        let mut bytes = [raw.session.metadata(&[0, 0]).unwrap(), raw.session.ack(&[0]).unwrap()].concat();
        (0..50).for_each(|number| bytes.extend(raw.sealed(&operation(number, 5000))));
        raw.write(&bytes).await;
        raw.stream.shutdown().await.unwrap();
        raw
    };
    let both = timeout(Duration::from_secs(10), async { tokio::join!(node, peer) });
    let (refused, mut raw) = both.await.expect("the node does not refuse the peer within 10 s");
    assert!(matches!(refused, Error::Refused { motive: Motive::UNKNOWN_CHAIN_NAME, .. }), "{refused}");
    assert!(matches!(raw.event().await, Ok(Some(OwnedEvent::Metadata(_)))));
    let nack = Ack::Nack { motive: Motive::UNKNOWN_CHAIN_NAME, peers: Vec::new() }.to_bytes().unwrap();
    assert_eq!(raw.event().await, Ok(Some(OwnedEvent::Ack(nack))));
    assert_eq!(raw.event().await, Ok(None));
}
