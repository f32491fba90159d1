//! `explain`: explains bytes part by part, and why they are refused.

use std::{collections::VecDeque, fmt::Write as _, path::PathBuf, process::ExitCode};

use clap::Args;
use serde_json::json;
use tezos_encoding::{
    DecodeError, ErrorKind,
    schema::{Slice, decode, encode},
};
use tezos_messages::Named;

use crate::{
    chosen,
    error::Error,
    hints,
    ids::{self, Id},
    input::Data,
    nested::{self, Part},
    output::{
        self, Pieces, counted,
        style::{BYTES, LAYOUT, NAME, WRONG},
    },
    reason,
};

mod canonical;
mod html;
mod table;

use table::Table;

/// The number of parts shown before the refused byte, without --all.
const SHOWN: usize = 12;

/// The number of parts shown of valid bytes, without --all.
const VALID_SHOWN: usize = 2_000;

/// The number of parts shown with --all, each of which takes some hundred bytes of memory.
const ALL_SHOWN: usize = 1_000_000;

/// Explain bytes part by part, and why they are refused.
///
/// Each part is shown with its offset in the message. A caret marks the refused byte. Below are its field, what was expected, what was found, and
/// the canonical form if the bytes hold the value in another form. The exit status is 1 if the bytes are refused. Of paths with more than 64 levels, the
/// first and the last 32 are shown.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tezos-codec explain p2p_message 0000000600107a06a7\n  tezos-codec explain 'obj{a: uint8; b: z}' 07858000"
)]
pub(crate) struct Arguments {
    #[arg(help = ids::ID, value_parser = Id, hide_possible_values = true)]
    id: &'static Named,
    #[command(flatten)]
    data: Data,
    /// Show up to 1,000,000 parts, not only the 12 before the refused byte and the 12 after it, or the first 2,000 of valid bytes.
    #[arg(long)]
    all: bool,
    /// Open bytes that are values of their own, such as packed data.
    #[arg(long)]
    nested: bool,
    /// Print one JSON object: each part with its offset, length, bytes, path, name and value.
    #[arg(long)]
    json: bool,
    /// Also write a page: one HTML file with the bytes beside a tree of their parts, linked both ways, that needs no other file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let named = arguments.id;
    let bytes = arguments.data.given()?.bytes_in(named)?;
    let decoded = decode(named.encoding, &bytes);
    let error = decoded.as_ref().err();
    let status = if error.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    let shown = nested::shown(named.encoding, &bytes);
    let most = |most| if arguments.all { ALL_SHOWN } else { most };
    let window = |count| {
        Window::new(
            nested::parts(named.encoding, &shown, arguments.nested.then(chosen::possible)),
            error.map(DecodeError::offset),
            most(count),
        )
    };
    if let Some(file) = &arguments.html {
        output::write_file(file, &html::page(named, &shown, &window(VALID_SHOWN), error))?;
    }
    if arguments.json {
        print_json(named, &shown, error, arguments.nested)?;
        return Ok(status);
    }
    output::print(&match &decoded {
        Ok(value) => {
            let again = encode(named.encoding, value).unwrap_or_else(|_| bytes.clone());
            good(named, &shown, &nested::shown(named.encoding, &again), &window(VALID_SHOWN))
        }
        Err(error) => bad(named, &shown, error, &window(SHOWN)),
    })?;
    Ok(status)
}

/// The parts of bytes that are shown.
struct Window<'m> {
    /// The number of parts before them.
    before: usize,
    parts: Vec<Part<'m>>,
    /// The number of parts after them.
    after: usize,
    /// The offset of the end of the last part of all.
    end: usize,
}

impl<'m> Window<'m> {
    /// Takes the first `most` parts, or at most `most` that begin at or before the refused byte, and as many after them.
    fn new(parts: impl Iterator<Item = Part<'m>>, refused: Option<usize>, most: usize) -> Self {
        let (mut first, mut rest) = (VecDeque::new(), Vec::new());
        let (mut before, mut after, mut last) = (0_usize, 0_usize, 0);
        for part in parts {
            last = end(&part.slice);
            if refused.is_some_and(|refused| part.slice.offset <= refused) {
                first.push_back(part);
                if first.len() > most {
                    first.pop_front();
                    before = before.saturating_add(1);
                }
            } else if rest.len() < most {
                rest.push(part);
            } else {
                after = after.saturating_add(1);
            }
        }
        Self { before, parts: first.into_iter().chain(rest).collect(), after, end: last }
    }

    /// Returns the sentence about parts that are not shown.
    fn hidden(count: usize, side: &str) -> Option<String> {
        (count > 0).then(|| format!("{} {side} this", counted(count, "part", "parts")))
    }
}

