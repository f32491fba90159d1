//! The items of a struct or an enum.

use proc_macro2::{Ident, Span};
use syn::{Attribute, Expr, LitStr, Path, Result, Type};

use super::chain::{Chain, ChainItem};
use super::guard;
use super::item::{self, Arg, Item, set, set_flag, span_of};
use super::keywords::{self, Place};
use super::notes::{self, NotesAttrs};
use super::via::Via;
use crate::errors::Errors;
use crate::model::{Bounds, Case, CompactTag, Guard, JsonCases, Mu, TagSize, Untagged};

#[derive(Default)]
pub(crate) struct ContainerAttrs {
    pub(crate) tags: Option<(TagSize, Span)>,
    pub(crate) ignore_unknown: Option<Span>,
    pub(crate) reserved: Option<(Vec<(u64, Span)>, Span)>,
    /// The tag of a struct.
    pub(crate) tag: Option<(Expr, Span)>,
    pub(crate) versions: Option<Versions>,
    pub(crate) string_enum: Option<Span>,
    pub(crate) untagged: Option<Untagged>,
    pub(crate) notes: NotesAttrs,
    pub(crate) field: Option<LitStr>,
    pub(crate) rename_all: Option<(Case, Span)>,
    pub(crate) json_cases: Option<(JsonCases, Span)>,
    pub(crate) krate: Option<Path>,
    pub(crate) bounds: Option<Bounds>,
    pub(crate) mu: Option<Mu>,
    pub(crate) transparent: Option<Span>,
    pub(crate) view: Option<Ident>,
    /// The memory layout of the type equals its encoding.
    pub(crate) plain: Option<Span>,
    pub(crate) arena: Option<Ident>,
    pub(crate) via: Via,
    pub(crate) guards: Vec<Guard>,
    pub(crate) canonical: Option<(Path, Span)>,
    /// The older type, which is read if the encoding refuses the bytes.
    pub(crate) legacy: Option<(Type, Span)>,
    /// The shared tag.
    pub(crate) compact: Option<CompactTag>,
    /// Whether integers are little-endian.
    pub(crate) endian: Option<(bool, Span)>,
    pub(crate) chain: Chain,
}

impl ContainerAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut depth = None;
        let mut this: Self = item::read(attrs, errors, |this: &mut Self, item| this.take(item, &mut depth));
        match (&mut this.mu, depth) {
            (Some(Mu { depth: Some(_), .. }), Some((_, span))) => errors.at(span, "`depth` is given twice: remove one"),
            (Some(mu), Some((depth, _))) => mu.depth = Some(depth),
            (None, Some((_, span))) => errors.at(span, "`depth` requires `mu`: write `mu, depth = N`"),
            _ => {}
        }
        this
    }

    /// Returns the spans of the items that determine how cases are distinguished.
    pub(crate) fn choice_items(&self) -> [Option<Span>; 7] {
        [
            span_of(&self.tags),
            span_of(&self.tag),
            span_of(&self.reserved),
            self.versions.as_ref().map(|versions| versions.span),
            self.untagged.as_ref().map(|untagged| untagged.span),
            self.ignore_unknown,
            self.string_enum,
        ]
    }

    fn take(&mut self, item: &Item, depth: &mut Option<(Expr, Span)>) -> Result<()> {
        keywords::check(item, Place::Type)?;
        match item.key.to_string().as_str() {
            "tags" => set(&mut self.tags, item, (width(item)?, item.span())),
            "tag" => set(&mut self.tag, item, (item.expr()?, item.span())),
            "versioned" => set(&mut self.versions, item, versions(item)?),
            "reserved" => set(&mut self.reserved, item, (item.integers()?, item.span())),
            "untagged" => set(&mut self.untagged, item, untagged(item)?),
            "string_enum" => set_flag(&mut self.string_enum, item),
            "ignore_unknown" => set_flag(&mut self.ignore_unknown, item),
            "field" => set(&mut self.field, item, item.string()?),
            "json" => notes::container(item, &mut self.notes, &mut self.rename_all, &mut self.json_cases),
            "endian" => set(&mut self.endian, item, (little(item)?, item.span())),
            "crate" => set(&mut self.krate, item, item.path()?),
            "bound" => set(&mut self.bounds, item, bounds(item)?),
            "mu" => set(&mut self.mu, item, mu(item)?),
            "depth" => set(depth, item, (item.expr()?, item.span())),
            "transparent" => set_flag(&mut self.transparent, item),
            "plain" => set_flag(&mut self.plain, item),
            "view" => match item.path()?.get_ident().cloned() {
                Some(name) => set(&mut self.view, item, name),
                None => item.error("write `view = \"Name\"`, or `view = \"Self\"`"),
            },
            "arena" => match item.path()?.get_ident().cloned() {
                Some(name) => set(&mut self.arena, item, name),
                None => item.error("write `arena = \"Name\"`"),
            },
            "try_from" | "from" | "into" => self.via.take(item),
            "canonical" => set(&mut self.canonical, item, (item.path()?, item.span())),
            "guard" => guard::take(&mut self.guards, item),
            "legacy" => set(&mut self.legacy, item, (item.ty()?, item.span())),
            "compact" => set(&mut self.compact, item, compact(item)?),
            _ if self.notes.take(item)? => Ok(()),
            _ if self.chain.take(item)? => {
                match self.chain.0.iter().all(|(step, _)| matches!(step, ChainItem::Wrapper(..))) {
                    true => Ok(()),
                    false => item.error(
                        "only items that wrap a whole value are allowed on a type: write the others on its fields",
                    ),
                }
            }
            _ => keywords::unknown(item, Place::Type),
        }
    }
}

