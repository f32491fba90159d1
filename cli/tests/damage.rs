//! Damaged recordings: whatever bytes are flipped, `replay`, `stats` and `profile` fail and count what they did not read.

use std::{fs, path::PathBuf};

use serde_json::Value;

use crate::common::{Run, folder, run, sample, shared::shared};

/// A generator of numbers with a fixed seed: SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end).unwrap()).unwrap()
    }
}

/// The sample session. The encrypted bytes of each direction are one stream, so that any of them can be flipped.
#[derive(Clone)]
struct Session {
    /// Direction and bytes of each row.
    rows: Vec<(usize, Vec<u8>)>,
    /// Row and offset of each encrypted byte, by direction: 0 for sent bytes.
    encrypted: [Vec<(usize, usize)>; 2],
}

impl Session {
    fn sample() -> Self {
        let text = fs::read_to_string(sample("session.csv")).unwrap();
        let rows = text.lines().skip(1).map(|line| {
            let (direction, hex) = line.split_once(',').unwrap();
            (usize::from(direction == "Received"), hex::decode(hex).unwrap())
        });
        let rows: Vec<(usize, Vec<u8>)> = rows.collect();
        let mut encrypted = [Vec::new(), Vec::new()];
        for (at, (direction, bytes)) in rows.iter().enumerate() {
            encrypted[*direction].extend((0..bytes.len()).map(|offset| (at, offset)));
        }
        let mut session = Self { rows, encrypted };
        for direction in [0, 1] {
            // The connection message is not encrypted.
            let connection = 2 + usize::from(session.length(direction, 0));
            session.encrypted[direction].drain(..connection);
        }
        session
    }

    /// Returns the length that begins at a byte of a direction.
    fn length(&self, direction: usize, at: usize) -> u16 {
        let byte = |at: usize| {
            let (row, offset) = self.encrypted[direction][at];
            self.rows[row].1[offset]
        };
        u16::from_be_bytes([byte(at), byte(at + 1)])
    }

    /// Returns the start of each chunk of a direction, and the end of the last.
    fn chunks(&self, direction: usize) -> Vec<usize> {
        let (mut at, mut starts) = (0, Vec::new());
        while at < self.encrypted[direction].len() {
            starts.push(at);
            at += 2 + usize::from(self.length(direction, at));
        }
        assert_eq!(at, self.encrypted[direction].len());
        starts.push(at);
        starts
    }

    /// Changes a byte of a direction.
    fn flip(&mut self, direction: usize, at: usize, mask: u8) {
        let (row, offset) = self.encrypted[direction][at];
        self.rows[row].1[offset] ^= mask;
    }

    /// Damages the chunks from one to another, which is not included, in their last byte.
    fn flip_chunks(&mut self, direction: usize, chunks: std::ops::Range<usize>) {
        let starts = self.chunks(direction);
        chunks.for_each(|chunk| self.flip(direction, starts[chunk + 1] - 1, 1));
    }

    fn text(&self) -> String {
        let rows = self
            .rows
            .iter()
            .map(|(direction, bytes)| format!("{},{}\n", ["Sent", "Received"][*direction], hex::encode(bytes)));
        format!("direction,message\n{}", rows.collect::<String>())
    }

    /// Writes the session to a file in a new folder, and returns its path.
    fn write(&self, name: &str) -> String {
        write(name, "session.csv", &self.text())
    }
}

/// Writes a file in a new folder, beside the identity of the sample, and returns its path.
fn write(folder_name: &str, name: &str, text: &str) -> String {
    let folder: PathBuf = folder(folder_name);
    fs::copy(sample("identity.json"), folder.join("identity.json")).unwrap();
    fs::write(folder.join(name), text).unwrap();
    folder.join(name).to_str().unwrap().to_owned()
}

fn replay(file: &str) -> Run {
    run(&["replay", "--json", file])
}

/// Returns the counts of chunks of a direction.
fn counts(report: &Value, direction: usize, names: [&str; 4]) -> [u64; 4] {
    let counts = &report["chunks"][["sent", "received"][direction]];
    names.map(|name| counts[name].as_u64().unwrap())
}

const COUNTS: [&str; 4] = ["opened", "damaged", "lost", "unread_bytes"];

/// Checks that a damaged session fails, and that each encrypted byte is counted. Returns the report.
fn fails(session: &Session, name: &str) -> Value {
    let run = replay(&session.write(name));
    assert_eq!(run.status, 1, "{name}: {}{}", run.out, run.err);
    let report = run.json();
    assert_eq!(report["clean"], false, "{name}");
    assert!(!report["failures"].as_array().unwrap().is_empty(), "{name}");
    for direction in [0, 1] {
        let [.., unread] = counts(&report, direction, COUNTS);
        assert!(unread <= u64::try_from(session.encrypted[direction].len()).unwrap(), "{name}: {report}");
    }
    report
}

