//! The items of an attribute, which wrap from the right to the left: the last is the innermost.

use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned as _;
use syn::{Attribute, Error, Expr, ExprLit, Lit, Meta, Result, Token, punctuated::Punctuated};

/// The items that are not used yet.
pub(crate) struct Items(Vec<Meta>);

/// An item that was taken: its argument and its place.
pub(crate) struct Taken {
    pub(crate) argument: Option<TokenStream>,
    pub(crate) span: Span,
}

impl Items {
    /// Returns the items of all `#[encoding(..)]`.
    pub(crate) fn new(attributes: &[Attribute]) -> Result<Self> {
        let ours = attributes.iter().filter(|attribute| attribute.path().is_ident("encoding"));
        let lists: Result<Vec<_>> =
            ours.map(|it| it.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)).collect();
        Ok(Self(lists?.into_iter().flatten().collect()))
    }

    /// Takes the innermost item, if it has this name.
    pub(crate) fn innermost(&mut self, name: &str) -> Result<Option<Taken>> {
        match self.0.last() {
            Some(last) if last.path().is_ident(name) => self.0.pop().map(taken).transpose(),
            _ => Ok(None),
        }
    }

    /// Takes the innermost item, if it has this name and a list in parentheses.
    pub(crate) fn innermost_list(&mut self, name: &str) -> Result<Option<Self>> {
        match self.0.last() {
            Some(Meta::List(list)) if list.path.is_ident(name) => {
                let items = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?;
                self.0.pop();
                Ok(Some(Self(items.into_iter().collect())))
            }
            _ => Ok(None),
        }
    }

    /// Takes the item with this name, wherever it stands.
    pub(crate) fn anywhere(&mut self, name: &str) -> Result<Option<Taken>> {
        let found = self.0.iter().position(|item| item.path().is_ident(name));
        found.map(|index| taken(self.0.remove(index))).transpose()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the place of the first item that is left.
    pub(crate) fn left(&self) -> Option<Span> {
        self.0.first().map(|item| item.path().span())
    }

    /// Checks that all items were used.
    pub(crate) fn finish(self) -> Result<()> {
        match self.0.last() {
            None => Ok(()),
            Some(item) => {
                let name = item.path().get_ident().map_or_else(|| "this".to_owned(), |name| format!("`{name}`"));
                Err(Error::new(
                    item.span(),
                    format!(
                        "{name} does not fit the type or stands at the wrong place: items wrap from the right to the left"
                    ),
                ))
            }
        }
    }
}

/// Returns the argument of `name`, `name = "tokens"` or `name = literal`.
fn taken(item: Meta) -> Result<Taken> {
    let span = item.path().span();
    let argument = match item {
        Meta::Path(_) => None,
        Meta::NameValue(item) => match item.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.parse()?),
            value => Some(quote::ToTokens::into_token_stream(value)),
        },
        Meta::List(list) => return Err(Error::new(list.path.span(), "write the argument behind `=`")),
    };
    Ok(Taken { argument, span })
}

impl Taken {
    /// Returns the argument of an item that needs one.
    pub(crate) fn required(self) -> Result<TokenStream> {
        self.argument.ok_or_else(|| Error::new(self.span, "an argument is missing: write it behind `=`"))
    }

    /// Checks that the item has no argument.
    pub(crate) fn flag(self) -> Result<Span> {
        if self.argument.is_some() { Err(Error::new(self.span, "remove the argument")) } else { Ok(self.span) }
    }
}
