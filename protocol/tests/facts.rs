//! What depends on the protocol and not on a layout: watermarks, kinds of signatures, operations that stand together, names in JSON. The
//! expected values are those of `operation_repr.ml` and `entrypoint_repr.ml` of each protocol.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use serde_json::{Value, json};
use tezos_encoding::schema::{self, generate};
use tezos_encoding::{BinWriter, Encode, HasEncoding, NomReader, Revision, Tagged, View};
use tezos_hashes::hash::{BlockHash, ChainId, ProtocolHash};
use tezos_hashes::keys::{
    BlsPublicKeyHash, BlsSignature, GenericSignature, Mldsa44Signature, PublicKeyHash, Signature,
};
use tezos_protocols::Protocol;
use tezos_protocols::chain::Round;
use tezos_protocols::header::{FullHeader, HeaderContents, PerBlockVote, PerBlockVotes, Votes};
use tezos_protocols::operation::{
    Contents, ContentsList, Entrypoint, Operation, OperationProtocolData, Transaction, Unsigned,
};
use tezos_protocols::receipt::ContentsAndResult;

use crate::samples::{ALPHA, cases, check, protocols};

const CHAIN: ChainId = ChainId([1, 2, 3, 4]);
const BRANCH: [u8; 32] = [9; 32];

/// The operations that are not signed with the generic watermark, by the name of their case.
const WATERMARKS: [(&str, RangeInclusive<u8>, u8); 9] = [
    ("Endorsement", 4..=11, 0x02),
    ("Preendorsement", 12..=18, 0x12),
    ("Endorsement", 12..=18, 0x13),
    ("Dal_slot_availability", 14..=15, 0x13),
    ("Dal_attestation", 16..=17, 0x13),
    ("Dal_attestation", 18..=18, 0x14),
    ("Preattestation", 19..=ALPHA, 0x12),
    ("Attestation", 19..=ALPHA, 0x13),
    ("Attestation_with_dal", 19..=ALPHA, 0x13),
];

#[test]
fn every_kind_of_operation_is_signed_with_its_watermark() {
    for protocol in protocols(4..=ALPHA) {
        for (case, contents) in cases::<Contents>(protocol) {
            let unsigned: Unsigned = protocol.decode(&[&BRANCH[..], &contents].concat()).unwrap();
            let found = WATERMARKS
                .iter()
                .find(|(title, revisions, _)| *title == case.title && revisions.contains(&(protocol as u8)));
            let watermark = |tag: Option<u8>| match tag {
                Some(tag) => [&[tag][..], CHAIN.as_bytes()].concat(),
                None => vec![3],
            };
            let name = format!("{} in {protocol}", case.title);
            let expected = [watermark(found.map(|row| row.2)), protocol.encode(&unsigned).unwrap()].concat();
            assert_eq!(unsigned.preimage(protocol, CHAIN).unwrap(), expected, "{name}");
            if protocol >= Protocol::Seoul {
                let aggregate = match case.title {
                    "Preattestations_aggregate" => Some(0x12),
                    "Attestations_aggregate" => Some(0x13),
                    _ => found.map(|row| row.2),
                };
                let (message, bls_mode) = (unsigned.bls_mode().preimage(protocol, CHAIN).unwrap(), unsigned.bls_mode());
                assert_eq!(message, [watermark(aggregate), protocol.encode(&bls_mode).unwrap()].concat(), "{name}");
            }
        }
    }
}

/// Returns signatures by the first protocol that has them.
fn signatures() -> [(u8, Signature); 3] {
    [
        (4, GenericSignature([7; 64]).into()),
        (16, BlsSignature([7; 96]).into()),
        (25, Mldsa44Signature([7; 2420]).into()),
    ]
}

