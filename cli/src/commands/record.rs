//! `record`: runs a session between two local peers and records the bytes on the wire.

use std::{
    fs::{self, File},
    io::{ErrorKind, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use serde_json::Value;
use tezos_messages::identity::{Identity, PowTarget};

use crate::{
    commands::replay,
    error::Error,
    output,
    session::{self, Options, Row, identity, rows},
};

mod chain;
mod operations;
mod peer;
mod random;
mod script;

/// Bits of proof of work that the peers make and require; the network requires 26.
const DIFFICULTY: u8 = 12;
/// The recorded session.
const SESSION: &str = "session.csv";
/// The identity of the other side.
const PEER_IDENTITY: &str = "peer_identity.json";
/// The file that explains the other files.
const ORIGIN: &str = "ORIGIN";

/// Record a session between two peers on this machine.
///
/// Two peers with new identities connect over TCP on 127.0.0.1, perform the real handshake (with a proof of work of 12 bits instead of the network's
/// 26) and send messages of every kind to each other, some of them over many encrypted chunks. The peer that opened the connection records what it
/// sent and received.
///
/// The messages depend on the seed only. Keys, and with them the bytes on the wire, are new each time. At the end the recording is replayed with
/// either identity; the exit status is 1 if anything fails.
#[derive(Args)]
#[command(after_help = "Example:\n  tezos-codec record --out recording --messages 500 --seed 7")]
pub(crate) struct Arguments {
    /// The folder for session.csv, identity.json, peer_identity.json and ORIGIN. It is created if necessary. Existing files are not replaced.
    #[arg(long, value_name = "DIR", default_value = "recording")]
    out: PathBuf,
    /// The number of messages of both sides together, without the handshake: at least 60, so that both send every kind.
    #[arg(long, value_name = "N", default_value_t = 200)]
    messages: usize,
    /// The seed of the messages: equal seeds and numbers give equal messages.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object: the folder, the numbers of messages and rows, and the report of each replay, as `replay --json` prints it.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let script = script::write(arguments.seed, arguments.messages)?;
    let target = PowTarget::from_bits(DIFFICULTY);
    let generate = || Identity::generate(&target).map_err(Error::new);
    let (recorder, other) = (generate()?, generate()?);
    let bar = output::progress("talking", script.len(), false);
    let recorded = peer::talk(&recorder, &other, target, &script, &bar);
    bar.finish_and_clear();
    let recorded = recorded?;
    save(arguments, &recorder, &other, &recorded)?;

    let scripted = u64::try_from(script.len()).unwrap_or(u64::MAX);
    let mut text = format!(
        "Recorded {} in {} to {}\n",
        output::counted(script.len(), "message", "messages"),
        output::counted(recorded.len(), "row", "rows"),
        arguments.out.display(),
    );
    let (mut clean, mut reports) = (true, Vec::new());
    for file in [identity::FILE, PEER_IDENTITY] {
        let options = Options { window: 0, strict: true, quiet: false };
        let recording = session::load(&arguments.out.join(SESSION), Some(&arguments.out.join(file)), options)?;
        let report = replay::replay(recording, false);
        let (all, same) = report.messages();
        text.push_str(&format!(
            "Replayed with {file}: {} of {} kinds and the handshake, {} encoded to the same bytes\n",
            output::counted(all, "message", "messages"),
            report.kinds(),
            output::grouped(same),
        ));
        // All messages of the script are expected, and three messages of the handshake from each side.
        clean &= report.is_clean() && all == same && all == scripted.saturating_add(6);
        reports.push(report.json());
        if !report.is_clean() {
            text.push_str(&report.text());
        }
    }
    if arguments.json {
        let folder = Value::from(arguments.out.display().to_string());
        let (messages, rows, replays) = (script.len(), recorded.len(), reports.join(","));
        text = output::json::pretty(&format!(
            "{{\"folder\":{folder},\"messages\":{messages},\"rows\":{rows},\"clean\":{clean},\"replays\":[{replays}]}}"
        ));
    }
    output::print(&text)?;
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn save(arguments: &Arguments, recorder: &Identity, other: &Identity, recorded: &[Row]) -> Result<(), Error> {
    let out = &arguments.out;
    fs::create_dir_all(out)
        .map_err(|error| Error::at_path(out, format_args!("the folder cannot be created: {error}")))?;
    let comment = |side: &str| {
        format!(
            "Throw-away key of the side that {side}, made by `tezos-codec record` for one recording and published \
             with it: never use it for a node. Its proof of work is of {DIFFICULTY} bits; the network asks for 26."
        )
    };
    create(&out.join(identity::FILE), &identity::write(recorder, &comment("opened the connection and recorded")))?;
    create(&out.join(PEER_IDENTITY), &identity::write(other, &comment("accepted the connection")))?;
    create(&out.join(SESSION), &rows::write(recorded))?;
    create(&out.join(ORIGIN), &origin(arguments))
}

fn create(file: &Path, text: &str) -> Result<(), Error> {
    File::create_new(file).and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Error::at_path(file, "the file already exists: give another folder with --out"),
        _ => Error::at_path(file, format_args!("the file cannot be written: {error}")),
    })
}

fn origin(arguments: &Arguments) -> String {
    format!(
        "A session between two peers of this project's own making, over TCP on loopback, recorded with\n\
         \n    tezos-codec record --seed {} --messages {}\n\
         \n\
         {SESSION} is what the side that opened the connection sent and received: rows of direction and hex, one for\n\
         each call of the system. {} and {PEER_IDENTITY} are the identities of that side and of the other:\n\
         throw-away keys with a proof of work of {DIFFICULTY} bits, made for this recording and never used elsewhere.\n\
         What is said follows from the seed: blocks, operations (of {}) and sources of protocols are made up,\n\
         while hashes, predecessor links and Merkle paths are those of the made-up data. Keys are random, so the\n\
         bytes on the wire are new in each recording.\n",
        arguments.seed,
        arguments.messages,
        identity::FILE,
        operations::PROTOCOL,
    )
}
