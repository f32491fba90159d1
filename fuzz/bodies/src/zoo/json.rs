//! Items that change the JSON.

use std::fmt;
use std::net::{AddrParseError, Ipv4Addr};
use std::str::FromStr;

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use crate::heap::Heap;
use crate::typed::Traits;

/// An address of four bytes, with its own text in JSON.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(display))]
pub(crate) struct Address(u32);

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Ipv4Addr::from(self.0), f)
    }
}

impl FromStr for Address {
    type Err = AddrParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse::<Ipv4Addr>().map(|address| Self(address.into()))
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(rename_all = "camelCase"))]
pub(crate) struct Peer {
    last_address: Address,
    #[encoding(json(decimal))]
    port: u16,
    #[encoding(dynamic, bytes, json(plain, name = "nick"))]
    name: Vec<u8>,
    #[encoding(string, json(hex))]
    key: Vec<u8>,
}

super::zoo! {
    views {
    }
    types {
        Address: Traits::new(Heap::NONE);
        Peer: Traits::new(Heap::COPIED);
    }
}
