//! `connect` and `listen`, with each other.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    ops::ControlFlow,
    path::Path,
    process::{Child, ChildStderr, Command, Output, Stdio},
    thread,
};

use futures_util::{SinkExt as _, stream};
use serde_json::Value;
use tezos_messages::{identity::PowTarget, p2p::PeerMessage};
use tezos_net::{Peer, Settings};
use tokio::net::TcpListener;

use crate::common::{folder, run};

/// What both sides need on a network of their own.
const NETWORK: [&str; 6] = ["--network", "TEZOS_EXAMPLE", "--difficulty", "8", "--seconds", "60"];
const CHAIN: [&str; 2] = ["--chain", "NetXdQprcVkpaWU"];

fn tool(arguments: &[&str]) -> Command {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_tezos-codec"));
    tool.args(arguments).args(NETWORK).stdout(Stdio::piped()).stderr(Stdio::piped());
    tool
}

/// Starts `listen` on a free port, and returns its address.
fn listen(arguments: &[&str]) -> (Child, BufReader<ChildStderr>, String) {
    let mut child = tool(&[&["listen", "127.0.0.1:0"], arguments].concat()).spawn().expect("the tool runs");
    let mut notes = BufReader::new(child.stderr.take().expect("piped"));
    let mut address = None;
    while address.is_none() {
        let mut line = String::new();
        assert_ne!(notes.read_line(&mut line).expect("a line"), 0, "listen ended");
        address = line.trim().rsplit_once("listening on ").map(|(_, address)| address.to_owned());
    }
    (child, notes, address.expect("an address"))
}

fn connect(address: &str, arguments: &[&str]) -> Output {
    tool(&[&["connect", address], arguments].concat()).output().expect("the tool runs")
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("text")
}

/// Returns the report of a replayed session.
fn replayed(session: &Path) -> Value {
    let run = run(&["replay".as_ref(), session.as_os_str(), "--strict".as_ref(), "--json".as_ref()]);
    assert_eq!(run.status, 0, "{}", run.err);
    run.json()
}

#[test]
fn a_session_is_printed_recorded_and_replayed() {
    let out = folder("peers");
    let (ours, theirs) = (out.join("connect"), out.join("listen"));
    let record = |folder: &Path| folder.to_str().expect("text").to_owned();
    let (child, _notes, address) =
        listen(&[&CHAIN[..], &["--messages", "1", "--json", "--record", &record(&theirs)]].concat());
    let Output { status, stdout, stderr } =
        connect(&address, &[&CHAIN[..], &["--messages", "1", "--record", &record(&ours)]].concat());
    assert!(status.success(), "{}", text(&stderr));
    assert_eq!(text(&stdout), "Get_current_branch, 10 bytes: {\"get_current_branch\":\"NetXdQprcVkpaWU\"}\n");
    assert!(text(&stderr).contains(": TEZOS_EXAMPLE, distributed_db_version 2, p2p_version 1"), "{}", text(&stderr));
    assert!(text(&stderr).contains("1 message printed"), "{}", text(&stderr));

    let Output { status, stdout, .. } = child.wait_with_output().expect("the tool runs");
    assert!(status.success());
    let line: Value = serde_json::from_str(text(&stdout)).expect("one object");
    assert_eq!((&line["kind"], &line["direction"]), (&"Get_current_branch".into(), &"Received".into()));
    let identity: Value =
        serde_json::from_str(&fs::read_to_string(ours.join("identity.json")).expect("an identity")).expect("JSON");
    assert_eq!(line["peer"], identity["peer_id"]);

    replayed(&ours.join("session.csv"));
    replayed(&theirs.join("session-1.csv"));
}

