//! Values made from each schema: the walker and the Rust type, where there is one, read them alike and write them as they were;
//! JSON leads back; the JSON Schema takes it; what is almost a value is refused alike.

use serde_json::Value;
use tezos_encoding::{
    DecodeError,
    schema::{self, Encoding, generate::Generate},
};

use super::{lines, validator::Validator};
use crate::{
    codec::{Known, Reading},
    fast,
    line::Target,
};

/// Values of each encoding, and bytes that are none.
const VALUES: usize = 40;

/// Boundaries of each encoding, at most; the rest is like what was before.
const BOUNDARIES: usize = 400;

struct Subject {
    encoding: &'static Encoding,
    schema: Validator,
    fast: Option<Box<dyn Known>>,
    /// Whether a function converts values, so that they are written as others.
    converts: bool,
}

impl Subject {
    /// What is wrong with the answers to the bytes of a value.
    fn value(&self, bytes: &[u8]) -> Result<(), String> {
        let value = schema::decode(self.encoding, bytes).map_err(|error| format!("decode: {error}"))?;
        let again = schema::encode(self.encoding, &value).map_err(|error| format!("encode: {error}"))?;
        if again != bytes {
            return Err(format!("encode: {}", hex::encode(again)));
        }
        match self.fast.as_ref().map(|fast| fast.read(bytes)) {
            Some(Reading::Refused(error)) => return Err(format!("the type: {error}")),
            Some(Reading::Accepted(all)) if !self.converts && all.iter().any(|again| again.as_deref() != Ok(bytes)) => {
                return Err(format!("the type writes {all:02x?}"));
            }
            _ => {}
        }
        let json = schema::to_json(self.encoding, bytes).map_err(|error| format!("to_json: {error}"))?;
        let parsed: Value = serde_json::from_str(&json).map_err(|error| format!("{json}: {error}"))?;
        if !self.schema.takes(&parsed) {
            return Err(format!("its schema does not take {json}"));
        }
        let back = schema::from_json(self.encoding, &json).map_err(|error| format!("from_json: {json}: {error}"))?;
        // Of two cases with the same JSON, it is the first.
        if back != bytes && schema::to_json(self.encoding, &back).as_ref() != Ok(&json) {
            return Err(format!("from_json: {json}: {}", hex::encode(back)));
        }
        Ok(())
    }

    /// What is wrong with the answers to bytes that are no value.
    fn flawed(&self, bytes: &[u8]) -> Result<(), String> {
        let Err(error) = schema::decode(self.encoding, bytes) else { return Err("the walker takes it".to_owned()) };
        let say = |error: &DecodeError| format!("{} at {}", error.kind().name(), error.offset());
        match self.fast.as_ref().map(|fast| fast.read(bytes)) {
            Some(Reading::Accepted(_)) => Err(format!("the type takes it, the walker says {error}")),
            Some(Reading::Refused(other)) if say(&other) != say(&error) => {
                Err(format!("the type: {}, the walker: {}", say(&other), say(&error)))
            }
            _ => Ok(()),
        }
    }
}

#[test]
fn both_engines_answer_alike() {
    let (mut values, mut flaws, mut types, mut wrong) = (0usize, 0usize, 0usize, Vec::new());
    let lines = lines();
    for (description, (encoding, _)) in &lines {
        let schema = Validator::new(&schema::json_schema(encoding));
        let fast = fast::find(&Target::Encoding(description.clone())).ok();
        types = types.saturating_add(usize::from(fast.is_some()));
        let converts = description.contains("conv(") || description.starts_with("micheline(");
        let subject = Subject { encoding, schema, fast, converts };
        // What Micheline's annotations may be is a function's to say, which the description has not: at most 255 bytes.
        let generate = Generate::new(encoding).max_bytes(if description.starts_with("micheline(") { 250 } else { 600 });
        for made in generate.values(1).take(VALUES).chain(generate.boundaries().take(BOUNDARIES)) {
            match made.map_err(|why| why.to_string()) {
                Ok(bytes) => {
                    values = values.saturating_add(1);
                    if let Err(message) = subject.value(&bytes) {
                        wrong.push(format!("{description}: {message}: {}", hex::encode(&bytes)));
                    }
                }
                // A union whose cases are all for JSON only.
                Err(_) if encoding.size().most == Some(0) || description.contains("with_version") => {}
                Err(why) => wrong.push(format!("{description}: {why}")),
            }
        }
        for flawed in generate.almost_valid(1).take(VALUES) {
            flaws = flaws.saturating_add(1);
            if let Err(message) = subject.flawed(&flawed.bytes) {
                let (bytes, mistake) = (hex::encode(&flawed.bytes), flawed.mistake);
                wrong.push(format!("{description}: {mistake:?} at {}: {message}: {bytes}", flawed.offset));
            }
        }
    }
    println!("{} encodings, {types} with a type: {values} values, {flaws} with a mistake", lines.len());
    let shown: Vec<String> = wrong.iter().take(60).map(|line| line.chars().take(600).collect()).collect();
    assert!(wrong.is_empty(), "{} are wrong\n{}", wrong.len(), shown.join("\n"));
}
