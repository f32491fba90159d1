//! `View`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{GenericParam, Generics, Lifetime, LifetimeParam, Member};

use super::decode::{self, Names, Side};
use super::steps::{self, Makes, Steps};
use super::{Context, Group, Slot, SlotKind, Trait, bounded};
use crate::errors::Errors;
use crate::lower;
use crate::model::{Body, CaseForm, Field, Input, Wire};

/// The lifetime of the input in a view.
fn lifetime() -> Lifetime {
    Lifetime::new("'__view", Span::call_site())
}

/// The name of the twin, or nothing for a type that is its own view: because it says so, because nothing in it borrows, because
/// its memory is its bytes, because it is compact, or because it goes over the wire as another.
pub(super) fn twin_name(input: &Input) -> Option<Ident> {
    match &input.view {
        _ if input.plain.is_some() || has_no_twin(input) => None,
        Some(name) if name == "Self" => None,
        Some(name) => Some(name.clone()),
        None => Some(format_ident!("{}View", input.ident)),
    }
}

/// Whether there are no fields of which there are views: some bytes may be read as values of another type.
fn has_no_twin(input: &Input) -> bool {
    let fields = input.body.fields();
    let foreign = match &input.body {
        Body::Enum(data) => {
            data.variants.iter().any(|variant| matches!(variant.case, CaseForm::Several(_) | CaseForm::Older(..)))
        }
        Body::Struct(_) | Body::Via => false,
    };
    let borrows = |field: &&Field| field.wire().is_some_and(borrows);
    !fields.iter().any(borrows)
        || foreign
        || input.compact.is_some()
        || fields.iter().any(|field| matches!(field.wire(), Some(Wire::Select { .. })))
        || matches!(input.form.without_json(), Wire::Legacy { .. })
}

/// Whether the view of a field is not its value.
fn borrows(wire: &Wire) -> bool {
    match wire {
        Wire::Guarded { inner, .. }
        | Wire::Reserve { inner, .. }
        | Wire::Dft { inner, .. }
        | Wire::Magic { inner, .. }
        | Wire::Shown { inner, .. }
        | Wire::Elided { inner, .. } => borrows(inner),
        Wire::Via { .. } | Wire::Constant(..) | Wire::Select { .. } => false,
        _ => true,
    }
}

/// A name is for a view that is a type of its own, and a type with a lifetime has none.
pub(super) fn check(input: &Input, errors: &mut Errors) {
    if let Some(parameter) = input.generics.lifetimes().next() {
        let message = format!("`{}` borrows from its bytes already: do not derive `View`", input.ident);
        errors.at(parameter.lifetime.span(), message);
    }
    let name = input.view.as_ref().filter(|name| *name != "Self");
    if let Some(name) = name.filter(|_| has_no_twin(input) && !matches!(input.body, Body::Via)) {
        errors.at(name.span(), "this type is its own view: write `view = \"Self\"`, or remove this");
    }
}

/// The type's parameters behind the lifetime of the input.
fn twin_generics(context: &Context<'_>, p: &TokenStream) -> Generics {
    let mut generics = context.generics_at(Trait::View, p);
    generics.params.insert(0, GenericParam::Lifetime(LifetimeParam::new(lifetime())));
    generics
}

