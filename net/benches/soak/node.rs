//! The node, which sends the messages of honest peers back and only receives those of hostile ones.

use core::{
    net::SocketAddr,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    time::Duration,
};
use std::{collections::HashMap, fs, sync::Arc, time::Instant};

use futures_util::{SinkExt, StreamExt};
use tezos_messages::hash::PeerId;
use tezos_net::{Error, Peer};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::sleep,
};

use super::{Plan, allowance, honest::message, identity, settings};

/// Interval of measuring memory.
const SAMPLE: Duration = Duration::from_millis(100);

/// The result of a connection for the node.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) address: SocketAddr,
    /// The number of an honest peer.
    pub(crate) honest: Option<u32>,
    pub(crate) messages: u32,
    /// Number of bytes received from the peer.
    pub(crate) received: u64,
    pub(crate) lasted: Duration,
    /// The first message that was not as expected.
    pub(crate) differs_at: Option<u32>,
    pub(crate) error: Option<Error>,
}

/// The memory of the process at some time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) after: Duration,
    pub(crate) resident_bytes: u64,
    /// Number of open connections whose handshake is complete.
    pub(crate) peers: usize,
    /// Number of messages of honest peers so far.
    pub(crate) messages: u64,
}

/// The results of all connections.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) seen: Vec<Seen>,
    /// The first one is from before the first connection. Empty if the system does not tell the memory of a process.
    pub(crate) samples: Vec<Sample>,
    /// Time from the first message of an honest peer to the last.
    pub(crate) busy: Duration,
}

/// The shared state of the connections.
#[derive(Debug, Default)]
struct Shared {
    peers: AtomicUsize,
    messages: AtomicU64,
    /// Microseconds since the start.
    first: AtomicU64,
    last: AtomicU64,
}

/// Serves the planned number of connections until all have ended.
pub(crate) async fn serve(listener: TcpListener, plan: Plan) -> Run {
    let start = Instant::now();
    let shared = Arc::new(Shared { first: u64::MAX.into(), ..Shared::default() });
    let honest: Arc<HashMap<PeerId, u32>> =
        Arc::new((1..=plan.honest).map(|number| (*identity(number).peer_id(), number)).collect());
    let mut samples: Vec<Sample> = sample(start, &shared).into_iter().collect();
    let mut connections = JoinSet::new();
    let all = async {
        for _ in 0..plan.honest + plan.hostile {
            let (stream, address) = listener.accept().await.unwrap();
            let (shared, honest) = (Arc::clone(&shared), Arc::clone(&honest));
            connections.spawn(async move { connection(stream, address, plan, &honest, &shared, start).await });
        }
        let mut seen = Vec::new();
        while let Some(connection) = connections.join_next().await {
            seen.push(connection.unwrap());
        }
        seen
    };
    let watch = async {
        loop {
            sleep(SAMPLE).await;
            samples.extend(sample(start, &shared));
        }
    };
    let seen = tokio::select! { seen = all => seen, () = watch => Vec::new() };
    let busy = shared.last.load(Relaxed).saturating_sub(shared.first.load(Relaxed));
    Run { seen, samples, busy: Duration::from_micros(busy) }
}

async fn connection(
    stream: TcpStream,
    address: SocketAddr,
    plan: Plan,
    honest: &HashMap<PeerId, u32>,
    shared: &Shared,
    start: Instant,
) -> Seen {
    let began = Instant::now();
    let mut seen =
        Seen { address, honest: None, messages: 0, received: 0, lasted: Duration::ZERO, differs_at: None, error: None };
    let mut settings = settings(plan);
    settings.session.allowance = Some(allowance());
    match Peer::accept(stream, &identity(0), &settings).await {
        Ok(mut peer) => {
            seen.honest = honest.get(&peer.info().peer_id()).copied();
            shared.peers.fetch_add(1, Relaxed);
            seen.error = talk(&mut peer, plan, shared, start, &mut seen).await.err();
            seen.received = peer.received();
            shared.peers.fetch_sub(1, Relaxed);
        }
        Err(error) => seen.error = Some(error),
    }
    seen.lasted = began.elapsed();
    seen
}

/// Receives messages until the peer closes the connection. Those of an honest peer are checked and sent back.
async fn talk(
    peer: &mut Peer<TcpStream>,
    plan: Plan,
    shared: &Shared,
    start: Instant,
    seen: &mut Seen,
) -> Result<(), Error> {
    while let Some(received) = peer.next().await.transpose()? {
        let number = seen.messages;
        seen.messages += 1;
        let Some(honest) = seen.honest else { continue };
        let now = u64::try_from(start.elapsed().as_micros()).unwrap();
        shared.first.fetch_min(now, Relaxed);
        shared.last.fetch_max(now, Relaxed);
        shared.messages.fetch_add(1, Relaxed);
        if received != message(plan, honest, number) {
            seen.differs_at = seen.differs_at.or(Some(number));
        }
        peer.send(received).await?;
    }
    peer.close().await
}

fn sample(start: Instant, shared: &Shared) -> Option<Sample> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(Sample {
        after: start.elapsed(),
        resident_bytes: kilobytes * 1024,
        peers: shared.peers.load(Relaxed),
        messages: shared.messages.load(Relaxed),
    })
}
