//! Names that all fragments of a generated reader use.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Lifetime;

use super::context::Context;
use super::group::{Access, Slot};
use super::tokens::{local, locals};

pub(super) struct Names<'c> {
    pub(super) p: &'c TokenStream,
    pub(super) input: Ident,
    pub(super) start: Ident,
    pub(super) tag: Ident,
    pub(super) lifetime: Lifetime,
    /// The type that is read: the derived one or its view.
    pub(super) made: Ident,
    pub(super) is_view: bool,
}

impl<'c> Names<'c> {
    /// Creates names for a reader of the type, or of its view if `view` is its name.
    pub(super) fn new(context: &'c Context<'_>, lifetime: Lifetime, view: Option<&Ident>) -> Self {
        let [input, start, tag] = locals(["input", "start", "tag"]);
        let made = view.unwrap_or(&context.input.ident).clone();
        Self { p: &context.p, input, start, tag, lifetime, made, is_view: view.is_some() }
    }

    /// `<Form as Reads<'input, Type>>::read(input)`, or `<Form as Views<'input, Type>>::view(input)`.
    pub(super) fn read(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let (input, span) = (&self.input, slot.span());
        let elided = Lifetime::new("'_", span);
        if self.is_view {
            let form = Access::View(&elided).to(self.p, slot, form);
            return quote_spanned!(span=> #form::view(#input));
        }
        if slot.is_auto {
            let (p, ty) = (slot.located(self.p), &slot.field.ty);
            return quote_spanned!(span=> #p::read::<#ty>(#input));
        }
        let form = Access::Read(&elided).to(self.p, slot, form);
        quote_spanned!(span=> #form::read(#input))
    }

    /// `input: <Form as Reads<'input, Type>>,`
    pub(super) fn reads(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let (input, span) = (&self.input, slot.span());
        let reads = Access::Read(&Lifetime::new("'_", span)).to(self.p, slot, form);
        quote_spanned!(span=> #input: #reads,)
    }

    /// `(input: &mut Reader<'input>) -> Result<Type, Fault>`
    pub(super) fn signature(&self, ty: &impl ToTokens) -> TokenStream {
        let Self { p, input, lifetime, .. } = self;
        quote!((#input: &mut #p::Reader<#lifetime>) -> #p::ReadResult<#ty>)
    }

    /// Returns `body`, one level deeper if the type is recursive.
    pub(super) fn at_depth(&self, context: &Context<'_>, body: &TokenStream) -> TokenStream {
        let (p, input) = (self.p, &self.input);
        let Some(depth) = context.depth() else { return body.clone() };
        let value = local("value");
        quote! {
            #p::Reader::enter(#input, #depth)?;
            let #value = { #body }?;
            #p::Reader::leave(#input);
            #p::Result::Ok(#value)
        }
    }
}