/// `bound = "T: Trait"`, `bound(read = "..", write = "..", schema = "..", view = "..")`.
fn bounds(item: &Item) -> Result<Bounds> {
    let Arg::List(items) = &item.arg else {
        let all = item.predicates()?;
        let [schema, read, write] = [&all; 3].map(|all| Some(all.clone()));
        return Ok(Bounds { schema, read, write, view: Some(all) });
    };
    let mut bounds = Bounds::default();
    for item in items {
        match item.key.to_string().as_str() {
            "schema" => set(&mut bounds.schema, item, item.predicates()?)?,
            "read" => set(&mut bounds.read, item, item.predicates()?)?,
            "write" => set(&mut bounds.write, item, item.predicates()?)?,
            "view" => set(&mut bounds.view, item, item.predicates()?)?,
            _ => {
                let known = ["read", "write", "schema", "view"];
                return item.unknown(&known, format!("`bound` takes {}", known.join(", ")));
            }
        }
    }
    Ok(bounds)
}

/// `compact`, `compact(tag = "u16", union_tag_bits = N, cases_tag_bits = N)`.
fn compact(item: &Item) -> Result<CompactTag> {
    let (mut tag_bytes, mut union_tag_bits, mut cases_tag_bits) = (None, None, None);
    match &item.arg {
        Arg::None => {}
        Arg::List(items) if !items.is_empty() => {
            for item in items {
                match item.key.to_string().as_str() {
                    "tag" => {
                        let message = "the tag of a compact type is \"u0\", \"u8\" or \"u16\"";
                        set(&mut tag_bytes, item, item.one_of(&[("u0", 0), ("u8", 1), ("u16", 2)], message)?)?;
                    }
                    "union_tag_bits" => set(&mut union_tag_bits, item, item.expr()?)?,
                    "cases_tag_bits" => set(&mut cases_tag_bits, item, item.expr()?)?,
                    key => {
                        let message = "`compact` takes `tag = \"u16\"` and, on an enum, `union_tag_bits = N` and `cases_tag_bits = N`";
                        return item.error(format!("unknown `{key}`: {message}"));
                    }
                }
            }
        }
        _ => return item.error("write `compact`, or `compact(tag = \"u16\")`"),
    }
    Ok(CompactTag { tag_bytes: tag_bytes.unwrap_or(1), union_tag_bits, cases_tag_bits, span: item.span() })
}

/// `endian = "little"`, `endian = "big"`; returns whether it is little.
fn little(item: &Item) -> Result<bool> {
    item.one_of(&[("little", true), ("big", false)], "`endian` is \"little\" or \"big\"")
}

/// `"u8"`, `"u16"`, `"u32"`.
fn width(item: &Item) -> Result<TagSize> {
    let widths = [TagSize::U8, TagSize::U16, TagSize::U32].map(|size| (size.name, size));
    item.one_of(&widths, "the width of a tag is \"u8\", \"u16\" or \"u32\"")
}

/// The versions of a type, each with its number as tag.
pub(crate) struct Versions {
    pub(crate) name: LitStr,
    /// Their numbers and types with their spans, sorted by number.
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
                None => return item.unknown(&["name", "tag"], SHAPE),
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
    match (&item.arg, item.only()) {
        (Arg::None, _) => {}
        (_, Some(only)) if only.key == "write" => untagged.write_only = only.flag(true)?,
        (_, Some(only)) if only.key == "on" => untagged.selector = Some(Box::new(only.ty()?)),
        _ => return item.error(SHAPE),
    }
    Ok(untagged)
}

/// `mu`, `mu = "name"`, `mu(variable)`.
fn mu(item: &Item) -> Result<Mu> {
    let (mut name, mut depth, mut variable) = (None, None, None);
    match &item.arg {
        Arg::None => {}
        Arg::Text(_) | Arg::Value(_) => name = Some(item.string()?),
        Arg::List(items) => {
            for item in items {
                match item.key.to_string().as_str() {
                    "variable" => set_flag(&mut variable, item)?,
                    "name" => set(&mut name, item, item.string()?)?,
                    "depth" => set(&mut depth, item, item.expr()?)?,
                    _ => return item.unknown(&["variable", "name", "depth"], "`mu` takes variable, name, depth"),
                }
            }
        }
    }
    Ok(Mu { name, depth, variable: variable.is_some() })
}
