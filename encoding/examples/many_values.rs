//! A file of many values: written one after the other, read without holding the file, and cut in the middle of a value.
//!
//! `cargo run -p tezos-encoding --example many_values`

use std::{
    error::Error,
    fs::File,
    io::{BufWriter, Write},
};

use tezos_encoding::{
    prelude::*,
    stream::{StreamError, Values},
};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Entry {
    level: u32,
    #[encoding(dynamic, string = 80)]
    text: String,
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("entries-{}", std::process::id()));

    // `write_to` measures a value, then writes it in pieces: no buffer of its own.
    let mut file = BufWriter::new(File::create(&path)?);
    for level in 0..1000 {
        Entry { level, text: format!("entry {level}") }.write_to(&mut file)?;
    }
    file.flush()?;

    // One buffer for all values, as long as the longest.
    let entries = Values::<_, Entry>::new(File::open(&path)?);
    let mut count = 0_u32;
    for entry in entries {
        assert_eq!(entry?.level, count);
        count = count.wrapping_add(1);
    }
    println!("{count} entries");

    // What is left of a file when a program ends too early.
    let length = std::fs::metadata(&path)?.len();
    File::options().write(true).open(&path)?.set_len(length.saturating_sub(3))?;
    let read: Vec<Result<Entry, StreamError>> = Values::new(File::open(&path)?).collect();
    let Some(Err(error)) = read.last() else { return Err("the cut is not seen".into()) };
    println!("{} entries, then: {error}", read.len().saturating_sub(1));

    std::fs::remove_file(&path)?;
    Ok(())
}
