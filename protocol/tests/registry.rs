//! The encodings that belong to no protocol: generated values of each, and the JSON of Octez.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs;
use std::ops::RangeInclusive;

use serde_json::Value;
use tezos_encoding::{
    BinWriter, Decode, Encode, HasEncoding, NomReader,
    schema::{self, Encoding, Scope, generate},
};
use tezos_hashes::hash::BlockHash;
use tezos_protocols::{Protocol, block, header, keys, operation, registry, sapling, shell, signer};

use crate::samples::{ALPHA, shared};

/// Decodes bytes with the type, and encodes the value again.
type RoundTrip = fn(&[u8]) -> Result<Vec<u8>, String>;

fn round_trip<T: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq>(
    bytes: &[u8],
) -> Result<Vec<u8>, String> {
    let value = T::from_bytes(bytes).map_err(|error| error.kind().name().to_owned())?;
    let again = value.to_bytes().map_err(|error| error.to_string())?;
    assert_eq!(T::from_bytes(&again).as_ref(), Ok(&value));
    Ok(again)
}

/// Returns every type of the registry, by its id.
fn types() -> BTreeMap<&'static str, (RoundTrip, &'static Encoding)> {
    macro_rules! types {
        ($($id:literal: $type:ty;)+) => { [$(($id, (round_trip::<$type> as RoundTrip, <$type>::ENCODING))),+].into() };
    }
    types! {
        "block_header": header::BlockHeader;
        "block_header.shell": shell::ShellHeader;
        "context_hash_version": shell::ContextHashVersion;
        "fitness": shell::Fitness;
        "fitness.elem": shell::FitnessElement;
        "history_mode": block::HistoryMode;
        "operation": operation::RawOperation;
        "operation.shell_header": shell::OperationShellHeader;
        "operation_metadata": block::StoredOperationMetadata;
        "public_key": keys::PublicKey;
        "public_key_hash": keys::PublicKeyHash;
        "sapling.DH.epk": sapling::EphemeralKey;
        "sapling.transaction": sapling::SaplingTransaction;
        "sapling.transaction.binding_sig": sapling::BindingSignature;
        "sapling.transaction.ciphertext": sapling::Ciphertext;
        "sapling.transaction.commitment": sapling::Commitment;
        "sapling.transaction.commitment_hash": sapling::CommitmentHash;
        "sapling.transaction.commitment_value": sapling::CommitmentValue;
        "sapling.transaction.diversifier_index": sapling::DiversifierIndex;
        "sapling.transaction.input": sapling::SaplingInput;
        "sapling.transaction.nullifier": sapling::Nullifier;
        "sapling.transaction.output": sapling::SaplingOutput;
        "sapling.transaction.plaintext": sapling::Plaintext;
        "sapling.transaction.rcm": sapling::Rcm;
        "sapling.wallet.address": sapling::PaymentAddress;
        "sapling.wallet.diversifier": sapling::Diversifier;
        "sapling.wallet.expanded_spending_key": sapling::ExpandedSpendingKey;
        "sapling.wallet.full_viewing_key": sapling::FullViewingKey;
        "sapling.wallet.spending_key": sapling::SpendingKey;
        "sapling.wallet.viewing_key": sapling::ViewingKey;
        "signer_messages.bls_prove_possession.response": signer::BlsProvePossessionResponse;
        "signer_messages.deterministic_nonce.response": signer::DeterministicNonceResponse;
        "signer_messages.deterministic_nonce_hash.response": signer::DeterministicNonceHashResponse;
        "signer_messages.known_keys.response": signer::KnownKeysResponse;
        "signer_messages.public_key.response": signer::PublicKeyResponse;
        "signer_messages.public_key_hash": signer::SigningKeyHash;
        "signer_messages.request": signer::Request;
        "signer_messages.sign.response": signer::SignResponse;
        "signer_messages.supports_deterministic_nonces.response": signer::SupportsDeterministicNoncesResponse;
        "store.block_descriptor": block::BlockDescriptor;
        "store.block_repr": block::StoredBlock;
        "store.block_repr.contents": block::StoredContents;
        "store.block_repr.legacy_metadata": block::LegacyStoredMetadata;
        "store.block_repr.metadata": block::StoredMetadata;
        "store.chain_config": block::ChainConfig;
        "store.forked_chains": block::ForkedChains;
        "store.invalid_blocks": block::InvalidBlocks;
        "store.legacy_protocol_levels": block::LegacyProtocolLevels;
        "store.level": block::OptionalLevel;
        "store.protocol_levels": block::ProtocolLevels;
        "store.target": block::Target;
        "test_chain_status": shell::TestChainStatus;
        "timespan.system": shell::Timespan;
        "timestamp.protocol": shell::Timestamp;
        "timestamp.system": shell::SystemTimestamp;
        "user_activated.protocol_overrides": shell::ProtocolOverrides;
        "user_activated.upgrades": shell::Upgrades;
    }
}

