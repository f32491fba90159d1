//! Runs a node with many peers on loopback, some of them hostile. All messages of the honest peers arrive in order, and memory does not grow.
//!
//! `cargo bench -p tezos-net --bench soak` runs 200 peers, 20 of them hostile, in a separate process, so that only the memory of the node is
//! measured; `-- HONEST HOSTILE MESSAGES` sets other numbers. It prints figures and saves them as `target/soak.json`. It fails if a message
//! of an honest peer is lost, changed or out of order, if a hostile peer does not end with the right error, or after two minutes. No figure
//! makes it fail.

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
mod hostile;
pub(crate) mod node;

use core::{net::SocketAddr, time::Duration};
use std::{
    env,
    process::{ExitCode, Stdio},
};

use hostile::Attack;
use tezos_encoding::cost::Cost;
use tezos_messages::{
    identity::{CryptoBoxSecretKey, Identity, PowTarget, Stamp},
    session::Allowance,
};
use tezos_net::Settings;
use tokio::{
    io::AsyncReadExt,
    net::TcpListener,
    process::Command,
    time::{error::Elapsed, timeout},
};

/// The numbers of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// Number of honest peers.
    pub(crate) honest: u32,
    /// Number of hostile peers, of each kind in turn.
    pub(crate) hostile: u32,
    /// Number of messages that each honest peer sends and receives.
    pub(crate) messages: u32,
    /// Duration of a flood.
    pub(crate) flood: Duration,
    /// Size of the longest messages in bytes.
    pub(crate) longest: usize,
    /// The timeouts of the node, which hostile peers exceed.
    pub(crate) patience: Duration,
}

/// The time after which the run fails.
const LIMIT: Duration = Duration::from_secs(120);

/// The settings of the node and of the peers.
pub(crate) fn settings(plan: Plan) -> Settings {
    let mut settings = Settings::new("TEZOS_SOAK");
    settings.session.target = target();
    settings.session.message_max_bytes = 1 << 20;
    settings.handshake_timeout = plan.patience;
    settings.idle_timeout = Some(plan.patience);
    settings
}

/// The allowance of a peer: a tenth of a core.
pub(crate) fn allowance() -> Allowance {
    Allowance { burst: Cost::of(Duration::from_millis(50)), per_second: Cost::of(Duration::from_millis(100)) }
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

/// The report of the process of the peers: the hostile peers, and the errors of the honest ones.
#[derive(Debug, Default)]
pub(crate) struct PeerReport {
    pub(crate) hostile: Vec<(SocketAddr, Attack)>,
    pub(crate) errors: Vec<String>,
}

#[tokio::main]
pub(crate) async fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u32>().unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let plan = |honest, hostile, messages| Plan {
        honest,
        hostile,
        messages,
        flood: Duration::from_secs(15),
        longest: 170_000,
        patience: Duration::from_secs(10),
    };
    match arguments[..] {
        ["peers", address, honest, hostile, messages] => {
            let report = peers(address.parse().unwrap(), plan(number(honest), number(hostile), number(messages))).await;
            for (address, kind) in &report.hostile {
                println!("hostile {address} {kind:?}");
            }
            for error in &report.errors {
                println!("error {error}");
            }
            ExitCode::SUCCESS
        }
        [honest, hostile, messages] => in_two_processes(plan(number(honest), number(hostile), number(messages))).await,
        [] => in_two_processes(plan(180, 20, 1500)).await,
        _ => panic!("usage: soak [HONEST HOSTILE MESSAGES]"),
    }
}

/// Runs all peers at once.
pub(crate) async fn peers(node: SocketAddr, plan: Plan) -> PeerReport {
    let (honest, hostile) = tokio::join!(honest::all(node, plan), hostile::all(node, plan));
    PeerReport { hostile, errors: honest }
}

/// Runs the node in this process and the peers in another one.
async fn in_two_processes(plan: Plan) -> ExitCode {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let numbers = [plan.honest, plan.hostile, plan.messages].map(|number| number.to_string());
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["peers", &listener.local_addr().unwrap().to_string()])
        .args(numbers)
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut text = String::new();
    let mut output = child.stdout.take().unwrap();
    let all = async { tokio::join!(node::serve(listener, plan), output.read_to_string(&mut text)).0 };
    let run = match timeout(LIMIT, all).await {
        Ok(run) => run,
        Err(Elapsed { .. }) => {
            println!("not done after {LIMIT:?}");
            return ExitCode::FAILURE;
        }
    };
    if !child.wait().await.unwrap().success() {
        println!("the process of the peers failed");
        return ExitCode::FAILURE;
    }
    let failures = figures::judge(&run, &report(&text), plan);
    figures::print_and_save(&run, plan, &failures);
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reads what the process of the peers printed.
fn report(text: &str) -> PeerReport {
    let mut report = PeerReport::default();
    for line in text.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["hostile", address, kind] => {
                let kind = Attack::ALL.into_iter().find(|known| format!("{known:?}") == kind).unwrap();
                report.hostile.push((address.parse().unwrap(), kind));
            }
            _ => report.errors.push(line.into()),
        }
    }
    report
}
