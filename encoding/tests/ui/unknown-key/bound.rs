#![allow(dead_code)]
use tezos_encoding::HasEncoding;

#[derive(HasEncoding)]
#[encoding(bound(decode = "T: HasEncoding"))]
struct Unknown<T>(T);

#[derive(HasEncoding)]
#[encoding(bound = "T")]
struct NoBound<T>(T);

fn main() {}
