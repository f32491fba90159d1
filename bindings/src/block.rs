//! Blocks, whose protocol follows from their header.

use serde_json::{Value, json, value::RawValue};
use tezos_codec_inspect::protocols::{self, of_proto, proto_of};
use tezos_encoding::schema::{accepts, to_json};
use tezos_hashes::hash::ChainId;
use tezos_protocols::Protocol;

use crate::{
    Error,
    operation::{named, protocol},
    values::decode_as,
};

/// The bytes before the header in the answer of a node: the size of the answer, the chain, the hash of the block, the size of the header.
const BEFORE_HEADER: usize = 4 + 4 + 32 + 4;

/// Decodes a block: the answer of a node in binary, or a line of JSON, an object with `chain_id`, `header` and `operations` in hex. The result is an
/// object with `protocol`, and `block`, or `header` and `operations`. The protocol of a block of mainnet follows from its header; that of
/// another chain is the newest that accepts the block, or the one that is given.
///
/// # Errors
/// If no protocol accepts the block.
pub fn read_block(block: &[u8], only: Option<&str>) -> Result<String, Error> {
    let only = only.map(|name| protocol(Some(name))).transpose()?;
    match str::from_utf8(block).ok().filter(|text| text.trim_start().starts_with('{')) {
        Some(line) => in_line(line, only),
        None => answer(block, only),
    }
}

/// Returns the protocols to try for a block, the most likely first.
fn likely(chain: ChainId, header: &[u8], only: Option<Protocol>) -> Vec<Protocol> {
    let known = if only.is_none() { of_proto(chain, proto_of(header)) } else { Vec::new() };
    if known.is_empty() { protocols::possible(only) } else { known }
}

fn answer(bytes: &[u8], only: Option<Protocol>) -> Result<String, Error> {
    let chain = bytes.get(4..).and_then(<[u8]>::first_chunk).map(|chain| ChainId(*chain));
    let header = bytes.get(BEFORE_HEADER..).unwrap_or_default();
    let (mut refusal, mut furthest) = (None, 0);
    for protocol in likely(chain.unwrap_or(ChainId([0; 4])), header, only) {
        let named = named("block_info.response", protocol)?;
        match to_json(named.encoding, bytes) {
            Ok(json) => return Ok(format!("{{\"protocol\":\"{}\",\"block\":{json}}}", protocol.id())),
            // The error of the protocol that reads furthest is returned, of the newest if there are several.
            Err(error) if refusal.is_none() || error.offset() > furthest => {
                furthest = error.offset();
                refusal = Some(Error::of_bytes(named, bytes, &error));
            }
            Err(_) => {}
        }
    }
    Err(refusal.unwrap_or_else(|| Error::argument("No_block", "this is no block")))
}

fn in_line(line: &str, only: Option<Protocol>) -> Result<String, Error> {
    let wrong = |sentence: &str| Error::argument("No_block", sentence);
    let line: Value = serde_json::from_str(line).map_err(|error| Error::argument("Invalid_json", error))?;
    let bytes = |value: &Value| value.as_str().and_then(|text| hex::decode(text).ok());
    let field = |name: &str| line.get(name).unwrap_or(&Value::Null);
    let chain = bytes(field("chain_id")).and_then(|chain| chain.try_into().ok()).map(ChainId);
    let chain = chain.ok_or_else(|| wrong("expected `chain_id` as 4 bytes in hex"))?;
    let header = bytes(field("header")).ok_or_else(|| wrong("expected `header` in hex"))?;
    let operations = |pass: &Value| pass.as_array()?.iter().map(bytes).collect::<Option<Vec<Vec<u8>>>>();
    let passes =
        field("operations").as_array().and_then(|passes| passes.iter().map(operations).collect::<Option<Vec<_>>>());
    let passes = passes.ok_or_else(|| wrong("expected `operations` as lists of hex, one for each validation pass"))?;
    let likely = likely(chain, &header, only);
    let read = |protocol: &Protocol| {
        let reads = |name: &str, bytes: &[u8]| {
            named(name, *protocol).is_ok_and(|named| accepts(named.encoding, bytes, protocol.revision()))
        };
        reads("block_header", &header) && passes.iter().flatten().all(|operation| reads("operation", operation))
    };
    // Otherwise the first one gives its error.
    let protocol = likely.iter().find(|protocol| read(protocol)).or(likely.first());
    let protocol = *protocol.ok_or_else(|| wrong("the block is of no known protocol"))?;
    let value = |name, bytes: &[u8]| {
        let json = decode_as(named(name, protocol)?, bytes)?;
        RawValue::from_string(json).map_err(|error| Error::argument("Invalid_json", error))
    };
    let passes = passes.iter().map(|pass| pass.iter().map(|operation| value("operation", operation)).collect());
    let operations: Vec<Vec<Box<RawValue>>> = passes.collect::<Result<_, Error>>()?;
    let (header, protocol) = (value("block_header", &header)?, protocol.id());
    Ok(json!({ "protocol": protocol, "header": header, "operations": operations }).to_string())
}
