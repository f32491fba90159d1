//! Scripts and packed data of real contracts.

use std::collections::BTreeSet;

use serde_json::Value;
use tezos_encoding::{Decode, Encode, FromJson, ToJson, Validate};
use tezos_protocols::micheline::{
    Alignment, ExprKind, Micheline, MichelineBuilder, MichelineRef, pack, parse, parse_script, unpack,
};

use super::{hex_of, lines};

/// Checks all conversions between JSON, bytes and the concrete syntax.
fn check(json: &Value, bytes: &[u8]) {
    let micheline = Micheline::from_json(&json.to_string()).unwrap();
    assert_eq!(micheline.to_bytes().unwrap(), bytes);
    assert_eq!(Micheline::from_bytes(bytes).unwrap(), micheline);
    assert_eq!(Micheline::validate(bytes), Ok(()));
    let printed: Value = serde_json::from_str(&micheline.to_json().unwrap()).unwrap();
    assert_eq!(without_empty(printed), without_empty(json.clone()));
    for width in [0, 80, usize::MAX] {
        let text = micheline.pretty(width).to_string();
        let parsed = parse(&text, Alignment::Checked).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed, micheline, "{width}");
    }
    if let ExprKind::Sequence(_) = micheline.kind() {
        assert_eq!(parse_script(&micheline.pretty(80).to_string(), Alignment::Checked).unwrap(), micheline);
    }
    copied(&micheline);
}

/// Removes empty lists of arguments and annotations, which are not printed.
fn without_empty(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(without_empty).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(_, value)| !value.as_array().is_some_and(Vec::is_empty))
            .map(|(name, value)| (name, without_empty(value)))
            .collect(),
        other => other,
    }
}

/// Checks that the cursors over bytes and over the owned value see equal nodes, and that the builder copies the expression.
fn copied(micheline: &Micheline) {
    let view = MichelineRef::from_bytes(micheline.as_bytes()).unwrap();
    let mut stack = vec![(view, micheline.root())];
    while let Some((view, owned)) = stack.pop() {
        assert_eq!(view.as_bytes(), owned.as_bytes());
        let (mut views, mut owneds) = (view.children(), owned.children());
        loop {
            match (views.next(), owneds.next()) {
                (Some(view), Some(owned)) => stack.push((view, owned)),
                (None, None) => break,
                (view, owned) => panic!("{view:?}, {owned:?}"),
            }
        }
    }
    let mut builder = MichelineBuilder::new();
    builder.add(micheline.root());
    assert_eq!(builder.finish().unwrap(), *micheline);
}

#[test]
fn scripts_of_contracts_convert_in_all_directions() {
    let contracts = lines("data/scripts/contracts_pytezos.jsonl");
    for contract in &contracts {
        check(&contract["code"], &hex_of(&contract["code_hex"]));
        // Some contracts have no storage in the data.
        if !contract["storage"].is_null() {
            check(&contract["storage"], &hex_of(&contract["storage_hex"]));
        }
    }
    assert!(contracts.is_empty() || contracts.len() == 336, "{}", contracts.len());
}

#[test]
fn packed_data_round_trips() {
    let mut sources = BTreeSet::new();
    for line in lines("data/micheline/packed_taquito_2.jsonl") {
        let packed = hex_of(&line["packed"]);
        let micheline = unpack(&packed).unwrap();
        assert_eq!(pack(&micheline).unwrap(), packed);
        check(&line["micheline"], &packed[1..]);
        if line["same"] == true {
            assert_eq!(Micheline::from_json(&line["data"].to_string()).unwrap(), micheline);
        }
        sources.insert(line["source"].to_string());
    }
    assert!(unpack(&[]).is_err() && unpack(&[4, 3, 11]).is_err() && unpack(&[5]).is_err());
}
