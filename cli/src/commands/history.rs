//! `history`: prints what each protocol changed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    process::ExitCode,
};

use clap::Args;
use serde_json::{Value, json};
use tezos_encoding::schema::{Change, ChangeKind, Description, Rule, describe, diff};
use tezos_protocols::{
    Protocol,
    registry::{self, ProtocolEncoding},
};

use crate::{chosen, error::Error, output, protocols};

/// Print what each protocol changed in the encodings, from 001 to the one in development, as a page in Markdown.
///
/// Compares each protocol with the one before, as `diff` does. A change inside several encodings is listed for the smallest only, similar changes are
/// on one line, and functions that check a value are not compared.
#[derive(Args)]
#[command(after_help = "Examples:
  tezos-codec history --protocol seoul
  tezos-codec history operation.contents block_header.contents")]
pub(crate) struct Arguments {
    /// The encodings, by their ids without a protocol; all by default.
    #[arg(value_name = "NAME", value_parser = name)]
    names: Vec<&'static str>,
    /// Print a JSON list: for each protocol, the encodings that were added, removed and changed.
    #[arg(long)]
    json: bool,
}

/// Parses the name of an encoding of a protocol: its id without the protocol.
fn name(text: &str) -> Result<&'static str, String> {
    let found = registry::of_protocols().map(|encoding| encoding.name).find(|name| *name == text);
    found.ok_or_else(|| "`list encodings --protocol PROTOCOL` shows the ids: give the text after the first dot".into())
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let all: BTreeSet<&str> = registry::of_protocols().map(|encoding| encoding.name).collect();
    let names = if arguments.names.is_empty() { all } else { arguments.names.iter().copied().collect() };
    // A protocol that is chosen is compared with the one before only.
    let is_compared = |protocol: &&Protocol| {
        let this = protocol.revision().0;
        chosen::protocol().is_none_or(|chosen| [this, this.saturating_add(1)].contains(&chosen.revision().0))
    };
    // Protocol 000 has other types.
    let compared = Protocol::ALL.iter().skip(1).filter(is_compared);
    let schemas: Vec<Schemas> = compared.map(|protocol| Schemas::of(&names, *protocol)).collect();
    let pairs = schemas.windows(2).filter_map(|pair| if let [old, new] = pair { Some((old, new)) } else { None });
    let steps: Vec<Transition> = pairs.map(|(old, new)| Transition::of(&names, old, new)).collect();
    let is_shown = |step: &&Transition| chosen::protocol().is_none_or(|chosen| step.new == chosen);
    if arguments.json {
        let steps: Value = steps.iter().filter(is_shown).map(Transition::json).collect();
        return output::print(&output::json::pretty(&steps.to_string()));
    }
    let text = match chosen::protocol() {
        Some(_) => steps.iter().filter(is_shown).map(Transition::text).collect::<String>(),
        None if arguments.names.is_empty() => page(&names, &steps),
        None => steps.iter().filter(|step| step.names().next().is_some()).map(Transition::text).collect(),
    };
    output::print(&format!("{}\n", text.trim_end()))
}

/// Formats the page of all protocols.
fn page(names: &BTreeSet<&'static str>, steps: &[Transition]) -> String {
    let changed: BTreeSet<&str> = steps.iter().flat_map(Transition::names).collect();
    let never: Vec<String> = names.difference(&changed).map(|name| format!("`{name}`")).collect();
    let mut out = String::from(
        "# What each protocol changed\n\n\
         Made by `tezos-codec history`, which compares the encodings of each protocol with those of the protocol before. A change inside of\n\
         several encodings is listed in the smallest only; paths lead from the encoding over fields, elements (`[]`) and cases to what changed;\n\
         numbers behind cases and names are their tags and indices.\n",
    );
    if !never.is_empty() {
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "\nUnchanged in all protocols: {}.", never.join(", "));
    }
    out.push('\n');
    out.extend(steps.iter().map(Transition::text));
    out
}

