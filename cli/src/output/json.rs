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
    /// Characters: of a list or an object, of all of it on one line.
    width: usize,
    /// Of a list: whether nothing in it has parts itself.
    flat: bool,
}

/// A list or an object that is being printed.
#[derive(Clone, Copy)]
enum Open {
    /// On one line.
    Line,
    /// Each part on a line of its own.
    Lines,
    /// As many parts on a line as fit.
    Filled,
}

/// A JSON text with its parts on lines of their own where one line is too short.
pub(crate) fn pretty(text: &str) -> String {
    let mut printer = Printer { out: String::new(), column: 0, open: Vec::new(), coloured: super::is_coloured() };
    let mut before = "";
    for token in tokens(text) {
        match (before, token.text) {
            ("{" | "[", "}" | "]") => {}
            ("{" | "[" | ",", _) => printer.space(before == ",", token.width),
            (_, "}" | "]") => match printer.open.last() {
                Some(Open::Lines | Open::Filled) => printer.line(1),
                _ => printer.push(" "),
            },
            _ => {}
        }
        printer.token(&token);
        before = token.text;
    }
    printer.out.push('\n');
    printer.out
}

struct Printer {
    out: String,
    /// Characters of the line so far.
    column: usize,
    open: Vec<Open>,
    coloured: bool,
}

impl Printer {
    fn token(&mut self, token: &Token<'_>) {
        match token.text {
            "{" | "[" => {
                let room = WIDTH.saturating_sub(self.open.len().saturating_mul(2));
                self.open.push(match (token.width > room, token.flat) {
                    (false, _) => Open::Line,
                    (true, false) => Open::Lines,
                    (true, true) => Open::Filled,
                });
                self.push(token.text);
            }
            "}" | "]" => {
                self.open.pop();
                self.push(token.text);
            }
            "," => self.push(","),
            ":" => self.push(": "),
            text if self.coloured => {
                let style = match text.as_bytes().first() {
                    Some(b'"') if token.key => style::NAME,
                    Some(b'"') => style::TEXT,
                    _ => style::NUMBER,
                };
                // Writing to a `String` cannot fail.
                let _ = write!(self.out, "{style}{text}{style:#}");
                self.column = self.column.saturating_add(token.width);
            }
            text => self.push(text),
        }
    }

    /// The space in front of a part that takes `width` characters.
    fn space(&mut self, behind_another: bool, width: usize) {
        match self.open.last() {
            Some(Open::Lines) => self.line(0),
            // With a space in front and a comma behind.
            Some(Open::Filled) if !behind_another || self.column.saturating_add(width).saturating_add(2) > WIDTH => {
                self.line(0);
            }
            _ => self.push(" "),
        }
    }

    /// A new line, so many levels further out.
    fn line(&mut self, out: usize) {
        let level = self.open.len().saturating_sub(out);
        self.out.push('\n');
        (0..level).for_each(|_| self.out.push_str("  "));
        self.column = level.saturating_mul(2);
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
        self.column = self.column.saturating_add(text.chars().count());
    }
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
            let around = open.last().and_then(|(around, _)| tokens.get_mut(*around));
            around.into_iter().for_each(|around| around.flat = false);
            open.push((tokens.len(), at));
        }
        let width = text.chars().count();
        let spaces = usize::from(matches!(text, "," | ":" | "{" | "[" | "}" | "]"));
        at = at.saturating_add(width).saturating_add(spaces);
        if matches!(text, "}" | "]")
            && let Some((opened, before)) = open.pop()
            && let Some(opened) = tokens.get_mut(opened)
        {
            opened.width = at.saturating_sub(before);
        }
        tokens.push(Token { text, key: rest.starts_with(':'), width, flat: text == "[" });
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

    #[test]
    fn lists_of_numbers_are_filled() {
        let numbers: Vec<String> = (100..160).map(|number| number.to_string()).collect();
        let text = plain(&format!(r#"{{"a":[{}]}}"#, numbers.join(",")));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[1], lines[2].len()), (8, "  \"a\": [", 98));
        assert!(lines[3].starts_with("    119, 120, ") && lines[5] == "    157, 158, 159", "{text}");
    }
}
