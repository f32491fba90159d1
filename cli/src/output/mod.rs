//! Formats numbers and tables, shows progress bars, writes to standard output.

mod escape;
pub(crate) mod json;
pub(crate) mod page;
pub(crate) mod style;

use std::{
    fs,
    io::{self, ErrorKind, IsTerminal as _, Write as _, stdout},
    path::Path,
    process::ExitCode,
};

use anstream::ColorChoice;
use clap::ValueEnum;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets::UTF8_BORDERS_ONLY};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use terminal_size::{Width, terminal_size_of};
use unicode_width::UnicodeWidthStr as _;

pub(crate) use crate::numbers::{counted, grouped};
pub(crate) use escape::escaped;

use crate::error::Error;

/// When colours are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colours {
    Auto,
    Always,
    Never,
}

impl Colours {
    /// Applies it to all that is printed later.
    pub(crate) fn apply(self) {
        match self {
            Self::Auto => {}
            Self::Always => ColorChoice::Always.write_global(),
            Self::Never => ColorChoice::Never.write_global(),
        }
    }
}

/// Writes `text` to standard output, without colours if that is not a terminal. A reader that has gone away, such as `head`, is not an
/// error.
pub(crate) fn print(text: &str) -> Result<ExitCode, Error> {
    print_on(text).map(|_| ExitCode::SUCCESS)
}

/// Prints a piece of a longer output. Returns false if the reader has gone away, so that the caller can stop.
pub(crate) fn print_on(text: &str) -> Result<bool, Error> {
    let mut out = anstream::stdout().lock();
    written(out.write_all(escaped(text).as_bytes()).and_then(|()| out.flush()))
}

/// The number of bytes that are collected before they are written.
const PIECE: usize = 1 << 16;

/// Output that is longer than memory may be: it is written in pieces.
#[derive(Default)]
pub(crate) struct Pieces {
    text: String,
    /// Whether the reader of standard output has gone away.
    is_unread: bool,
}

impl Pieces {
    /// Adds text. Returns false if the reader has gone away, so that the caller can stop.
    pub(crate) fn push(&mut self, text: &str) -> Result<bool, Error> {
        self.text.push_str(text);
        if self.text.len() >= PIECE {
            self.flush()?;
        }
        Ok(!self.is_unread)
    }

    /// Writes what is left.
    pub(crate) fn flush(&mut self) -> Result<ExitCode, Error> {
        self.is_unread |= !print_on(&std::mem::take(&mut self.text))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes bytes to standard output.
pub(crate) fn write(bytes: &[u8]) -> Result<ExitCode, Error> {
    let mut out = stdout().lock();
    written(out.write_all(bytes).and_then(|()| out.flush())).map(|_| ExitCode::SUCCESS)
}

/// Writes text to a file.
pub(crate) fn write_file(file: &Path, text: &str) -> Result<(), Error> {
    fs::write(file, escaped(text).as_bytes()).map_err(|error| Error::at_path(file, error))
}

/// Returns false if the reader of standard output has gone away.
fn written(result: io::Result<()>) -> Result<bool, Error> {
    match result {
        Ok(()) => Ok(true),
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Error::new(format_args!("cannot write to standard output: {error}")))
        }
        Err(_) => Ok(false),
    }
}

/// Returns true if standard output supports colours.
pub(crate) fn is_coloured() -> bool {
    anstream::AutoStream::choice(&stdout()) != ColorChoice::Never
}

/// Breaks text into lines that fit into standard output, if it is a terminal, each with an indentation.
pub(crate) fn fill(text: &str, indent: &str) -> String {
    filled(text, indent, columns())
}

fn filled(text: &str, indent: &str, columns: Option<u16>) -> String {
    let columns = columns.map_or(usize::MAX, usize::from);
    let options = textwrap::Options::new(columns).initial_indent(indent).subsequent_indent(indent);
    textwrap::fill(text, options.break_words(false))
}

/// Writes a sentence to standard error, and ignores a failure to do so.
fn report(label: &str, style: anstyle::Style, sentence: &str) {
    let size = if io::stderr().is_terminal() { terminal_size_of(io::stderr()) } else { None };
    let text = filled(&format!("{style}{label}:{style:#} {sentence}"), "", size.map(|(Width(columns), _)| columns));
    let _ = writeln!(anstream::stderr().lock(), "{}", escaped(&text));
}

/// Writes `error` to standard error.
pub(crate) fn complain(error: &Error) {
    report("error", style::WRONG, &error.to_string());
}

