//! Names that every fragment of a reader uses.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Lifetime;

use crate::expand::{Context, Slot};

/// Whether the value or its view is read.
pub(in crate::expand) enum Side {
    Owned,
    View(Ident),
}

/// Names that every fragment uses.
pub(in crate::expand) struct Names<'c> {
    pub(in crate::expand) p: &'c TokenStream,
    pub(in crate::expand) input: Ident,
    pub(super) start: Ident,
    pub(super) tag: Ident,
    pub(in crate::expand) lifetime: Lifetime,
    /// The type that is made.
    pub(super) made: Ident,
    pub(super) is_view: bool,
}

impl<'c> Names<'c> {
    pub(in crate::expand) fn new(context: &'c Context<'_>, lifetime: Lifetime, side: Side) -> Self {
        let name = |name| Ident::new(name, Span::mixed_site());
        let (made, is_view) = match side {
            Side::Owned => (context.input.ident.clone(), false),
            Side::View(name) => (name, true),
        };
        let [input, start, tag] = ["input", "start", "tag"].map(name);
        Self { p: &context.p, input, start, tag, lifetime, made, is_view }
    }

    /// `<Form as Reads<'input, Type>>::read(input)`, or the same for the view.
    pub(in crate::expand) fn read(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let (input, place) = (&self.input, Span::call_site().located_at(slot.span));
        if self.is_view {
            let (p, ty) = (slot.located(self.p), &slot.ty);
            match slot.is_auto {
                true => quote_spanned!(place=> <#ty as #p::View>::view(#input)),
                false => quote_spanned!(place=> <#form as #p::Views<'_, #ty>>::view(#input)),
            }
        } else {
            let (p, ty) = (slot.located(self.p), &slot.ty);
            match slot.is_auto {
                true => quote_spanned!(place=> #p::read::<#ty>(#input)),
                false => quote_spanned!(place=> <#form as #p::Reads<'_, #ty>>::read(#input)),
            }
        }
    }

    /// `(input: &mut Reader<'input>) -> Result<Type, Fault>`
    pub(in crate::expand) fn signature(&self, ty: &impl ToTokens) -> TokenStream {
        let Self { p, input, lifetime, .. } = self;
        quote!((#input: &mut #p::Reader<#lifetime>) -> #p::ReadResult<#ty>)
    }

    /// `body`, one level deeper if the type is recursive.
    pub(in crate::expand) fn at_depth(&self, context: &Context<'_>, body: &TokenStream) -> TokenStream {
        let (p, input) = (self.p, &self.input);
        let Some(depth) = context.depth() else { return body.clone() };
        let value = Ident::new("value", Span::mixed_site());
        quote! {
            #p::Reader::enter(#input, #depth)?;
            let #value = { #body }?;
            #p::Reader::leave(#input);
            #p::Result::Ok(#value)
        }
    }
}
