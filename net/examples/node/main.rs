//! Two nodes: one serves a chain from a file of real blocks, the other bootstraps from it and verifies all that it receives.
//!
//! `cargo run --release -p tezos-net --example node` runs both over TCP on loopback. To run them separately:
//!
//! ```text
//! cargo run --release -p tezos-net --example node -- serve 127.0.0.1:9732 [FILE]
//! cargo run --release -p tezos-net --example node -- bootstrap 127.0.0.1:9732 NetXjD3HPJJjmcd
//! ```
//!
//! FILE has a block on each line, in JSON: `chain_id`, `hash`, `header` and `operations` (a list of lists), in hex. The default
//! is `../shared/data/blocks_carthage/blocks.jsonl`, or a generated chain if it is absent.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "an example; what comes from the peer is checked"
)]

mod bootstrap;
pub(crate) mod chain;
mod serve;

use std::{env, error::Error, net::SocketAddr, path::PathBuf, time::Instant};

use bootstrap::{Bootstrapped, bootstrap};
use chain::Chain;
use tezos_messages::{
    hash::ChainId,
    identity::{Identity, PowTarget},
    p2p::PeerMessage,
};
use tezos_net::{
    Settings,
    node::{Node, NodeConfig},
};
use tokio::net::TcpStream;

/// An error that ends the example.
pub(crate) type Failure = Box<dyn Error + Send + Sync>;

/// A private network with an easy proof of work. The difficulty of mainnet is 26.
pub(crate) fn settings() -> Settings<PeerMessage> {
    let mut settings = Settings::new("TEZOS_EXAMPLE");
    settings.session.target = PowTarget::from_bits(12);
    settings
}

#[tokio::main]
pub(crate) async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => both(Chain::of_real_blocks()?).await.map(drop),
        ["serve", address] => serve_at(address, Chain::of_real_blocks()?).await,
        ["serve", address, file] => serve_at(address, Chain::load(&PathBuf::from(file))?).await,
        ["bootstrap", address, chain] => {
            let chain: ChainId = chain.parse()?;
            bootstrap_from(TcpStream::connect(address).await?, chain).await.map(drop)
        }
        _ => Err("usage: node [serve ADDRESS [FILE] | bootstrap ADDRESS CHAIN_ID]".into()),
    }
}

/// Runs both nodes on loopback.
pub(crate) async fn both(chain: Chain) -> Result<Bootstrapped, Failure> {
    let id = chain.id;
    let (node, serving) = start("127.0.0.1:0".parse()?, chain).await?;
    let server = tokio::spawn(serving);
    let done = bootstrap_from(TcpStream::connect(node).await?, id).await;
    server.abort();
    done
}

async fn serve_at(address: &str, chain: Chain) -> Result<(), Failure> {
    let id = chain.id;
    let (address, serving) = start(address.parse()?, chain).await?;
    println!("serve: at {address}; bootstrap with the chain id {id}");
    serving.await
}

/// Starts a node, and returns its address and its work.
async fn start(
    address: SocketAddr,
    chain: Chain,
) -> Result<(SocketAddr, impl Future<Output = Result<(), Failure>>), Failure> {
    let mut config = NodeConfig::new("TEZOS_EXAMPLE");
    (config.session, config.listen) = (settings(), Some(address));
    let identity = Identity::generate(&config.session.session.target)?;
    let ours = *identity.peer_id();
    let node = Node::start(config, identity).await?;
    let point = node.point().ok_or("the node does not listen")?;
    Ok((SocketAddr::new(point.addr.to_canonical(), point.port), serve::serve(node, ours, chain)))
}

async fn bootstrap_from(stream: TcpStream, chain: ChainId) -> Result<Bootstrapped, Failure> {
    let start = Instant::now();
    let identity = Identity::generate(&settings().session.target)?;
    let done = bootstrap(stream, &identity, chain).await?;
    println!(
        "bootstrap: done: {} headers whose hashes and links are right, {} lists of operations whose Merkle paths are right, \
         {} operations, {} bytes received in {:.1?}",
        done.headers,
        done.lists,
        done.operations,
        done.received,
        start.elapsed()
    );
    Ok(done)
}
