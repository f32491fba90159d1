//! Micheline: `micheline_encoding.ml` of the reference, primitives as a byte, no locations.

use tezos_encoding::{BinWriter, Decode, Encode, FromJson, HasEncoding, NomReader, ToJson, Z};

use super::codec::{Codec, Json, Reading, Writing, written};

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

/// An expression as JSON has it, one form for every number of arguments.
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
        let (prim, args, annots) = match expression {
            Expression::Int(number) => return Self::Int(number),
            Expression::String(text) => return Self::String(text),
            Expression::Bytes(bytes) => return Self::Bytes(bytes),
            Expression::Sequence(items) => return Self::Sequence(items.into_iter().map(Self::from).collect()),
            Expression::Prim(prim) => (prim, vec![], None),
            Expression::PrimAnnots(prim, annots) => (prim, vec![], Some(annots)),
            Expression::Prim1(prim, arg) => (prim, vec![*arg], None),
            Expression::Prim1Annots(prim, arg, annots) => (prim, vec![*arg], Some(annots)),
            Expression::Prim2(prim, one, two) => (prim, vec![*one, *two], None),
            Expression::Prim2Annots(prim, one, two, annots) => (prim, vec![*one, *two], Some(annots)),
            Expression::Generic(prim, args, annots) => (prim, args, Some(annots)),
        };
        let args: Vec<Self> = args.into_iter().map(Self::from).collect();
        let annots = annots.filter(|annots| !annots.0.is_empty());
        Self::Prim {
            prim,
            args: (!args.is_empty()).then_some(args),
            annots: annots.map(|annots| annots.0.split(|sign| *sign == b' ').map(<[u8]>::to_vec).collect()),
        }
    }
}

impl From<Shown> for Expression {
    fn from(shown: Shown) -> Self {
        match shown {
            Shown::Int(number) => Self::Int(number),
            Shown::String(text) => Self::String(text),
            Shown::Bytes(bytes) => Self::Bytes(bytes),
            Shown::Sequence(items) => Self::Sequence(items.into_iter().map(Self::from).collect()),
            Shown::Prim { prim, args, annots } => {
                let args = args.unwrap_or_default().into_iter().map(Self::from).collect();
                Self::Generic(prim, args, Annots(annots.unwrap_or_default().join(&b' ')))
            }
        }
    }
}

/// The type of `micheline(prim=uint8)`.
pub(super) fn find(description: &str) -> Option<Codec> {
    (description == "micheline(prim=uint8)")
        .then(|| Codec::with::<Expression>(read).json(Json { of_bytes: json_of_bytes, to_bytes: bytes_of_json }))
}

fn json_of_bytes(bytes: &[u8]) -> Result<String, String> {
    let expression = Expression::from_bytes(bytes).map_err(|error| error.to_string())?;
    Shown::from(expression).to_json().map_err(|error| error.to_string())
}

fn bytes_of_json(json: &str) -> Writing {
    // The JSON of an expression is never bare text: this tells of a value.
    if json.starts_with('"') {
        return Writing::Unable("the type holds no such value".to_owned());
    }
    let expression = match Shown::from_json(json) {
        Ok(shown) => Expression::from(shown).canonical(),
        Err(error) => return Writing::Refused(error.name(), error.to_string()),
    };
    match expression.to_bytes() {
        Ok(bytes) => Writing::Written(bytes),
        Err(error) => Writing::Refused(error.kind().name(), error.to_string()),
    }
}

fn read(bytes: &[u8]) -> Reading {
    match Expression::from_bytes(bytes) {
        Ok(expression) => Reading::Accepted(vec![written(&expression.canonical())]),
        Err(error) => Reading::Refused(error),
    }
}
