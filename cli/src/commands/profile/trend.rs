//! Finds trends along the stream: a slope that is robust against outliers, with its confidence interval.
//!
//! The slope is the Theil-Sen estimator: the median of the slopes between all pairs of points. Its confidence interval is that of Sen: the
//! slopes at the ranks that follow from the variance of Kendall's S. That the interval does not contain 0 is equivalent to a positive
//! Mann-Kendall test. Up to a quarter of the points may be outliers, such as a window with a message of 160 kB, which least squares does
//! not tolerate. Successive windows are often similar, because messages come in bursts. Therefore the variance is multiplied by
//! `(1 + r) / (1 - r)`, where `r` is the autocorrelation of the ranks of the residuals, and as many fewer points count as independent. Where `r`
//! is estimated too small, noise looks like a trend. So the bias of the estimate is corrected, and the upper end of its confidence interval is used.
//!
//! References: P. K. Sen, “Estimates of the Regression Coefficient Based on Kendall's Tau”, JASA 63 (1968); ties and variance as in
//! M. G. Kendall, “Rank Correlation Methods”; autocorrelation as in K. H. Hamed and A. R. Rao, “A Modified Mann-Kendall Trend Test for
//! Autocorrelated Data”, Journal of Hydrology 204 (1998), its bias as in K. H. Hamed, “Enhancing the Effectiveness of Prewhitening”, Journal of
//! Hydrology 368 (2009), its error as in M. S. Bartlett, “On the Theoretical Specification and Sampling Properties of Autocorrelated
//! Time-Series”, Supplement to the JRSS 8 (1946); Student's t for fewer points as in B. D. Santer et al., “Statistical Significance of Trends”, JGR 105 (2000).

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, StudentsT};

use crate::measure::median;

/// Minimum number of points for which a trend is reported. With fewer, their autocorrelation cannot be estimated.
pub(super) const POINTS_MIN: usize = 20;
/// Minimum change along the stream that is a trend, as a fraction of the median: the clock rate of a processor drifts as much.
const CHANGE_MIN: f64 = 0.05;
/// Confidence level of the interval. A profile has a dozen trends, and fewer than 1 in 100 profiles may have a wrong one.
const CONFIDENCE: f64 = 0.999;
/// The number of standard errors that are added to the estimate of the autocorrelation: it is less with a probability of 90 %.
const AUTOCORRELATION_ERRORS: f64 = 1.28;
/// Maximum autocorrelation. Higher values are reduced to it.
const AUTOCORRELATION_MAX: f64 = 0.95;

/// The trend of a series along the stream.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Trend {
    /// The change for one message, as a fraction of the median.
    pub(super) slope: f64,
    /// The ends of the 99.9 % confidence interval of the slope.
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
    /// There are fewer than twenty points, or their median is not positive.
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
        let slope = middle(&mut slopes);
        let correction = correction(points, slope);
        let spread = (variance(points) * correction).sqrt() * quantile(CONFIDENCE, points.len() as f64 / correction);
        let count = slopes.len() as f64;
        let ends = [(count - spread) / 2.0 - 1.0, (count + spread) / 2.0].map(f64::round);
        let interval = ends.map(|end| at_rank(&mut slopes, end.clamp(0.0, count - 1.0) as usize) / level);
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
        let sure = CONFIDENCE * 100.0;
        match self.verdict {
            Verdict::Growing => format!("{what} grows by {amount}: it is growing, at {sure} % confidence."),
            Verdict::Falling => format!("{what} falls by {amount}: it is falling, at {sure} % confidence."),
            Verdict::Flat => {
                let sign = if self.slope < 0.0 { "-" } else { "" };
                format!("{what} shows no trend beyond noise ({sign}{amount}).")
            }
            Verdict::TooShort => format!("{what}: the stream is too short for a trend."),
        }
    }
}

/// The trends along the stream, for the same mix of kinds.
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
    /// What the sentences are about.
    pub(super) const TITLE: &str = "Trends, each message compared with the mean of its kind";

    /// Formats each trend as a sentence. [`Self::TITLE`] belongs before them.
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

/// Returns the median, or 0 if there are no numbers.
fn middle(numbers: &mut [f64]) -> f64 {
    let half = numbers.len() / 2;
    let lower = if numbers.len().is_multiple_of(2) { half.saturating_sub(1) } else { half };
    f64::midpoint(at_rank(numbers, lower), at_rank(numbers, half))
}

/// Returns the number at this position in order, or 0 if there are not as many.
fn at_rank(numbers: &mut [f64], rank: usize) -> f64 {
    if rank < numbers.len() { *numbers.select_nth_unstable_by(rank, f64::total_cmp).1 } else { 0.0 }
}

