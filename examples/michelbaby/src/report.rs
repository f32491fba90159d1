//! The tables of both tales.

use core::{error::Error, hint::black_box, ops::ControlFlow, time::Duration};
use std::{fmt::Write as _, time::Instant};

use tezos_encoding::{Decode, Encode};

use crate::{
    bare::Bare,
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
    /// The levels of the trees above their leaves: a small one, which the caches of the processor hold, and a large one.
    pub levels: [u32; 2],
}

/// Measures all candidates, and returns both tables. `time_tree` calls [`time_tree`] in a process of its own: the memory that another tree has
/// left behind makes a tree faster or slower than its type does.
///
/// # Errors
/// If a candidate has a wrong result, or a process fails.
pub fn report(
    effort: Effort,
    mut time_tree: impl FnMut(&str, u32) -> Result<[Duration; 2], Box<dyn Error>>,
) -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    interpreters(effort, &mut out)?;
    let [small, large] = effort.levels;
    writeln!(out, "\nFull binary trees of 2^{small} and of 2^{large} leaves:\n")?;
    writeln!(out, "| cases of the union | checked | write 2^{small} | read | write 2^{large} | read |")?;
    writeln!(out, "|---|---|---:|---:|---:|---:|")?;
    for (name, cases, checked) in TREES {
        write!(out, "| {cases} | {checked} |")?;
        for levels in effort.levels {
            for time in time_tree(name, levels)? {
                write!(out, " {:.3} ms |", time.as_secs_f64() * 1e3)?;
            }
        }
        out.push('\n');
    }
    Ok(out)
}

/// The trees: a name, the cases of the union, and when it is checked that they have different tags.
const TREES: [(&str, &str, &str); 5] = [
    ("bare", "2", "no schema"),
    ("two", "2", "by the compiler"),
    ("sixty", "60", "by the compiler"),
    ("two-every-use", "2", "at every use"),
    ("sixty-every-use", "60", "at every use"),
];

/// Returns the shortest times of writing and of reading a tree.
///
/// # Errors
/// If the name is not that of a tree, or if the tree is read as another one.
pub fn time_tree(name: &str, levels: u32, rounds: u32) -> Result<[Duration; 2], Box<dyn Error>> {
    match name {
        "bare" => of_tree::<Bare>(levels, rounds),
        "two" => of_tree::<Two>(levels, rounds),
        "sixty" => of_tree::<Sixty>(levels, rounds),
        "two-every-use" => of_tree::<TwoEveryUse>(levels, rounds),
        "sixty-every-use" => of_tree::<SixtyEveryUse>(levels, rounds),
        _ => Err(format!("there is no tree `{name}`").into()),
    }
}

fn of_tree<T: Tree>(levels: u32, rounds: u32) -> Result<[Duration; 2], Box<dyn Error>> {
    let tree = T::full(levels, 0);
    let bytes = tree.write().ok_or("a tree is not written")?;
    if T::read(&bytes).as_ref() != Some(&tree) {
        return Err("a tree is read as another one".into());
    }
    // Reading includes dropping.
    let mut write = || drop(black_box(black_box(&tree).write()));
    let mut read = || drop(black_box(T::read(black_box(&bytes))));
    Ok(shortest(rounds, [&mut write, &mut read]))
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
