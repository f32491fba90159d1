//! Programs of a million levels.

use std::ops::ControlFlow;

use michelbaby::check::{Type, check};
use michelbaby::continuations::Code;
use michelbaby::program::{Instr, Program};
use michelbaby::recursive::{self, DEPTH_LIMIT};
use michelbaby::stack::{Fault, Stack, Value};
use tezos_encoding::{Decode, Encode};

const LEVELS: usize = 1_000_000;

const PUSH_ZERO: [u8; 3] = [0, 0, 0];
const PUSH_FALSE: [u8; 3] = [0, 1, 0];
const DEC: u8 = 2;
const LOOP: u8 = 4;
const DIP: u8 = 8;
const SEQ: u8 = 10;

fn go_on(_: &Value) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Returns programs of `levels` levels: a name, the bytes, the number of integers on the initial stack, and whether a boolean is
/// on top of them.
fn programs(levels: usize) -> [(&'static str, Vec<u8>, usize, bool); 4] {
    [
        ("second in second", [[SEQ, DEC].repeat(levels - 1), vec![DEC]].concat(), 1, false),
        ("first in first", [vec![SEQ; levels - 1], vec![DEC; levels]].concat(), 1, false),
        ("dip in dip", [vec![DIP; levels - 1], vec![DEC]].concat(), levels, false),
        // `Loop (Seq (Seq (Push true) (Loop ..)) (Push false))` has three levels for each loop.
        ("loop in loop", nested_loops(levels / 3), 1, true),
    ]
}

/// Returns `Loop (Seq (Seq (Push true) (Loop ..)) (Push false))`, `count` times, around `Loop (Seq Dec (Push false))`.
fn nested_loops(count: usize) -> Vec<u8> {
    let innermost = [&[LOOP, SEQ, DEC][..], &PUSH_FALSE].concat();
    [[LOOP, SEQ, SEQ, 0, 1, 255].repeat(count), innermost, PUSH_FALSE.repeat(count)].concat()
}

#[test]
fn run_by_continuations_and_refused_by_recursion() {
    for (name, bytes, ints, starts_with_loop) in programs(LEVELS) {
        let program = Program::from_bytes(&bytes).unwrap();
        assert_eq!(program.to_bytes().unwrap(), bytes, "{name}");
        assert_eq!(Instr::from_bytes(&bytes).unwrap_err().kind().name(), "Too_deep", "{name}");
        let mut types = vec![Type::Int; ints];
        let mut values = vec![Value::from(5); ints];
        if starts_with_loop {
            types.push(Type::Bool);
            values.push(Value::Bool(true));
        }
        let checked = check(program, &types).unwrap();
        let stack = Stack(values);
        let error = recursive::run(&checked, stack.clone(), &mut go_on).unwrap_err();
        assert_eq!(error, Fault::TooDeep { limit: DEPTH_LIMIT }, "{name}");
        let Stack(left) = Code::new(checked).run(stack, &mut go_on).unwrap();
        assert_eq!(left.len(), ints, "{name}");
        let decremented = if name.contains(" in first") || name.contains("second") { LEVELS } else { 1 };
        assert_eq!(left[0], Value::from(5 - i64::try_from(decremented).unwrap()), "{name}");
    }
}

/// The recursive interpreter accepts its limit of levels on the stack of this thread, and refuses one more.
#[test]
fn the_limit_of_recursion() {
    let limit = usize::try_from(DEPTH_LIMIT).unwrap();
    for (levels, good) in [(limit, true), (limit + 1, false)] {
        for (name, bytes, ints, starts_with_loop) in programs(levels) {
            if starts_with_loop {
                continue;
            }
            let checked = check(Program::from_bytes(&bytes).unwrap(), &vec![Type::Int; ints]).unwrap();
            let run = recursive::run(&checked, Stack(vec![Value::from(5); ints]), &mut go_on);
            assert_eq!(run.is_ok(), good, "{name}, {levels} levels");
        }
    }
}

/// Each loop keeps the types of the stack around it. If it copied them, a program of a few megabytes would need a terabyte.
#[test]
fn deep_loops_on_a_large_stack_are_checked() {
    let program = Program::from_bytes(&nested_loops(LEVELS / 3)).unwrap();
    let mut types = vec![Type::Int; LEVELS];
    types.push(Type::Bool);
    assert_eq!(check(program, &types).unwrap().output().len(), LEVELS);
}

/// An error at a great depth shows its path in one line.
#[test]
fn an_error_at_a_great_depth() {
    let bytes = [vec![DIP; LEVELS], vec![SEQ], PUSH_ZERO.to_vec(), vec![LOOP], PUSH_FALSE.to_vec()].concat();
    let error = check(Program::from_bytes(&bytes).unwrap(), &vec![Type::Bool; LEVELS]).unwrap_err();
    assert_eq!((error.path.len(), error.instruction), (LEVELS + 1, "loop"));
    let text = error.to_string();
    let path = [vec!["dip"; 15], vec!["second"]].concat().join(".");
    assert_eq!(text, format!("loop does not fit a stack of [int], at (level 999985).{path}"));
}
