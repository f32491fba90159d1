//! `slice`: bytes cut into their parts, by a given encoding or by the one that fits best.

use std::{cmp::Reverse, fmt::Write as _, process::ExitCode};

use clap::{Args, ValueEnum};
use tezos_encoding::schema::{Fit, Slicing, decode, fit, slice};
use tezos_messages::{DAL_PEER_MESSAGE, Named, Role};

use crate::{
    encodings::{self, Id},
    error::Error,
    input,
    output::{self, counted, json, style::NAME},
    words::{Encoding, With},
};

mod print;

/// Bits of evidence, of the 32 of a size and the 16 of a tag, from which on bytes are taken for the start of a value.
const ENOUGH: u32 = 24;

/// Bits by which a message between DAL nodes is rarer than one between the nodes of a chain: those of the peer layer are the same in
/// both.
const DAL_RARER: u32 = 1;

/// Cut bytes into their parts, each with its name and its value.
///
/// Without an encoding, all are tried. What fits is ranked: first that in which the fewest values are unusual (a boolean of 07,
/// padding that is not zero), then that for which most speaks (tags that exist, sizes that hold, readable text). The first is
/// cut, the others are named; numbers, bytes and text (`ground`), which say nothing of what the bytes are, come last, and only
/// with --all or where nothing else fits. Where nothing else fits and the bytes look like the start of a message that was cut
/// short, they are cut as that, and refused: the exit status is 1.
#[derive(Args)]
#[command(
    override_usage = "tezos-codec slice [OPTIONS] <DATA> [with encoding <ID>]",
    after_help = "Examples:\n  tezos-codec slice 0000000600107a06a770\n  \
                  tezos-codec slice 0000000600107a06a770 with encoding p2p_message --format waterfall"
)]
pub(crate) struct Arguments {
    #[arg(help = input::BYTES, allow_hyphen_values = true)]
    data: String,
    /// The word `with`.
    #[arg(value_name = "with", hide_possible_values = true, requires = "_encoding")]
    _with: Option<With>,
    /// The word `encoding`.
    #[arg(value_name = "encoding", hide_possible_values = true, requires = "id")]
    _encoding: Option<Encoding>,
    #[arg(help = encodings::ID, value_parser = Id, hide_possible_values = true)]
    id: Option<&'static Named>,
    /// How to print the parts.
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
    /// Without an encoding: cut the bytes by each that fits.
    #[arg(long, conflicts_with = "id")]
    all: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A list of objects with `name`, `raw-slice`, `hex-slice` and `pretty`.
    Json,
    /// The bytes, then the name and the value.
    Pretty,
    /// The same, each part at its place in the message.
    Waterfall,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let bytes = input::bytes(&arguments.data)?;
    match arguments.id {
        Some(named) => one(named, &bytes, arguments.format),
        None if bytes.is_empty() && !arguments.all => Err(Error::new("there are no bytes to cut")),
        None => any(&bytes, arguments.format, arguments.all),
    }
}

/// By this encoding; where it refuses the bytes, the parts before the place.
fn one(named: &Named, bytes: &[u8], format: Format) -> Result<ExitCode, Error> {
    let Slicing { slices, error, .. } = slice(named.encoding, bytes);
    output::print(&match format {
        Format::Json => json::pretty(&print::json(&slices)),
        Format::Pretty => print::pretty(&slices),
        Format::Waterfall => print::waterfall(&slices),
    })?;
    match error {
        None => Ok(ExitCode::SUCCESS),
        Some(_) => Err(Error::new(format_args!("the bytes are no {}: {}", named.id, reason(named, bytes)))),
    }
}

