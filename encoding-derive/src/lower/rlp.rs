//! Lowers `#[rlp(..)]`.

use quote::format_ident;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, parse_quote};

use crate::attrs::rlp::{RlpFieldAttrs, RlpTypeAttrs, RlpVariantAttrs};
use crate::errors::Errors;
use crate::model::rlp::{Field, Group, OptionForm, Presence, Rlp, Shape};
use crate::model::{self, Body, Input, Layer, Role, Wire};
use crate::types;

/// Returns what RLP adds to the model of a type.
pub(crate) fn rlp(input: &DeriveInput, model: &Input, errors: &mut Errors) -> Rlp {
    let attrs = RlpTypeAttrs::read(&input.attrs, errors);
    let (sources, variants): (Vec<&syn::Fields>, Vec<&[Attribute]>) = match &input.data {
        Data::Struct(data) => (vec![&data.fields], Vec::new()),
        Data::Enum(data) => data.variants.iter().map(|variant| (&variant.fields, variant.attrs.as_slice())).unzip(),
        Data::Union(_) => (Vec::new(), Vec::new()),
    };
    let mut variants = variants.into_iter();
    let groups: Vec<Group> = sources
        .into_iter()
        .zip(model.body.groups())
        .map(|(source, fields)| {
            let variant =
                variants.next().map_or_else(RlpVariantAttrs::default, |attrs| RlpVariantAttrs::read(attrs, errors));
            let mut read = |(source, field)| RlpFieldAttrs::read(attrs_of(source), errors).checked(field, errors);
            let mut fields: Vec<Read> = source.iter().zip(&fields.fields).map(&mut read).collect();
            if let Some(span) = attrs.trailing {
                let options = fields.iter_mut().rev().take_while(|field| field.is_option || field.skip.is_some());
                options
                    .filter(|field| field.skip.is_none())
                    .for_each(|field| _ = field.attrs.trailing.get_or_insert(span));
            }
            Group { fields: placed(fields, errors), tag: variant.tag.map(|(tag, _)| tag), list: variant.list }
        })
        .collect();
    let is_enum = matches!(&model.body, Body::Enum(data) if !data.is_struct);
    let message = "this is for enums: a struct has no cases";
    errors.at_each([attrs.typed, attrs.untagged, attrs.number].map(|span| span.filter(|_| !is_enum)), message);
    errors.at_each([attrs.transparent.filter(|_| is_enum)], "`transparent` is for structs with one field");
    if let (Some(_), Some(untagged)) = (attrs.typed, attrs.untagged) {
        errors.at(untagged, "the type of an envelope is a tag: remove this or `typed`");
    }
    if let Body::Via = model.body {
        errors.at(
            input.ident.span(),
            "a type that is encoded as another has no RLP of its own: derive `Rlp` for that type, or implement \
                                       the traits of `tezos_rlp::form` by hand",
        );
    }
    let is_transparent = match model.body.groups().as_slice() {
        [fields] => matches!(fields.shape, model::Shape::Transparent),
        _ => false,
    };
    let shape = match (attrs.typed, attrs.untagged) {
        (Some(span), _) => Shape::Typed(span),
        (_, Some(_)) => Shape::Untagged,
        _ if attrs.number.is_some() => Shape::Number,
        _ if is_enum => Shape::Tagged,
        _ if is_transparent || attrs.transparent.is_some() => Shape::Transparent,
        _ => Shape::List,
    };
    if let (Shape::Transparent, Some(group)) = (shape, groups.first()) {
        let wired = group.fields.iter().filter(|field| field.skip.is_none()).count();
        if wired != 1 {
            errors.at(input.ident.span(), "`transparent` needs exactly one field");
        }
    }
    if let (Some((_, span)), true) = (&attrs.view, !input.generics.params.is_empty()) {
        errors.at(*span, "a type with parameters or a lifetime has no view in RLP: remove this");
    }
    let is_own_view =
        attrs.view.is_some() && groups.iter().flat_map(|group| &group.fields).all(|field| field.skip.is_some());
    if let (Some((Some(name), _)), true) = (&attrs.view, is_own_view) {
        errors.at(name.span(), "a type without fields is its own view: write `view`");
    }
    let view = attrs.view.map(|(name, _)| name.unwrap_or_else(|| format_ident!("{}RlpView", input.ident)));
    Rlp {
        krate: attrs.krate.unwrap_or_else(|| parse_quote!(::tezos_rlp)),
        bounds: attrs.bounds,
        shape,
        view: view.filter(|_| !is_own_view),
        is_own_view,
        groups,
    }
}

