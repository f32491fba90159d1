//! The types of the stack, checked once, before a program runs. A loop over the program, so that any depth is checked.

use core::fmt;

use tezos_encoding::arena::Child;

use crate::{
    program::{Instr, InstrNode, Literal, Program},
    stack::{Fault, Stack, Value},
};

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// An integer.
    Int,
    /// A boolean.
    Bool,
}

impl Type {
    const fn of(value: &Value) -> Self {
        match value {
            Value::Int(_) => Self::Int,
            Value::Bool(_) => Self::Bool,
        }
    }
}

/// A program whose instructions fit the stacks that they meet.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    program: Program,
    input: Vec<Type>,
    output: Vec<Type>,
}

impl Checked {
    /// The program.
    #[must_use]
    pub const fn program(&self) -> &Program {
        &self.program
    }

    /// Types of the values that it leaves, the top last.
    #[must_use]
    pub fn output(&self) -> &[Type] {
        &self.output
    }

    /// Checks that a stack has the types that the program was checked for.
    pub(crate) fn accepts(&self, stack: &Stack) -> Result<(), Fault> {
        if stack.0.iter().map(Type::of).eq(self.input.iter().copied()) { Ok(()) } else { Err(Fault::Input) }
    }
}

/// What remains to be done.
enum Task {
    /// Checks an instruction on the stack of now.
    Check(Child<Instr>),
    /// The body of a loop has ended: its stack is to be a boolean on top of these.
    EndLoop(Child<Instr>, Vec<Type>),
    /// The body of a dip has ended: this one comes back.
    EndDip(Type),
}

/// Checks a program for stacks of these types, the top last.
///
/// # Errors
/// The first instruction that does not fit, and its stack.
pub fn check(program: Program, input: &[Type]) -> Result<Checked, TypeError> {
    let mut stack = input.to_vec();
    let mut tasks = vec![Task::Check(program.root())];
    while let Some(task) = tasks.pop() {
        let fits = match task {
            Task::Check(at) => match program.get(at) {
                Some(node) => enter(node, at, &mut stack, &mut tasks).ok_or(at),
                None => Err(at),
            },
            Task::EndDip(held) => {
                stack.push(held);
                Ok(())
            }
            Task::EndLoop(at, outside) => match stack.split_last() {
                Some((Type::Bool, rest)) if *rest == outside => {
                    stack = outside;
                    Ok(())
                }
                _ => Err(at),
            },
        };
        if let Err(at) = fits {
            return Err(TypeError::new(&program, at, stack));
        }
    }
    Ok(Checked { program, input: input.to_vec(), output: stack })
}

/// What an instruction does to the types, and what is to be checked after it; `None` if it does not fit.
fn enter(node: &InstrNode, at: Child<Instr>, stack: &mut Vec<Type>, tasks: &mut Vec<Task>) -> Option<()> {
    match node {
        InstrNode::Push(Literal::Int(_)) => stack.push(Type::Int),
        InstrNode::Push(Literal::Bool(_)) => stack.push(Type::Bool),
        InstrNode::Mul => {
            let [.., Type::Int, Type::Int] = stack.as_slice() else { return None };
            stack.pop();
        }
        InstrNode::Dec => {
            let Some(Type::Int) = stack.last() else { return None };
        }
        InstrNode::CmpNz => {
            let top = stack.last_mut().filter(|top| **top == Type::Int)?;
            *top = Type::Bool;
        }
        InstrNode::Loop(body) => {
            let Some(Type::Bool) = stack.last() else { return None };
            stack.pop();
            tasks.extend([Task::EndLoop(at, stack.clone()), Task::Check(*body)]);
        }
        InstrNode::Dup => stack.push(*stack.last()?),
        InstrNode::Swap => {
            let [.., below, top] = stack.as_mut_slice() else { return None };
            core::mem::swap(below, top);
        }
        InstrNode::Drop => {
            stack.pop()?;
        }
        InstrNode::Dip(body) => {
            let held = stack.pop()?;
            tasks.extend([Task::EndDip(held), Task::Check(*body)]);
        }
        InstrNode::Io => {
            stack.last()?;
        }
        InstrNode::Seq { first, second } => tasks.extend([Task::Check(*second), Task::Check(*first)]),
    }
    Some(())
}

/// An instruction that does not fit the stack that it meets; of a loop, that its body leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeError {
    /// The way from the whole program to the instruction: names of fields.
    pub path: Vec<&'static str>,
    /// The name of the instruction.
    pub instruction: &'static str,
    /// The types of its stack, the top last.
    pub stack: Vec<Type>,
}

/// Names of a path that are printed.
const PRINTED_NAMES: usize = 16;

impl TypeError {
    fn new(program: &Program, at: Child<Instr>, stack: Vec<Type>) -> Self {
        let instruction = program.get(at).map_or("", name);
        let (mut path, mut below) = (Vec::new(), at.index());
        // Each instruction stands behind those that it holds: one pass meets the holders in order.
        for (index, node) in program.nodes().iter().enumerate() {
            let held: &[(&'static str, Child<Instr>)] = match node {
                InstrNode::Loop(body) => &[("loop", *body)],
                InstrNode::Dip(body) => &[("dip", *body)],
                InstrNode::Seq { first, second } => &[("first", *first), ("second", *second)],
                _ => continue,
            };
            if let Some((name, _)) = held.iter().find(|(_, child)| child.index() == below) {
                path.push(*name);
                below = index;
            }
        }
        path.reverse();
        Self { path, instruction, stack }
    }
}

/// What an instruction is called in JSON.
const fn name(node: &InstrNode) -> &'static str {
    match node {
        InstrNode::Push(_) => "push",
        InstrNode::Mul => "mul",
        InstrNode::Dec => "dec",
        InstrNode::CmpNz => "cmp_nz",
        InstrNode::Loop(_) => "loop",
        InstrNode::Dup => "dup",
        InstrNode::Swap => "swap",
        InstrNode::Drop => "drop",
        InstrNode::Dip(_) => "dip",
        InstrNode::Io => "io",
        InstrNode::Seq { .. } => "seq",
    }
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} does not fit a stack of [", self.instruction)?;
        for (index, held) in self.stack.iter().rev().take(PRINTED_NAMES).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{}", if *held == Type::Int { "int" } else { "bool" })?;
        }
        let cut = |of: usize| if of > PRINTED_NAMES { ", .." } else { "" };
        write!(f, "{}], at {}", cut(self.stack.len()), if self.path.is_empty() { "the top" } else { "" })?;
        let skipped = self.path.len().saturating_sub(PRINTED_NAMES);
        if skipped > 0 {
            write!(f, "(level {skipped}).")?;
        }
        let names: Vec<_> = self.path.iter().skip(skipped).copied().collect();
        f.write_str(&names.join("."))
    }
}

impl core::error::Error for TypeError {}
