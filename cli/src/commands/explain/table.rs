//! Formats the parts of a message in columns: offset, bytes, name and value, path.

use std::fmt::Write as _;

use tezos_encoding::schema::SliceKind;
use unicode_width::UnicodeWidthStr as _;

use crate::{
    nested::Part,
    output::{
        self,
        style::{BYTES, LAYOUT, NAME, NUMBER, TEXT, WRONG},
    },
};

/// The maximum number of bytes of a part that are shown in full. Of a longer one, the first and the last are shown.
const BYTES_SHOWN: usize = 12;
/// The number of first bytes shown of a longer part.
const FIRST: usize = 6;
/// The number of last bytes shown of a longer part.
const LAST: usize = 2;
/// The number of columns before the bytes.
const MARGIN: usize = 8;
/// The minimum number of columns of a shortened path.
const MIN_PATH_WIDTH: usize = 12;
/// The maximum number of bytes shown after the last part.
const REST_SHOWN: usize = 24;
/// The maximum number of characters shown of a value.
const VALUE_SHOWN: usize = 48;
/// The maximum number of characters shown of a name, which may contain those of all values around it.
const NAME_SHOWN: usize = 120;
/// The maximum number of columns of a path where the output is no terminal.
const PATH_SHOWN: usize = 160;

/// Coloured text, and its width, which does not include colour codes.
struct Cell {
    text: String,
    width: usize,
}

impl Cell {
    fn new(text: impl Into<String>, style: anstyle::Style) -> Self {
        let text = text.into();
        let width = text.width();
        // Empty text gets no colours, because their codes would hide spaces at the end of a line from `trim_end`.
        Self { text: if width == 0 { text } else { format!("{style}{text}{style:#}") }, width }
    }
}

enum Line {
    Part {
        offset: usize,
        bytes: Cell,
        what: Cell,
        path: String,
    },
    Note(String),
    /// A caret under the hex digit with this index.
    Caret(usize),
}

/// The lines of the output.
pub(super) struct Table(Vec<Line>);

impl Table {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a part, with its value and its path.
    pub(super) fn part(&mut self, part: &Part<'_>) {
        let slice = &part.slice;
        let layout = slice.kind.is_layout();
        let value = start_of(&slice.pretty, VALUE_SHOWN);
        let style = if slice.kind == SliceKind::Text { TEXT } else { NUMBER };
        let mut what = Cell::new(start_of(&slice.name, NAME_SHOWN), if layout { LAYOUT } else { NAME });
        if !value.is_empty() {
            let value = Cell::new(format!(" = {value}"), style);
            what = Cell { text: what.text + &value.text, width: what.width.saturating_add(value.width) };
        }
        let bytes = Cell::new(shown(slice.bytes), if layout { LAYOUT } else { BYTES });
        self.0.push(Line::Part { offset: slice.offset, bytes, what, path: part.path() });
    }

    /// Adds a part, with a remark in the column of its bytes.
    pub(super) fn remark(&mut self, offset: usize, name: &str, remark: &str, path: &str) {
        let width = anstream::adapter::strip_str(remark).to_string().width();
        let remark = Cell { text: remark.to_owned(), width };
        self.0.push(Line::Part { offset, bytes: remark, what: Cell::new(name, NAME), path: path.to_owned() });
    }

    /// Adds the bytes after the last part, with a caret under the refused byte.
    pub(super) fn rest(&mut self, offset: usize, bytes: &[u8], refused: usize, path: &str) {
        // If there are many bytes, only those around the refused one are shown.
        let skipped = if refused < REST_SHOWN { 0 } else { refused.saturating_sub(REST_SHOWN / 2) };
        let window = bytes.get(skipped..).unwrap_or_default();
        let window = window.get(..REST_SHOWN).unwrap_or(window);
        let before = if skipped > 0 { "…" } else { "" };
        let after = if skipped.saturating_add(window.len()) < bytes.len() { "…" } else { "" };
        let what = if bytes.is_empty() { "the end" } else { "" };
        let bytes = Cell::new(format!("{before}{}{after}", hex::encode(window)), WRONG);
        self.0.push(Line::Part { offset, bytes, what: Cell::new(what, LAYOUT), path: path.to_owned() });
        let digits = refused.saturating_sub(skipped).saturating_mul(2);
        self.0.push(Line::Caret(digits.saturating_add(before.width())));
    }