/// By each encoding that fits; where none does, by the one that the bytes are most likely the start of.
fn any(bytes: &[u8], format: Format, all: bool) -> Result<ExitCode, Error> {
    let mut guesses = guesses(bytes);
    let known = guesses.whole.iter().take_while(|(named, _)| named.role != Role::Ground).count();
    let start = guesses.start.filter(|(_, fit)| known == 0 && fit.evidence >= ENOUGH);
    if let (Some((named, fit)), false) = (start, all) {
        output::print(&match format {
            Format::Json => json::pretty(&format!("[{}]", entry(named, fit, bytes))),
            _ => entry_for_people(named, format, bytes),
        })?;
        let reason = reason(named, bytes);
        return Err(Error::new(format_args!(
            "no encoding fits; this looks like the start of a {}: {reason}",
            named.id
        )));
    }
    if known > 0 && !all {
        guesses.whole.truncate(known);
    }
    if format == Format::Json {
        let entries: Vec<String> = guesses.whole.iter().map(|(named, fit)| entry(named, *fit, bytes)).collect();
        output::print(&json::pretty(&format!("[{}]", entries.join(","))))?;
        return Ok(ExitCode::SUCCESS);
    }
    let shown = if all { guesses.whole.len() } else { 1 };
    let mut out = String::new();
    for (named, _) in guesses.whole.iter().take(shown) {
        out.push_str(&entry_for_people(named, format, bytes));
        out.push('\n');
    }
    if let Some(rest @ [_, ..]) = guesses.whole.get(shown..) {
        let width = rest.iter().map(|(named, _)| named.id.len()).max().unwrap_or_default();
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "These fit too, but less speaks for them (--all shows them):");
        for (named, Fit { surprises, evidence, .. }) in rest {
            let unusual = match *surprises {
                0 => String::new(),
                count => format!(", {}", counted(count, "unusual value", "unusual values")),
            };
            let _ = writeln!(out, "  {NAME}{:width$}{NAME:#}  {evidence} bits of evidence{unusual}", named.id);
        }
    }
    if let (Some((_, best)), Some((named, fit))) = (guesses.whole.first(), guesses.start)
        && fit.evidence >= best.evidence.saturating_add(ENOUGH)
    {
        let (id, evidence) = (&named.id, fit.evidence);
        let _ = writeln!(
            out,
            "It looks more like the start of a {NAME}{id}{NAME:#} that was cut short, {evidence} bits of evidence."
        );
    }
    output::print(&format!("{}\n", out.trim_end()))
}

fn entry(named: &Named, Fit { whole, surprises, evidence, .. }: Fit, bytes: &[u8]) -> String {
    let slices = print::json(&slice(named.encoding, bytes).slices);
    let id = &named.id;
    format!(
        "{{\"id\":\"{id}\",\"whole\":{whole},\"surprises\":{surprises},\"evidence\":{evidence},\"slices\":{slices}}}"
    )
}

fn entry_for_people(named: &Named, format: Format, bytes: &[u8]) -> String {
    let print = if format == Format::Waterfall { print::waterfall } else { print::pretty };
    format!("{NAME}{}{NAME:#}:\n{}", named.id, print(&slice(named.encoding, bytes).slices))
}

