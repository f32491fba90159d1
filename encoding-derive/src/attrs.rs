//! `#[encoding(..)]`, read once and forwards: single-use keys, and layers in the order in which they are written.
//!
//! ```text
//! attr  = "#[encoding(" item { "," item } ")]"       several on one item concatenate
//! item  = key | key "=" value | key "(" item { "," item } ")"
//! value = expression, or a string that holds one
//! ```

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, ExprLit, Lit, LitStr, Path, Result, Token, Type, parenthesized};

use crate::errors::Errors;
use crate::model::{Prefix, TagSize};
use crate::primitives::{self, Row};

/// One item, before it means anything.
struct Item {
    key: Ident,
    arg: Arg,
}

enum Arg {
    None,
    Value(Expr),
    List(Vec<Item>),
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let key = Ident::parse_any(input)?;
        let arg = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            Arg::Value(input.parse()?)
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
    fn span(&self) -> Span {
        self.key.span()
    }

    fn error<T>(&self, message: impl std::fmt::Display) -> Result<T> {
        Err(Error::new(self.span(), message))
    }

    /// No argument.
    fn flag(&self) -> Result<()> {
        match &self.arg {
            Arg::None => Ok(()),
            _ => self.error(format!("`{0}` takes no argument: write `{0}`", self.key)),
        }
    }

    /// An expression; a string is taken for the expression in it.
    fn expr(&self) -> Result<Expr> {
        self.optional_expr()?.map_or_else(|| self.error(format!("write `{} = <expression>`", self.key)), Ok)
    }

