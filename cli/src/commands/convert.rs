//! `decode`, `encode`, `display`: convert bytes to JSON, JSON to bytes, and either of them to the JSON of its encoding.

use std::process::ExitCode;

use clap::Args;
use tezos_encoding::schema::{from_json, to_json};
use tezos_messages::Named;

use crate::{
    encodings::{self, Id},
    error::Error,
    input,
    output::{self, json, style::BYTES},
    words::{From, ValueFormat},
};

/// Decode bytes and print the value as JSON.
#[derive(Args)]
#[command(
    override_usage = "tezos-codec decode <ID> from <DATA>",
    after_help = "Example:\n  tezos-codec decode fitness from 000000050000000102"
)]
pub(crate) struct Decode {
    #[arg(help = encodings::ID, value_parser = Id, hide_possible_values = true)]
    id: &'static Named,
    /// The word `from`.
    #[arg(value_name = "from", hide_possible_values = true)]
    _from: From,
    #[arg(help = input::BYTES, allow_hyphen_values = true)]
    data: String,
}

pub(crate) fn decode(arguments: &Decode) -> Result<ExitCode, Error> {
    let bytes = input::given(&arguments.data)?.bytes_in(arguments.id)?;
    output::print(&json::pretty(&json_of(arguments.id, &bytes)?))
}

/// Encode a value given as JSON and print its bytes in hex.
#[derive(Args)]
#[command(
    override_usage = "tezos-codec encode <ID> from <DATA>",
    after_help = "Example:\n  tezos-codec encode fitness from '[\"02\"]'"
)]
pub(crate) struct Encode {
    #[arg(help = encodings::ID, value_parser = Id, hide_possible_values = true)]
    id: &'static Named,
    /// The word `from`.
    #[arg(value_name = "from", hide_possible_values = true)]
    _from: From,
    #[arg(help = input::JSON, allow_hyphen_values = true)]
    data: String,
}

pub(crate) fn encode(arguments: &Encode) -> Result<ExitCode, Error> {
    let bytes = bytes_of(arguments.id, &input::json(&arguments.data)?)?;
    output::print(&format!("{BYTES}{}{BYTES:#}\n", hex::encode(bytes)))
}

/// Print a value, given as bytes or as JSON, as the JSON of its encoding.
#[derive(Args)]
#[command(
    override_usage = "tezos-codec display <ID> from <binary|json> <DATA>",
    after_help = "Example:\n  tezos-codec display chain_id from json '\"NetXdQprcVkpaWU\"'"
)]
pub(crate) struct Display {
    #[arg(help = encodings::ID, value_parser = Id, hide_possible_values = true)]
    id: &'static Named,
    /// The word `from`.
    #[arg(value_name = "from", hide_possible_values = true)]
    _from: From,
    /// The format of the value.
    form: ValueFormat,
    /// The value, as in `decode` and `encode`.
    #[arg(allow_hyphen_values = true)]
    data: String,
}

pub(crate) fn display(arguments: &Display) -> Result<ExitCode, Error> {
    let bytes = match arguments.form {
        ValueFormat::Binary => input::given(&arguments.data)?.bytes_in(arguments.id)?,
        ValueFormat::Json => bytes_of(arguments.id, &input::json(&arguments.data)?)?,
    };
    output::print(&json::pretty(&json_of(arguments.id, &bytes)?))
}

fn json_of(named: &Named, bytes: &[u8]) -> Result<String, Error> {
    to_json(named.encoding, bytes).map_err(|error| Error::new(format_args!("the bytes are not {}: {error}", named.id)))
}

fn bytes_of(named: &Named, json: &str) -> Result<Vec<u8>, Error> {
    from_json(named.encoding, json).map_err(|error| Error::new(format_args!("the JSON is not {}: {error}", named.id)))
}
