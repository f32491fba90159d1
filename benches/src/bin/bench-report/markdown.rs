//! The report as text.

use std::fmt::Write as _;

use tezos_codec_benches::numbers::grouped;

use super::{
    Section,
    results::{Group, Lines, duration},
};

/// Returns the whole report.
pub(crate) fn report(facts: &[(&str, &str)], sections: &[Section], scaling: &[(&String, &Lines)]) -> String {
    let mut text = String::from("# Benchmarks\n\n");
    for (name, fact) in facts {
        let _ = writeln!(text, "- {name}: {fact}");
    }
    text.push_str(
        "\nMedian times, as criterion estimates them; in brackets the ratio to the handwritten code (for hashes: to encoding \
         first and then hashing). Formats other than that of Tezos are measured on the same values.\n\n![times](report.svg)\n",
    );
    for section in sections {
        let _ = write!(text, "\n## {}\n\n{}\n\n", section.title, section.note);
        table(&mut text, &section.groups);
    }
    for (name, lines) in scaling {
        let _ = write!(text, "\n## Scaling: {name}\n\n");
        scaling_table(&mut text, lines);
    }
    text
}

/// Appends a table with a row for each message and a column for each function.
fn table(text: &mut String, groups: &[(String, Group)]) {
    let mut functions: Vec<&str> = Vec::new();
    for (_, group) in groups {
        // A function that some messages lack is inserted behind the function that it follows elsewhere.
        let mut column = 0_usize;
        for (name, _) in &group.times {
            match functions.iter().position(|function| function == name) {
                Some(at) => column = at.saturating_add(1),
                None => {
                    functions.insert(column, name);
                    column = column.saturating_add(1);
                }
            }
        }
    }
    let _ = writeln!(text, "| | bytes | {} |", functions.join(" | "));
    let _ = writeln!(text, "|---|--:|{}", "--:|".repeat(functions.len()));
    for (message, group) in groups {
        let bytes = group.bytes.map(grouped).unwrap_or_default();
        let _ = write!(text, "| {message} | {bytes} |");
        for function in &functions {
            let _ = write!(text, " {} |", cell(group, function));
        }
        text.push('\n');
    }
}

/// Returns a time and its ratio.
fn cell(group: &Group, function: &str) -> String {
    let time = group.time(function).map(duration).unwrap_or_default();
    group.ratio(function).map_or(time.clone(), |ratio| format!("{time} ({ratio:.2})"))
}

/// Appends a table with a row for each length and a column for each function.
fn scaling_table(text: &mut String, lines: &Lines) {
    let names: Vec<&str> = lines.keys().map(String::as_str).collect();
    let mut lengths: Vec<f64> = lines.values().flatten().map(|(length, _)| *length).collect();
    lengths.sort_by(f64::total_cmp);
    lengths.dedup();
    let _ = writeln!(text, "| length | {} |", names.join(" | "));
    let _ = writeln!(text, "|--:|{}", "--:|".repeat(names.len()));
    for length in lengths {
        let _ = write!(text, "| {} |", grouped(length as u64));
        for points in lines.values() {
            let time = points.iter().find(|(other, _)| *other == length).map(|(_, time)| duration(*time));
            let _ = write!(text, " {} |", time.unwrap_or_default());
        }
        text.push('\n');
    }
}
