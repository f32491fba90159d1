//! Compares layouts: rows with rows, values with values.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::align::{Pair, align};
use super::{BREAKING, Change, ChangeKind, Decodes, HARMLESS, became, constraints, words};
use crate::constraint::Constraint;
use crate::describe::tree::{Item, items};
use crate::describe::{Body, Description, Layout, Limit, N_NAME, Row, Z_NAME};
use tezos_encoding_core::schema::{Class, Int};

/// Maximum depth of layouts that are compared.
const MAX_LEVELS: u32 = 200;

pub(super) fn compare(old: &Description, new: &Description) -> Vec<Change> {
    let mut comparison = Comparison {
        old: bodies(old),
        new: bodies(new),
        old_constraints: old.constraints.as_deref().unwrap_or_default(),
        new_constraints: new.constraints.as_deref().unwrap_or_default(),
        compared: BTreeSet::new(),
        followed: BTreeSet::new(),
        changes: Vec::new(),
        renamed: Vec::new(),
        level: 0,
    };
    // Equal descriptions are equal at any depth.
    if old.toplevel != new.toplevel || old.definitions != new.definitions {
        comparison.rows("", &old.toplevel, &new.toplevel);
    }
    let Comparison { mut changes, renamed, .. } = comparison;
    if let (Some(old), Some(new)) = (&old.constraints, &new.constraints) {
        let mut found = constraints::compare(old, new, &changes, &renamed);
        changes.append(&mut found);
    }
    changes
}

pub(super) struct Comparison<'d> {
    old: Bodies<'d>,
    new: Bodies<'d>,
    pub(super) old_constraints: &'d [Constraint],
    pub(super) new_constraints: &'d [Constraint],
    /// Pairs of definitions whose comparison has begun.
    compared: BTreeSet<(&'d str, &'d str)>,
    /// Pairs of layouts whose comparison has begun and of which only one has a definition.
    followed: BTreeSet<(*const Layout, *const Layout)>,
    changes: Vec<Change>,
    /// Old paths whose names have changed, with the new ones, outer ones first.
    pub(super) renamed: Vec<(String, String)>,
    level: u32,
}

/// Definitions by name.
pub(super) type Bodies<'d> = BTreeMap<&'d str, &'d Body>;

/// A layout with its size class.
type Value<'d> = (&'d Layout, Class);

impl<'d> Comparison<'d> {
    pub(super) fn add(&mut self, path: &str, kind: ChangeKind, decodes: Decodes, what: String) {
        self.changes.push(Change::new(path, kind, decodes, what));
    }

    fn replaced(&mut self, path: &str, old: &str, new: &str) {
        self.add(path, ChangeKind::Replaced, BREAKING, became(old, new));
    }

    pub(super) fn rows(&mut self, path: &str, old: &'d [Row], new: &'d [Row]) {
        self.items(path, &items(old), &items(new));
    }

    fn items(&mut self, path: &str, old: &[Item<'d>], new: &[Item<'d>]) {
        for pair in align(old, new) {
            let (kind, item) = match pair {
                Pair::Both(old, new) => {
                    self.item(path, old, new);
                    continue;
                }
                Pair::Removed(item) => (ChangeKind::Removed, item),
                Pair::Added(item) => (ChangeKind::Added, item),
            };
            let bodies = if kind == ChangeKind::Added { &self.new } else { &self.old };
            let what = item_words(item, bodies);
            self.add(&field(path, item.name()), kind, BREAKING, what);
        }
    }

    /// Compares one level deeper. A value that is nested too deep to be compared is reported as replaced.
    fn deeper(&mut self, path: &str, compare: impl FnOnce(&mut Self)) {
        if self.level >= MAX_LEVELS {
            let what = format!("deeper than {MAX_LEVELS} levels, not compared");
            self.add(path, ChangeKind::Replaced, BREAKING, what);
            return;
        }
        self.level = self.level.saturating_add(1);
        compare(self);
        self.level = self.level.saturating_sub(1);
    }

