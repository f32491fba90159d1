//! Expressions and patterns of the user, of every kind, without the feature `full` of `syn`: it would make the user's first build a second
//! longer. What `syn` does not know without it is kept as it is written.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;
use syn::parse::ParseStream;
use syn::{Error, Expr, Result, Token, Variant, parse2};

/// An expression in front of a comma, or at the end: the shortest there is, because there are commas in `Sizes::<A, B>::MAX` too.
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

/// An expression and nothing behind it.
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

/// What comes from a macro of the user stands in a group that nobody sees.
fn ungrouped(tokens: TokenStream) -> TokenStream {
    let mut trees = tokens.clone().into_iter();
    match (trees.next(), trees.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => ungrouped(group.stream()),
        _ => tokens,
    }
}

/// `syn` passes over an expression that it does not know in one place: as the number of a variant, which a derive may meet.
fn is_expression(tokens: &TokenStream) -> bool {
    // Alone, `return` is an expression too.
    !tokens.is_empty() && parse2::<Variant>(quote!(variant = return #tokens)).is_ok()
}

/// A pattern as in an arm of a `match`, without its condition.
pub(super) fn is_pattern(tokens: &TokenStream) -> bool {
    !tokens.is_empty() && is_expression(&quote!(if let #tokens = value {}))
}