    fn optional_expr(&self) -> Result<Option<Expr>> {
        match &self.arg {
            Arg::None => Ok(None),
            Arg::Value(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => parse_in(text).map(Some),
            Arg::Value(expr) => Ok(Some(expr.clone())),
            Arg::List(_) => self.error(format!("write `{} = <expression>`", self.key)),
        }
    }

    /// A string.
    fn string(&self) -> Result<LitStr> {
        match &self.arg {
            Arg::Value(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => Ok(text.clone()),
            _ => self.error(format!("write `{} = \"..\"`", self.key)),
        }
    }

    /// A path, in a string or bare.
    fn path(&self) -> Result<Path> {
        match &self.arg {
            Arg::Value(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => parse_in(text),
            Arg::Value(Expr::Path(path)) => Ok(path.path.clone()),
            _ => self.error(format!("write `{} = \"path\"`", self.key)),
        }
    }

    /// A type, in a string or bare.
    fn ty(&self) -> Result<Type> {
        match &self.arg {
            Arg::Value(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => parse_in(text),
            Arg::Value(Expr::Path(path)) => Ok(Type::Path(syn::TypePath { qself: None, path: path.path.clone() })),
            _ => self.error(format!("write `{} = \"Type\"`", self.key)),
        }
    }

    /// `key = N` or `key(max = N)`: the maximum.
    fn max(&self) -> Result<Option<Expr>> {
        let Arg::List(items) = &self.arg else { return self.optional_expr() };
        let mut max = None;
        for item in items {
            match item.key.to_string().as_str() {
                "max" => set(&mut max, item, item.expr()?)?,
                key => return item.error(format!("unknown `{key}`: `{}` takes `max = N`", self.key)),
            }
        }
        Ok(max)
    }
}

/// Parses the contents of a string, with spans in it.
fn parse_in<T: Parse>(text: &LitStr) -> Result<T> {
    text.parse().map_err(|error| Error::new(text.span(), format!("this string is to hold Rust: {error}")))
}

/// Sets a key that may come once.
fn set<T>(place: &mut Option<T>, item: &Item, value: T) -> Result<()> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => item.error(format!("`{}` is given twice: remove one", item.key)),
    }
}

/// All items of all `#[encoding(..)]` attributes, in order.
fn items(attrs: &[Attribute], errors: &mut Errors) -> Vec<Item> {
    let ours = attrs.iter().filter(|attr| attr.path().is_ident("encoding"));
    ours.filter_map(|attr| errors.keep(attr.parse_args_with(Punctuated::<Item, Token![,]>::parse_terminated)))
        .flatten()
        .collect()
}

/// A step of a chain, outermost first.
pub(crate) enum Layer {
    Wrapper(Wrapper),
    Marker(Marker),
    Leaf(Leaf),
}

/// The innermost form.
pub(crate) enum Leaf {
    /// A scalar by name.
    Row(&'static Row),
    /// Integers from one bound to the other.
    Range(Box<(Expr, Expr)>),
    /// The least significant byte first; beside a range, that of the range.
    Le,
}

/// Something around the next marker to its right, or around the innermost type.
pub(crate) enum Wrapper {
    Dynamic { prefix: Prefix, max: Option<Expr> },
    Sized(Expr),
    Bounded(Expr),
    Padded(Expr),
}

/// A layer of the Rust type.
pub(crate) enum Marker {
    /// With a presence flag.
    Option,
    /// With a tag.
    Maybe,
    /// Without either, at the end of the block.
    Varopt,
    Result,
    /// At most so many elements to the end of the block.
    List(Option<Expr>),
    /// So many elements.
    Exactly(Expr),
    /// The number of elements in front, at most so many.
    Count(Prefix, Option<Expr>),
    Bytes(Option<Expr>),
    Text(Text),
}

/// How far text goes.
pub(crate) enum Text {
    /// A size in front, at most so many bytes.
    Sized(Prefix, Option<Expr>),
    /// The narrowest size in front that can say the maximum.
    Bounded(Expr),
    /// To the end of the block.
    Variable,
    /// So many bytes.
    Fixed(Expr),
}

/// A chain with the places of its layers.
#[derive(Default)]
pub(crate) struct Chain(pub(crate) Vec<(Layer, Span)>);

impl Chain {
    /// Takes an item that is a step of a chain; `false` where it is none.
    fn take(&mut self, item: &Item) -> Result<bool> {
        let layer = match item.key.to_string().as_str() {
            "dynamic" => Layer::Wrapper(dynamic(item)?),
            "short_dynamic" => Layer::Wrapper(Wrapper::Dynamic { prefix: Prefix::U8, max: item.max()? }),
            "sized" => Layer::Wrapper(Wrapper::Sized(item.expr()?)),
            "bounded" | "check_size" => Layer::Wrapper(Wrapper::Bounded(item.expr()?)),
            "padded" => Layer::Wrapper(Wrapper::Padded(item.expr()?)),
            "option" => Layer::Marker(option(item)?),
            "varopt" => {
                item.flag()?;
                Layer::Marker(Marker::Varopt)
            }
            "result" => {
                item.flag()?;
                Layer::Marker(Marker::Result)
            }
            "list" => Layer::Marker(list(item)?),
            "count" => Layer::Marker(count(item)?),
            "bytes" => Layer::Marker(Marker::Bytes(item.max()?)),
            "string" => Layer::Marker(Marker::Text(text(item)?)),
            "builtin" => Layer::Leaf(Leaf::Row(builtin(item)?)),
            "range" => Layer::Leaf(range(item)?),
            "le" => {
                item.flag()?;
                Layer::Leaf(Leaf::Le)
            }
            "composite" => {
                let Arg::List(items) = &item.arg else {
                    return item.error("write `composite(..)` with the items of the type inside");
                };
                for inner in items {
                    if !self.take(inner)? {
                        return inner.error(format!("`{}` cannot stand inside `composite`", inner.key));
                    }
                }
                return Ok(true);
            }
            keyword => match primitives::find(primitives::LEAVES, keyword) {
                Some(row) => {
                    item.flag()?;
                    Layer::Leaf(Leaf::Row(row))
                }
                None => return Ok(false),
            },
        };
        self.0.push((layer, item.span()));
        Ok(true)
    }

    /// The place of the first layer.
    pub(crate) fn span(&self) -> Option<Span> {
        self.0.first().map(|(_, span)| *span)
    }
}

/// `dynamic`, `dynamic = N`, `dynamic(kind = "u16", max = N)`.
fn dynamic(item: &Item) -> Result<Wrapper> {
    let Arg::List(items) = &item.arg else {
        return Ok(Wrapper::Dynamic { prefix: Prefix::U30, max: item.optional_expr()? });
    };
    let (mut prefix, mut max) = (None, None);
    for item in items {
        match item.key.to_string().as_str() {
            "max" => set(&mut max, item, item.expr()?)?,
            "kind" => set(&mut prefix, item, kind(item)?)?,
            key => return item.error(format!("unknown `{key}`: `dynamic` takes `kind = \"u8\"` and `max = N`")),
        }
    }
    Ok(Wrapper::Dynamic { prefix: prefix.unwrap_or(Prefix::U30), max })
}

/// `kind = "u16"`.
fn kind(item: &Item) -> Result<Prefix> {
    let kind = item.string()?;
    match kind.value().as_str() {
        "u8" => Ok(Prefix::U8),
        "u16" => Ok(Prefix::U16),
        "u30" => Ok(Prefix::U30),
        "n" => Ok(Prefix::N),
        _ => Err(Error::new(kind.span(), "the kind of a size is \"u8\", \"u16\", \"u30\" or \"n\"")),
    }
}

/// `option`, `option(tagged)`.
fn option(item: &Item) -> Result<Marker> {
    match &item.arg {
        Arg::None => Ok(Marker::Option),
        Arg::List(items) if matches!(items.as_slice(), [only] if only.key == "tagged") => Ok(Marker::Maybe),
        _ => item.error("write `option`, or `option(tagged)` for the tags 00 and 01"),
    }
}

/// `list`, `list = N`, `list(max = N)`, `list(len = N)`.
fn list(item: &Item) -> Result<Marker> {
    match &item.arg {
        Arg::List(items) => match items.as_slice() {
            [only] if only.key == "len" => Ok(Marker::Exactly(only.expr()?)),
            [only] if only.key == "max" => Ok(Marker::List(Some(only.expr()?))),
            [] => Ok(Marker::List(None)),
            [first, ..] => {
                let key = &first.key;
                first.error(format!("`list` does not take `{key}` here: it takes either `max = N` or `len = N`"))
            }
        },
        _ => Ok(Marker::List(item.optional_expr()?)),
    }
}

/// `count(kind = "n", max = N)`.
fn count(item: &Item) -> Result<Marker> {
    let Arg::List(items) = &item.arg else { return item.error("write `count(kind = \"u8\", max = N)`") };
    let (mut prefix, mut max) = (None, None);
    for item in items {
        match item.key.to_string().as_str() {
            "max" => set(&mut max, item, item.expr()?)?,
            "kind" => set(&mut prefix, item, kind(item)?)?,
            key => return item.error(format!("unknown `{key}`: `count` takes `kind = \"u8\"` and `max = N`")),
        }
    }
    Ok(Marker::Count(prefix.unwrap_or(Prefix::U30), max))
}

/// `string`, `string = N`, `string(kind = "u8", max = N)`, `string(bounded, max = N)`, `string(variable)`, `string(fixed = N)`.
fn text(item: &Item) -> Result<Text> {
    let Arg::List(items) = &item.arg else { return Ok(Text::Sized(Prefix::U30, item.optional_expr()?)) };
    let (mut prefix, mut max, mut fixed, mut bounded, mut variable) = (None, None, None, None, None);
    for item in items {
        match item.key.to_string().as_str() {
            "max" => set(&mut max, item, item.expr()?)?,
            "kind" => set(&mut prefix, item, kind(item)?)?,
            "fixed" => set(&mut fixed, item, item.expr()?)?,
            "bounded" => set(&mut bounded, item, item.flag()?)?,
            "variable" => set(&mut variable, item, item.flag()?)?,
            key => return item.error(format!("unknown `{key}`: `string` takes kind, max, bounded, variable, fixed")),
        }
    }
    match (prefix, max, fixed, bounded, variable) {
        (prefix, max, None, None, None) => Ok(Text::Sized(prefix.unwrap_or(Prefix::U30), max)),
        (None, Some(max), None, Some(()), None) => Ok(Text::Bounded(max)),
        (None, None, Some(fixed), None, None) => Ok(Text::Fixed(fixed)),
        (None, None, None, None, Some(())) => Ok(Text::Variable),
        _ => item.error(
            "these do not go together: write `kind` and `max`, or `bounded` and `max`, or `variable`, or `fixed = N`",
        ),
    }
}

/// `range = "1 ..= 200"`.
fn range(item: &Item) -> Result<Leaf> {
    match item.expr()? {
        Expr::Range(syn::ExprRange {
            start: Some(min), end: Some(max), limits: syn::RangeLimits::Closed(_), ..
        }) => Ok(Leaf::Range(Box::new((*min, *max)))),
        other => Err(Error::new_spanned(other, "write `range = \"MIN ..= MAX\"`")),
    }
}

fn builtin(item: &Item) -> Result<&'static Row> {
    let name = match &item.arg {
        Arg::Value(Expr::Path(path)) if path.path.get_ident().is_some() => path.path.require_ident()?.to_string(),
        _ => item.string()?.value(),
    };
    primitives::find(primitives::BUILTINS, &name).map_or_else(
        || item.error(format!("no builtin `{name}`; there are {}", primitives::keywords(primitives::BUILTINS))),
        Ok,
    )
}

/// Keys of a struct or an enum.
#[derive(Default)]
pub(crate) struct ContainerAttrs {
    pub(crate) tags: Option<(TagSize, Span)>,
    pub(crate) ignore_unknown: Option<Span>,
    pub(crate) id: Option<LitStr>,
    pub(crate) krate: Option<Path>,
    pub(crate) mu: Option<MuAttr>,
    pub(crate) transparent: Option<Span>,
    pub(crate) view: Option<Ident>,
    pub(crate) via: Option<(Type, Span)>,
    pub(crate) guard: Option<(Path, Span)>,
    pub(crate) chain: Chain,
}

pub(crate) struct MuAttr {
    pub(crate) name: Option<LitStr>,
    pub(crate) depth: Option<Expr>,
    pub(crate) variable: bool,
}

const CONTAINER: &str = "tags, ignore_unknown, id, mu, depth, transparent, view, try_from, from, into, guard, crate, dynamic, \
                         short_dynamic, sized, bounded";

impl ContainerAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = Self::default();
        let mut depth = None;
        for item in items(attrs, errors) {
            let taken = this.take(&item, &mut depth);
            errors.keep(taken);
        }
        match (&mut this.mu, depth) {
            (Some(mu), Some((depth, _))) => mu.depth = Some(depth),
            (None, Some((_, span))) => errors.at(span, "`depth` goes with `mu`: write `mu, depth = N`"),
            _ => {}
        }
        this
    }

