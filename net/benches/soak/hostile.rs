//! Hostile peers of several kinds.

use core::{net::SocketAddr, ops::ControlFlow, time::Duration};
use std::{io, time::Instant};

use tezos_encoding::Encode;
use tezos_messages::{
    handshake::{ConnectionMessage, NetworkVersion},
    hash::{BlockHash, PeerId},
    p2p::{OperationsForBlock, PeerMessage, Swap},
    point::Point,
    protocol::{Component, ProtocolSource},
    session::{
        Role,
        chunk::{FrameBuffer, PLAINTEXT_MAX_BYTES, frame},
        cipher::{ChannelKey, Sealer},
        nonce::Nonces,
    },
};
use tezos_net::{Error, Waiting, node::End};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{HOSTILE, Plan, connect, honest, identity};

/// Pause between two bytes of a trickle.
const DRIP: Duration = Duration::from_millis(150);

/// Pause before the next attempt to connect.
const RETRY: Duration = Duration::from_millis(20);

/// How long a node may take to send its connection message.
const ANSWER: Duration = Duration::from_secs(3);

/// Defines the kinds, and the list of all.
macro_rules! attacks {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The behaviour of a hostile peer.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Attack {
            $($(#[$doc])* $name,)*
        }

        use Attack::{$($name),*};

        impl Attack {
            pub(crate) const ALL: &[Self] = &[$($name),*];
        }
    };
}

attacks! {
    /// Completes the handshake and sends nothing more. What this costs is the cost of a connection.
    Silent,
    /// Opens a connection and sends nothing.
    HalfOpen,
    /// Sends its connection message one byte at a time.
    TrickledHandshake,
    /// Sends random bytes for a connection message.
    Garbage,
    /// Closes the connection in its connection message.
    CutHandshake,
    /// Flips a bit of its key.
    FlippedHandshake,
    /// Sends the bytes of an earlier session.
    ReplayedHandshake,
    /// Is of another network, and sends messages after it was refused.
    Refused,
    /// Sends random bytes for a connection message, and connects again and again.
    Reconnect,
    /// Sends requests as fast as it can.
    Flood,
    /// Sends messages as fast as it can that cost the most for their bytes.
    CostlyFlood,
    /// Sends a long message that costs more than the peer's allowance.
    AboveAllowance,
    /// Sends empty chunks as fast as it can.
    EmptyChunks,
    /// Sends a message one byte at a time, in chunks of their own with empty chunks between them.
    CrumbledMessage,
    /// Sends a message one byte at a time.
    TrickledMessage,
    /// Sends half of a message, and the rest too late.
    Delayed,
    /// Closes the connection in a message.
    CutMessage,
    /// Sends random bytes for chunks.
    GarbageChunks,
    /// Flips a bit of a chunk.
    FlippedChunk,
    /// Sends a chunk twice.
    Replay,
    /// Sends two chunks in the wrong order.
    Reorder,
    /// Announces a message above the limit.
    SizeAboveLimit,
    /// Announces a message of a kind that never is as long.
    SizeAboveKind,
    /// Sends a long message whose beginning is not valid.
    InvalidInside,
    /// Sends most of a long message.
    LongNeverSent,
    /// Announces a chunk and does not send it.
    ChunkNeverSent,
    /// Requests operations and does not read the answers.
    SlowReader,
    /// Sends requests for swaps as fast as it can.
    SwapFlood,
    /// Advertises points that do not exist, as fast as it can.
    ForgedPoints,
}

impl Attack {
    pub(crate) fn parse(name: &str) -> Self {
        let named = Self::ALL.iter().find(|kind| format!("{kind:?}") == name);
        *named.unwrap_or_else(|| panic!("there is no {name}"))
    }

    /// Returns true if the peer's sessions ended as they should: those whose handshake the node completed.
    pub(crate) fn causes(self, ends: &[&End]) -> bool {
        match self {
            HalfOpen | TrickledHandshake | Garbage | CutHandshake | FlippedHandshake | Refused | Reconnect => {
                ends.is_empty()
            }
            // The first session is in order.
            ReplayedHandshake => matches!(ends, [End::Peer]),
            Flood | CostlyFlood | SwapFlood | ForgedPoints | CutMessage => {
                // They leave, perhaps in the middle of something.
                matches!(ends, [End::Peer | End::Failed(Error::Session { .. } | Error::Io(_))])
            }
            Silent | CrumbledMessage | TrickledMessage | Delayed | LongNeverSent | ChunkNeverSent => {
                matches!(ends, [End::Failed(Error::TimedOut { waiting: Waiting::Message, .. })])
            }
            EmptyChunks | GarbageChunks | FlippedChunk | Replay | Reorder | SizeAboveLimit | SizeAboveKind => {
                matches!(ends, [End::Failed(Error::Session { .. })])
            }
            AboveAllowance => matches!(ends, [End::Failed(Error::OverBudget { .. })]),
            InvalidInside => matches!(ends, [End::Failed(Error::Decode { .. } | Error::Session { .. })]),
            SlowReader => matches!(ends, [End::Disconnected]),
        }
    }

    /// Returns true if the node closes the connection, and not the peer.
    pub(crate) const fn is_closed_by_node(self) -> bool {
        !matches!(self, CutHandshake | CutMessage | Flood | CostlyFlood | SwapFlood | ForgedPoints)
    }
}

/// A hostile peer, and what it did.
#[derive(Debug)]
pub(crate) struct Attacker {
    pub(crate) kind: Attack,
    /// The number of its identity.
    pub(crate) number: u32,
    /// The number of bytes that it sent.
    pub(crate) sent: u64,
    /// The number of connections that the node answered.
    pub(crate) connections: u32,
    /// True if the node closed the last connection.
    pub(crate) is_closed: bool,
}

/// Makes a message of a flood.
pub(crate) fn flood_message() -> Vec<u8> {
    PeerMessage::GetBlockHeaders(vec![BlockHash([1; 32]); 10]).to_bytes().unwrap()
}

/// Returns the bytes of a message that costs the most for its bytes: the source of a protocol whose components, of 9 bytes each, are empty.
fn costly_message(components: usize) -> Vec<u8> {
    let components = vec![Component::default(); components];
    PeerMessage::Protocol(ProtocolSource { components, ..ProtocolSource::default() }).to_bytes().unwrap()
}

/// Makes a point at which nobody listens, another one for each number.
fn forged(number: u32) -> Point {
    let [_, one, two, three] = number.to_be_bytes();
    format!("127.{}.{two}.{three}:1", 200 + one % 50).parse().unwrap()
}

/// Returns the start of a message: its size and its first bytes.
fn start_of(size: u32, bytes: &[u8]) -> Vec<u8> {
    [&size.to_be_bytes(), bytes].concat()
}

/// Receives a chunk, or a connection message, with its length.
async fn next_frame(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut buffer = FrameBuffer::new();
    loop {
        if let Some(frame) = buffer.next_frame() {
            return Ok(frame.to_vec());
        }
        buffer.push(&[stream.read_u8().await?]);
    }
}

/// Runs all hostile peers.
pub(crate) async fn all(node: SocketAddr, plan: Plan) -> Vec<Attacker> {
    let mut peers = JoinSet::new();
    for (number, kind) in (HOSTILE..HOSTILE + plan.hostile).zip(Attack::ALL.iter().cycle()) {
        let kind = plan.kind.unwrap_or(*kind);
        peers.spawn(async move {
            let mut attacker = Attacker { kind, number, sent: 0, connections: 0, is_closed: false };
            // The node closes the connection: that is an error of ours, and as it should be.
            attacker.is_closed = attacker.act(node, plan).await.is_err();
            attacker
        });
    }
    peers.join_all().await
}

impl Attacker {
    /// Does what its kind does. Fails when the node closes the connection.
    async fn act(&mut self, node: SocketAddr, plan: Plan) -> io::Result<()> {
        match self.kind {
            Reconnect => {
                let start = Instant::now();
                while start.elapsed() < plan.flood {
                    // The node closes each connection; those of a peer that is refused, without an answer.
                    if let Ok(mut line) = self.try_open(node, "TEZOS_SOAK").await {
                        let _ = line.garbage().await;
                        let _ = line.until_closed().await;
                        self.sent += line.sent;
                    }
                    sleep(RETRY).await;
                }
                Err(io::ErrorKind::ConnectionRefused.into())
            }
            ReplayedHandshake => {
                let mut first = self.open(node, "TEZOS_SOAK").await?;
                let session = first.handshake().await?;
                first.stream.shutdown().await?;
                let _ = first.until_closed().await;
                let mut second = self.open(node, "TEZOS_SOAK").await?;
                let done = second.replay(&session).await;
                self.sent += first.sent + second.sent;
                done
            }
            kind => {
                let chain = if kind == Refused { "TEZOS_OTHER" } else { "TEZOS_SOAK" };
                let mut line = self.open(node, chain).await?;
                let done = line.act(kind, plan).await;
                self.sent += line.sent;
                done
            }
        }
    }

    /// Opens a connection. The node closes those beyond the number of handshakes that it performs at once.
    async fn open(&mut self, node: SocketAddr, chain: &str) -> io::Result<Line> {
        let mut opened = self.try_open(node, chain).await;
        while opened.is_err() {
            sleep(RETRY).await;
            opened = self.try_open(node, chain).await;
        }
        opened
    }

    /// Opens a connection, and waits for the node's connection message.
    async fn try_open(&mut self, node: SocketAddr, chain: &str) -> io::Result<Line> {
        let mut stream = connect(node, self.number).await?;
        // The system may lose a connection when many are opened at once.
        let theirs = timeout(ANSWER, next_frame(&mut stream)).await.map_err(io::Error::other)??;
        self.connections += 1;
        let identity = identity(self.number);
        let hello = ConnectionMessage {
            port: 0,
            public_key: *identity.public_key(),
            proof_of_work_stamp: *identity.proof_of_work_stamp(),
            message_nonce: [3; 24],
            version: NetworkVersion { chain_name: chain.into(), distributed_db_version: 2, p2p_version: 1 },
        };
        let ours = frame(&hello.to_bytes().unwrap()).unwrap();
        let key = ChannelKey::new(identity.secret_key(), super::identity(0).public_key()).unwrap();
        let sealer = Sealer::new(key, Nonces::derive(&ours, &theirs).sending(Role::Initiator));
        let random = fastrand::Rng::with_seed(self.number.into());
        Ok(Line { stream, ours, sealer, random, sent: 0 })
    }
}

/// A connection of a hostile peer, with a bare session that can send anything. The node's messages are ignored.
struct Line {
    stream: TcpStream,
    /// The connection message.
    ours: Vec<u8>,
    sealer: Sealer,
    random: fastrand::Rng,
    sent: u64,
}

impl Line {
    async fn act(&mut self, kind: Attack, plan: Plan) -> io::Result<()> {
        let ours = self.ours.clone();
        match kind {
            HalfOpen => {}
            TrickledHandshake => self.trickle(&ours).await?,
            Garbage => self.garbage().await?,
            CutHandshake => return self.write(&ours[..40]).await,
            FlippedHandshake => {
                let flipped = ours.iter().enumerate().map(|(at, byte)| if at == 10 { byte ^ 1 } else { *byte });
                self.write(&flipped.collect::<Vec<u8>>()).await?;
            }
            _ => {
                self.handshake().await?;
                if self.act_in_session(kind, plan).await?.is_break() {
                    return Ok(());
                }
            }
        }
        self.until_closed().await
    }

    /// Acts after the handshake. Breaks if the peer leaves.
    async fn act_in_session(&mut self, kind: Attack, plan: Plan) -> io::Result<ControlFlow<()>> {
        let bootstrap = PeerMessage::Bootstrap.to_bytes().unwrap();
        match kind {
            Flood | Refused => {
                let message = flood_message();
                return self.flood(plan, |line| (0..100).flat_map(|_| line.sealed(&message)).collect()).await;
            }
            CostlyFlood => {
                // Longer ones are walked before they are complete.
                let message = costly_message(29_000);
                return self.flood(plan, |line| line.sealed(&message)).await;
            }
            AboveAllowance => self.send(&costly_message(60_000)).await?,
            SwapFlood => {
                let mut number = 0;
                let swap = |line: &mut Self| {
                    number += 1;
                    let swap = Swap { point: forged(number), peer_id: PeerId([7; 16]) };
                    line.sealed(&PeerMessage::SwapRequest(swap).to_bytes().unwrap())
                };
                return self.flood(plan, swap).await;
            }
            ForgedPoints => {
                let mut number = 0;
                let points = |line: &mut Self| {
                    number += 100;
                    let points = (number..number + 100).map(forged).collect();
                    line.sealed(&PeerMessage::Advertise(points).to_bytes().unwrap())
                };
                return self.flood(plan, points).await;
            }
            EmptyChunks => {
                return self.flood(plan, |line| (0..100).flat_map(|_| line.sealed(&[])).collect()).await;
            }
            SlowReader => {
                let request = OperationsForBlock { hash: BlockHash([1; 32]), validation_pass: 3 };
                let request = PeerMessage::GetOperationsForBlocks(vec![request]).to_bytes().unwrap();
                return self.flood(plan, |line| line.sealed(&request)).await;
            }
            CrumbledMessage => {
                for byte in flood_message() {
                    let chunks: Vec<u8> = (0..31).flat_map(|_| self.sealed(&[])).collect();
                    let last = self.sealed(&[byte]);
                    self.write(&[chunks, last].concat()).await?;
                    sleep(DRIP).await;
                }
            }
            TrickledMessage => {
                let chunk = self.sealed(&flood_message());
                self.trickle(&chunk).await?;
            }
            Delayed => {
                let chunk = self.sealed(&flood_message());
                let (start, rest) = chunk.split_at(chunk.len() / 2);
                self.write(start).await?;
                sleep(plan.patience + Duration::from_secs(1)).await;
                self.write(rest).await?;
            }
            CutMessage => {
                let chunk = self.sealed(&flood_message());
                self.write(&chunk[..chunk.len() / 2]).await?;
                self.stream.shutdown().await?;
                return Ok(ControlFlow::Break(()));
            }
            GarbageChunks => self.garbage().await?,
            FlippedChunk => {
                let mut chunk = self.sealed(&bootstrap);
                *chunk.last_mut().unwrap() ^= 1;
                self.write(&chunk).await?;
            }
            Replay => {
                let chunk = self.sealed(&bootstrap);
                self.write(&[chunk.clone(), chunk].concat()).await?;
            }
            Reorder => {
                let [first, second] = [self.sealed(&bootstrap), self.sealed(&bootstrap)];
                self.write(&[second, first].concat()).await?;
            }
            SizeAboveLimit => self.send(&start_of(u32::MAX, &[0, 0x31])).await?,
            SizeAboveKind => self.send(&start_of(1 << 20, &[0, 0x02])).await?,
            InvalidInside => {
                // Operations for a block, whose path has no such tag.
                let mut message = start_of(900_000, &[0, 0x61]);
                message.resize(6 + 33, 1);
                message.resize(4 + 900_000, 0x77);
                self.send(&message).await?;
            }
            LongNeverSent => {
                let long = Plan { longest: 1_000_000, ..plan };
                let message = honest::long_list(long, 1).to_bytes().unwrap();
                let chunks = self.sealed(&message);
                self.write(&chunks[..chunks.len() * 9 / 10]).await?;
            }
            ChunkNeverSent => self.write(&[0xff, 0xfd]).await?,
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Performs the handshake, and returns what it sent.
    async fn handshake(&mut self) -> io::Result<Vec<u8>> {
        let [metadata, ack] = [self.sealed(&[0, 0]), self.sealed(&[0])];
        let bytes = [&self.ours[..], &metadata, &ack].concat();
        self.write(&bytes).await?;
        // The metadata of the node, and its ack or nack.
        next_frame(&mut self.stream).await?;
        next_frame(&mut self.stream).await?;
        Ok(bytes)
    }

    /// Sends what a session sent.
    async fn replay(&mut self, session: &[u8]) -> io::Result<()> {
        self.write(session).await?;
        self.until_closed().await
    }

    /// Sends as fast as the node reads, and leaves.
    async fn flood(&mut self, plan: Plan, mut next: impl FnMut(&mut Self) -> Vec<u8>) -> io::Result<ControlFlow<()>> {
        let start = Instant::now();
        while let Some(left) = plan.flood.checked_sub(start.elapsed()) {
            let bytes = next(self);
            if let Ok(done) = timeout(left, self.write(&bytes)).await {
                done?;
            }
        }
        self.stream.shutdown().await?;
        Ok(ControlFlow::Break(()))
    }

    async fn garbage(&mut self) -> io::Result<()> {
        let garbage: Vec<u8> = core::iter::repeat_with(|| self.random.u8(..)).take(140_000).collect();
        self.write(&garbage).await
    }

    /// Returns a message as chunks.
    fn sealed(&mut self, message: &[u8]) -> Vec<u8> {
        let mut chunks = Vec::new();
        match message {
            [] => self.sealer.seal(&[], &mut chunks).unwrap(),
            _ => self.sealer.seal_all(message, PLAINTEXT_MAX_BYTES, &mut chunks).unwrap(),
        }
        chunks
    }

    async fn send(&mut self, message: &[u8]) -> io::Result<()> {
        let chunks = self.sealed(message);
        self.write(&chunks).await
    }

    async fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let count = self.stream.write(bytes).await?;
            self.sent += count as u64;
            bytes = &bytes[count..];
        }
        Ok(())
    }

    async fn trickle(&mut self, bytes: &[u8]) -> io::Result<()> {
        for byte in bytes {
            self.write(&[*byte]).await?;
            sleep(DRIP).await;
        }
        Ok(())
    }

    /// Waits until the node closes the connection, and fails then.
    async fn until_closed(&mut self) -> io::Result<()> {
        let mut ignored = [0; 1024];
        while self.stream.read(&mut ignored).await? > 0 {}
        Err(io::ErrorKind::ConnectionReset.into())
    }
}
