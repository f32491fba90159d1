//! `since = N`, `until = N`: the revisions of the format in which a field or a variant exists.

use proc_macro2::Span;
use syn::Result;

use super::item::{Item, set};
use crate::model::During;

#[derive(Default)]
pub(crate) struct DuringAttrs {
    since: Option<(u16, Span)>,
    until: Option<(u16, Span)>,
}

impl DuringAttrs {
    /// Takes the item if it is one of these. Returns `false` for any other item.
    pub(super) fn take(&mut self, item: &Item) -> Result<bool> {
        let end = match item.key.to_string().as_str() {
            "since" => &mut self.since,
            "until" => &mut self.until,
            _ => return Ok(false),
        };
        set(end, item, (item.revision()?, item.span()))?;
        Ok(true)
    }

    /// Returns the revisions, unless all are included.
    pub(crate) fn during(&self) -> Option<During> {
        let (_, span) = self.since.or(self.until)?;
        let end = |end: Option<(u16, Span)>, open| end.map_or(open, |(revision, _)| revision);
        Some(During { since: end(self.since, 0), until: end(self.until, u16::MAX), span })
    }
}
