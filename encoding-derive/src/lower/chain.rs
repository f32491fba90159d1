//! Chains: from layers and a Rust type to a form.
//!
//! The binding rule of the lineage: a chain is read from the outside in. A marker (`option`, `list`, `bytes`, `string`)
//! stands for one layer of the Rust type; a wrapper (`dynamic`, `sized`, `bounded`, ..) goes around the next marker to its
//! right, or around the innermost type where there is none. Layers of the type without a marker have their own form.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Type};

use super::leaf_only;
use crate::attrs::{Chain, Layer, Marker, Text, Wrapper};
use crate::errors::Errors;
use crate::fits::{self, Order};
use crate::leaves;
use crate::model::Wire;

/// A chain over a type, whose integers have their least significant byte first if `little`.
pub(super) fn chain(chain: Chain, ty: &Type, little: bool, errors: &mut Errors) -> Wire {
    let mut layers = Layers { left: chain.0.into_iter().peekable(), little };
    below(&mut layers, ty, errors)
}

/// What is left of a chain.
struct Layers {
    left: std::iter::Peekable<std::vec::IntoIter<(Layer, Span)>>,
    /// Whether integers have their least significant byte first where the chain does not say.
    little: bool,
}

/// The form of the elements of a list.
fn list_item(layers: &mut Layers, ty: &Type, errors: &mut Errors) -> Box<Wire> {
    Box::new(below(layers, fits::element(ty).unwrap_or(&Type::Verbatim(Default::default())), errors))
}

/// The form of text.
fn lower_text(text: Text, span: Span) -> Wire {
    match text {
        Text::Sized(prefix, max) => {
            Wire::Dynamic { prefix, inner: Box::new(bounded(max, Wire::Text(span), span)), span }
        }
        Text::Bounded(max) => Wire::Narrow { max, span },
        Text::Variable => Wire::Text(span),
        Text::Fixed(bytes) => Wire::Sized { bytes, inner: Box::new(Wire::Text(span)), span },
    }
}

/// The form of `ty` under the layers that are left.
fn below(layers: &mut Layers, ty: &Type, errors: &mut Errors) -> Wire {
    if let Some(inner) = fits::boxed(ty) {
        return Wire::Boxed(Box::new(below(layers, inner, errors))).simplified();
    }
    let mut wrappers = Vec::new();
    while let Some((layer, span)) = layers.left.next() {
        let mismatch = match &layer {
            Layer::Wrapper(_) | Layer::Leaf(_) => None,
            Layer::Marker(marker) => fits::marker(marker, ty),
        };
        if let Some(message) = mismatch {
            errors.at(span, message);
            return Wire::Auto;
        }
        let is_leaf = matches!(layer, Layer::Leaf(_));
        let wire = match layer {
            Layer::Wrapper(wrapper) => {
                wrappers.push((wrapper, span));
                continue;
            }
            Layer::Leaf(leaf) => {
                let mut leaves = vec![(leaf, span)];
                while let Some((Layer::Leaf(_), _)) = layers.left.peek() {
                    leaves.extend(layers.left.next().and_then(leaf_only));
                }
                match leaves::lower(leaves, ty, layers.little) {
                    Ok(wire) => wire,
                    Err((span, message)) => {
                        errors.at(span, message);
                        return Wire::Auto;
                    }
                }
            }
            Layer::Marker(Marker::Bytes(max)) => bounded(max, Wire::Bytes(span), span),
            Layer::Marker(Marker::Text(text)) => lower_text(text, span),
            Layer::Marker(Marker::Raw(of)) => Wire::Verbatim { of, span },
            Layer::Marker(Marker::Maybe) => {
                let inner = below(layers, fits::generic(ty, "Option").unwrap_or(ty), errors);
                Wire::Maybe { inner: Box::new(inner), span }
            }
            Layer::Marker(Marker::Varopt) => {
                let inner = below(layers, fits::generic(ty, "Option").unwrap_or(ty), errors);
                Wire::Varopt { inner: Box::new(inner), span }
            }
            Layer::Marker(Marker::Rest) if fits::is_text(ty) => Wire::Text(span),
            Layer::Marker(Marker::Rest) => Wire::Bytes(span),
            Layer::Marker(Marker::Assoc | Marker::Map) => {
                let value = fits::value_of(ty).unwrap_or(&Type::Verbatim(Default::default())).clone();
                Wire::Assoc { item: Box::new(below(layers, &value, errors)), span }
            }
            Layer::Marker(Marker::Elided(usual)) => {
                let inner = Box::new(below(layers, ty, errors));
                Wire::Elided { usual, ty: Box::new(ty.clone()), inner, span }
            }
            Layer::Marker(Marker::Result) => {
                is_little(layers, ty, errors);
                Wire::Either(span)
            }
            Layer::Marker(Marker::Exactly(len)) => Wire::Exactly { len, item: list_item(layers, ty, errors), span },
            Layer::Marker(Marker::Short(bits)) => Wire::Short { bits, item: list_item(layers, ty, errors), span },
            Layer::Marker(Marker::Count(prefix, max)) => {
                Wire::Counted { prefix, max, item: list_item(layers, ty, errors), span }
            }
            Layer::Marker(Marker::List { min, max }) => {
                Wire::List { min, max, item: list_item(layers, ty, errors), span }
            }
            Layer::Marker(Marker::Option) => {
                let inner = below(layers, fits::generic(ty, "Option").unwrap_or(ty), errors);
                Wire::Opt { inner: Box::new(inner), span }
            }
        };
        if is_leaf || wire.is_innermost() {
            for (_, span) in layers.left.by_ref() {
                errors.at(span, "nothing is left of the type for this item: the item before it is the innermost");
            }
        }
        return wrap(wire, wrappers);
    }
    if let Some(message) = fits::own(ty) {
        errors.at(ty.span(), message);
    }
    let little = is_little(layers, ty, errors);
    if wrappers.is_empty() && !little { Wire::Auto } else { innermost(ty, wrappers, little, errors) }
}

