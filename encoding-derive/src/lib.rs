//! The derives of `tezos-encoding`.
//!
//! All derives share one pipeline: `attrs` reads the attributes, `lower` combines them with the Rust type to the
//! `model`, `validate` checks the whole type, and `expand` generates one trait. All mistakes in a type are reported at
//! once, each at its attribute, together with an implementation that does nothing, so that the compiler reports nothing
//! else.

#![forbid(unsafe_code)]

mod attrs;
mod errors;
mod expand;
mod fits;
mod lower;
#[cfg(test)]
mod mistakes;
mod model;
mod primitives;
#[cfg(test)]
mod reference;
mod types;
mod validate;

use proc_macro::TokenStream;
use syn::DeriveInput;

/// Derives `tezos_encoding::HasEncoding`, the schema of a type. The attributes are documented in that crate.
#[proc_macro_derive(HasEncoding, attributes(encoding))]
pub fn has_encoding(input: TokenStream) -> TokenStream {
    derive(input, expand::Trait::HasEncoding)
}

/// Derives `tezos_encoding::NomReader`, the reader of a type. The attributes are documented in that crate.
#[proc_macro_derive(NomReader, attributes(encoding))]
pub fn nom_reader(input: TokenStream) -> TokenStream {
    derive(input, expand::Trait::NomReader)
}

/// Derives `tezos_encoding::View` and generates the view `TypeView<'a>`, which borrows. `#[encoding(view = "Name")]`
/// sets the name of the view. With `#[encoding(view = "Self")]`, the type is its own view and must be `Clone`.
#[proc_macro_derive(View, attributes(encoding))]
pub fn view(input: TokenStream) -> TokenStream {
    derive(input, expand::Trait::View)
}

/// Derives `tezos_encoding::arena::Recursive` and generates the nodes `TypeNode` of a recursive type, so that
/// `tezos_encoding::Arena<Type>` holds a value of any depth. `#[encoding(arena = "Name")]` sets the name of the node.
#[proc_macro_derive(Arena, attributes(encoding))]
pub fn arena(input: TokenStream) -> TokenStream {
    derive(input, expand::Trait::Arena)
}

/// Derives `tezos_encoding::BinWriter`, the writer of a type. The attributes are documented in that crate.
#[proc_macro_derive(BinWriter, attributes(encoding))]
pub fn bin_writer(input: TokenStream) -> TokenStream {
    derive(input, expand::Trait::BinWriter)
}

/// Derives the encoding of a type in RLP: the traits `Schema`, `Reads` and `Writes` for `tezos_rlp::Rlp`. The attributes are documented
/// in that crate.
#[proc_macro_derive(Rlp, attributes(encoding, rlp))]
pub fn rlp(input: TokenStream) -> TokenStream {
    match syn::parse::<DeriveInput>(input) {
        Ok(input) => expand::derive_rlp(&input).into(),
        Err(error) => unparsed(error).to_compile_error().into(),
    }
}

fn derive(input: TokenStream, which: expand::Trait) -> TokenStream {
    match syn::parse::<DeriveInput>(input) {
        Ok(input) => expand::derive(&input, which).into(),
        Err(error) => unparsed(error).to_compile_error().into(),
    }
}

/// Returns the error for a type that `syn` does not parse: without its feature `full`, it refuses blocks in the length of
/// an array.
fn unparsed(error: syn::Error) -> syn::Error {
    match error.to_string().starts_with("unsupported expression") {
        true => syn::Error::new(
            error.span(),
            "the derive cannot parse this expression: write it as a constant, and its name here",
        ),
        false => error,
    }
}
