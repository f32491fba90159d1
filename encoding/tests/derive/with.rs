//! `with = "Form"`: an encoding that the user implements.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::one_of;
use nom::combinator::{map, map_res};
use tezos_encoding::parsers::read_with;
use tezos_encoding::wire::{Reads, Schema, Writes};
use tezos_encoding::{EncodeError, Facts, Fault, Reader, Sink};

use crate::common::*;

/// A number, encoded as its complement.
struct Complement;

impl Schema<u16> for Complement {
    const ENCODING: &'static Encoding = u16::ENCODING;
}

impl<'a> Reads<'a, u16> for Complement {
    const FACTS: Facts = <u16 as NomReader>::FACTS;

    fn read(input: &mut Reader<'a>) -> Result<u16, Fault> {
        u16::read(input).map(|number| !number)
    }
}

impl Writes<u16> for Complement {
    const FACTS: Facts = <u16 as BinWriter>::FACTS;

    fn write<S: Sink>(value: &u16, sink: &mut S) -> Result<(), EncodeError> {
        (!value).write(sink)
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(with = "Complement")]
    one: u16,
    #[encoding(short_dynamic, list = 2, with = Complement)]
    many: Vec<u16>,
    #[encoding(with = "tezos_encoding::wire::Opt<Complement>")]
    maybe: Option<u16>,
}

/// A number below ten or the letter `a`, read by nom parsers.
#[derive(Debug, PartialEq)]
struct Parsed(u8);

impl HasEncoding for Parsed {
    const ENCODING: &'static Encoding = u8::ENCODING;
}

impl<'a> NomReader<'a> for Parsed {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        read_with(input, |reader, input| {
            let byte = |input| reader.parse(input);
            let number = map_res(byte, |byte: u8| if byte < 10 { Ok(Self(byte)) } else { Err(byte) });
            let letter = map(one_of("a"), |_| Self(b'a'));
            alt((number, letter)).parse(input)
        })
    }
}

#[test]
fn nom_parsers() {
    assert_eq!(Vec::<Parsed>::from_bytes(&[9, b'a', 0]), Ok(vec![Parsed(9), Parsed(b'a'), Parsed(0)]));
    // The error is that of the last parser: the byte is none of its letters, or there is no byte.
    refused::<(u8, Parsed)>("01 0a", "Foreign_parser", "1", 1);
    refused::<(u8, Parsed)>("01", "Foreign_parser", "1", 1);
    let refused = map_res(u8::nom_read, Err::<u8, u8>).parse(&[7]).unwrap_err();
    let nom::Err::Error(error) = refused else { panic!("{refused}") };
    assert_eq!(error.to_string(), "Exception_raised_in_user_function with 1 bytes left");
}

/// Parses with the nom parsers that stop at the end of the input, or ask for more of it.
#[test]
fn errors_of_nom_parsers() {
    use nom::bytes::{complete, streaming};
    use nom::combinator::{cut, eof};

    let all = [5, 6, 7];
    let mut reader = Reader::new(&all);
    reader.take(1).unwrap();
    let fault = |fault: Fault| (fault.kind().name(), fault.offset_in(&all));
    let incomplete = read_with(&mut reader.clone(), |_, input| streaming::take(3usize)(input)).unwrap_err();
    assert_eq!(fault(incomplete), ("Not_enough_data", 1), "a block has an end");
    let short = read_with(&mut reader.clone(), |_, input| complete::take(3usize)(input)).unwrap_err();
    assert_eq!(fault(short), ("Not_enough_data", 1));
    let failure = read_with(&mut reader.clone(), |_, input| cut((u8::nom_read, one_of("a"))).parse(input)).unwrap_err();
    assert_eq!(fault(failure), ("Foreign_parser", 2));
    assert_eq!(read_with(&mut reader, |_, input| complete::take(1usize)(input)), Ok(&[6][..]));
    assert_eq!(reader.remaining(), [7], "what the parser consumed");
    assert_eq!(fault(read_with(&mut reader, |_, input| eof(input)).unwrap_err()), ("Not_enough_data", 2));
    let nom::Err::Error(error) = <(u8, u8, u16)>::nom_read(&all).unwrap_err() else { panic!() };
    assert_eq!((error.kind.name(), error.input.len()), ("Not_enough_data", 3));
    let nom::Err::Error(error) = <(Option<u8>, u8, u16)>::nom_read(&all).unwrap_err() else { panic!() };
    assert_eq!((error.kind.name(), error.input.len()), ("Not_enough_data", 0));
}

#[test]
fn on_the_wire() {
    assert_eq!(size::<Message>(), Size::dynamic(2 + 1 + 1, Some(2 + 1 + 4 + 3)));
    both(&Message { one: 1, many: vec![2], maybe: Some(3) }, "fffe 02 fffd ff fffc");
    refused::<Message>("fffe 06 fffd fffd fffd 00", "List_too_long", "many", 7);
}
