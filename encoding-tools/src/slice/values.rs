//! Slices blocks, unions, lists and compact encodings.

use alloc::format;
use alloc::string::ToString;

use super::name::Name;
use super::walker::{Item, Task, Walked, Walker};
use super::{SliceKind, pretty};
use crate::walk::{Chosen, Parts, chosen};
use tezos_encoding_core::__tools::{BIG_LIST, Form, ItemCount, of_tag};
use tezos_encoding_core::Revision;
use tezos_encoding_core::schema::{Case, CompactSchema, Count, Encoding, Keys, Part, Scalar, TagSize};
use tezos_encoding_core::walk::Refusal;
use tezos_encoding_core::wire::Prefix;
use tezos_encoding_core::{ErrorKind, KnownTags, Segment};

impl Walker<'_> {
    /// Slices the size of a block.
    pub(super) fn block_size(&mut self, prefix: Prefix, name: &Name) -> Result<usize, Refusal> {
        let start = self.at.offset();
        let len = self.at.size_prefix(prefix)?;
        // In RLP, a single byte may have no header.
        if start < self.at.offset() {
            self.cut(start, SliceKind::Size, name, "dynamic length".to_string(), len.to_string());
        }
        Ok(len)
    }

    /// Opens a block of `len` bytes, which the task pushed next must fill.
    pub(super) fn open_block(&mut self, len: usize) -> Walked {
        let after = self.at.enter(len)?;
        self.tasks.push(Task::EndBlock(after));
        Ok(())
    }

    pub(super) fn union(&mut self, tag: TagSize, cases: &'static [Case], ignorable: bool, name: Name) -> Walked {
        let (before, start) = (self.at.clone(), self.at.offset());
        let found = self.at.union_tag(tag)?;
        match of_tag(cases, found, Revision::NEWEST) {
            Some((_, case)) if case.is_other() => {
                self.at = before;
                self.then(case.payload, name);
            }
            Some((_, case)) => {
                let cases = cases.iter().filter(|case| case.own_tag().is_some()).count();
                let name = Self::name_in(&name, Segment::Case(case.title));
                // In RLP, the value itself may tell its case.
                if start < self.at.offset() {
                    self.cut(start, SliceKind::Tag { cases }, &name, format!("{} tag", case.title), found.to_string());
                }
                self.then(case.payload, name);
            }
            None => {
                let known = KnownTags::new(cases, self.at.revision);
                return Err(self.at.refuse(start, ErrorKind::UnexpectedTag { tag: found, ignorable, known }));
            }
        }
        Ok(())
    }

    pub(super) fn list(&mut self, item: &'static Encoding, count: Count, array: bool, name: &Name) -> Walked {
        let start = self.at.offset();
        let items = self.at.items(count, array)?;
        if let (Count::Prefixed { prefix, .. }, Some(found)) = (count, items.number()) {
            let encoding = match prefix {
                Prefix::U8 => "uint8",
                Prefix::U16 | Prefix::U16Le => "uint16",
                Prefix::U30 | Prefix::U30Le => "ranged int",
                Prefix::N => "N",
                Prefix::Rlp(header) => header.name(),
            };
            let name = name.field(if array { "array_length" } else { "list_length" });
            self.cut(start, SliceKind::Count, &name, name.of(encoding), found.to_string());
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
        let name = Self::name_in(&name, Segment::Index(index));
        match item {
            Item::One(item) => self.then(item, name),
            Item::Pair(value, keys) => {
                self.key(keys)?;
                self.then(value, name.clone());
                self.then(Keys::ENCODING, name);
            }
        }
        Ok(())
    }

    /// Checks a key of a map. An incomplete key is reported when it is sliced.
    fn key(&mut self, keys: Keys) -> Walked {
        let (mut ahead, outer) = (self.at.clone(), self.at.offset());
        let Ok(len) = ahead.size_prefix(Prefix::U30) else { return Ok(()) };
        let Ok(key) = ahead.take(len, "string") else { return Ok(()) };
        ahead.check_key(outer, key, keys, self.keys.last_mut())
    }

    /// Slices the tag of a compact encoding; the values after it are next.
    pub(super) fn compact(&mut self, compact: &'static CompactSchema, name: &Name) -> Walked {
        let start = self.at.offset();
        let tag = self.at.tag(compact.tag.bytes())?;
        if !compact.part.has(tag) {
            return Err(self
                .at
                .refuse(start, ErrorKind::UnexpectedTag { tag, ignorable: false, known: KnownTags::NONE }));
        }
        if compact.tag.bytes() != 0 {
            let kind = SliceKind::Tag { cases: 1 << compact.part.bits().min(16) };
            self.cut(start, kind, name, format!("{} tag", compact.part.case_name(tag)), tag.to_string());
        }
        self.shared(compact.part, tag, name.clone())
    }

    /// Slices a part of a compact encoding after a tag with these bits for it.
    pub(super) fn shared(&mut self, part: &'static Part, bits: u32, name: Name) -> Walked {
        match chosen(part, bits) {
            Chosen::Nothing => {}
            Chosen::Parts(Parts { of, bytes, parts }) => {
                if let Some(bytes) = bytes {
                    self.expect(bytes, of.name());
                }
                for (field, part, bits) in parts.into_iter().rev() {
                    let inside = |field| Self::name_in(&name, Segment::Field(field)).field(field);
                    let name = field.map_or_else(|| name.clone(), inside);
                    self.tasks.push(Task::Shared(part, bits, name));
                }
            }
            Chosen::Value(encoding) => self.then(encoding, name),
            Chosen::Integer(form) => return self.compact_integer(form, &name),
            Chosen::List(item, count) => {
                if !matches!(count, Count::Exactly(_)) {
                    let len = self.block_size(BIG_LIST, &name)?;
                    self.open_block(len)?;
                }
                return self.list(item, count, false, &name);
            }
        }
        Ok(())
    }

    fn compact_integer(&mut self, Form { scalar, shown, least, .. }: &Form, name: &Name) -> Walked {
        let Scalar::Int(int) = scalar else { return Ok(()) };
        let start = self.at.offset();
        let value = int.value(self.at.unsigned(int.bytes, int.name)?);
        if (0..*least).contains(&value) {
            let kind = ErrorKind::InvalidInt { min: *least, value, max: int.max };
            return Err(self.at.refuse(start, kind));
        }
        let bytes = self.at.since(start);
        self.cut(start, SliceKind::Compact, name, name.of(&pretty::encoding(shown)), pretty::scalar(shown, bytes));
        Ok(())
    }
}
