//! The check of the bytes of an expression, in a loop without recursion.
//!
//! The last expression of its parent does not open a level: the loop only counts the expressions that remain. Levels are blocks (sequences
//! and generic applications) and the arguments of annotated applications. [`INLINE`] levels are kept on the stack, deeper ones on the heap.

use alloc::vec::Vec;

use tezos_encoding::wire::{Length, Reads, U30, Zarith};
use tezos_encoding::{Fault, FaultKind, Reader, Z};

use super::annotation::are_annotations;
use super::rules::Rules;

/// Number of levels that are kept on the stack.
pub(super) const INLINE: usize = 48;

/// The result of checking an expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Number of nodes.
    pub(super) nodes: usize,
    /// True if the bytes are the canonical encoding.
    pub(super) canonical: bool,
    /// The greatest primitive number in the expression.
    pub(super) prim: u8,
    /// True if all annotations are well formed.
    pub(super) well_formed: bool,
}

/// An enclosing block or annotated application.
#[derive(Clone, Copy)]
struct Level<'a> {
    /// The number of expressions that the enclosing level contains after this one.
    to_come: usize,
    /// The bytes that follow the block; `None` for the arguments of an annotated application.
    behind: Option<&'a [u8]>,
    /// True if annotations follow.
    annotated: bool,
    /// The number of elements of the block, at most 255.
    count: u8,
}

const _: () = assert!(size_of::<Level<'_>>() <= 32, "the heap of each level that is not inline");

/// The enclosing levels, innermost last.
struct Levels<'a> {
    inline: [Level<'a>; INLINE],
    len: usize,
    spilled: Vec<Level<'a>>,
}

impl<'a> Levels<'a> {
    fn new() -> Self {
        let level = Level { to_come: 0, behind: None, annotated: false, count: 0 };
        Self { inline: [level; INLINE], len: 0, spilled: Vec::new() }
    }

    fn push(&mut self, level: Level<'a>) {
        match self.inline.get_mut(self.len) {
            Some(free) => *free = level,
            None => self.spilled.push(level),
        }
        self.len = self.len.saturating_add(1);
    }

    fn last(&mut self) -> Option<&mut Level<'a>> {
        let last = self.len.checked_sub(1)?;
        if last < INLINE { self.inline.get_mut(last) } else { self.spilled.last_mut() }
    }

    fn pop(&mut self) {
        if self.len > INLINE {
            self.spilled.pop();
        }
        self.len = self.len.saturating_sub(1);
    }
}

/// The bytes of the innermost open block.
struct Scan<'r, 'a> {
    input: &'r mut Reader<'a>,
    rest: &'a [u8],
    /// The number of open blocks.
    blocks: usize,
    rules: Rules,
    found: Found,
}

/// Checks one expression at the start of `input`.
///
/// # Errors
/// The errors of reading a [`super::Micheline`].
pub(super) fn scan(input: &mut Reader<'_>, rules: Rules) -> Result<Found, Fault> {
    let found = Found { nodes: 0, canonical: true, prim: 0, well_formed: true };
    let rest = input.remaining();
    let mut scan = Scan { input, rest, blocks: 0, rules, found };
    scan.run()?;
    let Scan { rest, found, .. } = scan;
    let read = input.remaining().len().saturating_sub(rest.len());
    input.take(read)?;
    Ok(found)
}