#[track_caller]
fn same(id: &str, one: &'static Encoding, other: &'static Encoding) {
    let [one, other] = [one, other].map(|encoding| schema::describe(encoding).to_string());
    assert_eq!(one, other, "{id}");
}

#[test]
fn every_id_occurs_once_with_its_type_and_its_definitions() {
    let (all, types) = (registry::encodings(), types());
    assert!(all.is_sorted_by(|one, other| one.id < other.id), "an id occurs twice, or the ids are not in order");
    assert!(all.iter().map(|named| named.id.as_ref()).eq(types.keys().copied()));
    for named in all {
        same(&named.id, named.encoding, types[&*named.id].1);
        for (id, definition) in named.encoding.definitions() {
            let found = all.iter().find(|other| other.id == id).expect(id);
            same(id, found.encoding, definition);
        }
    }
    assert!(all.iter().any(|named| named.scope == Scope::Part));
}

/// The encodings of protocols, by the range of revisions that have a layout of them; those without a range are in all.
const OF_PROTOCOLS: [(RangeInclusive<u8>, &str); 14] = [
    (0..=0, "block_header block_header.protocol_data"),
    (
        1..=ALPHA,
        "block_header block_header.contents block_header.protocol_data block_header.raw block_header.shell_header \
        block_header.unsigned constants constants.fixed constants.parametric contract cycle errors fitness gas gas.cost level nonce \
        operation operation.contents operation.contents_list operation.internal operation.protocol_data operation.raw \
        operation.unsigned parameters period raw_level script script.expr script.lazy_expr script.loc script.prim seed tez timestamp \
        vote.ballot voting_period voting_period.kind",
    ),
    (2..=12, "contract.big_map_diff"),
    (3..=ALPHA, "vote.ballots vote.listings"),
    (1..=8, "delegate.balance_updates"),
    (1..=11, "delegate.frozen_balance delegate.frozen_balance_by_cycles roll"),
    (8..=ALPHA, "fa1.2.token_transfer lazy_storage_diff"),
    (9..=ALPHA, "receipt.balance_updates"),
    (
        17..=ALPHA,
        "smart_rollup.address smart_rollup.commmitment smart_rollup.game smart_rollup.inbox smart_rollup.inbox.message \
        smart_rollup.kind smart_rollup.metadata smart_rollup.outbox.message smart_rollup.output smart_rollup.proof \
        smart_rollup.wasm_2_0_0.output.proof",
    ),
    (18..=ALPHA, "frozen_staker smart_rollup.reveal smart_rollup.whitelist unstaked_frozen_staker"),
    (18..=18, "operation_with_attestation operation_with_attestation.unsigned"),
    (19..=20, "operation_with_legacy_attestation_name operation_with_legacy_attestation_name.unsigned"),
    (22..=ALPHA, "operation.data_and_metadata"),
    (23..=ALPHA, "operation.bls_mode_unsigned operation.internal_and_metadata"),
];
/// The encodings of protocols that Octez does not register.
const UNREGISTERED: [(RangeInclusive<u8>, &str); 4] = [
    (0..=ALPHA, "block_info block_info.response block_metadata"),
    (1..=ALPHA, "block_header_metadata operation_metadata signing_payload"),
    (1..=21, "operation.data_and_metadata"),
    (1..=22, "operation.internal_and_metadata"),
];

/// Returns the name of the file that has the layout of an id.
fn layout_name(id: &str) -> String {
    let name = id.replace(['.', '-'], "__").to_lowercase();
    if id.starts_with(|first: char| first.is_ascii_digit()) { format!("id_{name}") } else { name }
}

