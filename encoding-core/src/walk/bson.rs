//! BSON, the encoding of `json` on the wire.
//!
//! | byte | value |
//! |-----:|-------|
//! | `01` | a number: 8 bytes, IEEE 754, little-endian |
//! | `02` | text: its length plus one in 4 bytes, the text, a zero byte |
//! | `03` | an object: its size in 4 bytes, elements, a zero byte |
//! | `04` | an array: an object with the keys `0`, `1`, .. |
//! | `08` | a boolean |
//! | `0a` | null |
//! | `10` | a 4-byte integer |
//!
//! An element is one of these bytes, the key, a zero byte, the value. Rule: `json-data-encoding`, `json_repr_bson.ml`.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::little_endian;

/// One event of a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Event<'a> {
    Open { array: bool },
    Key(&'a [u8]),
    Close { array: bool },
    Null,
    Bool(bool),
    Number(f64),
    Text(&'a [u8]),
}

/// An open document: its end, and the index of the next element of an array.
struct Level {
    end: usize,
    index: Option<usize>,
}

struct Document<'a> {
    bytes: &'a [u8],
    at: usize,
}

type Read<T> = Result<T, &'static str>;

impl<'a> Document<'a> {
    fn take(&mut self, count: usize, end: usize) -> Read<&'a [u8]> {
        let until = self.at.checked_add(count).filter(|until| *until <= end).ok_or("not enough data")?;
        let taken = self.bytes.get(self.at..until).ok_or("not enough data")?;
        self.at = until;
        Ok(taken)
    }

    fn size(&mut self, end: usize) -> Read<usize> {
        let bytes = self.take(4, end)?;
        let size = little_endian(bytes);
        if size > 0x7fff_ffff {
            return Err("negative size");
        }
        usize::try_from(size).map_err(|_| "not enough data")
    }

    fn key(&mut self, end: usize) -> Read<&'a [u8]> {
        let rest = self.bytes.get(self.at..end).unwrap_or_default();
        let len = rest.iter().position(|byte| *byte == 0).ok_or("field name terminator expected")?;
        let key = self.take(len, end)?;
        self.take(1, end)?;
        Ok(key)
    }

    /// Returns the end of the document that starts here, which is at most `end`; exactly `end` if it must fill the
    /// block.
    fn document(&mut self, end: usize, fill: bool) -> Read<usize> {
        let start = self.at;
        let size = self.size(end)?;
        let stop = start.checked_add(size).filter(|stop| *stop <= end && size >= 5);
        match stop {
            Some(stop) if !fill || stop == end => Ok(stop),
            _ => Err("size tag inconsistent with actual data"),
        }
    }

    fn text(&mut self, end: usize) -> Read<&'a [u8]> {
        let size = self.size(end)?;
        match self.take(size, end)?.split_last() {
            Some((0, text)) => Ok(text),
            _ => Err("string terminator expected"),
        }
    }
}

/// Checks that `bytes` are exactly one document.
pub(crate) fn check(bytes: &[u8]) -> Read<()> {
    read(bytes, &mut |_| {})
}

/// Reads the document that fills `bytes`, and passes its events to `tell`.
pub(super) fn read<'a>(bytes: &'a [u8], tell: &mut dyn FnMut(Event<'a>)) -> Read<()> {
    let mut document = Document { bytes, at: 0 };
    let end = document.document(bytes.len(), true)?;
    tell(Event::Open { array: false });
    let mut levels = Vec::from([Level { end, index: None }]);
    while let Some(level) = levels.last_mut() {
        let (end, array) = (level.end, level.index.is_some());
        let tag = document.take(1, end)?;
        if tag == [0] {
            if document.at != end {
                return Err("early terminator");
            }
            tell(Event::Close { array });
            levels.pop();
            continue;
        }
        let key = document.key(end)?;
        match &mut level.index {
            None => tell(Event::Key(key)),
            Some(index) if index.to_string().as_bytes() == key => *index = index.saturating_add(1),
            Some(_) => return Err("invalid field names for array field"),
        }
        match tag {
            [0x01] => {
                let bytes = document.take(8, end)?;
                tell(Event::Number(f64::from_bits(little_endian(bytes))));
            }
            [0x02] => tell(Event::Text(document.text(end)?)),
            [tag @ (0x03 | 0x04)] => {
                let array = *tag == 0x04;
                let end = document.document(end, false)?;
                tell(Event::Open { array });
                levels.push(Level { end, index: array.then_some(0) });
            }
            [0x08] => match document.take(1, end)? {
                [0] => tell(Event::Bool(false)),
                [1] => tell(Event::Bool(true)),
                _ => return Err("invalid boolean"),
            },
            [0x0a] => tell(Event::Null),
            [0x10] => {
                let bytes = document.take(4, end)?;
                let bits = u32::try_from(little_endian(bytes)).unwrap_or_default();
                tell(Event::Number(f64::from(bits.cast_signed())));
            }
            _ => return Err("unknown tag"),
        }
    }
    Ok(())
}

