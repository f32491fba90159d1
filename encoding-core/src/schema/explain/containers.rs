//! Lists, pairs and unions.

use super::walker::{Task, Walked, Walker};
use crate::error::{ErrorKind, Segment};
use crate::prefix::Prefix;
use crate::schema::cursor::ItemCount;
use crate::schema::visit::{Container, Event};
use crate::schema::{Count, Encoding, Keys, case};

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
        let len = self.at.size_prefix(Prefix::U30)?;
        let key = self.at.take(len, "string")?;
        self.at.check_key(outer, key, keys, self.seen.last_mut())?;
        self.tell(Event::Key(key))?;
        self.tasks.push(Task::Pairs(item, keys, index.saturating_add(1)));
        self.tasks.push(Task::Leave);
        self.tasks.push(Task::Value(item));
        Ok(())
    }

    pub(super) fn union(&mut self, encoding: &'static Encoding) -> Walked {
        let Encoding::Union { tag, cases, ignore_unknown } = encoding else { return Ok(()) };
        let (before, start) = (self.at.clone(), self.at.offset());
        let found = self.at.tag(tag.bytes())?;
        match case::of_tag(cases, found) {
            Some((index, case)) => {
                if case.is_other() {
                    self.at = before;
                }
                self.tell(Event::Open(Container::Case(index)))?;
                self.tasks.push(Task::Close);
                self.enter(Segment::Case(case.title), case.payload)
            }
            None => {
                let kind = ErrorKind::UnexpectedTag { tag: found, ignorable: *ignore_unknown };
                Err(self.at.refuse(start, kind))
            }
        }
    }

    pub(super) fn list(&mut self, item: &'static Encoding, count: Count, array: bool) -> Walked {
        let count = self.at.items(count, array)?;
        self.tell(Event::Open(Container::List))?;
        self.tasks.push(Task::Items { item, index: 0, count });
        Ok(())
    }

    pub(super) fn item(&mut self, item: &'static Encoding, index: usize, mut count: ItemCount) -> Walked {
        if !self.at.has_item(&mut count, index)? {
            return self.tell(Event::Close);
        }
        self.tasks.push(Task::Items { item, index: index.saturating_add(1), count });
        self.enter(Segment::Index(index), item)
    }
}
