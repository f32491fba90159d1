//! `HasEncoding`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::LitStr;
use syn::ext::IdentExt;

use super::rules::{Checks, checks, rule};
use super::{Context, Group, Slot, Trait, cases, decode};
use crate::fits;
use crate::model::{Body, Enum, Mu, Notes, Shape, TagSize, Variant};

/// `impl HasEncoding for Type { const ENCODING: &'static Encoding = ..; }`, then the checks.
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    let (p, ty) = (&context.p, &context.ty);
    let generics = context.generics(Trait::HasEncoding);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let body = body(context);
    let form = &context.form;
    let around = context.at_attribute(&quote!(<#form as #p::Schema<#ty>>::ENCODING));
    let (mut encoding, local) = if context.has_body_type() {
        let guarded = context.guards_body() && context.input.generics.params.is_empty();
        let reads = if guarded { decode::body_form(context) } else { TokenStream::new() };
        let local = quote! {
            impl #impl_generics #p::Schema<#ty> for __Body #where_clause {
                const ENCODING: &'static #p::Encoding = #body;
            }
            #reads
        };
        (around, local)
    } else if matches!(context.input.body, Body::Via) {
        (around, TokenStream::new())
    } else {
        (body, TokenStream::new())
    };
    let mut checks = checks(context);
    let Notes { id, title, description } = &context.input.notes;
    if let Some(field) = &context.input.field {
        encoding = described(p, &quote!(#p::About::field(#field)), &encoding);
    }
    if let Some(mu) = &context.input.mu {
        let class = class(context, mu);
        checks.add(rule(p, context.input.ident.span(), "mu_class", &quote!(#class, #encoding)));
        // A definition's sentence from the doc comment is that of the definition.
        let about = Notes { id: None, title: title.clone(), description: description.clone().filter(|_| id.is_none()) };
        encoding = recursive(context, mu, &checks, noted(p, &about, encoding));
    } else {
        encoding = checks.inside(encoding);
    }
    let title = title.clone().filter(|_| context.input.mu.is_none());
    let description = description.clone().filter(|_| context.input.mu.is_none() || id.is_some());
    encoding = noted(p, &Notes { id: id.clone(), title, description }, encoding);
    let tagged = match &context.input.body {
        Body::Enum(data) => tagged(context, data),
        Body::Struct(_) | Body::Via => TokenStream::new(),
    };
    let plain = context.input.plain.map(|place| {
        let here = Span::call_site().located_at(place);
        quote_spanned!(here=> impl #p::Plain for #ty {})
    });
    let checks = checks.beside(context, ("HasEncoding", "ENCODING"));
    quote! {
        #local
        #tagged
        #plain
        #[automatically_derived]
        impl #impl_generics #p::HasEncoding for #ty #where_clause {
            const ENCODING: &'static #p::Encoding = #encoding;
        }
        #checks
    }
}

/// The fields, without what stands around them.
fn body(context: &Context<'_>) -> TokenStream {
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => fields(context, group),
        (Body::Enum(data), _) => union(context, data),
        _ => TokenStream::new(),
    }
}

/// `&Encoding::Object(&[Field::req("name", ..), ..])`, a tuple, a merge of such, the one field, or nothing.
pub(super) fn fields(context: &Context<'_>, group: &Group<'_>) -> TokenStream {
    let p = &context.p;
    let parts: Vec<TokenStream> = group.runs().iter().map(|run| part(p, group.shape, run)).collect();
    match parts.as_slice() {
        [] => quote!(&#p::Encoding::Empty),
        [only] => only.clone(),
        parts => quote!(&#p::Encoding::Merge(&[#(#parts),*])),
    }
}

/// Fields that follow each other, or one that is merged.
fn part(p: &TokenStream, shape: Shape, run: &[(&Slot<'_>, &TokenStream)]) -> TokenStream {
    let encodings = run.iter().map(|(slot, form)| noted(p, slot.notes, encoding_of(p, slot, form)));
    match shape {
        _ if run.iter().any(|(slot, _)| slot.flat.is_some()) => quote!(#(#encodings)*),
        Shape::Transparent => quote!(#(#encodings)*),
        Shape::Tuple => quote!(&#p::Encoding::Tuple(&[#(#encodings),*])),
        Shape::Object => {
            let names = run.iter().map(|(slot, _)| &slot.name);
            quote!(&#p::Encoding::Object(&[#(#p::Field::req(#names, #encodings)),*]))
        }
    }
}

/// `&Encoding::Described { about, inner: &Encoding::Def { id, inner } }`
pub(super) fn noted(p: &TokenStream, notes: &Notes, mut encoding: TokenStream) -> TokenStream {
    if let Some(id) = &notes.id {
        encoding = quote!(&#p::Encoding::Def { id: #id, inner: #encoding });
    }
    if notes.title.is_none() && notes.description.is_none() {
        return encoding;
    }
    let option = |text: Option<TokenStream>| match text {
        Some(text) => quote!(#p::Option::Some(#text)),
        None => quote!(#p::Option::None),
    };
    let title = option(notes.title.as_ref().map(ToTokens::to_token_stream));
    let description = option(notes.description.as_ref().map(ToTokens::to_token_stream));
    described(p, &quote!(#p::About { field: #p::Option::None, title: #title, description: #description }), &encoding)
}

/// `&Encoding::Described { about: &.., inner }`
fn described(p: &TokenStream, about: &TokenStream, inner: &TokenStream) -> TokenStream {
    quote!(&#p::Encoding::Described { about: &#about, inner: #inner })
}

/// The payload of a case with what people are told about it.
pub(super) fn case(context: &Context<'_>, variant: &Variant, group: &Group<'_>) -> TokenStream {
    let description = variant.description.as_ref().map(LitStr::value);
    let notes = Notes { description, ..Notes::default() };
    noted(&context.p, &notes, case_fields(context, variant, group))
}

/// `<Form as Schema<Field>>::ENCODING`
pub(super) fn encoding_of(p: &TokenStream, slot: &Slot<'_>, form: &TokenStream) -> TokenStream {
    let (p, ty) = (slot.located(p), &slot.ty);
    let place = Span::call_site().located_at(slot.span);
    match slot.is_auto {
        true => quote_spanned!(place=> <#ty as #p::HasEncoding>::ENCODING),
        false => quote_spanned!(place=> <#form as #p::Schema<#ty>>::ENCODING),
    }
}

/// `&Encoding::Union { tag, cases: <Type as Tagged>::CASES, .. }`, or `&Encoding::Enum(&["name", ..])`
fn union(context: &Context<'_>, data: &Enum) -> TokenStream {
    let (p, ty) = (&context.p, &context.ty);
    let size = match data.tag_size {
        TagSize::U8 => quote!(U8),
        TagSize::U16 => quote!(U16),
        TagSize::U32 => quote!(U32),
    };
    if data.string_enum {
        let names = data.variants.iter().map(|variant| &variant.title);
        return quote!(&#p::Encoding::Enum(&[#(#names),*]));
    }
    let ignore = data.ignore_unknown;
    quote! {
        &#p::Encoding::Union {
            tag: #p::TagSize::#size, cases: <#ty as #p::Tagged>::CASES, ignore_unknown: #ignore,
        }
    }
}

/// `impl Tagged for Type { const CASES: &[Case] = &[Case::new(__TAG_0, "Title", ..), ..]; fn case(&self) -> &Case {..} }`
fn tagged(context: &Context<'_>, data: &Enum) -> TokenStream {
    let (p, ty) = (&context.p, &context.ty);
    let generics = context.generics(Trait::HasEncoding);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let cases = cases::schema(context, data);
    let (arms, tag) = (cases::arms(context, data), cases::tag(context, data));
    quote! {
        #[automatically_derived]
        impl #impl_generics #p::Tagged for #ty #where_clause {
            const CASES: &'static [#p::Case] = &[#(#cases),*];
            #[inline]
            fn case(&self) -> &'static #p::Case {
                match self { #arms }
            }
            #tag
        }
    }
}

/// The fields of a case, that without bytes, and that which JSON has.
fn case_fields(context: &Context<'_>, variant: &Variant, group: &Group<'_>) -> TokenStream {
    let p = &context.p;
    let mut payload = fields(context, group);
    if let Some(label) = &variant.label {
        payload = quote!(&#p::Encoding::Object(&[#p::Field::req(#label, #payload)]));
    }
    let Some(kind) = &variant.kind else { return payload };
    let constant = kind_alone(p, kind);
    if variant.label.is_none() && group.wired().next().is_none() {
        return constant;
    }
    quote!(&#p::Encoding::Merge(&[#payload, #constant]))
}

/// The field of JSON that says the kind.
pub(super) fn kind_alone(p: &TokenStream, kind: &LitStr) -> TokenStream {
    quote!(&#p::Encoding::Object(&[#p::Field::req("kind", &#p::Encoding::Constant(#kind))]))
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
        // A constant of its own: the rules ask for the size of the whole type.
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

/// Bytes that every value of a recursive type has, without looking into itself.
fn least(context: &Context<'_>) -> TokenStream {
    let p = &context.p;
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Enum(_), _) => {
            let bytes = context.tag_size().bytes();
            quote!(#bytes)
        }
        (_, [group]) => {
            let ident = context.input.ident.unraw().to_string();
            let others = group.wired().filter(|(slot, _)| {
                let tokens = slot.ty.to_token_stream().to_string();
                !tokens.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == ident)
            });
            let sizes = others.map(|(slot, form)| {
                let least = match slot.wire.and_then(|wire| fits::least(wire, &slot.ty)) {
                    Some(bytes) => quote!(#bytes),
                    None => {
                        let encoding = encoding_of(p, slot, form);
                        quote!(#encoding.size().least)
                    }
                };
                quote!(.saturating_add(#least))
            });
            quote!(0usize #(#sizes)*)
        }
        _ => quote!(0usize),
    }
}
