//! A line of a vector file: what it is about, and what the reference does.

use std::collections::BTreeMap;

use serde_json::{Value, value::RawValue};

use super::{octez, words};

/// What a line is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// An encoding, by its description.
    Encoding(String),
    /// A message between peers or a part of one, by its name.
    Message(String),
}

/// What the reference does.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expected {
    /// It reads the bytes; it writes the value as `again`, or cannot; its JSON, where the line has it, and whether that says
    /// all of the value.
    Accepted { bytes: Vec<u8>, again: Option<Vec<u8>>, json: Option<String>, both_ways: bool },
    /// It refuses the bytes.
    Refused { bytes: Vec<u8>, error: String, detail: Value },
    /// It writes the value as these bytes, or refuses to.
    Written { value: String, result: Result<Vec<u8>, String> },
    /// What it knows of the encoding's size.
    Size { class: String, fixed: Option<u64>, most: Option<u64> },
    /// The parts that it makes of the bytes: name, hex and text of each.
    Slices { bytes: Vec<u8>, slices: Vec<[String; 3]> },
}

/// A line.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) target: Target,
    pub(super) expected: Expected,
    hex: String,
}

/// The fields of a line, each as it stands there.
struct Fields(BTreeMap<String, Box<RawValue>>);

impl Fields {
    fn raw(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(|value| value.get())
    }

    fn value(&self, key: &str) -> Option<Value> {
        serde_json::from_str(self.raw(key)?).ok()
    }

    fn text(&self, key: &str) -> Option<String> {
        serde_json::from_str(self.raw(key)?).ok()
    }

    fn bytes(&self, key: &str) -> Result<Option<Vec<u8>>, String> {
        let bytes = self.text(key).map(hex::decode).transpose();
        bytes.map_err(|error| format!("`{key}` is not hex: {error}"))
    }
}

impl Line {
    /// The line that a JSON object is; the error is a sentence.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let line = Fields(serde_json::from_str(text).map_err(|error| format!("the line is no JSON object: {error}"))?);
        let target = match (line.text("encoding"), line.text("message")) {
            (Some(name), _) if is_message(&name) => Target::Message(name),
            (Some(description), _) => Target::Encoding(description),
            (None, Some(name)) => Target::Message(name),
            (None, None) => return Err("the line has neither `encoding` nor `message`".to_owned()),
        };
        let mut expected = expected(&line)?;
        if let (Target::Message(_), Expected::Accepted { json: Some(json), .. }) = (&target, &mut expected) {
            *json = octez::octez(json);
        }
        Ok(Self { target, expected, hex: line.text("hex").unwrap_or_default() })
    }

    /// What the line is about, for people.
    pub(super) fn subject(&self) -> String {
        let (Target::Encoding(name) | Target::Message(name)) = &self.target;
        if self.hex.is_empty() { name.clone() } else { format!("{name} {}", short(&self.hex)) }
    }
}

/// Whether this is the name of a message and no description.
fn is_message(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase()) || name.starts_with("type:") || name == "unknown"
}

fn expected(line: &Fields) -> Result<Expected, String> {
    let error = line.text("inner").or_else(|| line.text("error"));
    if let Some(value) = line.raw("value") {
        let value = words::in_full(value)
            .or_else(|| words::exactly(value, line.value("detail")))
            .unwrap_or_else(|| value.to_owned());
        let result = match (error, line.bytes("hex")?) {
            (Some(error), _) => Err(error),
            (None, Some(bytes)) => Ok(bytes),
            (None, None) => return Err("the line has a `value`, but neither `hex` nor `error`".to_owned()),
        };
        return Ok(Expected::Written { value, result });
    }
    if let Some(class) = line.text("class") {
        let number = |key| line.value(key).and_then(|number| number.as_u64());
        return Ok(Expected::Size { class, fixed: number("fixed_length"), most: number("maximum_length") });
    }
    let Some(bytes) = line.bytes("hex")? else { return Err("the line has no `hex`".to_owned()) };
    if let Some(slices) = line.value("slices") {
        let field = |slice: &Value, key| slice.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let slices = slices.as_array().map(Vec::as_slice).unwrap_or_default();
        let slices = slices.iter().map(|slice| ["name", "value", "pretty"].map(|key| field(slice, key))).collect();
        return Ok(Expected::Slices { bytes, slices });
    }
    if let Some(error) = error {
        return Ok(Expected::Refused { bytes, error, detail: line.value("detail").unwrap_or_default() });
    }
    let again = match line.bytes("reencoded")? {
        Some(again) if again.is_empty() && !bytes.is_empty() => None,
        Some(again) => Some(again),
        None => Some(bytes.clone()),
    };
    // The reference says so where it cannot make JSON; of a value that it cannot write, a `null` says the same.
    let unwritable = again.is_none() && line.raw("json") == Some("null");
    let none = unwritable || line.raw("json_depth").is_some() || line.raw("json_error").is_some();
    let json = if none { None } else { line.raw("json").map(str::to_owned) };
    // Of a `nan` it does not say the bits.
    let both_ways = line.raw("reencoded").is_none();
    Ok(Expected::Accepted { bytes, again, json, both_ways })
}

