//! What a command works on: bytes or JSON, given as an argument, in a file or on standard input.

use std::{
    fs,
    io::{Read as _, stdin},
    path::Path,
};

use tezos_messages::{base58, hash::KINDS};

use crate::error::Error;

/// What the help of an argument says that holds bytes.
pub(crate) const BYTES: &str = "The bytes: hex, with or without `0x`; a hash in base58check; a file of bytes, of hex \
    or of a hash; or `-` for standard input";

/// What the help of an argument says that holds JSON.
pub(crate) const JSON: &str = "The JSON, a file of it, or `-` for standard input";

/// The bytes that an argument means: [`BYTES`].
pub(crate) fn bytes(argument: &str) -> Result<Vec<u8>, Error> {
    let Some(content) = content(argument)? else {
        return parse(argument).map_err(|sentence| Error::new(format_args!("{}: {sentence}", shortened(argument))));
    };
    match str::from_utf8(&content) {
        Ok(text) if is_hex(text) || kind_of(text.trim()).is_some() => {
            parse(text).map_err(|sentence| Error::in_file(place(argument), sentence))
        }
        _ => Ok(content),
    }
}

/// Whether a file is meant as hex: there is nothing but digits and spaces in it.
fn is_hex(text: &str) -> bool {
    unprefixed(text.trim_start()).chars().all(|character| character.is_ascii_hexdigit() || character.is_whitespace())
}

/// Hex without the `0x` in front.
fn unprefixed(text: &str) -> &str {
    text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text)
}

/// The JSON that an argument means: [`JSON`].
pub(crate) fn json(argument: &str) -> Result<String, Error> {
    match content(argument)? {
        Some(content) => {
            String::from_utf8(content).map_err(|_| Error::in_file(place(argument), "this is not text in UTF-8"))
        }
        None => Ok(argument.to_owned()),
    }
}

/// What the file of an argument is called in a sentence.
pub(crate) fn place(argument: &str) -> &str {
    if argument == "-" { "standard input" } else { argument }
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
    // A pipe of the shell, `<(command)`, is no regular file.
    if path.is_dir() || !path.exists() {
        return Ok(None);
    }
    fs::read(path).map(Some).map_err(|error| Error::at_path(path, error))
}

/// The bytes of hex or of a hash in base58check; what is wrong otherwise.
fn parse(text: &str) -> Result<Vec<u8>, String> {
    let text: String = text.split_whitespace().collect();
    let digits = unprefixed(&text);
    if let Some((_, payload)) = base58::decode(&text) {
        return Ok(payload);
    }
    if let Some(kind) = kind_of(&text) {
        let name = kind.name;
        return Err(format!(
            "this has the letters and the length of a {name} in base58check, but a character is mistyped: the checksum is wrong"
        ));
    }
    match digits.chars().find(|character| !character.is_ascii_hexdigit()) {
        Some(_) if Path::new(&text).is_dir() => Err("this is a folder: give a file in it".into()),
        Some(other) => Err(format!(
            "this is neither hex ({other:?} is not a digit) nor a hash in base58check, and there is no file of this name"
        )),
        None => hex::decode(digits).map_err(|_| format!("a byte has two digits, and there are {}", digits.len())),
    }
}

/// The kind of hash whose letters and length a text has.
fn kind_of(text: &str) -> Option<&'static base58::Kind> {
    KINDS.iter().copied().find(|kind| kind.characters == text.len() && text.starts_with(kind.letters))
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
        for text in ["7a06a770", "0x7a06A770", "0X7a06a770", " 7a06\n a770 ", "NetXdQprcVkpaWU"] {
            assert_eq!(bytes(text).unwrap(), [0x7a, 0x06, 0xa7, 0x70]);
        }
        assert_eq!(bytes("").unwrap(), [0; 0]);
        let error = bytes("7a0").unwrap_err().to_string();
        assert_eq!(error, "`7a0`: a byte has two digits, and there are 3");
        let error = bytes("NetXdQprcVkpaWu").unwrap_err().to_string();
        assert!(error.starts_with("`NetXdQprcVkpaWu`: this has the letters and the length of a chain_id"), "{error}");
        let error = bytes("NetXdQprcVkpaW").unwrap_err().to_string();
        assert!(error.starts_with("`NetXdQprcVkpaW`: this is neither hex ('N' is not a digit) nor"), "{error}");
    }
}
