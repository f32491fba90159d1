//! `slice`: splits bytes into their parts, by a given encoding or by the one that fits best.

use std::{fmt::Write as _, process::ExitCode};

use clap::{Args, ValueEnum};
use tezos_encoding::schema::{Fit, decode, slice};
use tezos_messages::{Named, Role};
use tezos_protocols::Protocol;

use crate::{
    encodings::{self, Id},
    error::Error,
    hints,
    input::{Data, Given},
    nested::{self, ENOUGH, Part},
    output::{self, counted, grouped, json, style::NAME},
    protocols,
    words::{Encoding, With},
};

mod guess;
mod print;
mod text;

use guess::{Guess, guesses};

/// The evidence, in bits, below which a guess may as well be another encoding: there are more than a thousand.
const LITTLE: u32 = 16;

/// The maximum number of other encodings that are listed.
const NAMED: usize = 8;

/// The maximum number of bytes whose encoding is searched for: the largest message between peers. A value of one byte each becomes a part of some
/// hundred bytes in memory, for each encoding that is tried.
const SEARCHED_MAX_BYTES: usize = 0x0100_0000;

/// Split bytes into their parts, each with its name and its value.
///
/// A text in base58check says what it is: without an encoding, its kind is shown, its bytes, and the bytes of the encodings that have it.
///
/// Without an encoding, all are tried: first those of no protocol, then those of the newest protocol and its predecessors (or of --protocol). Encodings
/// that fit are ranked: by the fewest unusual values (a boolean of 07, padding that is not zero), then by the most evidence (tags that exist, sizes
/// that match, readable text). The best one is shown and the next ones are listed. Plain numbers, bytes and text (`ground.*`) are no evidence; they
/// come last, and only with --all or if nothing else fits. Bytes inside a value that are values of their own (an expression, data packed by a script,
/// a payload to sign, a message to a rollup) are split too: the names of their parts begin with that of the bytes. If only the start of a message
/// fits, the bytes are shown as that and refused, with the exit status 1. Of more than 16 MiB, the encoding has to be given.
#[derive(Args)]
#[command(
    override_usage = "tezos-codec slice [OPTIONS] <DATA> [with encoding <ID>]",
    after_help = "Examples:\n  tezos-codec slice 0000000600107a06a770\n  \
                  tezos-codec slice 0000000600107a06a770 with encoding p2p_message --format waterfall"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// The word `with`.
    #[arg(value_name = "with", hide_possible_values = true, requires = "_encoding")]
    _with: Option<With>,
    /// The word `encoding`.
    #[arg(value_name = "encoding", hide_possible_values = true, requires = "id")]
    _encoding: Option<Encoding>,
    #[arg(help = encodings::ID, value_parser = Id, hide_possible_values = true)]
    id: Option<&'static Named>,
    /// The output format.
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
    /// Print JSON: each part with its offset, length, bytes, path, name and value.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Without an encoding: show the bytes split by each encoding that fits.
    #[arg(long, conflicts_with = "id")]
    all: bool,
    /// With an encoding: open bytes that are values of their own, such as packed data, as is done without an encoding.
    #[arg(long, requires = "id")]
    nested: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A list of objects with `name`, `raw-slice`, `hex-slice` and `pretty`, as `octez-codec` prints it.
    Json,
    /// The bytes, then the name and the value.
    Pretty,
    /// The bytes, the name and the value, each indented by its offset in the message.
    Waterfall,
    /// That of `--json`.
    #[value(skip)]
    Positions,
}

