//! The schema walker: it works like the reference's reader, but with an explicit stack of tasks, so that neither schema
//! nor message can overflow the thread's stack. It checks bytes, and tells the builder of a value of what they are.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::num::NonZeroUsize;

use super::trail::Trail;
use crate::error::{ErrorKind, Segment};
use crate::prefix::Prefix;
use crate::revision::Revision;
use crate::schema::{Check, Encoding, Keys, Part, Scalar};
use crate::walk::cursor::{ItemCount, Limit};
use crate::walk::value::{Builder, Event};
use crate::walk::{Cursor, Refusal};

pub(super) struct Walker<'m, 'b> {
    pub(super) at: Cursor<'m>,
    pub(super) tasks: Vec<Task>,
    /// The open lists, innermost last.
    pub(super) lists: Vec<Items>,
    pub(super) trail: Trail,
    /// Receives the events, if a value is built.
    pub(super) builder: Option<&'b mut Builder>,
    /// The keys seen so far in the open maps whose keys must be distinct.
    pub(super) seen: Vec<BTreeSet<&'m [u8]>>,
    /// The offsets at which the open objects start.
    pub(super) objects: Vec<usize>,
    /// The offset of the byte that a reader refused.
    pub(super) sought: usize,
    /// The depth limit at the sought byte, if a reader refused that byte. In that case, no user-supplied function
    /// refused a value that starts elsewhere, and no value elsewhere was nested too deep, so the walker skips these
    /// checks: calling every function again would decode each byte once for each enclosing value.
    pub(super) limit_at_sought: Option<u32>,
    /// The last user-supplied function whose value starts at the sought byte.
    pub(super) function: Option<&'static str>,
    /// Whether the sought byte is in a block that is complete.
    pub(super) is_closed: bool,
    /// The offset before which no value can end: the greatest end of a block or of a value of a fixed size.
    pub(super) min_end: usize,
    /// If the bytes of a stream are walked as they arrive, the caller's limit of levels. Functions of the user are not called: the reader
    /// calls them when the value is complete.
    pub(super) scanning: Option<u32>,
}

/// The remaining elements of a list, starting at `index`.
pub(super) struct Items {
    pub(super) item: &'static Encoding,
    pub(super) index: usize,
    pub(super) count: ItemCount,
}

