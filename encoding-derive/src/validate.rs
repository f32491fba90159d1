//! Rules over a whole type that need no other crate: the rest is checked by the compiler in the schema's constants.

use std::collections::{HashMap, HashSet};

use syn::spanned::Spanned;

use crate::errors::Errors;
use crate::fits;
use crate::model::{Body, CaseForm, Enum, Fields, Input, Layer, Leaf, Notes, Role, Shape, Tag, TagSize, Wire};
use crate::types::mentions;

pub(crate) fn check(input: &Input, errors: &mut Errors) {
    check_recursion(input, errors);
    check_plain(input, errors);
    check_parts(input, errors);
    if let Body::Enum(data) = &input.body {
        check_tags(input, data, errors);
    }
    for fields in input.body.groups() {
        check_fields(input, fields, errors);
    }
}

/// A type whose memory is its bytes is its fields and nothing else.
fn check_plain(input: &Input, errors: &mut Errors) {
    let Some(span) = input.plain else { return };
    let fields = match &input.body {
        Body::Struct(fields) => fields.fields.as_slice(),
        Body::Enum(_) | Body::Via => &[],
    };
    let bare = matches!(input.form.without_json(), Wire::Body) && input.mu.is_none() && input.compact.is_none();
    if fields.is_empty() || fields.iter().any(|field| field.wire().is_none()) || !bare {
        errors.at(span, "`plain` is for a struct that is its fields on the wire and nothing around them: remove it");
    }
    if !input.generics.params.is_empty() {
        errors.at(span, "a `plain` type has no parameters: remove it");
    }
    if let Some(view) = &input.view {
        errors.at(view.span(), "a `plain` type is viewed where it stands, as `&Self`: remove `view`");
    }
}

/// A type that contains itself says so: its schema would contain itself too.
fn check_recursion(input: &Input, errors: &mut Errors) {
    if input.mu.is_some() {
        return;
    }
    let fields = input.body.fields();
    let mut wired = fields.iter().filter(|field| field.wire().is_some());
    if let Some(field) = wired.find(|field| mentions(&field.ty, &input.ident)) {
        errors.at(field.ty.span(), format!("`{0}` contains itself: write `#[encoding(mu)]` on `{0}`", input.ident));
    }
}

/// Parts that share the bits of a tag are the fields of a compact type, or what is optional in them.
fn check_parts(input: &Input, errors: &mut Errors) {
    let compact = input.compact.is_some();
    check_part(&input.form, false, errors);
    for field in input.body.fields() {
        let Some(wire) = field.wire() else { continue };
        check_part(wire, compact, errors);
        if compact {
            check_payload(wire, errors);
        }
    }
    if compact {
        check_words(input, errors);
    }
}

/// `part` is whether the form may be one of the parts that share.
fn check_part(wire: &Wire, part: bool, errors: &mut Errors) {
    if let Wire::Around(Layer::Payload | Layer::Short(_), _, span) = wire
        && !part
    {
        errors.at(
            *span,
            "this is for the fields of a type with `compact`, where nothing but `option` may stand around it: remove it",
        );
    }
    let inner = match wire {
        Wire::Around(_, inner, _) => Some(&**inner),
        other => other.inner(),
    };
    if let Some(inner) = inner {
        let around = matches!(wire, Wire::Around(Layer::Opt, ..))
            || is_check(wire) && matches!(inner, Wire::Around(Layer::Payload, ..));
        check_part(inner, part && around, errors);
    }
}

/// Whether a form has the bytes of what is inside.
fn is_check(wire: &Wire) -> bool {
    matches!(wire, Wire::Around(Layer::Guarded { .. } | Layer::Shown { .. }, ..))
}

/// What would have the bytes of a part but makes a payload of it says so.
fn check_payload(wire: &Wire, errors: &mut Errors) {
    let mut inside = wire;
    while let (true, Some(inner)) = (is_check(inside), inside.inner()) {
        inside = inner;
    }
    match (inside, wire.span()) {
        (Wire::Auto, Some(span)) if is_check(wire) => errors.at(
            span,
            "in a type with `compact` this field would be no part but a payload: write `payload` too, or put this on a type of its own",
        ),
        (Wire::Around(Layer::Dft { .. } | Layer::Elided { .. }, ..), Some(span)) => {
            errors.at(span, "a type with `compact` knows no usual values: write an `Option`");
        }
        _ => {}
    }
}

/// What the schema of a compact type has no place for.
fn check_words(input: &Input, errors: &mut Errors) {
    for field in input.body.fields() {
        let Notes { id, title, description } = &field.notes;
        if id.is_some()
            || title.is_some()
            || description.is_some()
            || field.flatten.is_some()
            || matches!(field.role, Role::Hash)
        {
            let place = id.as_ref().or(title.as_ref()).map(syn::LitStr::span);
            errors.at(
                place.or(field.flatten).unwrap_or(field.span),
                "a field of a type with `compact` takes no `hash`, `flatten`, `id`, `title` or `description`: put it on a type of its own",
            );
        }
    }
    let Body::Enum(data) = &input.body else { return };
    for variant in &data.variants {
        if variant.description.is_some() || variant.label.is_some() || variant.kind.is_some() {
            errors.at(
                variant.ident.span(),
                "a variant of a type with `compact` takes no `description`, no `name` without fields and no `json(kind = ..)`: remove it",
            );
        }
    }
}

