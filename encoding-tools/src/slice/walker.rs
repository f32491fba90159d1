//! The walk over a message: the reference's slicer with an explicit stack of tasks, so that no message can overflow the
//! thread's stack.

use alloc::collections::{BTreeSet, VecDeque};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::name::Name;
use super::{Inner, Slice, SliceKind, pretty};
use tezos_encoding_core::__tools::{ItemCount, Limit, number};
use tezos_encoding_core::schema::{Check, Encoding, Extent, Field, Keys, Part, Scalar};
use tezos_encoding_core::walk::{Cursor, Refusal};
use tezos_encoding_core::wire::Prefix;
use tezos_encoding_core::{ErrorKind, Segment};

#[derive(Clone)]
pub(super) struct Walker<'m> {
    message: &'m [u8],
    pub(super) at: Cursor<'m>,
    pub(super) tasks: Vec<Task>,
    /// The slices that were cut and not returned yet.
    slices: VecDeque<Slice<'m>>,
    /// The error at which the walk stopped.
    pub(super) error: Option<Refusal>,
    /// The offsets of the open objects.
    objects: Vec<usize>,
    /// The keys seen so far in the open maps.
    pub(super) keys: Vec<BTreeSet<&'m [u8]>>,
    /// The error of an incomplete value of fixed size: the reference reports it before errors inside the value.
    short: Option<Refusal>,
}

