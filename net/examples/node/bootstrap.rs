//! The node that starts without a chain and verifies all that it receives.

use std::collections::{HashMap, VecDeque};

use futures_util::{SinkExt, StreamExt};
use tezos_messages::{
    block_header::BlockHeader,
    block_locator::BlockLocator,
    hash::{BlockHash, ChainId},
    identity::Identity,
    limits::{GET_BLOCK_HEADERS_MAX_ITEMS, GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS},
    p2p::{OperationsForBlock, OperationsForBlocks, PeerMessage},
};
use tezos_net::{
    Peer,
    serve::{LocatorSegment, segments},
};
use tokio::net::TcpStream;

use super::{Failure, settings};

/// Number of requests for lists of operations that are sent before their responses have arrived.
const REQUESTS: usize = 4;

/// The verified data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bootstrapped {
    pub(crate) headers: usize,
    pub(crate) lists: usize,
    pub(crate) operations: usize,
    pub(crate) received: u64,
}

/// Downloads a whole chain from a node.
pub(crate) async fn bootstrap(stream: TcpStream, identity: &Identity, chain: ChainId) -> Result<Bootstrapped, Failure> {
    let mut peer = Peer::connect(stream, identity, &settings()).await?;
    println!("bootstrap: connected to {}, chain {chain}", peer.info().peer_id());
    let locator = introduction(&mut peer, chain).await?;
    let head = locator.current_head.hash()?;
    println!(
        "bootstrap: head {head} at level {}, {} blocks of its branch named",
        locator.current_head.level,
        locator.history.len()
    );
    let parts = segments(head, &locator.history, &peer.info().peer_id(), identity.peer_id());
    let headers = headers(&mut peer, head, parts).await?;
    let (lists, operations) = operations(&mut peer, &headers).await?;
    peer.close().await?;
    while peer.next().await.transpose()?.is_some() {}
    Ok(Bootstrapped { headers: headers.len(), lists, operations, received: peer.received() })
}

/// Requests the branch, and the addresses of other peers, if the node knows any.
async fn introduction(peer: &mut Peer<TcpStream>, chain: ChainId) -> Result<BlockLocator, Failure> {
    peer.feed(PeerMessage::Bootstrap).await?;
    peer.send(PeerMessage::GetCurrentBranch(chain)).await?;
    loop {
        match next(peer).await? {
            PeerMessage::Advertise(points) => {
                let points: Vec<_> = points.iter().map(ToString::to_string).collect();
                println!("bootstrap: {} other peers: {}", points.len(), points.join(" "));
            }
            PeerMessage::CurrentBranch(branch) if branch.chain_id == chain => return Ok(branch.current_branch),
            // A node may tell and ask what it likes.
            _ => {}
        }
    }
}

async fn next(peer: &mut Peer<TcpStream>) -> Result<PeerMessage, Failure> {
    peer.next().await.transpose()?.ok_or_else(|| "the node closed the connection before all was here".into())
}