#[test]
fn any_flipped_bytes_fail() {
    let whole = Session::sample();
    for seed in 0..24 {
        let (mut random, mut session) = (Random(seed), whole.clone());
        // From one byte to about half of all.
        for _ in 0..1_u64 << (seed % 19) {
            let direction = random.below(2);
            let at = random.below(session.encrypted[direction].len());
            let mask = u8::try_from(1 + random.below(255)).unwrap();
            session.flip(direction, at, mask);
        }
        assert!(session.rows != whole.rows);
        fails(&session, &format!("flipped_{seed}"));
    }
}

/// A length that is damaged moves all chunks after it.
#[test]
fn any_damaged_length_fails() {
    let whole = Session::sample();
    let mut random = Random(7);
    for direction in [0, 1] {
        let starts = whole.chunks(direction);
        let count = starts.len() - 1;
        for chunk in [0, 1, random.below(count), random.below(count), count - 2, count - 1] {
            for (byte, mask) in [(0, 0x80), (0, 1), (1, 0x10), (1, 1)] {
                let mut session = whole.clone();
                session.flip(direction, starts[chunk] + byte, mask);
                let name = format!("length_{direction}_{chunk}_{byte}_{mask}");
                let report = fails(&session, &name);
                let [opened, _, unfinished, unread] =
                    counts(&report, direction, ["opened", "lost", "unfinished_bytes", "unread_bytes"]);
                let bytes = starts[chunk + 1] - starts[chunk];
                assert!(unread + unfinished >= u64::try_from(bytes).unwrap(), "{name}: {report}");
                assert!(opened >= u64::try_from(chunk).unwrap(), "{name}: {report}");
            }
        }
    }
}

/// The length of the last chunks is greater than what follows, so that they look like one incomplete chunk.
#[test]
fn damaged_lengths_at_the_end_are_found() {
    let whole = Session::sample();
    for direction in [0, 1] {
        let starts = whole.chunks(direction);
        let count = starts.len() - 1;
        let mut session = whole.clone();
        starts[count - 4..count].iter().for_each(|start| session.flip(direction, *start, 0xff));
        let report = fails(&session, &format!("lengths_{direction}"));
        let expected = [count - 4, 4, 0, starts[count] - starts[count - 4]];
        assert_eq!(counts(&report, direction, COUNTS), expected.map(|number| u64::try_from(number).unwrap()));
        let error = report["failures"][0]["error"].as_str().unwrap();
        assert!(error.starts_with("has a damaged length: 65,"), "{error}");
    }
}

#[test]
fn damaged_chunks_are_counted_one_by_one() {
    let whole = Session::sample();
    for direction in [0, 1] {
        let starts = whole.chunks(direction);
        let count = starts.len() - 1;
        for chunks in [count - 1..count, 40..42, 40..56, 0..1, count - 16..count] {
            let mut session = whole.clone();
            session.flip_chunks(direction, chunks.clone());
            let report = fails(&session, &format!("chunks_{direction}_{}_{}", chunks.start, chunks.end));
            let (bytes, damaged) = (starts[chunks.end] - starts[chunks.start], chunks.len());
            let expected = [count - damaged, damaged, 0, bytes].map(|number| u64::try_from(number).unwrap());
            assert_eq!(counts(&report, direction, COUNTS), expected, "{chunks:?}: {report}");
            assert_eq!(report["failures"].as_array().unwrap().len(), damaged, "{report}");
            for (failure, chunk) in report["failures"].as_array().unwrap().iter().zip(chunks) {
                let error = failure["error"].as_str().unwrap();
                assert!(error.starts_with(&format!("cannot be decrypted: encrypted chunk {chunk} (")), "{error}");
            }
        }
    }
}

#[test]
fn the_bytes_of_more_damaged_chunks_are_not_read() {
    let whole = Session::sample();
    for direction in [0, 1] {
        let starts = whole.chunks(direction);
        let mut session = whole.clone();
        session.flip_chunks(direction, 40..60);
        let report = fails(&session, &format!("many_{direction}"));
        let [opened, damaged, lost, unread] = counts(&report, direction, COUNTS);
        assert!(lost >= 20 && opened + lost == u64::try_from(starts.len() - 1).unwrap(), "{report}");
        assert!(damaged == 0 && unread >= u64::try_from(starts[60] - starts[40]).unwrap(), "{report}");
        let failure = &report["failures"][0];
        let expected = format!("has {unread} bytes after this line in no chunk that can be decrypted");
        assert_eq!(failure["error"].as_str().unwrap().replace(',', ""), expected);

        let mut session = whole.clone();
        (0..session.encrypted[direction].len()).for_each(|at| session.flip(direction, at, 0x55));
        let report = fails(&session, &format!("all_{direction}"));
        let [opened, .., unread] = counts(&report, direction, COUNTS);
        let unfinished = report["chunks"][["sent", "received"][direction]]["unfinished_bytes"].as_u64().unwrap();
        assert_eq!((opened, unread + unfinished), (0, u64::try_from(*starts.last().unwrap()).unwrap()), "{report}");
    }
}

