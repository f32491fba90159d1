//! The pipeline of `tezos-encoding-derive`, whose crate can be called by the compiler alone: its modules, included as they are.

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

use syn::DeriveInput;

/// A derive.
#[derive(Clone, Copy)]
pub struct Trait(expand::Trait);

/// All of them.
pub const TRAITS: [Trait; 5] = [
    Trait(expand::Trait::HasEncoding),
    Trait(expand::Trait::NomReader),
    Trait(expand::Trait::BinWriter),
    Trait(expand::Trait::View),
    Trait(expand::Trait::Arena),
];

/// What a derive made of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is no type: the compiler would not ask.
    NoType,
    /// Errors for the user.
    Refused,
    /// Code.
    Derived,
    /// Tokens that are no Rust.
    NotRust,
}

/// What a derive makes of the text of a type.
#[must_use]
pub fn derived(text: &str, Trait(which): Trait) -> Outcome {
    let Ok(input) = syn::parse_str::<DeriveInput>(text) else { return Outcome::NoType };
    let output = expand::derive(&input, which);
    let refused = output.to_string().contains("compile_error");
    match syn::parse2::<syn::File>(output) {
        Err(_) => Outcome::NotRust,
        Ok(_) if refused => Outcome::Refused,
        Ok(_) => Outcome::Derived,
    }
}
