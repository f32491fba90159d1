//! The node that serves the chain.

use tezos_messages::{hash::PeerId, p2p::PeerMessage};
use tezos_net::{
    node::{Node, NodeEvent},
    pool::ConnectionNumber,
    serve::Server,
};

use super::{Failure, chain::Chain};

/// Answers peers until the node stops.
pub(crate) async fn serve(mut node: Node, ours: PeerId, chain: Chain) -> Result<(), Failure> {
    let mut server = Server::new(chain, ours);
    while let Some(event) = node.next().await {
        match event {
            NodeEvent::Connected { connection, info } => {
                println!("serve: {} speaks version {}", info.peer_id(), info.version.distributed_db_version);
                let request = server.connected(connection, &info);
                send(&node, connection, request);
            }
            NodeEvent::Message { connection, message } => {
                for answer in server.answers(connection, &message) {
                    send(&node, connection, answer);
                }
            }
            NodeEvent::Disconnected { connection, end } => {
                println!("serve: connection {connection}: {end}");
                server.disconnected(connection);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Sends a message. A peer that requests more than it reads gets no answers, as in Octez.
fn send(node: &Node, connection: ConnectionNumber, message: PeerMessage) {
    if let Err(error) = node.send(connection, message) {
        println!("serve: connection {connection}: {error}");
    }
}