/// Writes the help, the version or an error of the command line, and returns the exit status.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render().ansi().to_string();
    if error.use_stderr() {
        let _ = anstream::stderr().lock().write_all(escaped(&text).as_bytes());
    } else {
        let _ = print_on(&text);
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Writes a sentence that is no error to standard error.
pub(crate) fn note(sentence: &str) {
    report("note", style::NAME, sentence);
}

/// Returns a progress bar on standard error. It is hidden if that is not a terminal or if `hidden` is true.
pub(crate) fn progress(title: &'static str, length: usize, hidden: bool) -> ProgressBar {
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(u64::try_from(length).ok(), target).with_message(title);
    match ProgressStyle::with_template("{msg:24} {wide_bar} {pos}/{len} {elapsed}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Returns a progress bar for bytes, with their rate. Without a `length`, it shows no end.
pub(crate) fn progress_of_bytes(title: &'static str, length: Option<u64>, hidden: bool) -> ProgressBar {
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(length, target).with_message(title);
    let template = match length {
        Some(_) => "{msg:24} {wide_bar} {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec} {eta}",
        None => "{msg:24} {spinner} {decimal_bytes} {decimal_bytes_per_sec} {elapsed}",
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Returns a table with this header. Every column except the first is aligned to the right.
pub(crate) fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_BORDERS_ONLY).set_header(header.iter().enumerate().map(|(at, text)| cell(at, *text)));
    table
}

/// Returns a table of text with this header: every column is aligned to the left.
pub(crate) fn text_table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_BORDERS_ONLY).set_header(header);
    table
}

/// Adds a row to a [`table`].
pub(crate) fn add_row(table: &mut Table, cells: impl IntoIterator<Item = String>) {
    table.add_row(cells.into_iter().enumerate().map(|(at, text)| cell(at, text)));
}

/// Returns the width of standard output, if it is a terminal.
pub(crate) fn columns() -> Option<u16> {
    let size = if stdout().is_terminal() { terminal_size_of(stdout()) } else { None };
    size.map(|(Width(columns), _)| columns)
}

/// Formats a [`table`]. If it is wider than the terminal, its columns are narrowed, and text that is still too long is wrapped inside its
/// column.
pub(crate) fn lines(mut table: Table) -> String {
    if let Some(width) = columns()
        && table.lines().any(|line| line.width() > width.into())
    {
        for column in table.column_iter_mut() {
            column.set_padding((0, 0));
        }
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table.to_string()
}

fn cell(column: usize, text: impl Into<String>) -> Cell {
    Cell::new(text.into()).set_alignment(if column == 0 { CellAlignment::Left } else { CellAlignment::Right })
}

/// Formats a time in nanoseconds, with three digits.
pub(crate) fn duration(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "µs"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{} {unit}", three_digits(value))
}

/// Formats a mean, as an integer if it is one, otherwise with three digits.
pub(crate) fn mean(value: f64) -> String {
    if value.fract() == 0.0 || value >= 1000.0 { grouped(value.round() as u64) } else { three_digits(value) }
}

fn three_digits(value: f64) -> String {
    match value {
        value if value < 10.0 => format!("{value:.2}"),
        value if value < 100.0 => format!("{value:.1}"),
        value => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_fit_into_the_terminal() {
        let text = "a sentence that has \u{1b}[1mcolours\u{1b}[0m and aVeryLongWordThatIsNotBroken\nand lines";
        let lines =
            "  a sentence that\n  has \u{1b}[1mcolours\u{1b}[0m and\n  aVeryLongWordThatIsNotBroken\n  and lines";
        assert_eq!(filled(text, "  ", Some(18)), lines);
        assert_eq!(filled(text, "", None), text);
    }

    #[test]
    fn numbers_are_easy_to_read() {
        for (number, text) in [(0, "0"), (12, "12"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(counted(1, "chunk", "chunks"), "1 chunk");
        assert_eq!(counted(0, "chunk", "chunks"), "0 chunks");
        assert_eq!(counted(5474, "chunk", "chunks"), "5,474 chunks");
        for (time, text) in [(9.127, "9.13 ns"), (54.0, "54.0 ns"), (732.4, "732 ns"), (22_700.0, "22.7 µs")] {
            assert_eq!(duration(time), text);
        }
        assert_eq!(duration(5.23e6), "5.23 ms");
        assert_eq!(duration(1.69e9), "1.69 s");
        // Each unit and each number of digits at its first value.
        for (time, text) in
            [(0.0, "0.00 ns"), (10.0, "10.0 ns"), (100.0, "100 ns"), (999.4, "999 ns"), (1e3, "1.00 µs")]
        {
            assert_eq!(duration(time), text);
        }
        for (time, text) in [(1e6, "1.00 ms"), (1e9, "1.00 s"), (1234e9, "1234 s")] {
            assert_eq!(duration(time), text);
        }
        for (value, text) in [
            (0.0, "0"),
            (4.0, "4"),
            (1097.0, "1,097"),
            (4.25, "4.25"),
            (42.55, "42.5"),
            (425.5, "426"),
            (999.4, "999"),
            (1000.5, "1,001"),
            (1097.4, "1,097"),
        ] {
            assert_eq!(mean(value), text);
        }
    }
}
