//! The rules that `data-encoding` checks when an encoding is built, checked here at compile time.
//!
//! Each rule is a `const fn` that panics with a message that says what to write instead. Derived code calls it with the
//! span of the attribute at fault. Source: `data-encoding`, `src/encoding.ml` (`check_not_variable`,
//! `check_not_zeroable`, `union`, and `Objs` and `Tups` for two variable fields).

#![allow(clippy::panic, reason = "a panic in a constant is a compile error, which is what these are for")]

use super::bounds;
pub use super::bounds::{float_range, range, uint_like_n};
pub use super::compact::{part, shares};
use super::overlap::Json;
use super::{Case, CaseKind, Class, Count, Encoding, Part, PartUnion};
use crate::form::Container;

/// Checks that the end of a field can be found, given the fields that follow it.
#[track_caller]
pub const fn field(encoding: &Encoding, following: &[&Encoding]) {
    match encoding {
        Encoding::Reserve { bytes, .. } if encoding.is_variable() => reserved_tail(*bytes, following),
        Encoding::Reserve { .. } => {
            panic!("`reserve` is for a field that extends to the end of the block: remove it")
        }
        _ if !following.is_empty() => closed(encoding),
        _ => {}
    }
}

/// Checks that the end of a field that is followed by others is found from its own bytes.
#[track_caller]
pub const fn closed(encoding: &Encoding) {
    if encoding.is_variable() {
        if is_list(encoding) {
            panic!(
                "this list extends to the end of the block, but fields follow: write `dynamic, list`, or `reserve` if the \
                 following fields have a fixed size"
            );
        }
        panic!(
            "this field extends to the end of the block, but fields follow: write `dynamic` before the items for the whole \
             field, or `reserve` if the following fields have a fixed size"
        );
    }
}

/// Returns true if an encoding is a list, to whose elements `dynamic` applies unless `list` follows it.
const fn is_list(encoding: &Encoding) -> bool {
    match encoding {
        Encoding::List { .. } => true,
        Encoding::Reserve { inner, .. } | Encoding::Described { inner, .. } => is_list(inner),
        _ => false,
    }
}

/// Bytes of stack that reading or writing a value may take: the default of a thread, minus a share for its caller.
const STACK: usize = (2 << 20) - (256 << 10);

/// Checks that the levels of a recursive type fit on the stack. `calls` is the number of nested calls that read a
/// field, `fields` the number of fields in all cases, and `size` the size of a value and these fields together.
///
/// Reading takes the most stack in a build without optimization, where each field of each case has its own stack slot.
/// Measured on twenty types, one level takes less than 640 bytes for each call but the first, plus 40 for each field,
/// plus six times the size.
#[allow(clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
#[track_caller]
pub const fn depth(levels: u32, calls: usize, fields: usize, size: usize) {
    let most = STACK / (640 * calls.saturating_sub(1) + 40 * fields + 6 * size + 1);
    if levels as usize > most {
        Message::new(
            "this many levels (256 if no `depth` is declared) do not fit a stack of 2 MiB: read the type with `Arena`, \
             which has no limit, put large fields in a `Box`, or declare a `depth` of at most ",
        )
        .number(most)
        .panic();
    }
}

/// Checks that the JSON of each case is read as that case, and not as one before it.
#[track_caller]
pub const fn cases(cases: &[Case]) {
    let mut rest = cases;
    while let [before @ .., case] = rest {
        rest = before;
        each!(first in before => {
            // A case that is only in JSON, or for some values, is told apart by its conversion or its function.
            let is_plain = !matches!(first.kind, CaseKind::JsonOnly | CaseKind::When(Some(_)))
                && !matches!(case.kind, CaseKind::JsonOnly);
            if is_plain
                && first.revisions.overlap(case.revisions)
                && first.payload.may_read_json_of(case.payload)
            {
                ambiguous(first.title, case.title, CASES);
            }
        });
    }
}

/// Checks that the JSON of each case of a compact union is read as that case, and not as one before it.
#[track_caller]
pub const fn part_cases(part: &'static Part) {
    let &Part::Union(PartUnion { cases: mut rest, .. }) = part else { return };
    while let [before @ .., case] = rest {
        rest = before;
        each!(first in before => {
            if Json::Part(first.part).may_read(Json::Part(case.part)) {
                ambiguous(first.title, case.title, PART_CASES);
            }
        });
    }
}

const CASES: &str =
    "name the variants with `json(tagged)` on the enum, or with `json(tag = \"kind\")` if all have named fields";
const PART_CASES: &str = "give their fields a `name`";

#[track_caller]
const fn ambiguous(first: &str, case: &str, advice: &str) -> ! {
    let message = Message::new("JSON of `").text(case).text("` may be read as `").text(first).text("`: ").text(advice);
    message.text(", or write `json(first_match)` on the enum if the first that matches is meant").panic()
}

/// An error that is composed at compile time. What does not fit is left out.
struct Message {
    bytes: [u8; 512],
    len: usize,
}

impl Message {
    const fn new(text: &str) -> Self {
        Self { bytes: [0; 512], len: 0 }.text(text)
    }

