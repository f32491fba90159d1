//! The encodings that are compared, and where their JSON schemas are in the files of Octez.

use tezos_encoding::schema::{Encoding, at as schema_at};
use tezos_protocols::{
    Protocol,
    registry::{self, ProtocolEncoding},
};

/// The protocol of the schemas.
pub(crate) const PROTOCOL: Protocol = Protocol::Ushuaia;

/// The file of the protocol, and that of the shell and of peers: `../shared/openapi/<file>-openapi.json`.
pub(crate) const PROTOCOL_FILE: &str = "ushuaia";
const SHELL_FILE: &str = "rpc";

/// Where a schema is.
pub(crate) enum At {
    /// In `components/schemas`, by name.
    Schema(&'static str),
    /// In `components/schemas`, by name behind the id of the protocol and a dot.
    OfProtocol(&'static str),
    /// The answer to a request, by its path, and the part of it.
    Answer(&'static str, &'static str),
    /// What is sent with a request, by its path.
    Request(&'static str),
}

use At::{Answer, OfProtocol, Request, Schema};

/// The id of an encoding without its protocol, and where its schema is, in the file of the protocol.
const OF_PROTOCOL: &[(&str, At)] = &[
    ("block_header", OfProtocol("block_header.alpha.full_header")),
    ("block_header.raw", Request("/helpers/forge_block_header")),
    ("block_header.shell", Schema("block_header.shell")),
    ("block_header.shell_header", Answer("/header/shell", "")),
    ("constants", Answer("/context/constants", "")),
    ("constants.parametric", Answer("/context/constants/parametric", "")),
    ("contract", OfProtocol("contract_id")),
    ("frozen_staker", OfProtocol("frozen_staker")),
    ("lazy_storage_diff", OfProtocol("lazy_storage_diff")),
    ("level", Answer("/helpers/current_level", "")),
    ("operation", Request("/helpers/forge/signed_operations")),
    ("operation.bls_mode_unsigned", Request("/helpers/forge/bls_consensus_operations")),
    ("operation.contents", OfProtocol("operation.alpha.contents")),
    ("operation.data_and_metadata", OfProtocol("operation.alpha.operation_with_metadata")),
    ("operation.internal_and_metadata", OfProtocol("apply_internal_results.alpha.operation_result")),
    ("operation.unsigned", Request("/helpers/forge/operations")),
    ("public_key", Schema("Signature.Public_key")),
    ("public_key_hash", Schema("Signature.Public_key_hash")),
    ("receipt.balance_updates", OfProtocol("operation_metadata.alpha.balance_updates")),
    ("sapling.DH.epk", Schema("sapling.DH.epk")),
    ("sapling.transaction.ciphertext", Schema("sapling.transaction.ciphertext")),
    ("sapling.transaction.commitment", Schema("sapling.transaction.commitment")),
    ("sapling.transaction.commitment_hash", Schema("sapling.transaction.commitment_hash")),
    ("sapling.transaction.commitment_value", Schema("sapling.transaction.commitment_value")),
    ("sapling.transaction.nullifier", Schema("sapling.transaction.nullifier")),
    ("script", OfProtocol("scripted.contracts")),
    ("script.expr", Schema("micheline.025-PsUshuai.michelson_v1.expression")),
    ("script.loc", Schema("micheline.location")),
    ("script.prim", OfProtocol("michelson.v1.primitives")),
    ("smart_rollup.address", Schema("smart_rollup_address")),
    (
        "smart_rollup.commmitment",
        Answer(
            "/context/smart_rollups/smart_rollup/{smart_rollup_address}/commitment/{smart_rollup_commitment_hash}",
            "",
        ),
    ),
    (
        "smart_rollup.game",
        Answer(
            "/context/smart_rollups/smart_rollup/{smart_rollup_address}/staker/{pkh}/games",
            "/items/properties/game",
        ),
    ),
    ("smart_rollup.inbox", Answer("/context/smart_rollups/all/inbox", "")),
    ("smart_rollup.kind", Answer("/context/smart_rollups/smart_rollup/{smart_rollup_address}/kind", "")),
    (
        "smart_rollup.whitelist",
        Answer("/context/smart_rollups/smart_rollup/{smart_rollup_address}/whitelist", "/oneOf/0"),
    ),
    ("test_chain_status", Schema("test_chain_status")),
    ("tez", OfProtocol("mutez")),
    ("timestamp", Schema("timestamp.protocol")),
    ("unstaked_frozen_staker", OfProtocol("staker")),
    ("vote.ballot", Answer("/votes/ballot_list", "/items/properties/ballot")),
    ("vote.ballots", Answer("/votes/ballots", "")),
    ("vote.listings", Answer("/votes/listings", "")),
    ("voting_period.kind", Answer("/votes/current_period", "/properties/voting_period/properties/kind")),
];

/// The id of an encoding, and where its schema is, in the file of the shell.
const OF_SHELL: &[(&str, At)] = &[
    ("block_hash", Schema("block_hash")),
    ("block_header", Schema("block_header")),
    ("chain_id", Schema("Chain_id")),
    ("context_hash", Schema("Context_hash")),
    ("distributed_db_version", Schema("distributed_db_version")),
    ("distributed_db_version.name", Schema("distributed_db_version.name")),
    ("fitness", Schema("fitness")),
    ("mempool", Schema("mempool")),
    ("network_version", Schema("network_version")),
    ("operation", Schema("operation")),
    ("operation_hash", Schema("Operation_hash")),
    ("operation_list_list_hash", Schema("Operation_list_list_hash")),
    ("p2p_address", Schema("p2p_address")),
    ("p2p_connection.id", Schema("p2p_connection.id")),
    ("p2p_peer.pool_event", Schema("p2p_peer.pool_event")),
    ("p2p_peer.state", Schema("p2p_peer.state")),
    ("p2p_point.id", Schema("p2p_point.id")),
    ("p2p_point.info", Schema("p2p_point.info")),
    ("p2p_point.pool_event", Schema("p2p_point.pool_event")),
    ("p2p_point.state", Schema("p2p_point.state")),
    ("p2p_stat", Schema("p2p_stat")),
    ("p2p_version", Schema("p2p_version")),
    ("peer_id", Schema("Crypto_box.Public_key_hash")),
    ("protocol.environment_version", Schema("protocol.environment_version")),
    ("protocol_hash", Schema("Protocol_hash")),
    ("timespan.system", Schema("timespan.system")),
    ("timestamp.protocol", Schema("timestamp.protocol")),
    ("timestamp.system", Schema("timestamp.system")),
    ("user_activated.protocol_overrides", Schema("user_activated.protocol_overrides")),
    ("user_activated.upgrades", Schema("user_activated.upgrades")),
];

/// An encoding and its schema.
pub(crate) struct Row {
    /// The file of the schema, without `-openapi.json`.
    pub(crate) file: &'static str,
    /// The place of the schema in the file, a JSON pointer.
    pub(crate) pointer: String,
    /// The id of the encoding.
    pub(crate) id: String,
    /// The encoding.
    pub(crate) encoding: &'static Encoding,
}

/// Returns all rows.
pub(crate) fn rows() -> Result<Vec<Row>, String> {
    let of_protocol = OF_PROTOCOL.iter().map(|row| (PROTOCOL_FILE, row));
    of_protocol.chain(OF_SHELL.iter().map(|row| (SHELL_FILE, row))).map(|(file, (id, at))| row(file, id, at)).collect()
}

fn row(file: &'static str, id: &str, at: &At) -> Result<Row, String> {
    let is_own = |encoding: &ProtocolEncoding| encoding.name == id && encoding.protocols().any(|own| own == PROTOCOL);
    let own = (file == PROTOCOL_FILE).then(|| registry::of_protocols().find(is_own)).flatten();
    let shared = || tezos_messages::encodings().iter().chain(registry::encodings()).find(|named| named.id == id);
    let (id, encoding) = match own.map(|encoding| encoding.at(PROTOCOL)) {
        Some(named) => (named.id.into_owned(), named.encoding),
        None => (id.to_owned(), shared().ok_or_else(|| format!("{id} is not known"))?.encoding),
    };
    let encoding = schema_at(encoding, PROTOCOL.revision());
    let escaped = |text: &str| text.replace('~', "~0").replace('/', "~1");
    let content = "content/application~1json/schema";
    let pointer = match at {
        Schema(name) => format!("/components/schemas/{}", escaped(name)),
        OfProtocol(name) => format!("/components/schemas/025-PsUshuai.{}", escaped(name)),
        Answer(path, part) => format!("/paths/{}/get/responses/200/{content}{part}", escaped(path)),
        Request(path) => format!("/paths/{}/post/requestBody/{content}", escaped(path)),
    };
    Ok(Row { file, pointer, id, encoding })
}
