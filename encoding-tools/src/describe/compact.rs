//! Compact encodings are described as the reference builds them: a union with a case for each tag (`compact.ml`, `make`).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::build::Builder;
use super::look::{limit, unnamed, with_length, with_tag};
use super::{Body, CaseRows, Layout, Row};
use tezos_encoding_core::__tools::{self, BIG_LIST};
use tezos_encoding_core::schema::{Class, Compact, Count, Encoding, Part, PartField, TagSize};

impl Builder {
    pub(super) fn compact(&mut self, compact: &'static Compact) -> Vec<Row> {
        match compact.tag.of_union() {
            None => self.part(None, compact.part, 0),
            Some(tag) => {
                let class = compact.size().class;
                let name = self.layouts(None, class, tag, compact.part);
                unnamed(class, Layout::Ref(name))
            }
        }
    }

    pub(super) fn compact_layout(&mut self, id: Option<&'static str>, compact: &'static Compact) -> Layout {
        match (compact.tag.of_union(), compact.part) {
            (Some(tag), part) => Layout::Ref(self.layouts(id, compact.size().class, tag, part)),
            (None, Part::Payload(encoding)) => self.layout(id, encoding),
            (None, part) => {
                let name = self.name(id);
                match self.part(None, part, 0) {
                    rows if rows.is_empty() => Layout::Nothing,
                    rows => self.define(&name, Body::Rows(rows)),
                }
            }
        }
    }

    /// A definition with a case for each tag.
    fn layouts(&mut self, id: Option<&'static str>, class: Class, tag: TagSize, part: &'static Part) -> String {
        let mut cases = Vec::new();
        // The last case is described first, and gets the lowest numbers.
        for bits in (0..=tag.max()).rev().filter(|bits| part.has(*bits)) {
            let rows = with_tag(tag, self.part(None, part, bits));
            cases.push(CaseRows { tag: Some(bits), title: part.case_name(bits), rows });
        }
        cases.reverse();
        let name = self.name(id);
        self.define(&name, Body::Cases { class, tag: Some(tag), cases });
        name
    }

    /// The rows of a part with these bits.
    fn part(&mut self, name: Option<&'static str>, part: &'static Part, bits: u32) -> Vec<Row> {
        match part {
            Part::Null | Part::Unit | Part::Bool => Vec::new(),
            Part::Option(part) => part.present(bits).map_or_else(Vec::new, |bits| self.part(name, part, bits)),
            Part::OrInt32(other) if part.form(bits).is_none() => self.payload(name, other),
            Part::Int32 | Part::Int64 | Part::OrInt32(_) => {
                let Some(form) = part.form(bits) else { return Vec::new() };
                let (class, layout) = (form.shown.size().class, self.scalar(&form.shown));
                Vec::from([Row::Field { name: name.map(Cow::Borrowed), class, layout }])
            }
            Part::Payload(encoding) => self.payload(name, encoding),
            Part::Tuple(parts) => {
                let mut bits = bits;
                let own = |part: &&'static Part| (*part, __tools::take(&mut bits, part.bits()));
                let parts: Vec<_> = parts.iter().map(own).collect();
                parts.into_iter().flat_map(|(part, bits)| self.part(None, part, bits)).collect()
            }
            Part::Object(fields) => {
                let mut bits = bits;
                let own =
                    |field: &'static PartField| Some((field, field.present(__tools::take(&mut bits, field.bits()))?));
                let fields: Vec<_> = fields.iter().filter_map(own).collect();
                fields.into_iter().flat_map(|(field, bits)| self.part(Some(field.name), field.part, bits)).collect()
            }
            Part::Union(cases) => match __tools::case(cases, bits) {
                Some((_, case, bits)) => self.part(name, case.part, bits),
                None => Vec::new(),
            },
            Part::List { bits: width, item } => {
                let count = __tools::count(*width, bits);
                let class = Encoding::List { item, count, array: false }.size().class;
                let item = self.layout(None, item).into();
                let layout = Layout::Sequence { item, limit: limit(count) };
                let rows = Vec::from([Row::Field { name: name.map(Cow::Borrowed), class, layout }]);
                if matches!(count, Count::Exactly(_)) { rows } else { with_length(BIG_LIST, rows) }
            }
        }
    }

    fn payload(&mut self, name: Option<&'static str>, encoding: &'static Encoding) -> Vec<Row> {
        match name {
            Some(name) => self.field(&tezos_encoding_core::schema::Field::req(name, encoding)),
            None => self.element(encoding),
        }
    }
}
