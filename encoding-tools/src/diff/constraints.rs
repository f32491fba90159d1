//! Compares constraints.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{BREAKING, Change, ChangeKind, became};
use crate::constraint::{Constraint, Rule};

/// The rules of one value; inside a definition, only once for all uses of the definition.
struct Group<'c> {
    definition: Option<&'c str>,
    /// The path from the definition.
    path: &'c str,
    /// The paths from the value itself.
    places: Vec<String>,
    rules: Vec<&'c Rule>,
}

/// Returns the changes to constraints; `changes` and `renamed` are those of the layout.
pub(super) fn compare(
    old: &[Constraint],
    new: &[Constraint],
    changes: &[Change],
    renamed: &[(String, String)],
) -> Vec<Change> {
    let (old, new) = (groups(old), groups(new));
    let mut comparison = Comparison { new: &new, matched: Vec::new(), layout_changes: changes, changes: Vec::new() };
    for group in &old {
        let places: Vec<String> = group.places.iter().map(|place| renamed_path(place, renamed)).collect();
        comparison.group(group, &places);
    }
    for (index, group) in new.iter().enumerate() {
        if !comparison.matched.contains(&index)
            && let Some(place) = comparison.kept(&group.places)
        {
            comparison.rules(place, &[], &group.rules);
        }
    }
    comparison.changes
}

struct Comparison<'c> {
    new: &'c [Group<'c>],
    /// Indices in `new` of the groups that have been compared.
    matched: Vec<usize>,
    layout_changes: &'c [Change],
    changes: Vec<Change>,
}

impl Comparison<'_> {
    /// Compares the old rules of these paths, in which names have been updated, with the new rules.
    fn group(&mut self, old: &Group<'_>, places: &[String]) {
        let mut free = (0..).zip(self.new).filter(|(index, _)| !self.matched.contains(index));
        let at_place =
            |group: &Group<'_>| places.iter().any(|place| self.is_kept(place) && group.places.contains(place));
        let same = free.clone().find(|(_, group)| group.definition == old.definition && at_place(group));
        let moved = |group: &Group<'_>| group.definition == old.definition && group.path == old.path;
        let found = same
            .or_else(|| free.clone().find(|(_, group)| group.definition.is_some() && moved(group)))
            .or_else(|| free.find(|(_, group)| at_place(group)));
        match (found, self.kept(places)) {
            (Some((index, group)), _) => {
                self.matched.push(index);
                let place = group.places.first().map(String::as_str).unwrap_or_default();
                self.rules(place, &old.rules, &group.rules);
            }
            (None, Some(place)) => self.rules(place, &old.rules, &[]),
            (None, None) => {}
        }
    }

    /// Returns the first of these paths that exists in both schemas.
    fn kept<'p>(&self, places: &'p [String]) -> Option<&'p str> {
        places.iter().find(|place| self.is_kept(place)).map(String::as_str)
    }

    /// Returns true if nothing along the path was added, removed or replaced.
    fn is_kept(&self, place: &str) -> bool {
        !self.layout_changes.iter().any(|change| {
            let is_other = match change.kind {
                ChangeKind::Added | ChangeKind::Removed => true,
                ChangeKind::Replaced => (change.old_bytes, change.new_bytes) == BREAKING,
                _ => false,
            };
            is_other && relative_path(place, &change.path).is_some()
        })
    }

    fn rules(&mut self, place: &str, old: &[&Rule], new: &[&Rule]) {
        let mut added: Vec<&Rule> = new.iter().copied().filter(|rule| !old.contains(rule)).collect();
        for rule in old.iter().copied().filter(|rule| !new.contains(rule)) {
            let index = added.iter().position(|other| rule.is_same_kind(other));
            let other = index.map(|index| added.remove(index));
            self.change(place, Some(rule), other);
        }
        added.into_iter().for_each(|rule| self.change(place, None, Some(rule)));
    }

    fn change(&mut self, place: &str, old: Option<&Rule>, new: Option<&Rule>) {
        let what = match (old.map(Rule::words), new.map(Rule::words)) {
            (Some(old), Some(new)) => became(&old, &new),
            (Some(old), None) => format!("no longer: {old}"),
            (None, new) => format!("now: {}", new.unwrap_or_default()),
        };
        self.changes.push(Change::of_range(place, Rule::compare(old, new), what));
    }
}

fn groups(constraints: &[Constraint]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut known: BTreeMap<(Option<&str>, &str), usize> = BTreeMap::new();
    // Only the first use of a definition records its rules; further uses add their paths.
    let mut first: Vec<&str> = Vec::new();
    for constraint in constraints {
        let (definition, path) = (constraint.definition.as_deref(), constraint.path.as_str());
        let index = *known.entry((definition, path)).or_insert(groups.len());
        if index == groups.len() {
            groups.push(Group { definition, path, places: Vec::new(), rules: Vec::new() });
            first.push(&constraint.at);
        }
        let (Some(group), Some(first)) = (groups.get_mut(index), first.get(index)) else { continue };
        let place = constraint.place();
        if !group.places.contains(&place) {
            group.places.push(place);
        }
        if *first == constraint.at {
            group.rules.push(&constraint.rule);
        }
    }
    groups
}

/// Returns an old path with the new names of its fields and cases.
fn renamed_path(place: &str, renamed: &[(String, String)]) -> String {
    let mut place = Cow::Borrowed(place);
    for (old, new) in renamed {
        if let Some(rest) = relative_path(&place, old) {
            place = Cow::Owned(format!("{new}{rest}"));
        }
    }
    place.into_owned()
}

/// Returns the rest of a path that begins with the path `outer`.
fn relative_path<'p>(place: &'p str, outer: &str) -> Option<&'p str> {
    let rest = place.strip_prefix(outer)?;
    (outer.is_empty() || rest.is_empty() || rest.starts_with(['.', '['])).then_some(rest)
}
