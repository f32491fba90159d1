//! Determines from the names of Rust types which of them fit an encoding. Aliases and user-defined types are left to
//! the compiler, whose errors are less specific.

use syn::{GenericArgument, PathArguments, Type};

use crate::attrs::Marker;
use crate::model::{Hook, Layer, Leaf, Wire};
use crate::primitives::Row;

/// The kind of a type, derived from its name.
enum Kind {
    Scalar(String),
    Text,
    /// Bytes; true for an array.
    Bytes(bool),
    List,
    Array,
    Option,
    Unknown,
}

const SCALARS: [&str; 10] = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "bool", "f64"];
/// The sizes of these scalars in bytes.
const SIZES: [usize; 10] = [1, 1, 2, 2, 4, 4, 8, 8, 1, 8];
/// Rust scalars without a counterpart in `data-encoding`.
const OTHERS: [&str; 6] = ["usize", "isize", "u128", "i128", "f32", "char"];

/// Returns the error if a marker does not fit `ty`.
pub(crate) fn marker(marker: &Marker, ty: &Type) -> Option<String> {
    let kind = kind(ty);
    let is_owned_bytes = matches!(kind, Kind::Bytes(false));
    let (fits, wanted) = match marker {
        _ if matches!(kind, Kind::Unknown) => return None,
        Marker::Elided(_) => return None,
        Marker::Bytes(_) => (
            matches!(kind, Kind::Bytes(_)),
            "`bytes` is for `Vec<u8>`, `[u8; N]`, `&[u8]`, `Cow<[u8]>` and `Box<[u8]>`",
        ),
        Marker::Raw(_) => (is_owned_bytes, "`raw` is for `Vec<u8>`, `&[u8]`, `Cow<[u8]>` and `Box<[u8]>`"),
        Marker::Text(_) => (
            is_owned_bytes || matches!(kind, Kind::Text),
            "`string` is for `String`, `&str`, `Cow<str>`, `Box<str>`, `Vec<u8>` and the like",
        ),
        Marker::Rest => (
            is_owned_bytes || matches!(kind, Kind::Text),
            "`rest` is for bytes and text: `Vec<u8>`, `&[u8]`, `String`, `&str` and the like",
        ),
        Marker::List(_) => (
            matches!(kind, Kind::List) || matches!(kind, Kind::Bytes(_)) && generic(ty, "Vec").is_some(),
            match kind {
                Kind::Bytes(false) => "this is bytes, not a list: write `bytes`, or nothing",
                Kind::Bytes(true) | Kind::Array => "an array needs no attribute: `list` is for `Vec<T>` and `Box<[T]>`",
                _ => "`list` is for `Vec<T>` and `Box<[T]>`",
            },
        ),
        Marker::Option(layer) => (
            matches!(kind, Kind::Option),
            match layer {
                Layer::Maybe => "`option(tagged)` is for `Option<T>`",
                Layer::Varopt => "`varopt` is for `Option<T>`",
                _ => "`option` is for `Option<T>`",
            },
        ),
        Marker::Assoc => (matches!(kind, Kind::List), "`assoc` is for `Vec<(K, T)>`, `map` for `BTreeMap<K, T>`"),
        Marker::Map => (false, "`map` is for `BTreeMap<K, T>`, `assoc` for `Vec<(K, T)>`"),
        Marker::Result => (false, "`result` is for `Result<T, E>`"),
    };
    let may_describe_elements = matches!(marker, Marker::Bytes(_) | Marker::Raw(_) | Marker::Text(_) | Marker::Rest);
    (!fits).then(|| match kind {
        Kind::Option => format!("{wanted}: to describe what is inside the `Option`, write `option` first"),
        Kind::List if may_describe_elements => {
            format!("{wanted}: to describe the elements of the list, write `list` first")
        }
        _ => wanted.to_owned(),
    })
}

/// Returns the error if `ty` is not an integer.
pub(crate) fn integer(ty: &Type) -> Option<String> {
    let fits = match kind(ty) {
        Kind::Unknown => true,
        Kind::Scalar(name) => SCALARS.contains(&name.as_str()) && name != "bool" && name != "f64",
        _ => false,
    };
    (!fits).then(|| "`range` is for integers and `f64`, `le` and `be` for integers".to_owned())
}

/// How the `endian` of a type affects one of its fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Not at all: the field has no integers of several bytes that the derive can recognize.
    None,
    /// It determines the byte order of the innermost type, which is an integer.
    Innermost,
    /// Refused: the integers are in an array, a tuple or the like, where their byte order cannot be set.
    Inside,
}

