//! What a command works on: bytes or JSON, given as an argument, in a file or on standard input.

use std::{
    fs,
    io::{Read as _, stdin},
    path::Path,
};

use tezos_messages::base58;

use crate::error::Error;

/// What the help of an argument says that holds bytes.
pub(crate) const BYTES: &str = "The bytes: hex, with or without `0x`; a hash in base58check; a file of bytes or of hex; \
    or `-` for standard input";

/// What the help of an argument says that holds JSON.
pub(crate) const JSON: &str = "The JSON, a file of it, or `-` for standard input";

/// The bytes that an argument means: [`BYTES`].
pub(crate) fn bytes(argument: &str) -> Result<Vec<u8>, Error> {
    if let Some(content) = content(argument)? {
        let text = str::from_utf8(&content).ok().and_then(|text| parse(text).ok());
        return Ok(text.unwrap_or(content));
    }
    parse(argument).map_err(|sentence| Error::new(format_args!("{}: {sentence}", shortened(argument))))
}

/// The JSON that an argument means: [`JSON`].
pub(crate) fn json(argument: &str) -> Result<String, Error> {
    match content(argument)? {
        Some(content) => String::from_utf8(content).map_err(|_| Error::in_file(argument, "this is not text in UTF-8")),
        None => Ok(argument.to_owned()),
    }
}

/// What is in the file of this name, if there is one, or on standard input.
pub(crate) fn content(argument: &str) -> Result<Option<Vec<u8>>, Error> {
    if argument == "-" {
        let mut content = Vec::new();
        let read = stdin().lock().read_to_end(&mut content);
        read.map_err(|error| Error::new(format_args!("cannot read standard input: {error}")))?;
        return Ok(Some(content));
    }
    let path = Path::new(argument);
    if !path.is_file() {
        return Ok(None);
    }
    fs::read(path).map(Some).map_err(|error| Error::at_path(path, error))
}

/// The bytes of hex or of a hash in base58check; what is wrong otherwise.
fn parse(text: &str) -> Result<Vec<u8>, String> {
    let text: String = text.split_whitespace().collect();
    let digits = text.strip_prefix("0x").unwrap_or(&text);
    if let Some((_, payload)) = base58::decode(&text) {
        return Ok(payload);
    }
    match digits.chars().find(|character| !character.is_ascii_hexdigit()) {
        Some(other) => Err(format!(
            "this is neither hex ({other:?} is not a digit) nor a hash in base58check, and there is no file of this name"
        )),
        None => hex::decode(digits).map_err(|_| format!("a byte has two digits, and there are {}", digits.len())),
    }
}

/// The start of a long argument, for a sentence.
fn shortened(argument: &str) -> String {
    let mut start: String = argument.chars().take(24).collect();
    if start.len() < argument.len() {
        start.push('…');
    }
    format!("`{start}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_and_hashes() {
        for text in ["7a06a770", "0x7a06A770", " 7a06\n a770 ", "NetXdQprcVkpaWU"] {
            assert_eq!(bytes(text).unwrap(), [0x7a, 0x06, 0xa7, 0x70]);
        }
        assert_eq!(bytes("").unwrap(), [0; 0]);
        let error = bytes("7a0").unwrap_err().to_string();
        assert_eq!(error, "`7a0`: a byte has two digits, and there are 3");
        let error = bytes("NetXdQprcVkpaWu").unwrap_err().to_string();
        assert!(error.starts_with("`NetXdQprcVkpaWu`: this is neither hex ('N' is not a digit) nor"), "{error}");
    }
}
