//! Items of a type, of its variants and of its fields that exclude each other.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(tag = 1)]
#[encoding(transparent)]
#[encoding(ignore_unknown)]
enum Enum {
    #[encoding(tag = 1, other)]
    OtherWithATagAndIgnoreUnknown(u8, Vec<u8>),
    #[encoding(on = "0")]
    OnWithoutUntagged,
    #[encoding(case(tag = 1, when = "Node::is_small", as = "u8"))]
    CaseAndWireItem(#[encoding(zarith)] i64),
    #[encoding(case(tag = 2, when = "is_short", as = "u8"), description = "A number.")]
    #[encoding(case(tag = 3, when = "is_long", as = "u16"))]
    CaseWithWords(u32),
    #[encoding(dynamic)]
    ItemsAndThoseOfTheField(#[encoding(bytes)] Vec<u8>),
    #[encoding(dynamic, bytes)]
    ItemsOfTwoFields(Vec<u8>, u8),
    #[encoding(constant = "one", name = "one", json(kind = "one"))]
    ConstantAndName,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16", ignore_unknown)]
#[encoding(transparent)]
struct Struct(u8, u8);

#[derive(HasEncoding)]
#[encoding(tag = 1, versioned(name = "state", v0 = "u8"))]
struct TagAndVersioned(u8);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact, tags = "u16", dynamic)]
enum CompactAndOthers {
    A(bool),
}

#[derive(HasEncoding, NomReader, BinWriter, View)]
#[encoding(plain, view = "HashRef")]
struct PlainAndView([u8; 4]);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(plain, bounded = 4)]
struct PlainAndBoundedOf<T>(T);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(plain)]
enum PlainEnum {
    One,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(string_enum, tags = "u16")]
#[encoding(json(rename_all = "camelCase"))]
enum StringEnum {
    #[encoding(json(kind = "other"))]
    Json,
    #[encoding(tag = 3)]
    Tag,
    Fields(u8),
}

#[derive(HasEncoding)]
#[encoding(untagged(on = "u8"), field = "body")]
enum Untagged {
    #[encoding(on = "1", description = "Nothing.", name = "nothing")]
    Nothing,
    #[encoding(on = "2", json(kind = "more"))]
    More { count: u8 },
    #[encoding(on = "Kind::None", tag = 3)]
    Tag,
}

#[derive(HasEncoding)]
#[encoding(try_from = "u16", tags = "u16", string_enum, ignore_unknown, transparent, tag = 3, untagged, reserved = [1])]
#[encoding(versioned(name = "a", v0 = "u8"), json(rename_all = "camelCase"), view = "BView", arena = "BNode")]
struct ViaAndOthers {
    #[encoding(nonsense, dynamic)]
    x: u32,
}

#[derive(HasEncoding)]
#[encoding(try_from = "u16")]
enum ViaAndVariants {
    #[encoding(tag = 4)]
    First(#[encoding(list)] Vec<u8>),
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, View)]
#[encoding(view = "KindRef")]
enum ViewWithoutACompanion {
    First,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact(tag = "u16", union_tag_bits = 3))]
struct BitsOfNoCases(bool);

#[derive(HasEncoding, NomReader, BinWriter)]
#[repr(C, packed)]
struct Packed {
    bytes: [u8; 4],
    number: u32,
    flag: bool,
}

fn main() {}
