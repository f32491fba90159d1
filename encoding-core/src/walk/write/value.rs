//! The first step for each encoding: writes what precedes the value, and pushes tasks for the rest.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;

use super::compact::TagBits;
use super::known::Known;
use super::lists::ListPart;
use super::{Cases, Got, Node, Parts, Task, Writer};
use crate::error::{ErrorKind, Segment};
use crate::prefix::Prefix;
use crate::schema::{Count, Encoding, Extent, Keys, RlpHeader};
use crate::walk::check_at;

impl<'s> Writer<'s> {
    pub(super) fn value(&mut self, mut encoding: &'static Encoding, node: Node<'s>) -> Got<()> {
        self.reached = self.reached.max(node.index());
        while let Some(inner) = self.open(encoding) {
            encoding = inner;
        }
        self.unwrapped(encoding, node).map_err(|trouble| trouble.known(Known::Encoding(encoding)))
    }

    /// Writes a value that is not in a wrapper of [`Writer::open`].
    #[inline(always)]
    fn unwrapped(&mut self, encoding: &'static Encoding, node: Node<'s>) -> Got<()> {
        let start = self.out.len();
        match encoding {
            Encoding::Scalar(scalar) => scalar.write(&*node.scalar(scalar)?, &mut self.out)?,
            Encoding::Opaque(_) => {
                let bytes = node.bytes()?;
                check_at(encoding, &bytes, self.revision).map_err(|error| error.kind().clone())?;
                self.out.extend_from_slice(&bytes);
            }
            Encoding::Bytes(extent) => self.extend(&node.bytes()?, *extent, false)?,
            Encoding::Text { extent, utf8 } => {
                let text = node.text()?;
                if *utf8 && core::str::from_utf8(&text).is_err() {
                    return Err(ErrorKind::InvalidUtf8.into());
                }
                self.extend(&text, *extent, true)?;
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
                match check_keys(parts.clone(), *keys)? {
                    None => self.tasks.push(Task::Pairs(value, 0, parts)),
                    Some(sorted) => {
                        let pair = |(key, (index, node))| Task::Pair(value, index, key, node);
                        self.tasks.extend(sorted.into_iter().rev().map(pair));
                    }
                }
            }
            Encoding::Object(fields) => {
                let revision = self.revision;
                let fields = fields.iter().filter(|field| field.revisions.contain(revision));
                let has = |name: &str| fields.clone().any(|field| field.name == name);
                let parts = node.object(fields.clone().count(), if self.quick { None } else { Some(&has) })?;
                self.count_fields(node);
                self.objects.push(start);
                self.tasks.push(Task::Fields(encoding, 0, parts));
            }
            Encoding::Tuple(elements) => {
                let parts = node.tuple(elements.len())?;
                self.tasks.push(Task::Fields(encoding, 0, parts));
            }
            Encoding::Merge(parts) => {
                let merged = node.merge(parts, self.revision, self.quick)?;
                self.count_fields(node);
                self.tasks.push(Task::MergeParts(parts, merged));
            }
            Encoding::Union { tag, cases, .. } => match node.case()? {
                Some((index, inner)) => {
                    let case = cases.get(index).ok_or(ErrorKind::NoCaseMatched)?;
                    return self.case(*tag, cases, case, inner);
                }
                None => return self.guess(Cases::Union(*tag, cases), node),
            },
            Encoding::Compact(compact) => {
                let bytes = compact.tag.bytes();
                self.out.resize(start.saturating_add(bytes), 0);
                self.tasks.push(Task::Part(compact.part, node, TagBits { start, bytes, shift: 0 }));
            }
            Encoding::Select(select) => {
                let before = self.since(self.objects.last().copied().unwrap_or_default());
                let (index, case) = select.chosen(before).ok_or(ErrorKind::NoCaseMatched)?;
                let inner = match node.case()? {
                    Some((found, _)) if found != index => {
                        let found = select.cases.get(found).map_or("another", |case| case.name);
                        return Err(ErrorKind::WrongCase { selected: Some(case.name), found }.into());
                    }
                    Some((_, inner)) => inner,
                    None => node,
                };
                self.enter(Segment::Case(case.name), case.encoding, inner)?;
            }
            Encoding::Opt(inner) | Encoding::Varopt(inner) => {
                let present = node.option(|| inner.is_nullable())?;
                match encoding {
                    Encoding::Opt(_) => self.out.push(if present.is_some() { 0xff } else { 0 }),
                    // In RLP, several fields at the end of a list may be absent, the last ones first.
                    _ if present.is_some() && self.ended == Some(start) => return Err(ErrorKind::Gap.into()),
                    _ if present.is_none() => self.ended = Some(start),
                    _ => {}
                }
                if let Some(node) = present {
                    return self.value(inner, node);
                }
            }
            Encoding::Mu(mu) => {
                if self.depth >= mu.depth {
                    return Err(ErrorKind::TooDeep { limit: mu.depth }.into());
                }
                self.depth = self.depth.saturating_add(1);
                self.tasks.push(Task::EndMu);
                self.tasks.push(Task::Value((mu.body)(), node));
            }
            Encoding::Lazy(inner) => match node.lazy()? {
                Some(bytes) => self.out.extend_from_slice(&bytes),
                None => self.tasks.push(Task::Value(inner, node)),
            },
            Encoding::Json => node.json(&mut self.out)?,
            Encoding::Split(split) if matches!(node, Node::Json(_)) => {
                self.tasks.push(Task::EndSplit(start, split));
                return self.value(split.json, node);
            }
            Encoding::Split(split) => return self.value(split.inner, node),
            Encoding::Dft { inner, .. } => return self.value(inner, node),
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => node.nothing(encoding)?,
            // These are handled by `open`.
            Encoding::Dynamic { .. } | Encoding::Suffixed { .. } | Encoding::Sized { .. } | Encoding::Magic { .. } => {}
            Encoding::Bounded { .. } | Encoding::Reserve { .. } | Encoding::Padded { .. } | Encoding::Legacy(_) => {}
            Encoding::Checked { .. } | Encoding::Described { .. } | Encoding::Def { .. } => {}
        }
        Ok(())
    }

