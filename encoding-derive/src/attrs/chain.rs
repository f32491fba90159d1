//! Chains: the items that determine the encoding of a field, from the outside in.

use proc_macro2::Span;
use syn::{Error, Expr, LitStr, Result, Type};

use super::item::{Arg, Item, set, set_flag};
use crate::model::{Layer, Leaf, Prefix, Wire};
use crate::primitives::{self, Row};

/// A step of a chain.
pub(crate) enum ChainItem {
    /// A layer around the next marker to its right or, if there is none, around the innermost type; and a limit in
    /// bytes inside it.
    Wrapper(Layer, Option<Expr>),
    /// A layer of the Rust type.
    Marker(Marker),
    Scalar(Scalar),
}

/// An item for an innermost type. Some of them can be combined.
pub(crate) enum Scalar {
    Named(&'static Row),
    Range(Box<(Expr, Expr)>),
    /// Little-endian.
    Le,
    /// Big-endian, in a type whose `endian` is little.
    Be,
    Constant(LitStr),
    With(Box<Type>),
}

/// A layer of the Rust type.
pub(crate) enum Marker {
    /// `option`, `option(tagged)` or `varopt`.
    Option(Layer),
    /// A presence flag instead of this default value. Not a layer of the Rust type.
    Elided(Expr),
    Result,
    /// `list` or `count`.
    List(Layer),
    /// Pairs in a `Vec`.
    Assoc,
    /// Pairs in a map.
    Map,
    /// Bytes or text, up to the end of the block.
    Rest,
    Bytes(Wire),
    Text(Wire),
    Raw(Wire),
}

/// The steps of a chain with the spans of their items, outermost first.
#[derive(Default)]
pub(crate) struct Chain(pub(crate) Vec<(ChainItem, Span)>);

impl Chain {
    /// Returns true if `be` sets the byte order.
    pub(crate) fn is_big(&self) -> bool {
        self.0.iter().any(|(step, _)| matches!(step, ChainItem::Scalar(Scalar::Be)))
    }

    /// Returns true if the outermost layer of the Rust type is an `Option`.
    pub(crate) fn is_option(&self) -> bool {
        let mut markers = self.0.iter().filter(|(step, _)| !matches!(step, ChainItem::Wrapper(..)));
        matches!(markers.next(), Some((ChainItem::Marker(Marker::Option(_)), _)))
    }

    /// Takes an item that is a step of a chain. Returns `false` for any other item.
    pub(super) fn take(&mut self, item: &Item) -> Result<bool> {
        let wrapper = |layer| ChainItem::Wrapper(layer, None);
        let step = match item.key.to_string().as_str() {
            "dynamic" => dynamic(item)?,
            "short_dynamic" => ChainItem::Wrapper(Layer::Dynamic(Prefix::U8), item.max()?),
            "suffix_len" => wrapper(suffix(item)?),
            "sized" => wrapper(Layer::Sized(item.expr()?)),
            "bounded" | "check_size" => wrapper(Layer::Bounded(item.expr()?)),
            "payload" => item.flag(wrapper(Layer::Payload))?,
            "padded" => wrapper(Layer::Padded(item.expr()?)),
            "magic" => wrapper(Layer::Magic(item.bytes()?)),
            "rest" => item.flag(ChainItem::Marker(Marker::Rest))?,
            "assoc" => item.flag(ChainItem::Marker(Marker::Assoc))?,
            "map" if matches!(item.arg, Arg::List(_)) => {
                return item.error(
                    "`map` is for `BTreeMap<K, T>` and takes no argument: for a conversion, write `try_from = \"Type\"`",
                );
            }
            "map" => item.flag(ChainItem::Marker(Marker::Map))?,
            "option" => ChainItem::Marker(option(item)?),
            "varopt" => item.flag(ChainItem::Marker(Marker::Option(Layer::Varopt)))?,
            "result" => item.flag(ChainItem::Marker(Marker::Result))?,
            "list" => ChainItem::Marker(Marker::List(list(item)?)),
            "count" => ChainItem::Marker(Marker::List(count(item)?)),
            "bytes" => {
                let bytes = Wire::Leaf(Leaf::Bytes, item.span()).limited(item.max()?, item.span());
                ChainItem::Marker(Marker::Bytes(bytes))
            }
            "raw" => ChainItem::Marker(Marker::Raw(Wire::Leaf(Leaf::Verbatim(item.ty()?.into()), item.span()))),
            "string" => ChainItem::Marker(Marker::Text(text(item)?)),
            "builtin" => ChainItem::Scalar(Scalar::Named(builtin(item)?)),
            "range" => ChainItem::Scalar(Scalar::Range(Box::new(item.bounds()?))),
            "le" => item.flag(ChainItem::Scalar(Scalar::Le))?,
            "be" => item.flag(ChainItem::Scalar(Scalar::Be))?,
            "constant" => ChainItem::Scalar(Scalar::Constant(item.string()?)),
            "with" => ChainItem::Scalar(Scalar::With(Box::new(item.ty()?))),
            "composite" => {
                let Arg::List(items) = &item.arg else {
                    return item.error("write `composite(..)` with the items of the type in the parentheses");
                };
                for inner in items {
                    if !self.take(inner)? {
                        return inner.error(format!("`{}` is not allowed in `composite`", inner.key));
                    }
                }
                return Ok(true);
            }
            keyword => match primitives::find(primitives::LEAVES, keyword) {
                Some(row) => item.flag(ChainItem::Scalar(Scalar::Named(row)))?,
                None => return Ok(false),
            },
        };
        self.0.push((step, item.span()));
        Ok(true)
    }

