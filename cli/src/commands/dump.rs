//! `dump encodings`, `dump encoding ID`: print schemas as JSON, as `octez-codec` does.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use tezos_encoding::schema::{describe, json_schema};
use tezos_messages::Named;

use crate::{
    encodings,
    error::Error,
    ids::{self, Id},
    output::{self, json},
};

/// Print schemas as JSON, as `octez-codec` does, with additional constraints.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tezos-codec dump encodings --compact > encodings.json\n  tezos-codec dump encoding fitness"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Print all encodings: a list of objects with `id`, `json` (a JSON Schema), `binary` (a description of the bytes) and
    /// `constraints` (limits in bytes, functions, default values).
    #[command(after_help = "Example:\n  tezos-codec dump encodings --compact > encodings.json")]
    Encodings {
        /// Print without optional spaces.
        #[arg(long)]
        compact: bool,
    },
    /// Print one encoding: an object with `json` (a JSON Schema), `binary` (a description of the bytes) and `constraints`
    /// (limits in bytes, functions, default values).
    #[command(after_help = "Example:\n  tezos-codec dump encoding fitness")]
    Encoding {
        #[arg(help = ids::ID, value_parser = Id, hide_possible_values = true)]
        id: &'static Named,
        /// Print without optional spaces.
        #[arg(long)]
        compact: bool,
    },
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let (text, compact) = match arguments.what {
        What::Encodings { compact } => (all(), compact),
        What::Encoding { id, compact } => (format!("{{{}}}", schemas(id)), compact),
    };
    output::print(&if compact { format!("{text}\n") } else { json::pretty(&text) })
}

fn all() -> String {
    let all = encodings::all().iter().map(|named| format!("{{\"id\":\"{}\",{}}}", named.id, schemas(named)));
    format!("[{}]", all.collect::<Vec<_>>().join(","))
}

fn schemas(named: &Named) -> String {
    let description = describe(named.encoding);
    let (json, binary) = (json_schema(named.encoding), description.to_json());
    let constraints = description.constraints_to_json();
    let constraints = constraints.map(|constraints| format!(",\"constraints\":{constraints}")).unwrap_or_default();
    format!("\"json\":{json},\"binary\":{binary}{constraints}")
}
