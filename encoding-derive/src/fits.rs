//! Determines from the names of Rust types which of them fit an encoding. Aliases and user-defined types are left to
//! the compiler, whose errors are less specific.

use syn::Type;

use crate::attrs::Marker;
use crate::model::rlp::Form;
use crate::model::{Hook, Layer, Leaf, Wire};
use crate::primitives::Row;
use crate::types::{self, OTHERS, SCALARS, TypeKind, generic, has_no_parts, is_float, kind, ungrouped};

/// Returns the error if a marker does not fit `ty`.
pub(crate) fn marker(marker: &Marker, ty: &Type) -> Option<String> {
    let kind = kind(ty);
    let is_owned_bytes = matches!(kind, TypeKind::Bytes(false));
    let (fits, wanted) = match marker {
        _ if matches!(kind, TypeKind::Unknown) => return None,
        Marker::Elided(_) => return None,
        Marker::Bytes(_) => (
            matches!(kind, TypeKind::Bytes(_)),
            "`bytes` is for `Vec<u8>`, `[u8; N]`, `&[u8]`, `Cow<[u8]>` and `Box<[u8]>`",
        ),
        Marker::Raw(_) => (is_owned_bytes, "`raw` is for `Vec<u8>`, `&[u8]`, `Cow<[u8]>` and `Box<[u8]>`"),
        Marker::Text(_) => (
            is_owned_bytes || matches!(kind, TypeKind::Text),
            "`string` is for `String`, `&str`, `Cow<str>`, `Box<str>`, `Vec<u8>` and the like",
        ),
        Marker::Rest => (
            is_owned_bytes || matches!(kind, TypeKind::Text),
            "`rest` is for bytes and text: `Vec<u8>`, `&[u8]`, `String`, `&str` and the like",
        ),
        Marker::List(_) => (
            matches!(kind, TypeKind::List) || matches!(kind, TypeKind::Bytes(_)) && generic(ty, "Vec").is_some(),
            match kind {
                TypeKind::Bytes(false) => "this is bytes, not a list: write `bytes`, or nothing",
                TypeKind::Bytes(true) | TypeKind::Array => {
                    "an array needs no attribute: `list` is for `Vec<T>` and `Box<[T]>`"
                }
                _ => "`list` is for `Vec<T>` and `Box<[T]>`",
            },
        ),
        Marker::Option(layer) => (
            matches!(kind, TypeKind::Option),
            match layer {
                Layer::Maybe => "`option(tagged)` is for `Option<T>`",
                Layer::Varopt => "`varopt` is for `Option<T>`",
                _ => "`option` is for `Option<T>`",
            },
        ),
        Marker::Assoc => (matches!(kind, TypeKind::List), "`assoc` is for `Vec<(K, T)>`, `map` for `BTreeMap<K, T>`"),
        Marker::Map => (false, "`map` is for `BTreeMap<K, T>`, `assoc` for `Vec<(K, T)>`"),
        Marker::Result => (false, "`result` is for `Result<T, E>`"),
    };
    let may_describe_elements = matches!(marker, Marker::Bytes(_) | Marker::Raw(_) | Marker::Text(_) | Marker::Rest);
    (!fits).then(|| match kind {
        TypeKind::Option => format!("{wanted}: to describe what is inside the `Option`, write `option` first"),
        TypeKind::List if may_describe_elements => {
            format!("{wanted}: to describe the elements of the list, write `list` first")
        }
        _ => wanted.to_owned(),
    })
}

/// Returns the error if `ty` is not an integer.
pub(crate) fn integer(ty: &Type) -> Option<String> {
    let fits = match kind(ty) {
        TypeKind::Unknown => true,
        TypeKind::Scalar(name) => SCALARS.contains(&name.as_str()) && name != "bool" && name != "f64",
        _ => false,
    };
    (!fits).then(|| "`range` is for integers and `f64`, `le` and `be` for integers".to_owned())
}

/// Returns the error if `ty` is not a float.
pub(crate) fn float(ty: &Type) -> Option<String> {
    let fits = is_float(ty) || matches!(kind(ty), TypeKind::Unknown);
    (!fits).then(|| "a `range` of floats requires `f64`".to_owned())
}

/// Returns the error if `ty` is not `()`.
pub(crate) fn unit(item: &str, ty: &Type) -> Option<String> {
    let fits = match ungrouped(ty) {
        Type::Tuple(tuple) => tuple.elems.is_empty(),
        ty => matches!(kind(ty), TypeKind::Unknown),
    };
    (!fits).then(|| format!("`{item}` is for a field of type `()`"))
}

/// Returns the error if a named scalar does not fit `ty`.
pub(crate) fn leaf(row: &Row, ty: &Type) -> Option<String> {
    let fits = match kind(ty) {
        TypeKind::Unknown => true,
        TypeKind::Scalar(name) => row.types.contains(&name.as_str()),
        _ => row.types.contains(&"()") && unit(row.keyword, ty).is_none(),
    };
    let types: Vec<String> = row.types.iter().map(|ty| format!("`{ty}`")).collect();
    (!fits).then(|| format!("`{}` is for {}", row.keyword, types.join(" or ")))
}

/// Returns the error if `ty` cannot have this JSON.
pub(crate) fn hook(hook: &Hook, ty: &Type) -> Option<String> {
    let message = match (hook, kind(ty)) {
        (Hook::Decimal, _) => return integer(ty).map(|_| "`decimal` is for integers".to_owned()),
        (_, TypeKind::Unknown | TypeKind::Bytes(_)) | (Hook::Display | Hook::With(_), _) => return None,
        (Hook::Hex | Hook::Plain, TypeKind::Text) => return None,
        (Hook::Hex, _) => "`hex` is for bytes and text",
        (Hook::Plain, _) => "`plain` is for bytes and text",
        (Hook::Base58(_), _) => "`b58` is for bytes",
    };
    Some(message.to_owned())
}

