//! Converts the JSON of messages in the vectors, which has hashes in hexadecimal and times in seconds, to that of Octez and of the tool,
//! which has base58check and dates.

use crate::ordered::Ordered;
use serde_json::Value;
use tezos_messages::{
    base58::TextKind,
    hash::{BlockHash, ChainId, ContextHash, OperationHash, OperationListListHash, PeerId, ProtocolHash},
    timestamp::Timestamp,
};

/// The kinds of hashes, each with the fields of messages that contain hashes of this kind.
const HASHES: [(&TextKind, &str); 7] = [
    (BlockHash::KIND, "block branch get_block_headers hash history predecessor"),
    (ChainId::KIND, "chain chain_id deactivate get_checkpoint get_current_branch get_current_head"),
    (ContextHash::KIND, "context"),
    (OperationHash::KIND, "get_operations known_valid pending"),
    (OperationListListHash::KIND, "left operations_hash right"),
    (PeerId::KIND, "peer_id"),
    (ProtocolHash::KIND, "get_protocols"),
];

/// Converts the JSON of a message.
pub(crate) fn octez(json: &str) -> String {
    match serde_json::from_str(json) {
        Ok(value) => serde_json::to_string(&converted("", value)).unwrap_or_default(),
        Err(_) => json.to_owned(),
    }
}

/// Converts the value of the field `name`.
fn converted(name: &str, value: Ordered) -> Ordered {
    match value {
        Ordered::Object(fields) => {
            let converted = |(name, value): (String, _)| {
                let value = converted(&name, value);
                (name, value)
            };
            Ordered::Object(fields.into_iter().map(converted).collect())
        }
        Ordered::Array(items) => Ordered::Array(items.into_iter().map(|item| converted(name, item)).collect()),
        Ordered::Scalar(Value::String(text)) => Ordered::Scalar(Value::String(shown(name, &text).unwrap_or(text))),
        other => other,
    }
}

/// Converts a string of the field `name`; `None` if it stays as it is.
fn shown(name: &str, text: &str) -> Option<String> {
    if name == "timestamp" {
        return text.parse().ok().map(|seconds| Timestamp(seconds).to_string());
    }
    let (kind, _) = HASHES.iter().find(|(_, fields)| fields.split(' ').any(|field| field == name))?;
    Some(kind.encode(&hex::decode(text).ok()?))
}
