//! Operations of samples, of blocks and of nodes, in both directions.

use serde_json::{Value, json};
use tezos_encoding::{Decode, Encode, HasEncoding, HeapBudget, Limits, View, schema};
use tezos_hashes::hash::{BlockHash, ChainId, blake2b_256};
use tezos_hashes::keys::{GenericSignature, Signature};
use tezos_protocols::Protocol;
use tezos_protocols::header::FullHeader;
use tezos_protocols::operation::{
    BlsModeContents, BlsModeUnsigned, Contents, ContentsList, Operation, OperationProtocolData, RawOperation,
    SigningPayload, Unsigned,
};
use tezos_protocols::receipt::{OperationDataAndMetadata, RenamedData};

use crate::samples::{bytes, check, check_samples, lines};

#[test]
fn samples_convert_in_both_directions() {
    check_samples::<Operation>("operation", 22);
    check_samples::<Unsigned>("operation.unsigned", 23);
    check_samples::<BlsModeUnsigned>("operation.bls_mode_unsigned", 1);
}

/// Converts the JSON of a node of 2019: removes values that are omitted today, and renames fields of an older protocol.
fn of_today(json: &Value) -> Value {
    let mut json = json.clone();
    for contents in json["contents"].as_array_mut().unwrap() {
        let fields = contents.as_object_mut().unwrap();
        for name in ["spendable", "delegatable"] {
            if fields.get(name) == Some(&Value::Bool(true)) {
                fields.remove(name);
            }
        }
        if let Some(manager) = fields.remove("managerPubkey") {
            fields.insert("manager_pubkey".to_owned(), manager);
        }
    }
    json
}

#[test]
fn operations_of_nodes_convert_in_both_directions() {
    let old = lines("data/operations/pytezos.jsonl");
    for line in &old {
        let (bytes, json) = (bytes(line, "hex"), of_today(&line["json"]));
        let protocol = if line["layout"] == "old" { Protocol::Athens } else { Protocol::Babylon };
        check::<Unsigned>(protocol, &bytes, &json).unwrap_or_else(|error| panic!("{}: {error}", line["id"]));
    }
    let signed = lines("data/operations/mainnet_block_jakarta.jsonl");
    for line in &signed {
        let bytes = bytes(line, "hex");
        check::<Operation>(Protocol::Jakarta, &bytes, &line["json"])
            .unwrap_or_else(|error| panic!("{}: {error}", line["id"]));
        let operation: Operation = Protocol::Jakarta.decode(&bytes).unwrap();
        assert_eq!(operation.hash(Protocol::Jakarta).unwrap().to_string(), line["id"]);
    }
    assert!(old.is_empty() || old.len() + signed.len() == 411);
}

