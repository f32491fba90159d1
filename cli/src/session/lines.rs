//! Text, read line by line, with at most one line in memory.

use std::io::{BufRead, Chain, Cursor, Read as _};

use crate::error::Error;

/// The maximum number of bytes of a line, and of a row of a csv file: twice the length of the largest message in hex.
pub(crate) const LINE_MAX_BYTES: u64 = 0x0400_0000;

/// The position of the start of a line in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct TextPosition {
    /// The number of bytes before it.
    pub(crate) offset: u64,
    /// The number of lines before it.
    pub(crate) line: u64,
}

/// A line of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its number, counted from 1.
    pub(crate) number: u64,
    /// Its text, without surrounding spaces.
    pub(crate) text: String,
    /// True if it has a line break. The last line of a text need not have one.
    pub(crate) is_ended: bool,
}

/// The non-blank lines of a text.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    source: String,
    reader: R,
    position: TextPosition,
}

impl<R: BufRead> Lines<R> {
    /// Returns the lines of `reader`, which is at `position` of the text. `source` is the name of the text in errors.
    pub(crate) fn new(source: &str, reader: R, position: TextPosition) -> Self {
        Self { source: source.into(), reader, position }
    }

    /// Returns the position after the last line.
    pub(crate) const fn text_position(&self) -> TextPosition {
        self.position
    }

    /// Appends the next line to `text`, with its line ending. Returns false at the end of the text.
    fn read(&mut self, text: &mut Vec<u8>) -> Result<bool, Error> {
        self.position.line = self.position.line.saturating_add(1);
        let wrong = |sentence: String| Error::in_file(&self.source, sentence).at_line(self.position.line);
        let read = (&mut self.reader).take(LINE_MAX_BYTES).read_until(b'\n', text);
        let read = read.map_err(|error| wrong(format!("it cannot be read: {error}")))?;
        let read = u64::try_from(read).unwrap_or(u64::MAX);
        if read == LINE_MAX_BYTES && !text.ends_with(b"\n") {
            return Err(wrong(format!("the line is longer than {LINE_MAX_BYTES} bytes")));
        }
        self.position.offset = self.position.offset.saturating_add(read);
        Ok(read > 0)
    }

    fn trimmed(&self, text: &[u8]) -> Result<String, Error> {
        let text = str::from_utf8(text.trim_ascii());
        let wrong = |_| Error::in_file(&self.source, "this is not text in UTF-8").at_line(self.position.line);
        text.map(|text| text.trim().to_owned()).map_err(wrong)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Line, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            match self.read(&mut bytes).and_then(|more| Ok((more, self.trimmed(&bytes)?))) {
                Ok((false, _)) => return None,
                Ok((true, text)) if text.is_empty() => {}
                Ok((true, text)) => {
                    return Some(Ok(Line { number: self.position.line, text, is_ended: bytes.ends_with(b"\n") }));
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// A reader of a whole text, after its start was read ahead.
pub(crate) type Again<R> = Chain<Cursor<Vec<u8>>, R>;

/// Returns the first non-blank line, if any, and a reader of the whole text.
///
/// # Errors
/// If it cannot be read, is not text, or is longer than [`LINE_MAX_BYTES`], with the blank lines before it.
pub(crate) fn first<R: BufRead>(source: &str, reader: R) -> Result<(Option<String>, Again<R>), Error> {
    let mut lines = Lines::new(source, reader, TextPosition::default());
    let (mut bytes, mut start) = (Vec::new(), 0);
    loop {
        let more = lines.read(&mut bytes)?;
        let line = lines.trimmed(bytes.get(start..).unwrap_or_default())?;
        start = bytes.len();
        if !more || !line.is_empty() {
            return Ok(((!line.is_empty()).then_some(line), Cursor::new(bytes).chain(lines.reader)));
        }
        if lines.position.offset > LINE_MAX_BYTES {
            return Err(Error::in_file(source, format_args!("the first {LINE_MAX_BYTES} bytes are blank")));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, repeat};

    use super::*;

    #[test]
    fn blank_lines_are_counted_and_left_out() {
        let line = |number, text: &str, is_ended| Line { number, text: text.into(), is_ended };
        let text = "\n one \r\n\ntwo";
        let mut lines = Lines::new("x", text.as_bytes(), TextPosition { offset: 10, line: 5 });
        assert_eq!(lines.next(), Some(Ok(line(7, "one", true))));
        assert_eq!(lines.text_position(), TextPosition { offset: 18, line: 7 });
        assert_eq!(lines.by_ref().collect::<Vec<_>>(), [Ok(line(9, "two", false))]);
        assert_eq!(lines.text_position().offset, 22);
    }

    #[test]
    fn the_first_line_is_read_again() {
        for (text, line) in [("\n \nab\ncd\n", Some("ab")), ("ab", Some("ab")), ("\n\n", None), ("", None)] {
            let (first, mut rest) = first("x", text.as_bytes()).unwrap();
            assert_eq!(first.as_deref(), line);
            let mut again = String::new();
            rest.read_to_string(&mut again).unwrap();
            assert_eq!(again, text);
        }
    }

    #[test]
    fn a_line_without_an_end_is_refused() {
        let endless = || BufReader::new(repeat(b'0'));
        let error = "x, line 1: the line is longer than 67108864 bytes";
        assert_eq!(first("x", endless()).unwrap_err().to_string(), error);
        assert_eq!(Lines::new("x", endless(), TextPosition::default()).next().unwrap().unwrap_err().to_string(), error);
        let error = first("x", BufReader::new(repeat(b' '))).unwrap_err().to_string();
        assert_eq!(error, "x, line 1: the line is longer than 67108864 bytes");
        // A line of the greatest length, with its end, is read; so is the start of a text whose blank lines have that many bytes.
        let longest = repeat(b'0').take(LINE_MAX_BYTES - 1).chain(b"\nab".as_slice());
        let mut lines = Lines::new("x", BufReader::new(longest), TextPosition::default());
        let mut next = || lines.next().map(|line| line.map(|line| (line.number, line.text.len())));
        assert_eq!([next(), next(), next()], [Some(Ok((1, 0x3ff_ffff))), Some(Ok((2, 2))), None]);
        let blank =
            |lines| std::iter::repeat_n([" ".repeat(0xf_ffff), "\n".into()].concat(), lines).collect::<String>();
        let text = format!("{}ab", blank(64));
        assert_eq!(first("x", text.as_bytes()).map(|(first, _)| first), Ok(Some("ab".into())));
        let text = format!("{}\nab", blank(64));
        assert_eq!(first("x", text.as_bytes()).unwrap_err().to_string(), "x: the first 67108864 bytes are blank");
        let error = Lines::new("x", b"a\n\xff\n".as_slice(), TextPosition::default()).last().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "x, line 2: this is not text in UTF-8");
    }
}
