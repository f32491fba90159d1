//! Sizes of encodings, computed at compile time.

use super::{Case, Count, Encoding, Extent, TagSize};
use crate::number::n_bytes;
use crate::prefix::Prefix;

/// How a reader finds the end of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Every value has this number of bytes.
    Fixed(usize),
    /// From the bytes of the value.
    Dynamic,
    /// From the end of the enclosing block.
    Variable,
}

/// The size class, minimum and maximum size of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// How a reader finds the end of a value.
    pub class: Class,
    /// Minimum size in bytes.
    pub least: usize,
    /// Maximum size in bytes; `None` if there is no limit.
    pub most: Option<usize>,
}

impl Size {
    /// Returns true if a value may have `bytes` bytes.
    pub const fn allows(&self, bytes: usize) -> bool {
        let is_above = match self.most {
            Some(most) => bytes > most,
            None => false,
        };
        bytes >= self.least && !is_above
    }

    /// Returns the size of encodings with exactly `bytes` bytes.
    pub const fn fixed(bytes: usize) -> Self {
        Self { class: Class::Fixed(bytes), least: bytes, most: Some(bytes) }
    }

    /// Returns the size of encodings whose end is found from the bytes of the value.
    pub const fn dynamic(least: usize, most: Option<usize>) -> Self {
        Self { class: Class::Dynamic, least, most }
    }

    /// Returns the size of encodings that extend to the end of their block.
    pub const fn variable(least: usize, most: Option<usize>) -> Self {
        Self { class: Class::Variable, least, most }
    }

    /// Returns the size of a value of this size followed by a value of size `next`.
    pub(super) const fn then(self, next: Self) -> Self {
        let class = match (self.class, next.class) {
            (Class::Fixed(a), Class::Fixed(b)) => Class::Fixed(a.saturating_add(b)),
            (Class::Variable, _) | (_, Class::Variable) => Class::Variable,
            _ => Class::Dynamic,
        };
        Self { class, least: self.least.saturating_add(next.least), most: add(self.most, next.most) }
    }

    /// Returns the size of a value that has either this size or the other.
    pub(super) const fn or(self, other: Self) -> Self {
        let class = match (self.class, other.class) {
            (Class::Fixed(a), Class::Fixed(b)) if a == b => Class::Fixed(a),
            (Class::Variable, _) | (_, Class::Variable) => Class::Variable,
            _ => Class::Dynamic,
        };
        let most = match (self.most, other.most) {
            (Some(a), Some(b)) => Some(if a > b { a } else { b }),
            _ => None,
        };
        Self { class, least: if self.least < other.least { self.least } else { other.least }, most }
    }

    /// Returns true if a value may have no bytes.
    pub const fn is_zeroable(&self) -> bool {
        self.least == 0
    }
}

/// Returns `a + b`, where `None` stands for no limit.
const fn add(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    match (a, b) {
        (Some(a), Some(b)) => a.checked_add(b),
        _ => None,
    }
}

/// Returns `a * n`, where `None` stands for no limit.
const fn times(a: Option<usize>, n: Option<usize>) -> Option<usize> {
    match (a, n) {
        (Some(a), Some(n)) => a.checked_mul(n),
        _ => None,
    }
}