/// Returns how `endian` affects `ty` in its default encoding.
pub(crate) fn order(ty: &Type) -> Order {
    if let Some(inner) = generic(ty, "Vec").or_else(|| generic(ty, "Option")).or_else(|| boxed(ty)) {
        return order(inner);
    }
    let inside = |ty: &Type| order(ty) != Order::None;
    let found = match ungrouped(ty) {
        Type::Array(array) => inside(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().any(inside),
        ty if SCALARS.iter().zip(SIZES).any(|(name, size)| size > 1 && *name != "f64" && is(ty, name)) => {
            return Order::Innermost;
        }
        ty => {
            let either = ["Result", "BTreeMap"].iter().find_map(|name| generics(ty, name));
            element(ty).is_some_and(inside) || either.is_some_and(|mut types| types.any(inside))
        }
    };
    if found { Order::Inside } else { Order::None }
}

pub(crate) fn is_float(ty: &Type) -> bool {
    is(ty, "f64")
}

/// Returns the error if `ty` is not a float.
pub(crate) fn float(ty: &Type) -> Option<String> {
    let fits = is_float(ty) || matches!(kind(ty), Kind::Unknown);
    (!fits).then(|| "a `range` of floats requires `f64`".to_owned())
}

/// Returns the error if `ty` is not `()`.
pub(crate) fn unit(item: &str, ty: &Type) -> Option<String> {
    let fits = match ungrouped(ty) {
        Type::Tuple(tuple) => tuple.elems.is_empty(),
        ty => matches!(kind(ty), Kind::Unknown),
    };
    (!fits).then(|| format!("`{item}` is for a field of type `()`"))
}

/// Returns the error if a named scalar does not fit `ty`.
pub(crate) fn leaf(row: &Row, ty: &Type) -> Option<String> {
    let fits = match kind(ty) {
        Kind::Unknown => true,
        Kind::Scalar(name) => row.types.contains(&name.as_str()),
        _ => row.types.contains(&"()") && unit(row.keyword, ty).is_none(),
    };
    let types: Vec<String> = row.types.iter().map(|ty| format!("`{ty}`")).collect();
    (!fits).then(|| format!("`{}` is for {}", row.keyword, types.join(" or ")))
}

/// Returns the error if `ty` cannot have this JSON.
pub(crate) fn hook(hook: &Hook, ty: &Type) -> Option<String> {
    let message = match (hook, kind(ty)) {
        (Hook::Decimal, _) => return integer(ty).map(|_| "`decimal` is for integers".to_owned()),
        (_, Kind::Unknown | Kind::Bytes(_)) | (Hook::Display | Hook::With(_), _) => return None,
        (Hook::Hex | Hook::Plain, Kind::Text) => return None,
        (Hook::Hex, _) => "`hex` is for bytes and text",
        (Hook::Plain, _) => "`plain` is for bytes and text",
        (Hook::Base58(_), _) => "`b58` is for bytes",
    };
    Some(message.to_owned())
}

/// Returns the error if `ty` has no default encoding.
pub(crate) fn own(ty: &Type) -> Option<String> {
    match kind(ty) {
        Kind::Scalar(name) if OTHERS.contains(&name.as_str()) => {
            Some(format!("`{name}` has no encoding: use one of {}, `N` or `Z`", SCALARS.join(", ")))
        }
        _ => None,
    }
}

/// Returns true if an encoding of `ty` extends to the end of its block, as far as the names of types reveal.
pub(crate) fn goes_to_end(wire: &Wire, ty: &Type) -> bool {
    use Layer::{Assoc, Bounded, Dft, Elided, Guarded, List, Magic, Opt, Shown, Suffixed, Varopt, Via};
    let inside = |name| generic(ty, name).unwrap_or(ty);
    match wire {
        Wire::Leaf(Leaf::Text, _) => true,
        Wire::Leaf(Leaf::Bytes, _) => !matches!(kind(ty), Kind::Bytes(true)),
        Wire::Around(List { .. } | Assoc | Varopt | Suffixed(_), ..) => true,
        Wire::Around(Bounded(_) | Guarded { .. } | Shown { .. } | Dft { .. } | Elided { .. } | Magic(_), inner, _) => {
            goes_to_end(inner, ty)
        }
        Wire::Around(Via { repr, .. }, inner, _) => goes_to_end(inner, repr),
        Wire::Around(Opt, inner, _) => goes_to_end(inner, inside("Option")),
        Wire::Boxed(inner) => goes_to_end(inner, inside("Box")),
        Wire::Auto => match generic(ty, "Option") {
            Some(inner) => goes_to_end(wire, inner),
            None => matches!(kind(ty), Kind::Bytes(false) | Kind::List),
        },
        _ => false,
    }
}

/// Returns true if an encoding of `ty` certainly ends before its block does. Names that user-defined types may also
/// have are not considered.
pub(crate) fn ends(wire: &Wire, ty: &Type) -> bool {
    match wire {
        Wire::Leaf(leaf, _) => {
            matches!(leaf, Leaf::Primitive(_) | Leaf::Little | Leaf::Ranged { .. } | Leaf::Narrow(_))
        }
        Wire::Around(layer, ..) => matches!(layer, Layer::Dynamic(_) | Layer::Sized(_)),
        Wire::Auto => has_no_parts(ty),
        Wire::Body | Wire::Boxed(_) => false,
    }
}

/// Returns true if the default encoding of `ty` is a scalar or an array of bytes, which contains no other encoding.
pub(crate) fn has_no_parts(ty: &Type) -> bool {
    matches!(kind(ty), Kind::Scalar(_) | Kind::Bytes(true))
}

/// Returns true if a value may be absent.
pub(crate) fn may_be_absent(wire: &Wire, ty: &Type) -> bool {
    match wire {
        Wire::Around(Layer::Opt | Layer::Varopt, ..) => true,
        Wire::Auto => matches!(kind(ty), Kind::Option | Kind::Unknown),
        wire => wire.inner().is_some_and(|inner| may_be_absent(inner, ty)),
    }
}

/// Returns the minimum size in bytes, if it is known without the contained type: the sizes of mutually recursive types
/// would be cyclic.
pub(crate) fn least(wire: &Wire, ty: &Type) -> Option<usize> {
    match wire {
        Wire::Around(layer, inner, _) => match layer {
            Layer::Opt | Layer::Elided { .. } => Some(1),
            Layer::Varopt | Layer::List { min: None, .. } => Some(0),
            Layer::Dynamic(prefix) => least(inner, ty)?.checked_add(prefix.bytes()),
            Layer::Bounded(_) | Layer::Guarded { .. } | Layer::Reserve(_) => least(inner, ty),
            _ => None,
        },
        Wire::Auto if generic(ty, "Option").is_some() => Some(1),
        Wire::Auto if generic(ty, "Vec").is_some() => Some(0),
        _ => None,
    }
}

/// Returns true if values vary in size, as far as the names of types reveal.
pub(crate) fn is_open(wire: &Wire, ty: &Type) -> bool {
    wire.is_open() || goes_to_end(wire, ty) || matches!((wire, kind(ty)), (Wire::Auto, Kind::Text | Kind::Option))
}

/// Returns true if values of `ty` have an alignment above 1, as far as the names of types reveal.
pub(crate) fn is_aligned(ty: &Type) -> bool {
    match (ungrouped(ty), kind(ty)) {
        (Type::Array(array), _) => is_aligned(&array.elem),
        (Type::Tuple(tuple), _) => tuple.elems.iter().any(is_aligned),
        (_, Kind::Scalar(name)) => SCALARS.iter().zip(SIZES).any(|(scalar, size)| *scalar == name && size > 1),
        (_, Kind::Option) => generic(ty, "Option").is_some_and(is_aligned),
        (_, kind) => matches!(kind, Kind::Text | Kind::Bytes(_) | Kind::List),
    }
}

/// Returns true if `ty` is the type of this name.
pub(crate) fn is(ty: &Type, name: &str) -> bool {
    matches!(ungrouped(ty), Type::Path(path) if path.path.is_ident(name))
}

fn kind(ty: &Type) -> Kind {
    let ty = ungrouped(ty);
    if let Some(inner) = ["Box", "Cow"].iter().find_map(|name| generic(ty, name)) {
        return unsized_kind(inner);
    }
    match ty {
        Type::Reference(reference) => unsized_kind(&reference.elem),
        Type::Array(array) if is_byte(&array.elem) => Kind::Bytes(true),
        Type::Array(_) => Kind::Array,
        Type::Tuple(_) => Kind::Array,
        Type::Path(path) => match path.path.get_ident().map(ToString::to_string) {
            Some(name) if SCALARS.contains(&name.as_str()) || OTHERS.contains(&name.as_str()) => Kind::Scalar(name),
            Some(name) if name == "String" => Kind::Text,
            None if is_string_by_path(&path.path) => Kind::Text,
            _ if generic(ty, "Option").is_some() => Kind::Option,
            _ => match generic(ty, "Vec") {
                Some(item) if is_byte(item) => Kind::Bytes(false),
                Some(_) => Kind::List,
                None => Kind::Unknown,
            },
        },
        _ => Kind::Unknown,
    }
}

/// Returns true for `std::string::String` and `alloc::string::String`.
fn is_string_by_path(path: &syn::Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    matches!(names.iter().map(String::as_str).collect::<Vec<_>>()[..], ["std" | "alloc", "string", "String"])
}

/// Removes parentheses, and the invisible group that a user's macro puts around a type.
pub(crate) fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        _ => ty,
    }
}

