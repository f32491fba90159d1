//! A session between two DAL nodes.

use crate::common::peers::{Owned, connected, connection_message, events, identity};
use tezos_encoding::{Decode, Encode, Tagged};
use tezos_messages::{
    DalCommitment,
    dal::{
        DalMetadata, DalPeerMessage, GossipMessage, IHave, MessageId, MessageWithHeader, Prune, PxPeer, Span, Topic,
        session_config,
    },
    handshake::P2pAddress,
    hash::PeerId,
    identity::PowTarget,
    p2p::Swap,
    point::Point,
    session::{Config, Role, Session, SessionError, chunk::frame},
};

fn config() -> Config {
    Config { target: PowTarget::from_bits(0), ..session_config() }
}

/// Returns a message of every kind.
fn messages() -> Vec<DalPeerMessage> {
    let point = Point { addr: std::net::Ipv6Addr::LOCALHOST, port: 11732 };
    let swap = Swap { point, peer_id: PeerId([7; 16]) };
    let (topic, commitment) = (Topic::PING, DalCommitment([9; 48]));
    let id = MessageId { level: 7, slot_index: 0, commitment, shard_index: 511, pkh: topic.pkh };
    let ids = vec![id; 3000];
    let message = GossipMessage { share: Vec::new(), shard_proof: commitment };
    vec![
        DalPeerMessage::Bootstrap,
        DalPeerMessage::Advertise(vec![point]),
        DalPeerMessage::SwapRequest(swap.clone()),
        DalPeerMessage::SwapAck(swap),
        DalPeerMessage::Graft(topic),
        DalPeerMessage::Prune(Prune {
            topic,
            px: vec![PxPeer { maybe_reachable_point: point, peer: PeerId([7; 16]) }],
            backoff: Span { span: 60 },
        }),
        // This message takes several chunks.
        DalPeerMessage::IHave(IHave { topic, message_ids: ids.clone() }),
        DalPeerMessage::IWant(ids),
        DalPeerMessage::Subscribe(topic),
        DalPeerMessage::Unsubscribe(topic),
        DalPeerMessage::MessageWithHeader(MessageWithHeader { message, topic, message_id: id }),
        DalPeerMessage::Disconnect,
    ]
}

/// Sends the metadata and an ack of one side to the other.
fn greet(from: &mut Session, to: &mut Session, metadata: &DalMetadata) {
    let metadata = metadata.to_bytes().unwrap();
    to.feed(&[from.metadata(&metadata).unwrap(), from.ack(&[0]).unwrap()].concat());
    assert_eq!(events(to), Ok(vec![Owned::Metadata(metadata), Owned::Ack(vec![0])]));
}

#[test]
fn two_nodes_exchange_every_kind_of_message() {
    let (mut one, mut other) = connected(config());
    let reachable = DalMetadata {
        advertised_net_addr: Some(P2pAddress([0x20; 16])),
        advertised_net_port: Some(11732),
        is_bootstrap_peer: true,
    };
    greet(&mut one, &mut other, &DalMetadata::default());
    greet(&mut other, &mut one, &reachable);
    let kinds = messages().iter().map(Tagged::tag).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(kinds.len(), DalPeerMessage::CASES.len());
    for message in messages() {
        let bytes = message.to_bytes().unwrap();
        for from_one in [true, false] {
            let (from, to) = if from_one { (&mut one, &mut other) } else { (&mut other, &mut one) };
            to.feed(&from.message(&bytes).unwrap());
            let received = events(to).unwrap();
            let [Owned::Message(received)] = received.as_slice() else { panic!("{received:?}") };
            assert_eq!(DalPeerMessage::from_bytes(received).as_ref(), Ok(&message));
        }
    }
    assert_eq!([one.finish(), other.finish()], [Ok(()), Ok(())]);
}

#[test]
fn a_node_of_the_chain_is_refused() {
    let expected = session_config().metadata_bytes;
    let (mut one, mut other) = connected(Config { metadata_bytes: 2..=2, ..config() });
    assert_eq!(one.metadata(&[0; 3]), Err(SessionError::OurMetadata { length: 3, expected: 2..=2 }));
    let of_chain = one.metadata(&[0, 0]).unwrap();
    other.feed(&of_chain);
    assert_eq!(events(&mut other), Ok(vec![Owned::Metadata(vec![0, 0])]));

    let mut dal = Session::new(Role::Responder, &identity(2), config());
    dal.connection(&connection_message(&identity(2))).unwrap();
    dal.feed(&frame(&connection_message(&identity(1))).unwrap());
    dal.feed(&of_chain);
    assert!(matches!(dal.next_event(), Ok(Some(_))));
    assert_eq!(dal.next_event(), Err(SessionError::MetadataLength { length: 2, expected }));
}
