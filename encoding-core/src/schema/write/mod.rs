//! Bytes from values, whatever holds them: a [`Value`] or a JSON text.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::source::{Choice, Form, Node};
use super::trouble::{Got, Trouble};
use super::value::Value;
use crate::error::{EncodeError, ErrorKind, Segment};
use crate::prefix::Prefix;
use crate::schema::explain::number;
use crate::schema::{Encoding, big_endian, case};

mod absent;
mod cases;
mod checks;
mod compact;
mod containers;
mod scalar;
mod task;

use checks::{check_keys, extend, fits, length};
use task::{Attempt, Place, Shared, Task, Tried};

/// The bytes of a value.
///
/// # Errors
/// Where the reader would refuse the bytes, with the path of the field; `Wrong_value` where the value is not one of this
/// encoding at all.
pub fn encode(encoding: &'static Encoding, value: &Value) -> Result<Vec<u8>, EncodeError> {
    let mut writer = Writer::new(usize::MAX);
    match writer.run(encoding, Node::Value(value)) {
        Ok(()) => Ok(writer.out),
        Err(Trouble::Refused(kind) | Trouble::Mismatch { kind, .. }) => Err(writer.at_path(EncodeError::new(kind))),
    }
}

/// Writes values over an explicit stack, so that no value can exhaust the thread's.
pub(crate) struct Writer<'s> {
    pub(crate) out: Vec<u8>,
    tasks: Vec<Task<'s>>,
    trail: Vec<Segment>,
    /// Where the objects that are open begin.
    objects: Vec<usize>,
    depth: u32,
    /// Unions whose case is a guess, the innermost last.
    attempts: Vec<Attempt<'s>>,
    /// Steps done.
    steps: usize,
    /// Steps done for cases that were given up, and how many there may be.
    wasted: usize,
    waste: usize,
}

impl<'s> Writer<'s> {
    /// With so many steps for cases that are given up.
    pub(crate) fn new(waste: usize) -> Self {
        let (out, tasks, trail, objects, attempts) = Default::default();
        Self { out, tasks, trail, objects, depth: 0, attempts, steps: 0, wasted: 0, waste }
    }

    /// Writes one value.
    pub(crate) fn run(&mut self, encoding: &'static Encoding, node: Node<'s>) -> Got<()> {
        self.tasks.push(Task::Value(encoding, node));
        while let Some(task) = self.tasks.pop() {
            self.steps = self.steps.saturating_add(1);
            if let Err(trouble) = self.step(task) {
                self.retreat(trouble)?;
            }
        }
        Ok(())
    }

    /// The error with the path to where the writer is.
    pub(crate) fn at_path(&self, error: EncodeError) -> EncodeError {
        self.trail.iter().rev().fold(error, |error, segment| match segment {
            Segment::Field(name) => error.in_field(name),
            Segment::Index(index) => error.at_index(*index),
            Segment::Case(name) => error.in_case(name),
        })
    }

    fn enter(&mut self, segment: Segment, encoding: &'static Encoding, node: Node<'s>) {
        self.trail.push(segment);
        self.tasks.push(Task::Leave);
        self.tasks.push(Task::Value(encoding, node));
    }

    fn big_endian(&mut self, number: u64, bytes: usize) {
        let all = number.to_be_bytes();
        self.out.extend_from_slice(all.get(all.len().saturating_sub(bytes)..).unwrap_or_default());
    }

