//! Items of a type, and of its variants, that exclude each other or are for other types.

use tezos_rlp::Rlp;

#[derive(Rlp)]
#[rlp(typed, untagged, number)]
enum Several {
    One(u8),
    Two(Vec<u8>),
}

#[derive(Rlp)]
#[rlp(transparent)]
enum TransparentEnum {
    One(u8),
}

#[derive(Rlp)]
#[rlp(typed)]
struct TypedStruct(Vec<u8>, u8);

#[derive(Rlp)]
#[rlp(untagged)]
struct UntaggedStruct(Vec<u8>, u8);

#[derive(Rlp)]
#[rlp(number)]
struct NumberStruct(Vec<u8>, u8);

#[derive(Rlp)]
#[rlp(transparent)]
struct TransparentOfTwo {
    one: u8,
    two: u8,
}

#[derive(Rlp)]
#[rlp(trailing, view)]
struct NothingTrails {
    one: Option<u8>,
    two: u8,
}

#[derive(Rlp)]
#[rlp(view)]
struct ViewOfParameters<T> {
    value: T,
}

#[derive(Rlp)]
#[encoding(try_from = "u8", into = "u8")]
struct Converted(u16);

#[derive(Rlp)]
#[rlp(typed)]
#[encoding(json(tagged))]
enum EnvelopeInAnObject {
    One(Vec<u8>),
}

#[derive(Rlp)]
#[rlp(number)]
enum NumberWithFields {
    One,
    Two(u8),
}

#[derive(Rlp)]
#[rlp(typed)]
enum Envelopes {
    #[rlp(list)]
    List(Vec<u16>),
    #[rlp(list)]
    Another(Vec<u16>),
    #[rlp(tag = 1)]
    TwoFields(Vec<u16>, u8),
    #[rlp(tag = 2)]
    NoFields,
}

#[derive(Rlp)]
#[rlp(typed)]
enum ListWithATag {
    #[rlp(list, tag = 1)]
    List(Vec<u16>),
}

#[derive(Rlp)]
enum ListOfATag {
    #[rlp(list)]
    List(Vec<u16>),
}

#[derive(Rlp)]
#[rlp(untagged)]
enum UntaggedItems {
    #[rlp(tag = 1)]
    Tag(Vec<u8>),
    #[rlp(list)]
    ListOfTwo(u8, u8),
}

#[derive(Rlp)]
enum Empty {}

#[derive(Rlp)]
union Union {
    field: u8,
}

#[derive(Rlp)]
struct Recursive {
    inside: Vec<Recursive>,
}

/// Types that contain types with mistakes have no errors because of these.
#[derive(Rlp)]
struct OfTypesWithMistakes {
    several: Several,
    #[rlp(option = "list")]
    number: Option<NumberWithFields>,
    envelopes: Vec<Envelopes>,
    parameters: ViewOfParameters<u8>,
}

#[derive(Rlp)]
#[rlp(view)]
struct ViewOfTypesWithMistakes {
    trailing: NothingTrails,
    all: Vec<NothingTrails>,
}

fn main() {}
