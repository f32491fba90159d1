//! The schema walker: the reference's reader over an explicit stack of what is still to do, so that no schema and no message
//! can exhaust the thread's. It checks, and tells a visitor what it finds.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::trail::Trail;
use crate::error::{ErrorKind, Segment};
use crate::prefix::Prefix;
use crate::schema::children::number;
use crate::schema::cursor::{ItemCount, Limit};
use crate::schema::visit::{Container, Event, Visitor};
use crate::schema::{
    Check, Cursor, DefaultBytes, Encoding, Extent, Field, Keys, Part, PartField, Refusal, Scalar, Split,
};

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
    /// Whether a reader stopped at the sought byte: no function of the user has refused a value that begins elsewhere, and to ask each again
    /// would take as many looks at a byte as there are values around it.
    pub(super) was_read: bool,
    /// The last function of the user met at the sought byte.
    pub(super) function: Option<&'static str>,
    /// Whether a block that is there in whole holds the sought byte.
    pub(super) is_closed: bool,
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
    /// The same of one that no size in front of it closes: it would be longer in a longer message.
    EndOpenBlock(usize),
    /// End a size limit.
    EndBounded(Limit),
    /// Run a function on the bytes since an offset.
    EndChecked(usize, Check),
    EndMu,
    /// Step over bytes that say nothing.
    Padding(usize),
    /// Step over the size of the block before, which is known.
    Suffix(Prefix),
}

/// Parts still to walk, with their bits of the tag.
#[derive(Clone, Copy)]
pub(super) enum Shared {
    Part(&'static Part, u32),
    Fields(&'static [PartField], u32),
    Elements(&'static [&'static Part], u32, usize),
}

pub(super) type Walked = Result<(), Refusal>;

/// No byte is sought.
pub(super) const NOWHERE: usize = usize::MAX;

/// The state behind a value of this form, where that is what is there.
pub fn behind<'m>(at: &Cursor<'m>, encoding: &'static Encoding) -> Option<Cursor<'m>> {
    let mut walker = Walker { at: at.clone(), ..Walker::new(&[], NOWHERE, None) };
    walker.tasks.push(Task::Value(encoding));
    walker.run().ok()?;
    Some(walker.at)
}

impl<'m> Walker<'m, '_> {
    pub(super) fn new(message: &'m [u8], sought: usize, max_depth: Option<u32>) -> Self {
        let (at, trail) = (Cursor::new(message), Trail::new(sought));
        let (seen, objects) = (Vec::new(), Vec::new());
        let (tasks, visitor, function) = (Vec::new(), None, None);
        let (was_read, is_closed) = (false, false);
        Self { at, tasks, trail, visitor, seen, objects, sought, max_depth, was_read, function, is_closed }
    }