/// Whether `ty` in its own form holds an integer with its low byte first.
fn is_little(layers: &Layers, ty: &Type, errors: &mut Errors) -> bool {
    let order = if layers.little { fits::order(ty) } else { Order::None };
    if order == Order::Inside {
        errors.at(ty.span(), ORDER_INSIDE);
    }
    order == Order::Innermost
}

const ORDER_INSIDE: &str = "`endian` does not reach the integers in this type: write a `Vec`, with `list(len = N)` for an array, or a \
                            type of your own with the integers as fields";

const DYNAMIC_WITHOUT_LIST: &str = "alone it puts a size in front of each element of the `Vec`: write `dynamic, list` for one \
                                    size in front of all of them, or `list, dynamic` where this is meant";

/// Wrappers without a marker go around the innermost type, an integer with its low byte first if `little`; the layers outside have their own form.
fn innermost(ty: &Type, wrappers: Vec<(Wrapper, Span)>, little: bool, errors: &mut Errors) -> Wire {
    let span = ty.span();
    if let Some(item) = fits::generic(ty, "Vec").filter(|item| !fits::is_byte(item)) {
        if let Some((_, span)) = wrappers.iter().find(|(wrapper, _)| matches!(wrapper, Wrapper::Dynamic { .. })) {
            errors.warn(*span, "DYNAMIC_WITHOUT_LIST", DYNAMIC_WITHOUT_LIST);
        }
        return Wire::List { min: None, max: None, item: Box::new(innermost(item, wrappers, little, errors)), span };
    }
    if let Some(inner) = fits::generic(ty, "Option") {
        return Wire::Opt { inner: Box::new(innermost(inner, wrappers, little, errors)), span };
    }
    if let Some(inner) = fits::boxed(ty) {
        return Wire::Boxed(Box::new(innermost(inner, wrappers, little, errors)));
    }
    wrap(if little { Wire::Little(span) } else { Wire::Auto }, wrappers)
}

/// `wrappers` around `wire`, the first outermost.
pub(super) fn wrap(wire: Wire, wrappers: Vec<(Wrapper, Span)>) -> Wire {
    wrappers.into_iter().rev().fold(wire, |inner, (wrapper, span)| match wrapper {
        Wrapper::Dynamic { prefix, max } => Wire::Dynamic { prefix, inner: Box::new(bounded(max, inner, span)), span },
        Wrapper::Suffix(prefix) => Wire::Suffixed { prefix, inner: Box::new(inner), span },
        Wrapper::Sized(bytes) => Wire::Sized { bytes, inner: Box::new(inner), span },
        Wrapper::Bounded(limit) => Wire::Bounded { limit, inner: Box::new(inner), span },
        Wrapper::Magic(bytes) => Wire::Magic { bytes, inner: Box::new(inner), span },
        Wrapper::Payload => Wire::Payload { inner: Box::new(inner), span },
        Wrapper::Padded(bytes) => Wire::Padded { bytes, inner: Box::new(inner), span },
    })
}

/// `inner` in at most `limit` bytes, where there is a limit.
pub(super) fn bounded(limit: Option<Expr>, inner: Wire, span: Span) -> Wire {
    match limit {
        Some(limit) => Wire::Bounded { limit, inner: Box::new(inner), span },
        None => inner,
    }
}

impl Wire {
    /// Whether nothing of the Rust type is left for the items behind.
    fn is_innermost(&self) -> bool {
        match self {
            Self::Dynamic { inner, .. }
            | Self::Suffixed { inner, .. }
            | Self::Bounded { inner, .. }
            | Self::Sized { inner, .. } => inner.is_innermost(),
            Self::Primitive(..)
            | Self::Bytes(_)
            | Self::Text(_)
            | Self::Little(_)
            | Self::Ranged { .. }
            | Self::Either(_)
            | Self::Verbatim { .. }
            | Self::Constant(..)
            | Self::With(..)
            | Self::Narrow { .. } => true,
            _ => false,
        }
    }

    /// A box of a type in its own form is in its own form.
    fn simplified(self) -> Self {
        match self {
            Self::Boxed(inner) if matches!(*inner, Self::Auto) => Self::Auto,
            other => other,
        }
    }
}
