//! `describe`: prints the tables of an encoding, or its JSON Schema.

use std::process::ExitCode;

use clap::{Args, Command, ValueEnum, error::ErrorKind};
use tezos_encoding::schema::{describe, json_schema};
use tezos_messages::Named;

use crate::{
    error::Error,
    ids::{self, Id},
    output::{self, json},
    words::{Schema, ValueFormat},
};

/// Describe an encoding: tables of its bytes, or the JSON Schema of its JSON.
#[derive(Args)]
#[command(
    override_usage = "tezos-codec describe [OPTIONS] <ID> <binary|json> schema",
    after_help = "Examples:\n  tezos-codec describe block_header binary schema\n  tezos-codec describe block_header json schema"
)]
pub(crate) struct Arguments {
    #[arg(help = ids::ID, value_parser = Id, hide_possible_values = true)]
    id: &'static Named,
    /// What to describe: the bytes or the JSON.
    form: ValueFormat,
    /// The word `schema`.
    #[arg(value_name = "schema", hide_possible_values = true)]
    _schema: Schema,
    /// The format for a description of bytes; text by default. A JSON Schema is always JSON.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Print JSON, as `--format json` does.
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables, as `octez-codec` prints them.
    Text,
    /// These tables as JSON.
    Json,
    /// These tables in Markdown.
    Markdown,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let encoding = arguments.id.encoding;
    let format = arguments.format.or(arguments.json.then_some(Format::Json));
    output::print(&match (arguments.form, format) {
        (ValueFormat::Json, None | Some(Format::Json)) => json::pretty(&json_schema(encoding)),
        (ValueFormat::Json, Some(Format::Text | Format::Markdown)) => {
            let sentence =
                "a JSON Schema is printed as JSON: `--format text` and `--format markdown` are for `binary schema`";
            let command = Command::new("tezos-codec describe");
            Arguments::augment_args(command).error(ErrorKind::ArgumentConflict, sentence).exit()
        }
        (ValueFormat::Binary, None | Some(Format::Text)) => describe(encoding).to_string(),
        (ValueFormat::Binary, Some(Format::Json)) => json::pretty(&describe(encoding).to_json()),
        (ValueFormat::Binary, Some(Format::Markdown)) => describe(encoding).to_markdown(),
    })
}
