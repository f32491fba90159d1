//! `NomReader`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Lifetime;
use syn::spanned::Spanned as _;

use super::{Context, Group, Slot, SlotKind, case_tag, cases, select};
use crate::model::{Body, CaseForm, Enum, Field, Shape};

/// `impl NomReader<'input> for Type { fn nom_read(..) {..} fn read(..) {..} }`
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    let (p, ty, form) = (&context.p, &context.ty, &context.form);
    let (generics, lifetime) = context.reader_generics();
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let names = Names::new(context, lifetime, Side::Owned);
    let (input, lifetime) = (&names.input, &names.lifetime);
    let around = context.at_attribute(&quote!(<#form as #p::wire::Reads<#lifetime, #ty>>));
    let signature = quote!(fn read(#input: &mut #p::Reader<#lifetime>) -> #p::Result<#ty, #p::Fault>);
    let forward = quote!(#around::read(#input));
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
            #[inline]
            #signature { #body }
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
    let names = Names::new(context, lifetime, Side::Owned);
    let (input, lifetime) = (&names.input, &names.lifetime);
    let (sizes, body) = (sizes(context, &names), body(context, &names));
    quote! {
        impl #impl_generics #p::wire::Reads<#lifetime, #ty> for __Body #where_clause {
            #sizes
            #[inline]
            fn read(#input: &mut #p::Reader<#lifetime>) -> #p::Result<#ty, #p::Fault> { #body }
        }
    }
}

/// Whether the value or its view is read.
pub(super) enum Side {
    Owned,
    View(Ident),
}

/// Names that every fragment uses.
pub(super) struct Names<'c> {
    pub(super) p: &'c TokenStream,
    pub(super) input: Ident,
    start: Ident,
    tag: Ident,
    pub(super) lifetime: Lifetime,
    /// The type that is made.
    made: Ident,
    is_view: bool,
}

impl<'c> Names<'c> {
    pub(super) fn new(context: &'c Context<'_>, lifetime: Lifetime, side: Side) -> Self {
        let name = |name| Ident::new(name, Span::mixed_site());
        let (made, is_view) = match side {
            Side::Owned => (context.input.ident.clone(), false),
            Side::View(name) => (name, true),
        };
        let [input, start, tag] = ["input", "start", "tag"].map(name);
        Self { p: &context.p, input, start, tag, lifetime, made, is_view }
    }

    /// `<Form as Reads<'input, Type>>`
    fn reads(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let (p, lifetime, ty) = (slot.located(self.p), &self.lifetime, &slot.ty);
        let place = Span::call_site().located_at(slot.span);
        quote_spanned!(place=> <#form as #p::wire::Reads<#lifetime, #ty>>)
    }

    /// `<Form as Reads<'input, Type>>::FIXED`
    fn fixed(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let (p, reads) = (self.p, self.reads(form, slot));
        if slot.selector.is_some() { quote!(#p::Option::None) } else { quote!(#reads::FIXED) }
    }

    /// `<Form as Reads<'input, Type>>::TOTAL`
    fn total(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let reads = self.reads(form, slot);
        if slot.selector.is_some() { quote!(false) } else { quote!(#reads::TOTAL) }
    }

    /// `<Form as Reads<'input, Type>>::LEAST`
    fn least(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let reads = self.reads(form, slot);
        if slot.selector.is_some() { quote!(0) } else { quote!(#reads::LEAST) }
    }

    /// `<Form as Reads<'input, Type>>::read(input)`, or the same for the view.
    pub(super) fn read(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let (p, lifetime, input, ty) = (slot.located(self.p), &self.lifetime, &self.input, &slot.ty);
        let place = Span::call_site().located_at(slot.span);
        match self.is_view {
            true => quote_spanned!(place=> <#form as #p::Views<#lifetime, #ty>>::view(#input)),
            false => quote_spanned!(place=> <#form as #p::wire::Reads<#lifetime, #ty>>::read(#input)),
        }
    }

    /// `body`, one level deeper if the type is recursive.
    pub(super) fn at_depth(&self, context: &Context<'_>, body: &TokenStream) -> TokenStream {
        let (p, input) = (self.p, &self.input);
        let Some(depth) = context.depth() else { return body.clone() };
        let value = Ident::new("value", Span::mixed_site());
        quote! {
            #input.enter(#depth)?;
            let #value = #body?;
            #input.leave();
            #p::Result::Ok(#value)
        }
    }
}

/// What a list asks of its elements: the same of the form around.
fn sizes_of(p: &TokenStream, around: &TokenStream) -> TokenStream {
    quote! {
        const FIXED: #p::Option<::core::primitive::usize> = #around::FIXED;
        const TOTAL: ::core::primitive::bool = #around::TOTAL;
        const LEAST: ::core::primitive::usize = #around::LEAST;
        const PREFIX: #p::Option<#p::wire::Prefix> = #around::PREFIX;
    }
}

/// The same of the fields.
fn sizes(context: &Context<'_>, names: &Names<'_>) -> TokenStream {
    if context.input.mu.is_some() {
        return TokenStream::new();
    }
    let p = &context.p;
    let (fixed, total, least) = (fixed(context, names), total(context, names), least(context, names));
    let prefix = sole(context).map(|(slot, form)| {
        let reads = names.reads(form, slot);
        quote!(const PREFIX: #p::Option<#p::wire::Prefix> = #reads::PREFIX;)
    });
    quote! {
        const FIXED: #p::Option<::core::primitive::usize> = #fixed;
        const TOTAL: ::core::primitive::bool = #total;
        const LEAST: ::core::primitive::usize = #least;
        #prefix
    }
}

/// The field of a struct that is this field and nothing else.
fn sole<'g, 'i>(context: &'g Context<'i>) -> Option<(&'g Slot<'i>, &'g TokenStream)> {
    let (Body::Struct(_), [group]) = (&context.input.body, context.groups.as_slice()) else { return None };
    let [slot] = group.slots.as_slice() else { return None };
    match (&slot.kind, group.shape) {
        (SlotKind::Wire(form, _), Shape::Transparent) => Some((slot, form)),
        _ => None,
    }
}

/// The fields up to the first whose size is open.
fn until_open<'g, 'i: 'g>(
    fields: impl Iterator<Item = (&'g Slot<'i>, &'g TokenStream)>,
) -> impl Iterator<Item = (&'g Slot<'i>, &'g TokenStream)> {
    fields.take_while(|(slot, _)| !slot.is_open)
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
fn total(context: &Context<'_>, names: &Names<'_>) -> TokenStream {
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => {
            let parts = group.wired().map(|(slot, form)| names.total(form, slot));
            quote!(true #(&& #parts)*)
        }
        _ => quote!(false),
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

/// Reads the fields of a struct, or a tag and the fields of its variant.
pub(super) fn body(context: &Context<'_>, names: &Names<'_>) -> TokenStream {
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => fields(context, group, names, None),
        (Body::Enum(data), groups) => union(context, data, groups, names),
        _ => TokenStream::new(),
    }
}

/// Whether bytes are counted before the fields that they are for.
fn looks_ahead(context: &Context<'_>, group: &Group, names: &Names<'_>) -> bool {
    let view_of_generic = names.is_view && context.input.generics.type_params().next().is_some();
    context.input.mu.is_none() && !view_of_generic && group.shape != Shape::Transparent
}

/// `input.look_ahead(const { Ahead::of(&[(FIXED, TOTAL), ..]) })?;`
fn look_ahead<'g, 'i: 'g>(
    names: &Names<'_>,
    how: &str,
    fields: impl IntoIterator<Item = (&'g Slot<'i>, &'g TokenStream)>,
) -> TokenStream {
    let (input, p, how) = (&names.input, names.p, Ident::new(how, Span::call_site()));
    let parts = fields.into_iter().map(|(slot, form)| {
        let (fixed, total) = (names.fixed(form, slot), names.total(form, slot));
        quote!((#fixed, #total))
    });
    quote!(#p::Reader::look_ahead(#input, const { #p::wire::Ahead::#how(&[#(#parts),*]) })?;)
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
    let merged =
        if looks_ahead && runs.len() > 1 { look_ahead(names, "of", group.wired()) } else { TokenStream::new() };
    let reads = runs.iter().map(|run| {
        let mut behind_open = true;
        let reads = run.iter().enumerate().map(|(index, (slot, form))| {
            let rest = run.get(index..).unwrap_or_default().iter().copied();
            let ahead = match (looks_ahead && (run.len() > 1 || runs.len() == 1), index) {
                (true, 0) => look_ahead(names, "of", rest),
                (true, _) if behind_open && until_open(rest.clone()).nth(1).is_some() => {
                    look_ahead(names, "start", until_open(rest))
                }
                _ => TokenStream::new(),
            };
            behind_open = slot.is_open;
            let (local, read) =
                (&slot.local, select::read(group, slot, names).unwrap_or_else(|| names.read(form, slot)));
            match first.take() {
                Some(first) => quote!(let #local = #first;),
                None => quote!(#ahead let #local = #read?;),
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
        #merged
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
    quote! {
        let #start = #p::Reader::remaining(#input);
        let #tag = <#width as #p::NomReader<#lifetime>>::read(#input)?;
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
            #p::Result::map(#reads::read_all(#input, #max), |#item| {
                #p::wire::wrap_all(#item, |#item| #path { #member: #item })
            })
        }
    }
}
