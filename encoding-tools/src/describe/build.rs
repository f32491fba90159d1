//! Converts a schema to a description, in the reference's order, which determines the numbers of the generated names
//! `X_0`, `X_1`, .. (`binary_description.ml`, `describe`).

use alloc::vec::Vec;

use super::names::{Heading, NamedBody, Names};
use super::rows::{after, before, limit, option, unnamed, unwrapped, with_length};
use super::{Body, Description, Layout, Limit, Row};
use crate::constraint::constraints;
use crate::walk::newest;
use tezos_encoding_core::schema::{About, Class, Count, Encoding};
use tezos_encoding_core::wire::Prefix;

/// Maximum depth of a schema that is described; deeper levels are omitted. Schemas of types have a few dozen levels,
/// but schemas parsed from text may have any number.
const MAX_LEVELS: usize = 200;

/// Describes an encoding.
pub(super) fn description(encoding: &'static Encoding) -> Description {
    let mut builder = Builder { names: Names::default(), found: Vec::new(), next: 0, open: Vec::new(), level: 0 };
    let rows = builder.rows(None, encoding);
    let Builder { mut names, found, .. } = builder;
    let rows = names.rows(rows);
    // A definition that only refers to another becomes that one, under its own name.
    let mut kept: Vec<NamedBody> = Vec::new();
    for (name, body) in found {
        if let Body::Rows(rows) = &body
            && let [Row::Field { name: None, layout: Layout::Ref(other), .. }] = rows.as_slice()
        {
            let heading = names.find(&name);
            names.merge(heading, other);
        } else {
            kept.push((name, body));
        }
    }
    let definitions = names.unite(kept);
    Description { toplevel: names.rows(rows), definitions, constraints: constraints(encoding) }
}

pub(super) struct Builder {
    pub(super) names: Names,
    /// The definitions found, innermost first.
    pub(super) found: Vec<NamedBody>,
    /// The number of the next generated name.
    pub(super) next: usize,
    /// The recursive types that enclose the current one.
    pub(super) open: Vec<&'static str>,
    level: usize,
}

impl Builder {
    /// Returns the rows of an encoding; `id` is the name of the definition directly around it.
    pub(super) fn rows(&mut self, id: Option<&'static str>, encoding: &'static Encoding) -> Vec<Row> {
        self.deeper(Vec::new(), |builder| builder.rows_of(id, encoding))
    }

    /// Returns the layout of an encoding in one row; adds a definition if it takes more than one.
    pub(super) fn layout(&mut self, id: Option<&'static str>, encoding: &'static Encoding) -> Layout {
        self.deeper(Layout::Nothing, |builder| builder.layout_of(id, encoding))
    }

    fn deeper<T>(&mut self, too_deep: T, describe: impl FnOnce(&mut Self) -> T) -> T {
        if self.level >= MAX_LEVELS {
            return too_deep;
        }
        self.level = self.level.saturating_add(1);
        let described = describe(self);
        self.level = self.level.saturating_sub(1);
        described
    }

    /// The arms call functions, because this function is recursive and must use little stack.
    fn rows_of(&mut self, id: Option<&'static str>, encoding: &'static Encoding) -> Vec<Row> {
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => Vec::new(),
            Encoding::Object(fields) => {
                newest(fields).flat_map(|field| self.field(field.name, field.encoding)).collect()
            }
            Encoding::Tuple(elements) => elements.iter().flat_map(|element| self.element(element)).collect(),
            Encoding::Merge(parts) => parts.iter().flat_map(|part| self.rows(None, part)).collect(),
            Encoding::Opt(inner) => self.optional(None, inner),
            Encoding::Varopt(inner) => self.varopt(None, inner),
            Encoding::Dynamic { prefix, inner } => with_length(*prefix, self.rows(None, inner)),
            Encoding::Suffixed { size, inner } => {
                let rows = self.rows(id, inner);
                let layout = self.number(*size);
                after(rows, Row::field(Some("# bytes before"), Class::Fixed(size.bytes()), layout))
            }
            Encoding::Sized { bytes, inner } => {
                let mut rows = self.rows(id, inner);
                if let [Row::Field { class, .. }] = rows.as_mut_slice() {
                    *class = Class::Fixed(*bytes);
                }
                rows
            }
            Encoding::Magic { bytes, inner } => {
                let magic = Row::field(Some("magic"), Class::Fixed(bytes.len()), Layout::Magic((*bytes).into()));
                before(magic, self.rows(id, inner))
            }
            Encoding::Padded { bytes, inner } => {
                let padding = Row::field(Some("padding"), Class::Fixed(*bytes), Layout::Padding);
                after(self.rows(id, inner), padding)
            }
            Encoding::Def { id, inner } => self.rows(Some(id), inner),
            Encoding::Described { about: About { field: Some(name), .. }, inner } => self.field(name, inner),
            Encoding::Described { inner, .. }
            | Encoding::Dft { inner, .. }
            | Encoding::Bounded { inner, .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Checked { inner, .. } => self.rows(id, inner),
            Encoding::Split(split) => self.rows(id, split.inner),
            Encoding::Legacy(legacy) => self.rows(id, legacy.current),
            Encoding::List { item, count, .. } => self.list(item, *count),
            Encoding::Enum(_) => {
                let Layout::Enum { width, of } = self.layout_of(id, encoding) else { return Vec::new() };
                unnamed(Class::Fixed(width.bytes()), Layout::Ref(of))
            }
            Encoding::Compact(compact) => self.compact(compact),
            Encoding::Union { .. } | Encoding::Select(_) | Encoding::Mu(_) | Encoding::Assoc { .. } => {
                let layout = self.layout_of(None, encoding);
                unnamed(encoding.size().class, layout)
            }
            Encoding::Bytes(_)
            | Encoding::Text { .. }
            | Encoding::Json
            | Encoding::Lazy(_)
            | Encoding::Opaque(_)
            | Encoding::Scalar(_) => unnamed(encoding.size().class, self.layout_of(id, encoding)),
        }
    }

