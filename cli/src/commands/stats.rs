//! `stats`: shows the sizes of messages and of their fields.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use tezos_messages::{Named, PEER_MESSAGE};

use crate::{
    error::Error,
    ids::{self, Id},
    output::{self, counted, grouped, json},
    session::Damage,
    stream::{self, Setup, inputs},
};

mod plot;
mod sizes;
mod tally;

use sizes::Sizes;
use tally::{MessageSizes, Tally};

/// The number of fields of a kind that are shown without --all.
const SHOWN: usize = 4;

/// Show the sizes of messages and of their fields, for each kind.
///
/// FILE is a session (csv or a capture with an identity, or jsonl, as in `replay`) or a list of messages (hex on each line, or JSON objects with `hex`, as
/// `generate` prints them); a file .bin is one message in binary, such as a block that a node gave. In a folder, every session and every JSON list
/// below it is read, in files named .csv, .jsonl, .json, .pcap and .pcapng; `-` is standard input. A file may contain several sessions, one after the other. Without
/// FILE, the sample session is read.
///
/// Files are read as a stream on all cores, so they may be larger than memory. RAYON_NUM_THREADS limits the threads. A run with --checkpoint can be
/// interrupted and continued.
///
/// The bytes of a field include its size prefixes, flags and tags. Refused messages are not counted; the output gives their number, and the damage of a
/// recording. The exit status is 1 if messages are refused or a recording is damaged, as in `replay`. Medians and percentiles are exact if a kind or a field has at most 4,096 different sizes. If it has more,
/// those above 2,047 bytes are rounded up by less than 0.1 %.
#[derive(Args)]
#[command(after_help = "Examples:\n  tezos-codec stats\n  tezos-codec stats session.csv --svg sizes.svg\n  \
                        tezos-codec stats . --checkpoint stats.state\n  \
                        tezos-codec generate p2p_message --count 1000 | tezos-codec stats -")]
pub(crate) struct Arguments {
    /// Sessions, lists of messages, and folders of these; `-` for one on standard input.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// The identity of one side of the encrypted sessions; by default, `identity.json` beside each.
    #[arg(long, value_name = "FILE", requires = "files")]
    identity: Option<PathBuf>,
    /// The encoding of the messages of a list.
    #[arg(long, value_name = "ID", value_parser = Id, hide_possible_values = true)]
    encoding: Option<&'static Named>,
    /// Save the progress in this file, every few seconds and on an interrupt. If the file exists, continue from it.
    ///
    /// The file is removed at the end. It is refused if the input files or the options differ.
    #[arg(long, value_name = "FILE", requires = "files")]
    checkpoint: Option<PathBuf>,
    /// Show all fields instead of the four largest of each kind.
    #[arg(long)]
    all: bool,
    /// Print one JSON object instead of tables.
    #[arg(long)]
    json: bool,
    /// Also write a drawing: the sizes of each kind, and the share of its largest fields.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let encoding = match arguments.encoding {
        Some(named) => named,
        None => ids::named(PEER_MESSAGE).ok_or_else(|| Error::new("there are no peer messages"))?,
    };
    let tally: Tally = stream::run(&Setup {
        inputs: &inputs::inputs(&arguments.files)?,
        identity: arguments.identity.as_deref(),
        encoding,
        command: "stats".into(),
        checkpoint: arguments.checkpoint.as_deref(),
        one_in: 1,
        threads: 0,
        title: "measuring",
        quiet: arguments.json,
    })?;
    let kinds = tally.kinds();
    if kinds.is_empty() && tally.listed > 0 && tally.listed == tally.refused {
        let refused = counted(tally.refused, "message is not", "messages are not");
        return Err(Error::new(format_args!("{refused} {}: give their encoding with --encoding", encoding.id)));
    }
    if let Some(file) = &arguments.svg {
        output::write_file(file, &plot::svg(&kinds)?)?;
    }
    let shown = if arguments.all { usize::MAX } else { SHOWN };
    output::print(&if arguments.json { as_json(&kinds, &tally) } else { text(&kinds, &tally, shown) })?;
    let is_clean = tally.refused == 0 && tally.damage.faults == 0;
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn text(kinds: &[(&str, &MessageSizes)], tally: &Tally, shown: usize) -> String {
    let all: u64 = kinds.iter().map(|(_, kind)| kind.sizes.total()).fold(0, u64::saturating_add);
    let count: u64 = kinds.iter().map(|(_, kind)| kind.sizes.count()).fold(0, u64::saturating_add);
    let mut messages = output::table(&["kind", "messages", "bytes", "of all", "least", "median", "95 %", "most"]);
    for (name, kind) in kinds {
        let mut row = vec![(*name).to_owned(), grouped(kind.sizes.count())];
        row.extend(row_of(&kind.sizes, all));
        output::add_row(&mut messages, row);
    }
    let mut fields = output::table(&["kind and field", "bytes", "of its kind", "least", "median", "95 %", "most"]);
    for (name, kind) in kinds {
        output::add_row(&mut fields, [(*name).to_owned(), grouped(kind.sizes.total())]);
        for (path, sizes) in kind.fields().into_iter().take(shown) {
            let name = if path.is_empty() { "(size and tag)" } else { path };
            let mut row = vec![format!("  {name}")];
            row.extend(row_of(sizes, kind.sizes.total()));
            output::add_row(&mut fields, row);
        }
    }
    let mut out = format!("{}, {}", counted(count, "message", "messages"), counted(all, "byte", "bytes"));
    if tally.refused > 0 {
        out.push_str(&format!("; {} refused and not counted", grouped(tally.refused)));
    }
    let Damage { faults, unread_bytes } = tally.damage;
    if faults > 0 {
        let places = counted(faults, "place", "places");
        out.push_str(&format!("; the recording is damaged at {places}, listed by `replay`"));
    }
    if unread_bytes > 0 {
        let bytes = counted(unread_bytes, "encrypted byte is", "encrypted bytes are");
        out.push_str(&format!("; {bytes} in no chunk that can be decrypted"));
    }
    let [messages, fields] = [messages, fields].map(output::lines);
    format!("{out}\n{messages}\nThe largest fields of each kind\n{fields}\n")
}