impl<'a> Scan<'_, 'a> {
    fn run(&mut self) -> Result<(), Fault> {
        let mut levels = Levels::new();
        let mut to_come = 1usize;
        loop {
            let Some(fewer) = to_come.checked_sub(1) else {
                let Some(level) = levels.last() else { return Ok(()) };
                if level.behind.is_some() && !self.rest.is_empty() {
                    level.count = level.count.saturating_add(1);
                    to_come = 1;
                    continue;
                }
                let level = *level;
                levels.pop();
                to_come = level.to_come;
                if let Some(behind) = level.behind {
                    self.rest = behind;
                    self.blocks = self.blocks.saturating_sub(1);
                    self.found.canonical &= !level.annotated || level.count > 2;
                }
                if level.annotated {
                    self.annotations(level.behind.is_some())?;
                }
                continue;
            };
            self.found.nodes = self.found.nodes.saturating_add(1);
            let level = |behind, annotated| Level { to_come: fewer, behind, annotated, count: 0 };
            to_come = match self.rest {
                [0, ..] => {
                    self.number()?;
                    fewer
                }
                [1 | 10, ..] => {
                    let size = self.size(1)?;
                    self.take(size)?;
                    fewer
                }
                [2, ..] => {
                    let behind = self.block(1)?;
                    levels.push(level(Some(behind), false));
                    0
                }
                [3, ..] => {
                    self.prim()?;
                    fewer
                }
                [4, ..] => {
                    self.prim()?;
                    self.annotations(false)?;
                    fewer
                }
                [5, ..] => {
                    self.prim()?;
                    fewer.saturating_add(1)
                }
                [7, ..] => {
                    self.prim()?;
                    fewer.saturating_add(2)
                }
                [tag @ (6 | 8), ..] => {
                    let args = if *tag == 6 { 1 } else { 2 };
                    self.prim()?;
                    levels.push(level(None, true));
                    args
                }
                [9, ..] => {
                    self.prim()?;
                    let behind = self.block(0)?;
                    levels.push(level(Some(behind), true));
                    0
                }
                [tag, ..] => return Err(Fault::unexpected_tag(self.rest, (*tag).into(), false)),
                [] => return Err(self.refusal(0, |reader| reader.take(1).map(drop))),
            };
        }
    }

    /// Reads the tag and the digits of a number.
    #[inline]
    fn number(&mut self) -> Result<(), Fault> {
        if let [_, byte @ 0..=0x7f, rest @ ..] = self.rest {
            self.found.canonical &= *byte != 0x40;
            self.rest = rest;
            return Ok(());
        }
        self.long_number()
    }

    fn long_number(&mut self) -> Result<(), Fault> {
        let digits = self.rest.get(1..).unwrap_or_default();
        let last = digits.iter().position(|byte| *byte < 0x80);
        match last.and_then(|last| digits.split_at_checked(last.saturating_add(1))) {
            Some((digits, rest)) if digits.last() != Some(&0) => {
                self.rest = rest;
                Ok(())
            }
            _ => Err(self.refusal(1, |reader| <Zarith as Reads<'_, Z>>::read(reader).map(drop))),
        }
    }

    /// Reads the tag and the primitive of an application.
    #[inline]
    fn prim(&mut self) -> Result<(), Fault> {
        match self.rest {
            [_, prim, rest @ ..] if u16::from(*prim) < self.rules.prims => {
                self.found.prim = self.found.prim.max(*prim);
                self.rest = rest;
                Ok(())
            }
            [_, rest @ ..] if !rest.is_empty() => Err(Fault::new(FaultKind::NoCaseMatched, rest)),
            _ => Err(self.refusal(1, |reader| reader.take(1).map(drop))),
        }
    }

    /// Reads `tag` bytes and a size prefix.
    #[inline]
    fn size(&mut self, tag: usize) -> Result<usize, Fault> {
        let rest = self.rest.get(tag..).unwrap_or_default();
        if let Some((size, rest)) = rest.split_first_chunk()
            && let Ok(size) = usize::try_from(i32::from_be_bytes(*size))
        {
            self.rest = rest;
            return Ok(size);
        }
        Err(self.refusal(tag, |reader| U30::read(reader).map(drop)))
    }

    /// Reads `size` bytes.
    #[inline]
    fn take(&mut self, size: usize) -> Result<&'a [u8], Fault> {
        match self.rest.split_at_checked(size) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(self.refusal(0, |reader| reader.take(size).map(drop))),
        }
    }

    /// Opens a block, whose size prefix follows `tag` bytes. Returns the bytes that follow the block.
    #[inline]
    fn block(&mut self, tag: usize) -> Result<&'a [u8], Fault> {
        let size = self.size(tag)?;
        let block = self.take(size)?;
        self.blocks = self.blocks.saturating_add(1);
        Ok(core::mem::replace(&mut self.rest, block))
    }

    /// Reads the annotations of an application. Empty annotations are canonical only in a `generic` application.
    fn annotations(&mut self, generic: bool) -> Result<(), Fault> {
        let start = self.rest;
        let size = self.size(0)?;
        let text = self.take(size)?;
        if text.is_empty() {
            self.found.canonical &= generic;
        } else if !are_annotations(text, true) {
            self.found.well_formed = false;
            if self.rules.well_formed || !are_annotations(text, false) {
                let kind = if self.rules.well_formed { FaultKind::UserGuard } else { FaultKind::UserFunction };
                return Err(Fault::new(kind, start));
            }
        }
        Ok(())
    }

    /// Returns the error of `read` at the position after the next `skipped` bytes, which are available.
    #[cold]
    #[inline(never)]
    fn refusal(&self, skipped: usize, read: impl FnOnce(&mut Reader<'a>) -> Result<(), Fault>) -> Fault {
        let mut reader = self.input.clone();
        let done = reader.remaining().len().saturating_sub(self.rest.len());
        // Bytes after the expression, hidden by a limit, are possible only at the top level.
        let skipped = match self.blocks {
            0 => done.saturating_add(skipped),
            _ => {
                reader = Reader::new(self.rest);
                skipped
            }
        };
        let refused = reader.take(skipped).and_then(|_| read(&mut reader));
        refused.err().unwrap_or_else(|| reader.fault(FaultKind::NotEnoughData))
    }
}