/// Prints the parts and the error as JSON.
fn print_json(named: &Named, bytes: &[u8], error: Option<&DecodeError>, nested: bool) -> Result<(), Error> {
    let error = error.map(|error| reason::json(named, error, bytes));
    let members = [
        ("id", json!(named.id).to_string()),
        ("bytes", bytes.len().to_string()),
        ("valid", error.is_none().to_string()),
        ("error", json!(error).to_string()),
    ];
    let (mut out, mut list) = (Pieces::default(), output::json::List::inside(1));
    out.push(&output::json::object(&members, "parts", 0))?;
    for part in nested::parts(named.encoding, bytes, nested.then(chosen::possible)) {
        if !out.push(&list.element(&part.json().to_string()))? {
            return Ok(());
        }
    }
    out.push(&(list.end() + "\n}\n"))?;
    out.flush()?;
    Ok(())
}

/// Formats all parts of valid bytes, then those whose canonical form has other bytes.
fn good(named: &Named, bytes: &[u8], again: &[u8], window: &Window<'_>) -> String {
    let count = counted(bytes.len(), "byte", "bytes");
    let mut out = format!("{NAME}{}{NAME:#}: {count}, all valid.\n\n", named.id);
    let mut table = Table::new();
    window.parts.iter().for_each(|part| table.part(part));
    if let Some(hidden) = Window::hidden(window.after, "after") {
        table.note(&format!("{hidden}, which --all shows"));
    }
    out.push_str(&table.text());
    if again != bytes {
        out.push_str(&canonical::rewritten(named.encoding, bytes, again));
    }
    out
}

/// Formats the parts around the refused byte, and why it is refused.
fn bad(named: &Named, bytes: &[u8], error: &DecodeError, window: &Window<'_>) -> String {
    let (kind, offset) = (error.kind(), error.offset());
    let mut out = format!("{NAME}{}{NAME:#}: refused at byte {offset} of {}, ", named.id, bytes.len());
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "{WRONG}{}{WRONG:#}.\n", kind.name());
    let mut table = Table::new();
    if let Some(hidden) = Window::hidden(window.before, "before") {
        table.note(&hidden);
    }
    // If a function refused a value, its parts are known, and the error points at the first of them.
    let mut is_inside = false;
    for part in &window.parts {
        let slice = &part.slice;
        table.part(part);
        if (slice.offset..end(slice)).contains(&offset) {
            is_inside = true;
            table.caret(slice.bytes, offset.saturating_sub(slice.offset));
        }
    }
    if let Some(hidden) = Window::hidden(window.after, "after") {
        table.note(&hidden);
    }
    let cut = window.end;
    if !is_inside {
        // The bytes after the last part belong to no part: the refused value starts there.
        let (start, path) = (cut.min(offset), error.path().to_string());
        table.rest(start, bytes.get(start..).unwrap_or_default(), offset.saturating_sub(start), &path);
    }
    out.push_str(&table.text());
    let path = if error.path().is_empty() { "the value itself".to_owned() } else { error.path().to_string() };
    let [expected, found] = reason::of_error(named, error, bytes);
    let _ = writeln!(out, "\n{LAYOUT}where{LAYOUT:#}     {NAME}{path}{NAME:#}");
    let _ = writeln!(out, "{LAYOUT}expected{LAYOUT:#}  {expected}");
    let _ = writeln!(out, "{LAYOUT}found{LAYOUT:#}     {WRONG}{found}{WRONG:#}");
    if let Some(valid) = hints::valid_in(named, bytes) {
        let _ = writeln!(out, "{LAYOUT}elsewhere{LAYOUT:#} {valid}");
    }
    if *kind == ErrorKind::TrailingZero {
        let number = bytes.get(cut..=offset).unwrap_or_default();
        let shortest = hex::encode(canonical::shortest(number));
        let _ =
            writeln!(out, "{LAYOUT}written{LAYOUT:#}   {BYTES}{shortest}{BYTES:#}, the canonical form of the number");
    }
    out.push_str(&canonical::unusual(named.encoding, bytes));
    out
}

