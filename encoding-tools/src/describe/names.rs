//! Names of definitions: which stand for the same thing, and which of them is printed.
//!
//! Two definitions with equal bodies become one, under the name of the one that comes first; the references to the other follow.
//! That may make further bodies equal, so it is repeated until nothing changes (`binary_description.ml`, `dedup_canonicalize`).

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Body, CaseRows, Definition, Layout, Row};

/// A name and the sentence printed below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) title: String,
    pub(super) description: Option<String>,
}

impl Heading {
    pub(super) fn new(title: &str, description: Option<&str>) -> Self {
        Self { title: title.into(), description: description.map(String::from) }
    }
}

/// Names, each its own or another's.
#[derive(Default)]
pub(super) struct Names(BTreeMap<String, Known>);

enum Known {
    Heading(Heading),
    Same(String),
}

/// A definition under one of its names.
pub(super) type Named = (String, Body);

impl Names {
    /// A name of its own, whatever it was before.
    pub(super) fn add(&mut self, heading: Heading) {
        self.0.insert(heading.title.clone(), Known::Heading(heading));
    }

    /// What a name stands for; itself where it is not known.
    pub(super) fn find(&self, name: &str) -> Heading {
        let mut name = name;
        // A chain of names is no longer than there are names.
        for _ in 0..=self.0.len() {
            match self.0.get(name) {
                Some(Known::Same(other)) => name = other,
                Some(Known::Heading(heading)) => return heading.clone(),
                None => break,
            }
        }
        Heading::new(name, None)
    }

    /// Makes what `existing` stands for another name of `heading`.
    pub(super) fn merge(&mut self, heading: Heading, existing: &str) {
        let title = heading.title.clone();
        self.add(heading);
        let root = self.find(existing).title;
        if root != title {
            self.0.insert(root, Known::Same(title));
        }
    }

    /// The definitions without those that are equal to one before, references following.
    pub(super) fn unite(&mut self, mut definitions: Vec<Named>) -> Vec<Definition> {
        loop {
            let mut kept: Vec<(Heading, Body)> = Vec::new();
            let mut changed = false;
            for (name, body) in definitions {
                match kept.iter().find(|(_, other)| *other == body) {
                    None => kept.push((self.find(&name), body)),
                    Some((heading, _)) => {
                        changed = true;
                        self.merge(heading.clone(), &name);
                    }
                }
            }
            definitions = kept.into_iter().map(|(heading, body)| (heading.title, self.body(body))).collect();
            if !changed {
                break;
            }
        }
        let with_heading = |(name, body): Named| {
            let Heading { title, description } = self.find(&name);
            Definition { title, description, body }
        };
        definitions.into_iter().map(with_heading).collect()
    }

    /// A body with the printed names in it.
    fn body(&self, body: Body) -> Body {
        match body {
            Body::Rows(rows) => Body::Rows(self.rows(rows)),
            Body::Cases { class, tag, cases } => {
                let cases = cases.into_iter().map(|case| CaseRows { rows: self.rows(case.rows), ..case });
                Body::Cases { class, tag, cases: cases.collect() }
            }
            body @ Body::Enum { .. } => body,
        }
    }

    /// Rows with the printed names in them.
    pub(super) fn rows(&self, rows: Vec<Row>) -> Vec<Row> {
        let renamed = rows.into_iter().map(|row| match row {
            Row::Field { name, class, layout } => Row::Field { name, class, layout: self.layout(layout) },
            row @ (Row::Length { .. } | Row::Presence { .. }) => row,
        });
        renamed.collect()
    }

    fn layout(&self, layout: Layout) -> Layout {
        match layout {
            Layout::Ref(name) => Layout::Ref(self.find(&name).title),
            Layout::Enum { width, of } => Layout::Enum { width, of: self.find(&of).title },
            Layout::Sequence { item, limit } => Layout::Sequence { item: self.layout(*item).into(), limit },
            other => other,
        }
    }
}
