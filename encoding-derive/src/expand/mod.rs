//! Generates one trait from the model.
//!
//! The output for every trait has the same frame: a `const _` block that imports `tezos_encoding::__private` as `__p`,
//! with the constants of tags, the local types of guards and the like and, if a layer wraps the fields, a local form
//! `__Body`; then the implementation. Generated code refers to nothing else, and its locals are invisible to the user's
//! code.

mod arena;
mod compact;
mod companion;
mod context;
mod decode;
mod encode;
mod encodings;
mod facts;
mod forms;
#[cfg(test)]
mod golden;
mod group;
mod names;
mod rlp;
mod rules;
mod schema;
mod select;
mod steps;
mod stub;
mod tagged;
mod tokens;
mod untagged;
mod view;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

pub(crate) use tokens::Trait;

use crate::errors::Errors;
use crate::model::{Body, Input};
use crate::{lower, validate};
use context::Context;
use tokens::REASON;

/// Runs one derive on a type.
pub(crate) fn derive(input: &DeriveInput, which: Trait) -> TokenStream {
    if let Err(error) = lower::check_names(input) {
        return error.to_compile_error();
    }
    let mut errors = Errors::default();
    let model = lower::input(input, &mut errors);
    if let Some(model) = &model {
        validate::check(model, &mut errors);
        select::check(model, &mut errors);
        untagged::check(model, which, &mut errors);
        match which {
            Trait::View => {
                view::check(model, &mut errors);
                validate::check_packed(model, &mut errors);
            }
            Trait::BinWriter => validate::check_packed(model, &mut errors),
            Trait::Arena => arena::check(model, &mut errors),
            Trait::HasEncoding | Trait::NomReader => {}
        }
    }
    // Only once for each type, not for each of its traits.
    let warnings = if which == Trait::HasEncoding { errors.warnings() } else { TokenStream::new() };
    match (errors.finish(()), model) {
        (Ok(()), Some(model)) => {
            let expanded = expand(&model, which);
            quote!(#warnings #expanded)
        }
        (Ok(()), None) => TokenStream::new(),
        (Err(error), model) => {
            let (messages, stub) = (error.to_compile_error(), stub::stub(input, model.as_ref(), which));
            quote!(#messages #stub)
        }
    }
}

/// Runs the derive `Rlp` on a type.
pub(crate) fn derive_rlp(input: &DeriveInput) -> TokenStream {
    if let Err(error) = lower::check_names(input) {
        return error.to_compile_error();
    }
    let mut errors = Errors::for_rlp();
    let Some(model) = lower::input(input, &mut errors) else {
        return errors.finish(()).map_or_else(|error| error.to_compile_error(), |()| TokenStream::new());
    };
    let rlp = lower::rlp::rlp(input, &model, &mut errors);
    rlp::check(&model, &rlp, &mut errors);
    match errors.finish(()) {
        Ok(()) => rlp::expand(&model, &rlp),
        Err(error) => {
            let (messages, stub) = (error.to_compile_error(), stub::rlp_stub(input, &rlp));
            quote!(#messages #stub)
        }
    }
}

fn expand(input: &Input, which: Trait) -> TokenStream {
    let context = Context::new(input, which);
    let untagged = matches!(&input.body, Body::Enum(data) if data.untagged.is_some());
    let implementation = match (&input.compact, which) {
        (Some(compact), _) => compact::expand(&context, compact, which),
        (None, Trait::HasEncoding) if untagged => untagged::schema(&context),
        (None, Trait::NomReader) if untagged => untagged::reader(&context),
        (None, Trait::HasEncoding) => schema::expand(&context),
        (None, Trait::NomReader) => decode::expand(&context),
        (None, Trait::BinWriter) => encode::expand(&context),
        (None, Trait::View) => view::expand(&context),
        (None, Trait::Arena) => arena::expand(&context),
    };
    let companion = match which {
        Trait::View => view::companion(&context),
        Trait::Arena => arena::companion(&context),
        Trait::HasEncoding | Trait::NomReader | Trait::BinWriter => TokenStream::new(),
    };
    let (constants, definitions) = (context.constants(), &context.forms.definitions);
    let body = context.has_body_type().then(|| {
        quote!(
            struct __Body;
        )
    });
    let Context { p, runtime, .. } = &context;
    quote! {
        #companion
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction, reason = #REASON)]
        const _: () = {
            use #runtime as #p;
            #constants
            #definitions
            #body
            #implementation
        };
    }
}
