//! JSON text for people: on lines of its own, in colours; the parts themselves stay as they are.

use std::fmt::Write as _;

use super::style;

/// Characters of a line that a list or an object stays on.
const WIDTH: usize = 100;

/// A part of a JSON text.
struct Token<'t> {
    text: &'t str,
    /// Whether it is the name of a field.
    key: bool,
    /// Of a list or an object: characters of all of it, on one line.
    width: usize,
}

/// A JSON text with its parts on lines of their own where one line is too short.
pub(crate) fn pretty(text: &str) -> String {
    let mut out = String::new();
    // Whether each list and object around is on lines of its own.
    let mut open: Vec<bool> = Vec::new();
    let mut empty = false;
    for token in tokens(text) {
        let closes = matches!(token.text, "}" | "]");
        if empty && !closes {
            space(&mut out, &open);
        }
        match token.text {
            "{" | "[" => {
                open.push(token.width > WIDTH.saturating_sub(open.len().saturating_mul(2)));
                out.push_str(token.text);
            }
            "}" | "]" => {
                let wide = open.pop().unwrap_or_default();
                if !empty && wide {
                    line(&mut out, open.len());
                } else if !empty {
                    out.push(' ');
                }
                out.push_str(token.text);
            }
            "," => {
                out.push_str(token.text);
                space(&mut out, &open);
            }
            ":" => out.push_str(": "),
            text => {
                let style = match text.as_bytes().first() {
                    Some(b'"') if token.key => style::NAME,
                    Some(b'"') => style::TEXT,
                    _ => style::NUMBER,
                };
                // Writing to a `String` cannot fail.
                let _ = write!(out, "{style}{text}{style:#}");
            }
        }
        empty = matches!(token.text, "{" | "[");
    }
    out.push('\n');
    out
}

/// The space behind an opening bracket or a comma.
fn space(out: &mut String, open: &[bool]) {
    match open.last() {
        Some(true) => line(out, open.len()),
        _ => out.push(' '),
    }
}

fn line(out: &mut String, level: usize) {
    out.push('\n');
    (0..level).for_each(|_| out.push_str("  "));
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    // Lists and objects around: their place among the tokens, and the characters before them.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut rest = text.trim_start();
    let mut at = 0_usize;
    while !rest.is_empty() {
        let (text, behind) = rest.split_at(length(rest));
        rest = behind.trim_start();
        if matches!(text, "{" | "[") {
            open.push((tokens.len(), at));
        }
        let spaces = usize::from(matches!(text, "," | ":" | "{" | "[" | "}" | "]"));
        at = at.saturating_add(text.chars().count()).saturating_add(spaces);
        if matches!(text, "}" | "]")
            && let Some((opened, before)) = open.pop()
            && let Some(opened) = tokens.get_mut(opened)
        {
            opened.width = at.saturating_sub(before);
        }
        tokens.push(Token { text, key: rest.starts_with(':'), width: 0 });
    }
    tokens
}

/// Bytes of the first part.
fn length(text: &str) -> usize {
    let mut bytes = text.bytes();
    match bytes.next() {
        Some(b'"') => {
            let mut escaped = false;
            let end = bytes.position(|byte| {
                let ends = byte == b'"' && !escaped;
                escaped = byte == b'\\' && !escaped;
                ends
            });
            end.map_or(text.len(), |end| end.saturating_add(2))
        }
        Some(b'{' | b'}' | b'[' | b']' | b',' | b':') => 1,
        _ => text.find(|it: char| matches!(it, ',' | '}' | ']' | ':') || it.is_whitespace()).unwrap_or(text.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(&pretty(text)).to_string()
    }

    #[test]
    fn short_things_stay_on_a_line() {
        let text = r#"{"a":[1,-2.50e3],"b":{},"c":[],"d":"x\"{,"}"#;
        assert_eq!(plain(text), "{ \"a\": [ 1, -2.50e3 ], \"b\": {}, \"c\": [], \"d\": \"x\\\"{,\" }\n");
        assert_eq!(plain("null"), "null\n");
        assert_eq!(plain("[]"), "[]\n");
    }

    #[test]
    fn long_things_do_not() {
        let long = "x".repeat(90);
        let text = format!(r#"{{"a":["{long}",{{"b":1}}],"c":[]}}"#);
        let expected = format!("{{\n  \"a\": [\n    \"{long}\",\n    {{ \"b\": 1 }}\n  ],\n  \"c\": []\n}}\n");
        assert_eq!(plain(&text), expected);
    }
}
