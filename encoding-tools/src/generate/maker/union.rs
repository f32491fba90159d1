//! Unions, and the names of enumerations.

use alloc::vec::Vec;

use super::{Budget, Made, Maker};
use crate::generate::Unmade;
use crate::generate::flaws::Flaw;
use crate::walk::binary_cases;
use tezos_encoding_core::__tools::of_tag;
use tezos_encoding_core::Revision;
use tezos_encoding_core::schema::{Case, CaseKind, TagSize};
use tezos_encoding_core::wire::Prefix;

impl Maker<'_, '_> {
    pub(super) fn name(&mut self, names: usize) -> Made {
        if names == 0 {
            return Err(Unmade::NoValue);
        }
        let prefix = Prefix::for_count(names);
        let mut index = self.choices.one_of(names);
        if names <= prefix.max() && self.flaws.make(Flaw::Name, self.out.len()) {
            index = names;
        }
        self.big_endian(index, prefix.bytes());
        Ok(())
    }

    pub(super) fn union(&mut self, tag: TagSize, cases: &'static [Case], budget: Budget) -> Made {
        let inside = |case: &Case| if case.is_other() { budget } else { budget.less(tag.width(case.tag)) };
        let fit = binary_cases(cases).filter(|case| self.fits(case.payload, inside(case))).collect();
        let case = self.shortest_or_any(fit, |maker, case| maker.min_sizes.of_case(tag, case))?;
        // What tells cases apart in RLP may be the value itself, which is no flaw.
        let tags = Some(0..=tag.max()).filter(|_| !matches!(tag, TagSize::Rlp(_))).into_iter().flatten();
        let unknown = tags.rev().find(|tag| of_tag(cases, *tag, Revision::NEWEST).is_none());
        if let Some(unknown) = unknown.filter(|_| self.flaws.make(Flaw::Tag, self.out.len())) {
            self.big_endian(usize::try_from(unknown).unwrap_or_default(), tag.bytes());
            return Ok(());
        }
        if let Some(own) = case.own_tag() {
            tag.put(own, &mut self.out);
        }
        match case.kind {
            CaseKind::Tagged | CaseKind::JsonOnly | CaseKind::When(None) => self.value(case.payload, inside(case)),
            CaseKind::When(Some(accepts)) => self.retried(|maker| maker.accepted(case, inside(case), accepts)),
            CaseKind::Other { .. } => {
                let has_other_tag = |bytes: &[u8]| {
                    let written = bytes.get(..tag.bytes()).unwrap_or_default();
                    let found = written.iter().fold(0u32, |tag, byte| tag << 8 | u32::from(*byte));
                    of_tag(cases, found, Revision::NEWEST).is_some_and(|(_, case)| case.is_other())
                };
                self.retried(|maker| maker.accepted(case, budget, has_other_tag))
            }
        }
    }

    /// Chooses one of several cases, sorted by size: the first one if values must be as short as possible.
    pub(super) fn shortest_or_any<T>(
        &mut self,
        mut cases: Vec<&'static T>,
        size: impl Fn(&Self, &'static T) -> Option<usize>,
    ) -> Result<&'static T, Unmade> {
        cases.sort_by_key(|case| size(self, case));
        let index = if self.is_minimal || cases.len() < 2 { 0 } else { self.choices.one_of(cases.len()) };
        cases.get(index).copied().ok_or(Unmade::NoValue)
    }

    /// Generates the payload of a case that is written only for values for which `accepts` returns true.
    fn accepted(&mut self, case: &'static Case, budget: Budget, accepts: impl Fn(&[u8]) -> bool) -> Made {
        let start = self.out.len();
        self.value(case.payload, budget)?;
        match self.flaws.is_made_since(start) || accepts(self.out.get(start..).unwrap_or_default()) {
            true => Ok(()),
            false => Err(Unmade::Refused { function: case.title }),
        }
    }
}
