//! The modules of `tezos-encoding-derive` as a library. Only the compiler can call the macro crate itself.

#![forbid(unsafe_code)]

#[path = "../../../encoding-derive/src/attrs/mod.rs"]
mod attrs;
#[path = "../../../encoding-derive/src/errors.rs"]
mod errors;
#[path = "../../../encoding-derive/src/expand/mod.rs"]
mod expand;
#[path = "../../../encoding-derive/src/fits.rs"]
mod fits;
#[path = "../../../encoding-derive/src/lower/mod.rs"]
mod lower;
#[path = "../../../encoding-derive/src/model/mod.rs"]
mod model;
#[path = "../../../encoding-derive/src/primitives.rs"]
mod primitives;
#[cfg(test)]
#[path = "../../../encoding-derive/src/reference.rs"]
mod reference;
#[path = "../../../encoding-derive/src/types.rs"]
mod types;
#[path = "../../../encoding-derive/src/validate.rs"]
mod validate;

use proc_macro2::TokenStream;
use syn::DeriveInput;

/// A derive.
#[derive(Clone, Copy)]
pub struct Trait(fn(&DeriveInput) -> TokenStream);

/// All derives.
pub const TRAITS: [Trait; 6] = [
    Trait(|input| expand::derive(input, expand::Trait::HasEncoding)),
    Trait(|input| expand::derive(input, expand::Trait::NomReader)),
    Trait(|input| expand::derive(input, expand::Trait::BinWriter)),
    Trait(|input| expand::derive(input, expand::Trait::View)),
    Trait(|input| expand::derive(input, expand::Trait::Arena)),
    Trait(expand::derive_rlp),
];

/// The result of a derive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The text is not a type, so the compiler would not call the derive.
    NoType,
    /// The output consists of compile errors.
    Refused,
    /// The output is the generated code.
    Derived,
    /// The output is not Rust.
    NotRust,
}

/// Runs a derive on the text of a type.
#[must_use]
pub fn derived(text: &str, Trait(derive): Trait) -> Outcome {
    let Ok(input) = syn::parse_str::<DeriveInput>(text) else { return Outcome::NoType };
    let output = derive(&input);
    let refused = output.to_string().contains("compile_error");
    match syn::parse2::<syn::File>(output) {
        Err(_) => Outcome::NotRust,
        Ok(_) if refused => Outcome::Refused,
        Ok(_) => Outcome::Derived,
    }
}
