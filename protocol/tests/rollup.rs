//! Rollups: generated values of every type in every protocol, the JSON of Octez, and views of kernels, which take no heap.

use std::fmt::Debug;

use serde_json::{Value, json};
use tezos_encoding::{
    BinWriter, Decode, Encode, ErrorKind, HasEncoding, NomReader, View,
    schema::{self, generate},
};
use tezos_protocols::rollup::{merkle, sc, smart, tx, zk};
use tezos_protocols::{Protocol, registry};

use crate::samples::{self, ALPHA};

/// Checks generated values of a type in the protocols from `since` to `until`: bytes, views, JSON, and values with one mistake.
fn generated<T>(since: u8, until: u8)
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a> + View + Debug + PartialEq,
    for<'a> T::View<'a>: Debug,
{
    let name = std::any::type_name::<T>();
    for protocol in samples::protocols(since..=until) {
        let encoding = schema::at(T::ENCODING, protocol.revision());
        let generate = registry::add_examples(generate(encoding)).max_bytes(4000);
        let mut made = 0;
        for bytes in generate.values(24).take(25).chain(generate.boundaries().take(100)) {
            let bytes = bytes.unwrap_or_else(|error| panic!("{name} in {protocol}: {error}"));
            let value: T = protocol.decode(&bytes).unwrap_or_else(|error| panic!("{name} in {protocol}: {error}"));
            let again = match protocol.encode(&value) {
                // All slots that exist are written for a negative number of attested slots: maybe more than a message has room for.
                Err(error) if matches!(error.kind(), ErrorKind::SizeLimitExceeded { .. }) => continue,
                again => again.unwrap_or_else(|error| panic!("{name} in {protocol}: {error}")),
            };
            assert!(protocol.decode::<T>(&again).unwrap() == value, "{name} in {protocol}");
            let json = protocol.to_json(&value).unwrap();
            assert_eq!(T::from_view(&protocol.view::<T>(&bytes).unwrap()).as_ref(), Ok(&value), "{name} in {protocol}");
            // Lazy expressions may have other bytes than those of their JSON, and some old cases have the same JSON.
            let back: T = protocol.from_json(&json).unwrap_or_else(|error| panic!("{name}: {error}: {json}"));
            assert!(protocol.to_json(&back).unwrap() == json, "{name} in {protocol}: {json}");
            made += 1;
        }
        assert!(made > 3, "{name} in {protocol}: {made}");
        for flawed in generate.almost_valid(24).take(20) {
            let found = protocol.decode::<T>(&flawed.bytes);
            assert!(found.is_err(), "{name} in {protocol}: {:?} at {}", flawed.mistake, flawed.offset);
        }
    }
}

#[test]
fn generated_values_round_trip() {
    generated::<tx::TxRollupSubmitBatch>(13, 16);
    generated::<tx::TxRollupCommit>(13, 16);
    generated::<tx::TxRollupReturnBond>(13, 16);
    generated::<tx::TxRollupFinalizeCommitment>(13, 16);
    generated::<tx::TxRollupRemoveCommitment>(13, 16);
    generated::<tx::TxRollupRejection>(13, 16);
    generated::<tx::TxRollupDispatchTickets>(13, 16);
    generated::<sc::ScRollupOriginate>(13, 15);
    generated::<sc::ScRollupAddMessages>(13, 15);
    generated::<sc::ScRollupCement>(13, 15);
    generated::<sc::ScRollupPublish>(13, 15);
    generated::<sc::ScRollupRefute>(14, 15);
    generated::<sc::ScRollupTimeout>(14, 15);
    generated::<sc::ScRollupExecuteOutboxMessage>(14, 15);
    generated::<sc::ScRollupRecoverBond>(14, 15);
    generated::<sc::ScRollupDalSlotSubscribe>(14, 15);
    generated::<zk::ZkRollupOrigination>(15, ALPHA);
    generated::<zk::ZkRollupPublish>(15, ALPHA);
    generated::<zk::ZkRollupUpdate>(16, ALPHA);
    generated::<smart::SmartRollupOriginate>(16, ALPHA);
    generated::<smart::SmartRollupAddMessages>(16, ALPHA);
    generated::<smart::SmartRollupCement>(16, ALPHA);
    generated::<smart::SmartRollupPublish>(16, ALPHA);
    generated::<smart::SmartRollupRefute>(16, ALPHA);
    generated::<smart::SmartRollupTimeout>(16, ALPHA);
    generated::<smart::SmartRollupExecuteOutboxMessage>(16, ALPHA);
    generated::<smart::SmartRollupRecoverBond>(16, ALPHA);
    generated::<smart::SmartRollupCommitment>(17, ALPHA);
    generated::<smart::Game>(17, ALPHA);
    generated::<smart::Inbox>(17, ALPHA);
    generated::<smart::InboxMessage>(17, ALPHA);
    generated::<smart::OutboxMessage>(17, ALPHA);
    generated::<smart::Output>(17, ALPHA);
    generated::<smart::OutputProof>(17, ALPHA);
    generated::<smart::Proof>(17, ALPHA);
    generated::<smart::RevealRequest>(18, ALPHA);
    generated::<smart::Whitelist>(18, ALPHA);
    generated::<smart::PreimagePage>(17, 17);
    generated::<merkle::StreamProof>(13, 13);
    generated::<merkle::v1::TreeProof>(14, 14);
    generated::<merkle::v2_2::TreeProof>(17, 17);
    generated::<merkle::v2_32::TreeProof>(15, 15);
}

