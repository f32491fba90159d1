//! The node that serves the chain.
//!
//! Rule: [`p2p_reader.ml`, `handle_msg`][rule], [`p2p_protocol.ml`, `bootstrap`][points].
//!
//! [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_shell/p2p_reader.ml#L360
//! [points]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_protocol.ml#L185

use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use tezos_messages::{
    hash::PeerId,
    identity::Identity,
    mempool::Mempool,
    p2p::{CurrentBranch, CurrentHead, PeerMessage},
    point::Point,
};
use tezos_net::{Error, Info, Peer, Settings};
use tokio::net::{TcpListener, TcpStream};

use super::{Failure, chain::Chain, locator::locator, settings};

/// Accepts peers forever and serves each in its own task.
pub(crate) async fn serve(listener: TcpListener, identity: Identity, chain: Arc<Chain>) -> Result<(), Failure> {
    let listening = listener.local_addr()?;
    let settings = Arc::new(Settings { port: listening.port(), ..settings() });
    let points: Arc<[Point]> = [listening.to_string().parse()?].into();
    let identity = Arc::new(identity);
    loop {
        let (stream, address) = listener.accept().await?;
        let (identity, settings, chain, points) =
            (Arc::clone(&identity), Arc::clone(&settings), Arc::clone(&chain), Arc::clone(&points));
        tokio::spawn(async move {
            match answer(stream, &identity, &settings, &chain, &points).await {
                Ok(requests) => println!("serve: {address} left after {requests} requests"),
                Err(error) => println!("serve: {address}: {error}"),
            }
        });
    }
}

/// Answers a peer until it disconnects. Returns the number of its messages that were known requests.
async fn answer(
    stream: TcpStream,
    identity: &Identity,
    settings: &Settings,
    chain: &Chain,
    points: &[Point],
) -> Result<usize, Error> {
    let mut peer = Peer::accept(stream, identity, settings).await?;
    println!("serve: {} speaks version {:?}", peer.info().peer_id(), peer.info().version.distributed_db_version);
    let mut requests = 0;
    while let Some(message) = peer.next().await.transpose()? {
        let answers = answers(&message, chain, identity.peer_id(), peer.info(), points);
        requests += usize::from(!answers.is_empty());
        for answer in answers {
            peer.feed(answer).await?;
        }
        peer.flush().await?;
        if message == PeerMessage::Disconnect {
            break;
        }
    }
    peer.close().await?;
    Ok(requests)
}

/// Returns the responses to a message. Requests for unknown blocks get none.
fn answers(message: &PeerMessage, chain: &Chain, ours: &PeerId, peer: &Info, points: &[Point]) -> Vec<PeerMessage> {
    match message {
        // A node that hides from others is told of none.
        PeerMessage::Bootstrap if !peer.metadata.private_node => vec![PeerMessage::Advertise(points.to_vec())],
        PeerMessage::GetCurrentBranch(id) if *id == chain.id => {
            let current_branch = locator(chain, ours, &peer.peer_id());
            vec![PeerMessage::CurrentBranch(CurrentBranch { chain_id: *id, current_branch })]
        }
        PeerMessage::GetCurrentHead(id) if *id == chain.id => {
            let current_block_header = chain.head().header.clone();
            let current_mempool = Mempool { known_valid: Vec::new(), pending: Vec::new() };
            vec![PeerMessage::CurrentHead(CurrentHead { chain_id: *id, current_block_header, current_mempool })]
        }
        PeerMessage::GetBlockHeaders(hashes) => {
            let known = hashes.iter().filter_map(|hash| chain.block(hash));
            known.map(|block| PeerMessage::BlockHeader(block.header.clone())).collect()
        }
        PeerMessage::GetOperationsForBlocks(keys) => {
            let known = keys.iter().filter_map(|key| chain.block(&key.hash)?.operations(*key));
            known.map(PeerMessage::OperationsForBlocks).collect()
        }
        _ => Vec::new(),
    }
}
