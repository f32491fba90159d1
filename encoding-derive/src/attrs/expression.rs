//! Parses every kind of expression and pattern without the feature `full` of `syn`, which would prolong the user's
//! first build by a second. Those that `syn` cannot parse without it are kept as tokens.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;
use syn::parse::ParseStream;
use syn::{Error, Expr, Result, Token, Variant, parse2};

/// Parses an expression up to a comma or the end. It takes the shortest one that parses, because `Sizes::<A, B>::MAX`
/// contains a comma.
pub(super) fn next(input: ParseStream<'_>) -> Result<Expr> {
    let mut tokens = TokenStream::new();
    loop {
        while !input.is_empty() && !input.peek(Token![,]) {
            tokens.extend([input.parse::<TokenTree>()?]);
        }
        match expression(tokens.clone()) {
            Err(_) if !input.is_empty() => tokens.extend([input.parse::<TokenTree>()?]),
            result => return result,
        }
    }
}

/// Parses an expression that must be followed by nothing.
pub(super) fn whole(input: ParseStream<'_>) -> Result<Expr> {
    expression(input.parse()?)
}

/// `MIN ..= MAX`
pub(super) fn bounds(input: ParseStream<'_>) -> Result<(Expr, Expr)> {
    let mut min = TokenStream::new();
    while !input.peek(Token![..=]) {
        min.extend([input.parse::<TokenTree>()?]);
    }
    input.parse::<Token![..=]>()?;
    Ok((expression(min)?, whole(input)?))
}

fn expression(tokens: TokenStream) -> Result<Expr> {
    let tokens = ungrouped(tokens);
    match parse2(tokens.clone()) {
        Err(_) if is_expression(&tokens) => Ok(Expr::Verbatim(tokens)),
        Err(error) => Err(Error::new(error.span(), "expected an expression")),
        known => known,
    }
}

/// Removes the invisible group that a user's macro puts around its arguments.
fn ungrouped(tokens: TokenStream) -> TokenStream {
    let mut trees = tokens.clone().into_iter();
    match (trees.next(), trees.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => ungrouped(group.stream()),
        _ => tokens,
    }
}

/// Returns true if the tokens are an expression. `syn` accepts any expression in one position: as the discriminant of a
/// variant.
fn is_expression(tokens: &TokenStream) -> bool {
    // `return` alone is an expression too, so empty tokens are excluded.
    !tokens.is_empty() && parse2::<Variant>(quote!(variant = return #tokens)).is_ok()
}

/// Returns true if the tokens are a pattern, as in a `match` arm, without a condition.
pub(super) fn is_pattern(tokens: &TokenStream) -> bool {
    !tokens.is_empty() && is_expression(&quote!(if let #tokens = value {}))
}