impl Encoding {
    /// Returns the size class, minimum and maximum size.
    pub const fn size(&self) -> Size {
        match self {
            Self::Empty | Self::Null | Self::Constant(_) => Size::fixed(0),
            Self::Enum(names) => Size::fixed(Prefix::for_count(names.len()).bytes()),
            Self::Scalar(scalar) => scalar.size(),
            Self::Bytes(extent) | Self::Text { extent, .. } => match extent {
                Extent::Fixed(bytes) => Size::fixed(*bytes),
                Extent::Rest => Size::variable(0, None),
            },
            // Without limits, the size of the elements does not matter. Computing it would take the compiler seconds
            // for operation receipts.
            Self::List { count: Count::ToEnd { min: 0, max: None }, .. } => Size::variable(0, None),
            Self::List { item, count, .. } => list(item.size(), *count),
            Self::Object(fields) => {
                let mut size = Size::fixed(0);
                each!(field in *fields => size = size.then(field.size()));
                size
            }
            Self::Tuple(_) | Self::Merge(_) => {
                let mut size = Size::fixed(0);
                each!(part of self.child => size = size.then(part.size()));
                size
            }
            Self::Union { tag, cases, .. } => {
                let [first, others @ ..] = *cases else { return Size::fixed(tag.bytes()) };
                let mut size = case(*tag, first);
                each!(other in others => size = size.or(case(*tag, other)));
                size
            }
            Self::Select(select) => {
                let [first, others @ ..] = select.cases else { return Size::dynamic(0, Some(0)) };
                let mut size = first.encoding.size();
                each!(other in others => size = size.or(other.encoding.size()));
                // Even if all cases have the same size, the end of a value depends on the preceding fields.
                match size.class {
                    Class::Fixed(_) => Size::dynamic(size.least, size.most),
                    _ => size,
                }
            }
            Self::Opt(inner) => match Size::fixed(1).then(inner.size()) {
                Size { class: Class::Variable, most, .. } => Size::variable(1, most),
                Size { most, .. } => Size::dynamic(1, most),
            },
            Self::Varopt(inner) => Size::variable(0, inner.size().most),
            Self::Magic { bytes, inner } => Size::fixed(bytes.len()).then(inner.size()),
            Self::Padded { bytes, inner } => inner.size().then(Size::fixed(*bytes)),
            Self::Dynamic { prefix, inner } => {
                let inner = inner.size();
                let least = prefix.min_block(inner.least);
                let most = match inner.most {
                    Some(most) if most > prefix.max() => Some(prefix.max()),
                    most => most,
                };
                Size::dynamic(least, add(Some(prefix.bytes()), most))
            }
            Self::Suffixed { size, inner } => {
                let all = inner.size().then(Size::fixed(size.bytes()));
                Size::variable(all.least, all.most)
            }
            Self::Bounded { limit, inner } => {
                let size = inner.size();
                let most = match size.most {
                    Some(most) if most < *limit => most,
                    _ => *limit,
                };
                Size { most: Some(most), ..size }
            }
            Self::Sized { bytes, .. } => Size::fixed(*bytes),
            Self::Dft { inner, .. }
            | Self::Reserve { inner, .. }
            | Self::Checked { inner, .. }
            | Self::Def { inner, .. }
            | Self::Described { inner, .. } => inner.size(),
            Self::Assoc { .. } | Self::Lazy(_) | Self::Json => Size::variable(0, None),
            Self::Opaque(opaque) => opaque.size,
            Self::Split(split) => split.inner.size(),
            Self::Legacy(legacy) => legacy.current.size().or(legacy.older.size()),
            Self::Compact(compact) => compact.size(),
            Self::Mu(mu) => Size { class: mu.class, least: mu.least, most: None },
        }
    }
}

impl Encoding {
    /// Returns the size in bytes if it is the same for all values, that is, the size of [`Class::Fixed`]. Unlike
    /// [`Encoding::size`], it stops at the first child of another size class.
    pub const fn fixed_size(&self) -> Option<usize> {
        match self {
            Self::Object(fields) => {
                let mut bytes = 0usize;
                each!(field in *fields => match (field.revisions.are_all(), field.encoding.fixed_size()) {
                    (true, Some(size)) => bytes = bytes.saturating_add(size),
                    (false, Some(0)) => {}
                    _ => return None,
                });
                Some(bytes)
            }
            Self::Tuple(_) | Self::Merge(_) => {
                let mut bytes = 0usize;
                each!(part of self.child => match part.fixed_size() {
                    Some(size) => bytes = bytes.saturating_add(size),
                    None => return None,
                });
                Some(bytes)
            }
            Self::Union { tag, cases: [first, others @ ..], .. } => {
                let Some(bytes) = fixed_case(*tag, first) else { return None };
                each!(other in others => match fixed_case(*tag, other) {
                    Some(size) if size == bytes => {}
                    _ => return None,
                });
                Some(bytes)
            }
            Self::List { item, count: Count::Exactly(n), .. } => match item.fixed_size() {
                Some(size) => Some(size.saturating_mul(*n)),
                None => None,
            },
            Self::List { .. }
            | Self::Select(_)
            | Self::Opt(_)
            | Self::Varopt(_)
            | Self::Dynamic { .. }
            | Self::Suffixed { .. } => None,
            _ => match self.same_bytes() {
                Some(inner) => inner.fixed_size(),
                None => match self.size().class {
                    Class::Fixed(bytes) => Some(bytes),
                    Class::Dynamic | Class::Variable => None,
                },
            },
        }
    }

