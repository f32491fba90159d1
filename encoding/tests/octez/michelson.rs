//! Michelson values by their types, and arbitrary nodes (`kernel_sdk/encoding/src/michelson.rs`, `micheline.rs`): the
//! tag of a node and its primitive are two bytes that a type puts before its fields.

use crate::common::*;

const NO_ARGUMENTS: u8 = 3;
const TWO_ARGUMENTS: u8 = 7;
const PAIR: u8 = 0x07;
const UNIT: u8 = 0x0b;

/// What a contract sends to a rollup: read for every lifetime, so that the derives must not add the reader for one.
pub(crate) trait Michelson:
    HasEncoding + BinWriter + for<'a> NomReader<'a> + PartialEq + std::fmt::Debug
{
}
impl Michelson for Unit {}

/// A primitive without arguments.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(magic = "[NO_ARGUMENTS, PRIM]")]
pub(crate) struct Prim0<const PRIM: u8>;

/// A primitive with two arguments.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(magic = "[TWO_ARGUMENTS, PRIM]")]
pub(crate) struct Prim2<A, B, const PRIM: u8>(pub(crate) A, pub(crate) B);

pub(crate) type Unit = Prim0<UNIT>;
pub(crate) type Pair<A, B> = Prim2<A, B, PAIR>;

/// Two primitives with one argument each: both bytes together are the tag.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16")]
enum Or<A, B> {
    #[encoding(tag = 0x0505)]
    Left(A),
    #[encoding(tag = 0x0508)]
    Right(B),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16")]
enum Maybe<A> {
    #[encoding(tag = 0x0306)]
    None,
    #[encoding(tag = 0x0509)]
    Some(A),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(magic = "[0]")]
pub(crate) struct Int(pub(crate) Z);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(magic = "[1]")]
pub(crate) struct Text(pub(crate) String);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(magic = "[10]")]
pub(crate) struct Blob(#[encoding(dynamic, bytes)] pub(crate) Vec<u8>);

/// Any node, one variant for each shape: the tag contains the number of arguments and whether there are annotations.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu = "micheline", json(first_match))]
pub(crate) enum Node {
    Int(Z),
    String(String),
    #[encoding(dynamic, list)]
    Seq(Vec<Node>),
    Prim0(u8),
    Prim0Annots(u8, Annotations),
    Prim1(u8, Box<Node>),
    Prim1Annots(u8, Box<Node>, Annotations),
    Prim2(u8, Box<Node>, Box<Node>),
    Prim2Annots(u8, Box<Node>, Box<Node>, Annotations),
    Prim(u8, #[encoding(dynamic, list)] Vec<Node>, Annotations),
    #[encoding(dynamic, bytes)]
    Bytes(Vec<u8>),
}

/// On the wire, one text with spaces between the annotations.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(try_from = "String", into = "String")]
pub(crate) struct Annotations(Vec<String>);

impl TryFrom<String> for Annotations {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let annotations = text.split(' ').filter(|annotation| !annotation.is_empty());
        match annotations.clone().find(|annotation| !annotation.starts_with(['%', '@', ':'])) {
            Some(wrong) => Err(format!("an annotation begins with %, @ or :, not as in `{wrong}`")),
            None => Ok(Self(annotations.map(str::to_owned).collect())),
        }
    }
}

impl From<&Annotations> for String {
    fn from(annotations: &Annotations) -> Self {
        annotations.0.join(" ")
    }
}

fn int(number: i64) -> Int {
    Int(Z::from(number))
}

/// `Pair 1 2`, `Left 1`: the samples of the reference's documentation.
#[test]
fn typed_values() {
    both(&Prim0::<UNIT>, "030b");
    both(&Prim2::<_, _, PAIR>(int(1), int(2)), "0707 0001 0002");
    both(&Or::<Int, Unit>::Left(int(1)), "0505 0001");
    both(&Or::<Int, Unit>::Right(Prim0), "0508 030b");
    both(&Maybe::<Int>::None, "0306");
    both(&Maybe::Some(Text("Hello world!".to_owned())), "0509 010000000c 48656c6c6f20776f726c6421");
    both(&Blob(vec![7]), "0a 00000001 07");
    both(&int(1_000_000), "00 80897a");
    refused::<Pair<Int, Int>>("0707 0001 0102", "Invalid_magic", "1", 4);
    refused::<Pair<Int, Int>>("0708 0001 0002", "Invalid_magic", "", 0);
    refused::<Unit>("030c", "Invalid_magic", "", 0);
    refused::<Or<Int, Unit>>("0507 0001", "Unexpected_tag", "", 0);
    refused::<Int>("00 8000", "Trailing_zero", "", 2);
}

#[test]
fn nodes() {
    let node = |number: i64| Box::new(Node::Int(Z::from(number)));
    both(&Node::Prim2(7, node(1), node(2)), "07 07 0001 0002");
    both(&Node::Seq(vec![Node::Prim0(0x4f)]), "02 00000002 034f");
    let annots = Annotations(vec!["%a".to_owned(), ":b".to_owned()]);
    both(&Node::Prim1Annots(5, node(1), annots), "06 05 0001 00000005 2561203a62");
    // Without an annotation, its JSON would also be that of two arguments of which the second is the number of an empty text.
    let annots = Annotations(vec!["%a".to_owned()]);
    both(&Node::Prim(7, vec![Node::Prim0(0x0b)], annots), "09 07 00000002 030b 00000002 2561");
    refused::<Node>("04 07 00000001 61", "Exception_raised_in_user_function", "1", 2);
    refused::<Node>("02 00000002 030b 00", "Extra_bytes", "", 7);
    refused::<Node>("0b", "Unexpected_tag", "", 0);
}
