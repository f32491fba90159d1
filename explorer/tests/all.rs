//! What the page is told of inputs.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::{Value, json};
use tezos_codec_explorer::Explorer;

/// A message between peers, which requests a branch.
const MESSAGE: &str = "0000000600107a06a770";

/// A transfer, without a signature.
const TRANSFER: &str = r#"{"branch":"BKpbfCvh777DQHnXjU2sqHvVUNZ7dBAdqEfKkdw8EGSkD9LSYXb","contents":[{"kind":"transaction",
    "source":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx","fee":"300","counter":"7","gas_limit":"1000","storage_limit":"0",
    "amount":"1500000","destination":"tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb"}]}"#;

fn opened(text: &str, id: Option<&str>) -> (Explorer, Value) {
    let mut explorer = Explorer::default();
    let answer = explorer.open_text(text, id).unwrap();
    (explorer, answer)
}

#[test]
fn bytes_are_what_the_tool_says() {
    let base64 = "AAAABgAQegancA==";
    for text in [MESSAGE, "0x0000000600107a06a770", "00 00 00 06 00 10 7a 06 a7 70", base64] {
        let (explorer, answer) = opened(text, None);
        assert_eq!((&answer["id"], &answer["error"]), (&json!("p2p_message"), &Value::Null), "{text}");
        assert_eq!(explorer.bytes().unwrap().len(), 10, "{text}");
    }
    let (_, answer) = opened("tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb", None);
    assert_eq!((&answer["text"]["kind"], &answer["id"]), (&json!("ed25519_public_key_hash"), &Value::Null));
    let mut explorer = Explorer::default();
    assert!(explorer.open_text("no bytes at all", None).unwrap_err().contains("neither hex"));
    assert!(explorer.open_text(MESSAGE, Some("p2p_mesage")).unwrap_err().contains("similar ids: `p2p_message`"));
    assert!(explorer.rows(0, 1).is_err(), "nothing is open");
}

#[test]
fn json_becomes_bytes() {
    let (explorer, answer) = opened(TRANSFER, None);
    assert!(answer["id"].as_str().unwrap().ends_with(".operation.unsigned"), "{answer}");
    let id = answer["id"].as_str().unwrap().to_owned();
    assert_eq!(explorer.encode(&id, &explorer.json().unwrap()).unwrap(), explorer.bytes().unwrap());
    assert!(explorer.encode(&id, "{}").unwrap_err().contains("branch"));
    let facts = explorer.facts().unwrap();
    let fact = |name: &str| facts.as_array().unwrap().iter().find(|fact| fact[0] == name).unwrap()[1].as_str().unwrap();
    assert!(fact("In words").starts_with("transfer 1.5 ꜩ from tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx to tz1VSUr8"));
    let bytes: String = explorer.bytes().unwrap().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(fact("Signed by a wallet, on mainnet"), format!("03{bytes}"));
    let texts = explorer.texts().unwrap();
    assert_eq!(texts[1], json!(["Command", format!("tezos-codec decode {id} from {bytes}")]));
}

#[test]
fn a_refusal_has_its_place_and_the_parts_before() {
    let (mut explorer, answer) = opened("0000000600107a06a7", Some("p2p_message"));
    assert_eq!(answer["error"]["offset"], 4, "{answer}");
    let (mut cut, answer) = opened("26040000000168", Some("obj{port: uint16; name: string}"));
    assert_eq!(answer["error"]["offset"], Value::Null, "{answer}");
    assert_eq!(cut.count(100).unwrap(), json!({ "rows": 4, "whole": true }));
    let (mut cut, answer) = opened("260400000002", Some("obj{port: uint16; name: string}"));
    assert_eq!((&answer["error"]["offset"], &answer["error"]["path"]), (&json!(6), &json!("name")), "{answer}");
    cut.count(100).unwrap();
    assert_eq!(cut.rows(0, 1).unwrap()[0]["value"], "9732");
    assert!(cut.json().is_err());
    explorer.count(100).unwrap();
}

#[test]
fn secrets_are_not_shown() {
    let secret = "11".repeat(32);
    let identity = format!("ff{}{}{}{}", "22".repeat(16), "33".repeat(32), secret, "44".repeat(24));
    let (mut explorer, answer) = opened(&identity, Some("p2p_identity"));
    explorer.count(100).unwrap();
    let told = [answer, explorer.rows(0, 100).unwrap(), explorer.facts().unwrap(), explorer.texts().unwrap()];
    assert!(told.iter().all(|told| !told.to_string().contains("1111")), "{told:?}");
    assert!(!explorer.bytes().unwrap().contains(&0x11) && explorer.json().is_err());
}

#[test]
fn protocols_and_what_they_changed() {
    let (explorer, _) = opened(TRANSFER, None);
    let protocols = explorer.protocols().unwrap();
    let accepting = protocols.as_array().unwrap().iter().filter(|one| one["accepts"] == true).count();
    assert!(accepting > 10 && protocols[0]["protocol"] == "alpha", "{protocols}");
    let changes = explorer.differences("023-PtSeouLo", "alpha").unwrap();
    assert!(changes.is_array());
    let changes = explorer.differences("013-PtJakart", "014-PtKathma").unwrap().to_string();
    assert!(changes.contains("added"), "{changes}");
    assert!(explorer.layout().unwrap().len() > 1000);
    assert!(explorer.ids().as_array().unwrap().len() > 1000);
}
