//! The input of a command: bytes or JSON, given as an argument, in a file or on standard input.

use std::{
    fs,
    io::{Read as _, stdin},
    path::Path,
};

use serde_json::value::RawValue;
use tezos_messages::base58;

use crate::error::Error;

/// The help of arguments that take bytes.
pub(crate) const BYTES: &str = "The bytes: hex, with or without `0x`; a hash in base58check; a file of bytes, of hex \
    or of a hash (write `./ab` if its name is hex too); or `-` for standard input";

/// The help of arguments that take JSON.
pub(crate) const JSON: &str =
    "The JSON, a file of JSON (write `./1` if its name is JSON too), or `-` for standard input";

/// A file in which at most one character in `DIGITS_FOR_ONE_WRONG` is not hex is treated as mistyped hex, not as raw bytes.
const DIGITS_FOR_ONE_WRONG: usize = 8;

/// Returns the bytes given by an argument, in one of the formats that [`BYTES`] lists. Valid hex or base58check is never treated as a file
/// name.
pub(crate) fn bytes(argument: &str) -> Result<Vec<u8>, Error> {
    let wrong = match parse(argument) {
        Ok(bytes) => return Ok(bytes),
        Err(sentence) => sentence,
    };
    let Some(content) = content(argument)? else {
        return Err(Error::new(format_args!("{}: {wrong}", shortened(argument))));
    };
    let Ok(text) = str::from_utf8(&content) else { return Ok(content) };
    if let Some((line, wrong)) = mistyped(text) {
        let sentence = format!("this is a file of hex, but {wrong:?} is not a digit");
        return Err(Error::in_file(file_name(argument), sentence).at_line(line));
    }
    if wrong_digits(text).next().is_none() || base58::recognise(text.trim()).is_some() {
        return parse(text).map_err(|sentence| Error::in_file(file_name(argument), sentence));
    }
    Ok(content)
}

/// Returns the characters of a text that are not hex digits, each with its line.
fn wrong_digits(text: &str) -> impl Iterator<Item = (u64, char)> {
    let is_wrong = |character: &char| !character.is_ascii_hexdigit() && !character.is_whitespace();
    let lines = (1..).zip(unprefixed(text.trim_start()).lines());
    lines.flat_map(move |(line, text)| text.chars().filter(is_wrong).map(move |character| (line, character)))
}

/// Returns the first wrong character if a text is probably mistyped hex: only a few characters are wrong, and none is a control character.
fn mistyped(text: &str) -> Option<(u64, char)> {
    let first = wrong_digits(text).next()?;
    let digits = text.chars().filter(char::is_ascii_hexdigit).count();
    let few = wrong_digits(text).count().saturating_mul(DIGITS_FOR_ONE_WRONG.saturating_sub(1)) <= digits;
    (few && !wrong_digits(text).any(|(_, character)| character.is_control())).then_some(first)
}

/// Returns hex without its prefix `0x`.
fn unprefixed(text: &str) -> &str {
    text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text)
}

/// Returns the JSON given by an argument, in one of the formats that [`JSON`] lists. Valid JSON is never treated as a file name.
pub(crate) fn json(argument: &str) -> Result<String, Error> {
    if serde_json::from_str::<&RawValue>(argument).is_ok() {
        return Ok(argument.to_owned());
    }
    if let Some(content) = content(argument)? {
        return String::from_utf8(content)
            .map_err(|_| Error::in_file(file_name(argument), "this is not text in UTF-8"));
    }
    // The JSON parser reports the mistake more precisely.
    if argument.trim_start().starts_with(['{', '[', '"']) {
        return Ok(argument.to_owned());
    }
    let sentence =
        if Path::new(argument).is_dir() { FOLDER } else { "this is not JSON, and there is no file of this name" };
    Err(Error::new(format_args!("{}: {sentence}", shortened(argument))))
}

/// The error for a folder.
const FOLDER: &str = "this is a folder: give a file";

/// Returns the name of an input file for error messages.
pub(crate) fn file_name(argument: &str) -> &str {
    if argument == "-" { "standard input" } else { argument }
}

