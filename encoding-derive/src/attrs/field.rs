//! The items of a field.

use proc_macro2::Span;
use syn::{Attribute, Expr, LitStr, Result, Type};

use super::chain::Chain;
use super::during::DuringAttrs;
use super::guard;
use super::item::{self, Item, set, set_flag, span_of};
use super::keywords::{self, Place};
use super::notes::{self, NotesAttrs};
use super::via::Via;
use crate::errors::Errors;
use crate::model::Guard;

#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) skip: Option<(Option<Expr>, Span)>,
    pub(crate) hash: Option<(Option<Type>, Span)>,
    pub(crate) select: Option<(Expr, Span)>,
    pub(crate) name: Option<LitStr>,
    pub(crate) reserve: Option<(Option<Expr>, Span)>,
    pub(crate) guards: Vec<Guard>,
    pub(crate) via: Via,
    pub(crate) dft: Option<(Expr, Span)>,
    pub(crate) flatten: Option<Span>,
    pub(crate) notes: NotesAttrs,
    pub(crate) during: DuringAttrs,
    pub(crate) chain: Chain,
}

impl FieldAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        item::read(attrs, errors, Self::take)
    }

    fn take(&mut self, item: &Item) -> Result<()> {
        keywords::check(item, Place::Field)?;
        match item.key.to_string().as_str() {
            "skip" => set(&mut self.skip, item, (item.optional_expr()?, item.span())),
            "hash" => set(&mut self.hash, item, (item.optional_ty()?, item.span())),
            "select" => set(&mut self.select, item, (item.expr()?, item.span())),
            "name" => set(&mut self.name, item, item.string()?),
            "reserve" => set(&mut self.reserve, item, (item.optional_expr()?, item.span())),
            "guard" => guard::take(&mut self.guards, item),
            "dft" => set(&mut self.dft, item, (item.expr()?, item.span())),
            "flatten" => set_flag(&mut self.flatten, item),
            "try_from" | "from" | "into" => self.via.take(item),
            "from_fn" => set(&mut self.via.from_fn, item, (item.path()?, item.span())),
            "into_fn" => set(&mut self.via.into_fn, item, (item.path()?, item.span())),
            "json" => notes::field(item, &mut self.notes, &mut self.name),
            _ if self.during.take(item)? || self.notes.take(item)? || self.chain.take(item)? => Ok(()),
            _ => keywords::unknown(item, Place::Field),
        }
    }

    /// Returns the span of the item that determines the encoding of the field, if there is one.
    pub(crate) fn wire_item(&self) -> Option<Span> {
        span_of(&self.select).or_else(|| self.encoding_item())
    }

    /// Returns the span of the first item other than `select` that changes the encoding of the field.
    pub(crate) fn encoding_item(&self) -> Option<Span> {
        let reserve = span_of(&self.reserve).or_else(|| self.chain.span());
        reserve
            .or(self.guards.first().map(|guard| guard.span))
            .or(self.via.span())
            .or(span_of(&self.dft))
            .or(self.flatten)
    }

    /// Returns the span of the first item that changes the encoding of the field or its schema.
    pub(crate) fn schema_item(&self) -> Option<Span> {
        self.wire_item().or(self.notes.span).or(self.name.as_ref().map(LitStr::span))
    }
}
