//! Blocks and their ends, values that may be absent, and values that are checked in whole.

use super::parts::part_at;
use super::walker::{NOWHERE, Task, Walked, Walker};
use crate::error::ErrorKind;
use crate::schema::visit::{Container, Event};
use crate::schema::{Check, Class, Cursor, Encoding};

impl<'m> Walker<'m, '_> {
    pub(super) fn optional(&mut self, present: bool, inner: &'static Encoding) -> Walked {
        if !present {
            return self.tell(Event::Absent);
        }
        self.tell(Event::Open(Container::Present))?;
        self.tasks.push(Task::Close);
        self.tasks.push(Task::Value(inner));
        Ok(())
    }

    /// A block of `len` bytes that `inner` must fill.
    pub(super) fn block(&mut self, len: usize, inner: &'static Encoding) -> Walked {
        self.open_block(len)?;
        self.tasks.push(Task::Value(inner));
        Ok(())
    }

    /// A block of `len` bytes, which what is pushed next must fill.
    pub(super) fn open_block(&mut self, len: usize) -> Walked {
        let behind = self.at.enter(len)?;
        self.is_closed |= self.sought.checked_sub(self.at.offset()).is_some_and(|inside| inside < len);
        self.tasks.push(Task::EndBlock(behind));
        Ok(())
    }

    /// A value whose bytes have another form: what is told of it is what its bytes in this form say.
    pub(super) fn converted(&mut self, encoding: &'static Encoding, behind: Cursor<'m>, bytes: &[u8]) -> Walked {
        let mut told = Walker::new(bytes, NOWHERE, self.max_depth);
        if let Some(visitor) = &mut self.visitor {
            told.visitor = Some(*visitor);
        }
        told.walk(encoding).map_err(|refusal| self.at.refuse(self.at.offset(), *refusal.kind))?;
        self.at = behind;
        Ok(())
    }

    /// Whether bytes that are missing here can come behind the message: not to a block that is there in whole.
    pub(super) fn goes_on(&self) -> bool {
        !self.tasks.iter().any(|task| matches!(task, Task::EndBlock(_)))
    }

    pub(super) fn check(&mut self, start: usize, check: Check) -> Walked {
        if start == self.sought {
            self.function = Some(check.function);
        } else if self.was_read {
            return Ok(());
        }
        self.at.ask(&check, start)
    }

    /// A value whose size is fixed must be there in whole before its first part is looked at (`binary_reader.ml`, `Objs` and
    /// `Tups` of kind `Fixed`): where it is not, the part in which the bytes end is the one to name.
    pub(super) fn whole(&mut self, encoding: &'static Encoding) -> Walked {
        let Class::Fixed(bytes) = encoding.size().class else { return Ok(()) };
        let Err(refusal) = self.at.need(bytes, encoding.name()) else { return Ok(()) };
        let mut left = match *refusal.kind {
            ErrorKind::SizeLimitExceeded { .. } => self.at.allowed.unwrap_or_default(),
            _ => self.at.remaining,
        };
        let (mut encoding, mut offset) = (encoding, self.at.offset());
        while let Some((segment, part)) = part_at(encoding, &mut left, &mut offset) {
            self.trail.enter(segment, self.at.offset());
            encoding = part;
        }
        let kind = match (*refusal.kind, encoding.size().class) {
            (ErrorKind::NotEnoughData { .. }, Class::Fixed(needed)) => {
                ErrorKind::NotEnoughData { expected: encoding.name(), needed, available: left }
            }
            (kind, _) => kind,
        };
        Err(self.at.refuse(offset, kind))
    }
}
