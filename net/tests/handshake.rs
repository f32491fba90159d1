//! The handshake: which peers are accepted or refused, and its timeouts.

use core::{borrow::Borrow, time::Duration};

use futures_util::{SinkExt, StreamExt};
use tezos_encoding::{Decode, Encode};
use tezos_messages::{
    handshake::{Ack, ConnectionMessage, ConnectionMetadata, Motive, NetworkVersion},
    identity::{CryptoBoxSecretKey, Identity, PowTarget, Stamp},
    session::{OwnedEvent, Role, SessionError, SessionStep},
};
use tezos_net::{Authenticated, Error, Peer, Settings, Waiting};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

use crate::common::{
    connected, identity, operation,
    raw::{self, Raw, version},
    settings, within_an_hour,
};

/// Returns the result of a node's handshake with a peer that the closure runs.
async fn meet(
    settings: impl Borrow<Settings>,
    peer: impl AsyncFnOnce(DuplexStream),
) -> Result<Peer<DuplexStream>, Error> {
    let (one, two) = duplex(1 << 16);
    let you = identity(2);
    tokio::join!(peer(one), Peer::accept(two, &you, settings.borrow())).1
}

#[tokio::test]
async fn both_sides_know_each_other() {
    let ours = Settings {
        port: 9732,
        metadata: ConnectionMetadata { disable_mempool: true, private_node: false },
        distributed_db_versions: 0..=1,
        ..settings()
    };
    let (one, two) = connected(100, &ours, &settings()).await;
    assert_eq!(format!("{one:?}"), format!("Peer {{ peer: {:?}, .. }}", identity(2).peer_id()));
    let both = NetworkVersion { distributed_db_version: 1, ..version("TEZOS_TEST") };
    assert_eq!((&one.info().version, &two.info().version), (&both, &both));
    let info = two.info();
    assert_eq!((info.role, info.peer_id(), info.port), (Role::Responder, *identity(1).peer_id(), 9732));
    assert_eq!((info.announced.distributed_db_version, info.version.distributed_db_version), (1, 1));
    assert!(info.metadata.disable_mempool);
    let info = one.info();
    assert_eq!((info.role, info.peer_id(), info.port), (Role::Initiator, *identity(2).peer_id(), 0));
    assert_eq!((info.announced.distributed_db_version, info.version.distributed_db_version), (2, 1));
}

/// The nonces of a session follow from its keys and its connection messages, so two sessions between the same nodes need different ones.
#[tokio::test]
async fn each_connection_message_has_a_nonce_of_its_own() {
    let me = identity(2);
    let ours = Settings { port: 9732, ..settings() };
    let sent = async || {
        let (mut one, two) = duplex(1 << 16);
        let mut bytes = [0; 102];
        tokio::select! {
            done = Peer::accept(two, &me, &ours) => panic!("{done:?}"),
            read = one.read_exact(&mut bytes) => read.unwrap(),
        };
        ConnectionMessage::from_bytes(&bytes[2..]).unwrap()
    };
    let mut nonces = vec![[0; 24]];
    for _ in 0..3 {
        let hello = sent().await;
        assert!(!nonces.contains(&hello.message_nonce), "{hello:?}");
        nonces.push(hello.message_nonce);
        let expected = raw::hello(&me, version("TEZOS_TEST"));
        assert_eq!(hello, ConnectionMessage { message_nonce: hello.message_nonce, ..expected });
    }
}

#[tokio::test]
async fn a_peer_without_enough_work_is_refused() {
    let mut ours = settings();
    ours.session.target = PowTarget::from_bits(60);
    let error = meet(&ours, async |stream| {
        // The peer continues until it is refused.
        let _ = Peer::connect(stream, &identity(1), &settings()).await;
    });
    let error = error.await.unwrap_err();
    let Error::Session { offset: 0, error: SessionError::NotEnoughWork { peer } } = &error else { panic!("{error}") };
    assert_eq!(peer, identity(1).peer_id());
    assert!(error.to_string().starts_with("received at byte 0: the proof of work of peer "), "{error}");
}

#[tokio::test]
async fn we_do_not_connect_to_ourselves() {
    let (one, two) = duplex(1 << 16);
    let (me, settings) = (identity(1), settings());
    let (at_one, at_two) = tokio::join!(Peer::connect(one, &me, &settings), Peer::accept(two, &me, &settings));
    for error in [at_one.unwrap_err(), at_two.unwrap_err()] {
        assert!(matches!(error, Error::Session { error: SessionError::Myself { .. }, .. }), "{error}");
    }
}

