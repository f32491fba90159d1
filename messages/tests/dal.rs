//! The messages between DAL nodes. Their bytes and JSON were written by hand after the sources of the reference, which has no vectors
//! of them. Only the shard is from the reference.

use std::fmt::Debug;
use std::net::Ipv6Addr;

use crate::common::{bytes, frame, lines, shared, sized, unhex};
use tezos_encoding::{Decode, Encode, FromJson, HasEncoding, ToJson, Validate, View};
use tezos_messages::DalCommitment;
use tezos_messages::dal::{
    DalMetadata, DalPeerMessage, Gossip, GossipMessage, IHave, MessageId, MessageWithHeader, Prune, PxPeer, Scalar,
    Span, Topic, network_version,
};
use tezos_messages::hash::PeerId;
use tezos_messages::limits::{DAL_MESSAGE_IDS_MAX_ITEMS, DAL_PX_MAX_ITEMS};
use tezos_messages::p2p;
use tezos_messages::point::Point;

/// The public key hash of a baker, as text and as bytes with the tag, from a sample of Octez's operations.
const BAKER: (&str, &str) = ("tz4MvCEiLgK6vYRSkug9Nz64UNTbT4McNq8m", "038da4c2c8975ce0aac74c7168b52ee994993e56fe");
/// A point of G1, as text and as bytes, from another sample.
const COMMITMENT: (&str, &str) = (
    "sh1zFuLSsa59HwTh84ZvxceyJzrAJsbr6ZMYjfpUhoy72faAmiZZscjhtmwaCjhrPCwR8iaeah",
    "97db1716b368142f6fce106366e465ed264996cd51428c2f51f0eaaa3c7708730f54cb6043059c49752c2c2dd025b589",
);

const PEER: PxPeer =
    PxPeer { maybe_reachable_point: Point { addr: Ipv6Addr::LOCALHOST, port: 80 }, peer: PeerId([9; 16]) };
const PEER_BYTES: usize = 4 + 8 + 16;

fn topic() -> Topic {
    Topic { slot_index: 31, pkh: BAKER.0.parse().unwrap() }
}

fn message_id() -> MessageId {
    let commitment: DalCommitment = COMMITMENT.0.parse().unwrap();
    MessageId { level: 0x0102_0304, slot_index: 31, commitment, shard_index: 511, pkh: topic().pkh }
}

