//! Values that the walkers read by the reader of their type.

use super::explain::from_fault;
use super::{Cursor, Refusal};
use crate::reader::Reader;
use crate::schema::{Class, Opaque};

impl<'a> Cursor<'a> {
    /// Consumes a value of which only its reader knows the end.
    ///
    /// # Errors
    /// Those of the reader; `Not_enough_data`, `Size_limit_exceeded`.
    pub fn opaque(&mut self, opaque: &Opaque) -> Result<&'a [u8], Refusal> {
        if let Class::Variable = opaque.size.class {
            self.arrived(self.remaining, opaque.name)?;
        }
        let block = self.block();
        let mut reader = Reader::new(block).at(self.revision).below(self.depth());
        match (opaque.read)(&mut reader) {
            Ok(()) => self.take(block.len().saturating_sub(reader.remaining().len()), opaque.name),
            Err(fault) => {
                let read = fault.offset_in(block);
                let kind = from_fault(fault, self.remaining.saturating_sub(read), None);
                Err(self.refuse(self.offset().saturating_add(read), kind))
            }
        }
    }
}
