//! Counts the instructions of all work in `tezos_codec_benches::scaling`, fits a line to each series, and compares hostile inputs with an
//! honest message of the same size; `ci/scaling` calls it. It counts instructions because times are not reproducible on a busy machine.
//!
//! The program runs itself under valgrind's callgrind, which writes a file each time that `noted` is called.

#![forbid(unsafe_code)]

use std::{
    env, fs,
    hint::black_box,
    io,
    path::Path,
    process::{Command, ExitCode},
    thread,
};

use tezos_codec_benches::scaling::{
    Series,
    fit::Fit,
    hostile::{self, Input},
    series,
};

/// The argument of the process under valgrind.
const INSIDE: &str = "--inside";

/// Makes libc copy without `rep movsb`, which it would use from some length on, and which callgrind counts as one instruction per byte.
const PLAIN_COPIES: &str = "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM";

/// The size of the stack in bytes, which is ample for the deepest values in boxes.
const STACK: usize = 256 << 20;

fn main() -> io::Result<ExitCode> {
    let inside = env::args().nth(1).is_some_and(|argument| argument == INSIDE);
    let run = move || if inside { run().map(|()| ExitCode::SUCCESS) } else { count() };
    let thread = thread::Builder::new().stack_size(STACK).spawn(run)?;
    thread.join().map_err(|_| io::Error::other("a result was not as expected"))?
}

/// Runs all work under callgrind. Each unit runs once before it is counted, so that libc's functions are already linked and its allocator
/// has free blocks of the sizes that the work needs.
fn run() -> io::Result<()> {
    let (series, honest, hostile) = (series(), hostile::honest(), hostile::hostile());
    let units = series.iter().flat_map(|series| &series.points).map(|(_, work)| work);
    for work in units.chain([&honest]).chain(hostile.iter().map(|input| &input.work)) {
        work();
        counted(work);
        noted();
    }
    Ok(())
}

/// Runs a unit of work; callgrind counts from here on.
#[inline(never)]
fn counted(work: &dyn Fn()) {
    black_box(work)();
}

/// Marks the point at which callgrind writes its counts.
#[inline(never)]
fn noted() {
    black_box(());
}

fn count() -> io::Result<ExitCode> {
    let folder = env::temp_dir().join(format!("tezos-codec-scaling-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let counts = in_valgrind(&folder);
    fs::remove_dir_all(&folder)?;
    let (series, mut counts) = (series(), counts?.into_iter());
    let mut bent = 0usize;
    for Series { name, what, points } in &series {
        let costs: Vec<(f64, f64)> =
            points.iter().map(|(size, _)| *size as f64).zip(counts.by_ref().map(|count| count as f64)).collect();
        if costs.len() != points.len() {
            return Err(io::Error::other("valgrind returned fewer counts than expected"));
        }
        let fit = Fit::through(&costs);
        let verdict = if fit.is_line() { "" } else { "   NOT A LINE" };
        println!("{:<58} {fit}{verdict}", format!("{name}, {what}"));
        if !fit.is_line() {
            bent = bent.saturating_add(1);
            costs.iter().for_each(|(size, cost)| println!("    {size:>7} {cost:>12}"));
        }
    }
    println!("scaling: {} series, {bent} of them not a line", series.len());
    let expensive = expensive(&mut counts)?;
    Ok(if bent == 0 && expensive == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the number of hostile inputs that cost too much. The counts are in the order of [`run`].
fn expensive(counts: &mut impl Iterator<Item = u64>) -> io::Result<usize> {
    let short = || io::Error::other("valgrind returned fewer counts than expected");
    let honest = counts.next().ok_or_else(short)?;
    println!("an honest message of a mebibyte: {honest} instructions");
    let (mut expensive, inputs) = (0usize, hostile::hostile());
    for Input { name, max_multiple, .. } in &inputs {
        let count = counts.next().ok_or_else(short)?;
        let times = count as f64 / honest as f64;
        let verdict = if times <= *max_multiple { "" } else { "   TOO MUCH" };
        println!("{name:<84} {count:>12}   {times:>6.1} times, at most {max_multiple}{verdict}");
        expensive = expensive.saturating_add(usize::from(times > *max_multiple));
    }
    println!("hostile: {} inputs, {expensive} of them too expensive", inputs.len());
    Ok(expensive)
}

/// Returns the instructions of each unit of work, in order.
fn in_valgrind(folder: &Path) -> io::Result<Vec<u64>> {
    let out = folder.join("out");
    let status = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--quiet",
            "--zero-before=scaling_gate::counted*",
            "--dump-before=scaling_gate::noted*",
        ])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(env::current_exe()?)
        .arg(INSIDE)
        .env("GLIBC_TUNABLES", PLAIN_COPIES)
        .status()?;
    if !status.success() {
        return Err(io::Error::other(format!("valgrind: {status}")));
    }
    let mut counts = Vec::new();
    loop {
        let file = folder.join(format!("out.{}", counts.len().saturating_add(1)));
        if !file.exists() {
            return Ok(counts);
        }
        let text = fs::read_to_string(file)?;
        let total = text.lines().rev().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok());
        counts.push(total.ok_or_else(|| io::Error::other("a callgrind file has no total"))?);
    }
}
