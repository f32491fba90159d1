//! The input of a command: bytes or JSON, given as an argument, in a file or on standard input.

use std::{
    cmp::Ordering,
    fs::{self, File},
    io::{BufRead, BufReader, Read as _, stdin},
    path::Path,
};

use serde_json::{Value, value::RawValue};
use tezos_encoding::schema::{Named, from_json};
use tezos_messages::base58::{self, TextKind};
use tezos_protocols::keys::PublicKey;

use crate::error::Error;

mod data;
mod dumps;
mod text;

pub(crate) use data::{Data, Form};
pub(crate) use text::starts_with_text;

/// The help of arguments that take bytes.
const BYTES: &str = "The bytes: hex, with or without `0x`, in a dump (`xxd`, `hexdump -C`) or with separators (`05:01`, `\\x05`); a text in \
    base58check; a file of bytes or of such text (write `./ab` if its name is hex too); or `-` for standard input";

/// The help of arguments that take JSON.
pub(crate) const JSON: &str =
    "The JSON, a file of JSON (write `./1` if its name is JSON too), or `-` for standard input";

/// A file in which at most one character in `DIGITS_FOR_ONE_WRONG` is not hex is treated as mistyped hex, not as raw bytes.
const DIGITS_FOR_ONE_WRONG: usize = 8;

/// What an argument gives, in one of the formats that [`BYTES`] lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Given {
    /// Bytes.
    Bytes(Vec<u8>),
    /// A text in base58check.
    Text(Text),
}

/// A text in base58check, which says what its bytes are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    /// The kind that the text says.
    pub(crate) kind: &'static TextKind,
    text: String,
    payload: Vec<u8>,
}

impl Given {
    /// Returns the bytes of a value of an encoding. A text is converted by the JSON of the encoding.
    pub(crate) fn bytes_in(self, named: &Named) -> Result<Vec<u8>, Error> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::Text(text) => text.bytes_in(named).map_err(|wrong| {
                let bytes = text.payload().map(|bytes| format!(" (its bytes are {})", hex::encode(bytes)));
                let (kind, bytes, id) = (text.kind.name, bytes.unwrap_or_default(), &named.id);
                Error::new(format_args!("this text is of the kind {kind}{bytes}, which {id} does not have: {wrong}"))
            }),
        }
    }
}

impl Text {
    /// Returns the bytes that the text stands for, unless they are a secret.
    pub(crate) fn payload(&self) -> Option<&[u8]> {
        (!self.kind.is_secret()).then_some(&self.payload)
    }

    /// Returns the hash of the key, if the text is a public key.
    pub(crate) fn hash_of_key(&self) -> Option<String> {
        self.text.parse::<PublicKey>().ok().map(|key| key.hash().to_string())
    }

    /// Returns the bytes of the value whose JSON is the text. The error is a sentence.
    pub(crate) fn bytes_in(&self, named: &Named) -> Result<Vec<u8>, String> {
        let json = Value::from(self.text.as_str()).to_string();
        let bytes = from_json(named.encoding, &json).map_err(|error| error.to_string())?;
        // An encoding of texts of any kind has the characters.
        let has_payload = bytes.windows(self.payload.len()).any(|window| window == self.payload);
        if has_payload { Ok(bytes) } else { Err("it has texts, and not what they stand for".into()) }
    }
}

/// Returns the bytes given by an argument, in one of the formats that [`BYTES`] lists, or the text in base58check. Valid hex or base58check is
/// never treated as a file name.
pub(crate) fn given(argument: &str) -> Result<Given, Error> {
    let wrong = match parse(argument) {
        Ok(given) => return Ok(given),
        Err(sentence) => sentence,
    };
    let Some(content) = content(argument)? else {
        return Err(Error::new(format_args!("{}: {wrong}", shortened(argument))));
    };
    let Some(text) = text::decoded(&content) else { return Ok(Given::Bytes(content)) };
    let wrong = |sentence: String| Error::in_file(file_name(argument), sentence);
    if dumps::read(&text).is_none() {
        if let Some(sentence) = text::refusal(&text, false) {
            return Err(wrong(sentence.into()));
        }
        if let Some((line, found)) = mistyped(&text) {
            return Err(wrong(format!("this is a file of hex, but {found:?} is not a digit")).at_line(line));
        }
        if wrong_digits(&text).next().is_some() && !is_base58(&text) {
            return Err(wrong(text::refusal(&text, true).unwrap_or_default().into()));
        }
    }
    parse(&text).map_err(wrong)
}