/// Returns the variance of Kendall's S for a series without a trend, corrected for ties.
fn variance(points: &[(f64, f64)]) -> f64 {
    let of = |n: f64| n * (n - 1.0) * (2.0 * n + 5.0) / 18.0;
    let mut values: Vec<f64> = points.iter().map(|point| point.1).collect();
    values.sort_unstable_by(f64::total_cmp);
    let ties: f64 = values.chunk_by(|one, other| one == other).map(|tied| of(tied.len() as f64)).sum();
    of(points.len() as f64) - ties
}

/// Returns the factor by which the variance of S grows because successive points are correlated.
fn correction(points: &[(f64, f64)], slope: f64) -> f64 {
    let ranks = ranks(&points.iter().map(|(x, y)| y - slope * x).collect::<Vec<_>>());
    let count = ranks.len() as f64;
    let mean = (count - 1.0) / 2.0;
    let square: f64 = ranks.iter().map(|rank| (rank - mean).powi(2)).sum();
    let at_lag = |lag: usize| {
        let pairs = ranks.iter().zip(ranks.iter().skip(lag));
        let product: f64 = pairs.map(|(one, other)| (one - mean) * (other - mean)).sum();
        // Residuals of few points seem less correlated than they are.
        (count * product / square.max(f64::MIN_POSITIVE) + 2.0) / (count - 4.0).max(1.0)
    };
    let errors = |of: f64| AUTOCORRELATION_ERRORS * ((1.0 - of.powi(2)).max(0.0) / count).sqrt();
    let root = |lag, root: fn(f64) -> f64| root(at_lag(lag).max(0.0));
    let estimate = match at_lag(1) {
        // The points oscillate, beyond chance: those that are two or three apart are alike although noise does not last as long.
        first if first < -3.0 / count.sqrt() => 0.0,
        // Noise of single points hides more of the correlation at the first lag than of its decrease to the next ones.
        first => first.max(root(2, f64::sqrt)).max(root(3, f64::cbrt)),
    };
    let correlation = (estimate + errors(estimate)).min(AUTOCORRELATION_MAX);
    (1.0 + correlation) / (1.0 - correlation)
}

/// Returns the rank of each value, from 0. Values that differ by rounding only have the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let largest = values.iter().fold(f64::MIN_POSITIVE, |largest, value| largest.max(value.abs()));
    let is_tied = |one: f64, other: f64| (other - one) / largest < 1e-12;
    let mut sorted: Vec<(f64, usize)> = values.iter().copied().zip(0..).collect();
    sorted.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0.0;
    for tied in sorted.chunk_by(|one, other| is_tied(one.0, other.0)) {
        let rank = before + (tied.len() as f64 - 1.0) / 2.0;
        for (_, at) in tied {
            ranks.get_mut(*at).into_iter().for_each(|to| *to = rank);
        }
        before += tied.len() as f64;
    }
    ranks
}

