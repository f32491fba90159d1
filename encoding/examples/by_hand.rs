//! A reader and a writer by hand, for bytes that no attribute describes, inside a derived type.
//!
//! `cargo run -p tezos-encoding --example by_hand`

use std::error::Error;

use tezos_encoding::{
    EncodeError, ErrorKind, Fault, FaultKind, Reader, Sink,
    prelude::*,
    schema::{Encoding, Opaque, Size},
};

/// A number in groups of 7 bits, the most significant first (variable-length quantity of MIDI). A bit in each byte but the last says
/// that more follow.
#[derive(Debug, PartialEq)]
struct Ticks(u32);

impl HasEncoding for Ticks {
    /// Only the reader knows where the bytes end: 1 to 4 of them.
    const ENCODING: &'static Encoding = &Encoding::Opaque(&Opaque::of::<Self>("ticks", Size::dynamic(1, Some(4))));
}

impl<'a> NomReader<'a> for Ticks {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let start = input.clone();
        let mut ticks = 0;
        for _ in 0..4 {
            let byte = u8::read(input)?;
            ticks = ticks << 7 | u32::from(byte & 0x7f);
            if byte < 0x80 {
                return Ok(Self(ticks));
            }
        }
        Err(start.fault(FaultKind::UserGuard)) // the place of the mistake: the first byte of the number
    }
}

impl BinWriter for Ticks {
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        if self.0 >= 1 << 28 {
            let message = "ticks are below 2^28".into();
            return Err(EncodeError::new(ErrorKind::UserGuard { function: "ticks", message }));
        }
        for shift in [21, 14, 7].into_iter().filter(|shift| self.0 >> shift > 0) {
            sink.put(&[(self.0 >> shift & 0x7f) as u8 | 0x80]);
        }
        sink.put(&[(self.0 & 0x7f) as u8]);
        Ok(())
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Note {
    after: Ticks,
    pitch: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Track {
    #[encoding(dynamic, list = 1000)]
    notes: Vec<Note>,
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let track = Track { notes: vec![Note { after: Ticks(0), pitch: 60 }, Note { after: Ticks(480), pitch: 64 }] };
    let bytes = track.to_bytes()?;
    assert_eq!(bytes, [0, 0, 0, 5, 0, 60, 0x83, 0x60, 64]);
    assert_eq!(Track::from_bytes(&bytes)?, track);

    // The path of an error leads into what is read by hand.
    let unending = &[0, 0, 0, 7, 0, 60, 0xff, 0xff, 0xff, 0xff, 64];
    if let Err(error) = Track::from_bytes(unending) {
        println!("{error}");
        assert_eq!(error.path().to_string(), "notes[1].after");
    }
    Ok(())
}
