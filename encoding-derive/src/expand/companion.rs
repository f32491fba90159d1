//! Companion types, which `View` and `Arena` generate: the derived type with different types for its fields.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Generics, Member, WherePredicate, parse_quote};

use super::context::Context;
use super::group::Group;
use super::tokens::{REASON, implement, locals};
use crate::types;

/// ```text
/// #[derive(Clone, Debug, PartialEq)]
/// pub struct TypeView<'a> { pub field: <Form as Views<'a, Field>>::View, .. }
/// ```
///
/// `types` are those of the fields of each group. If there are type parameters, [`implementations`] replaces the three
/// derives.
pub(super) fn companion(
    context: &Context<'_>,
    name: &Ident,
    doc: &str,
    generics: &Generics,
    types: &[Vec<TokenStream>],
) -> TokenStream {
    let (vis, carried, where_clause) = (&context.input.vis, &context.input.carried, &generics.where_clause);
    let (derives, implementations) = if generics.type_params().next().is_none() {
        let derives = quote!(#[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]);
        (derives, TokenStream::new())
    } else {
        (TokenStream::new(), implementations(context, name, generics, types))
    };
    let head = quote! {
        #implementations
        #[doc = #doc]
        #(#carried)*
        #[allow(deprecated, missing_docs, reason = #REASON)]
        #derives
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

/// `Clone`, `Debug` and `PartialEq` for a type with type parameters. The standard derives would add bounds on the
/// parameters, although the fields contain only views of them; these add bounds on the types of the fields.
fn implementations(
    context: &Context<'_>,
    name: &Ident,
    generics: &Generics,
    types: &[Vec<TokenStream>],
) -> TokenStream {
    let (p, companion) = (&context.runtime, types::own_type(name, generics));
    let [f, other] = locals(["f", "other"]);
    let (mut cloned, mut shown, mut equal) = (Vec::new(), Vec::new(), Vec::new());
    for group in &context.groups {
        let (path, title) = (group.path(name), group.variant.unwrap_or(name).to_string());
        let members: Vec<_> = group.slots.iter().map(|slot| &slot.field.member).collect();
        let locals: Vec<_> = group.slots.iter().map(|slot| &slot.local).collect();
        let others: Vec<_> = locals.iter().map(|local| format_ident!("{local}_other", span = local.span())).collect();
        let fields = members.iter().zip(&locals).map(|(member, local)| match member {
            Member::Named(name) => {
                let name = name.to_string();
                let name = name.trim_start_matches("r#");
                quote!(.field(#name, #local))
            }
            Member::Unnamed(_) => quote!(.field(#local)),
        });
        let shape = if matches!(members.first(), Some(Member::Unnamed(_))) { "debug_tuple" } else { "debug_struct" };
        let shape = format_ident!("{shape}");
        cloned.push(quote!(#path { #(#members: #locals,)* } => #path { #(#members: #p::Clone::clone(#locals),)* },));
        shown.push(quote!(#path { #(#members: #locals,)* } => #f.#shape(#title) #(#fields)* .finish(),));
        equal.push(quote! {
            (#path { #(#members: #locals,)* }, #path { #(#members: #others,)* }) => true #(&& #locals == #others)*,
        });
    }
    let bounded = |bound: TokenStream| {
        let mut generics = generics.clone();
        let slots = context.groups.iter().flat_map(|group| &group.slots).zip(types.iter().flatten());
        let own = slots.filter(|(slot, view)| slot.field.ty.to_token_stream().to_string() == view.to_string());
        let open = own
            .filter(|(_, view)| context.forms.has_parameter(view))
            .map(|(_, view)| -> WherePredicate { parse_quote!(#view: #bound) });
        generics.make_where_clause().predicates.extend(open);
        generics
    };
    let clone = quote!(fn clone(&self) -> Self { match self { #(#cloned)* } });
    let debug = quote! {
        fn fmt(&self, #f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { match self { #(#shown)* } }
    };
    let eq = quote! {
        fn eq(&self, #other: &Self) -> #p::bool { match (self, #other) { #(#equal)* _ => false } }
    };
    let traits = [
        (quote!(::core::clone::Clone), clone),
        (quote!(::core::fmt::Debug), debug),
        (quote!(::core::cmp::PartialEq), eq),
    ];
    let implementations = traits.map(|(of, items)| implement(&bounded(of.clone()), &of, &companion, &items));
    // In a repetition, `quote!` binds its variables, so a constant cannot be used by name.
    let reason = REASON;
    quote!(#(
        #[automatically_derived]
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction, reason = #reason)]
        #implementations
    )*)
}
