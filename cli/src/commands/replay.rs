//! `replay`: decrypts a recorded session, decodes every message in it and encodes each again.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use crate::{
    error::Error,
    measure::{self, Clock},
    output,
    session::{self, Options, Recording, sample},
};

mod carried;
mod report;

use carried::Known;
pub(crate) use report::Report;

/// The default limit for the number of lost chunks to try at one position.
const WINDOW: u64 = 128;

/// Decrypt a recorded session, decode every message in it, encode each again and compare the bytes.
///
/// Block headers and operations inside messages are decoded too: by the protocol of their block on mainnet, otherwise by the newest protocol that
/// accepts them, or by that of --protocol. They are counted by kind, as in `blocks`.
///
/// Without arguments, the sample session of the tool is replayed. The exit status is 1 if anything failed.
///
/// A session is a csv file with the header `direction,message` and a row for each portion of bytes on the wire (`Sent` or `Received`, then hex),
/// together with the identity of one of its two sides (identity.json, as Octez stores it). The side that opened the connection is detected. Up to 16
/// chunks in a row that cannot be decrypted are damaged. After more, packets were lost: the next chunk is found by trying positions and nonces, and the
/// lost chunks and the bytes between them are counted.
///
/// These bytes that are not read are a failure, because they are damaged, unless the recorder lost packets. It is taken to be such a recorder if at least
/// 100 chunks of a direction are lost and their bytes, as many for each as a decrypted chunk has on average, are more than 8 times those not read. The end
/// of the recording may be missing: the incomplete chunk or message there is counted and is no failure, but an incomplete row is.
///
/// A session may also be a capture of the network, pcap or pcapng: its connections between peers are replayed one after the other, and failures have the
/// numbers of packets. Packets that it lacks are lost packets.
///
/// A .jsonl session is already decrypted: each line is a JSON object with `dir`, `kind` and `hex`.
#[derive(Args)]
#[command(after_long_help = NUMBERS)]
pub(crate) struct Arguments {
    /// The recorded session: csv or a capture (encrypted), or jsonl (decrypted); `-` for standard input; by default, the sample.
    #[arg(value_name = "FILE")]
    session: Option<PathBuf>,
    /// The identity of one side of the session; by default, `identity.json` beside the session.
    #[arg(long, value_name = "FILE", requires = "session")]
    identity: Option<PathBuf>,
    /// Print one JSON object instead of tables, and no progress bar.
    #[arg(long)]
    json: bool,
    /// Fail if the recording is incomplete: on a lost chunk, bytes that are not read, or an unfinished chunk or message at the end.
    #[arg(long)]
    strict: bool,
    /// The number of lost chunks to try at one position before the next position is tried.
    #[arg(long, value_name = "CHUNKS", default_value_t = WINDOW)]
    window: u64,
}

/// Examples and the meaning of the numbers, at the end of the long help.
const NUMBERS: &str = "\
Examples:
  tezos-codec replay
  tezos-codec replay session.csv --identity identity.json
  tezos-codec replay capture.pcapng --identity identity.json

How the numbers are made:
  same bytes   Every message is decoded once, encoded again and compared with its bytes.
  allocs       Allocations of one more decode, reallocations included; alloc bytes, their bytes.
               Both are means over the messages of the kind.
  decode       A message is decoded and its value dropped in 11 batches of 5 to 10 µs each, with
               warm caches. Its time is that of the median batch, minus the latency of the clock,
               divided by the decodes in it; the table has the median over the messages.
  both ways    Time to decode a header or an operation inside a message and to encode it again.
  MB/s         Bytes of all messages of the kind (10^6) divided by the sum of their times.
  Times include the counters of the allocator, which took less than 10 % when it was measured.
  Only times of a release build are meaningful.";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let options = Options { window: arguments.window, strict: arguments.strict, quiet: arguments.json };
    let recording = match &arguments.session {
        Some(file) => session::load(file, arguments.identity.as_deref(), options)?,
        None => sample::load(options)?,
    };
    let report = replay(recording, arguments.json);
    output::print(&if arguments.json { report.json() } else { report.text() })?;
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Decodes, encodes and measures all messages of a session.
pub(crate) fn replay(recording: Recording, quiet: bool) -> Report {
    let bar = output::progress("decoding and encoding", recording.parts.len(), quiet);
    let mut report = Report::new(&recording);
    let known = Known::of(&recording.parts);
    let clock = Clock::calibrated();
    for part in &recording.parts {
        match part.what.codec().round_trip(&part.bytes) {
            Ok(()) => {
                let codec = part.what.codec();
                let time = measure::decode(clock, codec, &part.bytes).median();
                report.add(part, time, codec.allocated(&part.bytes));
                report.add_carried(part, &known);
            }
            Err(sentence) => report.add_failure(part, sentence),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    report
}

#[cfg(test)]
mod tests {
    use tezos_encoding::Tagged;
    use tezos_messages::p2p::PeerMessage;

    use super::*;

    /// After a kind of message is added, the sample has to be recorded again.
    #[test]
    fn the_sample_has_every_message() {
        let recording = sample::load(Options { window: 0, strict: true, quiet: true }).unwrap();
        let report = replay(recording, true);
        assert!(report.is_clean());
        assert_eq!(report.kinds(), PeerMessage::CASES.len());
    }
}
