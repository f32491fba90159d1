//! Rust types as the user writes them: what their names reveal, and searches and replacements in them, at any depth.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{
    ConstParam, GenericArgument, GenericParam, Generics, Lifetime, LifetimeParam, Path, PathArguments, Type, TypeParam,
    TypePath, parse_quote,
};

/// The kind of a type, derived from its name.
pub(crate) enum TypeKind {
    Scalar(String),
    Text,
    /// Bytes; true for an array.
    Bytes(bool),
    List,
    Array,
    Option,
    Unknown,
}

pub(crate) const SCALARS: [&str; 10] = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "bool", "f64"];
/// The sizes of these scalars in bytes.
const SIZES: [usize; 10] = [1, 1, 2, 2, 4, 4, 8, 8, 1, 8];
/// Rust scalars without a counterpart in `data-encoding`.
pub(crate) const OTHERS: [&str; 6] = ["usize", "isize", "u128", "i128", "f32", "char"];

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

/// Returns true if the default encoding of `ty` is a scalar or an array of bytes, which contains no other encoding.
pub(crate) fn has_no_parts(ty: &Type) -> bool {
    matches!(kind(ty), TypeKind::Scalar(_) | TypeKind::Bytes(true))
}

/// Returns true if values of `ty` have an alignment above 1, as far as the names of types reveal.
pub(crate) fn is_aligned(ty: &Type) -> bool {
    match (ungrouped(ty), kind(ty)) {
        (Type::Array(array), _) => is_aligned(&array.elem),
        (Type::Tuple(tuple), _) => tuple.elems.iter().any(is_aligned),
        (_, TypeKind::Scalar(name)) => SCALARS.iter().zip(SIZES).any(|(scalar, size)| *scalar == name && size > 1),
        (_, TypeKind::Option) => generic(ty, "Option").is_some_and(is_aligned),
        (_, kind) => matches!(kind, TypeKind::Text | TypeKind::Bytes(_) | TypeKind::List),
    }
}

/// Returns true if `ty` is the type of this name.
pub(crate) fn is(ty: &Type, name: &str) -> bool {
    matches!(ungrouped(ty), Type::Path(path) if path.path.is_ident(name))
}

pub(crate) fn kind(ty: &Type) -> TypeKind {
    let ty = ungrouped(ty);
    if let Some(inner) = ["Box", "Cow"].iter().find_map(|name| generic(ty, name)) {
        return unsized_kind(inner);
    }
    match ty {
        Type::Reference(reference) => unsized_kind(&reference.elem),
        Type::Array(array) if is_byte(&array.elem) => TypeKind::Bytes(true),
        Type::Array(_) => TypeKind::Array,
        Type::Tuple(_) => TypeKind::Array,
        Type::Path(path) => match path.path.get_ident().map(ToString::to_string) {
            Some(name) if SCALARS.contains(&name.as_str()) || OTHERS.contains(&name.as_str()) => TypeKind::Scalar(name),
            Some(name) if name == "String" => TypeKind::Text,
            None if is_string_by_path(&path.path) => TypeKind::Text,
            _ if generic(ty, "Option").is_some() => TypeKind::Option,
            _ => match generic(ty, "Vec") {
                Some(item) if is_byte(item) => TypeKind::Bytes(false),
                Some(_) => TypeKind::List,
                None => TypeKind::Unknown,
            },
        },
        _ => TypeKind::Unknown,
    }
}

