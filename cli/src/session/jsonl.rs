//! Sessions that are already decrypted: one message on each line, as JSON.
//!
//! These fields of a line are read: `dir` (`Sent` or `Received`), `kind` (`connection`, `metadata`, `ack` or the reference's name of a
//! message), `hex` (the bytes, a message with its 4-byte size prefix), and optionally `tag` and `size`, which must be those of the bytes.

use std::{collections::VecDeque, io::BufRead};

use serde_json::Value;

use crate::{
    error::Error,
    session::{
        Direction, Event, Fault, SessionPart, What,
        lines::{Line, Lines},
    },
};

/// The messages of a session, line by line, and defects of the lines. After an error it ends.
pub(crate) struct Opened<R> {
    source: String,
    lines: Lines<R>,
    /// The number of the next part of each direction, that of sent parts first.
    numbers: [u64; 2],
    found: VecDeque<Event>,
    is_over: bool,
}

impl<R: BufRead> Opened<R> {
    /// Returns the session in `lines`. `source` is the name of the file in errors.
    pub(crate) fn new(source: &str, lines: Lines<R>) -> Self {
        Self { source: source.into(), lines, numbers: [0; 2], found: VecDeque::new(), is_over: false }
    }

    /// Takes a line: queues its part, and a fault if its optional fields are wrong.
    fn push(&mut self, line: &Line) -> Result<(), Error> {
        let wrong = |sentence: String| Error::in_file(&self.source, sentence).at_line(line.number);
        let Some((value, mut part)) = parse(line).map_err(wrong)? else {
            self.found.push_back(Event::Fault(Fault::cut(line.number)));
            return Ok(());
        };
        let next = part.direction.of(&mut self.numbers);
        part.number = *next;
        *next = next.saturating_add(1);
        if let Err(sentence) = check(&value, &part) {
            let (direction, line, subject) = (Some(part.direction), line.number, "the line".into());
            self.found.push_back(Event::Fault(Fault { direction, line, subject, sentence }));
        }
        self.found.push_back(Event::Part(part));
        Ok(())
    }
}

impl<R: BufRead> Iterator for Opened<R> {
    type Item = Result<Event, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.found.is_empty() && !self.is_over {
            let line = self.lines.next()?;
            if let Err(error) = line.and_then(|line| self.push(&line)) {
                self.is_over = true;
                return Some(Err(error));
            }
        }
        self.found.pop_front().map(Ok)
    }
}

/// Parses a line as a part, without its number. Returns `None` if it is the last of a text that ends inside it. The error is a sentence.
pub(crate) fn parse(line: &Line) -> Result<Option<(Value, SessionPart)>, String> {
    let value: Value = match serde_json::from_str(&line.text) {
        Ok(value) => value,
        Err(error) if error.is_eof() && !line.is_ended => return Ok(None),
        Err(error) => return Err(format!("the line is not JSON: {error}")),
    };
    let part = part(&value, line.number)?;
    Ok(Some((value, part)))
}

fn part(value: &Value, line: u64) -> Result<SessionPart, String> {
    let field = |name: &str| {
        value.get(name).and_then(Value::as_str).ok_or_else(|| format!("the line needs the field `{name}`, a string"))
    };
    let direction = field("dir")?;
    let direction = Direction::parse(direction)
        .ok_or_else(|| format!("expected the direction `Sent` or `Received`, found {direction:?}"))?;
    let what = match field("kind")? {
        "connection" => What::Connection,
        "metadata" => What::Metadata,
        "ack" => What::Ack,
        _ => What::Message,
    };
    let bytes = hex::decode(field("hex")?).map_err(|error| format!("the field `hex` is not hex: {error}"))?;
    Ok(SessionPart { direction, number: 0, line, what, bytes })
}