#[test]
fn every_protocol_has_the_encodings_of_its_layouts() {
    let layouts: Option<Vec<String>> = shared("ksy").map(|folder| {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter_map(|name| name.strip_suffix(".ksy").map(str::to_owned)).collect()
    });
    for protocol in Protocol::ALL.iter().copied() {
        let (revision, id) = (protocol as u8, protocol.id());
        let ids = |table: &[(RangeInclusive<u8>, &str)]| -> Vec<String> {
            let names = table.iter().filter(|(range, _)| range.contains(&revision)).map(|(_, names)| *names);
            names.flat_map(str::split_whitespace).map(|name| format!("{id}.{name}")).collect()
        };
        let unregistered = ids(&UNREGISTERED);
        let mut expected = [ids(&OF_PROTOCOLS), unregistered.clone()].concat();
        let mut found: Vec<String> = registry::of_protocol(protocol).map(|named| named.id.into_owned()).collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected);
        // The layouts of 025 are those of its draft.
        let has_layouts = protocol > Protocol::Athens && protocol != Protocol::Ushuaia;
        if let (Some(layouts), true) = (&layouts, has_layouts) {
            let of_protocol = |name: &&String| name.starts_with(&layout_name(&format!("{id}.")));
            let mut layouts: Vec<&String> = layouts.iter().filter(of_protocol).collect();
            layouts.sort_unstable();
            let registered = found.iter().filter(|id| !unregistered.contains(id));
            let mut names: Vec<String> = registered.map(|id| layout_name(id)).collect();
            names.sort_unstable();
            assert!(names.iter().eq(layouts), "{protocol}");
        }
    }
    for encoding in registry::of_protocols() {
        let protocols: Vec<Protocol> = encoding.protocols().collect();
        assert_eq!((protocols.first(), protocols.last()), (Some(&encoding.since), Some(&encoding.until)));
        assert_eq!(protocols.len(), usize::from(encoding.until as u8 - encoding.since as u8) + 1);
    }
}

/// Values of each encoding round-trip through the type and through JSON, and truncated ones are refused.
#[test]
fn values_round_trip_through_bytes_and_json() {
    for (id, (round_trip, encoding)) in types() {
        let generate = registry::add_examples(generate(encoding)).max_bytes(6000);
        let mut made = 0;
        for bytes in generate.values(24).take(60).chain(generate.boundaries().take(200)) {
            let bytes = bytes.unwrap_or_else(|error| panic!("{id}: {error}"));
            let again = round_trip(&bytes).unwrap_or_else(|error| panic!("{id}: {error}"));
            let json = schema::to_json(encoding, &bytes).unwrap();
            let back = schema::from_json(encoding, &json).unwrap_or_else(|error| panic!("{id}: {error}: {json}"));
            // Compared with the written bytes, because `true` and presence flags have several encodings.
            assert_eq!(back, again, "{id}: {json}");
            assert!(!bytes.is_empty(), "{id}");
            // These two end with bytes of any length.
            let is_open = ["block_header", "operation"].contains(&id);
            assert!(is_open || round_trip(&bytes[..bytes.len() - 1]).is_err(), "{id}: {json}");
            made += 1;
        }
        assert!(made > 10, "{id}");
        for flawed in generate.almost_valid(24).take(40) {
            assert!(round_trip(&flawed.bytes).is_err(), "{id}: {:?} at {}", flawed.mistake, flawed.offset);
        }
    }
}

/// Parses hexadecimal digits, which may have spaces between them.
fn unhex(text: &str) -> Vec<u8> {
    hex::decode(text.replace([' ', '\n'], "")).unwrap()
}

