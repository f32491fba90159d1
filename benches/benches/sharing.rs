//! One message in three forms: owned, owned with byte strings that share the receive buffer, and a view. There are two messages: a list of
//! 1,097 operations in 171 kB, and a block header.
//!
//! `cargo bench -p tezos-codec-benches --features sharing --bench sharing` prints, for each form, the time to decode and drop it, the
//! allocations of decoding, and the memory that stays allocated while the value is alive. All forms are measured in turns, in one run.

#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "a benchmark may panic")]

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use bytes::Bytes;
use tezos_encoding::Decode;
use tezos_messages::{
    p2p::{PeerMessage, PeerMessageView},
    samples,
};

/// The number of turns, whose median is printed.
const TURNS: usize = 51;
/// The minimum time of a turn.
const TURN: Duration = Duration::from_millis(2);

/// A form of a message.
struct Form<'m> {
    name: &'static str,
    decode: Box<dyn Fn() + 'm>,
    /// True if the value keeps the receive buffer alive.
    keeps_buffer: bool,
}

fn forms(buffer: &Bytes) -> [Form<'_>; 3] {
    [
        Form {
            name: "owned",
            decode: Box::new(|| drop(black_box(PeerMessage::from_bytes(black_box(buffer)).unwrap()))),
            keeps_buffer: false,
        },
        Form {
            name: "shared",
            decode: Box::new(|| drop(black_box(PeerMessage::from_shared(black_box(buffer)).unwrap()))),
            keeps_buffer: true,
        },
        Form {
            name: "view",
            decode: Box::new(|| _ = black_box(PeerMessageView::from_bytes(black_box(buffer)).unwrap())),
            keeps_buffer: true,
        },
    ]
}

/// Returns the mean time of a decode in one turn.
fn turn(decode: &dyn Fn()) -> Duration {
    let (start, mut decodes) = (Instant::now(), 0_u32);
    while start.elapsed() < TURN {
        (0..16).for_each(|_| decode());
        decodes = decodes.saturating_add(16);
    }
    start.elapsed() / decodes
}

/// The names and the bytes of the messages that are measured.
#[derive(Default)]
struct Samples(Vec<(&'static str, Bytes)>);

impl samples::Visitor for Samples {
    fn message<T: samples::Message>(&mut self, name: &'static str, sample: T) {
        if ["operations_for_blocks", "block_header"].contains(&name) {
            self.0.push((name, sample.to_bytes().unwrap().into()));
        }
    }
}

fn main() {
    let mut samples = Samples::default();
    samples::visit(&mut samples);
    println!(
        "{:<24} {:<7} {:>9} {:>12} {:>16} {:>12}",
        "message", "form", "time", "allocations", "bytes allocated", "bytes kept"
    );
    for (name, buffer) in &samples.0 {
        let forms = forms(buffer);
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..TURNS {
            times.iter_mut().zip(&forms).for_each(|(times, form)| times.push(turn(&*form.decode)));
        }
        for (form, times) in forms.iter().zip(&mut times) {
            times.sort_unstable();
            let median = times.get(TURNS / 2).copied().unwrap_or_default();
            let allocated = allocation_counter::measure(|| (form.decode)());
            // The allocated memory is at its peak when the value is complete, before it is dropped.
            let kept = allocated.bytes_max.saturating_add(if form.keeps_buffer { buffer.len() as u64 } else { 0 });
            println!(
                "{:<24} {:<7} {:>6.2} µs {:>12} {:>16} {:>12}",
                name,
                form.name,
                median.as_secs_f64() * 1e6,
                allocated.count_total,
                allocated.bytes_total,
                kept
            );
        }
    }
}
