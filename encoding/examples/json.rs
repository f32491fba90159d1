//! JSON: a value as the JSON of the reference, and back; bytes to JSON with nothing but a schema; a value in a document of serde.
//!
//! `cargo run -p tezos-encoding --example json`

use std::error::Error;

use tezos_encoding::{N, prelude::*, schema};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Bid {
    /// Hexadecimal digits in JSON.
    bidder: [u8; 4],
    /// A text in JSON, because JavaScript rounds large numbers.
    amount: N,
    /// Seconds since 1970. A text too, as all integers of 64 bits.
    #[encoding(timestamp)]
    until: i64,
    state: State,
}

/// The names of the cases in JSON, a byte on the wire.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(string_enum)]
enum State {
    Open,
    Won,
    #[encoding(title = "outbid")]
    Lost,
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let bid = Bid { bidder: [1, 2, 3, 4], amount: 250.into(), until: 0, state: State::Won };

    let json = bid.to_json()?;
    println!("{json}");
    assert_eq!(Bid::from_json(&json)?, bid);

    // A program without the type: a schema is a constant, and converts both ways.
    let bytes = bid.to_bytes()?;
    assert_eq!(schema::to_json(Bid::ENCODING, &bytes)?, json);
    assert_eq!(schema::from_json(Bid::ENCODING, &json)?, bytes);

    // An error names the field of the document.
    if let Err(error) = Bid::from_json(r#"{"bidder":"01020304","amount":"-1","until":"0","state":"won"}"#) {
        println!("{error}");
    }
    Ok(())
}
