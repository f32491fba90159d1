//! `listen`: sessions with the peers that connect, printed message by message.

use std::{net::SocketAddr, process::ExitCode};

use clap::Args;
use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tezos_messages::{dal::DalPeerMessage, p2p::PeerMessage, session::Role};
use tokio::net::TcpListener;

use crate::{
    error::Error,
    output,
    peers::{self, Common, Node, Spoken},
};

/// Accept peers, and print the messages that they send.
///
/// Performs the handshake with each peer, requests its branch of the chain, and prints each message on a line until Ctrl-C, or after --messages or
/// --seconds. Requests of peers are not answered. With --record the sessions can be replayed:
///
///   tezos-codec replay DIR/session-1.csv
#[derive(Args)]
#[command(
    after_help = "Example:\n  tezos-codec listen 127.0.0.1:19732 --network TEZOS_EXAMPLE --difficulty 8 --seconds 1"
)]
pub(crate) struct Arguments {
    /// The address and port to listen on; port 0 for one that is free. Use `0.0.0.0:9732` or `[::]:9732` to be reached from other machines.
    #[arg(value_name = "ADDRESS:PORT", default_value = "127.0.0.1:9732")]
    address: SocketAddr,
    #[command(flatten)]
    common: Common,
    /// The number of peers at the same time. Others are disconnected.
    #[arg(long, value_name = "N", default_value_t = 20)]
    peers: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    match arguments.common.dal {
        true => peers::run::<DalPeerMessage>(&arguments.common, async |node| serve(arguments, node).await),
        false => peers::run::<PeerMessage>(&arguments.common, async |node| serve(arguments, node).await),
    }?;
    Ok(ExitCode::SUCCESS)
}

async fn serve<M: Spoken>(arguments: &Arguments, node: &Node<'_, M>) -> Result<(), Error> {
    let cannot = |error| Error::in_file(arguments.address, format_args!("cannot listen there: {error}"));
    let listener = TcpListener::bind(arguments.address).await.map_err(cannot)?;
    output::note(&format!("listening on {}", listener.local_addr().map_err(cannot)?));
    let (mut talks, mut number) = (FuturesUnordered::new(), 0_u64);
    loop {
        tokio::select! {
            () = node.over.cancelled() => break,
            accepted = listener.accept() => {
                let (stream, from) = accepted.map_err(cannot)?;
                if talks.len() >= arguments.peers {
                    output::note(&format!("{from}: disconnected, because {} peers are connected", arguments.peers));
                    continue;
                }
                number = number.saturating_add(1);
                let recording = node.recording(&format!("session-{number}.csv"));
                talks.push(async move {
                    (from, node.talk(stream, Role::Responder, Ok, recording.as_deref()).await)
                });
            }
            Some(ended) = talks.next() => report(ended),
        }
    }
    while let Some(ended) = talks.next().await {
        report(ended);
    }
    Ok(())
}

/// Prints why a session failed.
fn report((from, done): (SocketAddr, Result<(), Error>)) {
    if let Err(error) = done {
        output::note(&format!("{from}: {error}"));
    }
}
