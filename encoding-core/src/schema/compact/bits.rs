//! The tag bits of parts, and the bytes after the tag.

use alloc::borrow::Cow;
use alloc::format;

use super::{Part, PartCase, PartField};
use crate::prefix::Prefix;
use crate::schema::{Class, Count, Encoding, Int, Scalar, Size};

/// The size prefix of a list whose length is not in the tag.
pub const BIG_LIST: Prefix = Prefix::U30;

/// One of the widths of a compact integer.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The scalar on the wire.
    pub scalar: Scalar,
    /// The scalar in descriptions: for natural numbers of 4 bytes, the reference reads an `int32`.
    pub shown: Scalar,
    /// The smallest natural number that needs this width; readers refuse smaller ones.
    pub least: i128,
    /// The name in the reference.
    pub title: &'static str,
}

impl Form {
    const fn new(title: &'static str, name: &'static str, bytes: usize, signed: bool, least: i128) -> Self {
        let scalar = Scalar::Int(Int::full(name, bytes, signed, false));
        Self { scalar, shown: scalar, least, title }
    }
}

const SMALL: Form = Form::new("small", "uint8", 1, false, 0);
const MEDIUM: Form = Form::new("medium", "uint16", 2, false, 0x100);
const BIG: Form = Form::new("big", "int32", 4, true, 0x1_0000);
const INT32: &[Form] = &[SMALL, MEDIUM, BIG];
const INT64: &[Form] = &[
    SMALL,
    MEDIUM,
    Form { shown: BIG.scalar, ..Form::new("biggish", "uint32", 4, false, 0x1_0000) },
    Form::new("bigger", "int64", 8, true, 0x1_0000_0000),
];

/// Returns the lowest `count` bits.
pub const fn low(bits: u32, count: u32) -> u32 {
    match 1u32.checked_shl(count) {
        Some(limit) => bits & limit.wrapping_sub(1),
        None => bits,
    }
}

/// Returns the number of bits that can hold every number up to `greatest`.
pub(crate) const fn width(greatest: u32) -> u32 {
    u32::BITS.saturating_sub(greatest.leading_zeros())
}

impl Part {
    /// Returns the number of tag bits.
    pub const fn bits(&self) -> u32 {
        match self {
            Self::Null | Self::Unit | Self::Payload(_) => 0,
            Self::Bool => 1,
            Self::Int32 | Self::Int64 | Self::OrInt32(_) => 2,
            Self::Option(part) => part.bits().saturating_add(1),
            Self::Tuple(_) | Self::Object(_) => {
                let mut bits = 0u32;
                each!(field of self.field => bits = bits.saturating_add(field.bits()));
                bits
            }
            Self::Union(union) => union.tag_bits.saturating_add(union.cases_bits),
            Self::List { bits, .. } => *bits,
        }
    }

    /// Returns the size class, minimum and maximum size of the bytes after the tag.
    pub const fn size(&self) -> Size {
        match self {
            Self::Null | Self::Unit | Self::Bool => Size::fixed(0),
            Self::Int32 => Size::dynamic(1, Some(4)),
            Self::Int64 => Size::dynamic(1, Some(8)),
            Self::Payload(encoding) => encoding.size(),
            Self::Option(part) => Size::fixed(0).or(part.size()),
            Self::OrInt32(other) => Size::dynamic(1, Some(4)).or(other.size()),
            Self::Tuple(_) | Self::Object(_) => {
                let mut size = Size::fixed(0);
                each!(field of self.field => size = size.then(field.size()));
                size
            }
            Self::Union(union) => {
                let [first, others @ ..] = union.cases else { return Size::fixed(0) };
                let mut size = first.part.size();
                each!(case in others => size = size.or(case.part.size()));
                size
            }
            Self::List { bits: 0, .. } => Size::dynamic(BIG_LIST.bytes(), None),
            Self::List { .. } => Size::dynamic(0, None),
        }
    }

    /// Returns true if some value has these bits.
    pub fn has(&self, bits: u32) -> bool {
        match self {
            Self::Int32 | Self::Int64 => self.form(bits).is_some(),
            Self::Option(part) => part.present(bits).map_or(bits == 0, |bits| part.has(bits)),
            Self::Tuple(_) | Self::Object(_) => {
                let mut bits = bits;
                let has = |field: PartField| {
                    let own = take(&mut bits, field.bits());
                    field.present(own).map_or(own == 0, |own| field.part.has(own))
                };
                self.fields().all(has) && bits == 0
            }
            Self::Union(union) => union.case(bits).is_some_and(|(_, case, bits)| case.part.has(bits)),
            Self::Null | Self::Unit | Self::Payload(_) | Self::Bool | Self::OrInt32(_) | Self::List { .. } => {
                bits == low(bits, self.bits())
            }
        }
    }

