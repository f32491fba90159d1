//! The derive `BinWriter`.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::group::during;
use super::{Access, Context, Group, Slot, Trait, cases, derived, facts, implement, locals, select};
use crate::model::{Body, CaseForm, Shape, Variant};

/// `impl BinWriter for Type { const FACTS: Facts = ..; fn measure(..) {..} fn write(..) {..} }`
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    let (p, ty, form) = (&context.p, &context.ty, &context.form);
    let generics = context.generics(Trait::BinWriter);
    let [value, measure, sink, total] = locals(["value", "measure", "sink", "total"]);
    let (inline, this) = (context.inline(), quote!(self));
    let is_around = context.has_body_type() || matches!(context.input.body, Body::Via);
    let own = |value: &TokenStream| {
        (facts::constant(context, Access::Write), measuring(context, value), writing(context, value))
    };
    let local = context.has_body_type().then(|| {
        let (facts, measuring, writing) = own(&quote!(#value));
        let items = quote! {
            #facts
            #inline
            fn measure(#value: &#ty, #measure: &mut #p::Measure<'_>) -> #p::Measured { #measuring }
            #inline
            fn write<__S: #p::Sink>(#value: &#ty, #sink: &mut __S) { #writing }
        };
        implement(&generics, &quote!(#p::Writes<#ty>), &quote!(__Body), &items)
    });
    let (facts, measuring, writing) = if is_around {
        let around = quote!(<#form as #p::Writes<#ty>>);
        let facts = facts::of_form(context, &around);
        (facts, quote!(#around::measure(#this, #measure)), quote!(#around::write(#this, #sink);))
    } else {
        own(&this)
    };
    let measuring = match context.depth() {
        None => measuring,
        Some(depth) => {
            let is_block = matches!(context.input.body, Body::Struct(_)) && !is_around;
            let measured = if is_block { quote!({ #measuring }) } else { measuring };
            quote! {
                #p::Measure::enter(#measure, #depth)?;
                let #total = #measured?;
                #p::Measure::leave(#measure);
                #p::Result::Ok(#total)
            }
        }
    };
    let list = context.input.plain.map(|_| {
        quote! {
            #[inline]
            fn write_list<__S: #p::Sink>(#value: &[Self], #sink: &mut __S) {
                #p::write_list_plain(#value, #sink);
            }
        }
    });
    let items = quote! {
        #facts
        #inline
        fn measure(&self, #measure: &mut #p::Measure<'_>) -> #p::Measured { #measuring }
        #inline
        fn write<__S: #p::Sink>(&self, #sink: &mut __S) { #writing }
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

/// `in_case("Title", in_field("name", measured))`, without the names that errors do not show.
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

fn measuring(context: &Context<'_>, value: &TokenStream) -> TokenStream {
    let [measure] = locals(["measure"]);
    let ident = &context.input.ident;
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => {
            let (pattern, total) = (group.pattern(ident), measure_fields(context, group, 0));
            quote!(let #pattern = #value; #total)
        }
        (Body::Enum(data), _) => {
            let cases = context.cases().map(|(case, group)| {
                let pattern = group.pattern(ident);
                let (head, start) = match &case.case {
                    CaseForm::Tagged(_) => (in_revision(&context.p, case, &measure), context.tag_size().bytes),
                    CaseForm::Other(_) => (cases::refuse_known(context, data, group), 0),
                    CaseForm::On(_) => (TokenStream::new(), 0),
                    CaseForm::Several(_) => {
                        let measured = cases::measure(context, group, value);
                        return quote!(#pattern => { #measured });
                    }
                    CaseForm::Older(..) => return TokenStream::new(),
                    CaseForm::JsonOnly => {
                        let (path, none) = (group.path(ident), cases::no_case(&context.p));
                        return quote!(#path { .. } => { #none });
                    }
                };
                let total = measure_fields(context, group, start);
                quote!(#pattern => { #head #total })
            });
            quote!(match #value { #(#cases)* })
        }
        _ => TokenStream::new(),
    }
}

/// `if let Err(error) = measure.during(REVISIONS) { return Err(error) }`, for a case that only some revisions have.
fn in_revision(p: &TokenStream, case: &Variant, measure: &Ident) -> TokenStream {
    let Some(revisions) = during(p, case.during) else { return TokenStream::new() };
    let title = &case.title;
    quote!(#p::tri!(#p::Measure::during(#measure, #revisions), error => error.in_case(#title));)
}

/// Measures a tag of `tag` bytes and the fields after it.
fn measure_fields(context: &Context<'_>, group: &Group, tag: usize) -> TokenStream {
    let (p, [measure]) = (&context.p, locals(["measure"]));
    let start = group.wired().filter_map(|(slot, _)| slot.scalar()).fold(tag, usize::saturating_add);
    let measured = |(slot, form): (&Slot, &TokenStream)| {
        let (writes, local) = (Access::Write.to(p, slot, form), &slot.local);
        let measured = quote!(#writes::measure(#local, #measure));
        let measured = match select::check_value(group, slot, p) {
            Some(check) => quote!(#p::Result::and_then(#check, |()| #measured)),
            None => measured,
        };
        named(p, group, slot, group.title(), &measured)
    };
    sum(p, start, group.wired().filter(|(slot, _)| slot.scalar().is_none()).map(measured).collect())
}

/// `let mut total = 6usize; add!(total, <field>); .. Ok(total)`
pub(super) fn sum(p: &TokenStream, start: usize, fields: Vec<TokenStream>) -> TokenStream {
    let [total] = locals(["total"]);
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

fn writing(context: &Context<'_>, value: &TokenStream) -> TokenStream {
    let (p, ident, [sink]) = (&context.p, &context.input.ident, locals(["sink"]));
    let writes = |group: &Group| -> TokenStream {
        let fields = group.wired().map(|(slot, form)| {
            let (writes, local) = (Access::Write.to(p, slot, form), &slot.local);
            quote!(#writes::write(#local, #sink);)
        });
        fields.collect()
    };
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => {
            let (pattern, writes) = (group.pattern(ident), writes(group));
            quote!(let #pattern = #value; #writes)
        }
        (Body::Enum(_), _) => {
            let cases = context.cases().map(|(case, group)| {
                let (pattern, writes) = (group.pattern(ident), writes(group));
                match &case.case {
                    CaseForm::Tagged(_) => {
                        let tag = put_tag(context, &sink, &group.tag(0));
                        quote!(#pattern => { #tag #writes })
                    }
                    CaseForm::Other(_) | CaseForm::On(_) => quote!(#pattern => { #writes }),
                    CaseForm::Several(_) => {
                        let written = cases::write(context, group, value);
                        quote!(#pattern => { #written })
                    }
                    CaseForm::Older(..) => TokenStream::new(),
                    // `measure` has refused this.
                    CaseForm::JsonOnly => {
                        let path = group.path(ident);
                        quote!(#path { .. } => {})
                    }
                }
            });
            quote!(match #value { #(#cases)* })
        }
        _ => TokenStream::new(),
    }
}

/// `Sink::put(sink, &u8::to_be_bytes(7));`
pub(super) fn put_tag(context: &Context<'_>, sink: &Ident, tag: &Option<TokenStream>) -> TokenStream {
    let (p, width) = (&context.p, context.tag_type());
    quote!(#p::Sink::put(#sink, &#width::to_be_bytes(#tag));)
}
