//! Tests of runs, complete and resumed.

use std::{fs, path::PathBuf, process};

use serde::{Deserialize, Serialize};
use tezos_messages::PEER_MESSAGE;

use super::*;
use crate::{
    ids,
    session::{Damage, probe::Off, sample},
    stream::Message,
};

/// The messages, in any order, and the damage.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Seen(Vec<(u64, String)>, Damage);

impl Tally for Seen {
    type Probe = Off;

    fn add(&mut self, message: &Message<'_>) {
        let Message { index, line, what, bytes, .. } = message;
        self.0.push((*index, format!("{line} {what:?} {}", hex::encode(bytes))));
    }

    fn add_damage(&mut self, damage: Damage) {
        self.1.add(damage);
    }

    fn add_reading(&mut self, Off: Off) {}

    fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
        self.1.add(other.1);
    }
}

impl PartialEq for Seen {
    fn eq(&self, other: &Self) -> bool {
        let [one, other] = [self, other].map(|seen| {
            let mut messages = seen.0.clone();
            messages.sort();
            (messages, seen.1)
        });
        one == other
    }
}

fn setup<'s>(inputs: &'s [Input], checkpoint: Option<&'s Path>, threads: usize) -> Setup<'s> {
    let encoding = ids::named(PEER_MESSAGE).unwrap();
    let command = "test".into();
    let one_in = 1;
    Setup { inputs, identity: None, encoding, command, checkpoint, one_in, threads, title: "testing", quiet: true }
}

/// Creates a folder with an encrypted recording of two sessions, a damaged one, and a decrypted session.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tezos-codec-{name}-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../messages/testdata/session/identity.json");
    fs::copy(testdata, folder.join("identity.json")).unwrap();
    fs::write(folder.join("a.csv"), sample::SESSION.repeat(2)).unwrap();
    // One byte of a chunk of each session differs.
    let mut lines: Vec<String> = sample::SESSION.lines().map(str::to_owned).collect();
    let chunk = lines[100].pop().unwrap();
    lines[100].push(if chunk == '0' { '1' } else { '0' });
    fs::write(folder.join("damaged.csv"), (lines.join("\n") + "\n").repeat(2)).unwrap();
    let recording = sample::load(crate::session::Options { window: 0, strict: true, quiet: true }).unwrap();
    let lines = recording.parts.iter().map(|part| {
        let (dir, hex) = (part.direction.name(), hex::encode(&part.bytes));
        format!(
            "{{\"dir\":\"{dir}\",\"kind\":\"{}\",\"hex\":\"{hex}\"}}\n\n",
            part.kind().replace("connection message", "connection")
        )
    });
    fs::write(folder.join("b.jsonl"), lines.collect::<String>()).unwrap();
    folder
}

