//! The derive `BinWriter`.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::context::Context;
use super::group::{Access, Group, Slot, case_tag, during, reserved};
use super::tokens::{Trait, derived, implement, local, locals};
use super::{facts, select};
use crate::model::{Body, CaseForm, Enum, Shape, Variant};

/// `impl BinWriter for Type { const FACTS: Facts = ..; fn write(..) {..} }`
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    let (p, ty, form) = (&context.p, &context.ty, &context.form);
    let generics = context.generics(Trait::BinWriter);
    let [value, sink] = locals(["value", "sink"]);
    let (inline, this) = (context.inline(), quote!(self));
    let is_around = context.has_body_type() || matches!(context.input.body, Body::Via);
    let local = context.has_body_type().then(|| {
        let (facts, writing) = (facts::constant(context, Access::Write), writing(context, &quote!(#value)));
        let items = quote! {
            #facts
            #inline
            fn write<__S: #p::Sink>(#value: &#ty, #sink: &mut __S) -> #p::Written { #writing }
        };
        implement(&generics, &quote!(#p::Writes<#ty>), &quote!(__Body), &items)
    });
    let (facts, writing) = if is_around {
        let around = quote!(<#form as #p::Writes<#ty>>);
        (facts::of_form(context, &around), quote!(#around::write(#this, #sink)))
    } else {
        (facts::constant(context, Access::Write), writing(context, &this))
    };
    let writing = match context.depth() {
        None => writing,
        Some(depth) => quote!(#p::Sink::nested(#sink, #depth, |#sink| { #writing })),
    };
    let list = context.input.plain.map(|_| {
        quote! {
            #[inline]
            fn write_list<__S: #p::Sink>(#value: &[Self], #sink: &mut __S) -> #p::Written {
                #p::write_list_plain(#value, #sink)
            }
        }
    });
    let items = quote! {
        #facts
        #inline
        fn write<__S: #p::Sink>(&self, #sink: &mut __S) -> #p::Written { #writing }
        #list
    };
    let writer = derived(&generics, &quote!(#p::BinWriter), ty, &items);
    quote!(#local #writer)
}

/// Returns the name of a field in errors.
pub(super) fn field_name<'s>(group: &Group, slot: &'s Slot) -> Option<&'s str> {
    match group.shape {
        Shape::Object | Shape::Tuple if slot.field.flatten.is_none() => Some(&slot.field.name),
        Shape::Object | Shape::Tuple | Shape::Transparent => None,
    }
}

/// `in_case("Title", in_field("name", written))`, without the names that errors do not show.
pub(super) fn named(
    p: &TokenStream,
    group: &Group,
    slot: &Slot,
    case: Option<&str>,
    written: &TokenStream,
) -> TokenStream {
    let written = match field_name(group, slot) {
        Some(name) => quote!(#p::in_field(#name, #written)),
        None => written.clone(),
    };
    match case {
        Some(title) => quote!(#p::in_case(#title, #written)),
        None => written,
    }
}

fn writing(context: &Context<'_>, value: &TokenStream) -> TokenStream {
    let (p, ident, [sink]) = (&context.p, &context.input.ident, locals(["sink"]));
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => {
            let (pattern, fields) = (group.pattern(ident), fields(context, group));
            quote!(let #pattern = #value; #fields)
        }
        (Body::Enum(data), _) => {
            let cases = context.cases().map(|(case, group)| {
                let (pattern, fields) = (group.pattern(ident), fields(context, group));
                match &case.case {
                    CaseForm::Tagged(_) => {
                        let (check, tag) = (in_revision(p, case, &sink), put_tag(context, &sink, &group.tag(0)));
                        quote!(#pattern => { #check #tag #fields })
                    }
                    CaseForm::Other(_) => {
                        let check = refuse_known(context, data, group);
                        quote!(#pattern => { #check #fields })
                    }
                    CaseForm::On(_) => quote!(#pattern => { #fields }),
                    CaseForm::Several(_) => {
                        let written = several(context, group, value);
                        quote!(#pattern => { #written })
                    }
                    CaseForm::Older(..) => TokenStream::new(),
                    CaseForm::JsonOnly => {
                        let (path, none) = (group.path(ident), no_case(p));
                        quote!(#path { .. } => { #none })
                    }
                }
            });
            quote!(match #value { #(#cases)* })
        }
        _ => TokenStream::new(),
    }
}

/// `tri!(sink.check(|measure| measure.during(REVISIONS)), error => error.in_case("Title"));`, for a case that only some
/// revisions have.
pub(super) fn in_revision(p: &TokenStream, case: &Variant, sink: &Ident) -> TokenStream {
    let Some(revisions) = during(p, case.during) else { return TokenStream::new() };
    let title = &case.title;
    quote! {
        #p::tri!(
            #p::Sink::check(#sink, |measure| #p::Measure::during(measure, #revisions)),
            error => error.in_case(#title)
        );
    }
}

/// Writes the fields of a group.
pub(super) fn fields(context: &Context<'_>, group: &Group) -> TokenStream {
    let (p, [sink]) = (&context.p, locals(["sink"]));
    let fields = group.wired().map(|(slot, form)| {
        let (writes, local) = (Access::Write.to(p, slot, form), &slot.local);
        let written = quote!(#writes::write(#local, #sink));
        let written = match select::check_value(group, slot, p) {
            Some(check) => quote!(#p::Result::and_then(#p::Sink::check(#sink, |_| #check), |()| #written)),
            None => written,
        };
        named(p, group, slot, group.title(), &written)
    });
    in_order(p, fields.collect())
}

/// `tri!(<field>); .. <last field>`
pub(super) fn in_order(p: &TokenStream, fields: Vec<TokenStream>) -> TokenStream {
    match fields.split_last() {
        Some((last, others)) => quote!(#(#p::tri!(#others);)* #last),
        None => quote!(#p::Result::Ok(())),
    }
}

/// `Sink::put(sink, &u8::to_be_bytes(7));`
pub(super) fn put_tag(context: &Context<'_>, sink: &Ident, tag: &Option<TokenStream>) -> TokenStream {
    let (p, width) = (&context.p, context.tag_type());
    quote!(#p::Sink::put(#sink, &#width::to_be_bytes(#tag));)
}

/// `if when(value) { sink.put(&__TAG_0_1.to_be_bytes()); <Form as Writes<Type>>::write(value, sink) } else { Err(..) }`
fn several(context: &Context<'_>, group: &Group, value: &TokenStream) -> TokenStream {
    let (p, sink, title) = (&context.p, local("sink"), group.title());
    let tries = group.several.iter().map(|form| {
        let (holds, writes) = (form.holds(value), form.to(p, Access::Write, &context.ty));
        let tag = put_tag(context, &sink, &Some(form.tag.clone()));
        quote! {
            if #holds {
                #tag
                #p::in_case(#title, #writes::write(#value, #sink))
            } else
        }
    });
    let none = no_case(p);
    quote!(#(#tries)* { #none })
}

/// `tri!(sink.check(|_| match *field_0 { __TAG_0 => Err(..), __TAG_1 => Err(..), _ => Ok(()) }));`
fn refuse_known(context: &Context<'_>, data: &Enum, group: &Group) -> TokenStream {
    let (p, title, sink) = (&context.p, group.title(), local("sink"));
    let Some(slot) = group.slots.first() else { return TokenStream::new() };
    let (local, reserved) = (&slot.local, reserved(data));
    let known = data.tags().into_iter().map(|(index, variant, form, _)| case_tag(variant, index, form));
    quote! {
        #p::tri!(#p::Sink::check(#sink, |_| match *#local {
            #(#known => #p::Result::Err(#p::taken_tag(#known as #p::u32).in_case(#title)),)*
            #(#reserved => #p::Result::Err(#p::taken_tag(#reserved).in_case(#title)),)*
            _ => #p::Result::Ok(()),
        }));
    }
}

/// `Err(EncodeError::new(ErrorKind::NoCaseMatched))`
fn no_case(p: &TokenStream) -> TokenStream {
    quote!(#p::Result::Err(#p::no_case()))
}
