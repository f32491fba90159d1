//! A node that meters its peers: one that behaves is served, one that floods is stopped before its messages are decoded.
//!
//! `cargo run --release -p tezos-messages --example budget`
//!
//! Time is simulated, so that every run prints the same: each round is 100 ms. The costs are those of `tezos_messages::cost`.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "an example of what goes well"
)]

use std::time::Duration;

use tezos_encoding::{Encode, cost::Cost};
use tezos_messages::{
    block_header::BlockHeader,
    handshake::{Ack, ConnectionMessage, ConnectionMetadata, NetworkVersion},
    hash::{BlockHash, ChainId, ContextHash, OperationHash, OperationListListHash},
    identity::{CryptoBoxSecretKey, Identity, PowTarget, Stamp},
    mempool::Mempool,
    operation::RawOperation,
    p2p::{CurrentHead, OperationsForBlock, OperationsForBlocks, PeerMessage},
    session::{Allowance, Config, OverBudget, Role, Session, SessionError, SessionEvent},
    timestamp::Timestamp,
};

/// The length of a round.
const ROUND: Duration = Duration::from_millis(100);

/// A peer may cause 2 % of a core's work, and 10 ms of work at once.
fn allowance() -> Allowance {
    Allowance { burst: Cost::of(Duration::from_millis(10)), per_second: Cost::of(Duration::from_millis(20)) }
}

pub(crate) fn main() {
    println!("{:<10} {:>6} {:>9} {:>12} {:>12}", "peer", "round", "messages", "bytes", "budget left");
    let honest = serve("honest", 50, &honest_round());
    assert_eq!(honest, None, "a peer that behaves is never stopped");
    let refused = serve("flooding", 50, &flooding_round()).expect("a peer that floods is stopped");
    println!("the flooding peer is disconnected: {refused}");
}

/// Receives the same messages in each round, up to the first that the budget refuses.
fn serve(name: &str, rounds: u32, messages: &[PeerMessage]) -> Option<OverBudget> {
    let (mut peer, mut node) = connected();
    let (mut received, mut bytes) = (0, 0);
    for round in 1..=rounds {
        node.refill(ROUND);
        for message in messages {
            node.feed(&peer.message(&message.to_bytes().unwrap()).unwrap());
        }
        let refused = loop {
            match node.next_event() {
                Ok(Some(SessionEvent::Message(message))) => {
                    received += 1;
                    bytes += message.len();
                }
                Ok(Some(_)) => {}
                Ok(None) => break None,
                Err(SessionError::OverBudget(refused)) => break Some(refused),
                Err(error) => panic!("{error}"),
            }
        };
        if round.is_multiple_of(10) || refused.is_some() {
            let left = node.budget().unwrap().left().time();
            println!("{name:<10} {round:>6} {received:>9} {bytes:>12} {left:>12.1?}");
        }
        if refused.is_some() {
            return refused;
        }
    }
    None
}

/// A head with its mempool and 20 operations.
fn honest_round() -> Vec<PeerMessage> {
    let head = PeerMessage::CurrentHead(CurrentHead {
        chain_id: ChainId([1; 4]),
        current_block_header: header(),
        current_mempool: Mempool { known_valid: vec![OperationHash([2; 32]); 300], pending: Vec::new() },
    });
    std::iter::once(head).chain((0..20).map(|at| PeerMessage::Operation(operation(at)))).collect()
}

/// Lists of operations that nobody has wanted, 171 kB each.
fn flooding_round() -> Vec<PeerMessage> {
    let message = PeerMessage::OperationsForBlocks(OperationsForBlocks {
        operations_for_block: OperationsForBlock { hash: BlockHash([3; 32]), validation_pass: 3 },
        operation_hashes_path: std::iter::empty().collect(),
        operations: vec![operation(1); 1000],
    });
    vec![message; 40]
}

fn header() -> BlockHeader {
    BlockHeader {
        level: 1,
        proto: 1,
        predecessor: BlockHash([4; 32]),
        timestamp: Timestamp(0),
        validation_pass: 4,
        operations_hash: OperationListListHash([5; 32]),
        fitness: Default::default(),
        context: ContextHash([6; 32]),
        protocol_data: vec![7; 100].into(),
    }
}

fn operation(at: u8) -> RawOperation {
    RawOperation { branch: BlockHash([at; 32]), data: vec![at; 130].into() }
}

/// A peer and the node, after their handshake.
fn connected() -> (Session, Session) {
    let identities = [8, 9].map(|seed| Identity::new(CryptoBoxSecretKey::new([seed; 32]), Stamp([0; 24])));
    let config = Config { target: PowTarget::from_bits(0), ..Config::default() };
    let [theirs, ours] = &identities;
    let mut peer = Session::new(Role::Initiator, theirs, config.clone());
    let mut node = Session::new(Role::Responder, ours, Config { allowance: Some(allowance()), ..config });
    let hello = |identity: &Identity| ConnectionMessage {
        port: 9732,
        public_key: *identity.public_key(),
        proof_of_work_stamp: *identity.proof_of_work_stamp(),
        message_nonce: [0; 24],
        version: NetworkVersion { chain_name: "TEZOS".into(), distributed_db_version: 0, p2p_version: 1 },
    };
    let metadata = ConnectionMetadata { disable_mempool: false, private_node: false }.to_bytes().unwrap();
    let ack = Ack::Ack.to_bytes().unwrap();
    let from_peer = peer.connection(&hello(theirs).to_bytes().unwrap()).unwrap();
    let from_node = node.connection(&hello(ours).to_bytes().unwrap()).unwrap();
    peer.feed(&from_node);
    node.feed(&from_peer);
    for is_peer in [true, false] {
        let (sender, receiver) = if is_peer { (&mut peer, &mut node) } else { (&mut node, &mut peer) };
        while sender.next_event().unwrap().is_some() {}
        receiver.feed(&sender.metadata(&metadata).unwrap());
        receiver.feed(&sender.ack(&ack).unwrap());
        while receiver.next_event().unwrap().is_some() {}
    }
    (peer, node)
}