/// The schemas of a protocol.
struct Schemas {
    protocol: Protocol,
    by_name: BTreeMap<&'static str, Description>,
}

impl Schemas {
    /// Describes the encodings of a protocol, without functions that check values, which belong to this project, and without default
    /// values, which concern JSON only.
    fn of(names: &BTreeSet<&'static str>, protocol: Protocol) -> Self {
        let has = |encoding: &ProtocolEncoding| {
            names.contains(encoding.name) && (encoding.since..=encoding.until).contains(&protocol)
        };
        let described = |encoding: ProtocolEncoding| {
            let mut description = describe(encoding.at(protocol).encoding);
            if let Some(constraints) = &mut description.constraints {
                constraints
                    .retain(|constraint| !matches!(constraint.rule, Rule::Function { .. } | Rule::DefaultValue(_)));
            }
            (encoding.name, description)
        };
        Self { protocol, by_name: registry::of_protocols().filter(has).map(described).collect() }
    }
}

/// The changes from one protocol to the next.
struct Transition {
    old: Protocol,
    new: Protocol,
    added: Vec<&'static str>,
    removed: Vec<&'static str>,
    changed: BTreeMap<&'static str, Vec<Change>>,
    unchanged: usize,
}

impl Transition {
    fn of(names: &BTreeSet<&'static str>, old: &Schemas, new: &Schemas) -> Self {
        let (changed, unchanged) = (BTreeMap::new(), 0);
        let mut step =
            Self { old: old.protocol, new: new.protocol, added: Vec::new(), removed: Vec::new(), changed, unchanged };
        for name in names {
            match (old.by_name.get(name), new.by_name.get(name)) {
                (Some(old), Some(new)) => match diff(old, new).changes {
                    none if none.is_empty() => step.unchanged = step.unchanged.saturating_add(1),
                    changes => drop(step.changed.insert(name, changes)),
                },
                (None, Some(_)) => step.added.push(name),
                (Some(_), None) => step.removed.push(name),
                (None, None) => {}
            }
        }
        step.leave_out_repeated(&new.by_name);
        step
    }

    /// Removes a change if an equal one, in the same encoding or a smaller one, has a path that is a suffix of its path.
    fn leave_out_repeated(&mut self, schemas: &BTreeMap<&'static str, Description>) {
        let length = |changes: &[Change]| changes.iter().map(|change| change.path.len()).fold(0, usize::saturating_add);
        let rows = |name: &str| schemas.get(name).map(|it| it.toplevel.len().saturating_add(it.definitions.len()));
        let mut smallest_first: Vec<(&&str, &mut Vec<Change>)> = self.changed.iter_mut().collect();
        smallest_first.sort_by_key(|(name, changes)| (changes.len(), length(changes), rows(name)));
        let mut listed: BTreeMap<(ChangeKind, String), BTreeSet<String>> = BTreeMap::new();
        for (_, changes) in smallest_first {
            let mut shortest_first: Vec<&Change> = changes.iter().collect();
            shortest_first.sort_by_key(|change| change.path.len());
            let mut repeated = Vec::new();
            for Change { path, kind, what, .. } in shortest_first {
                let listed = listed.entry((*kind, what.clone())).or_default();
                if ends(path).any(|end| listed.contains(end)) {
                    repeated.push((path.clone(), *kind, what.clone()));
                }
                listed.insert(path.clone());
            }
            changes.retain(|Change { path, kind, what, .. }| {
                !repeated.iter().any(|(other, other_kind, words)| (other, other_kind, words) == (path, kind, what))
            });
        }
    }

