//! Times functions in turns.
//!
//! All functions of a row are timed in every round, a tenth of a millisecond each, and the minimum time of each is used: this is the time
//! without interference from other processes. Messages are decoded from varying offsets within a cache line, as in the benchmarks by
//! criterion, because the speed of copying a list depends on its alignment and that of the vector that it is copied to.

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

use tezos_encoding::{Decode, Encode};

use crate::by_hand::{Body, Viewed};

/// The settings of glibc's allocator: keep 1 GiB of free memory, and take blocks of up to 32 MiB from the heap. By default, glibc raises
/// the second threshold by itself in the course of time, but not once the first one is set.
pub const MALLOC: [(&str, &str); 2] =
    [("MALLOC_TRIM_THRESHOLD_", "1073741824"), ("MALLOC_MMAP_THRESHOLD_", "33554432")];

/// The size of a cache line in bytes.
const CACHE_LINE: usize = 64;

/// The time for which a function is called in a round.
const TURN: Duration = Duration::from_micros(100);

/// The maximum size of all copies of a message in bytes, so that they stay in the caches.
const COPIES_MAX_BYTES: usize = 1 << 20;

/// Copies of a message at several offsets within a cache line, at all 64 if the message is not too long.
#[derive(Clone, Debug)]
struct Copies(Vec<(usize, Vec<u8>)>);

impl Copies {
    /// Copies a message to the offsets.
    fn of(message: &[u8]) -> Self {
        let count = (COPIES_MAX_BYTES / message.len()).clamp(8, CACHE_LINE);
        let starts = (0..count).map(|index| index * CACHE_LINE / count);
        Self(starts.map(|start| (start, [&[0; CACHE_LINE][..start], message].concat())).collect())
    }

    /// Returns the copy for a turn.
    fn at(&self, turn: usize) -> &[u8] {
        let (start, bytes) = &self.0[turn % self.0.len()];
        &bytes[*start..]
    }
}

/// Times functions in turns, in `rounds` rounds, and returns the minimum time per call of each in nanoseconds. The argument of a function is
/// the number of calls that it makes.
pub fn shortest<const N: usize>(rounds: usize, mut functions: [&mut dyn FnMut(usize); N]) -> [f64; N] {
    let calls = functions.each_mut().map(|function| {
        // A warm-up.
        function(CACHE_LINE);
        let begin = Instant::now();
        function(CACHE_LINE);
        let more = TURN.as_nanos() / begin.elapsed().as_nanos().max(1);
        CACHE_LINE * usize::try_from(more.max(1)).unwrap()
    });
    let mut shortest = [f64::INFINITY; N];
    for _ in 0..rounds {
        for (index, function) in functions.iter_mut().enumerate() {
            // An untimed call, because the other function has used the caches in the meantime.
            function(1);
            let begin = Instant::now();
            function(calls[index]);
            let each = begin.elapsed().as_secs_f64() * 1e9 / f64::from(u32::try_from(calls[index]).unwrap());
            shortest[index] = shortest[index].min(each);
        }
    }
    shortest
}

/// Times two functions as [`shortest`] does. Prints the times and their ratio, and returns the ratio.
fn pair(name: &str, rounds: usize, functions: [&mut dyn FnMut(usize); 2]) -> f64 {
    let [derived, by_hand] = shortest(rounds, functions);
    let ratio = derived / by_hand;
    println!("{name:<44} {derived:>11.1} {by_hand:>11.1} {ratio:>7.2}");
    ratio
}

/// Returns a function that calls a decoder. This is a macro because a view borrows from the bytes.
macro_rules! decoding {
    ($copies:ident, $decode:expr) => {
        &mut |calls| {
            for turn in 0..calls {
                black_box($decode(black_box($copies.at(turn))).unwrap());
            }
        }
    };
}

