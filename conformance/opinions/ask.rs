//! The questions: unsigned operations and expressions, with our bytes and our JSON.

use std::collections::BTreeMap;
use std::error;
use std::path::Path;

use serde_json::{Value, json};
use tezos_encoding::schema::{self, generate};
use tezos_encoding::{Encode, FromJson, HasEncoding, ToJson};
use tezos_protocols::micheline::{Micheline, script_expr_hash};
use tezos_protocols::operation::{Contents, Operation, Unsigned};
use tezos_protocols::{Protocol, registry};

use crate::data;

type Failure = Box<dyn error::Error>;

/// The kind of a question that is an expression.
pub(crate) const MICHELINE: &str = "micheline";

/// Values of each kind of operation that are made in each protocol.
const OF_EACH_KIND: usize = 10;
/// Of all pairs of kinds, one in this many becomes an operation.
const EACH_PAIR: usize = 3;
/// The first tag of operations of accounts, from Babylon on.
const FIRST_OF_ACCOUNTS: u8 = 107;
/// Expressions that are made.
const EXPRESSIONS: usize = 1500;
/// Bytes of the longest operation; the public keys of some accounts take 1,312.
const MAX_BYTES: usize = 4000;
/// Bytes of the longest expression.
const MAX_EXPRESSION_BYTES: usize = 300;
/// A block.
const BRANCH: &str = "BKpbfCvh777DQHnXjU2sqHvVUNZ7dBAdqEfKkdw8EGSkD9LSYXb";
/// An account.
const ACCOUNT: &str = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx";
/// The protocol whose primitives the expressions have.
const NEWEST: Protocol = Protocol::Ushuaia;

/// Returns the questions: operations of blocks and of Octez's samples, and made ones; then expressions.
pub(crate) fn questions(shared: &Path) -> Result<Vec<Value>, Failure> {
    let mut questions = Vec::new();
    for (protocol, operation) in data::operations(shared)? {
        let unsigned = protocol.decode::<Operation>(&operation).map(|operation| operation.unsigned());
        let unsigned = unsigned.or_else(|_| protocol.decode::<Unsigned>(&operation))?;
        add(&mut questions, "data", protocol, &unsigned)?;
        // As an operation of today, where its kinds are known today.
        let json = protocol.to_json(&unsigned)?;
        if let Ok(unsigned) = NEWEST.from_json::<Unsigned>(&json) {
            add(&mut questions, "data", NEWEST, &unsigned)?;
        }
    }
    for (protocol, sample) in data::samples(shared)? {
        add(&mut questions, "sample", protocol, &protocol.decode(&sample)?)?;
    }
    for protocol in Protocol::ALL.iter().copied().filter(|protocol| *protocol >= Protocol::Babylon) {
        for unsigned in made(protocol) {
            add(&mut questions, "made", protocol, &unsigned)?;
        }
    }
    questions.push(operation("written", NEWEST, &default_call())?);
    for (origin, expressions) in [("script", data::scripts(shared)?), ("value", data::values(shared)?)] {
        for json in expressions {
            questions.push(expression(origin, &Micheline::from_json(&json)?)?);
        }
    }
    let encoding = schema::at(Micheline::ENCODING, NEWEST.revision());
    let generator = registry::add_examples(generate(encoding)).max_bytes(MAX_EXPRESSION_BYTES);
    for bytes in generator.values(0).take(EXPRESSIONS) {
        questions.push(expression("made", &NEWEST.decode(&bytes?)?)?);
    }
    Ok(questions)
}

/// Adds an operation: its bytes are those of its JSON, as a value may have been read from another spelling.
fn add(questions: &mut Vec<Value>, origin: &str, protocol: Protocol, unsigned: &Unsigned) -> Result<(), Failure> {
    let json: Value = serde_json::from_str(&protocol.to_json(unsigned)?)?;
    questions.push(operation(origin, protocol, &json)?);
    Ok(())
}

/// Returns the question of an operation.
fn operation(origin: &str, protocol: Protocol, json: &Value) -> Result<Value, Failure> {
    let bytes = protocol.encode(&protocol.from_json::<Unsigned>(&json.to_string())?)?;
    let shown: Value = serde_json::from_str(&protocol.to_json(&protocol.decode::<Unsigned>(&bytes)?)?)?;
    let contents = json["contents"].as_array().ok_or("an operation without contents")?;
    let kinds: Vec<&Value> = contents.iter().map(|contents| &contents["kind"]).collect();
    Ok(json!({
        "origin": origin,
        "protocol": protocol.number(),
        "kinds": kinds,
        "hex": hex::encode(bytes),
        "json": json,
        "shown": shown,
    }))
}

/// Returns the JSON of a transaction with parameters that are left out of its bytes.
fn default_call() -> Value {
    json!({ "branch": BRANCH, "contents": [{
        "kind": "transaction", "source": ACCOUNT, "fee": "1", "counter": "2", "gas_limit": "3", "storage_limit": "4",
        "amount": "5", "destination": ACCOUNT, "parameters": { "entrypoint": "default", "value": { "prim": "Unit" } },
    }] })
}

/// Returns the question of an expression.
fn expression(origin: &str, micheline: &Micheline) -> Result<Value, Failure> {
    let json: Value = serde_json::from_str(&micheline.to_json()?)?;
    let bytes = Micheline::from_json(&json.to_string())?.to_bytes()?;
    // Made text has characters that Michelson does not have, and annotations that are none: `null` here.
    let text = (origin != "made").then(|| micheline.pretty(80).to_string());
    Ok(json!({
        "origin": origin,
        "protocol": NEWEST.number(),
        "kinds": [MICHELINE],
        "hex": hex::encode(bytes),
        "json": json,
        "shown": json,
        "text": text,
        "hash": script_expr_hash(micheline)?.to_string(),
    }))
}

/// Makes operations of each kind of a protocol, and some of two.
///
/// Not all can be made: the examples of signatures are of all protocols, and some functions refuse most bytes. That each kind is
/// compared is checked at the end.
fn made(protocol: Protocol) -> Vec<Unsigned> {
    let encoding = schema::at(Contents::ENCODING, protocol.revision());
    let generator = registry::add_examples(generate(encoding)).max_bytes(MAX_BYTES);
    let branches = (0_u8..=u8::MAX).cycle().map(|byte| [byte; 32]);
    let mut made: BTreeMap<u8, Vec<Unsigned>> = BTreeMap::new();
    for (branch, bytes) in branches.zip(generator.values(0).flatten()).take(64 * OF_EACH_KIND) {
        let Some(tag) = bytes.first() else { continue };
        let of_kind = made.entry(*tag).or_default();
        if of_kind.len() < OF_EACH_KIND {
            of_kind.extend(protocol.decode::<Unsigned>(&[&branch, &bytes[..]].concat()));
        }
    }
    // Only operations of accounts may follow each other.
    let of_accounts: Vec<Unsigned> =
        made.range(FIRST_OF_ACCOUNTS..).flat_map(|(_, unsigned)| unsigned.clone()).collect();
    let others = of_accounts.iter().skip(OF_EACH_KIND);
    let pairs = of_accounts.iter().zip(others).map(|(one, other)| Unsigned {
        branch: one.branch,
        contents: [&one.contents[..], &other.contents[..]].concat(),
    });
    made.into_values().flatten().chain(pairs.step_by(EACH_PAIR)).collect()
}
