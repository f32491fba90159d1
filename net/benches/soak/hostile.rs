//! Hostile peers of several kinds.

use core::{net::SocketAddr, time::Duration};
use std::{io, time::Instant};

use tezos_encoding::Encode;
use tezos_messages::{
    handshake::{ConnectionMessage, NetworkVersion},
    hash::BlockHash,
    identity::Identity,
    p2p::PeerMessage,
    session::{
        Role,
        chunk::{FrameBuffer, frame},
        cipher::{ChannelKey, Sealer},
        nonce::Nonces,
    },
};
use tezos_net::{Error, Waiting};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
    time::sleep,
};

use super::{Plan, identity};

/// Pause between two bytes of a trickle.
const DRIP: Duration = Duration::from_millis(150);

/// The behaviour of a hostile peer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attack {
    /// Sends messages as fast as it can.
    Flood,
    /// Sends its connection message one byte at a time.
    TrickledHandshake,
    /// Sends a message one byte at a time.
    TrickledMessage,
    /// Sends random bytes for a connection message.
    Garbage,
    /// Sends random bytes for chunks.
    GarbageChunks,
    /// Sends a chunk twice.
    Replay,
    /// Sends two chunks in the wrong order.
    Reorder,
    /// Announces a message above the limit.
    SizeAboveLimit,
    /// Announces a long message and sends only its first chunk.
    SizeNeverSent,
    /// Announces a chunk and does not send it.
    ChunkNeverSent,
    /// Opens a connection and sends nothing.
    HalfOpen,
    /// Completes the handshake and sends nothing more.
    Silent,
}

impl Attack {
    pub(crate) const ALL: [Self; 12] = [
        Self::Flood,
        Self::TrickledHandshake,
        Self::TrickledMessage,
        Self::Garbage,
        Self::GarbageChunks,
        Self::Replay,
        Self::Reorder,
        Self::SizeAboveLimit,
        Self::SizeNeverSent,
        Self::ChunkNeverSent,
        Self::HalfOpen,
        Self::Silent,
    ];

    /// Returns true if the node's error is the one that this peer should cause.
    pub(crate) fn causes(self, error: Option<&Error>) -> bool {
        match self {
            // It waits whenever it is over its budget, until it leaves in the middle of something.
            Self::Flood => true,
            Self::TrickledHandshake | Self::HalfOpen => {
                matches!(error, Some(Error::TimedOut { waiting: Waiting::Handshake(_), .. }))
            }
            Self::TrickledMessage | Self::SizeNeverSent | Self::ChunkNeverSent | Self::Silent => {
                matches!(error, Some(Error::TimedOut { waiting: Waiting::Message, .. }))
            }
            Self::Garbage | Self::GarbageChunks | Self::Replay | Self::Reorder | Self::SizeAboveLimit => {
                matches!(error, Some(Error::Session { .. }))
            }
        }
    }
}

/// Makes a message of a flood.
pub(crate) fn flood_message() -> Vec<u8> {
    PeerMessage::GetBlockHeaders(vec![BlockHash([1; 32]); 10]).to_bytes().unwrap()
}

/// Runs all hostile peers, and returns the address of each.
pub(crate) async fn all(node: SocketAddr, plan: Plan) -> Vec<(SocketAddr, Attack)> {
    let mut peers = JoinSet::new();
    for (number, kind) in (0..plan.hostile).zip(Attack::ALL.into_iter().cycle()) {
        peers.spawn(async move {
            let mut stream = TcpStream::connect(node).await.unwrap();
            let address = stream.local_addr().unwrap();
            // The node closes the connection: that is an error of ours, and as it should be.
            let _ = act(kind, &mut stream, &identity(1_000_000 + number), plan, u64::from(number)).await;
            (address, kind)
        });
    }
    peers.join_all().await
}

async fn act(kind: Attack, stream: &mut TcpStream, identity: &Identity, plan: Plan, seed: u64) -> io::Result<()> {
    let garbage: Vec<u8> = {
        let mut random = fastrand::Rng::with_seed(seed);
        core::iter::repeat_with(|| random.u8(..)).take(140_000).collect()
    };
    match kind {
        Attack::TrickledHandshake => return trickle(stream, &frame(&hello(identity)).unwrap()).await,
        Attack::Garbage => stream.write_all(&garbage).await?,
        Attack::HalfOpen => {}
        _ => {
            let mut sealer = handshake(stream, identity).await?;
            after_handshake(kind, stream, &mut sealer, plan, &garbage).await?;
        }
    }
    until_closed(stream).await
}

