//! Reads `#[rlp(..)]`: where RLP differs from what `#[encoding(..)]` says.

use proc_macro2::{Ident, Span};
use syn::{Attribute, Expr, Path, Result};

use super::item::{self, Arg, Item, set, set_flag};
use crate::errors::Errors;
use crate::model::Predicates;
use crate::model::rlp::{Form, OptionForm};

/// The items of a type.
#[derive(Default)]
pub(crate) struct RlpTypeAttrs {
    pub(crate) krate: Option<Path>,
    pub(crate) bounds: Option<Predicates>,
    pub(crate) typed: Option<Span>,
    pub(crate) untagged: Option<Span>,
    pub(crate) transparent: Option<Span>,
    pub(crate) number: Option<Span>,
    /// The options at the end of the fields are trailing.
    pub(crate) trailing: Option<Span>,
    /// The name of the view, if the item has one.
    pub(crate) view: Option<(Option<Ident>, Span)>,
}

/// The items of a variant.
#[derive(Default)]
pub(crate) struct RlpVariantAttrs {
    pub(crate) tag: Option<(Expr, Span)>,
    pub(crate) list: Option<Span>,
}

/// The items of a field.
#[derive(Default)]
pub(crate) struct RlpFieldAttrs {
    pub(crate) form: Option<(Form, Span)>,
    pub(crate) option: Option<(OptionForm, Span)>,
    pub(crate) trailing: Option<Span>,
    pub(crate) since_items: Option<(usize, Span)>,
    pub(crate) skip: Option<(Option<Expr>, Span)>,
}

const NAME: &str = "rlp";

impl RlpTypeAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        item::read_named(NAME, attrs, errors, Self::take)
    }

    fn take(&mut self, item: &Item) -> Result<()> {
        match item.key.to_string().as_str() {
            "crate" => set(&mut self.krate, item, item.path()?),
            "bound" => set(&mut self.bounds, item, item.predicates()?),
            "typed" => set_flag(&mut self.typed, item),
            "untagged" => set_flag(&mut self.untagged, item),
            "transparent" => set_flag(&mut self.transparent, item),
            "trailing" => set_flag(&mut self.trailing, item),
            "number" => set_flag(&mut self.number, item),
            "view" => {
                let name = match &item.arg {
                    Arg::None => None,
                    _ => match item.path()?.get_ident() {
                        Some(name) => Some(name.clone()),
                        None => return item.error("write `view`, or `view = \"Name\"`"),
                    },
                };
                set(&mut self.view, item, (name, item.span()))
            }
            _ => {
                let known = ["crate", "bound", "typed", "untagged", "transparent", "trailing", "number", "view"];
                item.unknown(&known, format!("a type takes {}", known.join(", ")))
            }
        }
    }
}

impl RlpVariantAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        item::read_named(NAME, attrs, errors, Self::take)
    }

    fn take(&mut self, item: &Item) -> Result<()> {
        match item.key.to_string().as_str() {
            "tag" => set(&mut self.tag, item, (item.expr()?, item.span())),
            "list" => set_flag(&mut self.list, item),
            _ => item.unknown(&["tag", "list"], "a variant takes tag, list"),
        }
    }
}

impl RlpFieldAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        item::read_named(NAME, attrs, errors, Self::take)
    }

    fn take(&mut self, item: &Item) -> Result<()> {
        const OPTION: &str = "write `option = \"string\"` if the empty string is none, `option = \"list\"` if the empty list is, or \
                              `option = \"wrapped\"` if the value is in a list of one item";
        const VIA: &str = "write `via = \"encoding\"` for a string that contains `data-encoding`, `via = \"rlp\"` for one that contains \
                           RLP, `via = \"envelope\"` for one that contains an envelope, or `via = \"text\"` for the text of `Display`";
        let form = match item.key.to_string().as_str() {
            "option" if matches!(item.arg, Arg::None) => return item.error(OPTION),
            "via" if matches!(item.arg, Arg::None) => return item.error(VIA),
            "bytes" => Form::Bytes(item.max()?),
            "string" => Form::Text(item.max()?),
            "list" => list(item)?,
            "little" => item.flag(Form::Little)?,
            "via" => match item.string()?.value().as_str() {
                "encoding" => Form::Encoding,
                "rlp" => Form::Nested,
                "envelope" => Form::Envelope,
                "text" => Form::Shown,
                _ => return item.error(VIA),
            },
            "with" => Form::With(Box::new(item.ty()?)),
            "option" => {
                let forms =
                    [("string", OptionForm::String), ("list", OptionForm::List), ("wrapped", OptionForm::Wrapped)];
                return set(&mut self.option, item, (item.one_of(&forms, OPTION)?, item.span()));
            }
            "trailing" => return set_flag(&mut self.trailing, item),
            "since_items" => return set(&mut self.since_items, item, (item.number()?, item.span())),
            "skip" => return set(&mut self.skip, item, (item.optional_expr()?, item.span())),
            _ => {
                let known =
                    ["bytes", "string", "list", "little", "via", "with", "option", "trailing", "since_items", "skip"];
                return item.unknown(&known, format!("a field takes {}", known.join(", ")));
            }
        };
        match self.form {
            Some(_) => item.error("the field already has a form: remove this or the other item"),
            None => set(&mut self.form, item, (form, item.span())),
        }
    }
}

/// `list`, `list = MAX`, `list(min = N, max = N)`.
fn list(item: &Item) -> Result<Form> {
    let Arg::List(items) = &item.arg else { return Ok(Form::List { min: None, max: item.optional_expr()? }) };
    let (mut min, mut max) = (None, None);
    for item in items {
        match item.key.to_string().as_str() {
            "min" => set(&mut min, item, item.expr()?)?,
            "max" => set(&mut max, item, item.expr()?)?,
            _ => return item.unknown(&["min", "max"], "`list` takes `min = N` and `max = N`"),
        }
    }
    Ok(Form::List { min, max })
}
