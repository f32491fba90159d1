//! What a reader says of the sizes of its values.

use proc_macro2::TokenStream;
use quote::quote;

use super::Names;
use crate::expand::{Context, Group, Slot, SlotKind};
use crate::model::{Body, CaseForm, Shape};

/// What a list asks of its elements: the same of the form around.
pub(super) fn sizes_of(p: &TokenStream, around: &TokenStream) -> TokenStream {
    quote! {
        const FIXED: #p::Option<::core::primitive::usize> = #around::FIXED;
        const TOTAL: ::core::primitive::bool = #around::TOTAL;
        const LEAST: ::core::primitive::usize = #around::LEAST;
        const ROOM: #p::Option<#p::wire::Room> = #around::ROOM;
    }
}

/// The same of the fields.
pub(super) fn sizes(context: &Context<'_>, names: &Names<'_>) -> TokenStream {
    if context.input.mu.is_some() {
        return TokenStream::new();
    }
    let p = &context.p;
    let least = least(context, names);
    // What is none and false by itself is not said: each constant is a body to the compiler.
    let fixed = (!is_open(context)).then(|| {
        let fixed = fixed(context, names);
        quote!(const FIXED: #p::Option<::core::primitive::usize> = #fixed;)
    });
    let total = total(context, names)
        .filter(|_| fixed.is_some())
        .map(|total| quote!(const TOTAL: ::core::primitive::bool = #total;));
    let skip = sole(context).map(|(slot, form)| {
        let reads = names.reads(form, slot);
        quote!(const ROOM: #p::Option<#p::wire::Room> = #reads::ROOM;)
    });
    quote! {
        #fixed
        #total
        const LEAST: ::core::primitive::usize = #least;
        #skip
    }
}

/// Whether values are known to differ in size.
fn is_open(context: &Context<'_>) -> bool {
    matches!((&context.input.body, context.groups.as_slice()), (Body::Struct(_), [group]) if group.is_open())
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

/// The size of every value where it is fixed.
fn fixed(context: &Context<'_>, names: &Names<'_>) -> TokenStream {
    let p = &context.p;
    let sum = |group: &Group| {
        let parts = group.wired().map(|(slot, form)| names.fixed(form, slot));
        quote!(#p::wire::fixed_sum(&[#(#parts),*]))
    };
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => sum(group),
        (Body::Enum(data), groups) => {
            let width = context.tag_type();
            let mut cases = Vec::new();
            for (variant, group) in data.variants.iter().zip(groups) {
                match &variant.case {
                    // It goes to the end of the block.
                    CaseForm::Other(_) | CaseForm::On(_) => return quote!(#p::Option::None),
                    CaseForm::Several(_) => cases.extend(group.several.iter().map(|form| {
                        let reads = form.reads(p, &names.lifetime, &context.ty);
                        quote!(#reads::FIXED)
                    })),
                    CaseForm::Older(_, ty) => {
                        let lifetime = &names.lifetime;
                        cases.push(quote!(<#p::wire::Auto as #p::wire::Reads<#lifetime, #ty>>::FIXED));
                    }
                    CaseForm::Tagged(_) | CaseForm::JsonOnly => cases.push(sum(group)),
                }
            }
            quote!(#p::wire::fixed_union(::core::mem::size_of::<#width>(), &[#(#cases),*]))
        }
        _ => quote!(#p::Option::None),
    }
}

/// Whether no bytes of that size are refused: those of a struct whose fields refuse none.
fn total(context: &Context<'_>, names: &Names<'_>) -> Option<TokenStream> {
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => {
            let parts = group.wired().map(|(slot, form)| names.total(form, slot));
            Some(quote!(true #(&& #parts)*))
        }
        _ => None,
    }
}

/// Bytes that no value has less of: those of the fields, or of the tag.
fn least(context: &Context<'_>, names: &Names<'_>) -> TokenStream {
    let p = &context.p;
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => {
            let parts = group.wired().map(|(slot, form)| names.least(form, slot));
            quote!(#p::wire::least_sum(&[#(#parts),*]))
        }
        (Body::Enum(_), _) => {
            let width = context.tag_type();
            quote!(::core::mem::size_of::<#width>())
        }
        _ => quote!(0),
    }
}
