//! One item of an attribute, parsed but not interpreted.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, Expr, ExprLit, Lit, LitInt, LitStr, Path, Result, Token, Type, TypePath, WherePredicate,
    bracketed, parenthesized,
};

use super::expression;
use super::nearest::nearest;
use crate::errors::Errors;
use crate::model::Predicates;

/// One item.
pub(super) struct Item {
    pub(super) key: Ident,
    pub(super) arg: Arg,
}

pub(super) enum Arg {
    None,
    Text(LitStr),
    Value(Expr),
    List(Vec<Item>),
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let key = Ident::parse_any(input)?;
        let arg = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            if input.is_empty() || input.peek(Token![,]) {
                return Err(Error::new(
                    key.span(),
                    format!("nothing is behind `{key} =`: write a value, or `{key}` alone where it takes none"),
                ));
            }
            match input.call(expression::next)? {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Arg::Text(text),
                value => Arg::Value(value),
            }
        } else if input.peek(syn::token::Paren) {
            let content;
            parenthesized!(content in input);
            Arg::List(Punctuated::<Self, Token![,]>::parse_terminated(&content)?.into_iter().collect())
        } else {
            Arg::None
        };
        Ok(Self { key, arg })
    }
}

impl Item {
    pub(super) fn span(&self) -> Span {
        self.key.span()
    }

    pub(super) fn error<T>(&self, message: impl std::fmt::Display) -> Result<T> {
        Err(Error::new(self.span(), message))
    }

    /// The error for an item that is none of `known`; `takes` tells what is. Names the one that was probably meant.
    pub(super) fn unknown<T>(&self, known: &[&str], takes: impl std::fmt::Display) -> Result<T> {
        let key = self.key.to_string();
        match nearest(&key, known) {
            Some(near) => self.error(format!("unknown `{key}`: did you mean `{near}`? {takes}")),
            None => self.error(format!("unknown `{key}`: {takes}")),
        }
    }

    pub(super) fn twice(&self) -> Result<()> {
        self.error(format!("`{}` is given twice: remove one", self.key))
    }

    /// `value`, which takes no argument.
    pub(super) fn flag<T>(&self, value: T) -> Result<T> {
        match &self.arg {
            Arg::None => Ok(value),
            _ => self.error(format!("`{0}` takes no argument: write `{0}`", self.key)),
        }
    }

    /// An expression, bare or in a string.
    pub(super) fn expr(&self) -> Result<Expr> {
        self.optional_expr()?.map_or_else(|| self.error(format!("write `{} = <expression>`", self.key)), Ok)
    }

    pub(super) fn optional_expr(&self) -> Result<Option<Expr>> {
        match &self.arg {
            Arg::None => Ok(None),
            Arg::Text(text) => {
                let expr = text.parse_with(expression::whole);
                expr.map(Some).map_err(|_| Error::new(text.span(), "this string is to hold an expression of Rust"))
            }
            Arg::Value(expr) => Ok(Some(expr.clone())),
            Arg::List(_) => self.error(format!("write `{} = <expression>`", self.key)),
        }
    }

    /// An expression for bytes. A string is refused where it may be meant as the bytes.
    pub(super) fn bytes(&self) -> Result<Expr> {
        let Arg::Text(text) = &self.arg else { return self.expr() };
        let (key, bytes) = (&self.key, text.value());
        let constant = match self.expr() {
            Ok(Expr::Path(name)) if name.path.get_ident().is_some() => {
                format!(", or `{key} = {bytes}` for a constant of this name")
            }
            Ok(expr) => return Ok(expr),
            Err(_) => String::new(),
        };
        Err(Error::new(text.span(), format!("write `{key} = b{bytes:?}` for these bytes{constant}")))
    }

    /// The number of a revision.
    pub(super) fn revision(&self) -> Result<u16> {
        let number = match &self.arg {
            Arg::Value(Expr::Lit(ExprLit { lit: Lit::Int(number), .. })) => number.base10_parse().ok(),
            _ => None,
        };
        number.map_or_else(|| self.error(format!("write `{} = 12`, the number of a revision", self.key)), Ok)
    }

    /// Numbers in brackets, with their spans.
    pub(super) fn integers(&self) -> Result<Vec<(u64, Span)>> {
        let integers = integers.parse2(self.expr()?.into_token_stream());
        integers.map_err(|error| Error::new(error.span(), format!("write `{} = [1, 3]`", self.key)))
    }

    /// The bounds of a range.
    pub(super) fn bounds(&self) -> Result<(Expr, Expr)> {
        let range = self.expr()?.into_token_stream();
        let bounds = expression::bounds.parse2(range.clone());
        bounds.map_err(|_| Error::new_spanned(range, format!("write `{} = \"MIN ..= MAX\"`", self.key)))
    }

    /// A string.
    pub(super) fn string(&self) -> Result<LitStr> {
        match &self.arg {
            Arg::Text(text) => Ok(text.clone()),
            Arg::Value(Expr::Path(bare)) if bare.path.get_ident().is_some() => {
                let message = format!("write `{} = \"{}\"`, with the quotes", self.key, bare.to_token_stream());
                Err(Error::new(bare.span(), message))
            }
            _ => self.error(format!("write `{} = \"..\"`", self.key)),
        }
    }

