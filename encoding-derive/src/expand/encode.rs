//! `BinWriter`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::tried::{tried, tried_in};
use super::{Context, Group, Slot, Trait, case_tag, cases, select, steps};
use crate::model::{Body, CaseForm, Shape};

/// `impl BinWriter for Type { const HAS_BLOCKS: bool = ..; fn measure(..) {..} fn write(..) {..} }`
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    let (p, ty, form) = (&context.p, &context.ty, &context.form);
    let generics = context.generics(Trait::BinWriter);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let names = Names::new();
    let Names { value, measure, sink, .. } = &names;
    let inline = context.inline();
    let around = quote!(<#form as #p::wire::Writes<#ty>>);
    let bool_type = quote!(::core::primitive::bool);
    let option_usize = quote!(#p::Option<::core::primitive::usize>);
    let result = quote!(#p::Result<::core::primitive::usize, #p::EncodeError>);
    let forward = (
        quote!(const HAS_BLOCKS: #bool_type = #around::HAS_BLOCKS; const AHEAD: #bool_type = #around::AHEAD;),
        Some(quote!(#around::EXACT)),
        quote!(#around::measure(#value, #measure)),
        quote!(#around::write(#value, #sink);),
    );
    let own = (has_blocks(context), exact(context), measuring(context, &names), writing(context, &names));
    let (local, (blocks, exact, measuring, writing)) = if context.has_body_type() {
        let (blocks, exact, measuring, writing) = own;
        let exact = exact.map(|exact| quote!(const EXACT: #option_usize = #exact;));
        let local = quote! {
            impl #impl_generics #p::wire::Writes<#ty> for __Body #where_clause {
                #blocks
                #exact
                #inline
                fn measure(#value: &#ty, #measure: &mut #p::Measure<'_>) -> #result { #measuring }
                #inline
                fn write<__S: #p::Sink>(#value: &#ty, #sink: &mut __S) { #writing }
            }
        };
        (local, forward)
    } else if matches!(context.input.body, Body::Via) {
        (TokenStream::new(), forward)
    } else {
        (TokenStream::new(), own)
    };
    let (blocks, exact, measuring) = match context.depth() {
        None => (blocks, exact, measuring),
        Some(depth) => {
            let total = &names.total;
            let (entered, measured) = (tried(p, &quote!(#measure.enter(#depth))), tried(p, &measuring));
            let measuring = quote! {
                #entered;
                let #total = #measured;
                #measure.leave();
                #p::Result::Ok(#total)
            };
            (quote!(const HAS_BLOCKS: #bool_type = true;), None, measuring)
        }
    };
    let bulk = match context.input.plain {
        None => TokenStream::new(),
        Some(_) => quote! {
            #[inline]
            fn write_all<__S: #p::Sink>(#value: &[Self], #sink: &mut __S) {
                #p::wire::write_all_plain(#value, #sink);
            }
        },
    };
    let appending = appending(context, &names);
    let exact = exact.map(|exact| quote!(const EXACT: #option_usize = #exact;));
    quote! {
        #local
        #[automatically_derived]
        impl #impl_generics #p::BinWriter for #ty #where_clause {
            #blocks
            #appending
            #exact
            #inline
            fn measure(&self, #measure: &mut #p::Measure<'_>) -> #result {
                let #value = self;
                #measuring
            }
            #inline
            fn write<__S: #p::Sink>(&self, #sink: &mut __S) {
                let #value = self;
                #writing
            }
            #bulk
        }
    }
}

/// Checking and writing in one pass, for recursive types in which nothing tells the length of what follows.
///
/// ```text
/// const ONE_PASS: bool = !(false || <field>::HAS_BLOCKS ..);
/// const AHEAD: bool = !Self::ONE_PASS;
/// fn append<S: Sink>(&self, open: u32, sink: &mut S) -> bool {
///     if open >= DEPTH { return false; }
///     match self { Type::Variant(..) => { <tag> <field> && <field> && .. } .. }
/// }
/// ```
fn appending(context: &Context<'_>, names: &Names) -> TokenStream {
    let parts = steps::parts(context);
    let bare = |part: &steps::Part<'_>| part.held.as_ref().is_none_or(|held| held.is_one);
    let (Some(depth), true, true) = (context.depth(), steps::can(context), parts.iter().flatten().all(bare)) else {
        return TokenStream::new();
    };
    let (p, Names { value, sink, .. }) = (&context.p, names);
    let open = Ident::new("open", Span::mixed_site());
    let plain = parts.iter().flatten().filter(|part| part.held.is_none());
    let blocks = plain.filter_map(|part| Some((part.slot, part.slot.form()?))).map(|(slot, form)| {
        let writes = writes_of(p, slot, form);
        quote!(|| #writes::HAS_BLOCKS)
    });
    let bool_type = quote!(::core::primitive::bool);
    let fields = |parts: &[steps::Part<'_>]| -> TokenStream {
        let fields = parts.iter().filter_map(|part| {
            let (slot, form, local) = (part.slot, part.slot.form()?, &part.slot.local);
            let writes = writes_of(p, slot, form);
            Some(match &part.held {
                Some(_) => quote!(#p::BinWriter::append(#local, #open + 1, #sink)),
                None => quote! {
                    #p::Result::is_ok(&#writes::measure(#local, &mut #p::Measure::below(#open + 1))) && {
                        #writes::write(#local, #sink);
                        true
                    }
                },
            })
        });
        let fields: Vec<TokenStream> = fields.collect();
        if fields.is_empty() { quote!(true) } else { quote!(#(#fields)&&*) }
    };
    let cases = context.groups.iter().zip(&parts).enumerate().map(|(index, (group, parts))| {
        let (pattern, tag, fields) =
            (group.pattern(&context.input.ident), put_tag(context, index, names), fields(parts));
        quote!(#pattern => { #tag #fields })
    });
    quote! {
        const ONE_PASS: #bool_type = !(false #(#blocks)*);
        const AHEAD: #bool_type = !Self::ONE_PASS;
        fn append<__S: #p::Sink>(&self, #open: #p::u32, #sink: &mut __S) -> #bool_type {
            let #value = self;
            if #open >= #depth {
                return false;
            }
            match #value { #(#cases)* }
        }
    }
}

/// Writes the tag of a case.
fn put_tag(context: &Context<'_>, index: usize, Names { sink, .. }: &Names) -> TokenStream {
    let (p, width) = (&context.p, context.tag_type());
    match &context.input.body {
        Body::Enum(data) => {
            let name = data.variants.get(index).map(|variant| case_tag(variant, index, 0));
            quote!(#p::Sink::put(#sink, &#width::to_be_bytes(#name));)
        }
        Body::Struct(_) | Body::Via => TokenStream::new(),
    }
}

/// `.in_field("name")`, where the field has a name to show in an error.
pub(super) fn in_field(group: &Group, slot: &Slot) -> TokenStream {
    let name = &slot.name;
    match group.shape {
        Shape::Object | Shape::Tuple if slot.flat.is_none() => quote!(.in_field(#name)),
        Shape::Object | Shape::Tuple | Shape::Transparent => TokenStream::new(),
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

/// `<Form as Writes<Field>>`
fn writes_of(p: &TokenStream, slot: &Slot, form: &TokenStream) -> TokenStream {
    let (p, ty) = (slot.located(p), &slot.ty);
    let place = Span::call_site().located_at(slot.span);
    quote_spanned!(place=> <#form as #p::wire::Writes<#ty>>)
}

/// `const HAS_BLOCKS: bool = false || <field>..; const AHEAD: bool = false || <field>..;`
fn has_blocks(context: &Context<'_>) -> TokenStream {
    let (p, bool_type) = (&context.p, quote!(::core::primitive::bool));
    if context.input.mu.is_some() {
        return quote!(const HAS_BLOCKS: #bool_type = true;);
    }
    let wired = context.wired().into_iter().filter(|(slot, _)| slot.scalar.is_none());
    let parts = wired.map(|(slot, form)| writes_of(p, slot, form));
    let several = context.groups.iter().flat_map(|group| &group.several).map(|form| form.writes(p, &context.ty));
    let parts: Vec<TokenStream> = parts.chain(several).collect();
    if parts.is_empty() {
        return quote!(const HAS_BLOCKS: #bool_type = false;);
    }
    quote! {
        const HAS_BLOCKS: #bool_type = false #(|| #parts::HAS_BLOCKS)*;
        const AHEAD: #bool_type = false #(|| #parts::AHEAD)*;
    }
}

/// The size of every value, where measuring cannot but give it: that of a struct of such fields.
fn exact(context: &Context<'_>) -> Option<TokenStream> {
    let p = &context.p;
    let (Body::Struct(_), [group]) = (&context.input.body, context.groups.as_slice()) else { return None };
    if group.is_open() || group.slots.iter().any(|slot| slot.selector.is_some()) {
        return None;
    }
    let parts = group.wired().map(|(slot, form)| {
        let writes = writes_of(p, slot, form);
        quote!(#writes::EXACT)
    });
    Some(quote!(#p::wire::fixed_sum(&[#(#parts),*])))
}

fn measuring(context: &Context<'_>, names: &Names) -> TokenStream {
    let (p, Names { value, measure, .. }) = (&context.p, names);
    match (&context.input.body, context.groups.as_slice()) {
        (Body::Struct(_), [group]) => {
            let (pattern, total) =
                (group.pattern(&context.input.ident), measure_fields(context, group, names, &quote!(0usize), None));
            quote!(let #pattern = #value; #total)
        }
        (Body::Enum(data), groups) => {
            let width = context.tag_type();
            let cases = data.variants.iter().zip(groups).map(|(variant, group)| {
                let (pattern, title) = (group.pattern(&context.input.ident), &variant.title);
                let (head, start) = match &variant.case {
                    CaseForm::Tagged(_) => (TokenStream::new(), quote!(::core::mem::size_of::<#width>())),
                    CaseForm::Other(_) => (cases::refuse_known(context, data, group, title), quote!(0usize)),
                    CaseForm::Several(_) => {
                        let measured = cases::measure(context, group, (value, measure), title);
                        return quote!(#pattern => { #measured });
                    }
                    CaseForm::Older(..) => return TokenStream::new(),
                    CaseForm::On(_) => (TokenStream::new(), quote!(0usize)),
                    CaseForm::JsonOnly => {
                        let (path, none) = (group.path(&context.input.ident), cases::no_case(p));
                        return quote!(#path { .. } => { #none });
                    }
                };
                let total = measure_fields(context, group, names, &start, Some(title));
                quote!(#pattern => { #head #total })
            });
            quote!(match #value { #(#cases)* })
        }
        _ => TokenStream::new(),
    }
}

/// `let total = start + <numbers>; let total = total + <field>; .. Ok(total)`
fn measure_fields(
    context: &Context<'_>,
    group: &Group,
    names: &Names,
    start: &TokenStream,
    case: Option<&str>,
) -> TokenStream {
    let (p, Names { measure, total, .. }) = (&context.p, names);
    let in_case = case.map(|title| quote!(.in_case(#title)));
    let numbers: usize = group.wired().filter_map(|(slot, _)| slot.scalar).sum();
    let parts = group.wired().filter(|(slot, _)| slot.scalar.is_none()).map(|(slot, form)| {
        let (writes, local) = (writes_of(p, slot, form), &slot.local);
        let measured = quote!(#writes::measure(#local, #measure));
        let check = select::check_value(group, slot, p);
        let measured = match &check {
            Some(check) => quote!(#p::Result::and_then(#check, |()| #measured)),
            None => measured,
        };
        let in_field = in_field(group, slot);
        let measured = tried_in(p, &measured, &quote!(#in_field #in_case));
        quote!(let #total = ::core::primitive::usize::saturating_add(#total, #measured);)
    });
    quote! {
        let #total = #start + #numbers;
        #(#parts)*
        #p::Result::Ok(#total)
    }
}

fn writing(context: &Context<'_>, names: &Names) -> TokenStream {
    let (p, Names { value, sink, .. }) = (&context.p, names);
    let writes = |group: &Group| -> TokenStream {
        let parts = group.wired().map(|(slot, form)| {
            let (writes, local) = (writes_of(p, slot, form), &slot.local);
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
