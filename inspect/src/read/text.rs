//! Texts in files of any encoding of characters, and what they are if they are not bytes.

use serde_json::{Value, value::RawValue};

/// The byte order marks of UTF-16.
const LITTLE_ENDIAN: [u8; 2] = [0xff, 0xfe];
const BIG_ENDIAN: [u8; 2] = [0xfe, 0xff];

/// Returns the text of a file in UTF-8 or UTF-16, without a byte order mark, or `None` if it is no text: it has control characters. UTF-16 has a
/// byte order mark, or ASCII characters only.
pub(super) fn decoded(content: &[u8]) -> Option<String> {
    let text = match content {
        [0xff, 0xfe, rest @ ..] => wide(rest, LITTLE_ENDIAN)?,
        [0xfe, 0xff, rest @ ..] => wide(rest, BIG_ENDIAN)?,
        [first, 0, ..] if *first != 0 => wide(content, LITTLE_ENDIAN).filter(|text| text.is_ascii())?,
        [0, first, ..] if *first != 0 => wide(content, BIG_ENDIAN).filter(|text| text.is_ascii())?,
        _ => str::from_utf8(content).ok()?.trim_start_matches('\u{feff}').to_owned(),
    };
    text.chars().all(is_printed).then_some(text)
}

/// Returns true for the characters of texts: all but control characters, other than those between words and lines.
fn is_printed(character: char) -> bool {
    !character.is_control() || matches!(character, '\n' | '\r' | '\t' | '\u{c}')
}

/// Returns true if the bytes at the start of a file are text in UTF-8 whose first character is in ASCII. They may end inside a character.
pub fn starts_with_text(start: &[u8]) -> bool {
    let text = match str::from_utf8(start) {
        Ok(text) => Some(text),
        Err(error) if error.error_len().is_some() => None,
        Err(error) => start.get(..error.valid_up_to()).and_then(|valid| str::from_utf8(valid).ok()),
    };
    start.first().is_none_or(u8::is_ascii) && text.is_some_and(|text| text.chars().all(is_printed))
}

/// Decodes UTF-16 in the order of bytes with this mark.
fn wide(bytes: &[u8], mark: [u8; 2]) -> Option<String> {
    let number = if mark == LITTLE_ENDIAN { u16::from_le_bytes } else { u16::from_be_bytes };
    let (units, []) = bytes.as_chunks::<2>() else { return None };
    String::from_utf16(&units.iter().map(|unit| number(*unit)).collect::<Vec<_>>()).ok()
}

/// Returns what a text is that is not bytes, and which command or option takes it. A text of which nothing is known is refused only `in_file`,
/// where it could be taken as bytes.
pub(super) fn refusal(text: &str, in_file: bool) -> Option<&'static str> {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let known = is_json(text) || is_json(first);
    if known {
        return Some(match serde_json::from_str::<Value>(first) {
            Ok(line) if line.get("dir").is_some() && line.get("hex").is_some() => A_SESSION,
            Ok(line) if line.get("hex").is_some() && text.trim() != first.trim() => A_LIST,
            _ => THIS_IS_JSON,
        });
    }
    if first.replace(' ', "").starts_with("direction,message") {
        return Some(A_SESSION);
    }
    if is_base64(text) {
        return in_file.then_some("this may be base64: `--as base64` decodes it");
    }
    in_file.then_some(
        "this is text, not bytes: `--as text` takes its characters as the bytes, `--as binary` all bytes of the file",
    )
}

/// The error for JSON where bytes are expected.
const THIS_IS_JSON: &str =
    "this is JSON, not bytes: `encode` and `display .. from json` take it; of an object with `hex`, give that text";

/// The error for a session where bytes are expected.
const A_SESSION: &str = "this is a recorded session, not bytes: `replay`, `stats` and `profile` read it";

/// The error for a list of messages where the bytes of one are expected.
const A_LIST: &str = "this is a list of messages, not bytes: `stats` and `profile` read it; give the text of one `hex`";

