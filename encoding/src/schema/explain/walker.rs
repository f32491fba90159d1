//! The schema walker: the reference's reader over an explicit stack of what is still to do, so that no schema and no message
//! can exhaust the thread's. It checks, and tells a visitor what it finds.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::compact::Shared;
use super::parts::number;
use super::trail::Trail;
use crate::error::{ErrorKind, Segment};
use crate::schema::bson;
use crate::schema::visit::{Container, Event, Visitor};
use crate::schema::{Check, Cursor, DefaultBytes, Encoding, Extent, Field, Keys, Refusal, Split};
use crate::wire::prefix::Prefix;

pub(super) struct Walker<'m, 'v> {
    pub(super) at: Cursor<'m>,
    pub(super) tasks: Vec<Task>,
    pub(super) trail: Trail,
    /// Who is told; not a type parameter, so that this is compiled once.
    pub(super) visitor: Option<&'v mut dyn Visitor>,
    /// The keys of the maps that are open.
    pub(super) seen: Vec<BTreeSet<&'m [u8]>>,
    /// Where the objects that are open begin.
    objects: Vec<usize>,
    pub(super) sought: usize,
    pub(super) max_depth: Option<u32>,
    /// The last function of the user met at the sought byte.
    pub(super) function: Option<&'static str>,
}

