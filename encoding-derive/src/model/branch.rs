//! Fields that hold the type that they are in.

use proc_macro2::{Ident, Span};
use syn::{Expr, Type};

use super::{Prefix, Wire};
use crate::fits;

/// How a field holds values of its own type.
pub(crate) enum Branch<'w> {
    /// One, perhaps in a box.
    One,
    Opt(Option<Span>),
    List {
        min: Option<&'w Expr>,
        max: Option<&'w Expr>,
        span: Option<Span>,
    },
    Bounded {
        limit: &'w Expr,
        inner: Box<Branch<'w>>,
        span: Span,
    },
    Dynamic {
        prefix: Prefix,
        inner: Box<Branch<'w>>,
        span: Span,
    },
}

impl<'w> Branch<'w> {
    /// Of a field of the type `ident`; none where it holds no such value in one of these ways.
    pub(crate) fn of(ty: &Type, wire: &'w Wire, ident: &Ident) -> Option<Self> {
        let one = |ty: Option<&Type>, wire| matches!(Self::of(ty?, wire, ident)?, Branch::One).then_some(());
        match (fits::boxed(ty), wire) {
            (Some(ty), Wire::Boxed(inner)) => return Self::of(ty, inner, ident),
            (Some(ty), wire) => return Self::of(ty, wire, ident),
            (None, _) => {}
        }
        let (optional, list) = (fits::generic(ty, "Option"), fits::generic(ty, "Vec"));
        match wire {
            Wire::Shown { inner, .. } => Self::of(ty, inner, ident),
            Wire::Dynamic { prefix, inner, span } => {
                let inner = Box::new(Self::of(ty, inner, ident)?);
                Some(Self::Dynamic { prefix: *prefix, inner, span: *span })
            }
            Wire::Bounded { limit, inner, span } => {
                let inner = Box::new(Self::of(ty, inner, ident)?);
                Some(Self::Bounded { limit, inner, span: *span })
            }
            Wire::Opt { inner, span } => one(optional, inner).map(|()| Self::Opt(Some(*span))),
            Wire::List { min, max, item, span } => {
                one(list, item).map(|()| Self::List { min: min.as_ref(), max: max.as_ref(), span: Some(*span) })
            }
            Wire::Auto if is_own(ty, ident) => Some(Self::One),
            Wire::Auto if optional.is_some() => one(optional, wire).map(|()| Self::Opt(None)),
            Wire::Auto => one(list, wire).map(|()| Self::List { min: None, max: None, span: None }),
            _ => None,
        }
    }

    /// Whether there is always a value, and no byte before it.
    pub(crate) fn is_bare(&self) -> bool {
        match self {
            Self::One => true,
            Self::Bounded { inner, .. } => inner.is_bare(),
            Self::Opt(_) | Self::List { .. } | Self::Dynamic { .. } => false,
        }
    }
}

fn is_own(ty: &Type, ident: &Ident) -> bool {
    matches!(fits::ungrouped(ty), Type::Path(path) if path.qself.is_none() && path.path.is_ident(ident))
}
