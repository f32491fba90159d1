//! Lowers a chain and a Rust type to an encoding.
//!
//! A chain is read from the outside in. A marker (`option`, `list`, `bytes`, `string`) stands for one layer of the Rust
//! type. A wrapper (`dynamic`, `sized`, `bounded`, ..) wraps the next marker to its right or, if there is none, the
//! innermost type. Layers of the type without a marker have their default encoding.

use std::iter::Peekable;
use std::vec::IntoIter;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Type};

use super::scalar;
use crate::attrs::{Chain, ChainItem, Marker};
use crate::errors::Errors;
use crate::fits;
use crate::model::{Layer, Leaf, Wire};
use crate::types::{self, Order};

/// A wrapper, the limit inside it, and its span.
type Wrapper = (Layer, Option<Expr>, Span);

/// Lowers a chain over `ty`; integers are little-endian if `little`.
pub(super) fn chain(chain: Chain, ty: &Type, little: bool, errors: &mut Errors) -> Wire {
    Lowering { steps: chain.0.into_iter().peekable(), little, errors }.below(ty)
}

/// The state of lowering a chain.
struct Lowering<'e> {
    /// The remaining steps.
    steps: Peekable<IntoIter<(ChainItem, Span)>>,
    /// Whether integers are little-endian unless the chain sets their byte order.
    little: bool,
    errors: &'e mut Errors,
}

impl Lowering<'_> {
    /// Returns the encoding of `ty` under the remaining steps.
    fn below(&mut self, ty: &Type) -> Wire {
        if let Some(inner) = types::boxed(ty) {
            return match self.below(inner) {
                Wire::Auto => Wire::Auto,
                inner => Wire::Boxed(Box::new(inner)),
            };
        }
        let mut wrappers = Vec::new();
        while let Some((step, span)) = self.steps.next() {
            let (wire, is_scalar) = match step {
                ChainItem::Wrapper(layer, limit) => {
                    wrappers.push((layer, limit, span));
                    continue;
                }
                ChainItem::Scalar(first) => {
                    let mut items = vec![(first, span)];
                    while let Some((ChainItem::Scalar(item), span)) =
                        self.steps.next_if(|(step, _)| matches!(step, ChainItem::Scalar(_)))
                    {
                        items.push((item, span));
                    }
                    match scalar::lower(items, ty, self.little) {
                        Ok(wire) => (wire, true),
                        Err((span, message)) => {
                            self.errors.at(span, message);
                            return Wire::Auto;
                        }
                    }
                }
                ChainItem::Marker(marker) => match fits::marker(&marker, ty) {
                    Some(message) => {
                        self.errors.at(span, message);
                        return Wire::Auto;
                    }
                    None => (self.marker(marker, ty, span), false),
                },
            };
            if is_scalar || is_innermost(&wire) {
                let message = "the preceding item describes the innermost type, so nothing can follow it: write this item before it, or remove it";
                self.errors.at_each(self.steps.by_ref().map(|(_, span)| Some(span)), message);
            }
            return wrap(wire, wrappers);
        }
        if let (Some(message), false) = (fits::own(ty), self.errors.is_rlp) {
            self.errors.at(ty.span(), message);
        }
        let little = self.is_little(ty);
        if wrappers.is_empty() && !little { Wire::Auto } else { self.innermost(ty, wrappers, little) }
    }

    /// Returns the encoding of `ty` under a marker that fits it.
    fn marker(&mut self, marker: Marker, ty: &Type, span: Span) -> Wire {
        match marker {
            Marker::Option(layer) => self.below(types::generic(ty, "Option").unwrap_or(ty)).within(layer, span),
            Marker::List(layer) => self.below_element(types::element(ty)).within(layer, span),
            Marker::Assoc | Marker::Map => self.below_element(types::value_of(ty)).within(Layer::Assoc, span),
            Marker::Elided(default) => self.below(ty).within(Layer::Elided { default, ty: Box::new(ty.clone()) }, span),
            Marker::Result => {
                self.is_little(ty);
                Wire::Leaf(Leaf::Either, span)
            }
            Marker::Rest => Wire::Leaf(if types::is_text(ty) { Leaf::Text } else { Leaf::Bytes }, span),
            Marker::Bytes(wire) | Marker::Text(wire) | Marker::Raw(wire) => wire,
        }
    }

    /// Returns the encoding of an element, whose type may be hidden by an alias.
    fn below_element(&mut self, ty: Option<&Type>) -> Wire {
        self.below(ty.unwrap_or(&Type::Verbatim(Default::default())))
    }

    /// Returns true if the default encoding of `ty` consists of little-endian integers. Refuses integers whose byte
    /// order cannot be set.
    fn is_little(&mut self, ty: &Type) -> bool {
        let order = if self.little { types::order(ty) } else { Order::None };
        if order == Order::Inside {
            self.errors.at(ty.span(), ORDER_INSIDE);
        }
        order == Order::Innermost
    }

    /// Applies wrappers without a marker to the innermost type; the layers outside it have their default encoding.
    fn innermost(&mut self, ty: &Type, wrappers: Vec<Wrapper>, little: bool) -> Wire {
        let span = ty.span();
        let size_prefix =
            wrappers.iter().find(|(layer, ..)| matches!(layer, Layer::Dynamic(_))).map(|(.., span)| *span);
        if let Some(item) = types::generic(ty, "Vec").filter(|item| !types::is_byte(item)) {
            if let Some(span) = size_prefix {
                self.errors.warn(span, "DYNAMIC_WITHOUT_LIST", DYNAMIC_WITHOUT_LIST);
            }
            return self.innermost(item, wrappers, little).within(Layer::List { min: None, max: None }, span);
        }
        if let Some(inner) = types::generic(ty, "Option") {
            return self.innermost(inner, wrappers, little).within(Layer::Opt, span);
        }
        if let Some(inner) = types::boxed(ty) {
            return Wire::Boxed(Box::new(self.innermost(inner, wrappers, little)));
        }
        if let Some(span) = size_prefix.filter(|_| types::is_text(ty)) {
            self.errors.warn(span, "SECOND_SIZE_PREFIX", SECOND_SIZE_PREFIX);
        }
        wrap(if little { Wire::Leaf(Leaf::Little, span) } else { Wire::Auto }, wrappers)
    }
}

