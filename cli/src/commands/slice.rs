//! `slice`: bytes cut into their parts, by a given encoding or by the one that fits best.

use std::{cmp::Reverse, fmt::Write as _, process::ExitCode};

use clap::{Args, ValueEnum};
use tezos_encoding::schema::{Fit, Slicing, fit, slices};
use tezos_messages::{Named, Role};

use crate::{
    encodings::{self, Id},
    error::Error,
    input,
    output::{self, counted, json, style::NAME},
    words::{Encoding, With},
};

mod print;

/// Cut bytes into their parts, each with its name and its value.
///
/// Without an encoding, all are tried. What fits is ranked: first that in which the fewest values are unusual (a boolean of 07,
/// padding that is not zero), then that for which most speaks (tags that exist, sizes that hold, readable text). The first is
/// cut, the others are named; numbers, bytes and text (`ground`), which say nothing of what the bytes are, come last, and only
/// with --all or where nothing else fits.
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
    /// The id of the encoding, or a description of one: `list(uint16)`.
    #[arg(value_parser = Id, hide_possible_values = true)]
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
        None => any(&bytes, arguments.format, arguments.all),
    }
}

/// By this encoding; where it refuses the bytes, the parts before the place.
fn one(named: &Named, bytes: &[u8], format: Format) -> Result<ExitCode, Error> {
    let Slicing { slices, error, .. } = slices(named.encoding, bytes);
    output::print(&match format {
        Format::Json => json::pretty(&print::json(&slices)),
        Format::Pretty => print::pretty(&slices),
        Format::Waterfall => print::waterfall(&slices),
    })?;
    match error {
        None => Ok(ExitCode::SUCCESS),
        Some(_) => Err(refused(named, bytes)),
    }
}

/// By each encoding that fits.
fn any(bytes: &[u8], format: Format, all: bool) -> Result<ExitCode, Error> {
    let mut ranked = rank(bytes);
    let known = ranked.iter().take_while(|(named, _)| named.role != Role::Ground).count();
    if known > 0 && !all {
        ranked.truncate(known);
    }
    if ranked.is_empty() {
        return Err(nearest(bytes));
    }
    if format == Format::Json {
        let entries = ranked.iter().map(|(named, fit)| {
            let (Fit { surprises, evidence, .. }, slices) = (fit, slices(named.encoding, bytes).slices);
            let slices = print::json(&slices);
            format!("{{\"id\":\"{}\",\"surprises\":{surprises},\"evidence\":{evidence},\"slices\":{slices}}}", named.id)
        });
        output::print(&json::pretty(&format!("[{}]", entries.collect::<Vec<_>>().join(","))))?;
        return Ok(ExitCode::SUCCESS);
    }
    let print = if format == Format::Waterfall { print::waterfall } else { print::pretty };
    let shown = if all { ranked.len() } else { 1 };
    let mut out = String::new();
    for (named, _) in ranked.iter().take(shown) {
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{NAME}{}{NAME:#}:\n{}", named.id, print(&slices(named.encoding, bytes).slices));
    }
    if let Some(rest @ [_, ..]) = ranked.get(shown..) {
        let _ = writeln!(out, "These fit too, but less speaks for them (--all shows them):");
        for (named, Fit { surprises, evidence, .. }) in rest {
            let surprises = u64::try_from(*surprises).unwrap_or(u64::MAX);
            let surprises = counted(surprises, "unusual value", "unusual values");
            let _ = writeln!(out, "  {NAME}{:32}{NAME:#} {surprises}, {evidence} bits of evidence", named.id);
        }
    }
    output::print(&out)?;
    Ok(ExitCode::SUCCESS)
}

/// The encodings that fit, the best first: of those that fit as well, one that stands alone, then the one with the shortest id.
fn rank(bytes: &[u8]) -> Vec<(&'static Named, Fit)> {
    let mut ranked = all(bytes);
    ranked.retain(|(_, fit)| fit.whole);
    ranked.sort_by_key(|(named, fit)| {
        let ground = named.role == Role::Ground;
        (ground, fit.surprises, Reverse(fit.evidence), named.role, named.id.len())
    });
    ranked
}

/// Why no encoding fits: what the one says for which most speaks up to the byte that it refuses.
fn nearest(bytes: &[u8]) -> Error {
    let known = all(bytes).into_iter().filter(|(named, _)| named.role != Role::Ground);
    let nearest = known.min_by_key(|(named, fit)| (Reverse(fit.evidence), named.role, named.id.len()));
    match nearest {
        Some((named, _)) => {
            let refused = refused(named, bytes);
            Error::new(format_args!("no encoding fits; for the one that comes nearest, {refused}"))
        }
        None => Error::new("there is no encoding"),
    }
}

fn all(bytes: &[u8]) -> Vec<(&'static Named, Fit)> {
    encodings::all().iter().map(|named| (named, fit(named.encoding, bytes))).collect()
}

fn refused(named: &Named, bytes: &[u8]) -> Error {
    match tezos_encoding::schema::decode(named.encoding, bytes) {
        Err(error) => Error::new(format_args!("the bytes are no {}: {error}", named.id)),
        Ok(_) => Error::new(format_args!("the bytes are no {}", named.id)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::Value;

    use super::*;

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

    /// Lines of a file of vectors for which the right encoding is first, all lines, and those for which another is.
    fn score(path: &str) -> Option<(usize, usize, String)> {
        let text = fs::read_to_string(path).ok()?;
        let (mut right, mut wrong) = (0_usize, Vec::new());
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            let [message, bytes] = ["message", "hex"].map(|name| line[name].as_str().unwrap());
            match rank(&hex::decode(bytes).unwrap()).first() {
                Some((named, _)) if named.id == expected(message) => right = right.saturating_add(1),
                found => {
                    wrong.push(format!("{message} {bytes:.40}: {:?}", found.map(|(named, fit)| (&named.id, *fit))))
                }
            }
        }
        Some((right, right.saturating_add(wrong.len()), wrong.join("\n")))
    }

    #[test]
    fn the_right_encoding_is_first_for_nearly_every_vector() {
        let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../messages/testdata/vectors/p2p.jsonl");
        let (right, all, wrong) = score(own).expect(own);
        assert!(all > 50 && right.saturating_mul(100) >= all.saturating_mul(95), "{right} of {all}:\n{wrong}");
        let shared = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/vectors/p2p.jsonl");
        let Some((right, all, wrong)) = score(shared) else {
            eprintln!("skipped in part: {shared} is not there");
            return;
        };
        assert!(all > 200 && right.saturating_mul(100) >= all.saturating_mul(95), "{right} of {all}:\n{wrong}");
    }
}
