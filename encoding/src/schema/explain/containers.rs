//! Lists, pairs, unions and names.

use super::walker::{ItemCount, Task, Walked, Walker};
use crate::error::{ErrorKind, Segment};
use crate::schema::visit::{Container, Event};
use crate::schema::{Count, Encoding, Keys, case};
use crate::wire::like::n_bytes;
use crate::wire::prefix::{MAX_SIZE, Prefix};

impl Walker<'_, '_> {
    /// A key and its value, unless the block ends.
    pub(super) fn pair(&mut self, item: &'static Encoding, keys: Keys, index: usize) -> Walked {
        if self.at.remaining == 0 {
            if keys.distinct {
                self.seen.pop();
            }
            return self.tell(Event::Close);
        }
        let outer = self.at.offset();
        self.trail.enter(Segment::Index(index), outer);
        let len = Prefix::U30.check(&mut self.at)?;
        let start = self.at.offset();
        let key = self.at.take(len, "string")?;
        if keys.utf8 && core::str::from_utf8(key).is_err() {
            return Err(self.at.refuse(start, ErrorKind::InvalidUtf8));
        }
        if keys.distinct && self.seen.last_mut().is_some_and(|seen| !seen.insert(key)) {
            return Err(self.at.refuse(outer, ErrorKind::DuplicateKey));
        }
        self.tell(Event::Key(key))?;
        self.tasks.push(Task::Pairs(item, keys, index.saturating_add(1)));
        self.tasks.push(Task::Leave);
        self.tasks.push(Task::Value(item));
        Ok(())
    }

    pub(super) fn union(&mut self, encoding: &'static Encoding) -> Walked {
        let Encoding::Union { tag, cases, ignore_unknown } = encoding else { return Ok(()) };
        let (before, start) = (self.at.clone(), self.at.offset());
        let found = u32::try_from(self.at.unsigned(tag.bytes(), "the tag")?).unwrap_or(u32::MAX);
        match case::of_tag(cases, found) {
            Some((index, case)) => {
                if case.is_other() {
                    self.at = before;
                }
                self.tell(Event::Open(Container::Case(index)))?;
                self.tasks.push(Task::Close);
                self.enter(Segment::Case(case.title), case.payload);
                Ok(())
            }
            None => {
                let kind = ErrorKind::UnexpectedTag { tag: found, ignorable: *ignore_unknown };
                Err(self.at.refuse(start, kind))
            }
        }
    }

    /// The index of a name.
    pub(super) fn name(&mut self, names: &'static [&'static str]) -> Walked {
        let start = self.at.offset();
        let index = self.at.unsigned(Prefix::for_count(names.len()).bytes(), "enum")?;
        match usize::try_from(index) {
            Ok(index) if index < names.len() => self.tell(Event::Name(names, index)),
            _ => Err(self.at.refuse(start, ErrorKind::NoCaseMatched)),
        }
    }

    pub(super) fn list(&mut self, item: &'static Encoding, count: Count, array: bool) -> Walked {
        let count = match count {
            Count::ToEnd { min, max } => ItemCount { exactly: None, min, max, array },
            Count::Exactly(n) => ItemCount { exactly: Some(n), min: 0, max: None, array },
            Count::Prefixed { prefix, max } => {
                let start = self.at.offset();
                let found = match (prefix, max) {
                    (Prefix::N, Some(max)) => {
                        let bytes = n_bytes(u64::try_from(max).unwrap_or(u64::MAX));
                        self.at.small_n(bytes, i128::MAX, "the number of elements")?
                    }
                    _ => prefix.check(&mut self.at)?,
                };
                if found > MAX_SIZE {
                    let [value, max] = [found, MAX_SIZE].map(|size| i128::try_from(size).unwrap_or(i128::MAX));
                    return Err(self.at.refuse(start, ErrorKind::InvalidInt { min: 0, value, max }));
                }
                let max = max.unwrap_or(prefix.max());
                if found > max {
                    let kind = ErrorKind::ListLength { max, found, writing: false, array };
                    return Err(self.at.refuse(start, kind));
                }
                ItemCount { exactly: Some(found), min: 0, max: None, array }
            }
        };
        self.tell(Event::Open(Container::List))?;
        self.tasks.push(Task::Items { item, index: 0, count });
        Ok(())
    }

    pub(super) fn item(&mut self, item: &'static Encoding, index: usize, count: ItemCount) -> Walked {
        if count.exactly.map_or(self.at.remaining == 0, |n| index == n) {
            if index < count.min {
                let kind = ErrorKind::ListTooShort { min: count.min, found: index };
                return Err(self.at.refuse(self.at.offset(), kind));
            }
            return self.tell(Event::Close);
        }
        if let Some(max) = count.max.filter(|max| index == *max) {
            let found = index.saturating_add(1);
            let kind = ErrorKind::ListLength { max, found, writing: false, array: count.array };
            return Err(self.at.refuse(self.at.offset(), kind));
        }
        self.tasks.push(Task::Items { item, index: index.saturating_add(1), count });
        self.enter(Segment::Index(index), item);
        Ok(())
    }
}