    /// Inlined, so that a task is not copied once more on its way from the stack: a third of the time.
    #[inline(always)]
    fn step(&mut self, task: Task<'s>) -> Got<()> {
        match task {
            Task::Value(encoding, node) => return self.value(encoding, node),
            Task::Absent(encoding) => return self.absent(encoding),
            Task::Fields(fields, index, node) => return self.field(fields, index, node),
            Task::Elements(elements, index, parts) => {
                if let Some((element, (node, parts))) = elements.get(index).zip(parts.next()) {
                    self.tasks.push(Task::Elements(elements, index.saturating_add(1), parts));
                    self.enter(Segment::Field(number(index)), element, node);
                }
            }
            Task::MergeParts(parts, index, node) => {
                if let Some(part) = parts.get(index) {
                    let inner = node.part(parts, index)?;
                    self.tasks.push(Task::MergeParts(parts, index.saturating_add(1), node));
                    self.tasks.push(Task::Value(part, inner));
                }
            }
            Task::Items(item, index, parts) => {
                if let Some((node, parts)) = parts.next() {
                    self.tasks.push(Task::Items(item, index.saturating_add(1), parts));
                    self.enter(Segment::Index(index), item, node);
                }
            }
            Task::Pairs(item, index, parts) => {
                let Some((key, node, parts)) = parts.next_pair() else { return Ok(()) };
                self.tasks.push(Task::Pairs(item, index.saturating_add(1), parts));
                return self.pair(item, index, &key, node);
            }
            Task::Pair(item, index, key, node) => return self.pair(item, index, &key, node),
            Task::Shared(shared) => return self.shared(shared),
            Task::Leave => {
                self.trail.pop();
            }
            Task::EndBlock(prefix, start) => return self.end_block(prefix, start),
            Task::Suffix(size, start) => {
                let len = self.out.len().saturating_sub(start);
                fits(size, len)?;
                size.put(len, &mut self.out);
            }
            Task::EndBounded(limit, start) => {
                let found = self.out.len().saturating_sub(start);
                if found > limit {
                    return Err(ErrorKind::SizeLimitExceeded { limit, found }.into());
                }
            }
            Task::EndSized { bytes: expected, start, text } => {
                let found = self.out.len().saturating_sub(start);
                length(expected, found, text)?;
            }
            Task::EndChecked(start, check) => {
                let Some(run) = check.run else { return Ok(()) };
                let written = self.out.get(start..).unwrap_or_default();
                run(written).map_err(|message| check.refusal(message))?;
            }
            Task::EndSplit(start, split) => {
                let written = self.out.get(start..).unwrap_or_default();
                let bytes = (split.from_json)(written).map_err(|message| {
                    let message = Cow::Owned(message);
                    ErrorKind::UserFunction { function: split.inner.name(), message }
                })?;
                self.out.truncate(start);
                self.out.extend_from_slice(&bytes);
            }
            Task::EndWhen(start, accepts) => {
                if !accepts(self.out.get(start..).unwrap_or_default()) {
                    return Err(ErrorKind::NoCaseMatched.into());
                }
            }
            Task::EndOther(tag, cases, start) => {
                let end = start.saturating_add(tag.bytes());
                let written = self.out.get(start..end).unwrap_or_default();
                let tag = u32::try_from(big_endian(written)).unwrap_or(u32::MAX);
                if !case::of_tag(cases, tag).is_some_and(|(_, case)| case.is_other()) {
                    return Err(ErrorKind::TakenTag { tag }.into());
                }
            }
            Task::EndMu => self.depth = self.depth.saturating_sub(1),
            Task::Padding(bytes) => self.out.resize(self.out.len().saturating_add(bytes), 0),
            Task::Try => {
                self.attempts.pop();
            }
        }
        Ok(())
    }

    fn end_block(&mut self, prefix: Prefix, start: usize) -> Got<()> {
        let behind = start.saturating_add(prefix.placeholder().len());
        let len = self.out.len().saturating_sub(behind);
        fits(prefix, len)?;
        prefix.fill(len, &mut self.out, start);
        Ok(())
    }

