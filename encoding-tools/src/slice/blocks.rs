//! Blocks and their ends, and values that are checked in whole.

use alloc::string::ToString;

use super::SliceKind;
use super::name::Name;
use super::walker::{Task, Walked, Walker};
use tezos_encoding_core::schema::{Class, Encoding, Refusal};
use tezos_encoding_core::wire::Prefix;

impl Walker<'_> {
    pub(super) fn block(&mut self, len: usize, inner: &'static Encoding, name: Name) -> Walked {
        self.open_block(len)?;
        self.tasks.push(Task::Value(inner, name));
        Ok(())
    }

    /// The size of a block, cut.
    pub(super) fn block_size(&mut self, prefix: Prefix, name: &Name) -> Result<usize, Refusal> {
        let start = self.at.offset();
        let len = self.at.size_prefix(prefix)?;
        self.cut(start, SliceKind::Size, name, "dynamic length".to_string(), len.to_string());
        Ok(len)
    }

    /// A block of `len` bytes, which what is pushed next must fill.
    pub(super) fn open_block(&mut self, len: usize) -> Walked {
        let behind = self.at.enter(len)?;
        self.tasks.push(Task::EndBlock(behind));
        Ok(())
    }

    /// Notes that a value of a fixed size is not there in whole. Its parts are still cut, up to the one that is missing.
    pub(super) fn whole(&mut self, encoding: &'static Encoding) {
        if let Class::Fixed(bytes) = encoding.size().class
            && self.short.is_none()
        {
            self.short = self.at.need(bytes, encoding.name()).err();
        }
    }
}
