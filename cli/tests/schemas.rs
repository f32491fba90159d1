//! The script of the action that compares the schemas of a repository with those of another commit.

use std::{fs, path::Path};

use crate::common::{Run, folder, run, shell};

const COMPARE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../.github/actions/schemas/compare");

/// Writes the schema of a description into a file.
fn keep(repository: &Path, name: &str, description: &str) {
    let Run { out, status, .. } = run(&["dump", "encoding", description]);
    assert_eq!(status, 0);
    fs::create_dir_all(repository.join("schemas/inner")).unwrap();
    fs::write(repository.join("schemas").join(name), out).unwrap();
}

fn compare(repository: &Path, require: &str) -> (Option<i32>, String) {
    let output = shell(&format!("{COMPARE} schemas main {require}"), repository).output().expect("a shell");
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn schemas_are_compared_with_those_of_another_commit() {
    let repository = folder("schemas");
    keep(&repository, "list.json", "list(max=3, uint8)");
    keep(&repository, "inner/same.json", "uint16");
    let commit =
        "git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm first && git branch -M main";
    assert!(shell(commit, &repository).status().expect("a shell").success());
    assert_eq!(compare(&repository, "same"), (Some(0), "## Schemas, compared with `main`\n".into()));

    keep(&repository, "list.json", "list(max=4, uint8)");
    keep(&repository, "new.json", "bool");
    let (status, out) = compare(&repository, "old-bytes");
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("### `schemas/list.json`\n\n| change |") && out.contains("widened"), "{out}");
    assert!(!out.contains("same.json") && !out.contains("new.json"), "{out}");
    let (status, out) = compare(&repository, "new-bytes");
    assert_eq!(status, Some(1));
    assert!(out.ends_with("\nThis does not meet the requirement `new-bytes`.\n"), "{out}");

    fs::remove_file(repository.join("schemas/inner/same.json")).unwrap();
    let (status, out) = compare(&repository, "old-bytes");
    assert_eq!(status, Some(1));
    assert!(out.contains("### `schemas/inner/same.json`\n\nThe schema is gone.\n"), "{out}");
    assert_eq!(compare(&repository, "nothing").0, Some(0));

    let nowhere = shell(&format!("{COMPARE} schemas nowhere both"), &repository).output().expect("a shell");
    assert_eq!(nowhere.status.code(), Some(2));
    fs::write(repository.join("schemas/list.json"), "{}").unwrap();
    let (status, out) = compare(&repository, "both");
    assert!(status == Some(1) && out.contains("this is not a schema"), "{status:?} {out}");
}