/// Returns the kind of a reference or a box to `ty`.
fn unsized_kind(ty: &Type) -> Kind {
    match ungrouped(ty) {
        Type::Slice(slice) if is_byte(&slice.elem) => Kind::Bytes(false),
        Type::Path(path) if path.path.is_ident("str") => Kind::Text,
        _ => Kind::Unknown,
    }
}

pub(crate) fn is_byte(ty: &Type) -> bool {
    is(ty, "u8")
}

/// Returns the number of nested arrays, if the innermost elements are not scalars.
pub(crate) fn array_depth(ty: &Type) -> usize {
    match ungrouped(ty) {
        Type::Array(array) if !matches!(kind(&array.elem), Kind::Scalar(_)) => {
            array_depth(&array.elem).saturating_add(1)
        }
        _ => 0,
    }
}

/// Returns `T` of `Vec<T>`, or of `Box<[T]>`, `Cow<[T]>` and `&[T]`.
pub(crate) fn element(ty: &Type) -> Option<&Type> {
    let inner = match ungrouped(ty) {
        Type::Reference(reference) => Some(&*reference.elem),
        ty => generic(ty, "Box").or_else(|| generic(ty, "Cow")),
    };
    match inner.map(ungrouped) {
        Some(Type::Slice(slice)) => Some(&slice.elem),
        _ => generic(ty, "Vec"),
    }
}

