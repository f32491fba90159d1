//! Messages about pasted JSON: the position, the field, what was found, and what was probably meant.

use tezos_encoding::{BinWriter, FromJson, HasEncoding, N, NomReader};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Batch {
    branch: [u8; 2],
    #[encoding(dynamic, list)]
    contents: Vec<Content>,
    vote: Option<Vote>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(string_enum)]
enum Vote {
    Yay,
    StrongNay,
    Pass,
}

/// The case whose fields are those of most other cases comes first.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(tag = "kind"))]
enum Content {
    Reveal {
        #[encoding(string)]
        source: String,
        fee: N,
        counter: N,
        #[encoding(string)]
        public_key: String,
    },
    Transaction {
        #[encoding(string)]
        source: String,
        fee: N,
        counter: N,
        amount: N,
        #[encoding(dynamic, list)]
        path: Vec<(bool, i8)>,
    },
    Delegation {
        #[encoding(string)]
        source: String,
        fee: N,
        counter: N,
        #[encoding(option, string)]
        delegate: Option<String>,
    },
    Level {
        level: i32,
        since: i64,
        bits: u64,
    },
}

/// A union of unions.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Any {
    Content(Content),
    Other(Other),
    Number(u8),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(tag = "kind"))]
enum Other {
    Ballot { vote: Vote },
    Proposals { period: u32 },
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Word {
    First(#[encoding(constant = "first")] ()),
    Second(#[encoding(constant = "second")] ()),
}

/// Checks the message about a text in which `¦` is before the refused byte.
fn refused<T: FromJson + std::fmt::Debug>(marked: &str, message: &str) {
    let (before, after) = marked.split_once('¦').unwrap();
    let (line, column) = (before.lines().count(), before.lines().last().unwrap_or_default().chars().count() + 1);
    let line = if marked.trim_end().contains('\n') { format!("line {line}, ") } else { String::new() };
    let message = format!("at {line}column {column} (byte {}){message}", before.len());
    assert_eq!(T::from_json(&[before, after].concat()).unwrap_err().to_string(), message, "{marked}");
}

fn in_batch(content: &str) -> String {
    format!("{{\n  \"branch\": \"0001\",\n  \"contents\": [\n    {content}\n  ]\n}}\n")
}

/// Messages about the content of a batch; `¦` is before the refused byte.
#[test]
fn fields_of_the_intended_case() {
    for (content, message) in [
        // Numbers that are strings in JSON, and strings that are numbers.
        (
            r#"{"kind":"reveal","source":"a","fee":¦4450,"counter":"1","public_key":"k"}"#,
            r#", contents[0].fee: expected digits in quotation marks, found the number 4450: write "4450" (Wrong_value)"#,
        ),
        (
            r#"{"kind":"reveal","source":"a","fee":¦-1,"counter":"1","public_key":"k"}"#,
            ", contents[0].fee: expected digits in quotation marks, found the number -1 (Wrong_value)",
        ),
        (
            r#"{"kind":"level","level":1,"since":¦-5,"bits":"1"}"#,
            r#", contents[0].since: expected digits in quotation marks, found the number -5: write "-5" (Wrong_value)"#,
        ),
        (
            r#"{"kind":"level","level":1,"since":"0","bits":¦1.5}"#,
            ", contents[0].bits: expected digits in quotation marks, found the number 1.5 (Wrong_value)",
        ),
        (
            r#"{"kind":"level","level":"¦-7","since":"0","bits":"1"}"#,
            r#", contents[0].level: expected int32, found "-7": write -7 (Wrong_value)"#,
        ),
        (
            r#"{"kind":"level","level":"¦07","since":"0","bits":"1"}"#,
            r#", contents[0].level: expected int32, found "07" (Wrong_value)"#,
        ),
        // What was found.
        (
            r#"{"kind":"reveal","source":"a","fee":¦["1"],"counter":"1","public_key":"k"}"#,
            ", contents[0].fee: expected digits in quotation marks, found a list of 1 element (Wrong_value)",
        ),
        (
            r#"{"kind":"reveal","source":¦{"a":1},"fee":"1","counter":"1","public_key":"k"}"#,
            ", contents[0].source: expected a string, found an object (Wrong_value)",
        ),
        (
            r#"{"kind":"reveal","source":"a","fee":"¦1\u202e\u0001","counter":"1","public_key":"k"}"#,
            r#", contents[0].fee: expected digits in quotation marks, found "1\u{202e}\u{1}" (Wrong_value)"#,
        ),
        (
            r#"{"kind":"reveal","source":¦null,"fee":"1","counter":"1","public_key":"k"}"#,
            ", contents[0].source: expected a string, found null (Wrong_value)",
        ),
        (
            r#"{"kind":"transaction","source":"a","fee":"1","counter":"1","amount":"1","path":[¦[true,1,2]]}"#,
            ", contents[0].path[0]: expected a list with one element for each element of the tuple, \
             found a list of 3 elements (Wrong_value)",
        ),
        // The kind selects the case, whatever else is wrong.
        (
            r#"{"kind":"delegation","source":"a","fee":"1","counter":"1","¦foo":"k"}"#,
            r#", contents[0]: unexpected field "foo" (Unexpected_field)"#,
        ),
        (
            r#"{"kind":"delegation","source":"a","fee":"1","counter":"1","¦public_key":"k"}"#,
            r#", contents[0]: unexpected field "public_key" (Unexpected_field)"#,
        ),
        (
            r#"{"kind":"delegation","source":"a","fee":"1","counter":"1","¦fee":"2"}"#,
            r#", contents[0]: the field "fee" occurs twice (Unexpected_field)"#,
        ),
        (
            r#"{"kind":"transaction","source":"a","fee":"1","counter":"1","¦amuont":"1","path":[]}"#,
            r#", contents[0]: unexpected field "amuont"; the nearest is "amount" (Unexpected_field)"#,
        ),
        (
            r#"¦{"kind":"delegation","source":"a","counter":"1"}"#,
            ", contents[0].fee: the field is missing (Missing_field)",
        ),
        (
            r#"¦{"source":"a","fee":"1","counter":"1","public_key":"k"}"#,
            ", contents[0].kind: the field is missing (Missing_field)",
        ),
        // The kind of no case.
        (
            r#"{"kind":"¦transactoin","source":"a","fee":"1","counter":"1","amount":"1"}"#,
            r#", contents[0].kind: "transactoin" is not a kind known here; the nearest is "transaction" (No_case_matched)"#,
        ),
        (
            r#"{"kind":"¦endorsement","level":1}"#,
            r#", contents[0].kind: "endorsement" is not a kind known here (No_case_matched)"#,
        ),
        (r#"{"kind":¦1,"level":1}"#, ", contents[0].kind: expected a string, found the number 1 (Wrong_value)"),
        ("¦7", ", contents[0]: no case of the encoding matches the number 7 (No_case_matched)"),
    ] {
        refused::<Batch>(&in_batch(content), message);
    }
}

#[test]
fn names_of_fields_and_of_enumerations() {
    for (json, message) in [
        (
            r#"{"¦brnch":"0001","contents":[]}"#,
            r#": unexpected field "brnch"; the nearest is "branch" (Unexpected_field)"#,
        ),
        (r#"¦{"contents":[]}"#, ", branch: the field is missing (Missing_field)"),
        (
            r#"{"branch":"0001","contents":[],"vote":"¦strong-nay"}"#,
            r#", vote: "strong-nay" is not a name known here; the nearest is "strong_nay" (Wrong_value)"#,
        ),
        (
            r#"{"branch":"0001","contents":[],"vote":"¦abstain"}"#,
            r#", vote: "abstain" is not a name known here (Wrong_value)"#,
        ),
        (
            r#"{"branch":"0001","contents":[],"vote":¦2}"#,
            ", vote: expected one of the names, found the number 2 (Wrong_value)",
        ),
        (r#"{"branch":"¦000102","contents":[]}"#, ", branch: expected 2 bytes, found 3 (Invalid_bytes_length)"),
        ("{\n\"branch\":0001¦}", ": expected digits"),
    ] {
        refused::<Batch>(json, message);
    }
    let long = format!("{{\"branch\":\"¦{}\"}}", "xy".repeat(21));
    let found = "xy".repeat(20);
    refused::<Batch>(
        &long,
        &format!(", branch: expected a string of hexadecimal digits, found \"{found}…\" (Wrong_value)"),
    );
    refused::<Vec<Word>>(
        r#"["first","¦secnod"]"#,
        r#", [1]: "secnod" is not a name known here; the nearest is "second" (No_case_matched)"#,
    );
}

/// The kinds of all unions inside are known.
#[test]
fn unions_of_unions() {
    for (json, message) in [
        (
            r#"{"kind":"ballot","vote":"¦nay"}"#,
            r#", vote: "nay" is not a name known here; the nearest is "yay" (Wrong_value)"#,
        ),
        (r#"{"kind":"ballot","¦level":"nay"}"#, r#": unexpected field "level" (Unexpected_field)"#),
        (
            r#"{"kind":"¦proposal","period":1}"#,
            r#", kind: "proposal" is not a kind known here; the nearest is "proposals" (No_case_matched)"#,
        ),
        (
            r#"{"kind":"¦levl","level":1}"#,
            r#", kind: "levl" is not a kind known here; the nearest is "level" (No_case_matched)"#,
        ),
        ("¦300", ": expected an integer from 0 to 255, found 300 (Invalid_int)"),
    ] {
        refused::<Any>(json, message);
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Swap {
    point: u8,
    size: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Kinds {
    #[encoding(json(kind = "request"))]
    Request(Swap),
    #[encoding(json(kind_first = "accept"))]
    Accept(Swap),
}

/// The kind is merged with the fields of a struct, before or behind them.
#[test]
fn kinds_beside_a_struct() {
    for (json, message) in [
        (
            r#"{"point":1,"size":1,"kind":"¦acept"}"#,
            r#", kind: "acept" is not a kind known here; the nearest is "accept" (No_case_matched)"#,
        ),
        (
            r#"{"¦pont":1,"size":1,"kind":"accept"}"#,
            r#": unexpected field "pont"; the nearest is "point" (Unexpected_field)"#,
        ),
        (r#"{"point":1,"size":"¦1","kind":"request"}"#, r#", size: expected uint8, found "1": write 1 (Wrong_value)"#),
        (r#"¦{"point":1,"kind":"accept"}"#, ", size: the field is missing (Missing_field)"),
    ] {
        refused::<Kinds>(json, message);
    }
}

#[derive(Debug, HasEncoding, NomReader, BinWriter)]
struct Narrow {
    #[encoding(narith)]
    small: u64,
}

/// Bytes that the type refuses, although its encoding accepts them, are those of a value in the text.
#[test]
fn values_that_only_the_type_refuses() {
    refused::<Narrow>(
        "{\n \"small\": \"¦18446744073709551616\"}",
        ", small: the number does not fit the Rust type (Overflow)",
    );
}
