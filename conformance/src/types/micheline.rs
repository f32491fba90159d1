//! Micheline as in the reference's `micheline_encoding.ml`, with one byte for each primitive and without locations.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, Z};

use super::{lists::Text, row::Row};
use crate::engine::Engine;

/// Maximum depth of an expression, close to the limit at compile time.
const DEPTH: u32 = 270;

/// Maximum size of an annotation in bytes.
const ANNOTATION_MAX_BYTES: usize = 255;

/// An expression as it is on the wire. Variants and fields are named as the reference names them.
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu = "micheline.lab.expression", depth = DEPTH, json(first_match))]
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
#[encoding(try_from = "Text", into = "Text")]
struct Annots(Vec<u8>);

impl TryFrom<Text> for Annots {
    type Error = &'static str;

    fn try_from(Text(annots): Text) -> Result<Self, Self::Error> {
        let is_short = |annot: &[u8]| annot.len() <= ANNOTATION_MAX_BYTES;
        if annots.split(|sign| *sign == b' ').all(is_short) {
            Ok(Self(annots))
        } else {
            Err("an annotation is too long")
        }
    }
}

impl From<&Annots> for Text {
    fn from(Annots(annots): &Annots) -> Self {
        Self(annots.clone())
    }
}

/// An expression as JSON has it, with one case for any number of arguments.
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu = "micheline.lab.json", depth = DEPTH)]
enum Shown {
    #[encoding(name = "int")]
    Int(Z),
    #[encoding(name = "string", string)]
    String(Vec<u8>),
    #[encoding(name = "bytes", dynamic, bytes)]
    Bytes(Vec<u8>),
    #[encoding(dynamic, list)]
    Sequence(Vec<Shown>),
    Prim {
        prim: u8,
        #[encoding(option, dynamic, list)]
        args: Option<Vec<Shown>>,
        #[encoding(option, dynamic, list, string)]
        annots: Option<Vec<Vec<u8>>>,
    },
}

impl From<Expression> for Shown {
    fn from(expression: Expression) -> Self {
        let all = |expressions: Vec<Expression>| expressions.into_iter().map(Self::from).collect::<Vec<_>>();
        let (prim, args, annots) = match expression {
            Expression::Int(number) => return Self::Int(number),
            Expression::String(text) => return Self::String(text),
            Expression::Bytes(bytes) => return Self::Bytes(bytes),
            Expression::Sequence(items) => return Self::Sequence(all(items)),
            Expression::Prim(prim) => (prim, vec![], vec![]),
            Expression::PrimAnnots(prim, annots) => (prim, vec![], annots.0),
            Expression::Prim1(prim, arg) => (prim, vec![*arg], vec![]),
            Expression::Prim1Annots(prim, arg, annots) => (prim, vec![*arg], annots.0),
            Expression::Prim2(prim, one, two) => (prim, vec![*one, *two], vec![]),
            Expression::Prim2Annots(prim, one, two, annots) => (prim, vec![*one, *two], annots.0),
            Expression::Generic(prim, args, annots) => (prim, args, annots.0),
        };
        Self::Prim {
            prim,
            args: (!args.is_empty()).then(|| all(args)),
            annots: (!annots.is_empty()).then(|| annots.split(|sign| *sign == b' ').map(<[u8]>::to_vec).collect()),
        }
    }
}

/// Chooses the shortest case, as the reference does.
impl From<Shown> for Expression {
    fn from(shown: Shown) -> Self {
        let all = |shown: Vec<Shown>| shown.into_iter().map(Self::from).collect::<Vec<_>>();
        let (prim, mut args, annots) = match shown {
            Shown::Int(number) => return Self::Int(number),
            Shown::String(text) => return Self::String(text),
            Shown::Bytes(bytes) => return Self::Bytes(bytes),
            Shown::Sequence(items) => return Self::Sequence(all(items)),
            Shown::Prim { prim, args, annots } => {
                (prim, all(args.unwrap_or_default()), Annots(annots.unwrap_or_default().join(&b' ')))
            }
        };
        if args.len() > 2 {
            return Self::Generic(prim, args, annots);
        }
        let (last, first) = (args.pop().map(Box::new), args.pop().map(Box::new));
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

pub(super) const ROWS: &[Row] = &[("micheline(prim=uint8)", || {
    Engine::through::<Expression, Shown>(|expression| Expression::from(Shown::from(expression)))
})];
