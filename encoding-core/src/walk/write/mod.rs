//! Encoding of values from a [`Value`] or a JSON text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::explain::check_at;
use crate::error::{EncodeError, ErrorKind, Segment};
use crate::prefix::Prefix;
use crate::revision::Revision;
use crate::schema::{Case, Check, Encoding, Part, RlpHeader, Split, TagSize, case};
use crate::walk::json_text::tape::Tape;
use crate::walk::{Value, big_endian};

mod cases;
mod compact;
mod document;
mod found;
mod json;
mod known;
mod lists;
mod source;
mod trouble;
mod value;

use cases::{Attempt, Cases, Choice, Named};
use compact::TagBits;
pub(super) use json::JsonPart;
use known::Known;
use lists::ListPart;
pub(super) use source::Node;
use source::Parts;
use trouble::Got;
pub(super) use trouble::Trouble;
use value::{at_most, fits, length};

/// The numbers of tasks and of levels for which a quick writer reserves memory: those of an operation.
const QUICK_TASKS: usize = 64;
const QUICK_LEVELS: usize = 12;

/// Encodes a value.
///
/// For a schema with several revisions, the newest is used; `schema::at`, one of the tools, creates the schema of
/// another revision.
///
/// # Errors
/// If a reader would refuse the bytes, with the path of the field; `Wrong_value` if the value does not have the
/// structure of the encoding.
pub fn encode(encoding: &'static Encoding, value: &Value) -> Result<Vec<u8>, EncodeError> {
    let mut writer = Writer::new(usize::MAX, Revision::NEWEST);
    match writer.run(encoding, Node::Value(value)) {
        Ok(()) => Ok(writer.out),
        Err(trouble) => Err(writer.error(*trouble, None).0),
    }
}

/// Writes values with an explicit stack of tasks, so that no value can overflow the thread's stack.
pub(super) struct Writer<'s> {
    pub(super) out: Vec<u8>,
    tasks: Vec<Task<'s>>,
    path: Vec<Segment>,
    /// Offsets at which the open objects start.
    objects: Vec<usize>,
    depth: u32,
    /// Unions whose case is being guessed, the innermost last.
    attempts: Vec<Attempt<'s>>,
    /// The guesses that have matched so far, inner ones before those that enclose them.
    choices: Vec<Choice>,
    /// The case that was found last by its constant, if `quick`.
    named: Option<Named>,
    /// Guesses that a reader has refused.
    refused: Vec<Choice>,
    /// The number of steps taken.
    steps: usize,
    /// The index of the last value of the text that was looked at.
    reached: usize,
    /// Steps taken for cases that did not match, and their limit.
    wasted: usize,
    max_wasted: usize,
    /// The revision of the format to write.
    revision: Revision,
    /// Whether only the output matters, and not the error; see [`Writer::quick`].
    quick: bool,
    /// Whether the bytes that functions of the user return are checked.
    checks: bool,
    /// The offset at which a value that is absent at the end of its block would be.
    ended: Option<usize>,
    /// The open RLP lists, each with its fields so far that shorter lists do not have.
    lists: Vec<ListPart>,
    /// The number of fields found so far in each open JSON object, if `quick`.
    found: Vec<usize>,
}

