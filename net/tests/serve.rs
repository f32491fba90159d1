//! What a node answers.

use std::net::Ipv6Addr;

use tezos_messages::{
    handshake::{ConnectionMetadata, NetworkVersion},
    hash::{BlockHash, ChainId, PeerId},
    identity::CryptoBoxPublicKey,
    p2p::{GetPredecessorHeader, OperationsForBlock, PeerMessage},
    session::Role,
};
use tezos_net::{
    Info,
    pool::{ConnectionNumber, Pool, PoolConfig},
    serve::{Chain as _, LocatorSegment, Server, segments},
};

use crate::examples::node::chain::Chain;

const OURS: PeerId = PeerId([1; 16]);

fn info() -> Info {
    let version = NetworkVersion { chain_name: "TEZOS".into(), distributed_db_version: 2, p2p_version: 1 };
    Info {
        role: Role::Responder,
        public_key: CryptoBoxPublicKey([2; 32]),
        port: 0,
        announced: version.clone(),
        version,
        metadata: ConnectionMetadata::default(),
    }
}

fn connection() -> ConnectionNumber {
    let mut pool = Pool::new(PoolConfig::default(), OURS, 1).unwrap();
    pool.admit(core::time::Duration::ZERO, Ipv6Addr::LOCALHOST).unwrap()
}

fn server() -> (Server<Chain>, ConnectionNumber) {
    let (mut server, connection) = (Server::new(Chain::made_up().unwrap(), OURS), connection());
    assert_eq!(server.connected(connection, &info()), PeerMessage::GetCurrentBranch(server.chain().id()));
    (server, connection)
}

#[test]
fn requests_are_answered_with_what_the_chain_has() {
    let (mut server, connection) = server();
    let (head, header) = server.chain().head();
    let unknown = BlockHash([9; 32]);
    let mut kinds = |message: PeerMessage| {
        let answers = server.answers(connection, &message);
        answers.iter().map(|answer| answer.kind().1).collect::<Vec<_>>()
    };
    let headers = PeerMessage::GetBlockHeaders(vec![head, unknown, header.predecessor]);
    assert_eq!(kinds(headers), ["Block_header", "Block_header"]);
    let lists = (0..5).map(|validation_pass| OperationsForBlock { hash: head, validation_pass }).collect();
    assert_eq!(kinds(PeerMessage::GetOperationsForBlocks(lists)), ["Operations_for_blocks"; 4]);
    let ancestor = |offset| PeerMessage::GetPredecessorHeader(GetPredecessorHeader { block: head, offset });
    assert_eq!(kinds(ancestor(99)), ["Predecessor_header"]);
    assert!(kinds(ancestor(100)).is_empty() && kinds(ancestor(-1)).is_empty());
    assert!(kinds(PeerMessage::GetCurrentBranch(ChainId([0; 4]))).is_empty());
    assert!(kinds(PeerMessage::Bootstrap).is_empty());
}

#[test]
fn heads_are_announced_to_those_who_follow_the_chain() {
    let (mut server, connection) = server();
    let id = server.chain().id();
    assert_eq!(server.announce().count(), 0);
    assert!(server.answers(connection, &PeerMessage::GetCurrentHead(id)).is_empty());
    server.answers(connection, &PeerMessage::GetCurrentBranch(id));
    assert_eq!(server.answers(connection, &PeerMessage::GetCurrentHead(id)).len(), 1);
    let announced: Vec<_> = server.announce().map(|(to, message)| (to, message.kind().1)).collect();
    assert_eq!(announced, [(connection, "Current_head")]);
    server.answers(connection, &PeerMessage::Deactivate(id));
    assert_eq!(server.announce().count(), 0);
    server.answers(connection, &PeerMessage::GetCurrentBranch(id));
    server.disconnected(connection);
    assert_eq!(server.announce().count(), 0);
}

/// The receiver computes the distances that the sender used.
#[test]
fn segments_have_the_lengths_of_the_steps() {
    let (mut server, connection) = server();
    let id = server.chain().id();
    let answers = server.answers(connection, &PeerMessage::GetCurrentBranch(id));
    let [PeerMessage::CurrentBranch(branch)] = &answers[..] else { panic!("{answers:?}") };
    let (chain, history) = (server.chain(), &branch.current_branch.history);
    assert_eq!(history.last(), Some(&chain.first()));
    let segments = segments(chain.head().0, history, &OURS, &info().peer_id());
    assert_eq!(segments.len(), history.len());
    let mut total = 0;
    for LocatorSegment { block, end, length, is_exact } in segments {
        assert!(!is_exact || chain.ancestor(&block, length) == Some(end));
        total += length;
    }
    assert!((99..150).contains(&total), "{total}");
}
