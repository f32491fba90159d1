//! The task of a connection, from the first byte to the last.

use core::future::Future;
use std::sync::Arc;

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tezos_messages::{hash::PeerId, identity::Identity, point::Point, session::Role};
use tokio::{
    net::TcpStream,
    sync::{mpsc, oneshot},
};

use super::{
    End, NodeEvent,
    outgoing::{Directions, Queued},
};
use crate::{
    Address, Authenticated, Dialer, Error, Info, Message, Settings, TotalBandwidth,
    pool::{ConnectionNumber, Discovery, Unwanted},
};

/// What a connection tells the node.
#[derive(Debug)]
pub(super) enum Report {
    /// The peer is known.
    Introduced {
        connection: ConnectionNumber,
        peer: PeerId,
        port: u16,
        is_private: bool,
        verdict: oneshot::Sender<Verdict>,
    },
    /// Both sides accept the connection.
    Established { connection: ConnectionNumber },
    /// The peer sent a message by which nodes find others.
    Discovery { connection: ConnectionNumber, message: Discovery },
    /// The connection ended. The reason is given back once it is judged.
    Ended { connection: ConnectionNumber, end: End, back: oneshot::Sender<End> },
    /// Not of a connection: an address of the configuration has these points.
    Resolved { points: Vec<Point>, expected: Option<PeerId> },
}

/// Whether the peer is accepted.
pub(super) type Verdict = Result<(), Unwanted>;

/// Where a connection comes from.
#[derive(Debug)]
pub(super) enum Origin {
    /// The peer opened it.
    Accepted(TcpStream),
    /// This node opens it.
    Dialled(Address),
}

/// What all connections of a node share.
#[derive(Debug)]
pub(super) struct Shared<M: Message> {
    pub(super) identity: Identity,
    pub(super) settings: Settings<M>,
    pub(super) dialer: Dialer,
    pub(super) total: TotalBandwidth,
    pub(super) reports: mpsc::Sender<Report>,
    pub(super) events: mpsc::Sender<NodeEvent<M>>,
}

/// Runs a connection, and tells the node and its owner when it ends.
pub(super) async fn run<M: Message>(
    shared: Arc<Shared<M>>,
    connection: ConnectionNumber,
    origin: Origin,
    mut directions: Directions<M>,
) {
    let mut is_connected = false;
    let end = tokio::select! {
        end = talk(&shared, connection, origin, &mut directions.outbox, &mut is_connected) => end,
        Ok(end) = &mut directions.close => end,
    };
    let (back, judged) = oneshot::channel();
    if shared.reports.send(Report::Ended { connection, end, back }).await.is_ok()
        && let Ok(end) = judged.await
        && is_connected
    {
        let _ = shared.events.send(NodeEvent::Disconnected { connection, end }).await;
    }
}

async fn talk<M: Message>(
    shared: &Shared<M>,
    connection: ConnectionNumber,
    origin: Origin,
    outbox: &mut mpsc::Receiver<Queued<M>>,
    is_connected: &mut bool,
) -> End {
    let (stream, role) = match origin {
        Origin::Accepted(stream) => (stream, Role::Responder),
        Origin::Dialled(address) => match shared.dialer.dial(&address).await {
            Ok(stream) => (stream, Role::Initiator),
            Err(error) => return End::Failed(error.into()),
        },
    };
    let stream = shared.total.limit(stream);
    let met = match Authenticated::new(stream, role, &shared.identity, &shared.settings).await {
        Ok(met) => met,
        Err(error) => return End::Failed(error),
    };
    match introduce(shared, connection, met.info()).await {
        Ok(()) => {}
        Err(Unwanted::Nack(motive, points)) => {
            // Whether or not the peer can be told.
            let _ = met.reject(motive, points).await;
            return End::Disconnected;
        }
        Err(Unwanted::Close(_)) => return End::Disconnected,
    }
    let peer = match met.accept().await {
        Ok(peer) => peer,
        Err(error) => return End::Failed(error),
    };
    *is_connected = true;
    let connected = NodeEvent::Connected { connection, info: peer.info().clone() };
    if shared.reports.send(Report::Established { connection }).await.is_err()
        || shared.events.send(connected).await.is_err()
    {
        return End::Disconnected;
    }
    let (mut sink, mut stream) = peer.split();
    tokio::select! {
        end = receive(shared, connection, &mut stream) => end,
        end = send(outbox, &mut sink) => end,
    }
}

/// Lets the node decide about a peer.
fn introduce<M: Message>(
    shared: &Shared<M>,
    connection: ConnectionNumber,
    info: &Info<M>,
) -> impl Future<Output = Verdict> {
    let (verdict, decided) = oneshot::channel();
    let (peer, port, is_private) = (info.peer_id(), info.port, M::is_private(&info.metadata));
    let report = Report::Introduced { connection, peer, port, is_private, verdict };
    async move {
        let stopped = Unwanted::Close(crate::pool::Denied::Unknown);
        match shared.reports.send(report).await {
            Ok(()) => decided.await.unwrap_or(Err(stopped)),
            Err(_) => Err(stopped),
        }
    }
}

/// Passes on what the peer sends.
async fn receive<M: Message>(
    shared: &Shared<M>,
    connection: ConnectionNumber,
    stream: &mut (impl Stream<Item = Result<M, Error>> + Unpin),
) -> End {
    while let Some(message) = stream.next().await {
        let passed_on = match message.map(Message::into_discovery) {
            Err(error) => return End::Failed(error),
            Ok(Ok(message)) => shared.reports.send(Report::Discovery { connection, message }).await.is_ok(),
            Ok(Err(message)) => shared.events.send(NodeEvent::Message { connection, message }).await.is_ok(),
        };
        if !passed_on {
            return End::Disconnected;
        }
    }
    End::Peer
}

/// Sends what the node has for the peer.
async fn send<M: Message>(
    outbox: &mut mpsc::Receiver<Queued<M>>,
    sink: &mut (impl Sink<M, Error = Error> + Unpin),
) -> End {
    while let Some(first) = outbox.recv().await {
        let sent = async {
            let mut next = Some(first);
            while let Some(Queued { message, bytes }) = next {
                sink.feed(message).await?;
                drop(bytes);
                next = outbox.try_recv().ok();
            }
            sink.flush().await
        };
        if let Err(error) = sent.await {
            return End::Failed(error);
        }
    }
    match sink.close().await {
        Ok(()) => End::Disconnected,
        Err(error) => End::Failed(error),
    }
}
