//! Lowers `#[rlp(..)]`.

use proc_macro2::Span;
use quote::format_ident;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, parse_quote};

use crate::attrs::rlp::{RlpFieldAttrs, RlpTypeAttrs, RlpVariantAttrs};
use crate::attrs::span_of;
use crate::errors::Errors;
use crate::model::rlp::{Field, Group, OptionForm, Presence, Rlp, Shape};
use crate::model::{self, Body, Input, Layer, Role, Wire};
use crate::types;

/// Returns what RLP adds to the model of a type.
pub(crate) fn rlp(input: &DeriveInput, model: &Input, errors: &mut Errors) -> Rlp {
    let attrs = RlpTypeAttrs::read(&input.attrs, errors);
    let shape = shape(&attrs, model, errors);
    let (sources, variants): (Vec<&syn::Fields>, Vec<&[Attribute]>) = match &input.data {
        Data::Struct(data) => (vec![&data.fields], Vec::new()),
        Data::Enum(data) => data.variants.iter().map(|variant| (&variant.fields, variant.attrs.as_slice())).unzip(),
        Data::Union(_) => (Vec::new(), Vec::new()),
    };
    let mut variants = variants.into_iter();
    let mut has_trailing = false;
    let groups: Vec<Group> = sources
        .into_iter()
        .zip(model.body.groups())
        .map(|(source, fields)| {
            let variant =
                variants.next().map_or_else(RlpVariantAttrs::default, |attrs| RlpVariantAttrs::read(attrs, errors));
            let place = Place::of(shape, fields.shape);
            check_variant(&variant, shape, place, errors);
            let mut read =
                |(source, field)| RlpFieldAttrs::read(attrs_of(source), errors).checked(field, place, errors);
            let mut fields: Vec<Read> = source.iter().zip(&fields.fields).map(&mut read).collect();
            if let (Some(span), Place::List) = (attrs.trailing, place) {
                let options = fields.iter_mut().rev().take_while(|field| field.is_option || field.skip.is_some());
                for field in options.filter(|field| field.skip.is_none() && field.attrs.since_items.is_none()) {
                    has_trailing = true;
                    field.attrs.trailing.get_or_insert(span);
                }
            }
            if place == Place::Alone {
                check_alone(&fields, &attrs, errors);
            }
            Group { fields: placed(fields, errors), tag: variant.tag.map(|(tag, _)| tag), list: variant.list }
        })
        .collect();
    errors.at_each(
        [attrs.trailing.filter(|_| !has_trailing)],
        "no field at the end of a list is an `Option`: remove this",
    );
    let conversion = std::iter::successors(Some(&model.form), |wire| wire.inner()).find_map(|wire| match wire {
        Wire::Around(Layer::Via { .. }, _, span) => Some(*span),
        _ => None,
    });
    let message = "a type that is encoded as another has no RLP of its own: derive `Rlp` for that type, or implement the traits of \
                   `tezos_rlp::form` by hand";
    errors.at_each([conversion], message);
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

/// Returns how the value is told from others.
fn shape(attrs: &RlpTypeAttrs, model: &Input, errors: &mut Errors) -> Shape {
    let is_enum = matches!(&model.body, Body::Enum(data) if !data.is_struct);
    let for_enums = [attrs.typed, attrs.untagged, attrs.number];
    if is_enum {
        let message = "only one of `typed`, `untagged` and `number` can tell the variants apart: remove this";
        errors.at_each(for_enums.into_iter().flatten().skip(1).map(Some), message);
        errors.at_each([attrs.transparent], "`transparent` is for structs with one field");
    } else {
        errors.at_each(for_enums, "this is for enums: a struct has no cases");
    }
    let is_transparent =
        matches!(model.body.groups().as_slice(), [fields] if matches!(fields.shape, model::Shape::Transparent));
    match attrs {
        RlpTypeAttrs { typed: Some(_), .. } => Shape::Typed,
        RlpTypeAttrs { untagged: Some(_), .. } => Shape::Untagged,
        RlpTypeAttrs { number: Some(_), .. } => Shape::Number,
        _ if is_enum => Shape::Tagged,
        _ if is_transparent || attrs.transparent.is_some() => Shape::Transparent,
        _ => Shape::List,
    }
}

/// Where the fields of a struct or of a variant are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a list.
    List,
    /// In a list whose number of items tells which variant it is.
    Counted,
    /// Not in a list: the only field is the value.
    Alone,
}

