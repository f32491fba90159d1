//! Unions, enumerations and lists.

use alloc::format;
use alloc::string::ToString;

use super::SliceKind;
use super::name::Name;
use super::walker::{Item, Task, Walked, Walker};
use tezos_encoding_core::__tools::ItemCount;
use tezos_encoding_core::__tools::of_tag;
use tezos_encoding_core::schema::{Case, Count, Encoding, Keys, TagSize};
use tezos_encoding_core::wire::Prefix;
use tezos_encoding_core::{ErrorKind, Segment};

impl Walker<'_> {
    pub(super) fn enumeration(&mut self, names: &[&str], name: &Name) -> Walked {
        let start = self.at.offset();
        let index = self.at.name(names)?;
        self.cut(start, SliceKind::Name { names: names.len() }, name, name.of("enum"), index.to_string());
        Ok(())
    }

    pub(super) fn union(&mut self, tag: TagSize, cases: &'static [Case], ignorable: bool, name: Name) -> Walked {
        let (before, start) = (self.at.clone(), self.at.offset());
        let found = self.at.tag(tag.bytes())?;
        match of_tag(cases, found) {
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
        let start = self.at.offset();
        let items = self.at.items(count, array)?;
        if let (Count::Prefixed { prefix, .. }, Some(found)) = (count, items.number()) {
            let form = match prefix {
                Prefix::U8 => "uint8",
                Prefix::U16 | Prefix::U16Le => "uint16",
                Prefix::U30 | Prefix::U30Le => "ranged int",
                Prefix::N => "N",
            };
            let name = name.field(if array { "array_length" } else { "list_length" });
            self.cut(start, SliceKind::Count, &name, name.of(form), found.to_string());
        }
        self.tasks.push(Task::Items { item: Item::One(item), index: 0, count: items, name: name.element() });
        Ok(())
    }

    pub(super) fn item(&mut self, item: Item, index: usize, mut count: ItemCount, name: Name) -> Walked {
        if !self.at.has_item(&mut count, index)? {
            if matches!(item, Item::Pair(_, Keys { distinct: true, .. })) {
                self.keys.pop();
            }
            return Ok(());
        }
        self.tasks.push(Task::Items { item, index: index.saturating_add(1), count, name: name.clone() });
        let name = self.name_in(&name, Segment::Index(index));
        match item {
            Item::One(item) => self.tasks.push(Task::Value(item, name)),
            Item::Pair(value, keys) => {
                self.key(keys)?;
                self.tasks.push(Task::Value(value, name.clone()));
                self.tasks.push(Task::Value(Keys::ENCODING, name));
            }
        }
        Ok(())
    }

    /// Refuses a key that the map may not have. Where the key is not there in whole, cutting it says so.
    fn key(&mut self, keys: Keys) -> Walked {
        let (mut ahead, outer) = (self.at.clone(), self.at.offset());
        let Ok(len) = ahead.size_prefix(Prefix::U30) else { return Ok(()) };
        let Ok(key) = ahead.take(len, "string") else { return Ok(()) };
        ahead.check_key(outer, key, keys, self.keys.last_mut())
    }
}