/// Remaining work, next task last.
#[derive(Clone)]
pub(super) enum Task {
    Value(&'static Encoding, Name),
    Fields(&'static [Field], Name),
    Elements { elements: &'static [&'static Encoding], index: Option<usize>, name: Name },
    Items { item: Item, index: usize, count: ItemCount, name: Name },
    Shared(&'static Part, u32, Name),
    EndBlock(usize),
    EndBounded(Limit),
    EndChecked(usize, Check),
    EndMu,
    Padding(usize, Name),
    Suffix(Prefix, Name),
}

/// The element of a list, or the value of a map with its key.
#[derive(Clone, Copy)]
pub(super) enum Item {
    One(&'static Encoding),
    Pair(&'static Encoding, Keys),
}

/// The value of a secret slice.
const SECRET: &str = "(secret)";

pub(super) type Walked = Result<(), Refusal>;

impl<'m> Walker<'m> {
    /// Starts a walk over the value of the whole message.
    pub(super) fn new(encoding: &'static Encoding, message: &'m [u8]) -> Self {
        Self {
            message,
            at: Cursor::new(message),
            tasks: Vec::from([Task::Value(encoding, Name::default())]),
            slices: VecDeque::new(),
            error: None,
            objects: Vec::new(),
            keys: Vec::new(),
            short: None,
        }
    }

    /// Returns the next slice; `None` at the end of the message or at an error.
    pub(super) fn next(&mut self) -> Option<Slice<'m>> {
        while self.slices.is_empty() {
            // A walk that has stopped has no tasks.
            let task = self.tasks.pop()?;
            let walked = match self.step(task) {
                Ok(()) if self.tasks.is_empty() => self.at.ended(),
                walked => walked,
            };
            if let Err(refusal) = walked {
                self.tasks.clear();
                self.error = Some(match self.short.take() {
                    Some(short) if short.kind.name() != refusal.kind.name() => short,
                    _ => refusal,
                });
            }
        }
        self.slices.pop_front()
    }

    /// Walks a value next.
    pub(super) fn then(&mut self, encoding: &'static Encoding, name: Name) {
        self.tasks.push(Task::Value(encoding, name));
    }

    fn step(&mut self, task: Task) -> Walked {
        match task {
            Task::Value(encoding, name) => return self.value(encoding, name),
            Task::Fields([], _) => drop(self.objects.pop()),
            Task::Elements { elements: [], .. } => {}
            Task::Fields([field, rest @ ..], name) => {
                self.tasks.push(Task::Fields(rest, name.clone()));
                if !field.revisions.contain(self.at.revision) {
                    return Ok(());
                }
                return self.field(field, name);
            }
            Task::Elements { elements: [element, rest @ ..], index, name } => {
                let next = index.map(|index| index.saturating_add(1));
                self.tasks.push(Task::Elements { elements: rest, index: next, name: name.clone() });
                let name = match index {
                    Some(index) => Self::name_in(&name, Segment::Field(number(index))),
                    None => name,
                };
                self.then(element, name);
            }
            Task::Items { item, index, count, name } => return self.item(item, index, count, name),
            Task::Shared(part, bits, name) => return self.shared(part, bits, name),
            Task::EndBlock(after) => return self.at.leave(after),
            Task::EndBounded(limit) => self.at.lift(limit),
            Task::EndChecked(start, check) => return self.at.run_check(&check, start),
            Task::Suffix(size, name) => {
                self.at.leave(size.bytes())?;
                self.block_size(size, &name)?;
            }
            Task::EndMu => self.at.ascend(),
            Task::Padding(count, name) => {
                let start = self.at.offset();
                let bytes = self.at.take(count, "padding")?;
                self.cut(start, SliceKind::Padding, &name, "padding".to_string(), pretty::quoted(bytes));
            }
        }
        Ok(())
    }

    fn value(&mut self, encoding: &'static Encoding, name: Name) -> Walked {
        let start = self.at.offset();
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => {}
            Encoding::Scalar(scalar) => return self.scalar(scalar, &name),
            Encoding::Bytes(extent) => self.bytes(*extent, None, &name)?,
            Encoding::Lazy(inner) => self.bytes(Extent::Rest, Some(Inner(inner)), &name)?,
            Encoding::Opaque(opaque) => {
                self.at.opaque(opaque)?;
                self.cut(start, SliceKind::Bytes, &name, name.of(opaque.name), String::new());
            }
            Encoding::Text { extent, utf8 } => {
                let text = self.at.text(*extent, *utf8)?;
                self.cut(start, SliceKind::Text, &name, name.of("string"), pretty::quoted(text));
            }
            Encoding::Json => {
                let text = self.at.extent(Extent::Rest, "string")?;
                self.cut(start, SliceKind::Text, &name, name.of("string"), pretty::quoted(text));
                self.at.check_bson(start)?;
            }
            Encoding::Enum(names) => {
                let index = self.at.name(names)?;
                self.cut(start, SliceKind::Name { names: names.len() }, &name, name.of("enum"), index.to_string());
            }
            Encoding::List { item, count, array } => return self.list(item, *count, *array, &name),
            Encoding::Assoc { value, keys } => {
                if keys.distinct {
                    self.keys.push(BTreeSet::new());
                }
                let (item, name) = (Item::Pair(value, *keys), name.element());
                self.tasks.push(Task::Items { item, index: 0, count: ItemCount::TO_END, name });
            }
            Encoding::Object(fields) => {
                self.whole(encoding);
                self.objects.push(start);
                self.tasks.push(Task::Fields(fields, name));
            }
            Encoding::Tuple(elements) | Encoding::Merge(elements) => {
                self.whole(encoding);
                let index = matches!(encoding, Encoding::Tuple(_)).then_some(0);
                self.tasks.push(Task::Elements { elements, index, name });
            }
            Encoding::Union { tag, cases, ignore_unknown } => return self.union(*tag, cases, *ignore_unknown, name),
            Encoding::Compact(compact) => return self.compact(compact, &name),
            Encoding::Select(select) => {
                let before = self.at.since(self.objects.last().copied().unwrap_or_default());
                let Some((_, case)) = select.chosen(before) else {
                    return Err(self.at.refuse(start, ErrorKind::NoCaseMatched));
                };
                self.then(case.encoding, name);
            }
            Encoding::Opt(inner) => return self.opt("value", inner, name),
            Encoding::Varopt(inner) => self.varopt(inner, name),
            Encoding::Magic { bytes, inner } => {
                let found = self.at.magic(bytes, encoding.name())?;
                self.cut(start, SliceKind::Magic, &name, "magic".to_string(), pretty::quoted(found));
                self.then(inner, name);
            }
            Encoding::Padded { bytes, inner } => {
                self.tasks.push(Task::Padding(*bytes, name.clone()));
                self.then(inner, name);
            }
            Encoding::Dynamic { prefix, inner } => {
                let len = self.block_size(*prefix, &name)?;
                self.open_block(len)?;
                self.then(inner, name);
            }
            Encoding::Suffixed { size, inner } => {
                let len = self.at.suffix(*size)?;
                self.tasks.push(Task::Suffix(*size, name.clone()));
                self.open_block(len)?;
                self.then(inner, name);
            }
            Encoding::Sized { bytes, inner } => {
                self.open_block(*bytes)?;
                self.then(inner, name);
            }
            Encoding::Bounded { limit, inner } => {
                self.tasks.push(Task::EndBounded(self.at.limit(*limit)));
                self.then(inner, name);
            }
            Encoding::Reserve { bytes, inner } => {
                self.at.reserve(*bytes)?;
                self.tasks.push(Task::EndBlock(*bytes));
                self.then(inner, name);
            }
            Encoding::Checked { inner, check } => {
                self.tasks.push(Task::EndChecked(start, *check));
                self.then(inner, name);
            }
            Encoding::Dft { inner, .. } => self.then(inner, name),
            Encoding::Split(split) => self.then(split.inner, name),
            Encoding::Legacy(legacy) => self.then(legacy.found(&self.at), name),
            Encoding::Def { id, inner } => self.then(inner, name.inside(id)),
            Encoding::Described { about, inner } => {
                let name = name.secret(about.secret);
                self.then(inner, about.field.map_or_else(|| name.clone(), |field| name.field(field)));
            }
            Encoding::Mu(mu) => {
                self.at.descend(mu.depth)?;
                self.tasks.push(Task::EndMu);
                self.then((mu.body)(), name.inside(mu.name));
            }
        }
        Ok(())
    }

    fn bytes(&mut self, extent: Extent, lazy: Option<Inner>, name: &Name) -> Walked {
        let start = self.at.offset();
        self.at.extent(extent, "bytes")?;
        self.cut(start, SliceKind::Bytes, name, name.of("bytes"), String::new());
        self.slices.back_mut().into_iter().for_each(|slice| slice.lazy = lazy);
        Ok(())
    }

    fn field(&mut self, field: &Field, mut name: Name) -> Walked {
        // An optional field may be inside a function, or have a different encoding in JSON.
        let mut encoding = field.encoding;
        loop {
            encoding = match encoding {
                Encoding::Checked { inner, check } => {
                    self.tasks.push(Task::EndChecked(self.at.offset(), *check));
                    inner
                }
                Encoding::Split(split) => split.inner,
                Encoding::Legacy(legacy) => legacy.found(&self.at),
                Encoding::Described { about, inner } if about.field.is_none() => {
                    name = name.secret(about.secret);
                    inner
                }
                _ => break,
            };
        }
        let name = Self::name_in(&name, Segment::Field(field.name));
        match encoding {
            Encoding::Opt(inner) => return self.opt(field.name, inner, name.inside(field.name)),
            Encoding::Varopt(inner) => self.varopt(inner, name.inside(field.name)),
            encoding => self.then(encoding, name.field(field.name)),
        }
        Ok(())
    }

    fn opt(&mut self, field: &str, inner: &'static Encoding, name: Name) -> Walked {
        let start = self.at.offset();
        let present = self.at.presence()?;
        self.cut(start, SliceKind::Presence, &name, format!("{field} presence flag"), present.to_string());
        if present {
            self.then(inner, name);
        }
        Ok(())
    }

    fn varopt(&mut self, inner: &'static Encoding, name: Name) {
        if self.at.remaining != 0 {
            self.then(inner, name);
        }
    }

    fn scalar(&mut self, scalar: &Scalar, name: &Name) -> Walked {
        let start = self.at.offset();
        scalar.check(&mut self.at)?;
        let value = pretty::scalar(scalar, self.at.since(start));
        self.cut(start, SliceKind::Scalar(*scalar), name, name.of(&pretty::encoding(scalar)), value);
        Ok(())
    }

    /// Returns the same name, one step further along the path.
    pub(super) fn name_in(name: &Name, segment: Segment) -> Name {
        name.at(name.place.inside(segment))
    }

    /// Adds the slice from `offset` to the current one.
    pub(super) fn cut(&mut self, offset: usize, kind: SliceKind, at: &Name, name: String, pretty: String) {
        let bytes = self.message.get(offset..self.at.offset()).unwrap_or_default();
        let (place, secret) = (at.place.clone(), at.secret);
        let pretty = if secret { SECRET.to_string() } else { pretty };
        self.slices.push_back(Slice { name, kind, offset, bytes, pretty, secret, place, lazy: None });
    }

    /// Records whether a value of fixed size is incomplete; the slices before the missing bytes are still produced.
    fn whole(&mut self, encoding: &'static Encoding) {
        if let Some(bytes) = encoding.fixed_size() {
            self.expect(bytes, encoding.name());
        }
    }

    /// Records whether fewer than `bytes` bytes remain.
    pub(super) fn expect(&mut self, bytes: usize, name: &'static str) {
        if self.short.is_none() {
            self.short = self.at.need(bytes, name).err();
        }
    }
}