#[test]
fn every_message_is_tallied_once_with_any_number_of_threads() {
    let folder = folder("threads");
    let inputs = [Input::File(folder.join("a.csv")), Input::File(folder.join("b.jsonl")), Input::Sample];
    let seen: Seen = run(&setup(&inputs, None, 1)).unwrap();
    assert_eq!(seen.0.len(), 206 * 4);
    for threads in [2, 3, 8] {
        assert_eq!(run::<Seen>(&setup(&inputs, None, threads)).unwrap(), seen, "{threads} threads");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// The index of a message does not depend on the format, nor on the threads: both sessions of the recording are as long.
#[test]
fn a_message_has_the_same_index_in_a_recording_and_decrypted() {
    let folder = folder("indices");
    let indices = |name: &str, threads| {
        let seen: Seen = run(&setup(&[Input::File(folder.join(name))], None, threads)).unwrap();
        let without_line = |(index, message): (u64, String)| (index, message.split_once(' ').unwrap().1.to_owned());
        let mut messages: Vec<_> = seen.0.into_iter().map(without_line).collect();
        messages.sort();
        messages
    };
    let decrypted = indices("b.jsonl", 2);
    assert!(decrypted.iter().map(|(index, _)| *index).eq(0..206));
    let again = decrypted.iter().map(|(index, message)| (index + 206, message.clone()));
    let twice: Vec<_> = decrypted.iter().cloned().chain(again).collect();
    for threads in [1, 3] {
        assert_eq!(indices("a.csv", threads), twice, "{threads} threads");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_resumed_run_has_the_result_of_a_complete_one() {
    let folder = folder("resumed");
    let state = folder.join("state");
    // Sessions decrypted in parallel, sessions read as a stream, and lines.
    for (name, sessions, min_rounds) in
        [("a.csv", 1, 2), ("a.csv", 0, 10), ("b.jsonl", 0, 10), ("damaged.csv", 1, 2), ("damaged.csv", 0, 10)]
    {
        let limits = Limits { bytes: 30_000, session_bytes: sessions * SESSION_BYTES, sessions, one_in: 1 };
        let inputs = [Input::Sample, Input::File(folder.join(name))];
        let whole: Seen = run(&setup(&inputs, None, 2)).unwrap();
        let is_damaged = name == "damaged.csv";
        assert_eq!((whole.1.faults > 0, whole.1.unread_bytes > 0), (is_damaged, is_damaged), "{:?}", whole.1);
        let setup = setup(&inputs, Some(&state), 2);
        let mut rounds = 0;
        // Interrupts the run after each round once. Each earlier round was read by a run of its own.
        loop {
            let checkpoint: Checkpoint<Seen> = start(&setup).unwrap();
            let at = checkpoint.position(1);
            let source = Source::<Off>::open(&inputs[1], at, &setup, &ProgressBar::hidden()).unwrap().unwrap();
            let (round, _) = source.round(limits).unwrap();
            let mut position = round.position;
            let (tally, messages) = round.tally(at.messages).unwrap();
            position.messages = at.messages + messages;
            checkpoint.advance(1, position, tally).unwrap();
            checkpoint.save().unwrap();
            rounds += 1;
            let kept = fs::read(&state).unwrap();
            let resumed = Arc::new(start(&setup).unwrap());
            assert_eq!(resume(&setup, Arc::clone(&resumed)), Ok(whole.clone()), "{name}, round {rounds}");
            // A signal after the end of the run saves nothing.
            assert_eq!((resumed.save(), state.exists()), (Ok(false), false));
            if position.is_end {
                break;
            }
            fs::write(&state, kept).unwrap();
        }
        assert!(rounds >= min_rounds, "{name}: {rounds} rounds");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn each_run_reports_the_first_error() {
    let folder = folder("errors");
    let list = |name: &str, text: String| {
        fs::write(folder.join(name), text).unwrap();
        Input::File(folder.join(name))
    };
    let long = "000000020002\n".repeat(200_000);
    let inputs =
        [list("long", format!("{long}x\n{long}y\n")), list("short", "00\nz\n".into()), list("empty", "\n".into())];
    for threads in [1, 2, 3] {
        let error = run::<Seen>(&setup(&inputs, None, threads)).unwrap_err().to_string();
        assert!(error.ends_with("long, line 200001: this is not hex: Odd number of digits"), "{error}");
    }
    // A session without its start, then a row that is not hex.
    let headless = sample::SESSION.lines().skip(3).take(9).collect::<Vec<_>>().join("\n");
    let text = format!("{}direction,message\n{headless}\ndirection,message\nSent,z\n", sample::SESSION);
    let inputs = [list("a.csv", text), inputs[2].clone()];
    for threads in [1, 2, 3] {
        let error = run::<Seen>(&setup(&inputs[..1], None, threads)).unwrap_err().to_string();
        assert!(error.contains("what was sent first is not a connection message"), "{error}");
    }
    let error = run::<Seen>(&setup(&inputs[1..], None, 2)).unwrap_err().to_string();
    assert!(error.ends_with("empty: there is no message in it: expected one on each line, in hex or as JSON"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_state_of_another_run_is_refused() {
    let folder = folder("refused");
    let (file, state) = (folder.join("list"), folder.join("state"));
    fs::write(&file, "00\n").unwrap();
    let inputs = [Input::File(file.clone())];
    let new = |command: &str, inputs: &[Input]| {
        let setup = Setup { command: command.into(), ..setup(inputs, Some(&state), 1) };
        start::<Seen>(&setup).map(|checkpoint| assert_eq!(checkpoint.save(), Ok(true)))
    };
    new("test", &inputs).unwrap();
    new("test", &inputs).unwrap();
    let error = new("test --other", &inputs).unwrap_err().to_string();
    assert!(error.contains("this is the saved progress of another run, with other options: remove it"), "{error}");
    let encoding = ids::named("fitness").unwrap();
    let error = start::<Seen>(&Setup { encoding, ..setup(&inputs, Some(&state), 1) }).err().unwrap().to_string();
    assert!(error.contains("this is the saved progress of another run, with other options: remove it"), "{error}");
    let error = new("test", &[Input::Sample]).unwrap_err().to_string();
    assert!(
        error.contains("this is the saved progress of another run, of other files, or they have changed"),
        "{error}"
    );
    // Another version of the tool, another protocol.
    let saved = fs::read_to_string(&state).unwrap();
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    for (from, to, reason) in [
        (version.as_str(), "\"version\":\"0\"", "of another version of the tool"),
        ("\"protocol\":null", "\"protocol\":\"023-PtSeouLo\"", "with other options"),
    ] {
        assert!(saved.contains(from), "{saved}");
        fs::write(&state, saved.replace(from, to)).unwrap();
        let error = new("test", &inputs).unwrap_err().to_string();
        assert!(error.contains(&format!("the saved progress of another run, {reason}: remove it")), "{error}");
    }
    fs::write(&state, &saved).unwrap();
    // The same number of bytes, written a microsecond later; then more bytes, written at the same time.
    let written = fs::File::options().append(true).open(&file).unwrap();
    let time = written.metadata().unwrap().modified().unwrap();
    written.set_modified(time + std::time::Duration::from_micros(1)).unwrap();
    let error = new("test", &inputs).unwrap_err().to_string();
    assert!(error.contains("of other files, or they have changed"), "{error}");
    written.set_modified(time).unwrap();
    new("test", &inputs).unwrap();
    fs::write(&file, "0000\n").unwrap();
    written.set_modified(time).unwrap();
    let error = new("test", &inputs).unwrap_err().to_string();
    assert!(error.contains("of other files, or they have changed"), "{error}");
    fs::write(&state, "{}").unwrap();
    let error = new("test", &inputs).unwrap_err().to_string();
    assert!(error.contains("this is not the saved progress of a run: missing field `task`"), "{error}");
    fs::remove_dir_all(folder).unwrap();
}
