//! The derives of `tezos-data-encoding-compat`, which has their documentation.
//!
//! Attributes → `model` → one generator for the old traits, `old`, and one for the new ones, `new`.

#![forbid(unsafe_code)]

mod items;
mod model;
mod new;
mod old;

use model::Input;
use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives `encoding::HasEncoding`.
#[proc_macro_derive(HasEncoding, attributes(encoding))]
pub fn has_encoding(input: TokenStream) -> TokenStream {
    derive(&parse_macro_input!(input as DeriveInput), old::has_encoding)
}

/// Derives `nom::NomReader`, and the `NomReader` and the `HasEncoding` of `tezos_encoding`.
#[proc_macro_derive(NomReader, attributes(encoding))]
pub fn nom_reader(input: TokenStream) -> TokenStream {
    derive(&parse_macro_input!(input as DeriveInput), |input| {
        let (old, reader, schema) = (old::nom_reader(input), new::reader(input), new::schema(input));
        quote::quote!(#old #reader #schema)
    })
}

/// Derives `enc::BinWriter`, and the `BinWriter` of `tezos_encoding`.
#[proc_macro_derive(BinWriter, attributes(encoding))]
pub fn bin_writer(input: TokenStream) -> TokenStream {
    derive(&parse_macro_input!(input as DeriveInput), |input| {
        let (old, new) = (old::bin_writer(input), new::writer(input));
        quote::quote!(#old #new)
    })
}

fn derive(input: &DeriveInput, generate: fn(&Input<'_>) -> proc_macro2::TokenStream) -> TokenStream {
    Input::new(input).map_or_else(|error| error.into_compile_error(), |input| generate(&input)).into()
}
