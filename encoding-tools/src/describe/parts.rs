//! The forms that need definitions: unions, recursive types, enumerations, pairs, numbers of any size.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::build::Builder;
use super::look::{limit, owned, unnamed, with_tag};
use super::names::Heading;
use super::{Body, CaseRows, Layout, Row};
use tezos_encoding_core::schema::Scalar;
use tezos_encoding_core::schema::{Case, Class, Count, Encoding, Field, Keys, Mu, TagSize};
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
            rows.push(self.number(prefix));
        }
        let item = self.layout(None, item).into();
        let layout = Layout::Sequence { item, limit: limit(count) };
        rows.push(Row::Field { name: None, class: Class::Variable, layout });
        rows
    }

    pub(super) fn enumeration(&mut self, id: Option<&str>, names: &'static [&'static str]) -> Vec<Row> {
        let (name, width) = (self.name(id), Prefix::for_count(names.len()));
        let layout = self.define(&name, Body::Enum { width, names: owned(names) });
        unnamed(Class::Fixed(width.bytes()), layout)
    }

    /// A key, which is text with a size, and its value.
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
    ) -> String {
        let on_wire = cases.iter().filter(|case| case.is_other() || case.own_tag().is_some());
        let mut sorted: Vec<&'static Case> = on_wire.collect();
        sorted.sort_by_key(|case| (case.is_other(), case.tag));
        let mut described: Vec<CaseRows> = Vec::new();
        // The last case is described first, and gets the lowest numbers.
        for case in sorted.into_iter().rev() {
            let payload = self.rows(None, case.payload);
            let own = case.own_tag();
            let rows = if own.is_some() { with_tag(tag, payload) } else { payload };
            described.push(CaseRows { tag: own, title: case.title.into(), rows });
        }
        described.reverse();
        let name = self.name(id);
        self.define(&name, Body::Cases { class, tag: Some(tag), cases: described });
        name
    }

    /// Forms of which the fields before choose one.
    pub(super) fn select(&mut self, id: Option<&str>, class: Class, cases: &'static [Field]) -> Layout {
        let describe =
            |case: &Field| CaseRows { tag: None, title: case.name.into(), rows: self.rows(None, case.encoding) };
        let cases = cases.iter().map(describe).collect();
        let name = self.name(id);
        self.define(&name, Body::Cases { class, tag: None, cases })
    }

    /// A recursive type: its name inside itself, a definition outside.
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
                name
            }
            Layout::Nothing => mu.name.into(),
            layout => {
                self.names.merge(heading, mu.name);
                let row = Row::Field { name: None, class: body.size().class, layout };
                self.define(mu.name, Body::Rows(Vec::from([row])));
                mu.name.into()
            }
        }
    }

    pub(super) fn scalar(&mut self, scalar: &Scalar) -> Layout {
        match *scalar {
            Scalar::Bool => Layout::Bool,
            Scalar::Int(int) if int.is_ranged() => Layout::RangedInt(int),
            Scalar::Int(int) => Layout::Int(int),
            Scalar::Float => Layout::Float,
            Scalar::RangedFloat { min, max } => Layout::RangedFloat { min, max },
            Scalar::N | Scalar::UintLikeN { .. } => self.natural(),
            Scalar::Z | Scalar::IntLikeZ { .. } => self.any_number(Z_NAME, Z_TEXT),
        }
    }

    /// The number of elements in front of a list.
    fn number(&mut self, prefix: Prefix) -> Row {
        let layout = match prefix.int() {
            None => self.natural(),
            Some(int) if int.is_ranged() => Layout::RangedInt(int),
            Some(int) => Layout::Int(int),
        };
        let class = match prefix {
            Prefix::N => Class::Dynamic,
            prefix => Class::Fixed(prefix.bytes()),
        };
        Row::Field { name: None, class, layout }
    }

    /// The definition of `n`.
    pub(super) fn natural(&mut self) -> Layout {
        self.any_number(N_NAME, N_TEXT)
    }

    fn any_number(&mut self, name: &'static str, text: &str) -> Layout {
        self.names.add(Heading::new(name, Some(text)));
        let row = Row::Field { name: Some(name.into()), class: Class::Dynamic, layout: Layout::Bytes };
        self.define(name, Body::Rows(Vec::from([row])))
    }

    /// The name of a definition about to be made: that of the `id` around it, or a new one.
    pub(super) fn name(&mut self, id: Option<&str>) -> String {
        let name = id.map_or_else(
            || {
                let name = format!("X_{}", self.next);
                self.next = self.next.saturating_add(1);
                name
            },
            String::from,
        );
        self.names.add(Heading::new(&name, None));
        name
    }

    pub(super) fn define(&mut self, name: &str, body: Body) -> Layout {
        self.found.push((name.into(), body));
        Layout::Ref(name.into())
    }
}
