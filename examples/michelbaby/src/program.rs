//! The language: instructions, the bytes of a program, and the programs of this example.

use num_bigint::BigInt;
use tezos_encoding::{Arena, BinWriter, Decode, DecodeError, Encode, EncodeError, HasEncoding, NomReader, Z};

/// An instruction. Its effect on the stack is written `before → after`, with the top at the left.
///
/// | bytes | field    | encoding                                               |
/// |------:|----------|--------------------------------------------------------|
/// | 1     | tag      | `uint8`, in the order of the variants from 0           |
/// | rest  | operands | a [`Literal`], or one or two instructions, or nothing |
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`; those of the literal; `Too_deep` for more than 256 nested instructions, which only a [`Program`]
/// may have.
#[derive(HasEncoding, NomReader, BinWriter, Arena, Debug, Clone, PartialEq, Eq)]
#[encoding(mu = "instruction")]
pub enum Instr {
    /// `s → v, s`
    #[encoding(name = "push")]
    Push(Literal),
    /// `x, y, s → x·y, s`
    #[encoding(name = "mul")]
    Mul,
    /// `x, s → x − 1, s`
    #[encoding(name = "dec")]
    Dec,
    /// `x, s → (x ≠ 0), s`
    #[encoding(name = "cmp_nz")]
    CmpNz,
    /// `true, s`: runs the body on `s`, then the loop again; `false, s → s`.
    #[encoding(name = "loop")]
    Loop(Box<Instr>),
    /// `x, s → x, x, s`
    #[encoding(name = "dup")]
    Dup,
    /// `x, y, s → y, x, s`
    #[encoding(name = "swap")]
    Swap,
    /// `x, s → s`
    #[encoding(name = "drop")]
    Drop,
    /// `x, s`: runs the body on `s`, then puts `x` back on top.
    #[encoding(name = "dip")]
    Dip(Box<Instr>),
    /// `x, s → x, s`: hands `x` to the outside world.
    #[encoding(name = "io")]
    Io,
    /// Runs the first, then the second.
    Seq {
        /// Runs first.
        first: Box<Instr>,
        /// Runs on what the first leaves.
        second: Box<Instr>,
    },
}

/// A value in a program.
///
/// | bytes | field | encoding                              |
/// |------:|-------|---------------------------------------|
/// | 1     | tag   | 0 or 1                                |
/// | rest  |       | 0: `z`, an integer of any size; 1: `bool` |
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`; `Trailing_zero` in the integer.
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// An integer.
    Int(Z),
    /// A boolean.
    Bool(bool),
}

impl From<i64> for Literal {
    fn from(number: i64) -> Self {
        Self::Int(number.into())
    }
}

impl From<&BigInt> for Literal {
    fn from(number: &BigInt) -> Self {
        Self::Int(number.into())
    }
}

impl From<bool> for Literal {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

/// A program of any depth: its instructions are in one vector, and refer to each other by index. It is read, written and dropped by loops,
/// so that no program exhausts the stack of the thread, as an [`Instr`] in boxes would.
pub type Program = Arena<Instr>;

/// Converts an instruction in boxes to a program.
///
/// # Errors
/// `Too_deep` for more levels than [`Instr`] declares.
pub fn program(instr: &Instr) -> Result<Program, ProgramError> {
    Ok(Program::from_bytes(&instr.to_bytes()?)?)
}

/// Why an instruction cannot be converted to a program.
#[derive(Debug)]
pub enum ProgramError {
    /// It cannot be written.
    Write(EncodeError),
    /// It cannot be read.
    Read(DecodeError),
}

impl From<EncodeError> for ProgramError {
    fn from(error: EncodeError) -> Self {
        Self::Write(error)
    }
}

impl From<DecodeError> for ProgramError {
    fn from(error: DecodeError) -> Self {
        Self::Read(error)
    }
}

impl core::fmt::Display for ProgramError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Write(error) => error.fmt(f),
            Self::Read(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ProgramError {}

/// Returns the sequence of some instructions; `last` runs last.
#[must_use]
pub fn seq(before: impl IntoIterator<Item = Instr, IntoIter: DoubleEndedIterator>, last: Instr) -> Instr {
    let then = |second, first| Instr::Seq { first: Box::new(first), second: Box::new(second) };
    before.into_iter().rev().fold(last, then)
}

/// Returns the program that computes `n!` for `n` above 0: it leaves the result on the stack, and hands each product to the outside world.
///
/// For an `n` below 1 it runs forever, which a test shows: the first condition of the loop is the product so far, which is 1, and not `n`.
#[must_use]
pub fn factorial(n: i64) -> Instr {
    use Instr::{CmpNz, Dec, Dip, Drop, Dup, Io, Loop, Mul, Push, Swap};
    let dip_swap = || Dip(Box::new(Swap));
    let body = seq([Dup, dip_swap(), Mul, Io, Swap, Dec, Dup], CmpNz);
    seq([Push(n.into()), Push(1.into()), Dup, CmpNz, dip_swap(), Loop(Box::new(body))], Drop)
}
