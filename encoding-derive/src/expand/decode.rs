//! `NomReader`.

mod names;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

pub(super) use names::{Names, Side};

use super::{Context, Group, Slot, SlotKind, case_tag, cases, facts, select};
use crate::model::{Body, CaseForm, Enum, Field, Shape};

/// `impl NomReader<'input> for Type { const FACTS: Facts = ..; fn nom_read(..) {..} fn read(..) {..} }`
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    let (p, ty, form) = (&context.p, &context.ty, &context.form);
    let (generics, lifetime) = context.reader_generics();
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let names = Names::new(context, lifetime, Side::Owned);
    let (input, lifetime) = (&names.input, &names.lifetime);
    let local = if context.has_body_type() { body_form(context) } else { TokenStream::new() };
    let (facts, body) = if context.has_body_type() || matches!(context.input.body, Body::Via) {
        let around = context.at_attribute(&quote!(<#form as #p::Reads<#lifetime, #ty>>));
        // Those of a recursive type would be found through themselves.
        let facts = context.input.mu.is_none().then(|| facts::of_form(p, &around));
        (facts, quote!(#around::read(#input)))
    } else {
        (Some(facts::constant(context, facts::Side::Reader(lifetime))), body(context, &names))
    };
    let body = names.at_depth(context, &body);
    let inline = if context.has_body_type() && context.input.mu.is_none() { inlined() } else { inline(context) };
    let signature = names.signature(&quote!(Self));
    let list = list(context, &names);
    let plain = context.input.plain.map(|place| plain(context, place));
    let nom_read = nom_read(p, &names, &quote!(<Self as #p::NomReader<'_>>::read));
    quote! {
        #local
        #plain
        #[automatically_derived]
        impl #impl_generics #p::NomReader<#lifetime> for #ty #where_clause {
            #facts
            #nom_read
            #inline
            fn read #signature { #body }
            #list
        }
    }
}

/// A whole message is read where it is needed, so that it is not moved; inside of others, a type is read by `read`, which is a function.
fn inline(context: &Context<'_>) -> TokenStream {
    match &context.input.mu {
        None if !context.inline().is_empty() => inlined(),
        None => TokenStream::new(),
        Some(_) => quote!(#[inline]),
    }
}

/// `#[inline(always)]`, but for debugging, where each value on the stack has a place of its own.
fn inlined() -> TokenStream {
    quote!(#[cfg_attr(not(debug_assertions), inline(always))])
}

/// `fn nom_read(input: &'input [u8]) -> NomResult<'input, Self> { nom_read(input, read) }`
pub(super) fn nom_read(p: &TokenStream, Names { input, lifetime, .. }: &Names<'_>, read: &TokenStream) -> TokenStream {
    quote! {
        #[inline]
        fn nom_read(#input: &#lifetime [#p::u8]) -> #p::NomResult<#lifetime, Self> {
            #p::nom_read(#input, #read)
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
    let fields = fields.iter().map(|Field { ty, .. }| quote_spanned!(ty.span()=> #p::plain_field::<#ty>();));
    let whole = quote_spanned!(here=> #p::plain_fits::<#ty>(););
    quote!(const _: () = { #(#fields)* #whole };)
}

/// `impl Reads<'input, Type> for __Body { .. }`: the fields, without what stands around them.
pub(super) fn body_form(context: &Context<'_>) -> TokenStream {
    let (p, ty) = (&context.p, &context.ty);
    let (generics, lifetime) = context.reader_generics();
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let names = Names::new(context, lifetime, Side::Owned);
    let lifetime = &names.lifetime;
    let (facts, body) = (facts::constant(context, facts::Side::Reader(lifetime)), body(context, &names));
    let (signature, inline) = (names.signature(ty), inline(context));
    quote! {
        impl #impl_generics #p::Reads<#lifetime, #ty> for __Body #where_clause {
            #facts
            #inline
            fn read #signature { #body }
        }
    }
}

/// Reads the fields of a struct, or a tag and the fields of its variant.
pub(super) fn body(context: &Context<'_>, names: &Names<'_>) -> TokenStream {
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [_]) if is_plain(context, names) => {
            let (p, input) = (names.p, &names.input);
            quote!(#p::copy_plain(#input))
        }
        (Body::Struct(_), [group])
            if !names.is_view && context.input.mu.is_none() && facts::sole(context).is_some() =>
        {
            newtype(context, group, names)
        }
        (Body::Struct(_), [group]) => fields(context, group, names, None),
        (Body::Enum(data), groups) => union(context, data, groups, names),
        _ => TokenStream::new(),
    }
}

/// `map::<Field, Form, _>(input, |field_0| Type { 0: field_0 })`
fn newtype(context: &Context<'_>, group: &Group, names: &Names<'_>) -> TokenStream {
    let (p, input, path) = (names.p, &names.input, group.path(&names.made));
    let Some((Slot { ty, member, local, span, .. }, form)) = facts::sole(context) else { return TokenStream::new() };
    let place = Span::call_site().located_at(*span);
    quote_spanned!(place=> #p::map::<#ty, #form, _>(#input, |#local| #path { #member: #local }))
}

/// Whether the memory of the value that is made is that of its one field, which is bytes.
fn is_plain(context: &Context<'_>, names: &Names<'_>) -> bool {
    !names.is_view && context.input.plain.is_some() && facts::sole(context).is_some()
}

/// Whether bytes are checked before the fields that they are for.
fn looks_ahead(context: &Context<'_>, group: &Group, names: &Names<'_>) -> bool {
    let view_of_generic = names.is_view && context.input.generics.type_params().next().is_some();
    context.input.mu.is_none() && !view_of_generic && group.shape != Shape::Transparent
}

/// `field!(Reader::look_ahead(input, const { Ahead::of(&[<Form as Reads<'input, Field>>::FACTS, ..]) }));`
fn look_ahead(names: &Names<'_>, how: &str, fields: &[(&Slot<'_>, &TokenStream)]) -> TokenStream {
    let (input, p, how) = (&names.input, names.p, Ident::new(how, Span::call_site()));
    let facts = facts::of_each(p, fields.iter().copied(), facts::Side::Reader(&names.lifetime));
    quote!(#p::field!(#p::Reader::look_ahead(#input, const { #p::Ahead::#how(&[#(#facts),*]) }));)
}

/// The fields up to the first that is known to differ in size.
fn until_open<'f, 'g>(fields: &'f [(&'g Slot<'g>, &'g TokenStream)]) -> &'f [(&'g Slot<'g>, &'g TokenStream)] {
    let open = fields.iter().position(|(slot, _)| slot.is_open);
    fields.get(..open.unwrap_or(fields.len())).unwrap_or_default()
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
    let whole = match looks_ahead && runs.len() > 1 {
        true => look_ahead(names, "of", &group.wired().collect::<Vec<_>>()),
        false => TokenStream::new(),
    };
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
            let local = &slot.local;
            match first.take() {
                Some(first) => quote!(let #local = #first;),
                None => {
                    let read = select::read(group, slot, names).unwrap_or_else(|| names.read(form, slot));
                    quote!(#ahead let #local = #p::field!(#read);)
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
    quote! {
        #begin
        #whole
        #(#reads)*
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
    let ignore_unknown = data.ignore_unknown;
    let refused = match data.string_enum {
        true => quote!(#p::Result::Err(#p::Fault::new(#p::FaultKind::NoCaseMatched, #start))),
        false => quote!(#p::unexpected_tag(#start, #tag, #ignore_unknown)),
    };
    let mut others = data.variants.iter().zip(groups).filter(|(variant, _)| matches!(variant.case, CaseForm::Other(_)));
    let rest = match others.next() {
        Some((_, group)) => {
            let (reserved, fields) = (cases::reserved(data), fields(context, group, names, Some(tag)));
            quote!(#(#reserved => #refused,)* _ => { #fields })
        }
        None => quote!(_ => #refused,),
    };
    quote! {
        let #start = #p::Reader::remaining(#input);
        let #tag = #p::tri!(<#width as #p::NomReader<'_>>::read(#input));
        match #tag {
            #(#cases)*
            #rest
        }
    }
}

/// Lists of a struct whose memory is its bytes are read in one piece, and those of a newtype as lists of what it holds.
fn list(context: &Context<'_>, names: &Names<'_>) -> TokenStream {
    let Names { p, input, lifetime, .. } = names;
    let [max, item] = ["max", "item"].map(|name| Ident::new(name, Span::mixed_site()));
    let body = match (facts::sole(context), context.groups.as_slice()) {
        _ if context.input.plain.is_some() => quote!(#p::read_list_plain(#input, #max)),
        (Some((slot, form)), [group]) if !context.has_body_type() => {
            let (ty, member, path) = (&slot.ty, &slot.member, group.path(&names.made));
            quote!(#p::map_list::<#ty, #form, _>(#input, #max, |#item| #path { #member: #item }))
        }
        _ => return TokenStream::new(),
    };
    quote! {
        #[inline]
        fn read_list(
            #input: &mut #p::Reader<#lifetime>,
            #max: #p::usize,
        ) -> #p::ReadResult<#p::Vec<Self>> {
            #body
        }
    }
}
