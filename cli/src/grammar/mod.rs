//! Descriptions of encodings, as the reference's vectors write them, made into schemas.
//!
//! | description | encoding |
//! |---|---|
//! | `bool` `int8` `uint8` `int16` `uint16` `int31` `uint30` `int32` `int64` `float` `n` `z`; `_le` | scalars |
//! | `ranged_int(MIN,MAX)` `ranged_int_le(..)` `ranged_float(..)` `uint_like_n(max=..)` `int_like_z(min=..,max=..)` | in a range |
//! | `string` `bytes` `string(len=K)` `bytes(len=K)` | a size of the kind `K`, then text or bytes |
//! | `fixed_string(N)` `fixed_bytes(N)` `variable_string` `variable_bytes` | without a size |
//! | `bounded_string(N)` `bounded_bytes(N)` `bounded_bytes(N,len=K)` `bounded_bigstring(N)` | with a greatest size |
//! | `list(X)` `list(max=N, X)` `variable_list(..)` `fixed_list(N, X)` `list_with_length(K, max=N, X)`; `array` | lists |
//! | `obj{a: X; b?: X; c??: X; d=VALUE: X}` `merge_objs(X, Y)` `tup(X, ..)` `merge_tups(X, Y)` | fields |
//! | `union(tag=uint8){0 Name: X \| 1 Other}` `option(X)` `result(X, Y)` `string_enum(a,b)` `string_enum(c0..c9)` | choices |
//! | `empty` `unit` `null` `constant("..")` | no bytes |
//! | `padded(X, N)` `check_size(N, X)` `dynamic_size(X)` `dynamic_size(K, X)` | around an encoding |
//! | `assoc(X)` `lazy(X)` `json` | a size, then pairs, a value, a document |
//! | `def(name, X)` | a definition with a name |
//! | `mu(name){0 Nil \| 1 Cons: X*name}` `mu(name){a: X; b: list(name)}` | recursive |
//! | `with_guard(even, X)` `conv(X, write fails >100, read fails >50)` `splitted(json=string, binary=uint8)` | functions of the user |
//! | `X if even` in a case of a union | written for even numbers only |
//! | `with_version("..", v0=X)`, `, json only B` behind the cases of a union | for JSON only: nothing on the wire |
//! | `compact(tag=uint8, C)`, its parts `C` below | parts that share the bits of a tag |
//!
//! `C` is `unit`, `null`, `bool`, `int32`, `int64`, `payload X`, `option(C)`, `or_int32(X)`, `tup2(C, C)`,
//! `obj2{req a: C; opt b: C}`, `union{A: C | B: C}` or `list(bits=N, X)`.
//!
//! `K` is `uint8`, `uint16`, `uint30` or `n`. A field that goes to the end of the block may stand before fields of a fixed size.
//!
//! What it does not say: functions of the user other than those above, which the tool has itself. The rules of `data-encoding`
//! are checked: an element of a list takes at least one byte and ends by itself, tags are distinct and fit, limits fit their
//! sizes.

mod choice;
mod compact;
mod field;
mod form;
mod function;
mod mistake;
mod names;
mod recursive;
mod scalar;
mod scanner;
mod sequence;
#[cfg(test)]
mod tests;

pub(crate) use mistake::Mistake;

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use tezos_encoding::schema::Encoding;

use recursive::Names;
use scanner::Scanner;

/// Most levels of brackets in a description.
const MAX_DEPTH: u32 = 64;

/// What is known while a description is read.
struct Parser<'d> {
    text: Scanner<'d>,
    /// Recursive encodings that are being read.
    names: Names,
    /// Brackets that are open.
    depth: u32,
}

/// What comes of a description or of a part of one.
type Parsed = Result<&'static Encoding, Mistake>;

/// The encoding that a description says. It lives as long as the program; the same description gives the same one.
///
/// # Errors
/// The first thing in the description that cannot be read, or that the reference would refuse to build.
pub(crate) fn parse(description: &str) -> Parsed {
    static KNOWN: Mutex<Option<HashMap<String, Parsed>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(parsed) = known.get(description) {
        return parsed.clone();
    }
    let parsed = parse_whole(description);
    known.insert(description.to_owned(), parsed.clone());
    parsed
}

fn parse_whole(description: &str) -> Parsed {
    let description = names::in_full(description);
    let mut parser = Parser { text: Scanner::new(description), names: Names::default(), depth: 0 };
    let encoding = parser.encoding()?;
    parser.text.end()?;
    Ok(encoding)
}

/// An encoding that lives as long as the program.
fn keep(encoding: Encoding) -> &'static Encoding {
    Box::leak(Box::new(encoding))
}

/// A list that lives as long as the program.
fn keep_all<T>(items: Vec<T>) -> &'static [T] {
    Vec::leak(items)
}

/// Text that lives as long as the program.
fn keep_text(text: &str) -> &'static str {
    String::leak(text.to_owned())
}
