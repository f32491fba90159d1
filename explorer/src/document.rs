//! Bytes in an encoding, of which the page sees windows.

use serde_json::{Value, json};
use tezos_codec_inspect::nested;
use tezos_encoding::schema::Named;
use tezos_protocols::Protocol;

use crate::rows::{Row, Rows};

/// The maximum number of places from which rows are made again. One holds what encloses a part, which is as much as the depth of the value.
const MAX_MARKS: usize = 256;

/// The number of rows between the first of these places. It doubles when there are too many.
const FIRST_STEP: usize = 256;

/// The maximum number of rows that are searched for the end of a container.
const MAX_SEARCHED: usize = 200_000;

/// Bytes in an encoding. It has no parts but the places from which they are made again, so that its memory does not grow with their number.
pub(crate) struct Document {
    pub(crate) named: Named,
    pub(crate) bytes: &'static [u8],
    /// The rows after those that are counted.
    rest: Rows<'static>,
    marks: Vec<Mark>,
    step: usize,
    /// The number of rows that are counted.
    count: usize,
    /// Whether all rows are counted.
    is_whole: bool,
}

/// A place from which rows are made.
struct Mark {
    row: usize,
    offset: usize,
    rows: Rows<'static>,
}

impl Document {
    /// Opens bytes, which are never freed: a worker serves one document, and ends with it. `possible` are the protocols to try for bytes inside a
    /// value, the newest first.
    pub(crate) fn new(named: Named, bytes: Vec<u8>, possible: Vec<Protocol>) -> Self {
        let shown = nested::shown(named.encoding, &bytes).into_owned();
        let bytes: &'static [u8] = shown.leak();
        let rest = Rows::new(nested::parts(named.encoding, bytes, Some(possible)));
        let first = Mark { row: 0, offset: 0, rows: rest.clone() };
        Self { named, bytes, rest, marks: vec![first], step: FIRST_STEP, count: 0, is_whole: false }
    }

    /// Counts up to `rows` more rows. Returns the number of all that are counted, and whether these are all.
    pub(crate) fn count(&mut self, rows: usize) -> (usize, bool) {
        for _ in 0..rows {
            let Some(row) = self.rest.next() else {
                self.is_whole = true;
                break;
            };
            self.count = self.count.saturating_add(1);
            if self.count.is_multiple_of(self.step) {
                self.marks.push(Mark { row: self.count, offset: row.end(), rows: self.rest.clone() });
            }
            if self.marks.len() > MAX_MARKS {
                self.step = self.step.saturating_mul(2);
                let step = self.step;
                self.marks.retain(|mark| mark.row.is_multiple_of(step));
            }
        }
        (self.count, self.is_whole)
    }

    /// Returns the rows from the place before row `row`, each with its index.
    fn rows_from(&self, row: usize) -> impl Iterator<Item = (usize, Row<'static>)> {
        self.rows_of(self.marks.partition_point(|mark| mark.row <= row)).skip_while(move |(index, _)| *index < row)
    }

    /// Returns the rows from the place before a byte, each with its index.
    fn rows_at(&self, offset: usize) -> impl Iterator<Item = (usize, Row<'static>)> {
        self.rows_of(self.marks.partition_point(|mark| mark.offset <= offset))
    }

    /// Returns the rows from the last of the first `after` places.
    fn rows_of(&self, after: usize) -> impl Iterator<Item = (usize, Row<'static>)> {
        let mark = after.checked_sub(1).and_then(|index| self.marks.get(index));
        mark.into_iter().flat_map(|mark| (mark.row..).zip(mark.rows.clone()))
    }

    /// Returns `count` rows from row `from`.
    pub(crate) fn rows(&self, from: usize, count: usize) -> Value {
        self.rows_from(from).take(count).map(|(_, row)| row.json()).collect()
    }

