//! `NomReader`.

mod names;
mod sizes;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

pub(super) use names::{Names, Side};
use sizes::{sizes, sizes_of, sole};

use super::tried::{tried, tried_bytes};
use super::{Context, Group, Slot, SlotKind, case_tag, cases, select};
use crate::model::{Body, CaseForm, Enum, Field, Shape};

/// `impl NomReader<'input> for Type { fn nom_read(..) {..} fn read(..) {..} }`
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    let (p, ty, form) = (&context.p, &context.ty, &context.form);
    let (generics, lifetime) = context.reader_generics();
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let names = Names::new(context, lifetime, Side::Owned);
    // A recursive type is read with as little as there is: it is read inside of itself.
    let names = if context.input.mu.is_some() { names } else { names.of_whole() };
    let (input, lifetime, method) = (&names.input, &names.lifetime, names.method());
    let around = context.at_attribute(&quote!(<#form as #p::wire::Reads<#lifetime, #ty>>));
    let forward = quote!(#around::#method(#input));
    let (local, sizes, body) = if context.has_body_type() {
        (body_form(context), sizes_of(p, &around), forward)
    } else if matches!(context.input.body, Body::Via) {
        (TokenStream::new(), sizes_of(p, &around), forward)
    } else {
        (TokenStream::new(), sizes(context, &names), body(context, &names))
    };
    // Those of a recursive type would be found through themselves.
    let sizes = if context.input.mu.is_some() { TokenStream::new() } else { sizes };
    let body = names.at_depth(context, &body);
    let readers = readers(context, &names, &body);
    let bulk = bulk(context, &names);
    let plain = context.input.plain.map(|place| plain(context, place));
    quote! {
        #local
        #plain
        #[automatically_derived]
        impl #impl_generics #p::NomReader<#lifetime> for #ty #where_clause {
            #sizes
            #[inline]
            fn nom_read(#input: &#lifetime [::core::primitive::u8]) -> #p::NomResult<#lifetime, Self> {
                #p::nom_read(#input, <Self as #p::NomReader<#lifetime>>::read)
            }
            #readers
            #bulk
        }
    }
}

/// That the memory of the type can be its bytes, and that of each field is.
fn plain(context: &Context<'_>, place: Span) -> TokenStream {
    let (p, ty) = (&context.p, &context.ty);
    let here = Span::call_site().located_at(place);
    let fields = match &context.input.body {
        Body::Struct(fields) => fields.fields.as_slice(),
        Body::Enum(_) | Body::Via => &[],
    };
    let fields = fields.iter().map(|Field { ty, .. }| quote_spanned!(ty.span()=> #p::wire::plain_field::<#ty>();));
    let whole = quote_spanned!(here=> #p::wire::plain_fits::<#ty>(););
    quote!(const _: () = { #(#fields)* #whole };)
}

/// `impl Reads<'input, Type> for __Body { .. }`: the fields, without what stands around them.
pub(super) fn body_form(context: &Context<'_>) -> TokenStream {
    let (p, ty) = (&context.p, &context.ty);
    let (generics, lifetime) = context.reader_generics();
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let names = Names::new(context, lifetime, Side::Owned).of_whole();
    let (input, lifetime) = (&names.input, &names.lifetime);
    let (sizes, body) = (sizes(context, &names), body(context, &names));
    let signature = names.signature(ty);
    let (whole, inline) = (&names.whole, context.inline());
    quote! {
        impl #impl_generics #p::wire::Reads<#lifetime, #ty> for __Body #where_clause {
            #sizes
            #[inline]
            fn read #signature { <Self as #p::wire::Reads<#lifetime, #ty>>::read_as::<false>(#input) }
            #inline
            fn read_as<const #whole: ::core::primitive::bool> #signature { #body }
        }
    }
}

/// `fn read_here<const WHOLE: bool>(..)`, which is inlined where a whole message is asked for, and those that are not: a struct that has
/// another twice, which has a third twice, would be read by four copies.
fn readers(context: &Context<'_>, names: &Names<'_>, body: &TokenStream) -> TokenStream {
    let Names { p, input, lifetime, whole, .. } = names;
    let signature = names.signature(&context.ty);
    let Some(whole) = whole else { return quote!(#[inline] fn read #signature { #body }) };
    let (this, inline) = (quote!(<Self as #p::NomReader<#lifetime>>), context.inline());
    quote! {
        #[inline]
        fn read #signature { #this::read_as::<false>(#input) }
        #inline
        fn read_as<const #whole: ::core::primitive::bool> #signature { #this::read_here::<#whole>(#input) }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read_here<const #whole: ::core::primitive::bool> #signature { #body }
    }
}

/// Reads the fields of a struct, or a tag and the fields of its variant.
pub(super) fn body(context: &Context<'_>, names: &Names<'_>) -> TokenStream {
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [_]) if is_plain(context, names) => plain_value(names),
        (Body::Struct(_), [group]) => fields(context, group, names, None),
        (Body::Enum(data), groups) => union(context, data, groups, names),
        _ => TokenStream::new(),
    }
}

/// Whether the memory of the value that is made is that of its one field, which is bytes.
fn is_plain(context: &Context<'_>, names: &Names<'_>) -> bool {
    !names.is_view && context.input.plain.is_some() && sole(context).is_some()
}

/// `match read_plain(input) { Ok(bytes) => Ok(*bytes), Err(fault) => Fault::refuse(fault) }`: from the bytes to the value in one step.
fn plain_value(names: &Names<'_>) -> TokenStream {
    let (p, input, end) = (names.p, &names.input, names.end());
    let read = tried_bytes(p, &quote!(#p::wire::read_plain(#input)));
    let bytes = Ident::new("bytes", Span::mixed_site());
    quote! {
        let #bytes = #read;
        #end
        #p::Result::Ok(*#bytes)
    }
}

/// Whether bytes are counted before the fields that they are for.
fn looks_ahead(context: &Context<'_>, group: &Group, names: &Names<'_>) -> bool {
    let view_of_generic = names.is_view && context.input.generics.type_params().next().is_some();
    context.input.mu.is_none() && !view_of_generic && group.shape != Shape::Transparent
}

/// `input.look_ahead(const { Ahead::of(&[(FIXED, TOTAL), ..]) })?;`
fn look_ahead(names: &Names<'_>, how: &str, fields: &[(&Slot<'_>, &TokenStream)]) -> TokenStream {
    let (input, p, how) = (&names.input, names.p, Ident::new(how, Span::call_site()));
    let parts = fields.iter().map(|(slot, form)| {
        let (fixed, total) = (names.fixed(form, slot), names.total(form, slot));
        quote!((#fixed, #total))
    });
    let checked = tried(p, &quote!(#p::Reader::look_ahead(#input, const { #p::wire::Ahead::#how(&[#(#parts),*]) })));
    quote!(#checked;)
}

/// The fields up to the first whose size is open.
fn until_open<'f, 'g>(fields: &'f [(&'g Slot<'g>, &'g TokenStream)]) -> &'f [(&'g Slot<'g>, &'g TokenStream)] {
    let open = fields.iter().position(|(slot, _)| slot.is_open);
    fields.get(..open.unwrap_or(fields.len())).unwrap_or_default()
}

/// Whether the value that is made is known to be nothing but bytes.
fn is_bytes(context: &Context<'_>, names: &Names<'_>) -> bool {
    let array = sole(context).is_some_and(|(slot, _)| matches!(slot.ty, Type::Array(_)));
    !names.is_view && (array || context.input.plain.is_some())
}

/// `let field_0 = <Form as Reads<'input, Type>>::read(input)?; ..  Ok(Type { name: field_0, .. })`; `first` is the first field
/// where it has been read already.
pub(super) fn fields(
    context: &Context<'_>,
    group: &Group,
    names: &Names<'_>,
    mut first: Option<&Ident>,
) -> TokenStream {
    let Names { p, input, start, .. } = names;
    let runs = group.runs();
    let looks_ahead = first.is_none() && looks_ahead(context, group, names);
    // Each part of a merge is a value of its own, after the whole.
    let merged = if looks_ahead && runs.len() > 1 {
        look_ahead(names, "of", &group.wired().collect::<Vec<_>>())
    } else {
        TokenStream::new()
    };
    let last = group.wired().last().map(|(slot, _)| &slot.local);
    let mut ended = false;
    let reads = runs.iter().map(|run| {
        let mut behind_open = true;
        let reads = run.iter().enumerate().map(|(index, (slot, form))| {
            let rest = run.get(index..).unwrap_or_default();
            let ahead = match (looks_ahead && (run.len() > 1 || runs.len() == 1), index) {
                (true, 0) => look_ahead(names, "of", rest),
                (true, _) if behind_open && until_open(rest).len() > 1 => look_ahead(names, "start", until_open(rest)),
                _ => TokenStream::new(),
            };
            behind_open = slot.may_be_open;
            let (local, selected) = (&slot.local, select::read(group, slot, names));
            let ends = last == Some(local) && selected.is_none() && first.is_none();
            ended |= ends;
            let read =
                selected.unwrap_or_else(|| if ends { names.read_last(form, slot) } else { names.read(form, slot) });
            match first.take() {
                Some(first) => quote!(let #local = #first;),
                None => {
                    let read = if is_bytes(context, names) { tried_bytes(p, &read) } else { tried(p, &read) };
                    quote!(#ahead let #local = #read;)
                }
            }
        });
        let reads: Vec<TokenStream> = reads.collect();
        quote!(#(#reads)*)
    });
    let reads: Vec<TokenStream> = reads.collect();
    let hashed = group.slots.iter().any(|slot| matches!(slot.kind, SlotKind::Hash));
    let begin = if hashed { quote!(let #start = #p::Reader::remaining(#input);) } else { TokenStream::new() };
    let values = group.slots.iter().map(|slot| {
        let (member, local, ty) = (&slot.member, &slot.local, &slot.ty);
        match &slot.kind {
            SlotKind::Wire(..) => quote!(#member: #local),
            SlotKind::Skip(value) => quote!(#member: #value),
            SlotKind::Hash => quote!(#member: <#ty as #p::DigestOf>::digest_of(#p::consumed(#start, #input))),
        }
    });
    let path = group.path(&names.made);
    let end = if ended { TokenStream::new() } else { names.end() };
    quote! {
        #begin
        #merged
        #(#reads)*
        #end
        #p::Result::Ok(#path { #(#values),* })
    }
}

/// `match tag { __TAG_0 => {..} .. _ => Err(..) }`
fn union(context: &Context<'_>, data: &Enum, groups: &[Group], names: &Names<'_>) -> TokenStream {
    let Names { p, input, start, tag, .. } = names;
    let width = context.tag_type();
    let cases = data.variants.iter().zip(groups).enumerate().map(|(index, (variant, group))| match &variant.case {
        CaseForm::Tagged(_) => {
            let name = case_tag(variant, index, 0);
            let fields = fields(context, group, names, None);
            quote!(#name => { #fields })
        }
        CaseForm::Several(_) => group.several.iter().map(|form| form.arm(context, names)).collect(),
        CaseForm::Older(_, ty) => {
            let (name, older) = (case_tag(variant, index, 0), cases::older(context, names, ty, groups));
            quote!(#name => { #older })
        }
        CaseForm::Other(_) | CaseForm::JsonOnly | CaseForm::On(_) => TokenStream::new(),
    });
    let (lifetime, ignore_unknown) = (&names.lifetime, data.ignore_unknown);
    let fault = match data.string_enum {
        true => quote!(#p::Fault::new(#p::FaultKind::NoCaseMatched, #start)),
        false => {
            let tag = quote!(<#p::u32 as ::core::convert::From<#width>>::from(#tag));
            quote!(#p::Fault::unexpected_tag(#start, #tag, #ignore_unknown))
        }
    };
    let refused = quote!(#p::Result::Err(#fault));
    let mut others = data.variants.iter().zip(groups).filter(|(variant, _)| matches!(variant.case, CaseForm::Other(_)));
    let rest = match others.next() {
        Some((_, group)) => {
            let (reserved, fields) = (cases::reserved(data), fields(context, group, names, Some(tag)));
            quote!(#(#reserved => #refused,)* _ => { #fields })
        }
        None => quote!(_ => #refused,),
    };
    let read = tried(p, &quote!(<#width as #p::NomReader<#lifetime>>::read(#input)));
    quote! {
        let #start = #p::Reader::remaining(#input);
        let #tag = #read;
        match #tag {
            #(#cases)*
            #rest
        }
    }
}

/// A struct whose memory is its bytes is read in bulk, and so is one that is its one field, as that field is.
fn bulk(context: &Context<'_>, names: &Names<'_>) -> TokenStream {
    let Names { p, input, lifetime, .. } = names;
    let max = Ident::new("max", Span::mixed_site());
    let signature = quote! {
        #[inline]
        fn read_all(
            #input: &mut #p::Reader<#lifetime>,
            #max: ::core::primitive::usize,
        ) -> #p::Result<#p::Vec<Self>, #p::Fault>
    };
    if context.input.plain.is_some() {
        return quote!(#signature { #p::wire::read_all_plain(#input, #max) });
    }
    let (Some((slot, form)), [group], false) = (sole(context), context.groups.as_slice(), context.has_body_type())
    else {
        return TokenStream::new();
    };
    let item = Ident::new("item", Span::mixed_site());
    let (reads, path) = (names.reads(form, slot), group.path(&names.made));
    let member = &slot.member;
    quote! {
        #signature {
            if const { #reads::TOTAL } {
                #p::Result::map(#reads::read_all(#input, #max), |#item| {
                    #p::wire::wrap_all(#item, |#item| #path { #member: #item })
                })
            } else {
                #p::wire::read_each(#input, #max)
            }
        }
    }
}
