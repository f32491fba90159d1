//! The comparison itself: rows with rows, forms with forms.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::align::{Pair, align};
use super::{Change, ChangeKind, constraints, words};
use crate::describe::parts::{N_NAME, Z_NAME};
use crate::describe::tree::{Item, items};
use crate::describe::{Body, Description, Layout, Limit, Row};
use tezos_encoding_core::schema::Class;
use tezos_encoding_core::schema::Int;

/// Levels of forms in forms that are compared.
const MAX_LEVELS: u32 = 200;

pub(super) fn compare(old: &Description, new: &Description) -> Vec<Change> {
    let (compared, followed, changes, renamed) = (BTreeSet::new(), BTreeSet::new(), Vec::new(), Vec::new());
    let (olds, news) = (bodies(old), bodies(new));
    let mut comparison = Comparison { old: olds, new: news, compared, followed, changes, renamed, level: 0 };
    // Of what is the same in all, nothing is too deep to be compared.
    if old.toplevel != new.toplevel || old.definitions != new.definitions {
        comparison.rows("", &old.toplevel, &new.toplevel);
    }
    let Comparison { mut changes, renamed, .. } = comparison;
    if let (Some(old), Some(new)) = (&old.constraints, &new.constraints) {
        let found = constraints::compare(old, new, &changes, &renamed);
        changes.extend(found);
    }
    changes
}

pub(super) struct Comparison<'d> {
    old: Bodies<'d>,
    new: Bodies<'d>,
    /// Pairs of definitions that were compared, or are being.
    compared: BTreeSet<(&'d str, &'d str)>,
    /// Forms that were compared where a definition stands on one side only, or are being, by their places.
    followed: BTreeSet<(*const Layout, *const Layout)>,
    pub(super) changes: Vec<Change>,
    /// Places that have another name now, the outer ones first.
    pub(super) renamed: Vec<(String, String)>,
    level: u32,
}

/// Definitions by name.
type Bodies<'d> = BTreeMap<&'d str, &'d Body>;

/// A form with its size class.
type Form<'d> = (&'d Layout, Class);

impl<'d> Comparison<'d> {
    pub(super) fn rows(&mut self, path: &str, old: &'d [Row], new: &'d [Row]) {
        self.items(path, &items(old), &items(new));
    }

    fn items(&mut self, path: &str, old: &[Item<'d>], new: &[Item<'d>]) {
        for pair in align(old, new) {
            match pair {
                Pair::Both(old, new) => self.item(path, old, new),
                Pair::Removed(item) => {
                    let change = Change::breaking(&field(path, item.name()), ChangeKind::Removed, said(item));
                    self.changes.push(change);
                }
                Pair::Added(item) => {
                    let change = Change::breaking(&field(path, item.name()), ChangeKind::Added, said(item));
                    self.changes.push(change);
                }
            }
        }
    }

    fn item(&mut self, path: &str, old: &Item<'d>, new: &Item<'d>) {
        self.deeper(path, |inner| inner.item_inside(path, old, new));
    }

    /// One level deeper. What cannot be looked at is not said to be the same.
    fn deeper(&mut self, path: &str, compare: impl FnOnce(&mut Self)) {
        if self.level >= MAX_LEVELS {
            let what = format!("deeper than {MAX_LEVELS} levels, not compared");
            self.changes.push(Change::breaking(path, ChangeKind::Replaced, what));
            return;
        }
        self.level = self.level.saturating_add(1);
        compare(self);
        self.level = self.level.saturating_sub(1);
    }

    fn item_inside(&mut self, path: &str, old: &Item<'d>, new: &Item<'d>) {
        match (old, new) {
            (Item::Value { name: was, class, layout }, Item::Value { name, class: new_class, layout: new_layout }) => {
                let inside = field(path, *name);
                if was != name {
                    self.renamed.push((field(path, *was), inside.clone()));
                    let [was, name] = [was, name].map(|name| name.map_or("no name".into(), |name| format!("`{name}`")));
                    self.changes.push(Change::harmless(&inside, ChangeKind::Renamed, format!("{was} → {name}")));
                }
                self.form(&inside, (*layout, *class), (*new_layout, *new_class));
            }
            (Item::Block(was, old), Item::Block(prefix, new)) => {
                if was != prefix {
                    let what = became(&words::prefix(*was), &words::prefix(*prefix));
                    self.changes.push(Change::breaking(path, ChangeKind::Replaced, what));
                }
                self.items(path, old, new);
            }
            (Item::Optional(old), Item::Optional(new)) => self.item(path, old, new),
            _ => {
                let what = became(&said(old), &said(new));
                self.changes.push(Change::breaking(&field(path, new.name()), ChangeKind::Replaced, what));
            }
        }
    }

