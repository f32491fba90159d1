//! Checks the results and prints the figures.

use core::time::Duration;
use std::{fs, path::Path};

use serde_json::json;
use tezos_messages::session::{Network, chunk_cost};

use super::{
    PeerReport, Plan, allowance,
    hostile::{Attack, flood_message},
    node::{Run, Sample, Seen},
};

/// Returns a sentence for each requirement that is not met.
pub(crate) fn judge(run: &Run, report: &PeerReport, plan: Plan) -> Vec<String> {
    let mut failures = report.errors.clone();
    for number in 1..=plan.honest {
        match run.seen.iter().find(|seen| seen.honest == Some(number)) {
            None => failures.push(format!("honest peer {number} never made its handshake")),
            Some(Seen { differs_at: Some(at), .. }) => {
                failures.push(format!("honest peer {number}: message {at} is not the one it sent"));
            }
            Some(Seen { error: Some(error), .. }) => failures.push(format!("honest peer {number}: {error}")),
            Some(seen) if seen.messages != plan.messages => {
                failures.push(format!("honest peer {number}: {} of {} messages", seen.messages, plan.messages));
            }
            Some(_) => {}
        }
    }
    if report.hostile.len() != plan.hostile as usize {
        failures.push(format!("{} of {} hostile peers were there", report.hostile.len(), plan.hostile));
    }
    for (address, kind) in &report.hostile {
        match run.seen.iter().find(|seen| seen.address == *address) {
            None => failures.push(format!("{kind:?}: the node saw no connection from {address}")),
            Some(seen) if !kind.causes(seen.error.as_ref()) => {
                failures.push(format!("{kind:?}: ended with {:?}", seen.error));
            }
            Some(seen) if *kind == Attack::Flood => failures.extend(above_allowance(seen)),
            Some(_) => {}
        }
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
    let total = u64::from(plan.honest) * u64::from(plan.messages);
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

/// Prints the figures, and saves them as JSON.
pub(crate) fn print_and_save(run: &Run, plan: Plan, failures: &[String]) {
    let honest = run.seen.iter().filter(|seen| seen.honest.is_some());
    let (messages, bytes) =
        honest.fold((0, 0), |(messages, bytes), seen| (messages + u64::from(seen.messages), bytes + seen.received));
    let a_second = |count: u64| if run.busy == Duration::ZERO { 0.0 } else { count as f64 / run.busy.as_secs_f64() };
    let memory = memory(run, plan);
    let peers = u64::from(plan.honest + plan.hostile);
    println!("peers                      {} honest, {} hostile", plan.honest, plan.hostile);
    println!("messages received          {messages}, all sent back; {bytes} bytes in {:.2?}", run.busy);
    println!("in a second, each way      {:.0} messages, {:.1} MB", a_second(messages), a_second(bytes) / 1e6);
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
    for failure in failures {
        println!("FAILED: {failure}");
    }
    let samples: Vec<_> = run.samples.iter().map(|sample| {
        json!({"seconds": sample.after.as_secs_f64(), "resident_bytes": sample.resident_bytes, "peers": sample.peers, "messages": sample.messages})
    }).collect();
    let figures = json!({
        "honest": plan.honest,
        "hostile": plan.hostile,
        "messages": messages,
        "bytes": bytes,
        "seconds": run.busy.as_secs_f64(),
        "messages_per_second": a_second(messages),
        "bytes_per_second": a_second(bytes),
        "memory_bytes": memory.map(|memory| json!({
            "before": memory.before, "connected": memory.connected, "half": memory.half, "late": memory.late, "peak": memory.peak,
        })),
        "samples": samples,
        "failures": failures,
    });
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/soak.json");
    match fs::write(&file, format!("{figures:#}\n")) {
        Ok(()) => println!("saved as {}", file.display()),
        Err(error) => println!("cannot save {}: {error}", file.display()),
    }
}
