//! Bytes on the wire, as csv: a header `direction,message`, then a row for each portion of bytes.
//!
//! `direction` is `Sent` or `Received`, seen from the side that recorded; `message` is hex. A row has the bytes that one system call sent
//! or received, so it need not end with a chunk. A header between rows starts another session, so recordings can be concatenated.

use std::io::{self, Read, Take};

use csv::{Reader, ReaderBuilder, StringRecord, Trim};

use crate::{
    error::Error,
    session::{
        Direction, Fault,
        lines::{LINE_MAX_BYTES, TextPosition},
    },
};

/// A portion of bytes of one direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// The line in the file, counted from 1; the header is line 1.
    pub(crate) line: u64,
    /// The direction.
    pub(crate) direction: Direction,
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
}

/// A row of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Record {
    /// The header of a session, at this position.
    Header(TextPosition),
    /// A portion of bytes.
    Row(Row),
    /// A defect, such as a last row without its end.
    Fault(Fault),
}

const HEADER: [&str; 2] = ["direction", "message"];

/// The rows of a file, with at most one in memory. The first is a header.
pub(crate) struct Rows<R> {
    source: String,
    reader: Reader<Take<Ending<R>>>,
    record: StringRecord,
    /// The position at which the reader started.
    start: TextPosition,
    begun: bool,
}

/// A reader that notices its end.
struct Ending<R> {
    reader: R,
    is_over: bool,
}

impl<R: Read> Read for Ending<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.is_over |= read == 0 && !buffer.is_empty();
        Ok(read)
    }
}

impl<R: Read> Rows<R> {
    /// Returns the rows of `reader`, which is at `start` of the file. `source` is the name of the file in errors.
    pub(crate) fn new(source: &str, reader: R, start: TextPosition) -> Self {
        let reader = Ending { reader, is_over: false }.take(LINE_MAX_BYTES);
        let reader = ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(reader);
        Self { source: source.into(), reader, record: StringRecord::new(), start, begun: false }
    }

    fn read(&mut self) -> Result<Option<Record>, Error> {
        let offset = self.start.offset.saturating_add(self.reader.position().byte());
        let line = self.start.line.saturating_add(self.reader.position().line());
        let wrong = |sentence: String| Error::in_file(&self.source, sentence).at_line(line);
        self.reader.get_mut().set_limit(LINE_MAX_BYTES);
        let read = self.reader.read_record(&mut self.record);
        if self.reader.get_ref().limit() == 0 {
            return Err(wrong(format!("the row is longer than {LINE_MAX_BYTES} bytes")));
        }
        let read = read.map_err(|error| wrong(format!("the row cannot be read: {error}")))?;
        if read && self.record.iter().eq(HEADER) {
            self.begun = true;
            return Ok(Some(Record::Header(TextPosition { offset, line: line.saturating_sub(1) })));
        }
        if !self.begun {
            let found: Vec<_> = self.record.iter().map(shortened).collect();
            return Err(wrong(format!("expected the header `{}`, found `{}`", HEADER.join(","), found.join(","))));
        }
        if !read {
            return Ok(None);
        }
        // The end of the file is read only for a row without a line break.
        if self.reader.get_ref().get_ref().is_over && is_cut(&self.record) {
            return Ok(Some(Record::Fault(Fault::cut(line))));
        }
        row(line, &self.record).map(Record::Row).map(Some).map_err(wrong)
    }
}

impl<R: Read> Iterator for Rows<R> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Returns true if a row without a line break lacks more than this: it has no message, half a byte at the end, or the start of a header.
fn is_cut(record: &StringRecord) -> bool {
    let fields: Vec<&str> = record.iter().collect();
    match fields.as_slice() {
        [start] => ["Sent", "Received", "direction"].iter().any(|field| field.starts_with(start)),
        ["direction", start] => "message".starts_with(start),
        [direction, message] => {
            let is_hex = message.bytes().all(|digit| digit.is_ascii_hexdigit());
            let is_part = message.is_empty() || !message.len().is_multiple_of(2);
            Direction::parse(direction).is_some() && is_hex && is_part
        }
        _ => false,
    }
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

/// Returns the text of a file with these rows.
pub(crate) fn write(rows: &[Row]) -> String {
    let mut text = HEADER.join(",");
    text.push('\n');
    rows.iter().for_each(|row| text.push_str(&line(row.direction, &row.bytes)));
    text
}

/// Returns the line of a row.
pub(crate) fn line(direction: Direction, bytes: &[u8]) -> String {
    format!("{},{}\n", direction.name(), hex::encode(bytes))
}

/// Shortens text from a file for an error.
fn shortened(text: &str) -> String {
    text.chars().take(30).flat_map(char::escape_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Vec<Record>, Error> {
        Rows::new("x.csv", text.as_bytes(), TextPosition::default()).collect()
    }

    fn error(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn written_rows_are_read_back() {
        let rows = vec![
            Row { line: 2, direction: Direction::Sent, bytes: vec![0, 0xff] },
            Row { line: 3, direction: Direction::Received, bytes: vec![] },
        ];
        let text = write(&rows);
        assert_eq!(text, "direction,message\nSent,00ff\nReceived,\n");
        let header = |offset, line| Record::Header(TextPosition { offset, line });
        let read = parse(&text.repeat(2)).unwrap();
        assert_eq!(read[..3], [header(0, 0), Record::Row(rows[0].clone()), Record::Row(rows[1].clone())]);
        assert_eq!(read[3], header(text.len() as u64, 3));
        let Record::Row(Row { line, .. }) = read[4] else { panic!("a row") };
        assert_eq!((read.len(), line), (6, 5));
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
        assert_eq!(error(&format!("{text}Sent,00,00\n")), "x.csv, line 3: expected two fields, found 3");
        assert_eq!(error(&format!("{text}Sent\n")), "x.csv, line 3: expected two fields, found 1");
        // A wrong row without a line break that is not the start of another.
        assert_eq!(error(&format!("{text}Sent,0g0")), "x.csv, line 3: the message is not hex: Odd number of digits");
        assert_eq!(
            error(&format!("{text}Send,000")),
            "x.csv, line 3: expected the direction `Sent` or `Received`, found `Send`"
        );
        assert_eq!(error("direction,messag"), format!("{expected}direction,messag`"));
        let endless = text.as_bytes().chain(io::repeat(b'0'));
        let mut rows = Rows::new("x.csv", endless, TextPosition { offset: 0, line: 7 });
        let error = rows.find_map(Result::err).unwrap().to_string();
        assert_eq!(error, "x.csv, line 10: the row is longer than 67108864 bytes");
    }

    #[test]
    fn a_row_may_be_cut_at_the_end_of_the_file() {
        let text = "direction,message\nSent,00\n";
        let row = |line, direction, bytes: &[u8]| Record::Row(Row { line, direction, bytes: bytes.into() });
        for cut in ["Sent,0", "Received,01a", "S", "Sent", "Sent,", "Receiv", "dir", "direction", "direction,mess"] {
            let read = parse(&format!("{text}{cut}")).unwrap();
            assert_eq!(read[1..], [row(2, Direction::Sent, &[0]), Record::Fault(Fault::cut(3))], "{cut}");
        }
        // Only the line break is missing.
        for (whole, last) in [("Sent,07", &[7][..]), ("Sent,\n", &[])] {
            let read = parse(&format!("{text}{whole}")).unwrap();
            assert_eq!(read[1..], [row(2, Direction::Sent, &[0]), row(3, Direction::Sent, last)], "{whole}");
        }
    }
}