/// A call of the default entrypoint with `Unit` equals a call without parameters, and is written as one.
#[test]
fn the_default_call_is_written_without_parameters() {
    let account = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx";
    let json = |parameters: &str| {
        format!(
            r#"{{"branch":"BKpbfCvh777DQHnXjU2sqHvVUNZ7dBAdqEfKkdw8EGSkD9LSYXb","contents":[{{"kind":"transaction","source":"{account}",
            "fee":"1","counter":"2","gas_limit":"3","storage_limit":"4","amount":"5","destination":"{account}"{parameters}}}]}}"#
        )
    };
    let call = |entrypoint: &str, value: &str| {
        json(&format!(r#","parameters":{{"entrypoint":"{entrypoint}","value":{{"prim":"{value}"}}}}"#))
    };
    for protocol in Protocol::ALL.iter().copied().filter(|protocol| *protocol >= Protocol::Babylon) {
        let encoding = schema::at(Unsigned::ENCODING, protocol.revision());
        let bytes_of = |json: &str| {
            let bytes = protocol.encode(&protocol.from_json::<Unsigned>(json).unwrap()).unwrap();
            assert_eq!(schema::from_json(encoding, json).unwrap(), bytes, "{protocol}");
            bytes
        };
        let none = bytes_of(&json(""));
        assert_eq!(none.last(), Some(&0));
        assert_eq!(bytes_of(&call("default", "Unit")), none);
        assert_ne!(bytes_of(&call("default", "True")), none);
        assert_ne!(bytes_of(&call("root", "Unit")), none);

        let spelled = [&none[..none.len() - 1], &[0xff, 0, 0, 0, 0, 2, 3, 11]].concat();
        let read: Unsigned = protocol.decode(&spelled).unwrap();
        assert_eq!(protocol.encode(&read).unwrap(), none);
        let shown: Value = serde_json::from_str(&protocol.to_json(&read).unwrap()).unwrap();
        assert_eq!(shown["contents"][0].get("parameters"), None);
        assert_eq!(schema::to_json(encoding, &spelled).unwrap(), schema::to_json(encoding, &none).unwrap());
        assert_eq!(protocol.view::<Unsigned>(&spelled).unwrap().to_owned().unwrap(), read);
    }
}

/// The chain for which the payloads of the tests are signed.
const CHAIN: ChainId = ChainId([0x7a, 0x06, 0xa7, 0x70]);

/// The payloads that are not of operations and blocks, and the watermarks of each protocol.
#[test]
fn a_payload_to_sign_begins_with_a_watermark() {
    let packed = [&[5, 1, 0, 0, 0, 3][..], b"abc"].concat();
    check::<SigningPayload>(Protocol::Seoul, &packed, &json!({"kind": "packed", "expression": {"string": "abc"}}))
        .unwrap();
    let pkh = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse::<tezos_hashes::keys::PublicKeyHash>().unwrap();
    let request = [&[4, 1][..], &pkh.to_bytes().unwrap(), &packed].concat();
    let json = json!({"kind": "signer_request", "request": 1, "pkh": pkh.to_string(), "data": hex::encode(&packed)});
    check::<SigningPayload>(Protocol::Seoul, &request, &json).unwrap();
    let noop = [&[7; 32][..], &[17, 0, 0, 0, 0]].concat();
    for (watermark, since, until) in [(2, 1, 11), (0x12, 12, 27), (0x13, 12, 27), (0x14, 18, 18), (6, 28, 28)] {
        for protocol in Protocol::ALL.iter().copied().filter(|protocol| *protocol >= Protocol::Florence) {
            let bytes = [&[watermark][..], &CHAIN.0, &noop].concat();
            let is_known = (since..=until).contains(&(protocol as u8));
            assert_eq!(protocol.decode::<SigningPayload>(&bytes).is_ok(), is_known, "{watermark} in {protocol}");
        }
    }
}

#[test]
fn operations_and_headers_of_blocks_round_trip() {
    let mainnet = |level: i64| match level {
        ..=2_244_608 => Protocol::Hangzhou,
        2_244_609..=2_490_368 => Protocol::Ithaca,
        2_490_369..=2_736_128 => Protocol::Jakarta,
        2_736_129.. => Protocol::Kathmandu,
    };
    let blocks = lines("data/blocks_mainnet/blocks.jsonl")
        .into_iter()
        .map(|block| (mainnet(block["level"].as_i64().unwrap()), block));
    let carthage = lines("data/blocks_carthage/blocks.jsonl").into_iter().map(|block| (Protocol::Carthage, block));
    for (protocol, block) in blocks.chain(carthage) {
        let header = bytes(&block, "header");
        let full: FullHeader = protocol.decode(&header).unwrap();
        assert_eq!(protocol.encode(&full).unwrap(), header);
        assert_eq!(full.hash(protocol).unwrap(), BlockHash(bytes(&block, "hash").try_into().unwrap()));
        let signed = full.unsigned().preimage(protocol, CHAIN).unwrap();
        match protocol.decode::<SigningPayload>(&signed).unwrap() {
            SigningPayload::EarlyBlock { chain_id, header } | SigningPayload::Block { chain_id, header } => {
                assert_eq!((chain_id, header), (CHAIN, full.unsigned()));
            }
            other => panic!("{other:?}"),
        }
        for operation in block["operations"].as_array().unwrap().iter().flat_map(|pass| pass.as_array().unwrap()) {
            let bytes = hex::decode(operation.as_str().unwrap()).unwrap();
            let read: Operation = protocol.decode(&bytes).unwrap_or_else(|error| panic!("{} {error}", block["level"]));
            assert_eq!(protocol.encode(&read).unwrap(), bytes);
            assert_eq!(read.hash(protocol).unwrap().0, blake2b_256(&bytes));
            let json = protocol.to_json(&read).unwrap();
            assert_eq!(protocol.from_json::<Operation>(&json).unwrap(), read);
            let view = protocol.view::<Operation>(&bytes).unwrap();
            assert_eq!(view.to_owned().unwrap(), read);
            let signed = read.unsigned().preimage(protocol, CHAIN).unwrap();
            let payload: SigningPayload = protocol.decode(&signed).unwrap();
            assert_eq!(protocol.encode(&payload), Ok(signed));
            match payload {
                SigningPayload::Operation(operation) => assert_eq!(operation, read.unsigned()),
                SigningPayload::Endorsement { chain_id, operation }
                | SigningPayload::Preattestation { chain_id, operation }
                | SigningPayload::Attestation { chain_id, operation } => {
                    assert_eq!((chain_id, operation), (CHAIN, read.unsigned()));
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

/// The type and its schema check that the prefix of a signature is the last of the contents, after all contents are read.
#[test]
fn the_prefix_of_a_signature_must_be_last() {
    let (branch, noop, first) = ([7; 32], [17, 0, 0, 0, 0], [&[0xff, 3][..], &[7; 32]].concat());
    let bytes = |parts: &[&[u8]]| [&branch, &parts.concat()[..], &[0; 64]].concat();
    let schema = schema::at(Operation::ENCODING, Protocol::Quebec.revision());
    let last = bytes(&[&noop, &first]);
    let operation: Operation = Protocol::Quebec.decode(&last).unwrap();
    assert!(matches!(operation.protocol_data.signature, Signature::Bls(_)));
    assert_eq!(Protocol::Quebec.encode(&operation).unwrap(), last);
    assert!(schema::decode(schema, &last).is_ok());
    for (parts, name, offset) in [
        (&[&first[..], &noop][..], "User_invariant_guard", 32),
        (&[&noop, &first, &first], "User_invariant_guard", 32),
        (&[&noop, &first, &noop, &noop], "User_invariant_guard", 32),
        (&[&first, &noop, &[99]], "Unexpected_tag", 32 + 34 + 5),
    ] {
        let bytes = bytes(parts);
        let error = Protocol::Quebec.decode::<Operation>(&bytes).unwrap_err();
        assert_eq!((error.kind().name(), error.offset()), (name, offset), "{error}");
        let walked = schema::decode(schema, &bytes).unwrap_err();
        assert_eq!((walked.kind().name(), walked.offset()), (name, offset), "{walked}");
        assert_eq!(Protocol::Quebec.view::<Operation>(&bytes).unwrap_err(), error);
    }
    let error = Protocol::Lima.decode::<Operation>(&last).unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("Unexpected_tag", 37));
}

/// A list has one operation of any kind, or several manager operations. An empty list and other combinations are refused.
#[test]
fn invalid_combinations_of_contents_are_refused() {
    let noop: &[u8] = &[17, 0, 0, 0, 1, 9];
    let undelegate = [&[110, 0][..], &[7; 20], &[1, 2, 3, 4, 0]].concat();
    let proposal = [&[5, 0][..], &[7; 20], &[0; 8]].concat();
    let lists = [
        (vec![noop], true),
        (vec![&undelegate[..], &undelegate], true),
        (vec![&undelegate[..], &undelegate, &undelegate], true),
        (vec![], false),
        (vec![noop, noop], false),
        (vec![&undelegate[..], noop], false),
        (vec![&proposal[..], &undelegate], false),
    ];
    for protocol in Protocol::ALL.iter().copied().filter(|protocol| *protocol >= Protocol::Florence) {
        for (list, is_accepted) in &lists {
            let (contents, branch) = (list.concat(), [7; 32]);
            judged::<ContentsList>(protocol, &contents, *is_accepted);
            judged::<Unsigned>(protocol, &[&branch[..], &contents].concat(), *is_accepted);
            judged::<Operation>(protocol, &[&branch[..], &contents, &[8; 64]].concat(), *is_accepted);
            if protocol >= Protocol::Seoul {
                let unsigned = [&branch[..], &contents].concat();
                assert_eq!(protocol.decode::<BlsModeUnsigned>(&unsigned).is_ok(), *is_accepted);
                let size = u32::try_from(contents.len()).unwrap().to_be_bytes();
                let receipt = [&[1][..], &size, &contents].concat();
                assert_eq!(protocol.decode::<OperationDataAndMetadata>(&receipt).is_ok(), *is_accepted);
            }
        }
    }
    let (branch, contents) = (BlockHash([7; 32]), vec![]);
    assert_eq!(
        Protocol::Seoul.encode(&Unsigned { branch, contents }).unwrap_err().kind().name(),
        "User_invariant_guard"
    );
    let signature: Signature = GenericSignature([8; 64]).into();
    let protocol_data = OperationProtocolData { contents: vec![], signature };
    let refused = Protocol::Seoul.encode(&Operation { branch, protocol_data }).unwrap_err();
    assert_eq!(refused.kind().name(), "User_invariant_guard");
}

/// An operation is charged for its bytes and its contents, of which the first is stored without room for more.
#[test]
fn operations_are_charged_their_contents() {
    let undelegate = [&[110, 0][..], &[7; 20], &[1, 2, 3, 4, 0]].concat();
    for count in [1, 2, 5] {
        let bytes = [&[7; 32][..], &undelegate.repeat(count), &[8; 64]].concat();
        let within = |heap| {
            let budget = HeapBudget::new(heap);
            Protocol::Seoul
                .revision()
                .decode_within::<Operation>(&bytes, Limits::default(), &budget)
                .map(|_| budget.left())
        };
        let charged = (1 << 20) - within(1 << 20).unwrap();
        let stored = (charged - bytes.len()) / size_of::<Contents>();
        assert!(stored >= count && stored <= 2 * count && (stored == 1 || count > 1), "{stored} for {count}");
        assert_eq!(within(charged), Ok(0), "{count}");
        assert_eq!(within(charged - 1).unwrap_err().kind().name(), "Heap_exceeded", "{count}");
    }
}

/// Bakers with BLS keys sign attestations without their slot; those with a slot are neither read nor written.
#[test]
fn attestations_of_bls_mode_have_no_slot() {
    let protocol = Protocol::Seoul;
    let schema = schema::at(BlsModeUnsigned::ENCODING, protocol.revision());
    let content = [&[0, 7][..], &[0, 0, 0, 5], &[0, 0, 0, 1], &[8; 32]].concat();
    for (tag, dal) in [(20, &[][..]), (21, &[]), (23, &[5])] {
        let contents = [&[tag][..], &content, dal].concat();
        let bytes = [&[7; 32][..], &contents].concat();
        let error = protocol.decode::<BlsModeUnsigned>(&bytes).unwrap_err();
        assert_eq!((error.kind().name(), error.offset()), ("Unexpected_tag", 32), "{tag}");
        let walked = schema::decode(schema, &bytes).unwrap_err();
        assert_eq!((walked.kind(), walked.offset()), (error.kind(), 32), "{tag}");
        let unsigned: Unsigned = protocol.decode(&bytes).unwrap();
        let kept = BlsModeContents::Other(Box::new(unsigned.contents[0].clone()));
        let kept = BlsModeUnsigned { branch: unsigned.branch, contents: vec![kept] };
        assert_eq!(protocol.encode(&kept).unwrap_err().kind().name(), "No_case_matched", "{tag}");
        let slotless = [&[7; 32][..], &[if tag == 20 { 40 } else { 41 }], &content[2..]].concat();
        assert_eq!(protocol.encode(&unsigned.bls_mode()).as_ref(), Ok(&slotless), "{tag}");
        assert_eq!(protocol.decode(&slotless), Ok(unsigned.bls_mode()), "{tag}");
        let raw = RawOperation { branch: unsigned.branch, data: [&contents[..], &[9; 64]].concat().into() };
        let operation: Operation = protocol.decode(&protocol.encode(&raw).unwrap()).unwrap();
        assert_eq!(Ok(raw.hash()), operation.hash(protocol), "{tag}");
        assert_eq!(operation.unsigned(), unsigned, "{tag}");
    }
}

/// In JSON an operation without a signature has none; its bytes are zeros.
#[test]
fn zeros_are_no_signature_in_json() {
    let contents = r#"{"contents":[{"kind":"failing_noop","arbitrary":"07"}]"#;
    let other: Signature = GenericSignature([8; 64]).into();
    for (signature, field) in
        [(GenericSignature([0; 64]).into(), String::new()), (other.clone(), format!(r#","signature":"{other}""#))]
    {
        let json = format!("{contents}{field}}}");
        let data: OperationProtocolData = Protocol::Oxford.from_json(&json).unwrap();
        assert_eq!((&data.signature, &Protocol::Oxford.to_json(&data).unwrap()), (&signature, &json));
        let renamed: RenamedData = Protocol::Oxford.from_json(&json).unwrap();
        assert_eq!((&renamed.0, Protocol::Oxford.to_json(&renamed).unwrap()), (&data, json.clone()));
        let schema = schema::at(OperationProtocolData::ENCODING, Protocol::Oxford.revision());
        let bytes = [&[17, 0, 0, 0, 1, 7][..], signature.as_bytes()].concat();
        assert_eq!(Protocol::Oxford.encode(&data).as_ref(), Ok(&bytes));
        assert_eq!((schema::to_json(schema, &bytes), schema::from_json(schema, &json)), (Ok(json), Ok(bytes)));
    }
}

/// Before protocol 005, manager operations had other tags, which belong to other kinds today.
#[test]
fn combinations_of_contents_are_checked_in_protocol_004() {
    let undelegate = [&[10, 0, 0][..], &[7; 20], &[1, 2, 3, 4, 0]].concat();
    judged::<ContentsList>(Protocol::Athens, &[&undelegate[..], &undelegate].concat(), true);
    let proposal = [&[5, 0][..], &[7; 20], &[0; 8]].concat();
    judged::<ContentsList>(Protocol::Athens, &[&proposal[..], &undelegate].concat(), false);
}

/// Checks that the type, its view and its schema all accept the bytes, or all refuse them with the error of a guard.
fn judged<T: HasEncoding + View + for<'a> Decode<'a>>(protocol: Protocol, bytes: &[u8], is_accepted: bool) {
    let schema = schema::at(T::ENCODING, protocol.revision());
    let results = [
        protocol.decode::<T>(bytes).map(drop),
        protocol.view::<T>(bytes).map(drop),
        schema::decode(schema, bytes).map(drop),
    ];
    for result in results {
        let found = result.map_err(|error| error.kind().name());
        let refused =
            if protocol < Protocol::Hangzhou { "Exception_raised_in_user_function" } else { "User_invariant_guard" };
        assert_eq!(found, if is_accepted { Ok(()) } else { Err(refused) }, "{protocol:?} {bytes:02x?}");
    }
}
