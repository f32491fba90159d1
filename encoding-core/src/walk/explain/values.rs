//! The first step for each encoding: reads what precedes the value, and pushes tasks for the rest.

use alloc::collections::BTreeSet;

use super::walker::{Items, NOWHERE, Task, Walked, Walker};
use crate::error::{ErrorKind, Segment};
use crate::schema::{Count, Encoding, Extent, Keys, Mu, TagSize, case};
use crate::walk::Cursor;
use crate::walk::value::{Container, Event};

impl<'m> Walker<'m, '_> {
    /// Reads what precedes a value inside any wrappers. The wrappers of a stream become tasks, so that only the last one is repeated when more
    /// bytes have arrived, and so does the body of a recursive type.
    pub(super) fn value(&mut self, mut encoding: &'static Encoding) -> Walked {
        loop {
            let start = self.at.offset();
            let inner = match encoding {
                Encoding::Empty | Encoding::Null | Encoding::Constant(_) => return self.tell(Event::Nothing),
                Encoding::Enum(names) => {
                    let index = self.at.name(names)?;
                    return self.tell(Event::Name(index));
                }
                Encoding::Scalar(scalar) => return self.scalar(scalar),
                Encoding::Bytes(extent) => {
                    let bytes = self.at.extent(*extent, "bytes")?;
                    return self.tell(Event::Bytes(bytes));
                }
                Encoding::Lazy(_) => {
                    let bytes = self.at.extent(Extent::Rest, "lazy value")?;
                    return self.tell(Event::Bytes(bytes));
                }
                Encoding::Json => {
                    let bytes = self.at.extent(Extent::Rest, "json")?;
                    self.at.check_bson(start)?;
                    return self.tell(Event::Bytes(bytes));
                }
                Encoding::Opaque(opaque) => {
                    let bytes = self.at.opaque(opaque)?;
                    return self.tell(Event::Bytes(bytes));
                }
                Encoding::Text { extent, utf8 } => {
                    let text = self.at.text(*extent, *utf8)?;
                    return self.tell(Event::Text(text));
                }
                Encoding::List { item, count, array } => return self.list(item, *count, *array),
                Encoding::Assoc { value, keys } => {
                    if keys.distinct && self.scanning.is_none() {
                        self.seen.push(BTreeSet::new());
                    }
                    self.tasks.push(Task::Pairs(value, *keys, 0));
                    return self.tell(Event::Open(Container::Assoc { sorted: keys.distinct }));
                }
                Encoding::Object(_) => {
                    self.whole(encoding)?;
                    self.objects.push(start);
                    self.tasks.push(Task::Fields(encoding, 0));
                    return self.tell(Event::Open(Container::Fields));
                }
                Encoding::Tuple(_) => {
                    self.whole(encoding)?;
                    self.tasks.push(Task::Fields(encoding, 0));
                    return self.tell(Event::Open(Container::Fields));
                }
                Encoding::Merge(parts) => {
                    self.whole(encoding)?;
                    self.tasks.push(Task::MergeParts(parts));
                    return self.tell(Event::Open(Container::Fields));
                }
                Encoding::Union { tag, cases, ignore_unknown } => return self.union(*tag, cases, *ignore_unknown),
                Encoding::Compact(compact) => return self.compact(compact),
                Encoding::Select(select) => {
                    let before = self.at.since(self.objects.last().copied().unwrap_or_default());
                    let Some((index, case)) = select.chosen(before) else {
                        return Err(self.at.refuse(start, ErrorKind::NoCaseMatched));
                    };
                    self.open_case(Container::Case(index))?;
                    return self.enter_case(Segment::Case(case.name), case.encoding);
                }
                Encoding::Opt(inner) | Encoding::Varopt(inner) => {
                    let flag = matches!(encoding, Encoding::Opt(_));
                    let present = if flag { self.at.presence()? } else { self.at.remaining != 0 };
                    if !present {
                        return self.tell(Event::Absent);
                    }
                    self.open_case(Container::Present)?;
                    inner
                }
                Encoding::Dft { inner, .. } => inner,
                Encoding::Split(split) => split.inner,
                Encoding::Legacy(legacy) => {
                    self.at.arrived(self.at.remaining, "the rest of the block")?;
                    match legacy.converted(&self.at) {
                        None => legacy.current,
                        Some((next, bytes)) => return self.converted(legacy.current, next, &bytes),
                    }
                }
                Encoding::Magic { bytes, inner } => {
                    self.at.magic(bytes, encoding.name())?;
                    inner
                }
                Encoding::Padded { bytes, inner } => {
                    self.tasks.push(Task::Padding(*bytes));
                    inner
                }
                Encoding::Dynamic { prefix, inner } => {
                    let len = self.at.size_prefix(*prefix)?;
                    self.open_block(len)?;
                    inner
                }
                Encoding::Suffixed { size, inner } => {
                    let len = self.at.suffix(*size)?;
                    self.tasks.push(Task::Suffix(*size));
                    let after = self.at.enter(len)?;
                    self.tasks.push(Task::EndOpenBlock(after));
                    inner
                }
                Encoding::Sized { bytes, inner } => {
                    self.open_block(*bytes)?;
                    inner
                }
                Encoding::Bounded { limit, inner } => {
                    self.tasks.push(Task::EndBounded(self.at.limit(*limit)));
                    inner
                }
                Encoding::Reserve { bytes, inner } => {
                    self.at.reserve(*bytes)?;
                    self.tasks.push(Task::EndOpenBlock(*bytes));
                    inner
                }
                Encoding::Checked { inner, check } => {
                    self.tasks.push(Task::EndChecked(start, check));
                    inner
                }
                Encoding::Def { inner, .. } | Encoding::Described { inner, .. } => inner,
                Encoding::Mu(mu) => {
                    self.at.descend(self.max_depth(mu))?;
                    self.tasks.push(Task::EndMu);
                    (mu.body)()
                }
            };
            if self.scanning.is_some() || matches!(encoding, Encoding::Mu(_)) {
                self.tasks.push(Task::Value(inner));
                return Ok(());
            }
            encoding = inner;
        }
    }

    /// Returns the depth limit of a recursive type at the current offset.
    fn max_depth(&self, mu: &Mu) -> u32 {
        match (self.limit_at_sought, self.scanning) {
            (None, None) => mu.depth,
            (None, Some(limit)) => mu.depth.min(limit),
            (Some(limit), _) if self.at.offset() == self.sought => limit,
            (Some(_), _) => u32::MAX,
        }
    }

    /// Reads the fields of an object or of a tuple starting at `index`, up to the first one that leaves tasks behind.
    pub(super) fn fields(&mut self, encoding: &'static Encoding, mut index: usize) -> Walked {
        let is_object = matches!(encoding, Encoding::Object(_));
        if index > 0 {
            self.trail.leave();
        }
        while let Some((at, field)) = encoding.field_from(index, self.at.revision) {
            index = at.saturating_add(1);
            self.tasks.push(Task::Fields(encoding, index));
            let before = self.tasks.len();
            self.enter(Segment::Field(field.name), field.encoding)?;
            if self.tasks.len() > before {
                return Ok(());
            }
            self.tasks.pop();
            self.trail.leave();
        }
        if is_object {
            self.objects.pop();
        }
        self.tell(Event::Close)
    }

    /// Enters a pair of a key and its value, unless the block ends.
    pub(super) fn pair(&mut self, item: &'static Encoding, keys: Keys, index: usize) -> Walked {
        if index > 0 {
            self.trail.leave();
        }
        if self.at.remaining == 0 {
            if keys.distinct {
                self.seen.pop();
            }
            return self.tell(Event::Close);
        }
        self.trail.enter(Segment::Index(index), self.at.offset());
        self.tasks.push(Task::Key(item, keys, index));
        Ok(())
    }

    /// Reads the key of a pair.
    pub(super) fn key(&mut self, item: &'static Encoding, keys: Keys, index: usize) -> Walked {
        let key = self.at.key(keys, self.seen.last_mut())?;
        self.tell(Event::Key(key))?;
        self.tasks.push(Task::Pairs(item, keys, index.saturating_add(1)));
        self.tasks.push(Task::Value(item));
        Ok(())
    }

    fn union(&mut self, tag: TagSize, cases: &'static [case::Case], ignorable: bool) -> Walked {
        let (index, case) = self.at.case(tag, cases, ignorable)?;
        self.open_case(Container::Case(index))?;
        self.enter_case(Segment::Case(case.title), case.payload)
    }

    /// Opens a container of one value.
    pub(super) fn open_case(&mut self, container: Container) -> Walked {
        if self.builder.is_some() {
            self.tasks.push(Task::Close);
        }
        self.tell(Event::Open(container))
    }

    pub(super) fn list(&mut self, item: &'static Encoding, count: Count, array: bool) -> Walked {
        let count = self.at.items(count, array)?;
        self.lists.push(Items { item, index: 0, count });
        self.tasks.push(Task::Items);
        self.tell(Event::Open(Container::List))
    }

    pub(super) fn item(&mut self) -> Walked {
        let Some(Items { item, index: next, count }) = self.lists.last_mut() else { return Ok(()) };
        let (item, index) = (*item, *next);
        if index > 0 {
            self.trail.leave();
        }
        if !self.at.has_item(count, index)? {
            self.lists.pop();
            return self.tell(Event::Close);
        }
        *next = index.saturating_add(1);
        self.tasks.push(Task::Items);
        self.enter(Segment::Index(index), item)
    }

    /// Walks a value that was converted from an older encoding; `bytes` are its bytes in the current one.
    fn converted(&mut self, encoding: &'static Encoding, next: Cursor<'m>, bytes: &[u8]) -> Walked {
        let mut converted = Walker::new(bytes, NOWHERE, self.at.revision);
        converted.builder = self.builder.as_deref_mut();
        converted.walk(encoding).map_err(|refusal| self.at.refuse(self.at.offset(), *refusal.kind))?;
        self.at = next;
        Ok(())
    }

    /// Checks that a value of fixed size is complete before its first field is read (`binary_reader.ml`, `Objs` and
    /// `Tups` of kind `Fixed`). If it is not, the error names the field that is incomplete.
    fn whole(&mut self, encoding: &'static Encoding) -> Walked {
        let Some(bytes) = encoding.fixed_size() else { return Ok(()) };
        self.ends_after(bytes);
        let Err(refusal) = self.at.fits(bytes, encoding.name()) else { return Ok(()) };
        let mut left = match *refusal.kind {
            ErrorKind::SizeLimitExceeded { .. } => self.at.allowed.unwrap_or_default(),
            _ => self.at.remaining,
        };
        let (mut encoding, mut offset) = (encoding, self.at.offset());
        while let Some((segment, part)) = part_at(encoding, &mut left, &mut offset) {
            self.trail.enter(segment, self.at.offset());
            encoding = part;
        }
        let kind = match (*refusal.kind, encoding.fixed_size()) {
            (ErrorKind::NotEnoughData { .. }, Some(needed)) => {
                ErrorKind::NotEnoughData { expected: encoding.name(), needed, available: left }
            }
            (kind, _) => kind,
        };
        Err(self.at.refuse(offset, kind))
    }
}

