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
                    format!("the value after `{key} =` is missing: write one, or `{key}` alone if it takes none"),
                ));
            }
            match input.call(expression::next)? {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Arg::Text(text),
                value => Arg::Value(value),
            }
        } else if input.peek(syn::token::Paren) {
            let content;
            parenthesized!(content in input);
            if content.peek(Lit) {
                let value: Lit = content.parse()?;
                let text = value.to_token_stream();
                let message = format!(
                    "arguments in parentheses have names: write `{key} = {text}`, or `{key}(name = {text})` with the name of the argument"
                );
                return Err(Error::new(value.span(), message));
            }
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

    /// Returns the error for an unknown item. `takes` says what is known; if one of `known` is similar, it is
    /// suggested.
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

    /// Returns `value` for an item that takes no argument.
    pub(super) fn flag<T>(&self, value: T) -> Result<T> {
        match &self.arg {
            Arg::None => Ok(value),
            _ => self.error(format!("`{0}` takes no argument: write `{0}`", self.key)),
        }
    }

    /// Returns an expression, which may be in a string.
    pub(super) fn expr(&self) -> Result<Expr> {
        self.optional_expr()?.map_or_else(|| self.error(format!("write `{} = <expression>`", self.key)), Ok)
    }

    pub(super) fn optional_expr(&self) -> Result<Option<Expr>> {
        match &self.arg {
            Arg::None => Ok(None),
            Arg::Text(text) => {
                let expr = text.parse_with(expression::whole);
                expr.map(Some).map_err(|_| Error::new(text.span(), "this string must contain a Rust expression"))
            }
            Arg::Value(expr) => Ok(Some(expr.clone())),
            Arg::List(_) => self.error(format!("write `{} = <expression>`", self.key)),
        }
    }

    /// Returns an expression for bytes. A string is refused if it might be meant as the bytes themselves.
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

    /// Returns the number of a revision.
    pub(super) fn revision(&self) -> Result<u16> {
        let number = match &self.arg {
            Arg::Value(Expr::Lit(ExprLit { lit: Lit::Int(number), .. })) => number.base10_parse().ok(),
            _ => None,
        };
        number.map_or_else(|| self.error(format!("write `{} = 12`, the number of a revision", self.key)), Ok)
    }

    /// Returns numbers in brackets, with their spans.
    pub(super) fn integers(&self) -> Result<Vec<(u64, Span)>> {
        let integers = integers.parse2(self.expr()?.into_token_stream());
        integers.map_err(|error| Error::new(error.span(), format!("write `{} = [1, 3]`", self.key)))
    }

    /// Returns a number.
    pub(super) fn number(&self) -> Result<usize> {
        let number: Result<LitInt> = syn::parse2(self.expr()?.into_token_stream());
        match number.and_then(|number| number.base10_parse()) {
            Ok(number) => Ok(number),
            Err(_) => self.error(format!("write `{} = N` with a number", self.key)),
        }
    }

    /// Returns the limits of a range.
    pub(super) fn bounds(&self) -> Result<(Expr, Expr)> {
        let range = self.expr()?.into_token_stream();
        let bounds = expression::bounds.parse2(range.clone());
        bounds.map_err(|_| Error::new_spanned(range, format!("write `{} = \"MIN ..= MAX\"`", self.key)))
    }

    /// Returns a string.
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

    /// Returns the value that the string stands for; `message` is the error for any other string.
    pub(super) fn one_of<T: Copy>(&self, values: &[(&str, T)], message: &str) -> Result<T> {
        let text = self.string()?;
        let found = values.iter().find(|(known, _)| *known == text.value());
        found.map(|(_, value)| *value).ok_or_else(|| Error::new(text.span(), message))
    }

    /// Returns the argument if it is exactly one item.
    pub(super) fn only(&self) -> Option<&Self> {
        match &self.arg {
            Arg::List(items) => items.first().filter(|_| items.len() == 1),
            Arg::None | Arg::Text(_) | Arg::Value(_) => None,
        }
    }

    /// Returns a pattern, which may be in a string.
    pub(super) fn pattern(&self) -> Result<TokenStream> {
        let (pattern, span) = match &self.arg {
            Arg::Text(text) => (text.parse().unwrap_or_default(), text.span()),
            Arg::Value(expr) => (expr.to_token_stream(), expr.span()),
            Arg::None | Arg::List(_) => return self.error(format!("write `{} = <pattern>`", self.key)),
        };
        match expression::is_pattern(&pattern) {
            true => Ok(pattern),
            false => Err(Error::new(span, "this must be a pattern, as in a `match` arm")),
        }
    }

    /// Returns a path, which may be in a string.
    pub(super) fn path(&self) -> Result<Path> {
        match &self.arg {
            Arg::Text(text) => {
                let message = || format!("`{0}` takes a path: write `{0} = \"module::name\"`", self.key);
                text.parse().map_err(|_| Error::new(text.span(), message()))
            }
            Arg::Value(Expr::Path(path)) => Ok(path.path.clone()),
            _ => self.error(format!("write `{} = \"path\"`", self.key)),
        }
    }

    /// Returns a type, which may be in a string.
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

    /// Returns a type, if the item has an argument.
    pub(super) fn optional_ty(&self) -> Result<Option<Type>> {
        if let Arg::None = self.arg { Ok(None) } else { self.ty().map(Some) }
    }

    /// Returns the predicates of a where clause, which are in a string.
    pub(super) fn predicates(&self) -> Result<Predicates> {
        let text = self.string()?;
        let parse = Punctuated::<WherePredicate, Token![,]>::parse_terminated;
        match text.parse_with(parse) {
            Ok(predicates) => Ok(predicates.into_iter().collect()),
            Err(error) => Err(Error::new(text.span(), format!("write `{} = \"T: Trait\"`: {error}", self.key))),
        }
    }

    /// Returns the maximum in `key = N` or `key(max = N)`.
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

/// Parses the content of a string.
fn parse_in<T: Parse>(text: &LitStr) -> Result<T> {
    text.parse().map_err(|error| Error::new(text.span(), format!("this string must contain Rust code: {error}")))
}

/// The attribute of `data-encoding`.
const ENCODING: &str = "encoding";

/// Sets the value of an item that may occur once.
pub(super) fn set<T>(slot: &mut Option<T>, item: &Item, value: T) -> Result<()> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => item.twice(),
    }
}

