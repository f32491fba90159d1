//! Helpers of the tests: they locate vectors and data, and build messages.

pub(crate) mod build;
pub(crate) mod peers;
#[path = "../../../encoding/tests/common/shared.rs"]
mod shared;
pub(crate) mod tezedge;

use std::fs;
use std::path::Path;

use serde_json::Value;
pub(crate) use shared::shared;

/// Returns the text of a file outside the repository, or `None` if it is not available.
pub(crate) fn shared_text(part: &str) -> Option<String> {
    shared(part).map(|path| fs::read_to_string(path).unwrap())
}

/// Parses hexadecimal digits.
pub(crate) fn unhex(text: &str) -> Vec<u8> {
    hex::decode(text).unwrap()
}

/// Returns the lines of a file of vectors, or `None` if the vectors are not available.
pub(crate) fn vectors(file: &str) -> Option<Vec<Value>> {
    shared("vectors").map(|folder| lines(&folder.join(file)))
}

/// Returns the lines of a file of vectors in the repository, which has some lines of each file.
pub(crate) fn carried_vectors(file: &str) -> Vec<Value> {
    lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/vectors").join(file))
}

/// Reads a file with one JSON value on each line.
pub(crate) fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the string in a field.
pub(crate) fn text<'v>(line: &'v Value, field: &str) -> &'v str {
    line[field].as_str().unwrap_or_else(|| panic!("no text in {field} of {line}"))
}

/// Returns the bytes of the hexadecimal string in a field.
pub(crate) fn bytes(line: &Value, field: &str) -> Vec<u8> {
    unhex(text(line, field))
}

/// Prints the number of passes and the first failures, and panics if there are failures.
#[track_caller]
pub(crate) fn report(what: &str, total: usize, failures: &[String]) {
    println!("{what}: {} of {total}", total - failures.len());
    for failure in failures.iter().take(20) {
        println!("  {failure}");
    }
    assert!(failures.is_empty(), "{what}: {} of {total} fail", failures.len());
}

/// Truncates a text to 120 characters.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(120) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.len()),
        None => text.to_owned(),
    }
}

/// Returns the peer message with this tag and body.
pub(crate) fn frame(tag: u16, body: &[u8]) -> Vec<u8> {
    sized(&[&tag.to_be_bytes()[..], body].concat())
}

/// Returns bytes with their size prefix.
pub(crate) fn sized(body: &[u8]) -> Vec<u8> {
    [&u32::try_from(body.len()).unwrap().to_be_bytes()[..], body].concat()
}
