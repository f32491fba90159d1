//! The derive `NomReader`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use super::context::Context;
use super::group::{Access, Group, Slot, SlotKind, WireForm, reserved};
use super::names::Names;
use super::tokens::{derived, implement, local};
use super::{facts, select};
use crate::model::{Body, CaseForm, Enum, Field, Role, Shape};
use crate::types::mentions;

/// `impl NomReader<'input> for Type { const FACTS: Facts = ..; fn read(..) {..} }`
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    let (p, ty, form) = (&context.p, &context.ty, &context.form);
    let (generics, lifetime) = context.reader_generics();
    let names = Names::new(context, lifetime, None);
    let (input, lifetime) = (&names.input, &names.lifetime);
    let local = context.has_body_type().then(|| body_form(context));
    let (facts, body) = if context.has_body_type() || matches!(context.input.body, Body::Via) {
        let around = context.at_attribute(&quote!(<#form as #p::Reads<#lifetime, #ty>>));
        (facts::of_form(context, &around), quote!(#around::read(#input)))
    } else {
        (facts::constant(context, Access::Read(lifetime)), body(context, &names))
    };
    let body = names.at_depth(context, &body);
    let inline = if context.has_body_type() && context.input.mu.is_none() { inlined() } else { inline(context) };
    let signature = names.signature(&quote!(Self));
    let list = list(context, &names);
    let plain = context.input.plain.map(|span| plain(context, span));
    let read_as = read_as(context, &names);
    let get = get(context, &names);
    let items = quote! {
        #facts
        #inline
        fn read #signature { #body }
        #read_as
        #get
        #list
    };
    let reader = derived(&generics, &quote!(#p::NomReader<#lifetime>), ty, &items);
    quote!(#local #plain #reader)
}

/// `fn read_as<R, M: FnOnce(Self) -> R>(input, make: M) -> Result<R, Fault> { ..  Ok(make(Type { .. })) }`, for a
/// struct whose reader is not inlined: the enum variant that contains the value is constructed in place, without moving
/// the value.
fn read_as(context: &Context<'_>, names: &Names<'_>) -> Option<TokenStream> {
    let is_body = context.input.mu.is_none() && !context.has_body_type();
    let (Body::Struct(_), [group], true) = (&context.input.body, context.groups.as_slice(), is_body) else {
        return None;
    };
    if !context.inline().is_empty() || facts::sole(context).is_some() {
        return None;
    }
    let Names { p, input, lifetime, .. } = names;
    let make = local("make");
    let body = fields(context, group, names, None, Some(&make));
    Some(quote! {
        fn read_as<__R, __M: #p::FnOnce(Self) -> __R>(
            #input: &mut #p::Reader<#lifetime>,
            #make: __M,
        ) -> #p::ReadResult<__R> {
            #body
        }
    })
}

/// `fn get(input) -> Option<Self> { map_get::<Field, Form, _>(input, |field_0| Type { 0: field_0 }) }`, for a newtype.
fn get(context: &Context<'_>, names: &Names<'_>) -> Option<TokenStream> {
    let (Some((slot, form)), [group]) = (facts::sole(context), context.groups.as_slice()) else { return None };
    if context.has_body_type() || context.input.mu.is_some() {
        return None;
    }
    let (Names { p, input, lifetime, .. }, local, path) = (names, &slot.local, group.path(&names.made));
    let (Field { ty, member, .. }, inline) = (slot.field, inlined());
    let body = quote_spanned!(slot.span()=> #p::map_get::<#ty, #form, _>(#input, |#local| #path { #member: #local }));
    Some(quote! {
        #inline
        fn get(#input: &mut #p::Reader<#lifetime>) -> #p::Option<Self> { #body }
    })
}

/// Returns the inline attribute of a reader. Small types are always inlined, so that they are not moved; recursive
/// types and those with many fields are not.
fn inline(context: &Context<'_>) -> TokenStream {
    match &context.input.mu {
        None if !context.inline().is_empty() => inlined(),
        None => TokenStream::new(),
        Some(_) => quote!(#[inline]),
    }
}

/// `#[inline(always)]` except in debug builds, where each inlined value takes a separate stack slot.
fn inlined() -> TokenStream {
    quote!(#[cfg_attr(not(debug_assertions), inline(always))])
}

/// `const _: () = { plain_field::<Field>(); .. plain_fits::<Type>(); };`
fn plain(context: &Context<'_>, span: Span) -> TokenStream {
    let (p, ty) = (&context.p, &context.ty);
    let here = Span::call_site().located_at(span);
    let fields = context.input.body.fields().into_iter();
    let fields = fields.map(|Field { ty, .. }| quote_spanned!(ty.span()=> #p::plain_field::<#ty>();));
    let whole = quote_spanned!(here=> #p::plain_fits::<#ty>(););
    quote!(const _: () = { #(#fields)* #whole };)
}

/// `impl Reads<'input, Type> for __Body { .. }`: reads the fields, without what wraps them.
pub(super) fn body_form(context: &Context<'_>) -> TokenStream {
    let (p, ty) = (&context.p, &context.ty);
    let (generics, lifetime) = context.reader_generics();
    let names = Names::new(context, lifetime, None);
    let lifetime = &names.lifetime;
    let (facts, body) = (facts::constant(context, Access::Read(lifetime)), body(context, &names));
    let (signature, inline) = (names.signature(ty), inline(context));
    let items = quote! {
        #facts
        #inline
        fn read #signature { #body }
    };
    implement(&generics, &quote!(#p::Reads<#lifetime, #ty>), &quote!(__Body), &items)
}

/// Reads the fields of a struct, or a tag and the fields of its variant.
pub(super) fn body(context: &Context<'_>, names: &Names<'_>) -> TokenStream {
    let (p, input, sole) = (names.p, &names.input, facts::sole(context).filter(|_| !names.is_view));
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [_]) if sole.is_some() && context.input.plain.is_some() => quote!(#p::copy_plain(#input)),
        (Body::Struct(_), [group]) => match sole.filter(|_| context.input.mu.is_none()) {
            Some((slot, form)) => newtype(slot, form, &group.path(&names.made), names),
            None => fields(context, group, names, None, None),
        },
        (Body::Enum(data), _) => union(context, data, names),
        _ => TokenStream::new(),
    }
}

/// `map::<Field, Form, _>(input, |field_0| Type { 0: field_0 })`
fn newtype(slot: &Slot, form: &TokenStream, path: &TokenStream, names: &Names<'_>) -> TokenStream {
    let (p, input, local) = (names.p, &names.input, &slot.local);
    let Field { ty, member, .. } = slot.field;
    quote_spanned!(slot.span()=> #p::map::<#ty, #form, _>(#input, |#local| #path { #member: #local }))
}

/// Returns true if the reader checks that the bytes of several fields are available before it reads the first.
fn looks_ahead(context: &Context<'_>, group: &Group, names: &Names<'_>) -> bool {
    let view_of_generic = names.is_view && context.input.generics.type_params().next().is_some();
    (context.input.mu.is_none() || is_leaf(context, group)) && !view_of_generic && group.shape != Shape::Transparent
}

/// Returns true if several fields of a recursive type contain none of its values, so that they may have a fixed size.
pub(super) fn is_leaf(context: &Context<'_>, group: &Group) -> bool {
    let is_child = |slot: &Slot<'_>| mentions(&slot.field.ty, &context.input.ident);
    group.wired().count() > 1 && !group.wired().any(|(slot, _)| is_child(slot))
}

/// `field!(Reader::look_ahead(input, const { Ahead::of(&[<Form as Reads<'input, Field>>::FACTS, ..]) }));`
pub(super) fn look_ahead(names: &Names<'_>, how: &str, fields: &[(&Slot<'_>, &TokenStream)]) -> TokenStream {
    let (input, p, how) = (&names.input, names.p, Ident::new(how, Span::call_site()));
    let facts = facts::of_each(p, fields.iter().copied(), Access::Read(&names.lifetime));
    quote!(#p::field!(#p::Reader::look_ahead(#input, const { #p::Ahead::#how(&[#(#facts),*]) }));)
}

/// Returns the leading fields before the first whose values are known to vary in size.
fn until_open<'f, 'g>(fields: &'f [(&'g Slot<'g>, &'g TokenStream)]) -> &'f [(&'g Slot<'g>, &'g TokenStream)] {
    let open = fields.iter().position(|(slot, _)| slot.is_open());
    fields.get(..open.unwrap_or(fields.len())).unwrap_or_default()
}

/// `let field_0 = <Form as Reads<'input, Type>>::read(input)?; ..  Ok(Type { name: field_0, .. })`. `first` is the
/// first field, if it has been read already; `make` is a function to which the value is passed.
pub(super) fn fields(
    context: &Context<'_>,
    group: &Group,
    names: &Names<'_>,
    mut first: Option<&Ident>,
    make: Option<&Ident>,
) -> TokenStream {
    let Names { p, input, start, .. } = names;
    let runs = group.runs();
    let looks_ahead = first.is_none() && looks_ahead(context, group, names);
    // Each run is a separate object in the schema, which is checked after the whole.
    let whole = (looks_ahead && runs.len() > 1).then(|| look_ahead(names, "of", &group.wired().collect::<Vec<_>>()));
    let reads = runs.iter().map(|run| {
        let mut behind_open = true;
        let reads = run.iter().enumerate().map(|(index, (slot, form))| {
            let rest = run.get(index..).unwrap_or_default();
            let ahead = match (looks_ahead && (run.len() > 1 || runs.len() == 1), index) {
                (true, 0) => Some(look_ahead(names, "of", rest)),
                (true, _) if behind_open && until_open(rest).len() > 1 => {
                    Some(look_ahead(names, "start", until_open(rest)))
                }
                _ => None,
            };
            behind_open = slot.may_be_open();
            let local = &slot.local;
            match first.take() {
                Some(first) => quote!(let #local = #first;),
                None => {
                    let (before, ty) = (group.before(slot), &slot.field.ty);
                    let selected = select::read(before, slot, ty, (p, &names.lifetime), input);
                    let may_get = selected.is_none() && !names.is_view && !slot.is_open();
                    let reads = may_get.then(|| names.reads(form, slot));
                    let read = selected.unwrap_or_else(|| names.read(form, slot));
                    quote!(#ahead let #local = #p::field!(#reads #read);)
                }
            }
        });
        let reads: Vec<TokenStream> = reads.collect();
        quote!(#(#reads)*)
    });
    let reads: Vec<TokenStream> = reads.collect();
    let hashed = group.slots.iter().any(|slot| matches!(slot.kind, SlotKind::Hash));
    let begin = hashed.then(|| quote!(let #start = #p::Reader::remaining(#input);));
    let value = group.value(&names.made, &|slot| {
        let (ty, hashed) = (&slot.field.ty, quote!(#p::consumed(#start, #input)));
        match &slot.field.role {
            Role::Hash(Some(digest)) => {
                quote_spanned!(digest.span()=> <#ty as #p::From<_>>::from(#p::digest::<#digest>(#hashed)))
            }
            _ => quote!(<#ty as #p::DigestOf>::digest_of(#hashed)),
        }
    });
    let value = make.map_or_else(|| value.clone(), |make| quote!(#make(#value)));
    quote! {
        #begin
        #whole
        #(#reads)*
        #p::Result::Ok(#value)
    }
}

/// `<Payload as NomReader>::read_as(input, |field_0| Type::Variant { 0: field_0 })`, for a variant `Variant(Payload)`
/// whose payload type is unknown to the derive.
fn payload(group: &Group, names: &Names<'_>) -> Option<TokenStream> {
    let [slot] = group.slots.as_slice() else { return None };
    if group.shape != Shape::Transparent || names.is_view || !slot.is_auto || !slot.is_unknown() {
        return None;
    }
    let (p, input, local) = (slot.located(names.p), &names.input, &slot.local);
    let (ty, member, path) = (&slot.field.ty, &slot.field.member, group.path(&names.made));
    Some(quote_spanned!(slot.span()=> <#ty as #p::NomReader<'_>>::read_as(#input, |#local| #path { #member: #local })))
}

/// `match tag { __TAG_0 => {..} .. _ => Err(..) }`
fn union(context: &Context<'_>, data: &Enum, names: &Names<'_>) -> TokenStream {
    let Names { p, input, start, tag, .. } = names;
    let width = context.tag_type();
    let cases = context.cases().map(|(case, group)| match &case.case {
        CaseForm::Tagged(_) => {
            let fields = payload(group, names).unwrap_or_else(|| fields(context, group, names, None, None));
            let tag = group.tag(0);
            let guard = group.guard(p, input);
            quote!(#tag #guard => { #fields })
        }
        CaseForm::Several(_) => group.several.iter().map(|form| arm(context, form, names)).collect(),
        CaseForm::Older(_, ty) => {
            let (tag, older) = (group.tag(0), older(context, names, ty));
            quote!(#tag => { #older })
        }
        CaseForm::Other(_) | CaseForm::JsonOnly | CaseForm::On(_) => TokenStream::new(),
    });
    let ignore_unknown = data.ignore_unknown;
    let refused = match data.string_enum {
        true => quote!(#p::Result::Err(#p::Fault::new(#p::FaultKind::NoCaseMatched, #start))),
        false => quote!(#p::unexpected_tag(#start, #tag, #ignore_unknown)),
    };
    let rest = match context.cases().find(|(case, _)| matches!(case.case, CaseForm::Other(_))) {
        Some((_, group)) => {
            let (reserved, fields) = (reserved(data), fields(context, group, names, Some(tag), None));
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

/// `__TAG_0_1 => <Form as Reads<'input, Type>>::read(input),`
fn arm(context: &Context<'_>, form: &WireForm, names: &Names<'_>) -> TokenStream {
    let reads = form.to(&context.p, Access::Read(&names.lifetime), &context.ty);
    let (tag, input) = (&form.tag, &names.input);
    quote!(#tag => #reads::read(#input),)
}

/// `let older = <Older as NomReader<'input>>::read(input)?; Ok(Type { 0: <Field as From<Older>>::from(older) })`
fn older(context: &Context<'_>, names: &Names<'_>, ty: &Type) -> TokenStream {
    let (p, lifetime, input, older) = (&context.p, &names.lifetime, &names.input, local("older"));
    let Some((group, slot)) = context.groups.iter().find_map(|group| Some((group, group.slots.first()?))) else {
        return TokenStream::new();
    };
    let (path, member, newest) = (group.path(&context.input.ident), &slot.field.member, &slot.field.ty);
    let span = Span::call_site().located_at(ty.span());
    let read = quote_spanned!(span=> <#ty as #p::NomReader<#lifetime>>::read(#input));
    let converted = quote_spanned!(span=> <#newest as #p::From<#ty>>::from(#older));
    quote! {
        let #older = #p::tri!(#read);
        #p::Result::Ok(#path { #member: #converted })
    }
}

/// `fn read_list(..) {..}`: lists of a `plain` type are copied.
fn list(context: &Context<'_>, names: &Names<'_>) -> Option<TokenStream> {
    let (Names { p, input, lifetime, .. }, max) = (names, local("max"));
    context.input.plain.map(|_| {
        quote! {
            #[inline]
            fn read_list(
                #input: &mut #p::Reader<#lifetime>,
                #max: #p::usize,
            ) -> #p::ReadResult<#p::Vec<Self>> {
                #p::read_list_plain(#input, #max)
            }
        }
    })
}