const ORDER_INSIDE: &str = "`endian` cannot set the byte order of the integers in this type: use a `Vec` (with `list(len = N)` for an array), or a \
                            struct with the integers as fields";

const DYNAMIC_WITHOUT_LIST: &str = "without `list`, every element of the `Vec` gets a size prefix: write `dynamic, list` for one \
                                    size prefix before the whole list, or `list, dynamic` if this is intended";

const SECOND_SIZE_PREFIX: &str = "text already has a size prefix, and this adds another one before it: write `string(kind = \"u8\")` to change \
                                  the kind of the size prefix, or `dynamic, string` if two are intended";

/// Returns `wire` inside the wrappers, of which the first is the outermost.
pub(super) fn wrap(wire: Wire, wrappers: Vec<Wrapper>) -> Wire {
    let outwards = wrappers.into_iter().rev();
    outwards.fold(wire, |inner, (layer, limit, span)| inner.limited(limit, span).within(layer, span))
}

/// Returns true if nothing of the Rust type is left for further items.
fn is_innermost(wire: &Wire) -> bool {
    match wire {
        Wire::Leaf(leaf, _) => !matches!(leaf, Leaf::Select(_)),
        Wire::Around(Layer::Dynamic(_) | Layer::Suffixed(_) | Layer::Bounded(_) | Layer::Sized(_), inner, _) => {
            is_innermost(inner)
        }
        _ => false,
    }
}
