//! Ill-typed programs.

use michelbaby::check::{Type, check};
use michelbaby::program::{Instr, Literal, program, seq};

#[test]
fn errors_name_the_instruction_and_its_path() {
    use Instr::{CmpNz, Dec, Dip, Drop, Dup, Io, Loop, Mul, Push, Swap};
    let int = || Push(1.into());
    let bool = || Push(Literal::Bool(true));
    for (instr, expected) in [
        (Mul, "mul does not fit a stack of [], at the top"),
        (Dec, "dec does not fit a stack of [], at the top"),
        (Dup, "dup does not fit a stack of [], at the top"),
        (Drop, "drop does not fit a stack of [], at the top"),
        (Io, "io does not fit a stack of [], at the top"),
        (Dip(Box::new(Dup)), "dip does not fit a stack of [], at the top"),
        (seq([int()], Mul), "mul does not fit a stack of [int], at second"),
        (seq([int()], Swap), "swap does not fit a stack of [int], at second"),
        (seq([int(), bool()], Mul), "mul does not fit a stack of [bool, int], at second.second"),
        (seq([bool()], CmpNz), "cmp_nz does not fit a stack of [bool], at second"),
        (seq([int(), bool()], Dip(Box::new(seq([Dec], CmpNz)))), ""),
        (seq([int()], Loop(Box::new(Dup))), "loop does not fit a stack of [int], at second"),
        // The body leaves no boolean, or a different stack below it.
        (seq([int(), bool()], Loop(Box::new(Dup))), "loop does not fit a stack of [int, int], at second.second"),
        (seq([bool()], Loop(Box::new(seq([int()], bool())))), "loop does not fit a stack of [bool, int], at second"),
        (
            seq([int(), bool()], Loop(Box::new(seq([CmpNz], bool())))),
            "loop does not fit a stack of [bool, bool], at second.second",
        ),
        (
            seq([int(), bool()], Dip(Box::new(seq([Dec], Loop(Box::new(Dup)))))),
            "loop does not fit a stack of [int], at second.second.dip.second",
        ),
        (seq([bool()], Loop(Box::new(seq([int()], CmpNz)))), ""),
    ] {
        let found = check(program(&instr).unwrap(), &[]).map_or_else(|error| error.to_string(), |_| String::new());
        assert_eq!(found, expected, "{instr:?}");
    }
}

#[test]
fn the_output_follows_from_the_input() {
    let swap = check(program(&Instr::Swap).unwrap(), &[Type::Int, Type::Bool]).unwrap();
    assert_eq!(swap.output(), [Type::Bool, Type::Int]);
}