/// Returns whether a text is an object, a list or a text in JSON.
fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[', '"']) && serde_json::from_str::<&RawValue>(text).is_ok()
}

/// Returns whether a text may be base64: it is long, and has the digits and the padding of it, perhaps in several lines.
pub(super) fn is_base64(text: &str) -> bool {
    let text: String = text.split_whitespace().collect();
    let digits = text.trim_end_matches('=');
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_');
    text.len() >= 16
        && text.len().is_multiple_of(4)
        && text.len() <= digits.len().saturating_add(2)
        && digits.bytes().all(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_several_encodings_of_characters() {
        let units = |text: &str, number: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(number).collect::<Vec<u8>>();
        for (content, text) in [
            (b"05 01\r\n".to_vec(), Some("05 01\r\n")),
            ([&b"\xef\xbb\xbf"[..], b"0501"].concat(), Some("0501")),
            (units("\u{feff}0501", u16::to_le_bytes), Some("0501")),
            (units("\u{feff}0501", u16::to_be_bytes), Some("0501")),
            (units("0501\n", u16::to_le_bytes), Some("0501\n")),
            (units("0501\n", u16::to_be_bytes), Some("0501\n")),
            (Vec::new(), Some("")),
            (vec![0x05, 0x00, 0x01], None),
            (vec![0x05, 0x01], None),
            (vec![0x00, 0x00, 0x00, 0x02], None),
            (vec![0xff], None),
            (vec![0x1b, b'['], None),
        ] {
            assert_eq!(decoded(&content).as_deref(), text, "{content:02x?}");
        }
    }

    #[test]
    fn binary_files_are_told_from_text() {
        for (start, is) in [
            (&b""[..], true),
            (b"\n\t 0501", true),
            (b"{\"hex\":\"05\"}\r\n", true),
            ("{\"note\":\"é\"".as_bytes(), true),
            // A character that is not complete.
            (b"{\"note\":\"\xc3", true),
            (b"0501\xff", false),
            (b"05\x0001", false),
            (&[0, 0, 0, 5], false),
            // A list in RLP whose bytes are UTF-8.
            (b"\xc4\x83abc", false),
            (&[0xd8], false),
        ] {
            assert_eq!(starts_with_text(start), is, "{start:02x?}");
        }
    }

    #[test]
    fn texts_that_are_no_bytes_are_recognised() {
        for (text, is) in [
            ("{\"kind\":\"reveal\"}", Some(THIS_IS_JSON)),
            ("{\n \"hex\": \"00\"\n}", Some(THIS_IS_JSON)),
            ("\n[1, 2]", Some(THIS_IS_JSON)),
            ("{\"dir\":\"Sent\",\"hex\":\"00\"}\n{\"dir\":\"Sent\",\"hex\":\"00\"}", Some(A_SESSION)),
            ("{\"hex\":\"00\"}\n{\"hex\":\"01\"}\n", Some(A_LIST)),
            ("direction,message\nSent,00\n", Some(A_SESSION)),
            ("direction, message", Some(A_SESSION)),
            ("a word", None),
        ] {
            assert_eq!(refusal(text, false), is, "{text}");
        }
        assert!(refusal("a word", true).is_some_and(|text| text.contains("--as text")));
        assert!(refusal("BQEAAAAFaGVsbG8=", true).is_some_and(|text| text.contains("--as base64")));
    }

    #[test]
    fn base64_is_recognised() {
        for (text, is) in [
            ("BQEAAAAFaGVsbG8=", true),
            ("BQEAAAAF\naGVsbG8=\n", true),
            ("BQEAAAAFaGVsbG8", false),
            ("BQEA", false),
            ("BQEAAAAFaGVsbG8!", false),
            ("BQEAAAAFaGVsb===", false),
        ] {
            assert_eq!(is_base64(text), is, "{text}");
        }
    }
}