fn attrs_of(field: &syn::Field) -> &[Attribute] {
    &field.attrs
}

/// The items of a field, with what the items of `#[encoding(..)]` add.
struct Read {
    attrs: RlpFieldAttrs,
    skip: Option<Option<syn::Expr>>,
    is_option: bool,
    span: proc_macro2::Span,
}

impl RlpFieldAttrs {
    fn checked(self, field: &model::Field, errors: &mut Errors) -> Read {
        let is_option = types::generic(&field.ty, "Option").is_some();
        let for_options = [self.option.as_ref().map(|(_, span)| *span), self.trailing];
        let message = "this is for options: write `Option<T>` as the type of the field";
        errors.at_each(for_options.map(|span| span.filter(|_| !is_option)), message);
        let trailing = self.trailing.filter(|_| self.since_items.is_some());
        errors.at_each([trailing], "`since_items` already says when the field is present: remove this");
        let skip = match (&self.skip, &field.role) {
            (Some((value, _)), _) | (None, Role::Skip(value)) => Some(value.clone()),
            (None, Role::Hash(_)) => Some(None),
            (None, Role::Wire(_)) => None,
        };
        Read { attrs: self, skip, is_option, span: field.ty.span() }
    }
}

/// Determines which fields may be absent, and when.
fn placed(fields: Vec<Read>, errors: &mut Errors) -> Vec<Field> {
    let sinces: Vec<Option<usize>> = fields
        .iter()
        .map(|field| field.attrs.since_items.map(|(items, _)| items).filter(|_| field.skip.is_none()))
        .collect();
    // Whether each field is in a list of this number of items.
    let in_list_of = |items: usize| {
        let is_there = move |(field, since): (&Read, &Option<usize>)| {
            field.skip.is_none() && field.attrs.trailing.is_none() && since.is_none_or(|since| since <= items)
        };
        fields.iter().zip(&sinces).map(is_there).collect::<Vec<bool>>()
    };
    let left_in =
        |items: usize, index: usize| in_list_of(items).iter().skip(index).filter(|is_there| **is_there).count();
    let lefts: Vec<usize> =
        sinces.iter().enumerate().map(|(index, since)| since.map_or(1, |items| left_in(items, index))).collect();
    for (index, since) in sinces.iter().enumerate() {
        let (Some(items), Some((_, span))) = (since, fields.get(index).and_then(|field| field.attrs.since_items))
        else {
            continue;
        };
        if sinces.iter().take(index).any(|other| other == since) {
            let message = "two fields are present from the same number of items, and one of them could be absent alone: write an enum with \
                           `untagged`, with a variant for each number of items";
            errors.at(span, message);
            continue;
        }
        let found = left_in(*items, 0);
        if found != *items {
            let message = format!(
                "a list with this field and those that are older has {found} items: write `since_items = {found}`"
            );
            errors.at(span, message);
        }
    }
    let ends = fields.iter().position(|field| field.skip.is_none() && field.attrs.trailing.is_some());
    let mut placed = Vec::new();
    for (index, (Read { attrs, skip, is_option, span }, left)) in fields.into_iter().zip(lefts).enumerate() {
        let is_behind = ends.is_some_and(|ends| ends < index) && skip.is_none();
        if is_behind && attrs.trailing.is_none() {
            errors.at(span, "a field follows one with `trailing`, which must be the last: write `trailing` here too, or `since_items` there");
        }
        let presence = match (attrs.since_items, attrs.trailing, attrs.option) {
            (Some((items, span)), ..) => Presence::Least { left, items, span },
            (None, Some(span), _) => Presence::Least { left, items: usize::MAX, span },
            (None, None, Some((form, span))) => Presence::Option(form, Some(span)),
            (None, None, None) if is_option => Presence::Option(OptionForm::String, None),
            (None, None, None) => Presence::Always,
        };
        placed.push(Field { form: attrs.form, presence, skip });
    }
    placed
}

/// Returns the encoding inside the layers that frame or omit a value in `data-encoding`, which RLP does otherwise.
pub(crate) fn unframed(wire: &Wire) -> &Wire {
    use Layer::{Dynamic, Maybe, Opt, Padded, Payload, Reserve, Sized, Suffixed, Varopt};
    match wire {
        Wire::Around(
            Dynamic(_) | Suffixed(_) | Reserve(_) | Padded(_) | Payload | Opt | Maybe | Varopt | Sized(_),
            inner,
            _,
        ) => unframed(inner),
        Wire::Around(Layer::Shown { .. } | Layer::During(_) | Layer::DuringOption(_), inner, _) => unframed(inner),
        other => other,
    }
}
