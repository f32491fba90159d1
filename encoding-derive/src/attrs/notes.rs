//! Items that change the schema and JSON but not the bytes: names, descriptions, different JSON.

use proc_macro2::Span;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Result};

use super::item::{Arg, Item, set, set_flag};
use crate::model::{Case, Hook, JsonCases};

/// Items that types and fields share.
#[derive(Default)]
pub(crate) struct NotesAttrs {
    pub(crate) id: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<LitStr>,
    pub(crate) secret: Option<Span>,
    pub(crate) hook: Option<(Hook, Span)>,
    /// The span of the first of these items.
    pub(crate) span: Option<Span>,
}

impl NotesAttrs {
    /// Takes one of the items. Returns `false` for any other item.
    pub(super) fn take(&mut self, item: &Item) -> Result<bool> {
        match item.key.to_string().as_str() {
            "id" => set(&mut self.id, item, item.string()?)?,
            "title" => set(&mut self.title, item, item.string()?)?,
            "description" => set(&mut self.description, item, item.string()?)?,
            "secret" => set_flag(&mut self.secret, item)?,
            _ => return Ok(false),
        }
        self.span.get_or_insert(item.span());
        Ok(true)
    }

    /// Takes an item of `json(..)` that gives a value different JSON. Returns `false` for any other item.
    fn take_hook(&mut self, item: &Item) -> Result<bool> {
        let hook = match item.key.to_string().as_str() {
            "hex" => item.flag(Hook::Hex)?,
            "plain" => item.flag(Hook::Plain)?,
            "decimal" => item.flag(Hook::Decimal)?,
            "display" => item.flag(Hook::Display)?,
            "b58" => Hook::Base58(item.ty()?.into()),
            "with" => Hook::With(item.ty()?.into()),
            _ => return Ok(false),
        };
        if self.hook.is_some() {
            return item.error("only one item may determine the JSON of a value: remove this or the preceding one");
        }
        self.hook = Some((hook, item.span()));
        self.span.get_or_insert(item.span());
        Ok(true)
    }
}

const HOOKS: [&str; 6] = ["hex", "plain", "decimal", "display", "b58", "with"];
const NOT_LEFT_OUT: &str = "JSON must contain every field of the wire, to be converted back to bytes: remove this, or make the field an `Option`, \
                            which JSON omits if it is absent";

/// `json(..)` on a field.
pub(super) fn field(item: &Item, notes: &mut NotesAttrs, name: &mut Option<LitStr>) -> Result<()> {
    for inner in items(item)? {
        match inner.key.to_string().as_str() {
            "name" => set(name, inner, inner.string()?)?,
            "skip" => return inner.error(NOT_LEFT_OUT),
            _ if notes.take_hook(inner)? => {}
            _ => return unknown(inner, "a field", &["name"]),
        }
    }
    Ok(())
}

/// `json(..)` on a type.
pub(super) fn container(
    item: &Item,
    notes: &mut NotesAttrs,
    case: &mut Option<(Case, Span)>,
    cases: &mut Option<(JsonCases, Span)>,
) -> Result<()> {
    for inner in items(item)? {
        match inner.key.to_string().as_str() {
            "rename_all" => {
                let found = inner.one_of(&Case::ALL, &format!("names are in {}", Case::names()))?;
                set(case, inner, (found, inner.span()))?;
            }
            "tag" => choose(cases, inner, JsonCases::Tag(inner.string()?))?,
            "tagged" => choose(cases, inner, inner.flag(JsonCases::Tagged)?)?,
            "first_match" => choose(cases, inner, inner.flag(JsonCases::FirstMatch)?)?,
            _ if notes.take_hook(inner)? => {}
            _ => return unknown(inner, "a type", &["rename_all", "tag", "tagged", "first_match"]),
        }
    }
    Ok(())
}

/// Sets how JSON tells variants apart, which may be said once.
fn choose(slot: &mut Option<(JsonCases, Span)>, item: &Item, cases: JsonCases) -> Result<()> {
    match slot.replace((cases, item.span())) {
        None => Ok(()),
        Some(_) => item.error(
            "only one of `tag`, `tagged` and `first_match` can tell variants apart: remove this or the preceding one",
        ),
    }
}

/// `json(..)` on a variant.
pub(super) fn variant(item: &Item, kind: &mut Option<LitStr>, first: &mut bool) -> Result<()> {
    for inner in items(item)? {
        match inner.key.to_string().as_str() {
            "kind" => set(kind, inner, inner.string()?)?,
            "kind_first" => {
                set(kind, inner, inner.string()?)?;
                *first = true;
            }
            _ => return inner.unknown(&["kind", "kind_first"], "`json` on a variant takes kind, kind_first"),
        }
    }
    Ok(())
}

/// Returns the error for an unknown item of `json(..)`; the known ones are `own` and the hooks.
fn unknown(item: &Item, place: &str, own: &[&'static str]) -> Result<()> {
    let known: Vec<&str> = own.iter().copied().chain(HOOKS).collect();
    item.unknown(&known, format!("`json` on {place} takes {}", known.join(", ")))
}

fn items(item: &Item) -> Result<&[Item]> {
    match &item.arg {
        Arg::List(items) => Ok(items),
        _ => item.error("write `json(..)` with items that determine the JSON in the parentheses"),
    }
}

/// Returns the first paragraph of a doc comment.
pub(crate) fn doc(attrs: &[Attribute]) -> Option<String> {
    let lines = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let paragraph = text.trim().lines().map(str::trim).take_while(|line| !line.is_empty()).collect::<Vec<_>>();
    (!paragraph.is_empty()).then(|| paragraph.join(" "))
}
