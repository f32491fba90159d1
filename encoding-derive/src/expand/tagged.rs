//! The implementation of `Tagged`: the cases of a union in its schema.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::LitStr;
use syn::spanned::Spanned;

use super::context::Context;
use super::encodings::{fields, kind_alone, noted};
use super::group::{Group, WireForm, during, reserved};
use super::tokens::{Trait, derived, locals, shared};
use crate::model::{Body, CaseForm, Notes, Variant};

/// `impl Tagged for Type { const CASES: &[Case] = &[Case::new(__TAG_0, "Title", ..), ..]; fn case(&self) -> &Case {..} }`
pub(super) fn tagged(context: &Context<'_>) -> TokenStream {
    let (p, ty) = (&context.p, &context.ty);
    let (cases, arms, tag) = (cases(context), arms(context), tag(context));
    let (count, cases) = (cases.len(), quote!([#(#cases),*]));
    let cases = shared(&context.input.generics, &quote!([#p::Case; #count]), &cases);
    let items = quote! {
        const CASES: &'static [#p::Case] = #cases;
        #[inline]
        fn case(&self) -> &'static #p::Case {
            match self { #arms }
        }
        #tag
    };
    derived(&context.generics(Trait::HasEncoding), &quote!(#p::Tagged), ty, &items)
}

/// Returns the cases of the schema, in the order of the variants.
fn cases(context: &Context<'_>) -> Vec<TokenStream> {
    let (p, Body::Enum(data)) = (&context.p, &context.input.body) else { return Vec::new() };
    let cases = context.cases().flat_map(|(case, group)| {
        let (title, tag) = (&case.title, group.tag(0));
        match &case.case {
            CaseForm::Tagged(_) => vec![tagged_case(context, case, group)],
            CaseForm::Several(_) => group.several.iter().map(|form| encoding(context, form, title)).collect(),
            CaseForm::Other(_) => {
                let (payload, reserved) = (payload(context, case, group), reserved(data));
                vec![quote!(#p::Case::other(#title, #payload, &[#(#reserved),*]))]
            }
            CaseForm::Older(_, ty) => {
                let span = Span::call_site().located_at(ty.span());
                let encoding = quote_spanned!(span=> <#p::Auto as #p::Schema<#ty>>::ENCODING);
                let payload = quote!(&#p::Encoding::Object(&[#p::Field::req(#title, #encoding)]));
                vec![quote!(#p::Case::new(#tag as #p::u32, #title, #payload))]
            }
            CaseForm::On(_) => Vec::new(),
            CaseForm::JsonOnly => {
                let payload = payload(context, case, group);
                vec![quote!(#p::Case::json_only(#title, #payload))]
            }
        }
    });
    cases.collect()
}

/// `Case::new(__TAG_0 as u32, "Title", payload)`
pub(super) fn tagged_case(context: &Context<'_>, case: &Variant, group: &Group<'_>) -> TokenStream {
    let (p, title, tag) = (&context.p, &case.title, group.tag(0));
    let payload = payload(context, case, group);
    let during = during(p, case.during).map(|revisions| quote!(.during(#revisions)));
    quote!(#p::Case::new(#tag as #p::u32, #title, #payload) #during)
}

/// `Case::new(__TAG_0_1, "Title", <Auto as Schema<Repr>>::ENCODING).when(..)`
fn encoding(context: &Context<'_>, form: &WireForm, title: &str) -> TokenStream {
    let (p, ty) = (&context.p, &context.ty);
    let WireForm { tag, repr, .. } = form;
    let [value, bytes] = locals(["value", "bytes"]);
    let accepts = if context.input.generics.params.is_empty() {
        let called = form.holds(&value);
        // If several conditions accept a value, the first of these encodings is used.
        let accepted = quote! {
            #p::Tagged::case(#value).tag == #tag as #p::u32 && #called
        };
        quote_spanned! {form.span()=>
            #p::Option::Some(|#bytes| #p::run_when::<#ty, #repr>(#bytes, |#value| #accepted))
        }
    } else {
        quote!(#p::Option::None)
    };
    let encoding = quote_spanned!(form.span()=> <#p::Auto as #p::Schema<#repr>>::ENCODING);
    quote!(#p::Case::new(#tag as #p::u32, #title, #encoding).when(#accepts))
}

/// Returns the payload of a case with its description.
fn payload(context: &Context<'_>, variant: &Variant, group: &Group<'_>) -> TokenStream {
    let description = variant.description.as_ref().map(LitStr::value);
    let notes = Notes { description, ..Notes::default() };
    noted(&context.p, &notes, case_fields(context, variant, group))
}

/// Returns the fields of a case, including the fields without bytes that `name` and `json(kind = ..)` add, or its `constant`.
fn case_fields(context: &Context<'_>, variant: &Variant, group: &Group<'_>) -> TokenStream {
    let p = &context.p;
    if let Some(text) = &variant.constant {
        return quote!(&#p::Encoding::Constant(#text));
    }
    let mut payload = fields(context, group);
    if let Some(label) = &variant.label {
        payload = quote!(&#p::Encoding::Object(&[#p::Field::req(#label, #payload)]));
    }
    let Some(kind) = &variant.kind else { return payload };
    let constant = kind_alone(p, kind);
    if variant.label.is_none() && group.wired().next().is_none() {
        return constant;
    }
    let (first, second) = if kind.is_first { (constant, payload) } else { (payload, constant) };
    quote!(&#p::Encoding::Merge(&[#first, #second]))
}

/// `Type::Variant { .. } => &<Self as Tagged>::CASES[0],` ..
fn arms(context: &Context<'_>) -> TokenStream {
    let (p, ident) = (&context.p, &context.input.ident);
    let mut index = 0usize;
    let arms = context.cases().map(|(case, group)| {
        let path = group.path(ident);
        let case_at = |index: usize| quote!(&<Self as #p::Tagged>::CASES[#index]);
        let (whens, first) = (group.several.iter().map(|form| &form.when), index);
        index = index.saturating_add(group.several.len().max(1));
        // A value that no condition accepts is shown with the last encoding.
        let last = case_at(index.saturating_sub(1));
        let tries = whens.enumerate().map(|(form, when)| {
            let case = case_at(first.saturating_add(form));
            quote!(if #when(self) { #case } else)
        });
        match &case.case {
            CaseForm::Older(..) => TokenStream::new(),
            _ => quote!(#path { .. } => #(#tries)* { #last }),
        }
    });
    arms.collect()
}

/// `fn tag(&self) -> u32 {..}`, for an enum with a variant for all other tags.
fn tag(context: &Context<'_>) -> Option<TokenStream> {
    let p = &context.p;
    let (_, group) = context.cases().find(|(case, _)| matches!(case.case, CaseForm::Other(_)))?;
    let (path, slot) = (group.path(&context.input.ident), group.slots.first()?);
    let (member, local) = (&slot.field.member, &slot.local);
    Some(quote! {
        #[inline]
        fn tag(&self) -> #p::u32 {
            match self {
                #path { #member: #local, .. } => *#local as #p::u32,
                _ => #p::Tagged::case(self).tag,
            }
        }
    })
}
