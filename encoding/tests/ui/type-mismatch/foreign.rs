//! Types of other crates, types of a parameter, and conversions without their traits.

use std::marker::PhantomData;
use std::net::Ipv4Addr;

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding)]
struct Foreign {
    address: Ipv4Addr,
    phantom: PhantomData<u8>,
}

#[derive(NomReader, BinWriter)]
struct ForeignAddress(Ipv4Addr);

#[derive(HasEncoding)]
struct Projection<T: Iterator> {
    item: T::Item,
}

struct Port(u16);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Converted {
    #[encoding(try_from = "u16", into = "u16")]
    port: Port,
}

fn whole(number: u32) -> Port {
    Port(number as u16)
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Functions {
    #[encoding(from = "u16", from_fn = "whole", into_fn = "String::len")]
    other_types: Port,
    #[encoding(try_from = "u32", from_fn = "whole", into_fn = "u32::from")]
    no_result: Port,
}

fn main() {}
