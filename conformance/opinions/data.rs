//! What is beside the project: operations of blocks and of nodes, Octez's samples, expressions.

use std::error;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tezos_protocols::Protocol;

type Failure = Box<dyn error::Error>;

/// Returns the operations of blocks and of nodes with their protocols; some are signed.
pub(crate) fn operations(shared: &Path) -> Result<Vec<(Protocol, Vec<u8>)>, Failure> {
    let mut operations = Vec::new();
    for line in &lines(shared, "operations/pytezos.jsonl")? {
        let protocol = if line["layout"] == "old" { Protocol::Athens } else { Protocol::Babylon };
        operations.push((protocol, bytes(&line["hex"])?));
    }
    for line in &lines(shared, "operations/mainnet_block_jakarta.jsonl")? {
        operations.push((Protocol::Jakarta, bytes(&line["hex"])?));
    }
    for block in &lines(shared, "blocks_mainnet/blocks.jsonl")? {
        // The last levels of Hangzhou, Ithaca and Jakarta.
        let protocol = match block["level"].as_i64().ok_or("a block without a level")? {
            ..=2_244_608 => Protocol::Hangzhou,
            2_244_609..=2_490_368 => Protocol::Ithaca,
            2_490_369..=2_736_128 => Protocol::Jakarta,
            2_736_129.. => Protocol::Kathmandu,
        };
        for operation in items(&block["operations"]).flat_map(items) {
            operations.push((protocol, bytes(operation)?));
        }
    }
    Ok(operations)
}

/// Returns the unsigned operations of Octez's samples, with each of their protocols.
pub(crate) fn samples(shared: &Path) -> Result<Vec<(Protocol, Vec<u8>)>, Failure> {
    let mut samples = Vec::new();
    let all = lines(shared, "octez_encoding_samples/samples.jsonl")?;
    for sample in all.iter().filter(|sample| sample["encoding"] == "operation.unsigned") {
        for name in items(&sample["protocols"]).filter_map(Value::as_str) {
            // `t024`, `024-PtTALLiN`, `tallinn`; those of the protocol in development are of any version of it.
            let digits: String = name.chars().skip_while(|c| !c.is_ascii_digit()).take(3).collect();
            let protocol = if digits.is_empty() { name.parse() } else { digits.parse::<Protocol>() };
            if let Some(protocol) = protocol.ok().filter(|protocol| *protocol != Protocol::Alpha) {
                samples.push((protocol, bytes(&sample["hex"])?));
            }
        }
    }
    Ok(samples)
}

/// Returns the JSON of the code of contracts.
pub(crate) fn scripts(shared: &Path) -> Result<Vec<String>, Failure> {
    let contracts = lines(shared, "scripts/contracts_pytezos.jsonl")?;
    Ok(contracts.iter().map(|contract| contract["code"].to_string()).collect())
}

/// Returns the JSON of values: the storage of contracts, and what was packed.
pub(crate) fn values(shared: &Path) -> Result<Vec<String>, Failure> {
    let contracts = lines(shared, "scripts/contracts_pytezos.jsonl")?;
    let storages = contracts.iter().map(|contract| &contract["storage"]).filter(|json| !json.is_null());
    let packed = lines(shared, "micheline/packed_taquito_2.jsonl")?;
    Ok(storages.chain(packed.iter().map(|line| &line["micheline"])).map(Value::to_string).collect())
}

/// Returns the lines of a file of JSON values.
fn lines(shared: &Path, part: &str) -> Result<Vec<Value>, Failure> {
    let text = fs::read_to_string(shared.join("data").join(part))?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn bytes(value: &Value) -> Result<Vec<u8>, Failure> {
    Ok(hex::decode(value.as_str().ok_or("bytes that are no text")?)?)
}
