//! A node on one thread with many peers on loopback, some of them hostile; then what each kind of hostile peer costs it.
//!
//! `cargo bench -p tezos-net --bench soak` runs 500 peers, 100 of them hostile, and then 8 peers of each hostile kind alone. Peers are a process of
//! their own, so that only the node is measured. `-- HONEST HOSTILE` runs other numbers without the table, `-- table [KIND ..]` only the table. It prints
//! figures and saves them as `target/soak.json`. It fails if a message of an honest peer is lost, changed or out of order, if a hostile peer is
//! not treated as it should be or takes more heap than it may, or after three minutes. No time makes it fail.
//!
//! Each peer has an address of its own in 127.0.0.0/8, which Linux allows.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test bed fails where it panics"
)]

pub(crate) mod figures;
mod honest;
pub(crate) mod hostile;
pub(crate) mod node;

use core::{
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};
use std::{
    env,
    process::{ExitCode, Stdio},
};

use allocation_counter::measure;
use hostile::{Attack, Attacker};
use tezos_messages::identity::{CryptoBoxSecretKey, Identity, PowTarget, Stamp};
use tezos_net::Settings;
use tokio::{
    io::{self, AsyncReadExt},
    net::{TcpSocket, TcpStream},
    process::Command,
    runtime::Builder,
    time::timeout,
};

use figures::Scenario;
use node::Run;

/// The numbers of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// Number of honest peers.
    pub(crate) honest: u32,
    /// Number of hostile peers.
    pub(crate) hostile: u32,
    /// The kind of all hostile peers; each kind in turn if there is none.
    pub(crate) kind: Option<Attack>,
    /// Number of messages that each honest peer sends one at a time, and for each of which the time until its return is measured.
    pub(crate) paced: u32,
    /// The time between these messages.
    pub(crate) pace: Duration,
    /// Number of messages that each honest peer then sends as fast as it can.
    pub(crate) fast: u32,
    /// Duration of a flood.
    pub(crate) flood: Duration,
    /// Size of the longest messages of honest peers in bytes.
    pub(crate) longest: usize,
    /// The timeouts of the node, which hostile peers exceed.
    pub(crate) patience: Duration,
}

impl Plan {
    const fn messages(self) -> u32 {
        self.paced + self.fast
    }
}

/// The time after which a run fails.
const LIMIT: Duration = Duration::from_secs(180);

/// The number of peers of each kind in the table.
const PEERS: u32 = 8;

/// The identity number of the first hostile peer.
const HOSTILE: u32 = 1_000_000;

/// A run with honest peers.
const fn with_honest(honest: u32, hostile: u32) -> Plan {
    Plan {
        honest,
        hostile,
        kind: None,
        paced: 80,
        pace: Duration::from_millis(250),
        fast: 300,
        flood: Duration::from_secs(15),
        longest: 170_000,
        patience: Duration::from_secs(10),
    }
}

/// A run with hostile peers of one kind.
const fn alone(kind: Attack) -> Plan {
    let plan = with_honest(0, PEERS);
    Plan { kind: Some(kind), flood: Duration::from_secs(3), patience: Duration::from_secs(2), ..plan }
}

/// The settings of the sessions of the node and of the peers.
pub(crate) fn settings(plan: Plan) -> Settings {
    let mut settings = Settings::new("TEZOS_SOAK");
    settings.session.target = target();
    settings.session.message_max_bytes = 1 << 20;
    settings.message_heap_max_bytes = 8 << 20;
    settings.handshake_timeout = plan.patience;
    settings.idle_timeout = Some(plan.patience);
    settings
}

fn target() -> PowTarget {
    PowTarget::from_bits(4)
}

/// Returns the identity of a number, which is the same in both processes. Number 0 is the node, followed by the honest peers.
pub(crate) fn identity(number: u32) -> Identity {
    let mut secret = [0x50; 32];
    secret[..4].copy_from_slice(&number.to_be_bytes());
    let secret = CryptoBoxSecretKey::new(secret);
    let stamp = target().search(&secret.public_key(), Stamp([0; 24]), u64::MAX).unwrap();
    Identity::new(secret, stamp)
}

/// Connects to the node from the address of a peer.
async fn connect(node: SocketAddr, number: u32) -> io::Result<TcpStream> {
    let (network, index) = (if number < HOSTILE { 10 } else { 100 }, number % HOSTILE);
    let address = Ipv4Addr::new(127, network + u8::try_from(index / 200).unwrap(), (index % 200) as u8, 1);
    let socket = TcpSocket::new_v4()?;
    socket.bind((address, 0).into())?;
    socket.connect(node).await
}

