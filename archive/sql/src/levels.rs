//! Levels to which conditions restrict a query.

use datafusion::common::ScalarValue;
use datafusion::logical_expr::{BinaryExpr, Expr, Operator};
use serde::{Deserialize, Serialize};

/// The column of levels, which every table of blocks and operations has.
pub(crate) const LEVEL: &str = "level";

/// Levels from the first to the last; none if the first is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Levels {
    pub(crate) first: i32,
    pub(crate) last: i32,
}

impl Levels {
    pub(crate) const ALL: Self = Self { first: i32::MIN, last: i32::MAX };
    const NONE: Self = Self { first: i32::MAX, last: i32::MIN };

    /// Returns the levels that satisfy a condition; `None` unless the condition compares the level with a number, or joins such comparisons by
    /// `and`.
    pub(crate) fn of(condition: &Expr) -> Option<Self> {
        let Expr::BinaryExpr(BinaryExpr { left, op, right }) = condition else { return None };
        if *op == Operator::And {
            return Some(Self::of(left)?.and(Self::of(right)?));
        }
        let (op, number) = match (left.as_ref(), right.as_ref()) {
            (Expr::Column(column), number) if column.name == LEVEL => (*op, self::number(number)?),
            (number, Expr::Column(column)) if column.name == LEVEL => (op.swap()?, self::number(number)?),
            _ => return None,
        };
        match op {
            Operator::Eq => Some(Self::between(number, number)),
            Operator::Gt => Some(Self::between(number.saturating_add(1), i64::MAX)),
            Operator::GtEq => Some(Self::between(number, i64::MAX)),
            Operator::Lt => Some(Self::between(i64::MIN, number.saturating_sub(1))),
            Operator::LtEq => Some(Self::between(i64::MIN, number)),
            _ => None,
        }
    }

    /// Returns the levels from one number to another, of which either may be no level.
    fn between(first: i64, last: i64) -> Self {
        let first = i32::try_from(first.max(i32::MIN.into()));
        let last = i32::try_from(last.min(i32::MAX.into()));
        first.ok().zip(last.ok()).map_or(Self::NONE, |(first, last)| Self { first, last })
    }

    /// Returns the levels in both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { first: self.first.max(other.first), last: self.last.min(other.last) }
    }

    pub(crate) fn contains(self, level: i32) -> bool {
        (self.first..=self.last).contains(&level)
    }

    /// Returns the number of levels.
    pub(crate) fn count(self) -> usize {
        let count = i64::from(self.last).saturating_sub(self.first.into()).saturating_add(1);
        usize::try_from(count).unwrap_or(0)
    }
}

/// Returns the number that a literal is.
fn number(literal: &Expr) -> Option<i64> {
    match literal {
        Expr::Literal(ScalarValue::Int32(number), _) => number.map(i64::from),
        Expr::Literal(ScalarValue::Int64(number), _) => *number,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use datafusion::logical_expr::{col, lit};

    use super::*;

    #[test]
    fn comparisons_restrict_levels() {
        let level = || col("transactions.level");
        for (condition, expected) in [
            (level().eq(lit(7)), Some((7, 7))),
            (level().gt(lit(7)), Some((8, i32::MAX))),
            (level().gt_eq(lit(7)), Some((7, i32::MAX))),
            (level().lt(lit(7)), Some((i32::MIN, 6))),
            (lit(7).lt(level()), Some((8, i32::MAX))),
            (level().gt(lit(6)).and(level().lt_eq(lit(9_i64))), Some((7, 9))),
            (level().gt_eq(lit(1_i64 << 31)), Some((i32::MAX, i32::MIN))),
            (level().gt(lit(i64::MAX)), Some((i32::MAX, i32::MIN))),
            (level().lt(lit(i64::MIN)), Some((i32::MAX, i32::MIN))),
            (level().lt(lit(1_i64 << 31)), Some((i32::MIN, i32::MAX))),
            (level().not_eq(lit(7)), None),
            (level().gt(lit(7)).or(level().lt(lit(3))), None),
            (col("counter").eq(lit(7)), None),
            (level().eq(lit("7")), None),
        ] {
            let found = Levels::of(&condition).map(|levels| (levels.first, levels.last));
            assert_eq!(found, expected, "{condition}");
        }
    }

    #[test]
    fn no_levels_are_counted_as_none() {
        assert_eq!(Levels::NONE.count(), 0);
        assert_eq!(Levels { first: 3, last: 5 }.count(), 3);
        assert!(!Levels::NONE.contains(i32::MAX));
        assert_eq!(Levels::ALL.count(), 1 << 32);
    }
}
