//! The traits of `tezos_encoding`, made of its wire forms. A type of the user is read and written by its old traits, with
//! the form `bridge::Old`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{GenericParam, Lifetime, LifetimeParam};

use crate::model::{Around, Body, Field, Input, Shape, Variant};
use crate::old::{implement, local, value, values, wired};

/// The bound on types that are read by their old traits.
fn readable() -> TokenStream {
    quote!(for<'__any> tezos_data_encoding::nom::NomReader<'__any>)
}

fn p() -> TokenStream {
    quote!(tezos_data_encoding::__private::tezos_encoding)
}

/// `impl HasEncoding for Type { const ENCODING: &'static Encoding = ..; }`
pub(crate) fn schema(input: &Input<'_>) -> TokenStream {
    let p = p();
    let encoding_of = |shape: &Shape<'_>, ty: &syn::Type| {
        let form = form(shape);
        quote!(<#form as #p::wire::Schema<#ty>>::ENCODING)
    };
    let body = match &input.body {
        Body::Struct(fields) => {
            let fields = wired(fields).map(|(field, shape, reserve)| {
                let (name, form) = (field.name.to_string(), reserved(shape, reserve));
                let ty = field.ty;
                quote!(#p::schema::Field::req(#name, <#form as #p::wire::Schema<#ty>>::ENCODING))
            });
            quote!(#p::schema::Encoding::Object(&[#(#fields),*]))
        }
        Body::Enum { tag, ignores_unknown, variants } => {
            let size = Ident::new(&tag.to_string().to_uppercase(), tag.span());
            let cases = variants.iter().map(|variant| {
                let (number, name) = (Literal::u16_unsuffixed(variant.tag), variant.name.to_string());
                let payload = variant.payload.as_ref();
                let payload =
                    payload.map_or_else(|| quote!(&#p::schema::Encoding::Empty), |(ty, shape)| encoding_of(shape, ty));
                quote!(#p::schema::Case::new(#number, #name, #payload))
            });
            quote! {
                #p::schema::Encoding::Union {
                    tag: #p::schema::TagSize::#size,
                    cases: &[#(#cases),*],
                    ignore_unknown: #ignores_unknown,
                }
            }
        }
    };
    let generics = input.generics(&readable());
    let encoding = quote!(#p::schema::Encoding);
    within(
        input,
        &generics,
        &quote!(#p::HasEncoding),
        |own| quote!(#p::wire::Schema<#own>),
        |own| {
            let form = around(input, &quote!(__Body));
            let items = quote! {
                const ENCODING: &'static #encoding = <#form as #p::wire::Schema<#own>>::ENCODING;
            };
            (quote!(const ENCODING: &'static #encoding = &#body;), items)
        },
    )
}

/// `impl NomReader<'input> for Type { fn read(input: &mut Reader<'input>) -> Result<Self, Fault> { .. } }`
pub(crate) fn reader(input: &Input<'_>) -> TokenStream {
    let (p, bytes) = (p(), local("input"));
    let lifetime = Lifetime::new("'__input", Span::mixed_site());
    let mut generics = input.generics(&readable());
    generics.params.insert(0, GenericParam::Lifetime(LifetimeParam::new(lifetime.clone())));
    let name = &input.of.ident;
    let body = match &input.body {
        Body::Struct(fields) => read_struct(name, fields, &bytes, &lifetime),
        Body::Enum { tag, ignores_unknown, variants } => {
            read_enum(name, tag, *ignores_unknown, variants, &bytes, &lifetime)
        }
    };
    within(
        input,
        &generics,
        &quote!(#p::NomReader<#lifetime>),
        |own| quote!(#p::wire::Reads<#lifetime, #own>),
        |own| {
            let form = around(input, &quote!(__Body));
            let signature = |of: &TokenStream| quote!(fn read(#bytes: &mut #p::Reader<#lifetime>) -> ::core::result::Result<#of, #p::Fault>);
            let (inner, outer) = (signature(own), signature(&quote!(Self)));
            (quote!(#inner { #body }), quote!(#outer { <#form as #p::wire::Reads<#lifetime, #own>>::read(#bytes) }))
        },
    )
}

fn read_struct(name: &Ident, fields: &[Field<'_>], bytes: &Ident, lifetime: &Lifetime) -> TokenStream {
    let (p, start) = (p(), local("start"));
    let reads = wired(fields).map(|(field, shape, reserve)| {
        let (form, ty, value) = (reserved(shape, reserve), field.ty, value(field));
        quote!(let #value = <#form as #p::wire::Reads<#lifetime, #ty>>::read(#bytes)?;)
    });
    let values = values(fields, &start, &quote!(#bytes.remaining().len()));
    quote! {
        let #start = #bytes.remaining();
        #(#reads)*
        ::core::result::Result::Ok(#name { #values })
    }
}

fn read_enum(
    name: &Ident,
    tag: &Ident,
    ignores_unknown: bool,
    variants: &[Variant<'_>],
    bytes: &Ident,
    lifetime: &Lifetime,
) -> TokenStream {
    let (p, start, found) = (p(), local("start"), local("tag"));
    let arms = variants.iter().map(|variant| {
        let (case, number) = (variant.name, Literal::u16_unsuffixed(variant.tag));
        match &variant.payload {
            None => quote!(#number => ::core::result::Result::Ok(#name::#case),),
            Some((ty, shape)) => {
                let form = form(shape);
                quote!(#number => <#form as #p::wire::Reads<#lifetime, #ty>>::read(#bytes).map(#name::#case),)
            }
        }
    });
    quote! {
        let #start = #bytes.remaining();
        let #found = <#tag as #p::NomReader<'_>>::read(#bytes)?;
        match #found {
            #(#arms)*
            _ => ::core::result::Result::Err(#p::Fault::unexpected_tag(#start, #found.into(), #ignores_unknown)),
        }
    }
}

/// `impl BinWriter for Type { fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> { .. } }`
pub(crate) fn writer(input: &Input<'_>) -> TokenStream {
    let (p, sink, this, name) = (p(), local("sink"), local("this"), &input.of.ident);
    let body = match &input.body {
        Body::Struct(fields) => {
            let writes = wired(fields).map(|(field, shape, reserve)| {
                let (form, ty, member) = (reserved(shape, reserve), field.ty, field.name);
                let label = member.to_string();
                quote! {
                    <#form as #p::wire::Writes<#ty>>::write(&#this.#member, #sink).map_err(|error| error.in_field(#label))?;
                }
            });
            quote!(#(#writes)* ::core::result::Result::Ok(()))
        }
        Body::Enum { variants, .. } if variants.is_empty() => quote!(match *#this {}),
        Body::Enum { tag, variants, .. } => {
            let arms = variants.iter().map(|variant| {
                let (case, number, label) =
                    (variant.name, Literal::u16_unsuffixed(variant.tag), variant.name.to_string());
                let put = quote!(#sink.put(&#tag::to_be_bytes(#number)););
                match &variant.payload {
                    None => quote!(#name::#case => { #put ::core::result::Result::Ok(()) }),
                    Some((ty, shape)) => {
                        let form = form(shape);
                        quote! {
                            #name::#case(value) => {
                                #put
                                <#form as #p::wire::Writes<#ty>>::write(value, #sink).map_err(|error| error.in_case(#label))
                            }
                        }
                    }
                }
            });
            quote!(match #this { #(#arms)* })
        }
    };
    let generics = input.generics(&quote!(tezos_data_encoding::enc::BinWriter));
    within(
        input,
        &generics,
        &quote!(#p::BinWriter),
        |own| quote!(#p::wire::Writes<#own>),
        |own| {
            let form = around(input, &quote!(__Body));
            let result = quote!(::core::result::Result<(), #p::EncodeError>);
            (
                quote!(fn write<__S: #p::Sink>(#this: &#own, #sink: &mut __S) -> #result { #body }),
                quote! {
                    fn write<__S: #p::Sink>(&self, #sink: &mut __S) -> #result {
                        <#form as #p::wire::Writes<#own>>::write(self, #sink)
                    }
                },
            )
        },
    )
}

/// ```text
/// const _: () = {
///     struct __Body;
///     impl InnerTrait<Type> for __Body { inner }
///     impl Trait for Type { outer }
/// };
/// ```
fn within(
    input: &Input<'_>,
    generics: &syn::Generics,
    outer_trait: &TokenStream,
    inner_trait: impl FnOnce(&TokenStream) -> TokenStream,
    items: impl FnOnce(&TokenStream) -> (TokenStream, TokenStream),
) -> TokenStream {
    let name = &input.of.ident;
    let (_, arguments, _) = input.of.generics.split_for_impl();
    let (parameters, _, clause) = generics.split_for_impl();
    let own = quote!(#name #arguments);
    let (inner_trait, (inner, outer)) = (inner_trait(&own), items(&own));
    let outer = implement(input, generics, outer_trait, &outer);
    quote! {
        const _: () = {
            struct __Body;
            #[automatically_derived]
            #[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction, reason = "generated by a derive of tezos-data-encoding-compat")]
            impl #parameters #inner_trait for __Body #clause { #inner }
            #outer
        };
    }
}

/// Returns the form of a type: that of its body with what wraps it.
fn around(input: &Input<'_>, body: &TokenStream) -> TokenStream {
    input.around.iter().fold(body.clone(), |inner, around| form_around(around, &inner))
}

/// Returns the form of a field.
fn reserved(shape: &Shape<'_>, reserve: Option<&TokenStream>) -> TokenStream {
    let (p, form) = (p(), form(shape));
    reserve.map_or_else(|| form.clone(), |size| quote!(#p::wire::Reserve<#form, { #size }>))
}

fn form(shape: &Shape<'_>) -> TokenStream {
    let p = p();
    match shape {
        Shape::Unit(span) => quote_spanned!(*span=> #p::wire::Null),
        Shape::Number(number, span) => {
            let name = Ident::new(number.form, *span);
            quote!(#p::wire::#name)
        }
        Shape::Bytes(span) => quote_spanned!(*span=> #p::wire::Bytes),
        Shape::Text(None, span) => quote_spanned!(*span=> #p::wire::Dynamic<#p::wire::U30, #p::wire::Text>),
        Shape::Text(Some(max), _) => {
            quote!(#p::wire::Dynamic<#p::wire::U30, #p::wire::Bounded<#p::wire::Text, { #max }>>)
        }
        Shape::Type(ty) => quote_spanned!(ty.span()=> tezos_data_encoding::bridge::Old),
        Shape::Moved(ty) => quote_spanned!(ty.span()=> #p::wire::Auto),
        Shape::Optional(inner) => {
            let inner = form(inner);
            quote!(#p::wire::Opt<#inner>)
        }
        Shape::List(max, inner) => {
            let (inner, max) = (form(inner), max.as_ref().map(|max| quote!(, { #max })));
            quote!(#p::wire::List<#inner #max>)
        }
        Shape::Around(around, inner) => form_around(around, &form(inner)),
    }
}

fn form_around(around: &Around, inner: &TokenStream) -> TokenStream {
    let p = p();
    match around {
        Around::Sized(size) => quote!(#p::wire::Sized<#inner, { #size }>),
        Around::Bounded(max) => quote!(#p::wire::Bounded<#inner, { #max }>),
        Around::Dynamic(None) => quote!(#p::wire::Dynamic<#p::wire::U30, #inner>),
        Around::Dynamic(Some(max)) => quote!(#p::wire::Dynamic<#p::wire::U30, #p::wire::Bounded<#inner, { #max }>>),
        Around::ShortDynamic => quote!(#p::wire::Dynamic<#p::wire::U8, #inner>),
    }
}
