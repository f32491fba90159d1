//! `#[encoding(..)]`, read once and forwards: single-use keys, and layers in the order in which they are written.
//!
//! ```text
//! attr  = "#[encoding(" item { "," item } ")]"       several on one item concatenate
//! item  = key | key "=" value | key "(" item { "," item } ")"
//! value = expression, or a string that holds one
//! ```

mod chain;
mod expression;
mod item;
mod notes;
mod variant;

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::{Attribute, Error, Expr, LitStr, Path, Result, Type};

pub(crate) use chain::{Chain, Layer, Leaf, Marker, Text, Wrapper};
use item::{Arg, Item, items, set};
pub(crate) use notes::{NotesAttrs, doc};
pub(crate) use variant::VariantAttrs;

use crate::errors::Errors;
use crate::model::{Bounds, Case, TagSize, Untagged};
use crate::primitives;

/// Keys of a struct or an enum.
#[derive(Default)]
pub(crate) struct ContainerAttrs {
    pub(crate) tags: Option<(TagSize, Span)>,
    pub(crate) ignore_unknown: Option<Span>,
    pub(crate) reserved: Option<(Vec<u64>, Span)>,
    /// The tag of a struct.
    pub(crate) tag: Option<(Expr, Span)>,
    pub(crate) versions: Option<Versions>,
    pub(crate) string_enum: Option<Span>,
    pub(crate) untagged: Option<Untagged>,
    pub(crate) notes: NotesAttrs,
    pub(crate) field: Option<LitStr>,
    pub(crate) rename_all: Option<Case>,
    pub(crate) krate: Option<Path>,
    pub(crate) bounds: Option<Bounds>,
    pub(crate) mu: Option<MuAttr>,
    pub(crate) transparent: Option<Span>,
    pub(crate) view: Option<Ident>,
    /// The memory of the type is its bytes on the wire.
    pub(crate) plain: Option<Span>,
    pub(crate) arena: Option<Ident>,
    pub(crate) via: Option<(Type, Span)>,
    pub(crate) guard: Option<(Path, Span)>,
    /// The older form.
    pub(crate) legacy: Option<(Type, Span)>,
    /// The bytes of the tag that is shared.
    pub(crate) compact: Option<(usize, Span)>,
    /// Whether integers have their least significant byte first.
    pub(crate) endian: Option<(bool, Span)>,
    pub(crate) chain: Chain,
}

pub(crate) struct MuAttr {
    pub(crate) name: Option<LitStr>,
    pub(crate) depth: Option<Expr>,
    pub(crate) variable: bool,
}

const CONTAINER: &str = "tags, tag, ignore_unknown, reserved, versioned, string_enum, untagged, id, title, description, field, json, mu, depth, transparent, view, plain, arena, try_from, from, into, guard, legacy, compact, endian, crate, bound, dynamic, \
                         short_dynamic, suffix_len, sized, bounded, magic";

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
            "tags" => set(&mut self.tags, item, (width(item)?, item.span())),
            "tag" => set(&mut self.tag, item, (item.expr()?, item.span())),
            "versioned" => set(&mut self.versions, item, versions(item)?),
            "reserved" => set(&mut self.reserved, item, (item.integers()?, item.span())),
            "untagged" => set(&mut self.untagged, item, untagged(item)?),
            "string_enum" => {
                item.flag()?;
                set(&mut self.string_enum, item, item.span())
            }
            "ignore_unknown" => {
                item.flag()?;
                set(&mut self.ignore_unknown, item, item.span())
            }
            "field" => set(&mut self.field, item, item.string()?),
            "json" => notes::container(item, &mut self.notes, &mut self.rename_all),
            "endian" => set(&mut self.endian, item, (little(item)?, item.span())),
            "crate" => set(&mut self.krate, item, item.path()?),
            "bound" => set(&mut self.bounds, item, bounds(item)?),
            "mu" => set(&mut self.mu, item, mu(item)?),
            "depth" => set(depth, item, (item.expr()?, item.span())),
            "transparent" => {
                item.flag()?;
                set(&mut self.transparent, item, item.span())
            }
            "plain" => {
                item.flag()?;
                set(&mut self.plain, item, item.span())
            }
            "view" => {
                let name = item.path()?;
                let name = name.get_ident().cloned();
                match name {
                    Some(name) => set(&mut self.view, item, name),
                    None => item.error("write `view = \"Name\"`, or `view = \"Self\"`"),
                }
            }
            "arena" => match item.path()?.get_ident().cloned() {
                Some(name) => set(&mut self.arena, item, name),
                None => item.error("write `arena = \"Name\"`"),
            },
            "try_from" | "from" | "into" => via(&mut self.via, item),
            "guard" => set(&mut self.guard, item, (item.path()?, item.span())),
            "legacy" => set(&mut self.legacy, item, (item.ty()?, item.span())),
            "compact" => set(&mut self.compact, item, (compact(item)?, item.span())),
            _ if self.notes.take(item)? => Ok(()),
            key if self.chain.take(item)? => match self.chain.0.last() {
                Some((Layer::Wrapper(_), _)) => Ok(()),
                _ => item.error(format!("`{key}` belongs on a field; a type takes {CONTAINER}")),
            },
            key => item.error(format!("unknown `{key}`; a type takes {CONTAINER}")),
        }
    }
}

