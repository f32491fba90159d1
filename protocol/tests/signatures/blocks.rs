//! The signatures of operations and headers in blocks of two chains.

use std::collections::BTreeMap;

use serde_json::Value;
use tezos_encoding::Decode;
use tezos_hashes::hash::ChainId;
use tezos_hashes::keys::verify::VerifyError;
use tezos_hashes::keys::{PublicKey, PublicKeyHash, Signature};
use tezos_protocols::Protocol;
use tezos_protocols::header::{BlockHeader, FullHeader};
use tezos_protocols::operation::{Contents, Operation};
use tezos_protocols::verify::SignatureError;

use crate::samples::{bytes, lines};

/// A block of the data, decoded.
struct Block {
    protocol: Protocol,
    chain: ChainId,
    header: FullHeader,
    operations: Vec<Operation>,
}

fn blocks() -> impl Iterator<Item = Block> {
    ["data/blocks_carthage/blocks.jsonl", "data/blocks_mainnet/blocks.jsonl"].into_iter().flat_map(lines).map(|line| {
        let header = bytes(&line, "header");
        let chain = ChainId::try_from(&bytes(&line, "chain_id")[..]).unwrap();
        let proto = BlockHeader::from_bytes(&header).unwrap().proto;
        let protocol = Protocol::of_proto_level(chain, proto).unwrap_or(Protocol::Carthage);
        let operations = line["operations"].as_array().unwrap().iter().flat_map(|list| list.as_array().unwrap());
        let operation = |text: &Value| protocol.decode(&hex::decode(text.as_str().unwrap()).unwrap()).unwrap();
        let operations = operations.map(operation).collect();
        Block { protocol, chain, header: protocol.decode(&header).unwrap(), operations }
    })
}

const MISMATCH: Result<(), SignatureError> = Err(SignatureError::Verify(VerifyError::Mismatch));

/// Keys of mainnet: two of bakers, then two of other accounts.
const KEYS: [&str; 4] = [
    "p2pk67wVncLFS1DQDm2gVR45sYCzQSXTtqn3bviNYXVCq6WRoqtxHXL",
    "sppk7cwkTzCPptCSxSTvGNg4uqVcuTbyWooLnJp4yxJNH5DReUGxYvs",
    "sppk7bcjabZDGVXTggB85namevUtwL1Bsu4TP2YP4bQHebLeHa2rWvF",
    "sppk7bnENb4om6WuC56LghQaqtdSzbxGidnGWLryhiKYh4LKdeEX3xg",
];

#[test]
fn operations_of_accounts_with_known_keys_are_verified() {
    let mut keys: BTreeMap<PublicKeyHash, PublicKey> = BTreeMap::new();
    for key in KEYS {
        let key: PublicKey = key.parse().unwrap();
        keys.insert(key.hash(), key);
    }
    let mut counts = BTreeMap::new();
    for Block { protocol, chain, operations, .. } in blocks() {
        for operation in operations {
            let source = match &operation.protocol_data.contents[0] {
                Contents::Reveal(reveal) => {
                    keys.insert(reveal.source, reveal.operation.public_key.clone());
                    reveal.source
                }
                Contents::Transaction(transaction) => transaction.source,
                _ => continue,
            };
            let Some(key) = keys.get(&source) else { continue };
            assert_eq!(operation.verify(protocol, chain, key), Ok(()), "{operation:?}");
            *counts.entry((protocol, key.kind().letters)).or_insert(0) += 1;

            let other = keys.values().find(|other| *other != key && other.kind() == key.kind());
            assert_eq!(other.map_or(MISMATCH, |other| operation.verify(protocol, chain, other)), MISMATCH);
            let mut changed = operation.clone();
            changed.branch.0[0] ^= 1;
            assert_eq!(changed.verify(protocol, chain, key), MISMATCH);
            changed.protocol_data.signature = Signature::try_from(&[0; 64][..]).unwrap();
            assert_eq!(changed.verify(protocol, chain, key), Err(SignatureError::Missing));
        }
    }
    let expected =
        [((Protocol::Carthage, "edpk"), 64), ((Protocol::Ithaca, "sppk"), 2), ((Protocol::Jakarta, "sppk"), 1)];
    assert!(counts.is_empty() || counts == BTreeMap::from(expected), "{counts:?}");
}

#[test]
fn endorsements_and_headers_of_bakers_with_known_keys_are_verified() {
    let bakers = [KEYS[0], KEYS[1]].map(|key| key.parse::<PublicKey>().unwrap());
    let mut counts = BTreeMap::new();
    for Block { protocol, chain, header, operations } in blocks().filter(|block| block.protocol >= Protocol::Ithaca) {
        for baker in &bakers {
            let endorsed = operations.iter().filter(|operation| {
                matches!(operation.protocol_data.contents[0], Contents::Endorsement(_))
                    && operation.verify(protocol, chain, baker).is_ok()
            });
            *counts.entry((protocol, "endorsements")).or_insert(0) += endorsed.count();
            let baked = header.verify(protocol, chain, baker);
            if baked.is_ok() {
                *counts.entry((protocol, "headers")).or_insert(0) += 1;
                assert_eq!(header.verify(protocol, ChainId([7; 4]), baker), MISMATCH);
                assert!(header.verify(Protocol::Hangzhou, chain, baker).is_err());
            }
        }
    }
    let ithaca = [((Protocol::Ithaca, "endorsements"), 6), ((Protocol::Ithaca, "headers"), 1)];
    let later = [((Protocol::Jakarta, "endorsements"), 4), ((Protocol::Kathmandu, "endorsements"), 0)];
    assert!(counts.is_empty() || counts == ithaca.into_iter().chain(later).collect(), "{counts:?}");
}

#[test]
fn reveals_of_samples_are_verified() {
    let (mut proofs, mut reveals) = (0, 0);
    for line in lines("data/octez_encoding_samples/samples.jsonl") {
        let Ok(operation) = Protocol::Seoul.decode::<Operation>(&bytes(&line, "hex")) else { continue };
        if line["encoding"] != "operation" {
            continue;
        }
        let Contents::Reveal(reveal) = &operation.protocol_data.contents[0] else { continue };
        let key = &reveal.operation.public_key;
        if let (PublicKey::Bls(key), Some(proof)) = (key, &reveal.operation.proof) {
            assert_eq!(key.verify_possession(proof), Ok(()), "only the proof is real in this sample");
            proofs += 1;
        } else {
            assert_eq!(operation.verify(Protocol::Seoul, ChainId([7; 4]), key), Ok(()), "the chain is not signed");
            reveals += 1;
        }
    }
    assert!((proofs, reveals) == (0, 0) || (proofs, reveals) == (1, 1), "{proofs} {reveals}");
}
