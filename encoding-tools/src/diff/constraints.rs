//! What is demanded beyond the layout, before and now.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Change, ChangeKind};
use crate::constraint::{Constraint, Rule, Shift};

/// What is demanded of one place; of a place in a definition once, wherever the definition is used.
struct Group<'c> {
    definition: Option<&'c str>,
    /// The way on from the definition.
    path: &'c str,
    /// The ways from the value itself.
    places: Vec<String>,
    rules: Vec<&'c Rule>,
}

/// The changes to constraints; `changes` and `renamed` are those of the layouts around them.
pub(super) fn compare(
    old: &[Constraint],
    new: &[Constraint],
    changes: &[Change],
    renamed: &[(String, String)],
) -> Vec<Change> {
    let (old, new) = (groups(old), groups(new));
    let mut comparison = Comparison { new: &new, met: Vec::new(), layouts: changes, changes: Vec::new() };
    for group in &old {
        let places: Vec<String> = group.places.iter().map(|place| today(place, renamed)).collect();
        comparison.group(group, &places);
    }
    for (index, group) in new.iter().enumerate() {
        if !comparison.met.contains(&index)
            && let Some(place) = comparison.kept(&group.places)
        {
            comparison.rules(place, &[], &group.rules);
        }
    }
    comparison.changes
}

struct Comparison<'c> {
    new: &'c [Group<'c>],
    /// Places in `new` of the groups that have been compared.
    met: Vec<usize>,
    layouts: &'c [Change],
    changes: Vec<Change>,
}

impl Comparison<'_> {
    /// What was demanded at these places, by the names of today.
    fn group(&mut self, old: &Group<'_>, places: &[String]) {
        let mut free = (0..).zip(self.new).filter(|(index, _)| !self.met.contains(index));
        let at_place =
            |group: &Group<'_>| places.iter().any(|place| self.is_kept(place) && group.places.contains(place));
        let same = free.clone().find(|(_, group)| group.definition == old.definition && at_place(group));
        let moved = |group: &Group<'_>| group.definition == old.definition && group.path == old.path;
        let found = same
            .or_else(|| free.clone().find(|(_, group)| group.definition.is_some() && moved(group)))
            .or_else(|| free.find(|(_, group)| at_place(group)));
        match (found, self.kept(places)) {
            (Some((index, group)), _) => {
                self.met.push(index);
                let place = group.places.first().map(String::as_str).unwrap_or_default();
                self.rules(place, &old.rules, &group.rules);
            }
            (None, Some(place)) => self.rules(place, &old.rules, &[]),
            (None, None) => {}
        }
    }

    /// The first of these places that both schemas have.
    fn kept<'p>(&self, places: &'p [String]) -> Option<&'p str> {
        places.iter().find(|place| self.is_kept(place)).map(String::as_str)
    }

    /// Whether nothing around a place was added, removed or replaced.
    fn is_kept(&self, place: &str) -> bool {
        !self.layouts.iter().any(|change| {
            let is_other = match change.kind {
                ChangeKind::Added | ChangeKind::Removed => true,
                ChangeKind::Replaced => !change.old_bytes && !change.new_bytes,
                _ => false,
            };
            is_other && behind(place, &change.path).is_some()
        })
    }

    fn rules(&mut self, place: &str, old: &[&Rule], new: &[&Rule]) {
        let mut come: Vec<&Rule> = new.iter().copied().filter(|rule| !old.contains(rule)).collect();
        for rule in old.iter().copied().filter(|rule| !new.contains(rule)) {
            let kin = come.iter().position(|other| rule.is_kin(other)).map(|index| come.remove(index));
            self.change(place, Some(rule), kin);
        }
        come.into_iter().for_each(|rule| self.change(place, None, Some(rule)));
    }

    fn change(&mut self, place: &str, old: Option<&Rule>, new: Option<&Rule>) {
        let what = match (old.map(Rule::words), new.map(Rule::words)) {
            (Some(old), Some(new)) => super::compare::became(&old, &new),
            (Some(old), None) => format!("no longer: {old}"),
            (None, new) => format!("now: {}", new.unwrap_or_default()),
        };
        let Shift { old: old_bytes, new: new_bytes } = Rule::shift(old, new);
        let kind = match (old_bytes, new_bytes) {
            (true, false) => ChangeKind::Widened,
            (false, true) => ChangeKind::Narrowed,
            _ => ChangeKind::Replaced,
        };
        self.changes.push(Change { path: place.into(), kind, what, old_bytes, new_bytes });
    }
}

fn groups(constraints: &[Constraint]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut known: BTreeMap<(Option<&str>, &str), usize> = BTreeMap::new();
    // The first use of a definition says what is demanded inside, the others only where it is used too.
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

/// A place by the names that the fields and cases around it have today.
fn today(place: &str, renamed: &[(String, String)]) -> String {
    let mut place = Cow::Borrowed(place);
    for (was, is) in renamed {
        if let Some(rest) = behind(&place, was) {
            place = Cow::Owned(format!("{is}{rest}"));
        }
    }
    place.into_owned()
}

/// What follows the place `outer` in a place that is inside of it.
fn behind<'p>(place: &'p str, outer: &str) -> Option<&'p str> {
    let rest = place.strip_prefix(outer)?;
    (outer.is_empty() || rest.is_empty() || rest.starts_with(['.', '['])).then_some(rest)
}
