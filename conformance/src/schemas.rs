//! Compares our descriptions of encodings with the reference's. A folder `schemas` has them as text in `NAME.txt` and as JSON in
//! `NAME.json`, and `schema-encodings.json` beside it has the encoding of each NAME.

use std::{collections::BTreeMap, path::Path};

use tezos_encoding::schema::{self, Description, Encoding, describe};

use crate::{judge::Verdict, line::short, lookup::of_text, ordered::same_text, report::FileScore};

/// Compares a description of the encoding with the content of a file.
type Compare = fn(&'static Encoding, &str) -> Verdict;

/// Returns the scores of the text files and of the JSON files in `folder/schemas`.
pub(crate) fn run(folder: &Path) -> Result<Vec<FileScore>, String> {
    let schemas = folder.join("schemas");
    if !schemas.is_dir() {
        return Ok(Vec::new());
    }
    let path = folder.join("schema-encodings.json");
    let known = serde_json::from_str(&crate::read(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut scores = Vec::new();
    for (extension, compare) in [("txt", text as Compare), ("json", json)] {
        let mut score = FileScore::new(format!("schemas/*.{extension}"));
        for path in crate::files(&schemas, extension)? {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let expected = crate::read(&path)?;
            let verdict = match find(&known, &name) {
                Ok(encoding) => compare(encoding, &expected),
                Err(reason) => Verdict::Silent(reason),
            };
            let fast = Verdict::Silent("it has no descriptions".to_owned());
            score.add("schemas", &format!("{name}.{extension}"), [fast, verdict]);
        }
        scores.push(score);
    }
    Ok(scores)
}

/// Returns the encoding of a file: the one that `known` has for its name, or else the message of this name.
fn find(known: &BTreeMap<String, String>, name: &str) -> Result<&'static Encoding, String> {
    let message = || name.strip_prefix("p2p_").map(|kind| format!("p2p_message.{kind}"));
    let text = known.get(name).cloned().or_else(message).unwrap_or_else(|| name.to_owned());
    of_text(&text)
}

fn text(encoding: &'static Encoding, expected: &str) -> Verdict {
    let found = describe(encoding).to_string();
    if found == expected {
        return Verdict::Agrees;
    }
    let same = found.lines().zip(expected.lines()).take_while(|(found, expected)| found == expected).count();
    let [found, expected] =
        [&found, expected].map(|text| text.lines().nth(same).map_or("the end".to_owned(), |line| format!("`{line}`")));
    Verdict::Differs(format!("after {same} equal lines it has {found}, expected {expected}"))
}

fn json(encoding: &'static Encoding, expected: &str) -> Verdict {
    let ours = describe(encoding);
    let found = ours.to_json();
    if !same_text(&found, expected) {
        let expected: String = expected.split_whitespace().collect::<Vec<_>>().join(" ");
        return Verdict::Differs(format!("it is {}, expected {}", short(&found), short(&expected)));
    }
    // Our reader of this format must keep all of it, and must read an equal encoding.
    match Description::from_json(expected) {
        Err(error) => Verdict::Differs(format!("it cannot be read: {error}")),
        Ok(theirs) if !same_text(&theirs.to_json(), expected) => {
            Verdict::Differs(format!("it is read as {}", short(&theirs.to_json())))
        }
        Ok(theirs) => match schema::diff(&theirs, &ours).changes.as_slice() {
            [] => Verdict::Agrees,
            changes => Verdict::Differs(format!("`diff` finds {changes:?}")),
        },
    }
}
