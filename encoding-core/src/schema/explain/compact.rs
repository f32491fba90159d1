//! The walk through a compact encoding: the tag is read once, each part takes its bits of it and its bytes behind it.

use super::walker::{Shared, Task, Walked, Walker};
use crate::error::{ErrorKind, Segment};
use crate::schema::children::number;
use crate::schema::compact::{self, BIG_LIST, Form};
use crate::schema::visit::{Container, Event};
use crate::schema::{Compact, Encoding, Part, Scalar};

impl Walker<'_, '_> {
    pub(super) fn compact(&mut self, compact: &'static Compact) -> Walked {
        let start = self.at.offset();
        let tag = self.at.tag(compact.tag.bytes())?;
        if !compact.part.has(tag) {
            return Err(self.at.refuse(start, ErrorKind::UnexpectedTag { tag, ignorable: false }));
        }
        self.tasks.push(Task::Shared(Shared::Part(compact.part, tag)));
        Ok(())
    }

    pub(super) fn shared(&mut self, shared: Shared) -> Walked {
        match shared {
            Shared::Part(part, bits) => return self.part(part, bits),
            Shared::Fields([], _) | Shared::Elements([], _, _) => return self.tell(Event::Close),
            Shared::Fields([field, rest @ ..], mut bits) => {
                let own = compact::take(&mut bits, field.bits());
                self.tell(Event::Field(field.name, field.may_be_left_out()))?;
                self.tasks.push(Task::Shared(Shared::Fields(rest, bits)));
                let Some(own) = field.present(own) else { return self.tell(Event::Absent) };
                if field.optional {
                    self.tell(Event::Open(Container::Present))?;
                    self.tasks.push(Task::Close);
                }
                self.enter_part(Segment::Field(field.name), field.part, own);
            }
            Shared::Elements([part, rest @ ..], mut bits, index) => {
                let own = compact::take(&mut bits, part.bits());
                self.tasks.push(Task::Shared(Shared::Elements(rest, bits, index.saturating_add(1))));
                self.enter_part(Segment::Field(number(index)), part, own);
            }
        }
        Ok(())
    }

    fn enter_part(&mut self, segment: Segment, part: &'static Part, bits: u32) {
        self.trail.enter(segment, self.at.offset());
        self.tasks.push(Task::Leave);
        self.tasks.push(Task::Shared(Shared::Part(part, bits)));
    }

    fn part(&mut self, part: &'static Part, bits: u32) -> Walked {
        match part {
            Part::Null => return self.tell(Event::Nothing(&Encoding::Null)),
            Part::Unit => return self.tell(Event::Nothing(&Encoding::Empty)),
            Part::Bool => return self.tell(Event::Scalar(&Scalar::Bool, &[u8::from(bits != 0)])),
            Part::Int32 | Part::Int64 => return self.integer(part, bits),
            Part::Payload(encoding) => self.tasks.push(Task::Value(encoding)),
            Part::Option(part) => {
                let present = part.present(bits);
                self.tell(Event::Open(Container::Case(usize::from(present.is_none()))))?;
                self.tasks.push(Task::Close);
                self.tasks.push(Task::Shared(match present {
                    Some(bits) => Shared::Part(part, bits),
                    None => Shared::Part(&Part::Null, 0),
                }));
            }
            Part::OrInt32(other) => {
                let integer = part.form(bits).is_some();
                self.tell(Event::Open(Container::Case(usize::from(!integer))))?;
                self.tasks.push(Task::Close);
                if integer {
                    return self.integer(part, bits);
                }
                self.tasks.push(Task::Value(other));
            }
            Part::Tuple(parts) => {
                self.whole_part(part, bits)?;
                self.tell(Event::Open(Container::Tuple))?;
                self.tasks.push(Task::Shared(Shared::Elements(parts, bits, 0)));
            }
            Part::Object(fields) => {
                self.whole_part(part, bits)?;
                self.tell(Event::Open(Container::Object))?;
                self.tasks.push(Task::Shared(Shared::Fields(fields, bits)));
            }
            Part::Union(cases) => {
                let Some((index, case, bits)) = compact::case(cases, bits) else { return Ok(()) };
                self.tell(Event::Open(Container::Case(index)))?;
                self.tasks.push(Task::Close);
                self.enter_part(Segment::Case(case.title), case.part, bits);
            }
            Part::List { bits: width, item } => {
                let count = compact::count(*width, bits);
                if compact::elements(*width, bits).is_none() {
                    let len = self.at.size_prefix(BIG_LIST)?;
                    self.open_block(len)?;
                }
                return self.list(item, count, false);
            }
        }
        Ok(())
    }

    /// As any value whose size is fixed, here for these bits.
    fn whole_part(&self, part: &'static Part, bits: u32) -> Walked {
        part.fixed(bits).map_or(Ok(()), |bytes| self.at.need(bytes, part.name()))
    }

    /// An integer in the width that its bits say, where no narrower one would do.
    fn integer(&mut self, part: &'static Part, bits: u32) -> Walked {
        let (Some(Form { scalar: Scalar::Int(int), least, .. }), Some(whole)) = (part.form(bits), part.whole()) else {
            return Ok(());
        };
        let start = self.at.offset();
        let value = int.value(self.at.unsigned(int.bytes, int.name)?);
        if (0..*least).contains(&value) {
            let kind = ErrorKind::InvalidInt { min: *least, value, max: int.max };
            return Err(self.at.refuse(start, kind));
        }
        let bytes = value.to_be_bytes();
        let bytes = bytes.get(bytes.len().saturating_sub(size_of_scalar(whole))..).unwrap_or_default();
        self.tell(Event::Scalar(whole, bytes))
    }
}

fn size_of_scalar(scalar: &Scalar) -> usize {
    scalar.size().least
}
