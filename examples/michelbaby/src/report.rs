//! The tables of both tales, measured in one run.

use core::{error::Error, hint::black_box, ops::ControlFlow, time::Duration};
use std::{fmt::Write as _, time::Instant};

use tezos_encoding::{Decode, Encode};

use crate::{
    cases::{Sixty, SixtyEveryUse, Tree, Two, TwoEveryUse},
    check::check,
    continuations::Code,
    native,
    program::{self, Program},
    recursive,
    stack::{Stack, Value},
};

/// The amount of work that is measured.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The number of rounds; the shortest time is printed. Every candidate runs in every round, so that other load affects all candidates.
    pub rounds: u32,
    /// The number of factorials in a round.
    pub repeats: u32,
    /// The levels of the trees: 20 levels are a million leaves.
    pub levels: u32,
}

/// Measures all candidates, and returns both tables.
///
/// # Errors
/// If a candidate has a wrong result.
pub fn report(effort: Effort) -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    interpreters(effort, &mut out)?;
    trees(effort, &mut out)?;
    Ok(out)
}

/// The factorial of 100.
const N: i64 = 100;

fn interpreters(effort: Effort, out: &mut String) -> Result<(), Box<dyn Error>> {
    let bytes = program::factorial(N).to_bytes()?;
    let checked = check(Program::from_bytes(&bytes)?, &[])?;
    let code = Code::new(checked.clone());
    let expected = native::factorial(N, &mut |_| ());
    let results = [recursive::run(&checked, Stack::default(), &mut ignore)?, code.run(Stack::default(), &mut ignore)?];
    if results.iter().any(|Stack(values)| *values != [Value::Int(expected.clone())]) {
        return Err("the interpreters return a wrong factorial".into());
    }
    let [native, first, second, once] = shortest(
        effort.rounds,
        [
            &mut || {
                for _ in 0..effort.repeats {
                    black_box(native::factorial(black_box(N), &mut |product| {
                        black_box(product);
                    }));
                }
            },
            &mut || {
                for _ in 0..effort.repeats {
                    let _ = black_box(recursive::run(black_box(&checked), Stack::default(), &mut ignore));
                }
            },
            &mut || {
                for _ in 0..effort.repeats {
                    let _ = black_box(black_box(&code).run(Stack::default(), &mut ignore));
                }
            },
            &mut || {
                for _ in 0..effort.repeats {
                    let checked = Program::from_bytes(black_box(&bytes)).ok().and_then(|read| check(read, &[]).ok());
                    let _ = black_box(checked.map(Code::new));
                }
            },
        ],
    );
    writeln!(out, "Factorial of {N}, once:\n")?;
    writeln!(out, "| | time | of version 1.1 | of native |\n|---|---:|---:|---:|")?;
    let rows = [
        ("native", native),
        ("version 1.1, recursive with a counter", first),
        ("version 2, continuations", second),
        ("reading, checking and translating, once for all runs", once),
    ];
    for (what, time) in rows {
        let each = time.as_secs_f64() * 1e6 / f64::from(effort.repeats);
        let (of_first, of_native) = (ratio(time, first), ratio(time, native));
        writeln!(out, "| {what} | {each:.2} µs | {:.1} % | {of_native:.2} |", of_first * 100.0)?;
    }
    Ok(())
}

/// An outside world that ignores values, although the compiler does not know that it does.
fn ignore(value: &Value) -> ControlFlow<()> {
    black_box(value);
    ControlFlow::Continue(())
}

fn trees(effort: Effort, out: &mut String) -> Result<(), Box<dyn Error>> {
    let (two, sixty) = (Sample::<Two>::new(effort)?, Sample::<Sixty>::new(effort)?);
    let (two_every, sixty_every) = (Sample::<TwoEveryUse>::new(effort)?, Sample::<SixtyEveryUse>::new(effort)?);
    let times = shortest(
        effort.rounds,
        [
            &mut || two.write(),
            &mut || two.read(),
            &mut || sixty.write(),
            &mut || sixty.read(),
            &mut || two_every.write(),
            &mut || two_every.read(),
            &mut || sixty_every.write(),
            &mut || sixty_every.read(),
        ],
    );
    writeln!(out, "\nA full binary tree of 2^{} leaves:\n", effort.levels)?;
    writeln!(out, "| cases of the union | checked | write | read |\n|---|---|---:|---:|")?;
    let rows = [(2, "by the compiler"), (60, "by the compiler"), (2, "at every use"), (60, "at every use")];
    for ((cases, when), times) in rows.into_iter().zip(times.chunks(2)) {
        write!(out, "| {cases} | {when} |")?;
        for time in times {
            write!(out, " {:.1} ms |", time.as_secs_f64() * 1e3)?;
        }
        out.push('\n');
    }
    Ok(())
}

/// A tree and its bytes.
struct Sample<T> {
    tree: T,
    bytes: Vec<u8>,
}

impl<T: Tree> Sample<T> {
    fn new(effort: Effort) -> Result<Self, Box<dyn Error>> {
        let tree = T::full(effort.levels, 0);
        let bytes = tree.to_bytes()?;
        if T::from_bytes(&bytes)? != tree {
            return Err("a tree is read as another one".into());
        }
        Ok(Self { tree, bytes })
    }

    fn write(&self) {
        let _ = black_box(black_box(&self.tree).to_bytes());
    }

    /// Reads the tree, and drops it.
    fn read(&self) {
        let _ = black_box(T::from_bytes(black_box(&self.bytes)));
    }
}

/// A candidate that has taken this long in total does not run in further rounds.
const ENOUGH: Duration = Duration::from_secs(4);

/// Returns the shortest time of each candidate. The candidates take turns.
fn shortest<const N: usize>(rounds: u32, mut candidates: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut times = [(Duration::MAX, Duration::ZERO); N];
    for _ in 0..rounds {
        for (candidate, (shortest, total)) in candidates.iter_mut().zip(&mut times) {
            if *total < ENOUGH {
                let start = Instant::now();
                candidate();
                let time = start.elapsed();
                *shortest = time.min(*shortest);
                *total = total.saturating_add(time);
            }
        }
    }
    times.map(|(shortest, _)| shortest)
}

fn ratio(time: Duration, of: Duration) -> f64 {
    time.as_secs_f64() / of.as_secs_f64().max(f64::MIN_POSITIVE)
}
