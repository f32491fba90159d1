//! Names that every fragment of a reader uses.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Lifetime, Type};

use crate::expand::tried::tried;
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
    /// The constant that says whether a value is the whole of its block, in a reader that has it.
    pub(in crate::expand) whole: Option<Ident>,
}

impl<'c> Names<'c> {
    pub(in crate::expand) fn new(context: &'c Context<'_>, lifetime: Lifetime, side: Side) -> Self {
        let name = |name| Ident::new(name, Span::mixed_site());
        let (made, is_view) = match side {
            Side::Owned => (context.input.ident.clone(), false),
            Side::View(name) => (name, true),
        };
        let [input, start, tag] = ["input", "start", "tag"].map(name);
        Self { p: &context.p, input, start, tag, lifetime, made, is_view, whole: None }
    }

    /// Those of `read_as`.
    pub(in crate::expand) fn of_whole(self) -> Self {
        Self { whole: Some(Ident::new("__WHOLE", Span::mixed_site())), ..self }
    }

    /// `<Form as Reads<'input, Type>>`
    pub(super) fn reads(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let (p, lifetime, ty) = (slot.located(self.p), &self.lifetime, &slot.ty);
        let place = Span::call_site().located_at(slot.span);
        quote_spanned!(place=> <#form as #p::wire::Reads<#lifetime, #ty>>)
    }

    /// `<Form as Reads<'input, Type>>::FIXED`
    pub(super) fn fixed(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let (p, reads) = (self.p, self.reads(form, slot));
        if slot.selector.is_some() { quote!(#p::Option::None) } else { quote!(#reads::FIXED) }
    }

    /// `<Form as Reads<'input, Type>>::TOTAL`
    pub(super) fn total(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let reads = self.reads(form, slot);
        if slot.selector.is_some() { quote!(false) } else { quote!(#reads::TOTAL) }
    }

    /// `<Form as Reads<'input, Type>>::LEAST`
    pub(super) fn least(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let reads = self.reads(form, slot);
        if slot.selector.is_some() { quote!(0) } else { quote!(#reads::LEAST) }
    }

    /// `<Form as Reads<'input, Type>>::read(input)`, or the same for the view.
    pub(in crate::expand) fn read(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let (p, lifetime, input, ty) = (slot.located(self.p), &self.lifetime, &self.input, &slot.ty);
        let place = Span::call_site().located_at(slot.span);
        match self.is_view {
            true => quote_spanned!(place=> <#form as #p::Views<#lifetime, #ty>>::view(#input)),
            false => quote_spanned!(place=> <#form as #p::wire::Reads<#lifetime, #ty>>::read(#input)),
        }
    }

    /// `<Form as Reads<'input, Type>>::read_as::<WHOLE>(input)`: the last field ends the block.
    pub(super) fn read_last(&self, form: &TokenStream, slot: &Slot) -> TokenStream {
        let (Some(whole), input, reads) = (&self.whole, &self.input, self.reads(form, slot)) else {
            return self.read(form, slot);
        };
        let (p, lifetime, ty) = (slot.located(self.p), &self.lifetime, &slot.ty);
        let place = Span::call_site().located_at(slot.span);
        match self.is_view {
            true => quote_spanned!(place=> <#form as #p::Views<#lifetime, #ty>>::view_as::<#whole>(#input)),
            false => quote_spanned!(place=> #reads::read_as::<#whole>(#input)),
        }
    }

    /// `(input: &mut Reader<'input>) -> Result<Type, Fault>`
    pub(super) fn signature(&self, ty: &Type) -> TokenStream {
        let Self { p, input, lifetime, .. } = self;
        quote!((#input: &mut #p::Reader<#lifetime>) -> #p::Result<#ty, #p::Fault>)
    }

    /// `read_as::<WHOLE>`, or `read`.
    pub(in crate::expand) fn method(&self) -> TokenStream {
        self.whole.as_ref().map_or_else(|| quote!(read), |whole| quote!(read_as::<#whole>))
    }

    /// Ends the block where no field has.
    pub(super) fn end(&self) -> TokenStream {
        let (p, input) = (self.p, &self.input);
        let Some(whole) = &self.whole else { return TokenStream::new() };
        let ended = tried(p, &quote!(#p::Reader::finish(#input)));
        quote!(if #whole { #ended })
    }

    /// `body`, one level deeper if the type is recursive.
    pub(in crate::expand) fn at_depth(&self, context: &Context<'_>, body: &TokenStream) -> TokenStream {
        let (p, input) = (self.p, &self.input);
        let Some(depth) = context.depth() else { return body.clone() };
        let value = Ident::new("value", Span::mixed_site());
        let (entered, read) = (tried(p, &quote!(#input.enter(#depth))), tried(p, body));
        quote! {
            #entered;
            let #value = #read;
            #input.leave();
            #p::Result::Ok(#value)
        }
    }
}