    /// Walks one value to the end of the message.
    pub(super) fn walk(&mut self, encoding: &'static Encoding) -> Walked {
        self.tasks.push(Task::Value(encoding));
        self.run()?;
        self.at.ended()
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
                self.tell(Event::Field(field.name, field.encoding.may_be_left_out()))?;
                self.tasks.push(Task::Fields(rest));
                return self.enter(Segment::Field(field.name), field.encoding);
            }
            Task::Elements([element, rest @ ..], index) => {
                self.tasks.push(Task::Elements(rest, index.saturating_add(1)));
                return self.enter(Segment::Field(number(index)), element);
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
            Task::EndBlock(behind) | Task::EndOpenBlock(behind) => return self.at.leave(behind),
            Task::EndBounded(limit) => self.at.lift(limit),
            Task::EndChecked(start, check) => return self.check(start, check),
            Task::Padding(bytes) => return self.at.take(bytes, "padding").map(|_| ()),
            Task::Suffix(size) => {
                self.at.leave(size.bytes())?;
                return self.at.take(size.bytes(), "the size of a block").map(|_| ());
            }
            Task::EndMu => self.at.ascend(),
        }
        Ok(())
    }

    pub(super) fn tell(&mut self, event: Event<'_>) -> Walked {
        let Some(visitor) = &mut self.visitor else { return Ok(()) };
        visitor.visit(event).map_err(|kind| self.at.refuse(self.at.offset(), kind))
    }

    /// Goes into a part of a value. A scalar leaves nothing to do: in lists of them the tasks would take most of the time.
    pub(super) fn enter(&mut self, segment: Segment, encoding: &'static Encoding) -> Walked {
        self.trail.enter(segment, self.at.offset());
        if let Encoding::Scalar(scalar) = encoding {
            self.scalar(scalar)?;
            self.trail.leave();
            return Ok(());
        }
        self.tasks.push(Task::Leave);
        self.tasks.push(Task::Value(encoding));
        Ok(())
    }

    fn scalar(&mut self, scalar: &'static Scalar) -> Walked {
        let start = self.at.offset();
        scalar.check(&mut self.at)?;
        self.tell(Event::Scalar(scalar, self.at.since(start)))
    }

    fn value(&mut self, encoding: &'static Encoding) -> Walked {
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => return self.tell(Event::Nothing(encoding)),
            Encoding::Enum(names) => {
                let index = self.at.name(names)?;
                return self.tell(Event::Name(names, index));
            }
            Encoding::Scalar(scalar) => return self.scalar(scalar),
            Encoding::Bytes(extent) => {
                let bytes = self.at.extent(*extent, "bytes")?;
                return self.tell(Event::Bytes(bytes));
            }
            Encoding::Lazy(inner) => {
                let bytes = self.at.extent(Extent::Rest, "lazy value")?;
                return self.tell(Event::Lazy(inner, bytes));
            }
            Encoding::Json => {
                let start = self.at.offset();
                let bytes = self.at.extent(Extent::Rest, "json")?;
                self.at.check_bson(start)?;
                return self.tell(Event::Json(bytes));
            }
            Encoding::Text { extent, utf8 } => {
                let text = self.at.text(*extent, *utf8)?;
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
                self.at.magic(bytes, encoding.name())?;
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
                return self.enter(Segment::Case(case.name), case.encoding);
            }
            Encoding::Merge(parts) => {
                self.whole(encoding)?;
                self.tell(Event::Open(Container::Merge { objects: Encoding::are_objects(parts) }))?;
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
                let present = self.at.presence()?;
                return self.optional(present, inner);
            }
            Encoding::Dynamic { prefix, inner } => {
                let len = self.at.size_prefix(*prefix)?;
                return self.block(len, inner);
            }
            Encoding::Suffixed { size, inner } => {
                let len = self.at.suffix(*size)?;
                self.tasks.push(Task::Suffix(*size));
                let behind = self.at.enter(len)?;
                self.tasks.push(Task::EndOpenBlock(behind));
                self.tasks.push(Task::Value(inner));
            }
            Encoding::Sized { bytes, inner } => return self.block(*bytes, inner),
            Encoding::Bounded { limit, inner } => {
                self.tasks.push(Task::EndBounded(self.at.limit(*limit)));
                self.tasks.push(Task::Value(inner));
            }
            Encoding::Reserve { bytes, inner } => {
                self.at.reserve(*bytes)?;
                self.tasks.push(Task::EndOpenBlock(*bytes));
                self.tasks.push(Task::Value(inner));
            }
            Encoding::Checked { inner, check } => {
                self.tasks.push(Task::EndChecked(self.at.offset(), *check));
                self.tasks.push(Task::Value(inner));
            }
            Encoding::Def { inner, .. } | Encoding::Described { inner, .. } => self.tasks.push(Task::Value(inner)),
            Encoding::Mu(mu) => {
                self.at.descend(self.max_depth.unwrap_or(mu.depth))?;
                self.tasks.push(Task::EndMu);
                self.tasks.push(Task::Value((mu.body)()));
            }
        }
        Ok(())
    }
}
