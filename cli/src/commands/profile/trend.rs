//! Finds trends along the stream: a slope that is robust against outliers, with its confidence interval.
//!
//! The slope is the Theil-Sen estimator: the median of the slopes between all pairs of points. Its confidence interval is that of Sen: the
//! slopes at the ranks that follow from the variance of Kendall's S. That the interval does not contain 0 is equivalent to a positive
//! Mann-Kendall test. Up to a quarter of the points may be outliers, such as a window with a message of 160 kB, which least squares does
//! not tolerate. Successive windows are often similar, because messages come in bursts. Therefore the variance is multiplied by
//! `(1 + r) / (1 - r)`, where `r` is the first-order autocorrelation of the ranks of the residuals.
//!
//! Rules: P. K. Sen, “Estimates of the Regression Coefficient Based on Kendall's Tau”, JASA 63 (1968); ties and variance as in
//! M. G. Kendall, “Rank Correlation Methods”.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, Normal};

use crate::measure::median;

/// Minimum number of points for which a trend is reported. With fewer, the normal distribution does not approximate that of S.
pub(super) const POINTS_MIN: usize = 10;
/// Minimum change along the stream that is a trend, as a fraction of the median: the clock rate of a processor drifts as much.
const CHANGE_MIN: f64 = 0.05;
/// Confidence level of the interval.
const CONFIDENCE: f64 = 0.95;
/// Maximum autocorrelation. Higher values are reduced to it.
const AUTOCORRELATION_MAX: f64 = 0.9;

/// The trend of a series along the stream.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Trend {
    /// The change for one message, as a fraction of the median.
    pub(super) slope: f64,
    /// The ends of the 95 % confidence interval of the slope.
    pub(super) interval: [f64; 2],
    /// Messages from the first point to the last.
    pub(super) length: f64,
    /// The number of points.
    pub(super) points: usize,
    /// The verdict.
    pub(super) verdict: Verdict,
}

/// The verdict on a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    /// The series grows.
    Growing,
    /// The series falls.
    Falling,
    /// There is no trend beyond noise, or the change along the stream is less than 5 %.
    Flat,
    /// There are fewer than ten points, or their median is not positive.
    TooShort,
}

impl Trend {
    /// Returns the trend of points. Each has its position in the stream, in messages, and its value.
    pub(super) fn of(points: &[(f64, f64)]) -> Self {
        let (first, last) = (points.first().map_or(0.0, |point| point.0), points.last().map_or(0.0, |point| point.0));
        let short = Self {
            slope: 0.0,
            interval: [0.0; 2],
            length: last - first,
            points: points.len(),
            verdict: Verdict::TooShort,
        };
        let level = median(&mut points.iter().map(|point| point.1).collect::<Vec<_>>());
        if points.len() < POINTS_MIN || level <= 0.0 {
            return short;
        }
        let mut slopes = slopes(points);
        slopes.sort_unstable_by(f64::total_cmp);
        let slope = middle(&slopes);
        let spread = (variance(points) * correction(points, slope)).sqrt() * quantile(CONFIDENCE);
        let rank = |rank: f64| slopes.get((rank.max(0.0) as usize).min(slopes.len().saturating_sub(1)));
        let count = slopes.len() as f64;
        let ends = [(count - spread) / 2.0 - 1.0, (count + spread) / 2.0].map(f64::round);
        let interval = ends.map(|end| rank(end).copied().unwrap_or_default() / level);
        let slope = slope / level;
        let change = slope * short.length;
        let verdict = match interval {
            [low, _] if low > 0.0 && change >= CHANGE_MIN => Verdict::Growing,
            [_, high] if high < 0.0 && change <= -CHANGE_MIN => Verdict::Falling,
            _ => Verdict::Flat,
        };
        Self { slope, interval, verdict, ..short }
    }

