//! Compares whole expansions with `tests/golden/<name>.rs`; `BLESS=1` writes those files. `tests/golden/<name>.in.rs`
//! is the type.
//!
//! `encoding/tests/golden.rs` compiles the same files and uses the types.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{Attribute, DeriveInput};

use super::{Trait, derive};

/// Every derive with its title in a golden file.
const TRAITS: [(&str, Trait); 5] = [
    ("HasEncoding", Trait::HasEncoding),
    ("NomReader", Trait::NomReader),
    ("BinWriter", Trait::BinWriter),
    ("View", Trait::View),
    ("Arena", Trait::Arena),
];

#[test]
fn expansions_match_the_golden_files() {
    let mut differing = Vec::new();
    for (name, text) in inputs() {
        let expanded = expanded(&name, &syn::parse_str(&text).unwrap());
        let path = folder().join(format!("{name}.rs"));
        if env::var_os("BLESS").is_some() {
            fs::write(path, expanded).unwrap();
        } else if fs::read_to_string(path).unwrap_or_default() != expanded {
            differing.push(name);
        }
    }
    assert!(differing.is_empty(), "the output differs for {differing:?}: review it with BLESS=1 and git diff");
}

/// With `crate = "path"`, the output refers to the runtime only by that path, even for a type with mistakes.
#[test]
fn the_runtime_can_be_renamed() {
    for (name, text) in inputs() {
        for attribute in ["#[encoding(crate = \"codec\")]", "#[encoding(crate = codec, banana)]"] {
            let input: DeriveInput = syn::parse_str(&format!("{attribute} {text}")).unwrap();
            for (title, which) in TRAITS {
                let output = derive(&input, which).to_string();
                assert!(!output.contains("tezos_encoding"), "{title} of {name} with {attribute}: {output}");
            }
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Returns the inputs by name.
fn inputs() -> BTreeMap<String, String> {
    let paths = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let inputs = paths.filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix(".in.rs")?.to_owned();
        Some((name, fs::read_to_string(path).unwrap()))
    });
    let inputs = inputs.collect::<BTreeMap<_, _>>();
    assert!(inputs.len() >= 6, "the inputs are in {}", folder().display());
    inputs
}

/// Returns the type without the attributes of the derives, followed by the output of each derive.
fn expanded(name: &str, input: &DeriveInput) -> String {
    let mut bare = input.clone();
    Bare.visit_derive_input_mut(&mut bare);
    let mut text = format!("// The type of `{name}.in.rs` and its derives; written by `BLESS=1 cargo test`.\n\n");
    text.push_str(&formatted(quote!(#bare)));
    for (title, which) in TRAITS {
        let is_shown = match which {
            Trait::View => ["chain", "recursive"].contains(&name),
            Trait::Arena => name == "recursive",
            Trait::HasEncoding | Trait::NomReader | Trait::BinWriter => true,
        };
        if is_shown {
            text.push_str(&format!("\n// {title}\n\n{}", formatted(derive(input, which))));
        }
    }
    text
}

fn formatted(tokens: TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(tokens).unwrap())
}

/// Removes `#[encoding(..)]`.
struct Bare;

impl VisitMut for Bare {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        attrs.retain(|attr| !attr.path().is_ident("encoding"));
    }
}
