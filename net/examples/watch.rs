//! Watches a node: connects as a peer, and prints what it says.
//!
//! `cargo run --release -p tezos-net --example watch -- ADDRESS:PORT NETWORK CHAIN_ID`, such as `TEZOS_MAINNET` and `NetXdQprcVkpaWU`. The proof of
//! work for a new identity takes half a minute on one core. Without arguments, a node of a private network answers on loopback.

use std::{env, error::Error};

use futures_util::{SinkExt, StreamExt};
use tezos_encoding::Encode;
use tezos_messages::{
    hash::ChainId,
    identity::{Identity, PowTarget},
    p2p::PeerMessage,
};
use tezos_net::{Peer, Settings};
use tokio::net::{TcpListener, TcpStream};

type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [address, network, chain] = &arguments[..] else { return demo().await.map(drop) };
    watch(address, &Settings::new(network.as_str()), chain.parse()?).await.map(drop)
}

/// Prints the messages of a node until it closes the connection, and returns their number.
async fn watch(address: &str, settings: &Settings, chain: ChainId) -> Result<u64, Failure> {
    let identity = Identity::generate(&settings.session.target)?;
    let mut node = Peer::connect(TcpStream::connect(address).await?, &identity, settings).await?;
    node.send(PeerMessage::GetCurrentBranch(chain)).await?;
    let mut count = 0_u64;
    while let Some(message) = node.next().await.transpose()? {
        match &message {
            PeerMessage::CurrentHead(head) => {
                let header = &head.current_block_header;
                println!("head {} at level {}", header.hash()?, header.level);
            }
            PeerMessage::GetCurrentBranch(chain) => println!("wants our branch of {chain}"),
            PeerMessage::Advertise(points) => println!("knows {} peers", points.len()),
            other => println!("{} bytes: {}", other.encoded_len()?, other.kind().1),
        }
        count = count.saturating_add(1);
    }
    Ok(count)
}

/// Watches a node that asks for our branch and names a peer.
pub(crate) async fn demo() -> Result<u64, Failure> {
    let mut settings = Settings::new("TEZOS_EXAMPLE");
    settings.session.target = PowTarget::from_bits(8); // 26 on mainnet
    let chain: ChainId = "NetXdQprcVkpaWU".parse()?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    let node = async {
        let identity = Identity::generate(&settings.session.target)?;
        let mut peer: Peer<_> = Peer::accept(listener.accept().await?.0, &identity, &settings).await?;
        peer.send(PeerMessage::GetCurrentBranch(chain)).await?;
        peer.send(PeerMessage::Advertise(vec!["1.2.3.4:9732".parse()?])).await?;
        peer.send(PeerMessage::Bootstrap).await?;
        peer.close().await?;
        Ok(())
    };
    let (seen, ()) = tokio::try_join!(watch(&address, &settings, chain), node)?;
    Ok(seen)
}
