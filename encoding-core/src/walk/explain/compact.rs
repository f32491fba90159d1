//! Walking compact encodings: the tag is read once, then each part takes its bits and reads its bytes.

use super::walker::{Task, Walked, Walker};
use crate::error::Segment;
use crate::schema::compact::{self, BIG_LIST};
use crate::schema::{CompactSchema, Part, Scalar};
use crate::walk::value::{Container, Event};

impl Walker<'_, '_> {
    pub(super) fn compact(&mut self, compact: &'static CompactSchema) -> Walked {
        let tag = self.at.compact_tag(compact)?;
        self.tasks.push(Task::Part(compact.part, tag));
        Ok(())
    }

    /// Reads the field at `index` of a compact object or tuple.
    pub(super) fn part_field(&mut self, part: &'static Part, index: usize, mut bits: u32) -> Walked {
        let Some(field) = part.field(index) else { return self.tell(Event::Close) };
        let own = compact::take(&mut bits, field.bits());
        self.tasks.push(Task::PartFields(part, index.saturating_add(1), bits));
        let Some(own) = field.present(own) else { return self.tell(Event::Absent) };
        if field.optional {
            self.open_case(Container::Present)?;
        }
        self.enter_part(Segment::Field(field.name), field.part, own);
        Ok(())
    }

    fn enter_part(&mut self, segment: Segment, part: &'static Part, bits: u32) {
        self.trail.enter(segment, self.at.offset());
        self.tasks.push(Task::Leave);
        self.tasks.push(Task::Part(part, bits));
    }

    pub(super) fn part(&mut self, part: &'static Part, bits: u32) -> Walked {
        match part {
            Part::Null | Part::Unit => return self.tell(Event::Nothing),
            Part::Bool => return self.tell(Event::Scalar(&Scalar::Bool, &[u8::from(bits != 0)])),
            Part::Int32 | Part::Int64 => return self.integer(part, bits),
            Part::Payload(encoding) => self.tasks.push(Task::Value(encoding)),
            Part::Option(part) => {
                let present = part.present(bits);
                self.open_case(Container::Case(usize::from(present.is_none())))?;
                self.tasks.push(present.map_or(Task::Part(&Part::Null, 0), |bits| Task::Part(part, bits)));
            }
            Part::OrInt32(other) => {
                let is_integer = part.form(bits).is_some();
                self.open_case(Container::Case(usize::from(!is_integer)))?;
                if is_integer {
                    return self.integer(part, bits);
                }
                self.tasks.push(Task::Value(other));
            }
            Part::Tuple(_) | Part::Object(_) => {
                // As with any value of fixed size, all bytes must be available before the first field is read.
                if let Some(bytes) = part.fixed(bits) {
                    self.at.fits(bytes, part.name())?;
                }
                self.tasks.push(Task::PartFields(part, 0, bits));
                return self.tell(Event::Open(Container::Fields));
            }
            Part::Union(union) => {
                let Some((index, case, bits)) = union.case(bits) else { return Ok(()) };
                self.open_case(Container::Case(index))?;
                self.enter_part(Segment::Case(case.title), case.part, bits);
            }
            Part::List { bits: width, item } => {
                if compact::elements(*width, bits).is_none() {
                    let len = self.at.size_prefix(BIG_LIST)?;
                    self.open_block(len)?;
                }
                return self.list(item, compact::count(*width, bits), false);
            }
        }
        Ok(())
    }

    /// Reads an integer of the width that its bits select.
    fn integer(&mut self, part: &'static Part, bits: u32) -> Walked {
        match self.at.compact_integer(part, bits)? {
            Some((whole, bytes)) => self.tell(Event::Scalar(whole, whole.end_of(&bytes))),
            None => Ok(()),
        }
    }
}
