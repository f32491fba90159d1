//! What was on the wire, as csv: a header `direction,message`, then a row for each portion of bytes.
//!
//! `direction` is `Sent` or `Received`, seen from the side that recorded; `message` is hex. Rows are what one call of
//! the system sent or received: they end where they end, not where a chunk does.

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::{error::Error, session::Direction};

/// A portion of bytes that went one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// Its line in the file, counted from 1; the header is line 1.
    pub(crate) line: u64,
    /// Which way it went.
    pub(crate) direction: Direction,
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
}

const HEADER: [&str; 2] = ["direction", "message"];

/// The rows of the file `source`, which is `text`.
pub(crate) fn parse(source: &str, text: &str) -> Result<Vec<Row>, Error> {
    let mut reader = ReaderBuilder::new().trim(Trim::All).from_reader(text.as_bytes());
    let wrong = |error: csv::Error| {
        let line = error.position().map(csv::Position::line);
        let error = Error::in_file(source, format_args!("the row cannot be read: {error}"));
        line.map_or(error.clone(), |line| error.at_line(line))
    };
    let header = reader.headers().map_err(wrong)?;
    if header.iter().ne(HEADER) {
        let found: Vec<_> = header.iter().map(shortened).collect();
        let sentence = format!("expected the header `{}`, found `{}`", HEADER.join(","), found.join(","));
        return Err(Error::in_file(source, sentence).at_line(1));
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(wrong)?;
        let line = record.position().map_or(0, csv::Position::line);
        rows.push(row(line, &record).map_err(|sentence| Error::in_file(source, sentence).at_line(line))?);
    }
    Ok(rows)
}

fn row(line: u64, record: &StringRecord) -> Result<Row, String> {
    let mut fields = record.iter();
    let (Some(direction), Some(message), None) = (fields.next(), fields.next(), fields.next()) else {
        return Err(format!("expected two fields, found {}", record.len()));
    };
    let direction = Direction::parse(direction)
        .ok_or_else(|| format!("expected the direction `Sent` or `Received`, found `{}`", shortened(direction)))?;
    let bytes = hex::decode(message).map_err(|error| format!("the message is not hex: {error}"))?;
    Ok(Row { line, direction, bytes })
}

/// The file with these rows.
pub(crate) fn write(rows: &[Row]) -> String {
    let mut text = HEADER.join(",");
    text.push('\n');
    for row in rows {
        text.push_str(row.direction.name());
        text.push(',');
        text.push_str(&hex::encode(&row.bytes));
        text.push('\n');
    }
    text
}

/// Text from a file, as much as an error can show.
fn shortened(text: &str) -> String {
    text.chars().take(30).flat_map(char::escape_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        parse("x.csv", text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        let rows = vec![
            Row { line: 2, direction: Direction::Sent, bytes: vec![0, 0xff] },
            Row { line: 3, direction: Direction::Received, bytes: vec![] },
        ];
        let text = write(&rows);
        assert_eq!(text, "direction,message\nSent,00ff\nReceived,\n");
        assert_eq!(parse("x.csv", &text), Ok(rows));
    }

    #[test]
    fn errors_have_the_line() {
        let expected = "x.csv, line 1: expected the header `direction,message`, found `";
        assert_eq!(error(""), format!("{expected}`"));
        assert_eq!(error("a\u{7},b\n"), format!("{expected}a\\u{{7}},b`"));
        let text = "direction,message\nSent,00\n";
        assert_eq!(
            error(&format!("{text}Send,00\n")),
            "x.csv, line 3: expected the direction `Sent` or `Received`, found `Send`"
        );
        assert_eq!(error(&format!("{text}Sent,0\n")), "x.csv, line 3: the message is not hex: Odd number of digits");
        assert_eq!(
            error(&format!("{text}Sent,0x\n")),
            "x.csv, line 3: the message is not hex: Invalid character 'x' at position 1"
        );
        assert!(error(&format!("{text}Sent,00,00\n")).starts_with("x.csv, line 3: the row cannot be read: "));
    }
}