fn row_of(sizes: &Sizes, all: u64) -> Vec<String> {
    let mut row = vec![grouped(sizes.total()), percent(sizes.total(), all)];
    row.extend([0.0, 0.5, 0.95, 1.0].map(|part| grouped(sizes.quantile(part))));
    row
}

fn percent(part: u64, all: u64) -> String {
    if all == 0 { "–".into() } else { format!("{:.1} %", part as f64 * 100.0 / all as f64) }
}

fn as_json(kinds: &[(&str, &MessageSizes)], tally: &Tally) -> String {
    let sizes = |sizes: &Sizes| {
        let [min, median, p95, max] = [0.0, 0.5, 0.95, 1.0].map(|part| sizes.quantile(part));
        format!(
            "\"count\":{},\"bytes\":{},\"least\":{min},\"median\":{median},\"p95\":{p95},\"most\":{max}",
            sizes.count(),
            sizes.total()
        )
    };
    let string = |text: &str| serde_json::Value::from(text).to_string();
    let kinds = kinds.iter().map(|(name, kind)| {
        let fields = kind.fields().into_iter();
        let fields = fields.map(|(path, of)| format!("{{\"path\":{},{}}}", string(path), sizes(of)));
        let fields = fields.collect::<Vec<_>>().join(",");
        format!("{{\"kind\":{},{},\"fields\":[{fields}]}}", string(name), sizes(&kind.sizes))
    });
    let (kinds, Tally { refused, damage, .. }) = (kinds.collect::<Vec<_>>().join(","), tally);
    let Damage { faults, unread_bytes } = damage;
    json::pretty(&format!(
        "{{\"refused\":{refused},\"faults\":{faults},\"unread_bytes\":{unread_bytes},\"kinds\":[{kinds}]}}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_a_decimal() {
        for (part, all, text) in [
            (0, 0, "–"),
            (0, 9, "0.0 %"),
            (1, 3, "33.3 %"),
            (2, 3, "66.7 %"),
            (9, 9, "100.0 %"),
            (1, 2001, "0.0 %"),
            (1, 1999, "0.1 %"),
        ] {
            assert_eq!(percent(part, all), text);
        }
    }
}
