//! `Encoding::Opaque`: values whose bytes only their reader understands.

use tezos_encoding::schema::generate::Generate;
use tezos_encoding::schema::{Opaque, describe, json_schema, slice};
use tezos_encoding::stream::{StreamSettings, ValueDecoder};
use tezos_encoding::{EncodeError, Fault, FaultKind, Reader, Sink};

use crate::common::*;

/// A sentence of letters, ended by a full stop; a bracket begins a sentence inside.
#[derive(Clone, Debug, PartialEq)]
struct Sentence {
    letters: String,
    inner: Option<Box<Sentence>>,
}

impl HasEncoding for Sentence {
    const ENCODING: &'static Encoding = &Encoding::Opaque(&Opaque::of::<Self>("sentence", Size::dynamic(1, None)));
}

impl<'a> NomReader<'a> for Sentence {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let mut letters = String::new();
        loop {
            let start = input.clone();
            match u8::read(input)? {
                b'.' => return Ok(Self { letters, inner: None }),
                b'(' => {
                    input.enter(8)?;
                    let inner = Some(Box::new(Self::read(input)?));
                    input.leave();
                    return Ok(Self { letters, inner });
                }
                letter if letter.is_ascii_lowercase() => letters.push(letter.into()),
                _ => return Err(start.fault(FaultKind::InvalidUtf8)),
            }
        }
    }
}

impl BinWriter for Sentence {
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        sink.put(self.letters.as_bytes());
        sink.put(if self.inner.is_some() { b"(" } else { b"." });
        self.inner.as_ref().map_or(Ok(()), |inner| inner.write(sink))
    }
}

/// What is left of a block, backwards.
#[derive(Clone, Debug, PartialEq)]
struct Backwards(Vec<u8>);

impl HasEncoding for Backwards {
    const ENCODING: &'static Encoding = &Encoding::Opaque(&Opaque::of::<Self>("backwards", Size::variable(0, None)));
}

impl<'a> NomReader<'a> for Backwards {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        Ok(Self(input.rest()?.iter().rev().copied().collect()))
    }
}

impl BinWriter for Backwards {
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        sink.put(&self.0.iter().rev().copied().collect::<Vec<u8>>());
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Page {
    number: u8,
    #[encoding(dynamic, list)]
    sentences: Vec<Sentence>,
    #[encoding(dynamic)]
    code: Backwards,
    last: Option<Sentence>,
}

fn sentence(text: &str) -> Sentence {
    Sentence::from_bytes(text.as_bytes()).unwrap()
}

fn page() -> Page {
    Page { number: 7, sentences: vec![sentence("ab."), sentence("c(d.")], code: Backwards(vec![1, 2]), last: None }
}

const PAGE: &str = "07 00000007 61622e 6328642e 00000002 0201 00";

#[test]
fn bytes_and_json() {
    both(&page(), PAGE);
    let json = r#"{"number":7,"sentences":["61622e","6328642e"],"code":"0201"}"#;
    assert_eq!(page().to_json().unwrap(), json);
    assert_eq!(Page::from_json(json).unwrap(), page());
    assert_eq!(Page::ENCODING.size().class, Class::Dynamic);
}

/// JSON may have any digits: only bytes that the reader takes in full become a value.
#[test]
fn json_of_other_bytes_is_refused() {
    for (digits, kind) in [("61622e2e", "Extra_bytes"), ("6162", "Not_enough_data"), ("41", "Invalid_utf8")] {
        let json = format!(r#"{{"number":7,"sentences":["{digits}"],"code":""}}"#);
        let error = Page::from_json(&json).unwrap_err();
        assert_eq!(error.name(), kind, "{error}");
        assert!(error.to_string().contains("sentences[0]"), "{error}");
    }
}

#[test]
fn errors_have_the_path_of_the_value_and_the_offset_inside() {
    refused::<Page>("07 00000004 61 622e 41", "Invalid_utf8", "sentences[1]", 8);
    refused::<Page>("07 00000003 61 62 63 00000000 00", "Not_enough_data", "sentences[0]", 8);
    let deep = "28".repeat(9);
    refused::<Page>(&format!("07 0000000a {deep} 2e 00000000 00"), "Too_deep", "sentences[0]", 14);
}

#[test]
fn tools_show_bytes() {
    let slicing = slice(Page::ENCODING, hex(PAGE));
    let shown: Vec<_> = slicing.slices.iter().map(|slice| (slice.name.as_str(), slice.bytes)).collect();
    assert_eq!(
        shown[2..4],
        [("\"sentences element\" (sentence)", &b"ab."[..]), ("\"sentences element\" (sentence)", b"c(d.")]
    );
    let described = describe(Page::ENCODING).to_string();
    assert!(described.contains("bytes"), "{described}");
    let schema = json_schema(Sentence::ENCODING);
    assert!(schema.contains(r#""type":"string""#), "{schema}");
}

#[test]
fn values_are_generated_from_examples_or_by_trying() {
    let with = Generate::new(Page::ENCODING).example("sentence", b"ab.".to_vec());
    for bytes in with.values(1).take(50) {
        let page = Page::from_bytes(bytes.unwrap().leak()).unwrap();
        assert!(page.sentences.iter().all(|it| *it == sentence("ab.")));
    }
    let tried: Vec<_> = Generate::new(Backwards::ENCODING).values(1).take(20).collect();
    assert!(tried.iter().all(Result::is_ok));
}

#[test]
fn a_stream_finds_its_end() {
    let bytes = hex(PAGE);
    let mut decoder = ValueDecoder::<Page>::new(StreamSettings::default());
    for end in 0..bytes.len() {
        assert_eq!(decoder.decode(&bytes[..end], false).unwrap(), None, "{end}");
    }
    assert_eq!(decoder.decode(bytes, true).unwrap(), Some((page(), bytes.len())));
}