/// What bytes may be.
struct Guesses {
    /// The encodings that fit, the best first: of those that fit as well, one that stands alone, then the one with the shortest
    /// id.
    whole: Vec<(&'static Named, Fit)>,
    /// The one that they are most likely the start of.
    start: Option<(&'static Named, Fit)>,
}

fn guesses(bytes: &[u8]) -> Guesses {
    let mut all: Vec<(&'static Named, Fit)> =
        encodings::all().iter().map(|named| (named, likely(named, bytes))).collect();
    all.sort_by_key(|(named, fit)| {
        let ground = named.role == Role::Ground;
        (ground, fit.surprises, Reverse(fit.evidence), named.role, named.id.len())
    });
    let start = all.iter().find(|(named, fit)| fit.start && named.role != Role::Ground).copied();
    all.retain(|(_, fit)| fit.whole);
    Guesses { whole: all, start }
}

/// How bytes fit an encoding, with the evidence that rare ones lack.
fn likely(named: &Named, bytes: &[u8]) -> Fit {
    let mut fit = fit(named.encoding, bytes);
    if named.id == DAL_PEER_MESSAGE {
        fit.evidence = fit.evidence.saturating_sub(DAL_RARER);
    }
    fit
}

/// Why an encoding refuses bytes.
fn reason(named: &Named, bytes: &[u8]) -> String {
    decode(named.encoding, bytes).err().map_or_else(|| "a part of them is refused".into(), |error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use serde_json::Value;
    use tezos_messages::PEER_MESSAGE;

    use super::*;
    use crate::shared::shared;

    /// The encoding of a line of the vectors, by the name that it has there.
    fn expected(message: &str) -> &str {
        match message {
            "Connection_message" => "p2p_connection.message",
            "Metadata" => "p2p_connection.metadata",
            "Ack" | "Nack" => "p2p_connection.ack",
            "type:Mempool" => "mempool",
            "type:Block_header" => "block_header",
            "type:Operation" => "operation",
            "type:Block_locator" => "block_locator",
            "type:Protocol" => "protocol",
            "type:Operation_list_list_hash.path(max 8)" => "operation_list_list_hash.path",
            "type:Operation_list_list_hash.path(unbounded)" => "operation_list_list_hash.path",
            "type:P2p_point.Id" => "p2p_point.id",
            "type:P2p_connection.Id" => "p2p_connection.id",
            "type:P2p_rejection" => "p2p_rejection",
            "type:Network_version" => "network_version",
            _ => "p2p_message",
        }
    }

    /// The vectors that the project carries.
    const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../messages/testdata/vectors/p2p.jsonl");

    /// The names of messages and their bytes in a file of vectors.
    fn vectors(path: &Path) -> Vec<(String, Vec<u8>)> {
        let text = fs::read_to_string(path).expect("the vectors");
        let lines = text.lines().map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let [message, bytes] = ["message", "hex"].map(|name| line[name].as_str().unwrap());
            (message.to_owned(), hex::decode(bytes).unwrap())
        });
        lines.collect()
    }

    /// More than `least` tries, of which 95 % are right.
    fn nearly_all(least: usize, tries: impl Iterator<Item = Result<(), String>>) {
        let (right, wrong): (Vec<_>, Vec<_>) = tries.partition(Result::is_ok);
        let all = right.len().saturating_add(wrong.len());
        assert!(all > least && right.len().saturating_mul(100) >= all.saturating_mul(95), "of {all}: {wrong:#?}");
    }

    #[test]
    fn the_right_encoding_is_first_for_nearly_every_vector() {
        let score = |least, path: &Path| {
            let tries = vectors(path).into_iter().map(|(message, bytes)| match guesses(&bytes).whole.first() {
                Some((named, _)) if named.id == expected(&message) => Ok(()),
                found => Err(format!("{message} {bytes:02x?}: {:?}", found.map(|(named, fit)| (&named.id, *fit)))),
            });
            nearly_all(least, tries);
        };
        score(50, OWN.as_ref());
        shared("vectors/p2p.jsonl").iter().for_each(|path| score(200, path));
    }

    #[test]
    fn messages_that_were_cut_short_are_known() {
        let messages = vectors(OWN.as_ref()).into_iter().filter(|(message, _)| expected(message) == PEER_MESSAGE);
        let tries = messages.flat_map(|(message, bytes)| {
            let cuts = [bytes.len() / 2, bytes.len().saturating_sub(1)];
            cuts.into_iter().filter(|cut| *cut > 8).map(move |cut| match guesses(&bytes[..cut]).start {
                Some((named, fit)) if named.id == PEER_MESSAGE && fit.evidence >= ENOUGH => Ok(()),
                found => Err(format!("{message} cut at {cut}: {:?}", found.map(|(named, fit)| (&named.id, fit)))),
            })
        });
        nearly_all(50, tries);
    }
}
