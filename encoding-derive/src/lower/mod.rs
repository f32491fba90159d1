//! Lowers attributes and Rust types to the model: this module, and `chain` for chains, define what an attribute means.

use proc_macro2::{Span, TokenTree};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, ConstParam, Data, DataEnum, DeriveInput, GenericParam, LitStr, Member, Meta, Type, TypeParam,
    parse_quote,
};

mod chain;
mod scalar;
mod this;
mod variants;
mod via;

use crate::attrs::{Chain, ContainerAttrs, FieldAttrs, NotesAttrs, Step, doc, span_of};
use crate::errors::Errors;
use crate::model::{
    Body, Case, Compact, During, Enum, Field, Fields, Input, JsonCases, Layer, Leaf, Notes, Role, Shape, TagSize, Wire,
};
use crate::{fits, types};
use chain::{chain, wrap};

/// Refuses fields and parameters named `_`, which `syn` accepts and the compiler does not. Code for them is not Rust.
pub(crate) fn check_names(input: &DeriveInput) -> syn::Result<()> {
    let fields = match &input.data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    let params = input.generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(TypeParam { ident, .. }) | GenericParam::Const(ConstParam { ident, .. }) => Some(ident),
        GenericParam::Lifetime(_) => None,
    });
    let mut names = fields.into_iter().filter_map(|field| field.ident.as_ref()).chain(params);
    match names.find(|name| *name == "_") {
        Some(name) => Err(syn::Error::new(name.span(), "`_` is not a name")),
        None => Ok(()),
    }
}

/// Returns the model of a type.
pub(crate) fn input(input: &DeriveInput, errors: &mut Errors) -> Option<Input> {
    let input = &this::without_self(input.clone());
    let mut attrs = ContainerAttrs::read(&input.attrs, errors);
    let little = attrs.endian.is_some_and(|(little, _)| little);
    let compact = compact(&mut attrs, matches!(input.data, Data::Enum(_)), errors);
    let body = match &input.data {
        _ if attrs.via.wire.is_some() => via::body(input, &attrs, errors),
        Data::Struct(data) => struct_body(input, &data.fields, &mut attrs, compact.is_some(), errors),
        Data::Enum(data) => Body::Enum(enum_body(data, &mut attrs, compact.is_some(), errors)),
        Data::Union(data) => {
            errors.at(data.union_token.span, "a Rust union has no encoding: write an enum");
            return None;
        }
    };
    if input.generics.type_params().next().is_some() {
        refuse_select(&body, errors);
    }
    let (ident, generics) = (&input.ident, &input.generics);
    let own = || Box::new(types::own_type(ident, generics));
    let mut form = match attrs.via.wire {
        Some((repr, span)) => {
            let inner = chain(Chain::default(), &repr, little, errors);
            inner.within(Layer::Via { repr: Box::new(repr), ty: own(), functions: None }, span)
        }
        None => Wire::Body,
    };
    if let Some((guard, span)) = attrs.guard {
        form = form.within(Layer::Guarded { guard, ty: own() }, span);
    }
    let wrappers = attrs.chain.0.into_iter().filter_map(|(step, span)| match step {
        Step::Wrapper(layer, limit) => Some((layer, limit, span)),
        Step::Marker(_) | Step::Scalar(_) => None,
    });
    form = wrap(form, wrappers.collect());
    if let Some((hook, span)) = attrs.notes.hook.take() {
        errors.at_each(generics.params.first().map(|_| Some(span)), NEEDS_OWNED);
        form = form.within(Layer::Shown { hook, whole: true }, span);
    }
    if let Some((older, span)) = attrs.legacy {
        let message = "`legacy` is for types without parameters, because the schema converts the bytes of older values";
        errors.at_each(generics.params.first().map(|_| Some(span)), message);
        let message = "a recursive type would be read twice at each level: use `versioned`, whose number distinguishes the encodings";
        errors.at_each(attrs.mu.as_ref().map(|_| Some(span)), message);
        form = form.within(Layer::Legacy(Box::new(older)), span);
    }
    Some(Input {
        ident: ident.clone(),
        generics: generics.clone(),
        krate: attrs.krate.unwrap_or_else(|| parse_quote!(::tezos_encoding)),
        notes: notes(&attrs.notes, &input.attrs),
        lints: input.attrs.iter().filter(|attr| is_lint(attr)).cloned().collect(),
        is_packed: input.attrs.iter().any(is_packed),
        field: attrs.field,
        bounds: attrs.bounds.unwrap_or_default(),
        vis: input.vis.clone(),
        view: attrs.view,
        plain: attrs.plain,
        arena: attrs.arena,
        compact,
        mu: attrs.mu,
        body,
        form,
    })
}

