//! The items of an innermost type: one, or two that mean something together.

use proc_macro2::Span;
use syn::{Expr, Lit, Type};

use crate::attrs::Leaf;
use crate::fits;
use crate::model::{Range, Wire};
use crate::primitives::Row;

/// The form that the items, which come in any order, give to `ty`, whose integers have their low byte first if `little`; or where a mistake is, and what to write.
pub(crate) fn lower(leaves: Vec<(Leaf, Span)>, ty: &Type, little: bool) -> Result<Wire, (Span, String)> {
    let mut leaves = leaves.into_iter();
    let Some((first, at)) = leaves.next() else { return Ok(Wire::Auto) };
    let Some((second, second_at)) = leaves.next() else { return one(first, at, ty, little) };
    if let Some((_, at)) = leaves.next() {
        return Err((at, TOGETHER.to_owned()));
    }
    match (first, second) {
        (Leaf::Range(bounds), Leaf::Le) => range(*bounds, Range::Integer { little: true }, at, ty),
        (Leaf::Le, Leaf::Range(bounds)) => range(*bounds, Range::Integer { little: true }, second_at, ty),
        (Leaf::Range(bounds), Leaf::Be) => range(*bounds, Range::Integer { little: false }, at, ty),
        (Leaf::Be, Leaf::Range(bounds)) => range(*bounds, Range::Integer { little: false }, second_at, ty),
        (Leaf::Range(bounds), Leaf::Row(row)) => range(*bounds, range_of(row, second_at)?, at, ty),
        (Leaf::Row(row), Leaf::Range(bounds)) => range(*bounds, range_of(row, at)?, second_at, ty),
        _ => Err((second_at, TOGETHER.to_owned())),
    }
}

const TOGETHER: &str = "this item does not go with the one before it: only `range` takes another beside it, which is `le`, `be` or `builtin`";

fn one(leaf: Leaf, span: Span, ty: &Type, little: bool) -> Result<Wire, (Span, String)> {
    let refuse = |message: Option<String>| message.map_or(Ok(()), |message| Err((span, message)));
    match leaf {
        Leaf::Row(row) => {
            refuse(fits::leaf(row, ty))?;
            match row.keyword {
                "UintLikeN" => Err((span, format!("write `range = \"0 ..= MAX\"` beside `{}`", row.keyword))),
                "IntLikeZ" => Err((span, format!("write `range = \"MIN ..= MAX\"` beside `{}`", row.keyword))),
                _ => Ok(Wire::Primitive(row, span)),
            }
        }
        Leaf::Range(bounds) if fits::is_float(ty) || is_float(&bounds.0) || is_float(&bounds.1) => {
            range(*bounds, Range::Float, span, ty)
        }
        Leaf::Range(bounds) => range(*bounds, Range::Integer { little }, span, ty),
        Leaf::Le => {
            refuse(fits::integer(ty))?;
            Ok(Wire::Little(span))
        }
        Leaf::Be => {
            refuse(fits::integer(ty))?;
            Ok(Wire::Auto)
        }
        Leaf::Constant(text) => {
            refuse(fits::unit("constant", ty))?;
            Ok(Wire::Constant(text, span))
        }
        Leaf::With(form) => Ok(Wire::With(form, span)),
    }
}

/// Whether a bound is written as a float, which says of an alias what it is.
fn is_float(bound: &Expr) -> bool {
    match bound {
        Expr::Unary(negative) => is_float(&negative.expr),
        Expr::Lit(literal) => matches!(literal.lit, Lit::Float(_)),
        _ => false,
    }
}

fn range(bounds: (Expr, Expr), of: Range, span: Span, ty: &Type) -> Result<Wire, (Span, String)> {
    let mismatch = if of == Range::Float { fits::float(ty) } else { fits::integer(ty) };
    match mismatch {
        Some(message) => Err((span, message)),
        None => Ok(Wire::Ranged { min: bounds.0, max: bounds.1, of, ty: Box::new(ty.clone()), span }),
    }
}

/// What a `builtin` beside a range makes of it.
fn range_of(row: &Row, span: Span) -> Result<Range, (Span, String)> {
    match row.keyword {
        "UintLikeN" => Ok(Range::UintLikeN),
        "IntLikeZ" => Ok(Range::IntLikeZ),
        "Float" => Ok(Range::Float),
        _ => Err((
            span,
            "a range says its width itself: beside it, `builtin` is UintLikeN, IntLikeZ or Float".to_owned(),
        )),
    }
}
