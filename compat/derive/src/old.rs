//! The old traits, made of the functions in `enc` and `nom`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{GenericParam, Lifetime, LifetimeParam};

use crate::model::{Around, Body, Field, Input, Role, Shape, Variant};

/// `impl HasEncoding for Type { fn encoding() -> Encoding { .. } }`
pub(crate) fn has_encoding(input: &Input<'_>) -> TokenStream {
    let at = quote!(tezos_data_encoding::encoding);
    let name = input.of.ident.to_string();
    let body = match &input.body {
        Body::Struct(fields) => {
            let fields = wired(fields).map(|(field, shape, _)| {
                let (name, encoding) = (field.name.to_string(), encoding(shape));
                quote!(#at::Field::new(#name, #encoding))
            });
            quote!(#at::Encoding::Obj(#name, ::std::vec![#(#fields),*]))
        }
        Body::Enum { tag, variants, .. } => {
            let tags = variants.iter().map(|variant| {
                let (tag, name) = (variant.tag, variant.name.to_string());
                let payload =
                    variant.payload.as_ref().map_or_else(|| quote!(#at::Encoding::Unit), |(_, shape)| encoding(shape));
                quote!(#at::Tag::new(#tag, #name, #payload))
            });
            quote!(#at::Encoding::Tags(::core::mem::size_of::<#tag>(), #at::TagMap::new(::std::vec![#(#tags),*])))
        }
    };
    let body = input.around.iter().fold(body, |inner, around| encoding_around(around, inner));
    let generics = input.generics(&quote!(#at::HasEncoding));
    implement(input, &generics, &quote!(#at::HasEncoding), &quote!(fn encoding() -> #at::Encoding { #body }))
}

fn encoding(shape: &Shape<'_>) -> TokenStream {
    let at = quote!(tezos_data_encoding::encoding);
    match shape {
        Shape::Unit(span) => quote_spanned!(*span=> #at::Encoding::Unit),
        Shape::Number(number, span) => {
            let name = Ident::new(number.name, *span);
            quote!(#at::Encoding::#name)
        }
        Shape::Bytes(span) => quote_spanned!(*span=> #at::Encoding::Bytes),
        Shape::Text(None, span) => quote_spanned!(*span=> #at::Encoding::String),
        Shape::Text(Some(max), _) => quote!(#at::Encoding::BoundedString(#max)),
        Shape::Type(ty) => quote_spanned!(ty.span()=> <#ty as #at::HasEncoding>::encoding()),
        Shape::Moved(ty) => quote_spanned!(ty.span()=> tezos_data_encoding::bridge::encoding::<#ty>()),
        Shape::Optional(inner) => {
            let inner = encoding(inner);
            quote!(#at::Encoding::option_field(#inner))
        }
        Shape::List(max, inner) => {
            let inner = encoding(inner);
            max.as_ref().map_or_else(
                || quote!(#at::Encoding::list(#inner)),
                |max| quote!(#at::Encoding::bounded_list(#max, #inner)),
            )
        }
        Shape::Around(around, inner) => encoding_around(around, encoding(inner)),
    }
}

fn encoding_around(around: &Around, inner: TokenStream) -> TokenStream {
    let (name, size) = wrapper(around);
    let size = size.map(|size| quote!(#size,));
    quote!(tezos_data_encoding::encoding::Encoding::#name(#size #inner))
}

/// Returns the name of what wraps an encoding, the same in all modules, and its size.
fn wrapper(around: &Around) -> (Ident, Option<&TokenStream>) {
    let (name, size) = match around {
        Around::Sized(size) => ("sized", Some(size)),
        Around::Bounded(max) => ("bounded", Some(max)),
        Around::Dynamic(None) => ("dynamic", None),
        Around::Dynamic(Some(max)) => ("bounded_dynamic", Some(max)),
        Around::ShortDynamic => ("short_dynamic", None),
    };
    (Ident::new(name, Span::call_site()), size)
}

/// `impl NomReader<'_a> for Type { fn nom_read(input: &'_a [u8]) -> NomResult<'_a, Self> { .. } }`
pub(crate) fn nom_reader(input: &Input<'_>) -> TokenStream {
    let at = quote!(tezos_data_encoding::nom);
    let lifetime = Lifetime::new("'_a", Span::call_site());
    let mut generics = input.generics(&quote!(for<'__any> #at::NomReader<'__any>));
    generics.params.insert(0, GenericParam::Lifetime(LifetimeParam::new(lifetime.clone())));
    let bytes = local("input");
    let body = match &input.body {
        Body::Struct(fields) => read_struct(input, fields, &bytes),
        Body::Enum { tag, ignores_unknown, variants } => read_enum(input, tag, *ignores_unknown, variants, &bytes),
    };
    let body = quote!(|#bytes: &#lifetime [u8]| { #body });
    let read = input.around.iter().fold(body, |inner, around| function_around(&at, around, &inner));
    let items = quote! {
        fn nom_read(#bytes: &#lifetime [u8]) -> #at::NomResult<#lifetime, Self> {
            (#read)(#bytes)
        }
    };
    implement(input, &generics, &quote!(#at::NomReader<#lifetime>), &items)
}

fn read_struct(input: &Input<'_>, fields: &[Field<'_>], bytes: &Ident) -> TokenStream {
    let at = quote!(tezos_data_encoding::nom);
    let start = local("start");
    let single = fields.len() == 1;
    let reads = wired(fields).map(|(field, shape, reserve)| {
        let (name, parser) = (field.name, parser(shape));
        let parser = reserve.map_or_else(|| parser.clone(), |size| quote!(#at::reserve(#size, #parser)));
        // The name of a single field stands alone in errors.
        let label = if single { name.to_string() } else { format!("{}::{name}", input.of.ident) };
        let value = value(field);
        quote!(let (#bytes, #value) = #at::field(#label, #parser)(#bytes)?;)
    });
    let values = values(fields, &start, &quote!(#bytes.len()));
    quote! {
        let #start = #bytes;
        #(#reads)*
        ::core::result::Result::Ok((#bytes, Self { #values }))
    }
}

fn read_enum(
    input: &Input<'_>,
    tag: &Ident,
    ignores_unknown: bool,
    variants: &[Variant<'_>],
    bytes: &Ident,
) -> TokenStream {
    let (at, found) = (quote!(tezos_data_encoding::nom), local("tag"));
    let arms = variants.iter().map(|variant| {
        let (name, number) = (variant.name, Literal::u16_unsuffixed(variant.tag));
        let label = format!("{}::{name}", input.of.ident);
        match &variant.payload {
            None => quote!(#number => ::core::result::Result::Ok((#bytes, Self::#name)),),
            Some((_, shape)) => {
                let parser = parser(shape);
                quote! {
                    #number => #at::variant(#label, #parser)(#bytes).map(|(rest, value)| (rest, Self::#name(value))),
                }
            }
        }
    });
    let reader = if tag == "u8" { quote!(#at::short_size) } else { quote!(#at::#tag) };
    let unknown = format_ident!("{}", if ignores_unknown { "unknown_tag" } else { "invalid_tag" });
    quote! {
        let (#bytes, #found) = #reader(#bytes)?;
        match #found {
            #(#arms)*
            _ => ::core::result::Result::Err(tezos_data_encoding::__private::nom::Err::Error(
                #at::error::DecodeError::#unknown(#bytes, ::std::format!("0x{:.2X}", #found)),
            )),
        }
    }
}

fn parser(shape: &Shape<'_>) -> TokenStream {
    let at = quote!(tezos_data_encoding::nom);
    match shape {
        Shape::Unit(span) => quote_spanned!(*span=> #at::unit),
        Shape::Number(number, span) => match number.ty {
            "i8" | "u8" => {
                let name = Ident::new(number.ty, *span);
                quote!(tezos_data_encoding::__private::nom::number::complete::#name)
            }
            "bool" => quote_spanned!(*span=> #at::boolean),
            name => {
                let name = Ident::new(name, *span);
                quote!(#at::#name)
            }
        },
        Shape::Bytes(span) => quote_spanned!(*span=> #at::bytes),
        Shape::Text(None, span) => quote_spanned!(*span=> #at::string),
        Shape::Text(Some(max), _) => quote!(#at::bounded_string(#max)),
        Shape::Type(ty) => quote_spanned!(ty.span()=> <#ty as #at::NomReader<'_>>::nom_read),
        Shape::Moved(ty) => quote_spanned!(ty.span()=> tezos_data_encoding::bridge::nom_read::<#ty>),
        Shape::Optional(inner) => {
            let inner = parser(inner);
            quote!(#at::optional_field(#inner))
        }
        Shape::List(max, inner) => list(&at, max.as_ref(), &parser(inner)),
        Shape::Around(around, inner) => function_around(&at, around, &parser(inner)),
    }
}

/// `impl BinWriter for Type { fn bin_write(&self, out: &mut Vec<u8>) -> BinResult { .. } }`
pub(crate) fn bin_writer(input: &Input<'_>) -> TokenStream {
    let (at, out, this) = (quote!(tezos_data_encoding::enc), local("out"), local("this"));
    let body = match &input.body {
        Body::Struct(fields) => {
            let writes = wired(fields).map(|(field, shape, _)| {
                let (name, writer) = (field.name, writer(shape));
                let label = format!("{}::{name}", input.of.ident);
                quote!(#at::field(#label, #writer)(&#this.#name, #out)?;)
            });
            quote!(#(#writes)* ::core::result::Result::Ok(()))
        }
        Body::Enum { tag, variants, .. } => {
            let arms = variants.iter().map(|variant| {
                let (name, number) = (variant.name, Literal::u16_unsuffixed(variant.tag));
                let label = format!("{}::{name}", input.of.ident);
                match &variant.payload {
                    None => quote!(Self::#name => #at::variant(#label, #at::#tag)(&#number, #out),),
                    Some((_, shape)) => {
                        let writer = writer(shape);
                        quote! {
                            Self::#name(value) => #at::variant_with_field(#label, #at::#tag, #writer)(&#number, value, #out),
                        }
                    }
                }
            });
            // An enum without variants has no values.
            if variants.is_empty() { quote!(match *#this {}) } else { quote!(match #this { #(#arms)* }) }
        }
    };
    let body = quote!(|#this: &Self, #out: &mut ::std::vec::Vec<u8>| -> #at::BinResult { #body });
    let write = input.around.iter().fold(body, |inner, around| function_around(&at, around, &inner));
    let items = quote! {
        fn bin_write(&self, #out: &mut ::std::vec::Vec<u8>) -> #at::BinResult {
            (#write)(self, #out)
        }
    };
    implement(input, &input.generics(&quote!(#at::BinWriter)), &quote!(#at::BinWriter), &items)
}

fn writer(shape: &Shape<'_>) -> TokenStream {
    let at = quote!(tezos_data_encoding::enc);
    match shape {
        Shape::Unit(span) => quote_spanned!(*span=> #at::unit),
        Shape::Number(number, span) => {
            let name = Ident::new(if number.ty == "bool" { "boolean" } else { number.ty }, *span);
            quote!(#at::#name)
        }
        Shape::Bytes(span) => quote_spanned!(*span=> #at::bytes),
        Shape::Text(None, span) => quote_spanned!(*span=> #at::string),
        Shape::Text(Some(max), _) => quote!(#at::bounded_string(#max)),
        Shape::Type(ty) => quote_spanned!(ty.span()=> <#ty as #at::BinWriter>::bin_write),
        Shape::Moved(ty) => quote_spanned!(ty.span()=> tezos_data_encoding::bridge::bin_write::<#ty>),
        Shape::Optional(inner) => {
            let inner = writer(inner);
            quote!(#at::optional_field(#inner))
        }
        Shape::List(max, inner) => list(&at, max.as_ref(), &writer(inner)),
        Shape::Around(around, inner) => function_around(&at, around, &writer(inner)),
    }
}

/// `list(inner)` or `bounded_list(max, inner)`, in `enc` or `nom`.
fn list(at: &TokenStream, max: Option<&TokenStream>, inner: &TokenStream) -> TokenStream {
    max.map_or_else(|| quote!(#at::list(#inner)), |max| quote!(#at::bounded_list(#max, #inner)))
}

/// `dynamic(inner)`, `sized(size, inner)` .., in `enc` or `nom`.
fn function_around(at: &TokenStream, around: &Around, inner: &TokenStream) -> TokenStream {
    let (name, size) = wrapper(around);
    let size = size.map(|size| quote!(#size,));
    quote!(#at::#name(#size #inner))
}

/// Returns the fields on the wire.
pub(crate) fn wired<'f, 'a>(
    fields: &'f [Field<'a>],
) -> impl Iterator<Item = (&'f Field<'a>, &'f Shape<'a>, Option<&'f TokenStream>)> {
    fields.iter().filter_map(|field| match &field.role {
        Role::Wire(shape, reserve) => Some((field, shape, reserve.as_ref())),
        Role::Skip | Role::Hash => None,
    })
}

/// `field: value, ..` for all fields; a hash is that of the bytes from `start` on without the last `left`.
pub(crate) fn values(fields: &[Field<'_>], start: &Ident, left: &TokenStream) -> TokenStream {
    let values = fields.iter().map(|field| {
        let (name, value) = (field.name, value(field));
        match field.role {
            Role::Wire(..) => quote!(#name: #value,),
            Role::Skip => quote!(#name: ::core::default::Default::default(),),
            // The name of Octez's hash function, in the crate that its trees have.
            Role::Hash => quote! {
                #name: ::core::convert::From::from(tezos_data_encoding::nom::Hasher::hash(
                    &tezos_crypto_rs::hash::TezosHasher,
                    #start.get(..#start.len().saturating_sub(#left)).unwrap_or_default(),
                )),
            },
        }
    });
    quote!(#(#values)*)
}

/// Returns the local that holds the value of a field.
pub(crate) fn value(field: &Field<'_>) -> Ident {
    local(&format!("field_{}", field.name))
}

/// Returns a name that the user's code does not see.
pub(crate) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// `impl<..> Trait for Type<..> where .. { .. }`
pub(crate) fn implement(
    input: &Input<'_>,
    generics: &syn::Generics,
    of: &TokenStream,
    items: &TokenStream,
) -> TokenStream {
    let name = &input.of.ident;
    let (_, arguments, _) = input.of.generics.split_for_impl();
    let (parameters, _, clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction, reason = "generated by a derive of tezos-data-encoding-compat")]
        impl #parameters #of for #name #arguments #clause { #items }
    }
}