    fn item(&mut self, path: &str, old: &Item<'d>, new: &Item<'d>) {
        self.deeper(path, |inner| match (old, new) {
            (
                Item::Value { name: old_name, class, layout },
                Item::Value { name, class: new_class, layout: new_layout },
            ) => {
                let inside = field(path, *name);
                if old_name != name {
                    inner.renamed.push((field(path, *old_name), inside.clone()));
                    let [old, new] = [old_name, name].map(|it| it.map_or("no name".into(), |it| format!("`{it}`")));
                    inner.add(&inside, ChangeKind::Renamed, HARMLESS, became(&old, &new));
                }
                inner.value(&inside, (*layout, *class), (*new_layout, *new_class));
            }
            (Item::Block(old_prefix, old), Item::Block(prefix, new)) => {
                if old_prefix != prefix {
                    inner.replaced(path, &words::prefix(*old_prefix), &words::prefix(*prefix));
                }
                inner.items(path, old, new);
            }
            (Item::Optional(old), Item::Optional(new)) => inner.item(path, old, new),
            _ => {
                let [old, new_words] = [item_words(old, &inner.old), item_words(new, &inner.new)];
                inner.replaced(&field(path, new.name()), &old, &new_words);
            }
        });
    }

    fn value(&mut self, path: &str, old: Value<'d>, new: Value<'d>) {
        let what = became(&words::layout(old.0, old.1, &self.old), &words::layout(new.0, new.1, &self.new));
        match (old.0, new.0) {
            (Layout::Int(old) | Layout::RangedInt(old), Layout::Int(new) | Layout::RangedInt(new)) => {
                // Equal bytes are equal numbers only if width, byte order and shift are equal.
                let representation = |int: &Int| (int.bytes, int.little && int.bytes > 1, int.shift);
                match representation(old) == representation(new) {
                    true => self.range(path, (old.min, old.max), (new.min, new.max), what),
                    false => self.add(path, ChangeKind::Replaced, BREAKING, what),
                }
            }
            (Layout::Float | Layout::RangedFloat { .. }, Layout::Float | Layout::RangedFloat { .. }) => {
                self.range(path, floats(old.0), floats(new.0), what);
            }
            (Layout::Bytes | Layout::Text, Layout::Bytes | Layout::Text) => {
                if old.0 != new.0 {
                    self.add(path, ChangeKind::Replaced, HARMLESS, what.clone());
                }
                self.sizes(path, old.1, new.1, what);
            }
            (Layout::Padding, Layout::Padding) => self.sizes(path, old.1, new.1, what),
            (Layout::Sequence { item, limit }, Layout::Sequence { item: new_item, limit: new_limit }) => {
                let what = became(&words::list(*limit), &words::list(*new_limit));
                self.range(path, counts(*limit), counts(*new_limit), what);
                // The size of an element is a constraint, because descriptions do not contain it.
                let inside = format!("{path}[]");
                self.deeper(&inside, |inner| inner.value(&inside, (item, Class::Dynamic), (new_item, Class::Dynamic)));
            }
            (Layout::Ref(old), Layout::Ref(new)) | (Layout::Enum { of: old, .. }, Layout::Enum { of: new, .. }) => {
                self.definitions(path, old, new)
            }
            (Layout::Bool, Layout::Bool) | (Layout::Nothing, Layout::Nothing) => {}
            (Layout::Magic(old), Layout::Magic(new)) if old == new => {}
            (layout, new_layout) => match (self.single(&self.old, layout), self.single(&self.new, new_layout)) {
                (Some(old), _) => self.once(path, old, new),
                (None, Some(new)) => self.once(path, old, new),
                (None, None) => self.add(path, ChangeKind::Replaced, BREAKING, what),
            },
        }
    }

    /// Compares a definition with a value, unless that has begun already: lists that contain themselves are infinite.
    fn once(&mut self, path: &str, old: Value<'d>, new: Value<'d>) {
        if self.followed.insert((core::ptr::from_ref(old.0), core::ptr::from_ref(new.0))) {
            self.value(path, old, new);
        }
    }

    /// Compares two ranges by their limits.
    fn range<T: PartialOrd>(&mut self, path: &str, old: (T, T), new: (T, T), what: String) {
        let contains = |outer: &(T, T), inner: &(T, T)| inner.0 >= outer.0 && inner.1 <= outer.1;
        self.decodes(path, (contains(&new, &old), contains(&old, &new)), what);
    }

    fn decodes(&mut self, path: &str, decodes: Decodes, what: String) {
        if decodes != HARMLESS {
            self.changes.push(Change::of_range(path, decodes, what));
        }
    }