    /// Adds a sentence between the parts.
    pub(super) fn note(&mut self, note: &str) {
        self.0.push(Line::Note(note.to_owned()));
    }

    /// Adds a caret under a byte of the last part added, whose bytes are formatted by [`shown`].
    pub(super) fn caret(&mut self, bytes: &[u8], byte: usize) {
        let before_last = bytes.len().saturating_sub(LAST);
        let digits = match byte {
            _ if bytes.len() <= BYTES_SHOWN => byte.saturating_mul(2),
            // Under its own digits, or under the ellipsis if it is left out.
            _ if byte < before_last => byte.min(FIRST).saturating_mul(2),
            _ => byte.saturating_sub(before_last).saturating_add(FIRST).saturating_mul(2).saturating_add(1),
        };
        self.0.push(Line::Caret(digits));
    }

    /// Formats the lines for the width of the terminal. Long paths are shortened at their start, which the lines above contain too.
    pub(super) fn text(&self) -> String {
        self.lines(output::columns().map_or(usize::MAX, usize::from))
    }

    fn lines(&self, columns: usize) -> String {
        let widest = |width: fn(&Cell, &Cell) -> usize| {
            let widths = self.0.iter().filter_map(|line| match line {
                Line::Part { bytes, what, .. } => Some(width(bytes, what)),
                Line::Note(_) | Line::Caret(_) => None,
            });
            widths.max().unwrap_or_default()
        };
        let bytes_width = widest(|bytes, _| bytes.width);
        let start = MARGIN.saturating_add(bytes_width).saturating_add(2);
        // A value too long to leave space for its path does not move the paths of other rows.
        let what_width = widest(|_, what| what.width)
            .min(columns.saturating_sub(start.saturating_add(2)).saturating_sub(MIN_PATH_WIDTH));
        let mut out = String::new();
        for line in &self.0 {
            match line {
                Line::Part { offset, bytes, what, path } => {
                    let gap = bytes_width.saturating_sub(bytes.width);
                    let mut row = format!("{LAYOUT}{offset:>6}{LAYOUT:#}  {}{:gap$}  {}", bytes.text, "", what.text);
                    let gap = what_width.saturating_sub(what.width).saturating_add(2);
                    let used = start.saturating_add(what.width).saturating_add(gap);
                    match shortened(path, columns.saturating_sub(used).min(PATH_SHOWN)) {
                        Some(path) => row = format!("{row}{:gap$}{}", "", Cell::new(path, LAYOUT).text),
                        None => {
                            let path = shortened(path, columns.saturating_sub(MARGIN)).unwrap_or_default();
                            row = format!("{row}\n{:MARGIN$}{}", "", Cell::new(path, LAYOUT).text);
                        }
                    }
                    out.push_str(row.trim_end());
                }
                Line::Note(note) => {
                    let _ = write!(out, "{:MARGIN$}{LAYOUT}… {note}{LAYOUT:#}", "");
                }
                Line::Caret(digits) => {
                    let column = digits.saturating_add(MARGIN);
                    let _ = write!(out, "{:column$}{WRONG}^^{WRONG:#}", "");
                }
            }
            out.push('\n');
        }
        out
    }
}

