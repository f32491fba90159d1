//! Block headers: samples, the headers of two chains, hashes, votes, and refused input.

use std::collections::BTreeMap;

use serde_json::Value;
use tezos_encoding::{Decode, Encode};
use tezos_hashes::hash::{BlockHash, ChainId, OperationHash, OperationListHash, blake2b_256, blake2b_256_of};
use tezos_protocols::Protocol;
use tezos_protocols::chain::Round;
use tezos_protocols::header::{
    BlockHeader, FullHeader, HeaderContents, HeaderProtocolData, PerBlockVote, PerBlockVotes, ShellHeader,
    StandaloneContents, UnsignedHeader, Votes, payload_hash,
};

use crate::samples::{ALPHA, bytes, check_samples, lines, protocols, values_round_trip};

#[test]
fn samples_convert_in_both_directions() {
    check_samples::<FullHeader>("block_header", 3);
    check_samples::<UnsignedHeader>("block_header.unsigned", 3);
    check_samples::<BlockHeader>("block_header.raw", 1);
}

/// Returns the root of the Merkle tree over hashes.
pub(crate) fn root(operations: &[OperationHash]) -> OperationListHash {
    let mut level: Vec<_> = operations.iter().map(|hash| blake2b_256(hash.as_bytes())).collect();
    let Some(last) = level.last().copied() else { return OperationListHash(blake2b_256(&[])) };
    level.resize(level.len().next_power_of_two(), last);
    while level.len() > 1 {
        level = level.chunks(2).map(|pair| blake2b_256_of(&[&pair[0], &pair[1]])).collect();
    }
    OperationListHash(level[0])
}

#[test]
fn headers_of_two_chains_round_trip() {
    let mut found = BTreeMap::new();
    for block in lines("data/blocks_carthage/blocks.jsonl").iter().chain(&lines("data/blocks_mainnet/blocks.jsonl")) {
        let header = bytes(block, "header");
        let chain = ChainId::try_from(&bytes(block, "chain_id")[..]).unwrap();
        let hash = BlockHash::try_from(&bytes(block, "hash")[..]).unwrap();
        let raw = BlockHeader::from_bytes(&header).unwrap();
        let protocol = Protocol::of_proto_level(chain, raw.proto).unwrap_or(Protocol::Carthage);
        *found.entry(protocol.number()).or_insert(0) += 1;
        let full: FullHeader = protocol.decode(&header).unwrap();
        assert_eq!(Protocol::after(chain, &full.shell), Protocol::of_proto_level(chain, raw.proto));
        assert_eq!(protocol.encode(&full).unwrap(), header, "{hash}");
        assert_eq!(full.hash(protocol).unwrap(), hash);
        assert_eq!(protocol.view::<FullHeader>(&header).unwrap().to_owned().unwrap(), full);
        let json = protocol.to_json(&full).unwrap();
        assert_eq!(protocol.from_json::<FullHeader>(&json).unwrap(), full, "{json}");
        let data: HeaderProtocolData = protocol.decode(&raw.protocol_data).unwrap();
        assert_eq!((data.contents, &data.signature), (full.contents, &full.signature));
        assert_eq!(ShellHeader::from(raw.clone()), full.shell);
        let unsigned = UnsignedHeader { shell: full.shell, contents: full.contents };
        let signed = unsigned.preimage(protocol, chain).unwrap();
        let watermark = if protocol < Protocol::Ithaca { 1 } else { 0x11 };
        assert_eq!((signed[0], &signed[1..5]), (watermark, &chain.as_bytes()[..]));
        assert_eq!(signed[5..], header[..header.len() - 64]);
        if let Some(expected) = full.contents.payload_hash {
            let lists = block["operations"].as_array().unwrap()[1..].iter();
            let operations: Vec<_> = lists.flat_map(|list| list.as_array().unwrap()).map(operation_hash).collect();
            let round = full.contents.payload_round.unwrap();
            assert_eq!(payload_hash(&raw.predecessor, round, &root(&operations)), expected, "{hash}");
        }
    }
    assert!(found.is_empty() || found == BTreeMap::from([(6, 661), (12, 3), (13, 2), (14, 1)]), "{found:?}");
}

fn operation_hash(hex_text: &Value) -> OperationHash {
    OperationHash(blake2b_256(&hex::decode(hex_text.as_str().unwrap()).unwrap()))
}

/// Returns contents of a protocol with these votes.
fn contents(protocol: Protocol, votes: Votes) -> StandaloneContents {
    let mut contents = HeaderContents::new(tezos_hashes::protocol::BlockPayloadHash([7; 32]), Round(1), [8; 8], votes);
    if protocol < Protocol::Ithaca {
        (contents.priority, contents.payload_hash, contents.payload_round) = (Some(2), None, None);
    }
    StandaloneContents(contents)
}