    /// Returns the number of bytes after a tag with these bits; `None` if it is not the same for all values.
    pub fn fixed(&self, bits: u32) -> Option<usize> {
        let of = |encoding: &Encoding| match encoding.size().class {
            Class::Fixed(bytes) => Some(bytes),
            Class::Dynamic | Class::Variable => None,
        };
        let integer = |form: &Form| form.scalar.size().least;
        match self {
            Self::Null | Self::Unit | Self::Bool => Some(0),
            Self::Int32 | Self::Int64 => self.form(bits).map(integer),
            Self::OrInt32(other) => self.form(bits).map_or_else(|| of(other), |form| Some(integer(form))),
            Self::Payload(encoding) => of(encoding),
            Self::Option(part) => part.present(bits).map_or(Some(0), |bits| part.fixed(bits)),
            Self::Tuple(_) | Self::Object(_) => {
                let mut bits = bits;
                self.fields().try_fold(0, |sum: usize, field| match field.present(take(&mut bits, field.bits())) {
                    Some(own) => sum.checked_add(field.part.fixed(own)?),
                    None => Some(sum),
                })
            }
            Self::Union(union) => union.case(bits).and_then(|(_, case, bits)| case.part.fixed(bits)),
            Self::List { bits: width, item } => of(item)?.checked_mul(elements(*width, bits)?),
        }
    }

    /// Returns the width of an integer with these bits; `None` if they are not the bits of an integer.
    pub fn form(&self, bits: u32) -> Option<&'static Form> {
        self.forms().get(usize::try_from(bits).ok()?)
    }

    fn forms(&self) -> &'static [Form] {
        match self {
            Self::Int32 | Self::OrInt32(_) => INT32,
            Self::Int64 => INT64,
            _ => &[],
        }
    }

    /// Returns the bits of an integer and its width.
    pub fn narrowest(&self, value: i128) -> Option<(u32, &'static Form)> {
        let fits = |form: &Form| matches!(form.scalar, Scalar::Int(int) if (int.min..=int.max).contains(&value));
        (0u32..).zip(self.forms()).find(|(_, form)| fits(form))
    }

    /// Returns the scalar that holds all values of the integer.
    pub fn whole(&self) -> Option<&'static Scalar> {
        self.forms().last().map(|form| &form.scalar)
    }

    /// Returns the name of the case with this tag in descriptions.
    pub fn case_name(&self, tag: u32) -> Cow<'static, str> {
        self.title(tag).map_or_else(|| Cow::Owned(format!("case_{tag}")), Cow::Borrowed)
    }

    /// Returns the bits of this part if it is optional and present.
    pub fn present(&self, bits: u32) -> Option<u32> {
        let flag = self.flag();
        (bits & flag != 0).then_some(bits & !flag)
    }

    /// Returns the bit that is set if this part is optional and present.
    pub fn flag(&self) -> u32 {
        1u32.checked_shl(self.bits()).unwrap_or_default()
    }

    /// Returns the number of cases.
    pub fn cases(&self) -> usize {
        match self {
            Self::Union(union) => union.cases.len(),
            Self::Option(_) | Self::OrInt32(_) => 2,
            _ => 0,
        }
    }

    /// Returns the name of the case with these bits.
    fn title(&self, bits: u32) -> Option<&'static str> {
        match self {
            Self::Union(union) => union.case(bits).map(|(_, case, _)| case.title),
            Self::Option(part) => Some(if part.present(bits).is_some() { "some" } else { "none" }),
            Self::Tuple([part]) => part.title(bits),
            Self::Object([field]) if !field.optional => field.part.title(bits),
            Self::Object([field]) => Some(if field.present(bits).is_some() { "some" } else { "none" }),
            _ => self.form(bits).map(|form| form.title),
        }
    }
}

impl PartField {
    /// Returns the number of tag bits.
    pub const fn bits(&self) -> u32 {
        self.part.bits().saturating_add(if self.optional { 1 } else { 0 })
    }

    /// Returns the size class, minimum and maximum size of the bytes after the tag.
    pub const fn size(&self) -> Size {
        if self.optional { Size::fixed(0).or(self.part.size()) } else { self.part.size() }
    }

    /// Returns the bits of the value, unless it is absent.
    pub fn present(&self, bits: u32) -> Option<u32> {
        if self.optional { self.part.present(bits) } else { Some(bits) }
    }
}

/// Removes the lowest `count` bits and returns them.
pub fn take(bits: &mut u32, count: u32) -> u32 {
    let taken = low(*bits, count);
    *bits = bits.checked_shr(count).unwrap_or_default();
    taken
}

/// Returns the number of bits of the widest case.
pub(super) const fn widest(cases: &[PartCase]) -> u32 {
    let mut bits = 0u32;
    each!(case in cases => {
        // Computed once for each case: a second call would double the work at each level of nested unions.
        let own = case.part.bits();
        if own > bits {
            bits = own;
        }
    });
    bits
}

/// Returns the number of elements of a list with these bits; `None` if a size prefix follows the tag instead.
pub(crate) fn elements(width: u32, bits: u32) -> Option<usize> {
    let big = bits == low(u32::MAX, width);
    if big { None } else { usize::try_from(bits).ok() }
}

/// Returns the number of elements of a list with these bits in the representation used for all lists.
pub fn count(width: u32, bits: u32) -> Count {
    elements(width, bits).map_or(Count::ToEnd { min: 0, max: None }, Count::Exactly)
}
