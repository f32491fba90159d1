//! Rules over a whole type that need no other crate. The compiler checks the rest in constants of the schema.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span};
use syn::LitStr;
use syn::spanned::Spanned;

use crate::errors::Errors;
use crate::fits;
use crate::model::{Body, CaseForm, During, Enum, Fields, Input, Layer, Leaf, Notes, Role, Shape, Tag, TagSize, Wire};
use crate::types::mentions;

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

/// Checks that a `plain` type is its fields and nothing else.
fn check_plain(input: &Input, errors: &mut Errors) {
    let Some(span) = input.plain else { return };
    let (fields, is_struct) = (input.body.fields(), matches!(input.body, Body::Struct(_)));
    let bare = matches!(input.form.without_json(), Wire::Body) && input.mu.is_none() && input.compact.is_none();
    if !is_struct || fields.is_empty() || fields.iter().any(|field| field.wire().is_none()) || !bare {
        errors.at(span, "`plain` is for a struct that is its fields on the wire and nothing around them: remove it");
    }
    if !input.generics.params.is_empty() {
        errors.at(span, "a `plain` type has no parameters: remove it");
    }
    let view = input.view.as_ref().map(Ident::span);
    errors.at_each([view], "a `plain` type is viewed where it stands, as `&Self`: remove `view`");
}

/// Refuses a type that contains itself without `mu`: its schema would contain itself too.
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

/// `may_share` is whether the encoding may have bits in the tag.
fn check_bits_of(wire: &Wire, may_share: bool, errors: &mut Errors) {
    if let Wire::Around(Layer::Payload | Layer::Short(_), _, span) = wire
        && !may_share
    {
        let message = "this is for the fields of a type with `compact`, where nothing but `option` may stand around it: remove it";
        errors.at(*span, message);
    }
    if let Wire::Boxed(inner) | Wire::Around(_, inner, _) = wire {
        let around = matches!(wire, Wire::Around(Layer::Opt, ..))
            || is_check(wire) && matches!(**inner, Wire::Around(Layer::Payload, ..));
        check_bits_of(inner, may_share && around, errors);
    }
}

/// Whether a layer leaves the bytes of the encoding inside as they are.
fn is_check(wire: &Wire) -> bool {
    matches!(wire, Wire::Around(Layer::Guarded { .. } | Layer::Shown { .. }, ..))
}

/// Refuses layers that would turn a field with bits in the tag into a payload without saying so.
fn check_payload(wire: &Wire, errors: &mut Errors) {
    let mut inside = wire;
    while let (true, Some(inner)) = (is_check(inside), inside.inner()) {
        inside = inner;
    }
    match (inside, wire.span()) {
        (Wire::Auto, Some(span)) if is_check(wire) => {
            let message = "in a type with `compact` this field would be no part but a payload: write `payload` too, or put this on a type of its own";
            errors.at(span, message);
        }
        (Wire::Around(Layer::Dft { .. } | Layer::Elided { .. }, ..), Some(span)) => {
            errors.at(span, "a type with `compact` knows no usual values: write an `Option`");
        }
        _ => {}
    }
}

/// Refuses items that the schema of a compact type cannot hold.
fn check_notes(input: &Input, errors: &mut Errors) {
    for field in input.body.fields() {
        let Notes { id, title, description } = &field.notes;
        let notes = id.as_ref().or(title.as_ref()).map(LitStr::span).or(field.flatten);
        if notes.is_some() || description.is_some() || matches!(field.role, Role::Hash) {
            let message = "a field of a type with `compact` takes no `hash`, `flatten`, `id`, `title` or `description`: put it on a type of its own";
            errors.at(notes.unwrap_or(field.span), message);
        }
    }
    let Body::Enum(data) = &input.body else { return };
    for variant in &data.variants {
        if variant.description.is_some() || variant.label.is_some() || variant.kind.is_some() {
            let message = "a variant of a type with `compact` takes no `description`, no `name` without fields and no `json(kind = ..)`: remove it";
            errors.at(variant.ident.span(), message);
        }
    }
}

/// Checks that tags are distinct, and no wider than the enum declares.
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
        check_order(during, errors);
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
            errors.at(*span, format!("the tag {tag:#04x} of `{ident}` is reserved: give it another"));
        }
        if *tag > data.tag_size.max {
            let width = if *tag > TagSize::U16.max { "u32" } else { "u16" };
            let kind = if data.is_struct { "struct" } else { "enum" };
            let advice = format!("write `#[encoding(tags = \"{width}\")]` on the {kind}");
            errors.at(*span, format!("the tag {tag} of `{ident}` is too wide: {advice}"));
        }
        let others: &mut Vec<(&Ident, Span, Option<During>)> = seen.entry(*tag).or_default();
        match others.iter().find(|(_, _, during)| During::overlap(*during, variant.during)) {
            None => others.push((ident, *span, variant.during)),
            Some((first, first_span, _)) => {
                errors.at(*span, format!("the tag {tag:#04x} of `{ident}` is already that of `{first}`"));
                errors.at(*first_span, format!("`{first}` has the tag {tag:#04x} first"));
            }
        }
    }
}

/// Checks that no field is called `kind` where JSON has a field of this name for the kind.
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

/// Checks that reserved tags are distinct, and no wider than the enum declares.
fn check_reserved(data: &Enum, errors: &mut Errors) {
    let (mut seen, width) = (HashSet::new(), data.tag_size.name);
    for (tag, span) in &data.reserved {
        if *tag > data.tag_size.max {
            let message =
                format!("no tag of a `{width}` is {tag}: remove this, or say with `tags` that tags are wider");
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
            let message =
                "`select` looks at the fields before, and `flatten` puts them in other objects: write them out";
            errors.at(*span, message);
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

/// Checks that fields of some revisions have names, by which JSON leaves them out, and that the first revision is not after the last.
fn check_revisions(input: &Input, fields: &Fields, errors: &mut Errors) {
    for during in fields.fields.iter().filter_map(|field| field.during) {
        if fields.shape != Shape::Object || input.compact.is_some() {
            errors.at(during.span, "`since` and `until` are for fields with names, or for variants with a tag");
        }
        check_order(during, errors);
    }
}

/// Checks that a revision is between the ends.
fn check_order(During { since, until, span }: During, errors: &mut Errors) {
    if since > until {
        errors.at(span, format!("no revision is from {since} to {until}: exchange the numbers"));
    }
}

/// Checks that at most one variant has all other tags, and that its first field is as wide as a tag.
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
        let width = data.tag_size.name;
        if let Some(tag) = variant.fields.fields.first().filter(|tag| !fits::is(&tag.ty, width)) {
            let message = format!("this field is the tag: write `{width}`, which is as wide as the enum's tags");
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
            errors.at(field.span, format!("two fields are called `{}` in the schema", field.name));
        }
        others.push(field.during);
    }
}
