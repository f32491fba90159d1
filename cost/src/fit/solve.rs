//! Solvers of linear equations whose columns have length 1.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "matrices and vectors of matching sizes")]

use nalgebra::{DMatrix, DVector};

/// Singular values below this count as 0: of several solutions, the shortest is returned.
const TINY: f64 = 1e-12;

/// Maximum number of rounds of an iteration; far more than any needs.
const ROUNDS_MAX: usize = 10_000;

/// Returns the least squares solution.
pub(super) fn least_squares(matrix: &DMatrix<f64>, right: &DVector<f64>) -> DVector<f64> {
    let solution = matrix.clone().svd(true, true).solve(right, TINY);
    solution.unwrap_or_else(|_| DVector::zeros(matrix.ncols()))
}

/// Returns the least squares solution without negative numbers, by the method of Lawson and Hanson (*Solving Least Squares Problems*,
/// 1974, chapter 23): columns enter one by one, and those leave again that would become negative.
pub(super) fn non_negative(matrix: &DMatrix<f64>, right: &DVector<f64>) -> DVector<f64> {
    let unconstrained = least_squares(matrix, right);
    if unconstrained.iter().all(|value| *value >= 0.0) {
        return unconstrained;
    }
    let mut solution = DVector::zeros(matrix.ncols());
    let mut used: Vec<usize> = Vec::new();
    for _ in 0..ROUNDS_MAX {
        let slope = matrix.tr_mul(&(right - matrix * &solution));
        let unused = slope.iter().enumerate().filter(|(column, slope)| !used.contains(column) && **slope > TINY);
        let Some((entering, _)) = unused.max_by(|one, other| one.1.total_cmp(other.1)) else { break };
        used.push(entering);
        while !used.is_empty() {
            let target = least_squares(&matrix.select_columns(&used), right);
            let steps = used.iter().zip(&target).map(|(column, target)| (*column, solution[*column], *target));
            // How far towards the target no number becomes negative.
            let ends =
                steps.clone().filter(|(_, _, target)| *target <= 0.0).map(|(_, now, target)| now / (now - target));
            let share = ends.fold(1.0, f64::min);
            let moved: Vec<(usize, f64)> =
                steps.map(|(column, now, target)| (column, now + share * (target - now))).collect();
            solution.fill(0.0);
            used.clear();
            for (column, value) in moved.into_iter().filter(|(_, value)| *value > TINY) {
                solution[column] = value;
                used.push(column);
            }
            if share >= 1.0 {
                break;
            }
        }
    }
    solution
}

/// Returns the solution of the lasso by coordinate descent: half the sum of the squared errors plus the absolute numbers, each times its
/// penalty, is minimal.
pub(super) fn lasso(matrix: &DMatrix<f64>, right: &DVector<f64>, penalties: &[f64], positive: bool) -> DVector<f64> {
    let mut solution: DVector<f64> = DVector::zeros(matrix.ncols());
    let mut error = right.clone();
    for _ in 0..ROUNDS_MAX {
        let mut change: f64 = 0.0;
        for ((value, column), penalty) in solution.iter_mut().zip(matrix.column_iter()).zip(penalties) {
            let best = *value + column.dot(&error);
            let shrunk = (best.abs() - penalty).max(0.0).copysign(best);
            let next = if positive { shrunk.max(0.0) } else { shrunk };
            error.axpy(*value - next, &column, 1.0);
            change = change.max((next - *value).abs());
            *value = next;
        }
        if change <= TINY * right.norm() {
            break;
        }
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns of length 1, of random numbers, and a right side.
    fn problem(seed: u64, rows: usize, columns: usize) -> (DMatrix<f64>, DVector<f64>) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut matrix = DMatrix::from_fn(rows, columns, |_, _| rng.f64());
        for mut column in matrix.column_iter_mut() {
            column.normalize_mut();
        }
        (matrix, DVector::from_fn(rows, |_, _| rng.f64() - 0.2))
    }

    /// At the minimum, the slope is 0 for each positive number, and does not fall for the others.
    #[test]
    fn non_negative_solutions_are_minimal() {
        let mut zeros = 0;
        for seed in 0..200 {
            let (matrix, right) = problem(seed, 12, 6);
            let solution = non_negative(&matrix, &right);
            let slope = matrix.tr_mul(&(&right - &matrix * &solution));
            for (value, slope) in solution.iter().zip(&slope) {
                assert!(*value >= 0.0 && if *value > 0.0 { slope.abs() < 1e-9 } else { *slope < 1e-9 }, "{seed}");
                zeros += usize::from(*value == 0.0);
            }
        }
        assert!((200..1000).contains(&zeros), "{zeros} of 1200 numbers are 0");
    }

    #[test]
    fn dependent_columns_end_the_iteration() {
        let (matrix, right) = problem(1, 12, 2);
        let twice = matrix.select_columns(&[0, 1, 0]);
        let (one, other) = (non_negative(&matrix, &right), non_negative(&twice, &right));
        assert!((&matrix * one - &twice * other).norm() < 1e-9);
    }

    /// With orthogonal columns, each number of the least squares solution moves towards 0 by its penalty.
    #[test]
    fn the_lasso_shrinks_by_the_penalty() {
        let matrix = DMatrix::identity(4, 4);
        let right = DVector::from_vec(vec![3.0, 0.5, -3.0, 3.0]);
        let penalties = [1.0, 1.0, 1.0, 0.0];
        assert_eq!(lasso(&matrix, &right, &penalties, false).as_slice(), [2.0, 0.0, -2.0, 3.0]);
        assert_eq!(lasso(&matrix, &right, &penalties, true).as_slice(), [2.0, 0.0, 0.0, 3.0]);
    }

    #[test]
    fn the_lasso_without_penalty_is_least_squares() {
        for seed in 0..20 {
            let (matrix, right) = problem(seed, 12, 3);
            let difference = lasso(&matrix, &right, &[0.0; 3], false) - least_squares(&matrix, &right);
            assert!(difference.norm() < 1e-6, "{seed}");
            let difference = lasso(&matrix, &right, &[0.0; 3], true) - non_negative(&matrix, &right);
            assert!(difference.norm() < 1e-6, "{seed}");
        }
    }
}
