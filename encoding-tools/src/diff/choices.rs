//! Cases of unions and names of enumerations: what can be added, removed and numbered anew.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};

use super::compare::{Comparison, became, field};
use super::{Change, ChangeKind};
use crate::describe::CaseRows;
use tezos_encoding_core::schema::TagSize;

impl<'d> Comparison<'d> {
    pub(super) fn cases(&mut self, path: &str, tag: Option<TagSize>, old: &'d [CaseRows], new: &'d [CaseRows]) {
        let (olds, news) = (Cases::new(old), Cases::new(new));
        let mut met: BTreeSet<*const CaseRows> = BTreeSet::new();
        for case in old {
            let inside = field(path, Some(&case.title));
            // Of the same name, else of the same tag under a name that is new.
            let other = news.named(case).or_else(|| {
                let numbered = tag.and_then(|_| news.numbered.get(&case.tag).copied());
                numbered.filter(|other| olds.named(other).is_none())
            });
            let Some(other) = other else {
                self.changes.push(Change::less(&inside, ChangeKind::Removed, case_said(case)));
                continue;
            };
            met.insert(other);
            // Places have the names of today.
            let was = inside;
            let inside = field(path, Some(&other.title));
            if other.title != case.title {
                self.renamed.push((was, inside.clone()));
                let what = format!("the case `{}` → `{}`", case.title, other.title);
                self.changes.push(Change::harmless(&inside, ChangeKind::Renamed, what));
            }
            if other.tag != case.tag {
                let what = became(&case_said(case), &case_said(other));
                self.changes.push(Change::breaking(&inside, ChangeKind::Renumbered, what));
            }
            self.rows(&inside, &case.rows, &other.rows);
        }
        for case in new.iter().filter(|case| !met.contains(&core::ptr::from_ref(*case))) {
            let inside = field(path, Some(&case.title));
            self.changes.push(Change::more(&inside, ChangeKind::Added, case_said(case)));
        }
    }

    pub(super) fn names(&mut self, path: &str, old: &'d [Cow<'static, str>], new: &'d [Cow<'static, str>]) {
        let (olds, news) = (positions(old), positions(new));
        for (index, name) in old.iter().enumerate() {
            let inside = field(path, Some(name));
            match (news.get(name.as_ref()).copied(), new.get(index)) {
                (Some(other), _) if other == index => {}
                (Some(other), _) => {
                    let what = format!("the name {index} → the name {other}");
                    self.changes.push(Change::breaking(&inside, ChangeKind::Renumbered, what));
                }
                (None, Some(other)) if !olds.contains_key(other.as_ref()) => {
                    let what = format!("the name {index}, `{name}` → `{other}`");
                    self.changes.push(Change::harmless(&inside, ChangeKind::Renamed, what));
                }
                (None, _) => {
                    self.changes.push(Change::less(&inside, ChangeKind::Removed, format!("the name {index}")));
                }
            }
        }
        for (index, name) in new.iter().enumerate() {
            let renamed = old.get(index).is_some_and(|was| !news.contains_key(was.as_ref()));
            if !olds.contains_key(name.as_ref()) && !renamed {
                let inside = field(path, Some(name));
                self.changes.push(Change::more(&inside, ChangeKind::Added, format!("the name {index}")));
            }
        }
    }
}

/// Cases, to be found by what they are known by; of two, the first.
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

    /// The case of the same name, of the same tag if there are more of them.
    fn named(&self, case: &CaseRows) -> Option<&'d CaseRows> {
        let title = case.title.as_ref();
        self.both.get(&(title, case.tag)).or_else(|| self.titled.get(title)).copied()
    }
}

/// The index of each name; of two, the first.
fn positions<'d>(names: &'d [Cow<'static, str>]) -> BTreeMap<&'d str, usize> {
    names.iter().enumerate().rev().map(|(index, name)| (name.as_ref(), index)).collect()
}

fn case_said(case: &CaseRows) -> String {
    match case.tag {
        Some(tag) => format!("the case with the tag {tag}"),
        None => "the case without a tag of its own".to_string(),
    }
}
