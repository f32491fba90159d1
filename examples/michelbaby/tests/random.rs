//! Random programs: a checked program never fails at run time.

use michelbaby::check::check;
use michelbaby::program::{Instr, Literal, program, seq};
use michelbaby::stack::Fault;

use crate::both;

/// Small numbers from a seed (an LCG; the numbers need not be good).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn instr(&mut self, levels: u32) -> Instr {
        let inner = if levels == 0 { 10 } else { 14 };
        match self.below(inner) {
            0 => Instr::Push(Literal::from(i64::try_from(self.below(4)).unwrap() - 1)),
            1 => Instr::Push(Literal::Bool(self.below(2) == 0)),
            2 => Instr::Mul,
            3 => Instr::Dec,
            4 => Instr::CmpNz,
            5 | 6 => Instr::Dup,
            7 => Instr::Swap,
            8 => Instr::Drop,
            9 => Instr::Io,
            10 => Instr::Loop(Box::new(self.instr(levels - 1))),
            11 => Instr::Dip(Box::new(self.instr(levels - 1))),
            _ => {
                let before: Vec<_> = (0..self.below(5)).map(|_| self.instr(levels - 1)).collect();
                seq(before, self.instr(levels - 1))
            }
        }
    }
}

/// Both interpreters return the same stack and the same effects (see [`both`]), and are never stuck. The body of each loop has an effect,
/// so that the outside world can stop a loop that would run forever.
#[test]
fn checked_programs_are_never_stuck() {
    let mut random = Random(24);
    let (mut ran, mut refused, mut stopped) = (0, 0, 0);
    while ran < 3000 {
        let instr = bounded(seq([Instr::Push(3.into()), Instr::Push(true.into())], random.instr(4)));
        match check(program(&instr).unwrap(), &[]) {
            Err(_) => refused += 1,
            Ok(checked) => {
                ran += 1;
                match both(&checked, &[], 50).0 {
                    Ok(_) => {}
                    Err(Fault::Stopped) => stopped += 1,
                    Err(fault) => panic!("{fault} in {instr:?}"),
                }
            }
        }
    }
    println!("{ran} ran, {stopped} of them were stopped, {refused} were refused");
    assert!(refused > 100 && stopped > 10, "{refused} refused, {stopped} stopped");
}

/// Adds `Io` at the end of the body of each loop, where a boolean is on top.
fn bounded(instr: Instr) -> Instr {
    match instr {
        Instr::Loop(body) => Instr::Loop(Box::new(seq([bounded(*body)], Instr::Io))),
        Instr::Dip(body) => Instr::Dip(Box::new(bounded(*body))),
        Instr::Seq { first, second } => seq([bounded(*first)], bounded(*second)),
        other => other,
    }
}