/// Returns true for `std::string::String` and `alloc::string::String`.
fn is_string_by_path(path: &Path) -> bool {
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
fn unsized_kind(ty: &Type) -> TypeKind {
    match ungrouped(ty) {
        Type::Slice(slice) if is_byte(&slice.elem) => TypeKind::Bytes(false),
        Type::Path(path) if path.path.is_ident("str") => TypeKind::Text,
        _ => TypeKind::Unknown,
    }
}

pub(crate) fn is_byte(ty: &Type) -> bool {
    is(ty, "u8")
}

/// Returns the number of nested arrays, if the innermost elements are not scalars.
pub(crate) fn array_depth(ty: &Type) -> usize {
    match ungrouped(ty) {
        Type::Array(array) if !matches!(kind(&array.elem), TypeKind::Scalar(_)) => {
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
    matches!(kind(ty), TypeKind::Text)
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
        .filter(|inner| matches!(unsized_kind(inner), TypeKind::Unknown) && !matches!(ungrouped(inner), Type::Slice(_)))
}

/// Returns the type that items without a marker wrap, if the derive knows only its name, and whether it is the element of
/// a `Vec`. Layers that an alias hides stay hidden.
pub(crate) fn innermost_unknown(ty: &Type) -> Option<(&Type, bool)> {
    let (ty, is_element) = innermost(ty);
    (is_unknown(ty) && matches!(ungrouped(ty), Type::Path(_) | Type::Macro(_))).then_some((ty, is_element))
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

/// Returns true if the derive knows nothing of `ty` but its name.
pub(crate) fn is_unknown(ty: &Type) -> bool {
    matches!(kind(ty), TypeKind::Unknown)
}

/// Returns true if two types are written identically. `PartialEq` of `syn` would be compiled for every kind of syntax.
pub(crate) fn same_type(one: &Type, other: &Type) -> bool {
    one.to_token_stream().to_string() == other.to_token_stream().to_string()
}

/// Returns the type with its parameters as arguments. Constants are in braces, because a bare name could also be that
/// of a type: the runtime exports an `N`.
pub(crate) fn own_type(ident: &Ident, generics: &Generics) -> Type {
    if generics.params.is_empty() {
        return parse_quote!(#ident);
    }
    let arguments = generics.params.iter().map(|parameter| -> GenericArgument {
        match parameter {
            GenericParam::Lifetime(LifetimeParam { lifetime, .. }) => parse_quote!(#lifetime),
            GenericParam::Type(TypeParam { ident, .. }) => parse_quote!(#ident),
            GenericParam::Const(ConstParam { ident, .. }) => parse_quote!({ #ident }),
        }
    });
    parse_quote!(#ident<#(#arguments),*>)
}

/// A type or a lifetime in a type.
enum TypeOrLifetime<'t> {
    Type(&'t mut Type),
    Lifetime(&'t mut Lifetime),
}

/// Calls `look` for `ty` and for the types and lifetimes in it. All functions here share one visitor, because each
/// visitor is compiled for every kind of syntax.
fn each_type_or_lifetime(ty: &mut Type, look: &mut dyn FnMut(TypeOrLifetime<'_>)) {
    struct Visitor<'l>(&'l mut dyn FnMut(TypeOrLifetime<'_>));
    impl VisitMut for Visitor<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            (self.0)(TypeOrLifetime::Type(ty));
            visit_mut::visit_type_mut(self, ty);
        }
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            (self.0)(TypeOrLifetime::Lifetime(lifetime));
        }
    }
    Visitor(look).visit_type_mut(ty);
}

/// Returns the name of a type that is a single identifier, without its parameters.
pub(crate) fn name(ty: &Type) -> Option<&Ident> {
    let Type::Path(TypePath { qself: None, path: Path { leading_colon: None, segments, .. }, .. }) = ty else {
        return None;
    };
    segments.first().filter(|_| segments.len() == 1).map(|segment| &segment.ident)
}

/// Returns true if `ty` contains the type `ident` or `Self`.
pub(crate) fn mentions(ty: &Type, ident: &Ident) -> bool {
    let mut found = false;
    each_type_or_lifetime(&mut ty.clone(), &mut |part| {
        if let TypeOrLifetime::Type(ty) = part {
            found |= name(ty).is_some_and(|name| name == ident || name == "Self");
        }
    });
    found
}

/// Returns true if `ty` is the type `ident`, or a path that starts with it, such as `T::Item`.
pub(crate) fn starts_with(ty: &Type, ident: &Ident) -> bool {
    let Type::Path(TypePath { qself, path, .. }) = ungrouped(ty) else { return false };
    match qself {
        Some(qself) => starts_with(&qself.ty, ident),
        None => path.segments.first().is_some_and(|segment| segment.ident == *ident),
    }
}

/// Returns the number of types that a type is composed of: three for `Option<Box<T>>`.
pub(crate) fn count(ty: &Type) -> usize {
    let mut types = 0_usize;
    each_type_or_lifetime(&mut ty.clone(), &mut |part| {
        types = types.saturating_add(usize::from(matches!(part, TypeOrLifetime::Type(_))))
    });
    types
}

/// Returns true if `ty` is a container of a type that is unknown to the derive: only such a field can close a cycle of
/// types.
pub(crate) fn contains_unknown(ty: &Type) -> bool {
    let (mut found, mut is_outermost) = (false, true);
    each_type_or_lifetime(&mut ty.clone(), &mut |part| {
        let is_inside = !std::mem::take(&mut is_outermost);
        found |= matches!(part, TypeOrLifetime::Type(part @ Type::Path(_)) if is_inside && is_unknown(part));
    });
    found
}

/// Returns true if a type consists of parameters and types of the standard library.
pub(crate) fn is_made_of(ty: &Type, generics: &Generics) -> bool {
    let is_parameter = |part: &Type| generics.type_params().any(|it| name(part).is_some_and(|name| *name == it.ident));
    let is_container = |part: &Type| ["Box", "Cow", "BTreeMap"].iter().any(|name| generic(part, name).is_some());
    let mut all = true;
    each_type_or_lifetime(&mut ty.clone(), &mut |part| {
        if let TypeOrLifetime::Type(part @ Type::Path(_)) = part {
            all &= !is_unknown(part) || is_parameter(part) || is_container(part);
        }
    });
    all
}

/// Returns true if a type contains references.
pub(crate) fn borrows(ty: &Type) -> bool {
    let mut found = false;
    each_type_or_lifetime(&mut ty.clone(), &mut |part| {
        found |= matches!(part, TypeOrLifetime::Lifetime(_) | TypeOrLifetime::Type(Type::Reference(_)));
    });
    found
}

/// Returns `ty` with `this` for `Self`, which would be another type inside a local form.
pub(crate) fn without_self(ty: &Type, this: &Type) -> Type {
    changed(ty, &mut |part| match part {
        TypeOrLifetime::Type(ty) if name(&*ty).is_some_and(|name| name == "Self") => *ty = this.clone(),
        TypeOrLifetime::Type(_) | TypeOrLifetime::Lifetime(_) => {}
    })
}

/// Returns `ty` with `'static` for every lifetime: the schema is the same for all.
pub(crate) fn with_static_lifetimes(ty: &Type) -> Type {
    changed(ty, &mut |part| match part {
        TypeOrLifetime::Type(Type::Reference(reference)) => {
            reference.lifetime = Some(Lifetime::new("'static", Span::call_site()));
        }
        TypeOrLifetime::Type(_) => {}
        TypeOrLifetime::Lifetime(lifetime) => *lifetime = Lifetime::new("'static", lifetime.span()),
    })
}

/// Returns `ty` with every lifetime elided.
pub(crate) fn without_lifetimes(ty: &Type) -> Type {
    changed(ty, &mut |part| match part {
        TypeOrLifetime::Type(Type::Reference(reference)) => reference.lifetime = None,
        TypeOrLifetime::Type(_) => {}
        TypeOrLifetime::Lifetime(lifetime) => *lifetime = Lifetime::new("'_", lifetime.span()),
    })
}

fn changed(ty: &Type, change: &mut dyn FnMut(TypeOrLifetime<'_>)) -> Type {
    let mut ty = ty.clone();
    each_type_or_lifetime(&mut ty, change);
    ty
}