/// Writes a document.
pub(super) struct Writer<'o> {
    out: &'o mut Vec<u8>,
    /// The offset of each open document, and the index of the next element of an array.
    open: Vec<(usize, Option<usize>)>,
    key: Vec<u8>,
}

impl<'o> Writer<'o> {
    pub(super) fn new(out: &'o mut Vec<u8>) -> Self {
        Self { out, open: Vec::new(), key: Vec::new() }
    }

    /// Sets the key of the next value of an object. A key with a zero byte is refused.
    fn key(&mut self, key: &[u8]) -> Read<()> {
        self.key.clear();
        self.key.extend_from_slice(key);
        if key.contains(&0) { Err("a key with a zero byte") } else { Ok(()) }
    }

    /// Writes the next event.
    pub(super) fn put(&mut self, step: Event<'_>) -> Read<()> {
        let tag = match step {
            Event::Number(_) => 0x01,
            Event::Text(_) => 0x02,
            Event::Open { array: false } => 0x03,
            Event::Open { array: true } => 0x04,
            Event::Bool(_) => 0x08,
            Event::Null => 0x0a,
            Event::Key(key) => return self.key(key),
            Event::Close { .. } => return self.close(),
        };
        match self.open.last_mut() {
            None if matches!(step, Event::Open { .. }) => {}
            None => return Err("a document is an object or an array"),
            Some((_, index)) => {
                self.out.push(tag);
                match index {
                    None => self.out.extend_from_slice(&self.key),
                    Some(index) => {
                        self.out.extend_from_slice(index.to_string().as_bytes());
                        *index = index.saturating_add(1);
                    }
                }
                self.out.push(0);
            }
        }
        match step {
            Event::Number(number) => self.out.extend_from_slice(&number.to_le_bytes()),
            Event::Text(text) => {
                let size = u32::try_from(text.len().saturating_add(1)).map_err(|_| "a text too long")?;
                self.out.extend_from_slice(&size.to_le_bytes());
                self.out.extend_from_slice(text);
                self.out.push(0);
            }
            Event::Bool(value) => self.out.push(value.into()),
            Event::Open { array } => {
                self.open.push((self.out.len(), array.then_some(0)));
                self.out.extend_from_slice(&[0; 4]);
            }
            Event::Null | Event::Key(_) | Event::Close { .. } => {}
        }
        Ok(())
    }