async fn after_handshake(
    kind: Attack,
    stream: &mut TcpStream,
    sealer: &mut Sealer,
    plan: Plan,
    garbage: &[u8],
) -> io::Result<()> {
    let bootstrap = [0, 0, 0, 2, 0, 2];
    match kind {
        Attack::Flood => {
            let message = flood_message();
            let start = Instant::now();
            while let Some(left) = plan.flood.checked_sub(start.elapsed()) {
                let flood: Vec<u8> = (0..100).flat_map(|_| sealed(sealer, &message)).collect();
                if tokio::time::timeout(left, stream.write_all(&flood)).await.is_err() {
                    break;
                }
            }
            return stream.shutdown().await;
        }
        Attack::TrickledMessage => return trickle(stream, &sealed(sealer, &flood_message())).await,
        Attack::GarbageChunks => stream.write_all(garbage).await?,
        Attack::Replay => {
            let chunk = sealed(sealer, &bootstrap);
            stream.write_all(&[chunk.clone(), chunk].concat()).await?;
        }
        Attack::Reorder => {
            let [first, second] = [sealed(sealer, &bootstrap), sealed(sealer, &bootstrap)];
            stream.write_all(&[second, first].concat()).await?;
        }
        Attack::SizeAboveLimit => stream.write_all(&sealed(sealer, &[0xff, 0xff, 0xff, 0xff, 0, 0x31])).await?,
        Attack::SizeNeverSent => {
            let mut start = vec![0; 1000];
            // The greatest size of an `Operation`.
            start[..6].copy_from_slice(&[0, 0x02, 0, 0x02, 0, 0x31]);
            stream.write_all(&sealed(sealer, &start)).await?;
        }
        Attack::ChunkNeverSent => stream.write_all(&[0xff, 0xfd]).await?,
        _ => {}
    }
    Ok(())
}

fn hello(identity: &Identity) -> Vec<u8> {
    let message = ConnectionMessage {
        port: 0,
        public_key: *identity.public_key(),
        proof_of_work_stamp: *identity.proof_of_work_stamp(),
        message_nonce: [3; 24],
        version: NetworkVersion { chain_name: "TEZOS_SOAK".into(), distributed_db_version: 2, p2p_version: 1 },
    };
    message.to_bytes().unwrap()
}

/// Makes the handshake with a bare session, so that any bytes can be sent afterwards. The node's messages are ignored.
async fn handshake(stream: &mut TcpStream, identity: &Identity) -> io::Result<Sealer> {
    let ours = frame(&hello(identity)).unwrap();
    stream.write_all(&ours).await?;
    let mut theirs = FrameBuffer::new();
    let theirs = loop {
        if let Some(frame) = theirs.next_frame() {
            break frame.to_vec();
        }
        theirs.push(&[stream.read_u8().await?]);
    };
    let key = ChannelKey::new(identity.secret_key(), super::identity(0).public_key()).unwrap();
    let mut sealer = Sealer::new(key, Nonces::derive(&ours, &theirs).sending(Role::Initiator));
    let rest = [sealed(&mut sealer, &[0, 0]), sealed(&mut sealer, &[0])].concat();
    stream.write_all(&rest).await?;
    Ok(sealer)
}

fn sealed(sealer: &mut Sealer, plaintext: &[u8]) -> Vec<u8> {
    let mut chunk = Vec::new();
    sealer.seal(plaintext, &mut chunk).unwrap();
    chunk
}

async fn trickle(stream: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    for byte in bytes {
        stream.write_u8(*byte).await?;
        sleep(DRIP).await;
    }
    until_closed(stream).await
}

async fn until_closed(stream: &mut TcpStream) -> io::Result<()> {
    let mut ignored = [0; 1024];
    while stream.read(&mut ignored).await? > 0 {}
    Ok(())
}
