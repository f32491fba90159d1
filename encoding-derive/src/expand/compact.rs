//! Compact types, whose fields or variants share the bits of one tag.
//!
//! Reading, measuring and writing have two parts: the bits of the tag, and the bytes after it. `wire::Compact` combines
//! them.

mod parts;
mod read;
mod write;

use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use super::encodings::noted;
use super::group::{Group, tag_name};
use super::rules::{Checks, innermost, rule};
use super::tokens::{Trait, derived, shared};
use super::view;
use crate::model::{Body, CompactTag, Enum, JsonCases, Shape};
use parts::Parts;

pub(super) fn expand(context: &Context<'_>, compact: &CompactTag, which: Trait) -> TokenStream {
    match which {
        Trait::HasEncoding => schema(&Parts { context, of: "PartSchema", lifetime: None }, compact),
        Trait::NomReader => read::expand(context, compact),
        Trait::BinWriter => write::expand(&Parts { context, of: "WritesPart", lifetime: None }, compact),
        Trait::View => view::own(context),
        // `arena::check` has refused this.
        Trait::Arena => TokenStream::new(),
    }
}

/// `impl HasEncoding for Type { const ENCODING: ..; const PART: ..; }`, then the checks.
fn schema(parts: &Parts<'_>, compact: &CompactTag) -> TokenStream {
    let (context, bytes) = (parts.context, compact.tag_bytes);
    let (p, ty, notes) = (&context.p, &context.ty, &context.input.notes);
    let encoding = noted(p, notes, quote!(<#p::Compact<#p::Auto, #bytes> as #p::Schema<#ty>>::ENCODING));
    let part = match (&context.input.body, context.groups.as_slice()) {
        (Body::Enum(_), _) => {
            let cases = context.cases().map(|(case, group)| {
                let (tag, title, part) = (tag_name(group.index), &case.title, group_schema(parts, group));
                quote!(#p::PartCase::new(#tag, #title, #part))
            });
            let union_bits = parts.given(|compact| compact.union_tag_bits.as_ref());
            let union_bits = union_bits.map(|bits| quote!(.with_tag_bits(#bits)));
            let cases_bits = parts.given(|compact| compact.cases_tag_bits.as_ref());
            let cases_bits = cases_bits.map(|bits| quote!(.with_cases_bits(#bits)));
            quote!(&#p::Part::Union(#p::PartUnion::new(&[#(#cases),*])#union_bits #cases_bits))
        }
        (_, [group]) => group_schema(parts, group),
        _ => quote!(&#p::Part::Unit),
    };
    let checks = checks(parts, compact);
    let encoding = checks.inside(encoding);
    let encoding = shared(&context.input.generics, &quote!(#p::Encoding), &quote!(*#encoding));
    let checks = checks.beside(context, ("HasEncoding", "ENCODING"));
    let items = quote! {
        const ENCODING: &'static #p::Encoding = #encoding;
        const PART: &'static #p::Part = #part;
    };
    let schema = derived(&context.generics(Trait::HasEncoding), &quote!(#p::HasEncoding), &context.ty, &items);
    quote!(#schema #checks)
}

/// `&Part::Object(&[PartField::of("name", <Form as PartSchema<Field>>::PART), ..])`, a tuple, the only field, or
/// nothing.
fn group_schema(parts: &Parts<'_>, group: &Group<'_>) -> TokenStream {
    let p = &parts.context.p;
    let schemas = parts.of(group).map(|(_, part)| quote!(#part::PART));
    match group.shape {
        _ if group.wired().next().is_none() => quote!(&#p::Part::Unit),
        Shape::Transparent => quote!(#(#schemas)*),
        Shape::Tuple => quote!(&#p::Part::Tuple(&[#(#schemas),*])),
        Shape::Object => {
            let names = group.wired().map(|(slot, _)| &slot.field.name);
            quote!(&#p::Part::Object(&[#(#p::PartField::of(#names, #schemas)),*]))
        }
    }
}

/// Returns the checks of rules, each with the span of the attribute or the field at fault.
fn checks(parts: &Parts<'_>, compact: &CompactTag) -> Checks {
    let context = parts.context;
    let (p, ty, bytes, mut checks) = (&context.p, &context.ty, compact.tag_bytes, Checks::new(context));
    for (slot, form) in context.wired() {
        let part = parts.part(slot, form);
        checks.add(rule(p, slot.field.span, "part", &quote!(#part::PART)));
        checks.extend(innermost(context, slot, &part));
    }
    if let Body::Enum(Enum { json: Some(JsonCases::Distinct), .. }) = &context.input.body {
        let part = quote!(<#ty as #p::HasEncoding>::PART);
        checks.add(rule(p, context.input.ident.span(), "part_cases", &part));
    }
    let whole = quote!(&#p::CompactSchema::new(#p::SharedTag::of_bytes(#bytes), <#ty as #p::HasEncoding>::PART));
    checks.add(rule(p, compact.span, "shares", &whole));
    checks
}
