//! Version 2: each instruction has the index of the next one, and work that remains to be done is on a stack of its own.
//!
//! [`Code::run`] is one loop. What the recursive interpreter keeps on the stack of the thread is in a vector here, the control stack, so
//! that only memory limits the depth of a program.

use core::ops::ControlFlow;

use tezos_encoding::arena::Child;

use crate::{
    check::Checked,
    program::{Instr, InstrNode},
    stack::{Fault, Stack, Value},
};

/// The index of an instruction in its [`Code`].
type Index = usize;

/// An instruction, with the index of the next one.
#[derive(Debug, Clone)]
enum Op {
    Push(Value, Index),
    Mul(Index),
    Dec(Index),
    CmpNz(Index),
    Loop {
        body: Index,
        next: Index,
    },
    Dup(Index),
    Swap(Index),
    Drop(Index),
    Dip {
        body: Index,
        next: Index,
    },
    Io(Index),
    /// Continues with the top of the control stack.
    Halt,
}

/// The index of [`Op::Halt`], with which the program and each body end.
const HALT: Index = 0;

/// What to do after a body has ended.
enum Later {
    /// Run the loop again.
    Loop(Index),
    /// Push the value that a `Dip` set aside.
    Restore(Value, Index),
}

/// A checked program, translated for version 2.
#[derive(Debug, Clone)]
pub struct Code {
    checked: Checked,
    ops: Vec<Op>,
    start: Index,
}

/// A remaining step of the translation, which goes from the last instruction to the first.
enum Task {
    /// Translates an instruction that comes before those that are already translated.
    Emit(Child<Instr>),
    /// Adds a loop whose body has just been translated; this is the index of the instruction after the loop.
    Loop(Index),
    /// Adds a dip whose body has just been translated; this is the index of the instruction after the dip.
    Dip(Index),
}

impl Code {
    /// Translates a program. Like [`Code::run`], this is a loop.
    #[must_use]
    pub fn new(checked: Checked) -> Self {
        let mut ops = vec![Op::Halt];
        let mut next = HALT;
        let mut tasks = vec![Task::Emit(checked.program().root())];
        while let Some(task) = tasks.pop() {
            let op = match task {
                Task::Loop(after) => Op::Loop { body: next, next: after },
                Task::Dip(after) => Op::Dip { body: next, next: after },
                Task::Emit(at) => match checked.program().get(at) {
                    Some(InstrNode::Push(literal)) => Op::Push(literal.into(), next),
                    Some(InstrNode::Mul) => Op::Mul(next),
                    Some(InstrNode::Dec) => Op::Dec(next),
                    Some(InstrNode::CmpNz) => Op::CmpNz(next),
                    Some(InstrNode::Dup) => Op::Dup(next),
                    Some(InstrNode::Swap) => Op::Swap(next),
                    Some(InstrNode::Drop) => Op::Drop(next),
                    Some(InstrNode::Io) => Op::Io(next),
                    Some(InstrNode::Loop(body)) => {
                        tasks.extend([Task::Loop(next), Task::Emit(*body)]);
                        next = HALT;
                        continue;
                    }
                    Some(InstrNode::Dip(body)) => {
                        tasks.extend([Task::Dip(next), Task::Emit(*body)]);
                        next = HALT;
                        continue;
                    }
                    Some(InstrNode::Seq { first, second }) => {
                        tasks.extend([Task::Emit(*first), Task::Emit(*second)]);
                        continue;
                    }
                    None => continue,
                },
            };
            next = ops.len();
            ops.push(op);
        }
        Self { checked, ops, start: next }
    }

    /// Runs the program on a stack; `io` is the outside world, which only the instruction `Io` calls.
    ///
    /// # Errors
    /// [`Fault::Stopped`] if `io` stops the program; [`Fault::Input`] if the stack has other types than the program was checked for.
    pub fn run(&self, mut stack: Stack, io: &mut impl FnMut(&Value) -> ControlFlow<()>) -> Result<Stack, Fault> {
        self.checked.accepts(&stack)?;
        let mut control: Vec<Later> = Vec::new();
        let mut at = self.start;
        loop {
            at = match self.ops.get(at).ok_or(Fault::Stuck)? {
                Op::Push(value, next) => {
                    stack.push(value.clone());
                    *next
                }
                Op::Mul(next) => {
                    stack.mul()?;
                    *next
                }
                Op::Dec(next) => {
                    stack.dec()?;
                    *next
                }
                Op::CmpNz(next) => {
                    stack.cmp_nz()?;
                    *next
                }
                Op::Loop { body, next } => {
                    if stack.pop_bool()? {
                        control.push(Later::Loop(at));
                        *body
                    } else {
                        *next
                    }
                }
                Op::Dup(next) => {
                    stack.dup()?;
                    *next
                }
                Op::Swap(next) => {
                    stack.swap()?;
                    *next
                }
                Op::Drop(next) => {
                    stack.pop()?;
                    *next
                }
                Op::Dip { body, next } => {
                    control.push(Later::Restore(stack.pop()?, *next));
                    *body
                }
                Op::Io(next) => {
                    if io(stack.top()?).is_break() {
                        return Err(Fault::Stopped);
                    }
                    *next
                }
                Op::Halt => match control.pop() {
                    None => return Ok(stack),
                    Some(Later::Loop(again)) => again,
                    Some(Later::Restore(value, next)) => {
                        stack.push(value);
                        next
                    }
                },
            };
        }
    }
}
