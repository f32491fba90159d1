//! Slices of compact encodings: the tag, then the bytes of each part.

use alloc::format;
use alloc::string::ToString;

use super::SliceKind;
use super::name::Name;
use super::pretty;
use super::walker::{Task, Walked, Walker};
use tezos_encoding_core::__tools::{self, BIG_LIST, Form};
use tezos_encoding_core::schema::{Compact, Part, PartField, Scalar};
use tezos_encoding_core::{ErrorKind, Segment};

/// Parts still to cut, with their bits of the tag.
#[derive(Clone, Copy)]
pub(super) enum Shared {
    Part(&'static Part, u32),
    Fields(&'static [PartField], u32),
    Elements(&'static [&'static Part], u32),
}

impl Walker<'_> {
    pub(super) fn compact(&mut self, compact: &'static Compact, name: Name) -> Walked {
        let start = self.at.offset();
        let tag = self.at.tag(compact.tag.bytes())?;
        if !compact.part.has(tag) {
            return Err(self.at.refuse(start, ErrorKind::UnexpectedTag { tag, ignorable: false }));
        }
        if compact.tag.bytes() != 0 {
            let kind = SliceKind::Tag { cases: 1 << compact.part.bits().min(16) };
            self.cut(start, kind, &name, format!("{} tag", compact.part.case_name(tag)), tag.to_string());
        }
        self.tasks.push(Task::Shared(Shared::Part(compact.part, tag), name));
        Ok(())
    }

    pub(super) fn shared(&mut self, shared: Shared, name: Name) -> Walked {
        match shared {
            Shared::Part(part, bits) => return self.part(part, bits, name),
            Shared::Fields([], _) | Shared::Elements([], _) => {}
            Shared::Fields([field, rest @ ..], mut bits) => {
                let own = __tools::take(&mut bits, field.bits());
                self.tasks.push(Task::Shared(Shared::Fields(rest, bits), name.clone()));
                if let Some(own) = field.present(own) {
                    let name = self.name_in(&name, Segment::Field(field.name)).field(field.name);
                    self.tasks.push(Task::Shared(Shared::Part(field.part, own), name));
                }
            }
            Shared::Elements([part, rest @ ..], mut bits) => {
                let own = __tools::take(&mut bits, part.bits());
                self.tasks.push(Task::Shared(Shared::Elements(rest, bits), name.clone()));
                self.tasks.push(Task::Shared(Shared::Part(part, own), name));
            }
        }
        Ok(())
    }

    fn part(&mut self, part: &'static Part, bits: u32, name: Name) -> Walked {
        match part {
            Part::Null | Part::Unit | Part::Bool => {}
            Part::Option(part) => {
                if let Some(bits) = part.present(bits) {
                    self.tasks.push(Task::Shared(Shared::Part(part, bits), name));
                }
            }
            Part::OrInt32(other) if part.form(bits).is_none() => self.tasks.push(Task::Value(other, name)),
            Part::Int32 | Part::Int64 | Part::OrInt32(_) => return self.integer(part, bits, &name),
            Part::Payload(encoding) => self.tasks.push(Task::Value(encoding, name)),
            Part::Tuple(parts) => {
                self.whole_part(part, bits);
                self.tasks.push(Task::Shared(Shared::Elements(parts, bits), name));
            }
            Part::Object(fields) => {
                self.whole_part(part, bits);
                self.tasks.push(Task::Shared(Shared::Fields(fields, bits), name));
            }
            Part::Union(cases) => {
                let Some((_, case, bits)) = __tools::case(cases, bits) else { return Ok(()) };
                self.tasks.push(Task::Shared(Shared::Part(case.part, bits), name));
            }
            Part::List { bits: width, item } => {
                if __tools::elements(*width, bits).is_none() {
                    let len = self.block_size(BIG_LIST, &name)?;
                    self.open_block(len)?;
                }
                return self.list(item, __tools::count(*width, bits), false, &name);
            }
        }
        Ok(())
    }

    /// As [`Walker::whole`].
    fn whole_part(&mut self, part: &'static Part, bits: u32) {
        if let Some(bytes) = part.fixed(bits)
            && self.short.is_none()
        {
            self.short = self.at.need(bytes, part.name()).err();
        }
    }

    fn integer(&mut self, part: &'static Part, bits: u32, name: &Name) -> Walked {
        let Some(Form { scalar: Scalar::Int(int), shown, least, .. }) = part.form(bits) else { return Ok(()) };
        let start = self.at.offset();
        let value = int.value(self.at.unsigned(int.bytes, int.name)?);
        if (0..*least).contains(&value) {
            let kind = ErrorKind::InvalidInt { min: *least, value, max: int.max };
            return Err(self.at.refuse(start, kind));
        }
        let bytes = self.at.since(start);
        self.cut(start, SliceKind::Compact, name, name.of(pretty::form(shown)), pretty::scalar(shown, bytes));
        Ok(())
    }
}
