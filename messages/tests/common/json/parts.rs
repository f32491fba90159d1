//! The JSON of objects and unions.

use serde_json::{Value, json};
use tezos_messages::block_header::BlockHeader;
use tezos_messages::block_locator::BlockLocator;
use tezos_messages::handshake::{Ack, ConnectionId, ConnectionMessage, Metadata, NetworkVersion};
use tezos_messages::mempool::Mempool;
use tezos_messages::operation::Operation;
use tezos_messages::p2p::{
    Checkpoint, CurrentBranch, CurrentHead, GetPredecessorHeader, GetProtocolBranch, OperationsForBlock,
    OperationsForBlocks, PredecessorHeader, ProtocolBranch,
};
use tezos_messages::path::Path;
use tezos_messages::protocol::{Component, Protocol};

use super::{Json, get, raw};
use crate::common::kinds::BoundedPath;

/// Objects: `type { field: "name", .. }`; a field that is absent is left out.
macro_rules! objects {
    ($($type:ident { $($field:ident: $name:literal),+ $(,)? })+) => {$(
        impl Json for $type {
            fn to_json(&self) -> Value {
                let fields = [$(($name, self.$field.to_json())),+];
                Value::Object(
                    fields.into_iter().filter(|(_, v)| !v.is_null()).map(|(k, v)| (k.to_owned(), v)).collect(),
                )
            }
            fn from_json(_: &str, json: &Value) -> Self {
                Self { $($field: get(json, $name)),+ }
            }
        }
    )+};
}

objects! {
    BlockLocator { current_head: "current_head", history: "history" }
    Mempool { known_valid: "known_valid", pending: "pending" }
    Component { name: "name", interface: "interface", implementation: "implementation" }
    Protocol { expected_env_version: "expected_env_version", components: "components" }
    CurrentBranch { chain_id: "chain_id", current_branch: "current_branch" }
    CurrentHead {
        chain_id: "chain_id",
        current_block_header: "current_block_header",
        current_mempool: "current_mempool",
    }
    OperationsForBlock { hash: "hash", validation_pass: "validation_pass" }
    OperationsForBlocks {
        operations_for_block: "operations_for_block",
        operation_hashes_path: "operation_hashes_path",
        operations: "operations",
    }
    Checkpoint { chain_id: "chain_id", header: "header" }
    GetProtocolBranch { chain: "chain", proto_level: "proto_level" }
    ProtocolBranch { chain: "chain", proto_level: "proto_level", locator: "locator" }
    GetPredecessorHeader { block: "block", offset: "offset" }
    PredecessorHeader { block: "block", offset: "offset", header: "header" }
    Metadata { disable_mempool: "disable_mempool", private_node: "private_node" }
    ConnectionId { addr: "addr", port: "port" }
    NetworkVersion {
        chain_name: "chain_name",
        distributed_db_version: "distributed_db_version",
        p2p_version: "p2p_version",
    }
    ConnectionMessage {
        port: "port",
        public_key: "pubkey",
        proof_of_work_stamp: "proof_of_work_stamp",
        message_nonce: "message_nonce",
        version: "version",
    }
}

impl Json for BlockHeader {
    fn to_json(&self) -> Value {
        json!({
            "level": self.level,
            "proto": self.proto,
            "predecessor": self.predecessor.to_json(),
            "timestamp": self.timestamp.to_json(),
            "validation_pass": self.validation_pass,
            "operations_hash": self.operations_hash.to_json(),
            "fitness": self.fitness.to_json(),
            "context": self.context.to_json(),
            "protocol_data": hex::encode(&self.protocol_data),
        })
    }
    fn from_json(_: &str, json: &Value) -> Self {
        Self {
            level: get(json, "level"),
            proto: get(json, "proto"),
            predecessor: get(json, "predecessor"),
            timestamp: get(json, "timestamp"),
            validation_pass: get(json, "validation_pass"),
            operations_hash: get(json, "operations_hash"),
            fitness: get(json, "fitness"),
            context: get(json, "context"),
            protocol_data: raw(&json["protocol_data"]),
        }
    }
}

impl Json for Operation {
    fn to_json(&self) -> Value {
        json!({ "branch": self.branch.to_json(), "data": hex::encode(&self.data) })
    }
    fn from_json(_: &str, json: &Value) -> Self {
        Self { branch: get(json, "branch"), data: raw(&json["data"]) }
    }
}

impl Json for Path {
    fn to_json(&self) -> Value {
        match self {
            Self::Op => json!({}),
            Self::Right { left, path } => json!({ "left": left.to_json(), "path": path.to_json() }),
            Self::Left { path, right } => json!({ "path": path.to_json(), "right": right.to_json() }),
        }
    }
    fn from_json(_: &str, json: &Value) -> Self {
        match (json.get("left"), json.get("right")) {
            (Some(_), _) => Self::Right { left: get(json, "left"), path: Box::new(get(json, "path")) },
            (_, Some(_)) => Self::Left { path: Box::new(get(json, "path")), right: get(json, "right") },
            (None, None) => Self::Op,
        }
    }
}

impl Json for BoundedPath {
    fn to_json(&self) -> Value {
        self.0.to_json()
    }
    fn from_json(name: &str, json: &Value) -> Self {
        Self(Json::from_json(name, json))
    }
}

impl Json for Ack {
    fn to_json(&self) -> Value {
        match self {
            Self::Ack => json!({ "ack": {} }),
            Self::NackV0 => json!({ "nack_v_0": {} }),
            Self::Nack { motive, peers } => json!({ "nack_motive": motive.0, "nack_list": peers.to_json() }),
        }
    }
    fn from_json(_: &str, json: &Value) -> Self {
        if json.get("nack_motive").is_some() {
            return Self::Nack { motive: get(json, "nack_motive"), peers: get(json, "nack_list") };
        }
        if json.get("ack").is_some() { Self::Ack } else { Self::NackV0 }
    }
}