    #[allow(clippy::indexing_slicing, reason = "evaluated by the compiler")]
    const fn text(mut self, text: &str) -> Self {
        each!(byte in text.as_bytes() => if self.len < self.bytes.len() {
            self.bytes[self.len] = *byte;
            self.len = self.len.saturating_add(1);
        });
        self
    }

    const fn number(self, number: usize) -> Self {
        let this = if number < 10 { self } else { self.number(number / 10) };
        this.text(super::children::number(number % 10))
    }

    #[track_caller]
    const fn panic(&self) -> ! {
        match str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!(),
        }
    }
}

/// Checks that the innermost type of a field, which the derive knows only by a name, is none that it would look inside:
/// the items around it would then apply to what is in the option or the list. `messages` are the errors for an option, a
/// list, and a byte in a `Vec`.
#[track_caller]
pub const fn innermost(found: Container, messages: [&str; 3]) {
    let [option, list, byte] = messages;
    match found {
        Container::Option => panic!("{}", option),
        Container::List => panic!("{}", list),
        Container::Byte if !byte.is_empty() => panic!("{}", byte),
        Container::None | Container::Byte => {}
    }
}

/// Checks that a type that the derive knows only by a name contains no integers whose byte order `endian` would change.
#[track_caller]
pub const fn byte_order(has_byte_order: bool, message: &str) {
    if has_byte_order {
        panic!("{}", message);
    }
}

/// Checks the encoding nested `depth` levels inside a field's encoding, but not its contents.
#[track_caller]
pub const fn step(encoding: &Encoding, depth: usize) {
    match inner(encoding) {
        Some(inner) if depth > 0 => step(inner, depth.saturating_sub(1)),
        _ => own(encoding),
    }
}

/// Checks the encodings from nesting level `depth` of a field's encoding down to the next definition, which is checked
/// separately.
#[track_caller]
pub const fn rest(encoding: &Encoding, depth: usize) {
    if depth == 0 {
        own(encoding);
    }
    if let Some(inner) = inner(encoding) {
        rest(inner, depth.saturating_sub(1));
    }
}

/// Checks that the JSON of a case is an object, to which the field `kind` can be added.
#[track_caller]
pub const fn object(encoding: &Encoding) {
    match encoding {
        Encoding::Object(_) => {}
        Encoding::Union { .. } if encoding.merges(true) => {}
        Encoding::Merge([first, ..]) => object(first),
        Encoding::Def { inner, .. }
        | Encoding::Described { inner, .. }
        | Encoding::Checked { inner, .. }
        | Encoding::Bounded { inner, .. } => object(inner),
        Encoding::Legacy(legacy) => object(legacy.current),
        Encoding::Split(split) => object(split.json),
        _ => panic!("`json(kind = \"..\")` is for cases whose JSON is an object: give the field a `name`"),
    }
}

/// Checks that JSON always has the field that contains a variant.
#[track_caller]
pub const fn contained(encoding: &Encoding) {
    if encoding.may_be_left_out() {
        panic!(
            "JSON omits an absent value or a default together with the name of the variant: wrap the value in a struct with one named \
             field"
        );
    }
}

/// Checks what an encoding requires of its direct children.
#[track_caller]
const fn own(encoding: &Encoding) {
    match encoding {
        Encoding::List { item, count, .. } => {
            list_item(item);
            if let Count::ToEnd { min, max: Some(max) } = count
                && *min > *max
            {
                panic!("the minimum length of this list is greater than its maximum");
            }
            absent(item);
        }
        Encoding::Assoc { value, .. } => {
            if value.is_variable() {
                panic!(
                    "the values of this association list extend to the end of the block: write `dynamic` behind `assoc` or \
                     `map`, and `dynamic, list` if they are lists"
                );
            }
            absent(value);
        }
        Encoding::Dynamic { prefix, inner: Encoding::Bounded { limit, .. } } if *limit > prefix.max() => {
            panic!(
                "the size prefix is too narrow for this limit: the maximum of `dynamic` is 2^30 - 1, that of `short_dynamic` is 255"
            );
        }
        Encoding::Suffixed { size, inner: Encoding::Bounded { limit, .. } } if *limit > size.max() => {
            panic!("the size that follows the block is too narrow for this limit: use a wider `kind`");
        }
        Encoding::Union { .. } => {
            if let Some(payload) = encoding.option_payload() {
                not_null(payload);
            }
        }
        Encoding::Opt(inner) | Encoding::Varopt(inner) => absent(inner),
        Encoding::Bounded { limit, inner } if inner.size().least > *limit => {
            panic!("`bounded` is smaller than the shortest value");
        }
        Encoding::Sized { bytes, inner } => {
            let size = inner.size();
            if size.least > *bytes {
                panic!("`sized` is smaller than the shortest value");
            }
            if let Some(most) = size.most
                && most < *bytes
            {
                panic!("`sized` is larger than the longest value");
            }
        }
        Encoding::Tuple(parts) | Encoding::Merge(parts) => {
            let mut parts = *parts;
            while let [first, others @ ..] = parts {
                field(first, others);
                rest(first, 0);
                absent(first);
                parts = others;
            }
        }
        Encoding::Compact(compact) => super::compact::check(compact),
        Encoding::Scalar(scalar) => bounds::scalar(scalar),
        Encoding::Legacy(legacy) if !legacy.is_bounded() => panic!(
            "`legacy` may read every value twice, so neither encoding may contain a recursive type, and at most four `legacy` \
             may be nested: use `versioned`, whose number distinguishes the encodings"
        ),
        Encoding::Padded { inner, .. } if !matches!(inner.size().class, Class::Fixed(_)) => {
            panic!("`padded` is for values of a fixed size");
        }
        _ => {}
    }
}