    fn value(&mut self, encoding: &'static Encoding, node: Node<'s>) -> Got<()> {
        let start = self.out.len();
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => node.nothing(encoding)?,
            Encoding::Scalar(scalar) => {
                let number = node.scalar(scalar)?;
                scalar::write(scalar, number, &mut self.out)?;
            }
            Encoding::Bytes(extent) => {
                let bytes = node.bytes()?;
                extend(&mut self.out, &bytes, *extent, false)?;
            }
            Encoding::Text { extent, utf8 } => {
                let bytes = node.text()?;
                if *utf8 && core::str::from_utf8(&bytes).is_err() {
                    return Err(ErrorKind::InvalidUtf8.into());
                }
                extend(&mut self.out, &bytes, *extent, true)?;
            }
            Encoding::Enum(names) => {
                let index = node.name(names)?;
                if index >= names.len() {
                    return Err(node.refuse(ErrorKind::NoCaseMatched));
                }
                self.big_endian(u64::try_from(index).unwrap_or(u64::MAX), Prefix::for_count(names.len()).bytes());
            }
            Encoding::List { item, count, array } => return self.list(item, *count, *array, node),
            Encoding::Assoc { value, keys } => {
                let parts = node.pairs()?;
                match check_keys(parts, *keys)? {
                    None => self.tasks.push(Task::Pairs(value, 0, parts)),
                    Some(sorted) => {
                        let pair = |(key, (index, node))| Task::Pair(value, index, key, node);
                        self.tasks.extend(sorted.into_iter().rev().map(pair));
                    }
                }
            }
            Encoding::Object(fields) => {
                node.object(fields.len(), &|name| fields.iter().any(|field| field.name == name))?;
                self.objects.push(start);
                self.tasks.push(Task::Fields(fields, 0, node));
            }
            Encoding::Tuple(elements) => {
                let parts = node.tuple(elements.len())?;
                self.tasks.push(Task::Elements(elements, 0, parts));
            }
            Encoding::Merge(parts) => {
                node.merge(parts)?;
                self.tasks.push(Task::MergeParts(parts, 0, node));
            }
            Encoding::Union { tag, cases, .. } => match node.case()? {
                Choice::This(index, inner) => {
                    let case = cases.get(index).ok_or(ErrorKind::NoCaseMatched)?;
                    self.case(*tag, cases, case, inner)?;
                }
                Choice::First => return self.guess(Tried::Union(*tag, cases), node),
            },
            Encoding::Compact(compact) => {
                let place = Place::new(start, compact.tag);
                self.out.resize(start.saturating_add(compact.tag.bytes()), 0);
                self.tasks.push(Task::Shared(Shared::Part(compact.part, node, place)));
            }
            Encoding::Select(select) => {
                let before = self.out.get(self.objects.last().copied().unwrap_or_default()..).unwrap_or_default();
                let (index, case) = select.chosen(before).ok_or(ErrorKind::NoCaseMatched)?;
                let inner = match node.case()? {
                    Choice::This(found, _) if found != index => {
                        let found = select.cases.get(found).map_or("another", |case| case.name);
                        return Err(ErrorKind::WrongCase { selected: Some(case.name), found }.into());
                    }
                    Choice::This(_, inner) => inner,
                    Choice::First => node,
                };
                self.enter(Segment::Case(case.name), case.encoding, inner);
            }
            Encoding::Opt(inner) => match node.option(Form::Encoding(inner))? {
                None => self.out.push(0),
                Some(node) => {
                    self.out.push(0xff);
                    self.tasks.push(Task::Value(inner, node));
                }
            },
            Encoding::Varopt(inner) => {
                if let Some(node) = node.option(Form::Encoding(inner))? {
                    self.tasks.push(Task::Value(inner, node));
                }
            }
            Encoding::Magic { bytes, inner } => {
                self.out.extend_from_slice(bytes);
                self.tasks.push(Task::Value(inner, node));
            }
            Encoding::Padded { bytes, inner } => self.around(Task::Padding(*bytes), inner, node),
            Encoding::Dynamic { prefix, inner } => {
                self.out.extend_from_slice(prefix.placeholder());
                self.around(Task::EndBlock(*prefix, start), inner, node);
            }
            Encoding::Suffixed { size, inner } => self.around(Task::Suffix(*size, start), inner, node),
            Encoding::Sized { bytes, inner } => {
                let text = matches!(inner, Encoding::Text { .. });
                self.around(Task::EndSized { bytes: *bytes, start, text }, inner, node);
            }
            Encoding::Bounded { limit, inner } => self.around(Task::EndBounded(*limit, start), inner, node),
            Encoding::Checked { inner, check } => self.around(Task::EndChecked(start, *check), inner, node),
            Encoding::Dft { inner, .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Described { inner, .. }
            | Encoding::Def { inner, .. } => {
                self.tasks.push(Task::Value(inner, node));
            }
            Encoding::Mu(mu) => {
                if self.depth >= mu.depth {
                    return Err(ErrorKind::TooDeep { limit: mu.depth }.into());
                }
                self.depth = self.depth.saturating_add(1);
                self.around(Task::EndMu, (mu.body)(), node);
            }
            Encoding::Lazy(inner) => match node.lazy()? {
                Some(bytes) => self.out.extend_from_slice(&bytes),
                None => self.tasks.push(Task::Value(inner, node)),
            },
            Encoding::Json => node.json(&mut self.out)?,
            Encoding::Split(split) if node.is_json() => self.around(Task::EndSplit(start, split), split.json, node),
            Encoding::Split(split) => self.tasks.push(Task::Value(split.inner, node)),
            Encoding::Legacy(legacy) => self.tasks.push(Task::Value(legacy.current, node)),
        }
        Ok(())
    }

    fn around(&mut self, end: Task<'s>, inner: &'static Encoding, node: Node<'s>) {
        self.tasks.push(end);
        self.tasks.push(Task::Value(inner, node));
    }
}
