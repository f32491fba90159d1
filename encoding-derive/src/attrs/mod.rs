//! Reads `#[encoding(..)]`: items that may occur once, and the steps of chains in the order in which they are written.
//!
//! ```text
//! attr  = "#[encoding(" item { "," item } ")]"       several attributes are concatenated
//! item  = key | key "=" value | key "(" item { "," item } ")"
//! value = expression, or a string that contains one
//! ```

mod chain;
mod container;
mod during;
mod expression;
mod field;
mod item;
mod keywords;
mod nearest;
mod notes;
mod variant;

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::{Attribute, Path, Result, Type};

pub(crate) use chain::{Chain, Marker, Scalar, Step};
pub(crate) use container::{ContainerAttrs, Versions};
pub(crate) use during::DuringAttrs;
pub(crate) use field::FieldAttrs;
use item::{Item, items};
#[cfg(test)]
pub(crate) use keywords::item_keywords;
pub(crate) use notes::{NotesAttrs, doc};
pub(crate) use variant::VariantAttrs;

use crate::errors::Errors;
use crate::model::Functions;

/// Returns true if two types are written identically. `PartialEq` of `syn` would be compiled for every kind of syntax.
pub(crate) fn same_type(one: &Type, other: &Type) -> bool {
    one.to_token_stream().to_string() == other.to_token_stream().to_string()
}

/// `try_from`, `from` and `into`, each of which names the type on the wire.
#[derive(Default)]
pub(crate) struct Via {
    pub(crate) wire: Option<(Type, Span)>,
    keys: Vec<Ident>,
    /// The functions that convert instead of the traits.
    pub(crate) from_fn: Option<(Path, Span)>,
    pub(crate) into_fn: Option<(Path, Span)>,
}

impl Via {
    fn take(&mut self, item: &Item) -> Result<()> {
        let ty = item.ty()?;
        if self.keys.contains(&item.key) {
            return item.twice();
        }
        self.keys.push(item.key.clone());
        if self.wire.as_ref().is_some_and(|(first, _)| !same_type(first, &ty)) {
            return item.error("`try_from` and `into` must name the same type on the wire");
        }
        self.wire.get_or_insert((ty, item.span()));
        Ok(())
    }

    /// Returns the span of the first item.
    pub(crate) fn span(&self) -> Option<Span> {
        span_of(&self.wire).or(span_of(&self.from_fn)).or(span_of(&self.into_fn))
    }

    /// Returns the functions that convert instead of the traits, if they are given.
    pub(crate) fn functions(&mut self, errors: &mut Errors) -> Option<Functions> {
        let (from, into) = (self.from_fn.take(), self.into_fn.take());
        let spans = [span_of(&from), span_of(&into)];
        if self.wire.is_none() {
            let message = "a function converts from and to a type on the wire: name it with `from` or `try_from`";
            errors.at_each(spans, message);
            return None;
        }
        match (from, into) {
            (Some((from, _)), Some((into, _))) => {
                let is_fallible = self.keys.iter().any(|key| key == "try_from");
                Some(Functions { from, into, is_fallible })
            }
            _ => {
                errors.at_each(spans, "`from_fn` and `into_fn` belong together: write both");
                None
            }
        }
    }
}

/// Returns the span of an item, if it occurs.
pub(crate) fn span_of<T>(item: &Option<(T, Span)>) -> Option<Span> {
    item.as_ref().map(|(_, span)| *span)
}

/// Returns the spans of all items of all `#[encoding(..)]` attributes.
pub(crate) fn spans(attrs: &[Attribute], errors: &mut Errors) -> Vec<Span> {
    items(attrs, errors).iter().map(Item::span).collect()
}
