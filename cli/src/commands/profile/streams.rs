//! Tests of the trends with streams of random messages: of known trends, and of none.

use super::{
    timeline::{OfKind, Timeline},
    trend::Verdict,
};

/// The number of messages of a stream: four in a window.
const MESSAGES: u64 = 512;

/// The kinds: their names, the nanoseconds of an empty message and of a byte, and the range of their sizes.
const KINDS: [(&str, f64, f64, u64, u64); 4] = [
    ("Get_block_headers", 60.0, 0.1, 40, 4000),
    ("Block_header", 40.0, 0.05, 200, 260),
    ("Operation", 30.0, 0.02, 100, 600),
    ("Operations_for_blocks", 200.0, 0.2, 100, 180_000),
];

/// How the streams are made.
#[derive(Clone, Copy)]
struct Stream {
    /// The relative growth of the time for a message along the stream.
    growth: f64,
    /// The correlation of the speed of the machine at a message with that at the one before.
    correlation: f64,
    /// True if the mix of kinds drifts: the last kind becomes more frequent.
    drifts: bool,
}

/// Reproducible random numbers from 0 to 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a nearly normal number, of the variance 1.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() - 6.0
    }
}

impl Stream {
    /// Returns the verdicts on the cost for a message, for a byte and on sizes.
    fn verdicts(self, seed: u64) -> [Verdict; 3] {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut timeline = Timeline::default();
        let (mut kind, mut speed) = (0, 0.0);
        for index in 0..MESSAGES {
            let at = index as f64 / MESSAGES as f64;
            // Messages come in bursts of a kind.
            if random.next() < 0.2 {
                let is_last = random.next() < if self.drifts { at } else { 0.25 };
                kind = if is_last { 3 } else { (random.next() * 3.0) as usize };
            }
            speed = self.correlation * speed + (1.0 - self.correlation.powi(2)).sqrt() * random.normal();
            let (name, start, of_byte, least, most) = KINDS[kind];
            // Most messages are near the least size, as those of nodes are.
            let bytes = least + ((most - least) as f64 * random.next().powi(6)) as u64;
            let noise = (0.05 * speed + 0.05 * random.normal()).exp();
            let time = (start + of_byte * bytes as f64) * noise * (1.0 + self.growth * at);
            let message = OfKind::measured(bytes, [0.0, 0.0, 0.0, 0.0, time, 0.0, 0.0], Vec::new());
            timeline.add(index, bytes, Some((name, message)));
        }
        let trends = timeline.trends();
        [trends.time_per_message, trends.time_per_byte, trends.bytes_per_message].map(|trend| trend.verdict)
    }

    /// Returns how many of `streams` have such a verdict on each.
    fn count(self, streams: u64, verdict: impl Fn(Verdict) -> bool) -> [usize; 3] {
        let mut counts = [0; 3];
        for seed in 0..streams {
            let of_seed = self.verdicts(seed);
            counts.iter_mut().zip(of_seed).for_each(|(count, of_seed)| *count += usize::from(verdict(of_seed)));
        }
        counts
    }
}

/// Fewer than 1 in 100 streams without a trend have one, also with a drifting mix of kinds and a machine whose speed drifts.
#[test]
fn streams_without_a_trend_have_none() {
    for (correlation, drifts) in [(0.9, false), (0.97, true)] {
        let counts = Stream { growth: 0.0, correlation, drifts }.count(1000, |verdict| verdict != Verdict::Flat);
        assert!(counts.iter().all(|count| *count < 10), "{correlation} {drifts}: {counts:?}");
    }
}

/// A growth or a fall of the cost for a byte is found, also where the mix of kinds changes the cost of messages far more.
#[test]
fn known_trends_are_found() {
    for (growth, found) in [(1.0, Verdict::Growing), (-0.4, Verdict::Falling)] {
        let stream = Stream { growth, correlation: 0.9, drifts: true };
        let [_, of_bytes, of_sizes] = stream.count(100, |verdict| verdict == found);
        assert!(of_bytes >= 75 && of_sizes == 0, "{growth}: {of_bytes} {of_sizes}");
        let [_, of_bytes, _] = stream.count(100, |verdict| verdict != found && verdict != Verdict::Flat);
        assert_eq!(of_bytes, 0, "{growth}");
    }
}
