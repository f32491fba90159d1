//! Checks the types of the stack once, before a program runs. The check is a loop, so that it works for programs of any depth.

use core::fmt;
use std::collections::HashMap;

use tezos_encoding::arena::Child;

use crate::{
    program::{Instr, InstrNode, Literal, Program},
    stack::{Fault, Stack, Value},
};

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// A well-typed program: each of its instructions fits its stack.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    program: Program,
    input: Vec<Type>,
    output: Vec<Type>,
}

impl Checked {
    /// Returns the program.
    #[must_use]
    pub const fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the types of the values that the program leaves, the top last.
    #[must_use]
    pub fn output(&self) -> &[Type] {
        &self.output
    }

    /// Checks that a stack has the types that the program was checked for.
    pub(crate) fn accepts(&self, stack: &Stack) -> Result<(), Fault> {
        if stack.0.iter().map(Type::of).eq(self.input.iter().copied()) { Ok(()) } else { Err(Fault::Input) }
    }
}

/// The number of a stack of types in [`Stacks`].
type StackId = usize;

/// Stacks of types. Each is stored once, as a type on top of another stack, so that equal stacks have the same number. So a loop in a
/// program can store the stack around it and compare it with the stack that its body leaves, in constant time and memory, however large the
/// stack is.
struct Stacks {
    /// The top of each stack, and the stack below it; the first stack is the empty one.
    known: Vec<Option<(Type, StackId)>>,
    numbers: HashMap<(Type, StackId), StackId>,
}

impl Stacks {
    const EMPTY: StackId = 0;

    fn new() -> Self {
        Self { known: vec![None], numbers: HashMap::new() }
    }

    fn push(&mut self, below: StackId, top: Type) -> StackId {
        *self.numbers.entry((top, below)).or_insert_with(|| {
            self.known.push(Some((top, below)));
            self.known.len().saturating_sub(1)
        })
    }

    /// Returns the top, and the stack below it.
    fn pop(&self, stack: StackId) -> Option<(Type, StackId)> {
        self.known.get(stack).copied().flatten()
    }

    /// Returns the stack below the top, if the top is of this type.
    fn pop_a(&self, expected: Type, stack: StackId) -> Option<StackId> {
        self.pop(stack).and_then(|(top, below)| (top == expected).then_some(below))
    }

    /// Returns the types of a stack, the top last.
    fn types(&self, stack: StackId) -> Vec<Type> {
        let below = core::iter::successors(self.pop(stack), |(_, below)| self.pop(*below));
        let mut types: Vec<_> = below.map(|(top, _)| top).collect();
        types.reverse();
        types
    }
}

/// A remaining step of the check.
enum Task {
    /// Checks an instruction on the current stack.
    Check(Child<Instr>),
    /// Ends the body of a loop, whose stack must be a boolean on top of this stack.
    EndLoop(Child<Instr>, StackId),
    /// Ends the body of a dip, and pushes the type that the dip set aside.
    EndDip(Type),
}

/// Checks a program for an initial stack of these types, the top last.
///
/// # Errors
/// [`TypeError`] with the first instruction that does not fit, and its stack.
pub fn check(program: Program, input: &[Type]) -> Result<Checked, TypeError> {
    let mut stacks = Stacks::new();
    let mut stack = input.iter().fold(Stacks::EMPTY, |below, top| stacks.push(below, *top));
    let mut tasks = vec![Task::Check(program.root())];
    while let Some(task) = tasks.pop() {
        let (at, after) = match task {
            Task::Check(at) => (at, program.get(at).and_then(|node| enter(node, at, stack, &mut stacks, &mut tasks))),
            Task::EndLoop(at, outside) => (at, stacks.pop_a(Type::Bool, stack).filter(|rest| *rest == outside)),
            Task::EndDip(held) => {
                stack = stacks.push(stack, held);
                continue;
            }
        };
        match after {
            Some(after) => stack = after,
            None => return Err(TypeError::new(&program, at, stacks.types(stack))),
        }
    }
    Ok(Checked { program, input: input.to_vec(), output: stacks.types(stack) })
}

/// Returns the stack after an instruction, or the stack for its body, and adds the tasks that follow. Returns `None` if the instruction
/// does not fit its stack.
fn enter(
    node: &InstrNode,
    at: Child<Instr>,
    stack: StackId,
    stacks: &mut Stacks,
    tasks: &mut Vec<Task>,
) -> Option<StackId> {
    match node {
        InstrNode::Push(Literal::Int(_)) => Some(stacks.push(stack, Type::Int)),
        InstrNode::Push(Literal::Bool(_)) => Some(stacks.push(stack, Type::Bool)),
        InstrNode::Mul => {
            let below = stacks.pop_a(Type::Int, stack)?;
            stacks.pop_a(Type::Int, below).map(|_| below)
        }
        InstrNode::Dec => stacks.pop_a(Type::Int, stack).map(|_| stack),
        InstrNode::CmpNz => {
            let below = stacks.pop_a(Type::Int, stack)?;
            Some(stacks.push(below, Type::Bool))
        }
        InstrNode::Loop(body) => {
            let below = stacks.pop_a(Type::Bool, stack)?;
            tasks.extend([Task::EndLoop(at, below), Task::Check(*body)]);
            Some(below)
        }
        InstrNode::Dup => {
            let (top, _) = stacks.pop(stack)?;
            Some(stacks.push(stack, top))
        }
        InstrNode::Swap => {
            let (top, rest) = stacks.pop(stack)?;
            let (second, below) = stacks.pop(rest)?;
            let below = stacks.push(below, top);
            Some(stacks.push(below, second))
        }
        InstrNode::Drop => stacks.pop(stack).map(|(_, below)| below),
        InstrNode::Dip(body) => {
            let (held, below) = stacks.pop(stack)?;
            tasks.extend([Task::EndDip(held), Task::Check(*body)]);
            Some(below)
        }
        InstrNode::Io => stacks.pop(stack).map(|_| stack),
        InstrNode::Seq { first, second } => {
            tasks.extend([Task::Check(*second), Task::Check(*first)]);
            Some(stack)
        }
    }
}

/// The error for an instruction that does not fit its stack, or a loop that does not fit the stack that its body leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeError {
    /// The path from the whole program to the instruction: names of fields.
    pub path: Vec<&'static str>,
    /// The name of the instruction.
    pub instruction: &'static str,
    /// The types of its stack, the top last.
    pub stack: Vec<Type>,
}

/// The maximum number of names of a path, and of types of a stack, that are printed.
const PRINTED_MAX: usize = 16;

impl TypeError {
    fn new(program: &Program, at: Child<Instr>, stack: Vec<Type>) -> Self {
        let instruction = program.get(at).map_or("", name);
        let (mut path, mut below) = (Vec::new(), at.index());
        // Each instruction is stored behind those that it contains, so one pass finds the containing instructions from the inside out.
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

/// Returns the name of an instruction in JSON.
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
        for (index, held) in self.stack.iter().rev().take(PRINTED_MAX).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{}", if *held == Type::Int { "int" } else { "bool" })?;
        }
        let cut = |of: usize| if of > PRINTED_MAX { ", .." } else { "" };
        write!(f, "{}], at {}", cut(self.stack.len()), if self.path.is_empty() { "the top" } else { "" })?;
        let skipped = self.path.len().saturating_sub(PRINTED_MAX);
        if skipped > 0 {
            write!(f, "(level {skipped}).")?;
        }
        let names: Vec<_> = self.path.iter().skip(skipped).copied().collect();
        f.write_str(&names.join("."))
    }
}

impl core::error::Error for TypeError {}
