//! Progress on standard error.

use std::io::{IsTerminal as _, Write as _, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tezos_archive_tables::export::Progress;

/// The time between two lines, where standard error is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Prints the blocks, their rate, and when the end is expected: on one line of a terminal, which is written again and again.
pub(crate) struct Meter {
    started: Instant,
    state: Mutex<State>,
    is_terminal: bool,
}

/// What was printed last.
struct State {
    printed: Instant,
    /// The blocks of ranges that were finished before, which do not count for the rate.
    before: Option<u64>,
}

impl Meter {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        let state = Mutex::new(State { printed: now, before: None });
        Self { started: now, state, is_terminal: stderr().is_terminal() }
    }

    /// Prints the progress, if enough time has passed.
    pub(crate) fn tell(&self, progress: Progress) {
        let Ok(mut state) = self.state.lock() else { return };
        if !self.is_terminal && state.printed.elapsed() < LINE_EVERY {
            return;
        }
        state.printed = Instant::now();
        let before = *state.before.get_or_insert(if progress.kept == 0 { 0 } else { progress.blocks });
        let line = line(progress, before, self.started.elapsed());
        let end = if self.is_terminal { "\r" } else { "\n" };
        // A reader of standard error that has gone away is not an error.
        let _ = write!(stderr(), "{line:<78}{end}");
    }

    /// Leaves the line of a terminal.
    pub(crate) fn end(&self) {
        if self.is_terminal {
            let _ = writeln!(stderr());
        }
    }
}

fn line(progress: Progress, before: u64, elapsed: Duration) -> String {
    let Progress { blocks, of, refusals, kept: _ } = progress;
    let new = blocks.saturating_sub(before);
    let rate = new.checked_div(elapsed.as_secs().max(1)).unwrap_or(0);
    let mut line = match of {
        Some(of) => format!("{blocks} of {of} blocks, {rate} a second"),
        None => format!("{blocks} blocks, {rate} a second"),
    };
    if let Some(seconds) = of.and_then(|of| of.saturating_sub(blocks).checked_div(rate)) {
        line.push_str(&format!(", {} left", duration(seconds)));
    }
    if refusals > 0 {
        line.push_str(&format!(", {refusals} refused"));
    }
    line
}

/// Returns a time in its two largest units.
fn duration(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_rate_and_the_expected_end() {
        let progress = Progress { blocks: 1500, of: Some(41_000), refusals: 2, kept: 1 };
        let text = line(progress, 500, Duration::from_secs(10));
        assert_eq!(text, "1500 of 41000 blocks, 100 a second, 6 min 35 s left, 2 refused");
        let text = line(Progress { of: None, refusals: 0, ..progress }, 0, Duration::ZERO);
        assert_eq!(text, "1500 blocks, 1500 a second");
        assert_eq!((duration(59), duration(7260)), ("59 s".to_owned(), "2 h 1 min".to_owned()));
    }
}