/// Checks that the type reads and writes a value in the protocols from `since` on, and refuses it in others; and that the schema agrees.
fn since<T>(since: u8, protocol: Protocol, value: &T, bytes: &[u8])
where
    T: HasEncoding + BinWriter + View + for<'a> NomReader<'a> + PartialEq + Debug,
{
    let is_known = protocol as u8 >= since;
    let schema = schema::at(T::ENCODING, protocol.revision());
    assert_eq!(protocol.encode(value).ok().as_deref(), is_known.then_some(bytes), "{protocol}");
    assert_eq!(protocol.decode::<T>(bytes).ok().as_ref(), is_known.then_some(value), "{protocol}");
    assert_eq!(protocol.view::<T>(bytes).is_ok(), is_known, "{protocol}");
    assert_eq!(schema::decode(schema, bytes).is_ok(), is_known, "{protocol}");
}

#[test]
fn signatures_of_operations_begin_with_a_protocol() {
    let contents = [&[8][..], &[1; 100], &[2; 100]].concat();
    for protocol in protocols(14..=ALPHA) {
        for (first, signature) in signatures() {
            let contents_read: Vec<Contents> = vec![protocol.decode(&contents).unwrap()];
            let protocol_data = OperationProtocolData { contents: contents_read, signature: signature.clone() };
            let operation = Operation { branch: BlockHash(BRANCH), protocol_data };
            let prefix = match signature.as_bytes().len() {
                64 => vec![],
                96 => [&[0xff, 3][..], &[7; 32]].concat(),
                _ => [&[0xff, 4][..], &[7; 2356]].concat(),
            };
            since(first, protocol, &operation, &[&BRANCH[..], &contents, &prefix, &[7; 64]].concat());
        }
    }
}

#[test]
fn headers_are_signed_by_the_keys_of_their_protocol() {
    for protocol in protocols(5..=ALPHA) {
        let generate = generate(schema::at(FullHeader::ENCODING, Protocol::Babylon.revision()));
        let bytes = generate.values(24).find_map(Result::ok).unwrap();
        let babylon: FullHeader = Protocol::Babylon.decode(&bytes).unwrap();
        let number = protocol as u8;
        let both =
            PerBlockVotes { liquidity_baking_vote: PerBlockVote::On, adaptive_issuance_vote: PerBlockVote::Pass };
        let mut votes = Votes::default();
        match number {
            10..=12 => votes.liquidity_baking_escape_vote = Some(true),
            13..=17 => votes.liquidity_baking_toggle_vote = Some(PerBlockVote::Off),
            18..=23 => votes = both.into(),
            24.. => votes = PerBlockVote::Pass.into(),
            _ => {}
        }
        let tenderbake = number >= 12;
        let nonce = babylon.contents.proof_of_work_nonce;
        let mut contents =
            HeaderContents::new(tezos_hashes::protocol::BlockPayloadHash([7; 32]), Round(1), nonce, votes);
        contents.seed_nonce_hash = babylon.contents.seed_nonce_hash;
        if !tenderbake {
            (contents.priority, contents.payload_hash, contents.payload_round) = (Some(1), None, None);
        }
        for (first, signature) in signatures() {
            let header = FullHeader { contents, signature: signature.clone(), ..babylon.clone() };
            let unsigned = protocol.encode(&header.unsigned()).unwrap();
            let watermark = if tenderbake { 0x11 } else { 0x01 };
            let message = [&[watermark][..], CHAIN.as_bytes(), &unsigned].concat();
            assert_eq!(header.unsigned().preimage(protocol, CHAIN).as_ref(), Ok(&message), "{protocol}");
            since(first, protocol, &header, &[&unsigned, signature.as_bytes()].concat());
        }
    }
}

