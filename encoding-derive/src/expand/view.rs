//! The derive `View`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{GenericParam, Generics, Lifetime, LifetimeParam};

use super::context::Context;
use super::decode;
use super::group::{Slot, SlotKind};
use super::names::Names;
use super::steps::{self, Output, Steps};
use super::tokens::{Trait, bounded, derived, implement, local, locals};
use crate::errors::Errors;
use crate::model::{Body, CaseForm, Input, Layer, Leaf, Wire};
use crate::types;

/// Returns the lifetime of the input in a view.
pub(super) fn lifetime() -> Lifetime {
    Lifetime::new("'__view", Span::call_site())
}

/// Returns the name of the view type; `None` for a type that is its own view.
pub(super) fn companion_name(input: &Input) -> Option<Ident> {
    match &input.view {
        _ if input.plain.is_some() || has_no_companion(input) => None,
        Some(name) if name == "Self" => None,
        Some(name) => Some(name.clone()),
        None => Some(format_ident!("{}View", input.ident)),
    }
}

/// Returns true if the type is its own view: no field borrows, or some bytes may be read as values of another type.
fn has_no_companion(input: &Input) -> bool {
    let fields = input.body.fields();
    let foreign = match &input.body {
        Body::Enum(data) => {
            data.variants.iter().any(|variant| matches!(variant.case, CaseForm::Several(_) | CaseForm::Older(..)))
        }
        Body::Struct(_) | Body::Via => false,
    };
    !fields.iter().filter_map(|field| field.wire()).any(borrows)
        || foreign
        || input.compact.is_some()
        || fields.iter().any(|field| matches!(field.wire(), Some(Wire::Leaf(Leaf::Select(_), _))))
        || matches!(input.form.without_json(), Wire::Around(Layer::Legacy(_), ..))
}

/// Returns true if the view of a field differs from its value.
fn borrows(wire: &Wire) -> bool {
    use Layer::{Canonical, Dft, Elided, Guarded, Magic, Reserve, Shown, Via};
    match wire {
        Wire::Around(
            Canonical { .. } | Guarded { .. } | Reserve(_) | Dft { .. } | Magic(_) | Shown { .. } | Elided { .. },
            inner,
            _,
        ) => borrows(inner),
        Wire::Around(Via { .. }, ..) | Wire::Leaf(Leaf::Constant(_) | Leaf::Select(_), _) => false,
        _ => true,
    }
}

/// Refuses a view of a type with a lifetime, and a view name for a type that is its own view.
pub(super) fn check(input: &Input, errors: &mut Errors) {
    if let Some(parameter) = input.generics.lifetimes().next() {
        let message = format!("`{}` has a lifetime, so it already borrows: do not derive `View`", input.ident);
        errors.at(parameter.lifetime.span(), message);
    }
    let name = input.view.as_ref().filter(|name| *name != "Self");
    if let Some(name) = name.filter(|_| has_no_companion(input) && !matches!(input.body, Body::Via)) {
        errors.at(name.span(), "this type is its own view: write `view = \"Self\"`, or remove this");
    }
}

/// Returns the parameters of the view type: the lifetime of the input, then those of the type.
fn companion_generics(context: &Context<'_>, p: &TokenStream) -> Generics {
    let mut generics = context.generics_at(Trait::View, p);
    generics.params.insert(0, GenericParam::Lifetime(LifetimeParam::new(lifetime())));
    generics
}

/// ```text
/// #[derive(Clone, Debug, PartialEq)]
/// pub struct TypeView<'a> { pub field: <Form as Views<'a, Field>>::View, .. }
/// ```
pub(super) fn companion(context: &Context<'_>) -> TokenStream {
    let Some(name) = companion_name(context.input) else { return TokenStream::new() };
    let doc = format!(
        "The view of [`{0}`]: a `{0}` that borrows from the bytes that it was decoded from.",
        context.input.ident
    );
    let view = |slot: &Slot<'_>| match &slot.kind {
        SlotKind::Wire(_, view) => view.clone(),
        SlotKind::Skip(_) | SlotKind::Hash => slot.field.ty.to_token_stream(),
    };
    let types = context.groups.iter().map(|group| group.slots.iter().map(view).collect());
    let generics = companion_generics(context, &context.runtime);
    super::companion::companion(context, &name, &doc, &generics, &types.collect::<Vec<_>>())
}

/// `impl View for Type { .. }`, and for the view type its reader, its schema and `to_owned`.
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    companion_name(context.input).map_or_else(|| own(context), |name| borrowed(context, &name))
}

