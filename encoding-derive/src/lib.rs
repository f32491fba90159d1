//! The derives of `tezos-encoding`.
//!
//! All derives share one pipeline: `attrs` reads the attributes, `lower` makes the `model` of them and the Rust type, `validate` checks the
//! whole type, `expand` prints one trait. For a type with mistakes all of them are reported at once, each at its attribute, beside an
//! implementation without behaviour, so that the compiler reports nothing else.

#![forbid(unsafe_code)]

mod attrs;
mod errors;
mod expand;
mod fits;
mod lower;
mod model;
mod primitives;
#[cfg(test)]
mod reference;
mod types;
mod validate;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// The schema of a type: implements `tezos_encoding::HasEncoding`. The attributes are listed in that crate.
#[proc_macro_derive(HasEncoding, attributes(encoding))]
pub fn has_encoding(input: TokenStream) -> TokenStream {
    expand::derive(&parse_macro_input!(input as DeriveInput), expand::Trait::HasEncoding).into()
}

/// The reader of a type: implements `tezos_encoding::NomReader`. The attributes are listed in that crate.
#[proc_macro_derive(NomReader, attributes(encoding))]
pub fn nom_reader(input: TokenStream) -> TokenStream {
    expand::derive(&parse_macro_input!(input as DeriveInput), expand::Trait::NomReader).into()
}

/// The borrowed form of a type: makes `TypeView<'a>` and implements `tezos_encoding::View`. With `#[encoding(view = "Name")]`
/// the view has that name; with `#[encoding(view = "Self")]` the type, which must be `Clone`, is its own view.
#[proc_macro_derive(View, attributes(encoding))]
pub fn view(input: TokenStream) -> TokenStream {
    expand::derive(&parse_macro_input!(input as DeriveInput), expand::Trait::View).into()
}

/// The nodes of a recursive type: makes `TypeNode` and implements `tezos_encoding::arena::Recursive`, so that
/// `tezos_encoding::Arena<Type>` is a value of any depth. With `#[encoding(arena = "Name")]` the node has that name.
#[proc_macro_derive(Arena, attributes(encoding))]
pub fn arena(input: TokenStream) -> TokenStream {
    expand::derive(&parse_macro_input!(input as DeriveInput), expand::Trait::Arena).into()
}

/// The writer of a type: implements `tezos_encoding::BinWriter`. The attributes are listed in that crate.
#[proc_macro_derive(BinWriter, attributes(encoding))]
pub fn bin_writer(input: TokenStream) -> TokenStream {
    expand::derive(&parse_macro_input!(input as DeriveInput), expand::Trait::BinWriter).into()
}
