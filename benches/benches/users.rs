//! The types of a new user (`benches/users`), by derived and by handwritten code, timed in turns:
//! `cargo bench -p tezos-codec-benches --bench users`; with `--profile bench-lto` for fat LTO and one codegen unit.
//!
//! The time of a call includes dropping its result.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use tezos_codec_benches::{bodies, samples::Samples, turns};
use tezos_codec_users::{arrays, newtypes};

/// Returns the geometric mean of ratios.
fn mean<'r>(ratios: impl Iterator<Item = &'r f64> + Clone) -> f64 {
    let count = u32::try_from(ratios.clone().count()).unwrap();
    (ratios.map(|ratio| ratio.ln()).sum::<f64>() / f64::from(count)).exp()
}

fn main() {
    let rounds = turns::rounds();
    let samples = Samples::load();
    println!("messages: {}", samples.origin);
    turns::heading();
    macro_rules! style {
        ($time:ident, $style:ident: $($name:ident: $type:ident;)*) => {
            [$({
                let (name, bytes) = (stringify!($name), samples.body(stringify!($name)));
                let name = format!("{}/{name} {}", stringify!($style), bytes.len());
                turns::$time::<$style::$type>(&name, rounds, bytes)
            }),*]
        };
    }
    macro_rules! situation {
        ($name:literal, $time:ident) => {
            let arrays = bodies!(style! [connection ack viewed lists] $time, arrays:);
            let newtypes = bodies!(style! [connection ack viewed lists] $time, newtypes:);
            for (direction, at) in [("decode", 0), ("encode", 1)] {
                let [arrays, newtypes] =
                    [&arrays, &newtypes].map(|style| style.iter().map(move |ratios| ratios.get(at).unwrap()));
                let both: Vec<f64> = arrays.clone().chain(newtypes.clone()).copied().collect();
                println!(
                    "{}{direction}: geometric mean {:.2}, arrays {:.2}, newtypes {:.2}, at most {:.2}",
                    $name,
                    mean(both.iter()),
                    mean(arrays),
                    mean(newtypes),
                    both.iter().copied().fold(0.0, f64::max)
                );
            }
        };
    }
    situation!("", body);
    situation!("called ", called);
}
