//! The derive `HasEncoding`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;

use super::context::Context;
use super::decode;
use super::encodings::{described, encoding_of, fields, noted};
use super::group::Slot;
use super::rules::{Checks, checks, rule};
use super::tagged::tagged;
use super::tokens::{Trait, derived, implement, shared};
use crate::model::{Body, Enum, Mu, Notes};
use crate::{fits, types};

/// `impl HasEncoding for Type { const ENCODING: &'static Encoding = ..; }`, then the checks.
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    let (p, ty, form) = (&context.p, &context.ty, &context.form);
    let generics = context.generics(Trait::HasEncoding);
    let body = body(context);
    let around = context.at_attribute(&quote!(<#form as #p::Schema<#ty>>::ENCODING));
    let local = context.has_body_type().then(|| {
        let item = quote!(const ENCODING: &'static #p::Encoding = #body;);
        let local = implement(&generics, &quote!(#p::Schema<#ty>), &quote!(__Body), &item);
        let guarded = context.guards_body() && context.input.generics.params.is_empty();
        let reads = guarded.then(|| decode::body_form(context));
        quote!(#local #reads)
    });
    let is_around = local.is_some() || matches!(context.input.body, Body::Via);
    let mut encoding = if is_around { around } else { body };
    let mut checks = checks(context);
    let Notes { id, title, description, secret } = &context.input.notes;
    if let Some(field) = &context.input.field {
        encoding = described(p, &quote!(#p::About::field(#field)), &encoding);
    }
    let mut outer = Notes { id: id.clone(), title: title.clone(), description: description.clone(), secret: *secret };
    if let Some(mu) = &context.input.mu {
        let class = class(context, mu);
        checks.add(rule(p, context.input.ident.span(), "mu_class", &quote!(#class, #encoding)));
        // The description of a definition, which may be the doc comment, is outside the recursion.
        let inner = Notes { title: outer.title.take(), ..Notes::default() };
        let inner = if id.is_some() { inner } else { Notes { description: outer.description.take(), ..inner } };
        encoding = recursive(context, mu, &checks, noted(p, &inner, encoding));
    } else {
        encoding = checks.inside(encoding);
    }
    encoding = noted(p, &outer, encoding);
    let tagged = matches!(context.input.body, Body::Enum(_)).then(|| tagged(context));
    let plain = context.input.plain.map(|span| {
        let span = Span::call_site().located_at(span);
        quote_spanned!(span=> impl #p::Plain for #ty {})
    });
    let (cycle, encoding) = named_for_cycles(context, encoding);
    let encoding = shared(&context.input.generics, &quote!(#p::Encoding), &quote!(*#encoding));
    let item = quote!(const ENCODING: &'static #p::Encoding = #encoding;);
    let schema = derived(&generics, &quote!(#p::HasEncoding), ty, &item);
    let checks = checks.beside(context, ("HasEncoding", "ENCODING"));
    quote!(#cycle #local #tagged #plain #schema #checks)
}

/// The constant `Type_contains_itself_write_encoding_mu_on_one_of_these_types` and its name, for the schema of a type
/// that may be part of a cycle of types without `mu`. A derive sees only one of these types, and the compiler's error
/// for a cycle of constants contains no text but their names.
fn named_for_cycles(context: &Context<'_>, encoding: TokenStream) -> (TokenStream, TokenStream) {
    let Context { p, input, .. } = context;
    let may_close_cycle = |(slot, _): (&Slot<'_>, _)| types::contains_unknown(&slot.field.ty);
    if !input.generics.params.is_empty() || input.mu.is_some() || !context.wired().any(may_close_cycle) {
        return (TokenStream::new(), encoding);
    }
    let span = Span::call_site().located_at(input.ident.span());
    let ident = input.ident.unraw();
    let name = format_ident!("{ident}_contains_itself_write_encoding_mu_on_one_of_these_types", span = span);
    (quote_spanned!(span=> const #name: &#p::Encoding = #encoding;), name.into_token_stream())
}

/// Returns the schema of the fields, without what wraps them.
fn body(context: &Context<'_>) -> TokenStream {
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => fields(context, group),
        (Body::Enum(data), _) => union(context, data),
        _ => TokenStream::new(),
    }
}

/// `&Encoding::Union { tag, cases: <Type as Tagged>::CASES, .. }`, or `&Encoding::Enum(&["name", ..])`
fn union(context: &Context<'_>, data: &Enum) -> TokenStream {
    let (p, ty, ignore) = (&context.p, &context.ty, data.ignore_unknown);
    if data.string_enum {
        let names = data.variants.iter().map(|variant| &variant.title);
        return quote!(&#p::Encoding::Enum(&[#(#names),*]));
    }
    let size = format_ident!("{}", data.tag_size.name.to_uppercase());
    quote! {
        &#p::Encoding::Union {
            tag: #p::TagSize::#size, cases: <#ty as #p::Tagged>::CASES, ignore_unknown: #ignore,
        }
    }
}

fn class(context: &Context<'_>, mu: &Mu) -> TokenStream {
    let p = &context.p;
    if mu.variable { quote!(#p::Class::Variable) } else { quote!(#p::Class::Dynamic) }
}

/// `&Encoding::Mu(&Mu { .., body: || <the type without the name> })`
fn recursive(context: &Context<'_>, mu: &Mu, checks: &Checks, body: TokenStream) -> TokenStream {
    let p = &context.p;
    let body = if context.input.generics.params.is_empty() {
        body
    } else {
        // A separate constant, because the rules refer to the size of the whole type.
        let body = checks.inside(body);
        quote!(const { #body })
    };
    let name = match &mu.name {
        Some(name) => name.value(),
        None => context.input.ident.unraw().to_string().to_lowercase(),
    };
    let (class, depth, least) = (class(context, mu), context.depth(), least(context));
    quote! {
        &#p::Encoding::Mu(&#p::Mu { name: #name, class: #class, least: #least, depth: #depth, body: || #body })
    }
}

/// Returns the minimum size of a recursive type, without the fields that mention it.
fn least(context: &Context<'_>) -> TokenStream {
    let (p, ident) = (&context.p, context.input.ident.unraw().to_string());
    if let Body::Enum(data) = &context.input.body {
        let bytes = data.tag_size.bytes;
        return quote!(#bytes);
    }
    let sizes = context.wired().filter_map(|(slot, form)| {
        let tokens = slot.field.ty.to_token_stream().to_string();
        if tokens.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == ident) {
            return None;
        }
        let least = match slot.field.wire().and_then(|wire| fits::least(wire, &slot.field.ty)) {
            Some(bytes) => quote!(#bytes),
            None => {
                let encoding = encoding_of(p, slot, form);
                quote!(#encoding.size().least)
            }
        };
        Some(quote!(.saturating_add(#least)))
    });
    quote!(0usize #(#sizes)*)
}
