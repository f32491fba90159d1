//! The walk: what precedes a value is read at once, and what remains to be done of it is put on a stack, so that neither schema nor message can
//! overflow the thread's stack.

use alloc::string::String;

use super::scalar::{document, scalar};
use super::{CHUNK, MAX_INNER, Output, Printer};
use crate::error::{ErrorKind, Segment};
use crate::prefix::Prefix;
use crate::reader::Reader;
use crate::schema::children::number;
use crate::schema::{CaseKind, Check, Count, Encoding, Extent, Field, Keys, Part, Split};
use crate::walk::cursor::{ItemCount, Limit};
use crate::walk::explain::cursor_after;
use crate::walk::json_text::text;
use crate::walk::{Cursor, JsonPrinter, Refusal};

pub(super) type Printed = Result<(), Refusal>;

/// What remains to be done of an open value. Offsets are relative to the bytes that are read.
#[derive(Clone, Copy)]
pub(super) enum Open {
    /// The fields of an object, which starts at an offset, from an index on.
    Fields { fields: &'static [Field], start: usize, next: usize, close: &'static str },
    /// The elements of a tuple from an index on.
    Elements { elements: &'static [&'static Encoding], next: usize, close: &'static str },
    /// The fields of a compact object or tuple from an index on, given their bits of the tag.
    PartFields { of: &'static Part, next: usize, bits: u32, close: &'static str },
    /// The parts of a merge.
    Merge { parts: &'static [&'static Encoding], close: &'static str },
    /// The elements of a list from an index on.
    Items { item: &'static Encoding, count: ItemCount, next: usize },
    /// The pairs of a key and a value from an index on.
    Pairs { value: &'static Encoding, keys: Keys, next: usize, close: &'static str },
    /// The payload of a case.
    Case(&'static str),
    /// A field that is omitted with its default: where its bytes start, its text, and the text of its value.
    Default { encoding: &'static Encoding, start: usize, before: usize, text: usize },
    /// The payload, from an offset on, of a case that is written only for some values.
    When(usize, fn(&[u8]) -> bool),
    /// A block; the given number of bytes of the enclosing block follow it.
    Block(usize),
    /// A size limit.
    Bounded(Limit),
    /// A value from an offset on that a user-supplied function checks.
    Checked(usize, &'static Check),
    /// A recursive type.
    Mu,
    /// A value before padding.
    Padding(usize),
    /// A block before its size, which has been read.
    Suffix(Prefix),
}

impl Open {
    /// Returns the segment of a path for the value that is read.
    pub(super) fn segment(&self) -> Option<Segment> {
        let index = |next: usize| next.checked_sub(1);
        match *self {
            Self::Fields { fields, next, .. } => Some(Segment::Field(fields.get(index(next)?)?.name)),
            Self::Elements { next, .. } => Some(Segment::Field(number(index(next)?))),
            Self::PartFields { of, next, .. } => Some(Segment::Field(of.field(index(next)?)?.name)),
            Self::Items { next, .. } | Self::Pairs { next, .. } => Some(Segment::Index(index(next)?)),
            Self::Case(name) => Some(Segment::Case(name)),
            _ => None,
        }
    }
}

/// How a value stands in the value around it.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// The length of the text before its field, if that is omitted when the value is absent or equals its default.
    pub(super) omitted: Option<usize>,
    /// Whether it is a part of a merge, and therefore has no brackets.
    pub(super) is_part: bool,
}

impl Printer {
    /// Prints one value.
    pub(super) fn run(
        &mut self,
        at: &mut Cursor<'_>,
        encoding: &'static Encoding,
        place: Place,
        mut out: Option<&mut Output<'_>>,
    ) -> Printed {
        let base = self.open.len();
        self.value(at, encoding, place)?;
        while self.open.len() > base {
            if let Some(out) = &mut out
                && self.text.len() > CHUNK
                && self.held == 0
            {
                self.flush(out);
            }
            self.proceed(at)?;
        }
        Ok(())
    }

    /// Prints a value that has no others in it, or what precedes those.
    pub(super) fn value(&mut self, at: &mut Cursor<'_>, mut encoding: &'static Encoding, mut place: Place) -> Printed {
        loop {
            let start = at.offset();
            encoding = match encoding {
                Encoding::Def { inner, .. } | Encoding::Described { inner, .. } => inner,
                Encoding::Scalar(of) => {
                    of.check(at)?;
                    self.start();
                    return scalar(&mut self.text, of, at.since(start)).map_err(|kind| at.refuse(start, kind));
                }
                Encoding::Split(split) => return self.split(at, split, place.is_part),
                Encoding::Dynamic { prefix, inner } => {
                    let len = at.size_prefix(*prefix)?;
                    self.open.push(Open::Block(at.enter(len)?));
                    inner
                }
                Encoding::Object(fields) => {
                    let close = self.bracket(place, ["{", "}"]);
                    self.open.push(Open::Fields { fields, start, next: 0, close });
                    return Ok(());
                }
                Encoding::Tuple(elements) => {
                    let close = self.bracket(place, ["[", "]"]);
                    self.open.push(Open::Elements { elements, next: 0, close });
                    return Ok(());
                }
                Encoding::Merge(parts) => {
                    let brackets = if Encoding::are_objects(parts) { ["{", "}"] } else { ["[", "]"] };
                    let close = self.bracket(place, brackets);
                    self.open.push(Open::Merge { parts, close });
                    return Ok(());
                }
                Encoding::List { item, count, array } => return self.list(at, item, *count, *array),
                Encoding::Assoc { value, keys } => {
                    let close = self.bracket(place, ["{", "}"]);
                    if keys.distinct {
                        self.map();
                    }
                    self.open.push(Open::Pairs { value, keys: *keys, next: 0, close });
                    return Ok(());
                }
                Encoding::Union { tag, cases, ignore_unknown } => {
                    let (_, case) = at.case(*tag, cases, *ignore_unknown)?;
                    self.open.push(Open::Case(case.title));
                    if let CaseKind::When(Some(accepts)) = case.kind {
                        let payload = at.offset();
                        let is_other = |after: Cursor<'_>| !accepts(after.since(payload));
                        match case.otherwise {
                            None => self.open.push(Open::When(payload, accepts)),
                            Some(split) if cursor_after(at, case.payload).is_some_and(is_other) => {
                                return self.split(at, split, place.is_part);
                            }
                            Some(_) => {}
                        }
                    }
                    case.payload
                }
                Encoding::Select(select) => {
                    let before = at.since(self.object());
                    let Some((_, case)) = select.chosen(before) else {
                        return Err(at.refuse(start, ErrorKind::NoCaseMatched));
                    };
                    self.open.push(Open::Case(case.name));
                    case.encoding
                }
                Encoding::Compact(compact) => {
                    let tag = at.compact_tag(compact)?;
                    return self.part(at, compact.part, tag, place);
                }
                Encoding::Opt(inner) | Encoding::Varopt(inner) => {
                    let is_flagged = matches!(encoding, Encoding::Opt(_));
                    if !(if is_flagged { at.presence()? } else { at.remaining != 0 }) {
                        self.absent(place);
                        return Ok(());
                    }
                    place.omitted = None;
                    inner
                }
                Encoding::Dft { inner, .. } => {
                    if let Some(before) = place.omitted.take() {
                        self.held = self.held.saturating_add(1);
                        self.open.push(Open::Default { encoding, start, before, text: self.text.len() });
                    }
                    inner
                }
                Encoding::Checked { inner, check } => {
                    self.open.push(Open::Checked(start, check));
                    inner
                }
                Encoding::Bounded { limit, inner } => {
                    self.open.push(Open::Bounded(at.limit(*limit)));
                    inner
                }
                Encoding::Sized { bytes, inner } => {
                    self.open.push(Open::Block(at.enter(*bytes)?));
                    inner
                }
                Encoding::Reserve { bytes, inner } => {
                    at.reserve(*bytes)?;
                    self.open.push(Open::Block(*bytes));
                    inner
                }
                Encoding::Suffixed { size, inner } => {
                    let len = at.suffix(*size)?;
                    self.open.push(Open::Suffix(*size));
                    self.open.push(Open::Block(at.enter(len)?));
                    inner
                }
                Encoding::Padded { bytes, inner } => {
                    self.open.push(Open::Padding(*bytes));
                    inner
                }
                Encoding::Magic { bytes, inner } => {
                    at.magic(bytes, encoding.name())?;
                    inner
                }
                Encoding::Mu(mu) => {
                    at.descend(mu.depth)?;
                    self.open.push(Open::Mu);
                    (mu.body)()
                }
                Encoding::Legacy(legacy) => match legacy.converted(at) {
                    None => legacy.current,
                    Some((next, bytes)) => {
                        let printed = self.all(legacy.current, &bytes, place, None);
                        printed.map_err(|(refusal, _)| at.refuse(start, *refusal.kind))?;
                        *at = next;
                        return Ok(());
                    }
                },
                Encoding::Lazy(inner) => {
                    let bytes = at.extent(Extent::Rest, "lazy value")?;
                    self.lazy(inner, bytes);
                    return Ok(());
                }
                Encoding::Empty if place.is_part => return Ok(()),
                _ => {
                    self.start();
                    return self.simple(at, encoding);
                }
            };
        }
    }

    /// Prints a value that never has others in it, and is no number.
    fn simple(&mut self, at: &mut Cursor<'_>, encoding: &'static Encoding) -> Printed {
        let (start, out) = (at.offset(), &mut self.text);
        match encoding {
            Encoding::Null => out.push_str("null"),
            Encoding::Constant(name) => text::string(out, name),
            Encoding::Enum(names) => text::string(out, names.get(at.name(names)?).copied().unwrap_or_default()),
            Encoding::Bytes(extent) => text::hex(out, at.extent(*extent, "bytes")?),
            Encoding::Opaque(opaque) => text::hex(out, at.opaque(opaque)?),
            Encoding::Text { extent, utf8 } => text::lossless(out, at.text(*extent, *utf8)?),
            Encoding::Json => {
                let bson = at.extent(Extent::Rest, "json")?;
                at.check_bson(start)?;
                document(out, bson);
            }
            _ => out.push_str("{}"),
        }
        Ok(())
    }

    /// Proceeds with the innermost open value, and closes it at its end.
    fn proceed(&mut self, at: &mut Cursor<'_>) -> Printed {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        match open {
            Open::Fields { fields, next, close, .. } => {
                while let Some(field) = fields.get(*next) {
                    *next = next.saturating_add(1);
                    if field.revisions.contain(at.revision) {
                        let place = self.field(field.name, field.encoding.may_be_left_out());
                        return self.value(at, field.encoding, place);
                    }
                }
                self.text.push_str(close);
            }
            Open::Elements { elements, next, close } => {
                if let Some(element) = elements.get(*next) {
                    *next = next.saturating_add(1);
                    return self.value(at, element, Place::default());
                }
                self.text.push_str(close);
            }
            Open::PartFields { .. } => return self.part_field(at),
            Open::Merge { parts, close } => {
                if let [part, rest @ ..] = *parts {
                    *parts = rest;
                    return self.value(at, part, Place { omitted: None, is_part: true });
                }
                self.text.push_str(close);
            }
            Open::Items { item, count, next } => {
                if at.has_item(count, *next)? {
                    let item = *item;
                    *next = next.saturating_add(1);
                    return self.value(at, item, Place::default());
                }
                self.text.push(']');
            }
            Open::Pairs { value, keys, next, close } => {
                let (value, keys, close) = (*value, *keys, *close);
                if at.remaining != 0 {
                    *next = next.saturating_add(1);
                    self.key(at, keys)?;
                    return self.value(at, value, Place::default());
                }
                if keys.distinct && !self.sort() {
                    return Err(at.refuse(at.offset(), ErrorKind::DuplicateKey));
                }
                self.text.push_str(close);
            }
            Open::Case(_) => {}
            Open::Default { encoding, start, before, text } => {
                if let Encoding::Dft { inner, default } = encoding {
                    let (before, text, found) = (*before, *text, at.since(*start));
                    self.default((before, text), inner, *default, found);
                }
            }
            Open::When(start, accepts) if accepts(at.since(*start)) => {}
            Open::When(start, _) => return Err(at.refuse(*start, ErrorKind::NoCaseMatched)),
            Open::Block(after) => at.leave(*after)?,
            Open::Bounded(limit) => at.lift(*limit),
            Open::Checked(start, check) => at.run_check(check, *start)?,
            Open::Mu => at.ascend(),
            Open::Padding(bytes) => drop(at.take(*bytes, "padding")?),
            Open::Suffix(size) => {
                at.leave(size.bytes())?;
                at.take(size.bytes(), "the size of a block")?;
            }
        }
        self.open.pop();
        Ok(())
    }

    /// Starts a field of an object.
    pub(super) fn field(&mut self, name: &str, may_be_left_out: bool) -> Place {
        let before = self.text.len();
        self.named(name);
        Place { omitted: may_be_left_out.then_some(before), is_part: false }
    }

    /// Opens an object or an array, and returns the bracket that closes it.
    pub(super) fn bracket(&mut self, place: Place, [open, close]: [&'static str; 2]) -> &'static str {
        if place.is_part {
            return "";
        }
        self.start();
        self.text.push_str(open);
        close
    }

    pub(super) fn list(&mut self, at: &mut Cursor<'_>, item: &'static Encoding, count: Count, array: bool) -> Printed {
        let count = at.items(count, array)?;
        self.start();
        self.text.push('[');
        self.open.push(Open::Items { item, count, next: 0 });
        Ok(())
    }

    /// Prints an absent value, or omits its field.
    pub(super) fn absent(&mut self, place: Place) {
        match place.omitted {
            Some(before) => self.text.truncate(before),
            None => {
                self.start();
                self.text.push_str("null");
            }
        }
    }

    /// Reads and prints a key.
    fn key(&mut self, at: &mut Cursor<'_>, keys: Keys) -> Printed {
        let key = at.key(keys, None)?;
        if let Some(map) = self.maps.last_mut().filter(|_| keys.distinct) {
            map.push((key.to_vec(), self.text.len()));
        }
        self.named(&String::from_utf8_lossy(key));
        Ok(())
    }

    /// Returns the offset of the innermost open object.
    fn object(&self) -> usize {
        let objects = self.open.iter().skip(self.base).rev();
        let start = |open: &Open| match open {
            Open::Fields { start, .. } => Some(*start),
            _ => None,
        };
        objects.filter_map(start).next().unwrap_or_default()
    }

    /// Prints a value with a different encoding in JSON.
    fn split(&mut self, at: &mut Cursor<'_>, split: &'static Split, is_part: bool) -> Printed {
        if self.inner >= MAX_INNER {
            return Err(at.refuse(at.offset(), ErrorKind::TooDeep { limit: MAX_INNER }));
        }
        let block = at.block();
        let mut reader = Reader::new(block).at(split.revision.unwrap_or(at.revision)).below(at.depth());
        match (split.to_json)(&mut reader, &mut JsonPrinter::new(self, split.json, is_part)) {
            Ok(()) => {
                let read = block.len().saturating_sub(reader.remaining().len());
                at.take(read, split.inner.name()).map(|_| ())
            }
            Err(message) => Err(at.refuse(at.offset(), split.refusal(message))),
        }
    }
}
