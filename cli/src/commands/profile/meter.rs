//! Measures the stages of reading, the steadiness of the machine, and decoding compared with copying.

use std::hint::black_box;

use tezos_messages::hash::blake2b_256;

use super::{
    data::Throughput,
    figure::{Figure, Times, Work, add},
};
use crate::{
    measure::{Clock, deviation, median},
    session::{
        What,
        probe::{Probe, Stage},
    },
};

/// Times the stages of reading a session.
#[derive(Debug)]
pub(super) struct Meter {
    clock: Clock,
    /// The times so far.
    pub(super) times: Times,
}

impl Default for Meter {
    fn default() -> Self {
        Self { clock: Clock::calibrated(), times: [0.0; Work::ALL.len()] }
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

/// Measures hashing a page of zeros. The work is always the same, so the differences between its times show how steady the machine is.
pub(super) fn steady_work(clock: Clock) -> f64 {
    let page = [0_u8; 4096];
    clock.repeated(|times| (0..times).for_each(|_| _ = black_box(blake2b_256(black_box(&page))))).median()
}

/// Maximum number of bytes of messages that are kept for [`Sample::throughput`].
const SAMPLE_BYTES: usize = 64 << 20;
/// Maximum number of turns of decoding and copying.
const TURNS: u64 = 21;
/// Nanoseconds after which no more turns are started, after the first three.
const ENOUGH: f64 = 2e9;

/// Messages in memory: all of a session of up to 64 MiB, some of a larger one.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Sample {
    messages: Vec<(What, Vec<u8>)>,
    bytes: usize,
}

impl Sample {
    /// Keeps a message that is known to decode, if it still fits.
    pub(super) fn keep(&mut self, what: What, message: &[u8]) {
        let bytes = self.bytes.saturating_add(message.len());
        if bytes <= SAMPLE_BYTES {
            self.bytes = bytes;
            self.messages.push((what, message.to_vec()));
        }
    }

    /// Adds the messages of another sample that still fit.
    pub(super) fn merge(&mut self, other: Self) {
        if self.messages.is_empty() {
            *self = other;
            return;
        }
        for (what, message) in other.messages {
            let bytes = self.bytes.saturating_add(message.len());
            if bytes <= SAMPLE_BYTES {
                self.bytes = bytes;
                self.messages.push((what, message));
            }
        }
    }

    /// Measures decoding all messages and copying them, in turns. All copies go to the same buffer, because the allocator also reuses the
    /// memory of a dropped value for the next one.
    pub(super) fn throughput(&self, clock: Clock) -> Option<Throughput> {
        let longest = self.messages.iter().map(|(_, bytes)| bytes.len()).max()?;
        let mut buffer = vec![0; longest];
        let (mut decoding, mut copying) = (Vec::new(), Vec::new());
        let mut turns = 0_u64;
        while turns < 3 || (turns < TURNS && decoding.iter().chain(&copying).sum::<f64>() < ENOUGH) {
            let decode = || self.messages.iter().for_each(|(what, bytes)| what.codec().decode(bytes, 1));
            decoding.push(clock.once(decode).1);
            let copy = || self.messages.iter().for_each(|(_, bytes)| copy(bytes, &mut buffer));
            copying.push(clock.once(copy).1);
            turns = turns.saturating_add(1);
        }
        let figure = |times: &mut [f64]| Figure { spread: deviation(times), nanoseconds: median(times) };
        Some(Throughput {
            messages: u64::try_from(self.messages.len()).unwrap_or(u64::MAX),
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
            kept.keep(part.what, &part.bytes);
        }
        let throughput = kept.throughput(Clock::calibrated()).unwrap();
        assert_eq!((throughput.messages, throughput.bytes), (206, 612_801));
        assert!(throughput.turns >= 3 && throughput.ratio() > 0.0);
        let [decoded, copied] =
            [throughput.decoding, throughput.copying].map(|time| throughput.megabytes_per_second(time));
        assert!(decoded > 0.0 && copied > 0.0);
    }

    #[test]
    fn a_meter_measures_stages_separately() {
        let mut meter = Meter::default();
        meter.time(Stage::Joining, || std::thread::sleep(std::time::Duration::from_micros(100)));
        meter.time(Stage::Framing, || ());
        let times = meter.times;
        assert!(times[3] > 50_000.0 && times[3] > times[0] && times[2] == 0.0, "{times:?}");
    }
}