/// Returns the wrapped encoding, if there is exactly one and it is not checked separately.
const fn inner(encoding: &Encoding) -> Option<&'static Encoding> {
    match encoding {
        Encoding::Def { .. } => None,
        Encoding::Union { .. } => encoding.option_payload(),
        _ => encoding.inner(),
    }
}

/// Checks an optional value that is not a field. If it is absent, its JSON is `null`, as for the reference's `option`.
#[track_caller]
pub const fn absent(encoding: &Encoding) {
    match (encoding, encoding.wrapped()) {
        (Encoding::Opt(payload) | Encoding::Varopt(payload), _) => not_null(payload),
        (_, Some(inner)) => absent(inner),
        _ => {}
    }
}

/// Checks that the JSON of an option's payload is never `null`, which stands for an absent value.
#[track_caller]
const fn not_null(payload: &Encoding) {
    if payload.is_nullable() {
        panic!(
            "the JSON of this option's value may be `null`, which stands for an absent value: wrap the value in a struct with \
             one named field"
        );
    }
}

/// Checks that every element of a list has at least one byte, and that its end is found from its own bytes.
#[track_caller]
pub(super) const fn list_item(item: &Encoding) {
    if item.is_variable() {
        if is_list(item) {
            panic!(
                "the elements of this list are lists that extend to the end of the block: write `list, dynamic, list`, or put \
                 them in a struct if this is an array"
            );
        }
        panic!(
            "the elements of this list extend to the end of the block: write `list, dynamic, ..`, or put them in a struct if \
             this is an array"
        );
    }
    if item.is_zeroable() {
        panic!("the elements of this list may have no bytes, so a reader could not find the end of the list");
    }
}

/// Returns the total size of the fields after a field that extends to the end of the block; [`field`] refuses those
/// without a fixed size.
pub const fn tail(following: &[&Encoding]) -> usize {
    let mut total = 0usize;
    each!(next in following => if let Some(size) = next.fixed_size() { total = total.saturating_add(size) });
    total
}

/// Checks that the fields after a field with `reserve = bytes` have exactly that size.
#[track_caller]
const fn reserved_tail(bytes: usize, following: &[&Encoding]) {
    each!(next in following => if next.fixed_size().is_none() {
        panic!(
            "this field extends to the end of the block, so only fields of fixed size may follow: put a size prefix before it, \
             `dynamic`, or `dynamic, list` if it is a list; if its bytes are those of one value of a type, write `raw = \"Type\"`"
        );
    });
    if tail(following) != bytes {
        panic!("`reserve` must be the total size of the following fields");
    }
}

/// Checks that a value with `flatten` among named fields is an object (`encoding.ml`, `merge_objs`).
#[track_caller]
pub const fn merged_object(encoding: &Encoding) {
    if !encoding.merges(true) {
        panic!("among named fields, `flatten` is for a type with named fields");
    }
}

/// Checks that a value with `flatten` among unnamed fields is a tuple (`encoding.ml`, `merge_tups`).
#[track_caller]
pub const fn merged_tuple(encoding: &Encoding) {
    if !encoding.merges(false) {
        panic!("among unnamed fields, `flatten` is for a type with two or more unnamed fields");
    }
}

/// Checks that the fields of a value with `flatten` have other names than its siblings, because they share a JSON
/// object.
#[track_caller]
pub const fn merged_names(encoding: &Encoding, beside: &[&Encoding]) {
    each!(other in beside => if encoding.shares_a_name(other) {
        panic!("a field of this type has the same name as another field of the JSON object that they share: give one of them a different `name`");
    });
}

/// Checks that a tag computed by a constant expression differs from those of the preceding variants.
#[track_caller]
pub const fn tag_is_new(tag: u32, before: &[u32]) {
    each!(other in before => if *other == tag {
        panic!("a preceding variant has the same tag");
    });
}

/// Checks that a tag computed by a constant expression is not reserved.
#[track_caller]
pub const fn tag_is_free(tag: u32, reserved: &[u32]) {
    each!(other in reserved => if *other == tag {
        panic!("this tag is reserved: give the variant a different one");
    });
}

/// Checks the declared size class of a recursive type against its body.
#[track_caller]
pub const fn mu_class(declared: Class, body: &Encoding) {
    match (declared, body.is_variable()) {
        (Class::Dynamic, true) => {
            panic!("this recursive type extends to the end of the block: write `mu(variable)`")
        }
        (Class::Variable, false) => {
            panic!("the end of this recursive type is found from its own bytes: write `mu`")
        }
        _ => {}
    }
}
