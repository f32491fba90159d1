//! Checks that a cost grows in proportion to size.

use std::fmt;

/// A line through measured costs, `fixed + each * size`, and how well it fits them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The cost of a value of size zero.
    pub fixed: f64,
    /// The cost of one more unit of size.
    pub each: f64,
    /// The share of the variance that the line explains: 1 if all points are on it.
    pub r2: f64,
    /// The slope in the upper half of the sizes divided by that in the lower half: 1 for a line, 3 for a parabola.
    pub bend: f64,
}

/// The minimum `r2` of costs that count as a line.
/// Vectors that grow by doubling cost more for the first elements: 0.987 for the nodes of a chain.
pub const MIN_R2: f64 = 0.98;

/// The maximum bend of costs that count as a line.
pub const MAX_BEND: f64 = 1.25;

/// Costs that all differ from their mean by no more than this share of it count as independent of size.
const CONSTANT_WITHIN: f64 = 0.05;

impl Fit {
    /// Fits a line by least squares to at least three points, which are in the order of their sizes.
    pub fn through(points: &[(f64, f64)]) -> Self {
        let line = Line::through(points);
        let around = |value: &dyn Fn(f64, f64) -> f64| points.iter().map(|(x, y)| value(*x, *y).powi(2)).sum::<f64>();
        let residual = around(&|x, y| y - line.fixed - line.each * x);
        let total = around(&|_, y| y - line.mean);
        if points.iter().all(|(_, y)| (y - line.mean).abs() <= CONSTANT_WITHIN * line.mean) {
            return Self::constant(line.mean);
        }
        let middle = points.len() / 2;
        let (lower, upper) = (points.get(..=middle).unwrap_or_default(), points.get(middle..).unwrap_or_default());
        let [below, above] = [lower, upper].map(|points| Line::through(points).each);
        Self { fixed: line.fixed, each: line.each, r2: 1.0 - residual / total, bend: above / below }
    }

    /// Returns true if the cost grows in proportion to size.
    pub fn is_line(&self) -> bool {
        self.r2 >= MIN_R2 && self.bend <= MAX_BEND
    }

    /// Returns the line through costs that are all equal, except for negligible differences.
    fn constant(cost: f64) -> Self {
        Self { fixed: cost, each: 0.0, r2: 1.0, bend: 1.0 }
    }
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fixed, each, r2, bend } = self;
        write!(f, "{fixed:>10.0} + {each:>9.2} n   R² {r2:.5}   bend {bend:.3}")
    }
}

struct Line {
    fixed: f64,
    each: f64,
    mean: f64,
}

impl Line {
    fn through(points: &[(f64, f64)]) -> Self {
        let count = points.len() as f64;
        let mean = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|(x, y)| of(*x, *y)).sum::<f64>() / count;
        let (x, y) = (mean(&|x, _| x), mean(&|_, y| y));
        let each = mean(&|a, b| (a - x) * (b - y)) / mean(&|a, _| (a - x).powi(2));
        Self { fixed: y - each * x, each, mean: y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(cost: impl Fn(f64) -> f64) -> Fit {
        let points: Vec<(f64, f64)> = (0..9).map(|at| f64::from(at) * 500.0).map(|size| (size, cost(size))).collect();
        Fit::through(&points)
    }

    #[test]
    fn a_line_is_recognised() {
        let line = fit(|size| 70.0 + 3.5 * size);
        assert!((line.fixed - 70.0).abs() < 1e-6 && (line.each - 3.5).abs() < 1e-9, "{line}");
        assert!((line.r2 - 1.0).abs() < 1e-12 && (line.bend - 1.0).abs() < 1e-9, "{line}");
        assert!(line.is_line());
    }

    #[test]
    fn a_parabola_is_not_a_line() {
        let parabola = fit(|size| 70.0 + size * size);
        assert!(parabola.r2 < 0.95 && (parabola.bend - 3.0).abs() < 1e-6, "{parabola}");
        assert!(!parabola.is_line());
        assert!(!fit(|size| 70.0 + 40.0 * size + 0.02 * size * size).is_line(), "a line and a parabola");
    }

    /// The fit, its share of the variance and its bend, of points whose figures follow by hand.
    #[test]
    fn the_figures_of_a_few_points() {
        let points = [(0.0, 0.0), (1.0, 4.0), (2.0, 2.0), (3.0, 6.0), (4.0, 8.0)];
        let found = Fit::through(&points);
        // Means 2 and 4; sums of products 18 and of squares 10.
        assert!((found.each - 1.8).abs() < 1e-12 && (found.fixed - 0.4).abs() < 1e-12, "{found}");
        // The squares around the mean are 40, of which the line explains 32.4.
        assert!((found.r2 - 0.81).abs() < 1e-12, "{found}");
        // The middle belongs to both halves: slopes 1 and 3.
        assert!((found.bend - 3.0).abs() < 1e-12, "{found}");
    }

    #[test]
    fn limits_of_a_line_are_inclusive() {
        let fit = |r2, bend| Fit { fixed: 0.0, each: 1.0, r2, bend }.is_line();
        assert!(fit(MIN_R2, MAX_BEND) && !fit(MIN_R2 - 1e-9, MAX_BEND) && !fit(MIN_R2, MAX_BEND + 1e-9));
        assert!(!Fit { fixed: 0.0, each: 1.0, r2: 1.0, bend: f64::NAN }.is_line());
        // Costs that differ by up to a twentieth of their mean are constant.
        let constant = |most: f64| Fit::through(&[(0.0, 100.0 - most), (1.0, 100.0), (2.0, 100.0 + most)]);
        assert_eq!(constant(5.0), Fit { fixed: 100.0, each: 0.0, r2: 1.0, bend: 1.0 });
        assert!((constant(5.1).each - 5.1).abs() < 1e-9);
    }

    #[test]
    fn n_log_n_passes_as_a_line() {
        assert!(fit(|size| 70.0 + 20.0 * size + size * (size + 1.0).log2()).is_line());
    }
}
