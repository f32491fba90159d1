//! Measures the stages of reading, the machine, and decoding beside copying.

use std::hint::black_box;

use tezos_messages::hash::blake2b_256;

use super::{
    data::{Figure, Throughput, Times, Work},
    tally::add,
};
use crate::{
    measure::{Clock, deviation, median},
    session::{
        Part,
        probe::{Probe, Stage},
    },
};

/// Times the stages of reading a session.
#[derive(Debug)]
pub(super) struct Meter {
    clock: Clock,
    times: Times,
}

impl Meter {
    /// A meter that nothing was measured with.
    pub(super) const fn new(clock: Clock) -> Self {
        Self { clock, times: [0.0; Work::ALL.len()] }
    }

    /// The times since the last call.
    pub(super) fn take(&mut self) -> Times {
        std::mem::take(&mut self.times)
    }
}

impl Probe for Meter {
    #[inline]
    fn time<T>(&mut self, stage: Stage, work: impl FnOnce() -> T) -> T {
        let (result, nanoseconds) = self.clock.once(work);
        let of = match stage {
            Stage::Framing => Work::Framing,
            Stage::Search => Work::Search,
            Stage::Decryption => Work::Decryption,
            Stage::Joining => Work::Joining,
        };
        add(&mut self.times, of, nanoseconds);
        result
    }
}

/// The time of hashing a page of zeros: the same work each time, so that its times tell how steady the machine is.
pub(super) fn steady_work(clock: Clock) -> f64 {
    let page = [0_u8; 4096];
    clock.repeated(|times| (0..times).for_each(|_| _ = black_box(blake2b_256(black_box(&page))))).median()
}

/// Bytes of messages that are kept for [`Sample::throughput`].
const SAMPLE_BYTES: usize = 64 << 20;
/// Most turns of decoding and copying.
const TURNS: u64 = 21;
/// Time after which there are no more turns, once there are three.
const ENOUGH: f64 = 2e9;

/// The first messages of a session, in memory.
#[derive(Debug, Default)]
pub(super) struct Sample {
    parts: Vec<Part>,
    bytes: usize,
}

impl Sample {
    /// Keeps a message that is known to decode, if it still fits.
    pub(super) fn keep(&mut self, part: Part) {
        let bytes = self.bytes.saturating_add(part.bytes.len());
        if bytes <= SAMPLE_BYTES {
            self.bytes = bytes;
            self.parts.push(part);
        }
    }

    /// Decodes all messages, then copies them, in turns. A copy goes to the same buffer each time, as a value that is dropped makes
    /// room for the next.
    pub(super) fn throughput(&self, clock: Clock) -> Option<Throughput> {
        let longest = self.parts.iter().map(|part| part.bytes.len()).max()?;
        let mut buffer = vec![0; longest];
        let (mut decoding, mut copying) = (Vec::new(), Vec::new());
        let mut turns = 0_u64;
        while turns < 3 || (turns < TURNS && decoding.iter().chain(&copying).sum::<f64>() < ENOUGH) {
            let decode = || self.parts.iter().for_each(|part| part.what.codec().decode(&part.bytes, 1));
            decoding.push(clock.once(decode).1);
            let copy = || self.parts.iter().for_each(|part| copy(&part.bytes, &mut buffer));
            copying.push(clock.once(copy).1);
            turns = turns.saturating_add(1);
        }
        let figure = |times: &mut [f64]| Figure { spread: deviation(times), nanoseconds: median(times) };
        Some(Throughput {
            messages: u64::try_from(self.parts.len()).unwrap_or(u64::MAX),
            bytes: u64::try_from(self.bytes).unwrap_or(u64::MAX),
            turns,
            decoding: figure(&mut decoding),
            copying: figure(&mut copying),
        })
    }
}

/// Copies `bytes` to the start of `buffer`.
fn copy(bytes: &[u8], buffer: &mut [u8]) {
    if let Some(to) = black_box(buffer).get_mut(..bytes.len()) {
        to.copy_from_slice(black_box(bytes));
        black_box(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Options, sample};

    #[test]
    fn a_sample_is_decoded_and_copied_in_turns() {
        let mut kept = Sample::default();
        assert_eq!(kept.throughput(Clock::calibrated()), None);
        for part in sample::load(Options { window: 0, strict: true, quiet: true }).unwrap().parts {
            kept.keep(part);
        }
        let throughput = kept.throughput(Clock::calibrated()).unwrap();
        assert_eq!((throughput.messages, throughput.bytes), (206, 612_801));
        assert!(throughput.turns >= 3 && throughput.ratio() > 0.0);
        let [decoded, copied] =
            [throughput.decoding, throughput.copying].map(|time| throughput.megabytes_per_second(time));
        assert!(decoded > 0.0 && copied > 0.0);
    }

    #[test]
    fn a_meter_tells_stages_apart() {
        let mut meter = Meter::new(Clock::calibrated());
        assert_eq!(meter.time(Stage::Joining, || std::thread::sleep(std::time::Duration::from_micros(100))), ());
        meter.time(Stage::Framing, || ());
        let times = meter.take();
        assert!(times[3] > 50_000.0 && times[3] > times[0] && times[2] == 0.0, "{times:?}");
        assert_eq!(meter.take(), [0.0; 7]);
    }
}