#[tokio::test]
async fn peers_with_unsupported_versions_get_a_nack() {
    let of = |distributed_db_version, p2p_version| NetworkVersion {
        distributed_db_version,
        p2p_version,
        ..version("TEZOS_TEST")
    };
    let ours = Settings { distributed_db_versions: 1..=2, p2p_versions: 0..=1, ..settings() };
    for (theirs, motive, tag) in [
        (version("TEZOS_MAINNET"), Motive::UNKNOWN_CHAIN_NAME, 1),
        (of(0, 1), Motive::DEPRECATED_DISTRIBUTED_DB_VERSION, 1),
        // A peer whose version has no motives.
        (of(0, 0), Motive::DEPRECATED_DISTRIBUTED_DB_VERSION, 0xff),
    ] {
        let error = meet(&ours, async |stream| {
            let mut raw = Raw::introduced(stream, Role::Initiator, &identity(1), theirs.clone()).await;
            let metadata = raw.session.metadata(&[0, 0]).unwrap();
            let ack = raw.session.ack(&[0]).unwrap();
            raw.write(&[metadata, ack].concat()).await;
            assert!(matches!(raw.event().await, Ok(Some(OwnedEvent::Metadata(_)))));
            let Ok(Some(OwnedEvent::Ack(nack))) = raw.event().await else { panic!() };
            assert_eq!(nack[0], tag);
            assert!(
                tag != 1 || matches!(Ack::from_bytes(&nack), Ok(Ack::Nack { motive: found, .. }) if found == motive)
            );
            assert_eq!(raw.event().await, Ok(None), "the connection is closed after a nack");
        });
        let error = error.await.unwrap_err();
        let Error::Refused { motive: found, announced } = &error else { panic!("{error}") };
        assert_eq!((found, announced), (&motive, &theirs));
        assert!(error.to_string().starts_with(&format!("refused the peer: {motive}; it announced the chain \"TEZOS_")));
    }
}

#[tokio::test]
async fn a_node_can_refuse_an_authenticated_peer() {
    let (one, two) = duplex(1 << 16);
    let (me, you, settings) = (identity(1), identity(2), settings());
    let refuse = async {
        let peer = Authenticated::new(two, Role::Responder, &you, &settings).await.unwrap();
        assert_eq!(peer.info().peer_id(), *me.peer_id());
        peer.reject(Motive::TOO_MANY_CONNECTIONS, vec!["1.2.3.4:9732".parse().unwrap()]).await.unwrap();
    };
    let (error, ()) = tokio::join!(Peer::connect(one, &me, &settings), refuse);
    let error = error.unwrap_err();
    assert_eq!(error.to_string(), "the peer refused the connection: Too many connections; it names 1 other peers");
    let Error::Nacked { peers, .. } = error else { panic!() };
    assert_eq!(peers[0].to_string(), "1.2.3.4:9732");
}

/// A refused peer is not decrypted: what it sends is discarded, and after 1 MiB the connection is closed.
#[tokio::test(start_paused = true)]
async fn what_a_refused_peer_sends_is_not_read() {
    let (one, two) = duplex(1 << 12);
    let (me, you, settings) = (identity(1), identity(2), settings());
    let start = tokio::time::Instant::now();
    let refuse = async {
        let peer = Authenticated::new(two, Role::Responder, &you, &settings).await.unwrap();
        peer.reject(Motive::TOO_MANY_CONNECTIONS, Vec::new()).await.unwrap();
    };
    let flood = async {
        let mut raw = Raw::introduced(one, Role::Initiator, &me, version("TEZOS_TEST")).await;
        let metadata = raw.session.metadata(&[0, 0]).unwrap();
        raw.write(&metadata).await;
        let mut sent = 0;
        // Not chunks: to decrypt them would be an error.
        while sent < 2000 && raw.stream.write_all(&[0xff; 1024]).await.is_ok() {
            sent += 1;
        }
        sent
    };
    let (sent, ()) = tokio::join!(flood, refuse);
    assert!((1024..=1036).contains(&sent), "{sent} KiB");
    assert_eq!(start.elapsed(), Duration::ZERO, "long before the deadline");
}

#[tokio::test(start_paused = true)]
async fn a_slow_handshake_times_out() {
    let start = tokio::time::Instant::now();
    let error = meet(settings(), async |mut stream| {
        // One byte each second: a timeout of each read would never expire.
        for byte in [0, 200].into_iter().chain(core::iter::repeat(7)) {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if stream.write_all(&[byte]).await.is_err() {
                break;
            }
        }
    });
    let error = error.await.unwrap_err();
    assert!(matches!(error, Error::TimedOut { waiting: Waiting::Handshake(SessionStep::Connection), .. }), "{error}");
    assert_eq!(
        error.to_string(),
        "waited 5s for the connection message in the handshake; received 0 bytes in whole chunks"
    );
    assert!(start.elapsed() < Duration::from_secs(7), "{:?}", start.elapsed());
}

/// The longest timeouts never expire, and do not overflow.
#[tokio::test(start_paused = true)]
async fn timeouts_may_be_infinite() {
    let most = Some(Duration::MAX);
    let ours = Settings { handshake_timeout: Duration::MAX, idle_timeout: most, send_timeout: most, ..settings() };
    let (mut one, mut two) = connected(100, &ours, &ours).await;
    let send = async {
        tokio::time::sleep(Duration::from_secs(1_000_000)).await;
        one.send(operation(1, 5000)).await.unwrap();
    };
    let (message, ()) = tokio::join!(two.next(), send);
    assert_eq!(message.unwrap().unwrap(), operation(1, 5000));
}

