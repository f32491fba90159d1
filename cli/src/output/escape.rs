//! Escapes what a terminal would obey in text of others: values, names in files, names of files.

use std::{borrow::Cow, fmt::Write as _};

/// The start of the code of a colour.
const COLOUR: &str = "\u{1b}[";

/// Returns the text in which each character that a terminal obeys is written as in JSON, such as `\u001b`, so that text in JSON keeps its value.
/// Line breaks, tabs and the codes of colours stay.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = colour(rest).unwrap_or_else(|| first.len_utf8());
        let (piece, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        if length == first.len_utf8() && is_obeyed(first) {
            // Writing to a `String` cannot fail.
            let _ = write!(out, "\\u{:04x}", u32::from(first));
        } else {
            out.push_str(piece);
        }
        rest = after;
    }
    out.into()
}

/// Returns whether a terminal obeys a character, or changes the order of those around it.
fn is_obeyed(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => true,
        other => other.is_control(),
    }
}

/// Returns the length of the code of a colour at the start of a text.
fn colour(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix(COLOUR)?;
    let end = parameters.find(|character: char| !character.is_ascii_digit() && character != ';')?;
    let known = |parameter: &str| {
        matches!(parameter, "0" | "1" | "2" | "3" | "4") || parameter.starts_with(['3', '9']) && parameter.len() == 2
    };
    let is_colour = parameters.get(end..)?.starts_with('m') && parameters.get(..end)?.split(';').all(known);
    is_colour.then(|| COLOUR.len().saturating_add(end).saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        for (text, shown) in [
            ("a\nb\tc é │ ꜩ", "a\nb\tc é │ ꜩ"),
            ("\u{1b}]0;title\u{7}", "\\u001b]0;title\\u0007"),
            ("\u{1b}[2J", "\\u001b[2J"),
            ("\u{1b}[8mhidden", "\\u001b[8mhidden"),
            ("\u{9b}2J", "\\u009b2J"),
            ("a\rb\u{7f}\u{8}", "a\\u000db\\u007f\\u0008"),
            ("\u{202e}txt\u{2066}\u{feff}", "\\u202etxt\\u2066\\ufeff"),
            ("\u{1b}[1m\u{1b}[31;2mred\u{1b}[0m", "\u{1b}[1m\u{1b}[31;2mred\u{1b}[0m"),
            ("\u{1b}[", "\\u001b["),
        ] {
            assert_eq!(escaped(text), shown, "{text:?}");
        }
        let json = serde_json::to_string("\u{1b}[31m\u{9b}\u{202e}").unwrap();
        let read: String = serde_json::from_str(&escaped(&json)).unwrap();
        assert_eq!(read, "\u{1b}[31m\u{9b}\u{202e}");
    }
}
