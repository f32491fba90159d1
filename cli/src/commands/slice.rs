//! `slice`: splits bytes into their parts, by a given encoding or by the one that fits best.

use std::{fmt::Write as _, process::ExitCode};

use clap::{Args, ValueEnum};
use tezos_encoding::schema::{Fit, Refusal, decode};
use tezos_messages::Named;
use tezos_protocols::Protocol;

use crate::{
    chosen,
    error::Error,
    guess::{Guess, Verdict, guesses},
    hints,
    ids::{self, Id},
    input::Data,
    nested::{self, Parts},
    output::{self, Pieces, counted, grouped, json, style::NAME},
    protocols,
    read::Given,
    words::{Encoding, With},
};

mod print;
mod text;

use print::Printer;

/// The maximum number of other encodings that are listed.
const NAMED: usize = 8;

/// The maximum number of bytes whose encoding is searched for: the largest message between peers. Each of more than a thousand encodings is tried.
const SEARCHED_MAX_BYTES: usize = 0x0100_0000;

/// The number of bytes from which a progress bar is shown.
const LONG: usize = 1 << 20;

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
    #[arg(help = ids::ID, value_parser = Id, hide_possible_values = true)]
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
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let format = if arguments.json { Format::Positions } else { arguments.format };
    match (arguments.id, arguments.data.given()?) {
        (Some(named), given) => one(named, &given.bytes_in(named)?, format, arguments.nested),
        (None, Given::Text(text)) => output::print(&if format.is_json() {
            json::pretty(&text.json(&chosen::possible()).to_string())
        } else {
            text::pretty(&text)
        }),
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
    let mut out = Pieces::default();
    let shown = nested::shown(named.encoding, bytes);
    let refusal =
        show(&mut out, nested::parts(named.encoding, &shown, nested.then(chosen::possible)), bytes.len(), format, 0)?;
    out.push(if format.is_json() { "\n" } else { "" })?;
    out.flush()?;
    match refusal {
        None => Ok(ExitCode::SUCCESS),
        Some(_) => Err(hints::of_bytes(named, bytes, reason(named, bytes)).into()),
    }
}

/// Prints parts of bytes, with a progress bar for many bytes that are not printed on the terminal, and returns the error at which they end. JSON
/// is inside `level` lists and objects.
fn show(
    out: &mut Pieces,
    mut parts: Parts<'_>,
    bytes: usize,
    format: Format,
    level: usize,
) -> Result<Option<Refusal>, Error> {
    let bar = output::progress_of_bytes("slicing", Some(bytes as u64), bytes < LONG || output::columns().is_some());
    let mut printer = Printer::new(format, level);
    for part in parts.by_ref() {
        if !out.push(&printer.part(&part))? {
            return Ok(None);
        }
        bar.set_position(part.slice.offset as u64);
    }
    bar.finish_and_clear();
    out.push(&printer.end())?;
    Ok(parts.into_error())
}

/// Prints the parts of bytes according to the encoding that fits best or, with `all`, to each that fits. If none fits, but the bytes look
/// like the start of a value, prints the parts of this value and returns an error.
fn any(bytes: &[u8], format: Format, all: bool) -> Result<ExitCode, Error> {
    let mut guesses = guesses(bytes, all, &chosen::possible());
    let (known, verdict) = (guesses.known().len(), guesses.verdict());
    let mut out = Pieces::default();
    if let (0, false, Some(start)) = (known, all, guesses.likely_start()) {
        match format.is_json() {
            true => entries(&mut out, std::slice::from_ref(start), format, bytes)?,
            false => entry_for_people(&mut out, start, format, bytes)?,
        }
        out.flush()?;
        let (id, reason) = (&start.named.id, reason(&start.named, bytes));
        return Err(Error::new(format_args!("no encoding fits; this looks like the start of a {id}: {reason}")));
    }
    if known > 0 && !all {
        guesses.whole.truncate(known);
    }
    if format.is_json() {
        entries(&mut out, &guesses.whole, format, bytes)?;
        return out.flush();
    }
    let shown = if all { guesses.whole.len() } else { 1 };
    if known > 0 && verdict == Verdict::Unknown && !all {
        out.push("What these bytes are is not known: the best guess has little evidence.\n\n")?;
    }
    for (index, guess) in guesses.whole.iter().take(shown).enumerate() {
        out.push(if index > 0 { "\n" } else { "" })?;
        entry_for_people(&mut out, guess, format, bytes)?;
    }
    let others = others(guesses.whole.get(shown..).unwrap_or_default());
    out.push(if others.is_empty() { "" } else { "\n" })?;
    out.push(&others)?;
    if let (false, Some(Guess { named, fit, .. })) = (guesses.whole.is_empty(), guesses.likely_start()) {
        let (id, evidence) = (&named.id, fit.evidence);
        out.push(if others.is_empty() { "\n" } else { "" })?;
        out.push(&format!(
            "It looks more like the start of a {NAME}{id}{NAME:#} that was cut short: {evidence} bits of evidence.\n"
        ))?;
    }
    if guesses.whole.is_empty() {
        out.push("\n")?;
    }
    out.flush()
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

/// Prints guesses as a list of objects.
fn entries(out: &mut Pieces, guesses: &[Guess], format: Format, bytes: &[u8]) -> Result<(), Error> {
    let mut list = json::List::inside(0);
    for guess in guesses {
        let (named, members) = (&guess.named, guess.members());
        let members: Vec<_> = members.into_iter().map(|(name, value)| (name, value.to_string())).collect();
        out.push(&(list.start() + &json::object(&members, "slices", 1)))?;
        let shown = nested::shown(named.encoding, bytes);
        show(out, nested::parts(named.encoding, &shown, Some(chosen::possible())), bytes.len(), format, 2)?;
        out.push("\n  }")?;
    }
    out.push(&(list.end() + "\n"))?;
    Ok(())
}

fn entry_for_people(out: &mut Pieces, guess: &Guess, format: Format, bytes: &[u8]) -> Result<(), Error> {
    let Guess { named, protocols, .. } = guess;
    out.push(&format!("{NAME}{}{NAME:#}{}:\n", named.id, also(protocols)))?;
    let shown = nested::shown(named.encoding, bytes);
    show(out, nested::parts(named.encoding, &shown, Some(chosen::possible())), bytes.len(), format, 0)?;
    Ok(())
}

/// Returns the error of an encoding that refuses bytes.
fn reason(named: &Named, bytes: &[u8]) -> String {
    decode(named.encoding, bytes).err().map_or_else(|| "a part of them is refused".into(), |error| error.to_string())
}