    fn form(&mut self, path: &str, old: Form<'d>, new: Form<'d>) {
        let (was, is) = (words::layout(old.0, old.1), words::layout(new.0, new.1));
        match (old.0, new.0) {
            (Layout::Int(old) | Layout::RangedInt(old), Layout::Int(new) | Layout::RangedInt(new)) => {
                self.integers(path, old, new);
            }
            (Layout::Float | Layout::RangedFloat { .. }, Layout::Float | Layout::RangedFloat { .. }) => {
                let [old, new] = [old.0, new.0].map(floats);
                self.range(path, old.0 >= new.0 && old.1 <= new.1, new.0 >= old.0 && new.1 <= old.1, &was, &is);
            }
            (Layout::Bytes | Layout::Text, Layout::Bytes | Layout::Text) => {
                if old.0 != new.0 {
                    self.changes.push(Change::harmless(path, ChangeKind::Replaced, became(&was, &is)));
                }
                self.sizes(path, old.1, new.1, &was, &is);
            }
            (Layout::Padding, Layout::Padding) => self.sizes(path, old.1, new.1, &was, &is),
            (Layout::Sequence { item, limit }, Layout::Sequence { item: new_item, limit: new_limit }) => {
                self.limits(path, *limit, *new_limit);
                // An element's size class is said nowhere: it is a constraint.
                let inside = format!("{path}[]");
                self.deeper(&inside, |inner| inner.form(&inside, (item, Class::Dynamic), (new_item, Class::Dynamic)));
            }
            (Layout::Ref(old), Layout::Ref(new)) | (Layout::Enum { of: old, .. }, Layout::Enum { of: new, .. }) => {
                self.definitions(path, old, new)
            }
            (Layout::Bool, Layout::Bool) | (Layout::Nothing, Layout::Nothing) => {}
            (Layout::Magic(old), Layout::Magic(new)) if old == new => {}
            (Layout::Ref(name), _) if single(&self.old, name).is_some() => {
                if let Some(old) = single(&self.old, name) {
                    self.once(path, old, new);
                }
            }
            (_, Layout::Ref(name)) if single(&self.new, name).is_some() => {
                if let Some(new) = single(&self.new, name) {
                    self.once(path, old, new);
                }
            }
            _ => self.changes.push(Change::breaking(path, ChangeKind::Replaced, became(&was, &is))),
        }
    }

    /// Compares what a definition is with a form, if that is not being done: lists of lists that refer to themselves have no end.
    fn once(&mut self, path: &str, old: Form<'d>, new: Form<'d>) {
        if self.followed.insert((core::ptr::from_ref(old.0), core::ptr::from_ref(new.0))) {
            self.form(path, old, new);
        }
    }

    /// The same bytes stand for the same number where the width, the order and the shift are the same and both have it.
    fn integers(&mut self, path: &str, old: &Int, new: &Int) {
        let (was, is) = (words::integer(old), words::integer(new));
        let order = |int: &Int| int.little && int.bytes > 1;
        if old.bytes != new.bytes || order(old) != order(new) || old.shift != new.shift {
            self.changes.push(Change::breaking(path, ChangeKind::Replaced, became(&was, &is)));
            return;
        }
        self.range(path, old.min >= new.min && old.max <= new.max, new.min >= old.min && new.max <= old.max, &was, &is);
    }

    /// `inside`: whether all that was good is; `around`: whether all that is good was.
    fn range(&mut self, path: &str, inside: bool, around: bool, was: &str, is: &str) {
        self.changes.extend(match (inside, around) {
            (true, true) => None,
            (true, false) => Some(Change::more(path, ChangeKind::Widened, became(was, is))),
            (false, true) => Some(Change::less(path, ChangeKind::Narrowed, became(was, is))),
            (false, false) => Some(Change::breaking(path, ChangeKind::Replaced, became(was, is))),
        });
    }

    /// Sizes of bytes: what goes on to the end may be of any.
    fn sizes(&mut self, path: &str, old: Class, new: Class, was: &str, is: &str) {
        let fixed = |class| if let Class::Fixed(bytes) = class { Some(bytes) } else { None };
        let (old, new) = (fixed(old), fixed(new));
        self.range(path, new.is_none() || old == new, old.is_none() || old == new, was, is);
    }