/// Times decoding and encoding a body, derived and by hand, after checking that both give the same results. Returns the ratios.
pub fn body<T: Body>(name: &str, rounds: usize, bytes: &[u8]) -> [f64; 2] {
    let (value, copies) = (T::from_bytes(bytes).unwrap(), Copies::of(bytes));
    assert_eq!(T::read_by_hand(bytes).unwrap(), value, "{name}");
    assert!(value.write_by_hand().unwrap() == bytes && value.to_bytes().unwrap() == bytes, "{name}");
    let calls = [decoding!(copies, T::from_bytes) as &mut dyn FnMut(usize), decoding!(copies, T::read_by_hand)];
    let decode = pair(&format!("decode/{name}"), rounds, calls);
    let derived = &mut |calls| (0..calls).for_each(|_| drop(black_box(black_box(&value).to_bytes())));
    let by_hand = &mut |calls| (0..calls).for_each(|_| drop(black_box(black_box(&value).write_by_hand())));
    [decode, pair(&format!("encode/{name}"), rounds, [derived, by_hand])]
}

/// Times the same as [`body`] where a user's program calls it: in functions of its own, which return an `Option` and are not inlined, and
/// with a message at one address.
pub fn called<T: Body>(name: &str, rounds: usize, bytes: &[u8]) -> [f64; 2] {
    #[inline(never)]
    fn decode<T: for<'a> Decode<'a>>(bytes: &[u8]) -> Option<T> {
        T::from_bytes(bytes).ok()
    }
    #[inline(never)]
    fn decode_by_hand<T: Body>(bytes: &[u8]) -> Option<T> {
        T::read_by_hand(bytes).ok()
    }
    #[inline(never)]
    fn encode<T: Encode>(value: &T) -> Option<Vec<u8>> {
        value.to_bytes().ok()
    }
    #[inline(never)]
    fn encode_by_hand<T: Body>(value: &T) -> Option<Vec<u8>> {
        value.write_by_hand().ok()
    }
    let (value, copies) = (T::from_bytes(bytes).unwrap(), Copies(vec![(0, bytes.to_vec())]));
    let calls = [decoding!(copies, decode::<T>) as &mut dyn FnMut(usize), decoding!(copies, decode_by_hand::<T>)];
    let decode = pair(&format!("called decode/{name}"), rounds, calls);
    let derived = &mut |calls| (0..calls).for_each(|_| drop(black_box(encode(black_box(&value)))));
    let by_hand = &mut |calls| (0..calls).for_each(|_| drop(black_box(encode_by_hand(black_box(&value)))));
    [decode, pair(&format!("called encode/{name}"), rounds, [derived, by_hand])]
}

/// Times the derived view of a body and the handwritten struct that borrows from it, after checking that they agree.
pub fn view<T: Viewed>(name: &str, rounds: usize, bytes: &[u8]) {
    let copies = Copies::of(bytes);
    assert!(T::alike(&T::Derived::from_bytes(bytes).unwrap(), &T::borrow_by_hand(bytes).unwrap()), "{name}");
    let calls =
        [decoding!(copies, T::Derived::from_bytes) as &mut dyn FnMut(usize), decoding!(copies, T::borrow_by_hand)];
    pair(&format!("view/{name}"), rounds, calls);
}

/// Times two decoders of the same bytes, which drop their results. Returns the ratio.
pub fn decoders(name: &str, rounds: usize, bytes: &[u8], derived: impl Fn(&[u8]), by_hand: impl Fn(&[u8])) -> f64 {
    let copies = Copies::of(bytes);
    let derived = &mut |calls| (0..calls).for_each(|turn| derived(black_box(copies.at(turn))));
    let by_hand = &mut |calls| (0..calls).for_each(|turn| by_hand(black_box(copies.at(turn))));
    pair(name, rounds, [derived, by_hand])
}

/// Returns the number of rounds. If this process was started without the settings [`MALLOC`], runs itself again with them instead, and
/// exits with the status of that process.
pub fn rounds() -> usize {
    if !env::args().any(|argument| argument == "--bench") {
        // `cargo test --benches` only checks that the benchmark runs.
        return 1;
    }
    if MALLOC.iter().any(|(name, _)| env::var_os(name).is_none()) {
        let mut again = Command::new(env::current_exe().unwrap());
        exit(again.args(env::args_os().skip(1)).envs(MALLOC).status().unwrap().code().unwrap_or(1));
    }
    500
}

/// Prints the header line of the times.
pub fn heading() {
    println!("{:<44} {:>11} {:>11} {:>7}", "nanoseconds", "derived", "by hand", "ratio");
}
