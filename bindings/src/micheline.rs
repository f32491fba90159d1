//! Micheline: JSON, bytes, text, and the bytes of `PACK`.

use tezos_encoding::Decode as _;
use tezos_protocols::micheline::{self, Micheline, UnpackError};

use crate::{
    Error,
    values::{decode_as, encode_as, named},
};

/// The encoding of expressions with the primitives of all protocols.
const EXPRESSION: &str = "alpha.script.expr";

/// Encodes an expression that is given as JSON.
///
/// # Errors
/// If the text is not JSON of an expression.
pub fn forge_micheline(json: &str) -> Result<Vec<u8>, Error> {
    encode_as(named(EXPRESSION)?, json)
}

/// Decodes an expression to JSON.
///
/// # Errors
/// If the bytes are not an expression.
pub fn unforge_micheline(bytes: &[u8]) -> Result<String, Error> {
    decode_as(named(EXPRESSION)?, bytes)
}

/// Parses the concrete syntax of Michelson to JSON.
///
/// # Errors
/// If the text is not an expression.
pub fn parse_michelson(text: &str) -> Result<String, Error> {
    let expression: Micheline = text.parse().map_err(|error| Error::argument("Syntax_error", error))?;
    unforge_micheline(expression.as_bytes())
}

/// Prints an expression that is given as JSON in the concrete syntax of Michelson: on one line, or in lines of at most `width` characters.
///
/// # Errors
/// If the text is not JSON of an expression.
pub fn print_michelson(json: &str, width: Option<usize>) -> Result<String, Error> {
    let expression = expression(json)?;
    Ok(width.map_or_else(|| expression.to_string(), |width| expression.pretty(width).to_string()))
}

/// Returns the result of `PACK` for an expression that is given as JSON. With its type, as JSON too, addresses, keys, times and the like become bytes and
/// numbers, as in Michelson; without a type they have to be that already.
///
/// # Errors
/// If a text is not JSON of an expression, or the value is not of the type.
pub fn pack(json: &str, ty: Option<&str>) -> Result<Vec<u8>, Error> {
    let value = expression(json)?;
    let ty = ty.map(expression).transpose()?;
    let value = ty.map_or(Ok(value.clone()), |ty| value.optimised(&ty));
    let value = value.map_err(|error| Error::argument("Wrong_type", error))?;
    micheline::pack(&value).map_err(|error| Error::argument(error.kind().name(), &error))
}

/// Decodes packed bytes to the JSON of the expression.
///
/// # Errors
/// If the bytes are not a packed expression.
pub fn unpack(bytes: &[u8]) -> Result<String, Error> {
    match micheline::unpack(bytes) {
        Err(UnpackError::Prefix) => Err(Error::argument("Invalid_prefix", UnpackError::Prefix)),
        // The error of the expression has its path.
        _ => unforge_micheline(bytes.get(1..).unwrap_or_default()),
    }
}

/// Returns the hash of an expression by which big maps find it. The arguments are those of [`pack`].
///
/// # Errors
/// Those of [`pack`].
pub fn script_expr_hash(json: &str, ty: Option<&str>) -> Result<String, Error> {
    crate::hash("script_expr_hash", &pack(json, ty)?)
}

fn expression(json: &str) -> Result<Micheline, Error> {
    let bytes = forge_micheline(json)?;
    Micheline::from_bytes(&bytes).map_err(|error| Error::argument(error.kind().name(), &error))
}
