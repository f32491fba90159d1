//! Rules over a whole type that need no other crate: the rest is checked by the compiler in the schema's constants.

use std::collections::HashMap;

use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Type, TypePath};

use crate::errors::Errors;
use crate::model::{Body, Enum, Fields, Input, Shape, Tag, TagSize, Wire};

pub(crate) fn check(input: &Input, errors: &mut Errors) {
    check_recursion(input, errors);
    match &input.body {
        Body::Struct(fields) => check_fields(input, fields, errors),
        Body::Enum(data) => {
            check_tags(input, data, errors);
            data.variants.iter().for_each(|variant| check_fields(input, &variant.fields, errors));
        }
        Body::Via => {}
    }
}

/// A type that contains itself says so: its schema would contain itself too.
fn check_recursion(input: &Input, errors: &mut Errors) {
    if input.mu.is_some() {
        return;
    }
    let groups: Vec<&Fields> = match &input.body {
        Body::Struct(fields) => vec![fields],
        Body::Enum(data) => data.variants.iter().map(|variant| &variant.fields).collect(),
        Body::Via => Vec::new(),
    };
    let mut fields = groups.into_iter().flat_map(|group| &group.fields).filter(|field| field.wire().is_some());
    if let Some(field) = fields.find(|field| mentions(&field.ty, &input.ident)) {
        errors.at(field.ty.span(), format!("`{0}` contains itself: write `#[encoding(mu)]` on `{0}`", input.ident));
    }
}

/// Whether `ty` names the type `ident`, or `Self`.
fn mentions(ty: &Type, ident: &Ident) -> bool {
    struct Search<'i>(&'i Ident, bool);
    impl VisitMut for Search<'_> {
        fn visit_type_path_mut(&mut self, path: &mut TypePath) {
            if path.qself.is_none() && path.path.leading_colon.is_none() && path.path.segments.len() == 1 {
                self.1 |= path.path.segments.iter().any(|name| name.ident == *self.0 || name.ident == "Self");
            }
            syn::visit_mut::visit_type_path_mut(self, path);
        }
    }
    let mut search = Search(ident, false);
    search.visit_type_mut(&mut ty.clone());
    search.1
}

/// Tags that are numbers: distinct, and as narrow as the enum says.
fn check_tags(input: &Input, data: &Enum, errors: &mut Errors) {
    if data.variants.is_empty() {
        errors.at(input.ident.span(), "an enum without variants has no encoding");
    }
    if data.string_enum && data.variants.len() == 1 {
        errors.at(input.ident.span(), "a `string_enum` needs at least two names");
    }
    let max = data.tag_size.max();
    let mut seen = HashMap::new();
    for variant in &data.variants {
        let Tag::Known(tag, span) = &variant.tag else { continue };
        if *tag > max {
            errors.at(
                *span,
                format!(
                    "the tag {tag} of `{}` is too wide: write `#[encoding(tags = \"{}\")]` on the enum",
                    variant.ident,
                    if *tag > TagSize::U16.max() { "u32" } else { "u16" }
                ),
            );
        }
        match seen.get(tag) {
            None => {
                seen.insert(*tag, (&variant.ident, *span));
            }
            Some((first, first_span)) => {
                errors.at(*span, format!("the tag {tag:#04x} of `{}` is already that of `{first}`", variant.ident));
                errors.at(*first_span, format!("`{first}` has the tag {tag:#04x} first"));
            }
        }
    }
}

fn check_fields(input: &Input, fields: &Fields, errors: &mut Errors) {
    check_names(fields, errors);
    for field in &fields.fields {
        let mut wire = field.wire();
        if let Some(Wire::Reserve { inner, .. }) = wire {
            wire = Some(inner);
        }
        let Some(Wire::Dft { ty, span, .. }) = wire else { continue };
        if fields.shape != Shape::Object || field.flatten.is_some() {
            errors.at(*span, "`dft` is for a field with a name, by which JSON leaves it out");
        }
        if input.generics.type_params().any(|parameter| mentions(ty, &parameter.ident)) {
            errors.at(*span, "`dft` is for a type without parameters: the schema holds the bytes of its usual value");
        }
    }
}

/// Names of the fields of an object: distinct.
fn check_names(fields: &Fields, errors: &mut Errors) {
    let mut seen = HashMap::new();
    for field in fields.fields.iter().filter(|field| field.wire().is_some() && field.flatten.is_none()) {
        if seen.insert(&field.name, ()).is_some() {
            errors.at(field.span, format!("two fields are called `{}` in the schema", field.name));
        }
    }
}
