//! Types without the trait that an item or a field needs.

use bytemuck::{Pod, Zeroable};
use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader};

struct Opaque;

struct Port(u16);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Fields {
    without_an_encoding: Opaque,
    #[encoding(with = "tezos_encoding::wire::Bool")]
    with_of_another_type: u8,
    #[encoding(try_from = "String", into = "String")]
    no_conversion: Port,
    #[encoding(json(with = "Opaque"))]
    json_with_no_hook: u8,
    #[encoding(skip)]
    skip_without_default: Opaque,
    #[encoding(hash)]
    hash_without_digest: [u8; 32],
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Old(u8);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "Old")]
struct LegacyWithoutAConversion(u16);

#[derive(NomReader)]
#[encoding(versioned(name = "state", v0 = "u8", v1 = "Old"))]
struct VersionedWithoutFrom(Old);

#[derive(HasEncoding)]
struct SelectOfATaggedType {
    kind: u8,
    #[encoding(select = "*kind")]
    receipt: u16,
}

// The same size in memory as on the wire and no alignment, but in native byte order.
#[derive(Clone, Copy, Pod, Zeroable)]
#[derive(HasEncoding, NomReader)]
#[encoding(plain)]
#[repr(C, packed)]
struct PlainWithANumber(i32, i8);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu, json(first_match))]
enum ArenaNotDerived {
    End,
    More(Box<ArenaNotDerived>),
}

fn main() {
    let _: Option<Arena<ArenaNotDerived>> = None;
}
