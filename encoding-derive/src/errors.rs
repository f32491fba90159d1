//! Collects the mistakes in a type, so that one compilation reports all of them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::Error;

#[derive(Default)]
pub(crate) struct Errors {
    all: Option<Error>,
    /// Code that compiles but is probably a mistake: its span, the name of a constant for the warning, and what to
    /// write.
    warnings: Vec<(Span, &'static str, &'static str)>,
    /// Whether the type is derived for RLP, in which other types have an encoding by default.
    pub(crate) is_rlp: bool,
}

impl Errors {
    pub(crate) fn for_rlp() -> Self {
        Self { is_rlp: true, ..Self::default() }
    }

    pub(crate) fn push(&mut self, error: Error) {
        match &mut self.all {
            Some(all) => all.combine(error),
            None => self.all = Some(error),
        }
    }

    pub(crate) fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        self.push(Error::new(span, message));
    }

    /// Adds the error at each span that is present.
    pub(crate) fn at_each(&mut self, spans: impl IntoIterator<Item = Option<Span>>, message: &str) {
        for span in spans.into_iter().flatten() {
            self.at(span, message);
        }
    }

    pub(crate) fn warn(&mut self, span: Span, name: &'static str, advice: &'static str) {
        self.warnings.push((span, name, advice));
    }

    /// Returns the warnings as uses of deprecated constants, the only way in which a macro can warn.
    pub(crate) fn warnings(&self) -> TokenStream {
        let warnings = self.warnings.iter().map(|(span, name, advice)| {
            // The compiler warns only about uses whose span is in the user's code.
            let name = Ident::new(name, *span);
            quote_spanned!(*span=> const _: () = { #[deprecated(note = #advice)] const #name: () = (); #name };)
        });
        warnings.collect()
    }

    /// Returns the value, or records the error and returns `None`.
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
