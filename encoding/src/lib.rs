#![doc = include_str!("../README.md")]
//!
//! # Contents
//!
//! - [`HasEncoding`], [`NomReader`], [`BinWriter`], [`View`]: the traits of a type, and the derives of the same names.
//! - [`Decode`], [`Encode`]: decode and encode whole messages; most callers need only these.
//! - [`ToJson`], [`FromJson`]: convert whole values to and from the JSON of `data-encoding`.
//! - [`wire`]: the encodings of single values, each with its schema, its reader and its writer; [`mod@nom`] runs them as nom
//!   parsers and hand-written nom parsers as readers.
//! - [`schema`]: [`schema::Encoding`], the description of an encoding as constant data, with its sizes.
//!   [`schema::decode`], [`schema::to_json`] and similar functions need only the schema, and so do [`schema::json_schema`] and
//!   [`schema::generate()`], which generates values for tests. For readers of a layout or a message:
//!   [`schema::describe()`], [`schema::slice()`], [`schema::fit`], [`schema::diff()`] and [`schema::layout()`].
//! - [`view`]: borrowed values; [`Validate`]: checks bytes without building a value.
//! - [`arena`]: recursive values of any depth.
//! - [`DecodeError`], [`EncodeError`]: the kind of an error, its offset and its field path.
//! - [`N`], [`Z`]: numbers of any size; [`Lazy`]: a value that is decoded on first use; [`Json`]: any JSON document.
//!
//! # Attributes
//!
//! This table lists all items; [`attributes`] has an example with its bytes for each.
//!
//! `#[encoding(item, ..)]` goes on a type, a variant or a field. Several attributes on the same type, variant or field count as
//! one. Values are expressions, with or without quotes: `list = MAX`, `list = "MAX"`.
//!
//! The items of a field apply from the outside in. A *marker* stands for one layer of the Rust type. A *wrapper* goes around
//! the next marker to its right, or around the innermost type if no marker follows. Layers without a marker have their default
//! encoding: a `Vec` is a list to the end of the block, an `Option` is an optional field, a `String` has a 4-byte size prefix.
//!
//! | item | kind | on the wire |
//! |---|---|---|
//! | `dynamic` | wrapper | 4-byte size prefix, then the block; `dynamic = MAX`, `dynamic(kind = "u8", max = MAX)`; kinds are `u8`, `u16`, `u30`, `n`; with `le`, the prefix is little-endian |
//! | `short_dynamic` | wrapper | 1-byte size prefix, then the block |
//! | `suffix_len(kind = "u16")` | wrapper | the block, then its size, which ends the enclosing block; kinds as for `dynamic`, without `n`; `le` as well |
//! | `bounded = MAX` | wrapper | the bytes of the wrapped encoding, at most MAX (`check_size`) |
//! | `sized = N` | wrapper | a block of exactly N bytes, without a header |
//! | `padded = N` | wrapper | the value, which has a fixed size, then N bytes: written as zeros, ignored by the reader |
//! | `magic = "[1, 2]"` | wrapper | these bytes, then the value; they do not appear in JSON |
//! | `option` | marker | `00`, or `ff` and the value (an `opt` field) |
//! | `option(tagged)` | marker | `00`, or `01` and the value (the reference's `option`) |
//! | `option(default = V)` | no layer | `00` where the value equals V; else `ff` and the value |
//! | `varopt` | marker | the value if bytes are left in the block, otherwise nothing |
//! | `result` | innermost | `01` and the value, or `00` and the error |
//! | `list`, `list = MAX` | marker | elements to the end of the block, at most MAX; borrowed as `&[T]` if `T` is [`wire::Plain`]; a `Box<[T]>` is the reference's array |
//! | `list(min = N, max = M)` | marker | at least N elements, and at most M |
//! | `list(len = N)` | marker | exactly N elements |
//! | `count(kind = "u8", max = MAX)` | marker | the number of elements, then the elements |
//! | `assoc` | marker | pairs of a key (4-byte size, text) and a value to the end of the block: `Vec<(K, T)>`; an object in JSON |
//! | `map` | marker | as `assoc`, into a `BTreeMap<K, T>`, whose keys are distinct |
//! | `bytes`, `bytes = MAX` | marker | bytes to the end of the block |
//! | `string`, `string = MAX` | marker | 4-byte size prefix, then text; `string(kind = "u8", max = MAX)` |
//! | `string(bounded, max = MAX)` | marker | the narrowest size prefix that can hold MAX, then text (`Bounded.string`) |
//! | `string(variable)`, `string(fixed = N)` | marker | text to the end of the block; text of exactly N bytes |
//! | `rest` | marker | bytes or text to the end of the block |
//! | `range = "A ..= B"` | innermost | an integer in the narrowest width: signed, or the distance from a positive A |
//! | `range = "0.5 ..= 1.0"`, on an `f64` | innermost | 8 bytes (`ranged_float`) |
//! | `builtin = "UintLikeN", range = "0 ..= B"` | innermost | as `n`, in at most the bytes of the encoding of B; `IntLikeZ`: as `z`, from A to B |
//! | `le` | innermost | a little-endian integer; can be combined with `range` |
//! | `be` | innermost | a big-endian integer, in a type with `endian = "little"`; can be combined with `range` |
//! | `builtin = "Int31"` | innermost | the named scalar: Int8 … Uint64, Int31, Uint30, Bool, Float, Timestamp, N, Z, Null |
//! | `timestamp` | innermost | 8 bytes, seconds |
//! | `zarith`, `narith`, `mutez` | innermost | `z`; `n` |
//! | `raw = "T"` | innermost | the bytes of one `T`, which the value keeps unchanged |
//! | `constant = ".."`, on a `()` | innermost | no bytes; the text in JSON |
//! | `with = "Form"` | innermost | the given encoding: one of [`wire`], or one that you implement |
//! | `list(bits = N)` | field of a `compact` type | the number of elements, in N bits of the tag if it is small, then the elements |
//! | `payload` | field of a `compact` type | the value after the tag; it uses no bits of the tag |
//! | `composite(..)` | – | the listed items, for a type whose layers are hidden by an alias |
//! | `reserve`, `reserve = N` | field | extends to the end of the block, except for the bytes of the following fields, which have a fixed size; implied for `Vec`, `bytes`, `list` and similar |
//! | `select = expr` | field | the case of an `untagged` enum, selected by an expression over the preceding fields |
//! | `skip`, `skip = expr` | field | no bytes; the reader sets the default or the value of the expression |
//! | `hash` | field | no bytes; the reader sets the digest of the fields' bytes ([`DigestOf`]) |
//! | `dft = V` | field | no change; JSON omits the field if it equals V |
//! | `flatten` | field | no change; in the schema and in JSON, its fields become fields of the type (`merge_objs`, `merge_tups`) |
//! | `guard = path` | field, type | no change; `fn(&T) -> Result<(), impl Display>` may refuse values, when they are read and when they are written |
//! | `try_from = "R"`, `from = "R"`, `into = "R"` | field, type | an `R`; the type implements `TryFrom<R>`, and `R` implements `From<&T>` |
//! | `name = ".."` | field | the name in the schema and in errors |
//! | `json(..)` | field, type | no change; in JSON: `hex`, `plain` (bytes and text), `decimal` (integers), `display`, `b58 = "T"`, `with = "Hook"` ([`JsonAs`]) |
//!
//! On a type, for the encoding of the whole type: `dynamic`, `short_dynamic`, `suffix_len`, `bounded`, `sized`, `magic`, `guard`, `try_from`; and
//!
//! | item | meaning |
//! |---|---|
//! | `tags = "u16"` | width of an enum's tag: `u8` (the default), `u16`, `u32` |
//! | `endian = "little"` | integers of fixed width, including ranges, are little-endian unless their field has `be`; tags and size prefixes stay big-endian |
//! | `tag = N`, on a variant | its tag; the default is the tag of the preceding variant plus one |
//! | `title = ".."`, on a variant | its name in the schema; the default for `GetHead` is `Get_head` |
//! | `title = ".."`, `description = ".."` | the title and the description of a type or a field in the schema; a variant may have `description` as well |
//! | `string_enum` | an enum without fields: the index of the name, in 1 byte for up to 255 names, in 2 for up to 65,535; `title` sets a name |
//! | `other`, on a variant | a tag that no other variant has, and the bytes to the end of the block: `Unknown { tag: u8, raw: Vec<u8> }` |
//! | `reserved = [1, 3]` | tags that no variant may have, and that `other` refuses |
//! | `json_only`, on a variant | a case of the schema for JSON only: it has no tag, and writing it is an error |
//! | `case(tag = N, when = "path", as = "R")`, on a variant | one of several encodings of the variant: an `R`, if `fn(&Self) -> bool` returns true; with several `case`s, the first whose function does |
//! | `tag = N`, on a struct | starts with the tag, as an enum with one variant does |
//! | `versioned(name = "..", v0 = "A", v1 = "B")` | a struct of one field, the newest version; the number of the version comes first; all versions are read, the newest is written |
//! | `since = N`, `until = N` | a named field, which is an `Option`, or a variant with a tag: the revisions of the format that include it |
//! | `legacy = "Old"` | the type or, if it refuses the bytes, an `Old`, for which the type implements `TryFrom`; the writer uses the current encoding |
//! | `untagged` | an enum without a tag, for fields with `select`; `untagged(write)` if it is only written |
//! | `on = "pattern"`, on a variant | the selectors of a variant of an `untagged` enum |
//! | `ignore_unknown` | the error for an unknown tag is marked as such ([`DecodeError::is_unknown_tag`]) |
//! | `mu`, `depth = N` | a recursive type, at most N levels deep; `mu(variable)` if it extends to the end of the block |
//! | `compact`, `compact(tag = "u16")` | fields or variants share the bits of a tag: `u8` (without a width), `u16`, or `u0` for none; `bool`, `i32`, `i64`, `Option`, tuples, [`OrInt32`] and other compact types use bits, other types are payloads |
//! | `id = ".."`, on a field too | the name of its definition in the schema; the doc comment becomes the description |
//! | `field = ".."` | the name of the single field in which the reference wraps the value, for descriptions and slices |
//! | `json(kind = "..")`, on a variant | its JSON has a field `kind` with this text; no bytes |
//! | `name = ".."`, on a variant | the name of its one field, or of an empty field in JSON if the variant has no fields |
//! | `json(rename_all = "camelCase")` | the case convention for names of fields without a `name` |
//! | `transparent` | a struct with one field: the encoding of that field |
//! | `view = "Name"` | the name of the view; `"Self"` for a type that is its own view |
//! | `plain` | a struct whose layout in memory equals its encoding ([`wire::Plain`]): a list of it is copied and written in one operation, its view is `&Self` |
//! | `arena = "Name"` | the name of the type's nodes in an [`Arena`](struct@Arena) |
//! | `bound = "T: Trait"` | bounds on the type's parameters, instead of the generated ones; `bound(read = "..", write = "..", schema = "..")` |
//! | `crate = path` | the path of this crate, if it is renamed |

#![no_std]
#![forbid(unsafe_code)]

#[cfg(all(any(doc, doctest), feature = "derive"))]
pub mod attributes;

/// Schemas: the descriptions of encodings as constant data; with the feature `tools`, the functions that describe them,
/// compare them, slice messages with them and generate code from them.
pub mod schema {
    #[doc(inline)]
    pub use tezos_encoding_core::schema::*;
    #[cfg(feature = "tools")]
    #[doc(inline)]
    pub use tezos_encoding_tools::*;
}

#[doc(inline)]
pub use tezos_encoding_core::*;
#[cfg(feature = "derive")]
#[doc(inline)]
pub use tezos_encoding_derive::{Arena, BinWriter, HasEncoding, NomReader, View};