/// Returns the bytes of `message_id()` in hexadecimal.
fn message_id_hex() -> String {
    format!("010203041f{}01ff{}", COMMITMENT.1, BAKER.1)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Checks that the value has these bytes and this JSON, in both directions, and that no other length of the bytes is accepted.
#[track_caller]
fn both<T>(value: &T, bytes: &[u8], json: &str)
where
    T: Encode + for<'a> Decode<'a> + View + ToJson + FromJson + PartialEq + Debug,
{
    assert_eq!(hex(&value.to_bytes().unwrap()), hex(bytes));
    assert_eq!(T::from_canonical_bytes(bytes).unwrap(), *value);
    assert_eq!(T::validate(bytes), Ok(()));
    assert_eq!(value.to_json().unwrap(), json);
    assert_eq!(T::from_json(json).unwrap(), *value);
    for end in 0..bytes.len() {
        assert!(T::from_bytes(&bytes[..end]).unwrap_err().is_incomplete(), "{end} bytes");
    }
    assert!(T::from_bytes(&[bytes, &[0]].concat()).is_err());
}

/// Checks each kind of message, between peers (with size prefix) and in the registry (without), with its bytes and its JSON.
#[test]
fn every_kind_has_its_bytes_and_json() {
    let topic_hex = format!("1f{}", BAKER.1);
    let topic_json = format!(r#"{{"slot_index":31,"pkh":"{}"}}"#, BAKER.0);
    let id_hex = message_id_hex();
    let id_json = format!(
        r#"{{"level":16909060,"slot_index":31,"commitment":"{}","shard_index":511,"pkh":"{}"}}"#,
        COMMITMENT.0, BAKER.0
    );
    let share = [0, 1].map(|first| {
        let mut bytes = [0; 32];
        bytes[0] = first;
        Scalar::try_from(bytes).unwrap()
    });
    let (zero, one) = ("00".repeat(32), format!("01{}", "00".repeat(31)));
    let proof = message_id().commitment;
    let prune = || Prune { topic: topic(), px: vec![PEER], backoff: Span { span: -2 } };
    let ihave = || IHave { topic: topic(), message_ids: vec![message_id(); 2] };
    let shard = || MessageWithHeader {
        message: GossipMessage { share: share.to_vec(), shard_proof: proof },
        topic: topic(),
        message_id: message_id(),
    };
    let point = format!("00000008{}", hex(b"[::1]:80"));
    let table = [
        (
            0x10,
            DalPeerMessage::Graft(topic()),
            Gossip::Graft(topic()),
            topic_hex.clone(),
            format!(r#"{{"kind":"graft","topic":{topic_json}}}"#),
        ),
        (
            0x11,
            DalPeerMessage::Prune(prune()),
            Gossip::Prune(prune()),
            format!("{topic_hex}0000001c{point}{}fffe", "09".repeat(16)),
            format!(
                r#"{{"kind":"prune","topic":{topic_json},"px":[{{"maybe_reachable_point":"[::1]:80","peer":"{}"}}],"backoff":{{"span":-2}}}}"#,
                PEER.peer
            ),
        ),
        (
            0x12,
            DalPeerMessage::IHave(ihave()),
            Gossip::IHave(ihave()),
            format!("{topic_hex}00000098{id_hex}{id_hex}"),
            format!(r#"{{"kind":"ihave","topic":{topic_json},"message_ids":[{id_json},{id_json}]}}"#),
        ),
        (
            0x13,
            DalPeerMessage::IWant(vec![message_id()]),
            Gossip::IWant(vec![message_id()]),
            format!("0000004c{id_hex}"),
            format!(r#"{{"kind":"iwant","message_ids":[{id_json}]}}"#),
        ),
        (
            0x14,
            DalPeerMessage::Subscribe(Topic::PING),
            Gossip::Subscribe(Topic::PING),
            "00".repeat(22),
            r#"{"kind":"subscribe","topic":{"slot_index":0,"pkh":"tz1Ke2h7sDdakHJQh8WX4Z372du1KChsksyU"}}"#.to_owned(),
        ),
        (
            0x15,
            DalPeerMessage::Unsubscribe(topic()),
            Gossip::Unsubscribe(topic()),
            topic_hex.clone(),
            format!(r#"{{"kind":"unsubscribe","topic":{topic_json}}}"#),
        ),
        (
            0x16,
            DalPeerMessage::MessageWithHeader(shard()),
            Gossip::MessageWithHeader(shard()),
            format!("00000040{zero}{one}{}{topic_hex}{id_hex}", COMMITMENT.1),
            format!(
                r#"{{"kind":"message_with_header","message":{{"share":["{zero}","{one}"],"shard_proof":"{}"}},"topic":{topic_json},"message_id":{id_json}}}"#,
                COMMITMENT.0
            ),
        ),
    ];
    for (tag, of_peers, gossip, body, json) in table {
        let body = unhex(&body);
        both(&of_peers, &frame(tag, &body), &json);
        both(&gossip, &[&tag.to_be_bytes()[1..], &body].concat(), &json);
    }
    assert_eq!(message_id().topic(), topic());
}

/// Samples of Octez's operations contain a shard with its proof, which is encoded like a [`Message`]. Its fields have other names in JSON.
#[test]
fn shards_of_octez_are_messages() {
    let Some(samples) = shared("data/octez_encoding_samples/samples.jsonl") else { return };
    let mut shards = 0;
    for sample in lines(&samples) {
        let Some(evidence) = sample.pointer("/json/contents/0/shard_with_proof") else { continue };
        let share = evidence["shard"][1].as_array().unwrap();
        let (proof, hex) = (evidence["proof"].as_str().unwrap(), share[0].as_str().unwrap());
        let input = bytes(&sample, "hex");
        let first = unhex(hex);
        let at = input.windows(first.len()).position(|window| window == first).unwrap() - 4;
        let input = &input[at..at + 4 + 32 * share.len() + 48];
        let json = format!(r#"{{"share":{},"shard_proof":"{proof}"}}"#, evidence["shard"][1]);
        both(&GossipMessage::from_bytes(input).unwrap(), input, &json);
        shards += 1;
    }
    assert!(shards > 0, "the samples have no shard");
}

/// Messages of the underlying peer layer have the same bytes and JSON as those between nodes of the chain.
#[test]
fn messages_of_the_peer_layer_equal_those_of_the_chain() {
    let swap = p2p::Swap { point: PEER.maybe_reachable_point, peer_id: PEER.peer };
    let points = vec![PEER.maybe_reachable_point];
    for (ours, theirs) in [
        (DalPeerMessage::Disconnect, p2p::PeerMessage::Disconnect),
        (DalPeerMessage::Bootstrap, p2p::PeerMessage::Bootstrap),
        (DalPeerMessage::Advertise(points.clone()), p2p::PeerMessage::Advertise(points)),
        (DalPeerMessage::SwapRequest(swap.clone()), p2p::PeerMessage::SwapRequest(swap.clone())),
        (DalPeerMessage::SwapAck(swap.clone()), p2p::PeerMessage::SwapAck(swap)),
    ] {
        assert_eq!(ours.to_bytes().unwrap(), theirs.to_bytes().unwrap());
        assert_eq!(ours.to_json().unwrap(), theirs.to_json().unwrap());
        assert_eq!(DalPeerMessage::from_bytes(&ours.to_bytes().unwrap()).unwrap(), ours);
    }
}

#[test]
fn messages_of_the_handshake_have_their_bytes_and_json() {
    let version = network_version("TEZOS_MAINNET");
    both(
        &version,
        &[&sized(b"DAL_TEZOS_MAINNET")[..], &[0, 0, 0, 1]].concat(),
        r#"{"chain_name":"DAL_TEZOS_MAINNET","distributed_db_version":0,"p2p_version":1}"#,
    );
    both(&DalMetadata::default(), &[0, 0, 0], r#"{"is_bootstrap_peer":false}"#);
    let metadata = DalMetadata {
        advertised_net_addr: Some(Ipv6Addr::LOCALHOST.into()),
        advertised_net_port: Some(11732),
        is_bootstrap_peer: true,
    };
    let bytes = unhex(&format!("ff00000010{:032x}ff2dd4ff", 1));
    let json = r#"{"advertised_net_addr":"::1","advertised_net_port":11732,"is_bootstrap_peer":true}"#;
    both(&metadata, &bytes, json);
}

/// Checks each list at its maximum length and one element beyond it, reading and writing.
#[test]
fn lists_beyond_their_limit_are_refused() {
    type Build = fn(usize) -> DalPeerMessage;
    let lists: [(Build, usize, usize); 3] = [
        (
            |count| {
                DalPeerMessage::Prune(Prune { topic: Topic::PING, px: vec![PEER; count], backoff: Span { span: 1 } })
            },
            DAL_PX_MAX_ITEMS,
            PEER_BYTES,
        ),
        (
            |count| DalPeerMessage::IHave(IHave { topic: Topic::PING, message_ids: vec![message_id(); count] }),
            DAL_MESSAGE_IDS_MAX_ITEMS,
            76,
        ),
        (|count| DalPeerMessage::IWant(vec![message_id(); count]), DAL_MESSAGE_IDS_MAX_ITEMS, 76),
    ];
    assert_eq!(lists.map(|(_, most, _)| most), [16, 5000, 5000]);
    for (build, most, item) in lists {
        let mut bytes = build(most).to_bytes().unwrap();
        assert_eq!(DalPeerMessage::from_bytes(&bytes).unwrap(), build(most));
        assert_eq!(build(most + 1).to_bytes().unwrap_err().kind().name(), "List_invalid_length");
        // Adds an element to the bytes. The list follows the topic, if the message has one, and starts with its size prefix.
        let list = if matches!(build(0), DalPeerMessage::IWant(_)) { 6 } else { 28 };
        let first = bytes[list + 4..list + 4 + item].to_vec();
        for at in [0, list] {
            let size = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) + u32::try_from(item).unwrap();
            bytes[at..at + 4].copy_from_slice(&size.to_be_bytes());
        }
        bytes.splice(list + 4..list + 4, first);
        assert_eq!(DalPeerMessage::from_bytes(&bytes).unwrap_err().kind().name(), "List_too_long");
    }
}

#[test]
fn invalid_messages_are_refused() {
    let shard = |scalar: &[u8]| frame(0x16, &[&sized(scalar)[..], &[0; 48 + 22 + 76]].concat());
    assert!(DalPeerMessage::from_bytes(&shard(&[])).is_ok());
    let table = [
        (frame(0x17, &[]), "Unexpected_tag"),
        (frame(0x10, &[&[0, 5][..], &[0; 20]].concat()), "Unexpected_tag"),
        (shard(&Scalar::ORDER), "Exception_raised_in_user_function"),
        (shard(&[0; 33]), "Not_enough_data"),
        (frame(0x10, &[0; 23]), "Extra_bytes"),
    ];
    for (bytes, kind) in table {
        let error = DalPeerMessage::from_bytes(&bytes).unwrap_err();
        assert_eq!(error.kind().name(), kind, "{error}");
    }
    for (bytes, kind) in
        [(&[0, 0][..], "Not_enough_data"), (&[255, 0, 0, 0, 0, 0, 0], "Exception_raised_in_user_function")]
    {
        assert_eq!(DalMetadata::from_bytes(bytes).unwrap_err().kind().name(), kind);
    }
    let size = DalPeerMessage::ENCODING.size();
    assert_eq!((size.least, size.most), (6, Some(104_857_600)));
}
