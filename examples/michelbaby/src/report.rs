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

/// How much is measured.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Rounds, of which the shortest time counts. In each, every candidate has its turn, so that what disturbs the machine meets all.
    pub rounds: u32,
    /// Factorials in a turn.
    pub repeats: u32,
    /// Levels of the trees: 20 is a million leaves.
    pub levels: u32,
}

/// Measures, and prints both tables.
///
/// # Errors
/// Where a candidate has another result than it should.
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
        return Err("the interpreters have another factorial".into());
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

/// A world that looks at nothing, which the compiler does not know.
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
            return Err("the tree that is read is another".into());
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

/// A candidate that took this long has no more turns.
const ENOUGH: Duration = Duration::from_secs(4);

/// The shortest time of each of some candidates, which take turns.
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
