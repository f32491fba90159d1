//! `generate`: generates values of an encoding from its schema.

use std::{
    io::{IsTerminal as _, stdout},
    process::ExitCode,
};

use clap::Args;
use tezos_encoding::schema::{
    decode,
    generate::{Flawed, Unmade},
    to_json,
};
use tezos_messages::Named;

use crate::{
    encodings,
    error::Error,
    ids::{self, Id},
    output::{
        self,
        style::{BYTES, NAME, NUMBER, TEXT},
    },
};

/// The default limit for the length of a value, in bytes.
const MAX_BYTES: usize = 256;

/// Generate values of an encoding, for tests: on each line, a JSON object with `hex` and `json`.
///
/// Equal seeds give equal values. With --almost-valid, each line has the bytes of a value with one mistake: `hex`, `mistake`, `offset` (of the
/// mistake) and `error` (its name in the reference).
#[derive(Args)]
#[command(after_help = "Examples:\n  tezos-codec generate fitness --count 3 --seed 7 --max-bytes 20\n  \
                        tezos-codec generate p2p_connection.metadata --boundary\n  \
                        tezos-codec generate p2p_point.id --almost-valid --count 2")]
pub(crate) struct Arguments {
    #[arg(help = ids::ID, value_parser = Id, hide_possible_values = true)]
    id: &'static Named,
    /// The seed of the random numbers.
    #[arg(long, default_value_t = 0, conflicts_with = "boundary")]
    seed: u64,
    /// The number of values; 1 by default, with --boundary all.
    #[arg(long)]
    count: Option<usize>,
    /// The limit for the length of a value in bytes; 256 by default, or the length of the shortest value.
    #[arg(long, value_name = "BYTES")]
    max_bytes: Option<usize>,
    /// Generate the boundary values, each once.
    #[arg(long)]
    boundary: bool,
    /// Generate bytes with one mistake, which every reader refuses.
    #[arg(long, conflicts_with = "boundary")]
    almost_valid: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let named = arguments.id;
    let min_bytes = named.encoding.size().least;
    let max_bytes = arguments.max_bytes.unwrap_or(MAX_BYTES.max(min_bytes));
    if max_bytes < min_bytes {
        let sentence = format!("a {} takes at least {min_bytes} bytes: --max-bytes {max_bytes} is too small", named.id);
        return Err(Error::new(sentence));
    }
    let generate = encodings::generate(named.encoding).max_bytes(max_bytes);
    let made = |bytes: Result<Vec<u8>, Unmade>| {
        let bytes = bytes.map_err(|error| Error::new(format_args!("no value can be made: {error}")))?;
        value(named, &bytes)
    };
    let lines: Box<dyn Iterator<Item = Result<String, Error>>> = if arguments.boundary {
        Box::new(generate.boundaries().map(made))
    } else if arguments.almost_valid {
        Box::new(generate.almost_valid(arguments.seed).map(|flawed| Ok(almost(named, &flawed))))
    } else {
        Box::new(encodings::values(&generate, arguments.seed).map(made))
    };
    let count = arguments.count.unwrap_or(if arguments.boundary { usize::MAX } else { 1 });
    let mut lines = lines.peekable();
    if lines.peek().is_none() {
        return Err(Error::new(format_args!("every byte string is a valid {}", named.id)));
    }
    // Lines on the terminal show the progress already, and the number of boundary values is not known in advance.
    let hidden = stdout().is_terminal() || count == usize::MAX;
    let bar = output::progress("making values", count, hidden);
    for line in bar.wrap_iter(lines.take(count)) {
        if !output::print_on(&line?)? {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

fn value(named: &Named, bytes: &[u8]) -> Result<String, Error> {
    let json = to_json(named.encoding, bytes)
        .map_err(|error| Error::new(format_args!("the generated value is invalid: {error}")))?;
    Ok(format!("{{{}, {NAME}\"json\"{NAME:#}: {TEXT}{json}{TEXT:#}}}\n", hex(bytes)))
}

fn almost(named: &Named, flawed: &Flawed) -> String {
    let error = decode(named.encoding, &flawed.bytes).err().map_or("none", |error| error.kind().name());
    let (hex, offset) = (hex(&flawed.bytes), flawed.offset);
    format!(
        "{{{hex}, {NAME}\"mistake\"{NAME:#}: {TEXT}\"{:?}\"{TEXT:#}, {NAME}\"offset\"{NAME:#}: {NUMBER}{offset}{NUMBER:#}, \
         {NAME}\"error\"{NAME:#}: {TEXT}\"{error}\"{TEXT:#}}}\n",
        flawed.mistake
    )
}

fn hex(bytes: &[u8]) -> String {
    format!("{NAME}\"hex\"{NAME:#}: {BYTES}\"{}\"{BYTES:#}", hex::encode(bytes))
}