    /// The value that the string stands for; `message` is the error for any other string.
    pub(super) fn one_of<T: Copy>(&self, values: &[(&str, T)], message: &str) -> Result<T> {
        let text = self.string()?;
        let found = values.iter().find(|(known, _)| *known == text.value());
        found.map(|(_, value)| *value).ok_or_else(|| Error::new(text.span(), message))
    }

    /// The item inside, if there is exactly one.
    pub(super) fn only(&self) -> Option<&Self> {
        match &self.arg {
            Arg::List(items) => items.first().filter(|_| items.len() == 1),
            Arg::None | Arg::Text(_) | Arg::Value(_) => None,
        }
    }

    /// A pattern, in a string or bare.
    pub(super) fn pattern(&self) -> Result<TokenStream> {
        let (pattern, span) = match &self.arg {
            Arg::Text(text) => (text.parse().unwrap_or_default(), text.span()),
            Arg::Value(expr) => (expr.to_token_stream(), expr.span()),
            Arg::None | Arg::List(_) => return self.error(format!("write `{} = <pattern>`", self.key)),
        };
        match expression::is_pattern(&pattern) {
            true => Ok(pattern),
            false => Err(Error::new(span, "this is to be a pattern, as in an arm of `match`")),
        }
    }

    /// A path, in a string or bare.
    pub(super) fn path(&self) -> Result<Path> {
        match &self.arg {
            Arg::Text(text) => parse_in(text),
            Arg::Value(Expr::Path(path)) => Ok(path.path.clone()),
            _ => self.error(format!("write `{} = \"path\"`", self.key)),
        }
    }

    /// A type, in a string or bare.
    pub(super) fn ty(&self) -> Result<Type> {
        match &self.arg {
            Arg::Text(text) => parse_in(text),
            Arg::Value(Expr::Path(path)) => {
                let path = path.path.clone();
                Ok(Type::Path(TypePath { attrs: Vec::new(), qself: None, path }))
            }
            _ => self.error(format!("write `{} = \"Type\"`", self.key)),
        }
    }

    /// The predicates of a where clause, in a string.
    pub(super) fn predicates(&self) -> Result<Predicates> {
        let text = self.string()?;
        let parse = Punctuated::<WherePredicate, Token![,]>::parse_terminated;
        match text.parse_with(parse) {
            Ok(predicates) => Ok(predicates.into_iter().collect()),
            Err(error) => Err(Error::new(text.span(), format!("write `{} = \"T: Trait\"`: {error}", self.key))),
        }
    }

    /// `key = N` or `key(max = N)`: the maximum.
    pub(super) fn max(&self) -> Result<Option<Expr>> {
        let Arg::List(items) = &self.arg else { return self.optional_expr() };
        let mut max = None;
        for item in items {
            match item.key.to_string().as_str() {
                "max" => set(&mut max, item, item.expr()?)?,
                _ => return item.unknown(&["max"], format!("`{}` takes `max = N`", self.key)),
            }
        }
        Ok(max)
    }
}

/// `[1, 3]`
fn integers(input: ParseStream<'_>) -> Result<Vec<(u64, Span)>> {
    let content;
    bracketed!(content in input);
    let integers = Punctuated::<LitInt, Token![,]>::parse_terminated(&content)?;
    integers.iter().map(|number| Ok((number.base10_parse()?, number.span()))).collect()
}

/// Parses the contents of a string.
fn parse_in<T: Parse>(text: &LitStr) -> Result<T> {
    text.parse().map_err(|error| Error::new(text.span(), format!("this string is to hold Rust: {error}")))
}

/// Sets a key that may come once.
pub(super) fn set<T>(place: &mut Option<T>, item: &Item, value: T) -> Result<()> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => item.twice(),
    }
}

/// Sets a key without an argument, which may come once.
pub(super) fn set_flag(place: &mut Option<Span>, item: &Item) -> Result<()> {
    set(place, item, item.flag(item.span())?)
}

/// All items of all `#[encoding(..)]` attributes, in order.
pub(super) fn items(attrs: &[Attribute], errors: &mut Errors) -> Vec<Item> {
    let ours = attrs.iter().filter(|attr| attr.path().is_ident("encoding"));
    ours.filter_map(|attr| errors.keep(attr.parse_args_with(Punctuated::<Item, Token![,]>::parse_terminated)))
        .flatten()
        .collect()
}

/// Reads all items into a `T`. An item with a mistake is reported and skipped.
pub(super) fn read<T: Default>(
    attrs: &[Attribute],
    errors: &mut Errors,
    mut take: impl FnMut(&mut T, &Item) -> Result<()>,
) -> T {
    let mut read = T::default();
    for item in items(attrs, errors) {
        let taken = take(&mut read, &item);
        errors.keep(taken);
    }
    read
}
