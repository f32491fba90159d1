//! `BinWriter`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::{Context, Group, Slot, Trait, case_tag, cases, facts, select};
use crate::model::{Body, CaseForm, Shape};

/// `impl BinWriter for Type { const FACTS: Facts = ..; fn measure(..) {..} fn write(..) {..} }`
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    let (p, ty, form) = (&context.p, &context.ty, &context.form);
    let generics = context.generics(Trait::BinWriter);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let names = Names::new();
    let Names { value, measure, sink, total } = &names;
    let (inline, result) = (context.inline(), quote!(#p::Measured));
    let (this, plain) = (quote!(self), context.input.plain.is_some());
    let own = |value: &TokenStream| {
        let facts = facts::constant(context, facts::Side::Writer);
        (facts, measuring(context, &names, value), writing(context, &names, value))
    };
    let is_around = context.has_body_type() || matches!(context.input.body, Body::Via);
    let local = context.has_body_type().then(|| {
        let (facts, measuring, writing) = own(&quote!(#value));
        quote! {
            impl #impl_generics #p::Writes<#ty> for __Body #where_clause {
                #facts
                #inline
                fn measure(#value: &#ty, #measure: &mut #p::Measure<'_>) -> #result { #measuring }
                #inline
                fn write<__S: #p::Sink>(#value: &#ty, #sink: &mut __S) { #writing }
            }
        }
    });
    let (facts, measuring, writing) = if is_around {
        let around = quote!(<#form as #p::Writes<#ty>>);
        let facts = if context.input.mu.is_some() { TokenStream::new() } else { facts::of_form(p, &around) };
        (facts, quote!(#around::measure(#this, #measure)), quote!(#around::write(#this, #sink);))
    } else {
        own(&this)
    };
    let braced = match (&context.input.body, is_around) {
        (Body::Struct(_), false) => quote!({ #measuring }),
        _ => measuring.clone(),
    };
    let measuring = match context.depth() {
        None => measuring,
        Some(depth) => quote! {
            #p::Measure::enter(#measure, #depth)?;
            let #total = #braced?;
            #p::Measure::leave(#measure);
            #p::Result::Ok(#total)
        },
    };
    let list = plain.then(|| {
        quote! {
            #[inline]
            fn write_list<__S: #p::Sink>(#value: &[Self], #sink: &mut __S) {
                #p::write_list_plain(#value, #sink);
            }
        }
    });
    quote! {
        #local
        #[automatically_derived]
        impl #impl_generics #p::BinWriter for #ty #where_clause {
            #facts
            #inline
            fn measure(&self, #measure: &mut #p::Measure<'_>) -> #result { #measuring }
            #inline
            fn write<__S: #p::Sink>(&self, #sink: &mut __S) { #writing }
            #list
        }
    }
}

/// The name that a field has in errors.
pub(super) fn field_name<'s>(group: &Group, slot: &'s Slot) -> Option<&'s str> {
    match group.shape {
        Shape::Object | Shape::Tuple if slot.flat.is_none() => Some(&slot.name),
        Shape::Object | Shape::Tuple | Shape::Transparent => None,
    }
}

/// `in_case("Title", in_field("name", measured))`, as far as the field and the case have names to show in an error.
pub(super) fn named(
    p: &TokenStream,
    group: &Group,
    slot: &Slot,
    case: Option<&str>,
    measured: &TokenStream,
) -> TokenStream {
    let measured = match field_name(group, slot) {
        Some(name) => quote!(#p::in_field(#name, #measured)),
        None => measured.clone(),
    };
    match case {
        Some(title) => quote!(#p::in_case(#title, #measured)),
        None => measured,
    }
}

/// Names that every fragment uses.
struct Names {
    value: Ident,
    measure: Ident,
    sink: Ident,
    total: Ident,
}

impl Names {
    fn new() -> Self {
        let name = |name| Ident::new(name, Span::mixed_site());
        let [value, measure, sink, total] = ["value", "measure", "sink", "total"].map(name);
        Self { value, measure, sink, total }
    }
}

fn measuring(context: &Context<'_>, names: &Names, value: &TokenStream) -> TokenStream {
    let (p, Names { measure, .. }) = (&context.p, names);
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => {
            let (pattern, total) =
                (group.pattern(&context.input.ident), measure_fields(context, group, names, 0, None));
            quote!(let #pattern = #value; #total)
        }
        (Body::Enum(data), groups) => {
            let cases = data.variants.iter().zip(groups).map(|(variant, group)| {
                let (pattern, title) = (group.pattern(&context.input.ident), &variant.title);
                let (head, start) = match &variant.case {
                    CaseForm::Tagged(_) => (TokenStream::new(), context.tag_size().bytes()),
                    CaseForm::Other(_) => (cases::refuse_known(context, data, group, title), 0),
                    CaseForm::Several(_) => {
                        let measured = cases::measure(context, group, (value, measure), title);
                        return quote!(#pattern => { #measured });
                    }
                    CaseForm::Older(..) => return TokenStream::new(),
                    CaseForm::On(_) => (TokenStream::new(), 0),
                    CaseForm::JsonOnly => {
                        let (path, none) = (group.path(&context.input.ident), cases::no_case(p));
                        return quote!(#path { .. } => { #none });
                    }
                };
                let total = measure_fields(context, group, names, start, Some(title));
                quote!(#pattern => { #head #total })
            });
            quote!(match #value { #(#cases)* })
        }
        _ => TokenStream::new(),
    }
}

/// The bytes of a tag and of the fields behind it.
fn measure_fields(context: &Context<'_>, group: &Group, names: &Names, tag: usize, case: Option<&str>) -> TokenStream {
    let (p, Names { measure, total, .. }) = (&context.p, names);
    let start = group.wired().filter_map(|(slot, _)| slot.scalar).fold(tag, usize::saturating_add);
    let measured = |(slot, form): (&Slot, &TokenStream)| {
        let (writes, local) = (facts::Side::Writer.form(p, slot, form), &slot.local);
        let measured = quote!(#writes::measure(#local, #measure));
        let measured = match select::check_value(group, slot, p) {
            Some(check) => quote!(#p::Result::and_then(#check, |()| #measured)),
            None => measured,
        };
        named(p, group, slot, case, &measured)
    };
    let fields = group.wired().filter(|(slot, _)| slot.scalar.is_none()).map(measured);
    sum(p, total, start, fields.collect())
}

/// `let mut total = 6usize; add!(total, <field>); .. Ok(total)`
pub(super) fn sum(p: &TokenStream, total: &Ident, start: usize, fields: Vec<TokenStream>) -> TokenStream {
    match fields.as_slice() {
        [] => quote!(#p::Result::Ok(#start)),
        [field] if start == 0 => field.clone(),
        fields => quote! {
            let mut #total = #start;
            #(#p::add!(#total, #fields);)*
            #p::Result::Ok(#total)
        },
    }
}

fn writing(context: &Context<'_>, names: &Names, value: &TokenStream) -> TokenStream {
    let (p, Names { sink, .. }) = (&context.p, names);
    let writes = |group: &Group| -> TokenStream {
        let parts = group.wired().map(|(slot, form)| {
            let (writes, local) = (facts::Side::Writer.form(p, slot, form), &slot.local);
            quote!(#writes::write(#local, #sink);)
        });
        parts.collect()
    };
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => {
            let (pattern, writes) = (group.pattern(&context.input.ident), writes(group));
            quote!(let #pattern = #value; #writes)
        }
        (Body::Enum(data), groups) => {
            let width = context.tag_type();
            let cases = data.variants.iter().zip(groups).enumerate().map(|(index, (variant, group))| {
                let (pattern, writes) = (group.pattern(&context.input.ident), writes(group));
                match &variant.case {
                    CaseForm::Tagged(_) => {
                        let name = case_tag(variant, index, 0);
                        quote!(#pattern => { #p::Sink::put(#sink, &#width::to_be_bytes(#name)); #writes })
                    }
                    CaseForm::Other(_) | CaseForm::On(_) => quote!(#pattern => { #writes }),
                    CaseForm::Several(_) => {
                        let written = cases::write(context, group, value, sink);
                        quote!(#pattern => { #written })
                    }
                    CaseForm::Older(..) => TokenStream::new(),
                    // The measuring pass has refused it.
                    CaseForm::JsonOnly => {
                        let path = group.path(&context.input.ident);
                        quote!(#path { .. } => {})
                    }
                }
            });
            quote!(match #value { #(#cases)* })
        }
        _ => TokenStream::new(),
    }
}
