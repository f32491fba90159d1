//! The JSON of messages: the vectors have hashes in hexadecimal digits and times in seconds, Octez and the tool have them in
//! base58check and as dates. The crate `conformance` has this module too.

use serde_json::{Map, Value};
use tezos_messages::{
    base58::Kind,
    hash::{BlockHash, ChainId, ContextHash, OperationHash, OperationListListHash, PeerId, ProtocolHash},
    timestamp::Timestamp,
};

/// Fields of messages, and which hash they hold, one or many.
const HASHES: [(&str, &Kind); 21] = [
    ("block", BlockHash::KIND),
    ("branch", BlockHash::KIND),
    ("chain", ChainId::KIND),
    ("chain_id", ChainId::KIND),
    ("context", ContextHash::KIND),
    ("deactivate", ChainId::KIND),
    ("get_block_headers", BlockHash::KIND),
    ("get_checkpoint", ChainId::KIND),
    ("get_current_branch", ChainId::KIND),
    ("get_current_head", ChainId::KIND),
    ("get_operations", OperationHash::KIND),
    ("get_protocols", ProtocolHash::KIND),
    ("hash", BlockHash::KIND),
    ("history", BlockHash::KIND),
    ("known_valid", OperationHash::KIND),
    ("left", OperationListListHash::KIND),
    ("operations_hash", OperationListListHash::KIND),
    ("peer_id", PeerId::KIND),
    ("pending", OperationHash::KIND),
    ("predecessor", BlockHash::KIND),
    ("right", OperationListListHash::KIND),
];

/// The JSON that Octez has of a message, from that of the vectors.
pub(crate) fn octez(json: &str) -> String {
    match serde_json::from_str(json) {
        Ok(value) => converted("", value).to_string(),
        Err(_) => json.to_owned(),
    }
}

/// The value of the field `name`.
fn converted(name: &str, value: Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .map(|(name, value)| {
                    let value = converted(&name, value);
                    (name, value)
                })
                .collect::<Map<_, _>>(),
        ),
        Value::Array(items) => Value::Array(items.into_iter().map(|item| converted(name, item)).collect()),
        Value::String(text) => Value::String(shown(name, &text).unwrap_or(text)),
        other => other,
    }
}

/// A text of the field `name` as Octez has it, where that is another.
fn shown(name: &str, text: &str) -> Option<String> {
    if name == "timestamp" {
        return text.parse().ok().map(|seconds| Timestamp(seconds).to_string());
    }
    let (_, kind) = HASHES.iter().find(|(known, _)| *known == name)?;
    Some(kind.encode(&hex::decode(text).ok()?))
}