/// Sets an item without an argument that may occur once.
pub(super) fn set_flag(slot: &mut Option<Span>, item: &Item) -> Result<()> {
    set(slot, item, item.flag(item.span())?)
}

/// Returns all items of all attributes of this name, in order.
fn items(name: &str, attrs: &[Attribute], errors: &mut Errors) -> Vec<Item> {
    let ours = attrs.iter().filter(|attr| attr.path().is_ident(name));
    ours.filter_map(|attr| errors.keep(attr.parse_args_with(Punctuated::<Item, Token![,]>::parse_terminated)))
        .flatten()
        .collect()
}

/// Reads all items of `#[encoding(..)]` into a `T`. An invalid item is reported and skipped.
pub(super) fn read<T: Default>(
    attrs: &[Attribute],
    errors: &mut Errors,
    take: impl FnMut(&mut T, &Item) -> Result<()>,
) -> T {
    read_named(ENCODING, attrs, errors, take)
}

/// Reads all items of the attributes of this name, as [`read`] does.
pub(super) fn read_named<T: Default>(
    name: &str,
    attrs: &[Attribute],
    errors: &mut Errors,
    mut take: impl FnMut(&mut T, &Item) -> Result<()>,
) -> T {
    let mut read = T::default();
    for item in items(name, attrs, errors) {
        let taken = take(&mut read, &item);
        errors.keep(taken);
    }
    read
}

/// Returns the span of an item, if it occurs.
pub(crate) fn span_of<T>(item: &Option<(T, Span)>) -> Option<Span> {
    item.as_ref().map(|(_, span)| *span)
}

/// Returns the spans of all items of all `#[encoding(..)]` attributes.
pub(crate) fn spans(attrs: &[Attribute], errors: &mut Errors) -> Vec<Span> {
    items(ENCODING, attrs, errors).iter().map(Item::span).collect()
}
