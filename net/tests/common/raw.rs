//! A peer without the rules of [`Peer`](tezos_net::Peer), which can send anything.

use tezos_encoding::Encode;
use tezos_messages::{
    handshake::{ConnectionMessage, ConnectionMetadata, NetworkVersion},
    identity::Identity,
    p2p::PeerMessage,
    session::{Config, OwnedEvent, Role, Session, SessionError},
};
use tezos_net::{Peer, Settings};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, DuplexStream, duplex};

/// A session and its connection.
pub(crate) struct Raw<S> {
    pub(crate) stream: S,
    pub(crate) session: Session,
}

/// Returns the connection message of an identity.
pub(crate) fn hello(identity: &Identity, version: NetworkVersion) -> ConnectionMessage {
    ConnectionMessage {
        port: 9732,
        public_key: *identity.public_key(),
        proof_of_work_stamp: *identity.proof_of_work_stamp(),
        message_nonce: [9; 24],
        version,
    }
}

pub(crate) fn version(chain_name: &str) -> NetworkVersion {
    NetworkVersion { chain_name: chain_name.into(), distributed_db_version: 2, p2p_version: 1 }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Raw<S> {
    /// Sends a connection message and receives that of the other side.
    pub(crate) async fn introduced(stream: S, role: Role, identity: &Identity, version: NetworkVersion) -> Self {
        let config = Config { target: super::target(), message_max_bytes: u32::MAX, ..Config::default() };
        let mut raw = Self { stream, session: Session::new(role, identity, config) };
        let hello = hello(identity, version).to_bytes().unwrap();
        let bytes = raw.session.connection(&hello).unwrap();
        raw.write(&bytes).await;
        raw.event().await.unwrap();
        raw
    }

    /// Performs the whole handshake.
    pub(crate) async fn agreed(stream: S, role: Role, identity: &Identity) -> Self {
        let mut raw = Self::introduced(stream, role, identity, version("TEZOS_TEST")).await;
        let metadata = raw.session.metadata(&ConnectionMetadata::default().to_bytes().unwrap()).unwrap();
        raw.write(&metadata).await;
        let ack = raw.session.ack(&[0]).unwrap();
        raw.write(&ack).await;
        assert!(matches!(raw.event().await, Ok(Some(OwnedEvent::Metadata(_)))));
        assert!(matches!(raw.event().await, Ok(Some(OwnedEvent::Ack(_)))));
        raw
    }

    /// Returns a message as encrypted chunks.
    pub(crate) fn sealed(&mut self, message: &PeerMessage) -> Vec<u8> {
        self.session.message(&message.to_bytes().unwrap()).unwrap()
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
    }

    /// Receives the next event of the other side, or `None` at the end of its stream.
    pub(crate) async fn event(&mut self) -> Result<Option<OwnedEvent>, SessionError> {
        loop {
            if let Some(event) = self.session.next_event()? {
                return Ok(Some(event.into_owned()));
            }
            let mut bytes = [0; 4096];
            match self.stream.read(&mut bytes).await.unwrap() {
                0 => return Ok(None),
                count => self.session.feed(&bytes[..count]),
            }
        }
    }
}

/// Returns a raw peer and the node's side of its connection, which has a buffer of `buffer` bytes in each direction.
pub(crate) async fn with_raw(buffer: usize, settings: &Settings) -> (Raw<DuplexStream>, Peer<DuplexStream>) {
    let (one, two) = duplex(buffer);
    let [me, you] = [1, 2].map(super::identity);
    let (raw, peer) = tokio::join!(Raw::agreed(one, Role::Initiator, &me), Peer::accept(two, &you, settings));
    (raw, peer.unwrap())
}

/// Returns the session of an initiator after its handshake. Its chunks equal those of any other session between these two identities,
/// because their connection messages are always the same.
pub(crate) fn session_after_handshake() -> Session {
    let [me, you] = [1, 2].map(super::identity);
    let [ours, theirs] = [&me, &you].map(|identity| hello(identity, version("TEZOS_TEST")).to_bytes().unwrap());
    let config = Config { target: super::target(), ..Config::default() };
    let mut session = Session::new(Role::Initiator, &me, config.clone());
    let mut other = Session::new(Role::Responder, &you, config);
    session.connection(&ours).unwrap();
    session.feed(&other.connection(&theirs).unwrap());
    assert!(session.next_event().unwrap().is_some());
    session.metadata(&[0, 0]).unwrap();
    session.ack(&[0]).unwrap();
    session
}