/// Tags that are numbers: distinct, and as narrow as the enum says.
fn check_tags(input: &Input, data: &Enum, errors: &mut Errors) {
    if data.variants.is_empty() && !data.is_struct {
        errors.at(input.ident.span(), "an enum without variants has no encoding");
    }
    if data.string_enum && data.variants.len() == 1 {
        errors.at(input.ident.span(), "a `string_enum` needs at least two names");
    }
    check_others(data, errors);
    check_kinds(data, errors);
    check_reserved(data, errors);
    let max = data.tag_size.max();
    let mut seen = HashMap::new();
    for (_, variant, _, tag) in data.tags() {
        let Tag::Known(tag, span) = tag else { continue };
        if data.reserved.iter().any(|(reserved, _)| reserved == tag) {
            errors.at(*span, format!("the tag {tag:#04x} of `{}` is reserved: give it another", variant.ident));
        }
        if *tag > max {
            errors.at(
                *span,
                format!(
                    "the tag {tag} of `{}` is too wide: write `#[encoding(tags = \"{}\")]` on the {}",
                    variant.ident,
                    if *tag > TagSize::U16.max() { "u32" } else { "u16" },
                    if data.is_struct { "struct" } else { "enum" }
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

/// JSON that says what kind it is says it once.
fn check_kinds(data: &Enum, errors: &mut Errors) {
    for variant in data.variants.iter().filter(|variant| variant.kind.is_some()) {
        let fields = variant.fields.fields.iter();
        let mut named = fields.filter(|field| field.wire().is_some() && field.flatten.is_none());
        if let Some(field) = named.find(|field| variant.fields.shape == Shape::Object && field.name == "kind") {
            errors.at(field.span, "the field `kind` of the JSON says the kind: give this field another `name`");
        }
        if let Some(label) = variant.label.as_ref().filter(|label| label.value() == "kind") {
            errors.at(label.span(), "the field `kind` of the JSON says the kind: give another `name`");
        }
    }
}

/// Reserved tags: distinct, and as narrow as the enum says.
fn check_reserved(data: &Enum, errors: &mut Errors) {
    let mut seen = HashSet::new();
    for (tag, span) in &data.reserved {
        if *tag > data.tag_size.max() {
            let width = data.tag_size.name();
            errors.at(
                *span,
                format!("no tag of a `{width}` is {tag}: remove this, or say with `tags` that tags are wider"),
            );
        }
        if !seen.insert(tag) {
            errors.at(*span, format!("the tag {tag:#04x} is reserved twice: remove one"));
        }
    }
}

fn check_fields(input: &Input, fields: &Fields, errors: &mut Errors) {
    check_names(fields, errors);
    let merged = fields.fields.iter().any(|field| field.flatten.is_some());
    for field in &fields.fields {
        let mut wire = field.wire();
        if let Some(Wire::Leaf(Leaf::Select(_), span)) = wire
            && merged
        {
            errors.at(
                *span,
                "`select` looks at the fields before, and `flatten` puts them in other objects: write them out",
            );
        }
        if let Some(Wire::Around(Layer::Reserve(_), inner, _)) = wire {
            wire = Some(inner);
        }
        let Some(Wire::Around(Layer::Dft { ty, .. }, _, span)) = wire else { continue };
        if fields.shape != Shape::Object || field.flatten.is_some() {
            errors.at(*span, "`dft` is for a field with a name, by which JSON leaves it out");
        }
        if input.generics.type_params().any(|parameter| mentions(ty, &parameter.ident)) {
            errors.at(*span, "`dft` is for a type without parameters: the schema holds the bytes of its usual value");
        }
    }
}

/// At most one variant for all other tags, whose first field is as wide as a tag.
fn check_others(data: &Enum, errors: &mut Errors) {
    let mut first = None;
    for variant in &data.variants {
        let CaseForm::Other(span) = &variant.case else { continue };
        match first {
            None => first = Some(&variant.ident),
            Some(first) => errors.at(*span, format!("`{first}` has all other tags already: remove this `other`")),
        }
        if data.ignore_unknown {
            errors.at(*span, "no tag is unknown where a variant has all others: remove this or `ignore_unknown`");
        }
        let width = data.tag_size.name();
        if let Some(tag) = variant.fields.fields.first().filter(|tag| !fits::is(&tag.ty, width)) {
            errors.at(
                tag.ty.span(),
                format!("this field is the tag: write `{width}`, which is as wide as the enum's tags"),
            );
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
