//! Pretty-prints JSON, with line breaks and colours.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr as _;

use super::style;
use crate::tokens::first;

/// The maximum number of characters of a list or an object on one line; a terminal may have less.
const WIDTH: usize = 100;

/// The depth from which lists and objects stay on one line, so that the output is not quadratic in the depth.
const MAX_LEVELS: usize = 64;

/// The style of an open list or object.
#[derive(Clone, Copy)]
enum Open {
    /// On one line.
    Line,
    /// Each element or field on its own line.
    Lines,
    /// As many elements on each line as fit.
    Filled,
}

/// Formats JSON text. A list or an object that is too long for one line is broken into several.
pub(crate) fn pretty(text: &str) -> String {
    inside(text, 0) + "\n"
}

/// Formats JSON text that is inside this number of lists and objects, whose elements have their own lines.
fn inside(text: &str, level: usize) -> String {
    let open = vec![Open::Lines; level];
    let width = super::columns().map_or(WIDTH, |columns| WIDTH.min(columns.into()));
    let mut printer = Printer { out: String::new(), column: level, open, coloured: super::is_coloured(), width };
    let mut before = "";
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let token = first(rest);
        let after = rest.get(token.len()..).unwrap_or_default();
        match (before, token) {
            ("{" | "[", "}" | "]") => {}
            ("{" | "[" | ",", _) => printer.space(before == ",", rest),
            (_, "}" | "]") => match printer.open.last() {
                Some(Open::Lines | Open::Filled) => printer.line(1),
                _ => printer.push(" "),
            },
            _ => {}
        }
        printer.token(token, rest);
        (before, rest) = (token, after.trim_start());
    }
    printer.out
}

/// Returns the start of an object whose last member is a list: its other members, each with a line of its own, and the name of the last.
pub(crate) fn object(members: &[(&str, String)], last: &str, level: usize) -> String {
    let inner = level.saturating_add(1);
    let line = |member: String| format!("\n{}{}", "  ".repeat(inner), inside(&member, inner));
    let members = members.iter().map(|(name, value)| line(format!("\"{name}\":{value}")) + ",");
    format!("{{{}{}: ", members.collect::<String>(), line(format!("\"{last}\"")))
}

/// A list that is formatted element by element, because it may be longer than memory.
pub(crate) struct List {
    /// The number of lists and objects around it.
    level: usize,
    is_empty: bool,
}

impl List {
    pub(crate) const fn inside(level: usize) -> Self {
        Self { level, is_empty: true }
    }

    /// Returns an element on a line of its own, with what separates it from the one before.
    pub(crate) fn element(&mut self, text: &str) -> String {
        self.start() + &inside(text, self.level.saturating_add(1))
    }

    /// Returns what is before an element that is formatted by the caller.
    pub(crate) fn start(&mut self) -> String {
        let before = if std::mem::take(&mut self.is_empty) { "[" } else { "," };
        format!("{before}\n{}", "  ".repeat(self.level.saturating_add(1)))
    }

    /// Returns the end of the list.
    pub(crate) fn end(&self) -> String {
        if self.is_empty { "[]".into() } else { format!("\n{}]", "  ".repeat(self.level)) }
    }
}

