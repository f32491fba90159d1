//! Lowers the items of an innermost type: one item, or a range combined with another.

use proc_macro2::Span;
use syn::{Expr, Lit, Type};

use crate::attrs::Scalar;
use crate::fits;
use crate::model::{Leaf, Range, Wire};
use crate::primitives::Row;
use crate::types;

/// A mistake, and what to write instead.
type Refused = (Span, String);

/// Returns the encoding that the items define for `ty`, whatever their order. Integers are little-endian if `little`.
pub(super) fn lower(items: Vec<(Scalar, Span)>, ty: &Type, little: bool) -> Result<Wire, Refused> {
    let mut items = items.into_iter();
    match (items.next(), items.next(), items.next()) {
        (None, ..) => Ok(Wire::Auto),
        (Some((only, span)), None, _) => one(only, span, ty, little),
        (Some((first, first_span)), Some((second, second_span)), None) => {
            let (bounds, span, other, other_span) = match (first, second) {
                (Scalar::Range(bounds), other) => (bounds, first_span, other, second_span),
                (other, Scalar::Range(bounds)) => (bounds, second_span, other, first_span),
                (Scalar::Le, Scalar::Named(row)) => return Err((first_span, instead_of_le(row))),
                (Scalar::Named(row), Scalar::Le) => return Err((second_span, instead_of_le(row))),
                _ => return Err((second_span, TOGETHER.to_owned())),
            };
            let of = match other {
                Scalar::Le => Range::Integer { little: true },
                Scalar::Be => Range::Integer { little: false },
                Scalar::Named(row) => range_of(row, other_span)?,
                Scalar::Range(_) | Scalar::Constant(_) | Scalar::With(_) => {
                    return Err((second_span, TOGETHER.to_owned()));
                }
            };
            range(bounds, of, span, ty)
        }
        (_, _, Some((_, span))) => Err((span, TOGETHER.to_owned())),
    }
}

const TOGETHER: &str =
    "this item cannot be combined with the preceding one: only `range` can, and only with `le`, `be` or `builtin`";

/// Returns what to write instead of `le` combined with a scalar.
fn instead_of_le(row: &Row) -> String {
    match row.keyword {
        // Numbers of 31 and 30 bits, whose width no Rust type determines.
        "Int31" => {
            "a little-endian `Int31` is a range: write `range = \"-0x4000_0000 ..= 0x3fff_ffff\", le`".to_owned()
        }
        "Uint30" => "a little-endian `Uint30` is a range: write `range = \"0 ..= 0x3fff_ffff\", le`".to_owned(),
        "Int16" | "Uint16" | "Int32" | "Uint32" | "Int64" | "Uint64" | "Timestamp" | "timestamp" => {
            "write only `le`: the Rust type determines the width".to_owned()
        }
        name => format!("`{name}` cannot be little-endian: remove `le`"),
    }
}

fn one(item: Scalar, span: Span, ty: &Type, little: bool) -> Result<Wire, Refused> {
    let unless = |message: Option<String>, wire: Wire| message.map_or(Ok(wire), |message| Err((span, message)));
    match item {
        Scalar::Named(row) => {
            let wire = unless(fits::leaf(row, ty), Wire::Leaf(Leaf::Primitive(row), span))?;
            match row.keyword {
                "UintLikeN" => Err((span, format!("`{}` requires a range: add `range = \"0 ..= MAX\"`", row.keyword))),
                "IntLikeZ" => Err((span, format!("`{}` requires a range: add `range = \"MIN ..= MAX\"`", row.keyword))),
                _ => Ok(wire),
            }
        }
        Scalar::Range(bounds) if types::is_float(ty) || is_float(&bounds.0) || is_float(&bounds.1) => {
            range(bounds, Range::Float, span, ty)
        }
        Scalar::Range(bounds) => range(bounds, Range::Integer { little }, span, ty),
        Scalar::Le => unless(fits::integer(ty), Wire::Leaf(Leaf::Little, span)),
        Scalar::Be => unless(fits::integer(ty), Wire::Auto),
        Scalar::Constant(text) => unless(fits::unit("constant", ty), Wire::Leaf(Leaf::Constant(text), span)),
        Scalar::With(form) => Ok(Wire::Leaf(Leaf::With(form), span)),
    }
}

/// Returns true if a limit is written as a float, which determines the range of an alias.
fn is_float(bound: &Expr) -> bool {
    match bound {
        Expr::Unary(negative) => is_float(&negative.expr),
        Expr::Lit(literal) => matches!(literal.lit, Lit::Float(_)),
        _ => false,
    }
}

fn range(bounds: Box<(Expr, Expr)>, of: Range, span: Span, ty: &Type) -> Result<Wire, Refused> {
    let mismatch = if of == Range::Float { fits::float(ty) } else { fits::integer(ty) };
    match mismatch {
        Some(message) => Err((span, message)),
        None => Ok(Wire::Leaf(Leaf::Ranged { bounds, of, ty: Box::new(ty.clone()) }, span)),
    }
}

/// Returns the kind of range that a `builtin` combined with it selects.
fn range_of(row: &Row, span: Span) -> Result<Range, Refused> {
    match row.keyword {
        "UintLikeN" => Ok(Range::UintLikeN),
        "IntLikeZ" => Ok(Range::IntLikeZ),
        "Float" => Ok(Range::Float),
        _ => Err((
            span,
            "a range determines its width: it can only be combined with a `builtin` of UintLikeN, IntLikeZ or Float"
                .to_owned(),
        )),
    }
}
