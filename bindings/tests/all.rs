//! Each function on values of which the answer is known.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failing test panics"
)]

#[path = "../../encoding/tests/common/shared.rs"]
mod shared;

use serde_json::Value;
use shared::shared;
use tezos_codec_bindings::{self as bindings, Error, Values};

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

/// An operation, without its signature.
const TRANSFER: &str = r#"{"branch":"BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2","contents":[{"kind":"transaction","source":"tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb","fee":"400","counter":"8","gas_limit":"1500","storage_limit":"0","amount":"1500000","destination":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx"}]}"#;

/// Signatures, each of 64 equal bytes.
const SIGNATURES: [(u8, &str); 2] = [
    (0, "sigMzJ4GVAvXEd2RjsKGfG2H9QvqTSKCZsuB2KiHbZRGFz72XgF6KaKADznh674fQgBatxw3xdHqTtMHUZAGRprxy64wg1aq"),
    (7, "sigNuctRLxhPtdeajq8sYYohEgwFsJk22n4Mgab42ZRs2NexMwWcPxeYFiHAkQgiQfrL1KwwvcgJFAMsqyqXAfYHZHqfWRU8"),
];

#[test]
fn values_are_decoded_encoded_and_refused() {
    let error = bindings::encode("fitness", r#"{"fitness":[]}"#).unwrap_err();
    assert_eq!((error.name, error.offset), ("Wrong_value", Some(0)));
    let fitness = bindings::encode("fitness", r#"["02","0001"]"#).unwrap();
    assert_eq!(bindings::decode("fitness", &fitness).as_deref(), Ok(r#"["02","0001"]"#));
    let error = bindings::decode("fitness", &fitness[..8]).unwrap_err();
    assert_eq!((error.name, error.offset, &*error.path), ("Not_enough_data", Some(4), ""));
    assert!(error.expected.as_ref().is_some_and(|text| text.starts_with("11 bytes for ")), "{error:?}");
    assert_eq!(value(&error.to_json())["found"], Value::from(error.found.as_deref()));
    let error = bindings::decode("seoul.operatoin", &[]).unwrap_err();
    assert_eq!((error.name, error.offset), ("Unknown_id", None));
    assert!(error.message.contains("`023-PtSeouLo.operation`"), "{error}");
    // A description instead of an id, twice the same.
    for _ in 0..2 {
        assert_eq!(bindings::decode("list(uint16)", &[0, 0, 0, 2, 0, 7]).as_deref(), Ok("[7]"));
    }
}

#[test]
fn errors_of_json_have_their_field() {
    let json = TRANSFER.replace(r#""fee":"400""#, r#""fee":400"#);
    let error = bindings::forge_operation(&json, Some("seoul")).unwrap_err();
    assert_eq!(&*error.path, "contents[0].fee");
    assert_eq!(error.expected.as_deref(), Some("digits in quotation marks"));
    assert_eq!(error.found.as_deref(), Some("the number 400"));
    assert_eq!(error.offset, json.find("400"));
}

#[test]
fn parts_are_those_of_the_tool() {
    let bytes = [0, 0, 0, 6, 0, 0x10, 0x7a, 0x06, 0xa7, 0x70];
    let parts = value(&bindings::slice("p2p_message", &bytes, false).unwrap());
    let last = parts.as_array().unwrap().last().unwrap();
    assert_eq!((&last["offset"], &last["length"], &last["hex"]), (&6.into(), &4.into(), &"7a06a770".into()));
    let explained = value(&bindings::explain("p2p_message", &bytes, false).unwrap());
    assert_eq!((&explained["valid"], &explained["parts"]), (&true.into(), &parts));
    let refused = value(&bindings::explain("p2p_message", &bytes[..9], false).unwrap());
    assert_eq!((&refused["valid"], &refused["error"]["name"]), (&false.into(), &"Not_enough_data".into()));
}

#[test]
fn secrets_are_not_shown() {
    let id = "p2p_identity";
    let bytes = bindings::generate(id, 7, 1000).unwrap();
    let shown = bindings::shown(id, &bytes).unwrap();
    assert!(shown.len() == bytes.len() && shown.windows(32).any(|part| part == [0; 32]));
    for parts in [bindings::slice(id, &bytes, false), bindings::explain(id, &bytes, false)] {
        let value = value(&parts.unwrap());
        let parts = value.as_array().or(value["parts"].as_array()).unwrap();
        let digits: String = parts.iter().map(|part| part["hex"].as_str().unwrap()).collect();
        assert!(hex::decode(digits).is_ok_and(|parts| parts == *shown), "{value}");
    }
}

#[test]
fn bytes_and_texts_are_identified() {
    let answer = value(&bindings::identify_text("0000 0006 0010 7a06 a770", None).unwrap());
    assert_eq!((&answer["form"], &answer["verdict"]), (&"bytes".into(), &"whole".into()));
    assert_eq!(answer["hex"], "0000000600107a06a770");
    assert_eq!(answer["guesses"][0]["id"], "p2p_message");
    let cut = value(&bindings::identify(&[0, 0, 0, 6, 0, 0x10, 0x7a, 0x06], None).unwrap());
    assert_eq!((&cut["verdict"], &cut["start"]["id"]), (&"start".into(), &"p2p_message".into()));
    assert_eq!(value(&bindings::identify(&[7], None).unwrap())["verdict"], "unknown");
    let text = value(&bindings::identify_text("NetXdQprcVkpaWU", None).unwrap());
    assert_eq!(
        (&text["form"], &text["kind"], &text["hex"]),
        (&"base58".into(), &"chain_id".into(), &"7a06a770".into())
    );
    let operation = bindings::forge_operation(TRANSFER, Some("seoul")).unwrap();
    let in_seoul = value(&bindings::identify(&operation, Some("seoul")).unwrap());
    assert_eq!(in_seoul["guesses"][0]["id"], "023-PtSeouLo.operation.unsigned");
    assert_eq!(bindings::identify_text("tezos", None).unwrap_err().name, "Unknown_text");
    let json = value(&bindings::identify_text(TRANSFER, None).unwrap());
    assert_eq!((&json["form"], &json["guesses"][0]["hex"]), (&"json".into(), &hex::encode(&operation).into()));
    assert!(json["guesses"][0]["id"].as_str().unwrap().ends_with(".operation.unsigned"), "{json}");
    assert_eq!(value(&bindings::identify_text("[1, 2]", None).unwrap())["hex"], "0102");
    assert_eq!(bindings::identify(&[], Some("paris-t")).unwrap_err().name, "Unknown_protocol");
}

#[test]
fn operations_are_forged_with_and_without_signature() {
    let unsigned = bindings::forge_operation(TRANSFER, None).unwrap();
    assert_eq!(value(&bindings::unforge_operation(&unsigned, None).unwrap()), value(TRANSFER));
    for (byte, signature) in SIGNATURES {
        let mut signed = value(TRANSFER);
        signed["signature"] = signature.into();
        let bytes = bindings::forge_operation(&signed.to_string(), None).unwrap();
        assert_eq!(bytes, [&unsigned[..], &[byte; 64]].concat());
        assert_eq!(value(&bindings::unforge_operation(&bytes, None).unwrap()), signed);
    }
    let error = bindings::unforge_operation(&unsigned[..unsigned.len() - 1], None).unwrap_err();
    assert_eq!(&*error.path, "contents[0].parameters");
    // Only some protocols have it.
    let seoul = TRANSFER
        .replace("transaction", "set_deposits_limit")
        .replace(r#""amount":"1500000","destination":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx""#, r#""limit":"7""#);
    assert!(bindings::forge_operation(&seoul, Some("seoul")).is_ok());
    let error: Error = bindings::forge_operation(&seoul, Some("delphi")).unwrap_err();
    assert!(error.message.contains("valid in 012"), "{error}");
}

#[test]
fn streams_arrive_in_pieces() {
    let bytes: Vec<u8> =
        [7_u16, 8, 9].iter().flat_map(|number| [&[0, 0, 0, 2][..], &number.to_be_bytes()].concat()).collect();
    for piece in 1..bytes.len() {
        let mut values = Values::new("list(uint16)").unwrap();
        let mut found = Vec::new();
        for piece in bytes.chunks(piece).chain([&[][..]]) {
            values.feed(piece);
            found.extend(std::iter::from_fn(|| values.next_value().unwrap()));
        }
        assert_eq!((found, values.offset()), (vec!["[7]".to_owned(), "[8]".into(), "[9]".into()], 18));
    }
    let mut values = Values::new("list(uint16)").unwrap();
    values.feed(&bytes[..8]);
    assert_eq!(values.next_value().unwrap().as_deref(), Some("[7]"));
    values.feed(&[]);
    assert_eq!(values.next_value().unwrap_err().name, "Not_enough_data");
    assert_eq!(Values::new("variable_list(uint16)").err().map(|error| error.name), Some("No_stream"));
}

#[test]
fn blocks_are_of_the_protocol_of_their_header() {
    let lines = include_str!("../../cli/tests/transcripts/blocks/blocks.jsonl");
    for line in lines.lines() {
        let block = value(&bindings::read_block(line.as_bytes(), None).unwrap());
        let header = format!("{}.block_header", block["protocol"].as_str().unwrap());
        let again = bindings::encode(&header, &block["header"].to_string()).unwrap();
        assert_eq!(value(line)["header"], hex::encode(again));
    }
    assert_eq!(bindings::read_block(b"{}", None).unwrap_err().name, "No_block");
    assert_eq!(bindings::read_block(&[0, 0, 0, 0], None).unwrap_err().name, "Not_enough_data");
    let Some(folder) = shared("data/blocks_binary") else { return };
    let mut blocks = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let Some(name) = file.file_stem().filter(|_| file.extension().is_some_and(|end| end == "bin")) else {
            continue;
        };
        let bytes = std::fs::read(&file).unwrap();
        let block = value(&bindings::read_block(&bytes, None).unwrap());
        let protocol = block["protocol"].as_str().unwrap();
        let id = format!("{protocol}.block_info.response");
        // Other bytes may have the same JSON.
        let again = bindings::encode(&id, &block["block"].to_string()).unwrap();
        assert!(value(&bindings::decode(&id, &again).unwrap()) == block["block"], "{name:?}");
        blocks += 1;
    }
    assert!(blocks > 20, "{blocks}");
}

#[test]
fn micheline_is_text_bytes_and_packed_data() {
    let json = bindings::parse_michelson("Pair 1 \"tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb\"").unwrap();
    assert_eq!(json, r#"{"prim":"Pair","args":[{"int":"1"},{"string":"tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb"}]}"#);
    assert_eq!(bindings::print_michelson(&json, None).unwrap(), "Pair 1 \"tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb\"");
    let bytes = bindings::forge_micheline(&json).unwrap();
    assert_eq!(bindings::unforge_micheline(&bytes).as_deref(), Ok(&*json));
    let ty = bindings::parse_michelson("pair int address").unwrap();
    let packed = bindings::pack(&json, Some(&ty)).unwrap();
    let unpacked = bindings::unpack(&packed).unwrap();
    assert!(unpacked.contains("00006b82198cb179e8306c1bedd08f12dc863f328886"), "{unpacked}");
    assert_eq!(bindings::pack(&json, None).unwrap()[1..], bytes);
    let zero = bindings::script_expr_hash(r#"{"int":"0"}"#, None).unwrap();
    assert_eq!(zero, "exprtZBwZUeYYYfUs9B9Rg2ywHezVHnCCnmF9WsDQVrs582dSK63dC");
    assert_eq!(bindings::unpack(&[6]).unwrap_err().name, "Invalid_prefix");
    assert_eq!(bindings::parse_michelson("Pair (").unwrap_err().name, "Syntax_error");
    assert_eq!(bindings::pack(&json, Some(r#"{"prim":"nat"}"#)).unwrap_err().name, "Wrong_type");
}

#[test]
fn the_catalogue_has_what_the_tool_lists() {
    let encodings = value(&bindings::encodings(None).unwrap());
    assert!(encodings.as_array().unwrap().iter().any(|row| row["id"] == "p2p_message"));
    let of_seoul = value(&bindings::encodings(Some("023")).unwrap());
    assert!(of_seoul.as_array().unwrap().iter().all(|row| row["id"].as_str().unwrap().starts_with("023-PtSeouLo.")));
    let protocols = value(&bindings::protocols());
    assert_eq!(protocols.as_array().unwrap().last().unwrap()["id"], "alpha");
    assert!(bindings::describe("fitness").unwrap().contains("fitness"));
    assert!(value(&bindings::json_schema("fitness").unwrap())["$schema"].is_string());
    for seed in 0..20 {
        let bytes = bindings::generate("seoul.operation", seed, 300).unwrap();
        assert!(bindings::decode("seoul.operation", &bytes).is_ok());
        assert_eq!(bytes, bindings::generate("seoul.operation", seed, 300).unwrap());
    }
}

#[test]
fn hashes_are_texts() {
    let hash = bindings::hash("operation_hash", &[]).unwrap();
    assert!(hash.starts_with('o') && hash.len() == 51, "{hash}");
    let key = bindings::hash("ed25519_public_key_hash", &[7; 32]).unwrap();
    assert!(key.starts_with("tz1"), "{key}");
    assert!(bindings::hash("blake2b", &[]).unwrap().starts_with("0e5751c026e543b2"));
    assert_eq!(bindings::hash("chain_id", &[]).unwrap_err().name, "Unknown_kind");
}

#[test]
fn unsigned_operations_are_those_of_all_protocols() {
    let bytes = |contents: &[&[u8]]| [&[7; 32][..], &contents.concat()].concat();
    let delegation = [&[110, 0][..], &[9; 20], &[1, 2, 3, 4, 0]].concat();
    let (delegation, noop) = (&delegation[..], &[17, 0, 0, 0, 1, 9][..]);
    for protocol in [None, Some("seoul"), Some("ushuaia"), Some("alpha")] {
        for contents in [&[delegation][..], &[noop], &[delegation, delegation]] {
            let bytes = bytes(contents);
            let json = bindings::parse_unsigned(&bytes, protocol).unwrap();
            assert_eq!(json, bindings::unforge_operation(&bytes, protocol).unwrap());
            assert_eq!(bindings::forge_unsigned(&json, protocol).unwrap(), bytes);
        }
    }
    let refused = |contents: &[&[u8]]| bindings::parse_unsigned(&bytes(contents), None).unwrap_err();
    let error = refused(&[delegation, noop]);
    assert_eq!((error.name, &*error.path), ("Unexpected_tag", "contents[1]"));
    assert_eq!(refused(&[noop, noop]).name, "List_too_long");
    assert_eq!(refused(&[]).name, "List_too_short");
    let json = bindings::parse_unsigned(&bytes(&[noop]), None).unwrap();
    let twice = json.replace("}]", "},{\"kind\":\"failing_noop\",\"arbitrary\":\"\"}]");
    let error = bindings::forge_unsigned(&twice, None).unwrap_err();
    assert_eq!((error.name, &*error.path), ("List_invalid_length", "contents"));
    assert_eq!(bindings::forge_unsigned(&json, Some("delphi")).unwrap_err().name, "Unknown_protocol");
}