/// Returns a text, shortened at its end if it has more than `max` characters.
pub(super) fn start_of(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some(_) => text.chars().take(max.saturating_sub(1)).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

/// Returns a path, shortened at its start if it is longer than `width`, or `None` if `width` is too small for a shortened path.
fn shortened(path: &str, width: usize) -> Option<String> {
    if path.width() <= width {
        return Some(path.to_owned());
    }
    let mut end = path;
    while end.width() >= width && !end.is_empty() {
        let mut rest = end.chars();
        rest.next();
        end = rest.as_str();
    }
    (width >= MIN_PATH_WIDTH).then(|| format!("…{end}"))
}

/// Formats the bytes of a part in hex; of a long one, the first and the last bytes, and their number.
pub(super) fn shown(bytes: &[u8]) -> String {
    match (bytes.len() > BYTES_SHOWN, bytes.first_chunk::<FIRST>(), bytes.last_chunk::<LAST>()) {
        (true, Some(first), Some(last)) => {
            format!("{}…{} ({} bytes)", hex::encode(first), hex::encode(last), bytes.len())
        }
        _ => hex::encode(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_into_the_terminal() {
        let mut table = Table::new();
        table.remark(4, "a name", "0102", "a.way.that.goes.on.and.on");
        table.remark(6, "another name that is much longer than that", "0304", "a.short.way");
        let lines = |columns| anstream::adapter::strip_str(&table.lines(columns)).to_string();
        let wide = "     4  0102  a name                                      a.way.that.goes.on.and.on\n     \
                    6  0304  another name that is much longer than that  a.short.way\n";
        assert_eq!(lines(100), wide);
        assert_eq!(
            lines(60),
            "     4  0102  a name                            …s.on.and.on\n     \
             6  0304  another name that is much longer than that\n        a.short.way\n"
        );
        assert!(lines(60).lines().all(|line| line.width() <= 60));
    }

    #[test]
    fn bytes_and_values_are_cut_above_their_limits() {
        let bytes: Vec<u8> = (0..13).collect();
        assert_eq!(shown(&bytes[..12]), "000102030405060708090a0b");
        assert_eq!(shown(&bytes), "000102030405…0b0c (13 bytes)");
        let row = |value: usize| {
            let text = "x".repeat(value - 2).into_bytes();
            let encoding = crate::ids::named("variable_string").unwrap().encoding;
            let mut table = Table::new();
            crate::nested::parts(encoding, &text, None).for_each(|part| table.part(&part));
            anstream::adapter::strip_str(&table.lines(200)).to_string()
        };
        assert!(row(48).ends_with(&format!("string = \"{}\"\n", "x".repeat(46))), "{}", row(48));
        assert!(row(49).ends_with(&format!("string = \"{}…\n", "x".repeat(46))), "{}", row(49));
        let rest = |count: usize, refused| {
            let bytes: Vec<u8> = (0..=255).take(count).collect();
            let mut table = Table::new();
            table.rest(0, &bytes, refused, "");
            let text = anstream::adapter::strip_str(&table.lines(200)).to_string();
            let (row, caret) = text.split_once('\n').map(|(row, caret)| (row.to_owned(), caret.to_owned())).unwrap();
            (row.trim_start_matches("     0  ").to_owned(), caret.find('^').unwrap() - MARGIN)
        };
        let digits = |from: u8, to: u8| hex::encode((from..to).collect::<Vec<u8>>());
        assert_eq!(rest(24, 23), (digits(0, 24), 46));
        assert_eq!(rest(25, 23), (digits(0, 24) + "…", 46));
        assert_eq!(rest(25, 24), (format!("…{}", digits(12, 25)), 25));
        assert_eq!(rest(36, 24), (format!("…{}", digits(12, 36)), 25));
        assert_eq!(rest(37, 24), (format!("…{}…", digits(12, 36)), 25));
        assert_eq!(rest(0, 0), ("  the end".to_owned(), 0));
    }

    #[test]
    fn paths_are_shortened_at_their_start() {
        for (path, width, expected) in [
            ("a.long.path.of.fields", 21, Some("a.long.path.of.fields")),
            ("a.long.path.of.fields", 20, Some("…long.path.of.fields")),
            ("a.long.path.of.fields", 12, Some("…h.of.fields")),
            ("a.long.path.of.fields", 11, None),
            ("a.short.way", 11, Some("a.short.way")),
            ("", 0, Some("")),
        ] {
            assert_eq!(shortened(path, width).as_deref(), expected, "{width}");
        }
    }

    #[test]
    fn the_caret_is_under_its_byte() {
        let bytes: Vec<u8> = (0..20).collect();
        for (byte, above) in [(0, "00"), (3, "03"), (5, "05"), (18, "12"), (19, "13"), (6, "…"), (17, "…")] {
            let mut table = Table::new();
            table.remark(0, "bytes", &shown(&bytes), "");
            table.caret(&bytes, byte);
            let text = anstream::adapter::strip_str(&table.lines(100)).to_string();
            let (row, caret) = text.split_once('\n').expect("two lines");
            let row: String = row.chars().skip(caret.find('^').expect("a caret")).collect();
            assert!(row.starts_with(above), "{byte}: {text}");
        }
        let mut table = Table::new();
        table.rest(0, &bytes.repeat(10), 150, "");
        let text = anstream::adapter::strip_str(&table.lines(100)).to_string();
        let (row, caret) = text.split_once('\n').expect("two lines");
        let row: String = row.chars().skip(caret.find('^').expect("a caret")).collect();
        assert!(row.starts_with("0a0b") && text.contains("  …"), "{text}");
    }
}
