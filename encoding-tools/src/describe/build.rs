//! From a schema to a description, in the reference's order: it decides the numbers of the names `X_0`, `X_1`, ..
//! (`binary_description.ml`, `describe`).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::look::{limit, option, owned, unnamed, unwrapped, with_length, with_magic, with_padding, with_suffix};
use super::names::{Heading, Named, Names};
use super::{Body, Description, Layout, Limit, Row};
use crate::constraint::constraints;
use tezos_encoding_core::schema::{About, Class, Count, Encoding, Extent, Field};
use tezos_encoding_core::wire::Prefix;

/// Levels of a schema that are described; deeper ones are left out. Schemas of types have a few dozen at most, those parsed
/// from text may have any number.
const MAX_LEVELS: usize = 200;

/// Describes an encoding.
pub(super) fn description(encoding: &'static Encoding) -> Description {
    let mut builder = Builder { names: Names::default(), found: Vec::new(), next: 0, open: Vec::new(), level: 0 };
    let rows = builder.rows(None, encoding);
    let Builder { mut names, found, .. } = builder;
    let rows = names.rows(rows);
    // A definition that is nothing but another is the other, under its own name.
    let mut kept: Vec<Named> = Vec::new();
    for (name, body) in found {
        match &body {
            Body::Rows(rows) => match rows.as_slice() {
                [Row::Field { name: None, layout: Layout::Ref(other), .. }] => {
                    let heading = names.find(&name);
                    names.merge(heading, other);
                }
                _ => kept.push((name, body)),
            },
            Body::Cases { .. } | Body::Enum { .. } => kept.push((name, body)),
        }
    }
    let definitions = names.unite(kept);
    Description { toplevel: names.rows(rows), definitions, constraints: constraints(encoding) }
}

pub(super) struct Builder {
    pub(super) names: Names,
    /// Definitions, the innermost first.
    pub(super) found: Vec<Named>,
    /// The number of the next name.
    pub(super) next: usize,
    /// Recursive types around.
    pub(super) open: Vec<&'static str>,
    level: usize,
}

impl Builder {
    /// The rows of an encoding; `id` is the name of the definition directly around it.
    pub(super) fn rows(&mut self, id: Option<&'static str>, encoding: &'static Encoding) -> Vec<Row> {
        if self.level >= MAX_LEVELS {
            return Vec::new();
        }
        self.level = self.level.saturating_add(1);
        let rows = self.rows_here(id, encoding);
        self.level = self.level.saturating_sub(1);
        rows
    }

    /// The arms are functions of their own so that this one, which calls itself, takes little of the stack.
    fn rows_here(&mut self, id: Option<&'static str>, encoding: &'static Encoding) -> Vec<Row> {
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => Vec::new(),
            Encoding::Object(fields) => fields.iter().flat_map(|field| self.field(field)).collect(),
            Encoding::Tuple(elements) => elements.iter().flat_map(|element| self.element(element)).collect(),
            Encoding::Merge(parts) => parts.iter().flat_map(|part| self.rows(None, part)).collect(),
            Encoding::Opt(inner) => self.optional(None, inner),
            Encoding::Varopt(inner) => self.varopt(None, inner),
            Encoding::Dynamic { prefix, inner } => {
                let rows = self.rows(None, inner);
                with_length(*prefix, rows)
            }
            Encoding::Suffixed { size, inner } => {
                let rows = self.rows(id, inner);
                with_suffix(*size, rows)
            }
            Encoding::Dft { inner, .. }
            | Encoding::Bounded { inner, .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Checked { inner, .. } => self.rows(id, inner),
            Encoding::Sized { bytes, inner } => {
                let mut rows = self.rows(id, inner);
                if let [Row::Field { class, .. }] = rows.as_mut_slice() {
                    *class = Class::Fixed(*bytes);
                }
                rows
            }
            Encoding::Def { id, inner } => self.rows(Some(id), inner),
            Encoding::Described { about: About { field: Some(name), .. }, inner } => {
                self.field(&Field { name, encoding: inner })
            }
            Encoding::Described { inner, .. } => self.rows(id, inner),
            Encoding::Split(split) => self.rows(id, split.inner),
            Encoding::Legacy(legacy) => self.rows(id, legacy.current),
            Encoding::Magic { bytes, inner } => {
                let rows = self.rows(id, inner);
                with_magic(bytes, rows)
            }
            Encoding::Padded { bytes, inner } => {
                let rows = self.rows(id, inner);
                with_padding(*bytes, rows)
            }
            Encoding::Union { tag, cases, .. } => {
                let class = encoding.size().class;
                let name = self.union(None, class, *tag, cases);
                unnamed(class, Layout::Ref(name))
            }
            Encoding::Compact(compact) => self.compact(compact),
            Encoding::Select(select) => {
                let class = encoding.size().class;
                let layout = self.select(None, class, select.cases);
                unnamed(class, layout)
            }
            Encoding::Mu(mu) => {
                let name = self.recursive(mu);
                unnamed(mu.class, Layout::Ref(name))
            }
            Encoding::List { item, count, .. } => self.list(item, *count),
            Encoding::Assoc { .. } => {
                let layout = self.layout(None, encoding);
                unnamed(Class::Variable, layout)
            }
            Encoding::Enum(names) => self.enumeration(id, names),
            Encoding::Bytes(Extent::Rest) | Encoding::Lazy(_) => unnamed(Class::Variable, Layout::Bytes),
            Encoding::Text { extent: Extent::Rest, .. } | Encoding::Json => unnamed(Class::Variable, Layout::Text),
            Encoding::Bytes(Extent::Fixed(bytes)) => unnamed(Class::Fixed(*bytes), Layout::Bytes),
            Encoding::Text { extent: Extent::Fixed(bytes), .. } => unnamed(Class::Fixed(*bytes), Layout::Text),
            Encoding::Scalar(scalar) => unnamed(scalar.size().class, self.scalar(scalar)),
        }
    }