/// `stats` and `profile` read as a stream, and report the same damage.
#[test]
fn the_other_commands_report_the_same_damage() {
    let mut session = Session::sample();
    session.flip_chunks(0, 40..42);
    session.flip_chunks(1, 40..60);
    let file = session.write("other_commands");
    let report = replay(&file).json();
    let unread: u64 = [0, 1].map(|direction| counts(&report, direction, COUNTS)[3]).iter().sum();
    for command in ["stats", "profile"] {
        let run = run(&[command, "--json", &file]);
        assert_eq!((run.status, run.err.as_str()), (1, ""), "{command}");
        let json = run.json();
        assert_eq!((json["faults"].as_u64(), json["unread_bytes"].as_u64()), (Some(3), Some(unread)), "{command}");
    }
    let places = "recording is damaged at 3 places, listed by `replay`";
    for command in ["stats", "profile"] {
        let run = run(&[command, &file]);
        assert_eq!(run.status, 1, "{command}");
        assert!(run.out.contains(places) && run.out.contains(" in no chunk that can be decrypted"), "{}", run.out);
    }
    let text = run(&["replay", &file]).out;
    assert!(text.contains("2 damaged, ") && text.contains(" bytes not read\n"), "{text}");
}

#[test]
fn a_recording_that_is_cut_in_its_last_row_is_read_up_to_it() {
    let whole = Session::sample().text();
    let rows: Vec<&str> = whole.lines().collect();
    let (kept, row) = (rows[..rows.len() / 2].join("\n"), rows[rows.len() / 2]);
    let before = replay(&write("cut_before", "session.csv", &format!("{kept}\n"))).json();
    let line = rows.len() / 2 + 1;
    for (name, end) in [
        ("digit", row.len() - 1),
        ("direction", row.find(',').unwrap()),
        ("comma", row.find(',').unwrap() + 1),
        ("letter", 1),
    ] {
        let file = write(&format!("cut_{name}"), "session.csv", &format!("{kept}\n{}", &row[..end]));
        let run = replay(&file);
        assert_eq!((run.status, run.err.as_str()), (1, ""), "{name}");
        let report = run.json();
        assert_eq!((&report["clean"], &report["messages"]), (&false.into(), &before["messages"]), "{name}");
        let failure = serde_json::json!([{
            "direction": null, "line": line, "subject": "the recording", "error": "is cut in its last row, which is not read",
        }]);
        assert_eq!(report["failures"], failure, "{name}");
        for command in ["stats", "profile"] {
            let run = crate::common::run(&[command, "--json", &file]);
            assert_eq!((run.status, run.json()["faults"].as_u64()), (1, Some(1)), "{command}");
        }
    }
    let text = run(&["replay", &write("cut_text", "session.csv", &format!("{kept}\nSent"))]).out;
    let sentence = format!("Failures: 1\n  line {line}: the recording is cut in its last row, which is not read\n");
    assert!(text.contains(&sentence), "{text}");
    // Other rows that lack something are errors.
    let file = write("cut_inside", "session.csv", &format!("{kept}\nSent,0\n{row}\n"));
    assert_eq!(
        replay(&file).err,
        format!("error: {file}, line {line}: the message is not hex: Odd number of digits\n")
    );
}

#[test]
fn a_decrypted_session_that_is_cut_in_its_last_line_is_read_up_to_it() {
    let message = r#"{"dir":"Sent","kind":"Bootstrap","tag":2,"size":6,"hex":"000000020002"}"#;
    for end in [1, 20, message.len() - 1] {
        let file = write("cut_jsonl", "session.jsonl", &format!("{message}\n{message}\n{}", &message[..end]));
        let run = replay(&file);
        assert_eq!((run.status, run.err.as_str()), (1, ""), "{end}");
        let report = run.json();
        assert_eq!((&report["messages"], &report["failures"][0]["line"]), (&2.into(), &3.into()), "{report}");
        let stats = crate::common::run(&["stats", "--json", &file]);
        let json = stats.json();
        assert_eq!((stats.status, &json["faults"], &json["kinds"][0]["count"]), (1, &1.into(), &2.into()));
    }
}

/// The recorder of the shared capture lost packets, so unread bytes are no failure there, and `--strict` makes them one.
#[test]
fn a_lossy_capture_is_clean() {
    let Some(session) = shared("data/p2p_session_carthage/tezedge_communication.csv") else { return };
    let session = session.to_str().unwrap();
    let report = replay(session).json();
    assert_eq!((&report["clean"], counts(&report, 0, COUNTS)), (&true.into(), [5_474, 0, 0, 0]));
    assert_eq!(counts(&report, 1, COUNTS), [1_976, 0, 15_106, 364_978]);
    let stats = run(&["stats", "--json", session]);
    let json = stats.json();
    assert_eq!((stats.status, &json["faults"], &json["unread_bytes"]), (0, &0.into(), &364_978.into()));
    let strict = run(&["replay", "--strict", "--json", session]);
    assert_eq!((strict.status, &strict.json()["clean"]), (1, &false.into()));
}
