//! Lists, and pairs of keys and values.

use super::{Made, Maker, Room};
use crate::generate::Unmade;
use crate::generate::choices::Choices;
use crate::generate::flaws::Mistake;
use tezos_encoding_core::schema::{Class, Count, Encoding, Keys};
use tezos_encoding_core::wire::Prefix;

/// Elements that are written to have one too many.
const TOO_MANY: usize = 10_000;

impl<C: Choices> Maker<'_, C> {
    pub(super) fn list(&mut self, item: &'static Encoding, count: Count, room: Room) -> Made {
        match count {
            Count::Exactly(n) => self.items(item, n, room),
            Count::ToEnd { min, max } => {
                let n = self.count(item, (min, max.unwrap_or(usize::MAX)), room)?;
                let over = max.and_then(|max| max.checked_add(1)).filter(|over| *over <= TOO_MANY);
                let can = over.filter(|_| !room.exact && self.least.bytes(item).is_some());
                match can.filter(|_| self.flaws.make(Mistake::TooManyElements, self.out.len())) {
                    Some(over) => {
                        let frugal = core::mem::replace(&mut self.frugal, true);
                        let made = self.items(item, over, Room { most: usize::MAX, exact: false });
                        self.frugal = frugal;
                        made
                    }
                    None => self.items(item, n, room),
                }
            }
            Count::Prefixed { prefix, max } => {
                let (start, max) = (self.out.len(), max.unwrap_or(prefix.max()).min(prefix.max()));
                // A number of one byte, where there is no room for more.
                let (width, max) = match prefix {
                    Prefix::N if room.most < prefix.bytes() || room.exact => (1, max.min(0x7f)),
                    prefix => (prefix.bytes(), max),
                };
                let n = self.count(item, (0, max), room.less(width))?;
                let mut said = n;
                for (wrong, mistake, can) in [
                    (n.saturating_add(1), Mistake::CountTooLarge, n < max),
                    (n.saturating_sub(1), Mistake::CountTooSmall, n > 0),
                    (max.saturating_add(1), Mistake::TooManyElements, max < prefix.max() && prefix != Prefix::N),
                ] {
                    if can && self.flaws.make(mistake, start) {
                        said = wrong;
                    }
                }
                prefix.put(said, &mut self.out);
                let written = self.written(start);
                self.items(item, n, room.less(written))
            }
        }
    }

    /// How many elements: those allowed, and as many as fit.
    pub(super) fn count(
        &mut self,
        item: &'static Encoding,
        (min, max): (usize, usize),
        room: Room,
    ) -> Result<usize, Unmade> {
        let fit = match self.least.bytes(item) {
            Some(bytes) => room.most.checked_div(bytes.max(1)).unwrap_or_default().min(max),
            None => 0,
        };
        match (room.exact, item.size().class) {
            (true, Class::Fixed(_)) => Ok(fit),
            (true, _) if room.most > 0 && fit == 0 => Err(Unmade::Unfillable { bytes: room.most }),
            (true, _) => Ok(self.choices.length(room.most.min(1).max(min), fit.max(min))),
            (false, _) if self.frugal => Ok(min),
            (false, _) => Ok(self.choices.length(min, fit.max(min))),
        }
    }

    pub(super) fn items(&mut self, item: &'static Encoding, count: usize, room: Room) -> Made {
        let start = self.out.len();
        let least = self.least.bytes(item).unwrap_or_default();
        let fixed = matches!(item.size().class, Class::Fixed(_));
        for index in 0..count {
            let behind = count.saturating_sub(index).saturating_sub(1);
            let left = room.less(self.written(start)).less(behind.saturating_mul(least));
            let exact = room.exact && behind == 0 && !fixed;
            self.hushed(index > 0, |maker| maker.value(item, Room { exact, ..left }))?;
        }
        Ok(())
    }

    pub(super) fn pairs(&mut self, item: &'static Encoding, keys: Keys, room: Room) -> Made {
        let start = self.out.len();
        let header = Prefix::U30.bytes();
        let Some(least) = self.least.bytes(item).filter(|least| !room.exact || *least <= room.most) else {
            return Ok(());
        };
        let pair = least.saturating_add(header).saturating_add(2);
        let fit = room.most.checked_div(pair).unwrap_or_default().min(99);
        let count = match (room.exact, self.frugal) {
            (true, _) => room.most.min(1),
            (false, true) => 0,
            (false, false) => self.choices.length(0, fit),
        };
        // Digits of one length, so that the keys are in order, as a map's are when it is written.
        let digits = if count > 10 { 2 } else { 1 };
        let name = |index: usize| alloc::format!("{index:0digits$}").into_bytes();
        for index in 0..count {
            let behind = count.saturating_sub(index).saturating_sub(1).saturating_mul(pair);
            let left = room.less(self.written(start)).less(behind).less(header);
            // Alone in its block, the key is as long as it takes.
            let key = match (room.exact, item.size().class) {
                (true, Class::Fixed(bytes)) => alloc::vec![b'k'; left.most.saturating_sub(bytes)],
                _ if index == 1 && keys.distinct && self.flaws.make(Mistake::DuplicateKey, self.out.len()) => name(0),
                _ => name(index),
            };
            Prefix::U30.put(key.len(), &mut self.out);
            let left = left.less(key.len());
            self.out.extend(key);
            self.hushed(index > 0, |maker| maker.value(item, left))?;
        }
        Ok(())
    }
}