/// Returns true for the attributes that set the level of lints. `expect` is none of them here: what it expects may be in
/// one of the types only.
fn is_lint(attr: &Attribute) -> bool {
    ["allow", "warn", "deny", "forbid"].iter().any(|level| attr.path().is_ident(level))
}

/// Returns true for `repr(packed)`, also beside `C` and with an alignment.
fn is_packed(attr: &Attribute) -> bool {
    let Meta::List(list) = &attr.meta else { return false };
    let mut words = list.tokens.clone().into_iter();
    list.path.is_ident("repr") && words.any(|word| matches!(word, TokenTree::Ident(word) if word == "packed"))
}

/// Lowers the fields of a struct, which follow a tag if it has one.
fn struct_body(
    input: &DeriveInput,
    source: &syn::Fields,
    attrs: &mut ContainerAttrs,
    compact: bool,
    errors: &mut Errors,
) -> Body {
    let untagged = attrs.untagged.as_ref().map(|untagged| untagged.span);
    errors.at_each([untagged], "`untagged` is for enums: a struct has no tag");
    let tags = span_of(&attrs.tags).filter(|_| attrs.tag.is_none());
    let json = span_of(&attrs.json_cases);
    let for_enums = [tags, attrs.ignore_unknown, span_of(&attrs.reserved), attrs.string_enum, json];
    errors.at_each(for_enums, "this is for enums: a struct has no cases");
    let little = attrs.endian.is_some_and(|(little, _)| little);
    let mut fields = fields(source, compact, little, attrs.rename_all.map(|(case, _)| case), errors);
    if let Some(span) = attrs.transparent {
        fields.shape = Shape::Transparent;
        if fields.fields.iter().filter(|field| field.wire().is_some()).count() != 1 {
            errors.at(span, "`transparent` needs exactly one field on the wire");
        }
    }
    match (attrs.tag.take(), attrs.versions.take()) {
        (None, None) => Body::Struct(fields),
        (Some((tag, _)), None) => {
            let size = attrs.tags.map_or(TagSize::U8, |(size, _)| size);
            Body::Enum(variants::tagged(&input.ident, tag, size, fields, errors))
        }
        (None, Some(versions)) => Body::Enum(variants::versioned(&input.ident, versions, fields, errors)),
        (Some((_, span)), Some(_)) => {
            errors.at(span, "`versioned` already writes a tag: remove this or `versioned`");
            Body::Struct(fields)
        }
    }
}

/// Lowers the cases of an enum.
fn enum_body(data: &DataEnum, attrs: &mut ContainerAttrs, compact: bool, errors: &mut Errors) -> Enum {
    let (tags, reserved) = (span_of(&attrs.tags), span_of(&attrs.reserved));
    errors.at_each([attrs.transparent], "`transparent` is for structs with one field");
    let tag_on_variant = "a tag belongs on a variant: write it there, or write `tags = \"u16\"` for wider tags";
    errors.at_each([span_of(&attrs.tag)], tag_on_variant);
    let versions = attrs.versions.as_ref().map(|versions| versions.span);
    errors.at_each([versions], "`versioned` is for a struct of one field, the newest version");
    let string_enum = attrs.string_enum.is_some();
    if string_enum {
        let message =
            "`string_enum` numbers its names in order and determines the width from how many there are: remove this";
        errors.at_each([tags, attrs.ignore_unknown, reserved], message);
        let message = "`rename_all` is for fields: use `title` to rename a variant of a `string_enum`";
        errors.at_each([span_of(&attrs.rename_all)], message);
    }
    if let Some(untagged) = &attrs.untagged {
        let others = [tags, attrs.ignore_unknown, reserved, attrs.string_enum];
        errors.at_each(others, "an `untagged` enum has no tag: remove this");
        let around = attrs.mu.is_some()
            || attrs.notes.span.is_some()
            || attrs.guard.is_some()
            || attrs.legacy.is_some()
            || attrs.field.is_some()
            || !attrs.chain.0.is_empty();
        if around {
            let message = "an `untagged` enum cannot have items that wrap the whole type: write them on its fields";
            errors.at(untagged.span, message);
        }
    }
    let tag_size = match data.variants.len() {
        0..=0xff if string_enum => TagSize::U8,
        0x100..=0xffff if string_enum => TagSize::U16,
        _ if compact => TagSize::U32,
        _ => attrs.tags.map_or(TagSize::U8, |(size, _)| size),
    };
    let json_span = span_of(&attrs.json_cases);
    let json = attrs.json_cases.take().map(|(json, _)| json).unwrap_or_default();
    let shows_variants = !string_enum && attrs.untagged.is_none() && attrs.notes.hook.is_none();
    if !shows_variants {
        errors.at_each([json_span], "the JSON of this type does not depend on that of its variants: remove this");
    } else if compact && !matches!(json, JsonCases::FirstMatch) {
        errors.at_each(
            [json_span],
            "the variants of a `compact` enum cannot be named in JSON: give their fields a `name`",
        );
    }
    let kind = variants::Kind {
        json: &json,
        string_enum,
        compact,
        little: attrs.endian.is_some_and(|(little, _)| little),
        untagged: attrs.untagged.as_ref().map(|untagged| untagged.write_only),
        rename_all: attrs.rename_all.map(|(case, _)| case),
    };
    let variants = variants::lower(data.variants.iter(), &kind, errors);
    Enum {
        tag_size,
        ignore_unknown: attrs.ignore_unknown.is_some(),
        string_enum,
        untagged: attrs.untagged.take(),
        is_struct: false,
        reserved: attrs.reserved.take().map(|(tags, _)| tags).unwrap_or_default(),
        json: Some(json).filter(|_| shows_variants),
        variants,
    }
}