/// Returns the style of the list or object at the start of a text, if `available` columns are left on the line.
fn opened(text: &str, available: usize) -> Open {
    let is_list = text.starts_with('[');
    let (mut depth, mut width, mut flat) = (0_usize, 0_usize, is_list);
    let mut rest = text;
    while !rest.is_empty() {
        let token = first(rest);
        let after = rest.get(token.len()..).unwrap_or_default();
        rest = after.trim_start();
        width = width.saturating_add(columns_of(token));
        match token {
            "{" | "[" => depth = depth.saturating_add(1),
            "}" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        flat &= depth <= 1;
        match (depth, width > available) {
            (0, false) => return Open::Line,
            (0, true) => break,
            // It is too long for one line: only search for a nested list or object, which prevents `Filled`.
            (_, true) if flat => {
                let next = rest.bytes().position(|byte| matches!(byte, b'[' | b'{' | b']' | b'"'));
                rest = next.and_then(|next| rest.get(next..)).unwrap_or_default();
            }
            (_, true) => break,
            _ => {}
        }
    }
    if flat { Open::Filled } else { Open::Lines }
}

/// Returns the number of columns of a token, including the space beside it.
fn columns_of(token: &str) -> usize {
    let space = usize::from(matches!(token, "," | ":" | "{" | "[" | "}" | "]"));
    columns(token).saturating_add(space)
}

struct Printer {
    out: String,
    /// The number of characters on the current line.
    column: usize,
    open: Vec<Open>,
    coloured: bool,
    width: usize,
}

impl Printer {
    /// Prints `token`, with which `rest` starts.
    fn token(&mut self, token: &str, rest: &str) {
        match token {
            "{" | "[" => {
                let available = self.width.saturating_sub(self.open.len().saturating_mul(2));
                let style = if self.open.len() < MAX_LEVELS { opened(rest, available) } else { Open::Line };
                self.open.push(style);
                self.push(token);
            }
            "}" | "]" => {
                self.open.pop();
                self.push(token);
            }
            "," => self.push(","),
            ":" => self.push(": "),
            text if self.coloured => {
                let is_key = rest.get(token.len()..).is_some_and(|after| after.trim_start().starts_with(':'));
                let style = match text.as_bytes().first() {
                    Some(b'"') if is_key => style::NAME,
                    Some(b'"') => style::TEXT,
                    _ => style::NUMBER,
                };
                // Writing to a `String` cannot fail.
                let _ = write!(self.out, "{style}{text}{style:#}");
                self.column = self.column.saturating_add(columns(text));
            }
            text => self.push(text),
        }
    }

    /// Prints the space or the line break before the token with which `rest` starts.
    fn space(&mut self, after_comma: bool, rest: &str) {
        match self.open.last() {
            Some(Open::Lines) => self.line(0),
            // Two more columns: a space before the token and a comma after it.
            Some(Open::Filled)
                if !after_comma || self.column.saturating_add(columns(first(rest))).saturating_add(2) > self.width =>
            {
                self.line(0);
            }
            _ => self.push(" "),
        }
    }

    /// Starts a new line, indented by `out` levels less than the contents of the innermost list or object.
    fn line(&mut self, out: usize) {
        let level = self.open.len().saturating_sub(out);
        self.out.push('\n');
        (0..level).for_each(|_| self.out.push_str("  "));
        self.column = level.saturating_mul(2);
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
        self.column = self.column.saturating_add(columns(text));
    }
}

/// Returns the number of terminal columns of a text.
fn columns(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(&pretty(text)).to_string()
    }

    #[test]
    fn short_values_stay_on_one_line() {
        let text = r#"{"a":[1,-2.50e3],"b":{},"c":[],"d":"x\"{,"}"#;
        assert_eq!(plain(text), "{ \"a\": [ 1, -2.50e3 ], \"b\": {}, \"c\": [], \"d\": \"x\\\"{,\" }\n");
        assert_eq!(plain("null"), "null\n");
        assert_eq!(plain("[]"), "[]\n");
    }

    #[test]
    fn lists_are_formatted_element_by_element() {
        assert_eq!(List::inside(3).end(), "[]");
        let mut list = List::inside(1);
        let head = object(&[("a", "7".into()), ("b", "[1]".into())], "list", 0);
        let text = [
            &*head,
            &list.element("{\"c\":1}"),
            &list.element(&format!("[\"{}\"]", "x".repeat(95))),
            &list.end(),
            "\n}\n",
        ];
        let long = format!("    [\n      \"{}\"\n    ]", "x".repeat(95));
        let expected =
            ["{", "  \"a\": 7,", "  \"b\": [ 1 ],", "  \"list\": [", "    { \"c\": 1 },", &long, "  ]", "}", ""]
                .join("\n");
        assert_eq!(anstream::adapter::strip_str(&text.concat()).to_string(), expected);
    }

    #[test]
    fn long_values_are_broken_into_lines() {
        let long = "x".repeat(90);
        let text = format!(r#"{{"a":["{long}",{{"b":1}}],"c":[]}}"#);
        let expected = format!("{{\n  \"a\": [\n    \"{long}\",\n    {{ \"b\": 1 }}\n  ],\n  \"c\": []\n}}\n");
        assert_eq!(plain(&text), expected);
    }

    #[test]
    fn deep_values_are_not_indented_without_end() {
        let text = format!("{}{}", "[1,".repeat(100_000), ["1", &"]".repeat(100_000)].concat());
        let text = plain(&text);
        assert!(text.len() < 100_000 * 12 && text.lines().count() < 300, "{} bytes", text.len());
        assert!(text.lines().all(|line| line.len() - line.trim_start().len() <= 2 * MAX_LEVELS));
    }

    /// The limit of a line is 100 columns, in lists less two for each level around them.
    #[test]
    fn a_value_that_just_fits_stays_on_one_line() {
        let (fits, longer) = ("x".repeat(94), "x".repeat(95));
        assert_eq!(plain(&format!("[\"{fits}\"]")), format!("[ \"{fits}\" ]\n"));
        assert_eq!(plain(&format!("[\"{longer}\"]")), format!("[\n  \"{longer}\"\n]\n"));
        let inside = |text: &str| format!("[[[\"{text}\"]],0]");
        let broken = format!("[\n  [ [ \"{}\" ] ],\n  0\n]\n", &fits[6..]);
        assert_eq!(plain(&inside(&fits[6..])), broken);
        let broken = format!("[\n  [\n    [ \"{}\" ]\n  ],\n  0\n]\n", &fits[5..]);
        assert_eq!(plain(&inside(&fits[5..])), broken);
        for (start, end) in [("[\"", "\",1]"), ("[1,\"", "\"]"), ("{\"a\":\"", "\"}"), ("{\"a\":[\"", "\"]}")] {
            // The brackets, commas and colons each have a space beside them.
            let around = plain(&format!("{start}{end}")).trim_end().len();
            let lines = |length: usize| plain(&format!("{start}{}{end}", "x".repeat(length))).lines().count();
            assert_eq!((lines(100 - around), lines(101 - around) > 1), (1, true), "{start}");
        }
        // An object is never filled, nor is a list of lists.
        assert!(plain(&format!("[1,2,{{\"a\":\"{longer}\"}}]")).starts_with("[\n  1,\n  2,\n  {\n"));
        // A filled line leaves two columns for a comma and the end.
        for (count, lines) in [(31, 4), (32, 4), (33, 5)] {
            let text = format!("[\"{}\",{}1]", "y".repeat(120), "1,".repeat(count));
            assert_eq!(plain(&text).lines().count(), lines, "{count}: {}", plain(&text));
        }
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
