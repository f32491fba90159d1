//! The rules that `data-encoding` checks when an encoding is built, checked here when the program is compiled.
//!
//! Each is a `const fn` that panics with what to write instead; derived code calls it with the span of the attribute at
//! fault. Source: `data-encoding`, `src/encoding.ml` (`check_not_variable`, `check_not_zeroable`, `union`) and
//! `src/encoding.ml`'s `Objs` and `Tups` (two variable fields).

#![allow(clippy::panic, reason = "a panic in a constant is a compile error, which is what these are for")]

use super::bounds;
pub use super::bounds::{float_range, range, uint_like_n};
pub use super::compact::{part, shares};
use super::{Class, Count, Encoding};

/// A field and the fields behind it: whether its end is known.
#[track_caller]
pub const fn field(encoding: &Encoding, behind: &[&Encoding]) {
    match (encoding.size().class, encoding) {
        (Class::Variable, Encoding::Reserve { bytes, .. }) => reserved_tail(*bytes, behind),
        (_, Encoding::Reserve { .. }) => {
            panic!("`reserve` is for a field that goes to the end of the block: remove it")
        }
        _ if !behind.is_empty() => closed(encoding),
        _ => {}
    }
}

/// A field with fields behind it: its end is known from its own bytes.
#[track_caller]
pub const fn closed(encoding: &Encoding) {
    if let Class::Variable = encoding.size().class {
        panic!(
            "this field goes to the end of the block but fields follow: put `dynamic` before it, or `reserve` where the \
             fields behind have a fixed size"
        );
    }
}

/// The form `depth` steps inside a field's encoding, and not what is inside that.
#[track_caller]
pub const fn step(encoding: &Encoding, depth: usize) {
    match inner(encoding) {
        Some(inner) if depth > 0 => step(inner, depth.saturating_sub(1)),
        _ => own(encoding),
    }
}

/// The forms from `depth` steps inside a field's encoding on, down to the next type of its own, which has its own rules
/// checked.
#[track_caller]
pub const fn rest(encoding: &Encoding, depth: usize) {
    if depth == 0 {
        own(encoding);
    }
    if let Some(inner) = inner(encoding) {
        rest(inner, depth.saturating_sub(1));
    }
}

/// A case whose JSON says what kind it is.
#[track_caller]
pub const fn object(encoding: &Encoding) {
    let mut encoding = encoding;
    loop {
        encoding = match encoding {
            Encoding::Object(_) | Encoding::Merge([Encoding::Object(_), ..]) => return,
            Encoding::Def { inner, .. }
            | Encoding::Described { inner, .. }
            | Encoding::Checked { inner, .. }
            | Encoding::Bounded { inner, .. } => inner,
            Encoding::Legacy(legacy) => legacy.current,
            _ => panic!("`json(kind = \"..\")` is for cases whose JSON is an object: give the field a `name`"),
        };
    }
}

/// What one form says of what is inside it.
#[track_caller]
const fn own(encoding: &Encoding) {
    match encoding {
        Encoding::List { item, count, .. } => {
            list_item(item);
            list_count(*count);
            absent(item);
        }
        Encoding::Assoc { value, .. } => {
            if matches!(value.size().class, Class::Variable) {
                panic!("the values of this association list go to the end of the block: put `dynamic` before them");
            }
            absent(value);
        }
        Encoding::Dynamic { prefix, inner: Encoding::Bounded { limit, .. } } => prefix_fits(prefix.max(), *limit),
        Encoding::Suffixed { size, inner: Encoding::Bounded { limit, .. } } => suffix_fits(size.max(), *limit),
        Encoding::Union { .. } => {
            if let Some(payload) = encoding.option_payload() {
                not_null(payload);
            }
        }
        Encoding::Opt(inner) | Encoding::Varopt(inner) => absent(inner),
        Encoding::Bounded { limit, inner } => bounded(*limit, inner),
        Encoding::Sized { bytes, inner } => sized(*bytes, inner),
        Encoding::Tuple(parts) | Encoding::Merge(parts) => sequence(parts),
        Encoding::Compact(compact) => super::compact::check(compact),
        Encoding::Scalar(scalar) => bounds::scalar(scalar),
        Encoding::Legacy(legacy) if !legacy.is_bounded() => panic!(
            "`legacy` has every value read twice, so no recursive type may stand in either form, and no more than four `legacy` \
             inside each other: use `versioned`, whose number tells the forms apart"
        ),
        Encoding::Padded { inner, .. } if !matches!(inner.size().class, Class::Fixed(_)) => {
            panic!("`padded` is for values of a fixed size");
        }
        _ => {}
    }
}

/// What stands inside a form, where that is one thing and no type of its own.
const fn inner(encoding: &Encoding) -> Option<&'static Encoding> {
    match encoding {
        Encoding::List { item, .. } | Encoding::Assoc { value: item, .. } | Encoding::Lazy(item) => Some(item),
        Encoding::Split(split) => Some(split.inner),
        Encoding::Dft { inner, .. } | Encoding::Varopt(inner) | Encoding::Opt(inner) => Some(inner),
        Encoding::Def { .. } => None,
        Encoding::Union { .. } => encoding.option_payload(),
        _ => encoding.wrapped(),
    }
}

