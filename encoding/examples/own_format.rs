//! A format of your own: what weather stations send, as frames.
//!
//! `cargo run -p tezos-encoding --example own_format`

use std::error::Error;

use tezos_encoding::{prelude::*, schema};

/// A message: its size in 4 bytes, the tag of its case, then the fields of the case.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(dynamic, json(tagged))]
enum Message {
    #[encoding(tag = 1)]
    Hello {
        /// At most 32 bytes of text, after their size in 1 byte.
        #[encoding(short_dynamic, string = 32)]
        station: String,
        protocol_version: u16,
    },
    #[encoding(tag = 2)]
    Readings(Readings),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Readings {
    /// Seconds since 1970.
    #[encoding(timestamp)]
    from: i64,
    /// Tenths of a degree. A reader refuses other values, and so does a writer.
    #[encoding(dynamic, list = 1440, range = -900..=600)]
    temperatures: Vec<i16>,
    /// In as few bytes as it needs.
    #[encoding(narith)]
    rain: u64,
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let message = Message::Readings(Readings { from: 1_700_000_000, temperatures: vec![-52, -48, 131], rain: 300 });

    let bytes = message.to_bytes()?;
    assert_eq!(Message::from_bytes(&bytes)?, message);

    // A view borrows from the bytes: nothing is allocated, and the list is decoded as it is iterated.
    let MessageView::Readings(view) = MessageView::from_bytes(&bytes)? else { return Err("another message".into()) };
    assert_eq!(view.temperatures.iter().max(), Some(131));

    // What the bytes mean, for a person who has only them.
    for slice in schema::slice(Message::ENCODING, &bytes).slices {
        println!("{:>3}  {:<40} {}", slice.offset, slice.name, slice.pretty);
    }

    // An error names the field, the byte, and what is wrong with it.
    let too_warm = &[0, 0, 0, 18, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0x7f, 0xff, 0, 0, 0];
    if let Err(error) = Message::from_bytes(too_warm) {
        println!("\n{error}\n");
    }

    // The layout, for the page that describes the format.
    println!("{}", schema::describe(Message::ENCODING));
    Ok(())
}