    /// Starts an encoding that wraps another and returns the wrapped one; `None` if it wraps none. Inlined: reading JSON takes 4 % less time.
    #[inline(always)]
    fn open(&mut self, encoding: &'static Encoding) -> Option<&'static Encoding> {
        let start = self.out.len();
        match encoding {
            Encoding::Dynamic { prefix, .. } => {
                self.out.extend_from_slice(prefix.placeholder());
                if *prefix == Prefix::Rlp(RlpHeader::List) {
                    self.lists.push(ListPart::Start);
                }
                self.tasks.push(Task::EndBlock(*prefix, start));
            }
            Encoding::Magic { bytes, .. } => self.out.extend_from_slice(bytes),
            Encoding::Padded { bytes, .. } => self.tasks.push(Task::Padding(*bytes)),
            Encoding::Suffixed { size, .. } => self.tasks.push(Task::Suffix(*size, start)),
            Encoding::Sized { bytes, inner } => {
                let text = matches!(inner, Encoding::Text { .. });
                self.tasks.push(Task::EndSized { bytes: *bytes, start, text });
            }
            Encoding::Bounded { limit, .. } => self.tasks.push(Task::EndBounded(*limit, start)),
            Encoding::Checked { check, .. } => self.tasks.push(Task::EndChecked(start, check)),
            _ => {}
        }
        encoding.wrapped()
    }

    /// Writes a field that the source omits; a field without an encoding cannot be omitted.
    pub(super) fn absent_field(&mut self, name: &'static str, encoding: Option<&'static Encoding>) -> Got<()> {
        self.descend(Segment::Field(name));
        self.tasks.push(Task::Absent(encoding.ok_or(ErrorKind::MissingField)?));
        Ok(())
    }

    /// Writes a value that the source omits, if it is optional or has a default inside any wrappers.
    pub(super) fn absent(&mut self, encoding: &'static Encoding) -> Got<()> {
        match encoding {
            Encoding::Opt(_) => self.out.push(0),
            Encoding::Varopt(_) => self.ended = Some(self.out.len()),
            Encoding::Dft { default, .. } => {
                self.out.extend_from_slice(&default.bytes().ok_or(ErrorKind::NoCaseMatched)?);
            }
            _ => {
                let inner = self.open(encoding).ok_or(ErrorKind::MissingField)?;
                self.tasks.push(Task::Absent(inner));
            }
        }
        Ok(())
    }

    fn extend(&mut self, bytes: &[u8], extent: Extent, text: bool) -> Result<(), ErrorKind> {
        if let Extent::Fixed(expected) = extent {
            length(expected, bytes.len(), text)?;
        }
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    fn list(&mut self, item: &'static Encoding, count: Count, array: bool, node: Node<'s>) -> Got<()> {
        let (found, parts) = node.list()?;
        let refuse = |max| Err(ErrorKind::ListLength { max, found, writing: true, array }.into());
        match count {
            Count::ToEnd { min, .. } if found < min => return Err(ErrorKind::ListTooShort { min, found }.into()),
            Count::ToEnd { max: Some(max), .. } if found > max => return refuse(max),
            Count::Exactly(n) if found != n => return refuse(n),
            Count::Prefixed { prefix, max } => {
                let max = max.unwrap_or(prefix.max()).min(prefix.max());
                if found > max {
                    return refuse(max);
                }
                prefix.put(found, &mut self.out);
            }
            _ => {}
        }
        self.tasks.push(Task::Items(item, 0, parts));
        Ok(())
    }

    /// Writes a key and its value.
    pub(super) fn pair(&mut self, item: &'static Encoding, index: usize, key: &[u8], node: Node<'s>) -> Got<()> {
        fits(Prefix::U30, key.len())?;
        Prefix::U30.put(key.len(), &mut self.out);
        self.out.extend_from_slice(key);
        self.enter(Segment::Index(index), item, node)
    }
}

pub(super) fn at_most(limit: usize, found: usize) -> Result<(), ErrorKind> {
    if found <= limit { Ok(()) } else { Err(ErrorKind::SizeLimitExceeded { limit, found }) }
}

pub(super) fn fits(prefix: Prefix, found: usize) -> Result<(), ErrorKind> {
    at_most(prefix.max(), found)
}

pub(super) fn length(expected: usize, found: usize, text: bool) -> Result<(), ErrorKind> {
    match (expected == found, text) {
        (true, _) => Ok(()),
        (false, true) => Err(ErrorKind::TextLength { expected, found }),
        (false, false) => Err(ErrorKind::BytesLength { expected, found }),
    }
}

/// Keys and values, with their index in the source.
type Pairs<'s> = BTreeMap<Cow<'s, [u8]>, (usize, Node<'s>)>;

/// Checks the keys of an association list. If keys must be distinct, returns the pairs in ascending order, in which
/// they are written.
fn check_keys<'s>(mut pairs: Parts<'s>, keys: Keys) -> Got<Option<Pairs<'s>>> {
    let mut sorted = Pairs::new();
    let mut index = 0usize;
    while let Some((key, node)) = pairs.next_pair() {
        if keys.utf8 && core::str::from_utf8(&key).is_err() {
            return Err(ErrorKind::InvalidUtf8.into());
        }
        if keys.distinct && sorted.insert(key, (index, node)).is_some() {
            return Err(ErrorKind::DuplicateKey.into());
        }
        index = index.saturating_add(1);
    }
    Ok(keys.distinct.then_some(sorted))
}
