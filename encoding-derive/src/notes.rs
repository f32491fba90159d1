//! What items of the schema mean: names and sentences, and other forms in JSON. A part of `lower`.

use proc_macro2::Span;
use syn::{Attribute, Generics, Type};

use crate::attrs::{NotesAttrs, doc};
use crate::errors::Errors;
use crate::fits;
use crate::model::{Hook, Notes, Wire};
use crate::types::borrows;

/// What stands around a value with these items; a definition without a sentence takes that of the doc comment.
pub(crate) fn notes(items: &NotesAttrs, attrs: &[Attribute]) -> Notes {
    let written = items.description.as_ref().map(syn::LitStr::value);
    let description = written.or_else(|| items.id.as_ref().and_then(|_| doc(attrs)));
    Notes { id: items.id.clone(), title: items.title.clone(), description }
}

const NEEDS_OWNED: &str =
    "another form in JSON is for types that own what they hold: the schema reads the value from bytes of its own";

/// `wire` of a value of `ty`, shown as `hook` says.
pub(crate) fn shown(hook: Hook, wire: Wire, span: Span, ty: &Type, errors: &mut Errors) -> Wire {
    if let Some(message) = fits::hook(&hook, ty) {
        errors.at(span, message);
    }
    if borrows(ty) {
        errors.at(span, NEEDS_OWNED);
    }
    Wire::Shown { hook, inner: Box::new(wire), whole: false, span }
}

/// The same for a type with these parameters.
pub(crate) fn shown_whole(hook: Hook, wire: Wire, span: Span, generics: &Generics, errors: &mut Errors) -> Wire {
    if !generics.params.is_empty() {
        errors.at(span, NEEDS_OWNED);
    }
    Wire::Shown { hook, inner: Box::new(wire), whole: true, span }
}
