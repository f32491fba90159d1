//! `connect`: a session with a node, printed message by message.

use std::process::ExitCode;

use clap::Args;
use tezos_messages::{dal::DalPeerMessage, p2p::PeerMessage, session::Role};
use tezos_net::{Address, Dialer, pool::Reconnection};
use tokio::time::sleep;

use crate::{
    error::Error,
    output,
    peers::{self, Common, Met, Node, Spoken},
};

/// Examples, at the end of the help.
const EXAMPLES: &str = "\
Examples:
  tezos-codec connect boot.tzinit.org --messages 100 --record mainnet
  tezos-codec connect boot.tzinit.org --kind Current_head --json --reconnect
  tezos-codec connect 127.0.0.1 --network PRIVATE --difficulty 8 --reconnect --seconds 2";

/// Connect to a node as its peer, and print the messages that it sends.
///
/// Performs the handshake, requests the node's branch of the chain, so that it announces its heads, and prints each message on a line until the node
/// closes the connection, on Ctrl-C, or after --messages or --seconds. With --record the session can be replayed:
///
///   tezos-codec replay DIR/session.csv
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Where the node is: HOST[:PORT][#PEER]. HOST is an IP address, IPv6 in square brackets, or a name; PEER is the id that the node must have.
    #[arg(value_name = "ADDRESS")]
    address: Address,
    #[command(flatten)]
    common: Common,
    /// Connect through the SOCKS5 proxy at this address and port, which also resolves the name.
    #[arg(long, value_name = "HOST:PORT")]
    proxy: Option<String>,
    /// Connect again when the connection fails or ends: after 1 s, then after 1.2 times as long each time, and after 60 s when a session ended.
    #[arg(long)]
    reconnect: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    match arguments.common.dal {
        true => peers::run::<DalPeerMessage>(&arguments.common, async |node| follow(arguments, node).await),
        false => peers::run::<PeerMessage>(&arguments.common, async |node| follow(arguments, node).await),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// Talks with the node, once or again and again.
async fn follow<M: Spoken>(arguments: &Arguments, node: &Node<'_, M>) -> Result<(), Error> {
    let Reconnection { initial, factor, max, after_session, .. } = Reconnection::default();
    let mut delay = initial;
    loop {
        let done = session(arguments, node).await;
        if !arguments.reconnect || node.over.is_cancelled() {
            return done;
        }
        let (pause, reason) = match done {
            Ok(()) => (after_session, String::new()),
            Err(error) => (delay, format!("{error}; ")),
        };
        delay = if pause == after_session { initial } else { delay.mul_f64(factor).min(max) };
        output::note(&format!("{reason}connecting again in {pause:.1?}"));
        if node.over.run_until_cancelled(sleep(pause)).await.is_none() {
            return Ok(());
        }
    }
}

/// Connects to the node and talks with it.
async fn session<M: Spoken>(arguments: &Arguments, node: &Node<'_, M>) -> Result<(), Error> {
    let dialer = Dialer { proxy: arguments.proxy.clone(), default_port: M::PORT, ..Dialer::default() };
    let dialled = node.over.run_until_cancelled(dialer.dial(&arguments.address)).await;
    let Some(dialled) = dialled else { return Ok(()) };
    let stream = dialled.map_err(|error| Error::in_file(&arguments.address, error))?;
    let expected = arguments.address.peer;
    let check = |met: Met<M>| match &expected {
        Some(peer) => met.expect(peer),
        None => Ok(met),
    };
    node.talk(stream, Role::Initiator, check, node.recording("session.csv").as_deref()).await
}