#[test]
fn votes_are_one_byte_and_fields_in_json() {
    let [on, off, pass] = [PerBlockVote::On, PerBlockVote::Off, PerBlockVote::Pass];
    let none = Votes::default();
    let both = |liquidity_baking_vote, adaptive_issuance_vote| {
        Votes::from(PerBlockVotes { liquidity_baking_vote, adaptive_issuance_vote })
    };
    let mut escape = none;
    escape.liquidity_baking_escape_vote = Some(true);
    let toggle = |vote| {
        let mut votes = none;
        votes.liquidity_baking_toggle_vote = Some(vote);
        votes
    };
    let json = "liquidity_baking_toggle_vote";
    for (revisions, votes, byte, text) in [
        (5..=9, none, None, String::new()),
        (10..=12, escape, Some(0xff), r#","liquidity_baking_escape_vote":true"#.into()),
        (13..=17, toggle(pass), Some(2), format!(r#","{json}":"pass""#)),
        (18..=23, both(off, pass), Some(0b1001), format!(r#","{json}":"off","adaptive_issuance_vote":"pass""#)),
        (18..=23, both(pass, on), Some(0b0010), format!(r#","{json}":"pass","adaptive_issuance_vote":"on""#)),
        (24..=ALPHA, Votes::from(off), Some(1), format!(r#","{json}":"off""#)),
    ] {
        for protocol in protocols(revisions) {
            let contents = contents(protocol, votes);
            let bytes = protocol.encode(&contents).unwrap();
            let before = if protocol < Protocol::Ithaca { 2 + 8 + 1 } else { 32 + 4 + 8 + 1 };
            assert_eq!((bytes.len() - before, bytes.get(before)), (byte.iter().count(), byte.as_ref()), "{protocol}");
            assert_eq!(protocol.decode::<StandaloneContents>(&bytes).unwrap(), contents);
            let printed = protocol.to_json(&contents).unwrap();
            assert_eq!(
                printed.split_once(r#""proof_of_work_nonce":"0808080808080808""#).unwrap().1,
                format!("{text}}}")
            );
            assert_eq!(protocol.from_json::<StandaloneContents>(&printed).unwrap(), contents);
        }
    }
    assert_eq!(both(off, pass).on_liquidity_baking(), Some(off));
    assert_eq!(Votes::from(pass).on_liquidity_baking(), toggle(pass).on_liquidity_baking());
    let refused = [(13, 3), (13, 0xff), (18, 3), (18, 0b1100), (18, 16), (24, 3), (24, 4)];
    for (number, byte) in refused {
        let protocol: Protocol = number.to_string().parse().unwrap();
        let votes = if number == 13 {
            toggle(on)
        } else if number == 18 {
            both(on, on)
        } else {
            Votes::from(on)
        };
        let mut bytes = protocol.encode(&contents(protocol, votes)).unwrap();
        *bytes.last_mut().unwrap() = byte;
        assert!(protocol.decode::<StandaloneContents>(&bytes).is_err(), "{protocol}: {byte}");
    }
}

/// The expected value is that of `hashlib` of Python: the predecessor, the round as four bytes, the root of the operations.
#[test]
fn the_hash_of_a_payload_is_that_of_its_parts() {
    let hash = payload_hash(&BlockHash([7; 32]), Round(5), &OperationListHash([8; 32]));
    assert_eq!(hex::encode(hash.0), "8bb5dda197ba6ae45d20708ed357b3ca2277762233df040ee249207631ef48e0");
}

#[test]
fn rounds_are_not_negative() {
    let error = Round::from_bytes(&[0xff; 4]).unwrap_err();
    assert_eq!(error.kind().name(), "User_invariant_guard");
    assert!(Round(-1).to_bytes().is_err());
}

#[test]
fn mainnet_names_its_protocols_by_number() {
    let mainnet: ChainId = "NetXdQprcVkpaWU".parse().unwrap();
    for (level, expected) in [
        (0, Some(Protocol::Genesis)),
        (1, Some(Protocol::PtCJ7pwo)),
        (4, Some(Protocol::Athens)),
        (5, Some(Protocol::Babylon)),
        (25, Some(Protocol::Ushuaia)),
        (26, None),
    ] {
        assert_eq!(Protocol::of_proto_level(mainnet, level), expected);
    }
    assert_eq!(Protocol::of_proto_level(ChainId([0; 4]), 12), None);
    // The first levels, and blocks of the shared data.
    for (level, expected) in [
        (0, None),
        (1, Some(Protocol::Genesis)),
        (2, Some(Protocol::PtCJ7pwo)),
        (28_082, Some(Protocol::PtCJ7pwo)),
        (28_083, Some(Protocol::PsYLVpVv)),
        (204_762, Some(Protocol::PsddFKi3)),
        (2_244_610, Some(Protocol::Ithaca)),
        (2_736_129, Some(Protocol::Kathmandu)),
        (2_981_888, Some(Protocol::Kathmandu)),
        (2_981_889, Some(Protocol::Lima)),
        (5_898_241, Some(Protocol::ParisB)),
        (11_640_288, Some(Protocol::Seoul)),
        (11_640_289, None),
        (i32::MAX, None),
        (-1, None),
    ] {
        assert_eq!(Protocol::of_level(mainnet, level), expected, "{level}");
    }
    assert_eq!(Protocol::of_level(ChainId([0; 4]), 12), None);
    assert!(Protocol::ALL.iter().filter_map(|protocol| protocol.first_level()).is_sorted());
}

#[test]
fn values_of_every_protocol_round_trip() {
    // Values generated from the schema have signatures of any protocol, so types with signatures are tested in the newest ones.
    values_round_trip::<FullHeader>("block_header", 25..=ALPHA);
    values_round_trip::<StandaloneContents>("block_header.contents", 1..=ALPHA);
    values_round_trip::<HeaderProtocolData>("block_header.protocol_data", 25..=ALPHA);
    values_round_trip::<ShellHeader>("block_header.shell_header", 1..=ALPHA);
    values_round_trip::<UnsignedHeader>("block_header.unsigned", 1..=ALPHA);
}
