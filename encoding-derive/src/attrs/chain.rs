//! Chains: the items that say how a field looks on the wire, from the outside in.

use proc_macro2::Span;
use syn::{Error, Expr, LitStr, Result, Type};

use super::item::{Arg, Item, set, set_flag};
use crate::model::Prefix;
use crate::primitives::{self, Row};

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
    /// The most significant byte first, where the type says otherwise.
    Be,
    /// Nothing but a text in JSON.
    Constant(LitStr),
    /// A form of the user's.
    With(Box<Type>),
}

/// Something around the next marker to its right, or around the innermost type.
pub(crate) enum Wrapper {
    Dynamic {
        prefix: Prefix,
        max: Option<Expr>,
    },
    Sized(Expr),
    Bounded(Expr),
    Padded(Expr),
    /// Its size behind it.
    Suffix(Prefix),
    /// Fixed bytes in front.
    Magic(Expr),
    /// Behind the tag of a compact type.
    Payload,
}

/// A layer of the Rust type.
pub(crate) enum Marker {
    /// With a presence flag.
    Option,
    /// With a tag.
    Maybe,
    /// Without either, at the end of the block.
    Varopt,
    /// No layer of the type: a presence flag in the place of this value.
    Elided(Expr),
    Result,
    /// Elements to the end of the block.
    List {
        min: Option<Expr>,
        max: Option<Expr>,
    },
    /// So many elements.
    Exactly(Expr),
    /// The number of elements in so many bits of the tag of a compact type.
    Short(Expr),
    /// The number of elements in front, at most so many.
    Count(Prefix, Option<Expr>),
    Bytes(Option<Expr>),
    /// Bytes or text to the end of the block.
    Rest,
    /// Pairs in a `Vec`.
    Assoc,
    /// Pairs in a map.
    Map,
    Text(Text),
    /// The bytes of a value of this type.
    Raw(Box<Type>),
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
    pub(super) fn take(&mut self, item: &Item) -> Result<bool> {
        let layer = match item.key.to_string().as_str() {
            "dynamic" => Layer::Wrapper(dynamic(item)?),
            "short_dynamic" => Layer::Wrapper(Wrapper::Dynamic { prefix: Prefix::U8, max: item.max()? }),
            "suffix_len" => Layer::Wrapper(suffix(item)?),
            "sized" => Layer::Wrapper(Wrapper::Sized(item.expr()?)),
            "bounded" | "check_size" => Layer::Wrapper(Wrapper::Bounded(item.expr()?)),
            "payload" => item.flag(Layer::Wrapper(Wrapper::Payload))?,
            "padded" => Layer::Wrapper(Wrapper::Padded(item.expr()?)),
            "magic" => Layer::Wrapper(Wrapper::Magic(item.bytes()?)),
            "rest" => item.flag(Layer::Marker(Marker::Rest))?,
            "assoc" => item.flag(Layer::Marker(Marker::Assoc))?,
            "map" if matches!(item.arg, Arg::List(_)) => {
                return item.error(
                    "`map` is for `BTreeMap<K, T>` and takes no argument; for a conversion write `try_from = \"Type\"`",
                );
            }
            "map" => item.flag(Layer::Marker(Marker::Map))?,
            "option" => Layer::Marker(option(item)?),
            "varopt" => item.flag(Layer::Marker(Marker::Varopt))?,
            "result" => item.flag(Layer::Marker(Marker::Result))?,
            "list" => Layer::Marker(list(item)?),
            "count" => Layer::Marker(count(item)?),
            "bytes" => Layer::Marker(Marker::Bytes(item.max()?)),
            "raw" => Layer::Marker(Marker::Raw(Box::new(item.ty()?))),
            "string" => Layer::Marker(Marker::Text(text(item)?)),
            "builtin" => Layer::Leaf(Leaf::Row(builtin(item)?)),
            "range" => Layer::Leaf(Leaf::Range(Box::new(item.bounds()?))),
            "le" => item.flag(Layer::Leaf(Leaf::Le))?,
            "be" => item.flag(Layer::Leaf(Leaf::Be))?,
            "constant" => Layer::Leaf(Leaf::Constant(item.string()?)),
            "with" => Layer::Leaf(Leaf::With(Box::new(item.ty()?))),
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
                Some(row) => item.flag(Layer::Leaf(Leaf::Row(row)))?,
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

/// `dynamic`, `dynamic = N`, `dynamic(kind = "u16", le, max = N)`.
fn dynamic(item: &Item) -> Result<Wrapper> {
    let Arg::List(items) = &item.arg else {
        return Ok(Wrapper::Dynamic { prefix: Prefix::U30, max: item.optional_expr()? });
    };
    let (mut size, mut max) = (Size::default(), None);
    for item in items {
        match item.key.to_string().as_str() {
            "max" => set(&mut max, item, item.expr()?)?,
            _ if size.says(item)? => {}
            key => return item.error(format!("unknown `{key}`: `dynamic` takes `kind = \"u8\"`, `le` and `max = N`")),
        }
    }
    Ok(Wrapper::Dynamic { prefix: size.prefix()?, max })
}

/// `suffix_len(kind = "u16", le)`.
fn suffix(item: &Item) -> Result<Wrapper> {
    const SHAPE: &str = "write `suffix_len(kind = \"u16\")`, with `le` for the least significant byte first";
    let Arg::List(items) = &item.arg else { return item.error(SHAPE) };
    let mut size = Size::default();
    for item in items {
        if !size.says(item)? {
            return item.error(format!("unknown `{}`: {SHAPE}", item.key));
        }
    }
    match size.prefix()? {
        Prefix::N => item.error("a size that is read from the end has a fixed width: write \"u8\", \"u16\" or \"u30\""),
        prefix => Ok(Wrapper::Suffix(prefix)),
    }
}

/// The form of a size: `kind = "u16", le`.
#[derive(Default)]
struct Size {
    kind: Option<Prefix>,
    little: Option<Span>,
}

impl Size {
    /// Notes an item that says something of the size; `false` where it does not.
    fn says(&mut self, item: &Item) -> Result<bool> {
        match item.key.to_string().as_str() {
            "kind" => set(&mut self.kind, item, kind(item)?)?,
            "le" => {
                set_flag(&mut self.little, item)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn is_given(&self) -> bool {
        self.kind.is_some() || self.little.is_some()
    }

    /// That of four bytes where nothing is said.
    fn prefix(&self) -> Result<Prefix> {
        match (self.kind.unwrap_or(Prefix::U30), self.little) {
            (Prefix::U16, Some(_)) => Ok(Prefix::U16Le),
            (Prefix::U30, Some(_)) => Ok(Prefix::U30Le),
            (Prefix::U8, Some(span)) => Err(Error::new(span, "a size of one byte has no order of bytes: remove `le`")),
            (_, Some(span)) => Err(Error::new(span, "`n` has its least significant bits first: remove `le`")),
            (prefix, None) => Ok(prefix),
        }
    }
}

/// `kind = "u16"`.
fn kind(item: &Item) -> Result<Prefix> {
    let kind = item.string()?;
    match kind.value().as_str() {
        "u8" => Ok(Prefix::U8),
        "u16" => Ok(Prefix::U16),
        "u30" => Ok(Prefix::U30),
        "n" => Ok(Prefix::N),
        "u32" => Err(Error::new(
            kind.span(),
            "a size of four bytes counts to 2^30 - 1, as in `data-encoding`: write \"u30\", which has the same bytes",
        )),
        _ => Err(Error::new(kind.span(), "the kind of a size is \"u8\", \"u16\", \"u30\" or \"n\"")),
    }
}

/// `option`, `option(tagged)`, `option(default = VALUE)`.
fn option(item: &Item) -> Result<Marker> {
    match &item.arg {
        Arg::None => Ok(Marker::Option),
        Arg::List(items) => match items.as_slice() {
            [only] if only.key == "tagged" => only.flag(Marker::Maybe),
            [only] if only.key == "default" => Ok(Marker::Elided(only.expr()?)),
            _ => item.error(OPTION),
        },
        Arg::Value(_) => item.error(OPTION),
    }
}

const OPTION: &str = "write `option`, or `option(tagged)` for the tags 00 and 01, or `option(default = VALUE)` on a field that is no `Option`";

const LENGTHS: &str = "`list` takes `min = N` and `max = N`, or `len = N`, or `bits = N`";

/// `list`, `list = N`, `list(min = N, max = N)`, `list(len = N)`, `list(bits = N)`.
fn list(item: &Item) -> Result<Marker> {
    let Arg::List(items) = &item.arg else { return Ok(Marker::List { min: None, max: item.optional_expr()? }) };
    let (mut min, mut max, mut alone) = (None, None, None);
    for item in items {
        match item.key.to_string().as_str() {
            "min" => set(&mut min, item, item.expr()?)?,
            "max" => set(&mut max, item, item.expr()?)?,
            "len" => set(&mut alone, item, Marker::Exactly(item.expr()?))?,
            "bits" => set(&mut alone, item, Marker::Short(item.expr()?))?,
            key => return item.error(format!("unknown `{key}`: {LENGTHS}")),
        }
        if alone.is_some() && (min.is_some() || max.is_some()) {
            return item.error(format!("this does not go with what is before it: {LENGTHS}"));
        }
    }
    Ok(alone.unwrap_or(Marker::List { min, max }))
}

/// `count(kind = "n", max = N)`, `count(kind = "u16", le)`. It has no usual kind, as `list_with_length` has none.
fn count(item: &Item) -> Result<Marker> {
    const SHAPE: &str = "write `count(kind = \"u8\", max = N)`";
    let Arg::List(items) = &item.arg else { return item.error(SHAPE) };
    let (mut size, mut max) = (Size::default(), None);
    for item in items {
        match item.key.to_string().as_str() {
            "max" => set(&mut max, item, item.expr()?)?,
            _ if size.says(item)? => {}
            key => return item.error(format!("unknown `{key}`: `count` takes `kind = \"u8\"`, `le` and `max = N`")),
        }
    }
    if size.kind.is_none() {
        return item.error(format!("the kind is missing: {SHAPE}"));
    }
    Ok(Marker::Count(size.prefix()?, max))
}

/// `string`, `string = N`, `string(kind = "u8", max = N)`, `string(bounded, max = N)`, `string(variable)`, `string(fixed = N)`.
fn text(item: &Item) -> Result<Text> {
    let Arg::List(items) = &item.arg else { return Ok(Text::Sized(Prefix::U30, item.optional_expr()?)) };
    let (mut size, mut max, mut fixed, mut bounded, mut variable) = (Size::default(), None, None, None, None);
    for item in items {
        match item.key.to_string().as_str() {
            "max" => set(&mut max, item, item.expr()?)?,
            "fixed" => set(&mut fixed, item, item.expr()?)?,
            "bounded" => set(&mut bounded, item, item.flag(())?)?,
            "variable" => set(&mut variable, item, item.flag(())?)?,
            _ if size.says(item)? => {}
            key => {
                return item.error(format!("unknown `{key}`: `string` takes kind, le, max, bounded, variable, fixed"));
            }
        }
    }
    match (size.is_given(), max, fixed, bounded, variable) {
        (_, max, None, None, None) => Ok(Text::Sized(size.prefix()?, max)),
        (false, Some(max), None, Some(()), None) => Ok(Text::Bounded(max)),
        (false, None, Some(fixed), None, None) => Ok(Text::Fixed(fixed)),
        (false, None, None, None, Some(())) => Ok(Text::Variable),
        _ => item.error(
            "these do not go together: write `kind` and `max`, or `bounded` and `max`, or `variable`, or `fixed = N`",
        ),
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