/// Only manager operations stand beside others. The kinds below are not manager operations.
#[test]
fn only_manager_operations_stand_together() {
    const ALONE: [&str; 24] = [
        "Endorsement",
        "Seed_nonce_revelation",
        "Double_endorsement_evidence",
        "Double_attestation_evidence",
        "Double_consensus_operation_evidence",
        "Double_baking_evidence",
        "Activate_account",
        "Proposals",
        "Ballot",
        "Double_preendorsement_evidence",
        "Double_preattestation_evidence",
        "Vdf_revelation",
        "Drain_delegate",
        "Endorsement_with_slot",
        "Failing_noop",
        "Preendorsement",
        "Preattestation",
        "Attestation",
        "Dal_slot_availability",
        "Dal_attestation",
        "Attestation_with_dal",
        "Dal_entrapment_evidence",
        "Preattestations_aggregate",
        "Attestations_aggregate",
    ];
    for protocol in protocols(4..=ALPHA) {
        let all = cases::<Contents>(protocol);
        let (_, delegation) = all.iter().find(|(case, _)| case.title == "Delegation").unwrap();
        let schema = schema::at(ContentsList::ENCODING, protocol.revision());
        for (case, one) in &all {
            for (list, is_accepted) in [
                (vec![one], true),
                (vec![one, one], !ALONE.contains(&case.title)),
                (vec![delegation, one], !ALONE.contains(&case.title)),
                (vec![one, delegation, delegation], !ALONE.contains(&case.title)),
            ] {
                let name = format!("{} of {} in {protocol}", list.len(), case.title);
                let contents: Vec<_> = list.iter().map(|bytes| protocol.decode::<Contents>(bytes).unwrap()).collect();
                let bytes: Vec<u8> = list.into_iter().flatten().copied().collect();
                let signed = [&BRANCH[..], &bytes, &[7; 64]].concat();
                assert_eq!(protocol.decode::<ContentsList>(&bytes).is_ok(), is_accepted, "{name}");
                assert_eq!(schema::decode(schema, &bytes).is_ok(), is_accepted, "{name}");
                assert_eq!(protocol.decode::<Operation>(&signed).is_ok(), is_accepted, "{name}");
                assert_eq!(protocol.encode(&ContentsList(contents.clone())).is_ok(), is_accepted, "{name}");
                let protocol_data = OperationProtocolData { contents, signature: GenericSignature([7; 64]).into() };
                let operation = Operation { branch: BlockHash(BRANCH), protocol_data };
                assert_eq!(protocol.encode(&operation).is_ok(), is_accepted, "{name}");
            }
        }
    }
}

/// The kind of an operation in JSON is the name of its case, which the layouts have.
#[test]
fn operations_have_the_kind_of_their_case_in_json() {
    let kind = |json: &str| serde_json::from_str::<Value>(json).unwrap()["kind"].as_str().unwrap().to_owned();
    for protocol in protocols(4..=ALPHA) {
        for (case, bytes) in cases::<Contents>(protocol) {
            let contents: Contents = protocol.decode(&bytes).unwrap();
            assert_eq!(kind(&protocol.to_json(&contents).unwrap()), case.title.to_lowercase(), "{protocol}");
        }
        if [Protocol::Rio, Protocol::Seoul].contains(&protocol) {
            for (case, bytes) in cases::<ContentsAndResult>(protocol) {
                let contents: ContentsAndResult = protocol.decode(&bytes).unwrap();
                assert_eq!(kind(&protocol.to_json(&contents).unwrap()), case.title.to_lowercase(), "{protocol}");
            }
        }
    }
}

/// Checks that a protocol has these cases, and that the JSON of each contains its word, as a value or as the name of a field.
#[track_caller]
fn words<T>(protocol: Protocol, expected: &[(u32, &str)])
where
    T: Tagged + HasEncoding + BinWriter + for<'a> NomReader<'a>,
{
    let all = cases::<T>(protocol);
    let tags: Vec<u32> = all.iter().map(|(case, _)| case.tag).collect();
    assert!(tags.iter().copied().eq(expected.iter().map(|(tag, _)| *tag)), "{tags:?}");
    for ((_, bytes), (tag, word)) in all.iter().zip(expected) {
        let json = protocol.to_json(&protocol.decode::<T>(bytes).unwrap()).unwrap();
        assert!(json.contains(&format!("\"{word}\"")), "{tag}: {json}");
    }
}

