//! The JSON Schema of an encoding: the structure of the JSON of its values, for tools that support JSON Schema.
//!
//! The dialect is draft 2020-12. The schema describes the JSON that `to_json` prints, as exactly as a schema can. The
//! reader accepts slightly more (uppercase hexadecimal digits, `null` for an absent field).
//!
//! | encoding | schema |
//! |---|---|
//! | integers of up to 4 bytes, ranged integers, `uint_like_n`, `int_like_z` | `integer` with `minimum` and `maximum` |
//! | integers of 8 bytes, `n`, `z` | `string` with a `pattern` |
//! | `float` | `number`, or one of `"nan"`, `"inf"`, `"-inf"` |
//! | `bytes` | `string` with a `pattern`, and `maxLength`, `minLength` if the size is limited |
//! | `string` | `string`, or `{"invalid_utf8_string": [..]}` if any bytes are allowed |
//! | `string_enum`; `constant` | `enum`; `const` |
//! | `empty`, `unit`; `null` | an object without properties; `null` |
//! | objects | `properties`, `required`, no others; a field that may be omitted is not required, and has its `default` |
//! | tuples; lists | `prefixItems` and no others; `items` with `minItems`, `maxItems` |
//! | merged objects | one object; `allOf` and `unevaluatedProperties` if a part is not a plain object |
//! | unions | `anyOf`, each case with its title |
//! | `assoc` | `additionalProperties` |
//! | definitions, recursive types | `$ref` into `$defs` |
//! | a value with a different encoding in JSON | the schema of that encoding |
//! | compact encodings | that of the same value without the shared tag |
//! | any JSON | no constraint |

mod context;
mod definitions;
mod draw;
mod keywords;
mod merged;

use alloc::string::String;
use core::fmt;

use context::Context;
use definitions::Definitions;
use keywords::Keywords;
use tezos_encoding_core::schema::Encoding;

/// The identifier of the dialect.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns the JSON Schema (draft 2020-12) of the JSON that [`to_json`](tezos_encoding_core::walk::to_json) prints.
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
    // Writing to a string cannot fail.
    let _ = write_json_schema(encoding, &mut text);
    text
}

/// Writes the JSON Schema of an encoding, as [`json_schema`] returns it. Definitions are kept in memory, because they come last.
///
/// # Errors
/// The errors of `out`.
pub fn write_json_schema(encoding: &'static Encoding, out: &mut dyn fmt::Write) -> fmt::Result {
    let mut definitions = Definitions::default();
    out.write_char('{')?;
    let mut keywords = Keywords::new(out);
    keywords.string("$schema", DIALECT)?;
    definitions.draw(&mut keywords, encoding, Context::ALONE)?;
    definitions.write(&mut keywords)?;
    out.write_char('}')
}
