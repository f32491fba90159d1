//! From attributes and Rust types to the model: what an attribute means is decided here, and for chains in `chain`.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    ConstParam, Data, DeriveInput, GenericArgument, GenericParam, Generics, LifetimeParam, LitStr, Member, Type,
    TypeParam, parse_quote,
};

mod chain;
mod this;
mod variants;
mod via;

use crate::attrs::{Chain, ContainerAttrs, FieldAttrs, Layer, Leaf, Wrapper};
use crate::errors::Errors;
use crate::fits;
use crate::model::{Body, Case, Compact, Enum, Field, Fields, Input, Mu, Role, Shape, TagSize, Wire};
use crate::notes;
use chain::{chain, wrap};

/// The model of a type.
pub(crate) fn input(input: &DeriveInput, errors: &mut Errors) -> Option<Input> {
    let without_self = this::without_self(input);
    let input = without_self.as_ref().unwrap_or(input);
    let mut attrs = ContainerAttrs::read(&input.attrs, errors);
    let little = attrs.endian.is_some_and(|(little, _)| little);
    let tags = attrs.tags.as_ref().map(|(_, span)| *span);
    let compact = compact(&attrs, errors);
    let reserved = attrs.reserved.as_ref().map(|(_, span)| *span);
    let tag = attrs.tag.as_ref().map(|(_, span)| *span);
    let only_for_enums = [tags.filter(|_| tag.is_none()), attrs.ignore_unknown, reserved, attrs.string_enum];
    let case = attrs.rename_all.map(|(case, _)| case);
    let body = match &input.data {
        _ if attrs.via.wire.is_some() => via::body(input, &attrs, errors),
        Data::Struct(data) => {
            if let Some(untagged) = &attrs.untagged {
                errors.at(untagged.span, "`untagged` is for enums: a struct has no tag");
            }
            errors.at_each(only_for_enums, "this is for enums: a struct has no tag");
            let mut fields = fields(&data.fields, compact.is_some(), little, case, errors);
            if let Some(span) = attrs.transparent {
                fields.shape = Shape::Transparent;
                if fields.fields.iter().filter(|field| field.wire().is_some()).count() != 1 {
                    errors.at(span, "`transparent` needs exactly one field on the wire");
                }
            }
            match (attrs.tag, attrs.versions) {
                (None, None) => Body::Struct(fields),
                (Some((tag, _)), None) => {
                    let size = attrs.tags.map_or(TagSize::U8, |(size, _)| size);
                    Body::Enum(variants::tagged(&input.ident, tag, size, fields, errors))
                }
                (None, Some(versions)) => Body::Enum(variants::versioned(&input.ident, versions, fields, errors)),
                (Some((_, span)), Some(_)) => {
                    errors.at(span, "a version is a tag already: remove this or `versioned`");
                    Body::Struct(fields)
                }
            }
        }
        Data::Enum(data) => {
            if let Some(span) = attrs.transparent {
                errors.at(span, "`transparent` is for structs with one field");
            }
            if let Some(span) = tag {
                errors.at(span, "a tag belongs on a variant: write it there, or `tags = \"u16\"` for wider ones");
            }
            if let Some(versions) = &attrs.versions {
                errors.at(versions.span, "`versioned` is for a struct of one field, the newest version");
            }
            let string_enum = attrs.string_enum.is_some();
            if string_enum {
                let message = "`string_enum` numbers its names in order, as wide as their number asks for: remove this";
                errors.at_each([tags, attrs.ignore_unknown, reserved], message);
                let letters = attrs.rename_all.map(|(_, span)| span);
                errors.at_each([letters], "`rename_all` is for fields: a name of a `string_enum` has its `title`");
            }
            let untagged = attrs.untagged.as_ref().map(|untagged| untagged.write_only);
            let kind = variants::Kind { string_enum, compact: compact.is_some(), little, untagged };
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
                    errors.at(
                        untagged.span,
                        "nothing stands around an `untagged` enum: write the other items on its fields",
                    );
                }
            }
            let tag_size = match data.variants.len() {
                0..=0xff if string_enum => TagSize::U8,
                0x100..=0xffff if string_enum => TagSize::U16,
                _ if compact.is_some() => TagSize::U32,
                _ => attrs.tags.map_or(TagSize::U8, |(size, _)| size),
            };
            Body::Enum(Enum {
                tag_size,
                ignore_unknown: attrs.ignore_unknown.is_some(),
                string_enum,
                untagged: attrs.untagged,
                is_struct: false,
                reserved: attrs.reserved.map(|(tags, _)| tags).unwrap_or_default(),
                variants: variants::lower(data.variants.iter(), &kind, case, errors),
            })
        }
        Data::Union(data) => {
            errors.at(data.union_token.span, "a Rust union has no encoding: write an enum");
            return None;
        }
    };
    if input.generics.type_params().next().is_some() {
        refuse_select(&body, errors);
    }
    let mut form = Wire::Body;
    let (ident, generics) = (&input.ident, &input.generics);
    let own = || Box::new(own_type(ident, generics));
    if let Some((repr, span)) = attrs.via.wire {
        let inner = Box::new(chain(Chain::default(), &repr, little, errors));
        form = Wire::Via { repr: Box::new(repr), ty: own(), inner, span };
    }
    if let Some((guard, span)) = attrs.guard {
        form = Wire::Guarded { guard, ty: own(), inner: Box::new(form), span };
    }
    form = wrap(form, attrs.chain.0.into_iter().filter_map(wrapper_only).collect());
    if let Some((hook, span)) = attrs.notes.hook.take() {
        form = notes::shown_whole(hook, form, span, generics, errors);
    }
    if let Some((older, span)) = attrs.legacy {
        if !generics.params.is_empty() {
            errors.at(
                span,
                "`legacy` is for types without parameters: the schema makes the bytes of a value from the older ones",
            );
        }
        if attrs.mu.is_some() {
            errors.at(
                span,
                "a recursive type would be read twice at each level: use `versioned`, whose number tells the forms apart",
            );
        }
        form = Wire::Legacy { older: Box::new(older), inner: Box::new(form), span };
    }
    Some(Input {
        ident: ident.clone(),
        generics: generics.clone(),
        krate: attrs.krate.unwrap_or_else(|| syn::parse_quote!(::tezos_encoding)),
        notes: notes::notes(&attrs.notes, &input.attrs),
        field: attrs.field,
        bounds: attrs.bounds.unwrap_or_default(),
        vis: input.vis.clone(),
        view: attrs.view,
        plain: attrs.plain,
        arena: attrs.arena,
        compact,
        mu: attrs.mu.map(|mu| Mu { name: mu.name, depth: mu.depth, variable: mu.variable.is_some() }),
        body,
        form,
    })
}

