//! Cases of unions and names of enumerations: what can be added, removed and numbered anew.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::compare::{Comparison, became, field};
use super::{Change, ChangeKind};
use crate::schema::TagSize;
use crate::schema::describe::CaseRows;

impl<'d> Comparison<'d> {
    pub(super) fn cases(&mut self, path: &str, tag: Option<TagSize>, old: &'d [CaseRows], new: &'d [CaseRows]) {
        let named = |cases: &'d [CaseRows], case: &CaseRows| {
            let same = cases.iter().filter(|other| other.title == case.title);
            same.clone().find(|other| other.tag == case.tag).or_else(|| same.clone().next())
        };
        let numbered =
            |cases: &'d [CaseRows], case: &CaseRows| cases.iter().find(|other| tag.is_some() && other.tag == case.tag);
        let mut met: Vec<*const CaseRows> = Vec::new();
        for case in old {
            let inside = field(path, Some(&case.title));
            // Of the same name, else of the same tag under a name that is new.
            let other = named(new, case).or_else(|| numbered(new, case).filter(|other| named(old, other).is_none()));
            let Some(other) = other else {
                self.changes.push(Change::less(&inside, ChangeKind::Removed, case_said(case)));
                continue;
            };
            met.push(other);
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
        for (index, name) in old.iter().enumerate() {
            let inside = field(path, Some(name));
            match (new.iter().position(|other| other == name), new.get(index)) {
                (Some(other), _) if other == index => {}
                (Some(other), _) => {
                    let what = format!("the name {index} → the name {other}");
                    self.changes.push(Change::breaking(&inside, ChangeKind::Renumbered, what));
                }
                (None, Some(other)) if !old.contains(other) => {
                    let what = format!("the name {index}, `{name}` → `{other}`");
                    self.changes.push(Change::harmless(&inside, ChangeKind::Renamed, what));
                }
                (None, _) => {
                    self.changes.push(Change::less(&inside, ChangeKind::Removed, format!("the name {index}")));
                }
            }
        }
        for (index, name) in new.iter().enumerate() {
            let renamed = old.get(index).is_some_and(|was| !new.contains(was));
            if !old.contains(name) && !renamed {
                let inside = field(path, Some(name));
                self.changes.push(Change::more(&inside, ChangeKind::Added, format!("the name {index}")));
            }
        }
    }
}

fn case_said(case: &CaseRows) -> String {
    match case.tag {
        Some(tag) => format!("the case with the tag {tag}"),
        None => "the case without a tag of its own".to_string(),
    }
}
