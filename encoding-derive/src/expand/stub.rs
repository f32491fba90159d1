//! Implementations for a type with mistakes, so that the compiler reports only these.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, GenericParam, Lifetime, LifetimeParam, Type, Visibility, parse_quote};

use super::tokens::{REASON, Trait, derived, reader_generics};
use super::{untagged, view};
use crate::model::rlp::{Rlp, Shape};
use crate::model::{Body, Input};
use crate::types;

/// Returns an implementation of `which` that does nothing.
pub(super) fn stub(input: &DeriveInput, model: Option<&Input>, which: Trait) -> TokenStream {
    let krate = model.map_or_else(|| parse_quote!(::tezos_encoding), |model| model.krate.clone());
    let stub = Stub { input, model, p: quote!(#krate::__private), ty: types::own_type(&input.ident, &input.generics) };
    let (companion, implementation) = match which {
        Trait::HasEncoding => (None, stub.schema()),
        Trait::NomReader => (None, stub.reader()),
        Trait::BinWriter => (None, stub.writer()),
        Trait::View => stub.view(),
        Trait::Arena => stub.arena(),
    };
    quote! {
        #companion
        #[allow(deprecated, reason = #REASON)]
        const _: () = { #implementation };
    }
}

/// Returns implementations for RLP that do nothing.
pub(super) fn rlp_stub(input: &DeriveInput, rlp: &Rlp) -> TokenStream {
    let krate = &rlp.krate;
    let (p, ty) = (quote!(#krate::__private), types::own_type(&input.ident, &input.generics));
    let (generics, lifetime) = reader_generics(&input.generics);
    let view = view::lifetime();
    let forms = match rlp.shape {
        Shape::Typed => vec![quote!(#p::rlp::Rlp), quote!(#p::rlp::Envelope)],
        _ => vec![quote!(#p::rlp::Rlp)],
    };
    let implementations = forms.iter().map(|form| {
        let content = quote!(<#p::rlp::Rlp as #p::Schema<#p::u8>>::ENCODING);
        let encoding = quote!(#p::Encoding::Dynamic { prefix: #p::Prefix::Rlp(#p::RlpHeader::List), inner: #content });
        let schema = quote!(const ENCODING: &'static #p::Encoding = &#encoding;);
        let read = quote!(fn read(_: &mut #p::Reader<#lifetime>) -> #p::ReadResult<#ty> { loop {} });
        let write = quote!(fn write<__S: #p::Sink>(_: &#ty, _: &mut __S) -> #p::Written { loop {} });
        let views = rlp.view.as_ref().map(|name| {
            let items = quote! {
                type View = #name<#view>;
                fn view(_: &mut #p::Reader<#view>) -> #p::ReadResult<Self::View> { loop {} }
                fn own(_: &Self::View) -> #p::ReadResult<#ty> { loop {} }
            };
            derived(&parse_quote!(<#view>), &quote!(#p::Views<#view, #ty>), form, &items)
        });
        [
            derived(&input.generics, &quote!(#p::Schema<#ty>), form, &schema),
            derived(&generics, &quote!(#p::Reads<#lifetime, #ty>), form, &read),
            derived(&input.generics, &quote!(#p::Writes<#ty>), form, &write),
            views.unwrap_or_default(),
        ]
    });
    let implementations = implementations.flatten();
    let companion = rlp.view.as_ref().map(|name| {
        companion(
            &p,
            &input.vis,
            "The view of a type with mistakes.",
            &quote!(#name<#view>(#p::PhantomData<&#view ()>)),
        )
    });
    quote! {
        #companion
        const _: () = { #(#implementations)* };
    }
}

struct Stub<'i> {
    input: &'i DeriveInput,
    /// The model, if it could be built.
    model: Option<&'i Input>,
    /// `tezos_encoding::__private`.
    p: TokenStream,
    ty: Type,
}

impl Stub<'_> {
    /// `#[automatically_derived] impl Trait for Type { .. }`
    fn derived(&self, of: TokenStream, items: TokenStream) -> TokenStream {
        derived(&self.input.generics, &of, &self.ty, &items)
    }

    /// Returns a schema with one byte in an object, which is allowed in lists and among fields.
    fn schema(&self) -> TokenStream {
        let (p, name) = (&self.p, self.input.ident.to_string());
        let field = quote!(#p::Field::req(#name, <::core::primitive::u8 as #p::HasEncoding>::ENCODING));
        let encoding = quote!(const ENCODING: &'static #p::Encoding = &#p::Encoding::Object(&[#field]););
        let schema = self.derived(quote!(#p::HasEncoding), encoding);
        let cases = match self.selector() {
            Some(selector) => {
                let items = quote! {
                    type Selector = #selector;
                    const CASES: &'static [#p::Field] = &[#field];
                    fn selected(_: &#selector) -> #p::Option<::core::primitive::usize> { loop {} }
                    fn case_index(&self) -> ::core::primitive::usize { loop {} }
                };
                self.derived(quote!(#p::Untagged), items)
            }
            None if matches!(self.input.data, Data::Enum(_)) => {
                let items = quote! {
                    const CASES: &'static [#p::Case] = &[];
                    fn case(&self) -> &'static #p::Case { loop {} }
                };
                self.derived(quote!(#p::Tagged), items)
            }
            None => TokenStream::new(),
        };
        quote!(#schema #cases)
    }

    /// Returns the type of the selector of an untagged enum.
    fn selector(&self) -> Option<Type> {
        let Body::Enum(data) = &self.model?.body else { return None };
        untagged::selector(data)
    }

    fn reader(&self) -> TokenStream {
        let Self { p, ty, .. } = self;
        let (generics, lifetime) = reader_generics(&self.input.generics);
        let read = quote!(fn read(_: &mut #p::Reader<#lifetime>) -> #p::ReadResult<Self> { loop {} });
        let reader = derived(&generics, &quote!(#p::NomReader<#lifetime>), ty, &read);
        let selected = self.selector().map(|selector| {
            let item = quote! {
                fn read_selected(_: &#selector, _: &mut #p::Reader<#lifetime>) -> #p::ReadResult<Self> { loop {} }
            };
            derived(&generics, &quote!(#p::ReadSelected<#lifetime>), ty, &item)
        });
        quote!(#reader #selected)
    }

    fn writer(&self) -> TokenStream {
        let p = &self.p;
        let items = quote! {
            fn write<__S: #p::Sink>(&self, _: &mut __S) -> #p::Written { loop {} }
        };
        self.derived(quote!(#p::BinWriter), items)
    }

    /// Returns the view type and the implementation.
    fn view(&self) -> (Option<TokenStream>, TokenStream) {
        let Self { input, p, ty, .. } = self;
        let lifetime = Lifetime::new("'__view", Span::call_site());
        let (companion, view) = match self.model.and_then(view::companion_name) {
            None => (None, quote!(Self)),
            Some(name) => {
                let mut generics = input.generics.clone();
                generics.params.insert(0, GenericParam::Lifetime(LifetimeParam::new(lifetime.clone())));
                let (_, arguments, where_clause) = generics.split_for_impl();
                let held = quote!((#p::PhantomData<(&#lifetime (), fn() -> #ty)>) #where_clause);
                let companion =
                    companion(p, &input.vis, "The view of a type with mistakes.", &quote!(#name #generics #held));
                (Some(companion), quote!(#name #arguments))
            }
        };
        let items = quote! {
            type View<#lifetime> = #view;
            fn view<#lifetime>(_: &mut #p::Reader<#lifetime>) -> #p::ReadResult<#view> { loop {} }
            fn from_view(_: &Self::View<'_>) -> #p::ReadResult<Self> { loop {} }
        };
        (companion, self.derived(quote!(#p::View), items))
    }

    /// Returns the type of the nodes and the implementation.
    fn arena(&self) -> (Option<TokenStream>, TokenStream) {
        let p = &self.p;
        let own = || format_ident!("{}Node", self.input.ident);
        let name = self.model.and_then(|model| model.arena.clone()).unwrap_or_else(own);
        let companion = companion(p, &self.input.vis, "The nodes of a type with mistakes.", &quote!(#name));
        let items = quote! {
            type Node = #name;
            type Frame<'__input> = ();
            const SIZED: ::core::primitive::bool = false;
            fn begin<'__input>(
                _: &mut #p::Reader<'__input>,
                _: &mut #p::Growing<'__input, Self>,
            ) -> #p::ReadResult<#p::Reached> { loop {} }
            fn resume<'__input>(
                _: (),
                _: #p::Child<Self>,
                _: &mut #p::Reader<'__input>,
                _: &mut #p::Growing<'__input, Self>,
            ) -> #p::ReadResult<#p::Reached> { loop {} }
            fn write<__S: #p::Sink>(
                _: &#name,
                _: #p::Position,
                _: #p::Sizes<'_>,
                _: &mut __S,
            ) -> #p::Result<#p::Option<(#p::Child<Self>, #p::Position)>, #p::EncodeError> { loop {} }
            fn inside(_: &#name, _: #p::Position, _: #p::EncodeError) -> #p::EncodeError { loop {} }
        };
        (Some(companion), self.derived(quote!(#p::Steps), items))
    }
}

/// `pub struct TypeView<..>(..);`, with the traits that the user's code may need.
fn companion(p: &TokenStream, vis: &Visibility, doc: &str, definition: &TokenStream) -> TokenStream {
    quote! {
        #[doc = #doc]
        #[allow(dead_code, deprecated, reason = #REASON)]
        #[derive(#p::Clone, #p::Debug, #p::PartialEq)]
        #vis struct #definition;
    }
}
