//! Rules over a whole type that need no other crate: the rest is checked by the compiler in the schema's constants.

use std::collections::HashMap;

use crate::errors::Errors;
use crate::model::{Body, Enum, Fields, Input, Tag};

pub(crate) fn check(input: &Input, errors: &mut Errors) {
    match &input.body {
        Body::Struct(fields) => check_names(fields, errors),
        Body::Enum(data) => {
            check_tags(input, data, errors);
            data.variants.iter().for_each(|variant| check_names(&variant.fields, errors));
        }
        Body::Via => {}
    }
}

/// Tags that are numbers: distinct, and as narrow as the enum says.
fn check_tags(input: &Input, data: &Enum, errors: &mut Errors) {
    if data.variants.is_empty() {
        errors.at(input.ident.span(), "an enum without variants has no encoding");
    }
    let max = data.tag_size.max();
    let mut seen = HashMap::new();
    for variant in &data.variants {
        let Tag::Known(tag, span) = &variant.tag else { continue };
        if *tag > max {
            errors.at(
                *span,
                format!(
                    "the tag {tag} of `{}` is too wide: write `#[encoding(tags = \"u16\")]` on the enum",
                    variant.ident
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

/// Names of the fields of an object: distinct.
fn check_names(fields: &Fields, errors: &mut Errors) {
    let mut seen = HashMap::new();
    for field in fields.fields.iter().filter(|field| field.wire().is_some()) {
        if seen.insert(&field.name, ()).is_some() {
            errors.at(field.span, format!("two fields are called `{}` in the schema", field.name));
        }
    }
}
