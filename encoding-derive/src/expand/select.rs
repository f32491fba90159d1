//! `select` and `untagged`: unions whose case is determined by preceding fields.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprPath, Lifetime, Member, Type, parse_quote, parse2};

use super::decode::{self, Names};
use super::forms::{Forms, Local};
use super::{Context, Group, Slot, Trait, derived, implement, local, locals, rules, schema};
use crate::errors::Errors;
use crate::model::{Body, CaseForm, Enum, Field, Input, Leaf, Wire};
use crate::types::without_lifetimes;

/// Checks `select` and `untagged`, according to the derive that is running.
pub(super) fn check(input: &Input, which: Trait, errors: &mut Errors) {
    for fields in input.body.groups() {
        for (index, field) in fields.fields.iter().enumerate() {
            let Some(Wire::Leaf(Leaf::Select(selector), _)) = field.wire() else { continue };
            let is_seen = |(other, field): &(usize, &Field)| *other < index && field.wire().is_some();
            let unseen = fields.fields.iter().enumerate().filter(|field| !is_seen(field));
            let unseen: Vec<&Ident> = unseen.filter_map(|(_, field)| name(field)).collect();
            check_names(selector.to_token_stream(), &unseen, errors);
        }
    }
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
        let (title, payload) = (&case.title, schema::fields(context, group));
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
    let items = quote! {
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
        let read = read_by(before, slot, &ty, (p, &elided), &input)
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
pub(super) fn read(group: &Group, slot: &Slot, names: &Names<'_>) -> Option<TokenStream> {
    read_by(group.before(slot), slot, &slot.field.ty, (names.p, &names.lifetime), &names.input)
}

fn read_by(
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
