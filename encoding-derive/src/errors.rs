//! Mistakes of one type, collected so that one compile shows them all.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::Error;

#[derive(Default)]
pub(crate) struct Errors {
    all: Option<Error>,
    /// What compiles but is hardly meant: a name for it, and what to write.
    warnings: Vec<(Span, &'static str, &'static str)>,
}

impl Errors {
    pub(crate) fn push(&mut self, error: Error) {
        match &mut self.all {
            Some(all) => all.combine(error),
            None => self.all = Some(error),
        }
    }

    pub(crate) fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        self.push(Error::new(span, message));
    }

    /// The same at each of the places that there are.
    pub(crate) fn at_each(&mut self, places: impl IntoIterator<Item = Option<Span>>, message: &str) {
        for place in places.into_iter().flatten() {
            self.at(place, message);
        }
    }

    pub(crate) fn warn(&mut self, span: Span, name: &'static str, advice: &'static str) {
        self.warnings.push((span, name, advice));
    }

    /// The warnings as uses of a deprecated constant, the one way for a macro to warn.
    pub(crate) fn warnings(&self) -> TokenStream {
        let warnings = self.warnings.iter().map(|(span, name, advice)| {
            // In the user's own place: the compiler does not warn of what a derive uses.
            let name = Ident::new(name, *span);
            quote_spanned!(*span=> const _: () = { #[deprecated(note = #advice)] const #name: () = (); #name };)
        });
        warnings.collect()
    }

    /// The value, or nothing and the error kept.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    pub(crate) fn finish<T>(self, value: T) -> syn::Result<T> {
        match self.all {
            Some(errors) => Err(errors),
            None => Ok(value),
        }
    }
}