/// Returns whether a text may be in base58check.
fn is_base58(text: &str) -> bool {
    base58::recognise(text.trim()).or_else(|| base58::intended(text.trim())).is_some()
}

/// Returns the characters of a text that are not hex digits, each with its line.
fn wrong_digits(text: &str) -> impl Iterator<Item = (u64, char)> {
    let is_wrong = |character: &char| !character.is_ascii_hexdigit() && !character.is_whitespace();
    let lines = (1..).zip(text.lines().map(|line| unprefixed(line.trim_start())));
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

/// Parses hex or a text in base58check. The error is a sentence.
fn parse(text: &str) -> Result<Given, String> {
    if let Some(read) = dumps::read(text) {
        return read.map(Given::Bytes);
    }
    if let Some(sentence) = text::refusal(text, false) {
        return Err(sentence.into());
    }
    let text: String = text.split_whitespace().map(unprefixed).collect();
    if let Some((kind, payload)) = base58::decode(&text) {
        return Ok(Given::Text(Text { kind, text, payload }));
    }
    let Some(other) = text.chars().find(|character| !character.is_ascii_hexdigit()) else {
        let bytes = hex::decode(&text).map(Given::Bytes);
        return bytes.map_err(|_| format!("a byte has two digits, and this has {}", text.len()));
    };
    if let Some((address, _)) = text.split_once('%').filter(|(address, _)| base58::decode(address).is_some()) {
        return Err(format!("this is an address with an entrypoint: give the address alone, {address}"));
    }
    if let Some(sentence) = mistyped_base58(&text) {
        return Err(sentence);
    }
    if Path::new(&text).is_dir() {
        return Err(FOLDER.into());
    }
    let advice = if text::is_base64(&text) { "; if it is base64, give `--as base64`" } else { "" };
    Err(format!(
        "this is neither hex ({other:?} is not a digit) nor a text in base58check, and there is no file of this name{advice}"
    ))
}

/// Returns what is wrong with a text that has the letters of a kind, and about its length.
pub(crate) fn mistyped_base58(text: &str) -> Option<String> {
    if base58::decode(text).is_some() {
        return None;
    }
    let kind = base58::recognise(text).or_else(|| base58::intended(text))?;
    let (name, found, expected) = (kind.name, text.chars().count(), kind.characters);
    let why = match found.cmp(&expected) {
        Ordering::Less => format!("it has {found} characters instead of {expected}: a part of it is missing"),
        Ordering::Greater => format!("it has {found} characters instead of {expected}"),
        Ordering::Equal => "its checksum is wrong: a character is mistyped".into(),
    };
    Some(format!("this looks like a {name} in base58check, but {why}"))
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
        // Raw bytes: more than one wrong character in eight, or a control character.
        assert_eq!(mistyped("7a06\n a77g"), Some((2, 'g')));
        assert_eq!(mistyped("\u{feff}7a06a770"), Some((1, '\u{feff}')));
        // One character in eight may be wrong, two in sixteen.
        assert_eq!(mistyped("0x7a06\n\nga77"), Some((3, 'g')));
        assert_eq!(mistyped("zz7a06a7707a06a7"), Some((1, 'z')));
        for text in ["7a06a770", "7a06zz", "7a06a770\0", "", "0x7a06a770", "decode", "7a06a7g", "zz7a06a7707a06a"] {
            assert_eq!(mistyped(text), None, "{text:?}");
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