    fn limits(&mut self, path: &str, old: Limit, new: Limit) {
        let bounds = |limit| match limit {
            Limit::Any => (0, usize::MAX),
            Limit::AtMost(max) => (0, max),
            Limit::Exactly(count) => (count, count),
        };
        let (was, is) = (bounds(old), bounds(new));
        let inside = was.0 >= is.0 && was.1 <= is.1;
        let around = is.0 >= was.0 && is.1 <= was.1;
        self.range(path, inside, around, &words::list(old), &words::list(new));
    }

    fn definitions(&mut self, path: &str, old: &'d str, new: &'d str) {
        if !self.compared.insert((old, new)) {
            return;
        }
        if old != new && [old, new].iter().any(|name| [N_NAME, Z_NAME].contains(name)) {
            // They are described alike, and the same bytes are another number.
            let what = became(&words::reference(old), &words::reference(new));
            self.changes.push(Change::breaking(path, ChangeKind::Replaced, what));
            return;
        }
        let (was, is) = (self.old.get(old).copied(), self.new.get(new).copied());
        if was.is_some() && is.is_some() && old != new && ![old, new].iter().any(|name| is_made(name)) {
            let what = format!("the definition `{old}` → `{new}`");
            self.changes.push(Change::harmless(path, ChangeKind::Renamed, what));
        }
        match (was, is) {
            (Some(Body::Rows(old)), Some(Body::Rows(new))) => self.rows(path, old, new),
            (
                Some(Body::Cases { tag: old_tag, cases: old, .. }),
                Some(Body::Cases { tag: new_tag, cases: new, .. }),
            ) => {
                if old_tag != new_tag {
                    let what = became(&words::tag(*old_tag), &words::tag(*new_tag));
                    self.changes.push(Change::breaking(path, ChangeKind::Replaced, what));
                }
                self.cases(path, *new_tag, old, new);
            }
            (Some(Body::Enum { width: was, names: old }), Some(Body::Enum { width, names: new })) => {
                if was != width {
                    let what = became(&words::prefix(*was), &words::prefix(*width)).replace("a size", "an index");
                    self.changes.push(Change::breaking(path, ChangeKind::Replaced, what));
                }
                self.names(path, old, new);
            }
            (None, None) => {}
            _ => {
                let what = became(&format!("`{old}`"), &format!("`{new}`"));
                self.changes.push(Change::breaking(path, ChangeKind::Replaced, what));
            }
        }
    }
}

/// The definitions by name; of two with one name, the first.
fn bodies(description: &Description) -> Bodies<'_> {
    description.definitions.iter().rev().map(|definition| (definition.title.as_str(), &definition.body)).collect()
}

/// The form of a definition that is one value, behind those that are only that definition; nothing where they go round in a circle.
fn single<'d>(bodies: &Bodies<'d>, name: &str) -> Option<Form<'d>> {
    let one = |name: &str| match bodies.get(name)? {
        Body::Rows(rows) => match rows.as_slice() {
            [Row::Field { name: None, class, layout }] => Some((layout, *class)),
            _ => None,
        },
        _ => None,
    };
    let mut form = one(name)?;
    for _ in 0..MAX_LEVELS {
        let Layout::Ref(name) = form.0 else { return Some(form) };
        let Some(inner) = one(name) else { return Some(form) };
        form = inner;
    }
    None
}

/// Whether a name was made by the description: `X_0`.
fn is_made(name: &str) -> bool {
    name.strip_prefix("X_").is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

fn floats(layout: &Layout) -> (f64, f64) {
    match layout {
        Layout::RangedFloat { min, max } => (f64::from_bits(*min), f64::from_bits(*max)),
        _ => (f64::NEG_INFINITY, f64::INFINITY),
    }
}

/// A place inside of another.
pub(super) fn field(path: &str, name: Option<&str>) -> String {
    match name {
        None => path.to_string(),
        Some(name) if path.is_empty() => name.to_string(),
        Some(name) => format!("{path}.{name}"),
    }
}

fn said(item: &Item<'_>) -> String {
    match item {
        Item::Value { layout, class, .. } => words::layout(layout, *class),
        Item::Block(prefix, items) => {
            let inside = items.iter().map(said).collect::<Vec<_>>().join(", ");
            format!("{}, then {inside}", words::prefix(*prefix))
        }
        Item::Optional(inner) => format!("perhaps {}", said(inner)),
    }
}

/// What was, and what is.
pub(super) fn became(was: &str, is: &str) -> String {
    format!("{was} → {is}")
}