    /// Returns a sentence about the trend that starts with `what`.
    pub(super) fn sentence(&self, what: &str) -> String {
        // The largest power of ten that is not more than the number of messages in the stream.
        let unit = 10_f64.powi((self.length.max(10.0).log10().floor() as i32).max(1));
        let percent = |part: f64| format!("{:.1} %", (part * unit * 100.0).abs());
        let [low, high] = self.interval;
        // If the interval is not symmetric, the side towards 0 is shown, because a trend is tested against 0.
        let side = if self.slope < 0.0 { high - self.slope } else { self.slope - low };
        let amount =
            format!("{} ± {} per {} messages", percent(self.slope), percent(side), crate::output::grouped(unit as u64));
        match self.verdict {
            Verdict::Growing => format!("{what} grows by {amount}: it is growing."),
            Verdict::Falling => format!("{what} falls by {amount}: it is falling."),
            Verdict::Flat => {
                let sign = if self.slope < 0.0 { "-" } else { "" };
                format!("{what} shows no trend beyond noise ({sign}{amount}).")
            }
            Verdict::TooShort => format!("{what}: the stream is too short for a trend."),
        }
    }
}

/// The trends along the stream.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Trends {
    /// Time for a message.
    pub(super) time_per_message: Trend,
    /// Time for a byte.
    pub(super) time_per_byte: Trend,
    /// Bytes of a message.
    pub(super) bytes_per_message: Trend,
}

impl Trends {
    /// Formats each trend as a sentence.
    pub(super) fn sentences(&self) -> [String; 3] {
        [
            self.time_per_message.sentence("Cost per message"),
            self.time_per_byte.sentence("Cost per byte"),
            self.bytes_per_message.sentence("Size of messages"),
        ]
    }
}

/// Returns the slopes between all pairs of points.
fn slopes(points: &[(f64, f64)]) -> Vec<f64> {
    let pairs = points
        .iter()
        .enumerate()
        .flat_map(|(at, from)| points.iter().skip(at.saturating_add(1)).map(move |to| (from, to)));
    pairs.filter(|(from, to)| to.0 != from.0).map(|(from, to)| (to.1 - from.1) / (to.0 - from.0)).collect()
}

/// Returns the median of sorted numbers.
fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    let lower = if sorted.len().is_multiple_of(2) { half.saturating_sub(1) } else { half };
    let at = |at: usize| sorted.get(at).copied().unwrap_or_default();
    f64::midpoint(at(lower), at(half))
}

/// Returns the variance of Kendall's S for a series without a trend, corrected for ties.
fn variance(points: &[(f64, f64)]) -> f64 {
    let of = |n: f64| n * (n - 1.0) * (2.0 * n + 5.0) / 18.0;
    let mut values: Vec<f64> = points.iter().map(|point| point.1).collect();
    values.sort_unstable_by(f64::total_cmp);
    let ties: f64 = values.chunk_by(|one, other| one == other).map(|tied| of(tied.len() as f64)).sum();
    of(points.len() as f64) - ties
}

/// Returns the factor by which the variance grows because successive points are correlated.
fn correction(points: &[(f64, f64)], slope: f64) -> f64 {
    let residuals: Vec<f64> = points.iter().map(|(x, y)| y - slope * x).collect();
    let mut order: Vec<usize> = (0..residuals.len()).collect();
    order.sort_by(|one, other| {
        let at = |at: &usize| residuals.get(*at).copied().unwrap_or_default();
        at(one).total_cmp(&at(other))
    });
    let mut ranks = vec![0.0; residuals.len()];
    for (rank, index) in order.into_iter().enumerate() {
        ranks.get_mut(index).into_iter().for_each(|to| *to = rank as f64);
    }
    let mean = (ranks.len() as f64 - 1.0) / 2.0;
    let square: f64 = ranks.iter().map(|rank| (rank - mean).powi(2)).sum();
    let product: f64 = ranks.windows(2).map(|pair| pair.iter().map(|rank| rank - mean).product::<f64>()).sum();
    let correlation = (product / square.max(f64::MIN_POSITIVE)).clamp(0.0, AUTOCORRELATION_MAX);
    (1.0 + correlation) / (1.0 - correlation)
}