/// Returns the offset of the end of a part.
fn end(slice: &Slice<'_>) -> usize {
    slice.offset.saturating_add(slice.bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings;

    fn all<'m>(named: &Named, bytes: &'m [u8]) -> Window<'m> {
        Window::new(nested::parts(named.encoding, bytes, None), None, usize::MAX)
    }

    fn around<'m>(named: &Named, bytes: &'m [u8], error: &DecodeError) -> Window<'m> {
        Window::new(nested::parts(named.encoding, bytes, None), Some(error.offset()), SHOWN)
    }

    #[test]
    fn the_parts_around_the_refused_byte_are_shown() {
        let named = ids::named("variable_list(uint16)").unwrap();
        let of = |bytes: &[u8], refused, most| {
            let Window { before, parts, after, end } =
                Window::new(nested::parts(named.encoding, bytes, None), refused, most);
            (before, parts.iter().map(|part| part.slice.offset).collect::<Vec<_>>(), after, end)
        };
        assert_eq!(of(&[0; 8], None, 3), (0, vec![0, 2, 4], 1, 8));
        assert_eq!(of(&[0; 8], None, 4), (0, vec![0, 2, 4, 6], 0, 8));
        assert_eq!(of(&[0; 9], Some(8), 3), (1, vec![2, 4, 6], 0, 8));
        assert_eq!(of(&[0; 12], Some(5), 1), (2, vec![4, 6], 2, 12));
        assert_eq!(of(&[0; 12], Some(6), 1), (3, vec![6, 8], 1, 12));
    }

    #[test]
    fn valid_and_invalid_bytes_of_every_encoding_are_explained() {
        for named in encodings::all() {
            let generate = encodings::generate(named.encoding).max_bytes(100);
            for bytes in generate.values(3).take(20).filter_map(Result::ok) {
                let text = good(named, &bytes, &bytes, &all(named, &bytes));
                assert!(!text.contains("A writer writes"), "{text}");
            }
            for flawed in generate.almost_valid(3).take(20) {
                let error = decode(named.encoding, &flawed.bytes).unwrap_err();
                let text = anstream::adapter::strip_str(&bad(
                    named,
                    &flawed.bytes,
                    &error,
                    &around(named, &flawed.bytes, &error),
                ))
                .to_string();
                let rows: Vec<&str> = text.lines().collect();
                let caret =
                    rows.iter().position(|row| row.trim() == "^^").unwrap_or_else(|| panic!("no caret: {text}"));
                // The refused byte is above the caret.
                let column = rows[caret].find('^').unwrap_or_default();
                let above: String = rows[caret.saturating_sub(1)].chars().skip(column).take(2).collect();
                let shown = flawed.bytes.get(error.offset()).map_or(String::new(), |byte| format!("{byte:02x}"));
                let cut = text.contains('…') || shown.is_empty();
                assert!(cut || above == shown, "{above} is not {shown}: {text}");
                assert!(text.contains("\nexpected  ") && text.contains("\nfound     "), "{text}");
            }
        }
    }

    #[test]
    fn the_canonical_form_is_shown() {
        let named = ids::named("obj{a: bool; b: padded(uint8, 1)}").unwrap();
        let text =
            anstream::adapter::strip_str(&good(named, &[7, 1, 2], &[0xff, 1, 0], &all(named, &[7, 1, 2]))).to_string();
        assert!(text.contains("ff instead of 07") && text.contains("00 instead of 02"), "{text}");
        // It is shown for parts before the refused one too.
        let error = decode(named.encoding, &[7, 1]).unwrap_err();
        let text =
            anstream::adapter::strip_str(&bad(named, &[7, 1], &error, &around(named, &[7, 1], &error))).to_string();
        assert!(text.contains("ff instead of 07"), "{text}");
        // Every such part is listed, also one of `ff`, which is canonical for a flag only.
        let named = ids::named("obj{p: padded(uint8, 2); b: bool; z: z; l: int_like_z(min=-9,max=9); o?: uint8; n: n}")
            .unwrap();
        for (bytes, expected) in [
            (
                "01ff00 07 40 40 0100 8000",
                "0000 instead of ff00, ff instead of 07, 00 instead of 40, 00 instead of 40, ff instead of 01",
            ),
            ("010001 00 00 40 ff00 8000", "0000 instead of 0001, 00 instead of 40"),
            ("010000 ff 41 01 00 8000", ""),
        ] {
            let bytes = hex::decode(bytes.replace(' ', "")).unwrap();
            let error = decode(named.encoding, &bytes).unwrap_err();
            assert_eq!(error.kind(), &ErrorKind::TrailingZero);
            let text =
                anstream::adapter::strip_str(&bad(named, &bytes, &error, &around(named, &bytes, &error))).to_string();
            let replaced = text.lines().filter_map(|line| {
                line.split_once(" instead of ").map(|(to, from)| {
                    let of = |text: &str, index: usize| text.split_whitespace().nth(index).map(str::to_owned);
                    format!("{} instead of {}", of(to, 1).unwrap(), of(from, 0).unwrap())
                })
            });
            assert_eq!(replaced.collect::<Vec<_>>().join(", "), expected, "{text}");
        }
        let named = ids::named("ground.N").unwrap();
        let error = decode(named.encoding, &[0x85, 0x00]).unwrap_err();
        let text =
            anstream::adapter::strip_str(&bad(named, &[0x85, 0x00], &error, &around(named, &[0x85, 0x00], &error)))
                .to_string();
        assert!(text.ends_with("written   05, the canonical form of the number\n"), "{text}");
    }
}