    /// Returns the encodings that were added, removed or changed.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.added.iter().chain(&self.removed).copied().chain(self.changed.keys().copied())
    }

    fn json(&self) -> Value {
        let change = |Change { path, kind, what, old_bytes, new_bytes }: &Change| json!({ "path": path, "kind": kind.name(), "what": what, "old_bytes": old_bytes, "new_bytes": new_bytes });
        let changed = self.changed.iter().filter(|(_, changes)| !changes.is_empty());
        let changed: serde_json::Map<String, Value> =
            changed.map(|(name, changes)| ((*name).to_owned(), changes.iter().map(change).collect())).collect();
        json!({
            "protocol": self.new.to_string(),
            "before": self.old.to_string(),
            "added": self.added,
            "removed": self.removed,
            "changed": changed,
        })
    }

    fn text(&self) -> String {
        let (old, new) = (protocols::word(self.old), protocols::word(self.new));
        let name = if self.new == Protocol::Alpha { String::new() } else { format!(" {:?}", self.new) };
        let mut out = format!("## {new}{name}\n\n");
        for (word, names) in [("New", &self.added), ("Gone", &self.removed)] {
            if !names.is_empty() {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                // Writing to a `String` cannot fail.
                let _ = writeln!(out, "{word}: {}.\n", names.join(", "));
            }
        }
        let changed: String = self
            .changed
            .iter()
            .filter(|(_, changes)| !changes.is_empty())
            .map(|(name, changes)| format!("- `{name}`\n{}", lines(changes)))
            .collect();
        if !changed.is_empty() {
            let _ = writeln!(out, "{changed}");
        }
        if self.unchanged > 0 {
            let unchanged = output::counted(self.unchanged, "encoding", "encodings");
            let _ = writeln!(out, "Unchanged since {old}: {unchanged}.\n");
        }
        out
    }
}

/// Yields the path and each suffix that follows one of its dots.
fn ends(path: &str) -> impl Iterator<Item = &str> {
    let dots = path.match_indices('.').filter_map(|(at, dot)| path.get(at.saturating_add(dot.len())..));
    std::iter::once(path).chain(dots)
}

/// Splits a path into that of a union or an enumeration, and its last name, which may contain dots before digits: `Wasm 2.0.0`.
fn split_last(path: &str) -> (&str, &str) {
    let is_separator = |(at, dot): &(usize, &str)| {
        let after = path.get(at.saturating_add(dot.len())..).unwrap_or_default();
        !after.starts_with(|first: char| first.is_ascii_digit())
    };
    let last = path.rmatch_indices('.').find(is_separator);
    last.map_or(("", path), |(at, dot)| {
        let after = at.saturating_add(dot.len());
        (path.get(..at).unwrap_or_default(), path.get(after..).unwrap_or_default())
    })
}

/// Formats changes as lines, with similar changes on one line.
fn lines(changes: &[Change]) -> String {
    let mut lines: Vec<(String, Vec<String>, String)> = Vec::new();
    for Change { path, kind, what, .. } in changes {
        let numbered = what.strip_prefix("the case with the tag ").map(|tag| ("case", tag));
        let numbered = numbered.or_else(|| Some(("name", what.strip_prefix("the name ")?)));
        let (start, item, end) = match numbered {
            Some((noun, number)) if matches!(kind, ChangeKind::Added | ChangeKind::Removed) => {
                let (parent, name) = split_last(path);
                let location = if parent.is_empty() { String::new() } else { format!(" in `{parent}`") };
                (format!("{kind} {noun}{location}:"), format!("`{name}` ({number})"), String::new())
            }
            _ if path.is_empty() => (kind.name().to_owned(), "the value itself".to_owned(), format!(": {what}")),
            _ => (kind.name().to_owned(), format!("`{path}`"), format!(": {what}")),
        };
        match lines.iter_mut().find(|(other, _, other_end)| *other == start && *other_end == end) {
            Some((_, items, _)) => items.push(item),
            None => lines.push((start, vec![item], end)),
        }
    }
    let line = |(start, items, end): (String, Vec<String>, String)| format!("  - {start} {}{end}\n", items.join(", "));
    lines.into_iter().map(line).collect()
}
