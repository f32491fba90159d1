//! `with = "Form"`: a form of the user's.

use tezos_encoding::schema::{Encoding, Size};
use tezos_encoding::wire::{Auto, Reads, Schema, Writes};
use tezos_encoding::{BinWriter, EncodeError, Fault, HasEncoding, Measure, NomReader, Reader, Sink};

use crate::common::{both, refused, shape, size};

/// A number as its complement.
struct Complement;

impl Schema<u16> for Complement {
    const ENCODING: &'static Encoding = u16::ENCODING;
}

impl<'a> Reads<'a, u16> for Complement {
    const FIXED: Option<usize> = <Auto as Reads<'a, u16>>::FIXED;

    fn read(input: &mut Reader<'a>) -> Result<u16, Fault> {
        u16::read(input).map(|number| !number)
    }
}

impl Writes<u16> for Complement {
    const HAS_BLOCKS: bool = false;

    fn measure(value: &u16, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        value.measure(measure)
    }

    fn write<S: Sink>(value: &u16, sink: &mut S) {
        (!value).write(sink);
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

#[test]
fn schema() {
    assert_eq!(shape::<Message>(), "{one: uint16; many: dynamic<u8>(list<=2(uint16)); maybe: opt(uint16)}");
    assert_eq!(size::<Message>(), Size::dynamic(2 + 1 + 1, Some(2 + 1 + 4 + 3)));
}

#[test]
fn bytes() {
    both(&Message { one: 1, many: vec![2], maybe: Some(3) }, "fffe 02 fffd ff fffc");
}

#[test]
fn bounds() {
    refused::<Message>("fffe 06 fffd fffd fffd 00", "List_too_long", "many", 7);
}
