//! Compares whole expansions with `tests/golden/<name>.rs`; `BLESS=1` writes those files. `tests/golden/<name>.in.rs`
//! is the type. Those of the derive `Rlp` are in `tests/golden/rlp`.
//!
//! `encoding/tests/golden.rs` and `rlp/tests/golden.rs` compile the same files and use the types.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{Attribute, DeriveInput};

use super::{Trait, derive, derive_rlp};

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
    let expansions = |folder, expanded: fn(&str, &DeriveInput) -> String| {
        inputs(folder).into_iter().map(move |(name, text)| {
            (
                self::folder(folder).join(format!("{name}.rs")),
                name.clone(),
                expanded(&name, &syn::parse_str(&text).unwrap()),
            )
        })
    };
    for (path, name, expanded) in expansions(GOLDEN, expanded).chain(expansions(GOLDEN_RLP, expanded_rlp)) {
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
    for (name, text) in inputs(GOLDEN) {
        for attribute in ["#[encoding(crate = \"codec\")]", "#[encoding(crate = codec, banana)]"] {
            let input: DeriveInput = syn::parse_str(&format!("{attribute} {text}")).unwrap();
            for (title, which) in TRAITS {
                let output = derive(&input, which).to_string();
                assert!(!output.contains("tezos_encoding"), "{title} of {name} with {attribute}: {output}");
            }
        }
    }
}

/// With `#[rlp(crate = "path")]`, the output of `Rlp` refers to the crate only by that path.
#[test]
fn the_crate_of_rlp_can_be_renamed() {
    for (name, text) in inputs(GOLDEN_RLP) {
        for attribute in ["#[rlp(crate = \"codec\")]", "#[rlp(crate = codec, banana)]"] {
            let output = derive_rlp(&syn::parse_str(&format!("{attribute} {text}")).unwrap()).to_string();
            assert!(!output.contains("tezos_"), "{name} with {attribute}: {output}");
        }
    }
}

const GOLDEN: &str = "tests/golden";
const GOLDEN_RLP: &str = "tests/golden/rlp";

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns the inputs in a folder by name.
fn inputs(path: &str) -> BTreeMap<String, String> {
    let paths = fs::read_dir(folder(path)).unwrap().map(|entry| entry.unwrap().path());
    let inputs = paths.filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix(".in.rs")?.to_owned();
        Some((name, fs::read_to_string(path).unwrap()))
    });
    let inputs = inputs.collect::<BTreeMap<_, _>>();
    assert!(inputs.len() >= 4, "the inputs are in {path}");
    inputs
}

/// Returns the type without the attributes of the derives, followed by the output of each derive.
fn expanded(name: &str, input: &DeriveInput) -> String {
    let mut text = bare(name, input);
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

/// Returns the type without the attributes of the derives, followed by the output of `Rlp`.
fn expanded_rlp(name: &str, input: &DeriveInput) -> String {
    format!("{}\n// Rlp\n\n{}", bare(name, input), formatted(derive_rlp(input)))
}

/// Returns the type without the attributes of the derives.
fn bare(name: &str, input: &DeriveInput) -> String {
    let mut bare = input.clone();
    Bare.visit_derive_input_mut(&mut bare);
    let title = format!("// The type of `{name}.in.rs` and its derives; written by `BLESS=1 cargo test`.\n\n");
    title + &formatted(quote!(#bare))
}

fn formatted(tokens: TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(tokens).unwrap())
}

/// Removes `#[encoding(..)]` and `#[rlp(..)]`.
struct Bare;

impl VisitMut for Bare {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        attrs.retain(|attr| !["encoding", "rlp"].iter().any(|name| attr.path().is_ident(name)));
    }
}
