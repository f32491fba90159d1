//! Refuses types that RLP has not, and cases that it cannot tell apart.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::LitInt;
use syn::spanned::Spanned;

use super::fields::outer_layers;
use crate::errors::Errors;
use crate::lower::rlp::unframed;
use crate::model::rlp::{Rlp, Shape};
use crate::model::{self, CaseForm, Input, JsonCases, Layer, Tag, Wire};
use crate::{fits, types, validate};

/// Refuses what RLP has not, and what it cannot tell apart.
pub(in crate::expand) fn check(input: &Input, rlp: &Rlp, errors: &mut Errors) {
    validate::check_recursion(input, errors);
    let groups = input.body.groups();
    let fields = groups.iter().flat_map(|group| &group.fields);
    let message = "RLP has no merged fields: write the fields here, or remove this if the field is a list in RLP: the derive cannot know";
    errors.at_each(fields.map(|field| field.flatten), message);
    for (fields, group) in groups.iter().zip(&rlp.groups) {
        for (field, rlp) in fields.fields.iter().zip(&group.fields).filter(|(_, rlp)| rlp.skip.is_none()) {
            check_type(field, rlp, errors);
        }
    }
    let model::Body::Enum(data) = &input.body else { return };
    if data.is_struct {
        return;
    }
    if data.variants.is_empty() {
        errors.at(input.ident.span(), "an enum without variants has no encoding");
    }
    let variants = || data.variants.iter().zip(&rlp.groups);
    match rlp.shape {
        Shape::Number => {
            for variant in data.variants.iter().filter(|variant| !variant.fields.fields.is_empty()) {
                errors.at(
                    variant.ident.span(),
                    "an enum with `number` is a number: a variant with fields needs a list, so remove `number`",
                );
            }
        }
        Shape::Typed => {
            for span in rlp.groups.iter().filter_map(|group| group.list).skip(1) {
                errors.at(span, "two variants have `list`: only one is the envelope without a type");
            }
            let message = match data.json {
                Some(JsonCases::Tagged | JsonCases::Tag(_)) => {
                    "an envelope contains one item, which `json(tagged)` and `json(tag = ..)` would put into a list: write \
                     `json(first_match)`, or give the contents fields by which JSON tells them apart"
                }
                _ => "an envelope contains one item: write a variant with one field without a name",
            };
            for (variant, _) in
                variants().filter(|(variant, _)| !matches!(variant.fields.shape, model::Shape::Transparent))
            {
                errors.at(variant.ident.span(), message);
            }
        }
        Shape::Untagged => {
            let mut seen: Vec<Option<Option<usize>>> = Vec::new();
            for (variant, group) in variants() {
                let kind = kind_of(group, &variant.fields);
                let clash = seen.iter().any(|other| match (other, &kind) {
                    (None, None) => true,
                    (Some(one), Some(other)) => one.is_none() || other.is_none() || one == other,
                    _ => false,
                });
                if clash {
                    errors.at(
                        variant.ident.span(),
                        "RLP cannot tell this variant from one before it: both are strings, or lists of the same number of items, or one \
                         has `list` and is a list of any number; remove `untagged`, so that a tag comes first",
                    );
                }
                seen.push(kind);
            }
        }
        Shape::List | Shape::Transparent | Shape::Tagged => {}
    }
    if !matches!(rlp.shape, Shape::Untagged) {
        check_tags(variants(), matches!(rlp.shape, Shape::Typed), errors);
    }
}

/// Checks the tags that are numbers. The compiler checks those that are expressions.
fn check_tags<'m>(
    variants: impl Iterator<Item = (&'m model::Variant, &'m model::rlp::Group)>,
    is_typed: bool,
    errors: &mut Errors,
) {
    let mut seen: Vec<(u64, &Ident)> = Vec::new();
    for (variant, group) in variants.filter(|(_, group)| !is_typed || group.list.is_none()) {
        let (ident, Some((tag, span))) = (&variant.ident, known_tag(variant, group)) else { continue };
        if is_typed && tag > MAX_TYPE {
            errors.at(
                span,
                format!(
                    "the type of an envelope is a number from 0 to 127, and that of `{ident}` is {tag}: write `tag = N`"
                ),
            );
        }
        match seen.iter().find(|(other, _)| *other == tag) {
            Some((_, first)) => errors.at(
                span,
                format!("the tag {tag:#04x} of `{ident}` is already used by `{first}`: write `#[rlp(tag = N)]` on one of them"),
            ),
            None => seen.push((tag, ident)),
        }
    }
}

/// The greatest type of an envelope.
const MAX_TYPE: u64 = 0x7f;

/// Returns the tag of a variant, if it is a number, and where it is written.
pub(super) fn known_tag(variant: &model::Variant, group: &model::rlp::Group) -> Option<(u64, Span)> {
    match (&group.tag, &variant.case) {
        (Some(tag), _) => {
            let number: LitInt = syn::parse2(tag.to_token_stream()).ok()?;
            Some((number.base10_parse().ok()?, number.span()))
        }
        (None, CaseForm::Tagged(Tag::Known(tag, span))) => Some((*tag, *span)),
        (None, _) => None,
    }
}

/// Checks that RLP has the type of a field, and that its form fits it, as far as their names tell.
fn check_type(field: &model::Field, rlp: &model::rlp::Field, errors: &mut Errors) {
    let (layers, wire) = field.wire().map_or((Vec::new(), None), |wire| {
        let (layers, inner) = outer_layers(wire);
        (layers, Some(inner))
    });
    if layers.iter().any(|(layer, _)| matches!(layer, Layer::Via { .. })) {
        return;
    }
    let ty = types::generic(&field.ty, "Option").unwrap_or(&field.ty);
    let error = match (&rlp.form, wire.map(unframed)) {
        (Some((form, span)), _) => fits::rlp_form(form, ty).map(|message| (*span, message)),
        (None, Some(Wire::Auto | Wire::Leaf(..))) => fits::rlp_own(ty).map(|message| (field.ty.span(), message)),
        (None, _) => None,
    };
    if let Some((span, message)) = error {
        errors.at(span, message);
    }
}

/// What a variant without a tag is: `None` for a string, the number of items of a list, if it is known.
pub(super) fn kind_of(group: &model::rlp::Group, fields: &model::Fields) -> Option<Option<usize>> {
    let wired = group.fields.iter().filter(|field| field.skip.is_none()).count();
    match fields.shape {
        model::Shape::Transparent if group.list.is_some() => Some(None),
        model::Shape::Transparent => None,
        model::Shape::Object | model::Shape::Tuple => Some(Some(wired)),
    }
}