/// Remaining work, in reverse order. Offsets are relative to `out`.
enum Task<'s> {
    Value(&'static Encoding, Node<'s>),
    /// Write a value that the source omits.
    Absent(&'static Encoding),
    /// Write the fields of an object or of a tuple starting at an index.
    Fields(&'static Encoding, usize, Parts<'s>),
    MergeParts(&'static [&'static Encoding], Parts<'s>),
    /// Check that a JSON object has no other fields than this number, which have been found.
    EndFields(usize),
    Items(&'static Encoding, usize, Parts<'s>),
    Pairs(&'static Encoding, usize, Parts<'s>),
    Pair(&'static Encoding, usize, Cow<'s, [u8]>, Node<'s>),
    /// Write a part of a compact encoding.
    Part(&'static Part, Node<'s>, TagBits),
    /// Write the fields of a compact object or tuple starting at an index.
    PartFields(&'static Part, usize, Parts<'s>, TagBits),
    /// Leave a field, an element or a case.
    Leave,
    /// Fill in the size prefix at an offset.
    EndBlock(Prefix, usize),
    /// Check the size since an offset against a limit.
    EndBounded(usize, usize),
    /// Append the size of the block since an offset.
    Suffix(Prefix, usize),
    /// Check the size since an offset.
    EndSized {
        bytes: usize,
        start: usize,
        text: bool,
    },
    EndChecked(usize, &'static Check),
    EndSplit(usize, &'static Split),
    EndMu,
    /// Check that the case accepts its payload.
    EndWhen(usize, fn(&[u8]) -> bool),
    /// Check that the tag of an unknown case does not belong to a known one.
    EndOther(TagSize, &'static [Case], usize),
    Padding(usize),
    /// Keep the case of the innermost attempt, which has matched.
    EndAttempt,
}

impl<'s> Writer<'s> {
    /// Creates a writer that takes at most `max_wasted` steps for cases that do not match.
    pub(super) fn new(max_wasted: usize, revision: Revision) -> Self {
        let (out, tasks, path, objects, attempts) = Default::default();
        let (choices, refused) = Default::default();
        let (depth, steps, reached, wasted) = (0, 0, 0, 0);
        Self {
            out,
            tasks,
            path,
            objects,
            depth,
            attempts,
            choices,
            named: None,
            refused,
            steps,
            reached,
            wasted,
            max_wasted,
            revision,
            quick: false,
            checks: true,
            ended: None,
            lists: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Creates a writer of a JSON text of `len` bytes for the usual case, in which there is no error. It records no paths and skips cases that cannot
    /// match. If the text is refused, it is written again by [`Writer::new`], for the path and the nearest case of the error. Without `checks`, the
    /// bytes that functions of the user return are not checked, because the caller decodes the output.
    pub(super) fn quick(len: usize, max_wasted: usize, revision: Revision, checks: bool) -> Self {
        let levels = QUICK_LEVELS.min(len);
        let (out, tasks) = (Vec::with_capacity(len / 2), Vec::with_capacity(QUICK_TASKS.min(len)));
        let (attempts, choices) = (Vec::with_capacity(levels), Vec::with_capacity(levels));
        let (objects, found) = (Vec::with_capacity(levels), Vec::with_capacity(levels));
        Self { quick: true, checks, out, tasks, attempts, choices, objects, found, ..Self::new(max_wasted, revision) }
    }

    /// Writes one value.
    pub(super) fn run(&mut self, encoding: &'static Encoding, node: Node<'s>) -> Got<()> {
        self.tasks.push(Task::Value(encoding, node));
        while let Some(task) = self.tasks.pop() {
            self.steps = self.steps.saturating_add(1);
            if let Err(trouble) = self.step(task) {
                self.retreat(trouble)?;
            }
        }
        Ok(())
    }

    /// Returns the public error, and the index of the refused value in the JSON tape.
    pub(super) fn error(&self, trouble: Trouble, tape: Option<&Tape<'_>>) -> (EncodeError, Option<usize>) {
        trouble.into_error(&self.path, tape, self.revision)
    }

    /// Enters a child. A quick writer writes it immediately, which recurses no deeper than the schema: the body of a recursive type is a task.
    fn enter(&mut self, segment: Segment, encoding: &'static Encoding, node: Node<'s>) -> Got<()> {
        if self.quick {
            return self.value(encoding, node);
        }
        self.descend(segment);
        self.tasks.push(Task::Value(encoding, node));
        Ok(())
    }

    /// Extends the path until the tasks that are pushed next are done.
    fn descend(&mut self, segment: Segment) {
        if !self.quick {
            self.path.push(segment);
            self.tasks.push(Task::Leave);
        }
    }

    /// Starts to count the fields that are found in a JSON object, unless they have been checked by name.
    fn count_fields(&mut self, node: Node<'s>) {
        if let Some(fields) = node.fields_count().filter(|_| self.quick) {
            self.found.push(0);
            self.tasks.push(Task::EndFields(fields));
        }
    }

    /// Writes the fields of an object or of a tuple starting at an index, up to the first one that leaves tasks behind.
    fn fields(&mut self, encoding: &'static Encoding, mut index: usize, mut parts: Parts<'s>) -> Got<()> {
        while let Some((at, field)) = encoding.field_from(index, self.revision) {
            index = at.saturating_add(1);
            let before = self.tasks.len();
            match parts.field(field.name) {
                Some(node) => {
                    if let (Parts::Fields(..), Some(found)) = (&parts, self.found.last_mut()) {
                        *found = found.saturating_add(1);
                    }
                    if let Err(trouble) = self.enter(Segment::Field(field.name), field.encoding, node) {
                        // If a guess inside of the field has another case, the other fields still follow it.
                        if self.tasks.len() > before {
                            self.tasks.insert(before, Task::Fields(encoding, index, parts));
                        }
                        return Err(trouble);
                    }
                }
                None => self.absent_field(field.name, Some(field.encoding))?,
            }
            if self.tasks.len() > before {
                self.tasks.insert(before, Task::Fields(encoding, index, parts));
                return Ok(());
            }
        }
        if let Encoding::Object(_) = encoding {
            self.objects.pop();
        }
        Ok(())
    }

    fn big_endian(&mut self, number: u64, bytes: usize) {
        let all = number.to_be_bytes();
        self.out.extend_from_slice(all.get(all.len().saturating_sub(bytes)..).unwrap_or_default());
    }

    /// Checks the bytes that the function of a split returned, which ignores revisions.
    fn check_split(&self, split: &Split, bytes: &[u8]) -> Result<(), ErrorKind> {
        match split.inner {
            Encoding::Bytes(_) | Encoding::Scalar(_) | Encoding::Text { .. } => Ok(()),
            inner => check_at(inner, bytes, self.revision).map_err(|error| error.kind().clone()),
        }
    }

    /// Returns the bytes written since an offset.
    fn since(&self, start: usize) -> &[u8] {
        self.out.get(start..).unwrap_or_default()
    }

    /// Inlined, so that tasks are not copied when they are popped: takes a third of the time.
    #[inline(always)]
    fn step(&mut self, task: Task<'s>) -> Got<()> {
        match task {
            Task::Value(encoding, node) => return self.value(encoding, node),
            Task::Absent(encoding) => return self.absent(encoding),
            Task::Fields(encoding, index, parts) => return self.fields(encoding, index, parts),
            Task::MergeParts([], _) => {}
            Task::MergeParts([part, rest @ ..], mut parts) => {
                if let Some(inner) = parts.merged(part) {
                    self.tasks.push(Task::MergeParts(rest, parts));
                    return self.value(part, inner);
                }
            }
            Task::EndFields(count) => {
                if self.found.pop() != Some(count) {
                    return Err(ErrorKind::UnexpectedField { name: Box::default(), twice: false, nearest: None }.into());
                }
            }
            Task::Items(item, index, mut parts) => {
                if let Some(node) = parts.next() {
                    self.tasks.push(Task::Items(item, index.saturating_add(1), parts));
                    return self.enter(Segment::Index(index), item, node);
                }
            }
            Task::Pairs(item, index, mut parts) => {
                let Some((key, node)) = parts.next_pair() else { return Ok(()) };
                self.tasks.push(Task::Pairs(item, index.saturating_add(1), parts));
                return self.pair(item, index, &key, node);
            }
            Task::Pair(item, index, key, node) => return self.pair(item, index, &key, node),
            Task::Part(part, node, tag) => {
                return self.part(part, node, tag).map_err(|trouble| trouble.known(Known::Part(part)));
            }
            Task::PartFields(part, index, parts, tag) => return self.part_field(part, index, parts, tag),
            Task::Leave => {
                self.path.pop();
            }
            Task::EndBlock(prefix, start) => {
                let content = self.since(start.saturating_add(prefix.placeholder().len()));
                let len = content.len();
                prefix.check(content)?;
                if prefix == Prefix::Rlp(RlpHeader::List) {
                    self.end_list()?;
                }
                prefix.fill(len, &mut self.out, start);
                self.ended = None;
            }
            Task::Suffix(size, start) => {
                let len = self.since(start).len();
                fits(size, len)?;
                size.put(len, &mut self.out);
            }
            Task::EndBounded(limit, start) => at_most(limit, self.since(start).len())?,
            Task::EndSized { bytes, start, text } => length(bytes, self.since(start).len(), text)?,
            Task::EndChecked(start, check) => check.accept(self.since(start), self.revision)?,
            Task::EndSplit(start, split) => {
                let bytes = (split.from_json)(self.since(start), split.revision.unwrap_or(self.revision))
                    .map_err(|message| split.refusal(message))?;
                if self.checks && !split.is_checked {
                    self.check_split(split, &bytes)?;
                }
                self.out.truncate(start);
                self.out.extend_from_slice(&bytes);
            }
            Task::EndWhen(start, accepts) => {
                if !accepts(self.since(start)) {
                    return Err(ErrorKind::NoCaseMatched.into());
                }
            }
            Task::EndOther(tag, cases, start) => {
                let written = self.since(start);
                let written = written.get(..tag.bytes()).unwrap_or_default();
                let tag = u32::try_from(big_endian(written)).unwrap_or(u32::MAX);
                if !case::of_tag(cases, tag, self.revision).is_some_and(|(_, case)| case.is_other()) {
                    return Err(ErrorKind::TakenTag { tag }.into());
                }
            }
            Task::EndMu => self.depth = self.depth.saturating_sub(1),
            Task::Padding(bytes) => self.out.resize(self.out.len().saturating_add(bytes), 0),
            Task::EndAttempt => {
                if let Some(attempt) = self.attempts.pop() {
                    self.lists.extend(attempt.newer());
                    self.choices.push(attempt.choice(self.attempts.len(), self.out.len()));
                }
            }
        }
        Ok(())
    }
}
