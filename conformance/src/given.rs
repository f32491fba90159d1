//! Values to write: as JSON, or in words.

use serde_json::Value as Json;
use tezos_encoding::{Tagged as _, schema::Value};
use tezos_messages::{handshake::Ack, p2p::PeerMessage};

/// A value to write.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Given {
    /// By its JSON.
    Json(String),
    /// Without JSON.
    Value(Value),
}

impl Given {
    /// The value of the encoding or message `name` that a line has: its JSON, or what the JSON text describes.
    pub(crate) fn parse(name: &str, json: &str, detail: Option<Json>) -> Self {
        // The reference's values of a `string_enum` have no names.
        if let (true, Ok(index)) = (name.starts_with("string_enum("), json.parse()) {
            return Self::Value(Value::Name(index));
        }
        let words: Option<String> = serde_json::from_str(json).ok();
        if let Some(value) = words.as_ref().and_then(|words| unwritable(name, words)) {
            return Self::Value(value);
        }
        let full = match words {
            Some(words) => in_full(&words),
            None => detail.and_then(|detail| exactly(json, &detail)),
        };
        Self::Json(full.map_or_else(|| json.to_owned(), |json| json.to_string()))
    }
}

/// Elements or bytes that a value in words can have.
const MAX_COUNT: usize = 1 << 24;

/// The JSON of a value in words: one such as `"3 elements"`, `"256 bytes 00"`, `"4 times 'z'"` or `"a=1, b=2 times 'q'"`; nothing
/// for other texts.
fn in_full(words: &str) -> Option<Json> {
    value(words).or_else(|| object(words))
}

/// The JSON of a float that the vectors have rounded, `1e+06`, where the detail of the error has it in full,
/// `"v":"0x1.e8482p+19"`.
fn exactly(json: &str, detail: &Json) -> Option<Json> {
    json.parse::<f64>().ok()?;
    let (digits, exponent) = detail.get("v")?.as_str()?.strip_prefix("0x1.")?.split_once('p')?;
    // 52 bits behind the point.
    let fraction = u64::from_str_radix(&format!("{digits:0<13}"), 16).ok()?;
    let one_and_fraction = f64::from_bits(1.0f64.to_bits() | fraction);
    Some(Json::from(one_and_fraction * 2f64.powi(exponent.parse().ok()?)))
}

fn value(words: &str) -> Option<Json> {
    let words: Vec<_> = words.split(' ').collect();
    let [number, words @ ..] = words.as_slice() else { return None };
    let count = number.parse().ok().filter(|count| *count <= MAX_COUNT)?;
    match words {
        ["elements"] => Some(Json::from(vec![0; count])),
        ["bytes"] | ["bytes", "00"] => Some(Json::from("00".repeat(count))),
        ["times", quoted] => Some(Json::from(quoted.trim_matches('\'').repeat(count))),
        _ => None,
    }
}

fn object(words: &str) -> Option<Json> {
    let field = |field: &str| {
        let (name, words) = field.split_once('=')?;
        let value = value(words).or_else(|| serde_json::from_str(words).ok())?;
        Some((name.to_owned(), value))
    };
    words.split(", ").map(field).collect::<Option<_>>().map(Json::Object)
}

/// Bytes of a header without its protocol data.
const HEADER: usize = 114;

/// A message that cannot be written, such as one with a hash of 31 bytes: a value of the schema, which no Rust type has.
fn unwritable(message: &str, words: &str) -> Option<Value> {
    let payload = match (message, words) {
        ("Advertise", "101 points") => {
            fields([fields([list(101, Value::Text(b"[::1]:1".to_vec()))]), fields([Value::Unit])])
        }
        ("Get_block_headers", "hash of 31 bytes") => fields([list(1, bytes(31))]),
        ("Get_protocols", "11 hashes") => fields([list(11, bytes(32))]),
        ("Get_operations_for_blocks", "11 keys") => fields([list(11, key(0))]),
        ("Get_operations_for_blocks", "validation_pass -129") => fields([list(1, key(-129))]),
        ("Operation", "data of 128*1024-31 bytes (one over)") => fields([operation(128 * 1024 - 31)]),
        ("Operations_for_blocks", "operation list over 1 MiB") => operations(list(16, operation(1 << 16))),
        ("Operations_for_blocks", "one operation over 128 KiB") => operations(list(1, operation(128 << 10))),
        ("Current_branch", "1001 hashes") => fields([bytes(4), fields([header(1, 0), list(1001, bytes(32))])]),
        ("Current_head", "4000 known_valid") => {
            fields([bytes(4), header(1, 0), fields([list(4000, bytes(32)), list(0, bytes(32))])])
        }
        ("Block_header", "header over 8 MiB") => fields([header(1, (8 << 20) + 1 - HEADER)]),
        ("Block_header", "proto 256") => fields([header(256, 0)]),
        ("Protocol", "environment 65536") => fields([fields([Value::Int(65_536), list(0, Value::Unit)])]),
        ("Get_protocol_branch", "proto_level -1") => fields([fields([bytes(4), Value::Int(-1)])]),
        ("Get_protocol_branch", "chain of 5 bytes") => fields([fields([bytes(5), Value::Int(0)])]),
        ("Nack", "motive 32768") => fields([Value::Int(32_768), list(0, Value::Unit)]),
        ("Connection_message", "pubkey of 31 bytes") => {
            let version = fields([Value::Text(Vec::new()), Value::Int(0), Value::Int(0)]);
            return Some(fields([Value::Int(9732), bytes(31), bytes(24), bytes(24), version]));
        }
        ("micheline(prim=uint8)", "prim 256") => {
            return Some(Value::Case { index: 3, payload: fields([Value::Int(256)]).into() });
        }
        _ => return None,
    };
    let cases = if message == "Nack" { Ack::CASES } else { PeerMessage::CASES };
    let index = cases.iter().position(|case| case.title == message)?;
    Some(Value::Case { index, payload: payload.into() })
}

fn fields<const N: usize>(fields: [Value; N]) -> Value {
    Value::Fields(fields.into())
}

fn list(count: usize, item: Value) -> Value {
    Value::List(vec![item; count])
}

fn bytes(count: usize) -> Value {
    Value::Bytes(vec![0; count])
}

fn key(validation_pass: i128) -> Value {
    fields([bytes(32), Value::Int(validation_pass)])
}

fn operation(data: usize) -> Value {
    fields([bytes(32), bytes(data)])
}

fn operations(operations: Value) -> Value {
    let here = Value::Case { index: 0, payload: Value::Unit.into() };
    fields([key(0), here, operations])
}

fn header(proto: i128, protocol_data: usize) -> Value {
    let [level, proto, seconds, pass] = [1, proto, 0, 4].map(Value::Int);
    let fitness = list(0, bytes(0));
    Value::Fields(vec![level, proto, bytes(32), seconds, pass, bytes(32), fitness, bytes(32), bytes(protocol_data)])
}
