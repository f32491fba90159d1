//! Two functions timed in turns.
//!
//! Both functions of a pair are timed in every round, a tenth of a millisecond each, and the least time of each counts: that is what it
//! takes when nobody interferes. Messages are decoded from every place in a cache line, as criterion's are, because how a list lies to
//! the vector that it is copied to makes the copy faster or slower.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a benchmark may panic"
)]

use std::{
    env,
    hint::black_box,
    process::{Command, exit},
    time::{Duration, Instant},
};

use tezos_encoding::Decode;

use crate::by_hand::{Body, Viewed};

/// What glibc is told: to keep 1 GiB of free memory, and to take blocks up to 32 MiB from the heap, as it would by itself after a while
/// if it were not told about the free memory.
pub const MALLOC: [(&str, &str); 2] =
    [("MALLOC_TRIM_THRESHOLD_", "1073741824"), ("MALLOC_MMAP_THRESHOLD_", "33554432")];

/// Bytes.
const CACHE_LINE: usize = 64;

/// How long a function is timed in a round.
const TURN: Duration = Duration::from_micros(100);

/// The most bytes that the copies of a message take, so that they stay near the processor.
const ALL_PLACES: usize = 1 << 20;

/// A message at several places of a cache line, at all of them if it is not too long.
#[derive(Clone, Debug)]
struct Places(Vec<(usize, Vec<u8>)>);

impl Places {
    /// A message, at the places.
    fn of(message: &[u8]) -> Self {
        let places = (ALL_PLACES / message.len()).clamp(8, CACHE_LINE);
        let starts = (0..places).map(|place| place * CACHE_LINE / places);
        Self(starts.map(|start| (start, [&[0; CACHE_LINE][..start], message].concat())).collect())
    }

    /// The message of a turn.
    fn at(&self, turn: usize) -> &[u8] {
        let (start, bytes) = &self.0[turn % self.0.len()];
        &bytes[*start..]
    }
}

/// Times both functions in turns, `rounds` of them, and prints the least time of a call of each, and their ratio, which is the
/// result. A function makes as many calls as its argument says.
fn pair(name: &str, rounds: usize, mut functions: [&mut dyn FnMut(usize); 2]) -> f64 {
    let calls = functions.each_mut().map(|function| {
        // To warm up.
        function(CACHE_LINE);
        let begin = Instant::now();
        function(CACHE_LINE);
        let more = TURN.as_nanos() / begin.elapsed().as_nanos().max(1);
        CACHE_LINE * usize::try_from(more.max(1)).unwrap()
    });
    let mut least = [f64::INFINITY; 2];
    for _ in 0..rounds {
        for (index, function) in functions.iter_mut().enumerate() {
            // The other function has been in the caches since.
            function(1);
            let begin = Instant::now();
            function(calls[index]);
            let each = begin.elapsed().as_secs_f64() * 1e9 / f64::from(u32::try_from(calls[index]).unwrap());
            least[index] = least[index].min(each);
        }
    }
    let [derived, by_hand] = least;
    let ratio = derived / by_hand;
    println!("{name:<44} {derived:>11.1} {by_hand:>11.1} {ratio:>7.2}");
    ratio
}

/// Calls of a decoder. A macro, because a view borrows from the bytes.
macro_rules! decoding {
    ($places:ident, $decode:expr) => {
        &mut |calls| {
            for turn in 0..calls {
                black_box($decode(black_box($places.at(turn))).unwrap());
            }
        }
    };
}

/// Times decoding and encoding a body, derived and by hand, after both have given the same; the ratios.
pub fn body<T: Body>(name: &str, rounds: usize, bytes: &[u8]) -> [f64; 2] {
    let (value, places) = (T::from_bytes(bytes).unwrap(), Places::of(bytes));
    assert_eq!(T::read_by_hand(bytes).unwrap(), value, "{name}");
    assert!(value.write_by_hand().unwrap() == bytes && value.to_bytes().unwrap() == bytes, "{name}");
    let calls = [decoding!(places, T::from_bytes) as &mut dyn FnMut(usize), decoding!(places, T::read_by_hand)];
    let decode = pair(&format!("decode/{name}"), rounds, calls);
    let derived = &mut |calls| (0..calls).for_each(|_| drop(black_box(black_box(&value).to_bytes())));
    let by_hand = &mut |calls| (0..calls).for_each(|_| drop(black_box(black_box(&value).write_by_hand())));
    [decode, pair(&format!("encode/{name}"), rounds, [derived, by_hand])]
}

/// Times the view of a body and a struct that is borrowed by hand, after both have given what they have in common.
pub fn view<T: Viewed>(name: &str, rounds: usize, bytes: &[u8]) {
    let places = Places::of(bytes);
    assert!(T::alike(&T::Derived::from_bytes(bytes).unwrap(), &T::borrow_by_hand(bytes).unwrap()), "{name}");
    let calls =
        [decoding!(places, T::Derived::from_bytes) as &mut dyn FnMut(usize), decoding!(places, T::borrow_by_hand)];
    pair(&format!("view/{name}"), rounds, calls);
}

/// Times two decoders of the same bytes, which drop what they give; the ratio.
pub fn decoders(name: &str, rounds: usize, bytes: &[u8], derived: impl Fn(&[u8]), by_hand: impl Fn(&[u8])) -> f64 {
    let places = Places::of(bytes);
    let derived = &mut |calls| (0..calls).for_each(|turn| derived(black_box(places.at(turn))));
    let by_hand = &mut |calls| (0..calls).for_each(|turn| by_hand(black_box(places.at(turn))));
    pair(name, rounds, [derived, by_hand])
}

/// How many rounds there are, in a process whose glibc was told [`MALLOC`] when it started: this one, or one that it starts and whose end
/// is its own.
pub fn rounds() -> usize {
    if !env::args().any(|argument| argument == "--bench") {
        // `cargo test --benches` only wants to see it run.
        return 1;
    }
    if MALLOC.iter().any(|(name, _)| env::var_os(name).is_none()) {
        let mut again = Command::new(env::current_exe().unwrap());
        exit(again.args(env::args_os().skip(1)).envs(MALLOC).status().unwrap().code().unwrap_or(1));
    }
    500
}

/// Prints the line above the times.
pub fn heading() {
    println!("{:<44} {:>11} {:>11} {:>7}", "nanoseconds", "derived", "by hand", "ratio");
}
