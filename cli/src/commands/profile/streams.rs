//! Tests of the trends with streams of random messages: of known trends, and of none.

use super::{
    timeline::{OfKind, Timeline},
    trend::{Trends, Verdict},
};

/// The kinds: their names, the nanoseconds of an empty message and of a byte, and the range of their sizes.
const KINDS: [(&str, f64, f64, f64, f64); 4] = [
    ("Get_block_headers", 60.0, 0.1, 40.0, 4000.0),
    ("Block_header", 40.0, 0.05, 200.0, 260.0),
    ("Operation", 30.0, 0.02, 100.0, 600.0),
    ("Operations_for_blocks", 200.0, 0.2, 100.0, 180_000.0),
];

/// How the streams are made.
#[derive(Debug, Clone, Copy)]
struct Stream {
    /// The number of messages: 128 windows have one or more each.
    messages: u64,
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
    /// Returns the verdicts on the cost for a message, for a byte and on sizes, and then those on the cost of each kind.
    fn verdicts(self, seed: u64) -> [Verdict; 7] {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut timeline = Timeline::default();
        let (mut kind, mut speed) = (0, 0.0);
        for index in 0..self.messages {
            let at = index as f64 / self.messages as f64;
            // Messages come in bursts of a kind.
            if random.next() < 0.2 {
                let is_last = random.next() < if self.drifts { at } else { 0.25 };
                kind = if is_last { 3 } else { (random.next() * 3.0) as usize };
            }
            speed = self.correlation * speed + (1.0 - self.correlation.powi(2)).sqrt() * random.normal();
            let (name, start, of_byte, least, most) = KINDS[kind];
            // Most messages are near the least size, as those of nodes are.
            let bytes = (least + (most - least) * random.next().powi(6)) as u64;
            let noise = (0.05 * speed + 0.05 * random.normal()).exp();
            let time = (start + of_byte * bytes as f64) * noise * (1.0 + self.growth * at);
            let message = OfKind::measured(bytes, [0.0, 0.0, 0.0, 0.0, time, 0.0, 0.0], Vec::new());
            timeline.add(index, bytes, Some((name, message)));
        }
        let Trends { time_per_message, time_per_byte, bytes_per_message } = timeline.trends();
        let [one, two, three, four] = KINDS.map(|(name, ..)| timeline.trend_of(name));
        [time_per_message, time_per_byte, bytes_per_message, one, two, three, four].map(|trend| trend.verdict)
    }
}

fn is_trend(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Growing | Verdict::Falling)
}

/// Fewer than 1 in 100 streams without a trend have any, also with a drifting mix of kinds and a machine whose speed drifts.
#[test]
fn streams_without_a_trend_have_none() {
    const STREAMS: u64 = 1000;
    for (messages, correlation, drifts) in [(128, 0.97, false), (512, 0.97, true)] {
        let stream = Stream { messages, growth: 0.0, correlation, drifts };
        let alarms = (0..STREAMS).filter(|seed| stream.verdicts(*seed).iter().any(is_trend)).count();
        assert!(alarms * 100 < STREAMS as usize, "{stream:?}: {alarms} of {STREAMS}");
    }
}

/// A growth or a fall of the cost for a byte is found, also where the mix of kinds changes the cost of messages far more.
#[test]
fn known_trends_are_found() {
    const STREAMS: u64 = 50;
    for (messages, growth, expected, least) in [
        (512, 1.0, Verdict::Growing, 38),
        (512, -0.5, Verdict::Falling, 38),
        (2048, 0.5, Verdict::Growing, 49),
        (2048, -0.4, Verdict::Falling, 49),
    ] {
        let stream = Stream { messages, growth, correlation: 0.9, drifts: true };
        let verdicts: Vec<_> = (0..STREAMS).map(|seed| stream.verdicts(seed)).collect();
        let found = verdicts.iter().filter(|[_, of_bytes, ..]| *of_bytes == expected).count();
        assert!(found >= least, "{stream:?}: {found} of {STREAMS}");
        // No trend has the other direction, and sizes have none.
        let mut wrong = verdicts.iter().flatten().filter(|verdict| is_trend(verdict) && **verdict != expected);
        assert_eq!(wrong.next(), None, "{stream:?}");
        assert!(verdicts.iter().all(|[_, _, of_sizes, ..]| !is_trend(of_sizes)), "{stream:?}");
    }
}
