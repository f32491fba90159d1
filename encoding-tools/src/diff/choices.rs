//! Compares cases of unions and names of enumerations: added, removed, renamed and renumbered ones.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};

use super::compare::{Comparison, field};
use super::{BREAKING, ChangeKind, HARMLESS, NARROWER, WIDER, became};
use crate::constraint::{Constraint, Rule};
use crate::describe::CaseRows;
use tezos_encoding_core::schema::TagSize;

impl<'d> Comparison<'d> {
    pub(super) fn cases(&mut self, path: &str, tag: Option<TagSize>, old: &'d [CaseRows], new: &'d [CaseRows]) {
        let (olds, news) = (Cases::new(old), Cases::new(new));
        let mut matched: BTreeSet<*const CaseRows> = BTreeSet::new();
        for case in old {
            let old_path = field(path, Some(&case.title));
            // The case with the same name, or else the one with the same tag if its name is new.
            let other = news.named(case).or_else(|| {
                let numbered = tag.and_then(|_| news.numbered.get(&case.tag).copied());
                numbered.filter(|other| olds.named(other).is_none())
            });
            let Some(other) = other else {
                // Its values are now those of the case for all other tags, which has more.
                let decodes = if has_other(path, tag, case, new, self.new_constraints) { WIDER } else { NARROWER };
                self.add(&old_path, ChangeKind::Removed, decodes, case_words(case));
                continue;
            };
            matched.insert(other);
            let inside = field(path, Some(&other.title));
            if other.title != case.title {
                self.renamed.push((old_path, inside.clone()));
                let what = format!("the case `{}` → `{}`", case.title, other.title);
                self.add(&inside, ChangeKind::Renamed, HARMLESS, what);
            }
            if other.tag != case.tag {
                self.add(&inside, ChangeKind::Renumbered, BREAKING, became(&case_words(case), &case_words(other)));
            }
            self.rows(&inside, &case.rows, &other.rows);
        }
        for case in new.iter().filter(|case| !matched.contains(&core::ptr::from_ref(*case))) {
            // Its values were those of the case for all other tags, which had more.
            let decodes = if has_other(path, tag, case, old, self.old_constraints) { NARROWER } else { WIDER };
            self.add(&field(path, Some(&case.title)), ChangeKind::Added, decodes, case_words(case));
        }
    }

    pub(super) fn names(&mut self, path: &str, old: &'d [Cow<'static, str>], new: &'d [Cow<'static, str>]) {
        let (olds, news) = (indices(old), indices(new));
        for (index, name) in old.iter().enumerate() {
            let inside = field(path, Some(name));
            match (news.get(name.as_ref()).copied(), new.get(index)) {
                (Some(other), _) if other == index => {}
                (Some(other), _) => {
                    let what = format!("the name {index} → the name {other}");
                    self.add(&inside, ChangeKind::Renumbered, BREAKING, what);
                }
                (None, Some(other)) if !olds.contains_key(other.as_ref()) => {
                    let what = format!("the name {index}, `{name}` → `{other}`");
                    self.add(&inside, ChangeKind::Renamed, HARMLESS, what);
                }
                (None, _) => self.add(&inside, ChangeKind::Removed, NARROWER, format!("the name {index}")),
            }
        }
        for (index, name) in new.iter().enumerate() {
            let is_renamed = old.get(index).is_some_and(|old| !news.contains_key(old.as_ref()));
            if !olds.contains_key(name.as_ref()) && !is_renamed {
                self.add(&field(path, Some(name)), ChangeKind::Added, WIDER, format!("the name {index}"));
            }
        }
    }
}

/// Cases by their names and tags; if there are several equal ones, the first.
struct Cases<'d> {
    titled: BTreeMap<&'d str, &'d CaseRows>,
    numbered: BTreeMap<Option<u32>, &'d CaseRows>,
    both: BTreeMap<(&'d str, Option<u32>), &'d CaseRows>,
}

impl<'d> Cases<'d> {
    fn new(cases: &'d [CaseRows]) -> Self {
        let last_first = || cases.iter().rev();
        Self {
            titled: last_first().map(|case| (case.title.as_ref(), case)).collect(),
            numbered: last_first().map(|case| (case.tag, case)).collect(),
            both: last_first().map(|case| ((case.title.as_ref(), case.tag), case)).collect(),
        }
    }

    /// Returns the case with the same name; if there are several, the one with the same tag.
    fn named(&self, case: &CaseRows) -> Option<&'d CaseRows> {
        let title = case.title.as_ref();
        self.both.get(&(title, case.tag)).or_else(|| self.titled.get(title)).copied()
    }
}

/// Returns true if one of the cases is for all other tags, that of `case` among them.
fn has_other(
    path: &str,
    tag: Option<TagSize>,
    case: &CaseRows,
    cases: &[CaseRows],
    constraints: &[Constraint],
) -> bool {
    let (Some(_), Some(number)) = (tag, case.tag) else { return false };
    let Some(other) = cases.iter().find(|case| case.tag.is_none()) else { return false };
    let place = field(path, Some(&other.title));
    let is_reserved = |it: &Constraint| matches!(&it.rule, Rule::NoTags(tags) if tags.contains(&number));
    !constraints.iter().any(|it| it.place() == place && is_reserved(it))
}

/// Returns the index of each name; if there are several equal ones, the first.
fn indices<'d>(names: &'d [Cow<'static, str>]) -> BTreeMap<&'d str, usize> {
    names.iter().enumerate().rev().map(|(index, name)| (name.as_ref(), index)).collect()
}

fn case_words(case: &CaseRows) -> String {
    match case.tag {
        Some(tag) => format!("the case with the tag {tag}"),
        None => "the case for all other tags".to_string(),
    }
}
