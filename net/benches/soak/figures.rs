//! Checks the results and prints the figures.

use core::time::Duration;
use std::{fs, path::Path};

use serde_json::{Value, json};
use tezos_messages::session::{Network, chunk_cost};

use super::{
    HOSTILE, PEERS, PeerReport, Plan,
    hostile::{Attack, Attacker, flood_message},
    node::{MAX_OUTGOING_BYTES, Run, Sample, Seen, allowance},
    settings,
};

/// The memory that a connection keeps beside messages, in bytes.
const KEPT_BYTES: u64 = 512 << 10;

/// The bytes for each connection from which on the cost of a byte is shown.
const LEAST_BYTES: u64 = 10_000;

/// Returns a sentence for each requirement that is not met.
pub(crate) fn judge(run: &Run, report: &PeerReport, plan: Plan) -> Vec<String> {
    let mut failures = report.errors.clone();
    for number in 1..=plan.honest {
        match run.seen.iter().find(|seen| seen.number == number) {
            None => failures.push(format!("honest peer {number} never made its handshake")),
            Some(Seen { differs_at: Some(at), .. }) => {
                failures.push(format!("honest peer {number}: message {at} is not the one it sent"));
            }
            Some(Seen { not_sent: Some(error), .. }) => failures.push(format!("honest peer {number}: {error}")),
            Some(seen) if seen.messages != plan.messages() => {
                failures.push(format!("honest peer {number}: {} of {} messages", seen.messages, plan.messages()));
            }
            Some(_) => {}
        }
    }
    if report.hostile.len() != plan.hostile as usize {
        failures.push(format!("{} of {} hostile peers were there", report.hostile.len(), plan.hostile));
    }
    failures.extend(report.hostile.iter().flat_map(|attacker| judge_one(run, attacker)));
    failures
}

/// Returns a sentence for each way in which a hostile peer was not treated as it should be.
fn judge_one(run: &Run, attacker: &Attacker) -> Vec<String> {
    let Attacker { kind, number, connections, is_closed, .. } = attacker;
    let seen: Vec<&Seen> = run.seen.iter().filter(|seen| seen.number == *number).collect();
    let ends: Vec<_> = seen.iter().filter_map(|seen| seen.end.as_ref()).collect();
    let mut failures = Vec::new();
    if !kind.causes(&ends) {
        failures.push(format!("{kind:?}: ended with {ends:?}"));
    }
    if *is_closed != kind.is_closed_by_node() {
        failures.push(format!("{kind:?}: closed by the node: {is_closed}"));
    }
    if *kind == Attack::Reconnect && *connections != 1 {
        failures.push(format!("{kind:?}: {connections} connections were answered"));
    }
    if *kind == Attack::Flood {
        failures.extend(seen.iter().filter_map(|seen| above_allowance(seen)));
    }
    failures
}

/// Checks that a flood costs no more than its allowance.
fn above_allowance(seen: &Seen) -> Option<String> {
    let message = flood_message();
    let chunk = chunk_cost(u16::try_from(message.len() + 16).unwrap());
    let each = Network::Chain.message_cost(&message).unwrap().plus(chunk).0;
    let allowance = allowance();
    let refilled = u128::from(allowance.per_second.0) * seen.lasted.as_micros() / 1_000_000;
    let most = (u128::from(allowance.burst.0) + refilled) / u128::from(each) + 1;
    let messages = seen.messages;
    (u128::from(messages) > most).then(|| format!("Flood: {messages} messages, the allowance is for {most}"))
}

/// What the peers of one kind cost the node.
#[derive(Debug)]
pub(crate) struct Scenario {
    kind: Attack,
    connections: u32,
    sent: u64,
    cpu: Duration,
    heap: u64,
    failures: Vec<String>,
}

impl Scenario {
    pub(crate) fn new(kind: Attack, run: &Run, report: &PeerReport, plan: Plan, heap: u64) -> Self {
        let mut failures = judge(run, report, plan);
        let settings = settings(plan);
        let budget = u64::from(settings.session.message_max_bytes) + settings.message_heap_max_bytes as u64;
        let budget = budget + u64::from(MAX_OUTGOING_BYTES) + KEPT_BYTES;
        let heap = heap / u64::from(PEERS);
        if heap > budget {
            failures.push(format!("{kind:?}: {heap} bytes for a peer: expected at most {budget}"));
        }
        let connections = report.hostile.iter().map(|attacker| attacker.connections).sum();
        let sent = report.hostile.iter().map(|attacker| attacker.sent).sum();
        Self { kind, connections, sent, cpu: run.cpu, heap, failures }
    }

    /// Returns the nanoseconds for each byte, beyond the cost of the connections.
    fn for_byte(&self, connection: Duration) -> Option<f64> {
        let beyond = self.cpu.saturating_sub(connection * self.connections);
        let many = self.sent > LEAST_BYTES * u64::from(self.connections);
        many.then(|| beyond.as_nanos() as f64 / self.sent as f64)
    }
}

/// Memory before the run, with all honest peers connected, after half of the messages, and after all.
#[derive(Debug)]
struct Memory {
    before: u64,
    connected: u64,
    half: u64,
    late: u64,
    peak: u64,
}