impl Format {
    const fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Positions)
    }

    /// Formats parts. JSON is on one line.
    fn print(self, parts: &[Part<'_>]) -> String {
        match self {
            Self::Json => print::json(parts),
            Self::Positions => print::positions(parts),
            Self::Pretty => print::pretty(parts),
            Self::Waterfall => print::waterfall(parts),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let format = if arguments.json { Format::Positions } else { arguments.format };
    match (arguments.id, arguments.data.given()?) {
        (Some(named), given) => one(named, &given.bytes_in(named)?, format, arguments.nested),
        (None, Given::Text(text)) => {
            output::print(&if format.is_json() { json::pretty(&text::json(&text)) } else { text::pretty(&text) })
        }
        (None, Given::Bytes(bytes)) if bytes.is_empty() && !arguments.all => Err(Error::new("there are no bytes")),
        (None, Given::Bytes(bytes)) if bytes.len() > SEARCHED_MAX_BYTES => Err(Error::new(format_args!(
            "these are {} bytes, and the encoding of at most {} is searched for: give it (`with encoding ID`), or select a part with --skip \
             and --length",
            grouped(bytes.len()),
            grouped(SEARCHED_MAX_BYTES)
        ))),
        (None, Given::Bytes(bytes)) => any(&bytes, format, arguments.all),
    }
}

/// Prints the parts of bytes according to an encoding. If it refuses the bytes, prints the parts before the refused byte and returns an
/// error.
fn one(named: &Named, bytes: &[u8], format: Format, nested: bool) -> Result<ExitCode, Error> {
    let slicing = slice(named.encoding, bytes);
    let is_refused = slicing.error.is_some();
    let parts = format.print(&nested::parts(slicing, nested));
    output::print(&if format.is_json() { json::pretty(&parts) } else { parts })?;
    if !is_refused {
        return Ok(ExitCode::SUCCESS);
    }
    Err(hints::of_bytes(named, bytes, reason(named, bytes)))
}

/// Prints the parts of bytes according to the encoding that fits best or, with `all`, to each that fits. If none fits, but the bytes look
/// like the start of a value, prints the parts of this value and returns an error.
fn any(bytes: &[u8], format: Format, all: bool) -> Result<ExitCode, Error> {
    let mut guesses = guesses(bytes, all);
    let known = guesses.whole.iter().take_while(|guess| guess.named.role != Role::Ground).count();
    let start = guesses.start.as_ref().filter(|start| known == 0 && start.fit.evidence >= ENOUGH && !all);
    if let Some(start) = start {
        output::print(&match format.is_json() {
            true => json::pretty(&format!("[{}]", entry(start, format, bytes))),
            false => entry_for_people(start, format, bytes),
        })?;
        let (id, reason) = (&start.named.id, reason(&start.named, bytes));
        return Err(Error::new(format_args!("no encoding fits; this looks like the start of a {id}: {reason}")));
    }
    if known > 0 && !all {
        guesses.whole.truncate(known);
    }
    if format.is_json() {
        let entries: Vec<String> = guesses.whole.iter().map(|guess| entry(guess, format, bytes)).collect();
        output::print(&json::pretty(&format!("[{}]", entries.join(","))))?;
        return Ok(ExitCode::SUCCESS);
    }
    let shown = if all { guesses.whole.len() } else { 1 };
    let mut out = String::new();
    let of_best = guesses.whole.first().map_or(0, |best| best.fit.evidence);
    let start = guesses.start.filter(|start| start.fit.evidence >= of_best.saturating_add(ENOUGH));
    if known > 0 && of_best < LITTLE && start.is_none() && !all {
        out.push_str("What these bytes are is not known: the best guess has little evidence.\n\n");
    }
    for guess in guesses.whole.iter().take(shown) {
        out.push_str(&entry_for_people(guess, format, bytes));
        out.push('\n');
    }
    out.push_str(&others(guesses.whole.get(shown..).unwrap_or_default()));
    if let (false, Some(Guess { named, fit, .. })) = (guesses.whole.is_empty(), start) {
        let (id, evidence) = (&named.id, fit.evidence);
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            out,
            "It looks more like the start of a {NAME}{id}{NAME:#} that was cut short: {evidence} bits of evidence."
        );
    }
    output::print(&format!("{}\n", out.trim_end()))
}

/// Lists the encodings that fit too, but are not shown.
fn others(rest: &[Guess]) -> String {
    let (named, unnamed) = rest.split_at(rest.len().min(NAMED));
    let width = named.iter().map(|guess| guess.named.id.len()).max().unwrap_or_default();
    let mut out = String::new();
    if !named.is_empty() {
        out.push_str("These fit too, with less evidence (--all shows them):\n");
    }
    for Guess { named, fit: Fit { surprises, evidence, .. }, protocols } in named {
        let unusual = match *surprises {
            0 => String::new(),
            count => format!(", {}", counted(count, "unusual value", "unusual values")),
        };
        let also = also(protocols);
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "  {NAME}{:width$}{NAME:#}  {evidence} bits of evidence{unusual}{also}", named.id);
    }
    if !unnamed.is_empty() {
        let _ = writeln!(out, "  and {} more", unnamed.len());
    }
    out
}

/// Names the protocols after the first.
fn also(protocols: &[Protocol]) -> String {
    match protocols {
        [] | [_] => String::new(),
        [_, others @ ..] => format!(", also in {}", protocols::words(others)),
    }
}

fn entry(
    Guess { named, fit: Fit { whole, surprises, evidence, .. }, protocols }: &Guess,
    format: Format,
    bytes: &[u8],
) -> String {
    let slices = format.print(&nested::parts(slice(named.encoding, bytes), true));
    let id = &named.id;
    let protocols: Vec<String> = protocols.iter().map(|protocol| format!("\"{protocol}\"")).collect();
    let protocols =
        if protocols.is_empty() { String::new() } else { format!("\"protocols\":[{}],", protocols.join(",")) };
    format!(
        "{{\"id\":\"{id}\",\"whole\":{whole},\"surprises\":{surprises},\"evidence\":{evidence},{protocols}\"slices\":{slices}}}"
    )
}

fn entry_for_people(Guess { named, protocols, .. }: &Guess, format: Format, bytes: &[u8]) -> String {
    let parts = format.print(&nested::parts(slice(named.encoding, bytes), true));
    format!("{NAME}{}{NAME:#}{}:\n{parts}", named.id, also(protocols))
}

/// Returns the error of an encoding that refuses bytes.
fn reason(named: &Named, bytes: &[u8]) -> String {
    decode(named.encoding, bytes).err().map_or_else(|| "a part of them is refused".into(), |error| error.to_string())
}