impl Place {
    fn of(shape: Shape, fields: model::Shape) -> Self {
        match (shape, fields) {
            (Shape::Transparent, _) | (Shape::Typed | Shape::Untagged, model::Shape::Transparent) => Self::Alone,
            (Shape::Untagged, _) => Self::Counted,
            _ => Self::List,
        }
    }
}

/// Checks the items of a variant against those of its enum.
fn check_variant(variant: &RlpVariantAttrs, shape: Shape, place: Place, errors: &mut Errors) {
    let tag = span_of(&variant.tag);
    match shape {
        Shape::Untagged => {
            errors.at_each([tag], "an enum with `untagged` has no tags: remove this");
            let list = variant.list.filter(|_| place == Place::Counted);
            errors.at_each([list], "a variant with these fields is a list of them: remove this");
        }
        Shape::Typed => {
            let tag = tag.filter(|_| variant.list.is_some());
            errors.at_each([tag], "the variant with `list` has no type: remove this or `list`");
        }
        Shape::List | Shape::Transparent | Shape::Tagged | Shape::Number => {
            errors.at_each([variant.list], "this is for enums with `typed` or `untagged`: remove it");
        }
    }
}

/// Checks that the value is exactly one field.
fn check_alone(fields: &[Read], attrs: &RlpTypeAttrs, errors: &mut Errors) {
    match fields.iter().filter(|field| field.skip.is_none()).count() {
        1 => {}
        0 if fields.iter().any(|field| field.attrs.skip.is_some()) => {
            let skips = fields.iter().map(|field| span_of(&field.attrs.skip));
            errors.at_each(skips, "the value is the only field in RLP, which cannot be left out: remove this");
        }
        _ => errors.at_each([attrs.transparent], "`transparent` needs exactly one field in RLP: remove this"),
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
    span: Span,
}

impl RlpFieldAttrs {
    fn checked(self, field: &model::Field, place: Place, errors: &mut Errors) -> Read {
        let is_option = types::generic(&field.ty, "Option").is_some();
        let (option, since_items) = (span_of(&self.option), span_of(&self.since_items));
        let skip = match (&self.skip, &field.role) {
            (Some((value, _)), _) | (None, Role::Skip(value)) => Some(value.clone()),
            (None, Role::Hash(_)) => Some(None),
            (None, Role::Wire(_)) => None,
        };
        if skip.is_some() {
            let others = [span_of(&self.form), option, self.trailing, since_items];
            errors.at_each(others, "a field with `skip` or `hash` is not in RLP: remove this");
            return Read { attrs: Self { skip: self.skip, ..Self::default() }, skip, is_option, span: field.ty.span() };
        }
        let message = "this is for options: write `Option<T>` as the type of the field";
        errors.at_each([option, self.trailing].map(|span| span.filter(|_| !is_option)), message);
        let trailing = self.trailing.filter(|_| since_items.is_some());
        errors.at_each([trailing], "`since_items` already says when the field is present: remove this");
        let may_be_absent = [since_items, self.trailing.filter(|_| since_items.is_none())];
        match place {
            Place::List => {}
            Place::Counted => errors.at_each(
                may_be_absent,
                "with `untagged`, the number of items tells which variant it is, so none may be absent: remove this, and write a variant \
                 for each number of items",
            ),
            Place::Alone => errors.at_each(
                may_be_absent,
                "only an item of a list may be absent, and this field is the whole value: remove this",
            ),
        }
        let trailing = self.trailing.filter(|_| since_items.is_none() && is_option);
        Read { attrs: Self { trailing, ..self }, skip, is_option, span: field.ty.span() }
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
                "the number of items with this field and those that are older is {found}: write `since_items = {found}`"
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
        let may_be_absent = attrs.trailing.is_some() || attrs.since_items.is_some();
        let option = span_of(&attrs.option).filter(|_| may_be_absent);
        errors.at_each([option], "`trailing` and `since_items` already say how the field is absent: remove this");
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
