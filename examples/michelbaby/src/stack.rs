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

/// The stack does not have what an instruction needs. No program that was [checked](crate::check) meets this, on a stack of the types
/// that it was checked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stuck;

impl Stack {
    /// Puts a value on top.
    #[inline]
    pub fn push(&mut self, value: Value) {
        self.0.push(value);
    }

    /// Takes the value on top.
    ///
    /// # Errors
    /// [`Stuck`] if the stack is empty.
    #[inline]
    pub fn pop(&mut self) -> Result<Value, Stuck> {
        self.0.pop().ok_or(Stuck)
    }

    /// Takes the boolean on top.
    ///
    /// # Errors
    /// [`Stuck`] if there is none.
    #[inline]
    pub fn pop_bool(&mut self) -> Result<bool, Stuck> {
        match self.0.pop() {
            Some(Value::Bool(truth)) => Ok(truth),
            _ => Err(Stuck),
        }
    }

    /// The value on top.
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

    /// `Mul`
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

    /// `Dec`
    ///
    /// # Errors
    /// [`Stuck`] unless an integer is on top.
    #[inline]
    pub fn dec(&mut self) -> Result<(), Stuck> {
        *self.top_int()? -= 1;
        Ok(())
    }

    /// `CmpNZ`
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

    /// `Dup`
    ///
    /// # Errors
    /// [`Stuck`] if the stack is empty.
    #[inline]
    pub fn dup(&mut self) -> Result<(), Stuck> {
        let top = self.top()?.clone();
        self.push(top);
        Ok(())
    }

    /// `Swap`
    ///
    /// # Errors
    /// [`Stuck`] if there are not two values.
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

/// Why a program did not come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// More instructions inside each other than the recursive interpreter enters.
    TooDeep {
        /// The most that it enters.
        limit: u32,
    },
    /// The outside world did not want to go on.
    Stopped,
    /// The values given do not have the types that the program was checked for.
    Input,
    /// An instruction found another stack than it needs: a fault of this crate.
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
            Self::Input => f.write_str("the values given are not of the types that the program was checked for"),
            Self::Stuck => f.write_str("an instruction found a stack that it does not fit"),
        }
    }
}

impl core::error::Error for Fault {}
