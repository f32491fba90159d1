//! The engine that is driven by schemas: any description that the grammar reads.

use tezos_encoding::schema::{self, Encoding, Size};

use super::{
    codec::{Known, Reading, Writing},
    judge::Found,
    line::Target,
    messages,
};
use crate::grammar;

/// Its name in tables.
pub(super) const NAME: &str = "walker";

/// The schema of a description, or of the type for the name of a message.
pub(super) fn find(target: &Target) -> Found {
    Ok(Box::new(match target {
        Target::Encoding(description) => {
            let encoding = grammar::parse(description).map_err(|mistake| mistake.to_string())?;
            // What the reference prints of Micheline is not the JSON of its encoding.
            Schema { encoding, has_json: !description.starts_with("micheline(") }
        }
        // The vectors have hashes in hex and times in decimal digits there, Octez and the tool have not.
        Target::Message(name) => {
            let codec = messages::find(name).ok_or("it has no schema for this")?;
            Schema { encoding: codec.schema, has_json: false }
        }
    }))
}

struct Schema {
    encoding: &'static Encoding,
    /// Whether the vectors have the JSON of this schema, which they have not for what functions convert.
    has_json: bool,
}

impl Known for Schema {
    fn read(&self, bytes: &[u8]) -> Reading {
        match schema::decode(self.encoding, bytes) {
            Ok(value) => {
                let again = schema::encode(self.encoding, &value).map_err(|error| error.to_string());
                Reading::Accepted(vec![again])
            }
            Err(error) => Reading::Refused(error),
        }
    }

    fn size(&self) -> Size {
        self.encoding.size()
    }

    fn lacks_functions(&self) -> bool {
        !self.has_json
    }

    fn slices(&self, bytes: &[u8]) -> Option<Vec<[String; 3]>> {
        let slices = schema::slices(self.encoding, bytes).into_reference();
        Some(slices.into_iter().map(|slice| [slice.name, hex::encode(slice.bytes), slice.pretty]).collect())
    }

    fn json_of_bytes(&self, bytes: &[u8]) -> Option<Result<String, String>> {
        self.has_json.then(|| schema::to_json(self.encoding, bytes).map_err(|error| error.to_string()))
    }

    fn bytes_of_json(&self, json: &str) -> Writing {
        if !self.has_json {
            return Writing::Unable("it has no JSON for this".to_owned());
        }
        // The index of a name, which is not JSON of the encoding: the reference's values of a `string_enum` have no names.
        if let (Encoding::Enum(_), Ok(index)) = (self.encoding, json.parse()) {
            return match schema::encode(self.encoding, &schema::Value::Name(index)) {
                Ok(bytes) => Writing::Written(bytes),
                Err(error) => Writing::Refused(error.kind().name(), error.to_string()),
            };
        }
        match schema::from_json(self.encoding, json) {
            Ok(bytes) => Writing::Written(bytes),
            Err(error) => Writing::Refused(error.name(), error.to_string()),
        }
    }
}