/// `bound = "T: Trait"`, `bound(read = "..", write = "..", schema = "..")`.
fn bounds(item: &Item) -> Result<Bounds> {
    let Arg::List(items) = &item.arg else {
        let all = item.predicates()?;
        return Ok(Bounds { schema: Some(all.clone()), read: Some(all.clone()), write: Some(all) });
    };
    let mut bounds = Bounds::default();
    for item in items {
        match item.key.to_string().as_str() {
            "schema" => set(&mut bounds.schema, item, item.predicates()?)?,
            "read" => set(&mut bounds.read, item, item.predicates()?)?,
            "write" => set(&mut bounds.write, item, item.predicates()?)?,
            key => return item.error(format!("unknown `{key}`; `bound` takes read, write, schema")),
        }
    }
    Ok(bounds)
}

/// `compact`, `compact(tag = "u16")`: the bytes of the tag.
fn compact(item: &Item) -> Result<usize> {
    let width = match &item.arg {
        Arg::None => return Ok(1),
        Arg::List(items) => match items.as_slice() {
            [only] if only.key == "tag" => only.string()?,
            _ => return item.error("write `compact`, or `compact(tag = \"u16\")`"),
        },
        Arg::Value(_) => return item.error("write `compact`, or `compact(tag = \"u16\")`"),
    };
    match width.value().as_str() {
        "u0" => Ok(0),
        "u8" => Ok(1),
        "u16" => Ok(2),
        _ => Err(Error::new(width.span(), "the tag of a compact type is \"u0\", \"u8\" or \"u16\"")),
    }
}

/// `endian = "little"`, `endian = "big"`: whether it is little.
fn little(item: &Item) -> Result<bool> {
    let order = item.string()?;
    match order.value().as_str() {
        "little" => Ok(true),
        "big" => Ok(false),
        _ => Err(Error::new(order.span(), "the order of bytes is \"little\" or \"big\"")),
    }
}

/// `"u8"`, `"u16"`, `"u32"`.
fn width(item: &Item) -> Result<TagSize> {
    let width = item.string()?;
    match width.value().as_str() {
        "u8" => Ok(TagSize::U8),
        "u16" => Ok(TagSize::U16),
        "u32" => Ok(TagSize::U32),
        _ => Err(Error::new(width.span(), "tags are \"u8\", \"u16\" or \"u32\" wide")),
    }
}

/// Versions of a type.
pub(crate) struct Versions {
    pub(crate) name: LitStr,
    /// Their numbers, types and places, as they are written.
    pub(crate) all: Vec<(u64, Type, Span)>,
    pub(crate) size: TagSize,
    pub(crate) span: Span,
}

/// `versioned(name = "state", v0 = "StateV0", v1 = "State", tag = "u8")`.
fn versions(item: &Item) -> Result<Versions> {
    const SHAPE: &str =
        "write `versioned(name = \"state\", v0 = \"StateV0\", v1 = \"State\")`, with `tag = \"u16\"` for a wider tag";
    let Arg::List(items) = &item.arg else { return item.error(SHAPE) };
    let (mut name, mut size, mut all) = (None, None, Vec::new());
    for item in items {
        match item.key.to_string().as_str() {
            "name" => set(&mut name, item, item.string()?)?,
            "tag" => set(&mut size, item, width(item)?)?,
            key => match key.strip_prefix('v').and_then(|number| number.parse().ok()) {
                Some(number) if all.iter().any(|(other, _, _)| *other == number) => {
                    return item.error(format!("`{key}` is given twice: remove one"));
                }
                Some(number) => all.push((number, item.ty()?, item.span())),
                None => return item.error(format!("unknown `{key}`: {SHAPE}")),
            },
        }
    }
    all.sort_by_key(|(number, _, _)| *number);
    match (name, all.is_empty()) {
        (Some(name), false) => Ok(Versions { name, all, size: size.unwrap_or(TagSize::U8), span: item.span() }),
        _ => item.error(SHAPE),
    }
}

