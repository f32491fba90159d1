//! Replaces `Self` in the user's items and types by the derived type, because the derives put them into other types.

use proc_macro2::{Group, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Data, DeriveInput, Fields, GenericParam, LitStr, Meta, Type};

use crate::types::{self, own_type};

/// Items whose text is not Rust code, and those in which `Self` has another meaning.
const TEXTS: [&str; 10] = ["title", "description", "id", "name", "field", "constant", "kind", "mu", "view", "arena"];

/// Returns `input` with its name instead of `Self` in items and in the types of fields.
pub(super) fn without_self(mut input: DeriveInput) -> DeriveInput {
    let whole = own_type(&input.ident, &input.generics);
    let mut generics = input.generics.clone();
    let params = generics.params.into_iter().filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
    generics.params = params.collect();
    let this = This { path: turbofish(&own_type(&input.ident, &generics)), ty: turbofish(&whole), whole };
    this.attributes(&mut input.attrs);
    match &mut input.data {
        Data::Struct(data) => this.fields(&mut data.fields),
        Data::Enum(data) => {
            for variant in &mut data.variants {
                this.attributes(&mut variant.attrs);
                this.fields(&mut variant.fields);
            }
        }
        Data::Union(_) => {}
    }
    input
}

/// `A::<T>`, which is a path in expressions and in types.
fn turbofish(ty: &Type) -> TokenStream {
    let mut tokens = ty.to_token_stream().into_iter();
    let (name, rest) = (tokens.next(), tokens.collect::<TokenStream>());
    if rest.is_empty() { quote!(#name) } else { quote!(#name::#rest) }
}

/// The derived type.
struct This {
    /// Without lifetimes, which are not always in scope where an expression is used.
    path: TokenStream,
    ty: TokenStream,
    whole: Type,
}

impl This {
    fn fields(&self, fields: &mut Fields) {
        for field in fields {
            self.attributes(&mut field.attrs);
            field.ty = types::without_self(&field.ty, &self.whole);
        }
    }

    fn attributes(&self, attrs: &mut [Attribute]) {
        for attr in attrs.iter_mut().filter(|attr| attr.path().is_ident("encoding")) {
            if let Meta::List(list) = &mut attr.meta
                && mentions_self(list.tokens.clone())
            {
                list.tokens = self.items(list.tokens.clone());
            }
        }
    }

    /// Replaces `Self` in items, whose strings may contain Rust code.
    fn items(&self, items: TokenStream) -> TokenStream {
        let mut key = String::new();
        let items = self.tokens(items).into_iter().map(|token| match token {
            TokenTree::Ident(ident) => {
                key = ident.to_string();
                TokenTree::Ident(ident)
            }
            TokenTree::Group(group) => regrouped(&group, self.items(group.stream())),
            TokenTree::Literal(literal) if !TEXTS.contains(&key.as_str()) => {
                self.string(literal.to_token_stream()).unwrap_or(TokenTree::Literal(literal))
            }
            other => other,
        });
        items.collect()
    }

    fn string(&self, literal: TokenStream) -> Option<TokenTree> {
        let text: LitStr = syn::parse2(literal).ok()?;
        let rust: TokenStream = text.value().parse().ok().filter(|rust: &TokenStream| mentions_self(rust.clone()))?;
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
                TokenTree::Group(group) => new.extend([regrouped(group, self.tokens(group.stream()))]),
                _ => new.extend([token]),
            }
        }
        new
    }
}

/// Returns `group` with other tokens.
fn regrouped(group: &Group, tokens: TokenStream) -> TokenTree {
    let mut new = Group::new(group.delimiter(), tokens);
    new.set_span(group.span());
    TokenTree::Group(new)
}

/// Returns true if the tokens contain `Self`, possibly in a string.
fn mentions_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "Self",
        TokenTree::Group(group) => mentions_self(group.stream()),
        TokenTree::Literal(literal) => literal.to_string().contains("Self"),
        TokenTree::Punct(_) => false,
    })
}
