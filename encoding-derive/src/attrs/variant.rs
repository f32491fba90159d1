//! The items of a variant.

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Expr, LitStr, Path, Result, Type};

use super::chain::Chain;
use super::during::DuringAttrs;
use super::item::{self, Arg, Item, set, set_flag};
use super::keywords::{self, Place};
use super::notes::{self, NotesAttrs};
use crate::errors::Errors;

#[derive(Default)]
pub(crate) struct VariantAttrs {
    pub(crate) tag: Option<(Expr, Span)>,
    pub(crate) notes: NotesAttrs,
    pub(crate) name: Option<LitStr>,
    pub(crate) kind: Option<LitStr>,
    pub(crate) kind_first: bool,
    pub(crate) other: Option<Span>,
    pub(crate) json_only: Option<Span>,
    pub(crate) cases: Vec<CaseAttr>,
    /// The pattern that the selectors of the variant match.
    pub(crate) on: Option<(TokenStream, Span)>,
    pub(crate) during: DuringAttrs,
    pub(crate) chain: Chain,
}

/// One of several encodings of a variant.
pub(crate) struct CaseAttr {
    pub(crate) tag: Expr,
    /// The condition under which a value has this encoding.
    pub(crate) when: Path,
    /// The type on the wire.
    pub(crate) repr: Type,
    pub(crate) span: Span,
}

impl VariantAttrs {
    /// Returns true if an item of the variant determines the encoding of its fields.
    pub(crate) fn encodes_fields(&self) -> bool {
        self.chain.span().is_some() || self.name.is_some() || self.other.is_some() || !self.cases.is_empty()
    }

    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        item::read(attrs, errors, Self::take)
    }

    fn take(&mut self, item: &Item) -> Result<()> {
        keywords::check(item, Place::Variant)?;
        match item.key.to_string().as_str() {
            "tag" => set(&mut self.tag, item, (item.expr()?, item.span())),
            "json" => notes::variant(item, &mut self.kind, &mut self.kind_first),
            "name" => set(&mut self.name, item, item.string()?),
            "other" => set_flag(&mut self.other, item),
            "json_only" => set_flag(&mut self.json_only, item),
            "on" => set(&mut self.on, item, (item.pattern()?, item.span())),
            "case" => {
                self.cases.push(case(item)?);
                Ok(())
            }
            _ if self.during.take(item)? || self.notes.take(item)? || self.chain.take(item)? => Ok(()),
            _ => keywords::unknown(item, Place::Variant),
        }
    }
}

/// `case(tag = 5, when = "path", as = "Type")`.
fn case(item: &Item) -> Result<CaseAttr> {
    const SHAPE: &str = "write `case(tag = N, when = \"path\", as = \"Type\")`";
    let Arg::List(items) = &item.arg else { return item.error(SHAPE) };
    let (mut tag, mut when, mut repr) = (None, None, None);
    for item in items {
        match item.key.to_string().as_str() {
            "tag" => set(&mut tag, item, item.expr()?)?,
            "when" => set(&mut when, item, item.path()?)?,
            "as" => set(&mut repr, item, item.ty()?)?,
            _ => return item.unknown(&["tag", "when", "as"], SHAPE),
        }
    }
    match (tag, when, repr) {
        (Some(tag), Some(when), Some(repr)) => Ok(CaseAttr { tag, when, repr, span: item.span() }),
        _ => item.error(SHAPE),
    }
}
