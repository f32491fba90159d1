//! `diff`: what changed between two schemas.

use std::{fmt::Write as _, process::ExitCode};

use clap::{Args, ValueEnum};
use tezos_encoding::schema::{Description, Diff, diff};

use crate::{
    error::Error,
    output::{
        self, counted, json,
        style::{BYTES, GOOD, NAME, WRONG},
    },
};

mod load;

use load::Schemas;

/// The exit status where the schemas are not what --require wants.
const UNMET: u8 = 3;

/// Compare two schemas: what was added, removed, renumbered, renamed, narrowed, widened, and whose bytes still decode.
///
/// A schema is the id of an encoding, a description of one (`list(uint16)`), or a file that `dump` has written, this tool's or
/// `octez-codec`'s. Of two files with all encodings, those with the same id are compared.
///
/// Limits in bytes, functions of the user and usual values are not in dumps, and not compared.
#[derive(Args)]
#[command(after_help = "Examples:
  tezos-codec diff 'list(max=3, uint8)' 'list(max=4, uint8)'
  octez-codec dump encodings > old.json; tezos-codec diff old.json p2p_point.id --format markdown

Exit statuses:
  0  The schemas are what --require wants.
  3  They are not.")]
pub(crate) struct Arguments {
    /// The old schema.
    old: String,
    /// The new schema.
    new: String,
    /// How to print the changes.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// What has to hold.
    #[arg(long, value_enum, default_value_t = Require::Both)]
    require: Require,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each change.
    Text,
    /// An object with `changes`, `old_bytes` and `new_bytes`.
    Json,
    /// A table.
    Markdown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Require {
    /// New readers take all old bytes.
    OldBytes,
    /// Old readers take all new bytes.
    NewBytes,
    /// Both.
    Both,
    /// Nothing changed.
    Same,
    /// Nothing: the exit status is 0 whatever changed.
    Nothing,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let diff = compare(load::load(&arguments.old)?, load::load(&arguments.new)?)?;
    output::print(&match arguments.format {
        Format::Text => text(&diff),
        Format::Json => json::pretty(&diff.to_json()),
        Format::Markdown => diff.to_markdown(),
    })?;
    let met = match arguments.require {
        Require::OldBytes => diff.old_bytes(),
        Require::NewBytes => diff.new_bytes(),
        Require::Both => diff.old_bytes() && diff.new_bytes(),
        Require::Same => diff.is_empty(),
        Require::Nothing => true,
    };
    Ok(if met { ExitCode::SUCCESS } else { ExitCode::from(UNMET) })
}

fn compare(old: Schemas, new: Schemas) -> Result<Diff, Error> {
    let missing = |id: &str, file: &str| Error::in_file(file, format_args!("there is no encoding `{id}` in this dump"));
    match (old, new) {
        (Schemas::All(file, old), Schemas::One(id, new)) => {
            let old = old.get(&id).ok_or_else(|| missing(&id, &file))?;
            Ok(diff(old, &new))
        }
        (Schemas::One(id, old), Schemas::All(file, new)) => {
            let new = new.get(&id).ok_or_else(|| missing(&id, &file))?;
            Ok(diff(&old, new))
        }
        (Schemas::One(_, old), Schemas::One(_, new)) => Ok(diff(&old, &new)),
        (Schemas::All(_, old), Schemas::All(_, new)) => {
            let mut all = Diff { changes: Vec::new() };
            let empty = Description { toplevel: Vec::new(), definitions: Vec::new() };
            let ids = old.keys().chain(new.keys().filter(|id| !old.contains_key(*id)));
            for id in ids {
                let changes = diff(old.get(id).unwrap_or(&empty), new.get(id).unwrap_or(&empty)).changes;
                all.changes.extend(changes.into_iter().map(|mut change| {
                    let path = std::mem::take(&mut change.path);
                    change.path = if path.is_empty() { id.clone() } else { format!("{id}: {path}") };
                    change
                }));
            }
            Ok(all)
        }
    }
}

fn text(diff: &Diff) -> String {
    let mut out = String::new();
    for change in &diff.changes {
        let style = if change.old_bytes && change.new_bytes { BYTES } else { WRONG };
        let path = if change.path.is_empty() { "the value itself" } else { &change.path };
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{style}{:10}{style:#}  {NAME}{path}{NAME:#}: {}", change.kind.name(), change.what);
    }
    let count = u64::try_from(diff.changes.len()).unwrap_or(u64::MAX);
    let said = |all: bool| if all { format!("{GOOD}yes{GOOD:#}") } else { format!("{WRONG}not all{WRONG:#}") };
    if count > 0 {
        out.push('\n');
    }
    let _ = writeln!(out, "{}", counted(count, "change", "changes"));
    let _ = writeln!(out, "old bytes decode by new readers  {}", said(diff.old_bytes()));
    let _ = writeln!(out, "new bytes decode by old readers  {}", said(diff.new_bytes()));
    out
}
