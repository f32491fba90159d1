//! From attributes and Rust types to the model: the only file that decides what an attribute means.
//!
//! The binding rule of the lineage: a chain is read from the outside in. A marker (`option`, `list`, `bytes`, `string`)
//! stands for one layer of the Rust type; a wrapper (`dynamic`, `sized`, `bounded`, ..) goes around the next marker to its
//! right, or around the innermost type where there is none. Layers of the type without a marker have their own form.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    ConstParam, Data, DeriveInput, Expr, GenericArgument, GenericParam, Generics, LifetimeParam, Member, Type,
    TypeParam, parse_quote,
};

mod variants;

use crate::attrs::{Chain, ContainerAttrs, FieldAttrs, Layer, Leaf, Marker, Text, Wrapper};
use crate::errors::Errors;
use crate::fits::{self, Order};
use crate::leaves;
use crate::model::{Body, Case, Compact, Enum, Field, Fields, Input, Mu, Role, Shape, TagSize, Wire, int_value};
use crate::notes;

/// The model of a type.
pub(crate) fn input(input: &DeriveInput, errors: &mut Errors) -> Option<Input> {
    let mut attrs = ContainerAttrs::read(&input.attrs, errors);
    let little = attrs.endian.is_some_and(|(little, _)| little);
    let tags = attrs.tags.as_ref().map(|(_, span)| *span);
    let compact = compact(&attrs, errors);
    let reserved = attrs.reserved.as_ref().map(|(_, span)| *span);
    let tag = attrs.tag.as_ref().map(|(_, span)| *span);
    let only_for_enums = [tags.filter(|_| tag.is_none()), attrs.ignore_unknown, reserved, attrs.string_enum];
    let body = match &input.data {
        _ if attrs.via.is_some() => Body::Via,
        Data::Struct(data) => {
            if let Some(untagged) = &attrs.untagged {
                errors.at(untagged.span, "`untagged` is for enums: a struct has no tag");
            }
            for span in only_for_enums.into_iter().flatten() {
                errors.at(span, "this is for enums: a struct has no tag");
            }
            let mut fields = fields(&data.fields, compact.is_some(), little, attrs.rename_all, errors);
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
            for span in [tags, attrs.ignore_unknown, reserved].into_iter().flatten().filter(|_| string_enum) {
                errors.at(
                    span,
                    "`string_enum` numbers its names in order, as wide as their number asks for: remove this",
                );
            }
            let untagged = attrs.untagged.as_ref().map(|untagged| untagged.write_only);
            let kind = variants::Kind { string_enum, compact: compact.is_some(), little, untagged };
            if let Some(untagged) = &attrs.untagged {
                for span in [tags, attrs.ignore_unknown, reserved, attrs.string_enum].into_iter().flatten() {
                    errors.at(span, "an `untagged` enum has no tag: remove this");
                }
                let around = attrs.mu.is_some()
                    || attrs.notes.span.is_some()
                    || attrs.guard.is_some()
                    || attrs.legacy.is_some()
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
                reserved: attrs.reserved.iter().flat_map(|(tags, _)| tags).filter_map(int_value).collect(),
                variants: variants::lower(data.variants.iter(), &kind, attrs.rename_all, errors),
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
    if let Some((repr, span)) = attrs.via {
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
        compact,
        mu: attrs.mu.map(|mu| Mu { name: mu.name, depth: mu.depth, variable: mu.variable }),
        body,
        form,
    })
}

/// The tag that is shared. What else says how a whole type looks on the wire does not go with it.
fn compact(attrs: &ContainerAttrs, errors: &mut Errors) -> Option<Compact> {
    let (tag_bytes, span) = attrs.compact?;
    let others = [
        attrs.tags.as_ref().map(|(_, span)| *span),
        attrs.tag.as_ref().map(|(_, span)| *span),
        attrs.reserved.as_ref().map(|(_, span)| *span),
        attrs.versions.as_ref().map(|versions| versions.span),
        attrs.untagged.as_ref().map(|untagged| untagged.span),
        attrs.ignore_unknown,
        attrs.string_enum,
        attrs.mu.as_ref().map(|_| span),
        attrs.via.as_ref().map(|(_, span)| *span),
        attrs.guard.as_ref().map(|(_, span)| *span),
        attrs.legacy.as_ref().map(|(_, span)| *span),
        attrs.notes.hook.as_ref().map(|(_, span)| *span),
        attrs.field.as_ref().map(syn::LitStr::span),
        attrs.endian.map(|(_, span)| span),
        attrs.chain.span(),
    ];
    for other in others.into_iter().flatten() {
        errors.at(other, "a type with `compact` has no other form: put one of them on a type of its own");
    }
    Some(Compact { tag_bytes, span })
}

/// The schema reads the fields before, and cannot where their types are not known.
fn refuse_select(body: &Body, errors: &mut Errors) {
    let groups: Vec<&Fields> = match body {
        Body::Struct(fields) => vec![fields],
        Body::Enum(data) => data.variants.iter().map(|variant| &variant.fields).collect(),
        Body::Via => Vec::new(),
    };
    for field in groups.into_iter().flat_map(|fields| &fields.fields) {
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
    let mut lowered: Vec<(Field, bool)> =
        fields.members().zip(fields).map(|(member, source)| field(member, source, little, case, errors)).collect();
    let named = matches!(fields, syn::Fields::Named(_));
    let on_wire = lowered.iter().filter(|(field, _)| field.wire().is_some()).count();
    let wired = lowered.iter_mut().map(|(field, _)| field).filter(|field| field.wire().is_some());
    if !compact {
        wired.take(on_wire.saturating_sub(1)).for_each(leave_the_tail);
    }
    let shape = match (named, on_wire) {
        (true, _) => Shape::Object,
        (false, 1) if !lowered.iter().any(|(_, has_name)| *has_name) => Shape::Transparent,
        (false, 1) => Shape::Object,
        (false, _) => Shape::Tuple,
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

/// A field, and whether its schema name is given.
fn field(member: Member, source: &syn::Field, little: bool, case: Option<Case>, errors: &mut Errors) -> (Field, bool) {
    let attrs = FieldAttrs::read(&source.attrs, errors);
    let (name, has_name) = match (&attrs.name, &member) {
        (Some(name), _) => (name.value(), true),
        (None, Member::Named(ident)) => {
            let name = ident.unraw().to_string();
            (case.map_or(name.clone(), |case| case.apply(&name)), false)
        }
        (None, Member::Unnamed(index)) => (index.index.to_string(), false),
    };
    let span = attrs.wire_item().unwrap_or_else(|| source.ty.span());
    let flatten = attrs.flatten;
    if let (Some(name), Some(_)) = (&attrs.name, flatten) {
        errors.at(name.span(), "a field with `flatten` has no name in the schema: remove this or `flatten`");
    }
    let notes = notes::notes(&attrs.notes, &source.attrs);
    let role = role(attrs, &source.ty, little, errors);
    (Field { member, vis: source.vis.clone(), name, ty: source.ty.clone(), role, notes, flatten, span }, has_name)
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
        return Role::Wire(Wire::Select { selector, span });
    }
    let mut wire = match attrs.via {
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

/// A chain over a type, whose integers have their least significant byte first if `little`.
fn chain(chain: Chain, ty: &Type, little: bool, errors: &mut Errors) -> Wire {
    let mut layers = Layers { left: chain.0.into_iter().peekable(), little };
    below(&mut layers, ty, errors)
}

/// What is left of a chain.
struct Layers {
    left: std::iter::Peekable<std::vec::IntoIter<(Layer, Span)>>,
    /// Whether integers have their least significant byte first where the chain does not say.
    little: bool,
}

/// The form of the elements of a list.
fn list_item(layers: &mut Layers, ty: &Type, errors: &mut Errors) -> Box<Wire> {
    Box::new(below(layers, fits::element(ty).unwrap_or(&Type::Verbatim(Default::default())), errors))
}

/// The form of text.
fn lower_text(text: Text, span: Span) -> Wire {
    match text {
        Text::Sized(prefix, max) => {
            Wire::Dynamic { prefix, inner: Box::new(bounded(max, Wire::Text(span), span)), span }
        }
        Text::Bounded(max) => Wire::Narrow { max, span },
        Text::Variable => Wire::Text(span),
        Text::Fixed(bytes) => Wire::Sized { bytes, inner: Box::new(Wire::Text(span)), span },
    }
}

/// The form of `ty` under the layers that are left.
fn below(layers: &mut Layers, ty: &Type, errors: &mut Errors) -> Wire {
    if let Some(inner) = fits::boxed(ty) {
        return Wire::Boxed(Box::new(below(layers, inner, errors))).simplified();
    }
    let mut wrappers = Vec::new();
    while let Some((layer, span)) = layers.left.next() {
        let mismatch = match &layer {
            Layer::Wrapper(_) | Layer::Leaf(_) => None,
            Layer::Marker(marker) => fits::marker(marker, ty),
        };
        if let Some(message) = mismatch {
            errors.at(span, message);
            return Wire::Auto;
        }
        let is_leaf = matches!(layer, Layer::Leaf(_));
        let wire = match layer {
            Layer::Wrapper(wrapper) => {
                wrappers.push((wrapper, span));
                continue;
            }
            Layer::Leaf(leaf) => {
                let mut leaves = vec![(leaf, span)];
                while let Some((Layer::Leaf(_), _)) = layers.left.peek() {
                    leaves.extend(layers.left.next().and_then(leaf_only));
                }
                match leaves::lower(leaves, ty, layers.little) {
                    Ok(wire) => wire,
                    Err((span, message)) => {
                        errors.at(span, message);
                        return Wire::Auto;
                    }
                }
            }
            Layer::Marker(Marker::Bytes(max)) => bounded(max, Wire::Bytes(span), span),
            Layer::Marker(Marker::Text(text)) => lower_text(text, span),
            Layer::Marker(Marker::Raw(of)) => Wire::Verbatim { of, span },
            Layer::Marker(Marker::Maybe) => {
                let inner = below(layers, fits::generic(ty, "Option").unwrap_or(ty), errors);
                Wire::Maybe { inner: Box::new(inner), span }
            }
            Layer::Marker(Marker::Varopt) => {
                let inner = below(layers, fits::generic(ty, "Option").unwrap_or(ty), errors);
                Wire::Varopt { inner: Box::new(inner), span }
            }
            Layer::Marker(Marker::Rest) if fits::is_text(ty) => Wire::Text(span),
            Layer::Marker(Marker::Rest) => Wire::Bytes(span),
            Layer::Marker(Marker::Assoc | Marker::Map) => {
                let value = fits::value_of(ty).unwrap_or(&Type::Verbatim(Default::default())).clone();
                Wire::Assoc { item: Box::new(below(layers, &value, errors)), span }
            }
            Layer::Marker(Marker::Elided(usual)) => {
                let inner = Box::new(below(layers, ty, errors));
                Wire::Elided { usual, ty: Box::new(ty.clone()), inner, span }
            }
            Layer::Marker(Marker::Result) => {
                is_little(layers, ty, errors);
                Wire::Either(span)
            }
            Layer::Marker(Marker::Exactly(len)) => Wire::Exactly { len, item: list_item(layers, ty, errors), span },
            Layer::Marker(Marker::Short(bits)) => Wire::Short { bits, item: list_item(layers, ty, errors), span },
            Layer::Marker(Marker::Count(prefix, max)) => {
                Wire::Counted { prefix, max, item: list_item(layers, ty, errors), span }
            }
            Layer::Marker(Marker::List { min, max }) => {
                Wire::List { min, max, item: list_item(layers, ty, errors), span }
            }
            Layer::Marker(Marker::Option) => {
                let inner = below(layers, fits::generic(ty, "Option").unwrap_or(ty), errors);
                Wire::Opt { inner: Box::new(inner), span }
            }
        };
        if is_leaf || wire.is_innermost() {
            for (_, span) in layers.left.by_ref() {
                errors.at(span, "nothing is left of the type for this item: the item before it is the innermost");
            }
        }
        return wrap(wire, wrappers);
    }
    if let Some(message) = fits::own(ty) {
        errors.at(ty.span(), message);
    }
    let little = is_little(layers, ty, errors);
    if wrappers.is_empty() && !little { Wire::Auto } else { innermost(ty, wrappers, little, errors) }
}

/// Whether `ty` in its own form holds an integer with its low byte first.
fn is_little(layers: &Layers, ty: &Type, errors: &mut Errors) -> bool {
    let order = if layers.little { fits::order(ty) } else { Order::None };
    if order == Order::Inside {
        errors.at(ty.span(), ORDER_INSIDE);
    }
    order == Order::Innermost
}

const ORDER_INSIDE: &str = "`endian` does not reach the integers in this type: write a `Vec`, with `list(len = N)` for an array, or a \
                            type of your own with the integers as fields";

const DYNAMIC_WITHOUT_LIST: &str = "alone it puts a size in front of each element of the `Vec`: write `dynamic, list` for one \
                                    size in front of all of them, or `list, dynamic` where this is meant";

/// Wrappers without a marker go around the innermost type, an integer with its low byte first if `little`; the layers outside have their own form.
fn innermost(ty: &Type, wrappers: Vec<(Wrapper, Span)>, little: bool, errors: &mut Errors) -> Wire {
    let span = ty.span();
    if let Some(item) = fits::generic(ty, "Vec").filter(|item| !fits::is_byte(item)) {
        if let Some((_, span)) = wrappers.iter().find(|(wrapper, _)| matches!(wrapper, Wrapper::Dynamic { .. })) {
            errors.warn(*span, "DYNAMIC_WITHOUT_LIST", DYNAMIC_WITHOUT_LIST);
        }
        return Wire::List { min: None, max: None, item: Box::new(innermost(item, wrappers, little, errors)), span };
    }
    if let Some(inner) = fits::generic(ty, "Option") {
        return Wire::Opt { inner: Box::new(innermost(inner, wrappers, little, errors)), span };
    }
    if let Some(inner) = fits::boxed(ty) {
        return Wire::Boxed(Box::new(innermost(inner, wrappers, little, errors)));
    }
    wrap(if little { Wire::Little(span) } else { Wire::Auto }, wrappers)
}

/// `wrappers` around `wire`, the first outermost.
fn wrap(wire: Wire, wrappers: Vec<(Wrapper, Span)>) -> Wire {
    wrappers.into_iter().rev().fold(wire, |inner, (wrapper, span)| match wrapper {
        Wrapper::Dynamic { prefix, max } => Wire::Dynamic { prefix, inner: Box::new(bounded(max, inner, span)), span },
        Wrapper::Suffix(prefix) => Wire::Suffixed { prefix, inner: Box::new(inner), span },
        Wrapper::Sized(bytes) => Wire::Sized { bytes, inner: Box::new(inner), span },
        Wrapper::Bounded(limit) => Wire::Bounded { limit, inner: Box::new(inner), span },
        Wrapper::Magic(bytes) => Wire::Magic { bytes, inner: Box::new(inner), span },
        Wrapper::Payload => Wire::Payload { inner: Box::new(inner), span },
        Wrapper::Padded(bytes) => Wire::Padded { bytes, inner: Box::new(inner), span },
    })
}

/// `inner` in at most `limit` bytes, where there is a limit.
fn bounded(limit: Option<Expr>, inner: Wire, span: Span) -> Wire {
    match limit {
        Some(limit) => Wire::Bounded { limit, inner: Box::new(inner), span },
        None => inner,
    }
}

impl Wire {
    /// Whether nothing of the Rust type is left for the items behind.
    fn is_innermost(&self) -> bool {
        match self {
            Self::Dynamic { inner, .. }
            | Self::Suffixed { inner, .. }
            | Self::Bounded { inner, .. }
            | Self::Sized { inner, .. } => inner.is_innermost(),
            Self::Primitive(..)
            | Self::Bytes(_)
            | Self::Text(_)
            | Self::Little(_)
            | Self::Ranged { .. }
            | Self::Either(_)
            | Self::Verbatim { .. }
            | Self::Constant(..)
            | Self::With(..)
            | Self::Narrow { .. } => true,
            _ => false,
        }
    }

    /// A box of a type in its own form is in its own form.
    fn simplified(self) -> Self {
        match self {
            Self::Boxed(inner) if matches!(*inner, Self::Auto) => Self::Auto,
            other => other,
        }
    }
}
