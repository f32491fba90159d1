//! The facts of a type, from those of its fields.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Lifetime;
use syn::spanned::Spanned;

use super::{Context, Group, Slot, SlotKind};
use crate::model::{Body, CaseForm, Shape};

/// Whose facts.
#[derive(Clone, Copy)]
pub(super) enum Side<'l> {
    Reader(&'l Lifetime),
    Writer,
}

impl Side<'_> {
    /// `<Form as Reads<'input, Field>>` or `<Form as Writes<Field>>`; of a type in its own form `<Field as NomReader<'input>>` or
    /// `<Field as BinWriter>`.
    pub(super) fn form(self, p: &TokenStream, slot: &Slot, form: &TokenStream) -> TokenStream {
        let (p, ty) = (slot.located(p), &slot.ty);
        let place = proc_macro2::Span::call_site().located_at(slot.span);
        match (self, slot.is_auto) {
            (Self::Reader(lifetime), false) => quote_spanned!(place=> <#form as #p::Reads<#lifetime, #ty>>),
            (Self::Reader(lifetime), true) => quote_spanned!(place=> <#ty as #p::NomReader<#lifetime>>),
            (Self::Writer, false) => quote_spanned!(place=> <#form as #p::Writes<#ty>>),
            (Self::Writer, true) => quote_spanned!(place=> <#ty as #p::BinWriter>),
        }
    }
}

/// `const FACTS: Facts = ..;`, or nothing for recursive types: theirs would be found through themselves.
pub(super) fn constant(context: &Context<'_>, side: Side<'_>) -> TokenStream {
    if context.input.mu.is_some() {
        return TokenStream::new();
    }
    let p = &context.p;
    let facts = match (&context.input.body, context.groups.as_slice()) {
        (Body::Enum(_), groups) => {
            let cases = groups.iter().enumerate().flat_map(|(index, group)| case(context, index, group, side));
            let tag = match &context.input.body {
                Body::Enum(data) if data.untagged.is_some() => quote!(0),
                _ => {
                    let width = context.tag_type();
                    quote!(#p::size_of::<#width>())
                }
            };
            quote!(#p::Facts::union(#tag, &[#(#cases),*]))
        }
        (_, [fields]) => of_fields(p, fields.wired(), side),
        _ => quote!(#p::Facts::UNKNOWN),
    };
    quote!(const FACTS: #p::Facts = #facts;)
}

/// The same, of the form around.
pub(super) fn of_form(p: &TokenStream, form: &TokenStream) -> TokenStream {
    quote!(const FACTS: #p::Facts = #form::FACTS;)
}

/// `<Form as Reads<'input, Field>>::FACTS` …
pub(super) fn of_each<'g>(
    p: &TokenStream,
    fields: impl Iterator<Item = (&'g Slot<'g>, &'g TokenStream)>,
    side: Side<'_>,
) -> Vec<TokenStream> {
    let fields = fields.map(|(slot, form)| match (side, &slot.selector) {
        (Side::Reader(_), Some(_)) => quote!(#p::Facts::UNKNOWN),
        _ => {
            let form = side.form(p, slot, form);
            quote!(#form::FACTS)
        }
    });
    fields.collect()
}

/// `Facts::sequence(&[<Form as Reads<'input, Field>>::FACTS, ..])`
fn of_fields<'g>(
    p: &TokenStream,
    fields: impl Iterator<Item = (&'g Slot<'g>, &'g TokenStream)>,
    side: Side<'_>,
) -> TokenStream {
    let fields = of_each(p, fields, side);
    match fields.as_slice() {
        [field] => field.clone(),
        fields => quote!(#p::Facts::sequence(&[#(#fields),*])),
    }
}

/// Those of each form of a variant that is read or written.
fn case(context: &Context<'_>, index: usize, group: &Group, side: Side<'_>) -> Vec<TokenStream> {
    let (p, Body::Enum(data)) = (&context.p, &context.input.body) else { return Vec::new() };
    match (data.variants.get(index).map(|variant| &variant.case), side) {
        (Some(CaseForm::Several(_)), _) => {
            let forms = group.several.iter().map(|form| match side {
                Side::Reader(lifetime) => form.reads(p, lifetime, &context.ty),
                Side::Writer => form.writes(p, &context.ty),
            });
            forms.map(|form| quote!(#form::FACTS)).collect()
        }
        (Some(CaseForm::Older(_, ty)), Side::Reader(lifetime)) => {
            vec![quote_spanned!(ty.span()=> <#ty as #p::NomReader<#lifetime>>::FACTS)]
        }
        (Some(CaseForm::Older(..)), Side::Writer) | (None, _) => Vec::new(),
        (Some(CaseForm::Other(_)), _) => {
            let facts = of_fields(p, group.wired(), side);
            vec![quote!(#facts.of_any_size())]
        }
        (Some(CaseForm::Tagged(_) | CaseForm::On(_) | CaseForm::JsonOnly), _) => {
            vec![of_fields(p, group.wired(), side)]
        }
    }
}

/// The field of a struct that is this field and nothing else.
pub(super) fn sole<'g, 'i>(context: &'g Context<'i>) -> Option<(&'g Slot<'i>, &'g TokenStream)> {
    let (Body::Struct(_), [group]) = (&context.input.body, context.groups.as_slice()) else { return None };
    let [slot] = group.slots.as_slice() else { return None };
    match (&slot.kind, group.shape) {
        (SlotKind::Wire(form, _), Shape::Transparent) => Some((slot, form)),
        _ => None,
    }
}
