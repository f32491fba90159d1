//! Enums.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::heap::Heap;
use crate::typed::Traits;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(tags = "u16", ignore_unknown, json(first_match))]
pub(crate) enum Message {
    #[encoding(tag = 0x10, title = "Get it", description = "Nothing behind the tag.")]
    Get,
    #[encoding(tag = 0x11, json(kind = "Head"), name = "head")]
    Head(u8),
    #[encoding(tag = 0x0200, dynamic, list)]
    List(Vec<u16>),
    Fields {
        one: bool,
        two: Option<u8>,
    },
    Pair(u8, u16),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(tags = "u32")]
pub(crate) enum Wide {
    None,
    #[encoding(tag = 0xffff_ffff, bytes)]
    Some(Vec<u8>),
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(string_enum)]
pub(crate) enum Vote {
    Yay,
    #[encoding(title = "not now")]
    Nay,
    Pass,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(reserved = [1, 3])]
pub(crate) enum Balance {
    #[encoding(tag = 0)]
    Account(u16),
    #[encoding(tag = 2)]
    Fees,
    #[encoding(other)]
    Unknown { tag: u8, raw: Vec<u8> },
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) enum Amount {
    Small(u8),
    #[encoding(json_only, string)]
    Words(String),
}

/// A number in the shorter of two encodings; the reader accepts both.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) enum Number {
    #[encoding(case(tag = 0, when = "Number::is_small", as = "u8"), case(tag = 1, when = "Number::is_any", as = "u32"))]
    Value(u32),
}

impl Number {
    fn is_small(&self) -> bool {
        matches!(self, Self::Value(0..=255))
    }

    fn is_any(&self) -> bool {
        true
    }
}

impl From<u8> for Number {
    fn from(number: u8) -> Self {
        Self::Value(number.into())
    }
}

impl From<u32> for Number {
    fn from(number: u32) -> Self {
        Self::Value(number)
    }
}

impl From<&Number> for u8 {
    fn from(Number::Value(number): &Number) -> Self {
        (*number).try_into().unwrap_or_default()
    }
}

impl From<&Number> for u32 {
    fn from(Number::Value(number): &Number) -> Self {
        *number
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) enum Content {
    Transfer(u8),
    Reveal,
}

pub(crate) enum ContentKind {
    Transfer,
    Reveal,
}

impl Content {
    fn kind(&self) -> ContentKind {
        match self {
            Self::Transfer(_) => ContentKind::Transfer,
            Self::Reveal => ContentKind::Reveal,
        }
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(untagged)]
pub(crate) enum Receipt {
    #[encoding(on = "ContentKind::Transfer")]
    Transfer { paid: u16 },
    #[encoding(on = "ContentKind::Reveal")]
    Reveal,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Applied {
    content: Content,
    #[encoding(select = "content.kind()")]
    receipt: Receipt,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(tag = 7, tags = "u16")]
pub(crate) struct Ping(u16);

super::zoo! {
    views {
        Message: Traits::new(Heap::NONE.list::<u16>());
        Wide: Traits::new(Heap::COPIED);
        Vote: Traits::new(Heap::NONE);
        Balance: Traits::new(Heap::COPIED);
        Ping: Traits::new(Heap::NONE);
    }
    types {
        Amount: Traits::new(Heap::NONE);
        Number: Traits::new(Heap::NONE).converting();
        Applied: Traits::new(Heap::NONE);
    }
}
