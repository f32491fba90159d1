//! Types that have moved, in types that have not, and the other way.

use tezos_data_encoding::enc::{BinError, BinResult, BinWriter};
use tezos_data_encoding::encoding::{Encoding, HasEncoding};
use tezos_data_encoding::nom::{NomReader, NomResult};
use tezos_encoding::{Decode, Encode};

/// Moved.
#[derive(
    Debug, Clone, PartialEq, tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter,
)]
struct Level {
    level: i32,
    #[encoding(dynamic, bytes)]
    seed: Vec<u8>,
}

/// Hand-written, with the old traits only.
#[derive(Debug, Clone, PartialEq)]
struct Word(String);

impl HasEncoding for Word {
    fn encoding() -> Encoding {
        Encoding::Custom
    }
}

impl NomReader<'_> for Word {
    fn nom_read(input: &[u8]) -> NomResult<'_, Self> {
        use nom::bytes::complete::{tag, take_while1};
        use nom::sequence::terminated;
        let letters = terminated(take_while1(|byte: u8| byte.is_ascii_lowercase()), tag([0]));
        nom::combinator::map(letters, |letters: &[u8]| Self(String::from_utf8_lossy(letters).into_owned()))(input)
    }
}

impl BinWriter for Word {
    fn bin_write(&self, output: &mut Vec<u8>) -> BinResult {
        if self.0.is_empty() {
            return Err(BinError::custom("an empty word".to_owned()));
        }
        output.extend(self.0.bytes().chain([0]));
        Ok(())
    }
}

/// Not moved; all traits.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Page {
    #[encoding(dynamic, list)]
    words: Vec<Word>,
    #[encoding(moved)]
    level: Level,
    last: Choice,
}

#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Choice {
    Word(Word),
    Level(#[encoding(moved)] Level),
    Words(Vec<Word>),
    Nothing,
}

/// Moved, with a field that has not.
#[derive(
    Debug, Clone, PartialEq, tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter,
)]
struct Book {
    #[encoding(with = "tezos_data_encoding::bridge::Old")]
    title: Word,
    /// Derived by this crate: it has the new traits.
    page: Page,
}

fn page() -> Page {
    let level = Level { level: 7, seed: vec![1, 2] };
    Page { words: vec![Word("ab".into()), Word("c".into())], level: level.clone(), last: Choice::Level(level) }
}

const PAGE: &[u8] = b"\0\0\0\x05ab\0c\0\0\0\0\x07\0\0\0\x02\x01\x02\x01\0\0\0\x07\0\0\0\x02\x01\x02";

#[test]
fn bytes() {
    assert_eq!(BinWriter::to_bytes(&page()).unwrap(), PAGE);
    assert_eq!(Page::nom_read_exact(PAGE).unwrap(), page());
    assert_eq!(Encode::to_bytes(&page()).unwrap(), PAGE);
    assert_eq!(Page::from_bytes(PAGE).unwrap(), page());
    let book = Book { title: Word("z".into()), page: page() };
    let bytes = [b"z\0", PAGE].concat();
    assert_eq!(book.to_bytes().unwrap(), bytes);
    assert_eq!(Book::from_bytes(&bytes).unwrap(), book);
}

#[test]
fn errors_of_the_new_traits_have_a_path_down_to_an_old_type() {
    let cut = |end: usize| Page::from_bytes(&PAGE[..end]).unwrap_err();
    assert_eq!((cut(12).path().to_string(), cut(12).kind().name()), ("level.level".to_owned(), "Not_enough_data"));
    let mut bytes = PAGE.to_vec();
    bytes[7] = b'!';
    let error = Page::from_bytes(&bytes).unwrap_err();
    assert_eq!((error.path().to_string(), error.offset()), ("words[1]".to_owned(), 7));
    let empty = Page { words: vec![Word(String::new())], ..page() };
    let error = Encode::to_bytes(&empty).unwrap_err();
    assert_eq!(error.path().to_string(), "words[0]");
    assert!(error.to_string().contains("an empty word"), "{error}");
}

#[test]
fn errors_of_the_old_traits_name_fields_and_variants() {
    let error = BinWriter::to_bytes(&Page { last: Choice::Word(Word(String::new())), ..page() }).unwrap_err();
    let text = "Other error: an empty word in context of: Error encoding enum variant: Choice::Word in context of: Error encoding field: Page::last";
    assert_eq!(error.to_string(), text);
    let error = Page::nom_read(&PAGE[..12]).unwrap_err().to_string();
    assert!(error.contains("Field(\"Page::level\")") && error.contains("Eof"), "{error}");
}

#[test]
fn descriptions() {
    let Encoding::Obj("Page", fields) = Page::encoding() else { panic!("{:?}", Page::encoding()) };
    assert!(matches!(fields[0].get_encoding(), Encoding::Dynamic(list) if matches!(**list, Encoding::List(_))));
    let Encoding::Obj("", level) = fields[1].get_encoding() else { panic!("{fields:?}") };
    assert!(matches!(level[0].get_encoding(), Encoding::Int32));
    assert!(matches!(level[1].get_encoding(), Encoding::Dynamic(bytes) if matches!(**bytes, Encoding::Bytes)));
}

/// The old derives do not compile for these.
#[test]
fn floats_and_enums_in_blocks() {
    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    #[encoding(dynamic)]
    enum InBlock {
        Float(Float),
        Nothing,
    }

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Float {
        value: f64,
    }

    let float = InBlock::Float(Float { value: 1.5 });
    let bytes = [&[0, 0, 0, 9, 0][..], &1.5_f64.to_be_bytes()].concat();
    for (value, bytes) in [(float, &bytes[..]), (InBlock::Nothing, &[0, 0, 0, 1, 1])] {
        assert_eq!(BinWriter::to_bytes(&value).unwrap(), bytes);
        assert_eq!(Encode::to_bytes(&value).unwrap(), bytes);
        assert_eq!(InBlock::nom_read_exact(bytes).unwrap(), value);
        assert_eq!(InBlock::from_bytes(bytes).unwrap(), value);
    }
}

/// What the derive names: the hash function of Octez's crate. Here, the number and the sum of the bytes.
mod tezos_crypto_rs {
    pub(crate) mod hash {
        pub(crate) struct TezosHasher;

        impl tezos_data_encoding::nom::Hasher<2> for TezosHasher {
            fn hash(&self, input: &[u8]) -> [u8; 2] {
                [u8::try_from(input.len()).unwrap(), input.iter().sum()]
            }
        }
    }
}

#[test]
fn a_hash_is_that_of_the_other_fields() {
    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    #[encoding(dynamic)]
    struct Hashed {
        level: u16,
        #[encoding(hash)]
        hash: [u8; 2],
        unit: (),
        #[encoding(dynamic, bytes)]
        seed: Vec<u8>,
    }

    let value = Hashed { level: 0x0102, hash: [7, 8], unit: (), seed: vec![4] };
    let bytes = [0, 0, 0, 7, 1, 2, 0, 0, 0, 1, 4];
    assert_eq!(Hashed::nom_read_exact(&bytes).unwrap(), value);
    assert_eq!(Hashed::from_bytes(&bytes).unwrap(), value);
    assert_eq!(BinWriter::to_bytes(&value).unwrap(), bytes);
    assert_eq!(Encode::to_bytes(&value).unwrap(), bytes);
}