/// `untagged`, `untagged(write)`, `untagged(on = "Kind")`.
fn untagged(item: &Item) -> Result<Untagged> {
    const SHAPE: &str =
        "write `untagged`, `untagged(on = \"Type\")` with the type of the selector, or `untagged(write)`";
    let mut untagged = Untagged { selector: None, write_only: false, span: item.span() };
    match &item.arg {
        Arg::None => {}
        Arg::List(items) => match items.as_slice() {
            [only] if only.key == "write" => untagged.write_only = true,
            [only] if only.key == "on" => untagged.selector = Some(Box::new(only.ty()?)),
            _ => return item.error(SHAPE),
        },
        Arg::Value(_) => return item.error(SHAPE),
    }
    Ok(untagged)
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

/// Whether two types are written alike; that of `syn` would have to be compiled for every kind of syntax there is.
pub(crate) fn same_type(one: &Type, other: &Type) -> bool {
    one.to_token_stream().to_string() == other.to_token_stream().to_string()
}

/// `try_from`, `from`, `into`: all name the type on the wire.
fn via(place: &mut Option<(Type, Span)>, item: &Item) -> Result<()> {
    let ty = item.ty()?;
    match place {
        Some((first, _)) if !same_type(first, &ty) => {
            item.error("`try_from` and `into` must name the same type on the wire")
        }
        Some(_) => Ok(()),
        None => {
            *place = Some((ty, item.span()));
            Ok(())
        }
    }
}

/// Keys of a field.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) skip: Option<(Option<Expr>, Span)>,
    pub(crate) hash: Option<Span>,
    pub(crate) select: Option<(Expr, Span)>,
    pub(crate) name: Option<LitStr>,
    pub(crate) reserve: Option<(Option<Expr>, Span)>,
    pub(crate) guard: Option<(Path, Span)>,
    pub(crate) via: Option<(Type, Span)>,
    pub(crate) dft: Option<(Expr, Span)>,
    pub(crate) flatten: Option<Span>,
    pub(crate) notes: NotesAttrs,
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
            "select" => set(&mut self.select, item, (item.expr()?, item.span())),
            "name" => set(&mut self.name, item, item.string()?),
            "reserve" => set(&mut self.reserve, item, (item.optional_expr()?, item.span())),
            "guard" => set(&mut self.guard, item, (item.path()?, item.span())),
            "dft" => set(&mut self.dft, item, (item.expr()?, item.span())),
            "flatten" => {
                item.flag()?;
                set(&mut self.flatten, item, item.span())
            }
            "try_from" | "from" | "into" => via(&mut self.via, item),
            "json" => notes::field(item, &mut self.notes, &mut self.name),
            _ if self.notes.take(item)? || self.chain.take(item)? => Ok(()),
            key => item.error(format!(
                "unknown `{key}`; a field takes skip, hash, name, id, title, description, json, reserve, select, dft, flatten, guard, try_from, \
                 into, dynamic, short_dynamic, suffix_len, sized, bounded, padded, payload, magic, option, varopt, \
                 result, list, count, assoc, map, bytes, string, rest, raw, range, le, be, constant, with, builtin, composite, {}",
                primitives::keywords(primitives::LEAVES)
            )),
        }
    }

    /// An item that says how the field looks on the wire: that of the widest effect.
    pub(crate) fn wire_item(&self) -> Option<Span> {
        self.select.as_ref().map(|(_, span)| *span).or_else(|| self.form_item())
    }

    /// The same of a field whose form does not depend on those before.
    pub(crate) fn form_item(&self) -> Option<Span> {
        let reserve = self.reserve.as_ref().map(|(_, span)| *span);
        let guard = self.guard.as_ref().map(|(_, span)| *span);
        let via = self.via.as_ref().map(|(_, span)| *span);
        let dft = self.dft.as_ref().map(|(_, span)| *span);
        reserve.or_else(|| self.chain.span()).or(guard).or(via).or(dft).or(self.flatten)
    }

    /// The same, or an item that says how the schema shows the field.
    pub(crate) fn schema_item(&self) -> Option<Span> {
        self.wire_item().or(self.notes.span)
    }
}