/// What is still to do, last first.
pub(super) enum Task {
    Value(&'static Encoding),
    Fields(&'static [Field]),
    Elements(&'static [&'static Encoding], usize),
    Parts(&'static [&'static Encoding]),
    Pairs(&'static Encoding, Keys, usize),
    Items {
        item: &'static Encoding,
        index: usize,
        count: ItemCount,
    },
    /// Parts that share a tag.
    Shared(Shared),
    /// Leave a field, an element or a case.
    Leave,
    /// End a value with parts.
    Close,
    /// End a value that has a usual one.
    EndDft {
        start: usize,
        inner: &'static Encoding,
        default: DefaultBytes,
    },
    EndSplit(usize, &'static Split),
    /// End a block; so many bytes of the one around it are left behind it.
    EndBlock(usize),
    /// End a size limit that allowed so many bytes, inside another.
    EndBounded(usize, Option<usize>),
    /// End a value that leaves so many bytes to those behind.
    EndReserve(usize),
    /// Run a function on the bytes since an offset.
    EndChecked(usize, Check),
    EndMu,
    /// Step over bytes that say nothing.
    Padding(usize),
    /// Step over the size of the block before, which is known.
    Suffix(Prefix),
}

/// How many elements a list has, its number read.
#[derive(Clone, Copy)]
pub(super) struct ItemCount {
    pub(super) exactly: Option<usize>,
    pub(super) min: usize,
    pub(super) max: Option<usize>,
    pub(super) array: bool,
}

pub(super) type Walked = Result<(), Refusal>;

/// No byte is sought.
pub(super) const NOWHERE: usize = usize::MAX;

/// The state behind a value of this form, where that is what is there.
pub(in crate::schema) fn behind<'m>(at: &Cursor<'m>, encoding: &'static Encoding) -> Option<Cursor<'m>> {
    let mut walker = Walker { at: at.clone(), ..Walker::new(&[], NOWHERE, None) };
    walker.tasks.push(Task::Value(encoding));
    walker.run().ok()?;
    Some(walker.at)
}

impl<'m> Walker<'m, '_> {
    pub(super) fn new(message: &'m [u8], sought: usize, max_depth: Option<u32>) -> Self {
        let (at, trail) = (Cursor::new(message), Trail::new(sought));
        let (seen, objects) = (Vec::new(), Vec::new());
        Self { at, tasks: Vec::new(), trail, visitor: None, seen, objects, sought, max_depth, function: None }
    }

    /// Walks one value to the end of the message.
    pub(super) fn walk(&mut self, encoding: &'static Encoding) -> Walked {
        self.tasks.push(Task::Value(encoding));
        self.run()?;
        self.ended()
    }

    fn run(&mut self) -> Walked {
        while let Some(task) = self.tasks.pop() {
            self.step(task)?;
        }
        Ok(())
    }

    /// Inlined, so that a task is not copied once more on its way from the stack: half of the time.
    #[inline(always)]
    fn step(&mut self, task: Task) -> Walked {
        match task {
            Task::Value(encoding) => return self.value(encoding),
            Task::Fields([]) => {
                self.objects.pop();
                return self.tell(Event::Close);
            }
            Task::Elements([], _) | Task::Parts([]) | Task::Close => return self.tell(Event::Close),
            Task::Fields([field, rest @ ..]) => {
                self.tell(Event::Field(field.name))?;
                self.tasks.push(Task::Fields(rest));
                self.enter(Segment::Field(field.name), field.encoding);
            }
            Task::Elements([element, rest @ ..], index) => {
                self.tasks.push(Task::Elements(rest, index.saturating_add(1)));
                self.enter(Segment::Field(number(index)), element);
            }
            Task::Parts([part, rest @ ..]) => {
                self.tell(Event::Part)?;
                self.tasks.push(Task::Parts(rest));
                self.tasks.push(Task::Value(part));
            }
            Task::Pairs(item, keys, index) => return self.pair(item, keys, index),
            Task::EndDft { start, inner, default } => {
                let found = self.at.since(start);
                return self.tell(Event::DftEnd { inner, default, found });
            }
            Task::EndSplit(start, split) => return self.tell(Event::SplitEnd(split, self.at.since(start))),
            Task::Items { item, index, count } => return self.item(item, index, count),
            Task::Shared(shared) => return self.shared(shared),
            Task::Leave => self.trail.leave(),
            Task::EndBlock(behind) => {
                self.ended()?;
                self.at.remaining = behind;
            }
            Task::EndBounded(limit, outer) => {
                let read = limit.saturating_sub(self.at.allowed.unwrap_or_default());
                self.at.allowed = outer.map(|outer| outer.saturating_sub(read));
            }
            Task::EndReserve(bytes) => {
                self.ended()?;
                self.at.remaining = bytes;
            }
            Task::EndChecked(start, check) => return self.check(start, check),
            Task::Padding(bytes) => return self.at.take(bytes, "padding").map(|_| ()),
            Task::Suffix(size) => {
                self.ended()?;
                self.at.remaining = size.bytes();
                return self.at.take(size.bytes(), "the size of a block").map(|_| ());
            }
            Task::EndMu => self.at.depth = self.at.depth.saturating_sub(1),
        }
        Ok(())
    }

    pub(super) fn tell(&mut self, event: Event<'_>) -> Walked {
        let Some(visitor) = &mut self.visitor else { return Ok(()) };
        visitor.visit(event).map_err(|kind| self.at.refuse(self.at.offset(), kind))
    }

    /// Goes into a part of a value.
    pub(super) fn enter(&mut self, segment: Segment, encoding: &'static Encoding) {
        self.trail.enter(segment, self.at.offset());
        self.tasks.push(Task::Leave);
        self.tasks.push(Task::Value(encoding));
    }

    fn value(&mut self, encoding: &'static Encoding) -> Walked {
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => return self.tell(Event::Nothing(encoding)),
            Encoding::Enum(names) => return self.name(names),
            Encoding::Scalar(scalar) => {
                let start = self.at.offset();
                scalar.check(&mut self.at)?;
                return self.tell(Event::Scalar(scalar, self.at.since(start)));
            }
            Encoding::Bytes(extent) => {
                let bytes = self.extent(*extent, "bytes")?;
                return self.tell(Event::Bytes(bytes));
            }
            Encoding::Lazy(inner) => {
                let bytes = self.extent(Extent::Rest, "lazy value")?;
                return self.tell(Event::Lazy(inner, bytes));
            }
            Encoding::Json => {
                let start = self.at.offset();
                let bytes = self.extent(Extent::Rest, "json")?;
                bson::check(bytes).map_err(|message| {
                    let message = Cow::Borrowed(message);
                    self.at.refuse(start, ErrorKind::UserFunction { function: "json", message })
                })?;
                return self.tell(Event::Json(bytes));
            }
            Encoding::Text { extent, utf8 } => {
                let start = self.at.offset();
                let text = self.extent(*extent, "string")?;
                if *utf8 && core::str::from_utf8(text).is_err() {
                    return Err(self.at.refuse(start, ErrorKind::InvalidUtf8));
                }
                return self.tell(Event::Text(text));
            }
            Encoding::List { item, count, array } => return self.list(item, *count, *array),
            Encoding::Object(fields) => {
                self.whole(encoding)?;
                self.tell(Event::Open(Container::Object))?;
                self.objects.push(self.at.offset());
                self.tasks.push(Task::Fields(fields));
            }
            Encoding::Assoc { value, keys } => {
                self.tell(Event::Open(Container::Assoc))?;
                if keys.distinct {
                    self.seen.push(BTreeSet::new());
                }
                self.tasks.push(Task::Pairs(value, *keys, 0));
            }
            Encoding::Magic { bytes, inner } => {
                let start = self.at.offset();
                let found = self.at.take(bytes.len(), encoding.name())?;
                if found != *bytes {
                    return Err(self.at.refuse(start, ErrorKind::Magic { expected: bytes, found: found.to_vec() }));
                }
                self.tasks.push(Task::Value(inner));
            }
            Encoding::Tuple(elements) => {
                self.whole(encoding)?;
                self.tell(Event::Open(Container::Tuple))?;
                self.tasks.push(Task::Elements(elements, 0));
            }
            Encoding::Union { .. } => return self.union(encoding),
            Encoding::Compact(compact) => return self.compact(compact),
            Encoding::Select(select) => {
                let before = self.at.since(self.objects.last().copied().unwrap_or_default());
                let Some((index, case)) = select.chosen(before) else {
                    return Err(self.at.refuse(self.at.offset(), ErrorKind::NoCaseMatched));
                };
                self.tell(Event::Open(Container::Case(index)))?;
                self.tasks.push(Task::Close);
                self.enter(Segment::Case(case.name), case.encoding);
            }
            Encoding::Merge(parts) => {
                self.whole(encoding)?;
                self.tell(Event::Open(Container::Merge { objects: encoding.is_object() }))?;
                self.tasks.push(Task::Parts(parts));
            }
            Encoding::Varopt(inner) => {
                let present = self.at.remaining != 0;
                return self.optional(present, inner);
            }
            Encoding::Dft { inner, default } => {
                self.tell(Event::DftStart)?;
                self.tasks.push(Task::EndDft { start: self.at.offset(), inner, default: *default });
                self.tasks.push(Task::Value(inner));
            }
            Encoding::Split(split) => {
                self.tell(Event::SplitStart)?;
                self.tasks.push(Task::EndSplit(self.at.offset(), split));
                self.tasks.push(Task::Value(split.inner));
            }
            Encoding::Legacy(legacy) => match legacy.converted(&self.at) {
                None => self.tasks.push(Task::Value(legacy.current)),
                Some((behind, bytes)) => return self.converted(legacy.current, behind, &bytes),
            },
            Encoding::Padded { bytes, inner } => {
                self.tasks.push(Task::Padding(*bytes));
                self.tasks.push(Task::Value(inner));
            }
            Encoding::Opt(inner) => {
                let present = self.at.unsigned(1, "the presence flag")? != 0;
                return self.optional(present, inner);
            }
            Encoding::Dynamic { prefix, inner } => {
                let len = prefix.check(&mut self.at)?;
                return self.block(len, inner);
            }
            Encoding::Suffixed { size, inner } => {
                let (len, before) = self.at.suffix(*size)?;
                self.at.remaining = before;
                self.tasks.push(Task::Suffix(*size));
                return self.block(len, inner);
            }
            Encoding::Sized { bytes, inner } => return self.block(*bytes, inner),
            Encoding::Bounded { limit, inner } => {
                let outer = self.at.allowed;
                let limit = outer.map_or(*limit, |outer| outer.min(*limit));
                self.at.allowed = Some(limit);
                self.tasks.push(Task::EndBounded(limit, outer));
                self.tasks.push(Task::Value(inner));
            }
            Encoding::Reserve { bytes, inner } => {
                let Some(head) = self.at.remaining.checked_sub(*bytes) else {
                    return self.at.need(*bytes, "the fields behind");
                };
                self.at.remaining = head;
                self.tasks.push(Task::EndReserve(*bytes));
                self.tasks.push(Task::Value(inner));
            }
            Encoding::Checked { inner, check } => {
                self.tasks.push(Task::EndChecked(self.at.offset(), *check));
                self.tasks.push(Task::Value(inner));
            }
            Encoding::Def { inner, .. } | Encoding::Described { inner, .. } => self.tasks.push(Task::Value(inner)),
            Encoding::Mu(mu) => {
                let limit = self.max_depth.unwrap_or(mu.depth);
                if self.at.depth >= limit {
                    return Err(self.at.refuse(self.at.offset(), ErrorKind::TooDeep { limit }));
                }
                self.at.depth = self.at.depth.saturating_add(1);
                self.tasks.push(Task::EndMu);
                self.tasks.push(Task::Value((mu.body)()));
            }
        }
        Ok(())
    }
}
