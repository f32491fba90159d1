//! Honest peers: each sends numbered messages and expects them back in order.

use core::{net::SocketAddr, ops::Range, time::Duration};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Instant,
};

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tezos_messages::{
    block_header::{BlockHeader, Fitness},
    hash::{BlockHash, ChainId, ContextHash, OperationHash, OperationListListHash},
    mempool::Mempool,
    operation::RawOperation,
    p2p::{CurrentHead, OperationsForBlock, OperationsForBlocks, PeerMessage},
    path::MerklePath,
    timestamp::Timestamp,
};
use tezos_net::{Error, Message, Peer};
use tokio::{
    net::TcpStream,
    sync::{Barrier, Semaphore},
    task::JoinSet,
    time::{MissedTickBehavior, interval, sleep},
};

use super::{Plan, connect, identity, settings};

/// Pause before the first message and after the last, in which memory is measured.
const REST: Duration = Duration::from_millis(500);

/// Pause before the next attempt to connect: the node closes connections beyond the number of handshakes that it performs at once.
const RETRY: Duration = Duration::from_millis(100);

/// The number of messages that a peer has sent and not received back.
const WINDOW: usize = 32;

type Failure = Box<dyn core::error::Error + Send + Sync>;

/// Makes a message from the numbers of the peer and of the message: mostly operations, some heads with mempools, few long lists of
/// operations.
pub(crate) fn message(plan: Plan, peer: u32, number: u32) -> PeerMessage {
    let mut bytes = [0x33; 32];
    bytes[..4].copy_from_slice(&peer.to_be_bytes());
    bytes[4..8].copy_from_slice(&number.to_be_bytes());
    // Not all peers send long messages at the same time.
    let kind = number.wrapping_add(peer.wrapping_mul(7));
    if kind % 50 == 7 {
        long_list(plan, number)
    } else if kind % 10 == 3 {
        PeerMessage::CurrentHead(CurrentHead {
            chain_id: ChainId([1; 4]),
            current_block_header: header(BlockHash(bytes)),
            current_mempool: Mempool { known_valid: vec![OperationHash(bytes); 300], pending: Vec::new() },
        })
    } else {
        PeerMessage::Operation(operation(number, number % 100))
    }
}

fn operation(number: u32, more: u32) -> RawOperation {
    RawOperation { branch: BlockHash([0x33; 32]), data: vec![number.to_be_bytes()[3]; 120 + more as usize].into() }
}

/// Makes the longest message.
pub(crate) fn long_list(plan: Plan, number: u32) -> PeerMessage {
    PeerMessage::OperationsForBlocks(OperationsForBlocks {
        operations_for_block: OperationsForBlock { hash: BlockHash([0x33; 32]), validation_pass: 3 },
        operation_hashes_path: MerklePath::Op,
        operations: (0..).map(|more| operation(number, more % 20)).take(plan.longest / 170).collect(),
    })
}

fn header(predecessor: BlockHash) -> BlockHeader {
    BlockHeader {
        level: 1,
        proto: 1,
        predecessor,
        timestamp: Timestamp(0),
        validation_pass: 4,
        operations_hash: OperationListListHash([5; 32]),
        fitness: Fitness::default(),
        context: ContextHash([5; 32]),
        protocol_data: vec![7; 100].into(),
    }
}

/// Runs all honest peers. Returns the times until their paced messages returned, and their errors.
pub(crate) async fn all(node: SocketAddr, plan: Plan) -> (Option<[Duration; 3]>, Vec<String>) {
    let together = Arc::new(Barrier::new(plan.honest as usize));
    let mut peers = JoinSet::new();
    for number in 1..=plan.honest {
        let together = Arc::clone(&together);
        peers.spawn(async move {
            let done = one(node, plan, number, &together).await;
            done.map_err(|error| format!("honest peer {number}: {error}"))
        });
    }
    let (mut latencies, mut errors) = (Vec::new(), Vec::new());
    for done in peers.join_all().await {
        match done {
            Ok(times) => latencies.extend(times),
            Err(error) => errors.push(error),
        }
    }
    latencies.sort_unstable();
    let at = |hundredths: usize| latencies.get((latencies.len() * hundredths / 100).min(latencies.len() - 1)).copied();
    let quantiles = (!latencies.is_empty()).then(|| [50, 99, 100].map(|hundredths| at(hundredths).unwrap()));
    (quantiles, errors)
}

/// Connects, also if the node is busy.
async fn met(node: SocketAddr, plan: Plan, number: u32) -> Result<Peer<TcpStream>, Failure> {
    let (identity, settings) = (identity(number), settings(plan));
    let mut tries = 0;
    loop {
        tries += 1;
        match Peer::connect(connect(node, number).await?, &identity, &settings).await {
            Ok(peer) => return Ok(peer),
            Err(_) if tries < 100 => sleep(RETRY).await,
            Err(error) => return Err(error.into()),
        }
    }
}

async fn one(node: SocketAddr, plan: Plan, number: u32, together: &Barrier) -> Result<Vec<Duration>, Failure> {
    let met = met(node, plan, number).await;
    // Also after an error: the others wait.
    together.wait().await;
    sleep(REST).await;
    let mut halves = met.map(StreamExt::split);
    let mut talked = Vec::new();
    for numbers in [0..plan.paced, plan.paced..plan.messages()] {
        if let Ok((sink, stream)) = &mut halves {
            talked.push(talk(plan, number, numbers, sink, stream).await);
        }
        together.wait().await;
    }
    sleep(REST).await;
    let (mut sink, mut stream) = halves?;
    let latencies = talked.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    sink.close().await?;
    match stream.next().await {
        None => Ok(latencies),
        Some(message) => Err(format!("a message too many: {:?}", message.map(|message| message.kind())).into()),
    }
}

/// Sends messages and receives them back. Returns how long each paced message took.
async fn talk(
    plan: Plan,
    number: u32,
    numbers: Range<u32>,
    sink: &mut (impl Sink<PeerMessage, Error = Error> + Unpin),
    stream: &mut (impl Stream<Item = Result<PeerMessage, Error>> + Unpin),
) -> Result<Vec<Duration>, Failure> {
    let (window, sent_at) = (Semaphore::new(WINDOW), Mutex::new(VecDeque::new()));
    let send = async {
        // Not all peers at the same time.
        sleep(plan.pace * (number % 100) / 100).await;
        let mut pace = interval(plan.pace);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for at in numbers.clone() {
            if at < plan.paced {
                pace.tick().await;
            }
            window.acquire().await?.forget();
            sent_at.lock().unwrap().push_back(Instant::now());
            sink.send(message(plan, number, at)).await?;
        }
        Ok::<_, Failure>(())
    };
    let receive = async {
        let mut latencies = Vec::new();
        for at in numbers.clone() {
            let received = loop {
                let message = stream.next().await.ok_or("the node closed the connection")??;
                // The node also looks for other nodes.
                if let Err(message) = message.into_discovery() {
                    break message;
                }
            };
            let lasted = sent_at.lock().unwrap().pop_front().ok_or("a message too many")?.elapsed();
            latencies.extend((at < plan.paced).then_some(lasted));
            if received != message(plan, number, at) {
                return Err(format!("expected message {at} back, received another").into());
            }
            window.add_permits(1);
        }
        Ok(latencies)
    };
    tokio::try_join!(send, receive).map(|((), latencies)| latencies)
}
