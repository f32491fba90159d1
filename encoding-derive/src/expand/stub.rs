//! What is implemented for a type with mistakes, so that nothing but those is reported.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, GenericParam, Lifetime, LifetimeParam, Type, parse_quote};

use super::{Trait, reader_generics, select, view};
use crate::lower;
use crate::model::{Body, Input};

/// An implementation that does nothing.
pub(super) fn stub(input: &DeriveInput, model: Option<&Input>, which: Trait) -> TokenStream {
    let krate = model.map_or_else(|| parse_quote!(::tezos_encoding), |model| model.krate.clone());
    let stub = Stub { input, model, p: quote!(#krate::__private), ty: lower::own_type(&input.ident, &input.generics) };
    match which {
        Trait::HasEncoding => stub.schema(),
        Trait::NomReader => stub.reader(),
        Trait::BinWriter => stub.writer(),
        Trait::View => stub.view(),
        Trait::Arena => stub.arena(),
    }
}

struct Stub<'i> {
    input: &'i DeriveInput,
    /// As far as it is known.
    model: Option<&'i Input>,
    /// `tezos_encoding::__private`.
    p: TokenStream,
    ty: Type,
}

impl Stub<'_> {
    /// In the schemas of others the type is an object of one byte, which may stand in lists and beside fields.
    fn schema(&self) -> TokenStream {
        let Self { input, p, ty, .. } = self;
        let (impl_generics, _, where_clause) = input.generics.split_for_impl();
        let name = input.ident.to_string();
        let field = quote!(#p::Field::req(#name, <::core::primitive::u8 as #p::HasEncoding>::ENCODING));
        let cases = match self.selector() {
            Some(selector) => quote! {
                #[allow(deprecated)]
                #[automatically_derived]
                impl #impl_generics #p::Untagged for #ty #where_clause {
                    type Selector = #selector;
                    const CASES: &'static [#p::Field] = &[#field];
                    fn selected(_: &#selector) -> #p::Option<::core::primitive::usize> { loop {} }
                    fn place(&self) -> ::core::primitive::usize { loop {} }
                }
            },
            None if matches!(input.data, Data::Enum(_)) => quote! {
                #[allow(deprecated)]
                #[automatically_derived]
                impl #impl_generics #p::Tagged for #ty #where_clause {
                    const CASES: &'static [#p::Case] = &[];
                    fn case(&self) -> &'static #p::Case { loop {} }
                }
            },
            None => TokenStream::new(),
        };
        quote! {
            #[allow(deprecated)]
            #[automatically_derived]
            impl #impl_generics #p::HasEncoding for #ty #where_clause {
                const ENCODING: &'static #p::Encoding = &#p::Encoding::Object(&[#field]);
            }
            #cases
        }
    }

    /// What says the case of an enum without tags.
    fn selector(&self) -> Option<Type> {
        match &self.model?.body {
            Body::Enum(data) => select::selector(data),
            Body::Struct(_) | Body::Via => None,
        }
    }

    fn reader(&self) -> TokenStream {
        let Self { p, ty, .. } = self;
        let (generics, lifetime) = reader_generics(&self.input.generics);
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        let selected = self.selector().map(|selector| {
            quote! {
                #[allow(deprecated)]
                #[automatically_derived]
                impl #impl_generics #p::ReadSelected<#lifetime> for #ty #where_clause {
                    fn read_selected(_: &#selector, _: &mut #p::Reader<#lifetime>) -> #p::Result<Self, #p::Fault> { loop {} }
                }
            }
        });
        quote! {
            #[allow(deprecated)]
            #[automatically_derived]
            impl #impl_generics #p::NomReader<#lifetime> for #ty #where_clause {
                fn nom_read(_: &#lifetime [::core::primitive::u8]) -> #p::NomResult<#lifetime, Self> { loop {} }
            }
            #selected
        }
    }

    fn writer(&self) -> TokenStream {
        let Self { input, p, ty, .. } = self;
        let (impl_generics, _, where_clause) = input.generics.split_for_impl();
        quote! {
            #[allow(deprecated)]
            #[automatically_derived]
            impl #impl_generics #p::BinWriter for #ty #where_clause {
                const HAS_BLOCKS: ::core::primitive::bool = false;
                fn measure(&self, _: &mut #p::Measure<'_>) -> #p::Result<::core::primitive::usize, #p::EncodeError> { loop {} }
                fn write<__S: #p::Sink>(&self, _: &mut __S) {}
            }
        }
    }

    /// The twin has its name and its parameters.
    fn view(&self) -> TokenStream {
        let Self { input, p, ty, .. } = self;
        let (impl_generics, _, where_clause) = input.generics.split_for_impl();
        let (vis, lifetime) = (&input.vis, Lifetime::new("'__view", Span::call_site()));
        let name = self.model.and_then(view::twin_name);
        let (twin, view) = match name {
            None => (TokenStream::new(), quote!(Self)),
            Some(name) => {
                let mut generics = input.generics.clone();
                generics.params.insert(0, GenericParam::Lifetime(LifetimeParam::new(lifetime.clone())));
                let (_, arguments, _) = generics.split_for_impl();
                let twin = quote! {
                    #[doc = "The view of a type with mistakes."]
                    #[allow(dead_code, deprecated)]
                    #[derive(#p::Clone, #p::Debug, #p::PartialEq)]
                    #vis struct #name #generics(#p::PhantomData<(&#lifetime (), fn() -> #ty)>) #where_clause;
                };
                (twin, quote!(#name #arguments))
            }
        };
        quote! {
            #twin
            #[allow(deprecated)]
            #[automatically_derived]
            impl #impl_generics #p::View for #ty #where_clause {
                type View<#lifetime> = #view;
                fn view<#lifetime>(_: &mut #p::Reader<#lifetime>) -> #p::Result<#view, #p::Fault> { loop {} }
                fn from_view(_: &Self::View<'_>) -> #p::Result<Self, #p::Fault> { loop {} }
            }
        }
    }

    fn arena(&self) -> TokenStream {
        let Self { input, p, ty, .. } = self;
        let (impl_generics, _, where_clause) = input.generics.split_for_impl();
        let own = || format_ident!("{}Node", input.ident);
        let (vis, name) = (&input.vis, self.model.and_then(|model| model.arena.clone()).unwrap_or_else(own));
        quote! {
            #[doc = "The nodes of a type with mistakes."]
            #[allow(dead_code, deprecated)]
            #[derive(#p::Clone, #p::Debug, #p::PartialEq)]
            #vis struct #name;
            #[allow(deprecated)]
            #[automatically_derived]
            impl #impl_generics #p::arena::Recursive for #ty #where_clause {
                type Node = #name;
                type Frame<'__input> = ();
                const SIZED: ::core::primitive::bool = false;
                fn begin<'__input>(
                    _: &mut #p::Reader<'__input>,
                    _: &mut #p::arena::Growing<'__input, Self>,
                ) -> #p::Result<#p::arena::Reached, #p::Fault> { loop {} }
                fn resume<'__input>(
                    _: (),
                    _: #p::arena::Child<Self>,
                    _: &mut #p::Reader<'__input>,
                    _: &mut #p::arena::Growing<'__input, Self>,
                ) -> #p::Result<#p::arena::Reached, #p::Fault> { loop {} }
                fn measure(_: &#name, _: #p::arena::Sizes<'_>) -> #p::Result<::core::primitive::usize, #p::EncodeError> { loop {} }
                fn write<__S: #p::Sink>(
                    _: &#name,
                    _: #p::arena::Place,
                    _: #p::arena::Sizes<'_>,
                    _: &mut __S,
                ) -> #p::Option<(#p::arena::Child<Self>, #p::arena::Place)> { loop {} }
                fn inside(_: &#name, _: #p::arena::Place, _: #p::EncodeError) -> #p::EncodeError { loop {} }
            }
        }
    }
}
