#![doc = include_str!("../README.md")]
//!
//! # The map
//!
//! - [`HasEncoding`], [`NomReader`], [`BinWriter`], [`View`]: the traits of a type, and the derives of the same names.
//! - [`Decode`], [`Encode`]: whole messages, what you call.
//! - [`ToJson`], [`FromJson`]: whole values to and from the JSON of `data-encoding`.
//! - [`wire`]: the forms that values take, each with its schema, its reader and its writer; [`mod@nom`] runs them as nom
//!   parsers and hand-written nom parsers as readers.
//! - [`schema`]: [`schema::Encoding`], the description as constant data, with sizes; [`schema::decode`], [`schema::to_json`] and
//!   the like work from it alone, and so do [`schema::json_schema`] and [`schema::generate()`], which makes values for tests.
//!   For people: [`schema::describe()`], [`schema::slice()`], [`schema::fit`], [`schema::diff()`] and [`schema::layout()`].
//! - [`view`]: borrowed values; [`Validate`]: bytes checked, and nothing made of them.
//! - [`arena`]: recursive values of any depth.
//! - [`mod@stream`]: files and connections of many values, read while their bytes arrive; [`streams`] is a page on them.
//! - [`DecodeError`], [`EncodeError`]: what was wrong, where, in which field.
//! - [`N`], [`Z`]: numbers of any size; [`Lazy`]: a value that is read when it is asked for; [`Json`]: any
//!   JSON document.
//!
//! # Attributes
//!
//! The table; [`attributes`] has an example with its bytes for each item.
//!
//! `#[encoding(item, ..)]` on a type, a variant or a field; several attributes on one thing count as one. Values are
//! expressions, bare or in a string: `list = MAX`, `list = "MAX"`.
//!
//! On a field, items are read from the outside in. A *marker* stands for one layer of the Rust type; a *wrapper* goes around
//! the next marker to its right, or around the innermost type where there is none. Layers without a marker have their own form:
//! a `Vec` is a list to the end of the block, an `Option` is an optional field, a `String` has a 4-byte size.
//!
//! | item | kind | on the wire |
//! |---|---|---|
//! | `dynamic` | wrapper | 4-byte size, then the block; `dynamic = MAX`, `dynamic(kind = "u8", max = MAX)`; kinds are `u8`, `u16`, `u30`, `n`; with `le`, the least significant byte first |
//! | `short_dynamic` | wrapper | 1-byte size, then the block |
//! | `suffix_len(kind = "u16")` | wrapper | the block, then its size, which ends the enclosing block; kinds as for `dynamic`, without `n`; with `le` too |
//! | `bounded = MAX` | wrapper | as inside, at most so many bytes (`check_size`) |
//! | `sized = N` | wrapper | a block of exactly N bytes, without a header |
//! | `padded = N` | wrapper | the value, which has a fixed size, then N bytes: written zero, not looked at |
//! | `magic = "[1, 2]"` | wrapper | these bytes, then the value; nothing of them in JSON |
//! | `option` | marker | `00`, or `ff` and the value (an `opt` field) |
//! | `option(tagged)` | marker | `00`, or `01` and the value (the reference's `option`) |
//! | `option(default = V)` | no layer | `00` where the value equals V; else `ff` and the value |
//! | `varopt` | marker | the value if the block goes on, nothing if it ends |
//! | `result` | innermost | `01` and the value, or `00` and the error |
//! | `list`, `list = MAX` | marker | elements to the end of the block, at most so many; borrowed as `&[T]` where `T` is [`wire::Plain`]; a `Box<[T]>` is the reference's array |
//! | `list(min = N, max = M)` | marker | at least N elements, and at most M |
//! | `list(len = N)` | marker | exactly N elements |
//! | `count(kind = "u8", max = MAX)` | marker | the number of elements, then the elements |
//! | `assoc` | marker | pairs of a key (4-byte size, text) and a value to the end of the block: `Vec<(K, T)>`; an object in JSON |
//! | `map` | marker | the same: `BTreeMap<K, T>`, whose keys are distinct |
//! | `bytes`, `bytes = MAX` | marker | bytes to the end of the block |
//! | `string`, `string = MAX` | marker | 4-byte size, then text; `string(kind = "u8", max = MAX)` |
//! | `string(bounded, max = MAX)` | marker | the narrowest size that can say MAX, then text (`Bounded.string`) |
//! | `string(variable)`, `string(fixed = N)` | marker | text to the end of the block; exactly N bytes of it |
//! | `rest` | marker | bytes or text to the end of the block |
//! | `range = "A ..= B"` | innermost | an integer in the narrowest width: signed, or the distance from a positive A |
//! | `range = "0.5 ..= 1.0"`, on an `f64` | innermost | 8 bytes (`ranged_float`) |
//! | `builtin = "UintLikeN", range = "0 ..= B"` | innermost | as `n`, in the bytes that B takes at the most; `IntLikeZ`: as `z`, from A to B |
//! | `le` | innermost | an integer with its least significant byte first; beside `range` too |
//! | `be` | innermost | an integer with its most significant byte first, in a type with `endian = "little"`; beside `range` too |
//! | `builtin = "Int31"` | innermost | the named scalar: Int8 … Uint64, Int31, Uint30, Bool, Float, Timestamp, N, Z, Null |
//! | `timestamp` | innermost | 8 bytes, seconds |
//! | `zarith`, `narith`, `mutez` | innermost | `z`; `n` |
//! | `raw = "T"` | innermost | the exact bytes of one `T`, kept as they are |
//! | `constant = ".."`, on a `()` | innermost | nothing; the text in JSON |
//! | `with = "Form"` | innermost | as the form says: one of [`wire`]'s, or your own |
//! | `list(bits = N)` | field of a `compact` type | the number of elements in N bits of the tag where it is small, then the elements |
//! | `payload` | field of a `compact` type | the value behind the tag, with no bit of it |
//! | `composite(..)` | – | the items inside, for a type whose layers an alias hides |
//! | `reserve`, `reserve = N` | field | goes to the end of the block but for the bytes of the fields behind, of a fixed size; a `Vec`, `bytes`, `list`, .. does so unasked |
//! | `select = expr` | field | the case of an `untagged` enum that an expression over the fields before says |
//! | `skip`, `skip = expr` | field | nothing; when read, the default or the expression |
//! | `hash` | field | nothing; when read, the digest of the fields' bytes ([`DigestOf`]) |
//! | `dft = V` | field | as inside; JSON leaves it out where it equals V |
//! | `flatten` | field | as inside; in the schema and in JSON its fields are those of the type (`merge_objs`, `merge_tups`) |
//! | `guard = path` | field, type | as inside; `fn(&T) -> Result<(), impl Display>` may refuse, reading and writing |
//! | `try_from = "R"`, `from = "R"`, `into = "R"` | field, type | an `R`; the type has `TryFrom<R>`, and `R` has `From<&T>` |
//! | `name = ".."` | field | the name in the schema and in errors |
//! | `json(..)` | field, type | as inside; in JSON: `hex`, `plain` (bytes and text), `decimal` (integers), `display`, `b58 = "T"`, `with = "Hook"` ([`JsonAs`]) |
//!
//! On a type, around all of it: `dynamic`, `short_dynamic`, `suffix_len`, `bounded`, `sized`, `magic`, `guard`, `try_from`; and
//!
//! | item | meaning |
//! |---|---|
//! | `tags = "u16"` | width of an enum's tag: `u8` (the default), `u16`, `u32` |
//! | `endian = "little"` | integers of fixed width, ranges too, have their least significant byte first where their field does not say `be`; not tags and sizes |
//! | `tag = N`, on a variant | its tag; without one, that of the variant before and one |
//! | `title = ".."`, on a variant | its name in the schema; without one, `GetHead` is `Get_head` |
//! | `title = ".."`, `description = ".."` | what the schema tells people of a type or a field; `description` on a variant too |
//! | `string_enum` | an enum without fields: the index of its name, in 1 byte up to 255 names, 2 up to 65,535; `title` gives a name |
//! | `other`, on a variant | any tag that no other variant has and the bytes to the end of the block: `Unknown { tag: u8, raw: Vec<u8> }` |
//! | `reserved = [1, 3]` | tags that no variant may have, and that `other` refuses |
//! | `json_only`, on a variant | a case of the schema for JSON: no tag, refused when written |
//! | `case(tag = N, when = "path", as = "R")`, on a variant | one of several forms: an `R`, where `fn(&Self) -> bool` says so; repeated, the first that holds |
//! | `tag = N`, on a struct | its tag in front, as that of an enum with one variant |
//! | `versioned(name = "..", v0 = "A", v1 = "B")` | a struct of one field, the newest version: each version behind its number; all are read, the newest is written |
//! | `since = N`, `until = N` | a field with a name, which is an `Option`, or a variant with a tag: the revisions of the format that have it |
//! | `legacy = "Old"` | the type, or where the bytes are refused an `Old`, which the type has `TryFrom` for; written as it is today |
//! | `untagged` | an enum without a tag, for fields with `select`; `untagged(write)` for writing alone |
//! | `on = "pattern"`, on a variant | the selectors of a variant of an `untagged` enum |
//! | `ignore_unknown` | an unknown tag is an error that says so ([`DecodeError::is_unknown_tag`]) |
//! | `mu`, `depth = N` | a recursive type, at most so many levels deep; `mu(variable)` where it goes to the end of the block |
//! | `compact`, `compact(tag = "u16")` | fields or variants share the bits of a tag: `u8` (without a width), `u16`, or `u0` for none; `bool`, `i32`, `i64`, `Option`, tuples, [`OrInt32`] and other compact types take bits, all else is a payload |
//! | `id = ".."`, on a field too | the name of its definition in the schema; the doc comment is its description |
//! | `field = ".."` | the name of the one field that the reference has around the value, in descriptions and slices |
//! | `json(kind = "..")`, on a variant | its JSON has a field `kind` that says so, which is not on the wire |
//! | `name = ".."`, on a variant | the name of its one field; without fields, of an empty one in JSON |
//! | `json(rename_all = "camelCase")` | how the names of fields are written that have none of their own |
//! | `transparent` | a struct with one field: that field's form |
//! | `view = "Name"` | the name of the view; `"Self"` for a type that is its own |
//! | `plain` | a struct whose memory is its bytes ([`wire::Plain`]): lists of it are copied and written in one piece, its view is `&Self` |
//! | `arena = "Name"` | the name of the type's nodes in an [`Arena`](struct@Arena) |
//! | `bound = "T: Trait"` | bounds on the type's parameters in the place of ours; `bound(read = "..", write = "..", schema = "..")` |
//! | `crate = path` | where this crate is, if it is renamed |

#![no_std]
#![forbid(unsafe_code)]

#[cfg(all(any(doc, doctest), feature = "derive"))]
pub mod attributes;
#[cfg(all(any(doc, doctest), feature = "derive", feature = "std"))]
pub mod streams;

/// The schema: what a type looks like on the wire, as constant data; with the feature `tools`, what is made of it.
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