/// ```text
/// #[derive(Clone, Debug, PartialEq)]
/// pub struct TypeView<'a> { pub field: <Form as Views<'a, Field>>::View, .. }
/// ```
pub(super) fn twin(context: &Context<'_>) -> TokenStream {
    let Some(name) = twin_name(context.input) else { return TokenStream::new() };
    let (p, vis) = (&context.runtime, &context.input.vis);
    let generics = twin_generics(context, p);
    let where_clause = &generics.where_clause;
    let doc =
        format!("The view of [`{0}`]: a `{0}` that borrows from the bytes it was read from.", context.input.ident);
    let head = quote! {
        #[doc = #doc]
        #[allow(deprecated, missing_docs)]
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
    };
    match (&context.input.body, context.groups.as_slice()) {
        (_, [group]) if group.variant.is_none() => {
            let fields = members(group, true);
            match group.slots.first().map(|slot| &slot.member) {
                Some(Member::Unnamed(_)) => quote!(#head #vis struct #name #generics (#fields) #where_clause;),
                _ => quote!(#head #vis struct #name #generics #where_clause { #fields }),
            }
        }
        (_, groups) => {
            let variants = groups.iter().filter_map(|group| {
                let (variant, fields) = (group.variant.as_ref()?, members(group, false));
                let shown = match group.slots.first().map(|slot| &slot.member) {
                    None => quote!(#variant),
                    Some(Member::Named(_)) => quote!(#variant { #fields }),
                    Some(Member::Unnamed(_)) => quote!(#variant(#fields)),
                };
                Some(shown)
            });
            quote!(#head #vis enum #name #generics #where_clause { #(#variants,)* })
        }
    }
}

/// `pub field: Type,` …
fn members(group: &Group, with_vis: bool) -> TokenStream {
    let fields = group.slots.iter().map(|slot| {
        let ty = match &slot.kind {
            SlotKind::Wire(_, view) => view.clone(),
            SlotKind::Skip(_) | SlotKind::Hash => {
                let ty = &slot.ty;
                quote!(#ty)
            }
        };
        let vis = if with_vis { &slot.vis } else { &syn::Visibility::Inherited };
        match &slot.member {
            Member::Named(name) => quote!(#vis #name: #ty,),
            Member::Unnamed(_) => quote!(#vis #ty,),
        }
    });
    fields.collect()
}

/// `impl View for Type { .. }`, and for the twin its reader, its schema and `to_owned`.
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    match twin_name(context.input) {
        Some(name) => borrowed(context, &name),
        None if context.input.plain.is_some() => in_place(context),
        None => own(context),
    }
}

/// A type whose view is a reference into the input.
fn in_place(context: &Context<'_>) -> TokenStream {
    let (p, ty) = (&context.p, &context.ty);
    let (input, view) = (Ident::new("input", Span::mixed_site()), Ident::new("view", Span::mixed_site()));
    quote! {
        #[automatically_derived]
        impl #p::View for #ty {
            type View<'__view> = &'__view Self;
            #[inline(always)]
            fn view<'__view>(#input: &mut #p::Reader<'__view>) -> #p::ReadResult<&'__view Self> {
                #p::read_plain(#input)
            }
            #[inline]
            fn from_view(#view: &&Self) -> #p::ReadResult<Self> {
                #p::Result::Ok(**#view)
            }
        }
    }
}

/// A type that is its own view.
pub(super) fn own(context: &Context<'_>) -> TokenStream {
    let (p, ty) = (&context.p, &context.ty);
    let (impl_generics, _, where_clause) = context.input.generics.split_for_impl();
    let (input, view) = (Ident::new("input", Span::mixed_site()), Ident::new("view", Span::mixed_site()));
    quote! {
        #[automatically_derived]
        impl #impl_generics #p::View for #ty #where_clause {
            type View<'__view> = Self;
            #[inline(always)]
            fn view<'__view>(#input: &mut #p::Reader<'__view>) -> #p::ReadResult<Self> {
                <Self as #p::NomReader<'__view>>::read(#input)
            }
            #[inline]
            fn from_view(#view: &Self) -> #p::ReadResult<Self> {
                #p::Result::Ok(#p::Clone::clone(#view))
            }
        }
    }
}

fn borrowed(context: &Context<'_>, name: &Ident) -> TokenStream {
    let (p, ty, form) = (&context.p, &context.ty, &context.form);
    let names = Names::new(context, lifetime(), Side::View(name.clone()));
    let (input, view) = (&names.input, Ident::new("view", Span::mixed_site()));
    let generics = context.generics(Trait::View);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let twin_generics = twin_generics(context, p);
    let (twin_impl, _, twin_where) = twin_generics.split_for_impl();
    let twin_type = lower::own_type(name, &twin_generics);
    let (body, own) = (decode::body(context, &names), owning(context, name, &view));
    // Fields that are handed up through memory cost as much as reading them does. Of an enum there is much to hand up and more to read.
    let is_made_in_place = matches!(context.input.body, Body::Struct(_)) && context.input.mu.is_none();
    let inline = if is_made_in_place { quote!(#[inline(always)]) } else { quote!(#[inline]) };
    let signature = names.signature(&twin_type);
    let (local, body, own) = if context.has_body_type() {
        // The forms around read the owned value too, for a guard.
        let reads = (!matches!(context.around, Wire::Body)).then(|| decode::body_form(context));
        let local = quote! {
            #reads
            impl #twin_impl #p::Views<'__view, #ty> for __Body #twin_where {
                type View = #twin_type;
                #inline
                fn view #signature { #body }
                #[inline]
                fn own(#view: &#twin_type) -> #p::ReadResult<#ty> { #own }
            }
        };
        let body = quote!(<#form as #p::Views<'__view, #ty>>::view(#input));
        (local, body, quote!(<#form as #p::Views<'_, #ty>>::own(#view)))
    } else {
        (TokenStream::new(), body, own)
    };
    let body = names.at_depth(context, &body);
    let nom_read = decode::nom_read(p, &names, &quote!(<#ty as #p::View>::view));
    let encoding_generics = bounded(&twin_generics, context.input.bounds.schema.as_ref(), &quote!(#p::HasEncoding));
    let (encoding_impl, _, encoding_where) = encoding_generics.split_for_impl();
    let hidden = context.forms.hidden.iter().enumerate().map(|(place, (form, field))| {
        quote! {
            impl #twin_impl #p::FieldView<'__view, #place> for #ty #twin_where {
                type View = <#form as #p::Views<'__view, #field>>::View;
            }
        }
    });
    let (steps, check) = checking(context, name, input);
    quote! {
        #local
        #steps
        #(#hidden)*
        #[automatically_derived]
        impl #impl_generics #p::View for #ty #where_clause {
            type View<'__view> = #twin_type;
            #[inline(always)]
            fn view<'__view> #signature { #body }
            #[inline]
            fn from_view(#view: &Self::View<'_>) -> #p::ReadResult<Self> { #own }
            #check
        }
        #[automatically_derived]
        impl #twin_impl #p::NomReader<'__view> for #twin_type #twin_where {
            #nom_read
            #inline
            fn read(#input: &mut #p::Reader<'__view>) -> #p::ReadResult<Self> {
                <#ty as #p::View>::view(#input)
            }
        }
        #[automatically_derived]
        impl #encoding_impl #p::HasEncoding for #twin_type #encoding_where {
            const ENCODING: &'static #p::Encoding = <#ty as #p::HasEncoding>::ENCODING;
        }
        impl #twin_impl #twin_type #twin_where {
            /// The owned value.
            ///
            /// # Errors
            /// None for a view that a reader made.
            pub fn to_owned(&self) -> #p::ReadResult<#ty> {
                <#ty as #p::View>::from_view(self)
            }
        }
    }
}

/// How a recursive type is checked without recursion, where it can be read in steps.
fn checking(context: &Context<'_>, name: &Ident, input: &Ident) -> (TokenStream, TokenStream) {
    if !steps::can(context) {
        return Default::default();
    }
    let (p, ty) = (&context.p, &context.ty);
    let (local, scan) = Steps::new(context, Makes::Nothing, name).expand();
    let steps = quote! {
        #local
        #[automatically_derived]
        impl #p::Scan for #ty { #scan }
    };
    let check = quote! {
        fn check(#input: &mut #p::Reader<'_>) -> #p::ReadResult<()> {
            #p::scan::<Self>(#input)
        }
    };
    (steps, check)
}

/// `match view { TypeView { field: field_0 } => Ok(Type { field: match <Form as Views<'_, Field>>::own(field_0) { .. } }) }`
fn owning(context: &Context<'_>, twin: &Ident, view: &Ident) -> TokenStream {
    let (p, ident) = (&context.p, &context.input.ident);
    let arms = context.groups.iter().map(|group| {
        let (from, to) = (group.path(twin), group.path(ident));
        let fields: Vec<(&Member, &Ident)> = group.slots.iter().map(|slot| (&slot.member, &slot.local)).collect();
        let patterns = fields.iter().map(|(member, local)| quote!(#member: #local));
        let values = group.slots.iter().map(|slot| {
            let Slot { member, local, ty, .. } = slot;
            match &slot.kind {
                SlotKind::Wire(form, _) => {
                    if slot.is_auto {
                        quote!(#member: <#ty as #p::View>::from_view(#local)?)
                    } else {
                        quote!(#member: <#form as #p::Views<'_, #ty>>::own(#local)?)
                    }
                }
                SlotKind::Skip(_) | SlotKind::Hash => quote!(#member: #p::Clone::clone(#local)),
            }
        });
        let rest = if fields.is_empty() { quote!(..) } else { TokenStream::new() };
        quote!(#from { #(#patterns,)* #rest } => #p::Result::Ok(#to { #(#values,)* }),)
    });
    quote!(match #view { #(#arms)* })
}
