//! The JSON Schema of an encoding: what the JSON of its values looks like, for tools that know JSON Schema and not this format.
//!
//! The dialect is draft 2020-12. What is described is the JSON that [`super::to_json`] prints, character for character where a
//! schema can say that; the reader takes a little more (digits of bytes in capitals, `null` for a field that is absent).
//!
//! | encoding | schema |
//! |---|---|
//! | integers of up to 4 bytes, ranged integers, `uint_like_n`, `int_like_z` | `integer` with `minimum` and `maximum` |
//! | integers of 8 bytes, `n`, `z` | `string` with a `pattern` |
//! | `float` | `number`, or one of `"nan"`, `"inf"`, `"-inf"` |
//! | `bytes` | `string` with a `pattern`, and `maxLength`, `minLength` where the bytes are bounded |
//! | `string` | `string`, or `{"invalid_utf8_string": [..]}` where any bytes may be in it |
//! | `string_enum`; `constant` | `enum`; `const` |
//! | `empty`, `unit`; `null` | an object without properties; `null` |
//! | objects | `properties`, `required`, no others; a field that may be left out is not required, and has its `default` |
//! | tuples; lists | `prefixItems` and no others; `items` with `minItems`, `maxItems` |
//! | merged objects | one object; `allOf` and `unevaluatedProperties` where a part is no plain object |
//! | unions | `anyOf`, each case with its title |
//! | `assoc` | `additionalProperties` |
//! | definitions, recursive types | `$ref` into `$defs` |
//! | a value with another form in JSON | the schema of that form |
//! | compact encodings | that of the same values without the shared tag |
//! | any JSON | no constraint |

mod compact;
mod definitions;
mod draw;
mod keywords;
mod merged;
mod place;

use alloc::string::String;
use core::fmt;

use definitions::Definitions;
use keywords::Keywords;
use place::Place;
use tezos_encoding_core::schema::Encoding;

/// The dialect.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The JSON Schema (draft 2020-12) of the JSON that [`super::to_json`] prints.
///
/// ```
/// use tezos_encoding::{HasEncoding, schema};
/// #[derive(HasEncoding)]
/// struct Peer { port: u16, #[encoding(dynamic, bytes = 4)] address: Vec<u8>, name: Option<String> }
///
/// assert_eq!(
///     schema::json_schema(Peer::ENCODING),
///     concat!(
///         r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","#,
///         r#""properties":{"port":{"type":"integer","minimum":0,"maximum":65535},"#,
///         r#""address":{"type":"string","pattern":"^([0-9a-f]{2})*$","maxLength":8},"name":{"type":"string"}},"#,
///         r#""required":["port","address"],"additionalProperties":false}"#,
///     )
/// );
/// ```
pub fn json_schema(encoding: &'static Encoding) -> String {
    let mut text = String::new();
    // A string takes everything.
    let _ = write_json_schema(encoding, &mut text);
    text
}

/// Writes the JSON Schema of an encoding, as [`json_schema`] returns it: only definitions are held back, which come last.
///
/// # Errors
/// Those of `out`.
pub fn write_json_schema(encoding: &'static Encoding, out: &mut dyn fmt::Write) -> fmt::Result {
    let mut definitions = Definitions::default();
    out.write_char('{')?;
    let mut keywords = Keywords::new(out);
    keywords.string("$schema", DIALECT)?;
    definitions.draw(&mut keywords, encoding, Place::ALONE)?;
    definitions.write(&mut keywords)?;
    out.write_char('}')
}