    /// Returns all that is known of a row, with where it ends and the first row after it, which for a container are those of its last part.
    pub(crate) fn row(&self, row: usize) -> Value {
        let mut rows = self.rows_from(row);
        let Some((_, first)) = rows.next() else { return Value::Null };
        let (mut end, mut next) = (first.end(), row.saturating_add(1));
        for (index, inside) in rows.take(MAX_SEARCHED).take_while(|(_, row)| row.depth > first.depth) {
            (end, next) = (inside.end(), index.saturating_add(1));
        }
        first.details(end, next)
    }

    /// Returns the parts of the bytes from `from` to `to`: offset, end, class, row.
    pub(crate) fn spans(&self, from: usize, to: usize) -> Value {
        let parts = self.rows_at(from).filter(|(_, row)| row.part.is_some());
        let here = parts.skip_while(|(_, row)| row.end() <= from).take_while(|(_, row)| row.offset < to);
        here.filter(|(_, row)| row.end() > row.offset)
            .map(|(index, row)| json!([row.offset, row.end(), row.kind(), index]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tezos_codec_inspect::encodings;

    fn document(encoding: &str, bytes: &[u8]) -> Document {
        let named = encodings::named(encoding, None).expect("an encoding").clone();
        Document::new(named, bytes.to_vec(), Vec::new())
    }

    fn counted(mut document: Document) -> Document {
        while !document.count(1000).1 {}
        document
    }

    #[test]
    fn rows_are_a_tree() {
        let document = counted(document(
            "obj{port: uint16; peers: list(obj{id: uint8; name: string})}",
            &[&[0x26, 0x04, 0, 0, 0, 14][..], &[1, 0, 0, 0, 2, b'h', b'i', 2, 0, 0, 0, 2, b'y', b'o']].concat(),
        ));
        let rows = document.rows(0, 100);
        let lines: Vec<String> = rows
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                let text = |name: &str| row[name].as_str().unwrap().to_owned();
                let depth = usize::try_from(row["depth"].as_u64().unwrap()).unwrap();
                format!("{}{} {} {}", " ".repeat(depth), text("label"), text("kind"), text("value"))
            })
            .collect();
        assert_eq!(
            lines,
            [
                "port number 9732",
                "peers container ",
                " size in bytes layout 14",
                " [0] container ",
                "  id number 1",
                "  name container ",
                "   size in bytes layout 2",
                "   text text \"hi\"",
                " [1] container ",
                "  id number 2",
                "  name container ",
                "   size in bytes layout 2",
                "   text text \"yo\"",
            ]
        );
        // The container `[0]` ends where `[1]` begins.
        let row = document.row(3);
        assert_eq!((&row["offset"], &row["end"], &row["next"]), (&json!(6), &json!(13), &json!(8)));
        assert_eq!(document.row(7)["path"], json!("peers[0].name"));
    }

    #[test]
    fn windows_are_those_of_the_whole_at_any_place() {
        let bytes: Vec<u8> = (0..400_000_u32).map(|index| (index % 251) as u8).collect();
        let document =
            counted(document("list(obj{a: uint8; b: uint8})", &[&400_000_u32.to_be_bytes()[..], &bytes].concat()));
        let (count, is_whole) = (document.count, document.is_whole);
        // A size, and three rows for each element.
        assert_eq!((count, is_whole), (600_001, true));
        assert!(document.marks.len() <= MAX_MARKS);
        for row in [0, 1, 255, 256, 257, 300_000, 599_998] {
            let window = document.rows(row, 3);
            let all: Vec<Value> = Rows::new(nested::parts(document.named.encoding, document.bytes, None))
                .skip(row)
                .take(3)
                .map(|row| row.json())
                .collect();
            assert_eq!(window, Value::Array(all), "{row}");
        }
        for offset in [0, 3, 4, 5, 200_003, 400_002] {
            let spans = document.spans(offset, offset + 1);
            let [span] = spans.as_array().unwrap().as_slice() else { panic!("{offset}: {spans}") };
            let (from, to) = (span[0].as_u64().unwrap(), span[1].as_u64().unwrap());
            assert!((from..to).contains(&(offset as u64)), "{offset}: {spans}");
            let row = document.row(usize::try_from(span[3].as_u64().unwrap()).unwrap());
            assert_eq!(row["offset"], span[0]);
        }
    }
}