/// The words are those of the files of the protocol in development, or of the last protocol that has the case.
#[test]
fn cases_have_the_words_of_octez() {
    use Protocol::{Alpha, Babylon, Lima, Mumbai, Oxford, ParisB, Quebec, Rio, Seoul};
    use tezos_protocols::chain::{BigMapDiffItem, FrozenStaker, UnstakedFrozenStaker};
    use tezos_protocols::receipt::*;
    use tezos_protocols::rollup::{sc, smart, zk};
    let messages = [
        (0, "transfer"),
        (1, "start_of_level"),
        (2, "end_of_level"),
        (3, "info_per_level"),
        (4, "protocol_migration"),
        (5, "dal_attested_slots"),
    ];
    words::<smart::InternalMessage>(Seoul, &messages[..5]);
    words::<smart::InternalMessage>(Alpha, &messages);
    let requests = [
        (0, "reveal_raw_data"),
        (1, "reveal_metadata"),
        (2, "request_dal_page"),
        (3, "reveal_dal_parameters"),
        (4, "request_adaptive_dal_page"),
    ];
    words::<smart::RevealRequest>(Quebec, &requests[..4]);
    words::<smart::RevealRequest>(Rio, &requests);
    let proofs = [(0, "raw_data_proof"), (1, "metadata_proof"), (2, "dal_page_proof"), (3, "dal_parameters_proof")];
    words::<smart::RevealProof>(Mumbai, &proofs[..3]);
    words::<smart::RevealProof>(Oxford, &proofs);
    words::<smart::InputProof>(Mumbai, &[(0, "inbox_proof"), (1, "reveal_proof"), (2, "first_input")]);
    words::<smart::Refutation>(Mumbai, &[(0, "start"), (1, "move")]);
    words::<smart::Player>(Seoul, &[(0, "alice"), (1, "bob")]);
    words::<smart::GameState>(Seoul, &[(0, "Dissecting"), (1, "Final_move")]);
    words::<smart::SmartRollupKind>(Mumbai, &[(0, "arith"), (1, "wasm_2_0_0")]);
    words::<smart::SmartRollupKind>(Oxford, &[(0, "arith"), (1, "wasm_2_0_0"), (2, "riscv")]);
    words::<smart::DalSnapshot>(ParisB, &[(0, "dal_skip_list_legacy"), (1, "dal_skip_list")]);
    words::<smart::DalSlotStatus>(ParisB, &[(0, "unattested"), (1, "attested")]);
    words::<smart::DalSlotStatus>(Rio, &[(0, "unattested"), (1, "attested"), (2, "unpublished"), (3, "published")]);
    words::<smart::DalSlotStatus>(Seoul, &[(2, "unpublished"), (3, "published")]);
    words::<smart::DalSlotStatus>(Alpha, &[(2, "unpublished"), (3, "published"), (4, "unpublished"), (5, "published")]);
    words::<sc::LimaInputProof>(Lima, &[(0, "inbox_proof"), (1, "reveal_proof")]);
    words::<sc::LimaRevealProof>(Lima, &[(0, "raw_data_proof")]);
    words::<zk::ZkCircuitKind>(Mumbai, &[(0, "public"), (1, "private"), (2, "fee")]);
    let actions = [(0, "update"), (1, "remove"), (2, "copy"), (3, "alloc")];
    words::<BigMapDiffItem>(Babylon, &actions);
    words::<LazyChange<BigMapUpdates, BigMapAlloc>>(Seoul, &actions);
    words::<LazyStorageChange>(Seoul, &[(0, "big_map"), (1, "sapling_state")]);
    words::<OperationResult<GasEffects>>(Seoul, &[(0, "applied"), (1, "failed"), (2, "skipped"), (3, "backtracked")]);
    words::<GameStatus>(Seoul, &[(0, "ongoing"), (1, "result")]);
    words::<GameResult>(Seoul, &[(0, "loser"), (1, "draw")]);
    words::<LossReason>(Seoul, &[(0, "conflict_resolved"), (1, "timeout")]);
    words::<WhitelistUpdate>(Seoul, &[(0, "public"), (1, "update")]);
    words::<PublishedSlot>(Seoul, &[(0, "0")]);
    let kinds = [(0, "reveal"), (1, "transaction"), (2, "origination"), (3, "delegation")];
    words::<InternalContents>(Babylon, &kinds);
    words::<InternalContents>(Mumbai, &[&kinds[1..], &[(4, "event")]].concat());
    let ithaca = [&kinds[..], &[(4, "register_global_constant"), (5, "set_deposits_limit")]].concat();
    words::<InternalContents>(Protocol::Ithaca, &ithaca);
    words::<InternalOperationResult>(Seoul, &[&kinds[1..], &[(4, "event")]].concat());
    words::<FrozenStaker>(Seoul, &[(0, "contract"), (1, "delegate"), (2, "baker_own_stake"), (3, "baker_edge")]);
    words::<UnstakedFrozenStaker>(Seoul, &[(0, "contract"), (1, "delegate")]);
    for (byte, kind) in ["preattestation", "attestation", "block"].into_iter().enumerate() {
        check::<MisbehaviourKind>(Seoul, &[byte as u8], &json!(kind)).unwrap();
    }
    let messages = [(0, "untyped"), (1, "typed"), (2, "whitelist_update"), (3, "canonical_rollup_signal")];
    for (tag, kind) in messages {
        let json = Alpha.to_json::<smart::OutboxMessage>(
            &Alpha.decode(&[tag, 0, 0, 0, 0][..if tag == 2 { 2 } else { 5 }]).unwrap(),
        );
        assert!(json.as_ref().is_ok_and(|json| json.ends_with(&format!(r#""kind":"{kind}"}}"#))), "{json:?}");
    }
}

/// Fields that have their default are not in JSON, and JSON without them gives the default.
#[test]
fn defaults_of_receipts_are_not_in_json() {
    use tezos_protocols::receipt::*;
    #[track_caller]
    fn empty<T>(bytes: usize, json: Value)
    where
        T: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq,
    {
        check::<T>(Protocol::Seoul, &vec![0; bytes], &json).unwrap();
    }
    empty::<GasEffects>(1, json!({}));
    empty::<DelegationEffects>(1 + 4, json!({}));
    empty::<PaidStorageEffects>(4 + 1, json!({}));
    empty::<OriginationEffects>(4 + 4 + 3 + 1, json!({}));
    empty::<TransactionEffects>(1 + 1 + 4 + 4 + 4 + 3 + 1 + 1, json!({}));
    empty::<InternalTransactionEffects>(1 + 1 + 4 + 4 + 4 + 3 + 1 + 1, json!({}));
    empty::<TransferTicketEffects>(4 + 4 + 2, json!({"balance_updates": [], "ticket_updates": []}));
    empty::<BalanceMetadata>(4, json!({}));
    empty::<DrainMetadata>(4 + 1, json!({}));
    empty::<UpdateKeyEffects>(1 + 1, json!({"kind": false}));
    empty::<SmartRollupRecoverBondEffects>(4 + 1, json!({"balance_updates": []}));
    empty::<ZkRollupUpdateEffects>(4 + 2, json!({"balance_updates": []}));
    empty::<ZkRollupPublishEffects>(4 + 2, json!({"balance_updates": [], "size": "0"}));
    empty::<SmartRollupOutboxEffects>(4 + 4 + 1 + 2, json!({"balance_updates": [], "ticket_updates": []}));
    let metadata = json!({"operation_result": {"status": "applied"}});
    empty::<ManagerMetadata<GasEffects>>(4 + 1 + 1 + 4, metadata);
}

#[test]
fn entrypoints_have_their_tag_and_name() {
    for (tag, first, name) in [
        (0, 5, "default"),
        (1, 5, "root"),
        (2, 5, "do"),
        (3, 5, "set_delegate"),
        (4, 5, "remove_delegate"),
        (5, 15, "deposit"),
        (6, 18, "stake"),
        (7, 18, "unstake"),
        (8, 18, "finalize_unstake"),
        (9, 18, "set_delegate_parameters"),
        (10, ALPHA + 1, ""),
        (254, ALPHA + 1, ""),
    ] {
        for protocol in protocols(5..=ALPHA) {
            let result = check::<Entrypoint>(protocol, &[tag], &json!(name));
            assert_eq!(result.is_ok(), protocol as u8 >= first, "{name} in {protocol}: {result:?}");
        }
    }
    for length in 1..=32 {
        let (bytes, text) = ([&[255, length][..], &vec![b'a'; length.into()]].concat(), "a".repeat(length.into()));
        let result = check::<Entrypoint>(Protocol::Seoul, &bytes, &json!(text));
        assert_eq!(result.is_ok(), length <= 31, "{length}: {result:?}");
        assert_eq!(text.parse::<Entrypoint>().is_ok(), length <= 31, "{length}");
    }
}

/// A name has one value and one encoding in a protocol, and so have the parameters of a call.
#[test]
fn entrypoints_are_canonical() {
    let bytes = |name: &[u8]| [&[255, u8::try_from(name.len()).unwrap()][..], name].concat();
    let named = |name: &[u8]| Protocol::Babylon.decode::<Entrypoint>(&bytes(name)).unwrap();
    for (name, first, canonical, tag) in [
        (&b"root"[..], 5, Entrypoint::Root, 1),
        (b"default", 5, Entrypoint::Default, 0),
        (b"", 13, Entrypoint::Default, 0),
        (b"deposit", 15, Entrypoint::Deposit, 5),
        (b"stake", 18, Entrypoint::Stake, 6),
    ] {
        for protocol in protocols(5..=ALPHA) {
            let read: Entrypoint = protocol.decode(&bytes(name)).unwrap();
            let encoding = schema::at(Entrypoint::ENCODING, protocol.revision());
            let shown = schema::from_json(encoding, &schema::to_json(encoding, &bytes(name)).unwrap()).unwrap();
            if (protocol as u8) < first {
                assert_eq!(
                    (&read, protocol.encode(&read), shown),
                    (&named(name), Ok(bytes(name)), bytes(name)),
                    "{protocol}"
                );
            } else {
                assert_eq!(
                    (&read, protocol.encode(&read), shown),
                    (&canonical, Ok(vec![tag]), vec![tag]),
                    "{protocol}"
                );
                assert_eq!(protocol.encode(&named(name)), Ok(vec![tag]), "{protocol}");
            }
        }
    }
    let call = |entrypoint: &[u8]| [&[0, 0][..], &[0; 21], &[255], entrypoint, &[0, 0, 0, 2, 3, 11]].concat();
    for entrypoint in [vec![0], bytes(b"default"), bytes(b"")] {
        let transaction: Transaction = Protocol::Seoul.decode(&call(&entrypoint)).unwrap();
        assert_eq!(transaction.parameters, None);
        assert_eq!(Protocol::Seoul.encode(&transaction).unwrap(), [&[0, 0][..], &[0; 21], &[0]].concat());
    }
    let kept: Transaction = Protocol::Seoul.decode(&call(&[1])).unwrap();
    assert_eq!(Protocol::Seoul.encode(&kept).unwrap(), call(&[1]));
}

/// The numbers and hashes are those of `TEZOS_PROTOCOL` of each protocol; the ids are those of its layouts.
#[test]
fn protocols_have_their_number_id_and_hashes() {
    let table: [(u8, &str, &str, &[&str]); 28] = [
        (0, "Genesis", "000-Ps9mPmXa", &["Ps9mPmXaRzmzk35gbAYNCAw6UXdE2qoABTHbN2oEEc1qM7CwT9P"]),
        (1, "PtCJ7pwo", "001-PtCJ7pwo", &["PtCJ7pwoxe8JasnHY8YonnLYjcVHmhiARPJvqcC6VfHT5s8k8sY"]),
        (2, "PsYLVpVv", "002-PsYLVpVv", &["PsYLVpVvgbLhAhoqAkMFUo6gudkJ9weNXhUYCiLDzcUpFpkk8Wt"]),
        (3, "PsddFKi3", "003-PsddFKi3", &["PsddFKi32cMJ2qPjf43Qv5GDWLDPZb3T3bF6fLKiF5HtvHNU7aP"]),
        (4, "Athens", "004-Pt24m4xi", &["Pt24m4xiPbLDhVgVfABUjirbmda3yohdN82Sp9FeuAXJ4eV9otd"]),
        (
            5,
            "Babylon",
            "005-PsBabyM1",
            &[
                "PsBabyM1eUXZseaJdmXFApDSBqj8YBfwELoxZHHW77EMcAbbwAS",
                "PsBABY5HQTSkA4297zNHfsZNKtxULfL18y95qb3m53QJiXGmrbU",
            ],
        ),
        (6, "Carthage", "006-PsCARTHA", &["PsCARTHAGazKbHtnKfLzQg3kms52kSRpgnDY982a9oYsSXRLQEb"]),
        (7, "Delphi", "007-PsDELPH1", &["PsDELPH1Kxsxt8f9eWbxQeRxkjfbxoqM52jvs5Y5fBxWWh4ifpo"]),
        (
            8,
            "Edo",
            "008-PtEdo2Zk",
            &[
                "PtEdo2ZkT9oKpimTah6x2embF25oss54njMuPzkJTEi5RqfdZFA",
                "PtEdoTezd3RHSC31mpxxo1npxFjoWWcFgQtxapi51Z8TLu6v6Uq",
            ],
        ),
        (9, "Florence", "009-PsFLoren", &["PsFLorenaUUuikDWvMDr6fGBRG8kt3e3D3fHoXK1j1BFRxeSH4i"]),
        (10, "Granada", "010-PtGRANAD", &["PtGRANADsDU8R9daYKAgWnQYAJ64omN1o3KMGVCykShA97vQbvV"]),
        (11, "Hangzhou", "011-PtHangz2", &["PtHangz2aRngywmSRGGvrcTyMbbdpWdpFKuS4uMWxg2RaH9i1qx"]),
        (12, "Ithaca", "012-Psithaca", &["Psithaca2MLRFYargivpo7YvUr7wUDqyxrdhC5CQq78mRvimz6A"]),
        (13, "Jakarta", "013-PtJakart", &["PtJakart2xVj7pYXJBXrqHgd82rdkLey5ZeeGwDgPp9rhQUbSqY"]),
        (14, "Kathmandu", "014-PtKathma", &["PtKathmankSpLLDALzWw7CGD2j2MtyveTwboEYokqUCP4a1LxMg"]),
        (15, "Lima", "015-PtLimaPt", &["PtLimaPtLMwfNinJi9rCfDPWea8dFgTZ1MeJ9f1m2SRic6ayiwW"]),
        (16, "Mumbai", "016-PtMumbai", &["PtMumbai2TmsJHNGRkD8v8YDbtao7BLUC3wjASn1inAKLFCjaH1"]),
        (17, "Nairobi", "017-PtNairob", &["PtNairobiyssHuh87hEhfVBGCVrK3WnS8Z2FT4ymB5tAa4r1nQf"]),
        (18, "Oxford", "018-Proxford", &["ProxfordYmVfjWnRcgjWH36fW6PArwqykTFzotUxRs6gmTcZDuH"]),
        (19, "ParisB", "019-PtParisB", &["PtParisBxoLz5gzMmn3d9WBQNoPSZakgnkMC2VNuQ3KXfUtUQeZ"]),
        (20, "ParisC", "020-PsParisC", &["PsParisCZo7KAh1Z1smVd9ZMZ1HHn5gkzbM94V3PLCpknFWhUAi"]),
        (21, "Quebec", "021-PsQuebec", &["PsQuebecnLByd3JwTiGadoG4nGWi3HYiLXUjkibeFV8dCFeVMUg"]),
        (22, "Rio", "022-PsRiotum", &["PsRiotumaAMotcRoDWW1bysEhQy2n1M5fy8JgRp8jjRfHGmfeA7"]),
        (23, "Seoul", "023-PtSeouLo", &["PtSeouLouXkxhg39oWzjxDWaCydNfR3RxCUrNe4Q9Ro8BTehcbh"]),
        (24, "Tallinn", "024-PtTALLiN", &["PtTALLiNtPec7mE7yY4m3k26J8Qukef3E3ehzhfXgFZKGtDdAXu"]),
        (25, "UshuaiaDraft", "025-PsGXQmSv", &["PsGXQmSv1UDDm2brdEFsuJCHjajS9Cv8mp44w93wNS2TpXFSvTC"]),
        (25, "Ushuaia", "025-PsUshuai", &["PsUshuai9QapM5TGj1JpuVGkdxz5GykdnEvS6Rh8SUVrARvZLCY"]),
        (26, "Alpha", "alpha", &[]),
    ];
    assert!(Protocol::ALL.is_sorted() && Protocol::ALL.len() == table.len());
    for ((protocol, (number, name, id, hashes)), revision) in Protocol::ALL.iter().copied().zip(table).zip(0..) {
        assert_eq!((protocol.number(), protocol.revision().0), (number, revision));
        assert_eq!((format!("{protocol:?}").as_str(), protocol.id(), protocol.hashes()), (name, id, hashes));
        assert_eq!(format!("[{protocol:>13}]"), format!("[{id:>13}]"));
        for text in [name, &name.to_lowercase(), id] {
            assert_eq!(text.parse(), Ok(protocol), "{text}");
        }
        // A number is that of the protocol, not of its draft.
        let numbered = if protocol == Protocol::UshuaiaDraft { Protocol::Ushuaia } else { protocol };
        for text in [&number.to_string(), &format!("{number:03}")] {
            assert_eq!(text.parse(), Ok(numbered), "{text}");
        }
        for text in hashes {
            let hash: ProtocolHash = text.parse().unwrap();
            assert_eq!(
                (text.parse(), Protocol::of_hash(&hash), Protocol::try_from(&hash)),
                (Ok(protocol), Some(protocol), Ok(protocol))
            );
        }
        assert_eq!((protocol.name(), Revision::from(protocol)), (name, protocol.revision()));
    }
    assert_eq!(Protocol::try_from(&ProtocolHash([7; 32])), Err(tezos_protocols::UnknownProtocol));
    // Errors have the names of protocols, not the numbers of revisions.
    let error = "only revisions from Mumbai on have this field or case, and Lima is being written (Other_revision)";
    let account: PublicKeyHash = BlsPublicKeyHash([7; 20]).into();
    assert_eq!(Protocol::Lima.encode(&account).unwrap_err().to_string(), error);
    assert!(Protocol::Lima.json(&account).unwrap_err().to_string().contains(error));
    assert_eq!(Protocol::Mumbai.json(&account).unwrap().to_string(), format!("\"{account}\""));
    assert_eq!(Protocol::Mumbai.of(&account).to_bytes(), Protocol::Mumbai.encode(&account));
    let seoul = "PtSeouLouXkxhg39oWzjxDWaCydNfR3RxCUrNe4Q9Ro8BTehcbh";
    for text in ["", "27", "256", "-5", "5.", " 5", "023", "seou", "023-ptseoulo", "023-PtSeouLo ", &seoul[..50]] {
        let expected = if text == "023" { Ok(Protocol::Seoul) } else { Err(tezos_protocols::UnknownProtocol) };
        assert_eq!(text.parse::<Protocol>(), expected, "{text}");
    }
}
