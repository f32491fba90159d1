//! The types that `View` and `Arena` make: the derived type with other types for its fields.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Generics, Member};

use super::{Context, Group};

/// ```text
/// #[derive(Clone, Debug, PartialEq)]
/// pub struct TypeView<'a> { pub field: <Form as Views<'a, Field>>::View, .. }
/// ```
///
/// `types` are those of the fields of each group.
pub(super) fn twin(
    context: &Context<'_>,
    name: &Ident,
    doc: &str,
    generics: &Generics,
    types: &[Vec<TokenStream>],
) -> TokenStream {
    let (vis, where_clause) = (&context.input.vis, &generics.where_clause);
    let head = quote! {
        #[doc = #doc]
        #[allow(deprecated, missing_docs)]
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
    };
    if let ([group @ Group { variant: None, .. }], [types]) = (context.groups.as_slice(), types) {
        let fields = members(group, types, true);
        return match group.slots.first().map(|slot| &slot.field.member) {
            Some(Member::Unnamed(_)) => quote!(#head #vis struct #name #generics (#fields) #where_clause;),
            _ => quote!(#head #vis struct #name #generics #where_clause { #fields }),
        };
    }
    let variants = context.groups.iter().zip(types).filter_map(|(group, types)| {
        let (variant, fields) = (group.variant?, members(group, types, false));
        Some(match group.slots.first().map(|slot| &slot.field.member) {
            None => quote!(#variant),
            Some(Member::Named(_)) => quote!(#variant { #fields }),
            Some(Member::Unnamed(_)) => quote!(#variant(#fields)),
        })
    });
    quote!(#head #vis enum #name #generics #where_clause { #(#variants,)* })
}

/// `pub field: Type,` for each field.
fn members(group: &Group, types: &[TokenStream], with_vis: bool) -> TokenStream {
    let fields = group.slots.iter().zip(types).map(|(slot, ty)| {
        let vis = with_vis.then_some(&slot.field.vis);
        match &slot.field.member {
            Member::Named(name) => quote!(#vis #name: #ty,),
            Member::Unnamed(_) => quote!(#vis #ty,),
        }
    });
    fields.collect()
}