/// Returns the notes about a value; a definition without a description takes it from the doc comment.
fn notes(items: &NotesAttrs, attrs: &[Attribute]) -> Notes {
    let written = items.description.as_ref().map(LitStr::value);
    let description = written.or_else(|| items.id.as_ref().and_then(|_| doc(attrs)));
    Notes { id: items.id.clone(), title: items.title.clone(), description }
}

const NEEDS_OWNED: &str =
    "only types that own their data can have different JSON, because the schema decodes the value from temporary bytes";

/// Returns the shared tag of a compact type. No other item that changes the encoding of the whole type is allowed.
fn compact(attrs: &mut ContainerAttrs, is_enum: bool, errors: &mut Errors) -> Option<Compact> {
    let compact = attrs.compact.take()?;
    let span = compact.span;
    let others = [
        attrs.mu.as_ref().map(|_| span),
        span_of(&attrs.via.wire),
        span_of(&attrs.guard),
        span_of(&attrs.legacy),
        span_of(&attrs.notes.hook),
        attrs.field.as_ref().map(LitStr::span),
        span_of(&attrs.endian),
        attrs.chain.span(),
    ];
    errors.at_each(
        attrs.choice_items().into_iter().chain(others),
        "`compact` cannot be combined with other items that change the whole encoding: move one of them to a separate type",
    );
    if !is_enum && (compact.union_tag_bits.is_some() || compact.cases_tag_bits.is_some()) {
        errors.at(span, "a struct has no cases: remove `union_tag_bits` and `cases_tag_bits`");
    }
    Some(compact)
}

/// Refuses `select` if type parameters hide the types of the preceding fields, which the schema reads.
fn refuse_select(body: &Body, errors: &mut Errors) {
    let fields = body.fields();
    let selects = fields.iter().filter_map(|field| match field.wire() {
        Some(Wire::Leaf(Leaf::Select(_), span)) => Some(*span),
        _ => None,
    });
    let message = "`select` is for types without type parameters: use concrete types for the preceding fields";
    errors.at_each(selects.map(Some), message);
}

fn fields(fields: &syn::Fields, compact: bool, little: bool, case: Option<Case>, errors: &mut Errors) -> Fields {
    let mut lowered: Vec<(Field, Option<Span>)> =
        fields.members().zip(fields).map(|(member, source)| field(member, source, little, case, errors)).collect();
    let named = matches!(fields, syn::Fields::Named(_));
    let on_wire = lowered.iter().filter(|(field, _)| field.wire().is_some()).count();
    let wired = lowered.iter_mut().map(|(field, _)| field).filter(|field| field.wire().is_some());
    if !compact {
        wired.take(on_wire.saturating_sub(1)).for_each(reserve_tail);
    }
    let shape = match (named, on_wire) {
        (true, _) => Shape::Object,
        (false, 1) if lowered.iter().all(|(_, named)| named.is_none()) => Shape::Transparent,
        (false, 1) => Shape::Object,
        (false, _) => {
            let message = "the fields of a tuple have no names: remove this, or give all of them names in braces";
            errors.at_each(lowered.iter().map(|(_, named)| *named), message);
            Shape::Tuple
        }
    };
    Fields { shape, fields: lowered.into_iter().map(|(field, _)| field).collect() }
}

/// Makes a field that would extend to the end of its block reserve the bytes of the following fields.
fn reserve_tail(field: &mut Field) {
    let Role::Wire(wire) = &mut field.role else { return };
    if !matches!(wire, Wire::Around(Layer::Reserve(_), ..)) && fits::goes_to_end(wire, &field.ty) {
        *wire = std::mem::replace(wire, Wire::Auto).within(Layer::Reserve(None), field.span);
    }
}

