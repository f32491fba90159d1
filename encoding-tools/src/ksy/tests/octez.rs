//! Tests of the layouts of Octez, if they are available next to the project.

use std::collections::BTreeMap;
use std::fs;

use shared::shared;

use crate::ksy::{Layouts, compare};

#[path = "../../../../encoding/tests/common/shared.rs"]
mod shared;

/// Returns the names and texts of the layouts of Octez, if they are available next to the project.
fn octez() -> Option<BTreeMap<String, String>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(shared("ksy")?).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "ksy") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            all.insert(name, fs::read_to_string(path).unwrap());
        }
    }
    Some(all)
}

/// Returns an importer of the layouts, one of which may be replaced.
fn layouts<'a>(
    all: &'a BTreeMap<String, String>,
    other: Option<(&'a str, &'a str)>,
) -> Layouts<impl FnMut(&str) -> Result<String, String> + 'a> {
    Layouts::new(move |name| match other {
        Some((other, text)) if other == name => Ok(text.to_owned()),
        _ => all.get(name).cloned().ok_or_else(|| "no such file".to_owned()),
    })
}

#[test]
fn every_layout_of_octez_is_imported_and_equals_itself() {
    let Some(all) = octez() else { return };
    let (mut one, mut other) = (layouts(&all, None), layouts(&all, None));
    let mut ambiguous = 0_usize;
    for name in all.keys() {
        let (one, other) = (one.import(name).unwrap(), other.import(name).unwrap());
        let differences = compare(one, other);
        // A payload that no reader can select is unknown on either side.
        match differences.first() {
            Some(first) if first.to_string().contains("none of the ") => ambiguous += 1,
            first => assert_eq!(first, None, "{name}"),
        }
    }
    assert_eq!((all.len(), ambiguous), (1206, 25));
}

/// Replaces the line `index` of a text with the result of `change`, if it returns one.
fn changed(text: &str, index: usize, change: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = lines.get_mut(index)?;
    *line = change(line)?;
    Some(lines.join("\n") + "\n")
}

#[test]
fn planted_faults_are_reported_in_the_layouts_of_octez() {
    let Some(all) = octez() else { return };
    let widths = [
        ("type: u1", "u2be"),
        ("type: u2be", "u1"),
        ("type: s4be", "s8be"),
        ("type: s8be", "s4be"),
        ("type: int31", "u1"),
    ];
    let (mut planted, mut unseen) = (0_usize, Vec::new());
    // The layouts of one protocol, and those that belong to no protocol.
    for (name, text) in all.iter().filter(|(name, _)| !name.starts_with("id_0") || name.starts_with("id_016")) {
        let original = layouts(&all, None).import(name).unwrap();
        let whole = text.lines().count();
        // Some lines of each file.
        for index in (0..whole).filter(|index| whole < 60 || index % (whole / 30) == 0) {
            let mutants = [
                changed(text, index, |line| {
                    widths.iter().find_map(|(old, new)| Some(format!("{}type: {new}", line.strip_suffix(old)?)))
                }),
                changed(text, index, |line| {
                    let (start, size) = line.split_once("  size: ")?;
                    Some(format!("{start}  size: {}", size.parse::<usize>().ok()? + 1))
                }),
                changed(text, index, |line| {
                    let (tag, label) = line.strip_prefix("    ")?.split_once(": ")?;
                    Some(format!("    {}: {label}", tag.parse::<u8>().ok()?.checked_add(100)?))
                }),
                changed(text, index, |line| line.contains("repeat-expr: 3").then(|| line.replace('3', "4"))),
            ];
            for mutant in mutants.into_iter().flatten() {
                planted += 1;
                if layouts(&all, Some((name, &mutant))).import(name).is_ok_and(|layout| {
                    compare(original, layout).iter().all(|difference| difference.explained.is_some())
                }) {
                    unseen.push(format!("{name}, line {}: {}", index + 1, mutant.lines().nth(index).unwrap()));
                }
            }
        }
    }
    assert!(unseen.is_empty(), "{} of {planted}: {:#?}", unseen.len(), unseen.iter().take(20).collect::<Vec<_>>());
    assert!(planted > 400, "{planted}");
}