/// Checks the optional fields of the line against its bytes.
fn check(value: &Value, part: &SessionPart) -> Result<(), String> {
    let (kind, tag, length) = (part.kind(), part.tag(), part.bytes.len());
    if part.what == What::Message
        && let Some(given) = value.get("kind").and_then(Value::as_str)
        && given != kind
    {
        return Err(format!("has the kind {given:?}, but its bytes are of the kind {kind:?}"));
    }
    if let (Some(given), Some(tag)) = (value.get("tag").and_then(Value::as_u64), tag)
        && given != u64::from(tag)
    {
        return Err(format!("has the tag {given}, but its bytes have the tag {tag}"));
    }
    match value.get("size").and_then(Value::as_u64) {
        Some(given) if usize::try_from(given) != Ok(length) => Err(format!("has the size {given}, but {length} bytes")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Recording, lines::TextPosition};

    fn parse(source: &str, text: &str) -> Result<Recording, Error> {
        let mut recording = Recording::new(source);
        recording.read(Opened::new(source, Lines::new(source, text.as_bytes(), TextPosition::default())))?;
        Ok(recording)
    }

    #[test]
    fn lines_are_read_and_checked() {
        let line = r#"{"dir":"Sent","kind":"Bootstrap","tag":2,"size":6,"hex":"000000020002"}"#;
        let recording = parse("x.jsonl", &format!("{line}\n\n{line}\n")).unwrap();
        let numbers: Vec<_> = recording.parts.iter().map(|part| (part.number, part.line)).collect();
        assert_eq!((numbers.as_slice(), recording.faults.len()), ([(0, 1), (1, 3)].as_slice(), 0));
        for (from, to, sentence) in [
            ("Bootstrap", "Advertise", r#"has the kind "Advertise", but its bytes are of the kind "Bootstrap""#),
            ("\"tag\":2", "\"tag\":3", "has the tag 3, but its bytes have the tag 2"),
            ("\"size\":6", "\"size\":7", "has the size 7, but 6 bytes"),
        ] {
            let recording = parse("x.jsonl", &line.replace(from, to)).unwrap();
            assert_eq!(recording.faults[0].sentence, sentence);
        }
        let cut = parse("x.jsonl", &format!("{line}\n{}", &line[..40])).unwrap();
        assert_eq!((cut.parts.len(), cut.faults), (1, vec![Fault::cut(2)]));
        for (from, to, sentence) in [
            ("Sent", "Send", r#"expected the direction `Sent` or `Received`, found "Send""#),
            ("hex", "bytes", "the line needs the field `hex`, a string"),
            ("dir", "direction", "the line needs the field `dir`, a string"),
            ("kind", "name", "the line needs the field `kind`, a string"),
            ("\"Sent\"", "1", "the line needs the field `dir`, a string"),
            ("\"00", "\"0", "the field `hex` is not hex: Odd number of digits"),
            ("Sent", "sent", r#"expected the direction `Sent` or `Received`, found "sent""#),
            ("}", "", "the line is not JSON: EOF while parsing an object at line 1 column 70"),
            ("\"00", "\"0x", "the field `hex` is not hex: Invalid character 'x' at position 1"),
        ] {
            let error = parse("x.jsonl", &format!("{}\n", line.replace(from, to))).unwrap_err();
            assert_eq!(error.to_string(), format!("x.jsonl, line 1: {sentence}"));
        }
    }

    /// Parts are counted by direction, and the part of a line with a fault is kept. Optional fields of another type are ignored.
    #[test]
    fn parts_have_their_kind_and_their_number() {
        let lines = [
            r#"{"dir":"Sent","kind":"connection","hex":"0000"}"#,
            r#"{"dir":"Received","kind":"metadata","hex":"00ff","size":3}"#,
            r#"{"dir":"Sent","kind":"ack","hex":"00","size":1,"tag":7}"#,
            r#"{"dir":"Sent","kind":"without a tag","hex":"0000000200","tag":"2"}"#,
            "",
            r#"{"dir":"Received","kind":"Bootstrap","hex":"000000020002","size":"6"}"#,
        ];
        let recording = parse("x.jsonl", &lines.join("\n")).unwrap();
        let parts = recording.parts.iter().map(|part| (part.line, part.direction, part.number, part.what));
        let (sent, received) = (Direction::Sent, Direction::Received);
        assert_eq!(
            parts.collect::<Vec<_>>(),
            [
                (1, sent, 0, What::Connection),
                (2, received, 0, What::Metadata),
                (3, sent, 1, What::Ack),
                (4, sent, 2, What::Message),
                (6, received, 1, What::Message),
            ]
        );
        let faults: Vec<String> = recording.faults.iter().map(|fault| fault.at(crate::session::LINE)).collect();
        assert_eq!(faults, ["line 2, received: the line has the size 3, but 2 bytes"]);
    }
}
