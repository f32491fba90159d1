//! Names of definitions: which are aliases of which, and which of them is printed.
//!
//! Two definitions with equal bodies become one, under the name of the first, and references to the other are renamed.
//! That may make further bodies equal, so it is repeated until nothing changes (`binary_description.ml`,
//! `dedup_canonicalize`).

use alloc::collections::BTreeMap;
use alloc::format;
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

/// The known names, each with its heading or with another name that replaces it.
#[derive(Default)]
pub(super) struct Names(BTreeMap<String, Known>);

enum Known {
    Heading(Heading),
    Alias(String),
}

/// A definition under one of its names.
pub(super) type NamedBody = (String, Body);

impl Names {
    /// Adds a name, or restores the heading of a known one.
    pub(super) fn add(&mut self, heading: Heading) {
        self.0.insert(heading.title.clone(), Known::Heading(heading));
    }

    /// Returns the heading of a name, following aliases; for an unknown name, the name itself.
    pub(super) fn find(&self, name: &str) -> Heading {
        let root = self.root(name);
        match self.0.get(root) {
            Some(Known::Heading(heading)) => heading.clone(),
            _ => Heading::new(root, None),
        }
    }

    /// Returns the name that replaces `name`, following aliases.
    fn root<'n>(&'n self, mut name: &'n str) -> &'n str {
        // A chain of aliases is at most as long as the number of names.
        for _ in 0..=self.0.len() {
            let Some(Known::Alias(other)) = self.0.get(name) else { break };
            name = other;
        }
        name
    }

    /// Makes the name that `existing` is an alias of an alias of `heading`.
    pub(super) fn merge(&mut self, heading: Heading, existing: &str) {
        let title = heading.title.clone();
        self.add(heading);
        let root = self.find(existing).title;
        if root != title {
            self.0.insert(root, Known::Alias(title));
        }
    }

    /// Returns the definitions without duplicates, with all references renamed.
    pub(super) fn unite(&mut self, mut definitions: Vec<NamedBody>) -> Vec<Definition> {
        loop {
            let count = definitions.len();
            let mut kept: Vec<(Heading, Body)> = Vec::new();
            // Bodies are looked up by their printed form: there may be tens of thousands, most of them equal to another.
            let mut indices: BTreeMap<String, usize> = BTreeMap::new();
            for (name, body) in definitions {
                let body = self.body(body);
                let index = *indices.entry(format!("{body:?}")).or_insert(kept.len());
                match kept.get(index) {
                    None => kept.push((self.find(&name), body)),
                    Some((heading, _)) => self.merge(heading.clone(), &name),
                }
            }
            definitions = kept.into_iter().map(|(heading, body)| (heading.title, self.body(body))).collect();
            if definitions.len() == count {
                break;
            }
        }
        let with_heading = |(name, body): NamedBody| {
            let Heading { title, description } = self.find(&name);
            Definition { title, description, body }
        };
        definitions.into_iter().map(with_heading).collect()
    }

    fn body(&self, mut body: Body) -> Body {
        match &mut body {
            Body::Rows(rows) => *rows = self.rows(core::mem::take(rows)),
            Body::Cases { cases, .. } => {
                for CaseRows { rows, .. } in cases {
                    *rows = self.rows(core::mem::take(rows));
                }
            }
            Body::Enum { .. } => {}
        }
        body
    }

    /// Renames the references in rows.
    pub(super) fn rows(&self, mut rows: Vec<Row>) -> Vec<Row> {
        for row in &mut rows {
            if let Row::Field { layout, .. } = row {
                self.layout(layout);
            }
        }
        rows
    }

    fn layout(&self, layout: &mut Layout) {
        match layout {
            Layout::Ref(name) | Layout::Enum { of: name, .. } => {
                let root = self.root(name);
                if root != name {
                    *name = root.into();
                }
            }
            Layout::Sequence { item, .. } => self.layout(item),
            _ => {}
        }
    }
}
