//! The encodings that need definitions: unions, recursive types, pairs, numbers of any size, compact encodings.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::build::Builder;
use super::names::Heading;
use super::rows::{before, limit, unnamed, with_length};
use super::{Body, CaseRows, Layout, Row};
use crate::walk::{Chosen, Parts, binary_cases, chosen, class};
use tezos_encoding_core::__tools::BIG_LIST;
use tezos_encoding_core::schema::{
    Case, Class, CompactSchema, Count, Encoding, Field, Keys, Mu, Part, Scalar, TagSize,
};
use tezos_encoding_core::wire::Prefix;

/// The definition of `n`.
pub(crate) const N_NAME: &str = "N.t";
const N_TEXT: &str = "A variable-length sequence of bytes encoding a Zarith natural number. Each byte has a running unary \
    size bit: the most significant bit of each byte indicates whether this is the last byte in the sequence (0) or whether \
    the sequence continues (1). Size bits ignored, the data is the binary representation of the number in little-endian order.";
/// The definition of `z`.
pub(crate) const Z_NAME: &str = "Z.t";
const Z_TEXT: &str = "A variable-length sequence of bytes encoding a Zarith integer. Each byte has a running unary size bit: \
    the most significant bit of each byte indicates whether this is the last byte in the sequence (0) or whether the sequence \
    continues (1). The second most significant bit of the first byte is reserved for the sign (0 for positive, 1 for \
    negative). Size and sign bits ignored, the data is the binary representation of the absolute value of the number in \
    little-endian order.";

impl Builder {
    pub(super) fn list(&mut self, item: &'static Encoding, count: Count) -> Vec<Row> {
        let mut rows = Vec::new();
        if let Count::Prefixed { prefix, .. } = count {
            let class = if prefix == Prefix::N { Class::Dynamic } else { Class::Fixed(prefix.bytes()) };
            rows.push(Row::field(None, class, self.number(prefix)));
        }
        let item = self.layout(None, item).into();
        rows.push(Row::field(None, Class::Variable, Layout::Sequence { item, limit: limit(count) }));
        rows
    }

    /// Defines a key, which is text with a size prefix, and its value.
    pub(super) fn pair(&mut self, value: &'static Encoding) -> Layout {
        let name = self.name(None);
        let mut rows = self.element(Keys::ENCODING);
        rows.append(&mut self.element(value));
        self.define(&name, Body::Rows(rows))
    }

    pub(super) fn union(
        &mut self,
        id: Option<&'static str>,
        class: Class,
        tag: TagSize,
        cases: &'static [Case],
    ) -> Layout {
        let mut sorted: Vec<&'static Case> = binary_cases(cases).collect();
        sorted.sort_by_key(|case| (case.is_other(), case.tag));
        // The reference describes the last case first, so that it gets the lowest numbers.
        let last_first = sorted.into_iter().rev().map(|case| {
            let (own, payload) = (case.own_tag(), self.rows(None, case.payload));
            let rows = if own.is_some() { before(Row::tag(tag), payload) } else { payload };
            CaseRows { tag: own, title: case.title.into(), rows }
        });
        let mut cases: Vec<CaseRows> = last_first.collect();
        cases.reverse();
        let name = self.name(id);
        self.define(&name, Body::Cases { class, tag: Some(tag), cases })
    }

    /// Defines encodings, one of which is selected by preceding fields.
    pub(super) fn select(&mut self, id: Option<&str>, class: Class, cases: &'static [Field]) -> Layout {
        let cases = cases.iter().map(|case| {
            let rows = self.rows(None, case.encoding);
            CaseRows { tag: None, title: case.name.into(), rows }
        });
        let cases = cases.collect();
        let name = self.name(id);
        self.define(&name, Body::Cases { class, tag: None, cases })
    }

    /// Returns the name of a recursive type, which is a definition outside itself.
    pub(super) fn recursive(&mut self, mu: &'static Mu) -> String {
        if self.open.contains(&mu.name) {
            return mu.name.into();
        }
        let mut body = (mu.body)();
        let mut heading = Heading::new(mu.name, None);
        while let Encoding::Described { about, inner } = body {
            heading.title = about.title.map_or(heading.title, String::from);
            heading.description = about.description.map_or(heading.description, |text| Some(text.into()));
            body = inner;
        }
        self.open.push(mu.name);
        let layout = self.layout(None, body);
        self.open.pop();
        match layout {
            Layout::Ref(name) => {
                self.names.merge(heading.clone(), &name);
                self.names.merge(heading, mu.name);
                return name;
            }
            Layout::Nothing => {}
            layout => {
                self.names.merge(heading, mu.name);
                self.define(mu.name, Body::Rows(Vec::from([Row::field(None, body.size().class, layout)])));
            }
        }
        mu.name.into()
    }

    pub(super) fn scalar(&mut self, scalar: &Scalar) -> Layout {
        match *scalar {
            Scalar::Bool => Layout::Bool,
            Scalar::Int(int) => Layout::int(int),
            Scalar::Float => Layout::Float,
            Scalar::RangedFloat { min, max } => Layout::RangedFloat { min, max },
            Scalar::N | Scalar::UintLikeN { .. } => self.natural(),
            Scalar::Z | Scalar::IntLikeZ { .. } => self.any_number(Z_NAME, Z_TEXT),
        }
    }