    /// Returns the inner encoding of a wrapper whose bytes are those of the inner encoding.
    const fn same_bytes(&self) -> Option<&'static Self> {
        match self {
            Self::Dft { inner, .. }
            | Self::Reserve { inner, .. }
            | Self::Bounded { inner, .. }
            | Self::Checked { inner, .. }
            | Self::Def { inner, .. }
            | Self::Described { inner, .. } => Some(inner),
            Self::Split(split) => Some(split.inner),
            _ => None,
        }
    }

    /// Returns true if a value extends to the end of its block: [`Class::Variable`]. In constants, this is several times faster than
    /// [`Encoding::size`].
    pub(crate) const fn is_variable(&self) -> bool {
        match self {
            Self::Varopt(_) | Self::Suffixed { .. } | Self::List { count: Count::ToEnd { .. }, .. } => true,
            Self::Dynamic { .. } | Self::Sized { .. } | Self::List { count: Count::Prefixed { .. }, .. } => false,
            Self::Bytes(_)
            | Self::Text { .. }
            | Self::Assoc { .. }
            | Self::Lazy(_)
            | Self::Json
            | Self::Opaque(_)
            | Self::Compact(_)
            | Self::Mu(_) => matches!(self.size().class, Class::Variable),
            _ => {
                each!(child of self.child => if child.is_variable() { return true });
                false
            }
        }
    }

    /// Returns true if a value may have no bytes, as [`Size::is_zeroable`] does, in constants several times faster.
    pub(crate) const fn is_zeroable(&self) -> bool {
        match self {
            Self::Object(fields) => {
                each!(field in *fields => if field.revisions.are_all() && !field.encoding.is_zeroable() { return false });
                true
            }
            Self::Tuple(_) | Self::Merge(_) => {
                each!(part of self.child => if !part.is_zeroable() { return false });
                true
            }
            Self::Union { tag, cases, .. } => {
                each!(case in *cases => {
                    let has_tag = !case.is_other() && tag.width(case.tag) > 0;
                    if !has_tag && case.payload.is_zeroable() {
                        return true;
                    }
                });
                false
            }
            _ => match self.same_bytes() {
                Some(inner) => inner.is_zeroable(),
                None => self.size().is_zeroable(),
            },
        }
    }
}

/// Returns the size of a case with its tag, if it is the same for all values.
const fn fixed_case(tag: TagSize, case: &Case) -> Option<usize> {
    match case.payload.fixed_size() {
        Some(bytes) if case.is_other() => Some(bytes),
        Some(bytes) => Some(bytes.saturating_add(tag.width(case.tag))),
        None => None,
    }
}

/// Returns the size of a case with its tag. JSON-only cases count too (`encoding.ml`, `union`).
const fn case(tag: TagSize, case: &Case) -> Size {
    let payload = case.payload.size();
    if case.is_other() { payload } else { Size::fixed(tag.width(case.tag)).then(payload) }
}