/// Returns the error if a form in RLP does not fit `ty`.
pub(crate) fn rlp_form(form: &Form, ty: &Type) -> Option<String> {
    let kind = kind(ty);
    let (fits, wanted) = match form {
        _ if matches!(kind, TypeKind::Unknown) => return None,
        Form::Bytes(_) => (
            matches!(kind, TypeKind::Bytes(false)),
            "`bytes` is for `Vec<u8>`, `&[u8]`, `Cow<[u8]>` and `Box<[u8]>`: remove it",
        ),
        Form::Text(_) => (
            matches!(kind, TypeKind::Text),
            "`string` is for `String`, `&str`, `Cow<str>` and `Box<str>`: write `bytes` for bytes, or remove it",
        ),
        Form::List { .. } => (
            matches!(kind, TypeKind::List) || matches!(kind, TypeKind::Bytes(_)) && generic(ty, "Vec").is_some(),
            "`list` is for `Vec<T>`: remove it, because an array is a list without it",
        ),
        Form::Little => (
            matches!(&kind, TypeKind::Scalar(name) if LITTLE.contains(&name.as_str())),
            "`little` is for integers of 16, 32, 64 and 256 bits: remove it",
        ),
        Form::Encoding | Form::Nested | Form::Envelope | Form::Shown | Form::With(_) => return None,
    };
    (!fits).then(|| wanted.to_owned())
}

/// The integers that RLP can have in little-endian order.
const LITTLE: [&str; 6] = ["u16", "u32", "u64", "i16", "i32", "i64"];

/// Returns the error if RLP has no default encoding of `ty`.
pub(crate) fn rlp_own(ty: &Type) -> Option<String> {
    let TypeKind::Scalar(name) = kind(ty) else { return None };
    let advice = match name.as_str() {
        "i16" | "i32" | "i64" => {
            "write `#[rlp(little)]` for its bytes, `#[rlp(via = \"encoding\")]` for a string that contains it, or use an unsigned type"
        }
        "i8" | "f64" => "write `#[rlp(via = \"encoding\")]` for a string that contains it, or use another type",
        "i128" | "isize" | "usize" => "use an unsigned integer of known width, `U256` or `Quantity`",
        "f32" | "char" => "use another type",
        _ => return None,
    };
    Some(format!("RLP has no `{name}`: {advice}"))
}

/// Returns the error if `ty` has no default encoding.
pub(crate) fn own(ty: &Type) -> Option<String> {
    match kind(ty) {
        TypeKind::Scalar(name) if OTHERS.contains(&name.as_str()) => {
            Some(format!("`{name}` has no encoding: use one of {}, `N` or `Z`", SCALARS.join(", ")))
        }
        _ => None,
    }
}

/// Returns true if an encoding of `ty` extends to the end of its block, as far as the names of types reveal.
pub(crate) fn goes_to_end(wire: &Wire, ty: &Type) -> bool {
    use Layer::{Assoc, Bounded, Canonical, Dft, Elided, Guarded, List, Magic, Opt, Shown, Suffixed, Varopt, Via};
    let inside = |name| generic(ty, name).unwrap_or(ty);
    match wire {
        Wire::Leaf(Leaf::Text, _) => true,
        Wire::Leaf(Leaf::Bytes, _) => !matches!(kind(ty), TypeKind::Bytes(true)),
        Wire::Around(List { .. } | Assoc | Varopt | Suffixed(_), ..) => true,
        Wire::Around(
            Bounded(_) | Guarded { .. } | Canonical { .. } | Shown { .. } | Dft { .. } | Elided { .. } | Magic(_),
            inner,
            _,
        ) => goes_to_end(inner, ty),
        Wire::Around(Via { repr, .. }, inner, _) => goes_to_end(inner, repr),
        Wire::Around(Opt, inner, _) => goes_to_end(inner, inside("Option")),
        Wire::Boxed(inner) => goes_to_end(inner, inside("Box")),
        Wire::Auto => match generic(ty, "Option") {
            Some(inner) => goes_to_end(wire, inner),
            None => matches!(kind(ty), TypeKind::Bytes(false) | TypeKind::List),
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

/// Returns true if a value may be absent.
pub(crate) fn may_be_absent(wire: &Wire, ty: &Type) -> bool {
    match wire {
        Wire::Around(Layer::Opt | Layer::Varopt, ..) => true,
        Wire::Auto => matches!(kind(ty), TypeKind::Option | TypeKind::Unknown),
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
            Layer::Bounded(_) | Layer::Guarded { .. } | Layer::Canonical { .. } | Layer::Reserve(_) => least(inner, ty),
            _ => None,
        },
        Wire::Auto if generic(ty, "Option").is_some() => Some(1),
        Wire::Auto if generic(ty, "Vec").is_some() => Some(0),
        _ => None,
    }
}

/// Returns true if values vary in size, as far as the names of types reveal.
pub(crate) fn is_open(wire: &Wire, ty: &Type) -> bool {
    wire.is_open()
        || goes_to_end(wire, ty)
        || matches!((wire, kind(ty)), (Wire::Auto, TypeKind::Text | TypeKind::Option))
}

/// Returns true if a field has the default encoding of a type that is unknown to the derive.
pub(crate) fn is_unknown(wire: &Wire, ty: &Type) -> bool {
    matches!(wire, Wire::Auto) && types::is_unknown(ty)
}