/// Checks bytes and JSON in both directions.
#[track_caller]
fn both_ways<T>(protocol: Protocol, hexadecimal: &str, json: &str)
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq,
{
    let bytes = hex::decode(hexadecimal.replace(' ', "")).unwrap();
    let json: Value = serde_json::from_str(json).unwrap();
    samples::check::<T>(protocol, &bytes, &json).unwrap();
}

/// The bytes and the JSON were derived by hand from the definitions of Octez; the attested slots are from the tests of its kernel SDK.
#[test]
fn types_have_the_json_of_octez() {
    use Protocol::{Alpha, Kathmandu, Lima, Mumbai, Nairobi, Oxford, ParisB, Ushuaia};
    let zeros = |bytes: usize| "00".repeat(bytes);
    let tz1_hex = "00 02298c03ed7d454a101eb7022bc95f7e5f41ac78";
    let tz1 = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx";
    both_ways::<smart::InboxMessage>(
        Ushuaia,
        &format!("00 05 00000008 0010 0001efe0 1000 00000016 {tz1_hex} 10"),
        &format!(
            r#"{{"internal_inbox_message_kind":"dal_attested_slots","published_level":8,"number_of_slots":16,
            "slot_size":126944,"page_size":4096,"slots_by_publisher":[["{tz1}","16"]]}}"#
        ),
    );
    both_ways::<smart::InboxMessage>(Alpha, "00 01", r#"{"internal_inbox_message_kind":"start_of_level"}"#);
    both_ways::<smart::InboxMessage>(
        Nairobi,
        "00 04 00000002 5074",
        r#"{"internal_inbox_message_kind":"protocol_migration","protocol":"5074"}"#,
    );
    both_ways::<smart::InboxMessage>(Alpha, "01 aabb", r#""aabb""#);
    both_ways::<smart::SmartRollupKind>(Nairobi, "01", r#""wasm_2_0_0""#);
    both_ways::<smart::SmartRollupKind>(Oxford, "02", r#""riscv""#);
    both_ways::<smart::OutboxMessage>(Oxford, "02 00", r#"{"kind":"whitelist_update"}"#);
    both_ways::<smart::OutboxMessage>(
        Oxford,
        &format!("02 ff 00000015 {tz1_hex}"),
        &format!(r#"{{"whitelist":["{tz1}"],"kind":"whitelist_update"}}"#),
    );
    let kt1 = tezos_hashes::protocol::ContractHash([0; 20]);
    both_ways::<smart::OutboxMessage>(
        Oxford,
        &format!("00 00000041 030b 01 {}00 00000007 64656661756c74 0005 01 {}00 00000002 646f", zeros(20), zeros(20)),
        &format!(
            r#"{{"transactions":[{{"parameters":{{"prim":"Unit"}},"destination":"{kt1}"}},
            {{"parameters":{{"int":"5"}},"destination":"{kt1}","entrypoint":"do"}}],"kind":"untyped"}}"#
        ),
    );
    both_ways::<smart::RevealRequest>(Oxford, "03", r#"{"reveal_kind":"reveal_dal_parameters"}"#);
    both_ways::<smart::RevealRequest>(
        Alpha,
        "04 00000001 02 0003 32 00",
        r#"{"reveal_kind":"request_adaptive_dal_page","page_id":{"published_level":1,"slot_index":2,"page_index":3},
        "attestation_threshold_percent":50}"#,
    );
    both_ways::<smart::Proof>(
        Oxford,
        "00000001 aa ff 01 03",
        r#"{"pvm_step":"aa","input_proof":{"input_proof_kind":"reveal_proof",
        "reveal_proof":{"reveal_proof_kind":"dal_parameters_proof"}}}"#,
    );
    let hash = |json: &str| json.replace("HASH", &tezos_hashes::hash::ContextHash([0; 32]).to_string());
    let commitment = tezos_hashes::protocol::DalCommitment([0; 48]);
    both_ways::<smart::DalSnapshot>(
        ParisB,
        &format!("01 00 01 00 00000001 02 {} 00000000", zeros(48)),
        &format!(
            r#"{{"kind":"dal_skip_list","skip_list":{{"index":"0","content":{{"kind":"attested","version":"0",
            "level":1,"index":2,"commitment":"{commitment}"}},"back_pointers":[]}}}}"#
        ),
    );
    // One half of a large node, whose right half is omitted.
    both_ways::<merkle::v2_2::TreeProof>(
        Alpha,
        &format!("02 0003 {} {} 00 05 c0 {} e0", zeros(32), zeros(32), zeros(32)),
        &hash(
            r#"{"version":3,"before":{"value":"HASH"},"after":{"node":"HASH"},"state":{"inode":{"length":"5","proofs":[
            {"other_inode_trees":{"other_inode_trees":{"blinded_inode":"HASH"}}},
            {"other_inode_trees":{"other_inode_trees":{"none":{}}}}]}}}"#,
        ),
    );
    both_ways::<merkle::StreamProof>(
        Kathmandu,
        &format!("00 0001 {} {} 00000026 c0 01 aa 80 04 05 {}", zeros(32), zeros(32), zeros(32)),
        &hash(
            r#"{"version":1,"before":{"value":"HASH"},"after":{"value":"HASH"},"state":[
            {"other_elts":{"other_elts":{"value":"aa"}}},{"other_elts":{"node":[]}},
            {"inode":{"length":"5","proofs":["HASH",null]}}]}"#,
        ),
    );
    both_ways::<merkle::v1::TreeProof>(
        Kathmandu,
        &format!("0001 00{} 01{} 02 00000008 01 61 00 00000001 bb", zeros(32), zeros(32)),
        &hash(
            r#"{"version":1,"before":{"value":"HASH"},"after":{"node":"HASH"},"state":{"node":[["61",{"value":"bb"}]]}}"#,
        ),
    );
    let address = tezos_hashes::protocol::ScRollupHash([0; 20]);
    let text = hex::encode(address.to_string());
    both_ways::<sc::ScRollupDalSlotSubscribe>(
        Lima,
        &format!("00000025 {text} 07"),
        &format!(r#"{{"rollup":"{address}","slot_index":7}}"#),
    );
    both_ways::<smart::SmartRollupCement>(
        Oxford,
        &zeros(20),
        &format!(r#"{{"rollup":"{}"}}"#, tezos_hashes::protocol::SmartRollupAddress([0; 20])),
    );
    both_ways::<zk::ZkRollupOrigination>(
        Mumbai,
        "00000001 aa 00000006 00000001 63 02 00000000 00000003",
        r#"{"public_parameters":"aa","circuits_info":[["c",{"fee":{}}]],"init_state":[],"nb_ops":3}"#,
    );
    both_ways::<zk::ZkRollupOrigination>(
        Lima,
        "00000001 aa 00000000 00000006 00000001 63 ff 00000000 00000003",
        r#"{"public_parameters":["aa",""],"circuits_info":[["c",true]],"init_state":[],"nb_ops":3}"#,
    );
}

/// The expected value is that of `hashlib` of Python.
#[test]
fn preimages_have_a_hash() {
    let bytes = smart::PreimageHash::of(b"abc").to_bytes().unwrap();
    assert_eq!(hex::encode(bytes), "00bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

#[track_caller]
fn refused<T: for<'a> Decode<'a> + Debug>(protocol: Protocol, bytes: &[u8], kind: &str) {
    assert_eq!(protocol.decode::<T>(bytes).unwrap_err().kind().name(), kind);
}

/// The draft of 025 refuses a message that 025 has. The whole message has at most 4,096 bytes.
#[test]
fn kernels_send_signals_from_ushuaia_on() {
    let signal = |size: u32| [&[3][..], &size.to_be_bytes(), &vec![b'a'; size as usize]].concat();
    for protocol in [Protocol::Tallinn, Protocol::UshuaiaDraft] {
        refused::<smart::OutboxMessage>(protocol, &signal(1), "Unexpected_tag");
        let message = smart::OutboxMessage::CanonicalRollupSignal { payload: vec![b'a'] };
        assert_eq!(protocol.encode(&message).unwrap_err().kind().name(), "Other_revision");
    }
    for protocol in [Protocol::Ushuaia, Protocol::Alpha] {
        for size in [0, 1, 4091] {
            let json = json!({"payload": "a".repeat(size as usize), "kind": "canonical_rollup_signal"});
            samples::check::<smart::OutboxMessage>(protocol, &signal(size), &json).unwrap();
        }
        refused::<smart::OutboxMessage>(protocol, &signal(4092), "Size_limit_exceeded");
        let message = smart::OutboxMessage::CanonicalRollupSignal { payload: vec![b'a'; 4092] };
        assert_eq!(protocol.encode(&message).unwrap_err().kind().name(), "Size_limit_exceeded");
        refused::<smart::OutboxMessage>(protocol, &signal(1)[..5], "Not_enough_data");
        refused::<smart::OutboxMessage>(protocol, &[4, 0, 0, 0, 0], "Unexpected_tag");
    }
}

#[test]
fn limits_equal_those_of_octez() {
    let message = |bytes: usize| [&[1][..], &vec![7; bytes]].concat();
    assert!(Protocol::Alpha.decode::<smart::InboxMessage>(&message(4095)).is_ok());
    refused::<smart::InboxMessage>(Protocol::Alpha, &message(4096), "Size_limit_exceeded");
    refused::<smart::InboxMessage>(Protocol::Tallinn, &[0, 5], "Unexpected_tag");
    refused::<smart::SmartRollupKind>(Protocol::Nairobi, &[2], "Unexpected_tag");
    refused::<smart::RevealRequest>(Protocol::Quebec, &[4], "Unexpected_tag");
    // 194 keys of 21 bytes and the size prefix are 4,078 bytes.
    let keys =
        |count: usize| smart::Whitelist(vec![tezos_protocols::keys::Ed25519PublicKeyHash([7; 20]).into(); count]);
    assert!(keys(194).to_bytes().is_ok());
    assert_eq!(keys(195).to_bytes().unwrap_err().kind().name(), "Size_limit_exceeded");
    // Amounts must have the shortest encoding and must not be negative.
    assert_eq!(tx::TxRollupAmount::from_bytes(&[1, 1, 0]).unwrap().get(), 256);
    refused::<tx::TxRollupAmount>(Protocol::Lima, &[1, 0, 255], "Invalid_int");
    refused::<tx::TxRollupAmount>(
        Protocol::Lima,
        &[[3].as_slice(), &[255; 8]].concat(),
        "Exception_raised_in_user_function",
    );
    // The order of the field is refused, a smaller number is accepted.
    let order = "01000000fffffffffe5bfeff02a4bd5305d8a10908d83933487d9d2953a7ed73";
    let mut order = hex::decode(order).unwrap();
    refused::<zk::ZkScalar>(Protocol::Alpha, &order, "Exception_raised_in_user_function");
    order[0] = 0;
    assert!(zk::ZkScalar::from_bytes(&order).is_ok());
    refused::<zk::ZkRollupOrigination>(
        Protocol::Alpha,
        &hex::decode("00000000 0000000c 000000016302 000000016301 00000000 00000003".replace(' ', "")).unwrap(),
        "User_invariant_guard",
    );
    let level = |deep: usize| {
        let mut tree = vec![0xe0];
        for _ in 0..deep {
            tree = [&[0, 5][..], &tree, &[0xc0], &[0; 32]].concat();
        }
        [&[0, 0, 1][..], &[0; 64], &tree].concat()
    };
    assert!(merkle::v2_2::TreeProof::from_bytes(&level(127)).is_ok());
    refused::<merkle::v2_2::TreeProof>(Protocol::Alpha, &level(128), "Too_deep");
    // A missing tree, and a large node without both halves.
    refused::<merkle::v2_2::TreeProof>(Protocol::Alpha, &level(0), "User_invariant_guard");
    let empty = [&[0, 0, 1][..], &[0; 64], &[0, 5, 0xe0, 0xe0]].concat();
    refused::<merkle::v2_2::TreeProof>(Protocol::Alpha, &empty, "User_invariant_guard");
}

/// Views of the types that kernels read take no heap.
#[test]
fn views_take_no_heap() {
    let transfer = [&[0, 0, 7, 7, 0, 5, 10, 0, 0, 0, 1, 9][..], &[7; 20], &[0; 21], &[8; 20]].concat();
    let external = [&[1, 0][..], &[7; 20], b"transfer"].concat();
    let page = [&[1, 0, 0, 0, 66][..], &[0; 66]].concat();
    let metadata = [7; 24];
    let count = allocation_counter::measure(|| {
        assert!(smart::InboxMessageView::from_bytes(&transfer).is_ok());
        let Ok(smart::InboxMessageView::External(frame)) = smart::InboxMessageView::from_bytes(&external) else {
            panic!("not an external message")
        };
        assert!(smart::ExternalFrame::from_bytes(frame).is_ok());
        assert!(matches!(smart::PreimagePageView::from_bytes(&page), Ok(smart::PreimagePageView::Hashes(_))));
        assert!(smart::SmartRollupMetadata::from_bytes(&metadata).is_ok());
        assert!(smart::RevealRequestView::from_bytes(&[4, 0, 0, 0, 1, 2, 0, 3, 50, 0]).is_ok());
    });
    assert_eq!(count.count_total, 0);
}
