//! Rules on a whole type that need no other type. The compiler checks the remaining rules in constants of the schema.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span};
use syn::LitStr;
use syn::spanned::Spanned;

use crate::errors::Errors;
use crate::model::{Body, CaseForm, During, Enum, Fields, Input, Layer, Leaf, Notes, Role, Shape, Tag, TagSize, Wire};
use crate::types;

pub(crate) fn check(input: &Input, errors: &mut Errors) {
    check_recursion(input, errors);
    check_plain(input, errors);
    check_bits(input, errors);
    if let Body::Enum(data) = &input.body {
        check_tags(input, data, errors);
    }
    for fields in input.body.groups() {
        check_fields(input, fields, errors);
    }
}

/// Refuses fields of a packed type that writers and views could not refer to, because they have an alignment.
pub(crate) fn check_packed(input: &Input, errors: &mut Errors) {
    let fields = input.body.fields().into_iter().filter(|field| input.is_packed && field.wire().is_some());
    let message = "writers and views borrow this field, which `repr(packed)` forbids: use bytes, such as `[u8; 4]`, or remove `packed`";
    errors.at_each(fields.filter(|field| types::is_aligned(&field.ty)).map(|field| Some(field.ty.span())), message);
}

/// Checks that a `plain` type consists of its fields and nothing else.
fn check_plain(input: &Input, errors: &mut Errors) {
    let Some(span) = input.plain else { return };
    let (fields, is_struct) = (input.body.fields(), matches!(input.body, Body::Struct(_)));
    let bare = matches!(input.form.without_json(), Wire::Body) && input.mu.is_none() && input.compact.is_none();
    if !is_struct || fields.is_empty() || fields.iter().any(|field| field.wire().is_none()) || !bare {
        errors.at(span, "`plain` is for a struct whose encoding consists of its fields and nothing else: remove it");
    }
    if !input.generics.params.is_empty() {
        errors.at(span, "a `plain` type cannot have parameters: remove it");
    }
    let view = input.view.as_ref().map(Ident::span);
    errors.at_each([view], "the view of a `plain` type is always `&Self`: remove `view`");
}

/// Refuses a type that contains itself without `mu`: its schema would contain itself too.
pub(crate) fn check_recursion(input: &Input, errors: &mut Errors) {
    if input.mu.is_some() {
        return;
    }
    let fields = input.body.fields();
    let mut wired = fields.iter().filter(|field| field.wire().is_some());
    if let Some(field) = wired.find(|field| types::mentions(&field.ty, &input.ident)) {
        errors.at(field.ty.span(), format!("`{0}` contains itself: write `#[encoding(mu)]` on `{0}`", input.ident));
    }
}

/// Checks that only the fields of a compact type share the bits of a tag.
fn check_bits(input: &Input, errors: &mut Errors) {
    let compact = input.compact.is_some();
    check_bits_of(&input.form, false, errors);
    for field in input.body.fields() {
        let Some(wire) = field.wire() else { continue };
        check_bits_of(wire, compact, errors);
        if compact {
            check_payload(wire, errors);
        }
    }
    if compact {
        check_notes(input, errors);
    }
}

/// Checks one encoding; `may_share` is true if it may take bits of the tag.
fn check_bits_of(wire: &Wire, may_share: bool, errors: &mut Errors) {
    if let Wire::Around(Layer::Payload | Layer::Short(_), _, span) = wire
        && !may_share
    {
        let message = "this is for the fields of a type with `compact`, where only `option` may wrap it: remove it";
        errors.at(*span, message);
    }
    if let Wire::Boxed(inner) | Wire::Around(_, inner, _) = wire {
        let around = matches!(wire, Wire::Around(Layer::Opt, ..))
            || is_check(wire) && matches!(**inner, Wire::Around(Layer::Payload, ..));
        check_bits_of(inner, may_share && around, errors);
    }
}

/// Returns true if a layer does not change the bytes of the encoding inside.
fn is_check(wire: &Wire) -> bool {
    matches!(wire, Wire::Around(Layer::Guarded { .. } | Layer::Shown { .. }, ..))
}

