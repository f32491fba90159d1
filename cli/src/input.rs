//! The input of a command: bytes or JSON, given as an argument, in a file or on standard input.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read as _, stdin},
    path::Path,
};

use serde_json::value::RawValue;
use tezos_messages::base58;

use crate::{
    error::Error,
    read::{self, Given, Unread, UnreadFile},
};

mod data;

pub(crate) use data::{Data, Form};

/// The help of arguments that take bytes.
const BYTES: &str = "The bytes: hex, with or without `0x`, in a dump (`xxd`, `hexdump -C`) or with separators (`05:01`, `\\x05`); a text in \
    base58check; a file of bytes or of such text (write `./ab` if its name is hex too); or `-` for standard input";

/// The help of arguments that take JSON.
pub(crate) const JSON: &str =
    "The JSON, a file of JSON (write `./1` if its name is JSON too), or `-` for standard input";

/// Returns the bytes given by an argument, in one of the formats that [`BYTES`] lists, or the text in base58check. Valid hex or base58check is
/// never treated as a file name.
pub(crate) fn given(argument: &str) -> Result<Given, Error> {
    let wrong = match read::parse(argument) {
        Ok(given) => return Ok(given),
        Err(unread) => unread,
    };
    let Some(content) = content(argument)? else {
        return Err(Error::new(format_args!("{}: {}", shortened(argument), no_file(argument, wrong))));
    };
    read::contents(content).map_err(|UnreadFile { line, sentence }| {
        let error = Error::in_file(file_name(argument), sentence);
        line.map_or(error.clone(), |line| error.at_line(line))
    })
}

/// Returns why an argument gives no bytes and is no name of a file.
fn no_file(argument: &str, unread: Unread) -> String {
    match unread {
        Unread::Known(sentence) => sentence,
        Unread::Unknown { .. } if Path::new(argument).is_dir() => FOLDER.into(),
        Unread::Unknown { is_base64, .. } => {
            let advice = if is_base64 { "; if it is base64, give `--as base64`" } else { "" };
            format!("{unread}, and there is no file of this name{advice}")
        }
    }
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

/// Opens the file with this name, or standard input for `-`.
pub(crate) fn open(argument: &str) -> Result<Box<dyn BufRead>, Error> {
    if argument == "-" {
        return Ok(Box::new(stdin().lock()));
    }
    let opened = File::open(argument).map_err(|error| Error::at_path(Path::new(argument), error));
    Ok(Box::new(BufReader::new(opened?)))
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

/// Returns an argument for error messages, in backticks and shortened if it is long.
///
/// Of a text that may be a secret, only the letters of its kind are returned.
fn shortened(argument: &str) -> String {
    let kind = base58::recognise(argument.trim()).or_else(|| base58::intended(argument.trim()));
    let secret = kind.filter(|kind| kind.is_secret());
    let mut start: String = argument.chars().take(secret.map_or(24, |kind| kind.letters.len())).collect();
    if start.len() < argument.len() {
        start.push('…');
    }
    format!("`{start}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a text of a kind.
    fn base58_of(name: &str) -> String {
        let kind = base58::kinds().find(|kind| kind.name == name).expect("a kind");
        kind.encode(&vec![7; kind.size])
    }

    #[test]
    fn hex_and_hashes() {
        for text in ["7a06a770", "0x7a06A770", "0X7a06a770", " 7a06\n a770 ", "0x7a06\n0xa770"] {
            assert_eq!(given(text), Ok(Given::Bytes(vec![0x7a, 0x06, 0xa7, 0x70])));
        }
        assert_eq!(given(""), Ok(Given::Bytes(Vec::new())));
        let Ok(Given::Text(text)) = given(" NetXdQprcVkpaWU\n") else { panic!("a text") };
        assert_eq!((text.kind.name, text.payload()), ("chain_id", Some(&[0x7a, 0x06, 0xa7, 0x70][..])));
        for secret in ["edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh", &base58_of("secp256k1_scalar")] {
            let Ok(Given::Text(text)) = given(secret) else { panic!("a text") };
            assert_eq!(text.payload(), None);
            let error = Given::Text(text).bytes_in(&crate::encodings::all()[0]).unwrap_err().to_string();
            assert!(!error.contains("0707"), "{error}");
        }
        let error = given("7a0").unwrap_err().to_string();
        assert_eq!(error, "`7a0`: a byte has two digits, and this has 3");
        let error = given("NetXdQprcVkpaWu").unwrap_err().to_string();
        assert!(error.starts_with("`NetXdQprcVkpaWu`: this looks like a chain_id"), "{error}");
        let error = given("NetXdQprcVkpaW").unwrap_err().to_string();
        let short = "this looks like a chain_id in base58check, but it has 14 characters instead of 15: a part of it is missing";
        assert_eq!(error, format!("`NetXdQprcVkpaW`: {short}"));
        let error = given("KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn%mint").unwrap_err().to_string();
        assert!(error.ends_with("give the address alone, KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn"), "{error}");
        let error = given("NetXdQ").unwrap_err().to_string();
        assert!(error.starts_with("`NetXdQ`: this is neither hex ('N' is not a digit) nor"), "{error}");
        // No character of a mistyped secret is repeated.
        let error = given("edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcps").unwrap_err().to_string();
        assert!(error.starts_with("`edsk…`: this looks like a ed25519_seed in"), "{error}");
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
