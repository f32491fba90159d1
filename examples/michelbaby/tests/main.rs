//! The tests of the example.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test panics if it fails"
)]

mod bytes;
mod deep;
mod random;
mod runs;
mod tables;
mod typing;

use std::ops::ControlFlow;

use michelbaby::check::{Checked, Type, check};
use michelbaby::continuations::Code;
use michelbaby::program::{Instr, program};
use michelbaby::recursive;
use michelbaby::stack::{Fault, Stack, Value};

/// Returns the types of values.
fn types(values: &[Value]) -> Vec<Type> {
    values.iter().map(|value| if matches!(value, Value::Int(_)) { Type::Int } else { Type::Bool }).collect()
}

/// Returns a checked program for an empty stack.
fn checked(instr: &Instr) -> Checked {
    check(program(instr).unwrap(), &[]).unwrap()
}

/// Runs a program with both interpreters, checks that their results and effects are the same, and returns these. The outside world stops
/// the program after `max_effects` effects.
#[track_caller]
fn both(checked: &Checked, stack: &[Value], max_effects: usize) -> (Result<Stack, Fault>, Vec<Value>) {
    let world = |trace: &mut Vec<Value>, value: &Value| {
        trace.push(value.clone());
        if trace.len() < max_effects { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let stack = Stack(stack.to_vec());
    let recursive = recursive::run(checked, stack.clone(), &mut |value: &Value| world(&mut first, value));
    let continued = Code::new(checked.clone()).run(stack, &mut |value: &Value| world(&mut second, value));
    assert_eq!(recursive, continued);
    assert_eq!(first, second);
    if let Ok(Stack(values)) = &continued {
        assert_eq!(types(values), checked.output());
    }
    (continued, second)
}
