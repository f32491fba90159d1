//! The rules that `data-encoding` checks when an encoding is built, checked here when the program is compiled.
//!
//! Each is a `const fn` that panics with what to write instead; derived code calls it with the span of the attribute at
//! fault. Source: `data-encoding`, `src/encoding.ml` (`check_not_variable`, `check_not_zeroable`, `union`) and
//! `src/encoding.ml`'s `Objs` and `Tups` (two variable fields).

#![allow(clippy::panic, reason = "a panic in a constant is a compile error, which is what these are for")]

use super::{Case, Class, Encoding, TagSize};

/// The element of a list: it must take at least a byte, and its end must be known from its own bytes.
pub const fn list_item(item: &Encoding) {
    let size = item.size();
    if size.is_zeroable() {
        panic!("the elements of this list may take no bytes: the reader could not tell how many there are");
    }
    if matches!(size.class, Class::Variable) {
        panic!("the elements of this list go to the end of the block: put `dynamic` before them (`list, dynamic, ..`)");
    }
}

/// The fields of a struct in order: one of them may go to the end of the block, and only fixed ones may come after.
pub const fn sequence(fields: &[&Encoding]) {
    let mut variable = false;
    let mut rest = fields;
    while let [first, others @ ..] = rest {
        match first.size().class {
            Class::Variable if variable => {
                panic!("two fields go to the end of the block: put `dynamic` before the first");
            }
            Class::Variable => {
                variable = !matches!(first, Encoding::Reserve { .. });
                if variable && !others.is_empty() {
                    panic!(
                        "this field goes to the end of the block but fields follow: put `dynamic` before it, or \
                         `reserve = N` where the fields behind take N bytes"
                    );
                }
            }
            Class::Fixed(_) | Class::Dynamic => {}
        }
        rest = others;
    }
}

/// The fields behind a field with `reserve = bytes`: they must be exactly that long.
pub const fn reserved_tail(bytes: usize, tail: &[&Encoding]) {
    let mut total = 0usize;
    let mut rest = tail;
    while let [first, others @ ..] = rest {
        match first.size().class {
            Class::Fixed(size) => total = total.saturating_add(size),
            _ => panic!("only fields of a fixed size may follow a field with `reserve`"),
        }
        rest = others;
    }
    if total != bytes {
        panic!("`reserve` must be the size of the fields behind this one");
    }
}

/// The cases of a union: at least one, tags distinct and not too wide.
pub const fn union(tag: TagSize, cases: &[Case]) {
    if cases.is_empty() {
        panic!("a union needs a case");
    }
    let mut rest = cases;
    while let [first, others @ ..] = rest {
        if first.tag > tag.max() {
            panic!("a tag is too wide: write `#[encoding(tags = \"u16\")]` on the enum");
        }
        let mut later = others;
        while let [other, more @ ..] = later {
            if first.tag == other.tag {
                panic!("two variants have the same tag");
            }
            later = more;
        }
        rest = others;
    }
}

/// A `dynamic` with a maximum: its prefix must be able to say it.
pub const fn prefix_fits(prefix_max: usize, max: usize) {
    if max > prefix_max {
        panic!("the size prefix is too small for this maximum: `dynamic` counts to 2^30 - 1, `short_dynamic` to 255");
    }
}

/// A `sized` block: what fills it must be able to be that long.
pub const fn sized(bytes: usize, inner: &Encoding) {
    let size = inner.size();
    if size.least > bytes {
        panic!("`sized` is smaller than the shortest value");
    }
    if let Some(most) = size.most
        && most < bytes
    {
        panic!("`sized` is larger than the longest value");
    }
}

/// A `bounded` limit: the shortest value must fit.
pub const fn bounded(limit: usize, inner: &Encoding) {
    if inner.size().least > limit {
        panic!("`bounded` is smaller than the shortest value");
    }
}

/// What a recursive type says of its size must be true of its body.
pub const fn mu_class(declared: Class, body: &Encoding) {
    match (declared, body.size().class) {
        (Class::Dynamic, Class::Variable) => {
            panic!("this recursive type goes to the end of the block: write `mu(variable)`")
        }
        (Class::Variable, Class::Dynamic | Class::Fixed(_)) => {
            panic!("the end of this recursive type is known from its bytes: write `mu`")
        }
        _ => {}
    }
}