fn memory(run: &Run, plan: Plan) -> Option<Memory> {
    let total = u64::from(plan.honest) * u64::from(plan.messages());
    let of = |wanted: &dyn Fn(&&Sample) -> bool| {
        run.samples.iter().filter(wanted).last().map(|sample| sample.resident_bytes)
    };
    Some(Memory {
        before: run.samples.first()?.resident_bytes,
        connected: of(&|sample| sample.messages == 0)?,
        half: of(&|sample| sample.messages > 0 && sample.messages <= total / 2)?,
        late: of(&|sample| sample.messages == total && sample.peers >= plan.honest as usize)?,
        peak: run.samples.iter().map(|sample| sample.resident_bytes).max()?,
    })
}

/// Prints the figures, saves them as JSON, and returns the number of failures.
pub(crate) fn print_and_save(soak: Option<&(Plan, (Run, PeerReport))>, scenarios: &[Scenario]) -> usize {
    let (mut failures, mut saved) = (Vec::new(), json!({}));
    if let Some((plan, (run, report))) = soak {
        failures.extend(judge(run, report, *plan));
        saved["soak"] = print_soak(run, report, *plan);
    }
    if !scenarios.is_empty() {
        failures.extend(scenarios.iter().flat_map(|scenario| scenario.failures.clone()));
        saved["scenarios"] = print_scenarios(scenarios);
    }
    for failure in &failures {
        println!("FAILED: {failure}");
    }
    saved["failures"] = json!(failures);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/soak.json");
    match fs::write(&file, format!("{saved:#}\n")) {
        Ok(()) => println!("saved as {}", file.display()),
        Err(error) => println!("cannot save {}: {error}", file.display()),
    }
    failures.len()
}

fn print_soak(run: &Run, report: &PeerReport, plan: Plan) -> Value {
    let (_, lasted, fast_bytes) = run.fast;
    let honest = || run.seen.iter().filter(|seen| seen.number < HOSTILE);
    let messages: u64 = honest().map(|seen| u64::from(seen.messages)).sum();
    let bytes: u64 = honest().map(|seen| seen.bytes).sum();
    let fast = u64::from(plan.honest) * u64::from(plan.fast);
    let a_second = |count: u64| if lasted.is_zero() { 0.0 } else { count as f64 / lasted.as_secs_f64() };
    let memory = memory(run, plan);
    let peers = u64::from(plan.honest + plan.hostile);
    println!("peers                      {} honest, {} hostile", plan.honest, plan.hostile);
    println!("messages of honest peers   {messages}, all sent back; {bytes} bytes");
    if let Some([median, p99, longest]) = report.latencies {
        let paced = f64::from(plan.honest) / plan.pace.as_secs_f64();
        println!(
            "round trip                 median {median:.1?}, p99 {p99:.1?}, longest {longest:.1?}, at {paced} messages a second"
        );
    }
    println!(
        "as fast as possible        {:.0} messages, {:.1} MB a second",
        a_second(fast),
        a_second(fast_bytes) / 1e6
    );
    println!("time of the node's thread  {:.1?}", run.cpu);
    match &memory {
        Some(memory) => {
            println!("memory before              {} kB", memory.before / 1024);
            println!("memory for a silent peer   {} kB", memory.connected.saturating_sub(memory.before) / peers / 1024);
            println!("memory for a busy peer     {} kB", memory.late.saturating_sub(memory.before) / peers / 1024);
            println!("growth in the second half  {:+} kB", (memory.late as i64 - memory.half as i64) / 1024);
            println!("peak                       {} kB", memory.peak / 1024);
        }
        None => println!("memory                     not known: no /proc, or too few samples"),
    }
    let samples: Vec<_> = run.samples.iter().map(|sample| {
        json!({"seconds": sample.after.as_secs_f64(), "resident_bytes": sample.resident_bytes, "peers": sample.peers, "messages": sample.messages})
    }).collect();
    json!({
        "honest": plan.honest,
        "hostile": plan.hostile,
        "messages": messages,
        "bytes": bytes,
        "latency_microseconds": report.latencies.map(|times| times.map(|time| time.as_micros() as u64)),
        "messages_per_second": a_second(fast),
        "bytes_per_second": a_second(fast_bytes),
        "cpu_seconds": run.cpu.as_secs_f64(),
        "memory_bytes": memory.map(|memory| json!({
            "before": memory.before, "connected": memory.connected, "half": memory.half, "late": memory.late, "peak": memory.peak,
        })),
        "samples": samples,
    })
}

/// Prints the table of the hostile kinds, in Markdown.
fn print_scenarios(scenarios: &[Scenario]) -> Value {
    let silent = scenarios.iter().find(|scenario| scenario.kind == Attack::Silent).unwrap();
    let connection = silent.cpu / silent.connections;
    println!("| kind | connections | bytes sent | CPU ms | ns for a byte | heap for a peer, kB | as expected |");
    println!("|---|--:|--:|--:|--:|--:|---|");
    let rows = scenarios.iter().map(|scenario| {
        let Scenario { kind, connections, sent, cpu, heap, failures } = scenario;
        let for_byte = scenario.for_byte(connection);
        let shown = for_byte.map_or("–".to_owned(), |nanoseconds| format!("{nanoseconds:.1}"));
        let verdict = if failures.is_empty() { "yes" } else { "no" };
        let (milliseconds, kilobytes) = (cpu.as_secs_f64() * 1e3, heap / 1024);
        println!("| {kind:?} | {connections} | {sent} | {milliseconds:.1} | {shown} | {kilobytes} | {verdict} |");
        json!({
            "kind": format!("{kind:?}"), "connections": connections, "sent_bytes": sent,
            "cpu_seconds": cpu.as_secs_f64(), "nanoseconds_per_byte": for_byte, "heap_bytes_per_peer": heap,
            "failures": failures,
        })
    });
    rows.collect()
}
