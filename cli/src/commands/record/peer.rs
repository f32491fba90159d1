//! A peer: runs a session over a TCP connection and records the bytes on the wire.

use std::{
    io::{Read as _, Write as _},
    net::{Ipv4Addr, TcpListener, TcpStream},
    thread,
    time::Duration,
};

use indicatif::ProgressBar;
use tezos_encoding::{Decode, Encode};
use tezos_messages::{
    handshake::{Ack, ConnectionMessage, ConnectionMetadata, NetworkVersion},
    hash::blake2b_256_of,
    identity::{Identity, PowTarget},
    p2p::PeerMessage,
    session::{Config, OwnedEvent, Role, Session},
};

use crate::{
    commands::record::script::Line,
    error::Error,
    session::{Direction, Row},
};

/// The maximum time to wait for the other peer.
const PATIENCE: Duration = Duration::from_secs(30);
/// The maximum number of bytes of a row, sent or received: the payload of one TCP packet on most networks.
const PACKET_BYTES: usize = 1_448;
/// The maximum number of plaintext bytes in a chunk of the side that accepts the connection. The other side sends chunks of the maximum
/// size.
const SMALL_CHUNK_BYTES: usize = 16_000;
/// The name of the network in the connection messages.
const CHAIN_NAME: &str = "TEZOS_CODEC_RECORDING";

/// Connects two peers and lets them send the messages of the script. Returns what the peer that opened the connection recorded.
pub(super) fn talk(
    opening: &Identity,
    accepting: &Identity,
    target: PowTarget,
    script: &[Line],
    bar: &ProgressBar,
) -> Result<Vec<Row>, Error> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(io("cannot listen on 127.0.0.1"))?;
    let address = listener.local_addr().map_err(io("cannot determine the port"))?;
    let opened = TcpStream::connect_timeout(&address, PATIENCE).map_err(io("cannot connect"))?;
    let (accepted, from) = listener.accept().map_err(io("cannot accept the connection"))?;
    if opened.local_addr().ok() != Some(from) {
        return Err(Error::new(format_args!("another program connected to {address}")));
    }
    let opened = Peer::new(Role::Initiator, opening, target, opened)?;
    let accepted = Peer::new(Role::Responder, accepting, target, accepted)?;
    thread::scope(|scope| {
        let other = scope.spawn(move || accepted.run(accepting, script, &ProgressBar::hidden()));
        let recorded = opened.run(opening, script, bar);
        let other = other.join().unwrap_or_else(|_| Err(Error::new("its thread failed")));
        match (recorded, other) {
            (Ok(recorded), Ok(_)) => Ok(recorded),
            (Err(error), Ok(_)) => Err(error),
            (Ok(_), Err(error)) => Err(Error::new(format_args!("the side that accepted: {error}"))),
            (Err(error), Err(other)) => Err(Error::new(format_args!("{error}; the side that accepted: {other}"))),
        }
    })
}

struct Peer {
    role: Role,
    session: Session,
    stream: TcpStream,
    rows: Vec<Row>,
}

impl Peer {
    fn new(role: Role, identity: &Identity, target: PowTarget, stream: TcpStream) -> Result<Self, Error> {
        let timeouts = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
        timeouts.and_then(|()| stream.set_nodelay(true)).map_err(io("cannot prepare the connection"))?;
        let mut config = Config { target, ..Config::default() };
        if role == Role::Responder {
            config.chunk_max_bytes = SMALL_CHUNK_BYTES;
        }
        Ok(Self { role, session: Session::new(role, identity, config), stream, rows: Vec::new() })
    }

    /// Performs the handshake, then sends and receives the messages of the script. Checks that those received are the expected ones.
    fn run(mut self, identity: &Identity, script: &[Line], bar: &ProgressBar) -> Result<Vec<Row>, Error> {
        self.handshake(identity)?;
        for line in bar.wrap_iter(script.iter()) {
            if line.by == self.role {
                let bytes = self.session.message(&line.bytes).map_err(Error::new)?;
                self.send(&bytes)?;
                continue;
            }
            let OwnedEvent::Message(bytes) = self.receive()? else { return Err(unexpected("a message")) };
            PeerMessage::from_bytes(&bytes).map_err(Error::new)?;
            if bytes != line.bytes {
                return Err(Error::new("a message was changed on its way"));
            }
        }
        self.session.finish().map_err(Error::new)?;
        Ok(self.rows)
    }

