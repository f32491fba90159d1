//! Generates values at the limits of what an encoding allows, each once.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::choices::Choices;
use super::maker::{Budget, Maker};
use super::rng::Rng;
use super::script::Script;
use super::{Generate, Unmade};

/// Values at boundaries: the iterator of [`Generate::boundaries`].
pub struct Boundaries<'g> {
    generate: &'g Generate,
    started: bool,
    open: Vec<Varied>,
    seen: BTreeSet<Vec<u8>>,
}

/// A value whose decisions are varied in turn.
struct Varied {
    path: Vec<(usize, usize)>,
    /// Indices of the remaining decisions, each with its number of alternatives, last first.
    decisions: Vec<(usize, usize)>,
    /// The next alternative.
    next: usize,
}

impl<'g> Boundaries<'g> {
    pub(super) fn new(generate: &'g Generate) -> Self {
        Self { generate, started: false, open: Vec::new(), seen: BTreeSet::new() }
    }

    /// Returns the path to the next value.
    fn path(&mut self) -> Option<Vec<(usize, usize)>> {
        if !core::mem::replace(&mut self.started, true) {
            return Some(Vec::new());
        }
        loop {
            let varied = self.open.last_mut()?;
            match varied.decisions.last() {
                None => drop(self.open.pop()),
                Some((_, count)) if varied.next >= *count => {
                    varied.decisions.pop();
                    varied.next = 1;
                }
                Some((decision, _)) => {
                    let mut path = varied.path.clone();
                    path.push((*decision, varied.next));
                    varied.next = varied.next.saturating_add(1);
                    return Some(path);
                }
            }
        }
    }

    fn value(&mut self, path: Vec<(usize, usize)>) -> Result<Vec<u8>, Unmade> {
        let last = path.last().map(|(decision, _)| *decision);
        let (generate, mut numbers) = (self.generate, Rng::new(0));
        let mut maker = Maker::new(generate, Choices::scripted(Script::new(path), &mut numbers), None);
        maker.value(generate.encoding, Budget { max: generate.max_len()?, is_exact: false })?;
        let (bytes, script) = maker.into_parts();
        if let Some(Script { path, decisions, .. }) = script {
            // Only the decisions that depend on the last choice of the path are new.
            let (from, end) = match last {
                None => (0, decisions.len()),
                Some(last) => (last.saturating_add(1), decisions.get(last).map_or(0, |decision| decision.end)),
            };
            let new = decisions.iter().enumerate().take(end).skip(from);
            let decisions = new.map(|(index, decision)| (index, decision.count)).rev().collect();
            self.open.push(Varied { path, decisions, next: 1 });
        }
        Ok(bytes)
    }
}

impl Iterator for Boundaries<'_> {
    type Item = Result<Vec<u8>, Unmade>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let path = self.path()?;
            match self.value(path) {
                Ok(bytes) if self.seen.insert(bytes.clone()) => return Some(Ok(bytes)),
                Ok(_) => {}
                Err(why) => return Some(Err(why)),
            }
        }
    }
}
