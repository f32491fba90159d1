//! Encodings by id: each id has the encoding that the reference has under it.

use tezos_encoding::schema;
use tezos_messages::encodings;

use crate::common::unhex;

/// Bytes and JSON of an id, in both directions.
const VALUES: [(&str, &str, &str); 42] = [
    ("ground.N", "8001", "\"128\""),
    ("ground.Z", "41", "\"-1\""),
    ("ground.bool", "ff", "true"),
    ("ground.bytes", "00000002abcd", "\"abcd\""),
    ("ground.empty", "", "{}"),
    ("ground.float", "3ff8000000000000", "1.5"),
    ("ground.int16", "fffe", "-2"),
    ("ground.int31", "c0000000", "-1073741824"),
    ("ground.int31", "3fffffff", "1073741823"),
    ("ground.int32", "fffffffe", "-2"),
    ("ground.int64", "fffffffffffffffe", "\"-2\""),
    ("ground.int8", "fe", "-2"),
    ("ground.json", "000000050500000000", "{}"),
    ("ground.null", "", "null"),
    ("ground.string", "000000026869", "\"hi\""),
    ("ground.uint16", "fffe", "65534"),
    ("ground.uint8", "fe", "254"),
    ("ground.unit", "", "{}"),
    ("ground.variable.bytes", "abcd", "\"abcd\""),
    ("ground.variable.string", "6869", "\"hi\""),
    ("timestamp.protocol", "0000000000000000", "\"1970-01-01T00:00:00Z\""),
    ("timestamp.system", "0000000000000000", "\"1970-01-01T00:00:00.000-00:00\""),
    ("distributed_db_version", "0002", "2"),
    ("distributed_db_version.name", "0000000141", "\"A\""),
    ("p2p_version", "0001", "1"),
    ("network_version", "000000014100020001", r#"{"chain_name":"A","distributed_db_version":2,"p2p_version":1}"#),
    ("fitness", "000000050000000102", "[\"02\"]"),
    ("fitness.elem", "0000000102", "\"02\""),
    ("mempool", "000000000000000400000000", r#"{"known_valid":[],"pending":[]}"#),
    ("public_key_hash", "000000000000000000000000000000000000000000", "\"tz1Ke2h7sDdakHJQh8WX4Z372du1KChsksyU\""),
    ("p2p_rejection", "0005", "5"),
    ("p2p_connection.ack", "ff", r#"{"nack_v_0":{}}"#),
    ("p2p_connection.metadata", "ff00", r#"{"disable_mempool":true,"private_node":false}"#),
    ("dal_p2p_connection.metadata", "000000", r#"{"is_bootstrap_peer":false}"#),
    ("p2p_address", "0000001000000000000000000000000000000001", "\"::1\""),
    ("p2p_connection.id", "000000100000000000000000000000000000000100", r#"{"addr":"::1"}"#),
    ("p2p_point.id", "000000085b3a3a315d3a3830", "\"[::1]:80\""),
    ("protocol", "001100000000", r#"{"expected_env_version":17,"components":[]}"#),
    ("protocol.environment_version", "0011", "17"),
    ("protocol.meta", "000000000000", r#"{"modules":[]}"#),
    ("p2p_message.get_checkpoint", "7a06a770", r#"{"get_checkpoint":"NetXdQprcVkpaWU"}"#),
    ("p2p_message", "000000020002", r#"{"kind":"Bootstrap"}"#),
];

#[test]
fn each_id_has_its_encoding() {
    let encoding =
        |id: &str| encodings().iter().find(|named| named.id == id).unwrap_or_else(|| panic!("{id}")).encoding;
    for (id, bytes, json) in VALUES {
        assert_eq!(schema::to_json(encoding(id), &unhex(bytes)).as_deref(), Ok(json), "{id}");
        assert_eq!(schema::from_json(encoding(id), json), Ok(unhex(bytes)), "{id}");
    }
    // Hashes: their bytes, the first letters and the number of characters of their text.
    for (id, bytes, letters, characters) in [
        ("block_hash", 32, "B", 51),
        ("chain_id", 4, "Net", 15),
        ("context_hash", 32, "Co", 52),
        ("dal_commitment", 48, "sh", 74),
        ("operation_hash", 32, "o", 51),
        ("operation_list_hash", 32, "Lo", 52),
        ("operation_list_list_hash", 32, "LLo", 53),
        ("peer_id", 16, "id", 30),
        ("protocol_hash", 32, "P", 51),
    ] {
        let json = schema::to_json(encoding(id), &vec![0; bytes]).unwrap();
        assert!(json.starts_with(&format!("\"{letters}")) && json.len() == characters + 2, "{id}: {json}");
        assert!(schema::decode(encoding(id), &vec![0; bytes + 1]).is_err(), "{id}");
    }
    // One beyond the limits of 31 bits.
    for refused in ["bfffffff", "40000000"] {
        assert_eq!(schema::decode(encoding("ground.int31"), &unhex(refused)).unwrap_err().kind().name(), "Invalid_int");
    }
    let known: Vec<_> = encodings().iter().filter(|named| named.id.starts_with("ground.")).collect();
    assert_eq!(known.len(), 19);
    for named in known {
        assert!(VALUES.iter().any(|(id, ..)| *id == named.id), "{} has no row", named.id);
        assert_eq!(named.scope, tezos_messages::Scope::Ground);
    }
}