/// Lowers a field. The second result is the span of its `name`.
fn field(
    member: Member,
    source: &syn::Field,
    little: bool,
    case: Option<Case>,
    errors: &mut Errors,
) -> (Field, Option<Span>) {
    let attrs = FieldAttrs::read(&source.attrs, errors);
    let named = attrs.name.as_ref().map(LitStr::span);
    let name = match (&attrs.name, &member) {
        (Some(name), _) => name.value(),
        (None, Member::Named(ident)) => {
            let name = ident.unraw().to_string();
            case.map_or(name.clone(), |case| case.apply(&name))
        }
        (None, Member::Unnamed(index)) => index.index.to_string(),
    };
    let span = attrs.wire_item().unwrap_or_else(|| source.ty.span());
    let (flatten, is_little) = (attrs.flatten, little && !attrs.chain.is_big());
    let message = "a field with `flatten` has no name in the schema: remove this or `flatten`";
    errors.at_each([named.filter(|_| flatten.is_some())], message);
    let notes = notes(&attrs.notes, &source.attrs);
    let during = attrs.during.during();
    let role = match during {
        None => role(attrs, &source.ty, little, errors),
        Some(during) => in_revisions(attrs, &source.ty, during, little, errors),
    };
    (
        Field {
            member,
            vis: source.vis.clone(),
            name,
            ty: source.ty.clone(),
            role,
            notes,
            flatten,
            during,
            little: is_little,
            span,
        },
        named,
    )
}

/// Returns the role of a field that only some revisions have; in the others, it is `None`.
fn in_revisions(attrs: FieldAttrs, ty: &Type, during: During, little: bool, errors: &mut Errors) -> Role {
    let span = during.span;
    let Some(inner) = types::generic(ty, "Option") else {
        errors.at(span, "a field that some revisions lack must be an `Option`: write `Option<T>` as its type");
        return Role::Skip(None);
    };
    let flatten = attrs.flatten.or(attrs.select.as_ref().map(|(_, span)| *span));
    errors.at_each([flatten], "a field that some revisions lack cannot have this: remove it, or `since` and `until`");
    match role(attrs, inner, little, errors) {
        Role::Wire(wire) => Role::Wire(wire.within(Layer::During(during), span)),
        other => {
            errors.at(span, "a field that is not on the wire has no revisions: remove this");
            other
        }
    }
}

fn role(mut attrs: FieldAttrs, ty: &Type, little: bool, errors: &mut Errors) -> Role {
    let (schema_item, encoding_item) = (attrs.schema_item(), attrs.encoding_item());
    match (attrs.skip, attrs.hash) {
        (Some((_, span)), Some(_)) => {
            errors.at(span, "a field is either `skip` or `hash`: remove one");
            return Role::Skip(None);
        }
        (Some((value, _)), None) => {
            errors.at_each([schema_item], "a field with `skip` is not on the wire: remove this or `skip`");
            return Role::Skip(value);
        }
        (None, Some(_)) => {
            errors.at_each([schema_item], "a field with `hash` is not on the wire: remove this or `hash`");
            return Role::Hash;
        }
        (None, None) => {}
    }
    if let Some((selector, span)) = attrs.select {
        let message =
            "a field with `select` has the encoding of its case: remove this, or write it in the `untagged` enum";
        errors.at_each([encoding_item], message);
        let hook = span_of(&attrs.notes.hook);
        errors.at_each([hook], "a field with `select` has the JSON of its case: remove this");
        return Role::Wire(Wire::Leaf(Leaf::Select(selector), span));
    }
    let own = || Box::new(ty.clone());
    let functions = attrs.via.functions(errors).map(Box::new);
    let mut wire = match attrs.via.wire {
        Some((repr, span)) => {
            let inner = chain(attrs.chain, &repr, little, errors);
            inner.within(Layer::Via { repr: Box::new(repr), ty: own(), functions }, span)
        }
        None => chain(attrs.chain, ty, little, errors),
    };
    if let Some((guard, span)) = attrs.guard {
        wire = wire.within(Layer::Guarded { guard, ty: own() }, span);
    }
    if let Some((hook, span)) = attrs.notes.hook {
        if let Some(message) = fits::hook(&hook, ty) {
            errors.at(span, message);
        }
        errors.at_each([Some(span).filter(|_| types::borrows(ty))], NEEDS_OWNED);
        wire = wire.within(Layer::Shown { hook, whole: false }, span);
    }
    if let Some((default, span)) = attrs.dft {
        wire = wire.within(Layer::Dft { default, ty: own() }, span);
    }
    if let Some((bytes, span)) = attrs.reserve {
        wire = wire.within(Layer::Reserve(bytes), span);
    }
    Role::Wire(wire)
}
