//! Searches and replacements in the user's types, at any depth.

use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Lifetime, Path, Type, TypePath};

use crate::fits;
use crate::model::Wire;

/// A type or a lifetime in a type.
enum Part<'t> {
    Type(&'t mut Type),
    Lifetime(&'t mut Lifetime),
}

/// Calls `look` for `ty` and for the types and lifetimes in it. All functions here share one visitor, because each
/// visitor is compiled for every kind of syntax.
fn each_part(ty: &mut Type, look: &mut dyn FnMut(Part<'_>)) {
    struct Visitor<'l>(&'l mut dyn FnMut(Part<'_>));
    impl VisitMut for Visitor<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            (self.0)(Part::Type(ty));
            visit_mut::visit_type_mut(self, ty);
        }
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            (self.0)(Part::Lifetime(lifetime));
        }
    }
    Visitor(look).visit_type_mut(ty);
}

/// Returns the name of a type that is a single identifier, without its parameters.
fn name(ty: &Type) -> Option<&Ident> {
    let Type::Path(TypePath { qself: None, path: Path { leading_colon: None, segments, .. }, .. }) = ty else {
        return None;
    };
    segments.first().filter(|_| segments.len() == 1).map(|segment| &segment.ident)
}

/// Returns true if `ty` contains the type `ident` or `Self`.
pub(crate) fn mentions(ty: &Type, ident: &Ident) -> bool {
    let mut found = false;
    each_part(&mut ty.clone(), &mut |part| {
        if let Part::Type(ty) = part {
            found |= name(ty).is_some_and(|name| name == ident || name == "Self");
        }
    });
    found
}

/// Returns true if `ty` is the type `ident`, or a path that starts with it, such as `T::Item`.
pub(crate) fn starts_with(ty: &Type, ident: &Ident) -> bool {
    let Type::Path(TypePath { qself, path, .. }) = fits::ungrouped(ty) else { return false };
    match qself {
        Some(qself) => starts_with(&qself.ty, ident),
        None => path.segments.first().is_some_and(|segment| segment.ident == *ident),
    }
}

/// Returns the number of types that a type is composed of: three for `Option<Box<T>>`.
pub(crate) fn count(ty: &Type) -> usize {
    let mut types = 0_usize;
    each_part(&mut ty.clone(), &mut |part| types = types.saturating_add(usize::from(matches!(part, Part::Type(_)))));
    types
}

/// Returns true if `ty` is a container of a type that is unknown to the derive: only such a field can close a cycle of
/// types.
pub(crate) fn contains_unknown(ty: &Type) -> bool {
    let (mut found, mut is_outermost) = (false, true);
    each_part(&mut ty.clone(), &mut |part| {
        let is_inside = !std::mem::take(&mut is_outermost);
        found |= matches!(part, Part::Type(part @ Type::Path(_)) if is_inside && fits::is_unknown(&Wire::Auto, part));
    });
    found
}

/// Returns true if a type contains references.
pub(crate) fn borrows(ty: &Type) -> bool {
    let mut found = false;
    each_part(&mut ty.clone(), &mut |part| {
        found |= matches!(part, Part::Lifetime(_) | Part::Type(Type::Reference(_)));
    });
    found
}

/// Returns `ty` with `this` for `Self`, which would be another type inside a local form.
pub(crate) fn without_self(ty: &Type, this: &Type) -> Type {
    changed(ty, &mut |part| match part {
        Part::Type(ty) if name(&*ty).is_some_and(|name| name == "Self") => *ty = this.clone(),
        Part::Type(_) | Part::Lifetime(_) => {}
    })
}

/// Returns `ty` with `'static` for every lifetime: the schema is the same for all.
pub(crate) fn with_static_lifetimes(ty: &Type) -> Type {
    changed(ty, &mut |part| match part {
        Part::Type(Type::Reference(reference)) => {
            reference.lifetime = Some(Lifetime::new("'static", Span::call_site()));
        }
        Part::Type(_) => {}
        Part::Lifetime(lifetime) => *lifetime = Lifetime::new("'static", lifetime.span()),
    })
}

/// Returns `ty` with every lifetime elided.
pub(crate) fn without_lifetimes(ty: &Type) -> Type {
    changed(ty, &mut |part| match part {
        Part::Type(Type::Reference(reference)) => reference.lifetime = None,
        Part::Type(_) => {}
        Part::Lifetime(lifetime) => *lifetime = Lifetime::new("'_", lifetime.span()),
    })
}

fn changed(ty: &Type, change: &mut dyn FnMut(Part<'_>)) -> Type {
    let mut ty = ty.clone();
    each_part(&mut ty, change);
    ty
}
