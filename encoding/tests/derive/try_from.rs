//! `try_from`, `from`, `into`: a value that is encoded as another type.

use crate::common::*;

/// Degrees on the wire, halves in memory.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(try_from = "u16", into = "u16")]
struct Angle {
    halves: u32,
}

impl TryFrom<u16> for Angle {
    type Error = String;

    fn try_from(degrees: u16) -> Result<Self, String> {
        match degrees {
            0..360 => Ok(Self { halves: u32::from(degrees) * 2 }),
            _ => Err(format!("{degrees} degrees are more than a circle")),
        }
    }
}

impl From<&Angle> for u16 {
    fn from(angle: &Angle) -> Self {
        Self::try_from(angle.halves / 2).unwrap()
    }
}

/// The wire type may be any user-defined type, with wrappers around it.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Repr {
    #[encoding(dynamic, list = 2)]
    digits: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(from = Repr, into = Repr, dynamic)]
enum Number {
    Zero,
    Digits(Vec<u8>),
}

impl From<Repr> for Number {
    fn from(repr: Repr) -> Self {
        if repr.digits.is_empty() { Self::Zero } else { Self::Digits(repr.digits) }
    }
}

impl From<&Number> for Repr {
    fn from(number: &Number) -> Self {
        match number {
            Number::Zero => Self { digits: vec![] },
            Number::Digits(digits) => Self { digits: digits.clone() },
        }
    }
}

/// On a field, the items apply to the wire type.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Fields {
    first: u8,
    #[encoding(try_from = "String", into = "String", string = 5)]
    port: Port,
    #[encoding(try_from = "i32", builtin = "Int31")]
    level: Level,
    angle: Angle,
}

#[derive(Debug, PartialEq)]
struct Port(u16);

impl TryFrom<String> for Port {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Self)
    }
}

impl From<&Port> for String {
    fn from(port: &Port) -> Self {
        port.0.to_string()
    }
}

#[derive(Debug, PartialEq)]
struct Level(i64);

impl From<i32> for Level {
    fn from(level: i32) -> Self {
        Self(level.into())
    }
}

impl From<&Level> for i32 {
    fn from(level: &Level) -> Self {
        Self::try_from(level.0).unwrap_or(Self::MAX)
    }
}

fn fields() -> Fields {
    Fields { first: 1, port: Port(80), level: Level(-1), angle: Angle { halves: 20 } }
}

#[test]
fn on_the_wire() {
    assert_eq!(size::<Angle>(), Size::fixed(2));
    both(&Angle { halves: 718 }, "0167");
    both(&Number::Zero, "00000004 00000000");
    both(&Number::Digits(vec![1, 2]), "00000006 00000002 0102");
    both(&fields(), "01 00000002 3830 ffffffff 000a");
}

const REFUSED: &str = "Exception_raised_in_user_function";

#[test]
fn bounds() {
    refused::<Angle>("0168", REFUSED, "", 0);
    refused::<Fields>("01 00000002 3861 00000000 0000", REFUSED, "port", 1);
    refused::<Fields>("01 00000006 303030303030 00000000 0000", "Size_limit_exceeded", "port", 5);
    refused::<Fields>("01 00000002 3830 40000000 0000", "Invalid_int", "level", 7);
    refused::<Fields>("01 00000002 3830 00000000 0168", REFUSED, "angle", 11);
    unwritable(&Fields { level: Level(i64::MAX), ..fields() }, "Invalid_int", "level");
    unwritable(&Number::Digits(vec![1, 2, 3]), "List_invalid_length", "digits");
}

#[test]
fn the_error_shows_the_message_of_the_conversion() {
    let error = Angle::from_bytes(hex("0168")).unwrap_err();
    assert!(error.to_string().contains("the value is refused: 360 degrees are more"), "{error}");
    let error = Fields::from_bytes(hex("01 00000002 3861 00000000 0000")).unwrap_err();
    assert!(error.to_string().contains("invalid digit"), "{error}");
}

/// Wire types with an encoding that is not their default, followed by another field.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct WithItems {
    #[encoding(try_from = "String", into = "String", string(kind = "u8"))]
    port: Port,
    #[encoding(try_from = "u16", into = "u16", range = "100 ..= 359", le)]
    angle: Angle,
    last: u8,
}

/// Little-endian degrees.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(try_from = "u16", into = "u16", endian = "little")]
struct Swapped {
    angle: Angle,
}

impl TryFrom<u16> for Swapped {
    type Error = String;

    fn try_from(degrees: u16) -> Result<Self, String> {
        Angle::try_from(degrees).map(|angle| Self { angle })
    }
}

impl From<&Swapped> for u16 {
    fn from(swapped: &Swapped) -> Self {
        Self::from(&swapped.angle)
    }
}

#[test]
fn the_schema_converts_from_the_same_encoding() {
    both(&WithItems { port: Port(80), angle: Angle { halves: 258 }, last: 7 }, "023830 1d00 07");
    both(&Swapped { angle: Angle { halves: 512 } }, "0001");
    let refused = schema::decode(Swapped::ENCODING, hex("6801")).unwrap_err();
    assert!(refused.to_string().contains("360 degrees are more than a circle"), "{refused}");
}

/// Errors without a text, and with that of `Debug` only; the types have no `Clone`.
mod errors_without_display {
    use super::*;

    #[derive(Debug)]
    enum Refused {
        Odd(#[expect(dead_code, reason = "it is printed")] u8),
    }

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    #[encoding(try_from = "u8")]
    struct Even(u8);

    impl TryFrom<u8> for Even {
        type Error = Refused;

        fn try_from(value: u8) -> Result<Self, Refused> {
            if value.is_multiple_of(2) { Ok(Self(value)) } else { Err(Refused::Odd(value)) }
        }
    }

    impl From<&Even> for u8 {
        fn from(even: &Even) -> Self {
            even.0
        }
    }

    struct Silent;

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    #[encoding(try_from = "u8")]
    struct Odd(u8);

    impl TryFrom<u8> for Odd {
        type Error = Silent;

        fn try_from(value: u8) -> Result<Self, Silent> {
            if !value.is_multiple_of(2) { Ok(Self(value)) } else { Err(Silent) }
        }
    }

    impl From<&Odd> for u8 {
        fn from(odd: &Odd) -> Self {
            odd.0
        }
    }

    #[test]
    fn the_reason_is_what_the_error_can_tell() {
        both(&Even(4), "04");
        both(&Odd(5), "05");
        let error = Even::from_bytes(&[5]).unwrap_err().to_string();
        assert!(error.contains("Odd(5)"), "{error}");
        let error = Odd::from_bytes(&[4]).unwrap_err().to_string();
        assert!(error.contains("no further details"), "{error}");
    }
}
