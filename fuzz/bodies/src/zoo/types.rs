//! Items of types, and types that need no item.

use tezos_encoding::{BinWriter, HasEncoding, Json, Lazy, NomReader, View};

use crate::heap::Heap;
use crate::typed::Traits;

mod facade {
    pub(crate) use tezos_encoding as codec;
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(transparent, crate = "facade::codec")]
pub(crate) struct Level {
    height: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(view = "Self", field = "block_hash")]
pub(crate) struct Hash([u8; 2]);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(view = "HeadRef")]
pub(crate) struct Head {
    hash: Hash,
    #[encoding(dynamic, list)]
    hashes: Vec<Hash>,
    #[encoding(bytes)]
    data: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(versioned(name = "state", v0 = "u8", v1 = "Newest"))]
pub(crate) struct StateFile(Newest);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Newest(u32);

impl From<u8> for Newest {
    fn from(level: u8) -> Self {
        Self(level.into())
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct OldTicket {
    amount: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "OldTicket")]
pub(crate) struct Ticket {
    amount: u32,
}

impl From<OldTicket> for Ticket {
    fn from(old: OldTicket) -> Self {
        Self { amount: old.amount.into() }
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Later {
    level: u8,
    #[encoding(dynamic)]
    lazy: Lazy<Vec<u16>>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Document {
    #[encoding(dynamic)]
    json: Json,
    last: u8,
}

super::zoo! {
    views {
        Head: Traits::new(Heap::COPIED.list::<Hash>());
    }
    types {
        Level: Traits::new(Heap::NONE);
        StateFile: Traits::new(Heap::NONE).converting();
        Ticket: Traits::new(Heap::NONE);
        Later: Traits::new(Heap::COPIED.list::<u16>());
        Document: Traits::new(Heap::COPIED.levels(0, 1));
    }
}