/// The ends of a long text.
pub(super) fn short(text: &str) -> String {
    const END: usize = 40;
    let count = text.chars().count();
    if count <= END.saturating_mul(2) {
        return text.to_owned();
    }
    let start: String = text.chars().take(END).collect();
    let end: String = text.chars().skip(count.saturating_sub(END)).collect();
    format!("{start}..{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(text: &str) -> Expected {
        Line::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).expected
    }

    #[test]
    fn what_a_line_asks_for_follows_from_its_fields() {
        let accepted =
            |again: Option<Vec<u8>>, both_ways| Expected::Accepted { bytes: vec![1], again, json: None, both_ways };
        assert_eq!(
            expected(r#"{"encoding":"uint8","json":1,"hex":"01"}"#),
            Expected::Accepted { bytes: vec![1], again: Some(vec![1]), json: Some("1".to_owned()), both_ways: true },
        );
        assert_eq!(
            expected(r#"{"encoding":"n","json":null,"json_error":"","hex":"01"}"#),
            accepted(Some(vec![1]), true)
        );
        assert_eq!(
            expected(r#"{"encoding":"uint8","hex":"01","ok":true,"reencoded":"02"}"#),
            accepted(Some(vec![2]), false)
        );
        assert_eq!(expected(r#"{"encoding":"uint8","hex":"01","reencoded":""}"#), accepted(None, false));
        assert_eq!(
            expected(r#"{"encoding":"uint8","hex":"01","error":"A","inner":"B","detail":{"tag":1}}"#),
            Expected::Refused { bytes: vec![1], error: "B".to_owned(), detail: serde_json::json!({ "tag": 1 }) },
        );
        let written = |value: &str, result| Expected::Written { value: value.to_owned(), result };
        assert_eq!(expected(r#"{"message":"Ack","value":"x","error":"A"}"#), written("\"x\"", Err("A".to_owned())));
        assert_eq!(expected(r#"{"encoding":"float","value":"nan","hex":"7f"}"#), written("\"nan\"", Ok(vec![0x7f])));
        assert_eq!(
            expected(r#"{"encoding":"bool","class":"Fixed","fixed_length":1,"maximum_length":null}"#),
            Expected::Size { class: "Fixed".to_owned(), fixed: Some(1), most: None },
        );
        assert_eq!(
            expected(r#"{"message":"Ack","hex":"00","slices":[]}"#),
            Expected::Slices { bytes: vec![0], slices: vec![] }
        );
        let target = |text| Line::parse(text).map(|line| line.target);
        assert_eq!(target(r#"{"encoding":"Ack","hex":"00"}"#), Ok(Target::Message("Ack".to_owned())));
        assert_eq!(target(r#"{"encoding":"n","hex":"00"}"#), Ok(Target::Encoding("n".to_owned())));
    }

    #[test]
    fn other_lines_are_refused() {
        for (text, sentence) in [
            ("{", "the line is no JSON object: EOF while parsing an object at line 1 column 1"),
            ("{}", "the line has neither `encoding` nor `message`"),
            (r#"{"encoding":"bool"}"#, "the line has no `hex`"),
            (r#"{"encoding":"bool","hex":"0"}"#, "`hex` is not hex: Odd number of digits"),
            (r#"{"encoding":"bool","value":1}"#, "the line has a `value`, but neither `hex` nor `error`"),
        ] {
            assert_eq!(Line::parse(text).unwrap_err(), sentence);
        }
    }

    #[test]
    fn long_text_is_cut_in_the_middle() {
        assert_eq!(short("abc"), "abc");
        assert_eq!(
            short(&format!("{}{}", "a".repeat(50), "é".repeat(50))),
            format!("{}..{}", "a".repeat(40), "é".repeat(40))
        );
    }

    // Here and not in `octez`, which tests of the messages include: they count allocations, with one test in a process.
    #[test]
    fn hashes_and_times_of_messages_are_converted_and_nothing_else() {
        let vector = r#"{"data":"7a06a770","chain_id":"7a06a770","header":{"timestamp":"1574946133"}}"#;
        let ours = r#"{"chain_id":"NetXdQprcVkpaWU","data":"7a06a770","header":{"timestamp":"2019-11-28T13:02:13Z"}}"#;
        let parse = serde_json::from_str::<Value>;
        assert_eq!(parse(&octez::octez(vector)).unwrap(), parse(ours).unwrap());
        assert_eq!(octez::octez(r#"{"get_current_branch":"7a06a770"}"#), r#"{"get_current_branch":"NetXdQprcVkpaWU"}"#);
        assert_eq!(octez::octez("{"), "{");
    }
}
