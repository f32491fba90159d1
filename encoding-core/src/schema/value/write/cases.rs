//! Unions: the case that a value is of, tried one after the other where it does not say.

use super::compact::Place;
use super::{Task, Writer};
use crate::error::{ErrorKind, Segment};
use crate::schema::value::source::{Got, Node, Trouble};
use crate::schema::{Case, CaseKind, Part, TagSize};

/// Cases that are tried in turn.
#[derive(Clone, Copy)]
pub(super) enum Tried {
    /// Those of a union.
    Union(TagSize, &'static [Case]),
    /// Those of a part of a compact encoding: where its bits go, and the tag before the first case.
    Part(&'static Part, Place, u32),
}

impl Tried {
    /// How many cases there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Union(_, cases) => cases.len(),
            Self::Part(part, ..) => part.cases(),
        }
    }

    /// The first case from one on that may be written.
    pub(super) fn next(&self, from: usize) -> Option<usize> {
        let written = |index: &usize| match self {
            Self::Union(_, cases) => cases.get(*index).is_some_and(|case| !matches!(case.kind, CaseKind::JsonOnly)),
            Self::Part(..) => true,
        };
        (from..self.len()).find(written)
    }
}

impl<'s> Writer<'s> {
    /// Goes back to the last union whose case was a guess, and on to its next case.
    pub(super) fn retreat(&mut self, trouble: Trouble) -> Got<()> {
        while let Some(task) = self.tasks.pop() {
            if let Task::Try { cases, index, node, written, entered, depth, objects } = task {
                self.out.truncate(written);
                self.objects.truncate(objects);
                self.trail.truncate(entered);
                self.depth = depth;
                if self.guess(cases, index, node) {
                    return Ok(());
                }
            }
        }
        Err(trouble)
    }

    /// Starts the case at `index`; whether there is one.
    pub(super) fn guess(&mut self, tried: Tried, index: usize, node: Node<'s>) -> bool {
        let Some(index) = tried.next(index) else { return false };
        let (written, entered, depth) = (self.out.len(), self.trail.len(), self.depth);
        let (objects, next) = (self.objects.len(), index.saturating_add(1));
        // With no case behind it, a refusal is the union's.
        if next < tried.len() {
            self.tasks.push(Task::Try { cases: tried, index: next, node, written, entered, depth, objects });
        }
        match tried {
            Tried::Union(tag, cases) => {
                let Some(case) = cases.get(index) else { return false };
                self.case(tag, cases, case, node).is_ok()
            }
            Tried::Part(part, place, tag) => {
                self.set(place, tag);
                self.part_case(part, index, node, place)
            }
        }
    }

    /// Starts a case: its tag and what is to be said of its payload.
    pub(super) fn case(
        &mut self,
        tag: TagSize,
        cases: &'static [Case],
        case: &'static Case,
        node: Node<'s>,
    ) -> Got<()> {
        match case.kind {
            CaseKind::JsonOnly => return Err(ErrorKind::NoCaseMatched.into()),
            CaseKind::Other { .. } => self.tasks.push(Task::EndOther(tag, cases, self.out.len())),
            CaseKind::Tagged | CaseKind::When(None) => self.big_endian(case.tag.into(), tag.bytes()),
            CaseKind::When(Some(accepts)) => {
                self.big_endian(case.tag.into(), tag.bytes());
                self.tasks.push(Task::EndWhen(self.out.len(), accepts));
            }
        }
        self.enter(Segment::Case(case.title), case.payload, node);
        Ok(())
    }
}