#[test]
fn refusals_are_in_words() {
    let (mut child, _notes, address) = listen(&[]);
    // The last of two equal options would be an error of clap: this is another network.
    let mut other = Command::new(env!("CARGO_BIN_EXE_tezos-codec"));
    other.args(["connect", &address, "--network", "TEZOS_OTHER", "--difficulty", "8"]);
    let Output { status, stderr, .. } = other.output().expect("the tool runs");
    assert_eq!(status.code(), Some(1));
    assert!(text(&stderr).contains("TEZOS_EXAMPLE"), "{}", text(&stderr));
    assert!(!text(&stderr).contains("Motive("), "{}", text(&stderr));

    let elsewhere = format!("{address}#idqjq34sB6uHWdFzJDB97zwXAdHASb");
    let Output { status, stderr, .. } = connect(&elsewhere, &[]);
    assert_eq!(status.code(), Some(1));
    let expected = "expected the peer idqjq34sB6uHWdFzJDB97zwXAdHASb, found id";
    assert!(text(&stderr).contains(expected), "{}", text(&stderr));
    child.kill().expect("it runs");
    child.wait().expect("it ran");

    let Output { status, stderr, .. } = connect(&address, &[]);
    assert_eq!(status.code(), Some(1));
    assert!(text(&stderr).contains(&address), "{}", text(&stderr));
    let Output { status, stderr, .. } = connect(&address, &["--kind", "Currant_head"]);
    assert_eq!(status.code(), Some(1));
    assert!(
        text(&stderr).contains("there is no message Currant_head: expected one of Disconnect, "),
        "{}",
        text(&stderr)
    );
    let Output { status, stderr, .. } = connect("1.2.3.4:x", &[]);
    assert_eq!(status.code(), Some(2));
    assert!(text(&stderr).contains("`x` is not a port"), "{}", text(&stderr));
}

/// The last message is the last one, also when more have arrived with it.
#[test]
fn no_message_is_printed_after_the_last() {
    const RUNS: usize = 6;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    let peer = thread::spawn(move || {
        runtime.block_on(async {
            let mut settings = Settings::<PeerMessage>::new("TEZOS_EXAMPLE");
            settings.session.target = PowTarget::from_bits(8);
            let identity = tezos_net::identity::generate(&settings.session.target, |_| ControlFlow::Continue(()));
            let identity = identity.expect("an identity").expect("an identity");
            for _ in 0..RUNS {
                let (stream, _) = listener.accept().await.expect("a peer");
                let mut peer = Peer::accept(stream, &identity, &settings).await.expect("a session");
                let mut burst = stream::iter((0..40).map(|_| Ok(PeerMessage::Bootstrap)));
                // The peer goes after the third.
                let _ = peer.send_all(&mut burst).await;
            }
        });
    });
    for _ in 0..RUNS {
        let Output { stdout, stderr, .. } = connect(&address, &["--messages", "3"]);
        assert_eq!(text(&stdout).lines().count(), 3, "{}{}", text(&stdout), text(&stderr));
    }
    peer.join().expect("it sends");
}

/// An interrupt ends the tool while a peer leaves it waiting for the handshake.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_handshake() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    let child = tool(&["connect", &address]).spawn().expect("the tool runs");
    let _silent = listener.accept().expect("a peer");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.expect("kill runs").success());
    let Output { status, stderr, .. } = child.wait_with_output().expect("the tool runs");
    assert!(status.success(), "{}", text(&stderr));
}

/// An interrupt ends the session in an orderly way: the recording is whole, and the status is 0.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_session() {
    let out = folder("interrupted");
    let recording = out.join("listen");
    let (child, mut notes, address) = listen(&["--record", recording.to_str().expect("text")]);
    let mut other = tool(&["connect", &address]).spawn().expect("the tool runs");
    let mut line = String::new();
    while !line.contains("connected to") {
        line.clear();
        assert_ne!(notes.read_line(&mut line).expect("a line"), 0, "listen ended");
    }
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.expect("kill runs").success());
    let Output { status, .. } = child.wait_with_output().expect("the tool runs");
    assert!(status.success(), "{status}");
    let status = other.wait().expect("it ran");
    assert!(status.success(), "{status}");
    let report = replayed(&recording.join("session-1.csv"));
    assert!(report.to_string().contains("Disconnect"), "{report}");
}