    /// Compares sizes in bytes: any size that is not fixed is unlimited.
    fn sizes(&mut self, path: &str, old: Class, new: Class, what: String) {
        let fixed = |class| if let Class::Fixed(bytes) = class { Some(bytes) } else { None };
        let (old, new) = (fixed(old), fixed(new));
        self.decodes(path, (new.is_none() || old == new, old.is_none() || old == new), what);
    }

    fn definitions(&mut self, path: &str, old: &'d str, new: &'d str) {
        if !self.compared.insert((old, new)) {
            return;
        }
        if old != new && [old, new].iter().any(|name| [N_NAME, Z_NAME].contains(name)) {
            // Their descriptions are equal, but equal bytes are different numbers.
            let [old, new] = [words::definition(old, &self.old), words::definition(new, &self.new)];
            self.replaced(path, &old, &new);
            return;
        }
        let (old_body, new_body) = (self.old.get(old).copied(), self.new.get(new).copied());
        let is_known = old_body.is_some() && new_body.is_some();
        if is_known && old != new && ![old, new].iter().any(|name| words::is_generated(name)) {
            self.add(path, ChangeKind::Renamed, HARMLESS, format!("the definition `{old}` → `{new}`"));
        }
        match (old_body, new_body) {
            (Some(Body::Rows(old)), Some(Body::Rows(new))) => self.rows(path, old, new),
            (Some(Body::Cases { tag: old_tag, cases: old, .. }), Some(Body::Cases { tag, cases: new, .. })) => {
                if old_tag != tag {
                    self.replaced(path, &words::tag(*old_tag), &words::tag(*tag));
                }
                self.cases(path, *tag, old, new);
            }
            (Some(Body::Enum { width: old_width, names: old }), Some(Body::Enum { width, names: new })) => {
                if old_width != width {
                    let [old, new] = [old_width, width].map(|it| words::prefix(*it).replace("a size", "an index"));
                    self.replaced(path, &old, &new);
                }
                self.names(path, old, new);
            }
            (None, None) => {}
            _ => {
                let [old, new] = [words::definition(old, &self.old), words::definition(new, &self.new)];
                self.replaced(path, &old, &new);
            }
        }
    }

    /// Returns the value that a reference to a definition stands for, if the definition is a single value and not part
    /// of a cycle.
    fn single(&self, bodies: &Bodies<'d>, layout: &Layout) -> Option<Value<'d>> {
        let one = |layout: &Layout| match layout {
            Layout::Ref(name) => match bodies.get(name.as_str())? {
                Body::Rows(rows) => match rows.as_slice() {
                    [Row::Field { name: None, class, layout }] => Some((layout, *class)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let mut value = one(layout)?;
        for _ in 0..MAX_LEVELS {
            let Some(inner) = one(value.0) else { return Some(value) };
            value = inner;
        }
        None
    }
}

/// Returns the definitions by name; if there are several with the same name, the first.
fn bodies(description: &Description) -> Bodies<'_> {
    description.definitions.iter().rev().map(|definition| (definition.title.as_str(), &definition.body)).collect()
}

fn floats(layout: &Layout) -> (f64, f64) {
    match layout {
        Layout::RangedFloat { min, max } => (f64::from_bits(*min), f64::from_bits(*max)),
        _ => (f64::NEG_INFINITY, f64::INFINITY),
    }
}

fn counts(limit: Limit) -> (usize, usize) {
    match limit {
        Limit::Any => (0, usize::MAX),
        Limit::AtMost(max) => (0, max),
        Limit::Exactly(count) => (count, count),
    }
}

/// Returns the path of a field.
pub(super) fn field(path: &str, name: Option<&str>) -> String {
    match name {
        None => path.to_string(),
        Some(name) if path.is_empty() => name.to_string(),
        Some(name) => format!("{path}.{name}"),
    }
}

fn item_words(item: &Item<'_>, bodies: &Bodies<'_>) -> String {
    match item {
        Item::Value { layout, class, .. } => words::layout(layout, *class, bodies),
        Item::Block(prefix, items) => {
            let inside = items.iter().map(|item| item_words(item, bodies)).collect::<Vec<_>>().join(", ");
            format!("{}, then {inside}", words::prefix(*prefix))
        }
        Item::Optional(inner) => format!("perhaps {}", item_words(inner, bodies)),
    }
}
