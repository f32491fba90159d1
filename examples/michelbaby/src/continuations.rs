//! Version 2: each instruction names the one that comes next, and what is to be done later stands on a stack of its own.
//!
//! [`Code::run`] is one loop. What the recursive interpreter keeps on the stack of the thread is in a vector here, the control stack, so
//! that the depth of a program is limited by memory alone.

use core::ops::ControlFlow;

use tezos_encoding::arena::Child;

use crate::{
    check::Checked,
    program::{Instr, InstrNode},
    stack::{Fault, Stack, Value},
};

/// The place of an instruction in its [`Code`].
type Place = usize;

/// An instruction, and the place of the next one.
#[derive(Debug, Clone)]
enum Op {
    Push(Value, Place),
    Mul(Place),
    Dec(Place),
    CmpNz(Place),
    Loop {
        body: Place,
        next: Place,
    },
    Dup(Place),
    Swap(Place),
    Drop(Place),
    Dip {
        body: Place,
        next: Place,
    },
    Io(Place),
    /// Goes on with what is on the control stack.
    Halt,
}

/// The place of [`Op::Halt`], where the program and each body end.
const HALT: Place = 0;

/// What is to be done when a body has ended.
enum Later {
    /// The loop runs again.
    Loop(Place),
    /// The value that a `Dip` held comes back.
    Restore(Value, Place),
}

/// A checked program as version 2 runs it.
#[derive(Debug, Clone)]
pub struct Code {
    checked: Checked,
    ops: Vec<Op>,
    start: Place,
}

/// What remains to be translated, the last instruction first.
enum Task {
    /// Translates an instruction in front of what is translated.
    Emit(Child<Instr>),
    /// The body is translated: its loop stands in front of this.
    Loop(Place),
    /// The body is translated: its dip stands in front of this.
    Dip(Place),
}

impl Code {
    /// Translates a program, with the same kind of loop as [`Code::run`].
    #[must_use]
    pub fn new(checked: Checked) -> Self {
        let mut ops = vec![Op::Halt];
        let mut next = HALT;
        let mut tasks = vec![Task::Emit(checked.program().root())];
        while let Some(task) = tasks.pop() {
            let op = match task {
                Task::Loop(behind) => Op::Loop { body: next, next: behind },
                Task::Dip(behind) => Op::Dip { body: next, next: behind },
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

    /// Runs the program on a stack; `io` is the outside world, which only `Io` meets.
    ///
    /// # Errors
    /// [`Fault::Stopped`]; [`Fault::Input`].
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