/// The tag that is shared. What else says how a whole type looks on the wire does not go with it.
fn compact(attrs: &ContainerAttrs, errors: &mut Errors) -> Option<Compact> {
    let (tag_bytes, span) = attrs.compact?;
    let others = [
        attrs.mu.as_ref().map(|_| span),
        attrs.via.wire.as_ref().map(|(_, span)| *span),
        attrs.guard.as_ref().map(|(_, span)| *span),
        attrs.legacy.as_ref().map(|(_, span)| *span),
        attrs.notes.hook.as_ref().map(|(_, span)| *span),
        attrs.field.as_ref().map(LitStr::span),
        attrs.endian.map(|(_, span)| span),
        attrs.chain.span(),
    ];
    errors.at_each(
        attrs.choice_items().into_iter().chain(others),
        "a type with `compact` has no other form: put one of them on a type of its own",
    );
    Some(Compact { tag_bytes, span })
}

/// The schema reads the fields before, and cannot where their types are not known.
fn refuse_select(body: &Body, errors: &mut Errors) {
    for field in body.fields() {
        if let Some(Wire::Select { span, .. }) = field.wire() {
            errors.at(*span, "`select` is for types without type parameters: write the types of the fields before");
        }
    }
}

/// The type with its own parameters. Constant ones stand in braces, because a bare name could be that of a type too: the
/// runtime exports an `N`.
pub(crate) fn own_type(ident: &Ident, generics: &Generics) -> Type {
    if generics.params.is_empty() {
        return parse_quote!(#ident);
    }
    let arguments = generics.params.iter().map(|parameter| -> GenericArgument {
        match parameter {
            GenericParam::Lifetime(LifetimeParam { lifetime, .. }) => parse_quote!(#lifetime),
            GenericParam::Type(TypeParam { ident, .. }) => parse_quote!(#ident),
            GenericParam::Const(ConstParam { ident, .. }) => parse_quote!({ #ident }),
        }
    });
    parse_quote!(#ident<#(#arguments),*>)
}

fn leaf_only((layer, span): (Layer, Span)) -> Option<(Leaf, Span)> {
    match layer {
        Layer::Leaf(leaf) => Some((leaf, span)),
        Layer::Marker(_) | Layer::Wrapper(_) => None,
    }
}

fn wrapper_only((layer, span): (Layer, Span)) -> Option<(Wrapper, Span)> {
    match layer {
        Layer::Wrapper(wrapper) => Some((wrapper, span)),
        Layer::Marker(_) | Layer::Leaf(_) => None,
    }
}

fn fields(fields: &syn::Fields, compact: bool, little: bool, case: Option<Case>, errors: &mut Errors) -> Fields {
    let mut lowered: Vec<(Field, Option<Span>)> =
        fields.members().zip(fields).map(|(member, source)| field(member, source, little, case, errors)).collect();
    let named = matches!(fields, syn::Fields::Named(_));
    let on_wire = lowered.iter().filter(|(field, _)| field.wire().is_some()).count();
    let wired = lowered.iter_mut().map(|(field, _)| field).filter(|field| field.wire().is_some());
    if !compact {
        wired.take(on_wire.saturating_sub(1)).for_each(leave_the_tail);
    }
    let shape = match (named, on_wire) {
        (true, _) => Shape::Object,
        (false, 1) if lowered.iter().all(|(_, named)| named.is_none()) => Shape::Transparent,
        (false, 1) => Shape::Object,
        (false, _) => {
            let message = "the fields of a tuple have no names: remove this, or write all of them with names in braces";
            errors.at_each(lowered.iter().map(|(_, named)| *named), message);
            Shape::Tuple
        }
    };
    Fields { shape, fields: lowered.into_iter().map(|(field, _)| field).collect() }
}

/// A field that goes to the end of the block leaves the bytes of the fields behind it.
fn leave_the_tail(field: &mut Field) {
    let Role::Wire(wire) = &mut field.role else { return };
    if !matches!(wire, Wire::Reserve { .. }) && fits::goes_to_end(wire, &field.ty) {
        let inner = Box::new(std::mem::replace(wire, Wire::Auto));
        *wire = Wire::Reserve { bytes: None, inner, span: field.span };
    }
}

/// A field, and where its schema name is given.
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
    let flatten = attrs.flatten;
    if let (Some(name), Some(_)) = (&attrs.name, flatten) {
        errors.at(name.span(), "a field with `flatten` has no name in the schema: remove this or `flatten`");
    }
    let notes = notes::notes(&attrs.notes, &source.attrs);
    let role = role(attrs, &source.ty, little, errors);
    (Field { member, vis: source.vis.clone(), name, ty: source.ty.clone(), role, notes, flatten, span }, named)
}

fn role(attrs: FieldAttrs, ty: &Type, little: bool, errors: &mut Errors) -> Role {
    let (wire_item, form_item) = (attrs.schema_item(), attrs.form_item());
    match (attrs.skip, attrs.hash) {
        (Some((_, span)), Some(_)) => {
            errors.at(span, "a field is either `skip` or `hash`: remove one");
            return Role::Skip(None);
        }
        (Some((value, _)), None) => {
            if let Some(span) = wire_item {
                errors.at(span, "a field with `skip` is not on the wire: remove this or `skip`");
            }
            return Role::Skip(value);
        }
        (None, Some(_)) => {
            if let Some(span) = wire_item {
                errors.at(span, "a field with `hash` is not on the wire: remove this or `hash`");
            }
            return Role::Hash;
        }
        (None, None) => {}
    }
    if let Some((selector, span)) = attrs.select {
        if let Some(other) = form_item {
            errors.at(
                other,
                "a field with `select` has the form of its case: remove this, or write it in the `untagged` enum",
            );
        }
        let hook = attrs.notes.hook.map(|(_, span)| span);
        errors.at_each([hook], "a field with `select` has the JSON of its case: remove this");
        return Role::Wire(Wire::Select { selector, span });
    }
    let mut wire = match attrs.via.wire {
        Some((repr, span)) => {
            let inner = Box::new(chain(attrs.chain, &repr, little, errors));
            Wire::Via { repr: Box::new(repr), ty: Box::new(ty.clone()), inner, span }
        }
        None => chain(attrs.chain, ty, little, errors),
    };
    if let Some((guard, span)) = attrs.guard {
        wire = Wire::Guarded { guard, ty: Box::new(ty.clone()), inner: Box::new(wire), span };
    }
    if let Some((hook, span)) = attrs.notes.hook {
        wire = notes::shown(hook, wire, span, ty, errors);
    }
    if let Some((usual, span)) = attrs.dft {
        wire = Wire::Dft { usual, ty: Box::new(ty.clone()), inner: Box::new(wire), span };
    }
    if let Some((bytes, span)) = attrs.reserve {
        wire = Wire::Reserve { bytes, inner: Box::new(wire), span };
    }
    Role::Wire(wire)
}
