//! Whether JSON of one encoding may be read as another: cases of a union have no tag in JSON, and the first one that
//! matches is taken.
//!
//! Decided from the schemas, at compile time. What they do not show (the body of a recursive type, a user-supplied
//! function, the form of a text) is taken to match.

use super::shape::is_same;
use super::{Count, Encoding, Extent, Int, Part, Scalar};

/// Something that has JSON: an encoding, or a part of a compact encoding.
#[derive(Clone, Copy)]
pub(super) enum Json {
    Encoding(&'static Encoding),
    Part(&'static Part),
}

/// The JSON of an encoding, without the wrappers that do not change it.
#[derive(Clone, Copy)]
enum Shape {
    /// Any JSON, as far as the schema shows.
    Any,
    Null,
    Bool,
    Number {
        min: i128,
        max: i128,
    },
    String(Chars),
    /// A number, or the text of one that JSON cannot represent.
    Float,
    Text(Chars),
    /// That of any of the children.
    Either,
    Array,
    Object,
}

/// A field of an object.
#[derive(Clone, Copy)]
struct Field {
    name: &'static str,
    value: Json,
    /// Whether each object has it.
    is_certain: bool,
}

/// The texts that are JSON of an encoding.
#[derive(Clone, Copy)]
enum Chars {
    Any,
    One(&'static str),
    Names(&'static [&'static str]),
    Digits,
    /// Two digits for each byte; `None` for any number of bytes.
    Hex(Option<usize>),
    /// This number of bytes.
    Bytes(usize),
}

/// Any JSON.
const ANY: Json = Json::Encoding(&Encoding::Json);

/// What a text may represent beside a string: bytes that are not UTF-8.
const NOT_UTF8: Json = Json::Encoding(&Encoding::Object(&[super::Field::req(
    "invalid_utf8_string",
    &Encoding::List {
        item: &Encoding::Scalar(Scalar::Int(Int::full("uint8", 1, false, false))),
        count: Count::ToEnd { min: 0, max: None },
        array: false,
    },
)]));

impl Encoding {
    /// Returns true if JSON of a value of `other` may be read as JSON of this encoding, as far as the schemas show. They
    /// do not show the body of a recursive type, a user-supplied function or the form of a text, which may match.
    ///
    /// ```
    /// use tezos_encoding::{HasEncoding, Z};
    /// assert!(u8::ENCODING.may_read_json_of(u16::ENCODING));
    /// // JSON of an integer of any size is a string.
    /// assert!(!u8::ENCODING.may_read_json_of(Z::ENCODING));
    /// ```
    #[must_use]
    pub const fn may_read_json_of(&'static self, other: &'static Self) -> bool {
        Json::Encoding(self).may_read(Json::Encoding(other))
    }
}

impl Json {
    /// Returns true if JSON of `other` may be read as this.
    pub(super) const fn may_read(self, other: Self) -> bool {
        let (reader, other) = (self.inside(), other.inside());
        match (reader.shape(), other.shape()) {
            (Shape::Any, _) | (_, Shape::Any) => true,
            (Shape::Either, _) => {
                each!(case of reader.child => if case.may_read(other) { return true });
                false
            }
            (_, Shape::Either) => {
                each!(case of other.child => if reader.may_read(case) { return true });
                false
            }
            (Shape::Null, Shape::Null) | (Shape::Bool, Shape::Bool) => true,
            (Shape::Number { min, max }, Shape::Number { min: least, max: most }) => min <= most && least <= max,
            (Shape::Float, Shape::Number { .. } | Shape::Float) | (Shape::Number { .. }, Shape::Float) => true,
            (Shape::Text(_), Shape::Object) => NOT_UTF8.may_read(other),
            (Shape::Object, Shape::Text(_)) => reader.may_read(NOT_UTF8),
            (Shape::Float, Shape::String(chars) | Shape::Text(chars))
            | (Shape::String(chars) | Shape::Text(chars), Shape::Float) => {
                chars.meet(Chars::Names(&["nan", "inf", "-inf"]))
            }
            (Shape::String(a) | Shape::Text(a), Shape::String(b) | Shape::Text(b)) => a.meet(b),
            (Shape::Array, Shape::Array) => reader.may_read_elements(other),
            (Shape::Object, Shape::Object) => !other.has_more_than(reader, true) && !reader.has_more_than(other, false),
            _ => false,
        }
    }

    /// Returns what is inside the wrappers that do not change the JSON.
    const fn inside(self) -> Self {
        match self {
            Self::Part(Part::Payload(encoding)) => Self::Encoding(encoding).inside(),
            Self::Part(_) => self,
            Self::Encoding(encoding) => match (encoding, encoding.wrapped()) {
                (_, Some(inner)) | (&Encoding::Dft { inner, .. }, _) => Self::Encoding(inner).inside(),
                (Encoding::Split(split), _) => Self::Encoding(split.json).inside(),
                (Encoding::Compact(compact), _) => Self::Part(compact.part).inside(),
                _ => self,
            },
        }
    }

    const fn shape(self) -> Shape {
        let encoding = match self {
            Self::Encoding(encoding) => encoding,
            Self::Part(part) => {
                return match part {
                    Part::Null => Shape::Null,
                    Part::Bool => Shape::Bool,
                    Part::Int32 => Shape::Number { min: i32::MIN as i128, max: i32::MAX as i128 },
                    Part::Int64 => Shape::String(Chars::Digits),
                    Part::Option(_) | Part::OrInt32(_) | Part::Union(_) => Shape::Either,
                    Part::Tuple(_) | Part::List { .. } => Shape::Array,
                    Part::Unit | Part::Object(_) => Shape::Object,
                    Part::Payload(_) => Shape::Any,
                };
            }
        };
        match encoding {
            Encoding::Empty | Encoding::Object(_) | Encoding::Assoc { .. } => Shape::Object,
            Encoding::Null => Shape::Null,
            Encoding::Constant(text) => Shape::String(Chars::One(text)),
            Encoding::Scalar(scalar) => match scalar {
                Scalar::Bool => Shape::Bool,
                Scalar::Int(int) if int.bytes == 8 => Shape::String(Chars::Digits),
                Scalar::Int(int) => Shape::Number { min: int.min, max: int.max },
                Scalar::N | Scalar::Z => Shape::String(Chars::Digits),
                Scalar::UintLikeN { max } => Shape::Number { min: 0, max: *max as i128 },
                Scalar::IntLikeZ { min, max } => Shape::Number { min: *min as i128, max: *max as i128 },
                Scalar::Float | Scalar::RangedFloat { .. } => Shape::Float,
            },
            Encoding::Bytes(Extent::Fixed(bytes)) => Shape::String(Chars::Hex(Some(*bytes))),
            Encoding::Bytes(Extent::Rest) | Encoding::Opaque(_) => Shape::String(Chars::Hex(None)),
            Encoding::Text { extent: Extent::Fixed(bytes), .. } => Shape::Text(Chars::Bytes(*bytes)),
            Encoding::Text { extent: Extent::Rest, .. } => Shape::Text(Chars::Any),
            Encoding::Enum(names) => Shape::String(Chars::Names(names)),
            Encoding::List { .. } | Encoding::Tuple(_) => Shape::Array,
            Encoding::Merge(_) if encoding.merges(true) => Shape::Object,
            Encoding::Merge(_) => Shape::Array,
            Encoding::Union { .. } | Encoding::Select(_) | Encoding::Opt(_) | Encoding::Varopt(_) => Shape::Either,
            _ => Shape::Any,
        }
    }

    /// Returns the child at `index` of one with the shape of any of its children.
    const fn child(self, index: usize) -> Option<Self> {
        match self {
            Self::Encoding(Encoding::Opt(_) | Encoding::Varopt(_)) if index == 1 => {
                Some(Self::Encoding(&Encoding::Null))
            }
            Self::Encoding(encoding) => match encoding.child(index) {
                Some(child) => Some(Self::Encoding(child)),
                None => None,
            },
            Self::Part(Part::Option(_)) if index == 1 => Some(Self::Part(&Part::Null)),
            Self::Part(Part::OrInt32(_)) if index == 0 => Some(Self::Part(&Part::Int32)),
            Self::Part(Part::OrInt32(other)) if index == 1 => Some(Self::Encoding(other)),
            Self::Part(part) => match part.child(index) {
                Some(child) => Some(Self::Part(child)),
                None => None,
            },
        }
    }

    /// Returns the element at `index` of an array; `None` also where it depends on the lengths of merged tuples.
    const fn element(self, index: usize) -> Option<Self> {
        match self {
            Self::Encoding(Encoding::List { item, .. }) | Self::Part(Part::List { item, .. }) => {
                Some(Self::Encoding(item))
            }
            Self::Encoding(Encoding::Tuple(_)) | Self::Part(Part::Tuple(_)) => self.child(index),
            _ => None,
        }
    }

    /// Returns the least and the largest number of elements of an array.
    const fn elements(self) -> (usize, usize) {
        match self {
            Self::Encoding(Encoding::Tuple(parts)) => (parts.len(), parts.len()),
            Self::Part(Part::Tuple(parts)) => (parts.len(), parts.len()),
            Self::Encoding(Encoding::List { count, .. }) => {
                let (min, max) = match *count {
                    Count::ToEnd { min, max } => (min, max),
                    Count::Exactly(count) => (count, Some(count)),
                    Count::Prefixed { max, .. } => (0, max),
                };
                (min, if let Some(max) = max { max } else { usize::MAX })
            }
            _ => (0, usize::MAX),
        }
    }

    /// Returns true if an array of `other` may be read as this array: the numbers of elements and the elements that both
    /// certainly have match.
    const fn may_read_elements(self, other: Self) -> bool {
        let ((min, max), (least, most)) = (self.elements(), other.elements());
        if min > most || least > max {
            return false;
        }
        // A list has many elements, but they are alike. The length of a tuple is certain.
        let certain = if min > least { min } else { least };
        let differing = if self.is_tuple() || other.is_tuple() || certain == 0 { certain } else { 1 };
        let mut index = 0usize;
        while index < differing {
            if let (Some(element), Some(found)) = (self.element(index), other.element(index))
                && !element.may_read(found)
            {
                return false;
            }
            index = index.saturating_add(1);
        }
        true
    }

    const fn is_tuple(self) -> bool {
        matches!(self, Self::Encoding(Encoding::Tuple(_)) | Self::Part(Part::Tuple(_)))
    }

    /// Returns the field at `index` of an object.
    const fn field(self, index: usize) -> Option<Field> {
        match self {
            Self::Encoding(encoding @ Encoding::Object(_)) => match encoding.field(index) {
                Some(field) => {
                    let is_certain = field.revisions.are_all() && !field.encoding.may_be_left_out();
                    Some(Field { name: field.name, value: Self::Encoding(field.encoding), is_certain })
                }
                None => None,
            },
            Self::Part(part @ Part::Object(_)) => match part.field(index) {
                Some(field) => {
                    let is_certain = !field.may_be_left_out();
                    Some(Field { name: field.name, value: Self::Part(field.part), is_certain })
                }
                None => None,
            },
            _ => None,
        }
    }

    /// Returns true if this object always has a field that `other` never has or, if `reads`, whose value `other` refuses.
    const fn has_more_than(self, other: Self, reads: bool) -> bool {
        let this = self.inside();
        match this {
            Self::Encoding(Encoding::Merge(_)) => {
                each!(part of this.child => if part.has_more_than(other, reads) { return true });
                false
            }
            Self::Encoding(Encoding::Union { .. }) | Self::Part(Part::Union(_)) => {
                each!(case of this.child => if !case.has_more_than(other, reads) { return false });
                true
            }
            _ => {
                each!(field of this.field => {
                    let value = if reads { field.value } else { ANY };
                    if field.is_certain && !matches!(other.reads_field(field.name, value), Some(true)) {
                        return true;
                    }
                });
                false
            }
        }
    }

    /// Returns `Some(true)` if this object may have a field of this name and read this value of it, and `Some(false)` if a field of this
    /// name that each object has refuses the value: no other part of the object has such a field then.
    const fn reads_field(self, name: &str, value: Self) -> Option<bool> {
        let this = self.inside();
        match this {
            Self::Encoding(Encoding::Merge(_)) => {
                each!(part of this.child => if let Some(reads) = part.reads_field(name, value) { return Some(reads) });
            }
            Self::Encoding(Encoding::Union { .. } | Encoding::Select(_)) | Self::Part(Part::Union(_)) => {
                each!(case of this.child => if let Some(true) = case.reads_field(name, value) { return Some(true) });
            }
            Self::Encoding(Encoding::Assoc { value: item, .. }) if Self::Encoding(item).may_read(value) => {
                return Some(true);
            }
            Self::Encoding(Encoding::Mu(_) | Encoding::Json | Encoding::Lazy(_)) => return Some(true),
            _ => each!(field of this.field => if is_same(field.name, name) {
                let reads = field.value.may_read(value);
                if reads || field.is_certain {
                    return Some(reads);
                }
            }),
        }
        None
    }
}

impl Chars {
    /// Returns true if the two have a text in common.
    const fn meet(self, other: Self) -> bool {
        match (self, other) {
            (Self::One(text), _) => other.has(text),
            (_, Self::One(text)) => self.has(text),
            (Self::Names(names), _) => {
                each!(name in names => if other.has(name) { return true });
                false
            }
            (_, Self::Names(_)) => other.meet(self),
            (Self::Hex(Some(bytes)), Self::Hex(Some(other))) | (Self::Bytes(bytes), Self::Bytes(other)) => {
                bytes == other
            }
            (Self::Hex(Some(bytes)), Self::Bytes(chars)) | (Self::Bytes(chars), Self::Hex(Some(bytes))) => {
                bytes.saturating_mul(2) == chars
            }
            _ => true,
        }
    }

    const fn has(self, text: &str) -> bool {
        let bytes = text.as_bytes();
        match self {
            Self::Any => true,
            Self::One(other) => is_same(other, text),
            Self::Names(names) => {
                each!(name in names => if is_same(name, text) { return true });
                false
            }
            Self::Digits => {
                each!(byte in bytes => if !byte.is_ascii_digit() && *byte != b'-' { return false });
                true
            }
            Self::Hex(count) => {
                each!(byte in bytes => if !byte.is_ascii_hexdigit() { return false });
                match count {
                    Some(count) => count.saturating_mul(2) == bytes.len(),
                    None => true,
                }
            }
            Self::Bytes(count) => count == bytes.len(),
        }
    }
}
