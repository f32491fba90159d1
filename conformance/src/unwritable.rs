//! Messages that the vectors describe in words because they cannot be written: a hash of 31 bytes, a list with one element too many.
//! They are values of the schema, which no Rust type of a message has.

use tezos_encoding::schema::{Case, Encoding, Value};

use crate::types::messages;

/// Bytes of a header without its protocol data.
const HEADER: usize = 114;

/// The value that `words` describe, as one of the encoding of `message`.
pub(crate) fn find(message: &str, words: &str) -> Option<Value> {
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
    let index = cases(messages::find(message)?.encoding).iter().position(|case| case.title == message)?;
    Some(Value::Case { index, payload: payload.into() })
}

/// The cases of a union, whatever is around it.
fn cases(mut encoding: &'static Encoding) -> &'static [Case] {
    loop {
        encoding = match encoding {
            Encoding::Union { cases, .. } => return cases,
            Encoding::Dynamic { inner, .. }
            | Encoding::Bounded { inner, .. }
            | Encoding::Def { inner, .. }
            | Encoding::Described { inner, .. } => inner,
            _ => return &[],
        }
    }
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