    fn optional(&mut self, name: Option<&'static str>, inner: &'static Encoding) -> Vec<Row> {
        let layout = self.layout(None, inner);
        Vec::from([
            Row::Presence { of: name.map(Cow::Borrowed) },
            Row::Field { name: name.map(Cow::Borrowed), class: inner.size().class, layout },
        ])
    }

    fn varopt(&mut self, name: Option<&'static str>, inner: &'static Encoding) -> Vec<Row> {
        let layout = self.layout(None, inner);
        Vec::from([Row::Field { name: name.map(Cow::Borrowed), class: Class::Variable, layout }])
    }

    /// The form of a value in one row, definitions made where it needs more.
    pub(super) fn layout(&mut self, id: Option<&'static str>, encoding: &'static Encoding) -> Layout {
        if self.level >= MAX_LEVELS {
            return Layout::Nothing;
        }
        self.level = self.level.saturating_add(1);
        let layout = self.layout_here(id, encoding);
        self.level = self.level.saturating_sub(1);
        layout
    }

    fn layout_here(&mut self, id: Option<&'static str>, encoding: &'static Encoding) -> Layout {
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => Layout::Nothing,
            Encoding::Object([]) | Encoding::Tuple([]) | Encoding::Merge([]) => Layout::Nothing,
            Encoding::Scalar(scalar) => self.scalar(scalar),
            Encoding::Bytes(_) | Encoding::Lazy(_) => Layout::Bytes,
            Encoding::Text { .. } | Encoding::Json => Layout::Text,
            Encoding::Split(split) => self.layout(id, split.inner),
            Encoding::Legacy(legacy) => self.layout(id, legacy.current),
            Encoding::Assoc { value, .. } => Layout::Sequence { item: self.pair(value).into(), limit: Limit::Any },
            Encoding::Object([field]) if option(field.encoding).is_none() => self.layout(id, field.encoding),
            Encoding::Tuple([one]) | Encoding::Merge([one]) => self.layout(id, one),
            Encoding::List { item, count: count @ (Count::ToEnd { .. } | Count::Exactly(_)), .. } => {
                Layout::Sequence { item: self.layout(None, item).into(), limit: limit(*count) }
            }
            Encoding::Object(_) | Encoding::Tuple(_) | Encoding::Merge(_) | Encoding::Opt(_) => {
                let name = self.name(id);
                match self.rows(None, encoding) {
                    rows if rows.is_empty() => Layout::Nothing,
                    rows => self.define(&name, Body::Rows(rows)),
                }
            }
            Encoding::Magic { bytes, inner: Encoding::Empty } => Layout::Magic((*bytes).into()),
            Encoding::Magic { .. } | Encoding::Padded { .. } | Encoding::Suffixed { .. } | Encoding::List { .. } => {
                let name = self.name(id);
                let rows = self.rows(None, encoding);
                self.define(&name, Body::Rows(rows))
            }
            Encoding::Dynamic { prefix, .. } => {
                let name = self.name(id);
                let rows = self.rows(None, encoding);
                self.names.add(Heading::new(&name, None));
                if *prefix == Prefix::N {
                    self.natural();
                }
                self.define(&name, Body::Rows(rows))
            }
            Encoding::Enum(names) => {
                let (of, width) = (self.name(id), Prefix::for_count(names.len()));
                self.define(&of, Body::Enum { width, names: owned(names) });
                Layout::Enum { width, of }
            }
            Encoding::Compact(compact) => self.compact_layout(id, compact),
            Encoding::Union { tag, cases, .. } => Layout::Ref(self.union(id, encoding.size().class, *tag, cases)),
            Encoding::Select(select) => self.select(id, encoding.size().class, select.cases),
            Encoding::Varopt(inner)
            | Encoding::Dft { inner, .. }
            | Encoding::Bounded { inner, .. }
            | Encoding::Sized { inner, .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Checked { inner, .. }
            | Encoding::Described { inner, .. } => self.layout(id, inner),
            Encoding::Def { id, inner } => self.layout(Some(id), inner),
            Encoding::Mu(mu) => Layout::Ref(self.recursive(mu)),
        }
    }

    /// A field of an object.
    pub(super) fn field(&mut self, field: &Field) -> Vec<Row> {
        let name = Some(field.name);
        match option(field.encoding) {
            Some(Encoding::Varopt(inner)) => return self.varopt(name, inner),
            Some(Encoding::Opt(inner)) => return self.optional(name, inner),
            _ => {}
        }
        let (id, prefix, inner) = unwrapped(field.encoding);
        let layout = self.layout(id, inner);
        if layout == Layout::Nothing {
            return Vec::new();
        }
        let value = Row::Field { name: name.map(Cow::Borrowed), class: inner.size().class, layout };
        let length = prefix.map(|prefix| Row::Length { of: id.map(Cow::Borrowed), rows: 1, prefix });
        length.into_iter().chain([value]).collect()
    }

    /// An element of a tuple.
    pub(super) fn element(&mut self, element: &'static Encoding) -> Vec<Row> {
        if let Some(optional) = option(element) {
            return self.rows(None, optional);
        }
        match self.layout(None, element) {
            Layout::Nothing => Vec::new(),
            layout => unnamed(element.size().class, layout),
        }
    }
}
