//! `untagged` enums, whose case is determined by a selector.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;
use syn::{ExprPath, Type, parse_quote, parse2};

use super::context::Context;
use super::encodings::fields;
use super::group::Access;
use super::names::Names;
use super::tokens::{Trait, derived, local};
use super::{decode, facts, rules};
use crate::errors::Errors;
use crate::model::{Body, CaseForm, Enum, Input};

/// Checks `untagged`, according to the derive that is running.
pub(super) fn check(input: &Input, which: Trait, errors: &mut Errors) {
    let Body::Enum(data) = &input.body else { return };
    let Some(untagged) = &data.untagged else { return };
    let message = match which {
        Trait::HasEncoding | Trait::NomReader if untagged.write_only => {
            "`untagged(write)` allows only writing: derive only `BinWriter`, or write `untagged`"
        }
        Trait::HasEncoding | Trait::NomReader if selector(data).is_none() => {
            "the type of the selector cannot be inferred from the patterns: write `untagged(on = \"Type\")`"
        }
        Trait::View => "an `untagged` enum has no view: do not derive `View`",
        Trait::HasEncoding | Trait::NomReader | Trait::BinWriter | Trait::Arena => return,
    };
    errors.at(untagged.span, message);
}

/// Returns the type of the selector: as written, or else the type whose variant or constant the first pattern names.
pub(super) fn selector(data: &Enum) -> Option<Type> {
    let untagged = data.untagged.as_ref()?;
    if let Some(ty) = &untagged.selector {
        return Some(Type::clone(ty));
    }
    data.variants.iter().find_map(|variant| match &variant.case {
        CaseForm::On(Some(pattern)) => owner(pattern),
        _ => None,
    })
}

/// Returns `Kind` for `Kind::Transfer` and `Kind::Transfer(_)`, or for the first of several such patterns.
fn owner(pattern: &TokenStream) -> Option<Type> {
    let tokens: Vec<TokenTree> = pattern.clone().into_iter().collect();
    let mut cases = tokens.split(|token| matches!(token, TokenTree::Punct(bar) if bar.as_char() == '|'));
    cases.find_map(|case| match case {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => owner(&group.stream()),
        [path @ .., TokenTree::Group(_)] | path => {
            let mut path = parse2::<ExprPath>(path.iter().cloned().collect()).ok()?.path;
            path.segments.pop();
            path.segments.pop_punct();
            (!path.segments.is_empty()).then(|| parse_quote!(#path))
        }
    })
}

/// `impl Untagged for Type { .. }`
pub(super) fn schema(context: &Context<'_>) -> TokenStream {
    let Body::Enum(data) = &context.input.body else { return TokenStream::new() };
    let (p, ty, selector, name) = (&context.p, &context.ty, selector(data), local("selector"));
    let cases = context.cases().map(|(case, group)| {
        let (title, payload) = (&case.title, fields(context, group));
        quote!(#p::Field::req(#title, #payload))
    });
    let chosen = patterns(data).enumerate().map(|(index, pattern)| quote!(#pattern => #p::Option::Some(#index),));
    let places = context.groups.iter().enumerate().map(|(index, group)| {
        let path = group.path(&context.input.ident);
        quote!(#path { .. } => #index,)
    });
    let checks = rules::checks(context);
    let (all, checks) = (checks.inside(quote!(&[#(#cases),*])), checks.beside(context, ("Untagged", "CASES")));
    let items = quote! {
        type Selector = #selector;
        const CASES: &'static [#p::Field] = #all;
        #[inline]
        fn selected(#name: &#selector) -> #p::Option<#p::usize> {
            match #name {
                #(#chosen)*
                _ => #p::Option::None,
            }
        }
        #[inline]
        fn case_index(&self) -> #p::usize {
            match self { #(#places)* }
        }
    };
    let untagged = derived(&context.generics(Trait::HasEncoding), &quote!(#p::Untagged), ty, &items);
    quote!(#untagged #checks)
}

/// `impl ReadSelected<'input> for Type { .. }`
pub(super) fn reader(context: &Context<'_>) -> TokenStream {
    let Body::Enum(data) = &context.input.body else { return TokenStream::new() };
    let (p, ty, selector, name) = (&context.p, &context.ty, selector(data), local("selector"));
    let (generics, lifetime) = context.reader_generics();
    let names = Names::new(context, lifetime, None);
    let (input, lifetime) = (&names.input, &names.lifetime);
    let cases = patterns(data).zip(&context.groups).map(|(pattern, group)| {
        let fields = decode::fields(context, group, &names, None, None);
        quote!(#pattern => { #fields })
    });
    let facts = facts::of_type(context, Access::Read(lifetime));
    let items = quote! {
        // The size is that of the case that the selector selects.
        const FACTS: #p::Facts = #facts.of_any_size();
        #[inline]
        fn read_selected(#name: &#selector, #input: &mut #p::Reader<#lifetime>) -> #p::ReadResult<Self> {
            match #name {
                #(#cases)*
                _ => #p::Result::Err(#p::Reader::fault(#input, #p::FaultKind::NoCaseMatched)),
            }
        }
    };
    derived(&generics, &quote!(#p::ReadSelected<#lifetime>), ty, &items)
}

fn patterns(data: &Enum) -> impl Iterator<Item = &TokenStream> {
    data.variants.iter().filter_map(|variant| match &variant.case {
        CaseForm::On(pattern) => pattern.as_ref(),
        _ => None,
    })
}