/// What the peers know after a run.
#[derive(Debug, Default)]
pub(crate) struct PeerReport {
    pub(crate) hostile: Vec<Attacker>,
    /// The round trips of the paced messages of honest peers: median, p99, longest.
    pub(crate) latencies: Option<[Duration; 3]>,
    pub(crate) errors: Vec<String>,
}

pub(crate) fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u32>().unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let (soak, kinds) = match arguments[..] {
        ["peers", node, honest, hostile] => {
            return print_peers(node.parse().unwrap(), with_honest(number(honest), number(hostile)));
        }
        ["peers", node, kind] => return print_peers(node.parse().unwrap(), alone(Attack::parse(kind))),
        [] => (Some(with_honest(400, 100)), Attack::ALL.to_vec()),
        ["table"] => (None, Attack::ALL.to_vec()),
        // What a connection costs is needed for the others.
        ["table", ref kinds @ ..] => {
            (None, [Attack::Silent].into_iter().chain(kinds.iter().map(|kind| Attack::parse(kind))).collect())
        }
        [honest, hostile] => (Some(with_honest(number(honest), number(hostile))), Vec::new()),
        _ => panic!("usage: soak [table [KIND ..] | HONEST HOSTILE]"),
    };
    let soak = soak.map(|plan| {
        let numbers = [plan.honest, plan.hostile].map(|number| number.to_string());
        (plan, in_two_processes(plan, &numbers))
    });
    let scenarios = kinds.into_iter().map(|kind| {
        let (plan, mut done) = (alone(kind), None);
        let heap = measure(|| done = Some(in_two_processes(plan, &[format!("{kind:?}")])));
        let (run, report) = done.unwrap();
        Scenario::new(kind, &run, &report, plan, heap.bytes_max)
    });
    let scenarios: Vec<Scenario> = scenarios.collect();
    let failures = figures::print_and_save(soak.as_ref(), &scenarios);
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs all peers at once.
pub(crate) async fn peers(node: SocketAddr, plan: Plan) -> PeerReport {
    let ((latencies, errors), hostile) = tokio::join!(honest::all(node, plan), hostile::all(node, plan));
    PeerReport { hostile, latencies, errors }
}

/// Runs all peers, and prints the report for the other process.
fn print_peers(node: SocketAddr, plan: Plan) -> ExitCode {
    // On a machine with two cores, the node has one.
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let report = runtime.block_on(peers(node, plan));
    for Attacker { kind, number, sent, connections, is_closed } in &report.hostile {
        println!("hostile {kind:?} {number} {sent} {connections} {is_closed}");
    }
    if let Some([median, p99, longest]) = report.latencies.map(|times| times.map(|time| time.as_micros())) {
        println!("latencies {median} {p99} {longest}");
    }
    for error in &report.errors {
        println!("{error}");
    }
    ExitCode::SUCCESS
}

/// Runs the node on this thread and the peers in another process.
fn in_two_processes(plan: Plan, peers: &[String]) -> (Run, PeerReport) {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let both = async {
        let (node, address) = node::start(plan).await;
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["peers", &address.to_string()])
            .args(peers)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut output = child.stdout.take().unwrap();
        let report = async {
            let mut text = String::new();
            output.read_to_string(&mut text).await.unwrap();
            assert!(child.wait().await.unwrap().success(), "the process of the peers failed");
            report(&text)
        };
        timeout(LIMIT, node::run(node, plan, report)).await
    };
    runtime.block_on(both).unwrap_or_else(|_| panic!("not done after {LIMIT:?}"))
}

/// Reads what the process of the peers printed.
fn report(text: &str) -> PeerReport {
    let mut report = PeerReport::default();
    for line in text.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["hostile", kind, number, sent, connections, is_closed] => report.hostile.push(Attacker {
                kind: Attack::parse(kind),
                number: number.parse().unwrap(),
                sent: sent.parse().unwrap(),
                connections: connections.parse().unwrap(),
                is_closed: is_closed.parse().unwrap(),
            }),
            ["latencies", median, p99, longest] => {
                report.latencies =
                    Some([median, p99, longest].map(|time| Duration::from_micros(time.parse().unwrap())));
            }
            _ => report.errors.push(line.into()),
        }
    }
    report
}
