//! Descriptions of encodings, which the old crate makes at run time.

use std::collections::HashMap;

pub use tezos_data_encoding_compat_derive::HasEncoding;

/// A named field of an object.
#[derive(Debug, Clone)]
pub struct Field {
    name: String,
    encoding: Encoding,
}

impl Field {
    /// Creates a field.
    pub fn new(name: &str, encoding: Encoding) -> Self {
        Self { name: name.to_owned(), encoding }
    }

    /// Returns the name.
    pub fn get_name(&self) -> &String {
        &self.name
    }

    /// Returns the encoding.
    pub fn get_encoding(&self) -> &Encoding {
        &self.encoding
    }
}

/// The fields of an object.
pub type Schema = Vec<Field>;

/// A case of a union.
#[derive(Debug, Clone)]
pub struct Tag {
    id: u16,
    variant: String,
    encoding: Encoding,
}

impl Tag {
    /// Creates a case.
    pub fn new(id: u16, variant: &str, encoding: Encoding) -> Self {
        Self { id, variant: variant.to_owned(), encoding }
    }

    /// Returns the tag.
    pub fn get_id(&self) -> u16 {
        self.id
    }

    /// Returns the encoding of the payload.
    pub fn get_encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// Returns the name of the variant.
    pub fn get_variant(&self) -> &String {
        &self.variant
    }
}

/// The cases of a union, by tag and by name.
#[derive(Debug, Clone)]
pub struct TagMap {
    by_id: HashMap<u16, Tag>,
    ids: HashMap<String, u16>,
}

impl TagMap {
    /// Creates a map. Of several cases with one tag, the last counts.
    pub fn new(tags: Vec<Tag>) -> Self {
        let ids = tags.iter().map(|tag| (tag.variant.clone(), tag.id)).collect();
        let count = tags.len();
        let by_id: HashMap<u16, Tag> = tags.into_iter().map(|tag| (tag.id, tag)).collect();
        debug_assert_eq!(by_id.len(), count, "a tag is given twice");
        Self { by_id, ids }
    }

    /// Returns the case with this tag.
    pub fn find_by_id(&self, id: u16) -> Option<&Tag> {
        self.by_id.get(&id)
    }

    /// Returns the case with this name.
    pub fn find_by_variant(&self, variant: &str) -> Option<&Tag> {
        self.find_by_id(*self.ids.get(variant)?)
    }

    /// Returns all cases, in no order.
    pub fn tags(&self) -> impl Iterator<Item = &Tag> {
        self.by_id.values()
    }
}

/// An encoding. [`tezos_encoding::schema::Encoding`] is the new one, which is a constant.
#[derive(Debug, Clone)]
pub enum Encoding {
    /// No bytes.
    Unit,
    /// An `i8`.
    Int8,
    /// A `u8`.
    Uint8,
    /// An `i16`, big-endian.
    Int16,
    /// A `u16`, big-endian.
    Uint16,
    /// An `i32` of 31 bits.
    Int31,
    /// An `i32`, big-endian.
    Int32,
    /// A `u32`, big-endian.
    Uint32,
    /// An `i64`, big-endian.
    Int64,
    /// An integer in a range.
    RangedInt,
    /// An integer of any size.
    Z,
    /// A natural number of any size.
    N,
    /// A natural number of any size, as it was called before.
    Mutez,
    /// An `f64`.
    Float,
    /// An `f64` in a range.
    RangedFloat,
    /// `00` or `ff`.
    Bool,
    /// Text behind its size.
    String,
    /// Text of at most this number of bytes behind its size.
    BoundedString(usize),
    /// Bytes to the end of the block.
    Bytes,
    /// A tag of this number of bytes, then the payload of its case.
    Tags(usize, TagMap),
    /// Elements to the end of the block.
    List(Box<Encoding>),
    /// At most this number of elements, to the end of the block.
    BoundedList(usize, Box<Encoding>),
    /// The index of a name.
    Enum,
    /// An optional value, `01` before it.
    Option(Box<Encoding>),
    /// An optional field, `ff` before it.
    OptionalField(Box<Encoding>),
    /// The fields of a type with this name.
    Obj(&'static str, Schema),
    /// Values without names.
    Tup(Vec<Encoding>),
    /// A block behind its size of 1 byte.
    ShortDynamic(Box<Encoding>),
    /// A block behind its size of 4 bytes.
    Dynamic(Box<Encoding>),
    /// A block of at most this number of bytes behind its size of 4 bytes.
    BoundedDynamic(usize, Box<Encoding>),
    /// A block of this number of bytes.
    Sized(usize, Box<Encoding>),
    /// At most this number of bytes.
    Bounded(usize, Box<Encoding>),
    /// A value to the end of the block.
    Greedy(Box<Encoding>),
    /// A hash with this prefix in base58check.
    Hash(&'static str),
    /// Seconds since 1970, an `i64`.
    Timestamp,
    /// Bytes that only a hand-written reader understands.
    Custom,
}

/// Generates a function for each wrapper of one encoding.
macro_rules! wrappers {
    ($($(#[$doc:meta])* $name:ident($($max:ident)?) => $case:ident;)*) => {
        impl Encoding {$(
            $(#[$doc])*
            #[inline]
            pub fn $name($($max: usize,)? encoding: Encoding) -> Encoding {
                Encoding::$case($($max,)? Box::new(encoding))
            }
        )*}
    };
}

wrappers! {
    /// Boxes the encoding of the elements of a list.
    list() => List;
    /// Boxes the encoding of the elements of a list with a limit.
    bounded_list(max) => BoundedList;
    /// Boxes the encoding in a block of this number of bytes.
    sized(bytes_sz) => Sized;
    /// Boxes an encoding of at most this number of bytes.
    bounded(max) => Bounded;
    /// Boxes an encoding that takes the rest of the block.
    greedy() => Greedy;
    /// Boxes the encoding in a block behind a size of 1 byte.
    short_dynamic() => ShortDynamic;
    /// Boxes the encoding in a block behind a size of 4 bytes.
    dynamic() => Dynamic;
    /// Boxes the encoding in a block with a limit behind a size of 4 bytes.
    bounded_dynamic(max) => BoundedDynamic;
    /// Boxes the encoding of an optional value.
    option() => Option;
    /// Boxes the encoding of an optional field.
    option_field() => OptionalField;
}

/// A type whose encoding is known.
pub trait HasEncoding {
    /// Describes the encoding.
    fn encoding() -> Encoding;
}

/// Implements [`HasEncoding`] by an expression; the second name is ignored. The trait and [`Encoding`] must be in scope.
///
/// ```
/// use tezos_data_encoding::encoding::{Encoding, HasEncoding};
/// use tezos_data_encoding::has_encoding;
///
/// struct Level;
/// has_encoding!(Level, LEVEL_ENCODING, { Encoding::Int32 });
/// assert!(matches!(Level::encoding(), Encoding::Int32));
/// ```
#[macro_export]
macro_rules! has_encoding {
    ($name:ident, $constant:ident, $encoding:block) => {
        impl HasEncoding for $name {
            fn encoding() -> Encoding {
                $encoding
            }
        }
    };
}
