//! Reading without recursion: the derive makes the steps of one type, the loops are here.

use alloc::vec::Vec;

use super::{Arena, Child, Recursive};
use crate::fault::{Fault, FaultKind};
use crate::nom::{NomResult, nom_read};
use crate::reader::Reader;
use crate::traits::NomReader;

/// The nodes of a value that is being read.
///
/// Steps write nodes and frames here and hand none of them back: a processor waits where small parts that were just written are
/// read as one.
#[derive(Debug)]
pub struct Growing<'a, T: Recursive> {
    nodes: Vec<T::Node>,
    open: Vec<T::Frame<'a>>,
}

/// Where the reading of one value has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// A value inside it; a frame has what is known so far.
    Child,
    /// Its end.
    End,
}

impl<'a, T: Recursive> Growing<'a, T> {
    /// Keeps what is known of a value before the next inside it.
    #[inline]
    pub fn pause(&mut self, frame: T::Frame<'a>) -> Reached {
        self.open.push(frame);
        Reached::Child
    }

    /// Adds a value.
    #[inline]
    pub fn end(&mut self, node: T::Node) -> Reached {
        self.nodes.push(node);
        Reached::End
    }

    /// The value added last.
    #[inline]
    fn last(&self, input: &Reader<'_>) -> Result<Child<T>, Fault> {
        input.charge_growth::<T::Node>(self.nodes.len())?;
        let index = self.nodes.len().saturating_sub(1);
        if index < Child::<T>::MAX { Ok(Child::new(index)) } else { Err(too_many(input)) }
    }
}

/// The refusal of a node whose place is no number of 32 bits.
#[cold]
fn too_many(input: &Reader<'_>) -> Fault {
    Fault::with_detail(FaultKind::ListTooLong, input.remaining(), usize::MAX)
}

/// Where looking at one value has come to.
#[derive(Debug)]
pub enum Step<F> {
    /// A value inside it; this is what is known so far.
    Child(F),
    /// Its end, but for so many values as its last parts.
    End(usize),
}

/// The steps of looking at a value and keeping nothing.
pub trait Scan {
    /// What is known of a value of which a part is read.
    type Frame<'a>;

    /// Begins a value.
    ///
    /// # Errors
    /// Whatever the encoding refuses.
    fn begin<'a>(input: &mut Reader<'a>) -> Result<Step<Self::Frame<'a>>, Fault>;

    /// Goes on behind a value inside it.
    ///
    /// # Errors
    /// Whatever the encoding refuses.
    fn resume<'a>(frame: Self::Frame<'a>, input: &mut Reader<'a>) -> Result<Step<Self::Frame<'a>>, Fault>;
}

impl<'a, T: Recursive> NomReader<'a> for Arena<T> {
    #[inline]
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
        nom_read(input, Self::read)
    }

    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let mut to = Growing::<T> { nodes: Vec::new(), open: Vec::new() };
        loop {
            input.allow(to.open.len())?;
            input.charge_growth::<T::Frame<'a>>(to.open.len())?;
            let mut reached = T::begin(input, &mut to)?;
            while reached == Reached::End {
                let child = to.last(input)?;
                let Some(frame) = to.open.pop() else { return Ok(Self { nodes: to.nodes }) };
                reached = T::resume(frame, child, input, &mut to)?;
            }
        }
    }
}

/// Reads one value and keeps nothing of it.
///
/// # Errors
/// Whatever the encoding refuses.
pub fn scan<T: Scan>(input: &mut Reader<'_>) -> Result<(), Fault> {
    // Values to come before the innermost value that is open goes on, and the same for those around it.
    let mut to_come = 1usize;
    let mut open = Vec::new();
    loop {
        let step = match to_come.checked_sub(1) {
            Some(fewer) => {
                to_come = fewer;
                T::begin(input)?
            }
            None => match open.pop() {
                Some((outer, frame)) => {
                    to_come = outer;
                    T::resume(frame, input)?
                }
                None => return Ok(()),
            },
        };
        match step {
            Step::End(more) => to_come = to_come.saturating_add(more),
            Step::Child(frame) => {
                open.push((to_come, frame));
                to_come = 1;
            }
        }
    }
}
