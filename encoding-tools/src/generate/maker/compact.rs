//! Compact encodings: each part writes its bytes and returns its bits of the tag.

use alloc::vec::Vec;

use super::{Made, Maker, Room};
use crate::generate::Unmade;
use crate::generate::choices::Choices;
use crate::generate::flaws::Mistake;
use tezos_encoding_core::__tools::{BIG_LIST, low, widest};
use tezos_encoding_core::schema::{Compact, Int, Part, PartField, Scalar};

impl<C: Choices> Maker<'_, C> {
    pub(super) fn compact(&mut self, compact: &'static Compact, room: Room) -> Made {
        let (start, bytes) = (self.out.len(), compact.tag.bytes());
        self.out.resize(start.saturating_add(bytes), 0);
        let room = Room { exact: false, ..room.less(bytes) };
        let mut tag = self.part(compact.part, room)?;
        let unknown = (0..=low(u32::MAX, compact.tag.bits())).find(|tag| !compact.part.has(*tag));
        if let Some(unknown) = unknown.filter(|_| self.flaws.make(Mistake::Tag, start)) {
            tag = unknown;
        }
        let all = tag.to_be_bytes();
        let low = all.get(all.len().saturating_sub(bytes)..).unwrap_or_default();
        if let Some(place) = self.out.get_mut(start..start.saturating_add(bytes)) {
            place.copy_from_slice(low);
        }
        Ok(())
    }

    /// A part; its bits.
    fn part(&mut self, part: &'static Part, room: Room) -> Result<u32, Unmade> {
        let open = self.choices.open();
        let made = self.part_inside(part, room);
        self.choices.close(open);
        made
    }

    fn part_inside(&mut self, part: &'static Part, room: Room) -> Result<u32, Unmade> {
        match part {
            Part::Null | Part::Unit => Ok(0),
            Part::Bool => Ok(u32::from(self.choices.one_of(2) == 1)),
            Part::Int32 | Part::Int64 => self.part_integer(part, room),
            Part::Payload(encoding) => self.value(encoding, room).map(|()| 0),
            Part::Option(inner) => match self.part_present(inner, room) {
                true => Ok(self.part(inner, room)? | inner.flag()),
                false => Ok(0),
            },
            Part::OrInt32(other) => {
                let fits = self.fits(other, room);
                match fits && !self.frugal && self.choices.one_of(2) == 1 {
                    true => self.value(other, room).map(|()| low(u32::MAX, part.bits())),
                    false => self.part_integer(part, room),
                }
            }
            Part::Tuple(parts) => {
                let fields: Vec<PartField> = parts.iter().map(|part| PartField::req("", part)).collect();
                self.part_fields(&fields, room)
            }
            Part::Object(fields) => self.part_fields(fields, room),
            Part::Union(cases) => {
                let mut fit: Vec<_> = cases
                    .iter()
                    .filter(|case| self.least.part(case.part).is_some_and(|least| least <= room.most))
                    .collect();
                fit.sort_by_key(|case| self.least.part(case.part));
                let index = if self.frugal || fit.len() < 2 { 0 } else { self.choices.one_of(fit.len()) };
                let case = fit.get(index).ok_or(Unmade::NoValue)?;
                Ok(self.part(case.part, room)? | case.tag.checked_shl(widest(cases)).unwrap_or_default())
            }
            Part::List { bits, item } => {
                let most = low(u32::MAX, *bits);
                let small = usize::try_from(most).unwrap_or_default();
                let inside = room.less(BIG_LIST.bytes());
                let count =
                    self.count(item, (0, usize::MAX), if room.most < BIG_LIST.bytes() { room } else { inside })?;
                if count < small {
                    self.items(item, count, room)?;
                    return Ok(u32::try_from(count).unwrap_or_default());
                }
                let start = self.out.len();
                self.out.extend_from_slice(BIG_LIST.placeholder());
                let behind = self.out.len();
                self.items(item, count, inside)?;
                let len = self.written(behind);
                BIG_LIST.fill(len, &mut self.out, start);
                Ok(most)
            }
        }
    }

    fn part_present(&mut self, part: &'static Part, room: Room) -> bool {
        let fits = self.least.part(part).is_some_and(|least| least <= room.most);
        fits && !self.frugal && self.choices.one_of(2) == 1
    }

    fn part_fields(&mut self, fields: &[PartField], room: Room) -> Result<u32, Unmade> {
        let (start, mut bits, mut shift) = (self.out.len(), 0u32, 0u32);
        let least = |field: &PartField| if field.optional { Some(0) } else { self.least.part(field.part) };
        let least: Vec<usize> = fields.iter().map(|field| least(field).unwrap_or_default()).collect();
        for (index, field) in fields.iter().enumerate() {
            let behind =
                least.iter().skip(index.saturating_add(1)).fold(0usize, |sum, bytes| sum.saturating_add(*bytes));
            let left = room.less(self.written(start)).less(behind);
            let own = match (field.optional, field.part) {
                (true, part) => match self.part_present(part, left) {
                    true => self.part(part, left)? | part.flag(),
                    false => 0,
                },
                (false, part) => self.part(part, left)?,
            };
            bits |= own.checked_shl(shift).unwrap_or_default();
            shift = shift.saturating_add(field.bits());
        }
        Ok(bits)
    }

    /// An integer in as few bytes as it needs.
    fn part_integer(&mut self, part: &'static Part, room: Room) -> Result<u32, Unmade> {
        let Some(Scalar::Int(whole)) = part.whole() else { return Err(Unmade::NoValue) };
        let unsigned = |bytes: u32| (1i128 << bytes.saturating_mul(8)).saturating_sub(1);
        let (min, max) = match room.most {
            0 | 1 => (0, unsigned(1)),
            2 | 3 => (0, unsigned(2)),
            4..8 if whole.bytes == 8 => (0, unsigned(4)),
            _ => (whole.min, whole.max),
        };
        let mut value = self.choices.integer(min, max);
        let (mut bits, mut form) = part.narrowest(value).ok_or(Unmade::NoValue)?;
        // A small number in a form for greater ones.
        if let Some(wider) = part.form(1).filter(|_| self.flaws.make(Mistake::Integer, self.out.len())) {
            (bits, form, value) = (1, wider, 0);
        }
        if let Scalar::Int(int) = form.scalar {
            // The form is one that the value fits.
            let _ = Int { ..int }.write(value, &mut self.out);
        }
        Ok(bits)
    }
}