/// Returns the distance from the mean of the standard normal distribution within which this fraction of its values lies.
fn quantile(part: f64) -> f64 {
    Normal::standard().inverse_cdf(f64::midpoint(1.0, part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns reproducible random numbers from 0 to 1.
    fn noise(seed: u64) -> impl Iterator<Item = f64> {
        std::iter::successors(Some(seed), |state| Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1)))
            .skip(3)
            .map(|state| (state >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// Returns a series of windows of 100 messages each.
    fn series(windows: usize, seed: u64, value: impl Fn(f64, f64) -> f64) -> Vec<(f64, f64)> {
        (0..windows).zip(noise(seed)).map(|(at, noise)| (at as f64 * 100.0, value(at as f64, noise))).collect()
    }

    #[test]
    fn growing_and_falling_series_are_detected() {
        // 1 % of the start in each window, which is 0.67 % of the median; noise of ± 10 %.
        for seed in 0..50 {
            let trend = Trend::of(&series(100, seed, |at, noise| 1000.0 + 10.0 * at + 200.0 * (noise - 0.5)));
            assert_eq!(trend.verdict, Verdict::Growing, "{seed}: {trend:?}");
            assert!((0.000_05..0.000_08).contains(&trend.slope), "{trend:?}");
            assert!(trend.interval[0] < trend.slope && trend.slope < trend.interval[1]);
        }
        let trend = Trend::of(&series(100, 1, |at, noise| 3000.0 - 10.0 * at + 200.0 * (noise - 0.5)));
        assert_eq!(trend.verdict, Verdict::Falling);
    }

    #[test]
    fn the_unit_of_sentences_depends_on_the_length_of_the_stream() {
        let trend = |length, slope, verdict| {
            let interval = [slope - 0.000_004, slope + 0.000_004];
            Trend { slope, interval, length, points: 50, verdict }.sentence("Cost per message")
        };
        for (length, slope, verdict, sentence) in [
            (2_000.0, 0.000_031, Verdict::Growing, "grows by 3.1 % ± 0.4 % per 1,000 messages: it is growing."),
            (999.0, -0.000_031, Verdict::Falling, "falls by 0.3 % ± 0.0 % per 100 messages: it is falling."),
            (10_000.0, -0.000_001, Verdict::Flat, "shows no trend beyond noise (-1.0 % ± 4.0 % per 10,000 messages)."),
        ] {
            assert_eq!(trend(length, slope, verdict), format!("Cost per message {sentence}"));
        }
        let uneven = Trend {
            slope: -0.000_3,
            interval: [-0.001, -0.000_1],
            length: 1000.0,
            points: 50,
            verdict: Verdict::Falling,
        };
        assert_eq!(uneven.sentence("Cost"), "Cost falls by 30.0 % ± 20.0 % per 1,000 messages: it is falling.");
    }

    #[test]
    fn flat_series_have_no_trend() {
        let flat = |seed| Trend::of(&series(100, seed, |_, noise| 1000.0 + 500.0 * (noise - 0.5)));
        let trends: Vec<Trend> = (0..400).map(flat).collect();
        let outside = trends.iter().filter(|trend| trend.interval[0] > 0.0 || trend.interval[1] < 0.0).count();
        // 95 % of the intervals contain 0, so about 20 of 400 do not.
        assert!((4..40).contains(&outside), "{outside}");
        assert!(trends[0].sentence("Cost per message").starts_with("Cost per message shows no trend beyond noise ("));
        // A real slope, but too small to matter.
        let drift = Trend::of(&series(100, 1, |at, noise| 1000.0 + 0.2 * at + noise));
        assert_eq!((drift.verdict, drift.interval[0] > 0.0), (Verdict::Flat, true));
        // All values are equal, without any noise.
        assert_eq!(Trend::of(&series(50, 1, |_, _| 7.0)).verdict, Verdict::Flat);
    }

    #[test]
    fn outliers_change_nothing() {
        let spoilt = |at: f64, noise: f64, value: f64| if at % 10.0 == 9.0 { 1e6 * noise } else { value };
        let flat = Trend::of(&series(100, 3, |at, noise| spoilt(at, noise, 1000.0 + 100.0 * noise)));
        assert_eq!(flat.verdict, Verdict::Flat, "{flat:?}");
        let grown = Trend::of(&series(100, 3, |at, noise| spoilt(at, noise, 1000.0 + 10.0 * at + 100.0 * noise)));
        assert_eq!(grown.verdict, Verdict::Growing, "{grown:?}");
        assert!((0.000_05..0.000_08).contains(&grown.slope), "{grown:?}");
    }

    #[test]
    fn bursts_are_not_a_trend() {
        // Each window is similar to the one before.
        let mut wrong = 0;
        for seed in 0..200 {
            let mut level = 0.0;
            let points: Vec<(f64, f64)> = (0..100)
                .zip(noise(seed))
                .map(|(at, noise)| {
                    level = 0.7 * level + noise - 0.5;
                    (f64::from(at), 10.0 + level)
                })
                .collect();
            let [low, high] = Trend::of(&points).interval;
            wrong += usize::from(low > 0.0 || high < 0.0);
        }
        // Without the correction, a third of the intervals would not contain 0.
        assert!(wrong <= 24, "{wrong}");
    }

    /// The slopes, the ranks and the interval follow from the formulas of Sen and Kendall, computed with another program.
    #[test]
    fn small_series_have_the_interval_of_the_formulas() {
        let of = |values: &[f64]| {
            let points: Vec<(f64, f64)> = values.iter().zip(0_u8..).map(|(value, at)| (at.into(), *value)).collect();
            Trend::of(&points)
        };
        // 45 slopes with the median 1/2; the variance of S is 125 less 1 for one tie; the ends are those of the ranks 11 and 33.
        let zigzag = of(&[10.0, 14.0, 11.0, 15.0, 12.0, 16.0, 13.0, 17.0, 14.0, 18.0]);
        assert_eq!(
            zigzag,
            Trend {
                slope: 0.5 / 14.0,
                interval: [0.5 / 14.0, 1.2 / 14.0],
                length: 9.0,
                points: 10,
                verdict: Verdict::Growing
            }
        );
        let steps = of(&[10.0, 12.0, 11.0, 13.0, 12.0, 14.0, 16.0, 15.0, 17.0, 19.0]);
        assert_eq!((steps.slope, steps.interval), (1.0 / 14.0, [0.5 / 14.0, 1.25 / 14.0]));
        // 66 slopes, four ties.
        let even = of(&[100.0, 104.0, 101.0, 105.0, 102.0, 106.0, 103.0, 107.0, 104.0, 108.0, 105.0, 109.0]);
        assert_eq!((even.slope, even.interval), (0.5 / 105.0, [0.5 / 105.0, (8.0 / 9.0) / 105.0]));
    }

    #[test]
    fn a_change_of_five_percent_is_a_trend() {
        let line = |level: f64, slope: f64| {
            // The sixth of ten values in order is the median.
            let middle = if slope < 0.0 { 4.0 } else { 5.0 };
            let points = (0..10_u8).map(|at| (at.into(), level + slope * (f64::from(at) - middle)));
            Trend::of(&points.collect::<Vec<_>>()).verdict
        };
        // The change along ten points is nine slopes: 900 of the median.
        assert_eq!((line(17_999.0, 100.0), line(18_001.0, 100.0)), (Verdict::Growing, Verdict::Flat));
        assert_eq!((line(17_999.0, -100.0), line(18_001.0, -100.0)), (Verdict::Falling, Verdict::Flat));
        assert_eq!((line(0.0, 100.0), line(-1.0, 100.0)), (Verdict::TooShort, Verdict::TooShort));
    }

    #[test]
    fn successive_points_that_are_alike_widen_the_interval() {
        let factor = |values: &[f64]| {
            let points: Vec<(f64, f64)> = values.iter().zip(0_u8..).map(|(value, at)| (at.into(), *value)).collect();
            correction(&points, 0.0)
        };
        // The ranks 0, 1, 2, 3: the sum of products is 1.25, that of squares 5, so that r is 1/4.
        assert_eq!(factor(&[1.0, 2.0, 3.0, 4.0]), 1.25 / 0.75);
        assert_eq!(factor(&[1.0, 4.0, 2.0, 3.0]), 1.0);
        let long: Vec<f64> = (0..100).map(f64::from).collect();
        assert_eq!(factor(&long), 1.9 / (1.0 - 0.9));
        assert_eq!((middle(&[1.0, 2.0, 4.0]), middle(&[1.0, 2.0, 4.0, 9.0]), middle(&[])), (2.0, 3.0, 0.0));
        let points = [(0.0, 1.0), (0.0, 5.0), (2.0, 5.0)];
        assert_eq!(slopes(&points), [2.0, 0.0]);
        // Without ties 3 * 2 * 11 / 18, less 2 * 1 * 9 / 18 for the tie.
        assert!((variance(&points) - (66.0 - 18.0) / 18.0).abs() < 1e-12);
    }

    #[test]
    fn few_points_are_too_short() {
        for windows in [0, 1, 9] {
            let trend = Trend::of(&series(windows, 1, |at, _| 1.0 + at));
            assert_eq!(trend.verdict, Verdict::TooShort);
            assert_eq!(trend.sentence("Cost"), "Cost: the stream is too short for a trend.");
        }
    }
}
