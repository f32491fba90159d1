//! The JSON of peer messages: each case is an object of its own, without a tag.

use serde_json::{Value, json};
use tezos_messages::p2p::{PeerMessage, Swap};

use super::{Json, get};

fn swap(kind: &str, swap: &Swap) -> Value {
    json!({ "point": swap.point.to_json(), "peer_id": swap.peer_id.to_json(), "kind": kind })
}

fn swap_of(json: &Value) -> Swap {
    Swap { point: get(json, "point"), peer_id: get(json, "peer_id") }
}

impl Json for PeerMessage {
    fn to_json(&self) -> Value {
        match self {
            Self::Disconnect => json!({ "kind": "Disconnect" }),
            Self::Bootstrap => json!({ "kind": "Bootstrap" }),
            Self::Advertise(points) => json!({ "id": points.to_json(), "kind": "Advertise" }),
            Self::SwapRequest(body) => swap("Swap_request", body),
            Self::SwapAck(body) => swap("Swap_ack", body),
            Self::GetCurrentBranch(chain) => json!({ "get_current_branch": chain.to_json() }),
            Self::CurrentBranch(body) => body.to_json(),
            Self::Deactivate(chain) => json!({ "deactivate": chain.to_json() }),
            Self::GetCurrentHead(chain) => json!({ "get_current_head": chain.to_json() }),
            Self::CurrentHead(body) => body.to_json(),
            Self::GetBlockHeaders(hashes) => json!({ "get_block_headers": hashes.to_json() }),
            Self::BlockHeader(header) => json!({ "block_header": header.to_json() }),
            Self::GetOperations(hashes) => json!({ "get_operations": hashes.to_json() }),
            Self::Operation(operation) => json!({ "operation": operation.to_json() }),
            Self::GetProtocols(hashes) => json!({ "get_protocols": hashes.to_json() }),
            Self::Protocol(protocol) => json!({ "protocol": protocol.to_json() }),
            Self::GetOperationsForBlocks(keys) => json!({ "get_operations_for_blocks": keys.to_json() }),
            Self::OperationsForBlocks(body) => body.to_json(),
            Self::GetCheckpoint(chain) => json!({ "get_checkpoint": chain.to_json() }),
            Self::Checkpoint(body) => json!({ "checkpoint": body.to_json() }),
            Self::GetProtocolBranch(body) => json!({ "get_protocol_branch": body.to_json() }),
            Self::ProtocolBranch(body) => json!({ "protocol_branch": body.to_json() }),
            Self::GetPredecessorHeader(body) => json!({ "get_predecessor_header": body.to_json() }),
            Self::PredecessorHeader(body) => json!({ "predecessor_header": body.to_json() }),
        }
    }

    fn from_json(name: &str, json: &Value) -> Self {
        match name {
            "Disconnect" => Self::Disconnect,
            "Bootstrap" => Self::Bootstrap,
            "Advertise" => Self::Advertise(get(json, "id")),
            "Swap_request" => Self::SwapRequest(swap_of(json)),
            "Swap_ack" => Self::SwapAck(swap_of(json)),
            "Get_current_branch" => Self::GetCurrentBranch(get(json, "get_current_branch")),
            "Current_branch" => Self::CurrentBranch(Json::from_json(name, json)),
            "Deactivate" => Self::Deactivate(get(json, "deactivate")),
            "Get_current_head" => Self::GetCurrentHead(get(json, "get_current_head")),
            "Current_head" => Self::CurrentHead(Json::from_json(name, json)),
            "Get_block_headers" => Self::GetBlockHeaders(get(json, "get_block_headers")),
            "Block_header" => Self::BlockHeader(get(json, "block_header")),
            "Get_operations" => Self::GetOperations(get(json, "get_operations")),
            "Operation" => Self::Operation(get(json, "operation")),
            "Get_protocols" => Self::GetProtocols(get(json, "get_protocols")),
            "Protocol" => Self::Protocol(get(json, "protocol")),
            "Get_operations_for_blocks" => Self::GetOperationsForBlocks(get(json, "get_operations_for_blocks")),
            "Operations_for_blocks" => Self::OperationsForBlocks(Json::from_json(name, json)),
            "Get_checkpoint" => Self::GetCheckpoint(get(json, "get_checkpoint")),
            "Checkpoint" => Self::Checkpoint(get(json, "checkpoint")),
            "Get_protocol_branch" => Self::GetProtocolBranch(get(json, "get_protocol_branch")),
            "Protocol_branch" => Self::ProtocolBranch(get(json, "protocol_branch")),
            "Get_predecessor_header" => Self::GetPredecessorHeader(get(json, "get_predecessor_header")),
            "Predecessor_header" => Self::PredecessorHeader(get(json, "predecessor_header")),
            _ => panic!("unknown kind {name}"),
        }
    }
}
