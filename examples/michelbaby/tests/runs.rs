//! Results of programs, by both interpreters.

use michelbaby::check::{Type, check};
use michelbaby::native;
use michelbaby::program::{Instr, factorial, program, seq};
use michelbaby::stack::{Fault, Value};
use num_bigint::BigInt;

use crate::{both, checked, types};

#[test]
fn factorials_are_those_of_native_code() {
    for n in [1, 2, 20, 21, 100] {
        let mut products = Vec::new();
        let expected = native::factorial(n, &mut |product: &BigInt| products.push(Value::Int(product.clone())));
        let (stack, trace) = both(&checked(&factorial(n)), &[], usize::MAX);
        assert_eq!(stack.unwrap().0, [Value::Int(expected)], "{n}");
        assert_eq!(trace, products, "{n}");
    }
    let digits = native::factorial(100, &mut |_| ()).to_string();
    assert!(digits.starts_with("93326215443944152681699") && digits.len() == 158, "{digits}");
}

/// The first condition of the loop is the product so far, which is 1: so the body runs for 0 and below too, and `n` never becomes 0.
#[test]
fn factorials_below_one_never_end() {
    for (n, products) in [(0, [0, 0, 0, 0]), (-2, [-2, 6, -24, 120])] {
        let (stack, trace) = both(&checked(&factorial(n)), &[], 4);
        assert_eq!(stack, Err(Fault::Stopped), "{n}");
        assert_eq!(trace, products.map(Value::from), "{n}");
    }
}

/// Runs each instruction on a stack, the top last.
#[test]
fn instructions() {
    use Instr::{CmpNz, Dec, Dip, Drop, Dup, Io, Loop, Mul, Push, Swap};
    let (truth, falsehood) = (Value::Bool(true), Value::Bool(false));
    let [two, three, six] = [2, 3, 6].map(Value::from);
    let table = [
        (Push(7.into()), vec![], vec![7.into()]),
        (Push(true.into()), vec![two.clone()], vec![two.clone(), truth.clone()]),
        (Mul, vec![two.clone(), three.clone()], vec![six.clone()]),
        (Dec, vec![three.clone()], vec![two.clone()]),
        (Dec, vec![0.into()], vec![(-1).into()]),
        (CmpNz, vec![two.clone()], vec![truth.clone()]),
        (CmpNz, vec![0.into()], vec![falsehood.clone()]),
        (Dup, vec![two.clone()], vec![two.clone(), two.clone()]),
        (Swap, vec![truth.clone(), three.clone()], vec![three.clone(), truth.clone()]),
        (Drop, vec![two.clone(), three.clone()], vec![two.clone()]),
        (Io, vec![two.clone()], vec![two.clone()]),
        (Dip(Box::new(Dec)), vec![three.clone(), truth.clone()], vec![two.clone(), truth.clone()]),
        (Loop(Box::new(Push(false.into()))), vec![two.clone(), truth.clone()], vec![two.clone()]),
        (Loop(Box::new(Push(true.into()))), vec![two.clone(), falsehood], vec![two.clone()]),
        (seq([Dec, Dec], Dup), vec![three], vec![1.into(), 1.into()]),
    ];
    for (instr, before, after) in table {
        let checked = check(program(&instr).unwrap(), &types(&before)).unwrap();
        let (stack, trace) = both(&checked, &before, usize::MAX);
        assert_eq!(stack.unwrap().0, after, "{instr:?}");
        assert_eq!(trace, if instr == Io { vec![two.clone()] } else { vec![] });
    }
}

/// A program runs only on stacks of the types that it was checked for.
#[test]
fn other_stacks_are_refused() {
    let checked = check(program(&Instr::Dec).unwrap(), &[Type::Int]).unwrap();
    for stack in [vec![], vec![Value::Bool(true)], vec![1.into(), 2.into()]] {
        assert_eq!(both(&checked, &stack, 0).0, Err(Fault::Input));
    }
}