/// Finds the incomplete field of a value of fixed size: the one in which the `left` bytes from `offset` end. Moves both
/// to the start of that field.
fn part_at(encoding: &'static Encoding, left: &mut usize, offset: &mut usize) -> Option<(Segment, &'static Encoding)> {
    let mut holds_end = |part: &'static Encoding| {
        let Some(bytes) = part.fixed_size() else { return false };
        let inside = *left < bytes;
        if !inside {
            *left = left.saturating_sub(bytes);
            *offset = offset.saturating_add(bytes);
        }
        inside
    };
    match encoding {
        Encoding::Object(_) | Encoding::Tuple(_) => {
            let mut fields = (0..).map_while(|index| encoding.field(index));
            let field = fields.find(|field| holds_end(field.encoding))?;
            Some((Segment::Field(field.name), field.encoding))
        }
        Encoding::List { item, count: Count::Exactly(n), .. } => {
            let index = (0..*n).find(|_| holds_end(item))?;
            Some((Segment::Index(index), item))
        }
        Encoding::Merge(parts) => part_at(parts.iter().find(|part| holds_end(part))?, left, offset),
        // These wrappers add no bytes.
        Encoding::Def { .. } | Encoding::Described { .. } | Encoding::Checked { .. } | Encoding::Bounded { .. } => {
            part_at(encoding.inner()?, left, offset)
        }
        Encoding::Dft { .. } | Encoding::Split(_) | Encoding::Legacy(_) => part_at(encoding.inner()?, left, offset),
        _ => None,
    }
}