    /// Returns the layout of a size or of a number of elements.
    pub(super) fn number(&mut self, prefix: Prefix) -> Layout {
        prefix.int().map_or_else(|| self.natural(), Layout::int)
    }

    /// Defines `n`.
    pub(super) fn natural(&mut self) -> Layout {
        self.any_number(N_NAME, N_TEXT)
    }

    fn any_number(&mut self, name: &'static str, text: &str) -> Layout {
        self.names.add(Heading::new(name, Some(text)));
        self.define(name, Body::Rows(Vec::from([Row::field(Some(name), Class::Dynamic, Layout::Bytes)])))
    }

    /// Compact encodings are described as the reference builds them: a union with a case for each tag, in which the
    /// fields of an object are elements of a tuple (`compact.ml`, `make`, `obj2`).
    pub(super) fn compact(&mut self, compact: &'static CompactSchema) -> Vec<Row> {
        match compact.tag.of_union() {
            None => self.part_rows(compact.part, 0),
            Some(_) => {
                let layout = self.compact_layout(None, compact);
                unnamed(compact.size().class, layout)
            }
        }
    }

    pub(super) fn compact_layout(&mut self, id: Option<&'static str>, compact: &'static CompactSchema) -> Layout {
        let part = compact.part;
        let Some(tag) = compact.tag.of_union() else { return self.part_layout(id, part, 0) };
        let mut cases = Vec::new();
        // As in unions, the last case comes first.
        for bits in (0..=tag.max()).rev().filter(|bits| part.has(*bits)) {
            let rows = before(Row::tag(tag), self.part_rows(part, bits));
            cases.push(CaseRows { tag: Some(bits), title: part.case_name(bits), rows });
        }
        cases.reverse();
        let name = self.name(id);
        self.define(&name, Body::Cases { class: compact.size().class, tag: Some(tag), cases })
    }

    /// Returns the rows of a part after a tag with these bits for it.
    fn part_rows(&mut self, part: &'static Part, bits: u32) -> Vec<Row> {
        match chosen(part, bits) {
            Chosen::Value(encoding) => self.rows(None, encoding),
            Chosen::List(item, count) => {
                let rows = self.list(item, count);
                if matches!(count, Count::Exactly(_)) { rows } else { with_length(BIG_LIST, rows) }
            }
            Chosen::Parts(Parts { of: Part::Object([_]), parts, .. }) => {
                parts.into_iter().flat_map(|(_, part, bits)| self.part_rows(part, bits)).collect()
            }
            Chosen::Parts(Parts { parts, .. }) => {
                parts.into_iter().flat_map(|(_, part, bits)| self.part_element(part, bits)).collect()
            }
            Chosen::Nothing | Chosen::Integer(_) => self.part_element(part, bits),
        }
    }

    /// Returns the row of a part as an element of a tuple.
    fn part_element(&mut self, part: &'static Part, bits: u32) -> Vec<Row> {
        match self.part_layout(None, part, bits) {
            Layout::Nothing => Vec::new(),
            layout => unnamed(class(part, bits), layout),
        }
    }

    /// Returns the layout of a part after a tag with these bits for it.
    fn part_layout(&mut self, id: Option<&'static str>, part: &'static Part, bits: u32) -> Layout {
        let chosen = chosen(part, bits);
        if let Chosen::Parts(Parts { parts, .. }) = &chosen
            && let [(_, only, bits)] = parts.as_slice()
        {
            return self.part_layout(id, only, *bits);
        }
        match chosen {
            Chosen::Nothing => Layout::Nothing,
            Chosen::Value(encoding) => self.layout(id, encoding),
            Chosen::Integer(form) => self.scalar(&form.shown),
            Chosen::List(item, count @ Count::Exactly(_)) => {
                Layout::Sequence { item: self.layout(None, item).into(), limit: limit(count) }
            }
            Chosen::List(..) | Chosen::Parts(_) => {
                let name = self.name(id);
                let rows = self.part_rows(part, bits);
                self.define_rows(&name, rows)
            }
        }
    }

    /// Returns the name of a definition to be created: that of the `id` around it, or a new one.
    pub(super) fn name(&mut self, id: Option<&str>) -> String {
        let name = id.map_or_else(|| format!("X_{}", self.next), String::from);
        self.next = self.next.saturating_add(usize::from(id.is_none()));
        self.names.add(Heading::new(&name, None));
        name
    }

    pub(super) fn define(&mut self, name: &str, body: Body) -> Layout {
        self.found.push((name.into(), body));
        Layout::Ref(name.into())
    }

    /// Defines rows, unless there are none.
    pub(super) fn define_rows(&mut self, name: &str, rows: Vec<Row>) -> Layout {
        if rows.is_empty() { Layout::Nothing } else { self.define(name, Body::Rows(rows)) }
    }
}
