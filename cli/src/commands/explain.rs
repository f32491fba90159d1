//! `explain`: explains bytes part by part, and why they are refused.

use std::{fmt::Write as _, path::PathBuf, process::ExitCode};

use clap::Args;
use serde_json::json;
use tezos_encoding::{
    DecodeError, ErrorKind,
    schema::{Slice, decode, encode, slice},
};
use tezos_messages::Named;

use crate::{
    encodings::{self, Id},
    error::Error,
    hints,
    input::Data,
    nested::{self, Part},
    output::{
        self, counted,
        style::{BYTES, LAYOUT, NAME, WRONG},
    },
};

mod canonical;
mod html;
mod table;
mod words;

use table::Table;

/// The number of parts shown before the refused byte, without --all.
const SHOWN: usize = 12;

/// The number of parts shown of valid bytes, without --all.
const VALID_SHOWN: usize = 2_000;

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
    #[arg(help = encodings::ID, value_parser = Id, hide_possible_values = true)]
    id: &'static Named,
    #[command(flatten)]
    data: Data,
    /// Show all parts, not only the 12 before the refused byte and the 12 after it, or the first 2,000 of valid bytes.
    #[arg(long)]
    all: bool,
    /// Open bytes that are values of their own, such as packed data, if the bytes are valid.
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
    let status = if decoded.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    let most = |shown| if arguments.all { usize::MAX } else { shown };
    if let Some(file) = &arguments.html {
        let parts = nested::parts(slice(named.encoding, &bytes), arguments.nested);
        output::write_file(file, &html::page(named, &bytes, &parts, decoded.as_ref().err(), most(VALID_SHOWN)))?;
    }
    output::print(&match decoded {
        decoded if arguments.json => as_json(named, &bytes, decoded.err().as_ref(), arguments.nested),
        Ok(value) => {
            let again = encode(named.encoding, &value).unwrap_or_else(|_| bytes.clone());
            good(named, &bytes, &again, most(VALID_SHOWN), arguments.nested)
        }
        Err(error) => bad(named, &bytes, &error, most(SHOWN)),
    })?;
    Ok(status)
}

/// Formats the parts and the error as JSON.
fn as_json(named: &Named, bytes: &[u8], error: Option<&DecodeError>, nested: bool) -> String {
    let parts = nested::parts(slice(named.encoding, bytes), nested);
    let error = error.map(|error| {
        let [expected, found] = words::plain(error.kind(), bytes, error.offset());
        json!({
            "name": error.kind().name(),
            "offset": error.offset(),
            "path": error.path().to_string(),
            "expected": expected,
            "found": found,
            "message": error.to_string(),
        })
    });
    let parts: Vec<_> = parts.iter().map(Part::json).collect();
    let all = json!({ "id": named.id, "bytes": bytes.len(), "valid": error.is_none(), "error": error, "parts": parts });
    output::json::pretty(&all.to_string())
}

/// Formats all parts of valid bytes, then those whose canonical form has other bytes.
fn good(named: &Named, bytes: &[u8], again: &[u8], shown: usize, nested: bool) -> String {
    let count = counted(bytes.len(), "byte", "bytes");
    let mut out = format!("{NAME}{}{NAME:#}: {count}, all valid.\n\n", named.id);
    let mut table = Table::new();
    let parts = nested::parts(slice(named.encoding, bytes), nested);
    parts.iter().take(shown).for_each(|part| table.part(&part.slice, &part.path()));
    let hidden = parts.len().saturating_sub(shown);
    if hidden > 0 {
        table.note(&format!("{} after this, which --all shows", counted(hidden, "part", "parts")));
    }
    out.push_str(&table.text());
    if again != bytes {
        out.push_str(&canonical::rewritten(named.encoding, &slice(named.encoding, bytes), again));
    }
    out
}