/// What may be absent and is no field, which would be left out: as the reference's `option`.
#[track_caller]
pub const fn absent(encoding: &Encoding) {
    match (encoding, encoding.wrapped()) {
        (Encoding::Opt(payload) | Encoding::Varopt(payload), _) => not_null(payload),
        (_, Some(inner)) => absent(inner),
        _ => {}
    }
}

/// What an option holds: `null` is the JSON of an absent value, and of nothing else.
#[track_caller]
const fn not_null(payload: &Encoding) {
    if payload.is_nullable() {
        panic!(
            "this option holds a value that may be `null` in JSON, as an absent one is: put a struct with one named field around \
             the value"
        );
    }
}

/// The element of a list: it must take at least a byte, and its end must be known from its own bytes.
#[track_caller]
pub(super) const fn list_item(item: &Encoding) {
    let size = item.size();
    if size.is_zeroable() && !matches!(size.class, Class::Variable) {
        panic!("the elements of this list may take no bytes: the reader could not tell how many there are");
    }
    if matches!(size.class, Class::Variable) {
        panic!("the elements of this list go to the end of the block: put `dynamic` before them (`list, dynamic, ..`)");
    }
}

/// The bounds of a list: in order.
#[track_caller]
const fn list_count(count: Count) {
    if let Count::ToEnd { min, max: Some(max) } = count
        && min > max
    {
        panic!("this list must have more elements than it may have");
    }
}

/// The elements of a tuple: only the last may go to the end of the block.
#[track_caller]
const fn sequence(fields: &[&Encoding]) {
    let mut parts = fields;
    while let [first, others @ ..] = parts {
        field(first, others);
        rest(first, 0);
        absent(first);
        parts = others;
    }
}

/// Bytes of the fields behind a field that goes to the end of the block; [`field`] says where one of them has no fixed size.
pub const fn tail(behind: &[&Encoding]) -> usize {
    let mut total = 0usize;
    let mut rest = behind;
    while let [first, others @ ..] = rest {
        if let Class::Fixed(size) = first.size().class {
            total = total.saturating_add(size);
        }
        rest = others;
    }
    total
}

/// The fields behind a field with `reserve = bytes`: they must be exactly that long.
#[track_caller]
const fn reserved_tail(bytes: usize, behind: &[&Encoding]) {
    let mut rest = behind;
    while let [first, others @ ..] = rest {
        if !matches!(first.size().class, Class::Fixed(_)) {
            panic!(
                "this field goes to the end of the block, so only fields of a fixed size may follow: put `dynamic` before it"
            );
        }
        rest = others;
    }
    if tail(behind) != bytes {
        panic!("`reserve` must be the size of the fields behind this one");
    }
}

/// A value with `flatten` among named fields: it must be an object (`encoding.ml`, `merge_objs`).
#[track_caller]
pub const fn merged_object(encoding: &Encoding) {
    if !encoding.merges(true) {
        panic!("`flatten` here is for a type with named fields");
    }
}

/// A value with `flatten` among unnamed fields: it must be a tuple (`encoding.ml`, `merge_tups`).
#[track_caller]
pub const fn merged_tuple(encoding: &Encoding) {
    if !encoding.merges(false) {
        panic!("`flatten` here is for a type with two or more unnamed fields");
    }
}

/// The fields of a value with `flatten` and those beside it: called otherwise, because they are fields of one JSON object.
#[track_caller]
pub const fn merged_names(encoding: &Encoding, beside: &[&Encoding]) {
    let mut rest = beside;
    while let [first, others @ ..] = rest {
        if encoding.shares_a_name(first) {
            panic!(
                "a field of this type has the name of one beside it in the same JSON object: give one of them a `name`"
            );
        }
        rest = others;
    }
}

/// A tag that is known only now: no variant before it has it.
#[track_caller]
pub const fn tag_is_new(tag: u32, before: &[u32]) {
    let mut rest = before;
    while let [first, others @ ..] = rest {
        if *first == tag {
            panic!("this tag is already that of a variant before it");
        }
        rest = others;
    }
}

/// A tag that is known only now: it is not reserved.
#[track_caller]
pub const fn tag_is_free(tag: u32, reserved: &[u32]) {
    let mut rest = reserved;
    while let [first, others @ ..] = rest {
        if *first == tag {
            panic!("this tag is reserved: give the variant another");
        }
        rest = others;
    }
}

/// A `dynamic` with a maximum: its prefix must be able to say it.
#[track_caller]
const fn prefix_fits(prefix_max: usize, max: usize) {
    if max > prefix_max {
        panic!("the size prefix is too small for this maximum: `dynamic` counts to 2^30 - 1, `short_dynamic` to 255");
    }
}

/// A `suffix_len` around a maximum: the size must be able to say it.
#[track_caller]
const fn suffix_fits(size_max: usize, max: usize) {
    if max > size_max {
        panic!("the size behind the block is too small for this maximum: write a wider `kind`");
    }
}

/// A `sized` block: what fills it must be able to be that long.
#[track_caller]
const fn sized(bytes: usize, inner: &Encoding) {
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
#[track_caller]
const fn bounded(limit: usize, inner: &Encoding) {
    if inner.size().least > limit {
        panic!("`bounded` is smaller than the shortest value");
    }
}

/// What a recursive type says of its size must be true of its body.
#[track_caller]
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