/// The timeout includes the time that the node takes to decide about an authenticated peer.
#[tokio::test(start_paused = true)]
async fn the_timeout_covers_both_halves_of_the_handshake() {
    let (one, two) = duplex(1 << 16);
    let (you, settings) = (identity(2), settings());
    let silent = async {
        let mut raw = Raw::introduced(one, Role::Initiator, &identity(1), version("TEZOS_TEST")).await;
        let metadata = raw.session.metadata(&[0, 0]).unwrap();
        raw.write(&metadata).await;
        raw
    };
    let (_raw, peer) = tokio::join!(silent, Authenticated::new(two, Role::Responder, &you, &settings));
    let peer = peer.unwrap();
    tokio::time::sleep(Duration::from_secs(4)).await;
    let start = tokio::time::Instant::now();
    let error = peer.accept().await.unwrap_err();
    assert!(matches!(error, Error::TimedOut { waiting: Waiting::Handshake(SessionStep::Ack), .. }), "{error}");
    assert_eq!(start.elapsed(), Duration::from_secs(1));
}

#[tokio::test]
async fn errors_of_the_handshake_have_an_offset() {
    let short = meet(settings(), async |mut stream| stream.write_all(&[0, 3, 1, 2, 3]).await.unwrap());
    assert_eq!(
        short.await.unwrap_err().to_string(),
        "received at byte 0: the peer's connection message has 3 bytes, too few for a key and a proof of work"
    );

    let me = identity(1);
    let with_metadata = async |chunk: &[u8]| {
        let error = meet(settings(), async |stream| {
            let mut raw = Raw::introduced(stream, Role::Initiator, &me, version("TEZOS_TEST")).await;
            raw.write(chunk).await;
            let _ = raw.stream.read_to_end(&mut Vec::new()).await;
        });
        error.await.unwrap_err().to_string()
    };
    // 2 + 2 + 32 + 24 + 24 + 4 + 10 + 2 + 2 bytes of connection message.
    assert_eq!(
        with_metadata(&[0, 18, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]).await,
        "received at byte 102: encrypted chunk 0 (18 bytes) has a wrong MAC"
    );
    assert_eq!(
        with_metadata(&[0, 3, 9, 9, 9]).await,
        "received at byte 102: encrypted chunk 0 has 3 bytes, too few for its 16-byte MAC"
    );
}

/// An identity whose stamp does not reach the target.
#[tokio::test]
async fn a_stamp_without_enough_work_is_refused() {
    let lazy = Identity::new(CryptoBoxSecretKey::new([1; 32]), Stamp([0xee; 24]));
    assert!(!settings().session.target.is_met(lazy.public_key(), lazy.proof_of_work_stamp()));
    let error = meet(settings(), async |stream| {
        let _ = Peer::connect(stream, &lazy, &settings()).await;
    });
    assert!(matches!(error.await, Err(Error::Session { error: SessionError::NotEnoughWork { .. }, .. })));
}

/// The handshake ends once our ack is sent, not once the peer's has arrived.
#[tokio::test(start_paused = true)]
async fn our_ack_is_sent_to_a_peer_that_reads_late() {
    // The buffer does not hold our metadata, and less than our ack.
    let (one, two) = duplex(15);
    let (me, you, settings) = (identity(1), identity(2), settings());
    let late = async {
        let mut raw = Raw::introduced(one, Role::Initiator, &me, version("TEZOS_TEST")).await;
        let bytes = [raw.session.metadata(&[0, 0]).unwrap(), raw.session.ack(&[0]).unwrap()].concat();
        raw.write(&bytes).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(matches!(raw.event().await, Ok(Some(OwnedEvent::Metadata(_)))));
        assert!(matches!(raw.event().await, Ok(Some(OwnedEvent::Ack(_)))));
    };
    let ((), peer) = within_an_hour(async { tokio::join!(late, Peer::accept(two, &you, &settings)) }).await;
    peer.unwrap();
}

/// Messages that arrive in the same read as the end of the handshake are received.
#[tokio::test]
async fn messages_after_the_ack_are_not_lost() {
    let peer = meet(settings(), async |stream| {
        let mut raw = Raw::introduced(stream, Role::Initiator, &identity(1), version("TEZOS_TEST")).await;
        let bytes = [
            raw.session.metadata(&[0, 0]).unwrap(),
            raw.session.ack(&Ack::Ack.to_bytes().unwrap()).unwrap(),
            raw.sealed(&operation(1, 10)),
        ];
        raw.write(&bytes.concat()).await;
        assert!(matches!(raw.event().await, Ok(Some(OwnedEvent::Metadata(_)))));
        assert!(matches!(raw.event().await, Ok(Some(OwnedEvent::Ack(_)))));
    });
    let mut peer = peer.await.unwrap();
    assert_eq!(peer.next().await.unwrap().unwrap(), operation(1, 10));
    assert!(peer.next().await.is_none());
}