/// Returns the contents of the file with this name, or of standard input for `-`. Returns `None` if the file does not exist.
pub(crate) fn content(argument: &str) -> Result<Option<Vec<u8>>, Error> {
    if argument == "-" {
        let mut content = Vec::new();
        let read = stdin().lock().read_to_end(&mut content);
        read.map_err(|error| Error::new(format_args!("cannot read standard input: {error}")))?;
        return Ok(Some(content));
    }
    let path = Path::new(argument);
    // A pipe that a shell passes as `<(command)` is not a regular file.
    if path.is_dir() || !path.exists() {
        return Ok(None);
    }
    fs::read(path).map(Some).map_err(|error| Error::at_path(path, error))
}

/// Parses hex or a hash in base58check. The error is a sentence.
fn parse(text: &str) -> Result<Vec<u8>, String> {
    let text: String = text.split_whitespace().collect();
    let digits = unprefixed(&text);
    if let Some((_, payload)) = base58::decode(&text) {
        return Ok(payload);
    }
    if let Some(kind) = base58::recognise(&text) {
        let name = kind.name;
        return Err(format!(
            "this looks like a {name} in base58check, but its checksum is wrong: a character is mistyped"
        ));
    }
    match digits.chars().find(|character| !character.is_ascii_hexdigit()) {
        Some(_) if Path::new(&text).is_dir() => Err(FOLDER.into()),
        Some(other) => Err(format!(
            "this is neither hex ({other:?} is not a digit) nor a hash in base58check, and there is no file of this name"
        )),
        None => hex::decode(digits).map_err(|_| format!("a byte has two digits, and this has {}", digits.len())),
    }
}

/// Returns an argument for error messages, in backticks and shortened if it is long.
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
        // Raw bytes: more than one wrong character in eight, or a control character.
        assert_eq!(mistyped("7a06\n a77g"), Some((2, 'g')));
        assert_eq!(mistyped("\u{feff}7a06a770"), Some((1, '\u{feff}')));
        // One character in eight may be wrong, two in sixteen.
        assert_eq!(mistyped("0x7a06\n\nga77"), Some((3, 'g')));
        assert_eq!(mistyped("zz7a06a7707a06a7"), Some((1, 'z')));
        for text in ["7a06a770", "7a06zz", "7a06a770\0", "", "0x7a06a770", "decode", "7a06a7g", "zz7a06a7707a06a"] {
            assert_eq!(mistyped(text), None, "{text:?}");
        }
        let error = bytes("7a0").unwrap_err().to_string();
        assert_eq!(error, "`7a0`: a byte has two digits, and this has 3");
        let error = bytes("NetXdQprcVkpaWu").unwrap_err().to_string();
        assert!(error.starts_with("`NetXdQprcVkpaWu`: this looks like a chain_id"), "{error}");
        let error = bytes("NetXdQprcVkpaW").unwrap_err().to_string();
        assert!(error.starts_with("`NetXdQprcVkpaW`: this is neither hex ('N' is not a digit) nor"), "{error}");
    }

    #[test]
    fn json_and_names_of_files_are_told_apart() {
        for text in ["5", " null ", "\"a\"", "[1]", "{\"a\":", "[1", "\"a", " {"] {
            assert_eq!(json(text).as_deref(), Ok(text));
        }
        for (text, sentence) in [
            ("nul", "`nul`: this is not JSON, and there is no file of this name"),
            ("", "``: this is not JSON, and there is no file of this name"),
            (".", "`.`: this is a folder: give a file"),
        ] {
            assert_eq!(json(text).unwrap_err().to_string(), sentence);
        }
    }

    #[test]
    fn long_arguments_are_shortened_in_errors() {
        for (count, expected) in [(23, "x"), (24, "x"), (25, "x…")] {
            let shown = format!("`{}{expected}`", "x".repeat(count.min(24) - 1));
            assert_eq!(shortened(&"x".repeat(count)), shown);
        }
        assert_eq!(shortened(&"é".repeat(25)), format!("`{}…`", "é".repeat(24)));
    }
}
