//! Sessions with peers over the network: what `connect` and `listen` share.

mod record;

use std::{
    cell::Cell,
    fs,
    future::pending,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tezos_encoding::{HasEncoding, Tagged, ToJson as _};
use tezos_messages::{
    dal::DalPeerMessage,
    hash::ChainId,
    identity::{Identity, PowTarget},
    p2p::PeerMessage,
    session::Role,
};
use tezos_net::{Authenticated, Message, Peer, Settings};
use tokio::{
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::{
    error::Error,
    output,
    session::{Direction, identity},
};
use record::Recorded;

/// The name of mainnet in the handshake, and the id of its chain.
const MAINNET: (&str, &str) = ("TEZOS_MAINNET", "NetXdQprcVkpaWU");

/// The number of characters of a message's JSON in a line of text.
const SHOWN: usize = 160;

/// How long a peer may take to read what was sent when the session ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// A connection of the tool whose peer is known.
pub(crate) type Met<M> = Authenticated<Recorded<TcpStream>, M>;

/// The arguments of sessions with peers.
#[derive(Args)]
pub(crate) struct Common {
    /// The network: the name in the handshake, such as `TEZOS_MAINNET`. Peers of other networks are refused.
    #[arg(long, value_name = "NAME", default_value = MAINNET.0)]
    network: String,
    /// The chain whose branch to request from each peer, which then announces its heads. For mainnet, that is its chain.
    #[arg(long, value_name = "CHAIN_ID", conflicts_with = "dal")]
    chain: Option<ChainId>,
    /// The peers are nodes of the data-availability layer.
    #[arg(long)]
    pub(crate) dal: bool,
    /// The identity of this side, which only its owner may read. By default, a new one is generated on all cores.
    #[arg(long, value_name = "FILE")]
    identity: Option<PathBuf>,
    /// The bits of the proof of work that each side must have; public networks require 26, which takes 67 million hashes.
    #[arg(long, value_name = "BITS", default_value_t = 26)]
    difficulty: u8,
    /// Print messages of these kinds only, such as `Current_head`. The option can be repeated.
    #[arg(long = "kind", value_name = "KIND")]
    kinds: Vec<String>,
    /// Stop after this number of messages that are printed.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    messages: Option<u64>,
    /// Stop after this time.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Record the bytes of the connection in this folder, with the identity, for `replay`.
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Print a JSON object on each line: the peer, the direction, the kind, the bytes and the message.
    #[arg(long)]
    json: bool,
}

/// The messages of a network, for the tool.
pub(crate) trait Spoken: Message + HasEncoding + Tagged {
    /// The port of its nodes.
    const PORT: u16;

    /// Returns the message that makes a peer announce its heads.
    fn greeting(chain: ChainId) -> Option<Self>;

    /// Returns the message that ends a session.
    fn farewell() -> Option<Self>;
}

impl Spoken for PeerMessage {
    const PORT: u16 = tezos_net::Address::DEFAULT_PORT;

    fn greeting(chain: ChainId) -> Option<Self> {
        Some(Self::GetCurrentBranch(chain))
    }

    fn farewell() -> Option<Self> {
        Some(Self::Disconnect)
    }
}

impl Spoken for DalPeerMessage {
    const PORT: u16 = 11_732;

    fn greeting(_: ChainId) -> Option<Self> {
        None
    }

    fn farewell() -> Option<Self> {
        None
    }
}

/// A run of the tool as a peer.
pub(crate) struct Node<'a, M: Message> {
    common: &'a Common,
    identity: Identity,
    settings: Settings<M>,
    chain: Option<ChainId>,
    /// The number of messages that were printed.
    printed: Cell<u64>,
    /// Cancelled when the run is to end.
    pub(crate) over: CancellationToken,
}

/// Runs `work` until it ends, on an interrupt, or when the time or the number of messages is reached.
pub(crate) fn run<M: Spoken>(
    common: &Common,
    work: impl AsyncFnOnce(&Node<'_, M>) -> Result<(), Error>,
) -> Result<(), Error> {
    if let Some(unknown) = common.kinds.iter().find(|kind| M::CASES.iter().all(|case| case.title != **kind)) {
        let known: Vec<&str> = M::CASES.iter().map(|case| case.title).collect();
        return Err(Error::new(format_args!("there is no message {unknown}: expected one of {}", known.join(", "))));
    }
    let node = Node::<M>::new(common)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Error::new(format_args!("the network cannot be used: {error}")))?;
    let done = runtime.block_on(async {
        let end = async {
            match common.seconds {
                Some(seconds) => sleep(Duration::from_secs(seconds)).await,
                None => pending().await,
            }
        };
        let ends = async {
            tokio::select! {
                () = end => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            node.over.cancel();
            pending().await
        };
        // First of all the signal handler is in place: `select!` would otherwise start with either.
        tokio::select! {
            biased;
            () = ends => Ok(()),
            done = work(&node) => done,
        }
    });
    output::note(&format!("{} printed", output::counted(node.printed.get(), "message", "messages")));
    done
}

impl<'a, M: Spoken> Node<'a, M> {
    fn new(common: &'a Common) -> Result<Self, Error> {
        let target = PowTarget::from_bits(common.difficulty);
        let identity = match &common.identity {
            Some(file) => {
                let loaded = tezos_net::identity::load(file, &target);
                loaded.map_err(|error| Error::at_path(file, error))?
            }
            None => generate(&target)?,
        };
        if let Some(folder) = &common.record {
            fs::create_dir_all(folder)
                .map_err(|error| Error::at_path(folder, format_args!("the folder cannot be created: {error}")))?;
            let file = folder.join(identity::FILE);
            let stored = tezos_net::identity::store(&file, &identity);
            stored.map_err(|error| Error::at_path(&file, error))?;
        }
        let mut settings = Settings::new(common.network.as_str());
        settings.session.target = target;
        settings.idle_timeout = None;
        let is_mainnet = common.network == MAINNET.0;
        let chain = common.chain.or_else(|| MAINNET.1.parse().ok().filter(|_| is_mainnet));
        Ok(Self { common, identity, settings, chain, printed: Cell::new(0), over: CancellationToken::new() })
    }

    /// Returns the file in which a session is recorded.
    pub(crate) fn recording(&self, name: &str) -> Option<PathBuf> {
        self.common.record.as_ref().map(|folder| folder.join(name))
    }

    /// Talks with the peer of a connection until one side ends it, and prints the messages.
    pub(crate) async fn talk(
        &self,
        stream: TcpStream,
        role: Role,
        check: impl FnOnce(Met<M>) -> Result<Met<M>, tezos_net::Error>,
        recording: Option<&Path>,
    ) -> Result<(), Error> {
        let stream =
            Recorded::new(stream, recording).map_err(|error| Error::new(format_args!("the recording: {error}")))?;
        let meeting = async {
            let met = check(Authenticated::new(stream, role, &self.identity, &self.settings).await?)?;
            let mut peer = met.accept().await?;
            if let Some(greeting) = self.chain.and_then(M::greeting) {
                peer.send(greeting).await?;
            }
            Ok::<_, tezos_net::Error>(peer)
        };
        let Some(met) = self.over.run_until_cancelled(meeting).await else { return Ok(()) };
        let mut peer = met.map_err(Error::new)?;
        let id = peer.info().peer_id().to_string();
        let version = &peer.info().version;
        output::note(&format!(
            "connected to {id}: {}, distributed_db_version {}, p2p_version {}",
            version.chain_name, version.distributed_db_version, version.p2p_version
        ));
        let done = loop {
            match self.over.run_until_cancelled(peer.next()).await {
                None => break Ok(()),
                Some(Some(Ok(message))) => self.print(&id, &message)?,
                Some(Some(Err(error))) => break Err(Error::new(error)),
                Some(None) => {
                    output::note(&format!("{id} closed the connection"));
                    break Ok(());
                }
            }
        };
        // The peer may have gone.
        let _ = timeout(FAREWELL, end(&mut peer)).await;
        done
    }

    /// Prints a message, if it is of a wanted kind. The run ends after the last one, and if nobody reads the output.
    fn print(&self, peer: &str, message: &M) -> Result<(), Error> {
        let (kind, bytes) = (message.title(), message.encoded_len().map_err(Error::new)?);
        if !self.common.kinds.is_empty() && self.common.kinds.iter().all(|wanted| wanted != kind) {
            return Ok(());
        }
        self.printed.set(self.printed.get().saturating_add(1));
        let text = message.to_json().map_err(Error::new)?;
        let direction = Direction::Received.name();
        let line = if self.common.json {
            let head = json!({ "peer": peer, "direction": direction, "kind": kind, "bytes": bytes }).to_string();
            let head = head.strip_suffix('}').unwrap_or(&head);
            format!("{head},\"message\":{text}}}\n")
        } else {
            let mut shown: String = text.chars().take(SHOWN).collect();
            if text.chars().nth(SHOWN).is_some() {
                shown.push('…');
            }
            format!("{kind}, {}: {shown}\n", output::counted(bytes, "byte", "bytes"))
        };
        let is_last = self.common.messages.is_some_and(|most| self.printed.get() >= most);
        if !output::print_on(&line)? || is_last {
            self.over.cancel();
        }
        Ok(())
    }
}

/// Tells the peer that the session ends.
async fn end<M: Spoken>(peer: &mut Peer<Recorded<TcpStream>, M>) -> Result<(), tezos_net::Error> {
    if let Some(farewell) = M::farewell() {
        peer.send(farewell).await?;
    }
    peer.close().await
}

/// Generates an identity, and shows the progress.
fn generate(target: &PowTarget) -> Result<Identity, Error> {
    let bar = output::progress("stamps tried for a new identity", 0, false);
    let generated = tezos_net::identity::generate(target, |tried| {
        bar.set_position(tried);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    generated.map_err(Error::new)?.ok_or_else(|| Error::new("no identity was generated"))
}