/// `impl View for Type { type View<'a> = Self; .. }`; the view of a `plain` type is a reference.
pub(super) fn own(context: &Context<'_>) -> TokenStream {
    let (p, plain, [input, view]) = (&context.p, context.input.plain.is_some(), locals(["input", "view"]));
    let reference = plain.then(|| quote!(&'__view));
    let (read, given, owned) = match plain {
        true => (quote!(#p::read_plain(#input)), quote!(&&Self), quote!(**#view)),
        false => {
            let read = quote!(<Self as #p::NomReader<'__view>>::read(#input));
            (read, quote!(&Self), quote!(#p::Clone::clone(#view)))
        }
    };
    let items = quote! {
        type View<'__view> = #reference Self;
        #[inline(always)]
        fn view<'__view>(#input: &mut #p::Reader<'__view>) -> #p::ReadResult<#reference Self> {
            #read
        }
        #[inline]
        fn from_view(#view: #given) -> #p::ReadResult<Self> {
            #p::Result::Ok(#owned)
        }
    };
    derived(&context.input.generics, &quote!(#p::View), &context.ty, &items)
}

fn borrowed(context: &Context<'_>, name: &Ident) -> TokenStream {
    let (p, ty, form) = (&context.p, &context.ty, &context.form);
    let names = Names::new(context, lifetime(), Some(name));
    let (input, view) = (&names.input, local("view"));
    let companion_generics = companion_generics(context, p);
    let companion = &types::own_type(name, &companion_generics);
    let (body, own) = (decode::body(context, &names), owning(context, name, &view));
    // Returning fields through memory costs as much as reading them. An enum returns much data anyway, and has more
    // code to inline.
    let is_made_in_place = matches!(context.input.body, Body::Struct(_)) && context.input.mu.is_none();
    let inline = if is_made_in_place { quote!(#[inline(always)]) } else { quote!(#[inline]) };
    let signature = names.signature(companion);
    let (local, body, own) = if context.has_body_type() {
        // The enclosing forms also read the owned value, for a guard.
        let reads = (!matches!(context.around, Wire::Body)).then(|| decode::body_form(context));
        let items = quote! {
            type View = #companion;
            #inline
            fn view #signature { #body }
            #[inline]
            fn own(#view: &#companion) -> #p::ReadResult<#ty> { #own }
        };
        let views = implement(&companion_generics, &quote!(#p::Views<'__view, #ty>), &quote!(__Body), &items);
        let body = quote!(<#form as #p::Views<'__view, #ty>>::view(#input));
        (quote!(#reads #views), body, quote!(<#form as #p::Views<'_, #ty>>::own(#view)))
    } else {
        (TokenStream::new(), body, own)
    };
    let body = names.at_depth(context, &body);
    let hidden = context.forms.hidden.iter().enumerate().map(|(place, (form, field))| {
        let item = quote!(type View = <#form as #p::Views<'__view, #field>>::View;);
        implement(&companion_generics, &quote!(#p::FieldView<'__view, #place>), ty, &item)
    });
    let (steps, check) = checking(context, name, input);
    let viewed = quote! {
        type View<'__view> = #companion;
        #[inline(always)]
        fn view<'__view> #signature { #body }
        #[inline]
        fn from_view(#view: &Self::View<'_>) -> #p::ReadResult<Self> { #own }
        #check
    };
    let viewed = derived(&context.generics(Trait::View), &quote!(#p::View), ty, &viewed);
    let read = quote! {
        const FACTS: #p::Facts = <#ty as #p::NomReader<'__view>>::FACTS.of_any_size();
        #inline
        fn read(#input: &mut #p::Reader<'__view>) -> #p::ReadResult<Self> {
            <#ty as #p::View>::view(#input)
        }
    };
    let read = derived(&companion_generics, &quote!(#p::NomReader<'__view>), companion, &read);
    let schema_generics = bounded(
        context.input,
        &companion_generics,
        &[],
        context.input.bounds.schema.as_ref(),
        &quote!(#p::HasEncoding),
    );
    let schema = quote!(const ENCODING: &'static #p::Encoding = <#ty as #p::HasEncoding>::ENCODING;);
    let schema = derived(&schema_generics, &quote!(#p::HasEncoding), companion, &schema);
    let (companion_impl, _, companion_where) = companion_generics.split_for_impl();
    quote! {
        #local
        #steps
        #(#hidden)*
        #viewed
        #read
        #schema
        impl #companion_impl #companion #companion_where {
            /// Converts the view to the owned value.
            ///
            /// # Errors
            /// None for a view that was returned by a reader.
            pub fn to_owned(&self) -> #p::ReadResult<#ty> {
                <#ty as #p::View>::from_view(self)
            }
        }
    }
}

/// The implementation of `Scan` and the function `check`, if a recursive type can be checked in steps.
fn checking(context: &Context<'_>, name: &Ident, input: &Ident) -> (TokenStream, TokenStream) {
    if !steps::can(context) {
        return Default::default();
    }
    let p = &context.p;
    let (local, scan) = Steps::new(context, Output::Nothing, name).expand();
    let scan = derived(&Generics::default(), &quote!(#p::Scan), &context.ty, &scan);
    let check = quote! {
        fn check(#input: &mut #p::Reader<'_>) -> #p::ReadResult<()> {
            #p::scan::<Self>(#input)
        }
    };
    (quote!(#local #scan), check)
}

/// `match view { TypeView { field: field_0 } => Ok(Type { field: match <Form as Views<'_, Field>>::own(field_0) { .. } }) }`
pub(super) fn owning(context: &Context<'_>, companion: &Ident, view: &Ident) -> TokenStream {
    let (p, ident) = (&context.p, &context.input.ident);
    let arms = context.groups.iter().map(|group| {
        let (from, to) = (group.path(companion), group.path(ident));
        let patterns = group.slots.iter().map(|Slot { field, local, .. }| {
            let member = &field.member;
            quote!(#member: #local)
        });
        let values = group.slots.iter().map(|slot| {
            let (member, ty, local) = (&slot.field.member, &slot.field.ty, &slot.local);
            match &slot.kind {
                SlotKind::Wire(..) if slot.is_auto => {
                    quote_spanned!(slot.span()=> #member: <#ty as #p::View>::from_view(#local)?)
                }
                SlotKind::Wire(form, _) => {
                    quote_spanned!(slot.span()=> #member: <#form as #p::Views<'_, #ty>>::own(#local)?)
                }
                SlotKind::Skip(_) | SlotKind::Hash => quote!(#member: #p::Clone::clone(#local)),
            }
        });
        let rest = group.slots.is_empty().then(|| quote!(..));
        quote!(#from { #(#patterns,)* #rest } => #p::Result::Ok(#to { #(#values,)* }),)
    });
    quote!(match #view { #(#arms)* })
}
