//! `range = "a ..= b"` and `le`: integers in the narrowest width, as the distance from a positive minimum;
//! little-endian.

use tezos_encoding::schema::encode;

use crate::common::*;

const MAX: i64 = 300;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Ranges {
    #[encoding(range = "10 ..= 20")]
    shifted: u8,
    #[encoding(range = "-10 ..= MAX")]
    signed: i16,
    #[encoding(range = 0 ..= 65_536)]
    wide: u32,
    #[encoding(range = "1000 ..= 66535", le)]
    low_first: u64,
    #[encoding(le, range = "-300 ..= 300")]
    signed_low_first: i32,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Little {
    #[encoding(le)]
    a: i16,
    #[encoding(le)]
    b: u32,
    #[encoding(dynamic, list, le)]
    c: Vec<u64>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Share(#[encoding(range = "0.0 ..= 1.0")] f64);

type Part = f64;

/// The type of a float with a range may be an alias.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Aliased(#[encoding(range = "-1.0 ..= 1.0")] Part);

#[test]
fn a_range_of_an_alias() {
    assert_eq!(Aliased(0.5).to_bytes().unwrap(), Share(0.5).to_bytes().unwrap());
    unwritable(&Aliased(-1.5), "Invalid_float", "");
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Others {
    #[encoding(range = "-0.5 ..= 1e6")]
    float: f64,
    #[encoding(range = "0 ..= 300", builtin = "UintLikeN")]
    like_n: u16,
    #[encoding(builtin = "IntLikeZ", range = "-100 ..= 100")]
    like_z: i8,
}

fn value() -> Ranges {
    Ranges { shifted: 10, signed: 0, wide: 0, low_first: 1000, signed_low_first: 0 }
}

#[test]
fn on_the_wire() {
    assert_eq!(size::<Ranges>(), Size::fixed(1 + 2 + 4 + 2 + 2));
    both(&value(), "00 0000 00000000 0000 0000");
    let most = Ranges { shifted: 20, signed: 300, wide: 65_536, low_first: 1258, signed_low_first: -300 };
    both(&most, "0a 012c 00010000 0201 d4fe");
    both(&Little { a: -2, b: 1, c: vec![2] }, "feff 01000000 00000008 0200000000000000");
}

#[test]
fn other_numbers() {
    assert_eq!(size::<Others>(), Size::dynamic(8 + 1 + 1, Some(8 + 2 + 2)));
    both(&Others { float: 0.5, like_n: 300, like_z: -100 }, "3fe0000000000000 ac02 e401");
    both(&Others { float: -0.5, like_n: 0, like_z: 1 }, "bfe0000000000000 00 01");
    refused::<Others>("4130000000000000 00 01", "Invalid_float", "float", 0);
    refused::<Others>("7ff8000000000000 00 01", "Invalid_float", "float", 0);
    refused::<Others>("3fe0000000000000 ad02 01", "Invalid_int", "like_n", 8);
    refused::<Others>("3fe0000000000000 80808001 01", "Size_limit_exceeded", "like_n", 10);
    refused::<Others>("3fe0000000000000 00 a501", "Invalid_int", "like_z", 9);
    unwritable(&Others { float: -0.6, like_n: 0, like_z: 1 }, "Invalid_float", "float");
    unwritable(&Others { float: 0.0, like_n: 301, like_z: 1 }, "Invalid_int", "like_n");
    unwritable(&Others { float: 0.0, like_n: 0, like_z: 101 }, "Invalid_int", "like_z");
}

/// The least and the greatest value of each encoding of a number, and the numbers next to them.
#[test]
fn each_limit_and_the_number_past_it() {
    use tezos_encoding::wire::{FloatRange, IntLikeZ, Ranged, RangedFloat, Reads, UintLikeN, Writes};
    use tezos_encoding::{FaultKind, Measure, Reader, Sink};

    /// Writes a number and reads it again; or returns the name of the error.
    fn round<W: Writes<T> + for<'a> Reads<'a, T>, T: PartialEq + std::fmt::Debug>(
        number: T,
    ) -> Result<String, &'static str> {
        let mut bytes = Vec::new();
        let mut measure = Measure::new();
        W::write(&number, &mut measure).map_err(|error| error.kind().name())?;
        W::write(&number, &mut bytes).unwrap();
        assert_eq!((bytes.len(), W::read(&mut Reader::new(&bytes))), (measure.written(), Ok(number)));
        Ok(digits(&bytes))
    }
    fn rounds<W: Writes<i64> + for<'a> Reads<'a, i64>>(rows: [(i64, &str); 2], past: [i64; 2], refused: &[&str]) {
        assert_eq!(rows.map(|(number, _)| round::<W, i64>(number)), rows.map(|(_, bytes)| Ok(bytes.to_owned())));
        assert_eq!(past.map(round::<W, i64>), [const { Err("Invalid_int") }; 2], "{past:?}");
        for bytes in refused {
            let bytes = hex(bytes);
            let fault = W::read(&mut Reader::new(bytes)).unwrap_err();
            assert_eq!((fault.kind(), fault.offset_in(bytes)), (FaultKind::InvalidInt, 0), "{bytes:02x?}");
        }
    }
    rounds::<Ranged<0, 254>>([(0, "00"), (254, "fe")], [-1, 255], &["ff"]);
    rounds::<Ranged<-128, 126>>([(-128, "80"), (126, "7e")], [-129, 127], &["7f"]);
    rounds::<Ranged<-129, 126>>([(-129, "ff7f"), (126, "007e")], [-130, 127], &["ff7e", "007f"]);
    rounds::<Ranged<0, 256>>([(0, "0000"), (256, "0100")], [-1, 257], &["0101", "ffff"]);
    rounds::<Ranged<10, 265>>([(10, "00"), (265, "ff")], [9, 266], &[]);
    rounds::<Ranged<10, 264>>([(10, "00"), (264, "fe")], [9, 265], &["ff"]);
    rounds::<Ranged<10, 65_545, true>>([(10, "0000"), (65_545, "ffff")], [9, 65_546], &[]);
    rounds::<Ranged<-32_769, 0>>([(-32_769, "ffff7fff"), (0, "00000000")], [-32_770, 1], &["ffff7ffe", "00000001"]);
    rounds::<Ranged<0, 65_536, true>>([(0, "00000000"), (65_536, "00000100")], [-1, 65_537], &["01000100", "ffffffff"]);
    rounds::<Ranged<5, 0x3fff_ffff>>(
        [(5, "00000000"), (0x3fff_ffff, "3ffffffa")],
        [4, 1 << 30],
        &["3ffffffb", "ffffffff"],
    );
    rounds::<UintLikeN<300>>([(0, "00"), (300, "ac02")], [-1, 301], &["ad02", "ff7f"]);
    rounds::<UintLikeN<127>>([(0, "00"), (127, "7f")], [-1, 128], &[]);
    let most = (1 << 56) - 1;
    rounds::<UintLikeN<{ (1 << 56) - 1 }>>([(1, "01"), (most, "ffffffffffffff7f")], [-1, most + 1], &[]);
    rounds::<IntLikeZ<-100, 63>>([(-100, "e401"), (63, "3f")], [-101, 64], &["e501", "8001"]);
    rounds::<IntLikeZ<-63, 8191>>([(-63, "7f"), (8191, "bf7f")], [-64, 8192], &["c001", "ff7f"]);
    assert_eq!(IntLikeZ::<-1, 1>::read(&mut Reader::new(&[0x40])), Ok(0i64), "minus zero");
    // Longer than the numbers at the limits.
    for (bytes, read) in [
        ("8001", UintLikeN::<127>::read as fn(&mut Reader<'static>) -> Result<i64, _>),
        ("80808001", UintLikeN::<16_383>::read),
        ("8001", IntLikeZ::<-63, 63>::read),
        ("808001", IntLikeZ::<-64, 8191>::read),
    ] {
        assert_eq!(read(&mut Reader::new(hex(bytes))).unwrap_err().kind(), FaultKind::SizeLimitExceeded, "{bytes}");
    }

    struct Half;
    impl FloatRange for Half {
        const MIN: f64 = -0.5;
        const MAX: f64 = 0.5;
    }
    type Halves = RangedFloat<Half>;
    assert_eq!([-0.5, 0.5].map(|float| round::<Halves, f64>(float).is_ok()), [true; 2]);
    for past in [(-0.5f64).next_down(), 0.5f64.next_up()] {
        assert_eq!(round::<Halves, f64>(past), Err("Invalid_float"));
        assert_eq!(
            <Halves as Reads<'_, f64>>::read(&mut Reader::new(&past.to_be_bytes())).unwrap_err().kind(),
            FaultKind::InvalidFloat
        );
    }
}

#[test]
fn bounds() {
    refused::<Ranges>("0b 0000 00000000 0000 0000", "Invalid_int", "shifted", 0);
    refused::<Ranges>("00 fff5 00000000 0000 0000", "Invalid_int", "signed", 1);
    refused::<Ranges>("00 0000 00010001 0000 0000", "Invalid_int", "wide", 3);
    refused::<Ranges>("00 0000 ffffffff 0000 0000", "Invalid_int", "wide", 3);
    unwritable(&Ranges { shifted: 9, ..value() }, "Invalid_int", "shifted");
    unwritable(&Ranges { signed: -11, ..value() }, "Invalid_int", "signed");
    unwritable(&Ranges { low_first: 66_536, ..value() }, "Invalid_int", "low_first");
}

/// NaN is the only value that can be written but not read, as in the reference, which only checks whether a number is
/// outside of the range. Without a range, all bit patterns round-trip.
#[test]
fn nan_is_written_with_any_range_and_read_with_none() {
    for bits in [0x7ff8_0000_0000_0000_u64, 0x7ff0_0000_0000_0001, 0xfff0_0000_0000_0001, u64::MAX] {
        let (bytes, none) = (bits.to_be_bytes(), f64::from_bits(bits));
        let share = Share(none);
        assert_eq!(share.to_bytes().unwrap(), bytes);
        assert_eq!(encode(Share::ENCODING, &Value::Float(none)).unwrap(), bytes);
        let error = Share::from_bytes(&bytes).unwrap_err();
        assert_eq!((error.kind().name(), error.offset()), ("Invalid_float", 0));
        assert_eq!(f64::from_canonical_bytes(&bytes).unwrap().to_bits(), bits);
    }
    for outside in [-0.1, 1.1, f64::INFINITY, f64::NEG_INFINITY] {
        unwritable(&Share(outside), "Invalid_float", "");
    }
    both(&Share(-0.0), "8000000000000000");
}