    fn close(&mut self) -> Read<()> {
        let Some((start, _)) = self.open.pop() else { return Ok(()) };
        self.out.push(0);
        let size = u32::try_from(self.out.len().saturating_sub(start)).map_err(|_| "a document too long")?;
        if let Some(size_bytes) = self.out.get_mut(start..start.saturating_add(4)) {
            size_bytes.copy_from_slice(&size.to_le_bytes());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn documents_round_trip() {
        let bytes = b"\x28\0\0\0\x01a\0\0\0\0\0\0\0\xf0\x3f\x04b\0\x15\0\0\0\x080\0\x01\x0a1\0\x022\0\x02\0\0\0x\0\0\0";
        let mut out = Vec::new();
        let mut writer = Writer::new(&mut out);
        read(bytes, &mut |step| writer.put(step).unwrap()).unwrap();
        assert_eq!(out, bytes);
        for end in 0..bytes.len() {
            assert!(check(&bytes[..end]).is_err());
        }
    }

    /// Returns a document of these elements, whose size is off by `more`.
    fn document(elements: &[u8], more: i32) -> Vec<u8> {
        let size = i32::try_from(elements.len()).unwrap().saturating_add(5).saturating_add(more);
        [&size.to_le_bytes(), elements, &[0]].concat()
    }

    #[test]
    fn documents_that_are_refused() {
        const SIZE: &str = "size tag inconsistent with actual data";
        const SHORT: &str = "not enough data";
        let inner = |more| [b"\x03a\0".as_slice(), &document(b"", more)].concat();
        for (bytes, expected) in [
            (vec![], Err(SHORT)),
            (vec![5, 0, 0], Err(SHORT)),
            (vec![5, 0, 0, 0], Err(SIZE)),
            (vec![4, 0, 0, 0], Err(SIZE)),
            (vec![0, 0, 0, 0, 0], Err(SIZE)),
            (document(b"", 0), Ok(())),
            (document(b"", 1), Err(SIZE)),
            (document(b"", -1), Err(SIZE)),
            (vec![0xff, 0xff, 0xff, 0x7f, 0], Err(SIZE)),
            (vec![0, 0, 0, 0x80, 0], Err("negative size")),
            (document(b"\0", 0), Err("early terminator")),
            (document(b"\x0aa\0", 0), Ok(())),
            (document(b"\x0aa", 0), Err(SHORT)),
            (document(b"\x0a\0", 0), Ok(())),
            (vec![7, 0, 0, 0, 0x0a, b'a', b'b'], Err("field name terminator expected")),
            (document(b"\x05a\0", 0), Err("unknown tag")),
            (document(b"\x08a\0\x01", 0), Ok(())),
            (document(b"\x08a\0\x02", 0), Err("invalid boolean")),
            (document(b"\x08a\0", 0), Err(SHORT)),
            (document(b"\x01a\0\0\0\0\0\0\0\0\0", 0), Ok(())),
            (document(b"\x01a\0\0\0\0\0\0\0\0", 0), Err(SHORT)),
            (document(b"\x10a\0\0\0\0", 0), Err(SHORT)),
            (document(b"\x02a\0\x01\0\0\0\0", 0), Ok(())),
            (document(b"\x02a\0\x01\0\0\0\x01", 0), Err("string terminator expected")),
            (document(b"\x02a\0\0\0\0\0", 0), Err("string terminator expected")),
            (document(b"\x02a\0\x03\0\0\0\0", 0), Err(SHORT)),
            (document(b"\x02a\0\0\0\0\x80", 0), Err("negative size")),
            (document(&inner(0), 0), Ok(())),
            // It ends with the document around it, or after it, or is too short.
            (document(&inner(1), 0), Err("early terminator")),
            (document(&inner(2), 0), Err(SIZE)),
            (document(&inner(-1), 0), Err(SIZE)),
            (document(b"\x04a\0\x08\0\0\0\x0a0\0\0", 0), Ok(())),
            (document(b"\x04a\0\x08\0\0\0\x0a1\0\0", 0), Err("invalid field names for array field")),
            (document(b"\x04a\0\x09\0\0\0\x0a00\0\0", 0), Err("invalid field names for array field")),
        ] {
            assert_eq!(check(&bytes), expected, "{bytes:02x?}");
        }
        let mut numbers = Vec::new();
        let both = b"\x10a\0\xfe\xff\xff\xff\x10b\0\x01\x02\0\0\x01c\0\0\0\0\0\0\0\xf0\x3f";
        read(&document(both, 0), &mut |step| {
            if let Event::Number(number) = step {
                numbers.push(number);
            }
        })
        .unwrap();
        assert_eq!(numbers, [-2.0, 513.0, 1.0]);
    }

    #[test]
    fn what_cannot_be_written() {
        let mut out = Vec::new();
        let mut writer = Writer::new(&mut out);
        for step in [Event::Null, Event::Bool(true), Event::Number(1.0), Event::Text(b"")] {
            assert_eq!(writer.put(step), Err("a document is an object or an array"));
        }
        writer.put(Event::Open { array: false }).unwrap();
        assert_eq!(writer.put(Event::Key(b"a\0")), Err("a key with a zero byte"));
        writer.put(Event::Key(b"a")).unwrap();
        writer.put(Event::Open { array: true }).unwrap();
        (0..11).for_each(|_| writer.put(Event::Null).unwrap());
        writer.put(Event::Close { array: true }).unwrap();
        // A key is used once, and set again for the next value.
        writer.put(Event::Key(b"b")).unwrap();
        writer.put(Event::Bool(false)).unwrap();
        writer.put(Event::Close { array: false }).unwrap();
        assert!(out.ends_with(b"\x0a9\0\x0a10\0\0\x08b\0\0\0"), "{out:02x?}");
        assert_eq!(check(&out), Ok(()));
    }
}