    fn take(&mut self, item: &Item, depth: &mut Option<(Expr, Span)>) -> Result<()> {
        match item.key.to_string().as_str() {
            "tags" => {
                let width = item.string()?;
                let size = match width.value().as_str() {
                    "u8" => TagSize::U8,
                    "u16" => TagSize::U16,
                    "u32" => TagSize::U32,
                    _ => return Err(Error::new(width.span(), "tags are \"u8\", \"u16\" or \"u32\" wide")),
                };
                set(&mut self.tags, item, (size, item.span()))
            }
            "ignore_unknown" => {
                item.flag()?;
                set(&mut self.ignore_unknown, item, item.span())
            }
            "id" => set(&mut self.id, item, item.string()?),
            "crate" => set(&mut self.krate, item, item.path()?),
            "mu" => set(&mut self.mu, item, mu(item)?),
            "depth" => set(depth, item, (item.expr()?, item.span())),
            "transparent" => {
                item.flag()?;
                set(&mut self.transparent, item, item.span())
            }
            "view" => {
                let name = item.path()?;
                let name = name.get_ident().cloned();
                match name {
                    Some(name) => set(&mut self.view, item, name),
                    None => item.error("write `view = \"Name\"`, or `view = \"Self\"`"),
                }
            }
            "try_from" | "from" | "into" => via(&mut self.via, item),
            "guard" => set(&mut self.guard, item, (item.path()?, item.span())),
            key if self.chain.take(item)? => match self.chain.0.last() {
                Some((Layer::Wrapper(_), _)) => Ok(()),
                _ => item.error(format!("`{key}` belongs on a field; a type takes {CONTAINER}")),
            },
            key => item.error(format!("unknown `{key}`; a type takes {CONTAINER}")),
        }
    }
}

