//! The items that convert a value: `try_from`, `from`, `into` and the functions.

use proc_macro2::{Ident, Span};
use syn::{Path, Result, Type};

use super::item::{Item, span_of};
use crate::errors::Errors;
use crate::model::Functions;
use crate::types::same_type;

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
    pub(super) fn take(&mut self, item: &Item) -> Result<()> {
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
