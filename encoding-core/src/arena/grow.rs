//! Reading without recursion: the derive generates the steps of one type, this module has the loops.

use alloc::vec::Vec;

use super::{Arena, Child, Recursive};
use crate::fault::{Fault, FaultKind};
use crate::reader::Reader;
use crate::traits::NomReader;

/// The nodes of a value that is being read.
///
/// Steps store nodes and frames here instead of returning them: a processor stalls when several small parts that were
/// just written are read as one.
#[derive(Debug)]
pub struct Growing<'a, T: Recursive> {
    nodes: Vec<T::Node>,
    open: Vec<T::Frame<'a>>,
}

/// How far one value has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Up to a child; a frame holds what has been read so far.
    Child,
    /// To its end.
    End,
}

impl<'a, T: Recursive> Growing<'a, T> {
    /// Stores a partially read value before its next child is read.
    #[inline]
    pub fn pause(&mut self, frame: T::Frame<'a>) -> Reached {
        self.open.push(frame);
        Reached::Child
    }

    /// Adds a completely read node.
    #[inline]
    pub fn end(&mut self, node: T::Node) -> Reached {
        self.nodes.push(node);
        Reached::End
    }

    /// Returns the node that was added last.
    #[inline]
    fn last(&self, input: &Reader<'_>) -> Result<Child<T>, Fault> {
        input.charge_growth::<T::Node>(self.nodes.len())?;
        let index = self.nodes.len().saturating_sub(1);
        if index < Child::<T>::MAX { Ok(Child::new(index)) } else { Err(too_many(input)) }
    }
}

/// Returns the fault for a node whose index does not fit 32 bits.
#[cold]
fn too_many(input: &Reader<'_>) -> Fault {
    Fault::with_detail(FaultKind::ListTooLong, input.remaining(), usize::MAX)
}

/// How far one value has been checked.
#[derive(Debug)]
pub enum Progress<F> {
    /// Up to a child; the frame holds what is needed to continue.
    Child(F),
    /// To its end, except for this number of children, which are its last fields.
    End(usize),
}

/// The steps of checking a value without storing it.
pub trait Scan {
    /// The state of a partially checked value.
    type Frame<'a>;

    /// Starts a value.
    ///
    /// # Errors
    /// The errors of the encoding.
    fn begin<'a>(input: &mut Reader<'a>) -> Result<Progress<Self::Frame<'a>>, Fault>;

    /// Continues after a child.
    ///
    /// # Errors
    /// The errors of the encoding.
    fn resume<'a>(frame: Self::Frame<'a>, input: &mut Reader<'a>) -> Result<Progress<Self::Frame<'a>>, Fault>;
}

impl<'a, T: Recursive> NomReader<'a> for Arena<T> {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let mut to = Growing::<T> { nodes: Vec::new(), open: Vec::new() };
        let mut most_open = 0usize;
        loop {
            input.allow(to.open.len())?;
            if input.has_budget() && to.open.len() > most_open {
                most_open = to.open.len();
                input.charge_growth::<T::Frame<'a>>(most_open)?;
            }
            let mut reached = T::begin(input, &mut to)?;
            while reached == Reached::End {
                let child = to.last(input)?;
                let Some(frame) = to.open.pop() else { return Ok(Self { nodes: to.nodes }) };
                reached = T::resume(frame, child, input, &mut to)?;
            }
        }
    }
}

/// Checks one value without storing it.
///
/// # Errors
/// The errors of the encoding.
pub fn scan<T: Scan>(input: &mut Reader<'_>) -> Result<(), Fault> {
    // The number of values to read before the innermost frame continues; each frame is stored with the number that
    // belongs to the frame around it.
    let mut pending = 1usize;
    let mut open = Vec::new();
    loop {
        let step = match pending.checked_sub(1) {
            Some(fewer) => {
                pending = fewer;
                T::begin(input)?
            }
            None => match open.pop() {
                Some((outer, frame)) => {
                    pending = outer;
                    T::resume(frame, input)?
                }
                None => return Ok(()),
            },
        };
        match step {
            Progress::End(more) => pending = pending.saturating_add(more),
            Progress::Child(frame) => {
                open.push((pending, frame));
                pending = 1;
            }
        }
    }
}
