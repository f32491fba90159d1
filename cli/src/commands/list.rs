//! `list encodings`, `list descriptions`: list ids and the grammar of descriptions.

use std::{fmt::Write as _, process::ExitCode};

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use tezos_encoding::schema::{Named, grammar};

use crate::{
    chosen, encodings,
    error::Error,
    output::{
        self,
        style::{BYTES, NAME},
    },
    protocols,
};

/// List encodings.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

const EXAMPLE: &str = "Examples:\n  tezos-codec list encodings | grep p2p\n  \
                       tezos-codec list encodings --protocol seoul | grep -A1 block_header\n  \
                       tezos-codec list encodings --all | grep block_header.contents";

#[derive(Subcommand)]
enum What {
    /// List the ids of encodings, each with a short description.
    ///
    /// By default, those that belong to no protocol; with --protocol, those of one protocol.
    #[command(after_help = EXAMPLE)]
    Encodings {
        /// List those of no protocol and of all protocols, the newest first.
        #[arg(long, conflicts_with = "protocol")]
        all: bool,
        /// Print a JSON list of objects with `id` and `title`.
        #[arg(long)]
        json: bool,
    },
    /// List the descriptions that can be used as an ID for encodings without one: `list(uint16)`.
    #[command(after_help = DESCRIBED)]
    Descriptions,
}

const DESCRIBED: &str =
    "Example:\n  tezos-codec list descriptions; tezos-codec decode 'list(uint16)' from 0000000400070008";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    output::print(&match arguments.what {
        What::Encodings { all, json } => encodings(all, json),
        What::Descriptions => descriptions(),
    })
}

fn encodings(all: bool, json: bool) -> String {
    let listed: Vec<&Named> = match chosen::protocol() {
        Some(protocol) => protocols::of_protocol(protocol).iter().collect(),
        None if all => encodings::all().iter().chain(protocols::of_protocols()).collect(),
        None => encodings::all().iter().collect(),
    };
    if json {
        let listed = listed.iter().map(|named| json!({ "id": named.id, "title": named.title }));
        return output::json::pretty(&listed.collect::<Value>().to_string());
    }
    listed.iter().map(|named| format!("{NAME}{}{NAME:#}:\n  {}\n", named.id, named.title)).collect()
}

/// Formats the table of the grammar and the text below it.
fn descriptions() -> String {
    let mut out = String::new();
    for line in grammar::DESCRIPTIONS.lines().filter(|line| !line.starts_with("|---")).skip(1) {
        // Writing to a `String` cannot fail.
        let _ = match line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")?.rsplit_once(" | ")) {
            Some((described, what)) => {
                let [described, what] =
                    [&described.replace("` `", "  "), what].map(|text| text.replace(['`', '\\'], ""));
                writeln!(out, "{NAME}{what}{NAME:#}:\n{BYTES}{}{BYTES:#}", output::fill(&described, "  "))
            }
            None => writeln!(out, "{}", output::fill(&line.replace('`', ""), "")),
        };
    }
    out
}
