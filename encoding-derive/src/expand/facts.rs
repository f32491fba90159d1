//! The facts of a type, computed from those of its fields.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::context::Context;
use super::group::{Access, Group, Slot, SlotKind};
use crate::model::{Body, CaseForm, Enum, Shape, Tag};

/// `const FACTS: Facts = ..;`
pub(super) fn constant(context: &Context<'_>, access: Access<'_>) -> TokenStream {
    let (p, facts) = (&context.p, of_type(context, access));
    quote!(const FACTS: #p::Facts = #facts;)
}

/// The facts of a type. Those of recursive types would depend on themselves.
pub(super) fn of_type(context: &Context<'_>, access: Access<'_>) -> TokenStream {
    let p = &context.p;
    let facts = match (&context.input.body, context.groups.as_slice()) {
        _ if context.input.mu.is_some() => quote!(#p::Facts::RECURSIVE),
        (Body::Enum(data), groups) => {
            let cases = groups.iter().flat_map(|group| of_case(context, group, access));
            let width = context.tag_type();
            let tag = if data.untagged.is_some() { quote!(0) } else { quote!(#p::size_of::<#width>()) };
            quote!(#p::Facts::union(#tag, &[#(#cases),*]))
        }
        (_, [fields]) => of_fields(p, fields.wired(), access),
        _ => quote!(#p::Facts::UNKNOWN),
    };
    let by_revision = by_revision(context);
    quote!(#facts #by_revision)
}

/// `.by_revision()`, if the same bytes are different values in different revisions.
fn by_revision(context: &Context<'_>) -> Option<TokenStream> {
    let body = &context.input.body;
    let cases = matches!(body, Body::Enum(data) if has_reused_tags(data));
    let fields = body.fields().iter().any(|field| field.during.is_some());
    (cases || fields).then(|| quote!(.by_revision()))
}

/// Returns true if two variants have the same tag, in different revisions.
fn has_reused_tags(data: &Enum) -> bool {
    let mut seen = HashSet::new();
    data.tags().into_iter().any(|(_, variant, _, tag)| match tag {
        Tag::Known(tag, _) => !seen.insert(*tag),
        Tag::Const(..) => variant.during.is_some(),
    })
}

/// `const FACTS: Facts = <Form as Reads<'input, Type>>::FACTS;`, for a type whose fields are wrapped.
pub(super) fn of_form(context: &Context<'_>, form: &TokenStream) -> TokenStream {
    let (p, by_revision) = (&context.p, by_revision(context));
    let facts =
        if context.input.mu.is_some() { quote!(#p::Facts::RECURSIVE #by_revision) } else { quote!(#form::FACTS) };
    quote!(const FACTS: #p::Facts = #facts;)
}

/// `<Form as Reads<'input, Field>>::FACTS` for each field.
pub(super) fn of_each<'g>(
    p: &TokenStream,
    fields: impl Iterator<Item = (&'g Slot<'g>, &'g TokenStream)>,
    access: Access<'_>,
) -> Vec<TokenStream> {
    let fields = fields.map(|(slot, form)| match (access, slot.selector()) {
        (Access::Read(lifetime), Some(_)) => {
            let ty = &slot.field.ty;
            quote!(<#ty as #p::ReadSelected<#lifetime>>::FACTS)
        }
        _ => {
            let form = access.to(p, slot, form);
            quote!(#form::FACTS)
        }
    });
    fields.collect()
}

/// `Facts::sequence(&[<Form as Reads<'input, Field>>::FACTS, ..])`
fn of_fields<'g>(
    p: &TokenStream,
    fields: impl Iterator<Item = (&'g Slot<'g>, &'g TokenStream)>,
    access: Access<'_>,
) -> TokenStream {
    let fields = of_each(p, fields, access);
    match fields.as_slice() {
        [field] => field.clone(),
        fields => quote!(#p::Facts::sequence(&[#(#fields),*])),
    }
}

/// Returns the facts of each encoding of a case that is read or written.
fn of_case(context: &Context<'_>, group: &Group<'_>, access: Access<'_>) -> Vec<TokenStream> {
    let p = &context.p;
    let Some(case) = group.case else { return Vec::new() };
    match (&case.case, access) {
        (CaseForm::Several(_), _) => {
            let forms = group.several.iter().map(|form| form.to(p, access, &context.ty));
            forms.map(|form| quote!(#form::FACTS)).collect()
        }
        (CaseForm::Older(_, ty), Access::Read(lifetime)) => {
            vec![quote_spanned!(ty.span()=> <#ty as #p::NomReader<#lifetime>>::FACTS)]
        }
        (CaseForm::Older(..), _) => Vec::new(),
        (CaseForm::Other(_), _) => {
            let facts = of_fields(p, group.wired(), access);
            vec![quote!(#facts.of_any_size())]
        }
        (CaseForm::Tagged(_) | CaseForm::On(_) | CaseForm::JsonOnly, _) => vec![of_fields(p, group.wired(), access)],
    }
}

/// Returns the only field of a transparent struct.
pub(super) fn sole<'g, 'i>(context: &'g Context<'i>) -> Option<(&'g Slot<'i>, &'g TokenStream)> {
    let (Body::Struct(_), [group]) = (&context.input.body, context.groups.as_slice()) else { return None };
    let [slot] = group.slots.as_slice() else { return None };
    match (&slot.kind, group.shape) {
        (SlotKind::Wire(form, _), Shape::Transparent) => Some((slot, form)),
        _ => None,
    }
}
