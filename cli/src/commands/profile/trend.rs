//! Whether a series of numbers grows along the stream: a slope that outliers do not move, and how sure it is.
//!
//! The slope is that of Theil and Sen: the median of the slopes between all pairs of points. Its interval is Sen's: the slopes at the
//! ranks that the variance of Kendall's S gives, whose test (Mann and Kendall) is that of the interval without 0. Up to a quarter of
//! the points may be anything, which least squares does not stand: one message of 160 kB in a window is such a point. Windows that
//! follow each other are often alike, as bursts of messages are; the variance grows by the autocorrelation of the ranks of what the
//! slope leaves, of the first order, as (1 + r) / (1 - r).
//!
//! Rules: P. K. Sen, “Estimates of the Regression Coefficient Based on Kendall's Tau”, JASA 63 (1968); ties and variance as in
//! M. G. Kendall, “Rank Correlation Methods”.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, Normal};

use crate::measure::median;

/// Fewest points of which anything is said: the normal distribution stands for that of S from here on.
pub(super) const POINTS_MIN: usize = 10;
/// Least change along the stream that is called a trend, as a part of the median: the clock rate of a processor drifts as much.
const CHANGE_MIN: f64 = 0.05;
/// Confidence of the interval.
const CONFIDENCE: f64 = 0.95;
/// Highest autocorrelation that is believed.
const AUTOCORRELATION_MAX: f64 = 0.9;

/// How a series goes along the stream.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Trend {
    /// Change for one message, as a part of the median.
    pub(super) slope: f64,
    /// The ends of its interval of 95 %.
    pub(super) interval: [f64; 2],
    /// Messages from the first point to the last.
    pub(super) length: f64,
    /// Points.
    pub(super) points: usize,
    /// What it says.
    pub(super) verdict: Verdict,
}

/// What a trend says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    /// It grows.
    Growing,
    /// It becomes less.
    Falling,
    /// Neither can be seen in the noise, or it is less than 5 % along the stream.
    Flat,
    /// There are fewer than ten points.
    TooShort,
}

impl Trend {
    /// The trend of points: how many messages are before each, and what is looked at.
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

    /// The trend in words; `what` starts the sentence.
    pub(super) fn sentence(&self, what: &str) -> String {
        // The largest power of ten that the stream is long enough for.
        let unit = 10_f64.powi((self.length.max(10.0).log10().floor() as i32).max(1));
        let percent = |part: f64| format!("{:.1} %", (part * unit * 100.0).abs());
        let [low, high] = self.interval;
        // Where the interval is not even: towards 0, which is what a trend is tested for.
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

/// The slopes between all pairs of points.
fn slopes(points: &[(f64, f64)]) -> Vec<f64> {
    let pairs = points
        .iter()
        .enumerate()
        .flat_map(|(at, from)| points.iter().skip(at.saturating_add(1)).map(move |to| (from, to)));
    pairs.filter(|(from, to)| to.0 != from.0).map(|(from, to)| (to.1 - from.1) / (to.0 - from.0)).collect()
}

/// The median of sorted numbers.
fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    let lower = if sorted.len().is_multiple_of(2) { half.saturating_sub(1) } else { half };
    let at = |at: usize| sorted.get(at).copied().unwrap_or_default();
    f64::midpoint(at(lower), at(half))
}

/// The variance of Kendall's S without a trend, less what ties take.
fn variance(points: &[(f64, f64)]) -> f64 {
    let of = |n: f64| n * (n - 1.0) * (2.0 * n + 5.0) / 18.0;
    let mut values: Vec<f64> = points.iter().map(|point| point.1).collect();
    values.sort_unstable_by(f64::total_cmp);
    let ties: f64 = values.chunk_by(|one, other| one == other).map(|tied| of(tied.len() as f64)).sum();
    of(points.len() as f64) - ties
}

/// How much the variance grows, because points that follow each other are alike.
fn correction(points: &[(f64, f64)], slope: f64) -> f64 {
    let left: Vec<f64> = points.iter().map(|(x, y)| y - slope * x).collect();
    let mut order: Vec<usize> = (0..left.len()).collect();
    order.sort_by(|one, other| {
        let at = |at: &usize| left.get(*at).copied().unwrap_or_default();
        at(one).total_cmp(&at(other))
    });
    let mut ranks = vec![0.0; left.len()];
    for (rank, place) in order.into_iter().enumerate() {
        ranks.get_mut(place).into_iter().for_each(|to| *to = rank as f64);
    }
    let mean = (ranks.len() as f64 - 1.0) / 2.0;
    let square: f64 = ranks.iter().map(|rank| (rank - mean).powi(2)).sum();
    let product: f64 = ranks.windows(2).map(|pair| pair.iter().map(|rank| rank - mean).product::<f64>()).sum();
    let correlation = (product / square.max(f64::MIN_POSITIVE)).clamp(0.0, AUTOCORRELATION_MAX);
    (1.0 + correlation) / (1.0 - correlation)
}

/// The distance from the middle of the normal distribution within which this part of it is.
fn quantile(part: f64) -> f64 {
    Normal::standard().inverse_cdf(f64::midpoint(1.0, part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from 0 to 1 that are the same each time.
    fn noise(seed: u64) -> impl Iterator<Item = f64> {
        std::iter::successors(Some(seed), |state| Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1)))
            .skip(3)
            .map(|state| (state >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// A series of windows of 100 messages each.
    fn series(windows: usize, seed: u64, value: impl Fn(f64, f64) -> f64) -> Vec<(f64, f64)> {
        (0..windows).zip(noise(seed)).map(|(at, noise)| (at as f64 * 100.0, value(at as f64, noise))).collect()
    }

    #[test]
    fn what_grows_is_growing() {
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
    fn sentences_are_for_as_many_messages_as_there_are() {
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
    fn what_is_flat_is_not() {
        let flat = |seed| Trend::of(&series(100, seed, |_, noise| 1000.0 + 500.0 * (noise - 0.5)));
        let trends: Vec<Trend> = (0..400).map(flat).collect();
        let outside = trends.iter().filter(|trend| trend.interval[0] > 0.0 || trend.interval[1] < 0.0).count();
        // 95 % have 0 in their interval; of 400, 20 have not, give or take.
        assert!((4..40).contains(&outside), "{outside}");
        assert!(trends[0].sentence("Cost per message").starts_with("Cost per message shows no trend beyond noise ("));
        // A slope that is there, and too small to matter.
        let drift = Trend::of(&series(100, 1, |at, noise| 1000.0 + 0.2 * at + noise));
        assert_eq!((drift.verdict, drift.interval[0] > 0.0), (Verdict::Flat, true));
        // All the same: no noise at all.
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
    fn bursts_are_no_trend() {
        // Each window is as the last one, nearly.
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
        // Without the correction a third of them.
        assert!(wrong <= 24, "{wrong}");
    }

    #[test]
    fn little_is_too_short() {
        for windows in [0, 1, 9] {
            let trend = Trend::of(&series(windows, 1, |at, _| 1.0 + at));
            assert_eq!(trend.verdict, Verdict::TooShort);
            assert_eq!(trend.sentence("Cost"), "Cost: the stream is too short for a trend.");
        }
    }
}