/// Returns true if `rest` stands for text for this type.
pub(crate) fn is_text(ty: &Type) -> bool {
    matches!(kind(ty), Kind::Text)
}

/// Returns `T` of `Vec<(K, T)>` or of `BTreeMap<K, T>`.
pub(crate) fn value_of(ty: &Type) -> Option<&Type> {
    if let Some(Type::Tuple(pair)) = generic(ty, "Vec").map(ungrouped) {
        return pair.elems.last();
    }
    generics(ty, "BTreeMap")?.last()
}

/// Returns `T` of `Name<T>`, by the last segment of the path.
pub(crate) fn generic<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    generics(ty, name)?.next()
}

fn generics<'a>(ty: &'a Type, name: &str) -> Option<impl Iterator<Item = &'a Type>> {
    let Type::Path(path) = ungrouped(ty) else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    Some(arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }))
}

/// Returns `T` of `Box<T>`. Boxes of bytes and of text are not treated as boxes.
pub(crate) fn boxed(ty: &Type) -> Option<&Type> {
    generic(ty, "Box")
        .filter(|inner| matches!(unsized_kind(inner), Kind::Unknown) && !matches!(ungrouped(inner), Type::Slice(_)))
}

/// Returns the type that items without a marker wrap, if the derive knows only its name, and whether it is the element of
/// a `Vec`. Layers that an alias hides stay hidden.
pub(crate) fn innermost_unknown(ty: &Type) -> Option<(&Type, bool)> {
    let (ty, is_element) = innermost(ty);
    (is_unknown(&Wire::Auto, ty) && matches!(ungrouped(ty), Type::Path(_) | Type::Macro(_))).then_some((ty, is_element))
}

/// Returns the innermost type in options, lists and boxes, and whether it is the element of a `Vec`.
pub(crate) fn innermost(ty: &Type) -> (&Type, bool) {
    let (mut ty, mut is_element) = (ty, false);
    loop {
        let item = generic(ty, "Vec").or_else(|| element(ty)).or_else(|| value_of(ty));
        match item.or_else(|| generic(ty, "Option")).or_else(|| boxed(ty)) {
            Some(inner) => (ty, is_element) = (inner, generic(ty, "Vec").is_some()),
            None => return (ty, is_element),
        }
    }
}

/// Returns true if a field has the default encoding of a type that is unknown to the derive.
pub(crate) fn is_unknown(wire: &Wire, ty: &Type) -> bool {
    matches!((wire, kind(ty)), (Wire::Auto, Kind::Unknown))
}
