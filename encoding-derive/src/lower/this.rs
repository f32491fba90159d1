//! `Self` in what the user writes: it is the type, where the derives would put it into types of their own.

use proc_macro2::{Group, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Data, DeriveInput, Fields, LitStr, Meta, Type};

use super::own_type;
use crate::types;

/// Items whose text is no Rust, and those for which `Self` says something else.
const TEXTS: [&str; 10] = ["title", "description", "id", "name", "field", "constant", "kind", "mu", "view", "arena"];

/// `input` with its own name for `Self` in items and in the types of fields; none where nothing says it.
pub(super) fn without_self(input: &DeriveInput) -> Option<DeriveInput> {
    let whole = own_type(&input.ident, &input.generics);
    let mut without_lifetimes = input.generics.clone();
    without_lifetimes.params.clear();
    without_lifetimes.params.extend(
        input.generics.params.iter().filter(|parameter| !matches!(parameter, syn::GenericParam::Lifetime(_))).cloned(),
    );
    let of_items = own_type(&input.ident, &without_lifetimes);
    let this = This { path: turbofish(&of_items), ty: turbofish(&whole), whole };
    let mut input = input.clone();
    let mut found = this.attributes(&mut input.attrs);
    match &mut input.data {
        Data::Struct(data) => found |= this.fields(&mut data.fields),
        Data::Enum(data) => {
            for variant in &mut data.variants {
                found |= this.attributes(&mut variant.attrs);
                found |= this.fields(&mut variant.fields);
            }
        }
        Data::Union(_) => {}
    }
    found.then_some(input)
}

/// `A::<T>`, which is a path in expressions and in types.
fn turbofish(ty: &Type) -> TokenStream {
    let mut tokens = ty.to_token_stream().into_iter();
    let (name, rest) = (tokens.next(), tokens.collect::<TokenStream>());
    if rest.is_empty() { quote!(#name) } else { quote!(#name::#rest) }
}

/// The type.
struct This {
    /// Without lifetimes, which are not always known where an expression stands.
    path: TokenStream,
    ty: TokenStream,
    whole: Type,
}

impl This {
    fn fields(&self, fields: &mut Fields) -> bool {
        let mut found = false;
        for field in fields {
            found |= self.attributes(&mut field.attrs);
            if says_self(field.ty.to_token_stream()) {
                field.ty = types::without_self(&field.ty, &self.whole);
                found = true;
            }
        }
        found
    }

    fn attributes(&self, attrs: &mut [Attribute]) -> bool {
        let mut found = false;
        for attr in attrs.iter_mut().filter(|attr| attr.path().is_ident("encoding")) {
            if let Meta::List(list) = &mut attr.meta
                && says_self(list.tokens.clone())
            {
                list.tokens = self.items(list.tokens.clone());
                found = true;
            }
        }
        found
    }

    /// Items, in whose strings there is Rust too.
    fn items(&self, items: TokenStream) -> TokenStream {
        let mut key = String::new();
        let items = self.tokens(items).into_iter().map(|token| match token {
            TokenTree::Ident(ident) => {
                key = ident.to_string();
                TokenTree::Ident(ident)
            }
            TokenTree::Group(group) => again(&group, self.items(group.stream())),
            TokenTree::Literal(literal) if !TEXTS.contains(&key.as_str()) => {
                self.string(literal.to_token_stream()).unwrap_or(TokenTree::Literal(literal))
            }
            other => other,
        });
        items.collect()
    }

    fn string(&self, literal: TokenStream) -> Option<TokenTree> {
        let text: LitStr = syn::parse2(literal).ok()?;
        let rust: TokenStream = text.value().parse().ok().filter(|rust: &TokenStream| says_self(rust.clone()))?;
        let text = LitStr::new(&self.tokens(rust).to_string(), text.span());
        text.to_token_stream().into_iter().next()
    }

    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let mut tokens = tokens.into_iter().peekable();
        let mut new = TokenStream::new();
        while let Some(token) = tokens.next() {
            match &token {
                TokenTree::Ident(ident) if ident == "Self" => {
                    let is_path = match tokens.peek() {
                        Some(TokenTree::Punct(next)) => next.as_char() == ':' && next.spacing() == Spacing::Joint,
                        next => matches!(next, Some(TokenTree::Group(_))),
                    };
                    let this = if is_path { self.path.clone() } else { self.ty.clone() };
                    new.extend(this.into_iter().map(|mut token| {
                        token.set_span(ident.span());
                        token
                    }));
                }
                TokenTree::Group(group) => new.extend([again(group, self.tokens(group.stream()))]),
                _ => new.extend([token]),
            }
        }
        new
    }
}

/// A group with other tokens.
fn again(group: &Group, tokens: TokenStream) -> TokenTree {
    let mut new = Group::new(group.delimiter(), tokens);
    new.set_span(group.span());
    TokenTree::Group(new)
}

/// Whether `Self` is named, perhaps in a string.
fn says_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "Self",
        TokenTree::Group(group) => says_self(group.stream()),
        TokenTree::Literal(literal) => literal.to_string().contains("Self"),
        TokenTree::Punct(_) => false,
    })
}
