//! Blocks and their ends, and values that are checked in whole.

use alloc::string::ToString;

use super::SliceKind;
use super::name::Name;
use super::walker::{Task, Walked, Walker};
use crate::error::ErrorKind;
use crate::schema::{Check, Class, Encoding, Extent, Refusal};
use crate::wire::prefix::Prefix;

impl<'m> Walker<'m> {
    pub(super) fn block(&mut self, len: usize, inner: &'static Encoding, name: Name) -> Walked {
        self.open_block(len)?;
        self.tasks.push(Task::Value(inner, name));
        Ok(())
    }

    /// The size of a block, cut.
    pub(super) fn block_size(&mut self, prefix: Prefix, name: &Name) -> Result<usize, Refusal> {
        let start = self.at.offset();
        let len = prefix.check(&mut self.at)?;
        self.cut(start, SliceKind::Size, name, "dynamic length".to_string(), len.to_string());
        Ok(len)
    }

    /// A block of `len` bytes, which what is pushed next must fill.
    pub(super) fn open_block(&mut self, len: usize) -> Walked {
        self.at.need(len, "the block that the size announces")?;
        self.tasks.push(Task::EndBlock(self.at.remaining.saturating_sub(len)));
        self.at.remaining = len;
        Ok(())
    }

    pub(super) fn check(&mut self, start: usize, check: Check) -> Walked {
        let Some(run) = check.run else { return Ok(()) };
        run(self.at.since(start)).map_err(|message| self.at.refuse(start, check.refusal(message)))
    }

    /// Notes that a value of a fixed size is not there in whole. Its parts are still cut, up to the one that is missing.
    pub(super) fn whole(&mut self, encoding: &'static Encoding) {
        if let Class::Fixed(bytes) = encoding.size().class
            && self.short.is_none()
        {
            self.short = self.at.need(bytes, encoding.name()).err();
        }
    }

    pub(super) fn extent(&mut self, extent: Extent, expected: &'static str) -> Result<&'m [u8], Refusal> {
        let bytes = match extent {
            Extent::Fixed(bytes) => bytes,
            Extent::Rest => self.at.remaining,
        };
        self.at.take(bytes, expected)
    }

    pub(super) fn ended(&self) -> Walked {
        match self.at.remaining {
            0 => Ok(()),
            count => Err(self.at.refuse(self.at.offset(), ErrorKind::ExtraBytes { count })),
        }
    }
}
