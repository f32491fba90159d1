#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

#[derive(HasEncoding, NomReader, BinWriter, View)]
#[encoding(plain, view = "HashRef")]
struct Hash([u8; 4]);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(plain, bounded = 4)]
struct Small([u8; 4]);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(plain)]
enum Kind {
    One,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(plain)]
struct Of<T>(T);

fn main() {}
