//! The engine that is driven by schemas: any description that the grammar reads.

use tezos_encoding::{
    ErrorKind,
    schema::{self, Encoding, Size, Value},
};

use super::{
    codec::{Known, Reading, Writing},
    judge::Found,
    line::Target,
    messages, unwritable,
};
use tezos_encoding::schema::grammar;

/// Its name in tables.
pub(super) const NAME: &str = "walker";

/// The schema of a description, or of the type for the name of a message.
pub(super) fn find(target: &Target) -> Found {
    Ok(Box::new(match target {
        Target::Encoding(description) => {
            let encoding = grammar::parse(description).map_err(|mistake| mistake.to_string())?;
            // What the reference prints of Micheline is not the JSON of its encoding.
            let micheline = description.starts_with("micheline(");
            Schema { name: description.clone(), encoding, has_json: !micheline, lacks_functions: micheline }
        }
        Target::Message(name) => {
            let codec = messages::find(name).ok_or("it has no schema for this")?;
            Schema { name: name.clone(), encoding: codec.schema, has_json: true, lacks_functions: true }
        }
    }))
}

struct Schema {
    name: String,
    encoding: &'static Encoding,
    /// Whether the vectors have the JSON of this schema, which they have not for what functions convert.
    has_json: bool,
    /// Whether the reference converts values, such as texts of points into the shortest.
    lacks_functions: bool,
}

impl Schema {
    /// The same as [`Known::read`] for values that are nested too deep for a [`Value`]: over the JSON of the schema.
    fn read_deep(&self, bytes: &[u8]) -> Reading {
        match schema::to_json(self.encoding, bytes) {
            Ok(json) => {
                let again = schema::from_json(self.encoding, &json).map_err(|error| error.to_string());
                Reading::Accepted(vec![again])
            }
            Err(error) => Reading::Refused(error),
        }
    }
}

impl Known for Schema {
    fn read(&self, bytes: &[u8]) -> Reading {
        match schema::decode(self.encoding, bytes) {
            Ok(value) => {
                let again = schema::encode(self.encoding, &value).map_err(|error| error.to_string());
                Reading::Accepted(vec![again])
            }
            Err(error) if matches!(error.kind(), ErrorKind::TooDeep { .. }) => self.read_deep(bytes),
            Err(error) => Reading::Refused(error),
        }
    }

    fn size(&self) -> Size {
        self.encoding.size()
    }

    fn lacks_functions(&self) -> bool {
        self.lacks_functions
    }

    fn has_guards(&self) -> bool {
        self.has_json
    }

    fn slices(&self, bytes: &[u8]) -> Option<Vec<[String; 3]>> {
        let slices = schema::slice(self.encoding, bytes).into_reference();
        Some(slices.into_iter().map(|slice| [slice.name, hex::encode(slice.bytes), slice.pretty]).collect())
    }

    fn json_of_bytes(&self, bytes: &[u8]) -> Option<Result<String, String>> {
        self.has_json.then(|| schema::to_json(self.encoding, bytes).map_err(|error| error.to_string()))
    }

    fn bytes_of_json(&self, json: &str) -> Writing {
        let words: Option<String> = serde_json::from_str(json).ok();
        if let Some(value) = words.and_then(|words| unwritable::find(&self.name, &words)) {
            return written(self.encoding, &value);
        }
        if !self.has_json {
            return Writing::Unable("it has no JSON for this".to_owned());
        }
        // The index of a name, which is not JSON of the encoding: the reference's values of a `string_enum` have no names.
        if let (Encoding::Enum(_), Ok(index)) = (self.encoding, json.parse()) {
            return written(self.encoding, &Value::Name(index));
        }
        match schema::from_json(self.encoding, json) {
            Ok(bytes) => Writing::Written(bytes),
            Err(error) => Writing::Refused(error.name(), error.to_string()),
        }
    }
}

/// What becomes of a value.
fn written(encoding: &'static Encoding, value: &Value) -> Writing {
    match schema::encode(encoding, value) {
        Ok(bytes) => Writing::Written(bytes),
        Err(error) => Writing::Refused(error.kind().name(), error.to_string()),
    }
}