/// Returns the number of standard deviations within which this fraction of slopes lies: by Student's t, for points of which this many are
/// independent.
fn quantile(part: f64, independent: f64) -> f64 {
    let distribution = StudentsT::new(0.0, 1.0, (independent - 2.0).max(1.0));
    distribution.map_or(f64::INFINITY, |distribution| distribution.inverse_cdf(f64::midpoint(1.0, part)))
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
            (
                2_000.0,
                0.000_031,
                Verdict::Growing,
                "grows by 3.1 % ± 0.4 % per 1,000 messages: it is growing, at 99.9 % confidence.",
            ),
            (
                999.0,
                -0.000_031,
                Verdict::Falling,
                "falls by 0.3 % ± 0.0 % per 100 messages: it is falling, at 99.9 % confidence.",
            ),
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
        let sentence = "Cost falls by 30.0 % ± 20.0 % per 1,000 messages: it is falling, at 99.9 % confidence.";
        assert_eq!(uneven.sentence("Cost"), sentence);
    }

    #[test]
    fn flat_series_have_no_trend() {
        let flat = |seed| Trend::of(&series(100, seed, |_, noise| 1000.0 + 500.0 * (noise - 0.5)));
        let trends: Vec<Trend> = (0..400).map(flat).collect();
        let outside = trends.iter().filter(|trend| trend.interval[0] > 0.0 || trend.interval[1] < 0.0).count();
        // 99.9 % of the intervals contain 0.
        assert!(outside <= 4, "{outside}");
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
        // Without the correction, one in ten intervals would not contain 0.
        assert!(wrong <= 2, "{wrong}");
    }

    /// The slopes, the ranks and the interval follow from the formulas of Sen and Kendall and of Student, computed with another program.
    #[test]
    fn short_series_have_the_interval_of_the_formulas() {
        let of = |values: &mut dyn Iterator<Item = f64>| {
            let points: Vec<(f64, f64)> = values.zip(0_u8..).map(|(value, at)| (at.into(), value)).collect();
            Trend::of(&points)
        };
        // 4,950 slopes with an autocorrelation of 0.301 and an error of 0.095: the ends are those of the ranks 1,535 and 3,414.
        let saw = of(&mut (0..100_u32).map(|at| f64::from(100 + at * 7919 % 41 + at * 3)));
        assert_eq!((saw.slope, saw.verdict), (145.0 / 48.0 / 268.0, Verdict::Growing));
        assert_eq!(saw.interval, [197.0 / 72.0 / 268.0, 260.0 / 79.0 / 268.0]);
        assert_eq!((saw.length, saw.points), (99.0, 100));
        // An autocorrelation of 0.680 and an error of 0.073, by which the ranks are 375 and 4,574.
        let steps = |at: u32| f64::from(100 + at / 4 * 7 % 10 * 3 + at * 7919 % 11 + at * 2);
        assert_eq!(of(&mut (0..100).map(steps)).interval, [17.0 / 21.0 / 216.0, 54.0 / 17.0 / 216.0]);
        // Of 60 points the interval is as wide as all slopes.
        let few = of(&mut (0..60).map(steps));
        assert_eq!((few.interval, few.verdict), ([-8.0 / 184.0, 33.0 / 184.0], Verdict::Flat));
        // Points that oscillate have no autocorrelation, only errors of 0.202: the ends are those of the ranks 192 and 587.
        let zigzag = of(&mut (0..40_u8).map(|at| 10.0 + f64::from(at) / 2.0 + f64::from(at % 2 * 4)));
        assert_eq!((zigzag.slope, zigzag.interval), (0.5 / 22.0, [0.5 / 22.0, 37.0 / 58.0 / 22.0]));
        assert_eq!(zigzag.verdict, Verdict::Growing);
    }

    #[test]
    fn a_change_of_five_percent_is_a_trend() {
        let line = |level: f64, slope: f64| {
            // The eleventh of twenty values in order is the median.
            let middle = if slope < 0.0 { 9.0 } else { 10.0 };
            let points = (0..20_u8).map(|at| (at.into(), level + slope * (f64::from(at) - middle)));
            Trend::of(&points.collect::<Vec<_>>()).verdict
        };
        // The change along twenty points is nineteen slopes: 1,900 of the median.
        assert_eq!((line(37_999.0, 100.0), line(38_001.0, 100.0)), (Verdict::Growing, Verdict::Flat));
        assert_eq!((line(37_999.0, -100.0), line(38_001.0, -100.0)), (Verdict::Falling, Verdict::Flat));
        assert_eq!((line(0.0, 100.0), line(-1.0, 100.0)), (Verdict::TooShort, Verdict::TooShort));
    }

    #[test]
    fn successive_points_that_are_alike_widen_the_interval() {
        let factor = |values: &[f64]| {
            let points: Vec<(f64, f64)> = values.iter().zip(0_u8..).map(|(value, at)| (at.into(), *value)).collect();
            correction(&points, 0.0)
        };
        // Of the ranks 0 to 7 the sum of products is 26.25, that of squares 42: 0.625, and without bias (8 * 0.625 + 2) / 4, which is limited.
        assert_eq!(factor(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]), 1.95 / (1.0 - 0.95));
        // The next three points are unlike each of these. Only the errors of 1 / √16 remain.
        let unlike = [9.0, 11.0, 1.0, 3.0, 16.0, 13.0, 8.0, 2.0, 12.0, 4.0, 10.0, 14.0, 6.0, 7.0, 5.0, 15.0];
        assert!((factor(&unlike) - 1.32 / 0.68).abs() < 1e-12);
        // Pairs are more alike at the first lag, triples at the second.
        let blocks = |length: usize| {
            let values: Vec<f64> = (0..60).map(|at| (at / length * 7919 % 31) as f64).collect();
            factor(&values)
        };
        assert!(1.5 < blocks(2) && blocks(2) < blocks(3), "{} {}", blocks(2), blocks(3));
        assert_eq!(ranks(&[5.0, 1.0, 5.0 + 1e-14, 2.0]), [2.5, 0.0, 2.5, 1.0]);
        assert_eq!((middle(&mut [4.0, 1.0, 2.0]), middle(&mut [9.0, 1.0, 2.0, 4.0]), middle(&mut [])), (2.0, 3.0, 0.0));
        let points = [(0.0, 1.0), (0.0, 5.0), (2.0, 5.0)];
        assert_eq!(slopes(&points), [2.0, 0.0]);
        // Without ties 3 * 2 * 11 / 18, less 2 * 1 * 9 / 18 for the tie.
        assert!((variance(&points) - (66.0 - 18.0) / 18.0).abs() < 1e-12);
        // From a table of Student's t: 10 of 12 points are free; 99 % is 0.5 % on each side.
        assert!((quantile(0.99, 12.0) - 3.169).abs() < 1e-3 && (quantile(0.99, 1.0) - 63.657).abs() < 1e-3);
    }

    #[test]
    fn few_points_are_too_short() {
        for windows in [0, 1, 19] {
            let trend = Trend::of(&series(windows, 1, |at, _| 1.0 + at));
            assert_eq!(trend.verdict, Verdict::TooShort);
            assert_eq!(trend.sentence("Cost"), "Cost: the stream is too short for a trend.");
        }
    }
}
