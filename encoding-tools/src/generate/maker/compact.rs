//! Compact encodings: each part writes its bytes and returns its bits of the tag.

use alloc::vec::Vec;

use super::{Budget, Made, Maker, sum};
use crate::generate::Unmade;
use crate::generate::flaws::Flaw;
use tezos_encoding_core::__tools::{BIG_LIST, low};
use tezos_encoding_core::schema::{CompactSchema, Part, PartField, Scalar};

impl Maker<'_, '_> {
    pub(super) fn compact(&mut self, compact: &'static CompactSchema, budget: Budget) -> Made {
        let (start, bytes) = (self.out.len(), compact.tag.bytes());
        self.out.resize(start.saturating_add(bytes), 0);
        let budget = Budget { is_exact: false, ..budget.less(bytes) };
        let mut tag = self.part(compact.part, budget)?;
        let unknown = (0..=low(u32::MAX, compact.tag.bits())).find(|tag| !compact.part.has(*tag));
        if let Some(unknown) = unknown.filter(|_| self.flaws.make(Flaw::Tag, start)) {
            tag = unknown;
        }
        let all = tag.to_be_bytes();
        let low = all.get(all.len().saturating_sub(bytes)..).unwrap_or_default();
        if let Some(place) = self.out.get_mut(start..start.saturating_add(bytes)) {
            place.copy_from_slice(low);
        }
        Ok(())
    }

    /// Writes a part and returns its bits.
    fn part(&mut self, part: &'static Part, budget: Budget) -> Result<u32, Unmade> {
        let open = self.choices.open();
        let made = self.part_inside(part, budget);
        self.choices.close(open);
        made
    }

    fn part_inside(&mut self, part: &'static Part, budget: Budget) -> Result<u32, Unmade> {
        match part {
            Part::Null | Part::Unit => Ok(0),
            Part::Bool => Ok(u32::from(self.choices.one_of(2) == 1)),
            Part::Int32 | Part::Int64 => self.part_integer(part, budget),
            Part::Payload(encoding) => self.value(encoding, budget).map(|()| 0),
            Part::Option(inner) => self.optional_part(inner, budget),
            Part::OrInt32(other) => match self.fits(other, budget) && !self.is_minimal && self.choices.one_of(2) == 1 {
                true => self.value(other, budget).map(|()| low(u32::MAX, part.bits())),
                false => self.part_integer(part, budget),
            },
            Part::Tuple(parts) => {
                let fields: Vec<PartField> = parts.iter().map(|part| PartField::req("", part)).collect();
                self.part_fields(&fields, budget)
            }
            Part::Object(fields) => self.part_fields(fields, budget),
            Part::Union(union) => {
                let min_size = |maker: &Self, part| maker.min_sizes.of_part(part);
                let fits = |part| min_size(self, part).is_some_and(|min| min <= budget.max);
                let fit = union.cases.iter().filter(|case| fits(case.part)).collect();
                let case = self.shortest_or_any(fit, |maker, case| min_size(maker, case.part))?;
                Ok(union.join(case, self.part(case.part, budget)?))
            }
            Part::List { bits, item } => {
                let most = low(u32::MAX, *bits);
                let inside = budget.less(BIG_LIST.bytes());
                let for_items = if budget.max < BIG_LIST.bytes() { budget } else { inside };
                let count = self.count(item, (0, usize::MAX), for_items)?;
                if count < usize::try_from(most).unwrap_or_default() {
                    self.items(item, count, budget)?;
                    return Ok(u32::try_from(count).unwrap_or_default());
                }
                let start = self.out.len();
                self.out.extend_from_slice(BIG_LIST.placeholder());
                let content = self.out.len();
                self.items(item, count, inside)?;
                let len = self.written(content);
                BIG_LIST.fill(len, &mut self.out, start);
                Ok(most)
            }
        }
    }

    fn optional_part(&mut self, part: &'static Part, budget: Budget) -> Result<u32, Unmade> {
        let fits = self.min_sizes.of_part(part).is_some_and(|min| min <= budget.max);
        match fits && !self.is_minimal && self.choices.one_of(2) == 1 {
            true => Ok(self.part(part, budget)? | part.flag()),
            false => Ok(0),
        }
    }

    fn part_fields(&mut self, fields: &[PartField], budget: Budget) -> Result<u32, Unmade> {
        let (start, mut bits, mut shift) = (self.out.len(), 0u32, 0u32);
        let min_size = |field: &PartField| if field.optional { Some(0) } else { self.min_sizes.of_part(field.part) };
        let min_sizes: Vec<usize> = fields.iter().map(|field| min_size(field).unwrap_or_default()).collect();
        for (index, field) in fields.iter().enumerate() {
            let following = sum(min_sizes.get(index.saturating_add(1)..).unwrap_or_default());
            let left = budget.less(self.written(start)).less(following);
            let own = match field.optional {
                true => self.optional_part(field.part, left)?,
                false => self.part(field.part, left)?,
            };
            bits |= own.checked_shl(shift).unwrap_or_default();
            shift = shift.saturating_add(field.bits());
        }
        Ok(bits)
    }

    /// Writes an integer in as few bytes as possible.
    fn part_integer(&mut self, part: &'static Part, budget: Budget) -> Result<u32, Unmade> {
        let Some(Scalar::Int(whole)) = part.whole() else { return Err(Unmade::NoValue) };
        let (min, max) = match budget.max {
            0 | 1 => (0, 0xff),
            2 | 3 => (0, 0xffff),
            4..8 if whole.bytes == 8 => (0, 0xffff_ffff),
            _ => (whole.min, whole.max),
        };
        let mut value = self.choices.integer(min, max);
        let (mut bits, mut form) = part.narrowest(value).ok_or(Unmade::NoValue)?;
        // The mistake is a small number in a width for larger ones.
        if let Some(wider) = part.form(1).filter(|_| self.flaws.make(Flaw::Integer, self.out.len())) {
            (bits, form, value) = (1, wider, 0);
        }
        if let Scalar::Int(int) = form.scalar {
            // The value fits the width.
            let _ = int.write(value, &mut self.out);
        }
        Ok(bits)
    }
}
