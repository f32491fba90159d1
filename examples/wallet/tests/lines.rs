//! The lines of each task in each library, counted for `examples/README.md`.

use std::fs;
use std::path::Path;

/// The rows of the table; `shared` is code that several tasks use.
const TASKS: [&str; 11] = [
    "shared",
    "address",
    "transfer",
    "batch",
    "originate",
    "inspect",
    "operations",
    "transfers",
    "balances",
    "changes",
    "calls",
];
/// The columns, with their files.
const LIBRARIES: [(&str, &[&str]); 4] = [
    ("these crates", &["wallet/src/tasks.rs", "indexer/src/tasks.rs"]),
    ("taquito", &["peers/taquito.mjs"]),
    ("pytezos", &["peers/pytezos_tasks.py"]),
    ("tzgo", &["peers/tzgo.go"]),
];

/// Returns the number of lines of a task, without blank lines and lines of comments only; `None` if it is not done.
fn lines(files: &[String], task: &str) -> Option<usize> {
    let regions: Vec<&str> = files
        .iter()
        .filter_map(|file| {
            let start = ["//", "#"].iter().find_map(|mark| file.split_once(&format!("{mark} task: {task}\n")))?.1;
            let end = start.lines().position(|line| matches!(line, "// end" | "# end")).expect("a task has an end");
            Some(start.split_inclusive('\n').take(end).map(str::len).sum::<usize>()).map(|length| &start[..length])
        })
        .collect();
    let is_code = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with("//") && !line.starts_with("# ")
    };
    (!regions.is_empty()).then(|| regions.iter().map(|region| region.lines().filter(is_code).count()).sum())
}

/// `BLESS=1` writes the table.
#[test]
fn the_table_has_the_lines_of_each_task() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let read = |file: &&str| fs::read_to_string(examples.join(file)).unwrap();
    let files = LIBRARIES.map(|(_, files)| files.iter().map(read).collect::<Vec<_>>());
    let mut table = format!("| task | {} |\n|---|--:|--:|--:|--:|\n", LIBRARIES.map(|(name, _)| name).join(" | "));
    let mut sums = [0; 4];
    for task in TASKS {
        let counts = files.each_ref().map(|files| lines(files, task));
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count.unwrap_or(0);
        }
        let cells = counts.map(|count| count.map_or("cannot".to_owned(), |count| count.to_string()));
        table += &format!("| `{task}` | {} |\n", cells.join(" | "));
    }
    table += &format!("| sum | {} |\n", sums.map(|sum| sum.to_string()).join(" | "));

    let path = examples.join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let (before, rest) = readme.split_once("| task |").expect("the table");
    let (_, after) = rest.split_once("\n\n").expect("text after the table");
    let written = format!("{before}{table}\n{after}");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &written).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), written, "BLESS=1 accepts this");
}

#[test]
fn blank_lines_and_comments_are_not_counted() {
    let rust = "// task: one\n/// Doc.\nfn one() {\n\n    // Why.\n    1\n}\n// end\n// task: two\n#[test]\n// end\n";
    let files = [rust.to_owned(), "# task: three\n# Why.\ndef three():\n    return 3  # here\n# end\n".to_owned()];
    assert_eq!(["one", "two", "three", "four"].map(|task| lines(&files, task)), [Some(3), Some(1), Some(2), None]);
}
