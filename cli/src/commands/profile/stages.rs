//! Measures the stages of reading. They are timed while the inputs are read, so small inputs are read several times.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{
    figure::{Figure, Times, Work},
    meter::Meter,
};
use crate::{
    error::Error,
    measure::{deviation, median},
    session::Damage,
    stream::{self, Message, Setup},
};

/// Maximum number of times that inputs are read.
const PASSES: usize = 7;
/// Time after which inputs are not read again.
const ENOUGH: Duration = Duration::from_secs(3);
/// Assumed relative deviation of a time that was measured only once or twice: other processes may have run meanwhile.
const ONCE: f64 = 0.2;

/// The times of the stages in each pass.
#[derive(Debug)]
pub(super) struct Stages(Vec<Times>);

impl Stages {
    /// Reads the inputs of `setup` again if they are small, in at most [`PASSES`] passes in total. `first` has the times of the first.
    pub(super) fn again(setup: &Setup<'_>, first: Times) -> Result<Self, Error> {
        let mut passes = vec![first];
        let start = Instant::now();
        while is_worth_it(setup, &first) && passes.len() < PASSES && start.elapsed() < ENOUGH {
            let setup = Setup { checkpoint: None, threads: 1, quiet: true, ..setup.clone() };
            passes.push(stream::run::<Reading>(&setup)?.0);
        }
        Ok(Self(passes))
    }

    /// Returns the time of a stage: the median of its passes.
    pub(super) fn figure(&self, stage: Work) -> Figure {
        let at = Work::ALL.iter().position(|work| *work == stage);
        let times = self.0.iter().filter_map(|pass| pass.get(at?)).map(|time| time.max(0.0));
        let mut times: Vec<f64> = times.collect();
        let nanoseconds = median(&mut times);
        let spread = if times.len() < 3 { nanoseconds * ONCE } else { deviation(&times) };
        Figure { nanoseconds, spread }
    }
}

/// Returns true if the inputs take time to read and are small enough to be read again.
fn is_worth_it(setup: &Setup<'_>, first: &Times) -> bool {
    let takes_time = |stage: &Work| Work::ALL.iter().zip(first).any(|(work, time)| work == stage && *time != 0.0);
    Work::STAGES.iter().any(takes_time) && super::is_small(setup.inputs)
}

/// A tally of the times of reading, which ignores messages.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Reading(Times);

impl stream::Tally for Reading {
    type Probe = Meter;

    fn add(&mut self, _: &Message<'_>) {}

    fn add_damage(&mut self, _: Damage) {}

    fn add_reading(&mut self, meter: Meter) {
        self.merge(Self(meter.times));
    }

    fn merge(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(to, time)| *to += time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_stage_is_the_median_of_its_passes() {
        let pass = |framing, joining| [framing, 0.0, 0.0, joining, 0.0, 0.0, 0.0];
        let stages =
            Stages(vec![pass(10.0, -1.0), pass(500.0, 2.0), pass(11.0, 3.0), pass(12.0, 2.0), pass(11.0, 2.0)]);
        assert_eq!(stages.figure(Work::Framing), Figure { nanoseconds: 11.0, spread: 1.4826 });
        assert_eq!(stages.figure(Work::Joining), Figure { nanoseconds: 2.0, spread: 0.0 });
        // Two passes are as one, three have a deviation.
        let two = Stages(vec![pass(10.0, 0.0), pass(20.0, 0.0)]).figure(Work::Framing);
        assert_eq!(two, Figure { nanoseconds: 20.0, spread: 4.0 });
        let three = Stages(vec![pass(10.0, 0.0), pass(20.0, 0.0), pass(21.0, 0.0)]).figure(Work::Framing);
        assert_eq!(three, Figure { nanoseconds: 20.0, spread: 1.4826 });
        assert_eq!(Stages(vec![pass(10.0, 0.0)]).figure(Work::Framing), Figure { nanoseconds: 10.0, spread: 2.0 });
    }
}
