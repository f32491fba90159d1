//! `decode`, `encode`, `display`: convert bytes to JSON, JSON to bytes, and either of them to the JSON of its encoding.

use std::{io::BufRead as _, process::ExitCode};

use clap::Args;
use tezos_encoding::schema::{JsonError, from_json, to_json};
use tezos_messages::Named;

use crate::{
    chosen,
    error::Error,
    hints,
    ids::{self, Id},
    input::{self, Data, Form},
    nested,
    output::{self, json, style::BYTES},
    read, stream,
    words::{From, ValueFormat},
};

mod lines;
mod values;

/// How a value is printed.
#[derive(Args)]
struct Layout {
    /// Print the JSON on one line, without spaces.
    #[arg(long)]
    compact: bool,
    /// Open bytes that are values of their own, such as packed data: each becomes an object with `id`, `hex` and `value`.
    #[arg(long)]
    nested: bool,
}

impl Layout {
    fn print(&self, json: String) -> Result<ExitCode, Error> {
        let json = if self.nested { nested::in_text(&json, &chosen::possible()) } else { json };
        output::print(&if self.compact { format!("{json}\n") } else { json::pretty(&json) })
    }
}

/// Decode bytes and print the value as JSON.
///
/// With --lines, DATA is a file or `-` with a value on each line, in hex or as JSON object with `hex`, and the JSON of each is printed on a line. A line
/// that is refused is empty in the output; its number and the reason are on standard error, and the exit status is 1. Blank lines are left out.
///
/// A file that does not start with text has binary values, one after the other, which end by themselves. The first one that is refused ends the output,
/// and its offset in the file is on standard error. `--as hex` and `--as binary` choose one of the two.
#[derive(Args)]
#[command(
    override_usage = "tezos-codec decode [OPTIONS] <ID> from <DATA>",
    after_help = "Examples:\n  tezos-codec decode fitness from 000000050000000102\n  \
                  tezos-codec generate fitness | tezos-codec decode fitness from - --lines"
)]
pub(crate) struct Decode {
    #[arg(help = ids::ID, value_parser = Id, hide_possible_values = true)]
    id: &'static Named,
    /// The word `from`.
    #[arg(value_name = "from", hide_possible_values = true)]
    _from: From,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    layout: Layout,
    /// Decode each line of DATA, or each of its binary values.
    #[arg(long, conflicts_with_all = ["skip", "length", "compact", "nested"])]
    lines: bool,
}

pub(crate) fn decode(arguments: &Decode) -> Result<ExitCode, Error> {
    if arguments.lines {
        return decode_each(arguments);
    }
    let bytes = arguments.data.given()?.bytes_in(arguments.id)?;
    arguments.layout.print(json_of(arguments.id, &bytes)?)
}

/// Decodes the value on each line of a text, or those of a binary file.
fn decode_each(arguments: &Decode) -> Result<ExitCode, Error> {
    let (argument, encoding) = (arguments.data.argument(), arguments.id.encoding);
    let (source, mut reader) = (input::file_name(argument), input::open(argument)?);
    let is_binary = match arguments.data.form() {
        Some(Form::Binary) => true,
        Some(Form::Hex) => false,
        Some(Form::Base64 | Form::Text) => {
            return Err(Error::new("--lines reads hex or binary values: write `--as hex` or `--as binary`"));
        }
        None => {
            let start = reader.fill_buf();
            !read::starts_with_text(start.map_err(|error| Error::in_file(source, error))?)
        }
    };
    if is_binary {
        return values::convert(source, reader, encoding);
    }
    lines::convert(source, reader, |line| to_json(encoding, &stream::listed(line)?).map_err(|error| error.to_string()))
}

/// Encode a value given as JSON and print its bytes in hex.
///
/// With --lines, DATA is a file or `-` with JSON on each line, and the bytes of each value are printed on a line. A line that is refused is empty in the
/// output; its number and the reason are on standard error, and the exit status is 1. Blank lines are left out.
#[derive(Args)]
#[command(
    override_usage = "tezos-codec encode [OPTIONS] <ID> from <DATA>",
    after_help = "Examples:\n  tezos-codec encode fitness from '[\"02\"]'\n  \
                  tezos-codec encode fitness from '[\"02\"]' --raw > fitness.bin"
)]
pub(crate) struct Encode {
    #[arg(help = ids::ID, value_parser = Id, hide_possible_values = true)]
    id: &'static Named,
    /// The word `from`.
    #[arg(value_name = "from", hide_possible_values = true)]
    _from: From,
    #[arg(help = input::JSON, allow_hyphen_values = true)]
    data: String,
    /// Write the bytes themselves instead of hex.
    #[arg(long, conflicts_with = "lines")]
    raw: bool,
    /// Encode each line of DATA.
    #[arg(long)]
    lines: bool,
}

pub(crate) fn encode(arguments: &Encode) -> Result<ExitCode, Error> {
    if arguments.lines {
        let (source, reader) = (input::file_name(&arguments.data), input::open(&arguments.data)?);
        return lines::convert(source, reader, |line| {
            from_json(arguments.id.encoding, line).map(hex::encode).map_err(|error| error.to_string())
        });
    }
    let bytes = bytes_of(arguments.id, &input::json(&arguments.data)?)?;
    if arguments.raw {
        return output::write(&bytes);
    }
    output::print(&format!("{BYTES}{}{BYTES:#}\n", hex::encode(bytes)))
}

/// Print a value, given as bytes or as JSON, as the JSON of its encoding.
#[derive(Args)]
#[command(
    override_usage = "tezos-codec display [OPTIONS] <ID> from <binary|json> <DATA>",
    after_help = "Example:\n  tezos-codec display chain_id from json '\"NetXdQprcVkpaWU\"'"
)]
pub(crate) struct Display {
    #[arg(help = ids::ID, value_parser = Id, hide_possible_values = true)]
    id: &'static Named,
    /// The word `from`.
    #[arg(value_name = "from", hide_possible_values = true)]
    _from: From,
    /// The format of the value.
    form: ValueFormat,
    /// The value, as in `decode` and `encode`.
    #[arg(allow_hyphen_values = true)]
    data: String,
    #[command(flatten)]
    layout: Layout,
}

pub(crate) fn display(arguments: &Display) -> Result<ExitCode, Error> {
    let bytes = match arguments.form {
        ValueFormat::Binary => input::given(&arguments.data)?.bytes_in(arguments.id)?,
        ValueFormat::Json => bytes_of(arguments.id, &input::json(&arguments.data)?)?,
    };
    arguments.layout.print(json_of(arguments.id, &bytes)?)
}

fn json_of(named: &Named, bytes: &[u8]) -> Result<String, Error> {
    let json = to_json(named.encoding, bytes).map_err(|error| hints::of_bytes(named, bytes, error))?;
    hints::of_opaque(named, bytes).iter().for_each(|hint| output::note(&format!("{hint}; or give --protocol")));
    Ok(json)
}

fn bytes_of(named: &Named, json: &str) -> Result<Vec<u8>, Error> {
    let refused =
        |error: JsonError| hints::of_json(named, json, error.position().map(|position| position.offset), error);
    Ok(from_json(named.encoding, json).map_err(refused)?)
}
