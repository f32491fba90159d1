//! Prints the tables, after showing how version 1 ends: `cargo run --release -p michelbaby`.

use std::{
    env,
    error::Error,
    ops::ControlFlow,
    process::{Command, Output},
    time::Duration,
};

use michelbaby::{
    check::{Checked, Type, check},
    program::Program,
    recursive::{run, run_without_counter},
    report::{Effort, report, time_tree},
    stack::{Stack, Value},
};
use tezos_encoding::Decode as _;

/// The levels of the program that ends version 1: a level takes some hundred bytes of the 8 MiB of stack that a main thread has.
const LEVELS: usize = 1_000_000;

/// The number of rounds; the shortest time is printed.
const ROUNDS: u32 = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tree", name, levels] => {
            let [write, read] = time_tree(name, levels.parse()?, ROUNDS)?;
            println!("{} {}", write.as_nanos(), read.as_nanos());
        }
        ["overflow"] => {
            let stack = run_without_counter(&deep()?, zero(), &mut |_| ControlFlow::Continue(()));
            println!("version 1 ends with {stack:?}");
        }
        _ => {
            overflow()?;
            let effort = Effort { rounds: ROUNDS, repeats: 100, levels: [10, 20] };
            println!("{}", report(effort, in_a_process)?);
        }
    }
    Ok(())
}

/// Runs a program of a million levels by versions 1 and 1.1.
fn overflow() -> Result<(), Box<dyn Error>> {
    println!("A program of {LEVELS} levels:\n");
    let Output { status, stdout, stderr } = again(&["overflow"])?;
    let said = [stdout, stderr].concat();
    let said = String::from_utf8_lossy(&said);
    println!("version 1, in a process of its own: {status}\n  {}", said.trim().replace('\n', "\n  "));
    if let Err(fault) = run(&deep()?, zero(), &mut |_| ControlFlow::Continue(())) {
        println!("version 1.1: {fault}");
    }
    println!();
    Ok(())
}

/// Returns `Seq (Seq (.. Dec) Dec) Dec`.
fn deep() -> Result<Checked, Box<dyn Error>> {
    let (seq, dec) = (10, 2);
    let bytes = [vec![seq; LEVELS - 1], vec![dec; LEVELS]].concat();
    Ok(check(Program::from_bytes(&bytes)?, &[Type::Int])?)
}

/// Returns the stack on which it runs.
fn zero() -> Stack {
    Stack(vec![Value::from(0)])
}

/// Times a tree in a process of its own.
fn in_a_process(name: &str, levels: u32) -> Result<[Duration; 2], Box<dyn Error>> {
    let output = again(&["tree", name, &levels.to_string()])?;
    let text = String::from_utf8(output.stdout)?;
    let times = text.trim().split_once(' ').ok_or("the process has printed no times")?;
    Ok([Duration::from_nanos(times.0.parse()?), Duration::from_nanos(times.1.parse()?)])
}

/// Runs this program with other arguments.
fn again(arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    Ok(Command::new(env::current_exe()?).args(arguments).output()?)
}