/// Formats the parts around the refused byte, and why it is refused.
fn bad(named: &Named, bytes: &[u8], error: &DecodeError, shown: usize) -> String {
    let (kind, offset) = (error.kind(), error.offset());
    let mut out = format!("{NAME}{}{NAME:#}: refused at byte {offset} of {}, ", named.id, bytes.len());
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "{WRONG}{}{WRONG:#}.\n", kind.name());
    let slicing = slice(named.encoding, bytes);
    let all = slicing.slices.as_slice();
    // If a function refused a value, its parts are known, and the error points at the first of them.
    let pointed = all.iter().position(|slice| (slice.offset..end(slice)).contains(&offset));
    let until = pointed.map_or(all.len(), |pointed| pointed.saturating_add(1));
    let (from, to) = (until.saturating_sub(shown), until.saturating_add(shown).min(all.len()));
    let parts = |count: usize| counted(count, "part", "parts");
    let mut table = Table::new();
    if from > 0 {
        table.note(&format!("{} before this", parts(from)));
    }
    for (index, slice) in all.iter().enumerate().take(to).skip(from) {
        table.part(slice, &slicing.short_path(slice).to_string());
        if pointed == Some(index) {
            table.caret(slice.bytes, offset.saturating_sub(slice.offset));
        }
    }
    if to < all.len() {
        table.note(&format!("{} after this", parts(all.len().saturating_sub(to))));
    }
    let cut = all.last().map_or(0, end);
    if pointed.is_none() {
        // The bytes after the last part belong to no part: the refused value starts there.
        let (start, path) = (cut.min(offset), error.path().to_string());
        table.rest(start, bytes.get(start..).unwrap_or_default(), offset.saturating_sub(start), &path);
    }
    out.push_str(&table.text());
    let path = if error.path().is_empty() { "the value itself".to_owned() } else { error.path().to_string() };
    let (expected, found) = words::expected(kind, bytes, offset);
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
    out.push_str(&canonical::unusual(&slicing));
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

    #[test]
    fn valid_and_invalid_bytes_of_every_encoding_are_explained() {
        for named in encodings::all() {
            let generate = encodings::generate(named.encoding).max_bytes(100);
            for bytes in generate.values(3).take(20).filter_map(Result::ok) {
                let text = good(named, &bytes, &bytes, usize::MAX, false);
                assert!(!text.contains("A writer writes"), "{text}");
            }
            for flawed in generate.almost_valid(3).take(20) {
                let error = decode(named.encoding, &flawed.bytes).unwrap_err();
                let text = anstream::adapter::strip_str(&bad(named, &flawed.bytes, &error, SHOWN)).to_string();
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
        let named = encodings::named("obj{a: bool; b: padded(uint8, 1)}").unwrap();
        let text = anstream::adapter::strip_str(&good(named, &[7, 1, 2], &[0xff, 1, 0], usize::MAX, false)).to_string();
        assert!(text.contains("ff instead of 07") && text.contains("00 instead of 02"), "{text}");
        // It is shown for parts before the refused one too.
        let error = decode(named.encoding, &[7, 1]).unwrap_err();
        let text = anstream::adapter::strip_str(&bad(named, &[7, 1], &error, SHOWN)).to_string();
        assert!(text.contains("ff instead of 07"), "{text}");
        // Every such part is listed, also one of `ff`, which is canonical for a flag only.
        let named =
            encodings::named("obj{p: padded(uint8, 2); b: bool; z: z; l: int_like_z(min=-9,max=9); o?: uint8; n: n}")
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
            let text = anstream::adapter::strip_str(&bad(named, &bytes, &error, SHOWN)).to_string();
            let replaced = text.lines().filter_map(|line| {
                line.split_once(" instead of ").map(|(to, from)| {
                    let of = |text: &str, index: usize| text.split_whitespace().nth(index).map(str::to_owned);
                    format!("{} instead of {}", of(to, 1).unwrap(), of(from, 0).unwrap())
                })
            });
            assert_eq!(replaced.collect::<Vec<_>>().join(", "), expected, "{text}");
        }
        let named = encodings::named("ground.N").unwrap();
        let error = decode(named.encoding, &[0x85, 0x00]).unwrap_err();
        let text = anstream::adapter::strip_str(&bad(named, &[0x85, 0x00], &error, SHOWN)).to_string();
        assert!(text.ends_with("written   05, the canonical form of the number\n"), "{text}");
    }
}
