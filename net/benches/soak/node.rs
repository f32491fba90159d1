//! The node, which sends the messages of honest peers back, and answers requests for operations.

use core::{net::SocketAddr, pin::pin, time::Duration};
use std::{collections::HashMap, fs, time::Instant};

use tezos_encoding::{Encode, cost::Cost};
use tezos_messages::{hash::PeerId, p2p::PeerMessage, session::Allowance};
use tezos_net::{
    Bandwidth,
    node::{End, Node, NodeConfig, NodeEvent, NotSent},
    pool::{ConnectionNumber, Offence, PoolConfig},
};
use tokio::time::interval;

use super::{HOSTILE, Plan, honest, identity, settings};

/// Interval of measuring memory.
const SAMPLE: Duration = Duration::from_millis(100);

/// The bytes of messages that may wait for a peer.
pub(crate) const MAX_OUTGOING_BYTES: u32 = 1 << 20;

/// The result of a connection for the node.
#[derive(Debug)]
pub(crate) struct Seen {
    /// The number of the peer's identity.
    pub(crate) number: u32,
    pub(crate) messages: u32,
    /// The bytes of the messages.
    pub(crate) bytes: u64,
    pub(crate) began: Instant,
    pub(crate) lasted: Duration,
    /// The first message that was not as expected.
    pub(crate) differs_at: Option<u32>,
    /// Why a message could not be sent back.
    pub(crate) not_sent: Option<NotSent>,
    pub(crate) end: Option<End>,
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
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) seen: Vec<Seen>,
    /// The first one is from before the first connection. Empty if the system does not tell the memory of a process.
    pub(crate) samples: Vec<Sample>,
    /// The time of the node's thread.
    pub(crate) cpu: Duration,
    /// Time from the first of the messages that are sent as fast as possible to the last, and the bytes of all these.
    pub(crate) fast: (Option<Instant>, Duration, u64),
}

/// The allowance of a peer: a hundredth of a core.
pub(crate) fn allowance() -> Allowance {
    Allowance { burst: Cost::of(Duration::from_millis(20)), per_second: Cost::of(Duration::from_millis(10)) }
}

/// Starts the node. Its limits are the defaults, except that it has more connections, less patience, and no limit for the bytes of all peers.
pub(crate) async fn start(plan: Plan) -> (Node, SocketAddr) {
    let mut config = NodeConfig::new("TEZOS_SOAK");
    config.session = settings(plan);
    config.session.session.allowance = Some(allowance());
    config.pool =
        PoolConfig { expected_connections: 500, max_connections: 700, max_incoming: 600, ..PoolConfig::default() };
    config.bandwidth = Bandwidth { total: None, ..Bandwidth::default() };
    config.max_outgoing_bytes = MAX_OUTGOING_BYTES;
    config.listen = Some((core::net::Ipv4Addr::LOCALHOST, 0).into());
    let node = Node::start(config, identity(0)).await.unwrap();
    let point = node.point().unwrap();
    (node, SocketAddr::new(point.addr.to_canonical(), point.port))
}

/// Runs the node until the peers have reported and all connections have ended.
pub(crate) async fn run<T>(mut node: Node, plan: Plan, peers: impl Future<Output = T>) -> (Run, T) {
    let (start, cpu_before) = (Instant::now(), cpu());
    let numbers = (1..=plan.honest).chain(HOSTILE..HOSTILE + plan.hostile);
    let numbers: HashMap<PeerId, u32> = numbers.map(|number| (*identity(number).peer_id(), number)).collect();
    let long = honest::long_list(plan, 1);
    let mut run = Run::default();
    let mut open: HashMap<ConnectionNumber, Seen> = HashMap::new();
    let (mut peers, mut report, mut ticks) = (pin!(peers), None, interval(SAMPLE));
    while report.is_none() || !open.is_empty() {
        tokio::select! {
            event = node.next() => match event.unwrap() {
                NodeEvent::Connected { connection, info } => {
                    let seen = Seen {
                        number: numbers[&info.peer_id()],
                        messages: 0,
                        bytes: 0,
                        began: Instant::now(),
                        lasted: Duration::ZERO,
                        differs_at: None,
                        not_sent: None,
                        end: None,
                    };
                    open.insert(connection, seen);
                }
                NodeEvent::Message { connection, message } => {
                    let Some(seen) = open.get_mut(&connection) else { continue };
                    seen.messages += 1;
                    let answer = match &message {
                        _ if seen.number < HOSTILE => {
                            note(&mut run, seen, plan, &message);
                            message
                        }
                        PeerMessage::GetOperationsForBlocks(_) => long.clone(),
                        _ => continue,
                    };
                    if let Err(error) = node.send(connection, answer) {
                        seen.not_sent = Some(error);
                        node.disconnect(connection, Some(Offence::Costly)).await;
                    }
                }
                NodeEvent::Disconnected { connection, end } => {
                    let mut seen = open.remove(&connection).unwrap();
                    seen.lasted = seen.began.elapsed();
                    seen.end = Some(end);
                    run.seen.push(seen);
                }
                _ => {}
            },
            done = &mut peers, if report.is_none() => report = Some(done),
            _ = ticks.tick() => {
                let messages = run.seen.iter().chain(open.values()).filter(|seen| seen.number < HOSTILE);
                let messages = messages.map(|seen| u64::from(seen.messages)).sum();
                run.samples.extend(sample(start.elapsed(), open.len(), messages));
            }
        }
    }
    node.stop().await.unwrap();
    run.cpu = cpu().saturating_sub(cpu_before);
    (run, report.unwrap())
}

/// Checks a message of an honest peer.
fn note(run: &mut Run, seen: &mut Seen, plan: Plan, message: &PeerMessage) {
    let at = seen.messages - 1;
    if *message != honest::message(plan, seen.number, at) {
        seen.differs_at = seen.differs_at.or(Some(at));
    }
    let length = message.encoded_len().unwrap() as u64;
    seen.bytes += length;
    if at >= plan.paced {
        let (first, lasted, bytes) = &mut run.fast;
        *lasted = first.get_or_insert_with(Instant::now).elapsed();
        *bytes += length;
    }
}

fn sample(after: Duration, peers: usize, messages: u64) -> Option<Sample> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(Sample { after, resident_bytes: kilobytes * 1024, peers, messages })
}

/// Returns the time for which this thread has run; zero if the system does not tell it.
fn cpu() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0))
}