/// `mu`, `mu = "name"`, `mu(variable)`.
fn mu(item: &Item) -> Result<MuAttr> {
    let mut attr = MuAttr { name: None, depth: None, variable: false };
    match &item.arg {
        Arg::None => {}
        Arg::Value(_) => attr.name = Some(item.string()?),
        Arg::List(items) => {
            for item in items {
                match item.key.to_string().as_str() {
                    "variable" => attr.variable = true,
                    "name" => set(&mut attr.name, item, item.string()?)?,
                    "depth" => set(&mut attr.depth, item, item.expr()?)?,
                    key => return item.error(format!("unknown `{key}`; `mu` takes variable, name, depth")),
                }
            }
        }
    }
    Ok(attr)
}

/// `try_from`, `from`, `into`: all name the type on the wire.
fn via(place: &mut Option<(Type, Span)>, item: &Item) -> Result<()> {
    let ty = item.ty()?;
    match place {
        Some((first, _)) if *first != ty => item.error("`try_from` and `into` must name the same type on the wire"),
        Some(_) => Ok(()),
        None => {
            *place = Some((ty, item.span()));
            Ok(())
        }
    }
}

/// Keys of a variant.
#[derive(Default)]
pub(crate) struct VariantAttrs {
    pub(crate) tag: Option<(Expr, Span)>,
    pub(crate) title: Option<LitStr>,
    pub(crate) name: Option<LitStr>,
    pub(crate) chain: Chain,
}