/// The bytes and the JSON were derived by hand from the definitions of Octez.
#[test]
fn encodings_have_the_json_of_octez() {
    let b = |byte: &str, count: usize| byte.repeat(count);
    let tz1 = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx";
    let tz1_hex = "02298c03ed7d454a101eb7022bc95f7e5f41ac78";
    let tz4 = "tz4EECtMxAuJ9UDLaiMZH7G1GCFYUWsj8HZn";
    let tz4_hex = hex::encode(&tz4.parse::<keys::PublicKeyHash>().unwrap().to_bytes().unwrap()[1..]);
    let [sig, bls] = [64, 96].map(|length| keys::Signature::from_bytes(&vec![1; length]).unwrap().to_string());
    let cases: &[(&str, String, String)] = &[
        (
            "signer_messages.request",
            format!("00 00{tz1_hex} 00000003 03aabb"),
            format!(r#"{{"kind":"sign","pkh":"{tz1}","data":"03aabb"}}"#),
        ),
        (
            "signer_messages.request",
            format!("00 03 03{tz4_hex} 02 00000001 11 {}", b("01", 64)),
            format!(r#"{{"kind":"sign","pkh":{{"pkh":"{tz4}","version":2}},"data":"11","signature":"{sig}"}}"#),
        ),
        ("signer_messages.request", format!("01 00{tz1_hex}"), format!(r#"{{"kind":"public_key","pkh":"{tz1}"}}"#)),
        ("signer_messages.request", "02".into(), r#"{"kind":"authorized_keys"}"#.into()),
        (
            "signer_messages.request",
            format!("03 00{tz1_hex} 00000000 {}", b("01", 96)),
            format!(r#"{{"kind":"deterministic_nonce","pkh":"{tz1}","data":"","signature":"{bls}"}}"#),
        ),
        (
            "signer_messages.request",
            format!("04 00{tz1_hex} 00000001 aa"),
            format!(r#"{{"kind":"deterministic_nonce_hash","pkh":"{tz1}","data":"aa"}}"#),
        ),
        (
            "signer_messages.request",
            format!("05 00{tz1_hex}"),
            format!(r#"{{"kind":"supports_deterministic_nonces","pkh":"{tz1}"}}"#),
        ),
        ("signer_messages.request", "06".into(), r#"{"kind":"known_keys"}"#.into()),
        (
            "signer_messages.request",
            format!("07 03{tz4_hex} 00"),
            format!(r#"{{"kind":"Bls_prove_possession","pkh":"{tz4}"}}"#),
        ),
        ("signer_messages.sign.response", b("01", 64), format!(r#"{{"signature":"{sig}"}}"#)),
        (
            "signer_messages.public_key.response",
            format!("00{}", "4798d2cc98473d7e250c898885718afd2e4efbcb1a1595ab9730761ed830de0f"),
            r#"{"pubkey":"edpkuBknW28nW72KG6RoHtYW7p12T6GKc7nAbwYX5m8Wd9sDVC9yav"}"#.into(),
        ),
        (
            "signer_messages.known_keys.response",
            format!("0000002a 00{tz1_hex} 03{tz4_hex}"),
            format!(r#"{{"known_keys":["{tz1}","{tz4}"]}}"#),
        ),
        ("signer_messages.supports_deterministic_nonces.response", "ff".into(), r#"{"bool":true}"#.into()),
        ("signer_messages.deterministic_nonce.response", "00000002 0102".into(), r#"{"deterministic_nonce":"0102"}"#.into()),
        ("signer_messages.bls_prove_possession.response", b("01", 96), format!(r#"{{"bls_prove_possession":"{bls}"}}"#)),
        (
            "test_chain_status",
            format!("01 {} 000000005ddfc515", b("00", 32)),
            r#"{"status":"forking","protocol":"PrihK96nBAFSxVL1GLJTVhu9YnzkMFiBeuJRPA8NwuZVZCE1L6i","expiration":"2019-11-28T13:01:09Z"}"#
                .into(),
        ),
        (
            "test_chain_status",
            format!("02 7a06a770 {0} {0} 000000005ddfc515", b("00", 32)),
            format!(
                r#"{{"status":"running","chain_id":"NetXdQprcVkpaWU","genesis":"{}","protocol":"PrihK96nBAFSxVL1GLJTVhu9YnzkMFiBeuJRPA8NwuZVZCE1L6i","expiration":"2019-11-28T13:01:09Z"}}"#,
                BlockHash([0; 32])
            ),
        ),
        ("timespan.system", "3ff8000000000000".into(), "1.5".into()),
        ("timestamp.system", "000000005ddfc515".into(), r#""2019-11-28T13:01:09.000-00:00""#.into()),
        (
            "user_activated.upgrades",
            format!("00000024 00007000 {}", b("00", 32)),
            r#"[{"level":28672,"replacement_protocol":"PrihK96nBAFSxVL1GLJTVhu9YnzkMFiBeuJRPA8NwuZVZCE1L6i"}]"#.into(),
        ),
        (
            "sapling.transaction",
            format!("00000000 00000000 {} fffffffffffffff6 {} 00000002 6869", b("01", 64), b("02", 32)),
            format!(
                r#"{{"inputs":[],"outputs":[],"binding_sig":"{}","balance":"-10","root":"{}","bound_data":"hi"}}"#,
                b("01", 64),
                b("02", 32)
            ),
        ),
        (
            "sapling.transaction.plaintext",
            format!("{} 0000000000000007 {} 00000001 aa", b("03", 11), b("04", 32)),
            format!(r#"{{"diversifier":"{}","amount":"7","rcm":"{}","memo":"aa"}}"#, b("03", 11), b("04", 32)),
        ),
        ("sapling.transaction.diversifier_index", "0000000000000005".into(), r#""5""#.into()),
    ];
    let types = types();
    for (id, bytes, json) in cases {
        let (round_trip, encoding) = types[id];
        let bytes = unhex(bytes);
        assert_eq!(schema::to_json(encoding, &bytes).as_ref(), Ok(json), "{id}");
        assert_eq!(schema::from_json(encoding, json).as_ref(), Ok(&bytes), "{id}");
        assert_eq!(round_trip(&bytes).as_ref(), Ok(&bytes), "{id}");
        let _: Value = serde_json::from_str(json).unwrap();
    }
}

#[test]
fn errors_have_the_names_of_the_reference() {
    let types = types();
    let output = |memo: u8| {
        format!(
            "{} 000000{memo:02x} {} {}",
            "01".repeat(32 + 192 + 32 + 32),
            "02".repeat(memo.into()),
            "03".repeat(128)
        )
    };
    let transaction = |outputs: &[String]| {
        let outputs = unhex(&outputs.concat());
        let size = u32::try_from(outputs.len()).unwrap().to_be_bytes();
        [&[0; 4][..], &size, &outputs, &[7; 64 + 8 + 32], &[0; 4]].concat()
    };
    let pkh = "00".repeat(21);
    for (id, bytes, expected) in [
        ("sapling.transaction", transaction(&[output(9), output(9)]), None),
        ("sapling.transaction", transaction(&[output(9), output(8)]), Some("User_invariant_guard")),
        (
            "sapling.transaction",
            [&[0x00, 0x1b, 0xf9, 0x60][..], &[0; 5209 * 352], &[0; 112]].concat(),
            Some("List_too_long"),
        ),
        ("signer_messages.request", vec![8], Some("Unexpected_tag")),
        ("signer_messages.request", unhex(&format!("00 04 {pkh}")), Some("Unexpected_tag")),
        ("signer_messages.request", unhex(&format!("00 03 {pkh} 04 00000000")), Some("User_invariant_guard")),
        ("signer_messages.request", unhex(&format!("00 03 {pkh} ff 00000000")), Some("User_invariant_guard")),
        (
            "signer_messages.request",
            unhex(&format!("03 {pkh} 00000000 0102")),
            Some("Exception_raised_in_user_function"),
        ),
        ("signer_messages.sign.response", vec![0; 63], Some("Exception_raised_in_user_function")),
        ("test_chain_status", vec![3], Some("Unexpected_tag")),
        ("timestamp.system", vec![0x7f; 8], Some("Exception_raised_in_user_function")),
        ("user_activated.upgrades", vec![0, 0, 0, 1, 0], Some("Not_enough_data")),
    ] {
        assert_eq!(types[id].0(&bytes).err().as_deref(), expected, "{id}");
    }
}

#[test]
fn addresses_of_sapling_have_a_text_and_secrets_have_none() {
    let address = sapling::PaymentAddress { diversifier: sapling::Diversifier([1; 11]), pkd: [2; 32] };
    let text = address.to_string();
    assert!(text.starts_with("zet1") && text.len() == 69, "{text}");
    assert_eq!(text.parse(), Ok(address));
    let key = sapling::SpendingKey::from_bytes(&[0xab; 169]).unwrap();
    assert_eq!(
        (format!("{key:?}"), format!("{:?}", key.expsk)),
        ("SpendingKey(..)".into(), "ExpandedSpendingKey(..)".into())
    );
}
