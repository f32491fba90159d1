//! Unions, enumerations and lists.

use alloc::format;
use alloc::string::ToString;

use super::SliceKind;
use super::name::Name;
use super::walker::{Item, ItemCount, KEY, Task, Walked, Walker};
use crate::error::{ErrorKind, Segment};
use crate::schema::case;
use crate::schema::{Case, Count, Encoding, Keys, Refusal, TagSize};
use crate::wire::like::n_bytes;
use crate::wire::prefix::{MAX_SIZE, Prefix};

impl Walker<'_> {
    pub(super) fn enumeration(&mut self, names: &[&str], name: &Name) -> Walked {
        let start = self.at.offset();
        let index = self.at.unsigned(Prefix::for_count(names.len()).bytes(), "enum")?;
        if usize::try_from(index).ok().and_then(|index| names.get(index)).is_none() {
            return Err(self.at.refuse(start, ErrorKind::NoCaseMatched));
        }
        self.cut(start, SliceKind::Name { names: names.len() }, name, name.of("enum"), index.to_string());
        Ok(())
    }

    pub(super) fn union(&mut self, tag: TagSize, cases: &'static [Case], ignorable: bool, name: Name) -> Walked {
        let (before, start) = (self.at.clone(), self.at.offset());
        let found = u32::try_from(self.at.unsigned(tag.bytes(), "the tag")?).unwrap_or(u32::MAX);
        match case::of_tag(cases, found) {
            Some((_, case)) if case.is_other() => {
                self.at = before;
                self.tasks.push(Task::Value(case.payload, name));
                Ok(())
            }
            Some((_, case)) => {
                let cases = cases.iter().filter(|case| case.own_tag().is_some()).count();
                let name = self.name_in(&name, Segment::Case(case.title));
                self.cut(start, SliceKind::Tag { cases }, &name, format!("{} tag", case.title), found.to_string());
                self.tasks.push(Task::Value(case.payload, name));
                Ok(())
            }
            None => {
                self.refused_by = cases;
                Err(self.at.refuse(start, ErrorKind::UnexpectedTag { tag: found, ignorable }))
            }
        }
    }

    pub(super) fn list(&mut self, item: &'static Encoding, count: Count, array: bool, name: &Name) -> Walked {
        let count = match count {
            Count::ToEnd { min, max } => ItemCount { exactly: None, min, max, array },
            Count::Exactly(n) => ItemCount { exactly: Some(n), min: 0, max: None, array },
            Count::Prefixed { prefix, max } => {
                let found = self.count(prefix, max, array, name)?;
                ItemCount { exactly: Some(found), min: 0, max: None, array }
            }
        };
        self.tasks.push(Task::Items { item: Item::One(item), index: 0, count, name: name.element() });
        Ok(())
    }

    /// The number of elements in front of a list.
    fn count(&mut self, prefix: Prefix, max: Option<usize>, array: bool, name: &Name) -> Result<usize, Refusal> {
        let start = self.at.offset();
        let found = match (prefix, max) {
            (Prefix::N, Some(max)) => {
                let bytes = n_bytes(u64::try_from(max).unwrap_or(u64::MAX));
                self.at.small_n(bytes, i128::MAX, "the number of elements")?
            }
            _ => prefix.check(&mut self.at)?,
        };
        let max = max.unwrap_or(prefix.max());
        if found > MAX_SIZE {
            let [value, max] = [found, MAX_SIZE].map(|size| i128::try_from(size).unwrap_or(i128::MAX));
            return Err(self.at.refuse(start, ErrorKind::InvalidInt { min: 0, value, max }));
        }
        if found > max {
            return Err(self.at.refuse(start, ErrorKind::ListLength { max, found, writing: false, array }));
        }
        let form = match prefix {
            Prefix::U8 => "uint8",
            Prefix::U16 | Prefix::U16Le => "uint16",
            Prefix::U30 | Prefix::U30Le => "ranged int",
            Prefix::N => "N",
        };
        let name = name.field(if array { "array_length" } else { "list_length" });
        self.cut(start, SliceKind::Count, &name, name.of(form), found.to_string());
        Ok(found)
    }

    pub(super) fn item(&mut self, item: Item, index: usize, count: ItemCount, name: Name) -> Walked {
        if count.exactly.map_or(self.at.remaining == 0, |n| index == n) {
            if index < count.min {
                let kind = ErrorKind::ListTooShort { min: count.min, found: index };
                return Err(self.at.refuse(self.at.offset(), kind));
            }
            if matches!(item, Item::Pair(_, Keys { distinct: true, .. })) {
                self.keys.pop();
            }
            return Ok(());
        }
        let next = index.saturating_add(1);
        if let Some(max) = count.max.filter(|max| index == *max) {
            let kind = ErrorKind::ListLength { max, found: next, writing: false, array: count.array };
            return Err(self.at.refuse(self.at.offset(), kind));
        }
        self.tasks.push(Task::Items { item, index: next, count, name: name.clone() });
        let name = self.name_in(&name, Segment::Index(index));
        match item {
            Item::One(item) => self.tasks.push(Task::Value(item, name)),
            Item::Pair(value, keys) => {
                self.key(keys)?;
                self.tasks.push(Task::Value(value, name.clone()));
                self.tasks.push(Task::Value(KEY, name));
            }
        }
        Ok(())
    }

    /// Refuses a key that the map may not have. Where the key is not there in whole, cutting it says so.
    fn key(&mut self, keys: Keys) -> Walked {
        let (mut ahead, outer) = (self.at.clone(), self.at.offset());
        let Ok(len) = Prefix::U30.check(&mut ahead) else { return Ok(()) };
        let start = ahead.offset();
        let Ok(key) = ahead.take(len, "string") else { return Ok(()) };
        if keys.utf8 && core::str::from_utf8(key).is_err() {
            return Err(self.at.refuse(start, ErrorKind::InvalidUtf8));
        }
        if keys.distinct && self.keys.last_mut().is_some_and(|seen| !seen.insert(key)) {
            return Err(self.at.refuse(outer, ErrorKind::DuplicateKey));
        }
        Ok(())
    }
}