const fn list(item: Size, count: Count) -> Size {
    match count {
        Count::ToEnd { min, max } => Size::variable(item.least.saturating_mul(min), times(item.most, max)),
        Count::Exactly(n) => {
            let least = item.least.saturating_mul(n);
            match item.class {
                Class::Fixed(_) => Size::fixed(least),
                _ => Size::dynamic(least, times(item.most, Some(n))),
            }
        }
        Count::Prefixed { prefix, max } => {
            let (max, bytes) = match (max, prefix) {
                (Some(max), Prefix::N) => (max, n_bytes(max as u64)),
                (Some(max), _) => (max, prefix.bytes()),
                (None, _) => (prefix.max(), prefix.bytes()),
            };
            Size::dynamic(prefix.min_bytes(), add(Some(bytes), times(item.most, Some(max))))
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;

    use crate::Revisions;
    use crate::schema::{Case, Class, Encoding, Field, Size, TagSize};
    use crate::wire::{Auto, Bounded, Bytes, Dynamic, List, Opt, Schema, U30};

    #[test]
    fn size_classes_and_limits() {
        type Hashes = Dynamic<U30, List<Auto, 10>>;
        let size = |encoding: &Encoding| encoding.size();
        assert_eq!(size(<Auto as Schema<(u8, i32)>>::ENCODING), Size::fixed(5));
        assert_eq!(size(<Hashes as Schema<alloc::vec::Vec<[u8; 32]>>>::ENCODING), Size::dynamic(4, Some(324)));
        assert_eq!(size(<Bytes as Schema<alloc::vec::Vec<u8>>>::ENCODING).class, Class::Variable);
        assert_eq!(size(<Bounded<Bytes, 7> as Schema<&[u8]>>::ENCODING), Size::variable(0, Some(7)));
        assert_eq!(size(<Opt<Auto> as Schema<Option<u16>>>::ENCODING), Size::dynamic(1, Some(3)));
    }

    #[test]
    fn parts_of_the_size_are_those_of_the_size() {
        let fixed = |encoding: &Encoding| {
            let (size, whole) = (encoding.fixed_size(), encoding.size());
            assert_eq!(size, if let Class::Fixed(bytes) = whole.class { Some(bytes) } else { None });
            assert_eq!(encoding.is_variable(), whole.class == Class::Variable, "{encoding:?}");
            assert_eq!(encoding.is_zeroable(), whole.is_zeroable(), "{encoding:?}");
            size
        };
        assert_eq!(fixed(<Auto as Schema<(u8, (i32, bool))>>::ENCODING), Some(6));
        assert_eq!(fixed(<Auto as Schema<(u8, (i32, alloc::string::String))>>::ENCODING), None);
        const FIELD: Field = Field::req("a", <Auto as Schema<u16>>::ENCODING);
        const NOTHING: Field = Field::req("b", &Encoding::Empty);
        let since = |field: Field| field.during(Revisions::new(3, u16::MAX));
        assert_eq!(fixed(&Encoding::Object(&[FIELD, FIELD])), Some(4));
        assert_eq!(fixed(&Encoding::Object(Box::leak(Box::new([FIELD, since(NOTHING)])))), Some(2));
        assert_eq!(fixed(&Encoding::Object(Box::leak(Box::new([FIELD, since(FIELD)])))), None);
        type Hashes = List<Auto, 10>;
        const LIST: &Encoding = <Hashes as Schema<alloc::vec::Vec<[u8; 32]>>>::ENCODING;
        const REST: &Encoding = <Bytes as Schema<&[u8]>>::ENCODING;
        const OPTION: &Encoding = <Opt<Bytes> as Schema<Option<&[u8]>>>::ENCODING;
        const BLOCK: &Encoding = <Dynamic<U30, Hashes> as Schema<alloc::vec::Vec<[u8; 32]>>>::ENCODING;
        const LIMITED: &Encoding = <Bounded<Bytes, 7> as Schema<&[u8]>>::ENCODING;
        for encoding in
            [LIST, REST, OPTION, BLOCK, LIMITED, &Encoding::Varopt(REST), &Encoding::Tuple(&[LIMITED, REST])]
        {
            assert_eq!(fixed(encoding), None);
        }
        const CASE: Case = Case::new(0, "a", &Encoding::Empty);
        const ALL: &[Case] = &[CASE, Case::new(1, "b", REST), Case::other("c", REST, &[])];
        let union = |cases: &'static [Case]| Encoding::Union { tag: TagSize::U8, cases, ignore_unknown: false };
        assert_eq!([&ALL[..1], &ALL[..2], ALL].map(|cases| fixed(&union(cases))), [Some(1), None, None]);
    }
}