/// Refuses layers that would silently turn a field with bits in the tag into a payload.
fn check_payload(wire: &Wire, errors: &mut Errors) {
    let mut inside = wire;
    while let (true, Some(inner)) = (is_check(inside), inside.inner()) {
        inside = inner;
    }
    match (inside, wire.span()) {
        (Wire::Auto, Some(span)) if is_check(wire) => {
            let message = "with this, the field would no longer share bits of the tag: add `payload` to confirm it, or move this to a separate type";
            errors.at(span, message);
        }
        (Wire::Around(Layer::Dft { .. } | Layer::Elided { .. }, ..), Some(span)) => {
            errors.at(span, "the fields of a type with `compact` cannot have defaults: use an `Option`");
        }
        _ => {}
    }
}

/// Refuses items that the schema of a compact type cannot represent.
fn check_notes(input: &Input, errors: &mut Errors) {
    for field in input.body.fields() {
        let Notes { id, title, description, secret } = &field.notes;
        let notes = id.as_ref().or(title.as_ref()).map(LitStr::span).or(field.flatten);
        if notes.is_some() || description.is_some() || *secret || matches!(field.role, Role::Hash(_)) {
            let message = "a field of a type with `compact` cannot have `hash`, `flatten`, `id`, `title`, `description` or `secret`: move it to a separate type";
            errors.at(notes.unwrap_or(field.span), message);
        }
    }
    let Body::Enum(data) = &input.body else { return };
    for variant in &data.variants {
        if variant.description.is_some() || variant.label.is_some() || variant.kind.is_some() {
            let message = "a variant of a type with `compact` cannot have `description`, `json(kind = ..)`, or `name` if it has no fields: remove it";
            errors.at(variant.ident.span(), message);
        }
    }
}

/// Checks that tags are distinct, and within the width that the enum declares.
fn check_tags(input: &Input, data: &Enum, errors: &mut Errors) {
    if data.variants.is_empty() && !data.is_struct {
        errors.at(input.ident.span(), "an enum without variants has no encoding");
    }
    if data.string_enum && data.variants.len() == 1 {
        errors.at(input.ident.span(), "a `string_enum` needs at least two names");
    }
    check_others(data, errors);
    for variant in &data.variants {
        let Some(during) = variant.during else { continue };
        errors.keep(during.check_order());
        if !matches!(variant.case, CaseForm::Tagged(_)) || input.compact.is_some() || data.string_enum {
            errors.at(during.span, "`since` and `until` are for fields with names, or for variants with a tag");
        }
    }
    check_kinds(data, errors);
    check_reserved(data, errors);
    let mut seen = HashMap::new();
    for (_, variant, _, tag) in data.tags() {
        let (ident, Tag::Known(tag, span)) = (&variant.ident, tag) else { continue };
        if data.reserved.iter().any(|(reserved, _)| reserved == tag) {
            errors.at(*span, format!("the tag {tag:#04x} of `{ident}` is reserved: give it a different one"));
        }
        if *tag > data.tag_size.max {
            let width = if *tag > TagSize::U16.max { "u32" } else { "u16" };
            let kind = if data.is_struct { "struct" } else { "enum" };
            let advice = format!("write `#[encoding(tags = \"{width}\")]` on the {kind}");
            errors.at(*span, format!("the tag {tag} of `{ident}` does not fit the declared width: {advice}"));
        }
        let others: &mut Vec<(&Ident, Span, Option<During>)> = seen.entry(*tag).or_default();
        match others.iter().find(|(_, _, during)| During::overlap(*during, variant.during)) {
            None => others.push((ident, *span, variant.during)),
            Some((first, first_span, _)) => {
                errors.at(*span, format!("the tag {tag:#04x} of `{ident}` is already used by `{first}`"));
                errors.at(*first_span, format!("`{first}` uses the tag {tag:#04x} here"));
            }
        }
    }
}