/// Remaining work, in reverse order. Offsets are relative to the message. A task that reads bytes does so before it changes
/// anything else, except for elements of lists, so a task whose bytes have not arrived can be repeated. There are a few
/// tasks for each level of a value, so they are kept small.
#[derive(Clone, Copy)]
pub(super) enum Task {
    Value(&'static Encoding),
    /// Leave the previous field, then read the fields of an object or of a tuple starting at an index.
    Fields(&'static Encoding, usize),
    MergeParts(&'static [&'static Encoding]),
    /// Leave the previous pair, then read the pairs of a map starting at an index.
    Pairs(&'static Encoding, Keys, usize),
    /// Read the key at an index, then its value.
    Key(&'static Encoding, Keys, usize),
    /// Leave the previous element, then read the next one of the innermost open list.
    Items,
    /// Read a part of a compact encoding, given its bits of the tag.
    Part(&'static Part, u32),
    /// Read the fields of a compact object or tuple starting at an index, given their bits of the tag.
    PartFields(&'static Part, usize, u32),
    /// Leave a case, or a field of a compact encoding.
    Leave,
    /// Close a container. Only pushed if a value is built.
    Close,
    /// Close a block; the given number of bytes of the enclosing block follow it.
    EndBlock(usize),
    /// As [`Task::EndBlock`], for a block without a size prefix, which would be longer in a longer message.
    EndOpenBlock(usize),
    /// Close a size limit.
    EndBounded(Limit),
    /// Call a user-supplied function with the bytes since an offset.
    EndChecked(usize, &'static Check),
    EndMu,
    /// Skip padding.
    Padding(usize),
    /// Skip the size that follows a block and has been read before it.
    Suffix(Prefix),
}

const _: () = assert!(
    size_of::<Task>() <= 32,
    "tasks must stay small: explaining an error takes a few for each level of a value"
);

pub(super) type Walked = Result<(), Refusal>;

/// The state of a walk of a stream that waits for bytes. It has no visitor, so that it can be sent to other threads.
pub(super) struct Paused {
    pub(super) at: Cursor<'static>,
    tasks: Vec<Task>,
    lists: Vec<Items>,
    trail: Trail,
    objects: Vec<usize>,
    min_end: usize,
    scanning: Option<u32>,
}

impl Paused {
    /// Continues the walk over `message`, which is the same bytes, and those that have arrived since.
    pub(super) fn over(self, message: &[u8]) -> Walker<'_, 'static> {
        let Self { at, tasks, lists, trail, objects, min_end, scanning } = self;
        let new = Walker::new(&[], NOWHERE, at.revision);
        Walker { at: at.over(message), tasks, lists, trail, objects, min_end, scanning, ..new }
    }
}

/// The value of [`Walker::sought`] if no byte is sought.
pub(super) const NOWHERE: usize = usize::MAX;

impl<'m> Walker<'m, '_> {
    pub(super) fn new(message: &'m [u8], sought: usize, revision: Revision) -> Self {
        let (mut at, trail) = (Cursor::new(message), Trail::new(sought));
        at.revision = revision;
        let (tasks, lists, builder, seen, objects, function) = Default::default();
        let (limit_at_sought, is_closed, min_end, scanning) = Default::default();
        Self {
            at,
            tasks,
            lists,
            trail,
            builder,
            seen,
            objects,
            sought,
            limit_at_sought,
            function,
            is_closed,
            min_end,
            scanning,
        }
    }

    /// Returns a walker of a value of a stream, of at most `max_bytes` bytes, in a revision and with a limit of levels of the caller.
    pub(super) fn of_stream(encoding: &'static Encoding, max_bytes: usize, revision: Revision, max_depth: u32) -> Self {
        let mut walker = Self { scanning: Some(max_depth), ..Self::new(&[], NOWHERE, revision) };
        walker.at = Cursor::of_stream(max_bytes, revision);
        walker.tasks.push(Task::Value(encoding));
        walker
    }

    /// Returns the state of a walk of a stream, without the bytes.
    pub(super) fn paused(self) -> Paused {
        let Self { at, tasks, lists, trail, objects, min_end, scanning, .. } = self;
        Paused { at: at.over(&[]), tasks, lists, trail, objects, min_end, scanning }
    }

    /// Walks a value of a stream as far as its bytes have arrived. After an error for which [`Refusal::waits`], it goes on where it was.
    pub(super) fn resume(&mut self) -> Walked {
        while let Some(task) = self.tasks.pop() {
            let before = self.at.clone();
            if let Err(refusal) = self.step(task) {
                if let Some(needed) = refusal.waits() {
                    self.ends_after(needed);
                    self.at = before;
                    self.tasks.push(task);
                }
                return Err(refusal);
            }
        }
        Ok(())
    }

    /// Walks one value to the end of the message.
    pub(super) fn walk(&mut self, encoding: &'static Encoding) -> Walked {
        self.run(encoding)?;
        self.at.ended()
    }

    /// Walks one value.
    pub(super) fn run(&mut self, encoding: &'static Encoding) -> Walked {
        self.tasks.push(Task::Value(encoding));
        while let Some(task) = self.tasks.pop() {
            self.step(task)?;
        }
        Ok(())
    }

    /// Inlined, so that tasks are not copied when they are popped: takes half of the time.
    #[inline(always)]
    fn step(&mut self, task: Task) -> Walked {
        match task {
            Task::Value(encoding) => return self.value(encoding),
            Task::Fields(encoding, index) => return self.fields(encoding, index),
            Task::MergeParts([]) | Task::Close => return self.tell(Event::Close),
            Task::MergeParts([part, rest @ ..]) => {
                self.tasks.push(Task::MergeParts(rest));
                self.tasks.push(Task::Value(part));
            }
            Task::Pairs(item, keys, index) => return self.pair(item, keys, index),
            Task::Key(item, keys, index) => return self.key(item, keys, index),
            Task::Items => return self.item(),
            Task::Part(part, bits) => return self.part(part, bits),
            Task::PartFields(part, index, bits) => return self.part_field(part, index, bits),
            Task::Leave => self.trail.leave(),
            Task::EndBlock(after) | Task::EndOpenBlock(after) => return self.at.leave(after),
            Task::EndBounded(limit) => self.at.lift(limit),
            Task::EndChecked(start, check) => {
                if start == self.sought {
                    self.function = Some(check.function);
                } else if self.limit_at_sought.is_some() || self.scanning.is_some() {
                    return Ok(());
                }
                return self.at.run_check(check, start);
            }
            Task::Padding(bytes) => return self.at.take(bytes, "padding").map(|_| ()),
            Task::Suffix(size) => {
                self.at.leave(size.bytes())?;
                return self.at.take(size.bytes(), "the size of a block").map(|_| ());
            }
            Task::EndMu => self.at.ascend(),
        }
        Ok(())
    }

    /// Tells the builder of an event. It returns a result because most steps end with it.
    pub(super) fn tell(&mut self, event: Event<'_>) -> Walked {
        if let Some(builder) = &mut self.builder {
            builder.receive(event);
        }
        Ok(())
    }

    /// Enters a case.
    pub(super) fn enter_case(&mut self, segment: Segment, encoding: &'static Encoding) -> Walked {
        self.tasks.push(Task::Leave);
        self.enter(segment, encoding)
    }

    /// Enters a child, which the task pushed last will leave. A scalar of a message is read immediately: in lists of scalars,
    /// tasks would take most of the time.
    pub(super) fn enter(&mut self, segment: Segment, encoding: &'static Encoding) -> Walked {
        self.trail.enter(segment, self.at.offset());
        if let (Encoding::Scalar(scalar), None) = (encoding, self.scanning) {
            return self.scalar(scalar);
        }
        self.tasks.push(Task::Value(encoding));
        Ok(())
    }

    pub(super) fn scalar(&mut self, scalar: &'static Scalar) -> Walked {
        let start = self.at.offset();
        scalar.check(&mut self.at)?;
        self.tell(Event::Scalar(scalar, self.at.since(start)))
    }

    /// Opens a block of `len` bytes for the tasks that are pushed next.
    pub(super) fn open_block(&mut self, len: usize) -> Walked {
        self.ends_after(len);
        let after = self.at.enter(len)?;
        self.is_closed |= self.sought.checked_sub(self.at.offset()).is_some_and(|inside| inside < len);
        self.tasks.push(Task::EndBlock(after));
        Ok(())
    }

    /// Records that the value ends after `bytes` more bytes at the earliest.
    pub(super) fn ends_after(&mut self, bytes: usize) {
        self.min_end = self.min_end.max(self.at.offset().saturating_add(bytes));
    }

    /// Returns true if more bytes of the message could complete what is missing here, which is impossible in a block
    /// whose size has been read.
    pub(super) fn goes_on(&self) -> bool {
        !self.tasks.iter().any(|task| matches!(task, Task::EndBlock(_)))
    }

    /// The number of bytes, at least, that are missing at the end of the message, if with them the value may be valid.
    pub(super) fn missing(&self, refusal: &Refusal) -> Option<NonZeroUsize> {
        let ErrorKind::NotEnoughData { needed, available, .. } = *refusal.kind else { return None };
        let end = self.min_end.max(refusal.offset.saturating_add(needed));
        let is_allowed = self.at.allowed.is_none_or(|allowed| end.saturating_sub(self.at.offset()) <= allowed);
        // Fields behind an open block make up for bytes that are missing in it.
        let missing = self.min_end.saturating_sub(self.at.message().len()).max(needed.saturating_sub(available));
        NonZeroUsize::new(missing).filter(|_| is_allowed && self.goes_on())
    }
}
