//! Micheline: the expressions in which Michelson is written.
//!
//! | item                                               | description                                                           |
//! |----------------------------------------------------|-----------------------------------------------------------------------|
//! | [`Micheline`]                                      | an owned expression: its canonical bytes and the extent of each node  |
//! | [`MichelineRef`]                                   | a cursor over the checked bytes of an expression: [`ExprKind`], [`Children`], [`Application`], [`Annotations`] |
//! | [`MichelineBuilder`]                               | builds an expression of any depth node by node                        |
//! | [`Prim`]                                           | a primitive, and the protocols that support it                        |
//! | [`Rules`]                                          | the primitives and annotations that a protocol accepts                |
//! | [`Micheline::pretty`], [`parse`], [`parse_script`] | the concrete syntax                                                   |
//! | [`pack`], [`unpack`], [`script_expr_hash`]         | the instructions `PACK` and `UNPACK`, and the hash of a big map's key |
//! | [`Micheline::optimised`]                           | a value of a type in the representation that `PACK` encodes           |
//! | [`LazyExpr`]                                       | an expression with a size prefix, decoded lazily                      |
//!
//! No operation recurses: expressions with a million levels can be decoded, encoded, cloned, compared, dropped, printed and parsed.

// Not an `Arena` of a recursive enum, the other form without recursion. A contract of 23 kB and 6,686 nodes took 5.6 times as long to read
// as an arena and 6.3 times the memory, and was written node by node where a `Micheline` copies its bytes.

mod annotation;
mod build;
mod children;
mod convert;
mod index;
mod json;
mod kind;
mod node;
mod optimise;
mod owned;
mod pack;
mod parse;
mod prim;
mod print;
mod rules;
mod scan;
mod schema;
mod syntax_error;
mod token;
mod walk;

use tezos_encoding::{HasEncoding, Lazy};

use crate::row::{ALPHA, Row};

pub(crate) use annotation::read_annotations;
pub use annotation::{ANNOTATION_MAX_BYTES, Annotations, is_annotation};
pub use build::MichelineBuilder;
pub use children::Children;
pub use kind::{Application, ExprKind, Int};
pub use node::MichelineRef;
pub use optimise::ValueError;
pub use owned::{InvalidAnnotation, Micheline};
pub use pack::{UnpackError, pack, script_expr_hash, unpack};
pub use parse::{Alignment, parse, parse_script};
pub use prim::{Prim, UnknownPrim};
pub use print::Pretty;
pub use rules::Rules;
pub use syntax_error::{SyntaxError, SyntaxErrorKind};

/// An expression with a size prefix, decoded lazily, on first access.
///
/// | bytes | contents                                         |
/// |------:|--------------------------------------------------|
/// | 4     | the size prefix                                  |
/// | n     | the expression, not checked until it is accessed |
///
/// Rule: [`script_repr.ml`](https://gitlab.com/tezos/tezos/-/blob/d26a8bef82/src/proto_alpha/lib_protocol/script_repr.ml), `lazy_expr_encoding`.
///
/// ```
/// use tezos_encoding::Decode;
/// use tezos_protocols::{Protocol, micheline::{LazyExpr, Micheline}};
/// let lazy: LazyExpr = LazyExpr::from_bytes(&[0, 0, 0, 2, 0, 5]).unwrap();
/// assert_eq!(lazy.force().unwrap(), Micheline::int(5));
/// assert_eq!(lazy.force_in(Protocol::Seoul).unwrap(), Micheline::int(5));
/// let other: LazyExpr<&[u8]> = LazyExpr::from_bytes(&[0, 0, 0, 1, 9]).unwrap();
/// assert!(other.force().is_err());
/// ```
pub type LazyExpr<B = alloc::vec::Vec<u8>> = Lazy<Micheline, B>;

/// The encodings of this module: name, title, schema, first and last protocol.
pub(crate) const ENCODINGS: &[Row] = &[
    ("script.expr", "An expression of Michelson", Micheline::ENCODING, 1, ALPHA),
    ("script.lazy_expr", "An expression in a block of its own", LazyExpr::<alloc::vec::Vec<u8>>::ENCODING, 1, ALPHA),
    ("script.prim", PRIM, schema::ENUMS[0], 1, 1),
    ("script.prim", PRIM, schema::ENUMS[1], 2, 4),
    ("script.prim", PRIM, schema::ENUMS[2], 5, 7),
    ("script.prim", PRIM, schema::ENUMS[3], 8, 10),
    ("script.prim", PRIM, schema::ENUMS[4], 11, 11),
    ("script.prim", PRIM, schema::ENUMS[5], 12, 12),
    ("script.prim", PRIM, schema::ENUMS[6], 13, 13),
    ("script.prim", PRIM, schema::ENUMS[7], 14, 14),
    ("script.prim", PRIM, schema::ENUMS[8], 15, 15),
    ("script.prim", PRIM, schema::ENUMS[9], 16, 18),
    ("script.prim", PRIM, schema::ENUMS[10], 19, 22),
    ("script.prim", PRIM, schema::ENUMS[11], 23, 23),
    ("script.prim", PRIM, schema::ENUMS[12], 24, ALPHA),
];

/// The description of `script.prim`.
const PRIM: &str = "A primitive of Michelson";
