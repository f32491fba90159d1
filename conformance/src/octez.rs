//! The JSON of messages: the vectors have hashes in hexadecimal digits and times in seconds, Octez and the tool have them in
//! base58check and as dates.

use crate::ordered::Ordered;
use serde_json::Value;
use tezos_messages::{
    base58::Kind,
    hash::{BlockHash, ChainId, ContextHash, OperationHash, OperationListListHash, PeerId, ProtocolHash},
    timestamp::Timestamp,
};

/// Hashes, and the fields of messages that hold one or many of them.
const HASHES: [(&Kind, &str); 7] = [
    (BlockHash::KIND, "block branch get_block_headers hash history predecessor"),
    (ChainId::KIND, "chain chain_id deactivate get_checkpoint get_current_branch get_current_head"),
    (ContextHash::KIND, "context"),
    (OperationHash::KIND, "get_operations known_valid pending"),
    (OperationListListHash::KIND, "left operations_hash right"),
    (PeerId::KIND, "peer_id"),
    (ProtocolHash::KIND, "get_protocols"),
];

/// The JSON that Octez has of a message, from that of the vectors.
pub(crate) fn octez(json: &str) -> String {
    match serde_json::from_str(json) {
        Ok(value) => serde_json::to_string(&converted("", value)).unwrap_or_default(),
        Err(_) => json.to_owned(),
    }
}

/// The value of the field `name`.
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

/// A text of the field `name` as Octez has it, where that is another.
fn shown(name: &str, text: &str) -> Option<String> {
    if name == "timestamp" {
        return text.parse().ok().map(|seconds| Timestamp(seconds).to_string());
    }
    let (kind, _) = HASHES.iter().find(|(_, fields)| fields.split(' ').any(|field| field == name))?;
    Some(kind.encode(&hex::decode(text).ok()?))
}
