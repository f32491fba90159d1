//! The types of a new user beside the same work by hand, in turns: `cargo bench -p tezos-codec-benches --bench users`; with
//! `--profile bench-lto` as one unit.
//!
//! What is timed is a call with all that it takes, the drop of its result included. The types are those of `benches/users`.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use tezos_codec_benches::{bodies, samples::Samples, turns};
use tezos_codec_users::{arrays, newtypes};

/// The geometric mean of ratios.
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
        ($style:ident: $($name:ident: $type:ident;)*) => {
            [$({
                let (name, bytes) = (stringify!($name), samples.body(stringify!($name)));
                let name = format!("{}/{name} {}", stringify!($style), bytes.len());
                turns::body::<$style::$type>(&name, rounds, bytes)
            }),*]
        };
    }
    let arrays = bodies!(style! [connection ack viewed lists] arrays:);
    let newtypes = bodies!(style! [connection ack viewed lists] newtypes:);
    for (direction, at) in [("decode", 0), ("encode", 1)] {
        let [arrays, newtypes] =
            [&arrays, &newtypes].map(|style| style.iter().map(move |ratios| ratios.get(at).unwrap()));
        let both = mean(arrays.clone().chain(newtypes.clone()));
        println!("{direction}: geometric mean {both:.2}, arrays {:.2}, newtypes {:.2}", mean(arrays), mean(newtypes));
    }
}
