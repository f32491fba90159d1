//! Values generated from each schema. The schema and the Rust type, if there is one, accept them and encode them to the same bytes again.
//! The JSON Schema accepts their JSON, and the JSON decodes to them. Both refuse invalid inputs with the same error at the same offset.

use tezos_encoding::schema::{self, Encoding, generate::Generate};

use super::{lines, validator::Validator};
use crate::{engine::Engine, lookup};

/// Number of random values, and of almost valid inputs, of each encoding.
const VALUES: usize = 40;

/// Maximum number of boundary values of each encoding. More of them would resemble these.
const BOUNDARIES: usize = 400;

struct Subject {
    encoding: &'static Encoding,
    schema: Validator,
    engines: Vec<Engine>,
    /// True if a function of the type converts values, so that they may encode to other bytes.
    converts: bool,
}

impl Subject {
    /// Checks the encoding of a valid value.
    fn value(&self, bytes: &[u8]) -> Result<(), String> {
        // The engine of the schema comes first; it does not convert values.
        for (place, engine) in self.engines.iter().rev().enumerate() {
            let again = (engine.read)(bytes).map_err(|error| error.to_string())?.map_err(|found| found.sentence)?;
            if again != bytes && !(self.converts && place > 0) {
                return Err(format!("it encodes to {}", hex::encode(again)));
            }
        }
        let json = schema::to_json(self.encoding, bytes).map_err(|error| format!("to_json: {error}"))?;
        let parsed = serde_json::from_str(&json).map_err(|error| format!("{json}: {error}"))?;
        if !self.schema.accepts(&parsed) {
            return Err(format!("its JSON Schema refuses {json}"));
        }
        let back = schema::from_json(self.encoding, &json).map_err(|error| format!("from_json: {json}: {error}"))?;
        // If two cases have the same JSON, it decodes to the first one.
        if back != bytes && schema::to_json(self.encoding, &back).as_ref() != Ok(&json) {
            return Err(format!("from_json: {json}: {}", hex::encode(back)));
        }
        Ok(())
    }

    /// Checks invalid bytes.
    fn flawed(&self, bytes: &[u8]) -> Result<(), String> {
        let answers = self.engines.iter().map(|engine| match (engine.read)(bytes) {
            Ok(_) => "accepted".to_owned(),
            Err(error) => format!("{} at {}", error.kind().name(), error.offset()),
        });
        let mut answers: Vec<_> = answers.collect();
        answers.dedup();
        if answers.len() > 1 || answers.contains(&"accepted".to_owned()) { Err(answers.join(", ")) } else { Ok(()) }
    }
}

#[test]
fn the_type_and_the_schema_agree() {
    let (mut values, mut flaws, mut types, mut wrong) = (0usize, 0usize, 0usize, Vec::new());
    let lines = lines();
    for (description, (encoding, _)) in &lines {
        let schema = Validator::new(&schema::json_schema(encoding));
        let engines: Vec<_> = lookup::engines(description).into_iter().flatten().collect();
        types = types.saturating_add(usize::from(engines.len() == 2));
        let is_micheline = description.starts_with("micheline(");
        let subject = Subject { encoding, schema, engines, converts: is_micheline || description.contains("conv(") };
        // A function of Micheline refuses annotations of more than 255 bytes; the description has no such limit.
        let generate = Generate::new(encoding).max_bytes(if is_micheline { 250 } else { 600 });
        for made in generate.values(1).take(VALUES).chain(generate.boundaries().take(BOUNDARIES)) {
            match made.map_err(|why| why.to_string()) {
                Ok(bytes) => {
                    values = values.saturating_add(1);
                    if let Err(message) = subject.value(&bytes) {
                        wrong.push(format!("{description}: {message}: {}", hex::encode(&bytes)));
                    }
                }
                // A union that only has cases without a tag has no values in binary.
                Err(_) if encoding.size().most == Some(0) || description.contains("with_version") => {}
                Err(why) => wrong.push(format!("{description}: {why}")),
            }
        }
        for flawed in generate.almost_valid(1).take(VALUES) {
            flaws = flaws.saturating_add(1);
            if let Err(message) = subject.flawed(&flawed.bytes) {
                wrong.push(format!("{description}: {message}: {flawed:02x?}"));
            }
        }
    }
    println!("{} encodings, {types} with a type: {values} values, {flaws} almost valid inputs", lines.len());
    let shown: Vec<String> = wrong.iter().take(60).map(|line| line.chars().take(600).collect()).collect();
    assert!(wrong.is_empty(), "{} are wrong\n{}", wrong.len(), shown.join("\n"));
}
