//! `diff`: compares two schemas.

use std::{collections::BTreeMap, fmt::Write as _, process::ExitCode};

use clap::{Args, Command, ValueEnum, error::ErrorKind};
use tezos_encoding::schema::{Change, ChangeKind, Compatibility, Description, Diff, diff};

use crate::{
    error::Error,
    ids::IdOrFile,
    output::{
        self, counted, json,
        style::{BYTES, GOOD, LAYOUT, NAME, WRONG},
    },
};

mod load;

use load::Schemas;

/// The exit status if the schemas do not meet --require.
const UNMET: u8 = 3;

/// Compare two schemas: list what was added, removed, renumbered, renamed, narrowed and widened, and whose bytes still decode.
///
/// A schema is the id of an encoding, a description of one (`list(uint16)`), a layout of Kaitai Struct (`.ksy`), or a file written by `dump`, of this
/// tool or of `octez-codec`; `-` is a dump on standard input. If both files have all encodings, those with the same id are compared.
///
/// Limits in bytes, functions of the user and default values are compared too. Dumps of `octez-codec` do not contain them; the output then says
/// that they were not compared.
#[derive(Args)]
#[command(after_help = "Examples:
  tezos-codec diff 'list(max=3, uint8)' 'list(max=4, uint8)'
  tezos-codec dump encodings > old.json; tezos-codec diff old.json fitness --format markdown

Exit statuses:
  0  The schemas meet --require.
  1  They could not be compared: a file that cannot be read, or holds no schema.
  2  The command line is wrong: an unknown id, one argument too many.
  3  The schemas do not meet --require.")]
pub(crate) struct Arguments {
    /// The old schema.
    #[arg(value_parser = IdOrFile)]
    old: String,
    /// The new schema.
    #[arg(value_parser = IdOrFile)]
    new: String,
    /// The output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print JSON, as `--format json` does.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The compatibility to require, for the exit status.
    #[arg(long, value_enum, default_value_t = Require::Both)]
    require: Require,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each change.
    Text,
    /// An object with `changes`, `old_bytes`, `new_bytes` and `complete`.
    Json,
    /// A table.
    Markdown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Require {
    /// New readers accept all old bytes.
    OldBytes,
    /// Old readers accept all new bytes.
    NewBytes,
    /// Both of these.
    Both,
    /// Nothing changed.
    Same,
    /// Nothing: the exit status is always 0.
    Nothing,
}

impl Require {
    const fn compatibility(self) -> Option<Compatibility> {
        match self {
            Self::OldBytes => Some(Compatibility::OldBytes),
            Self::NewBytes => Some(Compatibility::NewBytes),
            Self::Both => Some(Compatibility::Both),
            Self::Same => Some(Compatibility::Same),
            Self::Nothing => None,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    if arguments.old == "-" && arguments.new == "-" {
        let sentence = "only one of the two schemas can be on standard input";
        Arguments::augment_args(Command::new("tezos-codec diff")).error(ErrorKind::ArgumentConflict, sentence).exit();
    }
    let diff = compare(load::load(&arguments.old)?, load::load(&arguments.new)?)?;
    output::print(&match if arguments.json { Format::Json } else { arguments.format } {
        Format::Text => text(&diff),
        Format::Json => json::pretty(&diff.to_json()),
        Format::Markdown => diff.to_markdown(),
    })?;
    let met = arguments.require.compatibility().is_none_or(|required| diff.meets(required));
    Ok(if met { ExitCode::SUCCESS } else { ExitCode::from(UNMET) })
}

fn compare(old: Schemas, new: Schemas) -> Result<Diff, Error> {
    match (old, new) {
        (Schemas::All(file, old), Schemas::One(id, new)) => Ok(diff(counterpart(&file, &old, id.as_deref())?, &new)),
        (Schemas::One(id, old), Schemas::All(file, new)) => Ok(diff(&old, counterpart(&file, &new, id.as_deref())?)),
        (Schemas::One(_, old), Schemas::One(_, new)) => Ok(diff(&old, &new)),
        (Schemas::All(_, old), Schemas::All(_, new)) => {
            let mut all = Diff { changes: Vec::new(), complete: true };
            for (id, old) in &old {
                let Some(new) = new.get(id) else {
                    all.changes.push(whole(id, ChangeKind::Removed));
                    continue;
                };
                let Diff { changes, complete } = diff(old, new);
                all.complete &= complete;
                all.changes.extend(changes.into_iter().map(|change| match change.path.as_str() {
                    "" => Change { path: id.clone(), ..change },
                    path => Change { path: format!("{id}: {path}"), ..change },
                }));
            }
            let added = new.keys().filter(|id| !old.contains_key(*id));
            all.changes.extend(added.map(|id| whole(id, ChangeKind::Added)));
            Ok(all)
        }
    }
}

/// Returns the schema in a dump with the id of the schema that it is compared with.
fn counterpart<'a>(
    file: &str,
    all: &'a BTreeMap<String, Description>,
    id: Option<&str>,
) -> Result<&'a Description, Error> {
    let Some(id) = id else {
        let sentence = "this dump has many encodings, and the other schema has no id: give an id instead";
        return Err(Error::in_file(file, sentence));
    };
    all.get(id).ok_or_else(|| Error::in_file(file, format_args!("there is no encoding `{id}` in this dump")))
}

/// Returns the change for an encoding that only one of two dumps has. Readers of the other dump cannot decode its bytes.
fn whole(id: &str, kind: ChangeKind) -> Change {
    let is_new = kind == ChangeKind::Added;
    Change { path: id.to_owned(), kind, what: "the encoding".into(), old_bytes: is_new, new_bytes: !is_new }
}

fn text(diff: &Diff) -> String {
    let mut out = String::new();
    for change in &diff.changes {
        let style = if change.old_bytes && change.new_bytes { BYTES } else { WRONG };
        // Names in a dump can contain any characters.
        let [path, what] = [&change.path, &change.what].map(|text| text.replace(char::is_control, "\u{fffd}"));
        let path = if path.is_empty() { "the value itself" } else { &path };
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{style}{:10}{style:#}  {NAME}{path}{NAME:#}: {what}", change.kind.name());
    }
    let verdict = |all: bool| if all { format!("{GOOD}yes{GOOD:#}") } else { format!("{WRONG}not all{WRONG:#}") };
    if !diff.is_empty() {
        out.push('\n');
    }
    let _ = writeln!(out, "{}", counted(diff.changes.len(), "change", "changes"));
    let _ = writeln!(out, "old bytes decode by new readers  {}", verdict(diff.old_bytes()));
    let _ = writeln!(out, "new bytes decode by old readers  {}", verdict(diff.new_bytes()));
    if !diff.complete {
        let _ = writeln!(
            out,
            "{LAYOUT}not compared: limits in bytes, functions and default values, which one of the two does not contain{LAYOUT:#}"
        );
    }
    out
}
