//! Honest peers: each sends numbered messages and expects them back in order.

use core::{net::SocketAddr, time::Duration};
use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use tezos_messages::{
    block_header::{BlockHeader, Fitness},
    hash::{BlockHash, ChainId, ContextHash, OperationHash, OperationListListHash},
    mempool::Mempool,
    operation::RawOperation,
    p2p::{CurrentHead, OperationsForBlock, OperationsForBlocks, PeerMessage},
    path::MerklePath,
    timestamp::Timestamp,
};
use tezos_net::Peer;
use tokio::{net::TcpStream, sync::Barrier, task::JoinSet, time::sleep};

use super::{Plan, identity, settings};

/// Pause before the first message and after the last, in which memory is measured.
const REST: Duration = Duration::from_millis(500);

/// Makes a message from the numbers of the peer and of the message: mostly operations, some heads with mempools, few long lists of
/// operations.
pub(crate) fn message(plan: Plan, peer: u32, number: u32) -> PeerMessage {
    let mut bytes = [0x33; 32];
    bytes[..4].copy_from_slice(&peer.to_be_bytes());
    bytes[4..8].copy_from_slice(&number.to_be_bytes());
    let hash = BlockHash(bytes);
    let operation =
        |more: u32| RawOperation { branch: hash, data: vec![number.to_be_bytes()[3]; 120 + more as usize].into() };
    if number % 50 == 7 {
        let operations = (0..).map(|more| operation(more % 20)).take(plan.longest / 170).collect();
        let operations_for_block = OperationsForBlock { hash, validation_pass: 3 };
        PeerMessage::OperationsForBlocks(OperationsForBlocks {
            operations_for_block,
            operation_hashes_path: MerklePath::Op,
            operations,
        })
    } else if number % 10 == 3 {
        PeerMessage::CurrentHead(CurrentHead {
            chain_id: ChainId([1; 4]),
            current_block_header: header(hash),
            current_mempool: Mempool { known_valid: vec![OperationHash(bytes); 300], pending: Vec::new() },
        })
    } else {
        PeerMessage::Operation(operation(number % 100))
    }
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

/// Runs all honest peers, and returns their errors.
pub(crate) async fn all(node: SocketAddr, plan: Plan) -> Vec<String> {
    let together = Arc::new(Barrier::new(plan.honest as usize));
    let mut peers = JoinSet::new();
    for number in 1..=plan.honest {
        let together = Arc::clone(&together);
        peers.spawn(async move {
            let done = one(node, plan, number, &together).await;
            done.err().map(|error| format!("honest peer {number}: {error}"))
        });
    }
    peers.join_all().await.into_iter().flatten().collect()
}

async fn one(
    node: SocketAddr,
    plan: Plan,
    number: u32,
    together: &Barrier,
) -> Result<(), Box<dyn core::error::Error + Send + Sync>> {
    let stream = TcpStream::connect(node).await?;
    let peer = Peer::connect(stream, &identity(number), &settings(plan)).await?;
    together.wait().await;
    sleep(REST).await;
    let (mut sink, mut stream) = peer.split();
    let send = async {
        for at in 0..plan.messages {
            sink.feed(message(plan, number, at)).await?;
        }
        sink.flush().await
    };
    let receive = async {
        for at in 0..plan.messages {
            let received = stream.next().await.ok_or("the node closed the connection")??;
            if received != message(plan, number, at) {
                return Err(format!("expected message {at} back, received another").into());
            }
        }
        Ok::<_, Box<dyn core::error::Error + Send + Sync>>(())
    };
    let (sent, received) = tokio::join!(send, receive);
    sent?;
    received?;
    together.wait().await;
    sleep(REST).await;
    sink.close().await?;
    match stream.next().await {
        None => Ok(()),
        Some(message) => Err(format!("a message too many: {:?}", message.map(|message| message.kind())).into()),
    }
}
