//! Whole expansions, compared with `golden/<name>.rs`; `BLESS=1` writes those files. `golden/<name>.in.rs` is the type.
//!
//! `encoding/tests/golden.rs` compiles the same files and uses the types.

use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{Attribute, DeriveInput, Field, Variant};

use super::{Trait, derive};

/// Every derive with the title of its part of a golden file.
const TRAITS: [(&str, Trait); 5] = [
    ("HasEncoding", Trait::HasEncoding),
    ("NomReader", Trait::NomReader),
    ("BinWriter", Trait::BinWriter),
    ("View", Trait::View),
    ("Arena", Trait::Arena),
];

/// Inputs of which the view is golden too: one of each of its own shapes.
const WITH_VIEW: [&str; 2] = ["chain", "recursive"];

/// Inputs of which the nodes are golden.
const WITH_NODES: [&str; 1] = ["recursive"];

#[test]
fn expansions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/expand/golden");
    let mut differing = Vec::new();
    let inputs = inputs(&folder);
    assert!(inputs.len() >= 6, "the inputs are in {}", folder.display());
    for name in inputs {
        let text = fs::read_to_string(folder.join(format!("{name}.in.rs"))).unwrap();
        let expanded = expanded(&name, &syn::parse_str(&text).unwrap());
        let path = folder.join(format!("{name}.rs"));
        if env::var_os("BLESS").is_some() {
            fs::write(path, expanded).unwrap();
        } else if fs::read_to_string(path).unwrap_or_default() != expanded {
            differing.push(name);
        }
    }
    assert!(differing.is_empty(), "other output for {differing:?}: look at it with BLESS=1 and git diff");
}

/// With `crate = "path"`, nothing names the runtime otherwise, mistakes or not.
#[test]
fn the_runtime_under_another_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/expand/golden");
    for name in inputs(&folder) {
        let text = fs::read_to_string(folder.join(format!("{name}.in.rs"))).unwrap();
        for attribute in ["#[encoding(crate = \"codec\")]", "#[encoding(crate = codec, banana)]"] {
            let input: DeriveInput = syn::parse_str(&format!("{attribute} {text}")).unwrap();
            for (title, which) in TRAITS {
                let output = derive(&input, which).to_string();
                assert!(!output.contains("tezos_encoding"), "{title} of {name} with {attribute}: {output}");
            }
        }
    }
}

/// Names of the inputs, in order.
fn inputs(folder: &Path) -> Vec<String> {
    let name = |path: PathBuf| path.file_name()?.to_str()?.strip_suffix(".in.rs").map(str::to_owned);
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().filter_map(|entry| name(entry.unwrap().path())).collect();
    names.sort();
    names
}

/// The type without the attributes of the derives, then what each derive adds.
fn expanded(name: &str, input: &DeriveInput) -> String {
    let mut bare = input.clone();
    Bare.visit_derive_input_mut(&mut bare);
    let mut text = format!("// The type of `{name}.in.rs` and its derives; written by `BLESS=1 cargo test`.\n\n");
    text.push_str(&formatted(quote!(#bare)));
    for (title, which) in TRAITS {
        let left_out = match which {
            Trait::View => !WITH_VIEW.contains(&name),
            Trait::Arena => !WITH_NODES.contains(&name),
            Trait::HasEncoding | Trait::NomReader | Trait::BinWriter => false,
        };
        if left_out {
            continue;
        }
        text.push_str(&format!("\n// {title}\n\n"));
        text.push_str(&formatted(derive(input, which)));
    }
    text
}

fn formatted(tokens: TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(tokens).unwrap())
}

/// Takes `#[encoding(..)]` away.
struct Bare;

fn keep(attrs: &mut Vec<Attribute>) {
    attrs.retain(|attr| !attr.path().is_ident("encoding"));
}

impl VisitMut for Bare {
    fn visit_derive_input_mut(&mut self, input: &mut DeriveInput) {
        keep(&mut input.attrs);
        syn::visit_mut::visit_derive_input_mut(self, input);
    }

    fn visit_variant_mut(&mut self, variant: &mut Variant) {
        keep(&mut variant.attrs);
        syn::visit_mut::visit_variant_mut(self, variant);
    }

    fn visit_field_mut(&mut self, field: &mut Field) {
        keep(&mut field.attrs);
    }
}