/// Checks that no field is called `kind` if JSON has a field of this name for the kind.
fn check_kinds(data: &Enum, errors: &mut Errors) {
    for (variant, kind) in
        data.variants.iter().filter_map(|variant| Some((variant, variant.kind.as_ref()?.field.value())))
    {
        let fields = variant.fields.fields.iter();
        let mut named = fields.filter(|field| field.wire().is_some() && field.flatten.is_none());
        if let Some(field) = named.find(|field| variant.fields.shape == Shape::Object && field.name == kind) {
            let message =
                format!("the field `{kind}` of the JSON names the variant: give this field a different `name`");
            errors.at(field.span, message);
        }
        if let Some(label) = variant.label.as_ref().filter(|label| label.value() == kind) {
            errors
                .at(label.span(), format!("the field `{kind}` of the JSON names the variant: use a different `name`"));
        }
    }
}

/// Checks that reserved tags are distinct, and within the width that the enum declares.
fn check_reserved(data: &Enum, errors: &mut Errors) {
    let (mut seen, width) = (HashSet::new(), data.tag_size.name);
    for (tag, span) in &data.reserved {
        if *tag > data.tag_size.max {
            let message =
                format!("the tag {tag} does not fit a `{width}`: remove it, or declare wider tags with `tags`");
            errors.at(*span, message);
        }
        if !seen.insert(tag) {
            errors.at(*span, format!("the tag {tag:#04x} is reserved twice: remove one"));
        }
    }
}

fn check_fields(input: &Input, fields: &Fields, errors: &mut Errors) {
    check_names(fields, errors);
    check_revisions(input, fields, errors);
    let merged = fields.fields.iter().any(|field| field.flatten.is_some());
    for field in &fields.fields {
        let mut wire = field.wire();
        if let Some(Wire::Leaf(Leaf::Select(_), span)) = wire
            && merged
        {
            let message = "`select` uses preceding fields, but `flatten` moves them to other objects: write the fields out instead";
            errors.at(*span, message);
        }
        if let Some(Wire::Around(Layer::Reserve(_), inner, _)) = wire {
            wire = Some(inner);
        }
        let Some(Wire::Around(Layer::Dft { ty, .. }, _, span)) = wire else { continue };
        if fields.shape != Shape::Object || field.flatten.is_some() {
            errors.at(*span, "`dft` is for a field with a name, because JSON omits the field by its name");
        }
        if input.generics.type_params().any(|parameter| types::mentions(ty, &parameter.ident)) {
            errors.at(
                *span,
                "`dft` is for a type without parameters, because the schema contains the bytes of its default value",
            );
        }
    }
}

/// Checks that fields of some revisions have names, by which JSON omits them, and that the first revision is not after
/// the last.
fn check_revisions(input: &Input, fields: &Fields, errors: &mut Errors) {
    for during in fields.fields.iter().filter_map(|field| field.during) {
        if fields.shape != Shape::Object || input.compact.is_some() {
            errors.at(during.span, "`since` and `until` are for fields with names, or for variants with a tag");
        }
        errors.keep(during.check_order());
    }
}

/// Checks that at most one variant takes all other tags, and that its first field has the width of a tag.
fn check_others(data: &Enum, errors: &mut Errors) {
    let mut first = None;
    for variant in &data.variants {
        let CaseForm::Other(span) = &variant.case else { continue };
        match first {
            None => first = Some(&variant.ident),
            Some(first) => errors.at(*span, format!("`{first}` already takes all other tags: remove this `other`")),
        }
        if data.ignore_unknown {
            errors.at(*span, "no tag is unknown if a variant takes all others: remove this or `ignore_unknown`");
        }
        let width = data.tag_size.name;
        if let Some(tag) = variant.fields.fields.first().filter(|tag| !types::is(&tag.ty, width)) {
            let message = format!("this field is the tag: write `{width}`, the width of the enum's tags");
            errors.at(tag.ty.span(), message);
        }
    }
}

/// Checks that the fields of an object have distinct names.
fn check_names(fields: &Fields, errors: &mut Errors) {
    let mut seen: HashMap<&String, Vec<Option<During>>> = HashMap::new();
    for field in fields.fields.iter().filter(|field| field.wire().is_some() && field.flatten.is_none()) {
        let others = seen.entry(&field.name).or_default();
        if others.iter().any(|during| During::overlap(*during, field.during)) {
            errors.at(field.span, format!("two fields are named `{}` in the schema", field.name));
        }
        others.push(field.during);
    }
}
