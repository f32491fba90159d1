//! Unions, and names, which are unions of nothing.

use alloc::vec::Vec;

use super::{Made, Maker, Room};
use crate::generate::Unmade;
use crate::generate::choices::Choices;
use crate::generate::flaws::Mistake;
use tezos_encoding_core::__tools::of_tag;
use tezos_encoding_core::schema::{Case, CaseKind, TagSize};
use tezos_encoding_core::wire::Prefix;

impl<C: Choices> Maker<'_, C> {
    pub(super) fn name(&mut self, names: usize) -> Made {
        if names == 0 {
            return Err(Unmade::NoValue);
        }
        let prefix = Prefix::for_count(names);
        let mut index = self.choices.one_of(names);
        if names <= prefix.max() && self.flaws.make(Mistake::Name, self.out.len()) {
            index = names;
        }
        self.big_endian(index, prefix.bytes());
        Ok(())
    }

    pub(super) fn union(&mut self, tag: TagSize, cases: &'static [Case], room: Room) -> Made {
        let inside = |case: &Case| if case.is_other() { room } else { room.less(tag.bytes()) };
        let on_wire = cases.iter().filter(|case| case.is_other() || case.own_tag().is_some());
        let mut fit: Vec<&'static Case> = on_wire.filter(|case| self.fits(case.payload, inside(case))).collect();
        fit.sort_by_key(|case| self.least.case(tag, case));
        let index = if self.frugal || fit.len() < 2 { 0 } else { self.choices.one_of(fit.len()) };
        let case = fit.get(index).ok_or(Unmade::NoValue)?;
        let known = |tag: u32| of_tag(cases, tag).is_some();
        let unknown = (0..=tag.max()).rev().find(|tag| !known(*tag));
        if let Some(unknown) = unknown.filter(|_| self.flaws.make(Mistake::Tag, self.out.len())) {
            self.big_endian(usize::try_from(unknown).unwrap_or_default(), tag.bytes());
            return Ok(());
        }
        if let Some(own) = case.own_tag() {
            self.big_endian(usize::try_from(own).unwrap_or_default(), tag.bytes());
        }
        match case.kind {
            CaseKind::Tagged | CaseKind::JsonOnly | CaseKind::When(None) => self.value(case.payload, inside(case)),
            CaseKind::When(Some(accepts)) => self.tried(|maker| maker.accepted(case, inside(case), accepts)),
            CaseKind::Other { .. } => {
                let of_no_other = |bytes: &[u8]| {
                    let written = bytes.get(..tag.bytes()).unwrap_or_default();
                    let found = written.iter().fold(0u32, |tag, byte| tag << 8 | u32::from(*byte));
                    of_tag(cases, found).is_some_and(|(_, case)| case.is_other())
                };
                self.tried(|maker| maker.accepted(case, room, of_no_other))
            }
        }
    }

    /// The payload of a case that is written for some values only.
    fn accepted(&mut self, case: &'static Case, room: Room, accepts: impl Fn(&[u8]) -> bool) -> Made {
        let start = self.out.len();
        self.value(case.payload, room)?;
        let flawed = self.flaws.made.is_some_and(|(_, offset)| offset >= start);
        match flawed || accepts(self.out.get(start..).unwrap_or_default()) {
            true => Ok(()),
            false => Err(Unmade::Refused { function: case.title }),
        }
    }
}
