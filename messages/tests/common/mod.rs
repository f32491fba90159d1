//! What the tests share: where the vectors and the data are.

pub(crate) mod build;
pub(crate) mod peers;
#[path = "../../../encoding/tests/common/shared.rs"]
mod shared;
pub(crate) mod tezedge;

use std::fs;
use std::path::Path;

use serde_json::Value;
pub(crate) use shared::shared;

/// The text of a file beside the workspace.
pub(crate) fn shared_text(part: &str) -> Option<String> {
    shared(part).map(|path| fs::read_to_string(path).unwrap())
}

/// Bytes written in hexadecimal.
pub(crate) fn unhex(text: &str) -> Vec<u8> {
    hex::decode(text).unwrap()
}

/// The lines of a file of vectors, where they are beside the workspace.
pub(crate) fn vectors(file: &str) -> Option<Vec<Value>> {
    shared("vectors").map(|folder| lines(&folder.join(file)))
}

/// The lines of the part of a file that the project carries.
pub(crate) fn carried_vectors(file: &str) -> Vec<Value> {
    lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/vectors").join(file))
}

/// A file with one JSON value a line.
pub(crate) fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The string in a field.
pub(crate) fn text<'v>(line: &'v Value, field: &str) -> &'v str {
    line[field].as_str().unwrap_or_else(|| panic!("no text in {field} of {line}"))
}

/// The bytes of the hexadecimal string in a field.
pub(crate) fn bytes(line: &Value, field: &str) -> Vec<u8> {
    unhex(text(line, field))
}

/// Prints the first failures and fails, unless there is none.
#[track_caller]
pub(crate) fn report(what: &str, total: usize, failures: &[String]) {
    println!("{what}: {} of {total}", total - failures.len());
    for failure in failures.iter().take(20) {
        println!("  {failure}");
    }
    assert!(failures.is_empty(), "{what}: {} of {total} fail", failures.len());
}

/// At most 120 characters of a text.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(120) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.len()),
        None => text.to_owned(),
    }
}

/// A peer message from its tag and body.
pub(crate) fn frame(tag: u16, body: &[u8]) -> Vec<u8> {
    sized(&[&tag.to_be_bytes()[..], body].concat())
}

/// Bytes behind their size.
pub(crate) fn sized(body: &[u8]) -> Vec<u8> {
    [&u32::try_from(body.len()).unwrap().to_be_bytes()[..], body].concat()
}
