//! Compact encodings: the tag is read once, then each part takes its bits and reads its bytes.

use super::Printer;
use super::scalar::scalar;
use super::walk::{Open, Place, Printed};
use crate::schema::Part;
use crate::schema::compact::{self, BIG_LIST};
use crate::walk::Cursor;

impl Printer {
    /// Prints a part, given its bits of the tag: one that has no others in it, or what precedes those.
    pub(super) fn part(
        &mut self,
        at: &mut Cursor<'_>,
        mut part: &'static Part,
        mut bits: u32,
        place: Place,
    ) -> Printed {
        loop {
            match part {
                Part::Null => {
                    self.absent(Place::default());
                    return Ok(());
                }
                Part::Unit if place.is_part => return Ok(()),
                Part::Unit => {
                    self.start();
                    self.text.push_str("{}");
                    return Ok(());
                }
                Part::Bool => {
                    self.start();
                    self.text.push_str(if bits == 0 { "false" } else { "true" });
                    return Ok(());
                }
                Part::Int32 | Part::Int64 => return self.integer(at, part, bits),
                Part::OrInt32(_) if part.form(bits).is_some() => return self.integer(at, part, bits),
                Part::OrInt32(encoding) | Part::Payload(encoding) => return self.value(at, encoding, place),
                Part::Option(inner) => match inner.present(bits) {
                    Some(own) => (part, bits) = (inner, own),
                    None => (part, bits) = (&Part::Null, 0),
                },
                Part::Tuple(_) | Part::Object(_) => {
                    // As with any value of fixed size, all bytes must be available before the first field is read.
                    if let Some(bytes) = part.fixed(bits) {
                        at.fits(bytes, part.name())?;
                    }
                    let brackets = if let Part::Object(_) = part { ["{", "}"] } else { ["[", "]"] };
                    let close = self.bracket(place, brackets);
                    self.open.push(Open::PartFields { of: part, next: 0, bits, close });
                    return Ok(());
                }
                Part::Union(union) => {
                    let Some((_, case, own)) = union.case(bits) else { return Ok(()) };
                    self.open.push(Open::Case(case.title));
                    (part, bits) = (case.part, own);
                }
                Part::List { bits: width, item } => {
                    if compact::elements(*width, bits).is_none() {
                        let len = at.size_prefix(BIG_LIST)?;
                        self.open.push(Open::Block(at.enter(len)?));
                    }
                    return self.list(at, item, compact::count(*width, bits), false);
                }
            }
        }
    }

    /// Proceeds with the fields of the innermost open value, and closes it at its end.
    pub(super) fn part_field(&mut self, at: &mut Cursor<'_>) -> Printed {
        let Some(Open::PartFields { of, next, bits, close }) = self.open.last_mut() else { return Ok(()) };
        let Some(field) = of.field(*next) else {
            self.text.push_str(close);
            self.open.pop();
            return Ok(());
        };
        *next = next.saturating_add(1);
        let own = compact::take(bits, field.bits());
        let place = match of {
            Part::Object(_) => self.field(field.name, field.may_be_left_out()),
            _ => Place::default(),
        };
        match field.present(own) {
            Some(own) if field.optional => self.part(at, field.part, own, Place::default()),
            Some(own) => self.part(at, field.part, own, place),
            None => {
                self.absent(place);
                Ok(())
            }
        }
    }

    /// Prints an integer of the width that its bits select.
    fn integer(&mut self, at: &mut Cursor<'_>, part: &'static Part, bits: u32) -> Printed {
        let start = at.offset();
        let Some((whole, bytes)) = at.compact_integer(part, bits)? else { return Ok(()) };
        self.start();
        scalar(&mut self.text, whole, whole.end_of(&bytes)).map_err(|kind| at.refuse(start, kind))
    }
}
