//! Micheline: `micheline_encoding.ml` of the reference, primitives as a byte, no locations.

use tezos_encoding::{BinWriter, Decode, HasEncoding, NomReader, Z};

use super::codec::{Codec, Reading, written};

/// Levels that are read: more than any vector has, and no more than the thread's stack holds.
const DEPTH: u32 = 12_000;

/// Bytes of an annotation.
const ANNOTATION_MAX_BYTES: usize = 255;

/// An expression as it is on the wire. Variants and fields are named as the reference names them.
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu = "micheline.lab.expression", depth = DEPTH)]
enum Expression {
    Int(Z),
    String(#[encoding(string)] Vec<u8>),
    Sequence(#[encoding(dynamic, list)] Vec<Expression>),
    Prim(u8),
    PrimAnnots(u8, Annots),
    Prim1(u8, Box<Expression>),
    Prim1Annots(u8, Box<Expression>, Annots),
    Prim2(u8, Box<Expression>, Box<Expression>),
    Prim2Annots(u8, Box<Expression>, Box<Expression>, Annots),
    Generic(u8, #[encoding(dynamic, list)] Vec<Expression>, Annots),
    Bytes(#[encoding(dynamic, bytes)] Vec<u8>),
}

/// Annotations, a space between two.
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(try_from = "AnnotsText", into = "AnnotsText")]
struct Annots(Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct AnnotsText(#[encoding(string)] Vec<u8>);

impl TryFrom<AnnotsText> for Annots {
    type Error = &'static str;

    fn try_from(AnnotsText(annots): AnnotsText) -> Result<Self, Self::Error> {
        let is_short = |annot: &[u8]| annot.len() <= ANNOTATION_MAX_BYTES;
        if annots.split(|sign| *sign == b' ').all(is_short) {
            Ok(Self(annots))
        } else {
            Err("an annotation is too long")
        }
    }
}

impl From<&Annots> for AnnotsText {
    fn from(Annots(annots): &Annots) -> Self {
        Self(annots.clone())
    }
}

impl Expression {
    /// The same in the shortest variant, in which the reference writes it.
    fn canonical(self) -> Self {
        let (prim, mut args, annots) = match self {
            Self::Sequence(items) => return Self::Sequence(items.into_iter().map(Self::canonical).collect()),
            Self::Prim(prim) => (prim, vec![], Annots(vec![])),
            Self::PrimAnnots(prim, annots) => (prim, vec![], annots),
            Self::Prim1(prim, arg) => (prim, vec![*arg], Annots(vec![])),
            Self::Prim1Annots(prim, arg, annots) => (prim, vec![*arg], annots),
            Self::Prim2(prim, one, two) => (prim, vec![*one, *two], Annots(vec![])),
            Self::Prim2Annots(prim, one, two, annots) => (prim, vec![*one, *two], annots),
            Self::Generic(prim, args, annots) => (prim, args, annots),
            other @ (Self::Int(_) | Self::String(_) | Self::Bytes(_)) => return other,
        };
        if args.len() > 2 {
            return Self::Generic(prim, args.into_iter().map(Self::canonical).collect(), annots);
        }
        let last = args.pop().map(|arg| Box::new(arg.canonical()));
        let first = args.pop().map(|arg| Box::new(arg.canonical()));
        match (first, last, annots.0.is_empty()) {
            (Some(one), Some(two), true) => Self::Prim2(prim, one, two),
            (Some(one), Some(two), false) => Self::Prim2Annots(prim, one, two, annots),
            (None, Some(arg), true) => Self::Prim1(prim, arg),
            (None, Some(arg), false) => Self::Prim1Annots(prim, arg, annots),
            (_, None, true) => Self::Prim(prim),
            (_, None, false) => Self::PrimAnnots(prim, annots),
        }
    }
}

/// The type of `micheline(prim=uint8)`.
pub(super) fn find(description: &str) -> Option<Codec> {
    (description == "micheline(prim=uint8)").then(|| Codec::with::<Expression>(read))
}

fn read(bytes: &[u8]) -> Reading {
    match Expression::from_bytes(bytes) {
        Ok(expression) => Reading::Accepted(vec![written(&expression.canonical())]),
        Err(error) => Reading::Refused(error),
    }
}
