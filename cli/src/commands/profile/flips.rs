//! Tests paired measurements for changes: the sign-flipping permutation test of the maximum statistic.
//!
//! Two programs are measured in pairs of runs. If they are the same program, the sign of each pair's difference is random. So the largest
//! statistic that differences with other signs would show, over all things measured at once, is the largest that the same program shows by
//! chance. All combinations of signs are tried. A difference beyond 99 in 100 of them is a change: of 100 comparisons of a program with itself,
//! one names a change, however many things are measured, whatever the distribution of their times is, and however they depend on each other.
//!
//! Reference: T. E. Nichols and A. P. Holmes, “Nonparametric Permutation Tests for Functional Neuroimaging”, Human Brain Mapping 15 (2002).

/// The fraction of combinations of signs that may have a larger statistic than a change.
const CHANCE: f64 = 0.01;

/// Returns the largest statistic that the same program shows by chance. All series have one difference for each pair of runs, in the same order.
pub(super) fn largest_by_chance(series: &[Vec<f64>]) -> f64 {
    let pairs = series.iter().map(Vec::len).min().unwrap_or_default();
    // The sign of the first pair is fixed, because the opposite of all signs has the same statistics.
    let combinations =
        1_u32.checked_shl(u32::try_from(pairs.saturating_sub(1)).unwrap_or(u32::MAX)).unwrap_or(u32::MAX);
    let largest = |signs: u32| series.iter().map(|one| statistic(one, signs.wrapping_shl(1))).fold(0.0, f64::max);
    let mut largest: Vec<f64> = (0..combinations).map(largest).collect();
    largest.sort_unstable_by(f64::total_cmp);
    let beyond = (f64::from(combinations) * CHANCE) as usize;
    largest.iter().rev().nth(beyond).copied().unwrap_or(f64::INFINITY)
}

/// Returns the standard error of the mean of differences.
pub(super) fn error(differences: &[f64]) -> f64 {
    let count = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = differences.iter().map(|one| (one - mean).powi(2)).sum();
    (squares / (count * (count - 1.0)).max(1.0)).sqrt()
}

/// Returns the absolute value of Student's t of differences, those of the bits in `signs` negated.
fn statistic(differences: &[f64], signs: u32) -> f64 {
    let negated = |at: u32| signs.wrapping_shr(at) & 1 == 1;
    let signed = differences.iter().zip(0..).map(|(one, at)| if negated(at) { -one } else { *one });
    let signed: Vec<f64> = signed.collect();
    let mean = signed.iter().sum::<f64>() / signed.len().max(1) as f64;
    mean.abs() / error(&signed).max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_statistic_is_students_t() {
        // The mean is 2, the standard deviation 1 and the error 1/√3.
        assert!((statistic(&[1.0, 2.0, 3.0], 0) - 12.0_f64.sqrt()).abs() < 1e-12);
        assert!((statistic(&[1.0, -2.0, 3.0], 2) - 12.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(statistic(&[0.0, 0.0], 0), 0.0);
    }

    #[test]
    fn one_combination_of_signs_in_a_hundred_may_be_larger() {
        // Of the four combinations of three pairs, none may be: the largest is that of equal signs.
        let of = |differences: &[f64]| largest_by_chance(&[differences.to_vec()]);
        assert_eq!(of(&[1.0, -1.1, 0.9]), statistic(&[1.0, 1.1, 0.9], 0));
        // Of 128, one may be. The second largest has another sign at the smallest difference.
        let eight = [1.0, 1.1, 0.9, 1.2, 0.8, 1.05, 0.95, 0.1];
        assert_eq!(of(&eight), statistic(&eight, 1 << 7));
        assert!(statistic(&eight, 0) > of(&eight));
        assert_eq!(largest_by_chance(&[vec![1.0, -0.7], vec![3.0, 2.9]]), statistic(&[3.0, 2.9], 0));
        assert_eq!(largest_by_chance(&[]), 0.0);
    }

    /// Compares a program with itself: 30 times in 10 pairs of runs, with outliers and with noise of the machine that all times share.
    #[test]
    fn the_same_program_seldom_has_a_change_and_a_slower_one_has() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut noise = || (0..6).map(|_| random() - 0.5).sum::<f64>();
        let (mut wrong, mut found) = (0, 0);
        for round in 0..40 {
            let mut series = vec![vec![0.0; 10]; 30];
            for pair in 0..10 {
                let of_machine = noise() * if round % 3 == 0 { 0.2 } else { 0.02 };
                for one in &mut series {
                    let outlier = if noise().abs() > 1.6 { noise() } else { 0.0 };
                    one[pair] = of_machine + outlier + noise() * 0.03;
                }
            }
            let is_change = |one: &[f64], limit| statistic(one, 0) > limit;
            let limit = largest_by_chance(&series);
            wrong += usize::from(series.iter().any(|one| is_change(one, limit)));
            series[7] = (0..10).map(|_| 0.1 + noise() * 0.03).collect();
            found += usize::from(is_change(&series[7], largest_by_chance(&series)));
        }
        assert!(wrong <= 2 && found >= 38, "{wrong} {found}");
    }
}