    /// Removes and returns the text of a chain that is only `constant`.
    pub(crate) fn take_constant(&mut self) -> Option<LitStr> {
        let text = match self.0.as_slice() {
            [(ChainItem::Scalar(Scalar::Constant(text)), _)] => text.clone(),
            _ => return None,
        };
        self.0.clear();
        Some(text)
    }

    /// Returns the span of the first item.
    pub(crate) fn span(&self) -> Option<Span> {
        self.0.first().map(|(_, span)| *span)
    }
}

/// `dynamic`, `dynamic = N`, `dynamic(kind = "u16", le, max = N)`.
fn dynamic(item: &Item) -> Result<ChainItem> {
    let Arg::List(items) = &item.arg else {
        return Ok(ChainItem::Wrapper(Layer::Dynamic(Prefix::U30), item.optional_expr()?));
    };
    let (size, max) = size_and_max(items, "dynamic")?;
    Ok(ChainItem::Wrapper(Layer::Dynamic(size.prefix()?), max))
}

/// `suffix_len(kind = "u16", le)`.
fn suffix(item: &Item) -> Result<Layer> {
    const SHAPE: &str = "write `suffix_len(kind = \"u16\")`, and add `le` for little-endian";
    let Arg::List(items) = &item.arg else { return item.error(SHAPE) };
    let mut size = Size::default();
    for item in items {
        if !size.take(item)? {
            return item.unknown(&["kind", "le"], SHAPE);
        }
    }
    match size.prefix()? {
        Prefix::N => {
            item.error("a size that follows its block must have a fixed width: write \"u8\", \"u16\" or \"u30\"")
        }
        prefix => Ok(Layer::Suffixed(prefix)),
    }
}

/// `kind = "u16", le, max = N`, as the arguments of `key`.
fn size_and_max(items: &[Item], key: &str) -> Result<(Size, Option<Expr>)> {
    let (mut size, mut max) = (Size::default(), None);
    for item in items {
        match item.key.to_string().as_str() {
            "max" => set(&mut max, item, item.expr()?)?,
            _ if size.take(item)? => {}
            _ => {
                let takes = format!("`{key}` takes `kind = \"u8\"`, `le` and `max = N`");
                return item.unknown(&["kind", "le", "max"], takes);
            }
        }
    }
    Ok((size, max))
}

/// The items of a size prefix: `kind = "u16", le`.
#[derive(Default)]
struct Size {
    kind: Option<Prefix>,
    little: Option<Span>,
}

impl Size {
    /// Takes `kind` and `le`. Returns `false` for any other item.
    fn take(&mut self, item: &Item) -> Result<bool> {
        match item.key.to_string().as_str() {
            "kind" => set(&mut self.kind, item, kind(item)?)?,
            "le" => set_flag(&mut self.little, item)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn is_given(&self) -> bool {
        self.kind.is_some() || self.little.is_some()
    }

    /// Returns the size prefix, four bytes wide by default.
    fn prefix(&self) -> Result<Prefix> {
        match (self.kind.unwrap_or(Prefix::U30), self.little) {
            (Prefix::U16, Some(_)) => Ok(Prefix::U16Le),
            (Prefix::U30, Some(_)) => Ok(Prefix::U30Le),
            (Prefix::U8, Some(span)) => Err(Error::new(span, "a size of one byte has no byte order: remove `le`")),
            (_, Some(span)) => Err(Error::new(span, "`n` always has its least significant bits first: remove `le`")),
            (prefix, None) => Ok(prefix),
        }
    }
}

/// `kind = "u16"`.
fn kind(item: &Item) -> Result<Prefix> {
    let message = match item.string()?.value().as_str() {
        "u32" => {
            "the maximum of a four-byte size is 2^30 - 1, as in `data-encoding`: write \"u30\", which has the same width"
        }
        _ => "a size is \"u8\", \"u16\", \"u30\" or \"n\"",
    };
    item.one_of(&[("u8", Prefix::U8), ("u16", Prefix::U16), ("u30", Prefix::U30), ("n", Prefix::N)], message)
}

/// `option`, `option(tagged)`, `option(default = VALUE)`.
fn option(item: &Item) -> Result<Marker> {
    match (&item.arg, item.only()) {
        (Arg::None, _) => Ok(Marker::Option(Layer::Opt)),
        (_, Some(only)) if only.key == "tagged" => only.flag(Marker::Option(Layer::Maybe)),
        (_, Some(only)) if only.key == "default" => Ok(Marker::Elided(only.expr()?)),
        _ => item.error(OPTION),
    }
}

const OPTION: &str = "write `option`, or `option(tagged)` for the tags 00 and 01, or `option(default = VALUE)` on a field that is not an `Option`";

const LENGTHS: &str = "`list` takes `min = N` and `max = N`, or only `len = N`, or only `bits = N`";

/// `list`, `list = N`, `list(min = N, max = N)`, `list(len = N)`, `list(bits = N)`.
fn list(item: &Item) -> Result<Layer> {
    let Arg::List(items) = &item.arg else { return Ok(Layer::List { min: None, max: item.optional_expr()? }) };
    let (mut min, mut max, mut alone) = (None, None, None);
    for item in items {
        match item.key.to_string().as_str() {
            "min" => set(&mut min, item, item.expr()?)?,
            "max" => set(&mut max, item, item.expr()?)?,
            "len" => set(&mut alone, item, Layer::Exactly(item.expr()?))?,
            "bits" => set(&mut alone, item, Layer::Short(item.expr()?))?,
            _ => return item.unknown(&["min", "max", "len", "bits"], LENGTHS),
        }
        if alone.is_some() && (min.is_some() || max.is_some()) {
            return item.error(format!("this cannot be combined with the preceding argument: {LENGTHS}"));
        }
    }
    Ok(alone.unwrap_or(Layer::List { min, max }))
}

/// `count(kind = "n", max = N)`, `count(kind = "u16", le)`. There is no default kind, because `list_with_length` has
/// none.
fn count(item: &Item) -> Result<Layer> {
    const SHAPE: &str = "write `count(kind = \"u8\", max = N)`";
    let Arg::List(items) = &item.arg else { return item.error(SHAPE) };
    let (size, max) = size_and_max(items, "count")?;
    if size.kind.is_none() {
        return item.error(format!("`kind` is missing: {SHAPE}"));
    }
    Ok(Layer::Counted(size.prefix()?, max))
}

/// `string`, `string = N`, `string(kind = "u8", max = N)`, `string(bounded, max = N)`, `string(variable)`, `string(fixed = N)`.
fn text(item: &Item) -> Result<Wire> {
    let span = item.span();
    let text = Wire::Leaf(Leaf::Text, span);
    let Arg::List(items) = &item.arg else {
        return Ok(text.limited(item.optional_expr()?, span).within(Layer::Dynamic(Prefix::U30), span));
    };
    let (mut size, mut max, mut fixed, mut bounded, mut variable) = (Size::default(), None, None, None, None);
    for item in items {
        match item.key.to_string().as_str() {
            "max" => set(&mut max, item, item.expr()?)?,
            "fixed" => set(&mut fixed, item, item.expr()?)?,
            "bounded" => set(&mut bounded, item, item.flag(())?)?,
            "variable" => set(&mut variable, item, item.flag(())?)?,
            _ if size.take(item)? => {}
            _ => {
                let known = ["kind", "le", "max", "bounded", "variable", "fixed"];
                return item.unknown(&known, format!("`string` takes {}", known.join(", ")));
            }
        }
    }
    match (size.is_given(), max, fixed, bounded, variable) {
        (_, max, None, None, None) => Ok(text.limited(max, span).within(Layer::Dynamic(size.prefix()?), span)),
        (false, Some(max), None, Some(()), None) => Ok(Wire::Leaf(Leaf::Narrow(max), span)),
        (false, None, Some(fixed), None, None) => Ok(text.within(Layer::Sized(fixed), span)),
        (false, None, None, None, Some(())) => Ok(text),
        _ => item.error(
            "these arguments cannot be combined: write `kind` and `max`, or `bounded` and `max`, or `variable`, or `fixed = N`",
        ),
    }
}

fn builtin(item: &Item) -> Result<&'static Row> {
    let name = match &item.arg {
        Arg::Value(Expr::Path(path)) if path.path.get_ident().is_some() => path.path.require_ident()?.to_string(),
        _ => item.string()?.value(),
    };
    primitives::find(primitives::BUILTINS, &name).map_or_else(
        || {
            item.error(format!(
                "unknown builtin `{name}`: the builtins are {}",
                primitives::keywords(primitives::BUILTINS)
            ))
        },
        Ok,
    )
}
