//! The encodings of values on the wire.
//!
//! An encoding is a type without values: `Dynamic<U30, List<Auto, 10>>` is a 4-byte size prefix, then at most ten
//! elements in their default encoding. Each module defines the schema ([`Schema`]), the reader ([`Reads`]) and the
//! writer ([`Writes`]) of an encoding together, so that they stay consistent. Derived code names one encoding for each
//! field and calls these three.
//!
//! | module | encodings | bytes |
//! |---|---|---|
//! | `auto` | [`Auto`] | the default of the Rust type |
//! | `int` | [`Int8`] … [`Uint64`], [`Ranged`], little-endian [`Le`] | 1, 2, 4, 8 |
//! | `like` | [`UintLikeN`], [`IntLikeZ`] | 1 to 10 |
//! | `scalar` | [`Bool`], [`Float`], [`RangedFloat`] | 1; 8; 8 |
//! | `number` | [`Zarith`], [`Narith`] | groups of 7 bits, least significant first |
//! | `bytes` | [`Bytes`] | to the end of the block, or the array's length |
//! | `text` | [`Text`] | to the end of the block |
//! | `list` | [`List`] | elements to the end of the block |
//! | `plain` | [`List`] borrowed as a slice of [`Plain`] elements | elements to the end of the block |
//! | `option` | [`Opt`] | `00`, or `ff` and the value |
//! | `choice` | [`Maybe`], [`Varopt`], [`Either`] | a tag and the value; the value, if the block has bytes left |
//! | `count` | [`Counted`], [`Exactly`] | a count and the elements; a fixed number of elements |
//! | `assoc` | [`Assoc`] | keys and values to the end of the block |
//! | `magic` | [`Magic`] | constant bytes, then the wrapped encoding |
//! | `default` | [`Dft`], [`Elided`] | the wrapped encoding; `00`, or `ff` and the value |
//! | `constant` | [`Constant`], [`Null`] | none |
//! | `padded` | [`Padded`] | the value, then ignored bytes |
//! | `during` | [`During`], [`DuringOption`] | the wrapped encoding, in some revisions of the format |
//! | `dynamic` | [`Dynamic`], [`Narrow`] | a size prefix, then the block |
//! | `suffixed` | [`Suffixed`] | the block, then its size |
//! | `bounded` | [`Bounded`], [`Sized`], [`Reserve`] | the wrapped encoding |
//! | `compact` | [`Compact`] of [`Packed`], [`Payload`], [`Possible`], [`Short`] | a tag whose bits the parts share, then the bytes of each part |
//! | `select` | [`Selected`] | one of several cases, determined by preceding fields |
//! | `boxed` | [`Boxed`] | the wrapped encoding |
//! | `verbatim` | [`Verbatim`] | the encoding of another type |
//! | `shown` | [`Shown`] | the wrapped encoding; different JSON |
//! | `convert` | [`Guarded`], [`Via`], [`Through`] | the wrapped encoding |
//! | `legacy` | [`Legacy`] | the wrapped encoding; another one is also read |

pub(crate) mod assoc;
mod auto;
pub(crate) mod bounded;
mod boxed;
mod bytes;
mod canonical;
mod choice;
pub(crate) mod compact;
mod constant;
pub(crate) mod convert;
mod count;
mod default;
mod during;
mod dynamic;
mod int;
mod legacy;
pub(crate) mod like;
pub(crate) mod list;
mod magic;
mod number;
mod option;
mod padded;
#[cfg(feature = "bytemuck")]
pub(crate) mod plain;
pub(crate) mod prefix;
mod scalar;
mod select;
pub(crate) mod shown;
mod suffixed;
mod text;
mod tuple;
mod verbatim;

pub use assoc::{Assoc, Pair};
pub use auto::Auto;
pub use bounded::{Bounded, Reserve, Sized};
pub use boxed::Boxed;
pub use bytes::Bytes;
pub use canonical::{Canonical, CanonicalForm};
pub use choice::{Either, Maybe, Varopt};
pub use compact::{Beside, Compact, OrInt32, Packed, PartSchema, Payload, Possible, ReadsPart, Short, WritesPart};
pub(crate) use compact::{PartReader, PartWriter};
pub use constant::{Constant, ConstantText, Null};
pub use convert::{Conversion, Guard, Guarded, Through, Via};
pub use count::{Counted, Exactly};
pub use default::{DefaultValue, Dft, Elided};
pub use during::{During, DuringOption};
pub use dynamic::{Dynamic, Narrow};
pub use int::{Int8, Int16, Int31, Int32, Int64, Le, Ranged, Uint8, Uint16, Uint30, Uint32, Uint64, Whole};
pub use legacy::Legacy;
pub use like::{IntLikeZ, UintLikeN};
pub use list::{List, UNBOUNDED};
pub use magic::{Magic, MagicBytes};
pub use number::{Narith, Zarith};
pub use option::Opt;
pub use padded::Padded;
#[cfg(feature = "bytemuck")]
pub use plain::Plain;
pub use prefix::{LenN, U8, U16, U16Le, U30, U30Le};
pub use scalar::{Bool, Float, FloatRange, RangedFloat};
pub use select::{Choose, Selected};
pub use shown::{JsonAs, Shown};
pub use suffixed::Suffixed;
pub use text::Text;
pub use verbatim::Verbatim;

pub(crate) use crate::form::elements;
pub use crate::form::{Length, Reads, Schema, Writes};
pub use crate::prefix::{MAX_SIZE, Prefix};
