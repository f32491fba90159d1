//! Input that is larger than memory: the use of memory of `stats` and of `decode --lines`, threads, interruptions.

use std::{
    env, fs,
    io::Write as _,
    path::Path,
    process::{Child, Command, Output, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use tezos_messages::{
    identity::Identity,
    session::{
        Role,
        chunk::split_frame,
        cipher::{ChannelKey, Sealer},
        nonce::Nonces,
    },
};

use crate::common::{folder, run, sample};

/// Bytes in a round of messages. A round is read while the previous one is tallied.
const ROUND: usize = 0x10_0000;

/// Starts `stats` of standard input.
fn stats(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tezos-codec"));
    command.args(["stats", "-"]).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn feed(child: &mut Child, bytes: &[u8]) {
    child.stdin.as_mut().unwrap().write_all(bytes).unwrap();
}

/// Returns the peak memory of a process, in kB.
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Returns a decrypted session, with a line for each message.
fn opened() -> String {
    let list = run(&["generate", "p2p_message", "--count", "400", "--max-bytes", "9000"]).out;
    let line = |text: &str| {
        let message: serde_json::Value = serde_json::from_str(text).unwrap();
        format!("{{\"dir\":\"Sent\",\"kind\":\"any\",\"hex\":{}}}\n", message["hex"])
    };
    list.lines().map(line).collect()
}

/// Feeds `stats` with text that `next` returns, 128 MB in total, or as many as `TEZOS_CODEC_STREAM_MB` sets. Checks that
/// after 16 MB, peak memory grows only by what an allocator may keep.
fn memory_is_constant(mut next: impl FnMut() -> String, arguments: &[&str]) {
    let megabytes: usize = env::var("TEZOS_CODEC_STREAM_MB").map_or(128, |megabytes| megabytes.parse().unwrap());
    let mut child = stats(arguments);
    let (mut fed, mut early) = (0, None);
    let start = Instant::now();
    while fed < megabytes * 1_000_000 {
        let text = next();
        feed(&mut child, text.as_bytes());
        fed += text.len();
        if fed >= 16_000_000 {
            early.get_or_insert_with(|| peak(&child));
        }
    }
    let (early, late) = (early.unwrap(), peak(&child));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    let first = String::from_utf8_lossy(&stdout).lines().next().unwrap().to_owned();
    let (seconds, rate) = (start.elapsed().as_secs_f64(), fed as f64 / 1e6 / start.elapsed().as_secs_f64());
    let text = format!("{} MB in {seconds:.1} s, {rate:.0} MB/s: {first}; {early} kB, then {late} kB", fed / 1_000_000);
    eprintln!("{text}");
    assert!(late < early + early / 4 + 16_000, "memory grows with the input: {text}");
}

/// Strings of 50 kB in RLP, 30 MB in total.
#[test]
fn memory_does_not_grow_with_binary_values() {
    let value = [&[0xb9, 0xc3, 0x50][..], &[7; 50_000]].concat();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tezos-codec"));
    command.args(["decode", "rlp", "from", "-", "--lines"]).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut fed = |values| {
        (0..values).for_each(|_| feed(&mut child, &value));
        peak(&child)
    };
    let (early, late) = (fed(100), fed(500));
    assert!(child.wait_with_output().unwrap().status.success());
    assert!(late < early + 8_000, "memory grows with the input: {early} kB, then {late} kB");
}

#[test]
fn memory_does_not_grow_with_encrypted_sessions() {
    let session = fs::read_to_string(sample("session.csv")).unwrap();
    memory_is_constant(|| session.clone(), &["--identity", &sample("identity.json")]);
}

#[test]
fn memory_does_not_grow_with_opened_sessions() {
    let session = opened();
    memory_is_constant(|| session.clone(), &[]);
}

/// An unlimited session: the handshake of the sample, then messages that the recording side sends.
#[test]
fn memory_does_not_grow_with_a_long_session() {
    let text = fs::read_to_string(sample("session.csv")).unwrap();
    let [sent, received] = ["Sent,", "Received,"].map(|direction| {
        let hex: String = text.lines().filter_map(|line| line.strip_prefix(direction)).take(2).collect();
        split_frame(&hex::decode(hex).unwrap()).unwrap().0.to_vec()
    });
    let [ours, theirs] = ["identity.json", "peer_identity.json"].map(|file| {
        let identity: serde_json::Value = serde_json::from_str(&fs::read_to_string(sample(file)).unwrap()).unwrap();
        let field = |name: &str| identity[name].as_str().unwrap();
        Identity::from_text(None, field("public_key"), field("secret_key"), field("proof_of_work_stamp")).unwrap()
    });
    let key = ChannelKey::new(ours.secret_key(), theirs.public_key()).unwrap();
    let mut sealer = Sealer::new(key, Nonces::derive(&sent, &received).sending(Role::Initiator));
    let mut bytes = sent;
    for part in [&[0, 0][..], &[0]] {
        sealer.seal(part, &mut bytes).unwrap();
    }
    let messages: Vec<_> = opened()
        .lines()
        .map(|line| {
            let message: serde_json::Value = serde_json::from_str(line).unwrap();
            hex::decode(message["hex"].as_str().unwrap()).unwrap()
        })
        .collect();
    let mut text = format!("direction,message\nReceived,{}\n", hex::encode(received));
    let next = || {
        messages.iter().for_each(|message| sealer.seal_all(message, 4_096, &mut bytes).unwrap());
        let mut text = std::mem::take(&mut text);
        bytes.chunks(1_448).for_each(|row| text.push_str(&format!("Sent,{}\n", hex::encode(row))));
        bytes.clear();
        text
    };
    memory_is_constant(next, &["--identity", &sample("identity.json")]);
}

#[test]
fn the_output_is_the_same_with_any_number_of_threads() {
    let folder = folder("threads");
    for (name, text) in [
        ("session.csv", fs::read_to_string(sample("session.csv")).unwrap().repeat(3)),
        ("identity.json", fs::read_to_string(sample("identity.json")).unwrap()),
        ("opened.jsonl", opened()),
        ("list.json", opened().replace("\"dir\"", "\"direction\"")),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let with_threads = |threads: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tezos-codec"));
        let run = command.arg("stats").arg(&folder).args(["--all", "--json"]).env("RAYON_NUM_THREADS", threads);
        let Output { status, stdout, stderr } = run.output().unwrap();
        assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).unwrap()
    };
    let one = with_threads("1");
    let report: serde_json::Value = serde_json::from_str(&one).unwrap();
    let count = report["kinds"].as_array().unwrap().iter().map(|kind| kind["count"].as_u64().unwrap());
    assert_eq!(count.sum::<u64>(), 3 * 206 + 2 * 400);
    for threads in ["2", "3", "7"] {
        assert!(with_threads(threads) == one, "{threads} threads");
    }
}

/// The input of a run and the path of its checkpoint.
struct Interrupted {
    text: String,
    state: String,
}

impl Interrupted {
    fn new(name: &str) -> Self {
        let state = folder(name).join("state").to_str().unwrap().to_owned();
        Self { text: opened().repeat(10), state }
    }

    /// Starts a run and feeds it the first rounds. It then waits for more.
    fn start(&self) -> Child {
        let mut child = stats(&["--all", "--checkpoint", &self.state]);
        let read = self.text.len() / 2;
        assert!(read > 3 * ROUND, "{read} bytes");
        feed(&mut child, &self.text.as_bytes()[..read]);
        child
    }

    /// Checks that a run with another option does not continue this one.
    fn is_refused_with(&self, option: &str) {
        let Output { status, stdout, stderr } =
            stats(&["--all", "--checkpoint", &self.state, option]).wait_with_output().unwrap();
        let error = String::from_utf8(stderr).unwrap();
        assert_eq!((status.code(), stdout.as_slice()), (Some(1), [].as_slice()), "{error}");
        assert!(error.contains("this is the saved progress of another run, with other options"), "{option}: {error}");
    }

    /// Resumes the run, and compares its output with that of a run without interruption.
    fn resume(&self) {
        let state: serde_json::Value = serde_json::from_str(&fs::read_to_string(&self.state).unwrap()).unwrap();
        let read = usize::try_from(state["positions"][0]["offset"].as_u64().unwrap()).unwrap();
        assert!((ROUND..self.text.len()).contains(&read), "{read} bytes of {}", self.text.len());
        let whole = |arguments: &[&str]| {
            let mut child = stats(arguments);
            feed(&mut child, self.text.as_bytes());
            let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
            assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
            String::from_utf8(stdout).unwrap()
        };
        assert_eq!(whole(&["--all", "--checkpoint", &self.state]), whole(&["--all"]));
        assert!(!Path::new(&self.state).exists());
    }
}

#[test]
fn a_terminated_run_can_be_resumed() {
    let run = Interrupted::new("told_to_end");
    let child = run.start();
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let expected = format!("error: {}: interrupted: the same command continues from this file\n", run.state);
    assert_eq!((status.code(), stdout.as_slice()), (Some(1), [].as_slice()));
    assert_eq!(String::from_utf8(stderr).unwrap(), expected);
    for option in ["--protocol=seoul", "--encoding=block_header"] {
        run.is_refused_with(option);
    }
    run.resume();
}

#[test]
fn a_killed_run_can_be_resumed() {
    let run = Interrupted::new("killed");
    let mut child = run.start();
    // The checkpoint is written with the first round that follows this time.
    sleep(Duration::from_secs(4));
    feed(&mut child, &run.text.as_bytes()[run.text.len() / 2..run.text.len() * 7 / 8]);
    for _ in 0..600 {
        if Path::new(&run.state).exists() {
            break;
        }
        sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    run.resume();
}
