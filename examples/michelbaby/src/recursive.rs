//! Version 1.1: a function that calls itself for each instruction, and counts the levels.
//!
//! Without the counter (version 1) a deep program would exhaust the stack of the thread, which ends the process. With the counter, the
//! program fails instead, and every instruction pays for counting and for returning a result.

use core::ops::ControlFlow;

use tezos_encoding::arena::Child;

use crate::{
    check::Checked,
    program::{Instr, InstrNode, Program},
    stack::{Fault, Stack, Value},
};

/// The maximum number of levels. They fit in a stack of 2 MiB, even in a debug build.
pub const DEPTH_LIMIT: u32 = 1_000;

/// Runs a program on a stack; `io` is the outside world.
///
/// # Errors
/// [`Fault::TooDeep`] above [`DEPTH_LIMIT`]; [`Fault::Stopped`] if `io` stops the program; [`Fault::Input`] if the stack has other types
/// than the program was checked for.
pub fn run(checked: &Checked, stack: Stack, io: &mut impl FnMut(&Value) -> ControlFlow<()>) -> Result<Stack, Fault> {
    run_within(DEPTH_LIMIT, checked, stack, io)
}

/// Runs a program as version 1, which has no limit: a program with too many levels for the thread's stack ends the process.
///
/// # Errors
/// Those of [`run`], without [`Fault::TooDeep`].
pub fn run_without_counter(
    checked: &Checked,
    stack: Stack,
    io: &mut impl FnMut(&Value) -> ControlFlow<()>,
) -> Result<Stack, Fault> {
    run_within(u32::MAX, checked, stack, io)
}

fn run_within(
    levels: u32,
    checked: &Checked,
    mut stack: Stack,
    io: &mut impl FnMut(&Value) -> ControlFlow<()>,
) -> Result<Stack, Fault> {
    checked.accepts(&stack)?;
    let program = checked.program();
    step(program, program.root(), &mut stack, levels, io)?;
    Ok(stack)
}

/// Runs one instruction, which may have at most `levels` levels.
fn step(
    program: &Program,
    at: Child<Instr>,
    stack: &mut Stack,
    levels: u32,
    io: &mut impl FnMut(&Value) -> ControlFlow<()>,
) -> Result<(), Fault> {
    let levels = levels.checked_sub(1).ok_or(Fault::TooDeep { limit: DEPTH_LIMIT })?;
    match program.get(at).ok_or(Fault::Stuck)? {
        InstrNode::Push(literal) => stack.push(literal.into()),
        InstrNode::Mul => stack.mul()?,
        InstrNode::Dec => stack.dec()?,
        InstrNode::CmpNz => stack.cmp_nz()?,
        InstrNode::Loop(body) => {
            while stack.pop_bool()? {
                step(program, *body, stack, levels, io)?;
            }
        }
        InstrNode::Dup => stack.dup()?,
        InstrNode::Swap => stack.swap()?,
        InstrNode::Drop => {
            stack.pop()?;
        }
        InstrNode::Dip(body) => {
            let held = stack.pop()?;
            step(program, *body, stack, levels, io)?;
            stack.push(held);
        }
        InstrNode::Io => {
            if io(stack.top()?).is_break() {
                return Err(Fault::Stopped);
            }
        }
        InstrNode::Seq { first, second } => {
            step(program, *first, stack, levels, io)?;
            step(program, *second, stack, levels, io)?;
        }
    }
    Ok(())
}
