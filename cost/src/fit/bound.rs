//! Bounds: a constant and a price for each byte that no measured cost exceeds.

/// Returns the constant and the price of the line above all points, each the bytes and the cost of an input: of the lines that cannot be lowered,
/// the one whose greatest distance from the upper convex hull is least, in proportion. Its constant is at least the cost of the shortest input.
pub(super) fn line_above(points: &[(f64, f64)]) -> (f64, f64) {
    let hull = hull(points);
    // The least constant: the greatest cost of the shortest inputs.
    let Some(&(_, least)) = hull.first() else { return (0.0, 0.0) };
    let highest = points.iter().map(|point| point.1).fold(0.0, f64::max);
    let steepest = points.iter().map(|(bytes, cost)| (cost - least) / bytes.max(1.0)).fold(0.0, f64::max);
    let through = |(&(x, y), &(to_x, to_y)): (&(f64, f64), &(f64, f64))| {
        let slope = (to_y - y) / (to_x - x);
        (y - slope * x, slope)
    };
    let edges = hull.iter().zip(hull.iter().skip(1)).map(through);
    let sound = |(constant, slope): &(f64, f64)| *constant >= least && *slope >= 0.0;
    let excess =
        |(constant, slope): &(f64, f64)| hull.iter().map(|(x, y)| (constant + slope * x) / y).fold(0.0, f64::max);
    let lines = edges.filter(sound).chain([(highest, 0.0), (least, steepest)]);
    lines.min_by(|one, other| excess(one).total_cmp(&excess(other))).unwrap_or_default()
}

/// Returns the upper convex hull, from the least number of bytes to the greatest cost: what is longer and costs less was refused early.
fn hull(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut sorted = points.to_vec();
    // Of the points of a length, only the highest is kept.
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0).then(other.1.total_cmp(&one.1)));
    sorted.dedup_by(|one, kept| one.0 == kept.0);
    let mut hull: Vec<(f64, f64)> = Vec::new();
    for point in sorted {
        let below = |[a, b]: [(f64, f64); 2]| (b.0 - a.0) * (point.1 - a.1) >= (b.1 - a.1) * (point.0 - a.0);
        while hull.last_chunk().copied().is_some_and(below) {
            hull.pop();
        }
        hull.push(point);
    }
    let rising = hull.iter().zip(hull.iter().skip(1)).take_while(|(one, next)| one.1 < next.1).count();
    hull.truncate(rising.saturating_add(1));
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_point_is_above_the_line() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let count = 1 + rng.usize(..40);
            let points: Vec<(f64, f64)> = (0..count)
                .map(|_| {
                    let bytes = f64::from(rng.u32(..1000));
                    (bytes, 1.0 + 300.0 * rng.f64() + bytes * rng.f64())
                })
                .collect();
            let (constant, slope) = line_above(&points);
            assert!(constant >= 0.0 && slope >= 0.0);
            assert!(points.iter().all(|(x, y)| *y <= (constant + slope * x) * (1.0 + 1e-9)), "{points:?}");
            // It touches a point, so that it cannot be lowered.
            assert!(points.iter().any(|(x, y)| *y >= (constant + slope * x) * (1.0 - 1e-9)), "{points:?}");
        }
    }

    #[test]
    fn the_line_is_the_one_nearest_to_the_hull() {
        // On a line with a constant, with points below.
        assert_eq!(line_above(&[(0.0, 10.0), (10.0, 30.0), (20.0, 50.0), (15.0, 20.0)]), (10.0, 2.0));
        // Short values cost more for a byte than long ones: four times too much for the longest is less than seven for the shortest.
        assert_eq!(line_above(&[(0.0, 10.0), (10.0, 90.0), (1000.0, 2070.0)]), (10.0, 8.0));
        // The longest input was refused at its start.
        assert_eq!(line_above(&[(0.0, 10.0), (10.0, 30.0), (1000.0, 1.0)]), (10.0, 2.0));
        // Costs that do not depend on the bytes, or fall.
        assert_eq!(line_above(&[(1.0, 7.0), (9.0, 7.0)]), (7.0, 0.0));
        assert_eq!(line_above(&[(1.0, 8.0), (9.0, 7.0)]), (8.0, 0.0));
        // The line through both has a negative constant.
        assert_eq!(line_above(&[(10.0, 1.0), (20.0, 4.0)]), (1.0, 0.15));
        assert_eq!((line_above(&[(0.0, 5.0)]), line_above(&[])), ((5.0, 0.0), (0.0, 0.0)));
    }
}
