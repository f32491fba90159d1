//! The stack of values, and what the simple instructions do to it.

use core::fmt;

use num_bigint::BigInt;

use crate::program::Literal;

/// A value on the stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// An integer.
    Int(BigInt),
    /// A boolean.
    Bool(bool),
}

impl From<&Literal> for Value {
    fn from(literal: &Literal) -> Self {
        match literal {
            Literal::Int(number) => Self::Int(number.into()),
            Literal::Bool(truth) => Self::Bool(*truth),
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(number.into())
    }
}

/// Values, the top last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stack(pub Vec<Value>);

/// The error for an instruction that does not fit its stack. It never occurs in a [checked](crate::check) program on a stack of the types
/// that it was checked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stuck;

impl Stack {
    /// Pushes a value.
    #[inline]
    pub fn push(&mut self, value: Value) {
        self.0.push(value);
    }

    /// Pops the value on top.
    ///
    /// # Errors
    /// [`Stuck`] if the stack is empty.
    #[inline]
    pub fn pop(&mut self) -> Result<Value, Stuck> {
        self.0.pop().ok_or(Stuck)
    }

    /// Pops the boolean on top.
    ///
    /// # Errors
    /// [`Stuck`] unless a boolean is on top.
    #[inline]
    pub fn pop_bool(&mut self) -> Result<bool, Stuck> {
        match self.0.pop() {
            Some(Value::Bool(truth)) => Ok(truth),
            _ => Err(Stuck),
        }
    }

    /// Returns the value on top.
    ///
    /// # Errors
    /// [`Stuck`] if the stack is empty.
    #[inline]
    pub fn top(&self) -> Result<&Value, Stuck> {
        self.0.last().ok_or(Stuck)
    }

    #[inline]
    fn top_int(&mut self) -> Result<&mut BigInt, Stuck> {
        match self.0.last_mut() {
            Some(Value::Int(number)) => Ok(number),
            _ => Err(Stuck),
        }
    }

    /// Runs `Mul`.
    ///
    /// # Errors
    /// [`Stuck`] unless two integers are on top.
    #[inline]
    pub fn mul(&mut self) -> Result<(), Stuck> {
        let Value::Int(x) = self.pop()? else { return Err(Stuck) };
        let y = self.top_int()?;
        *y *= x;
        Ok(())
    }

    /// Runs `Dec`.
    ///
    /// # Errors
    /// [`Stuck`] unless an integer is on top.
    #[inline]
    pub fn dec(&mut self) -> Result<(), Stuck> {
        *self.top_int()? -= 1;
        Ok(())
    }

    /// Runs `CmpNz`.
    ///
    /// # Errors
    /// [`Stuck`] unless an integer is on top.
    #[inline]
    pub fn cmp_nz(&mut self) -> Result<(), Stuck> {
        let truth = self.top_int()?.bits() != 0;
        self.pop()?;
        self.push(Value::Bool(truth));
        Ok(())
    }

    /// Runs `Dup`.
    ///
    /// # Errors
    /// [`Stuck`] if the stack is empty.
    #[inline]
    pub fn dup(&mut self) -> Result<(), Stuck> {
        let top = self.top()?.clone();
        self.push(top);
        Ok(())
    }

    /// Runs `Swap`.
    ///
    /// # Errors
    /// [`Stuck`] if there are fewer than two values.
    #[inline]
    pub fn swap(&mut self) -> Result<(), Stuck> {
        match self.0.as_mut_slice() {
            [.., below, top] => {
                core::mem::swap(below, top);
                Ok(())
            }
            _ => Err(Stuck),
        }
    }
}

/// Why a program did not finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// There are more nested instructions than the recursive interpreter accepts.
    TooDeep {
        /// The maximum number of levels.
        limit: u32,
    },
    /// The outside world stopped the program.
    Stopped,
    /// The initial stack does not have the types that the program was checked for.
    Input,
    /// An instruction did not fit its stack: a bug in this crate.
    Stuck,
}

impl From<Stuck> for Fault {
    fn from(Stuck: Stuck) -> Self {
        Self::Stuck
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep { limit } => write!(f, "the program is deeper than the limit of {limit} levels"),
            Self::Stopped => f.write_str("stopped from outside"),
            Self::Input => f.write_str("the initial stack does not have the types that the program was checked for"),
            Self::Stuck => f.write_str("an instruction does not fit its stack"),
        }
    }
}

impl core::error::Error for Fault {}
