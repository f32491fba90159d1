//! Lowers attributes and Rust types to the model: this module, `fields` for fields and `chain` for chains define what an
//! attribute means.

mod chain;
mod fields;
pub(crate) mod rlp;
mod scalar;
mod this;
mod variants;
mod via;

use proc_macro2::TokenTree;
use syn::{Attribute, ConstParam, Data, DataEnum, DeriveInput, GenericParam, LitStr, Meta, TypeParam, parse_quote};

use crate::attrs::{Chain, ChainItem, ContainerAttrs, span_of};
use crate::errors::Errors;
use crate::model::{Body, CompactTag, Enum, Input, JsonCases, Layer, Leaf, Shape, TagSize, Wire};
use crate::types;
use chain::{chain, wrap};
use fields::{NEEDS_OWNED, fields, notes};

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
    for guard in attrs.guards {
        let span = guard.span;
        form = form.within(Layer::Guarded { guard: Box::new(guard), ty: own() }, span);
    }
    if let Some((function, span)) = attrs.canonical {
        errors.at_each(generics.params.first().map(|_| Some(span)), NEEDS_OWNED);
        form = form.within(Layer::Canonical { function, ty: own() }, span);
    }
    let wrappers = attrs.chain.0.into_iter().filter_map(|(step, span)| match step {
        ChainItem::Wrapper(layer, limit) => Some((layer, limit, span)),
        ChainItem::Marker(_) | ChainItem::Scalar(_) => None,
    });
    form = wrap(form, wrappers.collect());
    if let Some((hook, span)) = attrs.notes.hook.take() {
        errors.at_each(generics.params.first().map(|_| Some(span)), NEEDS_OWNED);
        form = form.within(Layer::Shown { hook, whole: true }, span);
    }
    if let Some((older, span)) = attrs.legacy {
        let message =
            "`legacy` is for types that own what they hold, because the schema converts the bytes of older values";
        errors.at_each(generics.lifetimes().next().map(|_| Some(span)), message);
        let message = "a recursive type would be read twice at each level: use `versioned`, whose number distinguishes the encodings";
        errors.at_each(attrs.mu.as_ref().map(|_| Some(span)), message);
        form = form.within(Layer::Legacy(Box::new(older)), span);
    }
    Some(Input {
        ident: ident.clone(),
        generics: generics.clone(),
        krate: attrs.krate.unwrap_or_else(|| parse_quote!(::tezos_encoding)),
        notes: notes(&attrs.notes, &input.attrs),
        carried: input.attrs.iter().filter(|attr| is_carried(attr)).cloned().collect(),
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

/// Returns true for the attributes that a companion type has too: those that set the level of lints, and `non_exhaustive`. `expect` is none of them:
/// what it expects may be in one of the types only.
fn is_carried(attr: &Attribute) -> bool {
    ["allow", "warn", "deny", "forbid", "non_exhaustive"].iter().any(|name| attr.path().is_ident(name))
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
    let tag_on_variant = "a tag belongs on a variant: write it there, or write `tags = \"u16\"` for wider tags, or `magic = \"[5]\"` \
                          for a constant byte before the tag";
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
            || !attrs.guards.is_empty()
            || attrs.canonical.is_some()
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
    let kind = variants::EnumItems {
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

/// Returns the shared tag of a compact type. No other item that changes the encoding of the whole type is allowed.
fn compact(attrs: &mut ContainerAttrs, is_enum: bool, errors: &mut Errors) -> Option<CompactTag> {
    let compact = attrs.compact.take()?;
    let span = compact.span;
    let others = [
        attrs.mu.as_ref().map(|_| span),
        span_of(&attrs.via.wire),
        attrs.guards.first().map(|guard| guard.span),
        span_of(&attrs.canonical),
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