    fn layout_of(&mut self, id: Option<&'static str>, encoding: &'static Encoding) -> Layout {
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => Layout::Nothing,
            Encoding::Object([]) | Encoding::Tuple([]) | Encoding::Merge([]) => Layout::Nothing,
            Encoding::Scalar(scalar) => self.scalar(scalar),
            Encoding::Bytes(_) | Encoding::Lazy(_) | Encoding::Opaque(_) => Layout::Bytes,
            Encoding::Text { .. } | Encoding::Json => Layout::Text,
            Encoding::Assoc { value, .. } => Layout::Sequence { item: self.pair(value).into(), limit: Limit::Any },
            Encoding::Object([field]) if option(field.encoding).is_none() => self.layout(id, field.encoding),
            Encoding::Tuple([one]) | Encoding::Merge([one]) => self.layout(id, one),
            Encoding::List { item, count: count @ (Count::ToEnd { .. } | Count::Exactly(_)), .. } => {
                Layout::Sequence { item: self.layout(None, item).into(), limit: limit(*count) }
            }
            Encoding::Object(_) | Encoding::Tuple(_) | Encoding::Merge(_) | Encoding::Opt(_) => {
                let name = self.name(id);
                let rows = self.rows(None, encoding);
                self.define_rows(&name, rows)
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
                let names = names.iter().map(|name| (*name).into()).collect();
                self.define(&of, Body::Enum { width, names });
                Layout::Enum { width, of }
            }
            Encoding::Compact(compact) => self.compact_layout(id, compact),
            Encoding::Union { tag, cases, .. } => self.union(id, encoding.size().class, *tag, cases),
            Encoding::Select(select) => self.select(id, encoding.size().class, select.cases),
            Encoding::Varopt(inner)
            | Encoding::Dft { inner, .. }
            | Encoding::Bounded { inner, .. }
            | Encoding::Sized { inner, .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Checked { inner, .. }
            | Encoding::Described { inner, .. } => self.layout(id, inner),
            Encoding::Split(split) => self.layout(id, split.inner),
            Encoding::Legacy(legacy) => self.layout(id, legacy.current),
            Encoding::Def { id, inner } => self.layout(Some(id), inner),
            Encoding::Mu(mu) => Layout::Ref(self.recursive(mu)),
        }
    }

    fn optional(&mut self, name: Option<&'static str>, inner: &'static Encoding) -> Vec<Row> {
        let layout = self.layout(None, inner);
        let value = Row::field(name, inner.size().class, layout);
        Vec::from([Row::Presence { of: name.map(Into::into) }, value])
    }

    fn varopt(&mut self, name: Option<&'static str>, inner: &'static Encoding) -> Vec<Row> {
        let layout = self.layout(None, inner);
        Vec::from([Row::field(name, Class::Variable, layout)])
    }

    /// Returns the rows of a field of an object.
    pub(super) fn field(&mut self, name: &'static str, encoding: &'static Encoding) -> Vec<Row> {
        match option(encoding) {
            Some(Encoding::Varopt(inner)) => return self.varopt(Some(name), inner),
            Some(Encoding::Opt(inner)) => return self.optional(Some(name), inner),
            _ => {}
        }
        let (id, prefix, inner) = unwrapped(encoding);
        let layout = self.layout(id, inner);
        if layout == Layout::Nothing {
            return Vec::new();
        }
        let length = prefix.map(|prefix| Row::Length { of: id.map(Into::into), rows: 1, prefix });
        length.into_iter().chain([Row::field(Some(name), inner.size().class, layout)]).collect()
    }

    /// Returns the rows of an element of a tuple.
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