impl VariantAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = Self::default();
        for item in items(attrs, errors) {
            let taken = this.take(&item);
            errors.keep(taken);
        }
        this
    }

    fn take(&mut self, item: &Item) -> Result<()> {
        match item.key.to_string().as_str() {
            "tag" => set(&mut self.tag, item, (item.expr()?, item.span())),
            "title" => set(&mut self.title, item, item.string()?),
            "name" => set(&mut self.name, item, item.string()?),
            _ if self.chain.take(item)? => Ok(()),
            key => {
                item.error(format!("unknown `{key}`; a variant takes tag, title, name and the items of its one field"))
            }
        }
    }
}

/// Keys of a field.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) skip: Option<(Option<Expr>, Span)>,
    pub(crate) hash: Option<Span>,
    pub(crate) name: Option<LitStr>,
    pub(crate) reserve: Option<(Expr, Span)>,
    pub(crate) guard: Option<(Path, Span)>,
    pub(crate) via: Option<(Type, Span)>,
    pub(crate) chain: Chain,
}

impl FieldAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = Self::default();
        for item in items(attrs, errors) {
            let taken = this.take(&item);
            errors.keep(taken);
        }
        this
    }

    fn take(&mut self, item: &Item) -> Result<()> {
        match item.key.to_string().as_str() {
            "skip" => set(&mut self.skip, item, (item.optional_expr()?, item.span())),
            "hash" => {
                item.flag()?;
                set(&mut self.hash, item, item.span())
            }
            "name" => set(&mut self.name, item, item.string()?),
            "reserve" => set(&mut self.reserve, item, (item.expr()?, item.span())),
            "guard" => set(&mut self.guard, item, (item.path()?, item.span())),
            "try_from" | "from" | "into" => via(&mut self.via, item),
            _ if self.chain.take(item)? => Ok(()),
            key => item.error(format!(
                "unknown `{key}`; a field takes skip, hash, name, reserve, guard, try_from, into, dynamic, short_dynamic, \
                 sized, bounded, padded, option, varopt, result, list, count, bytes, string, range, le, \
                 builtin, composite, {}",
                primitives::keywords(primitives::LEAVES)
            )),
        }
    }

    /// An item that says how the field looks on the wire: that of the widest effect.
    pub(crate) fn wire_item(&self) -> Option<Span> {
        let reserve = self.reserve.as_ref().map(|(_, span)| *span);
        let guard = self.guard.as_ref().map(|(_, span)| *span);
        let via = self.via.as_ref().map(|(_, span)| *span);
        reserve.or_else(|| self.chain.span()).or(guard).or(via)
    }
}
