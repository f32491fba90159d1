//! What stands for the operator `?` in the code of a derive.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The value of a `Result`, or the function returns its error. Not the operator: what that converts and hands on is a tenth of what there
/// is to compile of a reader. The steps of a recursive type have the operator, with which nodes are read in an eighth fewer instructions.
pub(super) fn tried(p: &TokenStream, result: &TokenStream) -> TokenStream {
    tried_in(p, result, &TokenStream::new())
}

/// The same, the error with what `calls` add to it.
pub(super) fn tried_in(p: &TokenStream, result: &TokenStream, calls: &TokenStream) -> TokenStream {
    tried_or(p, result, |error| quote!(#p::Result::Err(#error #calls)))
}

/// The same in a type that is bytes: the error by a call, see `Fault::refuse`.
pub(super) fn tried_bytes(p: &TokenStream, result: &TokenStream) -> TokenStream {
    tried_or(p, result, |error| quote!(#p::Fault::refuse(#error)))
}

fn tried_or(p: &TokenStream, result: &TokenStream, refused: impl FnOnce(&Ident) -> TokenStream) -> TokenStream {
    let [ok, error] = ["ok", "error"].map(|name| Ident::new(name, Span::mixed_site()));
    let refused = refused(&error);
    quote! {
        match #result {
            #p::Result::Ok(#ok) => #ok,
            #p::Result::Err(#error) => return #refused,
        }
    }
}