    fn handshake(&mut self, identity: &Identity) -> Result<(), Error> {
        let ours = connection_message(self.role, identity).to_bytes().map_err(Error::new)?;
        let bytes = self.session.connection(&ours).map_err(Error::new)?;
        self.send(&bytes)?;
        let OwnedEvent::Connection(theirs) = self.receive()? else { return Err(unexpected("a connection message")) };
        let theirs = ConnectionMessage::from_bytes(&theirs).map_err(Error::new)?;
        if theirs.version.chain_name != CHAIN_NAME {
            return Err(Error::new(format_args!("the other peer is on the network {}", theirs.version.chain_name)));
        }
        let metadata = ConnectionMetadata { disable_mempool: false, private_node: self.role == Role::Responder };
        let metadata = metadata.to_bytes().map_err(Error::new)?;
        let bytes = self.session.metadata(&metadata).map_err(Error::new)?;
        self.send(&bytes)?;
        let OwnedEvent::Metadata(theirs) = self.receive()? else { return Err(unexpected("the metadata")) };
        ConnectionMetadata::from_bytes(&theirs).map_err(Error::new)?;
        let bytes = self.session.ack(&Ack::Ack.to_bytes().map_err(Error::new)?).map_err(Error::new)?;
        self.send(&bytes)?;
        let OwnedEvent::Ack(theirs) = self.receive()? else { return Err(unexpected("the ack")) };
        match Ack::from_bytes(&theirs).map_err(Error::new)? {
            Ack::Ack => Ok(()),
            refusal => Err(Error::new(format_args!("the other peer refuses the connection: {refusal:?}"))),
        }
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), Error> {
        for packet in bytes.chunks(PACKET_BYTES) {
            self.stream.write_all(packet).map_err(io("cannot send"))?;
            self.row(Direction::Sent, packet.to_vec());
        }
        Ok(())
    }

    /// Waits for the next event from the other side.
    fn receive(&mut self) -> Result<OwnedEvent, Error> {
        loop {
            if let Some(event) = self.session.next_event().map_err(Error::new)? {
                return Ok(event.into_owned());
            }
            let mut buffer = vec![0; PACKET_BYTES];
            let count = self.stream.read(&mut buffer).map_err(io("cannot receive"))?;
            if count == 0 {
                return Err(Error::new("the other peer closed the connection too early"));
            }
            buffer.truncate(count);
            self.session.feed(&buffer);
            self.row(Direction::Received, buffer);
        }
    }

    fn row(&mut self, direction: Direction, bytes: Vec<u8>) {
        // The header is line 1.
        let line = u64::try_from(self.rows.len()).unwrap_or(u64::MAX).saturating_add(2);
        self.rows.push(Row { line, direction, bytes });
    }
}

/// Returns the connection message of a side. Its nonce follows from the key, which is used for one session only.
fn connection_message(role: Role, identity: &Identity) -> ConnectionMessage {
    let hash = blake2b_256_of(&[identity.public_key().as_ref(), b"message nonce"]);
    let mut message_nonce = [0; 24];
    message_nonce.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
    ConnectionMessage {
        port: if role == Role::Initiator { 9732 } else { 19732 },
        public_key: *identity.public_key(),
        proof_of_work_stamp: *identity.proof_of_work_stamp(),
        message_nonce,
        version: NetworkVersion { chain_name: CHAIN_NAME.into(), distributed_db_version: 2, p2p_version: 1 },
    }
}

fn unexpected(expected: &str) -> Error {
    Error::new(format_args!("the other peer did not send {expected} when it was its turn"))
}

fn io(what: &'static str) -> impl Fn(std::io::Error) -> Error {
    move |error| Error::new(format_args!("{what}: {error}"))
}
