//! Fields of a recursive type that contain values of the same type.

use proc_macro2::{Ident, Span};
use syn::{Expr, Type};

use super::wire::{Layer, Wire};
use crate::types;

/// How a field contains values of its own type. A layer that comes from the default encoding of the field's type has no
/// span.
pub(crate) enum Branch<'w> {
    /// One value, possibly in a box.
    One,
    Opt(Option<Span>),
    List {
        min: Option<&'w Expr>,
        max: Option<&'w Expr>,
        span: Option<Span>,
    },
    /// `Layer::Bounded` or `Layer::Dynamic` around one of the others.
    Around(&'w Layer, Box<Branch<'w>>, Span),
}

impl<'w> Branch<'w> {
    /// Returns how a field of type `ty` contains values of the type `ident`; `None` if it does not, or in an
    /// unsupported way.
    pub(crate) fn of(ty: &Type, wire: &'w Wire, ident: &Ident) -> Option<Self> {
        let one = |ty: Option<&Type>, wire| matches!(Self::of(ty?, wire, ident)?, Branch::One).then_some(());
        if let Some(boxed) = types::boxed(ty) {
            return Self::of(boxed, if let Wire::Boxed(inner) = wire { inner } else { wire }, ident);
        }
        let (optional, list) = (types::generic(ty, "Option"), types::generic(ty, "Vec"));
        match wire {
            Wire::Around(Layer::Shown { .. }, inner, _) => Self::of(ty, inner, ident),
            Wire::Around(layer @ (Layer::Dynamic(_) | Layer::Bounded(_)), inner, span) => {
                Some(Self::Around(layer, Box::new(Self::of(ty, inner, ident)?), *span))
            }
            Wire::Around(Layer::Opt, inner, span) => one(optional, inner).map(|()| Self::Opt(Some(*span))),
            Wire::Around(Layer::List { min, max }, item, span) => {
                one(list, item).map(|()| Self::List { min: min.as_ref(), max: max.as_ref(), span: Some(*span) })
            }
            Wire::Auto if types::is(ty, &ident.to_string()) => Some(Self::One),
            Wire::Auto if optional.is_some() => one(optional, wire).map(|()| Self::Opt(None)),
            Wire::Auto => one(list, wire).map(|()| Self::List { min: None, max: None, span: None }),
            _ => None,
        }
    }

    /// Returns true if there is always a value, without any bytes before it.
    pub(crate) fn is_bare(&self) -> bool {
        match self {
            Self::One => true,
            Self::Around(Layer::Bounded(_), inner, _) => inner.is_bare(),
            Self::Opt(_) | Self::List { .. } | Self::Around(..) => false,
        }
    }
}
