//! Fields with `select`: untagged unions whose case is determined by preceding fields.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Lifetime, Member, Type};

use super::forms::{Forms, Local};
use super::group::{Group, Slot};
use super::tokens::{implement, locals};
use crate::errors::Errors;
use crate::model::{Field, Input, Leaf, Wire};
use crate::types::without_lifetimes;

/// Checks that selectors use only fields that have been read.
pub(super) fn check(input: &Input, errors: &mut Errors) {
    for fields in input.body.groups() {
        for (index, field) in fields.fields.iter().enumerate() {
            let Some(Wire::Leaf(Leaf::Select(selector), _)) = field.wire() else { continue };
            let is_seen = |(other, field): &(usize, &Field)| *other < index && field.wire().is_some();
            let unseen = fields.fields.iter().enumerate().filter(|field| !is_seen(field));
            let unseen: Vec<&Ident> = unseen.filter_map(|(_, field)| name(field)).collect();
            check_names(selector.to_token_stream(), &unseen, errors);
        }
    }
}

fn name(field: &Field) -> Option<&Ident> {
    match &field.member {
        Member::Named(name) => Some(name),
        Member::Unnamed(_) => None,
    }
}

/// Refuses `self` and fields that have not been read. A selector that binds other names is left to the compiler.
fn check_names(selector: TokenStream, unseen: &[&Ident], errors: &mut Errors) {
    let tokens: Vec<TokenTree> = selector.into_iter().collect();
    let binds = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "let" || word == "match");
    let has_own_names = tokens.iter().any(|token| binds(token) || is_punct(Some(token), "|"));
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let next = tokens.get(at.saturating_add(1));
        match token {
            TokenTree::Ident(word) if word == "self" && !is_punct(next, ":") => {
                let message = "`self` does not exist before all fields are read: use the name of a preceding field, for example `kind` for `self.kind`";
                errors.at(word.span(), message);
            }
            TokenTree::Ident(word) if unseen.contains(&word) && !has_own_names => {
                let is_called = matches!(next, Some(TokenTree::Group(_)));
                if !is_called && !is_punct(before, ".:") && !is_punct(next, ":!") {
                    let advice = "`select` can use only preceding fields that are on the wire";
                    errors.at(word.span(), format!("`{word}` has not been read at this point: {advice}"));
                }
            }
            TokenTree::Group(group) if !has_own_names => check_names(group.stream(), unseen, errors),
            _ => {}
        }
    }
}

fn is_punct(token: Option<&TokenTree>, chars: &str) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if chars.contains(punct.as_char()))
}

/// ```text
/// struct __Select0;
/// impl Choose for __Select0 {
///     fn choose(before: &[u8]) -> Option<usize> { <read the preceding fields> <Field as Untagged>::selected(&(selector)) }
/// }
/// ```
pub(super) fn definition(name: &Ident, before: &[Slot], slot: &Slot, forms: &Forms) -> TokenStream {
    let (p, Some(selector)) = (&forms.p, slot.selector()) else { return TokenStream::new() };
    let Local { ty: name, definition, generics, .. } = forms.with_constants(name);
    if !forms.for_schema {
        return definition;
    }
    let ([bytes, input], elided) = (locals(["bytes", "input"]), Lifetime::new("'_", Span::call_site()));
    let reads = before.iter().enumerate().filter_map(|(index, slot)| {
        let (form, local, ty) = (slot.form()?, &slot.local, without_lifetimes(&slot.field.ty));
        let before = before.get(..index).unwrap_or_default();
        let read = read(before, slot, &ty, (p, &elided), &input)
            .unwrap_or_else(|| quote!(<#form as #p::Reads<'_, #ty>>::read(#input)));
        Some(quote!(let #local = #read.ok()?;))
    });
    let (names, ty) = (selected_locals(selector, before, &quote!(&)), without_lifetimes(&slot.field.ty));
    let chosen = quote_spanned!(selector.span()=> <#ty as #p::Untagged>::selected(&(#selector)));
    let choose = quote! {
        #[allow(unused_variables, reason = "the selector may use only some of the preceding fields")]
        fn choose(#bytes: &[#p::u8]) -> #p::Option<#p::usize> {
            let #input = &mut #p::Reader::new(#bytes);
            #(#reads)*
            #names
            #chosen
        }
    };
    let implementation = implement(&generics, &quote!(#p::Choose), &name, &choose);
    quote!(#definition #implementation)
}

/// `{ let kind = &field_0; <Field as ReadSelected<'input>>::read_selected(&(selector), input) }`
pub(super) fn read(
    before: &[Slot],
    slot: &Slot,
    ty: &Type,
    (p, lifetime): (&TokenStream, &Lifetime),
    input: &Ident,
) -> Option<TokenStream> {
    let selector = slot.selector()?;
    let locals = selected_locals(selector, before, &quote!(&));
    let read = quote_spanned! {selector.span()=>
        <#ty as #p::ReadSelected<#lifetime>>::read_selected(&(#selector), #input)
    };
    Some(quote!({ #locals #read }))
}

/// `{ let kind = field_0; check_selected::<Field>(&(selector), field_1) }`
pub(super) fn check_value(group: &Group, slot: &Slot, p: &TokenStream) -> Option<TokenStream> {
    let selector = slot.selector()?;
    let (ty, local) = (&slot.field.ty, &slot.local);
    let locals = selected_locals(selector, group.before(slot), &TokenStream::new());
    let check = quote_spanned!(selector.span()=> #p::check_selected::<#ty>(&(#selector), #local));
    Some(quote!({ #locals #check }))
}

/// `let kind = &field_0;` for each field that the selector uses.
fn selected_locals(selector: &Expr, slots: &[Slot], borrow: &TokenStream) -> TokenStream {
    let slots = slots.iter().filter(|slot| slot.form().is_some());
    let locals = slots.filter_map(|slot| match (name(slot.field), &slot.local) {
        (Some(name), local) if mentions(selector.to_token_stream(), name) => Some(quote!(let #name = #borrow #local;)),
        _ => None,
    });
    locals.collect()
}

fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}