/// Downloads the headers from each block of the locator down to the next, in parallel. Checks hashes, predecessors and distances.
///
/// Rule: [`bootstrap_pipeline.ml`, `fetch_step`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_shell/bootstrap_pipeline.ml#L199
async fn headers(
    peer: &mut Peer<TcpStream>,
    head: BlockHash,
    parts: Vec<LocatorSegment>,
) -> Result<HashMap<BlockHash, BlockHeader>, Failure> {
    // The lower end of the chain is a part of one block.
    let last = parts.last().map_or(head, |part| part.end);
    let total = parts.len() + 1;
    let mut waiting: VecDeque<(LocatorSegment, usize)> = parts.into_iter().map(|part| (part, 0)).collect();
    waiting.push_back((LocatorSegment { block: last, end: last, length: 1, is_exact: true }, 0));
    let mut under_way: HashMap<BlockHash, (LocatorSegment, usize)> = HashMap::new();
    let mut headers = HashMap::new();
    let mut progress = Progress::new("parts of the branch", total);
    while !waiting.is_empty() || !under_way.is_empty() {
        if under_way.is_empty() {
            let batch = waiting.drain(..waiting.len().min(GET_BLOCK_HEADERS_MAX_ITEMS));
            under_way.extend(batch.map(|(part, count)| (part.block, (part, count))));
            peer.send(PeerMessage::GetBlockHeaders(under_way.keys().copied().collect())).await?;
        }
        let PeerMessage::BlockHeader(header) = next(peer).await? else { continue };
        let hash = header.hash()?;
        let (part, count) = under_way.remove(&hash).ok_or_else(|| format!("the header of {hash} was not requested"))?;
        let (predecessor, count) = (header.predecessor, count + 1);
        headers.insert(hash, header);
        let is_at_end = predecessor == part.end || hash == part.end;
        if count > part.length || (is_at_end && part.is_exact && count != part.length) {
            return Err(format!(
                "{hash} is {count} blocks below a block of the locator; {} were announced",
                part.length
            )
            .into());
        }
        if is_at_end {
            progress.step();
        } else {
            waiting.push_front((LocatorSegment { block: predecessor, ..part }, count));
        }
    }
    Ok(headers)
}

/// Downloads the lists of operations of each block and checks their paths. Returns the number of lists and of operations.
async fn operations(
    peer: &mut Peer<TcpStream>,
    headers: &HashMap<BlockHash, BlockHeader>,
) -> Result<(usize, usize), Failure> {
    let mut keys: VecDeque<OperationsForBlock> = VecDeque::new();
    for (hash, header) in headers {
        let passes = 0..i8::try_from(header.validation_pass)?;
        keys.extend(passes.map(|validation_pass| OperationsForBlock { hash: *hash, validation_pass }));
    }
    let (lists, mut operations) = (keys.len(), 0);
    let mut under_way: Vec<OperationsForBlock> = Vec::new();
    let mut progress = Progress::new("lists of operations", lists);
    while !keys.is_empty() || !under_way.is_empty() {
        while !keys.is_empty() && under_way.len() <= (REQUESTS - 1) * GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS {
            let batch: Vec<_> = keys.drain(..keys.len().min(GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS)).collect();
            under_way.extend(&batch);
            peer.send(PeerMessage::GetOperationsForBlocks(batch)).await?;
        }
        let PeerMessage::OperationsForBlocks(list) = next(peer).await? else { continue };
        operations += check(&list, headers, &mut under_way)?;
        progress.step();
    }
    Ok((lists, operations))
}

/// Checks that a list of operations was requested and belongs to the block. Returns its length.
fn check(
    list: &OperationsForBlocks,
    headers: &HashMap<BlockHash, BlockHeader>,
    under_way: &mut Vec<OperationsForBlock>,
) -> Result<usize, Failure> {
    let key = list.operations_for_block;
    let describe = || format!("the operations of {}, list {},", key.hash, key.validation_pass);
    let place = under_way.iter().position(|requested| *requested == key);
    let place = place.ok_or_else(|| format!("{} were not requested", describe()))?;
    under_way.swap_remove(place);
    let header = headers.get(&key.hash).ok_or_else(|| format!("{} are of a block without a header", describe()))?;
    list.verify(&header.operations_hash).map_err(|error| format!("{} are not the block's: {error}", describe()))?;
    Ok(list.operations.len())
}

/// Prints a line for each tenth of the progress.
struct Progress {
    what: &'static str,
    done: usize,
    total: usize,
}

impl Progress {
    const fn new(what: &'static str, total: usize) -> Self {
        Self { what, done: 0, total }
    }

    fn step(&mut self) {
        let tenths = |done: usize| done * 10 / self.total;
        let before = tenths(self.done);
        self.done += 1;
        if tenths(self.done) > before {
            println!("bootstrap: {:>3} % of {} {}", self.done * 100 / self.total, self.total, self.what);
        }
    }
}
